"""How a look for sessions of other programs is told: how far it is, what it found, and that it can be stopped."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pausedesk.core.cli.app import NotPrinted, printing, say, shown, word
from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.wording import many
from pausedesk.core.rules.shown import safe

if TYPE_CHECKING:
    from pausedesk.core.importers.scanning import ScanProgress, ScanSummary

# A look that is over sooner says nothing on its way.
_FIRST, _EVERY, _EVERY_ELSEWHERE = 1.0, 0.2, 5.0


class Telling:
    """Says how far a look is and what it found; one that was stopped (Ctrl-C) ends at the next file or part of one.

    For a person on standard error, where it takes long; with `events` for a program, as lines of JSON on standard
    output: {"event": progress | found | fault, "folder", ...}. Where these cannot be written (`unheard`) it ends too.
    """

    def __init__(self, *, events: bool = False) -> None:
        self.stopped = False
        self.unheard: Exception | None = None
        self._events = events
        self._folder = ""
        self._terminal = sys.stderr.isatty()
        self._next = time.monotonic() + (0 if events else _FIRST)
        self._said = False

    def __call__(self, progress: ScanProgress) -> bool:
        """Whether to go on."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + (_EVERY if self._terminal or self._events else _EVERY_ELSEWHERE)
            if self._events:
                self._event("progress", asdict(progress))
            else:
                self._say(progress)
        return not self.stopped

    def begin(self, folder: str) -> None:
        """Another folder is looked at."""
        self._folder = folder
        if not self._events:
            say(word(folder))

    def found(self, folder: str, summary: ScanSummary) -> None:
        """What a look at a folder found."""
        self._folder = folder
        if self._events:
            self._event("found", summary.as_json())
        else:
            say_summary(summary)

    def fault(self, folder: str, error: PausedeskError) -> None:
        """A folder could not be looked at."""
        self._folder = folder
        if self._events:
            self._event("fault", {"code": error.code, "why": safe(error.text())})
        else:
            say(f"!  {shown(error.text())}")

    def stop(self) -> None:
        """Stop at the next occasion."""
        self.stopped = True

    def done(self) -> None:
        """End the line of a terminal."""
        if self._said and self._terminal:
            print(file=sys.stderr)

    def _event(self, name: str, told: dict[str, Any]) -> None:
        if self.unheard is not None:
            return
        try:
            with printing():
                print(json.dumps({"event": name, "folder": self._folder, **told}), flush=True)
        except NotPrinted as error:
            # It is no fault of the file that is being read.
            self.unheard, self.stopped = error, True

    def _say(self, progress: ScanProgress) -> None:
        share = 100 * progress.bytes // max(progress.bytes_all, 1)
        line = (
            f"{share:3d} %  {progress.files:,} of {many(progress.files_all, 'file')}, "
            f"{progress.bytes / 1e6:,.0f} of {progress.bytes_all / 1e6:,.0f} MB"
            if progress.files_all
            else "looking for files"
        )
        begun, end = ("\r", "") if self._terminal else ("", "\n")
        with suppress(OSError):
            print(f"{begun}{line}", end=end, file=sys.stderr, flush=True)
        self._said = True


@contextmanager
def telling(*, events: bool = False) -> Iterator[Telling]:
    """Around looks: the first Ctrl-C or SIGTERM ends them at the next occasion, and what was read stays. A second one
    waits for no occasion: a slow disk may have none. What was not written then is read the next time. A signal that
    whoever started this has ignored stays ignored.

    With `events` they end as well when standard input does: whoever started them is gone.
    """
    made = Telling(events=events)
    handlers: dict[int, Any] = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    before = {number: handler for number, handler in handlers.items() if handler is not signal.SIG_IGN}

    def stop(number: int, _frame: object) -> None:
        made.stop()
        signal.signal(number, before[number])

    for number in before:
        signal.signal(number, stop)
    if events:
        threading.Thread(target=_until_closed, args=(made,), name="input", daemon=True).start()
    try:
        yield made
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        made.done()
    if made.unheard is not None:
        raise made.unheard


def _until_closed(told: Telling) -> None:
    while os.read(0, 4096):
        pass
    told.stop()


def say_summary(summary: ScanSummary) -> None:
    """What a look found, in lines for a person."""
    for fault in summary.faults:
        say(f"!  {shown(fault)}")
    if summary.more_faults:
        say(f"!  {summary.more_faults:,} more could not be read.")
    told = [
        many(summary.files, "file"),
        f"{summary.read:,} read",
        f"{summary.unchanged:,} unchanged",
        many(summary.new, "new session"),
        f"{summary.changed:,} changed",
    ]
    more = {"unreadable": summary.unreadable, "of no known form": summary.unknown, "gone": summary.gone}
    told += [f"{count:,} {name}" for name, count in more.items() if count]
    say(", ".join(told) + ("; stopped before the end" if summary.cancelled else ""))
