"""Answers as rows: submitted, taken back, taken up by a door; and what a person settles about calls that may have run.

The desk and the command line write here and nowhere else. Each function is one transaction that survives power loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, exists, insert, select, update

from pausedesk.core.errors import PausedeskError, ResumeDecisionError
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import (
    AnswerState,
    ExecutionState,
    RequestState,
)
from pausedesk.core.rules.answered_pause import answered_refusal
from pausedesk.core.rules.history import CallResult
from pausedesk.core.rules.notices import NOTICE_OUTCOMES, NoticeOrigin, notice_for
from pausedesk.core.store import statements as sql
from pausedesk.core.store.calls import AskedCall
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.ledger import first_answer, insert_notice, mark_may_have_run, mark_unasked
from pausedesk.core.store.listing import refresh_listing, session_lease, write_audit
from pausedesk.core.store.sessions import Liveness, insert_messages, no_session
from pausedesk.core.store.tables import answers, executions, leases, notices, requests, runs, sessions


@dataclass(frozen=True, slots=True)
class NewAnswer:
    """One answer as a person gives it: to which request, to which digest as they saw it, and what they decided."""

    request: str
    digest: str
    decision: str  # approve | decline
    note: str | None = None
    stop: bool = False


def submit_answers(
    store: Store, session: str, new: Sequence[NewAnswer], *, by: str, submit_id: str, reserved_for: Owner | None = None
) -> list[str]:
    """Write answers, all or none, and return their ids; the same submit id again returns the first submit's ids.

    Refused (ResumeDecisionError) with decision-required, no-session, nothing-waiting, other-request,
    request-not-recorded, superseded, call-changed or already-answered; then nothing of this submit is written but the
    audit of the refusal.
    """
    try:
        with store.write(durable=True) as connection:
            return _submit(connection, session, new, by, submit_id, reserved_for)
    except ResumeDecisionError as refusal:
        with store.write() as connection:
            known = connection.execute(select(sessions.c.id).where(sessions.c.id == session)).first()
            write_audit(
                connection, session if known else None, "answer-refused", by, code=refusal.code, submit=submit_id
            )
        raise


def _submit(
    connection: Connection,
    session: str,
    new: Sequence[NewAnswer],
    by: str,
    submit_id: str,
    reserved_for: Owner | None,
) -> list[str]:
    if not by.strip():
        raise ResumeDecisionError("decision-required", "A decision needs the name of the person who makes it.")
    if connection.execute(sql.SESSION_EXISTS, {"session": session}).first() is None:
        raise no_session(session)
    if not new:
        source = connection.execute(select(sessions.c.source).where(sessions.c.id == session)).scalar_one()
        if source != "pausedesk":
            raise ResumeDecisionError(
                "request-not-recorded",
                "This pause was imported and recorded no request: no answer can reach it here.",
                next_step="It may already have been answered where it came from.",
            )
        raise ResumeDecisionError("nothing-waiting", "Nothing in this session waits for an answer.")
    ids = []
    for answer in new:
        if answer.decision not in ("approve", "decline"):
            raise ResumeDecisionError("decision-required", "The answer is neither an approval nor a decline.")
        before = connection.execute(sql.SUBMITTED_BEFORE, {"submit": submit_id, "request": answer.request}).scalar()
        if before is not None:
            ids.append(str(before))
            continue
        _refuse_unanswerable(connection, session, answer)
        identity = new_id()
        connection.execute(sql.DROP_DRAFT, {"request": answer.request})
        connection.execute(
            sql.INSERT_ANSWER,
            {
                "id": identity,
                "request_id": answer.request,
                "session_id": session,
                "digest": answer.digest,
                "decision": answer.decision,
                "stop": answer.stop,
                "note": answer.note,
                "by": by,
                "at": now_ms(),
                "submit_id": submit_id,
                "state": AnswerState.SUBMITTED,
                "reserved_for": reserved_for.to_json() if reserved_for else None,
            },
        )
        write_audit(
            connection, session, "answer-submitted", by, request=answer.request, decision=answer.decision, id=identity
        )
        ids.append(identity)
    refresh_listing(connection, session)
    return ids


def _refuse_unanswerable(connection: Connection, session: str, answer: NewAnswer) -> None:
    mine = {"request": answer.request, "session": session}
    row = connection.execute(sql.REQUEST_OF_SESSION, mine).first()
    refusal = answered_refusal(
        RequestState(row.state) if row is not None else None,
        first=first_answer(connection, answer.request),
        superseded_by=row.superseded_by if row is not None else None,
        others_wait=row is None and connection.execute(sql.ANY_WAITING, {"session": session}).first() is not None,
        digest_asked=row.digest if row is not None else None,
        digest_seen=answer.digest,
    )
    if refusal is not None:
        raise refusal


def withdraw_answer(store: Store, session: str, request: str, *, by: str) -> None:
    """Take an answer back while no door has taken it up; the loser of that race is told."""
    with store.write(durable=True) as connection:
        taken = connection.execute(
            update(answers)
            .where(
                answers.c.session_id == session,
                answers.c.request_id == request,
                answers.c.state == AnswerState.SUBMITTED,
            )
            .values(state=AnswerState.WITHDRAWN, ended_at=now_ms(), outcome="withdrawn")
        )
        if taken.rowcount == 1:
            write_audit(connection, session, "answer-withdrawn", by, request=request)
            refresh_listing(connection, session)
            return
        first = first_answer(connection, request)
    if first is None:
        raise ResumeDecisionError("nothing-waiting", "There is no answer to take back.")
    code = "running" if first["state"] in ("submitted", "running") else "already-answered"
    raise ResumeDecisionError(code, "It was handed over already; it cannot be taken back.", first=first)


def save_draft(store: Store, session: str, request: str, *, decision: str, note: str, by: str) -> None:
    """Keep what a person is about to answer. Binds nobody; an empty decision and note removes it."""
    with store.write() as connection:
        connection.execute(delete(answers).where(answers.c.request_id == request, answers.c.state == AnswerState.DRAFT))
        if not decision and not note:
            return
        digest = connection.execute(
            select(requests.c.digest).where(requests.c.id == request, requests.c.session_id == session)
        ).scalar()
        if digest is None:
            raise ResumeDecisionError("request-not-recorded", "This store never asked that question.")
        connection.execute(
            insert(answers).values(
                id=new_id(),
                request_id=request,
                session_id=session,
                digest=digest,
                decision=decision,
                note=note,
                by=by,
                at=now_ms(),
                submit_id=f"draft-{request}",
                state=AnswerState.DRAFT,
            )
        )


# An approval that waited longer for a runner is not acted on unseen: the world it was given for may be gone.
STALE_APPROVAL_MS = 15 * 60 * 1000
# An approval from further ahead than two machines' clocks may differ: the clock was set back, and its age is unknown.
CLOCK_SKEW_MS = 60 * 1000


def keep_stale_approvals(store: Store, session: str, *, limit_ms: int = STALE_APPROVAL_MS) -> int:
    """Put approvals that no runner took up within `limit_ms` back to the person (section 4.8); returns how many.

    An approval dated after now by more than `CLOCK_SKEW_MS` is put back too, since nothing tells how long it waited.
    """
    with store.read() as connection:
        old = _stale(connection, session, limit_ms)
    if not old:
        return 0
    with store.write(durable=True) as connection:
        old = _stale(connection, session, limit_ms)
        connection.execute(
            update(answers)
            .where(answers.c.id.in_([row.id for row in old]), answers.c.state == AnswerState.SUBMITTED)
            .values(
                state=AnswerState.KEPT,
                ended_at=now_ms(),
                last_code="stale-approval",
                last_error="It waited too long for a runner; approve it afresh.",
            )
        )
        for row in old:
            write_audit(connection, session, "kept", "door", request=row.request_id, code="stale-approval")
        refresh_listing(connection, session)
    return len(old)


def _stale(connection: Connection, session: str, limit_ms: int) -> Sequence[Any]:
    now = now_ms()
    moments = {"before": now - limit_ms, "after": now + CLOCK_SKEW_MS}
    return connection.execute(sql.STALE, {"session": session, **moments}).all()


# -- taking up ---------------------------------------------------------------------------------------------------------


def complete_turn(connection: Connection, session: str) -> list[str]:
    """The submitted answers of the session's waiting turn, where every request of it has one; else nothing.

    Gated calls of one turn are asked together and handed over together.
    """
    rows = connection.execute(sql.TURN, {"session": session}).all()
    if any(row.answer is None for row in rows):
        return []
    return [str(row.answer) for row in rows]


def take_up(connection: Connection, session: str, fence: int) -> list[Any]:
    """Take every submitted answer of a complete turn up under `fence`; returns the rows, in call order."""
    wanted = complete_turn(connection, session)
    if not wanted:
        return []
    connection.execute(sql.TAKE_UP, {"wanted": wanted, "new_fence": fence, "new_taken_at": now_ms()})
    rows = connection.execute(sql.TAKEN_UP, {"wanted": wanted, "fence_held": fence}).all()
    for row in rows:
        write_audit(connection, session, "answer-taken-up", "door", request=row.id, answer=row.answer)
    return list(rows)


def ready_sessions(connection: Connection, door: Owner, alive: Liveness) -> list[str]:
    """Sessions whose answers a worker may take up now, oldest answer first.

    Not those whose turn is incomplete, whose answers are reserved for a door that lives, or in whose turn a call may
    have run: there a person looks first.
    """
    unknown = exists().where(
        executions.c.session_id == requests.c.session_id,
        executions.c.response_seq == requests.c.response_seq,
        executions.c.state == ExecutionState.MAY_HAVE_RUN,
    )
    rows = connection.execute(
        select(answers.c.session_id, answers.c.reserved_for)
        .join(requests, requests.c.id == answers.c.request_id)
        .join(sessions, sessions.c.id == answers.c.session_id)
        .join(leases, leases.c.name == "session:" + answers.c.session_id, isouter=True)
        .where(answers.c.state == AnswerState.SUBMITTED, ~unknown, leases.c.name.is_(None))
        # Without a spec, only the program that ran the agent can run it again.
        .where(sessions.c.agent_spec != "")
        .order_by(answers.c.at)
    ).all()
    reserved = {
        row.session_id
        for row in rows
        if row.reserved_for and (owner := Owner.from_json(row.reserved_for)) != door and alive.door(owner) is not False
    }
    ready = dict.fromkeys(row.session_id for row in rows if row.session_id not in reserved)
    return [session for session in ready if complete_turn(connection, session)]


# -- settling, the dead ------------------------------------------------------------------------------------------------

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


def refuse_message(connection: Connection, session: str, asked: Sequence[AskedCall], kind: str) -> None:
    """Refuse a message or a resume while a question of the session can be answered (section 4.1).

    A resume of a session whose waiting questions are all answered takes those answers up instead.
    """
    open_ones = [call for call in asked if not call.answered]
    if kind == "answer" or not asked or (kind == "resume" and not open_ones):
        return
    if not open_ones:
        raise ResumeDecisionError(
            "waiting",
            f"This session was answered and waits for a runner: {asked[0].question}",
            next_step=f"A worker takes it up, or: pausedesk resume {session}.",
        )
    raise ResumeDecisionError(
        "waiting",
        f"This session waits for an answer: {open_ones[0].question}",
        next_step=f"Answer it: pausedesk answer {session} --request {open_ones[0].request} --approve (or --decline).",
    )


def note_attempt(store: Store, session: str, error: PausedeskError) -> None:
    """Keep beside the submitted answers of a session why they could not be taken up this time."""
    with store.write() as connection:
        connection.execute(
            update(answers)
            .where(answers.c.session_id == session, answers.c.state == AnswerState.SUBMITTED)
            .values(attempts=answers.c.attempts + 1, last_code=error.code, last_error=error.sentence)
        )
