"""Closing is the ledger's own spend: proved where it can be, never over a use, under the fence, and once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.core.test_store_spending import Asked, asked

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.rules.answered_pause import StoreRead
from pausedesk.core.rules.marks import NeverRan
from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE, OUTCOME_NOT_RECORDED
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import ledger, sessions
from pausedesk.core.store.closing import ClosingDoor, prove_never_ran, read_back
from pausedesk.core.store.engine import open_store
from pausedesk.core.store.sessions import AgentRef, FenceLost

RESPONSE = {
    "kind": "response",
    "parts": [{"part_kind": "tool-call", "tool_name": "pay", "args": "{}", "tool_call_id": "c1"}],
}

STARTED = (
    "INSERT INTO executions (id, session_id, run_id, response_seq, call_id, ordinal, tool, arguments, state, owner,"
    " started_at, last_output)"
    " SELECT 'x', session_id, 'r', response_seq, call_id, 0, tool, '{}', 'raised', '{}', 1, '' FROM requests"
)
ASKED_LATER = (
    "INSERT INTO pauses (id, session_id, response_seq, run_id, state, created_at)"
    " SELECT 'p2', session_id, response_seq + 1, 'r', 'waiting', 1 FROM pauses"
)


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Asked]:
    """A session with one question, its approval taken up by this door."""
    store = open_store(tmp_path / "store.db")
    session = sessions.create_session(store, AgentRef("agent", "bench:agent", "python", "/"))
    run, fence = sessions.begin_run(store, session, "run", this_process(), LIVENESS)
    ledger.store_pause(store, session, run, fence, None, [RESPONSE], [asked("c1")])
    with store.read() as connection:
        request = str(connection.exec_driver_sql("SELECT id FROM requests").scalar_one())
    made = Asked(store, session, request)
    made.submit()
    assert made.take_up() == 1
    yield made
    store.close()


def door(one: Asked, fence: int | None = None) -> ClosingDoor:
    return ClosingDoor(one.store, one.session, one.fence if fence is None else fence)


def close(one: Asked) -> list[NeverRan]:
    return prove_never_ran(door(one), [(one.request, "tool-changed", "It changed.")])


def told(one: Asked) -> list[str]:
    with one.store.read() as connection:
        return list(connection.exec_driver_sql("SELECT text FROM notices").scalars())


def found(one: Asked, fence: int | None = None) -> StoreRead:
    with one.store.read() as connection:
        return read_back(connection, door(one, fence), one.request)


def test_a_call_that_was_never_started_is_proved_and_proved_again(waiting: Asked) -> None:
    proof = [NeverRan(waiting.request, "c1")]
    assert close(waiting) == proof
    before = [row for row in waiting.all_rows() if "closed" in map(str, row)]
    assert close(waiting) == proof
    assert [row for row in waiting.all_rows() if "closed" in map(str, row)] == before
    assert told(waiting) == [NOT_RUN_UNANSWERABLE]
    with pytest.raises(ResumeDecisionError) as refused:
        waiting.spend()
    assert refused.value.code == "already-answered"


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE requests SET entered = 1",
        "UPDATE requests SET ledger = 'other'",
        "UPDATE requests SET incarnation = 'other'",
        STARTED,
    ],
)
def test_what_may_have_been_entered_is_closed_without_a_proof(waiting: Asked, sql: str) -> None:
    waiting.change(sql)
    for _ in range(2):
        assert close(waiting) == []
    assert told(waiting) == [OUTCOME_NOT_RECORDED]


def test_a_call_that_was_used_is_not_closed(waiting: Asked) -> None:
    waiting.spend()
    before = waiting.all_rows()
    with pytest.raises(ResumeDecisionError) as refused:
        close(waiting)
    assert refused.value.code == "already-answered"
    assert refused.value.first is not None
    assert waiting.all_rows() == before


def test_only_the_door_that_holds_the_session_closes(waiting: Asked) -> None:
    waiting.change("UPDATE sessions SET fence = fence + 1")
    before = waiting.all_rows()
    with pytest.raises(FenceLost):
        close(waiting)
    assert waiting.all_rows() == before


def test_another_session_s_request_is_not_closed(waiting: Asked) -> None:
    other = sessions.create_session(waiting.store, AgentRef("agent", "bench:agent", "python", "/"))
    _, fence = sessions.begin_run(waiting.store, other, "run", this_process(), LIVENESS)
    with pytest.raises(ResumeDecisionError) as refused:
        prove_never_ran(ClosingDoor(waiting.store, other, fence), [(waiting.request, "tool-changed", "")])
    assert refused.value.code == "request-not-recorded"
    assert found(waiting) is StoreRead.SAME_PAUSE


def test_all_are_closed_or_none(waiting: Asked) -> None:
    before = waiting.all_rows()
    with pytest.raises(ResumeDecisionError):
        prove_never_ran(door(waiting), [(waiting.request, "tool-changed", ""), ("nosuch", "tool-changed", "")])
    assert waiting.all_rows() == before


@pytest.mark.parametrize(
    ("sql", "read"),
    [
        (None, StoreRead.SAME_PAUSE),
        ("UPDATE sessions SET fence = fence + 1", StoreRead.NEWER_PAUSE),
        (ASKED_LATER, StoreRead.NEWER_PAUSE),
        ("UPDATE pauses SET state = 'closed'", StoreRead.ALREADY_MARKED),
        ("UPDATE pauses SET state = 'answered'", StoreRead.SAME_PAUSE),  # by a sibling's spend
        ("UPDATE requests SET state = 'closed'", StoreRead.ALREADY_MARKED),
        ("UPDATE requests SET state = 'expired'", StoreRead.ALREADY_MARKED),
        ("UPDATE requests SET state = 'superseded'", StoreRead.ALREADY_MARKED),
        ("UPDATE requests SET state = 'approved'", StoreRead.ALREADY_MARKED),
    ],
)
def test_what_the_store_holds_of_a_request_is_read_for_the_rules(
    waiting: Asked, sql: str | None, read: StoreRead
) -> None:
    if sql is not None:
        waiting.change(sql)
    assert found(waiting) is read


def test_a_spend_of_this_door_is_its_own_mark_and_another_s_is_not(waiting: Asked) -> None:
    waiting.spend()
    assert found(waiting) is StoreRead.MARK_OF_THIS_SPEND
    waiting.change("UPDATE answers SET fence = fence - 1")
    assert found(waiting) is StoreRead.ALREADY_MARKED
    with waiting.store.read() as connection:
        assert read_back(connection, door(waiting), "nosuch") is StoreRead.EMPTY
