"""The command line: a door like every other, and the contract for automation. Commands have no rules of their own."""

import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; 130 where Ctrl-C comes while it is only being loaded, too."""
    try:
        from pausedesk.core.cli.app import main as run

        return run(arguments)
    except KeyboardInterrupt:
        print("pausedesk: stopped", file=sys.stderr)
        return 130
