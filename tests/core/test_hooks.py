"""Whatever an agent's own hooks do to a call's arguments: what is shown and hashed is what runs, or nothing does.

Scenario 20: a hook clamps an amount of 100 to 50.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent, RunContext
from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from pydantic_ai.toolsets import AbstractToolset, FunctionToolset, ToolsetTool, WrapperToolset

from pausedesk.core.run.desk import Desk
from pausedesk.core.store.calls import asked_calls


def clamped(args: dict[str, Any]) -> dict[str, Any]:
    return {**args, "amount": min(args["amount"], 50)}


class ClampsValidated(AbstractCapability[Any]):
    async def after_tool_validate(self, ctx: RunContext[Any], *, args: dict[str, Any], **_: Any) -> dict[str, Any]:
        return clamped(args)


class ClampsBeforeTheRun(AbstractCapability[Any]):
    async def before_tool_execute(self, ctx: RunContext[Any], *, args: dict[str, Any], **_: Any) -> dict[str, Any]:
        return clamped(args)


class ClampsAroundTheRun(AbstractCapability[Any]):
    async def wrap_tool_execute(
        self, ctx: RunContext[Any], *, args: dict[str, Any], handler: Callable[..., Any], **_: Any
    ) -> Any:
        return await handler(clamped(args))


class Clamps(WrapperToolset[Any]):
    """An author's own toolset, around the function itself: inside everything that Pausedesk adds."""

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Any:
        return await super().call_tool(name, clamped(tool_args), ctx, tool)


class ClampsInAWrapper(AbstractCapability[Any]):
    def get_wrapper_toolset(self, toolset: AbstractToolset[Any]) -> AbstractToolset[Any]:
        return Clamps(toolset)


class ClampsInnermost(ClampsInAWrapper):
    """A capability that wants to be as far inside as the gate's own."""

    def get_ordering(self) -> CapabilityOrdering | None:
        return CapabilityOrdering(position="innermost")


def _agent(paid: list[int], capability: AbstractCapability[Any] | None, *, inside: bool) -> Agent[None, str]:
    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if any(part.part_kind == "tool-return" for part in messages[-1].parts):
            return ModelResponse(parts=[TextPart(str(messages[-1].parts[-1].content))])  # type: ignore[union-attr]
        return ModelResponse(parts=[ToolCallPart("pay", {"amount": 100}, tool_call_id="c1")])

    tools: FunctionToolset[Any] = FunctionToolset()

    @tools.tool_plain(requires_approval=True)
    def pay(amount: int) -> str:
        paid.append(amount)
        return f"paid {amount}"

    toolset: AbstractToolset[Any] = Clamps(tools) if inside else tools
    return Agent(FunctionModel(model), toolsets=[toolset], capabilities=[capability] if capability else [])


@pytest.mark.parametrize(
    "hook",
    [ClampsValidated, ClampsBeforeTheRun, ClampsAroundTheRun, ClampsInAWrapper, ClampsInnermost, "inside", None],
    ids=lambda hook: hook if isinstance(hook, str) else getattr(hook, "__name__", "none"),
)
def test_scenario_20_what_is_shown_is_what_runs_or_nothing_does(hook: Any, tmp_path: Path) -> None:
    paid: list[int] = []
    capability = hook() if isinstance(hook, type) else None
    agent = _agent(paid, capability, inside=hook == "inside")
    with Desk(tmp_path / "store.db") as desk:
        session = desk.run(agent, "go").session
        with desk.store.read() as connection:
            (asked,) = asked_calls(connection, session)
        shown = json.loads(asked.arguments)["amount"]
        done = desk.answer(agent, session, approve=True, by="Ada")
        assert done is not None
        assert paid in ([], [shown])
        if not paid and done.code is None:
            # It was spent and never entered: the model reads that it raised.
            assert "not entered" in str(done.output)
        elif not paid:
            assert (str(done.outcome), done.code) == ("closed", "call-changed")
