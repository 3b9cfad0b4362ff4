"""The rule that asked is not the rule that would ask now: the approval is not used, and the call does not run on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent, ApprovalRequired, RunContext
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from pausedesk.core.model.states import Outcome
from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE, OUTCOME_NOT_RECORDED
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.calls import asked_calls


def _agent(lines: list[str], told: list[str], *, gated: bool) -> Agent[None, str]:
    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        found = [str(part.content) for part in messages[-1].parts if part.part_kind == "tool-return"]
        told.extend(found)
        if found:
            return ModelResponse(parts=[TextPart("the end")])
        calls = [ToolCallPart(name, {"text": name}, tool_call_id=name) for name in ("plain", "moved")]
        return ModelResponse(parts=calls)

    agent: Agent[None, str] = Agent(FunctionModel(model), deps_type=type(None))
    metadata: dict[str, Any] = {"pausedesk": {"version": "1"}}

    @agent.tool_plain(requires_approval=True, metadata=metadata)
    def plain(text: str) -> str:
        lines.append(text)
        return text

    @agent.tool(requires_approval=gated, metadata=metadata)
    def moved(ctx: RunContext[None], text: str) -> str:
        if not gated and not ctx.tool_call_approved:
            lines.append("entered")
            raise ApprovalRequired
        lines.append(text)
        return text

    return agent


@pytest.mark.parametrize("gated", [True, False])
def test_an_approval_given_to_another_rule_is_not_used(gated: bool, tmp_path: Path) -> None:
    lines: list[str] = []
    told: list[str] = []
    before, after = _agent(lines, told, gated=gated), _agent(lines, told, gated=not gated)
    with Desk(tmp_path / "store.db") as desk:
        session = desk.run(before, "go").session
        with desk.store.read() as connection:
            asked = asked_calls(connection, session)
        assert {one.tool for one in asked} == {"plain", "moved"}
        entered = [] if gated else ["entered"]
        assert lines == entered
        result = desk.answer(after, session, approve=True, by="Ada")
        assert result is not None
        # The other call of the turn was asked by the rule that asks now: its approval stands.
        assert {call.tool: str(call.state) for call in result.calls} == {"moved": "closed", "plain": "done"}
        assert lines == [*entered, "plain"]
        with desk.store.read() as connection:
            codes = connection.exec_driver_sql("SELECT spent_code FROM requests WHERE state = 'closed'").scalars().all()
            notice = connection.exec_driver_sql("SELECT text FROM notices WHERE call_id = 'moved'").scalar_one()
        assert codes == ["chain-changed"]
        # A body that asked from inside was entered: of it nothing says that it did not run.
        assert notice == (NOT_RUN_UNANSWERABLE if gated else OUTCOME_NOT_RECORDED)
        assert result.outcome is Outcome.DONE
        assert told == ["plain", notice]  # in the order of the calls
