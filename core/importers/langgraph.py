"""LangGraph: the threads of a SqliteSaver, read without the graph.

Rules: session-files, 3.5, and frameworks, 1. Of each thread the newest checkpoint counts: interrupts of answered
questions stay on older ones. Values are MessagePack and are read as data; what is pickled stays bytes. A question that
was answered before a crash can read as if it still waited.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import Database, has_tables, plain
from pausedesk.core.importers.lines import Stopped
from pausedesk.core.importers.msgpack import Extension, Malformed, as_json, unpacked
from pausedesk.core.importers.values import EXCERPT, as_text, elements, members, moment, text, title, tool_call
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.store.foreign import foreign_database

_NEWEST = (
    "SELECT checkpoint_id, type, checkpoint FROM checkpoints WHERE thread_id = ? AND checkpoint_ns = '' "
    "ORDER BY checkpoint_id DESC LIMIT 1"
)
_WRITES = (
    "SELECT task_id, channel, type, value FROM writes WHERE thread_id = ? AND checkpoint_id = ? "
    "ORDER BY task_path, task_id, idx"
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
        with foreign_database(place.path) as database:
            rows = database.execute("SELECT DISTINCT thread_id FROM checkpoints ORDER BY thread_id").fetchall()
            for number, (raw,) in enumerate(rows):
                if not progress(number, len(rows)):
                    raise Stopped
                yield _thread(database, plain(raw))

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The messages of a thread's newest checkpoint."""
        with foreign_database(place.path) as database:
            row = database.execute(_NEWEST, (key,)).fetchone()
        if row is None:
            return [], 0
        state = _value(row[1], row[2])
        found = [item for one in _messages(state) for item in _items(one)]
        if not isinstance(state, dict):
            found.append(
                HistoryItem(
                    None, "raw", f"[a checkpoint of the type {plain(row[1])}, {len(plain(row[2])):,} characters]"
                )
            )
        return found[start : start + count], len(found)


def _thread(database: Database, key: str) -> ForeignSession:
    checkpoint, kind, body = database.execute(_NEWEST, (key,)).fetchone() or ("", "", b"")
    state = _value(kind, body)
    writes = [
        (plain(task), plain(channel), _value(form, value))
        for task, channel, form, value in database.execute(_WRITES, (key, plain(checkpoint))).fetchall()
    ]
    resumed = {task for task, channel, _ in writes if channel == "__resume__"}
    asked = [
        (task, interrupt)
        for task, channel, value in writes
        if channel == "__interrupt__"
        for interrupt in (elements(value) or [value])
    ]
    messages = _messages(state)
    neutral = [_neutral(one) for one in messages]
    done = {message.tool_call_id for message in neutral if message.role is Role.TOOL}
    made = [call for message in neutral for call in message.tool_calls if call.id not in done]
    # A question without a task's answer still waits; the zero task holds answers that name none.
    waiting = tuple(call for task, one in asked if task not in resumed for call in _questions(one, made))
    errors = [value for _, channel, value in writes if channel == "__error__"]
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
    elif follows or writes:
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
