"""Gemini CLI: one session a file, as one JSON object (older versions) or as one record a line.

Rules: session-files, 3.7; the records of lines as its own source reads them. A record with the id of an earlier one
takes its place, `$rewindTo` drops that message and all after it, `$set` gives members of the session anew, its messages
too. What was dropped stays in the timeline, on a branch that was left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.documents import document
from pausedesk.core.importers.ends import doubted, first_prompt, last_batch, without_result
from pausedesk.core.importers.lines import Line, LineFaults, head_records, parsed, read_lines
from pausedesk.core.importers.values import (
    EXCERPT,
    as_text,
    attachment,
    elements,
    members,
    moment,
    text,
    title,
    tool_call,
    unreadable,
)
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem

_MEMBERS = {"sessionId", "projectHash"}
_NOTICES = ("info", "warning")
_DONE = ("success", "error", "cancelled")
REWOUND = "rewound"
"""The branch of messages that a person went back behind."""
REPLACED = "replaced"
"""The branch of messages that a shorter history took the place of."""


class GeminiCLI:
    """Sessions of Gemini CLI."""

    format = "gemini-cli"
    program = "Gemini CLI"

    def sniff(self, place: Place) -> bool:
        """An object with a session's id and the hash of its project, alone or on the first line."""
        if any(record.keys() >= _MEMBERS for record in head_records(place.head)[:1]):
            return True
        head = place.head.removeprefix(b"\xef\xbb\xbf").lstrip()
        return head.startswith(b"{") and all(
            f'"{name}"'.encode() in head[:4096] for name in (*sorted(_MEMBERS), "startTime")
        )

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The one session of a file."""
        log = _read(place, progress)
        yield unreadable(place.path.stem, "It is no whole JSON object.") if log is None else _session(log, place)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline: what was dropped stands where it stood, on a branch of its own."""
        log = _read(place, lambda _read, _all: True)
        found = [item for shown in log.shown for item in _items(shown)] if log is not None else []
        return found[start : start + count], len(found)


# -- the log -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Shown:
    """A record as it came; `branch` names the branch where it is not on the way to the end any more."""

    record: Any
    branch: str = ""


@dataclass(slots=True)
class _Log:
    """What the records of a file come to: members of the session, and its messages by their ids."""

    head: dict[str, Any] = field(default_factory=dict)
    messages: dict[str, _Shown] = field(default_factory=dict)
    shown: list[_Shown] = field(default_factory=list)
    faults: LineFaults = field(default_factory=LineFaults)
    unknown: int = 0

    def line(self, line: Line) -> None:
        self.faults.add(line)
        if line.record is None:
            self.shown.append(_Shown(line.told()))
        else:
            self.add(line.record)

    def add(self, record: Any) -> None:
        if not isinstance(record, dict):
            self._message(record, known=False)
        elif isinstance(record.get("$rewindTo"), str):
            self._rewind(record["$rewindTo"])
        elif isinstance(record.get("id"), str):
            self._message(record, known=True)
        elif isinstance(record.get("$set"), dict):
            self.set(record["$set"])
        elif record.keys() >= _MEMBERS:
            self.set(record)
        else:
            self._message(record, known=False)

    def set(self, values: dict[str, Any]) -> None:
        self.head |= {name: value for name, value in values.items() if name != "messages"}
        if "messages" not in values:
            return
        if not isinstance(values["messages"], list):
            self._message({"messages": values["messages"]}, known=False)
            return
        before = dict(self.messages)
        self.messages.clear()
        for record in values["messages"]:
            same = before.pop(record["id"], None) if isinstance(record, dict) and _named(record) else None
            if same is not None:
                same.record = record
                self.messages[record["id"]] = same
            else:
                self.add(record)
        for left in before.values():
            left.branch = REPLACED

    def _rewind(self, to: str) -> None:
        names = list(self.messages)
        # Its own program forgets everything where it does not know the message.
        for name in names[names.index(to) if to in self.messages else 0 :]:
            self.messages.pop(name).branch = REWOUND

    def _message(self, record: Any, *, known: bool) -> None:
        self.unknown += not known
        if known and record.get("type") not in _NOTICES:
            self.faults.heard()
        name = record["id"] if known else f"\0{self.unknown}"
        if name in self.messages:
            self.messages[name].record = record
            return
        self.messages[name] = shown = _Shown(record)
        self.shown.append(shown)


def _named(record: dict[str, Any]) -> bool:
    return isinstance(record.get("id"), str)


def _read(place: Place, progress: Progress) -> _Log | None:
    log = _Log()
    first = parsed(place.head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0])
    if isinstance(first, dict) and "messages" not in first:
        for line in read_lines(place.path, progress):
            log.line(line)
        return log
    value = document(place, progress)
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        return None
    log.set(value)
    return log


# -- the session -------------------------------------------------------------------------------------------------------


def _session(log: _Log, place: Place) -> ForeignSession:
    records = [shown.record for shown in log.messages.values()]
    neutral = [message for record in records for message in _neutral(record)]
    reading, waiting = _reading(records, log.faults)
    key = text(log.head.get("sessionId")) or place.path.stem
    child = log.head.get("kind") == "subagent"
    models = [text(members(record).get("model")) for record in records]
    unknown = [at for at, message in enumerate(neutral) if message.role is Role.UNKNOWN]
    return ForeignSession(
        key,
        title(text(log.head.get("summary"))) or first_prompt(neutral),
        "",
        next(filter(None, reversed(models)), ""),
        "",
        moment(log.head.get("startTime")),
        moment(log.head.get("lastUpdated")),
        doubted(reading, unknown),
        waiting=waiting,
        open_calls=without_result(neutral),
        tail=last_batch(neutral),
        command=("gemini", "--resume", key) if "sessionId" in log.head and not child else (),
        parent=place.path.parent.name if child else "",
        messages=len(records),
        faults=log.faults.told() + tuple(f"Message {at} cannot be understood." for at in unknown),
    )


def _reading(records: Sequence[Any], faults: LineFaults) -> tuple[Reading, tuple[ForeignCall, ...]]:
    said = [record for record in records if members(record).get("type") not in _NOTICES]
    reading, waiting = _end(said)
    if faults.unread_end:
        return Reading(Ending.UNREADABLE, "certain", "", "The end of it cannot be read."), ()
    if faults.partial and reading.ending is Ending.FINISHED:
        return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Its last record breaks off."), ()
    # What could not be read may have been the answer, or a message that was rewound.
    return (replace(reading, confidence="guess") if faults.first else reading), waiting


def _end(said: Sequence[Any]) -> tuple[Reading, tuple[ForeignCall, ...]]:
    if not said:
        return Reading(Ending.EMPTY, "certain", "", "It holds no message of a conversation."), ()
    neutral = _neutral(said[-1])
    if not neutral or any(message.role is Role.UNKNOWN for message in neutral):
        return Reading(Ending.UNREADABLE, "certain", "", "Its last message cannot be understood."), ()
    kind = said[-1]["type"]
    words = _words(said[-1].get("content"))
    if kind == "error":
        return Reading(Ending.API_ERROR, "certain", "process", f"It ended with an error: {words[:200]}"), ()
    if neutral[0].role is Role.USER:
        return Reading(Ending.USER_UNANSWERED, "certain", "process", "Its last message has no answer."), ()
    statuses = {text(members(call).get("status")) for call in elements(said[-1].get("toolCalls"))}
    if "awaiting_approval" in statuses:
        asked = [one for one in _calls(said[-1]) if one.get("status") == "awaiting_approval"]
        why = "A call of it awaits an approval."
        return Reading(Ending.WAITING_APPROVAL, "certain", "", why), tuple(_call(one) for one in asked)
    if "cancelled" in statuses:
        return Reading(Ending.TOOLS_INTERRUPTED, "certain", "person", "A call of it was cancelled."), ()
    if without_result(neutral):
        return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", "A call of it has no result."), ()
    if statuses or neutral[-1].role is Role.TOOL:
        return Reading(Ending.RESPONSE_CUT_OFF, "certain", "process", "Its calls returned, and no answer followed."), ()
    if words.strip():
        return Reading(Ending.FINISHED, "probable", "", "Its last message is an answer without calls."), ()
    return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", "Its last answer has no text."), ()


# -- messages ----------------------------------------------------------------------------------------------------------


def _calls(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The calls of an answer: those recorded with their status, and those that stand in its content alone."""
    recorded = [members(one) for one in elements(record.get("toolCalls"))]
    known = {text(one.get("id")) for one in recorded}
    inside = [members(members(part).get("functionCall")) for part in elements(record.get("content"))]
    return recorded + [one for one in inside if one and text(one.get("id")) not in known]


def _call(one: dict[str, Any]) -> ForeignCall:
    return ForeignCall(text(one.get("id")), text(one.get("name")), one.get("args"))


def _responses(record: dict[str, Any]) -> list[dict[str, Any]]:
    found = [members(members(part).get("functionResponse")) for part in elements(record.get("content"))]
    return [one for one in found if one]


def _neutral(record: Any) -> list[Message]:
    if not isinstance(record, dict) or not isinstance(record.get("content", ""), str | list):
        return [Message(Role.UNKNOWN, raw=record)]
    words = _words(record.get("content"))[:EXCERPT]
    match record.get("type"):
        case "user" if responses := _responses(record):
            return [Message(Role.TOOL, tool_call_id=text(one.get("id"))) for one in responses]
        case "user":
            return [Message(Role.USER, words)]
        case "gemini" if isinstance(record.get("toolCalls", []), list):
            calls = _calls(record)
            made = tuple(tool_call(_call(one)) for one in calls)
            done = [text(one.get("id")) for one in calls if one.get("status") in _DONE]
            back = [Message(Role.TOOL, tool_call_id=call) for call in done]
            return [Message(Role.ASSISTANT, words, made), *back]
        case "info" | "warning" | "error":
            return [Message(Role.INTERNAL, words)]
        case _:
            return [Message(Role.UNKNOWN, raw=record)]


def _words(content: Any) -> str:
    if isinstance(content, str):
        return content
    pieces = [part if isinstance(part, str) else _piece(members(part)) for part in elements(content)]
    return "\n".join(filter(None, pieces))


def _piece(part: dict[str, Any]) -> str:
    if isinstance(part.get("text"), str):
        return text(part["text"])
    for name in ("inlineData", "fileData"):
        if name in part:
            held = members(part[name])
            return attachment("image", text(held.get("mimeType")), held.get("data"))
    return "" if "functionCall" in part or "functionResponse" in part else as_text(part)


def _items(shown: _Shown) -> list[HistoryItem]:
    record = shown.record
    if any(message.role is Role.UNKNOWN for message in _neutral(record)):
        return [HistoryItem(None, "raw", as_text(record), branch=shown.branch)]
    at = moment(record.get("timestamp"))
    kind = {"user": "user", "gemini": "assistant"}.get(record["type"], "notice")
    found = []
    for thought in map(members, elements(record.get("thoughts"))):
        words = ": ".join(filter(None, (text(thought.get("subject")), text(thought.get("description")))))
        found.append(HistoryItem(moment(thought.get("timestamp")) or at, "thinking", words))
    if words := _words(record.get("content")):
        found.append(HistoryItem(at, kind, words))
    found += [
        HistoryItem(at, "result", as_text(one.get("response")), text(one.get("name")), text(one.get("id")))
        for one in _responses(record)
    ]
    for one in _calls(record):
        name, call = text(one.get("name")), text(one.get("id"))
        found.append(HistoryItem(at, "call", as_text(one.get("args")), name, call))
        if "result" in one or one.get("status") in _DONE:
            found.append(HistoryItem(at, "result", _result(one), name, call))
    found = found or [HistoryItem(at, kind, "")]
    return [replace(item, branch=shown.branch) for item in found]


def _result(call: dict[str, Any]) -> str:
    back = [members(members(part).get("functionResponse")).get("response") for part in elements(call.get("result"))]
    words = [as_text(members(one).get("output", one)) for one in back if one is not None]
    return "\n".join(words) or as_text(call.get("result")) or text(call.get("status"))
