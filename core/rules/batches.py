"""Which calls of several sessions one press answers together, and why each of the others is left out. Pure.

A batch takes what its person could decide one by one without looking again (the desk page, "Answering"): it approves
only calls whose values they saw, and turns round nothing that they chose on a card.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pausedesk.core.model.states import RequestState
from pausedesk.core.rules.acts import Act, acts_on
from pausedesk.core.rules.answered_pause import AnswerKind

MOST_SESSIONS = 200
"""So many sessions are answered together at most: a person must be able to look through what is asked about."""


class LeftOut(StrEnum):
    """Why a batch leaves a call out, the first that holds in this order."""

    ANSWERED = "answered"
    NOT_ANSWERABLE = "not-answerable"
    EDITED = "edited"
    CHOSEN = "chosen"
    ENDED = "ended"
    PLAIN = "plain"
    CHANGED = "changed"
    NOT_SEEN = "not-seen"


@dataclass(frozen=True, slots=True)
class BatchCall:
    """What a batch has to know of one call that a selected session asks about.

    `draft` is what was chosen on its card and not submitted: approve, decline, stop, or "" for nothing. `seen`: the end
    of each of its values was in sight of this person, and nothing of them was masked all the time.
    """

    answerable: bool
    answered: bool = False  # an answer is on its way, or was used
    edited: bool = False  # arguments of the person's own are being typed for it
    draft: str = ""
    ended: bool = False  # its life is over, though nothing has met that yet
    changed: bool = False  # since it was asked: its tool, who asks, or a file it names
    seen: bool = False
    plain: bool = False  # a plain question, which takes an answer of its own and no approval


def left_out(decision: AnswerKind, call: BatchCall) -> LeftOut | None:
    """Why the batch leaves the call out; None where it takes it.

    A decline runs nothing, so it needs no look at the values and no call that is still what was asked.
    """
    if call.answered:
        return LeftOut.ANSWERED
    if not call.answerable:
        return LeftOut.NOT_ANSWERABLE
    if call.edited:
        return LeftOut.EDITED
    if call.draft and call.draft != decision:
        return LeftOut.CHOSEN
    if decision is AnswerKind.DECLINE:
        return None
    if call.ended:
        return LeftOut.ENDED
    if call.plain:
        return LeftOut.PLAIN
    if Act.APPROVE not in acts_on(RequestState.WAITING, changed=call.changed):
        return LeftOut.CHANGED
    return None if call.seen else LeftOut.NOT_SEEN
