"""What a press would do to the selected sessions, read on the reader thread: which calls it takes and which it leaves
out. Qt-free."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from pausedesk.core.model.views import RequestView, SessionCard
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.answered_pause import AnswerKind
from pausedesk.core.rules.batches import BatchCall, LeftOut, left_out
from pausedesk.core.rules.expiry import expired
from pausedesk.core.rules.shown import safe_line, shown_json
from pausedesk.core.store.clock import this_moment
from pausedesk.gui.card.sentences import active_answer
from pausedesk.gui.inbox.shown_row import arguments_line
from pausedesk.gui.language import joined, tr, tr_many
from pausedesk.gui.ports import Decided, ReaderPort

WHY_LEFT_OUT: dict[LeftOut, str] = {
    LeftOut.ANSWERED: worded("answered already"),
    LeftOut.NOT_ANSWERABLE: worded("takes no answer here"),
    LeftOut.EDITED: worded("you are editing its arguments"),
    LeftOut.CHOSEN: worded("you chose something else on its card"),
    LeftOut.ENDED: worded("its time is over"),
    LeftOut.PLAIN: worded("a question that takes an answer of its own: open its card"),
    LeftOut.CHANGED: worded("changed since it was asked: look at its card"),
    LeftOut.NOT_SEEN: worded("you have not seen its values to their end: open its card"),
}
NO_QUESTION = worded("asks nothing")


@dataclass(frozen=True, slots=True)
class Taken:
    """One answer that the press would hand over, to the digest that was read."""

    session: str
    version: int
    line: str
    answer: Decided


@dataclass(frozen=True, slots=True)
class Batch:
    """What the press would do; `left_out` has a line for each call, and for each session that asks nothing."""

    decision: AnswerKind
    taken: tuple[Taken, ...]
    left_out: tuple[str, ...]

    @property
    def question(self) -> str:
        """What is asked before anything is handed over."""
        approves = self.decision is AnswerKind.APPROVE
        if not self.taken:
            if approves:
                return tr("Nothing of what is selected can be approved at once.")
            return tr("Nothing of what is selected can be declined at once.")
        sessions = len({one.session for one in self.taken})
        calls = tr_many("{n:,} call", "{n:,} calls", len(self.taken))
        of = tr_many("{n:,} session", "{n:,} sessions", sessions)
        asked = (
            tr("Approve {calls} of {sessions}?", calls=calls, sessions=of)
            if approves
            else tr("Decline {calls} of {sessions}?", calls=calls, sessions=of)
        )
        return joined(" ", [asked, tr("{number} left out.", number=len(self.left_out))]) if self.left_out else asked

    @property
    def lines(self) -> str:
        """Each call that is taken, then each that is not, with the reason."""
        return joined(
            "\n", [*(one.line for one in self.taken), *(tr("left out: {line}", line=one) for one in self.left_out)]
        )


def read_batch(
    reader: ReaderPort,
    sessions: Iterable[str],
    decision: AnswerKind,
    seen: Collection[tuple[str, str]],
    edited: Collection[str],
) -> Batch:
    """Read the selected sessions anew. `seen`: requests, each with the digest of what was seen; `edited`: requests."""
    taken: list[Taken] = []
    out: list[str] = []
    for session in sessions:
        card = reader.card(session)
        if card is None or not card.requests:
            title = safe_line(card.row.title if card is not None else session, 80)
            out.append(joined(" — ", [title, NO_QUESTION]))
            continue
        drafts = reader.drafts(session)
        for request in card.requests:
            draft, note = drafts.get(request.request, ("", ""))
            call = _call(request, draft, seen, edited)
            line = _line(card, request)
            why = left_out(decision, call)
            if why is not None:
                out.append(joined(" — ", [line, WHY_LEFT_OUT[why]]))
                continue
            answer = Decided(request.request, request.digest, str(decision), note or None)
            taken.append(Taken(session, card.version, line, answer))
    return Batch(decision, tuple(taken), tuple(out))


def _call(request: RequestView, draft: str, seen: Collection[tuple[str, str]], edited: Collection[str]) -> BatchCall:
    return BatchCall(
        answerable=request.answerable,
        answered=active_answer(request) is not None,
        edited=request.request in edited,
        draft=draft,
        ended=request.deadline is not None and expired(request.deadline, this_moment()),
        changed=bool(request.changed),
        seen=(request.request, request.digest) in seen,
        plain=bool(request.answer_schema),
    )


def _line(card: SessionCard, request: RequestView) -> str:
    arguments = arguments_line(safe_line(shown_json(request.canonical).text, 90))
    return f"{safe_line(request.tool, 60)}  {arguments}  ·  {safe_line(card.row.title, 60)}"
