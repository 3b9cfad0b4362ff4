"""OpenHands (SDK and command line): a folder a conversation, with its state and a file an event.

Rules: session-files, 3.7. The shapes are those of its own source (software-agent-sdk: conversation/state.py, event/);
no real folder was at hand. Its state says outright how it stands; the events name the calls. Files of the older server
are of another form.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.documents import begins, has_folders, names, part
from pausedesk.core.importers.ends import end_by_role, first_prompt, last_batch, without_result
from pausedesk.core.importers.lines import Stopped
from pausedesk.core.importers.values import (
    EXCERPT,
    arguments,
    as_text,
    attachment,
    elements,
    members,
    moment,
    text,
    tool_call,
)
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem

_BACK = ("ObservationEvent", "UserRejectObservation", "AgentErrorEvent")
_NOTICES = ("PauseEvent", "ConversationErrorEvent", "CondensationRequest", "ConversationIterationLimitEvent")
_SILENT = ("ConversationStateUpdateEvent", "TokenEvent", "LLMCompletionLogEvent")


class OpenHands:
    """Conversations of OpenHands."""

    format = "openhands"
    program = "OpenHands"

    def sniff(self, place: Place) -> bool:
        """A folder with a `base_state.json` and a folder of events."""
        begun = not place.head and bool(begins(place.path / "base_state.json", 1).strip())
        return begun and has_folders(place.path, "events")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The one conversation of a folder."""
        state, fault = part(place.path / "base_state.json")
        events, faults = _events(place.path, progress)
        yield _session(state, events, (fault, *faults) if fault else faults, place.path.name)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of the conversation."""
        events, _ = _events(place.path, lambda _read, _all: True)
        found = [item for event in events for item in _items(event)]
        return found[start : start + count], len(found)


def _events(folder: Path, progress: Progress) -> tuple[list[Any], tuple[str, ...]]:
    """The events in their order; in the place of one that cannot be read stands the sentence that says why."""
    files = names(folder / "events", "event-*.json")
    events: list[Any] = []
    faults = []
    for number, file in enumerate(files):
        if not progress(number, len(files)):
            raise Stopped
        event, fault = part(file)
        if fault:
            faults.append(fault)
        events.append(event if isinstance(event, dict) else fault or event)
    return events, tuple(faults)


def _session(state: Any, events: Sequence[Any], faults: tuple[str, ...], name: str) -> ForeignSession:
    neutral = [message for event in events for message in _neutral(event)]
    open_calls = without_result(neutral)
    fields = members(state)
    reading = _reading(fields.get("execution_status"), neutral, open_calls, events)
    if faults and reading.ending is not Ending.UNREADABLE:
        # What could not be read may have been a call, or its result.
        reading = replace(reading, confidence="guess")
    key = text(fields.get("id")) or name
    times = [at for event in events if (at := moment(members(event).get("timestamp"))) is not None]
    return ForeignSession(
        key,
        first_prompt(neutral),
        text(members(fields.get("workspace")).get("working_dir")),
        text(members(members(fields.get("agent")).get("llm")).get("model")),
        "",
        times[0] if times else None,
        times[-1] if times else None,
        reading,
        waiting=open_calls if reading.ending is Ending.WAITING_APPROVAL else (),
        open_calls=open_calls,
        tail=last_batch(neutral),
        command=("openhands", "--resume", key) if "id" in fields else (),
        messages=len(neutral),
        faults=faults,
    )


def _reading(
    status: Any, neutral: Sequence[Message], open_calls: Sequence[ForeignCall], events: Sequence[Any]
) -> Reading:
    told = f"Its state is {status}." if isinstance(status, str) else ""
    match status:
        case "waiting_for_confirmation" if open_calls:
            return Reading(Ending.WAITING_APPROVAL, "certain", "", told)
        case "waiting_for_confirmation":
            return Reading(Ending.UNREADABLE, "certain", "", "It waits for a confirmation, and no event names a call.")
        case "finished":
            return Reading(Ending.FINISHED, "certain" if not open_calls else "guess", "", told)
        case "paused":
            ending = Ending.TOOLS_INTERRUPTED if open_calls else Ending.STOPPED
            return Reading(ending, "certain", "person", told)
        case "stuck":
            return Reading(Ending.STOPPED, "certain", "process", told)
        case "error":
            errors = [text(one.get("detail")) for one in map(members, events) if one.get("kind") == _NOTICES[1]]
            return Reading(Ending.API_ERROR, "certain", "process", " ".join([told, *errors[-1:]])[:300])
        case "running" if open_calls:
            why = f"{told} A call of it has no observation: it runs still, or was killed."
            return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", why)
        case "running":
            return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", f"{told} It runs still, or was killed.")
        case "idle":
            return end_by_role([one for one in neutral if one.role is not Role.SYSTEM], open_calls, "event")
        case _:
            return Reading(Ending.UNREADABLE, "certain", "", "Its state cannot be understood.")


def _call(event: dict[str, Any]) -> ForeignCall:
    made = members(event.get("tool_call"))
    name = text(event.get("tool_name")) or text(made.get("name"))
    call = text(event.get("tool_call_id")) or text(made.get("id"))
    return ForeignCall(call, name, arguments(made.get("arguments", event.get("action"))))


def _neutral(event: Any) -> list[Message]:
    fields = members(event)
    kind = fields.get("kind")
    if kind == "MessageEvent":
        roles = {"user": Role.USER, "agent": Role.ASSISTANT}
        role = roles.get(text(fields.get("source")), Role.INTERNAL)
        return [Message(role, _words(members(fields.get("llm_message")).get("content"))[:EXCERPT])]
    if kind == "ActionEvent":
        return [Message(Role.ASSISTANT, _words(fields.get("thought"))[:EXCERPT], (tool_call(_call(fields)),))]
    if kind in _BACK:
        return [Message(Role.TOOL, tool_call_id=text(fields.get("tool_call_id")))]
    if isinstance(kind, str) and kind and isinstance(event, dict):
        return []
    return [Message(Role.UNKNOWN, raw=event)]


def _words(content: Any) -> str:
    return "\n".join(_piece(members(one)) for one in elements(content))


def _piece(block: dict[str, Any]) -> str:
    if isinstance(block.get("text"), str):
        return text(block["text"])
    pictures = elements(block.get("image_urls"))
    return "\n".join(attachment("image", "", one) for one in pictures) or as_text(block)


def _items(event: Any) -> list[HistoryItem]:
    fields = members(event)
    at = moment(fields.get("timestamp"))
    match fields.get("kind"):
        case "MessageEvent":
            kind = {"user": "user", "agent": "assistant"}.get(text(fields.get("source")), "notice")
            return [HistoryItem(at, kind, _words(members(fields.get("llm_message")).get("content")))]
        case "SystemPromptEvent":
            return [HistoryItem(at, "system", _piece(members(fields.get("system_prompt"))))]
        case "ActionEvent":
            call = _call(fields)
            said = {"thinking": text(fields.get("reasoning_content")), "assistant": _words(fields.get("thought"))}
            found = [HistoryItem(at, kind, words) for kind, words in said.items() if words]
            return [*found, HistoryItem(at, "call", as_text(call.arguments), call.tool, call.call)]
        case "ObservationEvent":
            observed = members(fields.get("observation"))
            words = _words(observed["content"]) if isinstance(observed.get("content"), list) else as_text(observed)
            return [_result(fields, at, "result", words)]
        case "UserRejectObservation":
            return [_result(fields, at, "declined", text(fields.get("rejection_reason")))]
        case "AgentErrorEvent":
            return [_result(fields, at, "result", text(fields.get("error")))]
        case "Condensation":
            return [HistoryItem(at, "compaction", text(fields.get("summary")))]
        case kind if kind in _NOTICES:
            return [HistoryItem(at, "notice", text(fields.get("detail")) or text(kind))]
        case kind if kind in _SILENT:
            return []
        case _:
            return [HistoryItem(at, "raw", as_text(event))]


def _result(event: dict[str, Any], at: int | None, kind: str, words: str) -> HistoryItem:
    return HistoryItem(at, kind, words, text(event.get("tool_name")), text(event.get("tool_call_id")))
