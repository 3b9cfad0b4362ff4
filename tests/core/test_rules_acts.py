"""What a person can do with a question, row by row."""

from __future__ import annotations

import pytest

from pausedesk.core.model.states import AnswerState, RequestState
from pausedesk.core.rules.acts import Act, acts_on

OPEN = (Act.APPROVE, Act.DECLINE, Act.EDIT)
CHANGED = (Act.DECLINE, Act.CLOSE)
PLAIN = (Act.ANSWER, Act.SKIP, Act.DECLINE)
NOTHING = ()


@pytest.mark.parametrize(
    ("answer", "as_asked", "changed"),
    [
        (None, OPEN, CHANGED),
        (AnswerState.DRAFT, OPEN, CHANGED),
        (AnswerState.KEPT, OPEN, CHANGED),
        (AnswerState.WITHDRAWN, OPEN, CHANGED),
        (AnswerState.REFUSED, OPEN, CHANGED),
        # What is on its way is judged again when it is used; until then it can be taken back.
        (AnswerState.SUBMITTED, (Act.TAKE_BACK,), (Act.TAKE_BACK,)),
        (AnswerState.TAKEN_UP, NOTHING, NOTHING),
        (AnswerState.SPENT, NOTHING, NOTHING),
    ],
)
def test_what_can_be_done_with_a_question_that_waits(
    answer: AnswerState | None, as_asked: tuple[Act, ...], changed: tuple[Act, ...]
) -> None:
    assert acts_on(RequestState.WAITING, answer=answer) == as_asked
    assert acts_on(RequestState.WAITING, answer=answer, changed=True) == changed
    # Of a plain question nothing runs, so nothing that changed stands in an answer's way.
    plain = PLAIN if as_asked == OPEN else as_asked
    assert acts_on(RequestState.WAITING, answer=answer, plain=True) == plain
    assert acts_on(RequestState.WAITING, answer=answer, plain=True, changed=True) == plain


@pytest.mark.parametrize("state", [state for state in RequestState if state is not RequestState.WAITING])
def test_nothing_can_be_done_with_a_question_that_is_used_up(state: RequestState) -> None:
    for answer in (None, *AnswerState):
        for changed in (False, True):
            assert acts_on(state, answer=answer, changed=changed) == NOTHING
