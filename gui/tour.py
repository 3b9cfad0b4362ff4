"""The window by itself: opens the real one offscreen on a demo store, approves one call, declines another, and tells.

    python -m pausedesk.gui.tour --store PATH --screenshot PNG [--dark]

Everything is done through the window's own buttons and fields. Exit code 0 when both answers reached their end; else 1
with a sentence, or the code of the error.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, QSettings, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.states import AnswerState, Ending, ListFilter
from pausedesk.core.model.views import SessionCard
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.app import Desk, make_application, make_desk
from pausedesk.gui.context import GRACE_SECONDS
from pausedesk.gui.inbox.shown_row import ShownRow

READ_SECONDS = 30.0
RUN_SECONDS = 120.0
CHECK_MS = 40
# So long nothing may have moved for the picture: some turns of the loop, in which sizes are settled.
REST_SECONDS = 0.2
NOTE = "Please ask the customer for a photograph first."
SETTLED_ENDINGS = (Ending.FINISHED, Ending.WAITING_APPROVAL, Ending.STOPPED)


class TourFailed(Exception):
    """What did not happen, as a sentence."""


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer that the tour gave."""

    session: str
    request: str
    call: str
    what: str
    decision: str


class Tour:
    """Walks through the window of one desk."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._window = desk.window

    def walk(self) -> list[str]:
        """Approve one call and decline another; one line each of what happened. Raises TourFailed."""
        singles = self._waiting_singles()
        if len(singles) < 2:
            raise TourFailed(
                f"The tour needs two sessions that wait on one call each, and this store has {len(singles)}: "
                "it was answered before. A new demo store has them again."
            )
        approved = self._answer(singles[0], approve=True)
        declined = self._answer(singles[1], approve=False)
        lines = [self._end_of(declined), self._end_of(approved)]
        lines.reverse()
        return lines

    def picture(self) -> QPixmap:
        """The window once it has come to rest: what was just shown takes its sizes in later turns of the loop."""
        before, end = self._window.grab(), time.monotonic() + READ_SECONDS
        while True:
            self.rest(REST_SECONDS)
            newer = self._window.grab()
            if newer.toImage() == before.toImage() or time.monotonic() > end:
                return newer
            before = newer

    def rest(self, seconds: float) -> None:
        """Let the window work for so long."""
        start = time.monotonic()
        self.wait(lambda: time.monotonic() - start > seconds, READ_SECONDS, "The window did not come to rest")

    def wait(self, condition: Callable[[], bool], seconds: float, missing: str) -> None:
        """Let the window work until the condition holds. Raises TourFailed with `missing` after `seconds`."""
        loop = QEventLoop()
        end = time.monotonic() + seconds
        timer = QTimer()
        timer.setInterval(CHECK_MS)
        timer.timeout.connect(lambda: loop.quit() if condition() or time.monotonic() > end else None)
        timer.start()
        if not condition():
            loop.exec()
        timer.stop()
        if not condition():
            trouble = self._window.trouble.label.text()
            raise TourFailed(f"{missing} within {seconds:.0f} s. {trouble}".strip())

    def _waiting_singles(self) -> list[ShownRow]:
        self._window.show_filter(ListFilter.WAITING)
        model = self._window.inbox.model
        self.wait(lambda: model.loaded or self._window.trouble.isVisible(), READ_SECONDS, "The store could not be read")
        if self._window.trouble.isVisible():
            raise TourFailed(self._window.trouble.label.text())
        rows = [model.row_at(place) for place in range(min(model.total, 200))]
        return [row for row in rows if row is not None and row.waiting_count == 1 and "way" not in row.mark.word]

    def _open(self, session: str) -> None:
        inbox, card = self._window.inbox, self._window.card
        self.wait(lambda: inbox.model.row_of(session) is not None, READ_SECONDS, "A session left the list")
        inbox.select_session(session)
        self.wait(
            lambda: card.prepared is not None and card.prepared.card.row.session == session,
            READ_SECONDS,
            "A card was not shown",
        )

    def _answer(self, row: ShownRow, *, approve: bool) -> Answered:
        card, footer = self._window.card, self._window.card.footer
        self._open(row.session)
        request = card.current
        if request is None:
            raise TourFailed(f"The card of “{row.what}” shows no question.")
        self.rest(2 * GRACE_SECONDS)
        if approve:
            while footer.to_end.isVisible():
                QTest.mouseClick(footer.to_end, Qt.MouseButton.LeftButton)
                unseen = footer.reason.text()
                self.wait(
                    lambda unseen=unseen: footer.approve.isEnabled() or footer.reason.text() != unseen,  # type: ignore[misc]
                    READ_SECONDS,
                    "The end of a value was not shown",
                )
            button = footer.approve
        else:
            QTest.keyClicks(footer.note, NOTE)
            button = footer.decline
        self.wait(button.isEnabled, READ_SECONDS, f"“{button.text()}” stayed closed")
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        answered = Answered(
            row.session,
            request.view.request,
            request.view.call,
            f"{row.what} {row.line}".strip(),
            "approved" if approve else "declined",
        )
        self.wait(
            lambda: "handed_over" in footer.track.reached() or footer.told.isVisible() or self._moved_on(answered),
            READ_SECONDS,
            "The answer was not handed over",
        )
        told = card.acts.told(row.session)
        if told is not None and told.kind == "danger":
            raise TourFailed(told.text)
        return answered

    def _card(self, answered: Answered) -> SessionCard | None:
        prepared = self._window.card.prepared
        if prepared is None or prepared.card.row.session != answered.session:
            return None
        return prepared.card

    def _moved_on(self, answered: Answered) -> bool:
        """Whether the session's card is of a later question already."""
        card = self._card(answered)
        return card is not None and all(one.request != answered.request for one in card.requests)

    def _end_of(self, answered: Answered) -> str:
        self._window.show_filter(ListFilter.ALL)
        self._open(answered.session)
        track = self._window.card.footer.track

        def ended() -> bool:
            card = self._card(answered)
            if card is None:
                return False
            if self._moved_on(answered):
                return True
            states = [one.state for request in card.requests for one in request.answers]
            if any(state in (AnswerState.KEPT, AnswerState.REFUSED, AnswerState.WITHDRAWN) for state in states):
                return True
            if "stored" in track.reached():
                return card.running is None and card.row.ending in SETTLED_ENDINGS
            return track.end.isVisible() and card.running is None and card.row.unknown_count > 0

        self.wait(ended, RUN_SECONDS, f"The answer to “{answered.what}” did not reach its end")
        if "stored" not in track.reached() and not self._moved_on(answered):
            raise TourFailed(f"The answer to “{answered.what}” ended otherwise: {track.end.label.text()}")
        card = self._card(answered)
        assert card is not None
        said = [one.text for one in card.history if one.kind == "assistant"]
        results = [one.text for one in card.history if one.call == answered.call and one.kind == "result"]
        parts = [f"{answered.decision}: {answered.what}"]
        if answered.decision == "approved":
            parts.append(f"ran once, result stored: {safe_line(results[-1], 120)}" if results else "result stored")
        else:
            parts.append("did not run, the agent read the note")
        if said:
            parts.append(f"the agent went on: {safe_line(said[-1], 120)}")
        return "  ->  ".join(parts)


def main(argv: list[str] | None = None) -> int:
    """Run the tour and return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m pausedesk.gui.tour", description=__doc__)
    parser.add_argument("--store", type=Path, required=True, help="the demo store")
    parser.add_argument("--screenshot", type=Path, required=True, help="where the picture of the window goes")
    parser.add_argument("--dark", action="store_true", help="use the dark scheme")
    given = parser.parse_args(argv)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if not given.store.exists():
        print(f"There is no store at {given.store}. `pausedesk demo` makes one.", file=sys.stderr)
        return 8
    from pausedesk.core import settings

    with tempfile.TemporaryDirectory(prefix="pausedesk-tour-") as folder:
        # The person's own window keeps its place and filter.
        own = QSettings(str(Path(folder) / "desk.ini"), QSettings.Format.IniFormat)
        app = make_application(["pausedesk"], dark=given.dark)
        desk = make_desk(app, given.store.absolute(), settings.load().by(), settings=own)
        try:
            return _walk(desk, given.screenshot.absolute())
        except (TourFailed, PausedeskError) as error:
            print(error.text() if isinstance(error, PausedeskError) else str(error), file=sys.stderr)
            return error.exit_code if isinstance(error, PausedeskError) else 1
        finally:
            desk.close()


def _walk(desk: Desk, screenshot: Path) -> int:
    desk.window.resize(1360, 840)
    desk.window.show()
    desk.window.start()
    tour = Tour(desk)
    for line in tour.walk():
        print(line, flush=True)
    screenshot.parent.mkdir(parents=True, exist_ok=True)
    if not tour.picture().save(str(screenshot)):
        raise TourFailed(f"The picture could not be written to {screenshot}.")
    print(f"screenshot: {screenshot}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
