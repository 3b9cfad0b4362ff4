"""The desk: the Qt window over a Pausedesk store, and the only part of Pausedesk that imports Qt."""
