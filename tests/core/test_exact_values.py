"""Values that two readers could read differently are shown and run identically, or nothing runs (scenario 24)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from pausedesk.core.model.canonical import parse_strict
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.cards import read_card

RAW = [
    '{"value": 9007199254740993}',
    '{"value": -9007199254740993}',
    '{"value": 123456789012345678901234567890}',
    '{"value": 9007199254740993.0}',
    '{"value": 1e400}',
    '{"value": -1e400}',
    '{"value": 1e-400}',
    '{"value": -0.0}',
    '{"value": -0}',
    '{"value": 0.1000000000000000055}',
    '{"value": 1.0}',
    '{"value": 1}',
    '{"value": "1"}',
    '{"value": true}',
    '{"value": "true"}',
    '{"value": null}',
    '{"value": NaN}',
    '{"value": Infinity}',
    '{"value": "NaN"}',
    '{"value": 1, "value": 2}',
    '{"value": {"a": 1, "a": 2}}',
    '{"value": {"data": 1, "args": 2, "arguments": 3}}',
    '{"value": "\\ud800"}',
    '{"value": "\\u0000"}',
    '{"value": "a\\u200bb\\u202ec"}',
    '{"value": "é"}',
    '{"value": "e\\u0301"}',
    '{"value": [1, 1.0, "1", true, null]}',
    '{"value": 10000000000000000000000000000000000000000000000000000000000000000001.5}',
]


def exactly(value: object) -> str:
    """A value's text in which 1, 1.0, True and -0.0 differ; the order of an object's members says nothing."""
    if isinstance(value, dict):
        return repr(sorted((name, exactly(one)) for name, one in value.items()))
    if isinstance(value, list):
        return repr([exactly(one) for one in value])
    return f"{type(value).__name__}:{value!r}"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One desk for all: each value has a session of its own."""
    with Desk(tmp_path_factory.mktemp("desk") / "store.db") as made:
        yield made


@pytest.mark.parametrize("kind", ["any", "int", "float"])
@pytest.mark.parametrize("raw", RAW)
def test_what_is_shown_is_what_runs_to_the_last_digit(raw: str, kind: str, desk: Desk) -> None:
    ran: list[object] = []

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if len(messages) > 1:
            return ModelResponse(parts=[TextPart("the end")])
        return ModelResponse(parts=[ToolCallPart("use", raw, tool_call_id="c1")])

    def use(value: Any) -> str:
        ran.append(value)
        return "used"

    use.__annotations__ = {"value": {"any": Any, "int": int, "float": float}[kind], "return": str}
    agent = Agent(FunctionModel(model))
    agent.tool_plain(requires_approval=True)(use)
    result = desk.run(agent, "go")
    if str(result.outcome) != "paused":
        assert ran == []  # refused by the tool's own types, or for having no exact form
        return
    with desk.store.read() as connection:
        card = read_card(connection, result.session, None)
    assert card is not None
    (request,) = card.requests
    (shown,) = request.arguments
    done = desk.answer(agent, result.session, approve=True, by="Ada")
    assert done is not None
    assert (str(done.outcome), len(ran)) == ("done", 1)
    assert exactly(shown.value) == exactly(ran[0])
    hashed = parse_strict(request.canonical)
    assert isinstance(hashed, dict)
    assert exactly(hashed["value"]) == exactly(ran[0])
