"""Microsoft Agent Framework: a session as `AgentSession.to_dict` writes it, with the approvals that wait.

Rules: frameworks, 1. After an answer and a crash the file reads as before, so what waits may have been answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.documents import document
from pausedesk.core.importers.ends import end_by_role, first_prompt, last_batch, without_result
from pausedesk.core.importers.values import EXCERPT, arguments, as_text, elements, members, text, tool_call, unreadable
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem


class AgentFramework:
    """Sessions of the Microsoft Agent Framework."""

    format = "agent-framework"
    program = "Microsoft Agent Framework"

    def sniff(self, place: Place) -> bool:
        """An object with a session whose state holds messages or approvals."""
        head = place.head.removeprefix(b"\xef\xbb\xbf").lstrip()
        return head.startswith(b"{") and b'"service_session_id"' in head and b'"state"' in head

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The one session of a file."""
        value = members(document(place, progress))
        session = members(value.get("session", value))
        if not isinstance(session.get("state"), dict):
            yield unreadable(place.path.stem, "It is no whole session: it was cut off, or damaged.")
            return
        yield _session(session, place.path.stem)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of the session."""
        value = members(document(place, lambda _read, _all: True))
        session = members(value.get("session", value))
        found = [item for one in _messages(session) for item in _items(one)]
        return found[start : start + count], len(found)


def _messages(session: dict[str, Any]) -> list[Any]:
    state = members(session.get("state"))
    return [one for kept in state.values() for one in elements(members(kept).get("messages"))]


def _session(session: dict[str, Any], key: str) -> ForeignSession:
    state = members(session.get("state"))
    asked = elements(members(state.get("tool_approval")).get("pending_approval_requests"))
    calls = [_call(members(members(one).get("function_call"))) for one in asked]
    waiting = tuple(call for call in calls if call is not None)
    history = _messages(session)
    neutral = [message for one in history for message in _neutral(one)]
    open_calls = without_result(neutral) or waiting
    if len(waiting) < len(asked):
        reading = Reading(Ending.UNREADABLE, "certain", "", "An approval that waits names no call.")
    elif waiting:
        reading = Reading(Ending.WAITING_APPROVAL, "certain", "", "Approvals of it wait.")
    else:
        reading = end_by_role(neutral, open_calls)
    if not neutral and not asked:
        # Its service may keep them.
        reading = replace(reading, confidence="probable")
    return ForeignSession(
        text(session.get("session_id")) or key,
        first_prompt(neutral),
        "",
        "",
        "",
        None,
        None,
        reading,
        waiting=waiting,
        open_calls=open_calls,
        tail=last_batch(neutral),
        messages=len(history),
        faults=tuple(f"Message {at} cannot be understood." for at, one in enumerate(history) if not _known(one)),
    )


def _known(message: Any) -> bool:
    return isinstance(message, dict) and isinstance(message.get("contents"), list)


def _call(value: dict[str, Any]) -> ForeignCall | None:
    call, name = text(value.get("call_id")), text(value.get("name"))
    return ForeignCall(call, name, arguments(value.get("arguments"))) if call and name else None


def _neutral(message: Any) -> list[Message]:
    if not _known(message):
        return [Message(Role.UNKNOWN, raw=message)]
    parts = [members(part) for part in message["contents"]]
    words = "".join(text(part.get("text")) for part in parts if part.get("type") == "text")[:EXCERPT]
    results = [part for part in parts if part.get("type") == "function_result"]
    if results:
        return [Message(Role.TOOL, tool_call_id=text(part.get("call_id"))) for part in results]
    calls = [_call(part) for part in parts if part.get("type") == "function_call"]
    if None in calls:
        return [Message(Role.UNKNOWN, raw=message)]
    made = tuple(tool_call(call) for call in calls if call is not None)
    roles = {"user": Role.USER, "assistant": Role.ASSISTANT, "system": Role.SYSTEM}
    role = roles.get(text(message.get("role")), Role.UNKNOWN)
    return [Message(role, words, made, raw=message if role is Role.UNKNOWN else None)]


def _items(message: Any) -> list[HistoryItem]:
    if not _known(message):
        return [HistoryItem(None, "raw", as_text(message))]
    found = []
    role = text(message.get("role"))
    for part in message["contents"]:
        value = members(part)
        match value.get("type"):
            case "text" if role in ("user", "assistant", "system"):
                found.append(HistoryItem(None, role, text(value.get("text"))))
            case "function_call":
                given = value.get("arguments")
                words = as_text(given)
                found.append(HistoryItem(None, "call", words, text(value.get("name")), text(value.get("call_id"))))
            case "function_result":
                result = value.get("result")
                words = as_text(result)
                found.append(HistoryItem(None, "result", words, call=text(value.get("call_id"))))
            case _:
                found.append(HistoryItem(None, "raw", as_text(part)))
    return found
