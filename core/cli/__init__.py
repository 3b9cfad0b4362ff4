"""The command line: a door like every other, and the contract for automation. Commands have no rules of their own."""

from pausedesk.core.cli.app import main

__all__ = ["main"]
