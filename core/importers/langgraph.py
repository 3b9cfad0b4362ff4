"""LangGraph: the threads of a SqliteSaver, read without the graph.

Rules: session-files, 3.5, and frameworks, 1. Of each thread the newest checkpoint counts: interrupts of answered
questions stay on older ones. A graph inside a node keeps checkpoints in a namespace of its own, which name the one of
the thread that they belong to; its calls stand there alone until the node is done. Values are MessagePack and are read
as data; what is pickled stays bytes. A question that was answered before a crash can read as if it still waited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import Database, copied, has_tables, keyed, plain
from pausedesk.core.importers.lines import Stopped, parsed
from pausedesk.core.importers.msgpack import Extension, Malformed, as_json, unpacked
from pausedesk.core.importers.values import (
    EXCERPT,
    as_text,
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
from pausedesk.core.store.foreign import foreign_database

# A thread is found again by the rowid of a checkpoint of it, and the writes of a checkpoint by its rowid.
_THREADS = "SELECT min(rowid), typeof(thread_id), thread_id FROM checkpoints GROUP BY thread_id ORDER BY thread_id"
_NEWEST = (
    "SELECT rowid, checkpoint_id, type, checkpoint FROM checkpoints "
    "WHERE thread_id IS (SELECT thread_id FROM checkpoints WHERE rowid = ?) AND checkpoint_ns = '' "
    "ORDER BY checkpoint_id DESC LIMIT 1"
)
# The rowid is that of the greatest id: SQLite takes what stands beside one max() from its row.
_NESTED = (
    "SELECT rowid, checkpoint_ns, max(checkpoint_id) FROM checkpoints "
    "WHERE thread_id IS (SELECT thread_id FROM checkpoints WHERE rowid = ?) AND checkpoint_ns <> '' "
    "GROUP BY checkpoint_ns ORDER BY checkpoint_ns"
)
_ONE = "SELECT * FROM checkpoints WHERE rowid = ?"
_WRITES = (
    "SELECT task_id, channel, type, value FROM writes "
    "WHERE thread_id IS (SELECT thread_id FROM checkpoints WHERE rowid = ?1) "
    "AND checkpoint_id IS (SELECT checkpoint_id FROM checkpoints WHERE rowid = ?1) ORDER BY task_path, task_id, idx"
)


class LangGraph:
    """Threads of LangGraph's SqliteSaver."""

    format = "langgraph"
    program = "LangGraph"

    def sniff(self, place: Place) -> bool:
        """A database with the tables `checkpoints` and `writes`."""
        return has_tables(place, "checkpoints", "writes", "thread_id", "checkpoint_ns")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The threads of a database, by their ids."""
        with copied(place, progress) as database:
            known = keyed(database.execute(_THREADS))
            for number, (key, (rowid, *_)) in enumerate(known.items()):
                if not progress(number, len(known)):
                    raise Stopped
                yield _thread(database, key, rowid)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The messages of a thread's newest checkpoint."""
        with foreign_database(place.path) as database:
            thread = keyed(database.execute(_THREADS)).get(key)
            row = database.execute(_NEWEST, (thread[0],)).fetchone() if thread is not None else None
            nested = _nested(database, row[0], plain(row[1])) if row is not None else []
        if row is None:
            return [], 0
        _, _, kind, body = row
        state = _value(kind, body)
        found = [item for one in _messages(state) for item in _items(one)]
        seen = {_identity(one) for one in _messages(state)}
        for inner in nested:
            mine = [one for one in _messages(inner.state) if _identity(one) not in seen]
            found += [replace(item, agent=inner.name) for one in mine for item in _items(one)]
        if not isinstance(state, dict):
            found.append(
                HistoryItem(None, "raw", f"[a checkpoint of the type {plain(kind)}, {len(plain(body)):,} characters]")
            )
        return found[start : start + count], len(found)


def _thread(database: Database, key: str, thread: int) -> ForeignSession:
    row = database.execute(_NEWEST, (thread,)).fetchone()
    if row is None:
        return unreadable(key, "It has no checkpoint of its own, or none in a namespace that can be read.")
    rowid, checkpoint, kind, body = row
    state = _value(kind, body)
    nested = _nested(database, rowid, plain(checkpoint))
    writes = _writes(database, rowid)
    levels = [writes, *(_writes(database, inner.rowid) for inner in nested)]
    resumed = {task for level in levels for task, channel, _ in level if channel == "__resume__"}
    # A graph hands its interrupts on to the one around it, under another task: the answer stands at the inner one.
    asked: list[tuple[str, Any]] = []
    answered: set[str] = set()
    for level in map(_interrupts, levels):
        answered |= {_identity_of(one) for task, one in level if task in resumed} - {""}
        before = {_identity_of(one) for _, one in asked} - {""}
        asked += [(task, one) for task, one in level if _identity_of(one) not in before]
    waits = [one for task, one in asked if task not in resumed and _identity_of(one) not in answered]
    messages = _messages(state)
    for inner in nested:
        seen = {_identity(one) for one in messages}
        messages += [one for one in _messages(inner.state) if _identity(one) not in seen]
    neutral = [_neutral(one) for one in messages]
    done = {message.tool_call_id for message in neutral if message.role is Role.TOOL}
    made = [call for message in neutral for call in message.tool_calls if call.id not in done]
    # A question without a task's answer still waits; the zero task holds answers that name none.
    waiting = tuple(call for one in waits for call in _questions(one, made))
    errors = [value for level in levels for _, channel, value in level if channel == "__error__"]
    channels = members(members(state).get("channel_values"))
    follows = [
        name for name in map(str, channels) if name.startswith(("branch:", "__start__")) or name == "__pregel_tasks"
    ]
    # The zero task holds answers that name no task: whether they are to these questions is not told.
    unsure = not isinstance(state, dict) or any(channel == "__resume__" for _, channel, _ in writes)
    if waiting:
        why = "Its newest checkpoint holds an interrupt."
        reading = Reading(Ending.WAITING_APPROVAL, "probable" if unsure else "certain", "", why)
    elif not isinstance(state, dict):
        why = f"Its newest checkpoint is {plain(kind)}, which is not read."
        reading = Reading(Ending.UNREADABLE, "certain", "", why)
    elif asked:
        reading = Reading(
            Ending.TOOLS_INTERRUPTED, "probable", "process", "Its interrupt was answered, and nothing followed."
        )
    elif errors:
        reading = Reading(Ending.API_ERROR, "certain", "process", f"A node of it failed: {_words(errors[0])[:200]}")
    elif follows or writes or nested:
        reading = Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "Nodes of it were still to run.")
    elif made:
        reading = Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", "A call of it has no result.")
    elif neutral and neutral[-1].role is Role.USER:
        reading = Reading(Ending.USER_UNANSWERED, "probable", "process", "Its last message has no answer.")
    elif neutral and neutral[-1].role is Role.UNKNOWN:
        reading = Reading(Ending.UNREADABLE, "certain", "", "Its last message cannot be understood.")
    else:
        reading = Reading(Ending.FINISHED, "probable", "", "No node of it is left to run.")
    words = [message.content for message in neutral if message.role is Role.USER]
    places = [at for at, message in enumerate(neutral) if message.role is Role.ASSISTANT]
    unknown = [at for at, message in enumerate(neutral) if message.role is Role.UNKNOWN]
    faults = tuple(f"Message {at} cannot be understood." for at in unknown)
    return ForeignSession(
        key,
        title(next(filter(None, words), "")),
        "",
        "",
        "",
        None,
        moment(members(state).get("ts")),
        reading,
        waiting=waiting,
        answered=True if asked and not waiting else None,
        open_calls=tuple(ForeignCall(call.id, call.name, call.arguments) for call in made) or waiting,
        tail=tuple(neutral[places[-1] if places else 0 :]),
        messages=len(messages),
        faults=faults,
    )


@dataclass(frozen=True, slots=True)
class _Nested:
    """The newest checkpoint of a graph inside a node of the thread's newest one; `name` is that of the node."""

    name: str
    rowid: int
    state: Any


def _nested(database: Database, thread: int, root: str) -> list[_Nested]:
    found = []
    for rowid, namespace, _ in database.execute(_NESTED, (thread,)).fetchall():
        cursor = database.execute(_ONE, (rowid,))
        names = [column[0] for column in cursor.description]
        row = dict(zip(names, cursor.fetchone() or (), strict=False))
        about = row.get("metadata")
        parents = members(members(parsed(about) if isinstance(about, bytes) else None).get("parents"))
        # What belongs to an older checkpoint is in the thread's own state by now.
        if parents.get("") == root:
            name = "/".join(piece.partition(":")[0] for piece in plain(namespace).split("|"))
            found.append(_Nested(name, rowid, _value(row.get("type"), row.get("checkpoint"))))
    return found


def _writes(database: Database, checkpoint: int) -> list[tuple[str, str, Any]]:
    rows = database.execute(_WRITES, (checkpoint,)).fetchall()
    return [(plain(task), plain(channel), _value(form, value)) for task, channel, form, value in rows]


def _interrupts(writes: Sequence[tuple[str, str, Any]]) -> list[tuple[str, Any]]:
    asked = [(task, value) for task, channel, value in writes if channel == "__interrupt__"]
    return [(task, one) for task, value in asked for one in elements(value) or [value]]


def _identity_of(interrupt: Any) -> str:
    return text(members(_plain(interrupt)).get("id"))


def _identity(message: Any) -> str:
    return text(members(message).get("id")) or repr(message)


def _questions(interrupt: Any, made: Sequence[Any]) -> list[ForeignCall]:
    """The calls that an interrupt asks about; one without a name where its value is the author's own."""
    value = members(_plain(interrupt)).get("value")
    batch = [members(one) for one in elements(members(value).get("action_requests"))]
    if batch:
        # They name no call: they stand in the order of the last message's calls of those names.
        left = list(made)
        found = []
        for one in batch:
            name = text(one.get("name"))
            mine = next(
                (call for call in left if call.name == name and call.arguments == as_json(one.get("args"))), None
            )
            if mine is not None:
                left.remove(mine)
            found.append(
                ForeignCall(
                    mine.id if mine is not None else "", name, as_json(one.get("args")), text(one.get("description"))
                )
            )
        return found
    asked = members(value)
    name = text(asked.get("name")) or text(asked.get("tool"))
    call = text(asked.get("tool_call_id")) or text(asked.get("id"))
    question = (
        text(asked.get("description")) or text(asked.get("question")) or (value if isinstance(value, str) else "")
    )
    return [ForeignCall(call, name, as_json(asked.get("args", value)), question)]


def _value(kind: Any, body: Any) -> Any:
    """A stored value; None where it is null, its bytes where it is not MessagePack (and may be pickled)."""
    if not isinstance(body, bytes) or plain(kind) == "null":
        return None
    if plain(kind) != "msgpack":
        return body
    try:
        return unpacked(body)
    except (Malformed, RecursionError):
        return body


def _plain(value: Any) -> Any:
    """What an extension holds: of a class with its arguments (module, name, arguments, ...) the arguments."""
    while isinstance(value, Extension):
        inside = value.value
        if isinstance(inside, list) and len(inside) >= 3 and isinstance(inside[0], str):
            value = inside[2]
        else:
            return inside
    return value


def _messages(state: Any) -> list[Any]:
    return [_plain(one) for one in elements(members(members(state).get("channel_values")).get("messages"))]


def _neutral(message: Any) -> Message:
    fields = members(message)
    words = _words(fields.get("content"))[:EXCERPT]
    match fields.get("type"):
        case "human":
            return Message(Role.USER, words)
        case "system":
            return Message(Role.SYSTEM, words)
        case "tool":
            return Message(
                Role.TOOL, words, tool_call_id=text(fields.get("tool_call_id")), name=text(fields.get("name"))
            )
        case "ai" if isinstance(fields.get("tool_calls", []), list):
            calls = [members(one) for one in elements(fields.get("tool_calls"))]
            made = [ForeignCall(text(one.get("id")), text(one.get("name")), as_json(one.get("args"))) for one in calls]
            return Message(Role.ASSISTANT, words, tuple(map(tool_call, made)))
        case _:
            return Message(Role.UNKNOWN, raw=str(message))


def _words(content: Any) -> str:
    value = _plain(content)
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(text(members(part).get("text")) or text(part) for part in value)
    return "" if value is None else str(value)


def _items(message: Any) -> list[HistoryItem]:
    neutral = _neutral(message)
    if neutral.role is Role.UNKNOWN:
        return [HistoryItem(None, "raw", str(message))]
    kinds = {Role.USER: "user", Role.SYSTEM: "system", Role.ASSISTANT: "assistant", Role.TOOL: "result"}
    words = _words(members(message).get("content"))
    found = []
    if words or not neutral.tool_calls:
        found.append(HistoryItem(None, kinds[neutral.role], words, neutral.name, neutral.tool_call_id))
    for call in neutral.tool_calls:
        given = as_text(call.arguments)
        found.append(HistoryItem(None, "call", given, call.name, call.id))
    return found
