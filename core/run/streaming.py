"""What a model says, followed while it says it, so that an answer that is cut off is kept up to the cut.

Sits directly around the agent's model. A model that can stream is asked for a stream, whose end is the same response;
every part of an answer that a provider pauses and goes on with comes through here by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelResponse,
    TextPart,
    ThinkingPart,
)
from pydantic_ai.models import Model, ModelRequestParameters, StreamedResponse
from pydantic_ai.models.fallback import FallbackModel
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.models.wrapper import WrapperModel
from pydantic_ai.settings import ModelSettings

# How long what was said may be kept in memory alone: a short answer is never written twice.
KEEP_SECONDS = 1.0

Keep = Callable[[dict[str, Any]], None]


class Followed(WrapperModel):
    """A model whose answers are followed. `keep` is told what there is of an answer under way, as a stored message;
    seldom, and never of one that came at once."""

    def __init__(self, wrapped: Model, keep: Keep) -> None:
        super().__init__(wrapped)
        self._keep = keep
        self._stream: StreamedResponse | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._paused: ModelResponse | None = None

    async def request(
        self,
        messages: list[ModelMessage],
        model_settings: ModelSettings | None,
        model_request_parameters: ModelRequestParameters,
    ) -> ModelResponse:
        """Ask the model. What a provider paused is written down before it is gone on with."""
        last = messages[-1] if messages else None
        self._paused = last if isinstance(last, ModelResponse) and last.state == "suspended" else None
        if self._paused is not None:
            self._keep(_dumped(self._paused))
        if not can_stream(self.wrapped):
            return await self.wrapped.request(messages, model_settings, model_request_parameters)
        try:
            async with self.wrapped.request_stream(messages, model_settings, model_request_parameters) as stream:
                self._stream = stream
                async for _ in stream:
                    if self._timer is None:
                        self._timer = asyncio.get_running_loop().call_later(KEEP_SECONDS, self._keep_now)
            return stream.get()
        except BaseException:
            self._keep_now()
            raise
        finally:
            self._stream = None
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None

    def _keep_now(self) -> None:
        self._timer = None
        # Where the provider paused it before, that is what can be gone on with, and it stands written already.
        if self._stream is not None and self._paused is None and (cut := _cut_off(self._stream.get())) is not None:
            self._keep(_dumped(cut))


def can_stream(model: Model) -> bool:
    """Whether asking a model for a stream asks it for the same as a plain request does."""
    kind = type(model)
    asks, streams = (next(c for c in kind.__mro__ if name in vars(c)) for name in ("request", "request_stream"))
    # Who changes what a request is, and leaves streams as they are, means requests.
    if streams is Model or not issubclass(streams, asks):
        return False
    if isinstance(model, FunctionModel):
        return model.stream_function is not None
    if isinstance(model, FallbackModel):
        return all(map(can_stream, model.models))
    return not isinstance(model, WrapperModel) or can_stream(model.wrapped)


def _cut_off(response: ModelResponse) -> ModelResponse | None:
    """An answer up to where it was cut off, without its calls: none of them was whole. None where nothing was said."""
    parts = [part for part in response.parts if isinstance(part, TextPart | ThinkingPart) and part.content]
    return replace(response, parts=parts, state="interrupted", finish_reason=None) if parts else None


def _dumped(response: ModelResponse) -> dict[str, Any]:
    (message,) = ModelMessagesTypeAdapter.dump_python([response], mode="json")
    return cast("dict[str, Any]", message)
