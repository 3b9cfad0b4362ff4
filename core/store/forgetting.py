"""Forgetting: a session's texts go for good, and what has to stay known of it stays (`tables.ForgottenRecord`).

Its rows are deleted, its events keep their facts, and the file is then written anew, so that no byte of what was
deleted is left in it or in its -wal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import ExecutionState, RequestState
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.forgetting import ForgetFacts, facts_of_event, forgotten_refusal, refuse_forgetting
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.listing import session_lease, write_audit
from pausedesk.core.store.searching import search_docs
from pausedesk.core.store.tables import (
    answers,
    audit,
    executions,
    foreign_files,
    foreign_sessions,
    forgotten,
    leases,
    looks,
    messages,
    notices,
    pauses,
    requests,
    resumes,
    runs,
    sessions,
    set_aside,
)

# In the order in which nothing is left that refers to what is gone.
_OF_A_SESSION = (notices, executions, answers, requests, pauses, resumes, runs, messages, set_aside, foreign_sessions)

_OPEN_CALLS = (ExecutionState.RUNNING, ExecutionState.MAY_HAVE_RUN)


@dataclass(slots=True)
class Forgotten:
    """What was forgotten, or would be, and what was not, each with its refusal; the processes that ran what is gone."""

    sessions: list[str] = field(default_factory=list)
    kept: list[tuple[str, ResumeDecisionError]] = field(default_factory=list)
    owners: list[Owner] = field(default_factory=list)


def forget_sessions(store: Store, wanted: Sequence[str], *, by: str) -> Forgotten:
    """Forget sessions for good, all or none. One that was imported as it waits goes too: no answer reaches it here, and
    its own store keeps it. Raises the refusal of the first that must stay (`refuse_forgetting`), `no-session`, or
    `forgotten` for one that is gone already.

    The file is written anew afterwards: that takes as long as copying it, and room for a second one. Where it fails,
    the sessions are gone and bytes of them may be left; `erase` does it again.
    """
    gone = Forgotten()
    with store.write(durable=True) as connection:
        for session in dict.fromkeys(wanted):
            refusal = _refusal(connection, session)
            if refusal is not None:
                raise refusal
            gone.owners += _forget(connection, session, by)
            gone.sessions.append(session)
    store.erase_deleted()
    return gone


def forget_older(store: Store, before: int, *, by: str, really: bool) -> Forgotten:
    """Forget what has not changed since `before` (milliseconds since the Unix epoch); without `really` only say what.

    A session that waits here, runs or may have run is kept, however old it is.
    """
    gone = Forgotten()
    old = select(sessions.c.id).where(sessions.c.updated_at < before).order_by(sessions.c.updated_at, sessions.c.id)
    with store.write(durable=True) if really else store.read() as connection:
        for session in connection.execute(old).scalars().all():
            refusal = _refusal(connection, session)
            if refusal is not None:
                gone.kept.append((session, refusal))
                continue
            if really:
                gone.owners += _forget(connection, session, by)
            gone.sessions.append(session)
    if really:
        store.erase_deleted()
    return gone


def old_sessions(store: Store, before: int) -> Forgotten:
    """What has not changed since `before` and could be forgotten, and what could not; see `forget_older`."""
    return forget_older(store, before, by="", really=False)


def forget_listed(store: Store, wanted: Sequence[str], before: int, *, by: str) -> Forgotten:
    """Forget those of the sessions that have not changed since `before`, in one transaction; the others are kept.

    Their bytes are still in the file: whoever forgets a part calls `Store.erase_deleted` after the last.
    """
    gone = Forgotten()
    still = select(sessions.c.id).where(sessions.c.id.in_(wanted), sessions.c.updated_at < before)
    with store.write(durable=True) as connection:
        for session in connection.execute(still).scalars().all():
            refusal = _refusal(connection, session)
            if refusal is not None:
                gone.kept.append((session, refusal))
                continue
            gone.owners += _forget(connection, session, by)
            gone.sessions.append(session)
    return gone


def missing_session(connection: Connection, session: str, request: str | None = None) -> ResumeDecisionError:
    """The refusal for a session that is not there: never written, or forgotten, which is another fact."""
    row = connection.execute(select(forgotten).where(forgotten.c.session_id == session)).first()
    if row is None:
        return ResumeDecisionError(
            "no-session", worded("There is no session {session} in this store.", session=repr(session))
        )
    state = json.loads(row.requests).get(request, {}).get("state") if request is not None else None
    at = datetime.fromtimestamp(row.at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return forgotten_refusal(session, row.by, at, state)


def refuse_forgotten(connection: Connection, session: str) -> None:
    """Refuse to give the id of a forgotten session to another one (ResumeDecisionError `forgotten`)."""
    if connection.execute(select(forgotten.c.at).where(forgotten.c.session_id == session)).first() is not None:
        raise missing_session(connection, session)


def _refusal(connection: Connection, session: str) -> ResumeDecisionError | None:
    kept = or_(sessions.c.foreign_file.is_not(None), sessions.c.envelope.is_not(None))
    row = connection.execute(select(sessions.c.ending, kept.label("elsewhere")).where(sessions.c.id == session)).first()
    if row is None:
        return missing_session(connection, session)

    def count(table: Any, *conditions: Any) -> int:
        return int(connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one())

    waiting = (requests.c.session_id == session, requests.c.state == RequestState.WAITING)
    facts = ForgetFacts(
        waiting=count(requests, *waiting),
        unknown=count(executions, executions.c.session_id == session, executions.c.state.in_(_OPEN_CALLS)),
        held=count(leases, leases.c.name == session_lease(session))
        + count(resumes, resumes.c.session_id == session, resumes.c.state.in_(["submitted", "taken_up"])),
        # What another program keeps is lost to nobody when it is left out of the list.
        ending="" if row.elsewhere else row.ending,
    )
    return refuse_forgetting(session, facts)


def _forget(connection: Connection, session: str, by: str) -> list[Owner]:
    """Delete one session and leave what must stay known; returns the processes that ran its calls."""
    asked = connection.execute(
        select(requests.c.id, requests.c.state, requests.c.digest, requests.c.spent_at).where(
            requests.c.session_id == session
        )
    ).all()
    ran = connection.execute(select(executions.c.owner).where(executions.c.session_id == session)).scalars().all()
    known = {row.id: {"state": row.state, "digest": row.digest, "at": row.spent_at} for row in asked}
    # What is kept to read its file on holds words of it; a file that grows is then read anew, and the session left out.
    file = select(foreign_sessions.c.file).where(foreign_sessions.c.session_id == session).scalar_subquery()
    connection.execute(update(foreign_files).where(foreign_files.c.path == file).values(kept=None))
    connection.execute(delete(search_docs).where(search_docs.c.session_id == session))
    for table in _OF_A_SESSION:
        connection.execute(delete(table).where(table.c.session_id == session))
    connection.execute(delete(leases).where(leases.c.name.in_([f"hold:{session}", f"claim:{session}"])))
    connection.execute(delete(looks).where(looks.c.session_id == session))
    connection.execute(delete(sessions).where(sessions.c.id == session))
    events = connection.execute(select(audit.c.id, audit.c.data).where(audit.c.session_id == session)).all()
    for event in events:
        connection.execute(update(audit).where(audit.c.id == event.id).values(data=facts_of_event(event.data)))
    at = now_ms()
    connection.execute(
        insert(forgotten).values(session_id=session, at=at, by=by, requests=json.dumps(known, separators=(",", ":")))
    )
    write_audit(connection, session, "session-forgotten", by)
    return [Owner.from_json(owner) for owner in dict.fromkeys(ran)]
