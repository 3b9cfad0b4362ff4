"""Calls that may have run: what a person settles, and what the death of a process means (sections 5, 7 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, select, update

from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.model import kept_words
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.incidents import Settlement
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import (
    AnswerState,
    ExecutionState,
)
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.history import INTERNAL, CallResult
from pausedesk.core.rules.notices import NOTICE_OUTCOMES, NoticeOrigin, notice_for
from pausedesk.core.rules.transitions import FREE, Move
from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.executions import (
    give_up_repeating,
    insert_notice,
    keep_output,
    mark_ended,
    mark_may_have_run,
    mark_unasked,
)
from pausedesk.core.store.listing import refresh_listing, session_lease, write_audit
from pausedesk.core.store.sessions import OWNER_GONE_STEP, Liveness, insert_messages, insert_partial
from pausedesk.core.store.tables import answers, executions, leases, runs, sessions

_SETTLED = {
    "ran": (ExecutionState.SETTLED_RAN, NoticeOrigin.SETTLED_RAN),
    "did-not-run": (ExecutionState.SETTLED_NOT_RUN, NoticeOrigin.SETTLED_NOT_RUN),
    "unknown": (ExecutionState.SETTLED_UNKNOWN, NoticeOrigin.OUTCOME_UNKNOWN),
}


def settle_calls(
    store: Store,
    session: str,
    wanted: Sequence[str],
    end: str,
    text: str,
    *,
    by: str,
    alive: Liveness,
    owner_gone: bool = False,
) -> None:
    """Settle calls that may have run, all of `wanted` (execution ids) or none of them: `ran` (with what they found),
    `did-not-run` (on their word) or `unknown`.

    Refused (ResumeDecisionError) with `running` while anything of an owner's process group lives or cannot be proved
    dead, and with `nothing-waiting` where a call is not one that may have run. `owner_gone`: `by` states as well that
    owners which cannot be looked at from here are gone (see `state_owners_gone`).
    """
    _refuse_nobody(by)
    with store.write(durable=True) as connection:
        if owner_gone:
            _owners_gone(connection, session, by, alive)
        for execution in wanted:
            _settle(connection, session, execution, end, text, by, alive)
        refresh_listing(connection, session)


def settle_together(store: Store, wanted: Sequence[Settlement], *, by: str, alive: Liveness) -> None:
    """Settle calls of any sessions, each with its own end, all or none.

    Refused (ResumeDecisionError) as `settle_calls`, and UsageError `settle-unclear` where an end is none of the three,
    a call is named twice, or "it ran" comes without what was found.
    """
    _refuse_nobody(by)
    if not wanted:
        raise ResumeDecisionError("nothing-waiting", worded("No call was named."))
    if len({one.execution for one in wanted}) < len(wanted):
        raise UsageError("settle-unclear", worded("A call is named twice."))
    if any(one.end not in _SETTLED or (one.end == "ran" and not one.found.strip()) for one in wanted):
        raise UsageError(
            "settle-unclear", worded("Say of each call that it ran, with what you found, that it did not, or unknown.")
        )
    with store.write(durable=True) as connection:
        for one in wanted:
            _settle(connection, one.session, one.execution, one.end, one.found, by, alive)
        for session in {one.session for one in wanted}:
            refresh_listing(connection, session)


def state_owners_gone(store: Store, session: str, *, by: str, alive: Liveness) -> int:
    """Take a person's word that processes which nobody here can look at are gone: another machine's, another
    namespace's. Returns how many calls may have run by that.

    Nothing does this by itself. A call of such an owner then may have run and can be settled; a door of such a process
    loses the session, and whatever it still holds can never land. Refused with `running` where an owner is known to
    live, and with `nothing-waiting` where each can be looked at from here.
    """
    _refuse_nobody(by)
    with store.write(durable=True) as connection:
        marked = _owners_gone(connection, session, by, alive)
        refresh_listing(connection, session)
    return marked


def _refuse_nobody(by: str) -> None:
    if not by.strip():
        raise ResumeDecisionError("decision-required", worded("Settling needs the name of the person who does it."))


def _owners_gone(connection: Connection, session: str, by: str, alive: Liveness) -> int:
    started = connection.execute(sql.OPEN_EXECUTIONS, {"session": session}).all()
    owners = {row.id: Owner.from_json(row.owner) for row in started}
    holder = connection.execute(select(leases.c.holder).where(leases.c.name == session_lease(session))).scalar()
    door = Owner.from_json(holder) if holder is not None else None
    living = [owner for owner in owners.values() if alive.owner(owner)]
    if door is not None and alive.door(door):
        living.append(door)
    if living:
        raise ResumeDecisionError("running", worded("This lives, it is not gone: {what}.", what=living[0].sentence()))
    unseen = [row for row in started if alive.owner(owners[row.id]) is None]
    door_unseen = door is not None and alive.door(door) is None
    if not unseen and not door_unseen:
        raise ResumeDecisionError(
            "nothing-waiting", worded("Every process of this session can be looked at from here.")
        )
    for row in unseen:
        gone = replace(owners[row.id], gone=by)
        connection.execute(update(executions).where(executions.c.id == row.id).values(owner=gone.to_json()))
        write_audit(connection, session, "owner-gone", by, request=row.request_id, owner=owners[row.id].sentence())
    if door is not None and door_unseen:
        write_audit(connection, session, "owner-gone", by, owner=door.sentence())
        _release_dead_door(connection, session, door)
    return sum(_mark_dead(connection, session, row, alive) for row in started)


def _settle(
    connection: Connection, session: str, execution: str, end: str, text: str, by: str, alive: Liveness
) -> None:
    state, origin = _SETTLED[end]
    row = connection.execute(
        select(executions).where(executions.c.id == execution, executions.c.session_id == session)
    ).first()
    if row is None:
        raise ResumeDecisionError("nothing-waiting", worded("No such call was started in this session."))
    refuse_living(row, alive)
    if row.state == ExecutionState.RUNNING:
        _mark_dead(connection, session, row, alive)
    if row.state in (ExecutionState.RUNNING, ExecutionState.INTERRUPTED):
        # A person may end a call that would only be repeated.
        mark_may_have_run(connection, session, execution)
    elif row.state != ExecutionState.MAY_HAVE_RUN:
        by_whom = f" {row.settled_by} settled it before." if row.settled_by else ""
        raise ResumeDecisionError(
            "nothing-waiting",
            worded(
                "The call {call_id} of {tool} is not open: it is {state}.{by_whom}",
                call_id=row.call_id,
                tool=row.tool,
                state=row.state,
                by_whom=by_whom,
            ),
        )
    at = now_ms()
    connection.execute(
        update(executions)
        .where(executions.c.id == execution, executions.c.state == ExecutionState.MAY_HAVE_RUN)
        .values(state=state, settled_at=at, settled_by=by, settled_text=text, ended_at=at)
    )
    spoken = datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")
    notice = notice_for(origin, by=by, at=spoken, found=text)
    site = CallSite(row.response_seq, row.call_id, row.ordinal)
    told = connection.execute(sql.NOTICE_AT, {"session": session, **asdict(site)}).first()
    if told is None:
        insert_notice(connection, session, site, origin, notice)
    elif origin is not NoticeOrigin.OUTCOME_UNKNOWN:
        # The model has read that the outcome is unknown; what it was sent is never rewritten.
        about = f"About the call {row.call_id} of {row.tool}, of which no result was kept: {notice}"
        insert_messages(connection, session, row.run_id, [_internal_message(about)])
    moved = [("execution", execution, state)]
    write_audit(connection, session, "call-settled", by, request=row.request_id, end=end, moved=moved)


def refuse_living(row: Any, alive: Liveness) -> None:
    """Refuse with `running` an open call (an executions row) whose owner lives or cannot be proved dead: anything that
    is said about its end now could be wrong a moment later."""
    if row.state not in (ExecutionState.RUNNING, ExecutionState.MAY_HAVE_RUN):
        return
    owner = Owner.from_json(row.owner)
    lives = alive.owner(owner)
    if lives is not False:
        raise ResumeDecisionError(
            "running",
            worded(
                "The call {call_id} of {tool} may still be running: {what}.",
                call_id=row.call_id,
                tool=row.tool,
                what=owner.sentence(),
            ),
            next_step=(worded("Wait for it to end.") if lives else OWNER_GONE_STEP),
        )


def _internal_message(text: str) -> dict[str, Any]:
    return {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": text}], "metadata": {INTERNAL: True}}


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
        if not connection.execute(sql.ANY_LEFT).scalar():
            return 0
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
        mine = [row for row in dead_calls if row.session_id == session]
        with store.write(durable=True) as connection:
            for row in mine:
                _mark_dead(connection, session, row, alive)
            if session in dead_doors:
                _release_dead_door(connection, session, doors[session])
            for orphan in connection.execute(sql.SUBMIT_ORPHANS, {"session": session}).all():
                moved = [("answer", orphan.id, AnswerState.SUBMITTED)]
                write_audit(connection, session, "submitted", "desk", request=orphan.request_id, moved=moved)
            refresh_listing(connection, session)
        for row in mine:
            alive.let_go(Owner.from_json(row.owner))
    return len(concerned)


def _mark_dead(connection: Connection, session: str, row: Any, alive: Liveness) -> bool:
    """Write that the owner of a started call (an executions row) is dead, and keep what it printed. Returns whether the
    call may have run by that."""
    ended = mark_ended(connection, session, row.id)
    if ended is not None and (printed := alive.last_output(Owner.from_json(row.owner))):
        keep_output(connection, row.id, printed)
    return ended is ExecutionState.MAY_HAVE_RUN


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
    moved: list[Move] = [("session", session, FREE)]
    again = connection.execute(
        update(answers)
        .where(answers.c.session_id == session, answers.c.state == AnswerState.TAKEN_UP)
        .values(
            state=AnswerState.SUBMITTED,
            reserved_for=None,
            last_code="door-died",
            last_error=kept_words.DOOR_DIED(door=door.sentence()),
        )
        .returning(answers.c.id)
    )
    moved += [("answer", answer, AnswerState.SUBMITTED) for answer in again.scalars()]
    died = connection.execute(
        update(runs)
        .where(runs.c.session_id == session, runs.c.ended_at.is_(None))
        .values(ended_at=now_ms(), outcome="died", code="door-died", why=f"{door.sentence()} died")
        .returning(runs.c.id, runs.c.partial)
    ).all()
    moved += [("run", run.id, "died") for run in died]
    for run in died:
        insert_partial(connection, session, run.id, run.partial)
    write_audit(connection, session, "door-died", "desk", door=door.sentence(), moved=moved)


def freeze_one_unknown(
    connection: Connection, session: str, response_seq: int, call_id: str, ordinal: int
) -> CallResult:
    """Write the outcome-unknown notice of one call of which nothing is proved, and return it as the model reads it."""
    origin = NoticeOrigin.OUTCOME_UNKNOWN
    text = notice_for(origin)
    site = CallSite(response_seq, call_id, ordinal)
    if give_up_repeating(connection, session, site):
        refresh_listing(connection, session)
    insert_notice(connection, session, site, origin, text)
    return CallResult(text, NOTICE_OUTCOMES[origin])
