"""What a person can do with one question as it stands: the one rule of card, batch, command line and ledger. Pure.

Source: the desk page, "The card of a paused call": what changed since it was asked replaces Approve, and the question
can only be closed or declined; Resume then lets the model ask anew.
"""

from __future__ import annotations

from enum import StrEnum

from pausedesk.core.model.states import ACTIVE_ANSWERS, AnswerState, RequestState
from pausedesk.core.model.views import RequestView
from pausedesk.core.model.wording import worded


class Act(StrEnum):
    """One thing that a person can do with a question. Programs branch on these."""

    APPROVE = "approve"
    ANSWER = "answer"  # a plain question
    SKIP = "skip"  # a plain question: there is no answer, and the run goes on
    DECLINE = "decline"
    EDIT = "edit"
    CLOSE = "close"  # no answer can reach it any more, and the call does not run
    TAKE_BACK = "take-back"


CLOSE_IT = worded("Close or decline it; Resume then lets the model ask anew.")
"""What is left to do with a question that changed since it was asked."""


def acts_on(
    request: RequestState, *, answer: AnswerState | None = None, changed: bool = False, plain: bool = False
) -> tuple[Act, ...]:
    """What can be done with a question in the state `request`, in the order in which it is offered.

    `answer` is the state of its newest answer, None where it has none; `changed`: since it was asked its tool, who asks
    or a file it names is known to have changed, so that what a person approves is not what would run. A `plain`
    question takes an answer and no approval: nothing of it runs.
    """
    if request is not RequestState.WAITING:
        return ()
    if answer in ACTIVE_ANSWERS:
        return (Act.TAKE_BACK,) if answer is AnswerState.SUBMITTED else ()
    if plain:
        return (Act.ANSWER, Act.SKIP, Act.DECLINE)
    return (Act.DECLINE, Act.CLOSE) if changed else (Act.APPROVE, Act.DECLINE, Act.EDIT)


def acts_of(view: RequestView) -> tuple[Act, ...]:
    """What can be done with a question as it was read; nothing with one that is answered elsewhere."""
    active = next((one.state for one in view.answers if one.state in ACTIVE_ANSWERS), None)
    if active is None and not view.answerable:
        return ()
    return acts_on(view.state, answer=active, changed=view.changed is not None, plain=bool(view.answer_schema))
