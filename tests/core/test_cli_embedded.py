"""A program that runs its agent itself shares store, ledger and answers with the command line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent, ApprovalRequired
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.core.support import Bench, only

from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.run.desk import Desk
from pausedesk.core.run.desk_door import Answer, DeskDoor


def _agent(lines: Path, asks: int = 1) -> Agent[None, str]:
    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        turn = sum(message.kind == "response" for message in messages)
        if turn < asks:
            return ModelResponse(parts=[ToolCallPart("append", {"text": str(turn)}, tool_call_id="c1")])
        return ModelResponse(parts=[TextPart("the end")])

    agent = Agent(FunctionModel(model), name="embedded")

    @agent.tool_plain(requires_approval=True)
    def append(text: str) -> str:
        with lines.open("a", encoding="utf-8") as file:
            file.write(text + "\n")
        return f"appended {text}"

    return agent


def test_a_program_s_pause_is_listed_answered_and_refused_a_second_time(bench: Bench) -> None:
    lines = bench.folder / "lines.txt"
    agent = _agent(lines)
    with Desk(bench.store) as desk:
        paused = desk.run(agent, "go")
        assert paused.outcome == "paused"
        row = only(bench.cli("list").json["sessions"])
        assert (row["session"], row["agent"]) == (paused.session, "embedded")
        request = only(row["waiting"])["request"]
        done = desk.answer(agent, paused.session, approve=True, request=request, by="Ada")
        assert done is not None
        assert (done.outcome, done.output, bench.lines()) == ("done", "the end", ["0"])
        with pytest.raises(ResumeDecisionError) as refused:
            desk.answer(agent, paused.session, approve=True, request=request, by="Bob")
        assert refused.value.code in ("already-answered", "nothing-waiting")
        again = bench.cli("answer", paused.session, "--request", request, "--approve")
        assert (again.code, again.json["code"]) == (4, "already-answered")
    assert bench.lines() == ["0"]


def test_an_answer_to_a_program_s_own_agent_waits_for_that_program(bench: Bench) -> None:
    agent = _agent(bench.folder / "lines.txt")
    with Desk(bench.store) as desk:
        session = desk.run(agent, "go").session
        asked = only(only(bench.cli("list").json["sessions"])["waiting"])
        DeskDoor(desk.store, by="Ada").submit(session, [Answer(asked["request"], asked["digest"], "approve")], "s1")
        assert bench.cli("worker", "--once").code == 0
        assert bench.rows("SELECT state FROM answers") == [("submitted",)]
        done = desk.take_up(agent, session)
        assert done is not None
        assert (done.outcome, bench.lines()) == ("done", ["0"])


def test_the_retry_of_a_program_s_answer_never_approves_a_later_question(bench: Bench) -> None:
    agent = _agent(bench.folder / "lines.txt", asks=2)
    with Desk(bench.store) as desk:
        session = desk.run(agent, "go").session
        first = desk.answer(agent, session, approve=True, by="Ada")
        assert first is not None
        assert (first.outcome, bench.lines()) == ("paused", ["0"])
        with pytest.raises(UsageError) as refused:
            desk.answer(agent, session, approve=True, by="Ada")
        assert refused.value.code == "request-not-named"
    assert bench.lines() == ["0"]


def test_a_body_that_asked_before_its_run_failed_is_not_entered_again(bench: Bench) -> None:
    lines = bench.folder / "lines.txt"

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if any(message.kind == "response" for message in messages):
            return ModelResponse(parts=[TextPart("the end")])
        calls: list[tuple[str, dict[str, Any]]] = [("asks", {"text": "half"}), ("refused", {"more": [1]})]
        return ModelResponse(parts=[ToolCallPart(name, args, tool_call_id=name) for name, args in calls])

    agent = Agent(FunctionModel(model))

    @agent.tool_plain
    def asks(text: str) -> str:
        with lines.open("a", encoding="utf-8") as file:
            file.write(text + "\n")
        raise ApprovalRequired

    @agent.tool_plain(requires_approval=True)
    def refused(more: Iterable[int]) -> str:
        return "never"

    with Desk(bench.store) as desk:
        failed = desk.run(agent, "go")
        assert (failed.outcome, failed.code) == ("marked", "may-have-run")
        assert only(bench.cli("list").json["sessions"])["unknown"] == ["asks"]
        desk.resume(agent, failed.session)
    assert bench.lines() == ["half"]


@pytest.mark.parametrize("approve", [None, "yes", "approve", 1, 0, "", [True], {"approved": True}])
def test_only_a_truth_value_decides(bench: Bench, approve: Any) -> None:
    agent = _agent(bench.folder / "lines.txt")
    with Desk(bench.store) as desk:
        session = desk.run(agent, "go").session
        for by in ("Ada", "A\ud800"):
            with pytest.raises(ResumeDecisionError) as refused:
                desk.answer(agent, session, approve=approve, by=by)
            assert refused.value.code == "decision-required"
            assert type(approve).__name__ in refused.value.sentence or by != "Ada"
    assert bench.lines() == []
