"""Google ADK: the sessions of a `SqliteSessionService`, one event a row.

Rules: frameworks, 1. A call that needs a confirmation has a response already, an error that says so; what waits is the
call of `adk_request_confirmation` that has no response of its own. A confirmation without a real result after it was
answered: the call may have run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import Database, copied, has_tables, keyed, plain
from pausedesk.core.importers.ends import end_by_role, first_prompt, last_batch
from pausedesk.core.importers.lines import Stopped, parsed
from pausedesk.core.importers.values import EXCERPT, as_text, elements, members, moment, text, tool_call
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role, ToolCall
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.store.foreign import foreign_database

_CONFIRM = "adk_request_confirmation"
_EVENTS = (
    "SELECT event_data, timestamp FROM events WHERE app_name IS (SELECT app_name FROM sessions WHERE rowid = ?1) "
    "AND user_id IS (SELECT user_id FROM sessions WHERE rowid = ?1) "
    "AND session_id IS (SELECT id FROM sessions WHERE rowid = ?1) ORDER BY timestamp, rowid"
)


class ADK:
    """Sessions of the Google Agent Development Kit."""

    format = "google-adk"
    program = "Google ADK"

    def sniff(self, place: Place) -> bool:
        """A database with the tables `sessions` and `events`, the second with `event_data`."""
        return has_tables(place, "app_states", "events", "event_data", "invocation_id")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The sessions of a database; a key is the app, the user and the session."""
        with copied(place, progress) as database:
            known = _sessions(database)
            for number, (key, (rowid, *_, created, updated)) in enumerate(known.items()):
                if not progress(number, len(known)):
                    raise Stopped
                events = [_event(body) for body, _ in database.execute(_EVENTS, (rowid,)).fetchall()]
                yield _session(events, key, moment(created), moment(updated))

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of one session."""
        found: list[HistoryItem] = []
        with foreign_database(place.path) as database:
            if (row := _sessions(database).get(key)) is not None:
                rows = database.execute(_EVENTS, (row[0],)).fetchall()
                found = [item for body, at in rows for item in _items(_event(body), moment(at))]
        return found[start : start + count], len(found)


def _sessions(database: Database) -> dict[str, Sequence[Any]]:
    rows = database.execute(
        "SELECT rowid, typeof(app_name), app_name, typeof(user_id), user_id, typeof(id), id, create_time, update_time "
        "FROM sessions ORDER BY app_name, user_id, id"
    )
    return keyed(rows, 3)


def _event(body: Any) -> Any:
    found = parsed(body) if isinstance(body, bytes) else None
    return found if isinstance(found, dict) else plain(body)


def _parts(event: Any) -> list[dict[str, Any]]:
    return [members(part) for part in elements(members(members(event).get("content")).get("parts"))]


def _calls(event: Any) -> list[dict[str, Any]]:
    return [members(part["function_call"]) for part in _parts(event) if "function_call" in part]


def _responses(event: Any) -> list[dict[str, Any]]:
    return [members(part["function_response"]) for part in _parts(event) if "function_response" in part]


def _session(events: Sequence[Any], key: str, created: int | None, updated: int | None) -> ForeignSession:
    # By place: what stands before a call is no response to it.
    responses = [(at, one) for at, event in enumerate(events) for one in _responses(event)]
    calls = [(at, one) for at, event in enumerate(events) for one in _calls(event)]
    confirmed = {text(one.get("id")): at for at, one in responses if one.get("name") == _CONFIRM}
    asked = [(at, one) for at, one in calls if one.get("name") == _CONFIRM]
    made = [one for _, one in calls if one.get("name") != _CONFIRM]
    begun = {text(one.get("id")): at for at, one in calls if one.get("name") != _CONFIRM}
    # What asks for a confirmation answers its own call, with an error; a real result is a second response.
    answers = [(at, text(one.get("id"))) for at, one in responses if one.get("name") != _CONFIRM]
    returned = Counter(call for at, call in answers if at > begun.get(call, -1))
    gated = {text(_original(one).get("id")) for _, one in asked}
    done = {call for call, count in returned.items() if count > (call in gated)}
    waiting = tuple(_foreign(_original(one)) for at, one in asked if confirmed.get(text(one.get("id")), -1) < at)
    open_calls = tuple(_foreign(call) for call in made if text(call.get("id")) not in done)
    neutral = [message for event in events for message in _neutral(event, done)]
    if waiting:
        reading = Reading(Ending.WAITING_APPROVAL, "certain", "", "A confirmation that it asked for has no response.")
    elif any(call.call in gated for call in open_calls):
        reading = Reading(Ending.MAY_HAVE_RUN, "probable", "process", "A call was confirmed, and has no result.")
    else:
        reading = _reading(events, neutral, open_calls)
    return ForeignSession(
        key,
        first_prompt(neutral),
        "",
        "",
        "",
        created,
        updated,
        reading,
        waiting=waiting,
        open_calls=open_calls,
        tail=last_batch(neutral),
        messages=len(events),
        faults=tuple(f"Event {at} cannot be read." for at, one in enumerate(events) if not isinstance(one, dict)),
    )


def _original(confirmation: dict[str, Any]) -> dict[str, Any]:
    return members(members(confirmation.get("args")).get("originalFunctionCall"))


def _foreign(call: dict[str, Any]) -> ForeignCall:
    return ForeignCall(text(call.get("id")), text(call.get("name")), call.get("args"))


def _reading(events: Sequence[Any], neutral: Sequence[Message], open_calls: Sequence[ForeignCall]) -> Reading:
    if neutral and not open_calls and members(events[-1]).get("partial") is True:
        return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", "Its last event is a part of an answer.")
    if events and not neutral:
        return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", "Its last event holds no answer.")
    return end_by_role(neutral, open_calls, "event")


def _neutral(event: Any, done: set[str]) -> list[Message]:
    if not isinstance(event, dict):
        return [Message(Role.UNKNOWN, raw=event)]
    found = [
        Message(Role.TOOL, tool_call_id=text(one.get("id")))
        for one in _responses(event)
        if one.get("name") != _CONFIRM and text(one.get("id")) in done
    ]
    words = "".join(text(part.get("text")) for part in _parts(event))[:EXCERPT]
    calls: tuple[ToolCall, ...] = tuple(
        tool_call(_foreign(one)) for one in _calls(event) if one.get("name") != _CONFIRM
    )
    if words or calls:
        user = text(members(event.get("content")).get("role")) == "user"
        found.append(Message(Role.USER if user else Role.ASSISTANT, words, calls))
    return found


def _items(event: Any, at: int | None) -> list[HistoryItem]:
    if not isinstance(event, dict):
        return [HistoryItem(at, "raw", event)]
    found = []
    user = text(members(event.get("content")).get("role")) == "user"
    for part in _parts(event):
        if "function_call" in part:
            call = members(part["function_call"])
            words = as_text(call.get("args"))
            found.append(HistoryItem(at, "call", words, text(call.get("name")), text(call.get("id"))))
        elif "function_response" in part:
            back = members(part["function_response"])
            words = as_text(back.get("response"))
            found.append(HistoryItem(at, "result", words, text(back.get("name")), text(back.get("id"))))
        elif isinstance(part.get("text"), str):
            found.append(HistoryItem(at, "user" if user else "assistant", part["text"]))
        else:
            found.append(HistoryItem(at, "raw", as_text(part)))
    return found or [HistoryItem(at, "raw", as_text(event))]
