"""Calls that may have run: what a person settles, and what the death of a process means (sections 5, 7 and 8)."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import (
    AnswerState,
    ExecutionState,
)
from pausedesk.core.rules.history import CallResult
from pausedesk.core.rules.notices import NOTICE_OUTCOMES, NoticeOrigin, notice_for
from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.executions import insert_notice, mark_may_have_run, mark_unasked
from pausedesk.core.store.listing import refresh_listing, session_lease, write_audit
from pausedesk.core.store.sessions import Liveness, insert_messages
from pausedesk.core.store.tables import answers, executions, leases, notices, runs, sessions

_SETTLED = {
    "ran": (ExecutionState.SETTLED_RAN, NoticeOrigin.SETTLED_RAN),
    "did-not-run": (ExecutionState.SETTLED_NOT_RUN, NoticeOrigin.SETTLED_NOT_RUN),
    "unknown": (ExecutionState.SETTLED_UNKNOWN, NoticeOrigin.OUTCOME_UNKNOWN),
}


def settle_call(store: Store, session: str, execution: str, end: str, text: str, *, by: str, alive: Liveness) -> None:
    """Settle a call that may have run: `ran` (with what they found), `did-not-run` (on their word) or `unknown`.

    Refused with `running` while anything of the owner's process group lives or cannot be proved dead, and with
    `nothing-waiting` where the call is not one that may have run.
    """
    if not by.strip():
        raise ResumeDecisionError("decision-required", "Settling needs the name of the person who does it.")
    state, origin = _SETTLED[end]
    with store.write(durable=True) as connection:
        row = connection.execute(
            select(executions).where(executions.c.id == execution, executions.c.session_id == session)
        ).first()
        if row is None:
            raise ResumeDecisionError("nothing-waiting", "No such call was started in this session.")
        if alive.owner(Owner.from_json(row.owner)) is not False and row.state in ("running", "may_have_run"):
            raise ResumeDecisionError(
                "running", f"The call may still be running: {Owner.from_json(row.owner).sentence()}."
            )
        if row.state == ExecutionState.RUNNING:
            mark_may_have_run(connection, session, execution)
        elif row.state != ExecutionState.MAY_HAVE_RUN:
            by_whom = f" {row.settled_by} settled it before." if row.settled_by else ""
            raise ResumeDecisionError("nothing-waiting", f"That call is not open: it is {row.state}.{by_whom}")
        at = now_ms()
        connection.execute(
            update(executions)
            .where(executions.c.id == execution, executions.c.state == ExecutionState.MAY_HAVE_RUN)
            .values(state=state, settled_at=at, settled_by=by, settled_text=text, ended_at=at)
        )
        spoken = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
        notice = notice_for(origin, by=by, at=spoken, found=text)
        site = CallSite(row.response_seq, row.call_id, row.ordinal)
        told = connection.execute(
            select(notices.c.origin).where(
                notices.c.session_id == session,
                notices.c.response_seq == site.response_seq,
                notices.c.call_id == site.call_id,
                notices.c.ordinal == site.ordinal,
            )
        ).first()
        if told is None:
            insert_notice(connection, session, site, origin, notice)
        elif origin is not NoticeOrigin.OUTCOME_UNKNOWN:
            # The model has read that the outcome is unknown; what it was sent is never rewritten.
            about = f"About the call {row.call_id} of {row.tool}, of which no result was kept: {notice}"
            insert_messages(connection, session, row.run_id, [_internal_message(about)])
        write_audit(connection, session, "call-settled", by, request=row.request_id, execution=execution, end=end)
        refresh_listing(connection, session)


def _internal_message(text: str) -> dict[str, Any]:
    return {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": text}], "metadata": {"internal": True}}


def freeze_unknown(connection: Connection, session: str) -> int:
    """Write the outcome-unknown notice of every call that may have run, before a history with it is sent."""
    rows = connection.execute(sql.UNKNOWN_SITES, {"session": session}).all()
    origin = NoticeOrigin.OUTCOME_UNKNOWN
    for row in rows:
        site = CallSite(row.response_seq, row.call_id, row.ordinal)
        insert_notice(connection, session, site, origin, notice_for(origin))
    return len(rows)


def note_dead_owners(store: Store, alive: Liveness) -> int:
    """Write down what the death of processes means, and return how many sessions that concerned.

    A started call whose owner is proved dead may have run. A door that died gives its session back: its fence is
    bumped, so nothing it had in hand can land, and answers it had taken up but not spent are submitted again.
    """
    with store.read() as connection:
        started = connection.execute(sql.RUNNING).all()
        held = connection.execute(sql.HELD).all()
        orphans = set(connection.execute(sql.ORPHANS).scalars())
    doors = {row.name.removeprefix("session:"): Owner.from_json(row.holder) for row in held}
    dead_calls = [row for row in started if alive.owner(Owner.from_json(row.owner)) is False]
    # While its door lives, that door is about to write the call's end itself.
    dead_calls = [
        row for row in dead_calls if row.session_id not in doors or alive.door(doors[row.session_id]) is False
    ]
    dead_doors = [session for session, owner in doors.items() if alive.door(owner) is False]
    concerned = {row.session_id for row in dead_calls} | set(dead_doors) | orphans
    for session in concerned:
        with store.write(durable=True) as connection:
            for row in dead_calls:
                if row.session_id == session:
                    mark_may_have_run(connection, session, row.id)
            if session in dead_doors:
                _release_dead_door(connection, session, doors[session])
            connection.execute(sql.SUBMIT_ORPHANS, {"session": session})
            refresh_listing(connection, session)
    return len(concerned)


def give_back(store: Store, session: str, fence: int) -> None:
    """Give a session back whose taker lives and is done with it, and could not write that down when it ended."""
    with store.write(durable=True) as connection:
        held = select(leases.c.holder).where(leases.c.name == session_lease(session), leases.c.fence == fence)
        if (holder := connection.execute(held).scalar()) is not None:
            _release_dead_door(connection, session, Owner.from_json(holder))
            refresh_listing(connection, session)


def _release_dead_door(connection: Connection, session: str, door: Owner) -> None:
    name = session_lease(session)
    gone = connection.execute(delete(leases).where(leases.c.name == name, leases.c.holder == door.to_json()))
    if gone.rowcount != 1:
        return
    connection.execute(update(sessions).where(sessions.c.id == session).values(fence=sessions.c.fence + 1))
    mark_unasked(connection, session)
    connection.execute(
        update(answers)
        .where(answers.c.session_id == session, answers.c.state == AnswerState.TAKEN_UP)
        .values(
            state=AnswerState.SUBMITTED,
            reserved_for=None,
            last_code="door-died",
            last_error=f"The door that had taken it up ended before it was spent ({door.sentence()}).",
        )
    )
    connection.execute(
        update(runs)
        .where(runs.c.session_id == session, runs.c.ended_at.is_(None))
        .values(ended_at=now_ms(), outcome="died", code="door-died", why=f"{door.sentence()} died")
    )
    write_audit(connection, session, "door-died", "desk", door=door.sentence())


def freeze_one_unknown(
    connection: Connection, session: str, response_seq: int, call_id: str, ordinal: int
) -> CallResult:
    """Write the outcome-unknown notice of one call of which nothing is proved, and return it as the model reads it."""
    origin = NoticeOrigin.OUTCOME_UNKNOWN
    text = notice_for(origin)
    insert_notice(connection, session, CallSite(response_seq, call_id, ordinal), origin, text)
    return CallResult(text, NOTICE_OUTCOMES[origin])
