"""The gate stands directly around the tools, whatever capabilities an agent has of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool, WrapperToolset
from tests.core.inside import Inside, appends


@dataclass
class Other(WrapperToolset[Any]):
    """Makes another call of each call."""

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Any:
        return await self.wrapped.call_tool(name, {**tool_args, "text": "other"}, ctx, tool)


@dataclass
class Changes(AbstractCapability[Any]):
    """Wraps `Other` around the tools, as far inside as it can."""

    position: Any = None

    def get_ordering(self) -> CapabilityOrdering | None:
        return CapabilityOrdering(position=self.position)

    def get_wrapper_toolset(self, toolset: AbstractToolset[Any]) -> AbstractToolset[Any]:
        return Other(toolset)


@pytest.mark.parametrize("position", [None, "innermost", "outermost"])
def test_a_wrapper_that_changes_a_call_on_its_way_to_the_tool_does_not_get_past_the_gate(
    inside: Inside, position: str | None
) -> None:
    inside.capabilities = [Changes(position)]
    inside.run([appends("a")], "the end")
    result = inside.answer()
    assert (str(result.outcome), result.code, inside.lines) == ("closed", "call-changed", [])


@dataclass
class Keys(WrapperToolset[Any]):
    """Keeps what each call gets as its idempotency key."""

    keys: list[Any]

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Any:
        self.keys.append(ctx.tool_call_metadata)
        return await self.wrapped.call_tool(name, tool_args, ctx, tool)


@dataclass
class Sees(AbstractCapability[Any]):
    """Wraps `Keys` around the tools."""

    keys: list[Any]

    def get_wrapper_toolset(self, toolset: AbstractToolset[Any]) -> AbstractToolset[Any]:
        return Keys(toolset, self.keys)


def test_an_approved_call_gets_its_request_as_its_idempotency_key(inside: Inside) -> None:
    """Section 1: for the restore of a whole machine, which nothing here can see."""
    keys: list[Any] = []
    inside.capabilities = [Sees(keys)]
    inside.run([["note", {"text": "n"}, "c0"]], [["append", {"text": "a"}, "c1"]], "the end")
    (asked,) = inside.asked()
    assert keys == [None]
    inside.answer()
    assert (inside.lines, keys) == (["n", "a"], [None, {"pausedesk": {"request": asked.request}}])
