"""What the person does: each act goes to the door once, and what came of it stays with the session it was for.

`Acts` lives on the GUI thread. `Grace` keeps a press that was meant for something else from deciding a card that just
appeared.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.wording import worded
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.context import GRACE_SECONDS
from pausedesk.gui.language import said, said_error, tr
from pausedesk.gui.ports import Decided

EDITED = worded(
    "Nothing has run. The question stands anew with your arguments: look at it, then approve or decline it."
)

CLOSED = worded("Closed: the call does not run. Resume lets the model ask anew.")


class Grace:
    """The moment after a new card appears, in which presses decide nothing; each such press begins it again."""

    def __init__(self, clock: Callable[[], float], seconds: float = GRACE_SECONDS) -> None:
        self._clock = clock
        self._seconds = seconds
        self._since = clock()

    def begin(self) -> None:
        """A new card appeared."""
        self._since = self._clock()

    def over(self) -> bool:
        """Whether a press decides now. A press too early begins the moment anew: someone is typing."""
        if self._clock() - self._since >= self._seconds:
            return True
        self._since = self._clock()
        return False


@dataclass(frozen=True, slots=True)
class Told:
    """What came of an act: `kind` is danger, warning or note."""

    kind: str
    text: str


class Acts(QObject):
    """Hands over, takes back, settles, resumes. While an act on a session is on its way, no second one starts."""

    moved = Signal(str)  # session whose state of acting changed
    bug = Signal(object)  # an error that is ours, not the environment's

    def __init__(self, bridge: StoreBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._busy: set[str] = set()
        self._told: dict[str, Told] = {}
        self._handed: dict[str, tuple[int, frozenset[str]]] = {}
        self._submit_ids: dict[tuple[str, tuple[Decided, ...]], str] = {}

    def busy(self, session: str) -> bool:
        """Whether an act on the session is on its way."""
        return session in self._busy

    def told(self, session: str) -> Told | None:
        """What came of the last act on the session, where it must be told."""
        return self._told.get(session)

    def tell(self, session: str, kind: str, text: str) -> None:
        """Say something about the session's card."""
        self._told[session] = Told(kind, text)
        self.moved.emit(session)

    def handed(self, session: str, version: int) -> frozenset[str]:
        """Requests handed over that a card of `version` does not know of yet."""
        known = self._handed.get(session)
        if known is None:
            return frozenset()
        if version > known[0]:
            del self._handed[session]
            return frozenset()
        return known[1]

    def submit(self, session: str, version: int, answers: Sequence[Decided]) -> bool:
        """Hand the answers over once. A retry after an error of the environment carries the same submit id."""
        if session in self._busy or not answers or self.handed(session, version) & {one.request for one in answers}:
            return False
        key = (session, tuple(answers))
        submit_id = self._submit_ids.setdefault(key, uuid.uuid4().hex)
        requests = frozenset(one.request for one in answers)
        self._handed[session] = (version, requests | self.handed(session, version))

        def done(sentence: str | None) -> None:
            self._submit_ids.pop(key, None)
            self._finish(session, Told("warning", sentence) if sentence else None)

        def failed(error: BaseException) -> None:
            self._handed.pop(session, None)
            if isinstance(error, PausedeskError) and error.exit_code.name == "REFUSED":
                self._submit_ids.pop(key, None)
            self._fail(session, error)

        self._begin(session)
        self._bridge.submit(session, list(answers), submit_id, done, failed)
        return True

    def edit(self, session: str, request: str, arguments: str, digest: str) -> None:
        """Put the person's arguments in the place of a question, once the tool itself has taken them."""
        if self._begin(session):
            self._bridge.edit(
                session, request, arguments, digest,
                lambda _: self._finish(session, Told("note", EDITED)), lambda error: self._fail(session, error),
            )  # fmt: skip

    def withdraw(self, session: str, request: str) -> None:
        """Take the answer back."""
        if self._begin(session):
            self._bridge.withdraw(
                session, request, lambda _: self._finish(session, None), lambda error: self._fail(session, error)
            )

    def close(self, session: str, request: str, digest: str) -> None:
        """Close a question that changed since it was asked."""
        if self._begin(session):
            self._bridge.close_question(
                session, request, digest,
                lambda told: self._finish(session, Told("warning", str(told)) if told else Told("note", said(CLOSED))),
                lambda error: self._fail(session, error),
            )  # fmt: skip

    def settle(self, session: str, execution: str, end: str, text: str) -> None:
        """Settle a call that may have run."""
        if self._begin(session):
            self._bridge.settle(
                session, execution, end, text,
                lambda _: self._finish(session, None), lambda error: self._fail(session, error),
            )  # fmt: skip

    def resume(self, session: str) -> None:
        """Let the session go on."""

        def done(sentence: Any) -> None:
            asked = Told("note", tr("Asked to go on; a worker takes it up."))
            self._finish(session, Told("warning", sentence) if isinstance(sentence, str) and sentence else asked)

        if self._begin(session):
            self._bridge.resume(session, done, lambda error: self._fail(session, error))

    def open_terminal(self, session: str) -> None:
        """Let the session's own program go on with it, in a terminal."""

        def done(_nothing: Any) -> None:
            self._finish(
                session,
                Told("note", tr("Opened in a terminal. Its row follows when its file is read again.")),
            )

        if self._begin(session):
            self._bridge.open_terminal(session, done, lambda error: self._fail(session, error))

    def keep_draft(self, session: str, request: str, decision: str, note: str) -> None:
        """Keep a choice over a restart."""
        self._bridge.save_draft(session, request, decision, note, lambda error: self._fail(session, error))

    def _begin(self, session: str) -> bool:
        if session in self._busy:
            return False
        self._busy.add(session)
        self._told.pop(session, None)
        self.moved.emit(session)
        return True

    def _finish(self, session: str, told: Told | None) -> None:
        self._busy.discard(session)
        if told is not None:
            self._told[session] = told
        self.moved.emit(session)

    def _fail(self, session: str, error: BaseException) -> None:
        self._busy.discard(session)
        if isinstance(error, PausedeskError):
            self._told[session] = Told("danger", said_error(error))
        else:
            fault = tr("This failed through a fault of Pausedesk; nothing more was done.")
            self._told[session] = Told("danger", fault)
            self.bug.emit(error)
        self.moved.emit(session)
