"""Calls that their author calls repeatable or read-only: killed in the middle they are run again, and need nobody."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent, ApprovalRequired, RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, in_a_fork, lines_of, refused

from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.states import CallState, ExecutionState, Outcome
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED
from pausedesk.core.run.door import DoorResult
from pausedesk.core.run.gate import dump_messages
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import executions, settling, taking
from pausedesk.core.store.cards import read_card

TURNS = {
    "look": [["look", "a", "n1"], ["look", "b", "n2"]],
    "put": [["put", "a", "c1"], ["add", "b", "c2"]],
    "last": [["add", "b", "c2"], ["put", "a", "c1"]],
    "unasked": [["look", "a", "n1"], ["add", "b", "c2"]],
    "ask": [["ask", "a", "c1"]],
}


@dataclass
class Again(Bench):
    """The bench with an agent whose tools can be repeated: `look` needs no approval, `put` needs one, `ask` asks from
    inside; `add` is like any other. The process dies after the line that is named, once."""

    turn: str = "put"
    dies_after: Sequence[str] = ()
    says: dict[str, bool] = field(default_factory=lambda: {"repeatable": True})
    version: str = "1"

    def agent(self) -> Agent[None, str]:
        def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
            self.judge_messages(dump_messages(messages))
            if any(message.kind == "response" for message in messages):
                return ModelResponse(parts=[TextPart("end")])
            parts = [ToolCallPart(tool, {"text": text}, tool_call_id=call) for tool, text, call in TURNS[self.turn]]
            return ModelResponse(parts=parts)

        said = {"pausedesk": {**self.says, "version": self.version}}
        agent = Agent(FunctionModel(model))

        @agent.tool_plain(metadata={"pausedesk": {**self.says, "read_only": self.says.get("repeatable")}})
        def look(text: str) -> str:
            return self.act(text)

        @agent.tool_plain(requires_approval=True, metadata=said)
        def put(text: str) -> str:
            return self.act(text)

        @agent.tool_plain(requires_approval=True)
        def add(text: str) -> str:
            return self.act(text)

        @agent.tool(metadata=said)
        def ask(ctx: RunContext[object], text: str) -> str:
            self.act(text)
            if not ctx.tool_call_approved:
                raise ApprovalRequired
            return f"asked and {text}"

        return agent

    def act(self, text: str) -> str:
        result = super().act(text)
        if lines_of(self.effects).count(text) == 1 and text in self.dies_after:
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    def approve(self) -> DoorResult:
        result = self.answer({})
        assert result is not None
        return result

    def killed(self, work: Any) -> None:
        """Do it in a process that is killed half-way, and write down what that means."""
        self.close()
        assert in_a_fork(work) == signal.SIGKILL
        settling.note_dead_owners(self.store, LIVENESS)

    def rows(self, what: str) -> list[tuple[Any, ...]]:
        with self.store.read() as connection:
            found = connection.exec_driver_sql(f"SELECT {what} FROM executions ORDER BY call_id")
            return [tuple(row) for row in found]

    def card(self) -> Any:
        with self.store.read() as connection:
            return read_card(connection, SESSION, LIVENESS)


@pytest.fixture
def bench(tmp_path: Path) -> Any:
    made: list[Again] = []

    def make(turn: str, **changes: Any) -> Again:
        made.append(Again(tmp_path, turn=turn, **changes))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_an_ungated_call_killed_in_the_middle_runs_again_by_resume(bench: Any) -> None:
    again = bench("look", dies_after=["b"])
    again.killed(again.begin)
    assert again.rows("call_id, state, attempts") == [("n1", "done", 1), ("n2", "interrupted", 1)]
    card = again.card()
    assert (card.row.unknown_count, card.unknown, card.can_resume) == (0, (), True)
    assert "look runs again" in card.resume_sentence
    done = again.door().resume(SESSION)
    assert (done.outcome, done.output) == (Outcome.DONE, "end")
    assert again.rows("call_id, state, attempts") == [("n1", "done", 1), ("n2", "done", 2)]
    assert lines_of(again.effects) == ["a", "b", "b"]
    assert lines_of(again.faults) == []


def test_one_approval_covers_the_same_call_again(bench: Any) -> None:
    again = bench("put", dies_after=["a"])
    again.begin()
    again.killed(again.approve)
    assert again.rows("call_id, state, attempts") == [("c1", "interrupted", 1)]
    with again.store.read() as connection:
        # A worker that took it up by itself might die each time.
        assert taking.ready_sessions(connection, again.door().holder, LIVENESS) == []
    states = [one.call_state for one in again.card().requests]
    assert states == [CallState.INTERRUPTED, CallState.SUBMITTED]
    assert refused(partial(again.submit, {})) == "nothing-waiting"
    done = again.door().resume(SESSION)
    assert (done.outcome, [call.state for call in done.calls]) == (Outcome.DONE, ["done", "done"])
    assert again.rows("call_id, state, attempts") == [("c1", "done", 2), ("c2", "done", 1)]
    assert lines_of(again.effects) == ["a", "a", "b"]
    with again.store.read() as connection:
        spent = "SELECT count(*) FROM audit WHERE event = 'decision-spent'"
        assert connection.exec_driver_sql(spent).scalar_one() == 2


def test_it_dies_as_often_as_it_likes_and_never_may_have_run(bench: Any) -> None:
    again = bench("last", dies_after=["a"])
    again.begin()
    again.killed(again.approve)
    assert again.rows("call_id, state") == [("c1", "interrupted"), ("c2", "done")]
    again.effects.write_text("b\n")  # the next start is the first once more
    again.killed(lambda: again.door().resume(SESSION))
    assert again.rows("call_id, state, attempts") == [("c1", "interrupted", 2), ("c2", "done", 1)]
    assert again.door().resume(SESSION).outcome is Outcome.DONE
    assert again.rows("call_id, state, attempts") == [("c1", "done", 3), ("c2", "done", 1)]


@pytest.mark.parametrize(("turn", "lines"), [("look", ["a", "a", "b"]), ("last", ["b", "a", "a"])])
def test_a_message_comes_after_what_runs_again(bench: Any, turn: str, lines: Sequence[str]) -> None:
    again = bench(turn, dies_after=["a"])
    if turn == "last":
        again.begin()
    again.killed(again.approve if turn == "last" else again.begin)
    done = again.door().run(SESSION, "and?")
    assert (done.outcome, lines_of(again.effects), lines_of(again.faults)) == (Outcome.DONE, lines, [])
    assert again.rows("state") == [("done",), ("done",)]
    assert again.card().history[-2].text == "and?"


def test_a_message_waits_where_an_approved_call_of_the_turn_has_not_started(bench: Any) -> None:
    again = bench("put", dies_after=["a"])
    again.begin()
    again.killed(again.approve)
    assert refused(partial(again.door().run, SESSION, "and?")) == "waiting"
    assert lines_of(again.effects) == ["a"]


def test_a_gated_call_of_the_same_turn_is_asked_after_the_repeat(bench: Any) -> None:
    again = bench("unasked", dies_after=["a"])
    again.killed(again.begin)
    asked = again.door().resume(SESSION)
    assert (asked.outcome, lines_of(again.effects)) == (Outcome.PAUSED, ["a", "a"])
    assert again.approve().outcome is Outcome.DONE
    assert lines_of(again.effects) == ["a", "a", "b"]


@pytest.mark.parametrize("change", [{"version": "2"}, {"says": {}}])
def test_where_the_tool_is_another_one_or_can_be_repeated_no_more_the_call_may_have_run(
    bench: Any, change: dict[str, Any]
) -> None:
    again = bench("put", dies_after=["a"])
    again.begin()
    again.killed(again.approve)
    again.close()
    other = bench("put", **change)
    refused_now = other.door().resume(SESSION)
    assert (refused_now.outcome, refused_now.code) == (Outcome.MARKED, "tool-changed")
    assert other.rows("call_id, state, attempts") == [("c1", "may_have_run", 1)]
    assert lines_of(other.effects) == ["a"]
    other.settle("unknown")
    while other.card().row.ending != "finished":
        if other.door().answer(SESSION) is None:
            other.door().resume(SESSION)
    assert lines_of(other.effects) == ["a", "b"]
    assert lines_of(other.faults) == []


def test_an_ungated_call_whose_author_takes_it_back_may_have_run(bench: Any) -> None:
    again = bench("look", dies_after=["a"])
    again.killed(again.begin)
    again.close()
    other = bench("look", says={})
    assert other.door().resume(SESSION).outcome is Outcome.FAILED
    assert other.rows("call_id, state") == [("n1", "may_have_run")]
    done = other.door().resume(SESSION)
    assert (done.outcome, lines_of(other.effects)) == (Outcome.DONE, ["a", "b"])


def test_a_body_that_asked_from_inside_asks_again_unapproved(bench: Any) -> None:
    again = bench("ask", dies_after=["a"])
    again.killed(again.begin)
    assert again.rows("state") == [("interrupted",)]
    asked = again.door().resume(SESSION)
    assert (asked.outcome, lines_of(again.effects)) == (Outcome.PAUSED, ["a", "a"])
    assert again.approve().outcome is Outcome.DONE
    assert lines_of(again.effects) == ["a", "a", "a"]


def test_a_person_may_end_what_would_only_be_repeated(bench: Any) -> None:
    again = bench("look", dies_after=["b"])
    again.killed(again.begin)
    (execution,) = (row[0] for row in again.rows("id, state") if row[1] == "interrupted")
    settling.settle_calls(again.store, SESSION, [execution], "did-not-run", "", by="Ann", alive=LIVENESS)
    assert again.rows("state") == [("done",), ("settled-not-run",)]
    assert again.door().resume(SESSION).outcome is Outcome.DONE
    assert lines_of(again.effects) == ["a", "b"]


def test_what_is_not_handed_over_with_the_rest_is_given_up_before_the_model_reads_of_it(bench: Any) -> None:
    again = bench("look", dies_after=["b"])
    again.killed(again.begin)
    with again.store.write() as connection:
        told = settling.freeze_one_unknown(connection, SESSION, 1, "n2", 0)
        assert executions.give_up_repeating(connection, SESSION, CallSite(1, "n2", 0)) is False
    assert told.content == OUTCOME_NOT_RECORDED
    assert again.rows("state")[1] == (ExecutionState.MAY_HAVE_RUN,)
    # In the same transaction: a door that dies right after leaves no list that counts otherwise.
    assert again.card().row.unknown_count == 1


@pytest.mark.parametrize("said", [{"repeatable": "yes"}, {"repeatable": 1}, {"read_only": "no"}, {}])
def test_only_a_plain_yes_makes_a_call_repeatable(bench: Any, said: dict[str, Any]) -> None:
    again = bench("put", dies_after=["a"], says=said)
    again.begin()
    again.killed(again.approve)
    assert again.rows("state") == [("may_have_run",)]
