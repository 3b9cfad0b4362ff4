"""Answers on their way to a door: which are ready, which are too old, and taking them up (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, exists, or_, select, update

from pausedesk.core.errors import PausedeskError, ResumeDecisionError
from pausedesk.core.model import kept_words
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import (
    AnswerState,
    ExecutionState,
    RequestState,
)
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.answered_pause import (
    MessageVerdict,
    PausedRequest,
    PauseReach,
    message_verdict,
    unanswerable_pause,
)
from pausedesk.core.store import statements as sql
from pausedesk.core.store.calls import AskedCall
from pausedesk.core.store.closing import ClosingDoor, close_requests
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.sessions import Liveness
from pausedesk.core.store.tables import answers, executions, leases, requests, sessions
from pausedesk.core.store.witness import ledger_facts

# An approval that waited longer for a runner is not acted on unseen: the world it was given for may be gone.
STALE_APPROVAL_MS = 15 * 60 * 1000
# An approval from further ahead than two machines' clocks may differ: the clock was set back, and its age is unknown.
CLOCK_SKEW_MS = 60 * 1000


def keep_stale_approvals(store: Store, session: str, *, limit_ms: int | None = STALE_APPROVAL_MS) -> int:
    """Put approvals that no runner took up within `limit_ms` (None: for ever) back to the person (section 4.8); returns
    how many.

    An approval dated after now by more than `CLOCK_SKEW_MS` is put back too, since nothing tells how long it waited.
    """
    if limit_ms is None:
        return 0
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
                last_error=kept_words.WAITED_TOO_LONG(),
            )
        )
        for row in old:
            moved = [("answer", row.id, AnswerState.KEPT)]
            write_audit(connection, session, "kept", "door", request=row.request_id, code="stale-approval", moved=moved)
        refresh_listing(connection, session)
    return len(old)


def stale_sessions(connection: Connection, limit_ms: int | None) -> list[str]:
    """The sessions with an approval that waited longer than `limit_ms` (None: there is none), those that a person holds
    left out: what is held waits on purpose."""
    if limit_ms is None:
        return []
    return list(connection.execute(sql.STALE_SESSIONS, too_old(limit_ms)).scalars())


def _stale(connection: Connection, session: str, limit_ms: int) -> Sequence[Any]:
    return connection.execute(sql.STALE, {"session": session, **too_old(limit_ms)}).all()


def too_old(limit_ms: int | None) -> dict[str, int]:
    """The moments before and after which an approval was given that waited longer than `limit_ms` milliseconds; None:
    none is that old."""
    if limit_ms is None:
        return {"before": 0, "after": 2**53}
    now = now_ms()
    return {"before": now - limit_ms, "after": now + CLOCK_SKEW_MS}


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
        moved = [("answer", row.answer, AnswerState.TAKEN_UP)]
        write_audit(connection, session, "answer-taken-up", "door", request=row.id, moved=moved)
    return list(rows)


def ready_sessions(connection: Connection, door: Owner, alive: Liveness) -> list[str]:
    """Sessions whose answers a worker may take up now, oldest answer first.

    Not those whose turn is incomplete, that a person holds, whose answers are reserved for a door that lives, or in
    whose turn a call may have run or was interrupted: there a person looks first.
    """
    unknown = exists().where(
        executions.c.session_id == requests.c.session_id,
        executions.c.response_seq == requests.c.response_seq,
        # Nor is a call that died repeated by itself: it might die each time.
        or_(executions.c.state == ExecutionState.MAY_HAVE_RUN, executions.c.state == ExecutionState.INTERRUPTED),
    )
    rows = connection.execute(
        select(answers.c.session_id, answers.c.reserved_for)
        .join(requests, requests.c.id == answers.c.request_id)
        .join(sessions, sessions.c.id == answers.c.session_id)
        .join(leases, leases.c.name == "session:" + answers.c.session_id, isouter=True)
        .where(answers.c.state == AnswerState.SUBMITTED, ~unknown, leases.c.name.is_(None))
        .where(~sql.on_hold(answers.c.session_id))
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


def clear_the_way(connection: Connection, door: ClosingDoor, asked: Sequence[AskedCall], kind: str) -> None:
    """Refuse a message or a resume while a question of the session can be answered; close what no answer can reach.

    For the door that has just taken the session, which proves that no owner of a started call lives (section 4, points
    1 and 2). A resume of a session whose waiting questions are all answered takes those answers up instead.
    """
    open_ones = [call for call in asked if not call.answered]
    if not asked or (kind == "resume" and not open_ones):
        return
    waiting = [PausedRequest(call.ledger, call.incarnation, RequestState.WAITING) for call in asked]
    here = ledger_facts(connection)
    reason = unanswerable_pause(waiting, ledger=here.ledger, incarnation=here.incarnation)
    pause: PauseReach = "answerable" if reason is None else "unanswerable"
    if message_verdict(pause=pause, owner_proved_dead=True) is MessageVerdict.CLOSE_THEN_RUN:
        why = "No answer can reach the question any more."
        close_requests(connection, door, [(call.request, str(reason), why) for call in asked])
        return
    if not open_ones:
        raise ResumeDecisionError(
            "waiting",
            worded("This session was answered and waits for a runner: {question}", question=asked[0].question),
            next_step=worded("A worker takes it up, or: pausedesk resume {session}.", session=door.session),
        )
    way = "--value JSON" if open_ones[0].answer_schema else "--approve"
    command = f"pausedesk answer {door.session} --request {open_ones[0].request}"
    raise ResumeDecisionError(
        "waiting",
        worded("This session waits for an answer: {question}", question=open_ones[0].question),
        next_step=worded("Answer it: {command} {way} (or --decline).", command=command, way=way),
    )


def note_attempt(store: Store, session: str, error: PausedeskError) -> None:
    """Keep beside the submitted answers of a session why they could not be taken up this time."""
    with store.write() as connection:
        connection.execute(
            update(answers)
            .where(answers.c.session_id == session, answers.c.state == AnswerState.SUBMITTED)
            .values(attempts=answers.c.attempts + 1, last_code=error.code, last_error=error.sentence)
        )
