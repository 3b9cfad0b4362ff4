"""Claude Code: one session a file, one record a line, read as a stream.

Rules: session-files, 3.1. The records form a tree, but what is open is told by pairing calls and results over the whole
file; no record says that it waits for a person, so a call without a result is read by the tool and the permission mode.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.branches import left_behind
from pausedesk.core.importers.growing import Grown, page_items, read_on
from pausedesk.core.importers.lines import Line, LineFaults, head_records, page_of_items
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
)
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role, StopInfo, StopReason
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem

BY_PERSON = "[Request interrupted by user]"
BY_PERSON_IN_TOOLS = "[Request interrupted by user for tool use]"
ASK_A_PERSON = {"ExitPlanMode", "AskUserQuestion"}
NEVER_ASK = {"Read", "Grep", "Glob", "LS", "TodoWrite", "NotebookRead", "Task", "BashOutput", "TaskOutput"}
_NO_PROMPTS = (
    "<local-command-",
    "<command-name>",
    "<command-message>",
    "<bash-input>",
    "<bash-stdout>",
    "<bash-stderr>",
)
_CAVEAT = "Caveat:"
_COMMAND = re.compile("<command-name>([^<]{1,200})</command-name>")
REWOUND = "rewound"
"""The branch of what comes from a prompt that a person went back behind."""
# What the program puts before a person's own words.
_PUT_IN = ("<ide_", "<system-reminder>")
# What follows the end of a turn, and of nothing that was cut off.
_ENDS = {"stop_hook_summary", "turn_duration", "away_summary"}
_STOPS = {
    "end_turn": StopReason.END_TURN,
    "stop_sequence": StopReason.END_TURN,
    "tool_use": StopReason.TOOL_USE,
    "max_tokens": StopReason.MAX_OUTPUT,
    "refusal": StopReason.REFUSAL,
    "model_context_window_exceeded": StopReason.CONTEXT_FULL,
    "pause_turn": StopReason.PAUSED,
}


class ClaudeCode:
    """Sessions of Claude Code."""

    format = "claude-code"
    program = "Claude Code"

    def sniff(self, place: Place) -> bool:
        """Lines with a session and a record id, or the summary of one."""
        return any(
            ("sessionId" in record and ("uuid" in record or "operation" in record))
            or (record.get("type") == "summary" and "leafUuid" in record)
            or (record.get("type") == "file-history-snapshot" and "messageId" in record)
            for record in head_records(place.head)
        )

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The one session of a file."""
        yield self.read_on(place, progress, None)[0]

    def read_on(self, place: Place, progress: Progress, kept: str | None) -> tuple[ForeignSession, Grown]:
        """The session, read on from where `kept` says that it was read to."""
        return read_on(place.path, progress, _Session, ("tool_use_id", "type"), kept)

    def page(self, place: Place, begun: int, before: int, until: int) -> list[HistoryItem]:
        """The items of one part of the timeline."""
        return page_items(place.path, _shown(place), begun, before, until)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline: what is not understood is raw, and a line too long to be held is named with its size."""
        return page_of_items(place.path, _shown(place), start, count)


@dataclass(slots=True)
class _Thread:
    """What is known of the main conversation, or of the sub-agents' in the same file, so far."""

    last: str = ""  # prompt | interrupted | interrupted-tools | result | assistant
    message_id: str = ""
    blocks: set[str] = field(default_factory=set)
    stop: str | None = None
    error: str | None = None  # the text of an API error
    ended: bool = False  # a record that only follows an end
    open: dict[str, ForeignCall] = field(default_factory=dict)
    tail: list[Message] = field(default_factory=list)
    command: str = ""  # the slash command of the record before
    prompt: str = ""
    messages: int = 0

    def user(self, record: dict[str, Any]) -> bool:
        """Learn from a record of the person's side; whether it is a part of the conversation."""
        content = members(record.get("message")).get("content")
        blocks = [members(block) for block in content] if isinstance(content, list) else []
        results = [block for block in blocks if block.get("type") == "tool_result"]
        words = content if isinstance(content, str) else "\n".join(text(block.get("text")) for block in blocks)
        for block in results:
            call = text(block.get("tool_use_id"))
            self.open.pop(call, None)
            self.tail.append(Message(Role.TOOL, tool_call_id=call))
        if results:
            self._now("result")
            return True
        meta, command = record.get("isMeta") is True, self.command
        self.command = ""
        if words.lstrip().startswith(_NO_PROMPTS) or (meta and (not command or words.startswith(_CAVEAT))):
            self.ended = self.ended or ("<command-name>/exit" in words and self.last == "assistant")
            named = _COMMAND.search(words)
            self.command = named[1] if named is not None and not meta else ""
            return False
        # What follows a command as a record of the program's own is the prompt that the command stands for.
        words = f"{command}\n{words}" if meta else words
        self.messages += 1
        # Exactly: the same words inside a file that was read are no interruption.
        texts = [text(block.get("text")) for block in blocks if block.get("type") == "text"] or [words]
        if BY_PERSON_IN_TOOLS in texts or BY_PERSON in texts:
            self._now("interrupted-tools" if BY_PERSON_IN_TOOLS in texts else "interrupted")
            self.tail.append(Message(Role.INTERNAL, words[:EXCERPT]))
            return True
        self._now("prompt")
        self.open.clear()
        typed = "" if meta else "\n".join(one for one in texts if not one.lstrip().startswith(_PUT_IN))
        self.prompt = self.prompt or (typed or words)[:EXCERPT]
        self.tail = [Message(Role.USER, words[:EXCERPT])]
        return True

    def assistant(self, record: dict[str, Any]) -> bool:
        """Learn from a record of the model's side, which is always a part of the conversation."""
        self.command = ""
        message = members(record.get("message"))
        identity = text(message.get("id")) or text(record.get("uuid"))
        if identity != self.message_id or self.last != "assistant":
            self.message_id, self.blocks, self.error = identity, set(), None
            self.messages += 1
            if not self.open:
                self.tail = []
            self.tail.append(Message(Role.ASSISTANT))
        self._now("assistant")
        stop = message.get("stop_reason")
        self.stop = stop if isinstance(stop, str) else None
        content = message.get("content")
        blocks = [members(block) for block in elements(content)] or [{"type": "text", "text": text(content)}]
        before = self.tail.pop()
        words, calls = before.content, list(before.tool_calls)
        for block in blocks:
            kind = text(block.get("type"))
            if kind == "tool_use":
                call = ForeignCall(text(block.get("id")), text(block.get("name")), block.get("input"))
                self.open[call.call] = call
                calls.append(tool_call(call))
            if kind != "text" or text(block.get("text")).strip():
                self.blocks.add(kind)
            words += text(block.get("text"))
        if record.get("isApiErrorMessage") is True:
            self.error = words
        info = StopInfo(_STOPS.get(self.stop, StopReason.OTHER), raw=self.stop) if self.stop else None
        self.tail.append(Message(Role.ASSISTANT, words[:EXCERPT], tuple(calls), stop=info))
        return True

    def _now(self, last: str) -> None:
        self.last, self.ended = last, False


@dataclass(slots=True)
class _Session:
    _main: _Thread = field(default_factory=_Thread)
    _side: _Thread = field(default_factory=_Thread)
    _first: dict[str, str] = field(default_factory=dict)
    _mode: str = ""
    _model: str = ""
    _times: list[int] = field(default_factory=list)
    _faults: LineFaults = field(default_factory=LineFaults)

    def add(self, line: Line) -> None:
        record = line.record
        self._faults.add(line)
        if record is None:
            if line.fault == "too-long":
                self._skipped(line)
            return
        for name in ("sessionId", "cwd", "version", "entrypoint", "parentUuid"):
            if name not in self._first and isinstance(record.get(name), str):
                self._first[name] = record[name]
        self._mode = text(record.get("permissionMode")) or self._mode
        if (at := moment(record.get("timestamp"))) is not None:
            self._times[1:] = [at]
        thread = self._side if record.get("isSidechain") is True else self._main
        heard = False
        match record.get("type"):
            case "user" if isinstance(record.get("message"), dict):
                heard = thread.user(record)
            case "assistant" if isinstance(record.get("message"), dict):
                self._model = text(record["message"].get("model")) or self._model
                heard = thread.assistant(record)
            case "system" if text(record.get("subtype")) in _ENDS:
                thread.ended = thread.ended or thread.last == "assistant"
            case "user" | "assistant":
                self._faults.misunderstood()
            case _ if isinstance(record.get("message"), dict):
                # Of a kind that is not known, and a part of the conversation all the same.
                self._faults.misunderstood()
            case _:
                pass
        if heard and (thread is self._main or not self._main.last):
            self._faults.heard()

    def _skipped(self, line: Line) -> None:
        """A line that was too long: the results in it are results."""
        if calls := line.marks.get("tool_use_id", []):
            for call in calls:
                self._main.open.pop(call, None)
                self._main.tail.append(Message(Role.TOOL, tool_call_id=call))
            self._main.last = "result"
            self._faults.understood()

    def told(self, stem: str) -> ForeignSession:
        # A sub-agent's file is a side chain from end to end.
        thread = self._main if self._main.last or not self._side.last else self._side
        key = self._first.get("sessionId", stem)
        reading = self._reading(thread)
        if self._faults.lost and reading.ending is not Ending.UNREADABLE:
            # It may have been a call, or its result.
            reading = replace(reading, confidence="guess")
        open_calls = tuple(thread.open.values())
        return ForeignSession(
            key if thread is self._main else stem,
            title(thread.prompt),
            self._first.get("cwd", ""),
            self._model,
            self._first.get("version", ""),
            self._times[0] if self._times else None,
            self._times[-1] if self._times else None,
            reading,
            waiting=open_calls if reading.ending is Ending.WAITING_APPROVAL else (),
            open_calls=open_calls,
            tail=tuple(thread.tail),
            command=("claude", "--resume", key) if thread is self._main and "sessionId" in self._first else (),
            parent="" if thread is self._main else key,
            messages=thread.messages,
            faults=self._faults.told(),
        )

    def _reading(self, thread: _Thread) -> Reading:
        if self._faults.unread_end:
            return Reading(Ending.UNREADABLE, "certain", "", "The end of it cannot be read.")
        match thread.last:
            case "" if self._faults.first:
                return Reading(Ending.UNREADABLE, "certain", "", "Nothing of it could be read but what says nothing.")
            case "":
                return Reading(Ending.EMPTY, "certain", "", "It holds no message of a conversation.")
            case "interrupted-tools":
                return Reading(Ending.TOOLS_INTERRUPTED, "certain", "person", "A person interrupted a tool.")
            case "interrupted":
                return Reading(Ending.RESPONSE_CUT_OFF, "certain", "person", "A person interrupted the answer.")
            case "prompt":
                return Reading(Ending.USER_UNANSWERED, "certain", "process", "Its last prompt has no answer.")
            case _:
                pass
        if thread.error is not None and thread.last == "assistant":
            return _api_error(thread.error)
        if thread.open:
            return self._open(list(thread.open.values()))
        if self._faults.partial:
            return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Its last record breaks off.")
        if thread.last == "result":
            return Reading(Ending.RESPONSE_CUT_OFF, "certain", "process", "Its calls returned, and no answer followed.")
        return _answered(thread)

    def _open(self, calls: list[ForeignCall]) -> Reading:
        names = ", ".join(sorted({call.tool for call in calls}))
        if any(call.tool in ASK_A_PERSON for call in calls):
            return Reading(Ending.WAITING_APPROVAL, "certain", "", f"{names} has no result: it asks a person.")
        never = self._mode == "bypassPermissions" or self._first.get("entrypoint", "").startswith("sdk")
        if self._faults.partial or never or any(call.tool in NEVER_ASK for call in calls):
            why = f"{names} without a result: nothing of it had to ask, so it was running."
            return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", why)
        why = f"{names} without a result, and no word of an end: it waits for a person, or was stopped."
        return Reading(Ending.WAITING_APPROVAL, "probable", "unknown", why)


def _api_error(words: str) -> Reading:
    why = f"An API error: {words[:200]}"
    if "output token maximum" in words:
        return Reading(Ending.OUTPUT_LIMIT, "certain", "process", why)
    if "Prompt is too long" in words:
        return Reading(Ending.CONTEXT_FULL, "probable", "process", why)
    if "Usage Policy" in words or "usage policy" in words:
        return Reading(Ending.REFUSED, "probable", "process", why)
    return Reading(Ending.API_ERROR, "certain", "process", why)


def _answered(thread: _Thread) -> Reading:
    match thread.stop:
        case "max_tokens":
            return Reading(Ending.OUTPUT_LIMIT, "certain", "process", "Its last answer stopped at the output limit.")
        case "refusal":
            return Reading(Ending.REFUSED, "certain", "process", "Its last answer stopped as a refusal.")
        case "model_context_window_exceeded":
            return Reading(Ending.CONTEXT_FULL, "certain", "process", "Its last answer stopped: the context is full.")
        case "tool_use" if "tool_use" not in thread.blocks:
            return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "It was to call a tool; no call is there.")
        case _:
            pass
    if "text" not in thread.blocks:
        return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Its last answer has no text yet.")
    sure = "certain" if thread.ended else "probable"
    return Reading(Ending.FINISHED, sure, "", "Its last record is an answer without calls.")


def _shown(place: Place) -> Callable[[Line], list[HistoryItem]]:
    left = left_behind(place.path)

    def items(line: Line) -> list[HistoryItem]:
        record = line.record or {}
        branch = REWOUND if text(record.get("uuid")) in left else ""
        agent = (text(record.get("agentId")) or "sub-agent") if record.get("isSidechain") is True else ""
        found = _items(line)
        return [replace(item, branch=branch, agent=agent) for item in found] if branch or agent else found

    return items


def _items(line: Line) -> list[HistoryItem]:
    record = line.record
    if record is None:
        return [HistoryItem(None, "raw", line.told())]
    at = moment(record.get("timestamp"))
    kind = text(record.get("type"))
    message = record.get("message")
    if kind not in ("user", "assistant") or not isinstance(message, dict):
        words = text(record.get("summary")) or text(record.get("content"))
        if record.get("subtype") == "compact_boundary":
            return [HistoryItem(at, "compaction", words)]
        return [HistoryItem(at, "notice" if words else "raw", words or as_text(record))]
    shown = "notice" if record.get("isMeta") is True else kind
    shown = "compaction" if record.get("isCompactSummary") is True else shown
    content = message.get("content")
    if isinstance(content, str):
        return [HistoryItem(at, shown, content)]
    if not isinstance(content, list):
        return [HistoryItem(at, "raw", as_text(record))]
    return [_item(members(block), at, shown) for block in content]


def _item(block: dict[str, Any], at: int | None, shown: str) -> HistoryItem:
    match block.get("type"):
        case "text":
            return HistoryItem(at, shown, text(block.get("text")))
        case "thinking":
            return HistoryItem(at, "thinking", text(block.get("thinking")))
        case "tool_use":
            given = as_text(block.get("input"))
            return HistoryItem(at, "call", given, text(block.get("name")), text(block.get("id")))
        case "tool_result":
            content = block.get("content")
            words = (
                content if isinstance(content, str) else "\n".join(_piece(members(one)) for one in elements(content))
            )
            return HistoryItem(at, "result", words, call=text(block.get("tool_use_id")))
        case "image":
            return HistoryItem(at, shown, _piece(block))
        case _:
            return HistoryItem(at, "raw", as_text(block))


def _piece(block: dict[str, Any]) -> str:
    if block.get("type") == "text":
        return text(block.get("text"))
    source = members(block.get("source"))
    return attachment(text(block.get("type")) or "part", text(source.get("media_type")), source.get("data"))
