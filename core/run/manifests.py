"""Looking at an agent's tools without running anything: what its author fixed when the agent was made.

A tool whose definition is made anew in each run - by a function of its author's, by a server that would have to be
started for it - is left out, and the manifest says that it is not whole.
"""

from __future__ import annotations

import copy
from typing import Any, cast

from pydantic_ai import Agent, RunContext
from pydantic_ai.capabilities import AbstractCapability, Hooks
from pydantic_ai.toolsets import (
    AbstractToolset,
    ApprovalRequiredToolset,
    CombinedToolset,
    FunctionToolset,
    PrefixedToolset,
    RenamedToolset,
    SetMetadataToolset,
    ToolsetTool,
    WrapperToolset,
)
from pydantic_ai.usage import RunUsage

from pausedesk.core.rules.manifests import Manifest, ToolIdentity
from pausedesk.core.run.tools import known_tool


async def look_at_tools(agent: Agent[Any, Any]) -> Manifest:
    """The manifest of an agent. Never raises: what cannot be looked at is left out."""
    seen: dict[str, ToolIdentity] = {}
    whole = True
    try:
        capabilities = _capabilities(agent)
        if any(_prepares_tools(one) for one in capabilities):
            return Manifest({}, whole=False)
        whole = not any(_brings_tools(one) for one in capabilities)
        for toolset in agent.toolsets:
            fixed, all_of_it = _fixed_part(toolset)
            whole = whole and all_of_it
            for name, tool in (await _tools(fixed)).items() if fixed is not None else ():
                seen[name] = known_tool(tool).identity
    except Exception:  # noqa: BLE001 - an agent's objects may do anything; its run meets the fault, and says it
        return Manifest(seen, whole=False)
    return Manifest(seen, whole=whole)


def _capabilities(agent: Agent[Any, Any]) -> list[AbstractCapability[Any]]:
    found: list[AbstractCapability[Any]] = []
    agent.root_capability.apply(found.append)
    return found


def _prepares_tools(capability: AbstractCapability[Any]) -> bool:
    if type(capability) is Hooks:
        return bool(capability._get("prepare_tools"))  # its class has the method, whether or not a hook was given
    return _overrides(capability, AbstractCapability, "prepare_tools")


def _brings_tools(capability: AbstractCapability[Any]) -> bool:
    return _overrides(capability, AbstractCapability, "get_toolset", "for_run")


def _overrides(value: object, base: type, *names: str) -> bool:
    return any(getattr(type(value), name) is not getattr(base, name) for name in names)


def _fixed_part(toolset: AbstractToolset[Any]) -> tuple[AbstractToolset[Any] | None, bool]:
    """The part of a toolset whose tools are the same in each run, and whether that is all of it."""
    if isinstance(toolset, FunctionToolset):
        if _overrides(toolset, FunctionToolset, "get_tools", "for_run", "for_run_step"):
            return None, False
        tools = {name: tool for name, tool in toolset.tools.items() if tool.prepare is None}
        if len(tools) == len(toolset.tools):
            return toolset, True
        part = copy.copy(toolset)
        part.tools = tools
        return part, False
    fixed = _is_fixed(toolset)
    return (toolset if fixed else None), fixed


# What these make of the tools inside them, they make of them in each run.
_FIXED = (ApprovalRequiredToolset, PrefixedToolset, RenamedToolset, SetMetadataToolset)


def _is_fixed(toolset: AbstractToolset[Any]) -> bool:
    if isinstance(toolset, CombinedToolset):
        return type(toolset) is CombinedToolset and all(_is_fixed(one) for one in toolset.toolsets)
    if isinstance(toolset, WrapperToolset):
        return type(toolset) in _FIXED and _is_fixed(toolset.wrapped)
    return isinstance(toolset, FunctionToolset) and _fixed_part(toolset)[1]


async def _tools(toolset: AbstractToolset[Any]) -> dict[str, ToolsetTool[Any]]:
    # Nothing that is asked here is the agent's own code, so nothing looks at the model or the dependencies.
    context = RunContext[Any](deps=None, model=cast("Any", None), usage=RunUsage())
    return await toolset.get_tools(context)
