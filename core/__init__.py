"""The store, the ledger, the rules and the headless runner of Pausedesk: everything but the window, free of Qt."""

__version__ = "0.1.0"
