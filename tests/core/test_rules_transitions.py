"""The steps that a thing of a store can take, and what an audit says of them."""

from __future__ import annotations

import pytest

from pausedesk.core.model.states import AnswerState, ExecutionState, PauseState, RequestState
from pausedesk.core.rules.transitions import GONE, TRANSITIONS, Move, contradictions, replay

ASKED: list[Move] = [("pause", "p", "waiting"), ("request", "r", "waiting")]
APPROVED: list[Move] = [
    ("answer", "a", "submitted"),
    ("answer", "a", "taken_up"),
    ("request", "r", "approved"),
    ("answer", "a", "spent"),
    ("execution", "e", "running"),
    ("pause", "p", "answered"),
]


@pytest.mark.parametrize(
    ("kind", "states"),
    [
        ("pause", PauseState),
        ("request", RequestState),
        ("answer", [state for state in AnswerState if state is not AnswerState.DRAFT]),
        ("execution", ExecutionState),
    ],
)
def test_every_state_is_entered_by_a_step(kind: str, states: list[str]) -> None:
    entered = {state for after in TRANSITIONS[kind].values() for state in after}
    assert entered - {GONE} == set(map(str, states))


def test_an_audit_that_tells_every_step_leads_to_the_states_of_the_rows() -> None:
    replayed = replay([*ASKED, *APPROVED, ("execution", "e", "done")])
    rows = {("pause", "p"): "answered", ("request", "r"): "approved", ("answer", "a"): "spent"}
    assert contradictions(replayed, {**rows, ("execution", "e"): "done"}) == []


@pytest.mark.parametrize(
    "step",
    [
        ("request", "r", "declined"),
        ("request", "r", "waiting"),
        ("answer", "a", "withdrawn"),
        ("answer", "a", "taken_up"),
        ("pause", "p", "closed"),
        ("execution", "e", "running"),
        ("execution", "e", "settled-not-run"),
        ("request", "other", "approved"),
        ("session", "s", "held"),
        ("refund", "x", "paid"),
    ],
)
def test_a_step_that_cannot_be_is_said(step: Move) -> None:
    assert len(replay([*ASKED, *APPROVED, step]).faults) == 1


def test_nothing_becomes_of_a_call_that_ended() -> None:
    ended = [*ASKED, *APPROVED, ("execution", "e", "done")]
    for state in ExecutionState:
        assert replay([*ended, ("execution", "e", str(state))]).faults


def test_a_row_of_which_no_event_tells_is_said_and_an_event_without_its_row() -> None:
    said = contradictions(replay(ASKED), {("request", "r"): "approved", ("execution", "e"): "running"})
    assert said == [
        "The execution e is running, and the audit says nothing of it.",
        "The pause p is not there, and the audit says waiting.",
        "The request r is approved, and the audit says waiting.",
    ]


def test_a_body_that_made_room_for_its_call_leaves_no_row() -> None:
    asked: list[Move] = [("execution", "e", "running"), ("execution", "e", "asked"), ("execution", "e", GONE)]
    assert contradictions(replay(asked), {}) == []
