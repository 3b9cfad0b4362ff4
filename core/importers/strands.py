"""Strands Agents: a folder a session (`FileSessionManager`), with a file an agent and a file a message.

Rules: frameworks, 1. What waits stands in the agent's interrupt state. After an answer and a crash the folder reads as
before, so what waits may have been answered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.documents import begins, has_folders, names, part
from pausedesk.core.importers.ends import end_by_role, first_prompt, last_batch, without_result
from pausedesk.core.importers.lines import Stopped
from pausedesk.core.importers.values import (
    EXCERPT,
    as_text,
    attachment,
    elements,
    members,
    moment,
    text,
    tool_call,
    unreadable,
)
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem


class Strands:
    """Sessions of Strands Agents."""

    format = "strands"
    program = "Strands Agents"

    def sniff(self, place: Place) -> bool:
        """A folder with a `session.json` that says its type, and a folder of agents."""
        begun = not place.head and b'"session_type"' in begins(place.path / "session.json")
        return begun and has_folders(place.path, "agents")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The agents of a session; a key is the session and the agent."""
        value, fault = part(place.path / "session.json")
        session = text(members(value).get("session_id")) or place.path.name.removeprefix("session_")
        agents = names(place.path / "agents", "agent_*")
        for number, folder in enumerate(agents):
            if not progress(number, len(agents)):
                raise Stopped
            yield _session(_agent(folder), _key(session, folder))
        if not agents:
            yield unreadable(session, fault or "It has no agent.")

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of one agent."""
        value, _ = part(place.path / "session.json")
        session = text(members(value).get("session_id")) or place.path.name.removeprefix("session_")
        found: list[HistoryItem] = []
        for folder in names(place.path / "agents", "agent_*"):
            if _key(session, folder) == key:
                found += [item for stored in _agent(folder).messages for item in _items(stored)]
        return found[start : start + count], len(found)


def _key(session: str, folder: Path) -> str:
    return f"{session}/{folder.name.removeprefix('agent_')}"


@dataclass(frozen=True, slots=True)
class _Agent:
    """What the files of an agent hold; a message that cannot be read is the sentence that says why."""

    state: Any
    messages: tuple[Any, ...]
    faults: tuple[str, ...]


def _agent(folder: Path) -> _Agent:
    state, fault = part(folder / "agent.json")
    read = [part(path) for path in names(folder / "messages", "message_*.json")]
    faults = tuple(why for why in (fault, *(why for _, why in read)) if why)
    return _Agent(state, tuple(value if isinstance(value, dict) else why or value for value, why in read), faults)


def _session(agent: _Agent, key: str) -> ForeignSession:
    neutral = [message for stored in agent.messages for message in _neutral(stored)]
    waits = members(members(members(agent.state).get("_internal_state")).get("interrupt_state"))
    execution = members(waits.get("pending_tool_execution"))
    done = {
        text(members(one).get("toolUseId", members(members(one).get("toolResult")).get("toolUseId")))
        for one in elements(execution.get("completed_tool_results"))
    }
    calls = {call.call: call for call in _uses(members(execution.get("assistant_message")))}
    calls |= {call.call: call for call in without_result(neutral)}
    open_calls = tuple(call for call in calls.values() if call.call not in done)
    asked = [members(one) for one in members(waits.get("interrupts")).values()]
    unanswered = [one for one in asked if one.get("response") is None]
    active = waits.get("activated") is True
    waiting = tuple(_asked(unanswered, open_calls)) if active else ()
    if not isinstance(agent.state, dict):
        reading = Reading(Ending.UNREADABLE, "certain", "", "The state of its agent cannot be read.")
    elif waiting:
        reading = Reading(Ending.WAITING_APPROVAL, "certain", "", "Its interrupts have no response.")
    elif active:
        why = "Its interrupts were answered, and nothing followed."
        reading = Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", why)
    else:
        reading = end_by_role(neutral, open_calls)
        # What could not be read may have been a call, or its result.
        reading = replace(reading, confidence="guess") if agent.faults else reading
    return ForeignSession(
        key,
        first_prompt(neutral),
        "",
        "",
        "",
        moment(members(agent.state).get("created_at")),
        moment(members(agent.state).get("updated_at")),
        reading,
        waiting=waiting if isinstance(agent.state, dict) else (),
        open_calls=open_calls,
        answered=True if active and asked and not unanswered else None,
        tail=last_batch(neutral),
        messages=len(agent.messages),
        faults=agent.faults,
    )


def _asked(interrupts: Sequence[dict[str, Any]], open_calls: Sequence[ForeignCall]) -> Iterator[ForeignCall]:
    """The calls that interrupts stop: each id names one; one that names none is a question of its author's own."""
    for one in interrupts:
        reason = one.get("reason")
        question = reason if isinstance(reason, str) else text(members(reason).get("question"))
        pieces = {*text(one.get("id")).split(":"), text(members(reason).get("id"))}
        mine = [call for call in open_calls if call.call in pieces]
        if not mine and len(interrupts) == 1:
            mine = list(open_calls)
        if not mine:
            yield ForeignCall("", text(one.get("name")), reason, question)
        for call in mine:
            yield replace(call, question=question)


def _message(stored: Any) -> dict[str, Any]:
    """The message of a file; what it was redacted to, where it was."""
    return members(members(stored).get("redact_message")) or members(members(stored).get("message"))


def _blocks(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [members(block) for block in elements(message.get("content"))]


def _uses(message: dict[str, Any]) -> list[ForeignCall]:
    made = [members(block["toolUse"]) for block in _blocks(message) if "toolUse" in block]
    return [ForeignCall(text(one.get("toolUseId")), text(one.get("name")), one.get("input")) for one in made]


def _neutral(stored: Any) -> list[Message]:
    message = _message(stored)
    role = {"user": Role.USER, "assistant": Role.ASSISTANT}.get(text(message.get("role")))
    if role is None or not isinstance(message.get("content"), list):
        return [Message(Role.UNKNOWN, raw=stored)]
    results = [members(block["toolResult"]) for block in _blocks(message) if "toolResult" in block]
    found = [Message(Role.TOOL, tool_call_id=text(one.get("toolUseId"))) for one in results]
    words = "\n".join(text(block.get("text")) for block in _blocks(message) if "text" in block)[:EXCERPT]
    calls = tuple(tool_call(call) for call in _uses(message))
    if words or calls or not found:
        found.append(Message(role, words, calls))
    return found


def _items(stored: Any) -> list[HistoryItem]:
    if any(message.role is Role.UNKNOWN for message in _neutral(stored)):
        return [HistoryItem(None, "raw", as_text(stored))]
    at, role = moment(stored.get("created_at")), text(_message(stored).get("role"))
    return [_item(block, at, role) for block in _blocks(_message(stored))]


def _item(block: dict[str, Any], at: int | None, role: str) -> HistoryItem:
    if isinstance(block.get("text"), str):
        return HistoryItem(at, role, text(block["text"]))
    if "toolUse" in block:
        use = members(block["toolUse"])
        return HistoryItem(at, "call", as_text(use.get("input")), text(use.get("name")), text(use.get("toolUseId")))
    if "toolResult" in block:
        result = members(block["toolResult"])
        words = "\n".join(_piece(members(one)) for one in elements(result.get("content")))
        return HistoryItem(at, "result", words, call=text(result.get("toolUseId")))
    if "reasoningContent" in block:
        reasoning = members(members(block["reasoningContent"]).get("reasoningText"))
        return HistoryItem(at, "thinking", text(reasoning.get("text")))
    if _media(block):
        return HistoryItem(at, role, _piece(block))
    return HistoryItem(at, "raw", as_text(block))


def _media(block: dict[str, Any]) -> str:
    return next((name for name in ("image", "document", "video") if isinstance(block.get(name), dict)), "")


def _piece(block: dict[str, Any]) -> str:
    if isinstance(block.get("text"), str):
        return text(block["text"])
    if name := _media(block):
        held = members(members(members(block[name]).get("source")).get("bytes"))
        form = text(members(block[name]).get("format"))
        return attachment(name, f"{name}/{form}" if form else "", held.get("data"))
    return as_text(block.get("json", block))
