"""Spending is one compare-and-set: each condition broken alone refuses by its own code and writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.handover import NewRequest, Spend
from pausedesk.core.model.owners import Owner
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import answering, executions, ledger, sessions, taking
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.sessions import AgentRef, FenceLost

OWNER = Owner(pid=1, pgid=1, boot="b", start=0.0, host="elsewhere")


def asked(call: str, ordinal: int = 0) -> NewRequest:
    return NewRequest(
        call_id=call,
        ordinal=ordinal,
        tool="pay",
        arguments='{"to":"Ada"}',
        raw_arguments='{"to": "Ada"}',
        given=["to"],
        digest="sha256:call",
        tool_digest="sha256:tool",
        code_tag_kind="schema",
        chain=["requires_approval"],
        chain_digest="sha256:chain",
        question="Run pay?",
        question_source="rule",
    )


@dataclass
class Asked:
    """A session with one question, its answer taken up."""

    store: Store
    session: str
    request: str
    fence: int = 0

    def submit(self, decision: str = "approve", submit_id: str = "s1") -> None:
        """An answer to what was asked."""
        answering.submit_answers(
            self.store, self.session, [NewAnswer(self.request, "sha256:call", decision)], by="Ada", submit_id=submit_id
        )

    def take_up(self) -> int:
        """Take the session and its answers."""
        with self.store.write() as connection:
            self.fence = sessions.take_session(connection, self.session, this_process(), LIVENESS)
            return len(taking.take_up(connection, self.session, self.fence))

    def change(self, sql: str) -> None:
        """Write by SQL what no door would."""
        with self.store.write() as connection:
            connection.exec_driver_sql(sql)

    def spend(self, **changed: Any) -> str:
        """Spend the approval as a runner would."""
        spend = Spend(self.request, "sha256:call", "sha256:tool", "sha256:chain", '{"to":"Ada"}')
        return ledger.spend_decision(self.store, self.session, "r2", self.fence, replace(spend, **changed), OWNER)

    def all_rows(self) -> list[Any]:
        """Everything that a spend may write."""
        found: list[Any] = []
        with self.store.read() as connection:
            for table in ("requests", "answers", "executions", "notices", "pauses", "sessions", "audit", "changes"):
                found += [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table}")]
        return found


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Asked]:
    store = open_store(tmp_path / "store.db")
    session = sessions.create_session(store, AgentRef("agent", "bench:agent", "python", "/"))
    run, fence = sessions.begin_run(store, session, "run", this_process(), LIVENESS, prompt="go")
    response: dict[str, Any] = {
        "kind": "response",
        "parts": [{"part_kind": "tool-call", "tool_name": "pay", "args": "{}", "tool_call_id": "c1"}],
    }
    ledger.store_pause(store, session, run, fence, None, [{"kind": "request", "parts": []}, response], [asked("c1")])
    with store.read() as connection:
        request = str(connection.exec_driver_sql("SELECT id FROM requests").scalar_one())
    yield Asked(store, session, request)
    store.close()


@pytest.fixture
def taken(waiting: Asked) -> Asked:
    waiting.submit()
    assert waiting.take_up() == 1
    return waiting


def test_an_approval_is_spent_once(taken: Asked) -> None:
    execution = taken.spend()
    with taken.store.read() as connection:
        assert connection.exec_driver_sql("SELECT state, spent_by FROM requests").one() == ("approved", "Ada")
        assert connection.exec_driver_sql("SELECT state FROM answers").scalar_one() == "spent"
        assert connection.exec_driver_sql("SELECT state FROM pauses").scalar_one() == "answered"
        assert connection.exec_driver_sql("SELECT id, state FROM executions").one() == (execution, "running")
    before = taken.all_rows()
    with pytest.raises(ResumeDecisionError) as refused:
        taken.spend()
    assert refused.value.code == "already-answered"
    assert refused.value.first is not None
    assert refused.value.first["by"] == "Ada"
    assert taken.all_rows() == before


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"request": "nosuch"}, "request-not-recorded"),
        ({"digest": "sha256:other"}, "call-changed"),
        ({"arguments": '{"to":"Eve"}'}, "call-changed"),
        ({"tool_digest": "sha256:other"}, "tool-changed"),
        ({"chain_digest": "sha256:other"}, "chain-changed"),
    ],
)
def test_what_a_runner_brings_must_be_what_was_asked(taken: Asked, changed: dict[str, str], code: str) -> None:
    before = taken.all_rows()
    with pytest.raises(ResumeDecisionError) as refused:
        taken.spend(**changed)
    assert refused.value.code == code
    assert taken.all_rows() == before
    taken.spend()


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("UPDATE requests SET ledger = 'other'", "ledger-changed"),
        ("UPDATE requests SET incarnation = 'other'", "ledger-changed"),
        ("UPDATE requests SET state = 'superseded', superseded_by = 'newer'", "superseded"),
        ("UPDATE requests SET state = 'closed'", "already-answered"),
        ("UPDATE requests SET state = 'declined'", "already-answered"),
        ("UPDATE requests SET state = 'expired'", "already-answered"),
        ("UPDATE answers SET state = 'submitted'", "decision-required"),
        ("UPDATE answers SET state = 'withdrawn'", "decision-required"),
        ("UPDATE answers SET state = 'draft'", "decision-required"),
        ("UPDATE answers SET decision = 'decline'", "decision-required"),
        ("UPDATE answers SET fence = fence - 1", "decision-required"),
        ("UPDATE answers SET digest = 'sha256:other'", "decision-required"),
        ("DELETE FROM answers", "decision-required"),
        ("UPDATE sessions SET fence = fence + 1", None),
    ],
)
def test_each_condition_of_the_ledger_broken_alone_refuses_and_writes_nothing(
    taken: Asked, sql: str, code: str | None
) -> None:
    taken.change(sql)
    before = taken.all_rows()
    if code is None:
        with pytest.raises(FenceLost):
            taken.spend()
    else:
        with pytest.raises(ResumeDecisionError) as refused:
            taken.spend()
        assert refused.value.code == code
    assert taken.all_rows() == before


def test_a_request_of_another_session_is_not_spent(taken: Asked) -> None:
    other = sessions.create_session(taken.store, AgentRef("agent", "bench:agent", "python", "/"))
    _, fence = sessions.begin_run(taken.store, other, "run", this_process(), LIVENESS)
    spend = Spend(taken.request, "sha256:call", "sha256:tool", "sha256:chain", '{"to":"Ada"}')
    with pytest.raises(ResumeDecisionError) as refused:
        ledger.spend_decision(taken.store, other, "r2", fence, spend, OWNER)
    assert refused.value.code == "request-not-recorded"


def test_an_answer_can_be_taken_back_until_a_door_takes_it_up(waiting: Asked) -> None:
    waiting.submit()
    answering.withdraw_answer(waiting.store, waiting.session, waiting.request, by="Ada")
    assert waiting.take_up() == 0
    with waiting.store.write() as connection:
        sessions.release_session(connection, waiting.session, waiting.fence)
    waiting.submit(submit_id="s2")
    assert waiting.take_up() == 1
    before = waiting.all_rows()
    with pytest.raises(ResumeDecisionError) as refused:
        answering.withdraw_answer(waiting.store, waiting.session, waiting.request, by="Ada")
    assert refused.value.code == "running"
    assert waiting.all_rows() == before
    waiting.spend()
    with pytest.raises(ResumeDecisionError) as late:
        answering.withdraw_answer(waiting.store, waiting.session, waiting.request, by="Ada")
    assert late.value.code in ("running", "already-answered")


def test_a_submit_is_all_or_nothing_and_its_repeat_returns_the_first(waiting: Asked) -> None:
    good, bad = NewAnswer(waiting.request, "sha256:call", "approve"), NewAnswer("nosuch", "sha256:call", "approve")
    with pytest.raises(ResumeDecisionError):
        answering.submit_answers(waiting.store, waiting.session, [good, bad], by="Ada", submit_id="s1")
    with waiting.store.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM answers").scalar_one() == 0
    first = answering.submit_answers(waiting.store, waiting.session, [good], by="Ada", submit_id="s1")
    assert answering.submit_answers(waiting.store, waiting.session, [good], by="Ada", submit_id="s1") == first
    with pytest.raises(ResumeDecisionError) as refused:
        answering.submit_answers(waiting.store, waiting.session, [good], by="Bob", submit_id="s2")
    assert refused.value.code == "already-answered"


@pytest.mark.parametrize(
    ("answer", "by", "code"),
    [
        (NewAnswer("R", "sha256:call", "yes"), "Ada", "decision-required"),
        (NewAnswer("R", "sha256:call", ""), "Ada", "decision-required"),
        (NewAnswer("R", "sha256:call", "approve"), " ", "decision-required"),
        (NewAnswer("R", "sha256:other", "approve"), "Ada", "call-changed"),
        (NewAnswer("nosuch", "sha256:call", "approve"), "Ada", "other-request"),
    ],
)
def test_scenario_21_an_answer_that_is_none_is_refused_and_runs_nothing(
    waiting: Asked, answer: NewAnswer, by: str, code: str
) -> None:
    request = waiting.request if answer.request == "R" else answer.request
    with pytest.raises(ResumeDecisionError) as refused:
        answering.submit_answers(
            waiting.store, waiting.session, [replace(answer, request=request)], by=by, submit_id="s1"
        )
    assert refused.value.code in (code, "request-not-recorded" if code == "other-request" else code)
    with waiting.store.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM answers").scalar_one() == 0


def test_an_outcome_that_comes_after_the_call_was_settled_is_kept_beside_it(taken: Asked) -> None:
    execution = taken.spend()
    with taken.store.write() as connection:
        assert executions.mark_may_have_run(connection, taken.session, execution)
    from pausedesk.core.model.states import ExecutionState

    result = {"content": "paid", "outcome": "success"}
    assert not executions.record_outcome(taken.store, taken.session, execution, ExecutionState.DONE, result=result)
    with taken.store.read() as connection:
        state, kept, late = connection.exec_driver_sql("SELECT state, result, late_result FROM executions").one()
    assert (state, kept) == ("may_have_run", None)
    assert "paid" in late


@pytest.mark.parametrize(
    ("moved", "kept"),
    [
        (-taking.STALE_APPROVAL_MS - 1, 1),
        (-taking.STALE_APPROVAL_MS + 60_000, 0),
        (0, 0),
        (taking.CLOCK_SKEW_MS // 2, 0),  # another machine's clock may be a little ahead
        (taking.CLOCK_SKEW_MS + 60_000, 1),  # given in the future: the clock was set back, so its age is unknown
        (365 * 86_400_000, 1),
    ],
)
@pytest.mark.parametrize("decision", ["approve", "decline"])
def test_an_approval_whose_age_is_too_high_or_unknown_goes_back_to_the_person(
    waiting: Asked, decision: str, moved: int, kept: int
) -> None:
    waiting.submit(decision)
    waiting.change(f"UPDATE answers SET at = at + {moved}")
    expected = kept if decision == "approve" else 0
    assert taking.keep_stale_approvals(waiting.store, waiting.session) == expected
    assert waiting.take_up() == 1 - expected
