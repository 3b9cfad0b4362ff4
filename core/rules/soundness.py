"""Whether a stored row says what its table means: a flipped byte that no database notices. Pure.

A row is judged by itself: its JSON can be read, its words are known ones, its digests are those of what they stand for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from pausedesk.core.model.canonical import CanonicalError, call_digest, parse_strict
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import AnswerState, Ending, ExecutionState, PauseState, RequestState
from pausedesk.core.rules.fingerprints import chain_digest
from pausedesk.core.rules.manifests import manifest_of


def message_of(body: str) -> dict[str, Any]:
    """A stored message. Raises ValueError where it is none."""
    message = json.loads(body)
    if not isinstance(message, dict) or message.get("kind") not in ("request", "response"):
        raise ValueError("not a message")
    parts = message.get("parts")
    if not isinstance(parts, list) or not all(isinstance(part, dict) and "part_kind" in part for part in parts):
        raise ValueError("a message without its parts")
    return message


def result_of(text: str) -> tuple[Any, str]:
    """A stored result of a call: its content and how it ended. Raises ValueError where it is none."""
    result = json.loads(text)
    if not isinstance(result, dict) or not isinstance(result.get("outcome"), str) or "content" not in result:
        raise ValueError("not a result")
    return result["content"], result["outcome"]


def _names(text: str) -> list[str]:
    names = json.loads(text)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError("not a list of names")
    return names


def _object(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError("not an object")
    return value


# What each text has to be that is not just a text; an empty one says nothing and is sound.
_READ: Mapping[tuple[str, str], Callable[[str], object]] = {
    ("messages", "body"): message_of,
    ("requests", "arguments"): parse_strict,
    ("requests", "given"): _names,
    ("requests", "chain"): _names,
    ("requests", "author"): _object,
    ("requests", "files"): _object,
    ("requests", "answer_schema"): parse_strict,
    ("requests", "state"): RequestState,
    ("answers", "state"): AnswerState,
    ("answers", "value"): parse_strict,
    ("answers", "reserved_for"): Owner.from_json,
    ("executions", "state"): ExecutionState,
    ("executions", "owner"): Owner.from_json,
    ("executions", "result"): result_of,
    ("pauses", "state"): PauseState,
    ("runs", "owner"): Owner.from_json,
    ("runs", "partial"): message_of,
    ("sessions", "ending"): Ending,
    ("audit", "data"): _object,
    ("manifests", "body"): manifest_of,
}


def row_fault(table: str, row: Mapping[str, Any]) -> str | None:
    """What of a row cannot be what was written, as a part of a sentence; None where nothing is seen to be wrong."""
    for name, value in row.items():
        read = _READ.get((table, name))
        if read is None or not value:
            continue
        try:
            read(value)
        except (ValueError, TypeError, RecursionError, CanonicalError):
            return f"its {name} cannot be read"
    if table == "requests":
        return _request_fault(row)
    if table == "messages" and message_of(row["body"])["kind"] != row["kind"]:
        return "its kind is not that of its message"
    return None


def _request_fault(row: Mapping[str, Any]) -> str | None:
    if call_digest(row["tool"], parse_strict(row["arguments"])) != row["digest"]:
        return "its digest is not that of its call"
    if chain_digest(_names(row["chain"])) != row["chain_digest"]:
        return "its digest is not that of the rules that asked"
    return None
