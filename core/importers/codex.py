"""Codex: one rollout a file, one record a line, read as a stream.

Rules: session-files, 3.2. The newest turn counts, not the newest line: items are written after the line that aborts a
turn. Events and response items tell the same; the items are the history, the events say how a turn ended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.growing import Grown, page_items, read_on
from pausedesk.core.importers.lines import Line, LineFaults, head_records, page_of_items
from pausedesk.core.importers.values import (
    EXCERPT,
    arguments,
    as_text,
    attachment,
    elements,
    members,
    moment,
    says,
    text,
    title,
    tool_call,
)
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem

_TYPES = {"session_meta", "response_item", "event_msg", "turn_context", "compacted"}
_CALLS = {"function_call", "custom_tool_call", "local_shell_call"}
_TURNS = {"task_started", "turn_started", "task_complete", "turn_complete", "turn_aborted"}
_ITEMS = _CALLS | {"message", "reasoning", "function_call_output", "custom_tool_call_output"}
_INJECTED = ("# AGENTS.md", "<environment_context>", "<user_instructions>", "<permissions")
_REQUEST = "## My request for Codex:"
_REFUSED = ("rejected by user", "aborted by user", "aborted", "denied by user")


class Codex:
    """Rollouts of the Codex command line and app."""

    format = "codex"
    program = "Codex"

    def sniff(self, place: Place) -> bool:
        """Lines of a type and a payload; older files begin with the bare members of the session."""
        records = head_records(place.head)
        if any(text(record.get("type")) in _TYPES and isinstance(record.get("payload"), dict) for record in records):
            return True
        first = records[0] if records else {}
        bare = {"id", "timestamp", "instructions"} <= first.keys() and "type" not in first
        return bare and any(text(record.get("type")) in _ITEMS for record in records[1:])

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The one session of a file."""
        yield self.read_on(place, progress, None)[0]

    def read_on(self, place: Place, progress: Progress, kept: str | None) -> tuple[ForeignSession, Grown]:
        """The session, read on from where `kept` says that it was read to."""
        return read_on(place.path, progress, _Rollout, ("call_id", "type"), kept)

    def page(self, place: Place, begun: int, before: int, until: int) -> list[HistoryItem]:
        """The items of one part of the timeline."""
        return page_items(place.path, _items, begun, before, until)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline: the response items and the ends of turns."""
        return page_of_items(place.path, _items, start, count)


@dataclass(slots=True)
class _Rollout:
    _key: str = ""
    _folder: str = ""
    _version: str = ""
    _model: str = ""
    _policy: str = ""
    _parent: str = ""
    _times: list[int] = field(default_factory=list)
    _faults: LineFaults = field(default_factory=LineFaults)
    _prompt: str = ""
    _messages: int = 0
    _tail: list[Message] = field(default_factory=list)
    # The newest turn.
    _last: str = ""  # prompt | answer | call | output | reasoning
    _turn: str = ""  # started | complete | aborted, where events tell
    _reason: str = ""
    _final: Any = None
    _error: Any = None
    _refused: bool = False
    _open: dict[str, ForeignCall] = field(default_factory=dict)
    _escalated: set[str] = field(default_factory=set)

    def add(self, line: Line) -> None:
        record = line.record
        self._faults.add(line)
        if record is None:
            calls = line.marks.get("call_id", [])
            if calls and line.fault == "too-long":
                self._faults.understood()
                for call in calls:
                    self._output(call, "")
            return
        if (at := moment(record.get("timestamp"))) is not None:
            self._times[1:] = [at]
        payload = record.get("payload")
        kind = text(record.get("type"))
        if not isinstance(payload, dict):
            # The older form: items without a wrapper, and the session's members on the first line.
            if kind in _ITEMS:
                self._item(record)
            elif not kind and isinstance(record.get("id"), str):
                self._meta(record)
            elif kind in _TYPES:
                self._faults.misunderstood()
            return
        match kind:
            case "session_meta":
                self._meta(payload)
            case "turn_context":
                self._policy = text(payload.get("approval_policy")) or self._policy
                self._model = text(payload.get("model")) or self._model
                self._folder = self._folder or text(payload.get("cwd"))
            case "response_item":
                self._item(payload)
            case "event_msg":
                self._event(payload)
            case _:
                pass

    def _meta(self, meta: dict[str, Any]) -> None:
        if self._key:
            return  # a fork replays its parent's records after its own
        self._key = text(meta.get("id"))
        self._folder = text(meta.get("cwd"))
        self._version = text(meta.get("cli_version"))
        self._parent = text(meta.get("forked_from_id")) or text(meta.get("parent_thread_id"))

    def _begin(self) -> None:
        self._turn = self._reason = ""
        self._final = self._error = None
        self._refused = False
        self._open.clear()
        self._escalated.clear()

    def _item(self, item: dict[str, Any]) -> None:
        kind = text(item.get("type"))
        if kind == "message":
            self._message(item)
        elif kind in _CALLS:
            self._faults.heard()
            given = arguments(item.get("arguments", item.get("input", item.get("action"))))
            call = ForeignCall(text(item.get("call_id")) or text(item.get("id")), text(item.get("name")) or kind, given)
            self._open[call.call] = call
            if _escalates(members(given)):
                self._escalated.add(call.call)
            self._messages += 1
            if self._tail and self._tail[-1].role is Role.ASSISTANT:
                before = self._tail.pop()
                self._tail.append(Message(Role.ASSISTANT, before.content, (*before.tool_calls, tool_call(call))))
            else:
                self._tail = [
                    *(self._tail if len(self._open) > 1 else []),
                    Message(Role.ASSISTANT, tool_calls=(tool_call(call),)),
                ]
            self._last = "call"
        elif kind.endswith("_output"):
            self._faults.heard()
            self._output(text(item.get("call_id")), _words(item.get("output")))
        elif kind == "reasoning":
            self._last = "reasoning" if self._last != "prompt" else "prompt"

    def _output(self, call: str, words: str) -> None:
        self._open.pop(call, None)
        self._refused = any(sign in words[:200] for sign in _REFUSED)
        self._tail.append(Message(Role.TOOL, words[:EXCERPT], tool_call_id=call))
        self._last = "output"

    def _message(self, item: dict[str, Any]) -> None:
        words = _words(item.get("content"))
        role = text(item.get("role"))
        if role == "assistant":
            self._faults.heard()
            self._messages += 1
            # Without words it is the beginning of one.
            self._last = "answer" if says(item.get("content")) else "reasoning"
            self._tail = [Message(Role.ASSISTANT, words[:EXCERPT])]
        elif role == "user" and not words.lstrip().startswith(_INJECTED):
            self._faults.heard()
            self._messages += 1
            turn = self._turn
            self._begin()
            # A turn is said to begin before its prompt is written.
            self._turn = "started" if turn == "started" else ""
            self._last = "prompt"
            self._prompt = self._prompt or words.partition(_REQUEST)[2].strip() or words[:EXCERPT]
            self._tail = [Message(Role.USER, words[:EXCERPT])]

    def _event(self, event: dict[str, Any]) -> None:
        if text(event.get("type")) in _TURNS:
            self._faults.heard()
        match event.get("type"):
            case "task_started" | "turn_started":
                if self._turn in ("complete", "aborted"):
                    self._begin()
                self._turn = "started"
            case "task_complete" | "turn_complete":
                self._turn = "complete"
                self._final, self._error = event.get("last_agent_message"), event.get("error")
            case "turn_aborted":
                self._turn, self._reason = "aborted", text(event.get("reason"))
            case "error":
                self._error = event
            case _:
                pass

    def told(self, stem: str) -> ForeignSession:
        reading = self._reading()
        if self._faults.lost and reading.ending is not Ending.UNREADABLE:
            # It may have been a call, or its output.
            reading = replace(reading, confidence="guess")
        open_calls = tuple(self._open.values())
        return ForeignSession(
            self._key or stem,
            title(self._prompt),
            self._folder,
            self._model,
            self._version,
            self._times[0] if self._times else None,
            self._times[-1] if self._times else None,
            reading,
            waiting=open_calls if reading.ending is Ending.WAITING_APPROVAL else (),
            open_calls=open_calls,
            tail=tuple(self._tail),
            command=("codex", "resume", self._key) if self._key else (),
            parent=self._parent,
            messages=self._messages,
            faults=self._faults.told(),
        )

    def _reading(self) -> Reading:
        if self._faults.unread_end or (self._faults.first and not self._last):
            return Reading(Ending.UNREADABLE, "certain", "", "The end of it cannot be read.")
        if not self._last:
            return Reading(Ending.EMPTY, "certain", "", "It holds no message of a conversation.")
        if self._turn == "aborted":
            return self._aborted()
        if self._turn == "complete" and (self._error is not None or not self._open):
            reading = self._complete()
            if reading.ending is Ending.FINISHED and self._faults.partial:
                return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", "What follows its last turn breaks off.")
            return reading
        if self._open:
            return self._unanswered()
        if self._last == "prompt" and self._turn != "started":
            return Reading(Ending.USER_UNANSWERED, "certain", "process", "Its last message has no answer.")
        if self._last == "prompt":
            return Reading(Ending.USER_UNANSWERED, "probable", "process", "Its last turn began; nothing came of it.")
        if self._last == "answer" and self._turn != "started" and not self._faults.partial:
            return Reading(Ending.FINISHED, "probable", "", "Its last item is an answer.")
        return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Its last turn began, and has no end.")

    def _aborted(self) -> Reading:
        by_person = self._reason == "interrupted"
        why = f"Its last turn was aborted: {self._reason or 'no reason is told'}."
        if not by_person:
            return Reading(Ending.STOPPED, "probable", "unknown", why)
        cut = Ending.TOOLS_INTERRUPTED if self._open or self._refused else Ending.RESPONSE_CUT_OFF
        return Reading(cut, "certain", "person", why)

    def _complete(self) -> Reading:
        if self._error is not None:
            words = as_text(self._error)
            full = "context" in words.lower() and "window" in words.lower()
            ending = Ending.CONTEXT_FULL if full else Ending.API_ERROR
            return Reading(ending, "certain", "process", f"Its last turn ended with an error: {words[:200]}")
        if isinstance(self._final, str) and self._final.strip():
            return Reading(Ending.FINISHED, "certain", "", "Its last turn is complete.")
        return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", "Its last turn ended without an answer.")

    def _unanswered(self) -> Reading:
        names = ", ".join(sorted({call.tool for call in self._open.values()}))
        asks = any(call.tool == "request_user_input" for call in self._open.values())
        if self._policy != "never" and not self._faults.partial and (asks or self._escalated & self._open.keys()):
            return Reading(Ending.WAITING_APPROVAL, "probable", "unknown", f"{names} asked a person and has no output.")
        return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", f"{names} has no output.")


def _escalates(given: dict[str, Any]) -> bool:
    """Whether a call asks to leave the sandbox, which a person has to allow; the second name is the older one."""
    return given.get("sandbox_permissions") == "require_escalated" or given.get("with_escalated_permissions") is True


def _words(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return _words(content.get("content", content.get("output")))
    pieces = [members(part) for part in elements(content)]
    return "\n".join(_piece(part) for part in pieces)


def _piece(part: dict[str, Any]) -> str:
    if isinstance(part.get("text"), str):
        return text(part["text"])
    return attachment(text(part.get("type")) or "part", "", part.get("image_url"))


def _items(line: Line) -> list[HistoryItem]:
    record = line.record
    if record is None:
        return [HistoryItem(None, "raw", line.told())]
    at = moment(record.get("timestamp"))
    payload = record.get("payload")
    kind = text(record.get("type"))
    item = payload if kind == "response_item" and isinstance(payload, dict) else record if kind in _ITEMS else None
    if item is not None:
        return [_shown(item, at)]
    event = members(payload)
    if kind == "event_msg":
        if event.get("type") in ("turn_aborted", "error"):
            return [HistoryItem(at, "notice", text(event.get("reason")) or text(event.get("message")))]
        return []  # told by the items as well
    if kind == "compacted":
        return [HistoryItem(at, "compaction", text(event.get("message")))]
    if kind in ("session_meta", "turn_context") or not kind:
        return []
    return [HistoryItem(at, "raw", as_text(record))]


def _shown(item: dict[str, Any], at: int | None) -> HistoryItem:
    kind, call = text(item.get("type")), text(item.get("call_id"))
    if kind == "message":
        role = text(item.get("role"))
        words = _words(item.get("content"))
        shown = (
            "notice" if words.lstrip().startswith(_INJECTED) else role if role in ("user", "assistant") else "system"
        )
        return HistoryItem(at, shown, words)
    if kind in _CALLS:
        given = item.get("arguments", item.get("input", item.get("action")))
        words = as_text(given)
        return HistoryItem(at, "call", words, text(item.get("name")) or kind, call)
    if kind.endswith("_output"):
        return HistoryItem(at, "result", _words(item.get("output")), call=call)
    if kind == "reasoning":
        return HistoryItem(at, "thinking", _words(item.get("summary")))
    return HistoryItem(at, "raw", as_text(item))
