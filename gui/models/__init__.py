"""Qt models over the store: windows of it, never the whole."""
