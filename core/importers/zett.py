"""zett-agent: its SQLite store of sessions, messages and compaction snapshots.

Its messages are in the neutral form already, and how each response stopped is stored, so an ending follows from where
the history could be picked up (resume rules). A run that was killed while it continued a response that its provider had
paused looks finished: the file cannot tell, so an answer without a stop is only probably the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import Database, copied, has_tables, key_text, keyed, plain, utc
from pausedesk.core.importers.ends import doubted
from pausedesk.core.importers.lines import Stopped, parsed
from pausedesk.core.importers.values import as_text, members, text, title
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role, StopReason, read_message
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.rules.resume import AgentResumeError, ResumeKind, classify_resume
from pausedesk.core.rules.resume_words import ResumeReason
from pausedesk.core.store.foreign import foreign_database

_ROLES = {1: "system", 2: "user", 3: "assistant", 4: "tool", 5: "internal"}
_KINDS = {"system": "system", "user": "user", "assistant": "assistant", "tool": "result", "internal": "notice"}
_SESSIONS = (
    "SELECT rowid, typeof(id), id, parent_session_id, title, created_at, updated_at FROM agent_sessions ORDER BY id"
)
_MINE = "FROM raw_messages WHERE session_id IS (SELECT id FROM agent_sessions WHERE rowid = ?)"
_TAIL = 500
"""Messages from the end that are read for the ending; a batch of calls with its results is far shorter."""


class Zett:
    """Sessions of zett-agent."""

    format = "zett"
    program = "zett-agent"

    def sniff(self, place: Place) -> bool:
        """A database with the tables `raw_messages` and `session_snapshots`."""
        return has_tables(place, "raw_messages", "session_snapshots")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The sessions of a database, by their ids."""
        with copied(place, progress) as database:
            known = keyed(database.execute(_SESSIONS))
            for number, (key, (rowid, _, _, parent, *about)) in enumerate(known.items()):
                if not progress(number, len(known)):
                    raise Stopped
                yield _session(database, key, rowid, key_text(parent), *map(plain, about))

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of one session, what was compacted included: its messages are all kept."""
        with foreign_database(place.path) as database:
            row = keyed(database.execute(_SESSIONS)).get(key)
            rows = (
                database.execute(f"SELECT message_json, completed_at {_MINE} ORDER BY sequence", (row[0],)).fetchall()
                if row is not None
                else []
            )
        found = [item for body, at in rows for item in _items(body, utc(plain(at)))]
        return found[start : start + count], len(found)


def _session(
    database: Database, key: str, rowid: int, parent: str, named: str, created: str, updated: str
) -> ForeignSession:
    count = int(database.execute(f"SELECT count(*) {_MINE}", (rowid,)).fetchone()[0])
    rows = database.execute(
        f"SELECT sequence, message_json {_MINE} ORDER BY sequence DESC LIMIT {_TAIL}",
        (rowid,),
    ).fetchall()
    first = database.execute(
        f"SELECT content {_MINE} AND role = 2 ORDER BY sequence LIMIT 1",
        (rowid,),
    ).fetchone()
    messages: list[Message] = []
    faults = []
    model = ""
    for sequence, body in reversed(rows):
        for value in _values(body):
            message = _neutral(value)
            if message.role is Role.UNKNOWN:
                faults.append(f"Message {plain(sequence)} cannot be understood.")
            messages.append(message)
            model = text(members(members(value).get("data")).get("model")) or model
    reading, open_calls = _reading(messages)
    return ForeignSession(
        key,
        title(named or (plain(first[0]) if first is not None else "")),
        "",
        model,
        "",
        utc(created),
        utc(updated),
        reading,
        open_calls=open_calls,
        tail=tuple(messages[_batch(messages) :]),
        parent=parent,
        messages=count,
        faults=tuple(faults),
    )


_REFUSED = {
    ResumeReason.EMPTY: (Ending.EMPTY, "certain", "", "It has no messages."),
    ResumeReason.REFUSED: (Ending.REFUSED, "certain", "process", "Its last answer stopped as a refusal."),
    ResumeReason.CONTEXT_FULL: (
        Ending.CONTEXT_FULL,
        "certain",
        "process",
        "Its last answer stopped: the context is full.",
    ),
    ResumeReason.UNKNOWN_STOP: (
        Ending.STOPPED,
        "guess",
        "unknown",
        "Its last answer stopped for an unknown reason.",
    ),
    ResumeReason.MALFORMED: (Ending.UNREADABLE, "certain", "", "Its end cannot be understood."),
}


def _reading(messages: list[Message]) -> tuple[Reading, tuple[ForeignCall, ...]]:
    try:
        point = classify_resume(messages)
    except AgentResumeError as refusal:
        if refusal.reason in _REFUSED:
            return Reading(*_REFUSED[refusal.reason]), ()
        sure = "certain" if messages[-1].stop is not None else "probable"
        reading = Reading(Ending.FINISHED, sure, "", "Its last message is an answer without calls.")
        return doubted(reading, any(message.role is Role.UNKNOWN for message in messages)), ()
    match point.kind:
        case ResumeKind.RECOVER_TOOLS:
            calls = tuple(ForeignCall(call.id, call.name, call.arguments) for call in point.unanswered)
            has = "has" if len(calls) == 1 else "have"
            why = f"{len(calls)} of its last calls {has} no result: it was stopped before, in or after them."
            return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", why), calls
        case ResumeKind.CONTINUE_RESPONSE:
            return Reading(
                Ending.OUTPUT_LIMIT, "certain", "process", "Its last answer stopped at the output limit."
            ), ()
        case ResumeKind.RETRY_RESPONSE:
            return Reading(Ending.RESPONSE_CUT_OFF, "certain", "process", "Its last answer was cut off."), ()
        case ResumeKind.CALL_MODEL:
            pass
    said = [message for message in messages if message.role is not Role.SYSTEM]
    if said[-1].role in (Role.USER, Role.INTERNAL):
        return Reading(Ending.USER_UNANSWERED, "certain", "process", "Its last message has no answer."), ()
    if said[-1].stop is not None and said[-1].stop.reason is StopReason.PAUSED:
        return Reading(Ending.RESPONSE_CUT_OFF, "certain", "process", "Its provider paused, and it never went on."), ()
    return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Its calls returned, and no answer followed."), ()


def _batch(messages: list[Message]) -> int:
    places = [at for at, message in enumerate(messages) if message.role is Role.ASSISTANT]
    return places[-1] if places else 0


def _values(body: Any) -> list[Any]:
    found = parsed(body) if isinstance(body, bytes) else None
    return found if isinstance(found, list) else [plain(body)]


def _neutral(value: Any) -> Message:
    fields = members(value)
    data = members(fields.get("data"))
    kind = fields.get("kind")
    if (
        isinstance(kind, bool)
        or not isinstance(kind, int)
        or kind not in _ROLES
        or not isinstance(fields.get("data"), dict)
    ):
        return Message(Role.UNKNOWN, raw=value)
    if not isinstance(data.get("tool_calls", []), list):
        return Message(Role.UNKNOWN, raw=value)
    return read_message({**data, "role": _ROLES[kind]})


def _items(body: Any, at: int | None) -> list[HistoryItem]:
    found = []
    for value in _values(body):
        message = _neutral(value)
        if message.role is Role.UNKNOWN:
            found.append(HistoryItem(at, "raw", as_text(value)))
            continue
        if message.content or not message.tool_calls:
            kind = _KINDS[message.role]
            found.append(HistoryItem(at, kind, message.content, message.name, message.tool_call_id))
        found += [HistoryItem(at, "call", as_text(call.arguments), call.name, call.id) for call in message.tool_calls]
        if message.stop is not None and not message.stop.ok:
            found.append(HistoryItem(at, "notice", message.stop.describe()))
    return found
