"""Answers that are cut off: what was said is kept up to the cut, the ending is known, and resuming picks it up once."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.exceptions import (
    ContentFilterError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    UsageLimitExceeded,
)
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.fallback import FallbackModel
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.models.wrapper import WrapperModel
from tests.core.inside import SESSION, refusal
from tests.faults.rig import fork, reap

from pausedesk.core.rules.resume_words import MODEL_READS, ResumeCause
from pausedesk.core.run import host, streaming
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.desk import Desk
from pausedesk.core.run.door import DoorResult
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.past import load_history

Streams = Callable[[list[ModelMessage], AgentInfo], AsyncIterator[Any]]


def agent_of(stream: Streams) -> Agent[None, str]:
    return Agent(FunctionModel(stream_function=stream))


def run(store: Store, stream: Streams) -> DoorResult:
    return Desk(store).run(agent_of(stream), "go", session=SESSION, spec="inside:agent")


def resume(store: Store, stream: Streams) -> DoorResult:
    return Desk(store).resume(agent_of(stream), SESSION)


def standing(store: Store) -> tuple[str, str, str]:
    with store.read() as connection:
        card = read_card(connection, SESSION, LIVENESS)
    assert card is not None
    return card.row.ending, card.row.confidence, card.row.stopped_by


def said(store: Store) -> list[tuple[str, str | None, list[str]]]:
    """Each stored message: its kind, its state, and the texts of its parts."""
    with store.read() as connection:
        messages, _ = load_history(connection, SESSION)
    return [
        (one["kind"], one.get("state"), [part["content"] for part in one["parts"] if "content" in part])
        for one in messages
    ]


def partials(store: Store) -> list[Any]:
    with store.read() as connection:
        return [row[0] for row in connection.exec_driver_sql("SELECT partial FROM runs ORDER BY fence")]


async def kept(store: Store) -> None:
    """Return when something of the answer under way is kept."""
    for _ in iter(lambda: any(partials(store)), True):
        await asyncio.sleep(0)


async def fails(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
    yield "Once "
    yield "upon"
    yield {1: DeltaToolCall("pay", '{"to": ', tool_call_id="c")}
    raise ModelHTTPError(529, "inside", "overloaded")


async def answers(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
    yield "The whole "
    yield "answer"


def test_what_was_said_before_the_provider_failed_is_kept_without_its_calls(store: Store) -> None:
    result = run(store, fails)
    assert (result.outcome, result.code) == ("failed", "provider")
    assert "overloaded" in (result.why or "")
    assert said(store)[1:] == [("response", "interrupted", ["Once upon"])]
    assert standing(store) == ("api_error", "certain", "process")
    assert resume(store, answers).outcome == "done"
    notice = MODEL_READS[ResumeCause.CUT_OFF]
    assert [texts for _, _, texts in said(store)[2:]] == [[notice], ["The whole answer"]]
    assert refusal(lambda: resume(store, answers)).code == "completed"


def test_an_answer_that_comes_at_once_is_written_once(store: Store) -> None:
    kept: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(host, "keep_partial", lambda *given: kept.append(given))
        assert run(store, answers).outcome == "done"
    assert (kept, partials(store)) == ([], [None])


def test_a_long_answer_is_kept_while_it_is_said_and_dropped_when_it_is_whole(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streaming, "KEEP_SECONDS", 0.0)
    seen: list[list[Any]] = []

    async def slow(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        yield "Once "
        await kept(store)
        seen.append(partials(store))
        yield "upon"

    assert run(store, slow).outcome == "done"
    assert "Once " in str(seen[0][0])
    assert partials(store) == [None]
    assert said(store)[1] == ("response", "complete", ["Once upon"])


def _killed_in_the_middle(path: Any) -> None:
    """In a fork: an answer under way, kept, and then nothing more of its process."""
    streaming.KEEP_SECONDS = 0.0
    store = open_store(path)

    async def slow(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        yield "Once upon"
        await kept(store)
        os.kill(os.getpid(), signal.SIGKILL)

    with store.read() as connection:
        begun = connection.exec_driver_sql("SELECT count(*) FROM sessions").scalar()
    (resume if begun else run)(store, slow)


def test_a_process_that_is_killed_in_an_answer_leaves_what_was_said(store: Store) -> None:
    store.close()
    for times in (1, 2):
        assert reap(fork(lambda: _killed_in_the_middle(store.path))) == signal.SIGKILL
        again = open_store(store.path)
        look_after(again)
        assert standing(again) == ("response_cut_off", "certain", "process")
        cut = [one for one in said(again) if one[1] == "interrupted"]
        assert [one[2] for one in cut] == [["Once upon"]] * times
        again.close()
    last = open_store(store.path)
    read: list[Any] = []

    async def whole(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
        read.extend(getattr(part, "content", None) for one in messages for part in one.parts)
        yield "The whole answer"

    assert resume(last, whole).outcome == "done"
    # The notice of the first resume was replaced by that of the second.
    assert read.count(MODEL_READS[ResumeCause.CUT_OFF]) == 1
    last.close()


@pytest.mark.parametrize(
    ("response", "code", "ending", "resumed"),
    [
        (ModelResponse(parts=[TextPart("half")], finish_reason="length"), "output-limit", "output_limit", "done"),
        (ModelResponse(parts=[], finish_reason="length"), "output-limit", "output_limit", "done"),
        (ModelResponse(parts=[TextPart("no")], finish_reason="content_filter"), "model-refused", "refused", "refused"),
        (ModelResponse(parts=[], finish_reason="content_filter"), "model-refused", "refused", "refused"),
        (ContentFilterError("no"), "model-refused", "refused", "done"),
        # Sent again as it is, it would be refused the same way.
        (ModelContextWindowExceededError("inside", "too long"), "context-full", "context_full", "refused"),
        (UsageLimitExceeded("too many requests"), "usage-limit", "stopped", "done"),
        (ModelHTTPError(503, "inside", "busy"), "provider", "api_error", "done"),
    ],
)
def test_how_the_model_ended_it_is_known(
    store: Store, response: ModelResponse | Exception, code: str, ending: str, resumed: str
) -> None:
    turns: list[Any] = [response, ModelResponse(parts=[TextPart("the rest")], finish_reason="stop")]

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        turn = turns.pop(0)
        if isinstance(turn, Exception):
            raise turn
        assert isinstance(turn, ModelResponse)
        return turn

    agent: Agent[None, str] = Agent(FunctionModel(model))
    desk = Desk(store)
    result = desk.run(agent, "go", session=SESSION, spec="inside:agent")
    assert (result.outcome, result.code) == ("failed", code)
    assert standing(store)[:2] == (ending, "certain")
    if resumed == "refused":
        assert refusal(lambda: desk.resume(agent, SESSION)).code == ("refused" if ending == "refused" else ending)
        # A message is sent all the same: to a model with a larger context, say.
        assert desk.run(agent, "go on", session=SESSION, spec="inside:agent").outcome == "done"
    else:
        assert desk.resume(agent, SESSION).outcome == "done"
        assert standing(store)[0] == "finished"


def test_a_pause_of_the_provider_is_written_before_it_is_gone_on_with(store: Store) -> None:
    first = ModelResponse(parts=[TextPart("part one, ")], state="suspended", provider_response_id="a")
    kept: list[Any] = []

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if isinstance(messages[-1], ModelResponse):
            kept.append(partials(store)[-1])
            if len(kept) == 1:
                raise ModelHTTPError(503, "inside", "busy")
            return ModelResponse(parts=[TextPart("part two")], provider_response_id="b")
        return first

    agent: Agent[None, str] = Agent(FunctionModel(model))
    desk = Desk(store)
    assert desk.run(agent, "go", session=SESSION, spec="inside:agent").outcome == "failed"
    assert '"state":"suspended"' in kept[0]
    assert said(store)[1:] == [("response", "suspended", ["part one, "])]
    with store.read() as connection:
        card = read_card(connection, SESSION, LIVENESS)
    assert card is not None
    assert (card.resume_sentence.startswith("The provider paused"), card.can_resume) == (True, True)
    assert desk.resume(agent, SESSION).outcome == "done"
    assert "".join(said(store)[-1][2]) == "part one, part two"


class AsksOnly(WrapperModel):
    """Changes what a request is, and leaves streams as they are."""

    async def request(self, messages: Any, model_settings: Any, model_request_parameters: Any) -> ModelResponse:
        return await self.wrapped.request(messages, model_settings, model_request_parameters)


@pytest.mark.parametrize(
    ("model", "can"),
    [
        (FunctionModel(stream_function=answers), True),
        (FunctionModel(lambda messages, info: ModelResponse(parts=[ToolCallPart("x")])), False),
        (WrapperModel(FunctionModel(stream_function=answers)), True),
        (AsksOnly(FunctionModel(stream_function=answers)), False),
        (FallbackModel(TestModel(), FunctionModel(stream_function=answers)), True),
        (FallbackModel(TestModel(), FunctionModel(lambda messages, info: ModelResponse(parts=[]))), False),
    ],
)
def test_which_models_are_asked_for_a_stream(model: Any, can: bool) -> None:
    assert streaming.can_stream(model) is can
