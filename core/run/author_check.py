"""The child's side of a check: finding what the tool's author gave, asking it, and saying what it said.

Runs in a child that was started for it and runs nothing else. Whatever the check does ends in one sentence.
"""

from __future__ import annotations

import inspect
from typing import Any

from pydantic_ai import Agent, RunContext
from pydantic_ai.models.test import TestModel
from pydantic_ai.toolsets import CombinedToolset
from pydantic_ai.usage import RunUsage

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.checks import CallToCheck, CheckAnswer, CheckWord
from pausedesk.core.run.agents import load_attribute
from pausedesk.core.run.arguments import jsonable_result, text_of
from pausedesk.core.run.tools import KnownTool, known_tool

NO_CHECK = "no-check"


class NoCheck(Exception):
    """The call cannot be checked: there is no such tool any more, or its author gave no check."""


async def check_call(agent: Agent[Any, Any], deps: Any, call: CallToCheck) -> dict[str, Any]:
    """Ask the author's check about one call; returns the child's message."""
    try:
        tools = await _tools(agent, deps)
    except Exception as error:  # noqa: BLE001 - a toolset may do anything
        return _said(CheckWord.UNKNOWN, why=f"The agent's tools could not be listed: {_error(error)}")
    try:
        answer = _check_of(tools.get(call.tool), call.tool)(call)
        if inspect.isawaitable(answer):
            answer = await answer
    except NoCheck as none:
        return {"op": "no-check", "code": NO_CHECK, "sentence": str(none)}
    except PausedeskError as error:
        return {"op": "no-check", "code": error.code, "sentence": error.sentence}
    except BaseException as error:  # noqa: BLE001 - a check that raises, even to end the process, says nothing
        return _said(CheckWord.UNKNOWN, why=f"The check raised {_error(error)}")
    return _answer(answer)


async def _tools(agent: Agent[Any, Any], deps: Any) -> dict[str, KnownTool]:
    model = agent.model if agent.model is not None and not isinstance(agent.model, str) else TestModel()
    context = RunContext[Any](deps=deps, model=model, usage=RunUsage())
    async with CombinedToolset(list(agent.toolsets)) as toolset:
        return {name: known_tool(tool) for name, tool in (await toolset.get_tools(context)).items()}


def _check_of(tool: KnownTool | None, name: str) -> Any:
    if tool is None:
        raise NoCheck(f"The agent has no tool {name} any more, so there is no check of it.")
    check = tool.check
    if check is None:
        raise NoCheck(f"The author of {name} gave no check.")
    if isinstance(check, str):
        check = load_attribute(check, "what checks a call")
    if not callable(check):
        raise NoCheck(f"What the author of {name} gave for a check cannot be called.")
    return check


def _answer(answer: Any) -> dict[str, Any]:
    if isinstance(answer, CheckAnswer):
        try:
            said = CheckWord(answer.said)
        except ValueError:
            return _said(CheckWord.UNKNOWN, why="The check said a word that no check has.")
        return _said(said, result=jsonable_result(answer.result) if said is CheckWord.RAN else None)
    if isinstance(answer, str) and answer in (CheckWord.NOT_RAN, CheckWord.UNKNOWN):
        return _said(CheckWord(answer))
    kind = type(answer).__name__
    return _said(CheckWord.UNKNOWN, why=f"The check returned a value of type {kind}, which is no answer of a check.")


def _error(error: BaseException) -> str:
    text = text_of(error).partition("\n")[0]
    return f"{type(error).__name__}: {text}." if text else f"{type(error).__name__}."


def _said(said: CheckWord, *, result: Any = None, why: str | None = None) -> dict[str, Any]:
    return {"op": "check-said", "said": str(said), "result": result, "why": why}
