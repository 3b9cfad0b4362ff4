"""The history of a session as it is stored: its messages, and what is known of its calls outside them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import ExecutionState, RequestState
from pausedesk.core.rules.history import CallResult
from pausedesk.core.rules.notices import edited_notice
from pausedesk.core.rules.soundness import message_of, result_of
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.noticed import noticed
from pausedesk.core.store.stored import damaged, read_back
from pausedesk.core.store.tables import executions, messages, requests, sessions

# Built once: each stands on the way of every hand-over.
_SESSION: BindParameter[str] = bindparam("session")
_MESSAGES = select(messages.c.seq, messages.c.body).where(messages.c.session_id == _SESSION).order_by(messages.c.seq)
_TOLD = select(sessions.c.version, sessions.c.message_count).where(sessions.c.id == _SESSION)
_COUNTED = select(func.count(), func.max(messages.c.seq)).where(messages.c.session_id == _SESSION)
# Calls that ran as a person changed them: the model is told so beside each one's result.
_EDITS = select(
    requests.c.response_seq,
    requests.c.call_id,
    requests.c.ordinal,
    requests.c.tool,
    requests.c.arguments,
    requests.c.edited_by,
).where(
    requests.c.session_id == _SESSION,
    requests.c.state == RequestState.APPROVED,
    requests.c.edited_by.is_not(None),
)
_RESULTS = select(executions.c.response_seq, executions.c.call_id, executions.c.ordinal, executions.c.result).where(
    executions.c.session_id == _SESSION,
    executions.c.state == ExecutionState.DONE,
    executions.c.result.is_not(None),
)


def history_fault(connection: Connection, session: str) -> str | None:
    """What is wrong with the numbers of a session's messages, as a predicate of it; None where nothing is.

    Messages are numbered from 0 without a gap, and the session counts them: what is lost at the end is seen as well.
    """
    count, newest = connection.execute(_COUNTED, {"session": session}).one()
    if newest is not None and newest + 1 != count:
        return _missing(count)
    return _end_fault(connection.execute(_TOLD, {"session": session}).one().message_count, count)


def _end_fault(told: int, count: int) -> str | None:
    if told > count:
        return _missing(count)
    return f"message {told} is one more than it counts" if told < count else None


def _missing(number: int) -> str:
    return f"message {number} is missing"


@dataclass(frozen=True, slots=True)
class Past:
    """The messages and recorded results of a session as they were at one version of it."""

    version: int
    messages: list[dict[str, Any]]
    results: dict[tuple[int, str, int], CallResult]


def read_past(connection: Connection, session: str) -> Past | None:
    """Read what takes long of a session's history before the write lock is held, for `load_history`.

    None where there is no such session, or where it is damaged: whoever holds the lock is told why.
    """
    try:
        return _past(connection, session)
    except StoreError:
        return None


def load_history(
    connection: Connection, session: str, past: Past | None = None
) -> tuple[list[dict[str, Any]], dict[tuple[int, str, int], CallResult]]:
    """The stored messages (their place is their number) and what is known of calls outside them, by call site.

    `past` is what was read of it before, where its messages and recorded results are still the same. Recorded results
    come before notices: a result that was kept is what the model should read. Raises StoreError `store-damaged` where
    one cannot be read or is missing: a model never gets a history that is silently shorter.
    """
    past = past or _past(connection, session)
    if past is None:
        raise missing_session(connection, session)
    results = noticed(connection, session)
    results |= past.results
    for edit in connection.execute(_EDITS, {"session": session}) if results else ():
        key = (edit.response_seq, edit.call_id, edit.ordinal)
        if key in results:
            said = edited_notice(edit.edited_by, edit.tool, edit.call_id, edit.arguments)
            results[key] = replace(results[key], said=said)
    return past.messages, results


def _past(connection: Connection, session: str) -> Past | None:
    standing = connection.execute(_TOLD, {"session": session}).first()
    if standing is None:
        return None
    stored: list[dict[str, Any]] = []
    for seq, body in connection.execute(_MESSAGES, {"session": session}):
        if seq != len(stored):
            raise damaged(f"in the session {session}, {_missing(len(stored))}")
        stored.append(read_back(message_of, body, f"message {len(stored)} of the session {session}"))
    if (fault := _end_fault(standing.message_count, len(stored))) is not None:
        raise damaged(f"in the session {session}, {fault}")
    results: dict[tuple[int, str, int], CallResult] = {}
    for done in connection.execute(_RESULTS, {"session": session}):
        kept = read_back(result_of, done.result, f"the result of the call {done.call_id} of the session {session}")
        results[(done.response_seq, done.call_id, done.ordinal)] = CallResult(*kept)
    return Past(standing.version, stored, results)
