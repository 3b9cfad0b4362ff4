"""How a look for sessions of other programs is told: how far it is, what it found, and that it can be stopped."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pausedesk.core.cli.app import say, shown

if TYPE_CHECKING:
    from pausedesk.core.importers.scanning import ScanProgress, ScanSummary

# A look that is over sooner says nothing on its way.
_FIRST, _EVERY, _EVERY_ELSEWHERE = 1.0, 0.2, 5.0


class Telling:
    """Says on standard error how far a look is; one that was stopped (Ctrl-C) ends at the next file or part of one."""

    def __init__(self) -> None:
        self.stopped = False
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + _FIRST
        self._said = False

    def __call__(self, progress: ScanProgress) -> bool:
        """Whether to go on."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + (_EVERY if self._terminal else _EVERY_ELSEWHERE)
            share = 100 * progress.bytes // max(progress.bytes_all, 1)
            line = (
                f"{share:3d} %  {progress.files:,} of {progress.files_all:,} files, "
                f"{progress.bytes / 1e6:,.0f} of {progress.bytes_all / 1e6:,.0f} MB"
            )
            print(
                f"\r{line}" if self._terminal else line, end="" if self._terminal else "\n", file=sys.stderr, flush=True
            )
            self._said = True
        return not self.stopped

    def stop(self) -> None:
        """Stop at the next occasion."""
        self.stopped = True

    def done(self) -> None:
        """End the line of a terminal."""
        if self._said and self._terminal:
            print(file=sys.stderr)


@contextmanager
def telling() -> Iterator[Telling]:
    """Around looks: the first Ctrl-C or SIGTERM ends them at the next occasion, and what was read stays."""
    made = Telling()
    before = {
        number: signal.signal(number, lambda _number, _frame: made.stop()) for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield made
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        made.done()


def say_summary(summary: ScanSummary) -> None:
    """What a look found, in lines for a person."""
    for fault in summary.faults:
        say(f"!  {shown(fault)}")
    if summary.more_faults:
        say(f"!  {summary.more_faults:,} more could not be read.")
    told = [
        f"{summary.files:,} files",
        f"{summary.read:,} read",
        f"{summary.unchanged:,} unchanged",
        f"{summary.new:,} new sessions",
        f"{summary.changed:,} changed",
    ]
    more = {"unreadable": summary.unreadable, "of no known form": summary.unknown, "gone": summary.gone}
    told += [f"{count:,} {name}" for name, count in more.items() if count]
    say(", ".join(told) + ("; stopped before the end" if summary.cancelled else ""))
