"""Pydantic AI: message histories as JSON (`ModelMessagesTypeAdapter`), one array of requests and responses a file.

Rules: session-files, 3.7. A call without a return at the end waits for an approval or was cut off: the file does not
say which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import copied, has_tables, keyed
from pausedesk.core.importers.documents import document
from pausedesk.core.importers.ends import doubted
from pausedesk.core.importers.lines import Stopped, parsed
from pausedesk.core.importers.values import (
    EXCERPT,
    arguments,
    as_text,
    elements,
    members,
    moment,
    text,
    title,
    unreadable,
)
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.rules.neutral import neutral_messages
from pausedesk.core.rules.timeline import history_items
from pausedesk.core.store.foreign import foreign_database

_RUNS = "SELECT rowid, typeof(id), id FROM runs ORDER BY id"
_RUN = "SELECT messages, pending FROM runs WHERE rowid = ?"
_ENDINGS = {"length": Ending.OUTPUT_LIMIT, "content_filter": Ending.REFUSED, "error": Ending.API_ERROR}


class PydanticAI:
    """Message histories of Pydantic AI."""

    format = "pydantic-ai"
    program = "Pydantic AI"

    def sniff(self, place: Place) -> bool:
        """An array whose objects have parts with a `part_kind`."""
        return place.head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"[") and b'"part_kind"' in place.head

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The one session of a file."""
        value = document(place, progress)
        if not isinstance(value, list):
            yield unreadable(place.path.stem, "It is no whole JSON array: it was cut off, or damaged.")
            return
        yield session_of(value, place.path.stem)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of the session."""
        value = document(place, lambda _read, _all: True)
        found = timeline(value) if isinstance(value, list) else []
        return found[start : start + count], len(found)


class PydanticAIRuns:
    """Paused runs of Pydantic AI, each a row of a table `runs`: its messages, and the requests that it waits for.

    Rules: frameworks, 1. The messages do not say why a call is open; the requests beside them do.
    """

    format = "pydantic-ai-runs"
    program = "Pydantic AI"

    def sniff(self, place: Place) -> bool:
        """A database with a table `runs` of messages and pending requests."""
        return has_tables(place, "runs", "messages", "pending", "part_kind")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The runs of a database, by their ids."""
        with copied(place, progress) as database:
            known = keyed(database.execute(_RUNS))
            for number, (key, (rowid, *_)) in enumerate(known.items()):
                if not progress(number, len(known)):
                    raise Stopped
                messages, pending = database.execute(_RUN, (rowid,)).fetchone()
                stored = _json(messages)
                if isinstance(stored, list):
                    yield _waiting(session_of(stored, key), _json(pending))
                else:
                    yield unreadable(key, "Its messages are no whole JSON array.")

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The timeline of one run."""
        with foreign_database(place.path) as database:
            row = keyed(database.execute(_RUNS)).get(key)
            messages = database.execute(_RUN, (row[0],)).fetchone()[0] if row is not None else None
        stored = _json(messages)
        found = timeline(stored) if isinstance(stored, list) else []
        return found[start : start + count], len(found)


def _json(body: Any) -> Any:
    return parsed(body) if isinstance(body, bytes) else None


def _waiting(session: ForeignSession, pending: Any) -> ForeignSession:
    """The session with what its requests say: which of the open calls wait for an approval."""
    if not isinstance(pending, dict) or session.reading.ending is Ending.UNREADABLE:
        return session
    asked = {text(members(one).get("tool_call_id")) for one in elements(pending.get("approvals"))}
    waiting = tuple(call for call in session.open_calls if call.call in asked)
    if waiting:
        reading = Reading(Ending.WAITING_APPROVAL, "certain", "", "Its requests name calls that wait for an approval.")
        return replace(session, reading=reading, waiting=waiting)
    if session.open_calls and elements(pending.get("calls")):
        why = "Its requests name calls that another program runs."
        reading = Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", why)
        return replace(session, reading=reading, waiting=())
    return session


def session_of(stored: Sequence[Any], key: str) -> ForeignSession:
    """The session that an array of messages is."""
    faults = tuple(f"Message {at} is none of Pydantic AI's." for at, one in enumerate(stored) if not _is_message(one))
    told = [one for one in stored if _is_message(one)]
    neutral = [message for one in told for message in neutral_messages(one, EXCERPT)]
    answered = {message.tool_call_id for message in neutral if message.role is Role.TOOL}
    calls = [call for one in told if one["kind"] == "response" for call in _calls(one)]
    open_calls = tuple(call for call in calls if call.call not in answered)
    responses = [at for at, one in enumerate(told) if one["kind"] == "response"]
    last_calls = _calls(told[responses[-1]]) if responses else []
    waiting = tuple(call for call in last_calls if call.call not in answered)
    if stored and not _is_message(stored[-1]):
        reading = Reading(Ending.UNREADABLE, "certain", "", "Its last message cannot be understood.")
    else:
        reading = doubted(_reading(told, waiting), faults)
    prompts = [text(part.get("content")) for one in told for part in _parts(one) if part["part_kind"] == "user-prompt"]
    times = [at for one in told if (at := moment(one.get("timestamp"))) is not None]
    models = [text(one.get("model_name")) for one in told if one["kind"] == "response"]
    return ForeignSession(
        key,
        title(next(filter(None, prompts), "")),
        "",
        models[-1] if models else "",
        "",
        times[0] if times else None,
        times[-1] if times else None,
        reading,
        waiting=waiting if reading.ending is Ending.WAITING_APPROVAL else (),
        open_calls=open_calls,
        tail=tuple(neutral[_batch(neutral) :]),
        messages=len(stored),
        faults=faults,
    )


def timeline(stored: Sequence[Any]) -> list[HistoryItem]:
    """The items of an array of messages; what is not understood is raw."""
    found: list[HistoryItem] = []
    for one in stored:
        if not _is_message(one):
            found.append(HistoryItem(None, "raw", as_text(one)))
            continue
        at = moment(one.get("timestamp"))
        body = as_text({"kind": one["kind"], "parts": one["parts"]})
        items = history_items([(0, at or 0, body)], [])
        found += items if at is not None else [HistoryItem(None, i.kind, i.text, i.tool, i.call) for i in items]
    return found


def _is_message(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and value.get("kind") in ("request", "response")
        and isinstance(value.get("parts"), list)
        and all(isinstance(part, dict) and isinstance(part.get("part_kind"), str) for part in value["parts"])
    )


def _parts(message: dict[str, Any]) -> list[dict[str, Any]]:
    return elements(message["parts"])


def _calls(response: dict[str, Any]) -> list[ForeignCall]:
    return [
        ForeignCall(text(part.get("tool_call_id")), text(part.get("tool_name")), arguments(part.get("args")))
        for part in _parts(response)
        if part["part_kind"] == "tool-call"
    ]


def _reading(told: Sequence[dict[str, Any]], waiting: Sequence[ForeignCall]) -> Reading:
    if not told:
        return Reading(Ending.EMPTY, "certain", "", "It has no messages.")
    if waiting:
        has = "has" if len(waiting) == 1 else "have"
        why = f"{len(waiting)} of its last calls {has} no return: it waits for a person, or was stopped."
        return Reading(Ending.WAITING_APPROVAL, "probable", "unknown", why)
    last = told[-1]
    if last["kind"] == "request":
        if any(part["part_kind"] in ("tool-return", "retry-prompt") for part in _parts(last)):
            return Reading(
                Ending.RESPONSE_CUT_OFF, "probable", "process", "Its calls returned, and no answer followed."
            )
        return Reading(Ending.USER_UNANSWERED, "certain", "process", "Its last message has no answer.")
    raw = text(last.get("finish_reason"))
    if raw in _ENDINGS:
        return Reading(_ENDINGS[raw], "certain", "process", f"finish_reason is {raw}.")
    if text(last.get("state")) not in ("", "complete"):
        return Reading(
            Ending.RESPONSE_CUT_OFF, "certain", "unknown", f"The state of its last answer is {last['state']}."
        )
    said = any(part["part_kind"] == "text" and text(part.get("content")).strip() for part in _parts(last))
    # A call that only carries the output has its return; else nothing was said, and nothing ended.
    if not said and not _calls(last):
        return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", "Its last answer holds no text.")
    return Reading(Ending.FINISHED, "certain" if raw == "stop" else "probable", "", "Its last message is an answer.")


def _batch(neutral: Sequence[Message]) -> int:
    """The index of the last assistant message, from which on the end can be told."""
    places = [at for at, message in enumerate(neutral) if message.role is Role.ASSISTANT]
    return places[-1] if places else max(0, len(neutral) - 1)
