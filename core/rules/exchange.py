"""Histories in two forms: the entries of an envelope, and the messages that our own engine reads and writes.

Messages are Pydantic AI's as JSON (see `history`). Both ways keep every call, and a result only where the other form
has a place for it; what one form cannot say is left out, never made up (answered-pause rules, sections 2 and 7). Pure
functions; what is given is never changed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from pausedesk.core.model.canonical import CanonicalError, parse_strict
from pausedesk.core.model.envelopes import HistoryEntry, JsonObject, WireCall
from pausedesk.core.rules.envelope_calls import OpenEntryCall, in_place
from pausedesk.core.rules.history import Message

_LATEST_MS = 253_402_300_799_000  # the last second of the year 9999: a later one has no date


def messages_of_entries(history: Sequence[HistoryEntry], at: float) -> list[Message]:
    """The messages that an envelope's history says: each result right after its own turn, open calls left open.

    `at` is when the history was stored, in milliseconds since the Unix epoch: without it the same history would be read
    with another time each time. A result that answers no call, or a call that has one already, is left out, because no
    provider takes it. A role that is not known is read as the user's words: never as the system's.
    """
    stamp = datetime.fromtimestamp(min(max(at, 0), _LATEST_MS) / 1000, UTC).isoformat()
    messages: list[Message] = []
    for entry, call in in_place(history):
        if entry is None:
            continue
        if entry.role == "assistant":
            messages.append({"kind": "response", "parts": _response_parts(entry), "timestamp": stamp})
        elif call is None:
            kind = "system-prompt" if entry.role == "system" else "user-prompt"
            part = {"part_kind": kind, "content": entry.content, "timestamp": stamp}
            messages.append({"kind": "request", "parts": [part]})
        else:
            part = {**_result_part(entry, call), "timestamp": stamp}
            if messages[-1]["kind"] == "request":
                messages[-1]["parts"].append(part)
            else:
                messages.append({"kind": "request", "parts": [part]})
    return messages


def entries_of_messages(messages: Sequence[Message]) -> list[JsonObject]:
    """The history of an envelope that messages say, as its entries stand on the wire.

    Contents that are no text are there as JSON; what a model thought, and calls that its provider ran itself, are left
    out, for an envelope has no place for them.
    """
    entries: list[JsonObject] = []
    for message in messages:
        if message["kind"] == "response":
            entries.append(_assistant_entry(message["parts"]))
        else:
            entries.extend(entry for part in message["parts"] if (entry := _entry_of(part)) is not None)
    return entries


def first_words(messages: Sequence[Message]) -> str:
    """The first thing that the user said; empty where they said nothing."""
    said = (part for message in messages if message["kind"] == "request" for part in message["parts"])
    return next((_text(part.get("content")) for part in said if part.get("part_kind") == "user-prompt"), "")


def _response_parts(entry: HistoryEntry) -> list[JsonObject]:
    parts: list[JsonObject] = []
    if entry.content or not entry.tool_calls:
        parts.append({"part_kind": "text", "content": entry.content})
    parts.extend(
        {"part_kind": "tool-call", "tool_name": call.tool, "args": _args(call), "tool_call_id": call.call_id}
        for call in entry.tool_calls
    )
    return parts


def _args(call: WireCall) -> Any:
    # The engine takes an object, or a text that should hold one.
    if call.args is None or isinstance(call.args, dict | str):
        return call.args
    return json.dumps(call.args, ensure_ascii=False)


def _result_part(entry: HistoryEntry, call: OpenEntryCall) -> JsonObject:
    return {
        "part_kind": "tool-return",
        "tool_name": call.tool,
        "content": entry.content,
        "tool_call_id": call.call_id,
        "outcome": "success",
    }


def _assistant_entry(parts: Sequence[Any]) -> JsonObject:
    said = [_text(part.get("content")) for part in parts if part.get("part_kind") == "text"]
    calls = [
        {"id": _text(part.get("tool_call_id")), "name": _text(part.get("tool_name")), "args": _wire_args(part)}
        for part in parts
        if part.get("part_kind") == "tool-call"
    ]
    entry: JsonObject = {"role": "assistant", "content": "\n".join(text for text in said if text)}
    return {**entry, "toolCalls": calls} if calls else entry


def _wire_args(part: Any) -> Any:
    args = part.get("args")
    if not isinstance(args, str):
        return {} if args is None else args
    try:
        return parse_strict(args)
    except CanonicalError:
        return args


def _entry_of(part: Any) -> JsonObject | None:
    kind, content = part.get("part_kind"), _text(part.get("content"))
    if kind == "tool-return" or (kind == "retry-prompt" and part.get("tool_name")):
        return {
            "role": "tool",
            "content": content,
            "toolCallId": _text(part.get("tool_call_id")),
            "toolName": _text(part.get("tool_name")),
        }
    if kind == "system-prompt":
        return {"role": "system", "content": content}
    if kind in ("user-prompt", "retry-prompt"):
        return {"role": "user", "content": content}
    return None


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list) and content and all(isinstance(piece, str) for piece in content):
        return "\n".join(content)
    return "" if content is None else json.dumps(content, ensure_ascii=False)
