"""OpenAI Agents SDK: a paused run (`RunState` as JSON), and the conversations of a `SQLiteSession`.

Rules: session-files, 3.6. A RunState says exactly what waits; since 0.24 its `current_step` still says so after the
answer, which stands in `context.function_tool_approvals`. A SQLiteSession cannot tell waiting from killed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import copied, has_tables, keyed, plain, utc
from pausedesk.core.importers.documents import document
from pausedesk.core.importers.ends import doubted
from pausedesk.core.importers.lines import Stopped, parsed
from pausedesk.core.importers.values import (
    EXCERPT,
    arguments,
    as_text,
    attachment,
    elements,
    members,
    says,
    text,
    title,
    tool_call,
    unreadable,
)
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.model.wording import many
from pausedesk.core.store.foreign import foreign_database

_KNOWN_MAJOR = "1"
_SESSIONS = (
    "SELECT rowid, typeof(session_id), session_id, created_at, updated_at FROM agent_sessions ORDER BY session_id"
)
_MESSAGES = (
    "SELECT message_data, created_at FROM agent_messages "
    "WHERE session_id IS (SELECT session_id FROM agent_sessions WHERE rowid = ?) ORDER BY id"
)


class RunState:
    """A run of the OpenAI Agents SDK, stored as `RunState.to_json` writes it."""

    format = "openai-agents-run"
    program = "OpenAI Agents SDK"

    def sniff(self, place: Place) -> bool:
        """An object with a `$schemaVersion` and the members of a run."""
        head = place.head.removeprefix(b"\xef\xbb\xbf").lstrip()
        return head.startswith(b"{") and b'"$schemaVersion"' in head and b'"current_turn"' in head

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The one session of a file."""
        value = document(place, progress)
        key = place.path.stem
        if not isinstance(value, dict):
            yield unreadable(key, "It is no whole JSON object: it was cut off, or damaged.")
            return
        version = text(value.get("$schemaVersion"))
        if version.partition(".")[0] != _KNOWN_MAJOR:
            yield unreadable(
                key, f"Its schema version is {version or 'not told'}, and only {_KNOWN_MAJOR} is known here."
            )
            return
        yield _run(value, key, version)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of the run."""
        value = document(place, lambda _read, _all: True)
        found = [item for one in _history(members(value)) for item in _items(one, None)]
        return found[start : start + count], len(found)


class SQLiteSession:
    """Conversations of the OpenAI Agents SDK, kept in a SQLite database."""

    format = "openai-agents-session"
    program = "OpenAI Agents SDK"

    def sniff(self, place: Place) -> bool:
        """A database with the tables `agent_sessions` and `agent_messages`."""
        return has_tables(place, "agent_sessions", "agent_messages")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The sessions of a database, by their ids."""
        with copied(place, progress) as database:
            known = keyed(database.execute(_SESSIONS))
            for number, (key, (rowid, _, _, created, updated)) in enumerate(known.items()):
                if not progress(number, len(known)):
                    raise Stopped
                stored = database.execute(_MESSAGES, (rowid,)).fetchall()
                history = [parsed(body) if isinstance(body, bytes) else None for body, _ in stored]
                yield _conversation(history, key, plain(created), plain(updated))

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of one conversation."""
        with foreign_database(place.path) as database:
            row = keyed(database.execute(_SESSIONS)).get(key)
            rows = database.execute(_MESSAGES, (row[0],)).fetchall() if row is not None else []
        found = [item for body, at in rows for item in _items(_value(body), utc(plain(at)))]
        return found[start : start + count], len(found)


# -- a run -------------------------------------------------------------------------------------------------------------


def _run(value: dict[str, Any], key: str, version: str) -> ForeignSession:
    history = _history(value)
    step = members(value.get("current_step"))
    asked = tuple(
        call
        for one in elements(members(step.get("data")).get("interruptions"))
        if (call := _call(members(members(one).get("raw_item")))) is not None
    )
    interrupted = step.get("type") == "next_step_interruption"
    decided = interrupted and bool(asked) and all(_decided(value, call) for call in asked)
    turn, most = value.get("current_turn"), value.get("max_turns")
    if interrupted and not asked:
        reading = Reading(Ending.UNREADABLE, "certain", "", "It says that calls wait for approval, and names none.")
    elif decided:
        reading = Reading(Ending.WAITING_APPROVAL, "certain", "", "Its calls were answered; the run was not resumed.")
    elif interrupted:
        reading = Reading(Ending.WAITING_APPROVAL, "certain", "", "Its current step is an interruption.")
    elif "final" in text(step.get("type")):
        reading = Reading(Ending.FINISHED, "certain", "", "Its current step is the final output.")
    elif isinstance(turn, int) and isinstance(most, int) and turn >= most > 0:
        reading = Reading(Ending.STOPPED, "probable", "process", f"It reached its {many(most, 'turn')}.")
    else:
        reading = _reading(history)
    return _session(
        history,
        key,
        reading,
        version=version,
        waiting=asked if interrupted and not decided else (),
        answered=decided if interrupted and asked else None,
    )


def _history(value: dict[str, Any]) -> list[Any]:
    asked = value.get("original_input")
    begun = [{"role": "user", "content": asked}] if isinstance(asked, str) else elements(asked)
    made = elements(value.get("generated_items"))
    # An approval item repeats the call that it is about.
    return begun + [
        members(one).get("raw_item", one) for one in made if members(one).get("type") != "tool_approval_item"
    ]


def _decided(value: dict[str, Any], call: ForeignCall) -> bool:
    context = members(value.get("context"))
    decisions = [
        members(members(one).get("decision"))
        for one in elements(context.get("function_tool_approvals"))
        if members(one).get("tool_key") in (call.tool, None)
    ]
    decisions.append(members(members(context.get("approvals")).get(call.tool)))
    for decision in decisions:
        for word in ("approved", "rejected"):
            said = decision.get(word)
            if said is True or call.call in elements(said):
                return True
    return False


# -- conversations -----------------------------------------------------------------------------------------------------


def _conversation(history: Sequence[Any], key: str, created: str, updated: str) -> ForeignSession:
    reading = _reading(history)
    waits = reading.ending is Ending.WAITING_APPROVAL
    session = _session(history, key, reading, started=utc(created), updated=utc(updated))
    return replace(session, waiting=session.open_calls) if waits else session


def _reading(history: Sequence[Any]) -> Reading:
    """How a list of items ends; what cannot be understood at its end is never an end."""
    if not history:
        return Reading(Ending.EMPTY, "certain", "", "It has no items.")
    answered = _answered(history)
    last = history[-1]
    if not isinstance(last, dict):
        return Reading(Ending.UNREADABLE, "certain", "", "Its last item cannot be read.")
    if any(call.call not in answered for call in _calls(history)):
        return Reading(
            Ending.WAITING_APPROVAL,
            "guess",
            "unknown",
            "A call of it has no output: it waits for a person, or was stopped.",
        )
    match _kind(last):
        case "call":
            return Reading(Ending.WAITING_APPROVAL, "guess", "unknown", "Its last item is a call.")
        case "output":
            return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "A call returned, and no answer followed.")
        case "user":
            return Reading(Ending.USER_UNANSWERED, "certain", "process", "Its last item has no answer.")
        case "assistant":
            if text(last.get("status")) not in ("", "completed"):
                why = f"The status of its last answer is {text(last.get('status'))}."
                return Reading(Ending.RESPONSE_CUT_OFF, "certain", "unknown", why)
            if any(members(part).get("type") == "refusal" for part in elements(last.get("content"))):
                return Reading(Ending.REFUSED, "certain", "process", "Its last answer is a refusal.")
            if not says(last.get("content")):
                return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", "Its last answer has no text.")
            reading = Reading(Ending.FINISHED, "probable", "", "Its last item is an answer.")
            return doubted(reading, not all(isinstance(one, dict) for one in history))
        case _:
            why = f"Its last item is of the type {text(last.get('type')) or 'unknown'}."
            return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", why)


def _session(
    history: Sequence[Any],
    key: str,
    reading: Reading,
    *,
    version: str = "",
    waiting: tuple[ForeignCall, ...] = (),
    answered: bool | None = None,
    started: int | None = None,
    updated: int | None = None,
) -> ForeignSession:
    done = _answered(history)
    faults = tuple(f"Item {at} cannot be read." for at, one in enumerate(history) if not isinstance(one, dict))
    words = [_words(one) for one in history if _kind(one) == "user"]
    return ForeignSession(
        key,
        title(next(filter(None, words), "")),
        "",
        "",
        version,
        started,
        updated,
        reading,
        waiting=waiting,
        open_calls=tuple(call for call in _calls(history) if call.call not in done),
        answered=answered,
        tail=_tail(history),
        messages=len(history),
        faults=faults,
    )


def _tail(history: Sequence[Any]) -> tuple[Message, ...]:
    """The end in neutral form. Calls that follow each other are one batch: the API writes an item for each."""
    found: list[Message] = []
    for one in history:
        match _kind(one):
            case "user":
                found.append(Message(Role.USER, _words(one)[:EXCERPT]))
            case "system":
                found.append(Message(Role.SYSTEM, _words(one)[:EXCERPT]))
            case "assistant":
                found.append(Message(Role.ASSISTANT, _words(one)[:EXCERPT]))
            case "call":
                call = _call(one)
                assert call is not None  # `_kind` says so
                if found and found[-1].role is Role.ASSISTANT:
                    before = found.pop()
                    found.append(Message(Role.ASSISTANT, before.content, (*before.tool_calls, tool_call(call))))
                else:
                    found.append(Message(Role.ASSISTANT, tool_calls=(tool_call(call),)))
            case "output":
                found.append(Message(Role.TOOL, _words(one)[:EXCERPT], tool_call_id=text(one.get("call_id"))))
            case "reasoning":
                continue
            case _:
                found.append(Message(Role.UNKNOWN, raw=one))
    places = [at for at, message in enumerate(found) if message.role is Role.ASSISTANT]
    return tuple(found[places[-1] if places else max(0, len(found) - 1) :])


# -- items -------------------------------------------------------------------------------------------------------------


def _kind(item: Any) -> str:
    """user, system, assistant, call, output, reasoning, or "" for what is none of them."""
    if not isinstance(item, dict):
        return ""
    kind, role = text(item.get("type")), text(item.get("role"))
    if kind in ("", "message"):
        return {"developer": "system"}.get(role, role if role in ("user", "system", "assistant") else "")
    if kind.endswith("_call_output") or kind == "function_call_output":
        return "output"
    if kind.endswith("_call") and _call(item) is not None:
        return "call"
    return "reasoning" if kind == "reasoning" else ""


def _call(item: dict[str, Any]) -> ForeignCall | None:
    call = text(item.get("call_id")) or text(item.get("id"))
    name = text(item.get("name")) or text(item.get("type")).removesuffix("_call")
    return ForeignCall(call, name, arguments(item.get("arguments"))) if call and name else None


def _calls(history: Sequence[Any]) -> list[ForeignCall]:
    return [call for one in history if _kind(one) == "call" and (call := _call(one)) is not None]


def _answered(history: Sequence[Any]) -> set[str]:
    return {text(one.get("call_id")) for one in history if _kind(one) == "output"}


def _words(item: dict[str, Any]) -> str:
    content = item.get("content", item.get("output"))
    if isinstance(content, str):
        return content
    return "\n".join(_piece(members(part)) for part in elements(content))


def _piece(part: dict[str, Any]) -> str:
    if words := text(part.get("text")) or text(part.get("refusal")):
        return words
    return attachment(text(part.get("type")) or "part", "", part.get("image_url", part.get("file_data")))


def _items(item: Any, at: int | None) -> list[HistoryItem]:
    match _kind(item):
        case "user" | "system" | "assistant" as kind:
            return [HistoryItem(at, kind, _words(item))]
        case "call":
            call = _call(item)
            assert call is not None  # `_kind` says so
            return [HistoryItem(at, "call", text(item.get("arguments")), call.tool, call.call)]
        case "output":
            return [HistoryItem(at, "result", _words(item), call=text(item.get("call_id")))]
        case _:
            raw = as_text(item)
            return [HistoryItem(at, "raw", raw)]


def _value(body: Any) -> Any:
    found = parsed(body) if isinstance(body, bytes) else None
    return plain(body) if found is None else found
