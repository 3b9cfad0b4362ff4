"""opencode, and the programs that were made from it: a SQLite database of JSON rows, or the older folder of JSON files.

Rules: session-files, 3.3. The shapes are those of its own source (message-v2.ts, session.sql.ts) and the faults those
of its issues; no real file was at hand. A call that is pending or running waits for a person or was killed: the request
for a permission lives in memory, and after a crash `running` stays for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import Database, copied, has_tables, key_text, keyed, plain
from pausedesk.core.importers.documents import has_folders, names, part
from pausedesk.core.importers.ends import first_prompt, last_batch, without_result
from pausedesk.core.importers.lines import Stopped, parsed
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
from pausedesk.core.store.foreign import foreign_database, place_name

_PROGRAM = "opencode"
REVERTED = "reverted"
"""The branch of messages that a person took back."""

_NEVER_ASK = {"read", "glob", "grep", "list", "todowrite", "todoread", "task"}
_DONE = ("completed", "error")
_SILENT = {"step-start", "step-finish", "snapshot"}
_KNOWN = _SILENT | {"text", "reasoning", "file", "tool", "compaction", "patch", "subtask", "agent", "retry"}
_STOPS = {
    "MessageOutputLengthError": StopReason.MAX_OUTPUT,
    "length": StopReason.MAX_OUTPUT,
    "ContextOverflowError": StopReason.CONTEXT_FULL,
    "content-filter": StopReason.REFUSAL,
}
_SESSIONS = "SELECT rowid, typeof(id), id FROM session ORDER BY id"
_OF_SESSION = "WHERE session_id IS (SELECT id FROM session WHERE rowid = ?)"
_MESSAGES = f"SELECT * FROM message {_OF_SESSION} ORDER BY time_created, id"  # noqa: S608 - of constants
_PARTS = f"SELECT message_id, data FROM part {_OF_SESSION} ORDER BY id"  # noqa: S608 - of constants
_ENDINGS = {
    StopReason.MAX_OUTPUT: Ending.OUTPUT_LIMIT,
    StopReason.CONTEXT_FULL: Ending.CONTEXT_FULL,
    StopReason.REFUSAL: Ending.REFUSED,
}


class OpenCode:
    """Sessions of opencode, in its database."""

    format = "opencode"
    program = _PROGRAM

    def sniff(self, place: Place) -> bool:
        """A database with the tables `session`, `message` and `part`, and the columns that tie them."""
        tables = ("session", "message", "part", "project_id", "session_id", "message_id")
        return has_tables(place, *tables, "directory", "parent_id")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The sessions of a database, by their ids."""
        with copied(place, progress) as database:
            known = keyed(database.execute(_SESSIONS))
            for number, (key, (rowid, *_)) in enumerate(known.items()):
                if not progress(number, len(known)):
                    raise Stopped
                yield _session(_stored(database, key, rowid, slim=True))

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of one session."""
        with foreign_database(place.path) as database:
            row = keyed(database.execute(_SESSIONS)).get(key)
            found = _items(_stored(database, key, row[0], slim=False)) if row is not None else []
        return found[start : start + count], len(found)


class OpenCodeFiles:
    """Sessions of opencode, in the folder that older versions kept them in."""

    format = "opencode-files"
    program = _PROGRAM

    def sniff(self, place: Place) -> bool:
        """A folder with the folders `session`, `message` and `part`, and a session of a project in the first."""
        inside = not place.head and has_folders(place.path, "session", "message", "part")
        return inside and bool(names(place.path / "session", "*/ses_*.json"))

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The sessions of a folder, by their ids."""
        files = _session_files(place.path)
        for number, (key, file) in enumerate(files.items()):
            if not progress(number, len(files)):
                raise Stopped
            yield _session(_filed(place.path, key, file))

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of one session."""
        file = _session_files(place.path).get(key)
        found = _items(_filed(place.path, key, file)) if file is not None else []
        return found[start : start + count], len(found)


# -- what is stored ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Said:
    """One message with its parts, each the JSON object, or what stands there in its place."""

    key: str
    info: Any
    parts: list[Any] = field(default_factory=list)
    branch: str = ""

    @property
    def readable(self) -> bool:
        return (
            isinstance(self.info, dict)
            and self.info.get("role") in ("user", "assistant")
            and all(isinstance(one, dict) and isinstance(one.get("type"), str) and one["type"] for one in self.parts)
            and not any(_may_be_open(one) for one in self.parts)
        )

    @property
    def understood(self) -> bool:
        return self.readable and all(one["type"] in _KNOWN for one in self.parts)


def _may_be_open(part: dict[str, Any]) -> bool:
    """Whether a part of a kind that is not known is told of as calls are, and not that it is done."""
    called = "callID" in part or "state" in part
    return part["type"] not in _KNOWN and called and _state(part).get("status") not in _DONE


@dataclass(frozen=True, slots=True)
class _Stored:
    """A session as it is kept: the members of its row or file, and its messages in order."""

    key: str
    info: dict[str, Any]
    messages: list[_Said]
    faults: tuple[str, ...] = ()


def _rows(database: Database, sql: str, rowid: int) -> list[dict[str, Any]]:
    """The rows by the names of their columns, which are not the same in every version."""
    cursor = database.execute(sql, (rowid,))
    columns = [column[0] for column in cursor.description]
    return [dict(zip(columns, row, strict=True)) for row in cursor]


def _stored(database: Database, key: str, rowid: int, *, slim: bool) -> _Stored:
    (row,) = _rows(database, "SELECT * FROM session WHERE rowid = ?", rowid)
    said = _rows(database, _MESSAGES, rowid)
    messages = [_Said(key_text(one.get("id")), _json(one.get("data"))) for one in said]
    # As they stand there: ids that differ in their types, or in bytes that are no characters, are not the same.
    by_id = {one.get("id"): told for one, told in zip(said, messages, strict=True)}
    lost = []
    for message, data in database.execute(_PARTS, (rowid,)):
        value = _json(data)
        if (of := by_id.get(message)) is not None:
            of.parts.append(_slim(value) if slim else value)
        else:
            # Of a message that is not there: nothing tells where it belongs, and it may be an open call.
            lost.append(_Said(key_text(message), [value]))
    info = {name: _json(value) if name == "revert" else _column(value) for name, value in row.items()}
    info["time"] = {"created": row.get("time_created"), "updated": row.get("time_updated")}
    info["parent_id"] = key_text(row.get("parent_id"))
    return _Stored(key, info, lost + _reverted(messages, info))


def _column(value: Any) -> Any:
    return plain(value) if isinstance(value, bytes) else value


def _json(data: Any) -> Any:
    if not isinstance(data, bytes):
        return data
    found = parsed(data)
    return plain(data) if found is None else found


def _slim(value: Any) -> Any:
    """A part without the long texts in it, of which only the end of a session is told."""
    if not isinstance(value, dict):
        return value
    state = value.get("state")
    if isinstance(state, dict):
        value = {**value, "state": {name: one for name, one in state.items() if name in ("status", "input")}}
    return {name: one[:EXCERPT] if isinstance(one, str) else one for name, one in value.items()}


def _session_files(folder: Path) -> dict[str, Path]:
    """The file of each session. Its messages are found by its id alone: where two projects have it, as when it was
    moved to another, it is one session, told by the file that was written last."""
    found: dict[str, Path] = {}
    for file in names(folder / "session", "*/ses_*.json"):
        key = place_name(Path(file.stem))
        if key not in found or _written_at(found[key]) <= _written_at(file):
            found[key] = file
    return found


def _written_at(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except OSError:
        return -1


def _filed(folder: Path, key: str, file: Path) -> _Stored:
    info, fault = part(file)
    faults = [fault] if fault else []
    messages = []
    # The ids grow with the time.
    for path in sorted(names(folder / "message" / file.stem, "*.json")):
        value, fault = part(path)
        said = _Said(path.stem, value if isinstance(value, dict) else fault or value)
        faults += [fault] if fault else []
        for inner in sorted(names(folder / "part" / path.stem, "*.json")):
            value, fault = part(inner)
            said.parts.append(value if isinstance(value, dict) else fault or value)
            faults += [fault] if fault else []
        messages.append(said)
    fields = members(info)
    renamed = {"parent_id": fields.get("parentID"), **fields}
    return _Stored(key, renamed, _reverted(messages, fields), tuple(faults))


def _reverted(messages: list[_Said], info: dict[str, Any]) -> list[_Said]:
    revert = members(info.get("revert"))
    places = [at for at, said in enumerate(messages) if said.key == revert.get("messageID")]
    if places:
        for said in messages[places[0] + ("partID" in revert) :]:
            said.branch = REVERTED
    return messages


# -- the session -------------------------------------------------------------------------------------------------------


def _session(stored: _Stored) -> ForeignSession:
    left = [said for said in stored.messages if not said.branch]
    neutral = [message for said in left for message in _neutral(said)]
    open_calls = without_result(neutral)
    reading = _reading(left, open_calls)
    unread = [said for said in stored.messages if not said.understood]
    if (unread or stored.faults) and reading.ending is not Ending.UNREADABLE:
        reading = replace(reading, confidence="guess")
    models = [text(members(said.info).get("modelID")) for said in left]
    time = members(stored.info.get("time"))
    parent = text(stored.info.get("parent_id"))
    return ForeignSession(
        stored.key,
        title(text(stored.info.get("title"))) or first_prompt(neutral),
        text(stored.info.get("directory")),
        next(filter(None, reversed(models)), ""),
        text(stored.info.get("version")),
        moment(time.get("created")),
        moment(time.get("updated")),
        reading,
        waiting=open_calls if reading.ending is Ending.WAITING_APPROVAL else (),
        open_calls=open_calls,
        tail=last_batch(neutral),
        command=() if parent else ("opencode", "--session", stored.key),
        parent=parent,
        messages=len(stored.messages),
        faults=stored.faults
        or tuple(
            f"Message {said.key} {'has a part of an unknown kind' if said.readable else 'cannot be understood'}."
            for said in unread
        ),
    )


def _reading(messages: Sequence[_Said], open_calls: Sequence[ForeignCall]) -> Reading:
    if not messages:
        return Reading(Ending.EMPTY, "certain", "", "It holds no message.")
    last = messages[-1]
    if not last.readable:
        return Reading(Ending.UNREADABLE, "certain", "", "Its last message cannot be understood.")
    if last.info["role"] == "user":
        return Reading(Ending.USER_UNANSWERED, "certain", "process", "Its last message has no answer.")
    if last.info.get("error") is not None:
        return _failed(last)
    if open_calls:
        return _open(open_calls)
    stop = _stop(last)
    if stop is not None and stop.reason in _ENDINGS:
        return Reading(_ENDINGS[stop.reason], "certain", "process", f"Its last answer stopped: {stop.raw}.")
    if stop is not None:
        return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Its last answer was not completed.")
    if any(one["type"] == "tool" for one in last.parts) and _finish(last) == "tool-calls":
        return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Its calls returned, and no answer followed.")
    if any(one["type"] == "text" and text(one.get("text")).strip() for one in last.parts):
        return Reading(Ending.FINISHED, "certain", "", "Its last answer is completed, and no call of it is open.")
    return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", "Its last answer has no text.")


def _failed(last: _Said) -> Reading:
    error = members(last.info["error"])
    name = text(error.get("name"))
    words = text(members(error.get("data")).get("message")) or as_text(last.info["error"])
    if name == "MessageAbortedError":
        stopped = any(_state(one).get("status") != "completed" for one in last.parts if one["type"] == "tool")
        ending = Ending.TOOLS_INTERRUPTED if stopped else Ending.RESPONSE_CUT_OFF
        return Reading(ending, "certain", "person", "A person stopped it.")
    if name in _STOPS:
        return Reading(_ENDINGS[_STOPS[name]], "certain", "process", f"Its last answer stopped: {name}.")
    sure = "certain" if name else "guess"
    return Reading(Ending.API_ERROR, sure, "process", f"Its last answer ended with an error: {words[:200]}")


def _open(calls: Sequence[ForeignCall]) -> Reading:
    tools = ", ".join(sorted({call.tool for call in calls}))
    if any(call.tool == "question" for call in calls):
        return Reading(Ending.WAITING_APPROVAL, "probable", "unknown", f"{tools} has no result: it asks a person.")
    if any(call.tool in _NEVER_ASK for call in calls):
        why = f"{tools} without a result: not all of it asks, so it was running."
        return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", why)
    why = f"{tools} without a result: it waits for a permission, or was stopped."
    return Reading(Ending.WAITING_APPROVAL, "guess", "unknown", why)


def _finish(said: _Said) -> str:
    steps = [text(one.get("reason")) for one in said.parts if one["type"] == "step-finish"]
    return steps[-1] if steps else text(said.info.get("finish"))


def _stop(said: _Said) -> StopInfo | None:
    """Why an answer is not whole; None where it is."""
    error = said.info.get("error")
    name = text(members(error).get("name")) or ("error" if error is not None else _finish(said))
    if name in _STOPS:
        return StopInfo(_STOPS[name], raw=name)
    completed = members(said.info.get("time")).get("completed")
    if error is not None or isinstance(completed, bool) or not isinstance(completed, int | float):
        return StopInfo(StopReason.INTERRUPTED, raw=name)
    return None


# -- messages ----------------------------------------------------------------------------------------------------------


def _state(part: dict[str, Any]) -> dict[str, Any]:
    return members(part.get("state"))


def _call(part: dict[str, Any]) -> ForeignCall:
    return ForeignCall(text(part.get("callID")), text(part.get("tool")), _state(part).get("input"))


def _neutral(said: _Said) -> list[Message]:
    if not said.readable:
        return [Message(Role.UNKNOWN, raw=said.info)]
    words = "\n".join(text(one.get("text")) for one in said.parts if one["type"] == "text")[:EXCERPT]
    if said.info["role"] == "user":
        return [Message(Role.USER, words)]
    tools = [one for one in said.parts if one["type"] == "tool"]
    calls = tuple(tool_call(_call(one)) for one in tools)
    done = [one for one in tools if _state(one).get("status") in _DONE]
    back = [Message(Role.TOOL, tool_call_id=text(one.get("callID")), name=text(one.get("tool"))) for one in done]
    return [Message(Role.ASSISTANT, words, calls, stop=None if calls else _stop(said)), *back]


def _items(stored: _Stored) -> list[HistoryItem]:
    found: list[HistoryItem] = []
    for said in stored.messages:
        at = moment(members(members(said.info).get("time")).get("created"))
        mine: list[HistoryItem] = []
        if not isinstance(said.info, dict) or said.info.get("role") not in ("user", "assistant"):
            mine.append(HistoryItem(at, "raw", as_text(said.info)))
        shown = text(members(said.info).get("role")) or "notice"
        mine += [item for one in said.parts for item in _part_items(one, at, shown)]
        if (error := members(said.info).get("error")) is not None:
            words = text(members(members(error).get("data")).get("message"))
            mine.append(HistoryItem(at, "notice", ": ".join(filter(None, (text(members(error).get("name")), words)))))
        found += [replace(item, branch=said.branch) for item in mine]
    return found


def _part_items(one: Any, at: int | None, shown: str) -> list[HistoryItem]:
    fields = members(one)
    match fields.get("type"):
        case "text":
            kind = "notice" if fields.get("synthetic") is True else shown
            return [HistoryItem(at, kind, text(fields.get("text")))]
        case "reasoning":
            return [HistoryItem(at, "thinking", text(fields.get("text")))]
        case "file":
            name = text(fields.get("filename"))
            return [HistoryItem(at, shown, attachment(name or "file", text(fields.get("mime")), fields.get("url")))]
        case "tool":
            call, state = _call(fields), _state(fields)
            made = HistoryItem(at, "call", as_text(call.arguments), call.tool, call.call)
            if state.get("status") not in _DONE:
                return [made]
            return [made, HistoryItem(at, "result", _result(state), call.tool, call.call)]
        case "compaction":
            return [HistoryItem(at, "compaction", "")]
        case "patch":
            files = ", ".join(text(name) for name in elements(fields.get("files")))
            return [HistoryItem(at, "notice", f"[files changed: {files}]")]
        case "subtask":
            return [HistoryItem(at, "notice", text(fields.get("prompt")), agent=text(fields.get("agent")))]
        case kind if isinstance(kind, str) and kind in _SILENT:
            return []
        case _:
            return [HistoryItem(at, "raw", as_text(one))]


def _result(state: dict[str, Any]) -> str:
    pieces = [as_text(state.get("output", state.get("error", "")))]
    pieces += [
        attachment(text(one.get("filename")) or "file", text(one.get("mime")), one.get("url"))
        for one in map(members, elements(state.get("attachments")))
    ]
    return "\n".join(filter(None, pieces))
