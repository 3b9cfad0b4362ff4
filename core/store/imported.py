"""Sessions from other stores: envelopes kept byte for byte, listed by what they hold, shown and never answered here.

The bytes that came are the session; nothing is written into them. What the list and the card show is read from them
(answered-pause rules, sections 2 and 3).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, insert, select

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import CanonicalError, call_digest, canonical_bytes, parse_strict
from pausedesk.core.model.envelopes import EnvelopeError, HistoryEntry, Pause, WireCall, format_of
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role, ToolCall
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem, RequestView
from pausedesk.core.rules.lines import call_line
from pausedesk.core.rules.session_ids import checked_id, imported_id
from pausedesk.core.rules.stored_sessions import StoredSession, listed_format_of_row, read_stored_session
from pausedesk.core.rules.transitions import FREE
from pausedesk.core.store.elsewhere import BELONGS_ELSEWHERE, asked_elsewhere
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.foreign import Foreign
from pausedesk.core.store.forgetting import refuse_forgotten
from pausedesk.core.store.listing import LINE_LENGTH, write_audit
from pausedesk.core.store.sessions import TITLE_LENGTH
from pausedesk.core.store.tables import sessions, set_aside

RECORDED_NO_REQUEST = (
    "It recorded no request: no answer can reach it here, and it may already have been answered elsewhere."
)


def import_envelope(
    store: Store,
    envelope: bytes,
    *,
    source: str,
    source_ref: str,
    session: str | None = None,
    title: str,
    row_format: str | None = None,
) -> str:
    """Keep an envelope of another store as a session, byte for byte, and return the session's id.

    `source` names the tool it comes from, `source_ref` the place in its store. Bytes that cannot be read become a row
    with the reason. `row_format` is the format that its store keeps beside it. The same bytes under the same id again
    change nothing, gone on with here or not; other bytes raise UsageError `session-exists`: what was imported is never
    written over. An id that cannot be one is refused with `session-id`.
    """
    session = new_id() if session is None else checked_id(session)
    found = _read(envelope)
    stored = found.session
    call = pending_call(stored.waiting) if stored is not None and stored.waiting is not None else None
    at = now_ms()
    with store.write(durable=True) as connection:
        there = connection.execute(select(sessions.c.envelope).where(sessions.c.id == session)).first()
        if there is not None:
            if envelope in (there.envelope, *_aside(connection, session)):
                return session
            raise UsageError("session-exists", f"There is a session {session!r} already; it is left as it is.")
        refuse_forgotten(connection, session)
        connection.execute(
            insert(sessions).values(
                id=session,
                title=title.strip().partition("\n")[0][:TITLE_LENGTH],
                agent=found.agent,
                source=source,
                source_ref=source_ref,
                prompt=stored.conversation.original_message if stored is not None else "",
                created_at=at,
                updated_at=at,
                ending=_ending(stored),
                confidence="probable",
                listed_format=listed_format_of_row(row_format or found.format, envelope),
                what_tool=call.tool if call is not None else "",
                what_line=call_line(_plain(call.args), (), LINE_LENGTH) if call is not None else "",
                unreadable=found.fault,
                envelope_format=found.format,
                envelope=envelope,
                owner=stored.owner if stored is not None else None,
            )
        )
        told = {"source": source, "place": source_ref}
        write_audit(connection, session, "session-imported", "importer", moved=[("session", session, FREE)], **told)
    return session


@dataclass(frozen=True, slots=True)
class Imported:
    """A session that came of an import; `new` is False where it was here before."""

    session: str
    listed_format: str
    ending: Ending
    unreadable: str | None
    new: bool


def import_foreign(store: Store, foreign: Foreign, *, source: str) -> Imported:
    """Import one envelope of another program under an id made from its own (`imported_id`); again changes nothing.

    Raises UsageError `session-exists` where it was imported from the same place before and has other bytes now.
    """
    session = imported_id(foreign.session, source=source, place=foreign.place)
    place = select(sessions.c.source, sessions.c.source_ref).where(sessions.c.id == session)
    with store.read() as connection:
        there = connection.execute(place).first()
    if there is not None and (there.source, there.source_ref) != (source, foreign.place):
        session = imported_id(foreign.session, source=source, place=foreign.place, taken=1)
    before = select(sessions.c.id).where(sessions.c.id == session)
    with store.read() as connection:
        new = connection.execute(before).first() is None
    found = _read(foreign.envelope).session
    title = (found.conversation.original_message if found is not None else "") or foreign.session or foreign.place
    import_envelope(
        store,
        foreign.envelope,
        source=source,
        source_ref=foreign.place,
        session=session,
        title=title,
        row_format=foreign.row_format,
    )
    kept = select(sessions.c.listed_format, sessions.c.ending, sessions.c.unreadable).where(sessions.c.id == session)
    with store.read() as connection:
        row = connection.execute(kept).one()
    return Imported(session, row.listed_format, Ending(row.ending), row.unreadable, new)


def _aside(connection: Connection, session: str) -> list[bytes]:
    kept = connection.execute(select(set_aside.c.body).where(set_aside.c.session_id == session)).scalars()
    return [bytes(body) for body in kept]


def read_envelope(store: Store, session: str) -> bytes | None:
    """The bytes that were imported, exactly; None where there is no such session or it is one of our own."""
    with store.read() as connection:
        kept = connection.execute(select(sessions.c.envelope).where(sessions.c.id == session)).scalar()
    return None if kept is None else bytes(kept)


def card_parts(row: Any) -> tuple[list[RequestView], list[HistoryItem]]:
    """What the card of an imported session shows: the question it stands at, if it does, and its history.

    `row` is the session's record. Where the envelope cannot be read, its bytes stand in the history as text.
    """
    envelope = bytes(row.envelope)
    stored = _read(envelope).session
    if stored is None or stored.waiting is None:
        return [], envelope_items(envelope)
    return [_question_of(stored.waiting, row)], envelope_items(envelope)


def envelope_items(envelope: bytes) -> list[HistoryItem]:
    """The history in an envelope; its bytes as text where it cannot be read."""
    stored = _read(envelope).session
    if stored is None:
        return [HistoryItem(None, "raw", envelope.decode("utf-8", "backslashreplace"))]
    return [item for entry in stored.conversation.history for item in _history_items(entry)]


def described(foreign: Foreign, key: str) -> ForeignSession:
    """What an envelope would be imported as, in the form of the sessions that stay with their programs.

    `key` names it where its store does not.
    """
    found = _read(foreign.envelope)
    stored, ending = found.session, _ending(found.session)
    title = (stored.conversation.original_message if stored is not None else "").strip().partition("\n")[0]
    reading = Reading(ending, "certain" if stored is None else "probable", "", _why(found, ending))
    session = ForeignSession(foreign.session or key, title[:TITLE_LENGTH], "", "", "", None, None, reading)
    if stored is None:
        return session
    history = [_neutral(entry) for entry in stored.conversation.history]
    places = [at for at, message in enumerate(history) if message.role is Role.ASSISTANT]
    done = {message.tool_call_id for message in history if message.role is Role.TOOL}
    made = [call for message in history for call in message.tool_calls if call.id not in done]
    waiting: tuple[ForeignCall, ...] = ()
    if stored.waiting is not None and ending is Ending.WAITING_APPROVAL:
        asked = pending_call(stored.waiting) or WireCall("", "", {})
        waiting = (ForeignCall(asked.call_id, asked.tool, asked.args, _words(stored.waiting)),)
    return replace(
        session,
        waiting=waiting,
        open_calls=tuple(ForeignCall(call.id, call.name, call.arguments) for call in made),
        answered=True if stored.answered is not None else None,
        tail=tuple(history[places[-1] if places else 0 :]),
        messages=len(history),
    )


def _why(found: _Found, ending: Ending) -> str:
    if found.session is None:
        return found.fault or "It cannot be read."
    if ending is Ending.TOOLS_INTERRUPTED and found.session.waiting is not None:
        return RECORDED_NO_REQUEST
    return {
        Ending.WAITING_APPROVAL: "It is a pause that has no answer in it.",
        Ending.TOOLS_INTERRUPTED: "Calls of its last answer have no result.",
        Ending.FINISHED: "Its last message is an answer.",
        Ending.USER_UNANSWERED: "Its last message has no answer.",
    }.get(ending, "It has no messages.")


_ROLES = {"system": Role.SYSTEM, "user": Role.USER, "assistant": Role.ASSISTANT, "tool": Role.TOOL}


def _neutral(entry: HistoryEntry) -> Message:
    calls = tuple(ToolCall(call.call_id, call.tool, call.args) for call in entry.tool_calls)
    role = _ROLES.get(entry.role, Role.UNKNOWN)
    return Message(role, entry.content, calls, tool_call_id=entry.tool_call_id or "", name=entry.tool_name or "")


def pending_call(pause: Pause) -> WireCall | None:
    """The call that a pause stands at: as its gate shows it, else as the conversation's last turn made it."""
    data = pause.pending.get("pauseData")
    data = data if isinstance(data, dict) else {}
    gate = _gate(data)
    call_id, tool = _text(data.get("toolCallId")), _text(data.get("toolName"))
    made = [call for entry in pause.conversation.history for call in entry.tool_calls]
    mine = next((call for call in reversed(made) if call.call_id == call_id), None)
    tool = tool or _text(gate.get("tool")) or _text(pause.pending.get("tool")) or (mine.tool if mine else "")
    if not tool:
        return None
    return WireCall(call_id, tool, gate.get("args", mine.args if mine is not None else {}))


@dataclass(frozen=True, slots=True)
class _Found:
    """What bytes turned out to be: a session, or the reason why they cannot be read."""

    format: str | None
    session: StoredSession | None
    fault: str | None
    agent: str


def _read(envelope: bytes) -> _Found:
    claimed = None
    try:
        value = parse_strict(envelope)
        claimed = format_of(value)
        return _Found(claimed, read_stored_session(value), None, _agent_of(value))
    except (CanonicalError, EnvelopeError) as error:
        return _Found(claimed, None, str(error), "")


def _agent_of(value: Any) -> str:
    data = value["data"]
    conversation = data.get("conversation")
    agent = (conversation if isinstance(conversation, dict) else data).get("agent")
    return _text(agent.get("id")) if isinstance(agent, dict) else ""


def _ending(stored: StoredSession | None) -> Ending:
    if stored is None:
        return Ending.UNREADABLE
    if stored.waiting is not None:
        # No answer can reach a gate that recorded no request, so it is no waiting session but one that was broken off.
        unreachable = stored.waiting.is_consent and not stored.waiting.requests
        return Ending.TOOLS_INTERRUPTED if unreachable else Ending.WAITING_APPROVAL
    history = stored.conversation.history
    if not history:
        return Ending.EMPTY
    if history[-1].tool_calls:
        return Ending.TOOLS_INTERRUPTED
    return Ending.FINISHED if history[-1].role == "assistant" else Ending.USER_UNANSWERED


def _question_of(pause: Pause, row: Any) -> RequestView:
    call = pending_call(pause) or WireCall("", "", {})
    words = _words(pause)
    try:
        exact, digest = canonical_bytes(call.args).decode(), call_digest(call.tool, call.args)
    except CanonicalError:
        exact, digest = _plain(call.args), ""
    unreachable = pause.is_consent and not pause.requests
    return asked_elsewhere(
        call.tool,
        call.args,
        request=pause.requests[0].request_id if pause.requests else "",
        call=call.call_id,
        question=words or (f"Run {call.tool}?" if call.tool else "It asks, and its words were not recorded."),
        exact=exact,
        digest=digest,
        asked_at=row.created_at,
        because=RECORDED_NO_REQUEST if unreachable else BELONGS_ELSEWHERE,
    )


def _words(pause: Pause) -> str:
    data = pause.pending.get("pauseData")
    data = data if isinstance(data, dict) else {}
    asked = (_gate(data).get("question"), data.get("question"), pause.pending.get("question"))
    return next((text for text in map(_text, asked) if text), "")


def _gate(data: dict[str, Any]) -> dict[str, Any]:
    return next((data[name] for name in ("checkIn", "ask") if isinstance(data.get(name), dict)), {})


_KINDS = {"system": "system", "user": "user", "assistant": "assistant", "tool": "result"}


def _history_items(entry: HistoryEntry) -> list[HistoryItem]:
    found = []
    if entry.content or not entry.tool_calls:
        kind = _KINDS.get(entry.role, "raw")
        found.append(HistoryItem(None, kind, entry.content, entry.tool_name or "", entry.tool_call_id or ""))
    found.extend(HistoryItem(None, "call", _plain(call.args), call.tool, call.call_id) for call in entry.tool_calls)
    return found


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
