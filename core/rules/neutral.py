"""Messages of Pydantic AI, as our own runs store them and its files hold them, in the neutral form that endings and
resuming are told over. Pure; what is not understood is never dropped.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from pausedesk.core.model.histories import Message, Role, StopInfo, StopReason, ToolCall
from pausedesk.core.rules.history import INTERNAL

NOTICE = "notice"
"""In the metadata of a message that resuming added: the code of what it says (`resume_words.ResumeCause`)."""

_STATES = MappingProxyType(
    {
        "suspended": StopReason.PAUSED,
        "interrupted": StopReason.INTERRUPTED,
        "incomplete": StopReason.INTERRUPTED,
    }
)
_FINISHES = MappingProxyType(
    {
        "stop": StopReason.END_TURN,
        "tool_call": StopReason.TOOL_USE,
        "length": StopReason.MAX_OUTPUT,
        "content_filter": StopReason.REFUSAL,
    }
)


def neutral_messages(message: Mapping[str, Any], longest: int | None = None) -> list[Message]:
    """What one stored message is in neutral form: a response is one message, a request one for each of its parts.

    `longest`: after so many characters a text is cut, where a history is held that is only told the end of.
    """
    if message.get("kind") == "response":
        return [_response(message, longest)]
    metadata = message.get("metadata")
    ours: Any = metadata.get(INTERNAL) if isinstance(metadata, Mapping) else None
    notice = _text(metadata.get(NOTICE)) if isinstance(metadata, Mapping) else ""
    found = []
    for place, part in enumerate(_parts(message)):
        internal = ours is True or (isinstance(ours, list) and place in ours)
        found.append(_request_part(part, longest, notice if internal else None))
    return found


def stop_of(response: Mapping[str, Any]) -> StopInfo | None:
    """How a response stopped, None where it says nothing. That it did not come to its end comes before a reason."""
    state = _text(response.get("state"))
    if state not in ("", "complete"):
        return StopInfo(_STATES.get(state, StopReason.OTHER), raw=state)
    reason = response.get("finish_reason")
    if reason is None:
        return None
    return StopInfo(_FINISHES.get(_text(reason), StopReason.OTHER), raw=_text(reason))


def _response(message: Mapping[str, Any], longest: int | None) -> Message:
    parts = list(_parts(message))
    words = "".join(_text(part.get("content")) for part in parts if part.get("part_kind") == "text")
    calls = tuple(
        ToolCall(_text(part.get("tool_call_id")), _text(part.get("tool_name")), _arguments(part.get("args")))
        for part in parts
        if part.get("part_kind") == "tool-call"
    )
    return Message(Role.ASSISTANT, words[:longest], calls, stop=stop_of(message))


def _request_part(part: Mapping[str, Any], longest: int | None, notice: str | None) -> Message:
    """One part of a request; `notice` is None where the part is a user's own, else the code of what it says."""
    words = _text(part.get("content"))[:longest]
    if notice is not None:
        return Message(Role.INTERNAL, words, notice=notice)
    match part.get("part_kind"):
        case "system-prompt":
            return Message(Role.SYSTEM, words)
        case kind if kind == "tool-return" or (kind == "retry-prompt" and part.get("tool_name")):
            # A retry prompt without a tool's name answers the response as a whole.
            call, name = _text(part.get("tool_call_id")), _text(part.get("tool_name"))
            return Message(Role.TOOL, words, tool_call_id=call, name=name, success=part.get("outcome") == "success")
        case _:
            return Message(Role.USER, words)


def _parts(message: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    parts = message.get("parts")
    return (part for part in parts if isinstance(part, Mapping)) if isinstance(parts, list) else ()


def _arguments(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
