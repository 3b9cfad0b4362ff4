"""What the ledger's rows say of calls, for `resuming.plan_resume`: read by the door that acts, and by what tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, and_, bindparam, func, select

from pausedesk.core.model.states import ExecutionState, RequestState
from pausedesk.core.rules.history import CallKey, CallResult, Message, OpenCall, open_calls_at_end
from pausedesk.core.rules.notices import NoticeOrigin
from pausedesk.core.rules.resume import LedgerSays
from pausedesk.core.rules.resuming import ResumePlan, Standing, plan_resume
from pausedesk.core.store import statements as sql
from pausedesk.core.store.listing import ROTATED
from pausedesk.core.store.tables import answers, audit, executions, notices, requests

_SESSION: BindParameter[str] = bindparam("session")
_TURN: BindParameter[int] = bindparam("response_seq")
_SINCE: BindParameter[int] = bindparam("since")
_STARTED = select(
    executions.c.call_id, executions.c.ordinal, executions.c.state, executions.c.result.is_not(None).label("kept")
).where(executions.c.session_id == _SESSION, executions.c.response_seq == _TURN)
_ASKED = (
    select(requests.c.call_id, requests.c.ordinal, requests.c.state, answers.c.decision)
    .join(answers, and_(answers.c.request_id == requests.c.id, sql.ACTIVE), isouter=True)
    .where(requests.c.session_id == _SESSION, requests.c.response_seq == _TURN)
)
_TOLD = select(notices.c.response_seq, notices.c.call_id, notices.c.ordinal, notices.c.origin).where(
    notices.c.session_id == _SESSION, notices.c.response_seq >= _SINCE
)
_DONE = select(executions.c.response_seq, executions.c.call_id, executions.c.ordinal).where(
    executions.c.session_id == _SESSION,
    executions.c.response_seq >= _SINCE,
    executions.c.state == ExecutionState.DONE,
    executions.c.result.is_not(None),
)

_ROTATED = select(func.max(audit.c.id)).where(audit.c.session_id.is_(None), audit.c.event == ROTATED)
_BEGAN_SINCE = (
    select(audit.c.id)
    .where(audit.c.session_id == _SESSION, audit.c.id > bindparam("rotated"))
    .where(audit.c.event.in_([f"{kind}-began" for kind in ("run", "answer", "resume")]))
    .where(func.instr(audit.c.data, bindparam("run")) == 0)
    .limit(1)
)


def ran_before_copy(connection: Connection, session: str, run: str = "no run") -> bool:
    """Whether nothing of the session was run here, but for the run `run`, since the store was last found to be a copy.

    The first run after that settles what the copy leaves unknown; until then another copy may have gone on with it."""
    rotated = connection.execute(_ROTATED).scalar()
    if rotated is None:
        return False
    wanted = {"session": session, "rotated": rotated, "run": run}
    return connection.execute(_BEGAN_SINCE, wanted).first() is None


def turn_standings(connection: Connection, session: str, response_seq: int) -> dict[CallKey, Standing]:
    """What is known of the calls of one response that were asked about or started, by response number, id and
    ordinal. What the model reads of a call is not looked at: see `recorded_standings`."""
    turn = {"session": session, "response_seq": response_seq}
    found = {
        (response_seq, row.call_id, row.ordinal): _asked(row.state, row.decision)
        for row in connection.execute(_ASKED, turn)
    }
    for row in connection.execute(_STARTED, turn):
        if row.state == ExecutionState.ASKED and (response_seq, row.call_id, row.ordinal) in found:
            continue  # its body asked from inside, and the question is stored: that one decides
        found[(response_seq, row.call_id, row.ordinal)] = Standing(_started(row))
    return found


def recorded_standings(connection: Connection, session: str, since: int = 0) -> dict[CallKey, Standing]:
    """The calls of responses from number `since` on of which the ledger holds what the model reads."""
    wanted = {"session": session, "since": since}
    found = {
        (row.response_seq, row.call_id, row.ordinal): Standing(LedgerSays.RECORDED, NoticeOrigin(row.origin))
        for row in connection.execute(_TOLD, wanted)
    }
    # A result that was kept is what the model reads, whatever notice stands beside it.
    for row in connection.execute(_DONE, wanted):
        found[(row.response_seq, row.call_id, row.ordinal)] = Standing(LedgerSays.RECORDED)
    return found


def plan_drive(
    connection: Connection,
    session: str,
    stored: Sequence[Message],
    results: Mapping[CallKey, CallResult],
    approved: Sequence[Any],
    prompt: str | None,
    *,
    resuming: bool,
    finished: bool,
    context_full: bool,
    older: Sequence[OpenCall] | None,
    run: str,
) -> ResumePlan:
    """The plan of a door that has taken the session: `stored` and `results` as `load_history` returns them, `approved`
    the rows of the requests that are handed over, `run` its own run. What is not needed of the ledger is not read. The
    rest, and what is raised, as `plan_resume` has it."""
    standings = dict.fromkeys(results, Standing(LedgerSays.RECORDED))
    in_hand = [(row.response_seq, row.call_id, row.ordinal) for row in approved]
    standings.update(dict.fromkeys(in_hand, Standing(LedgerSays.APPROVED)))
    left = [call.key for call in open_calls_at_end(stored) if call.key not in standings]
    copied = False
    if left:
        copied = ran_before_copy(connection, session, run)
        standings = {**turn_standings(connection, session, left[0][0]), **standings}
    return plan_resume(
        stored,
        standings,
        approved=in_hand,
        resuming=resuming,
        finished=finished,
        context_full=context_full,
        prompt=prompt,
        older=older,
        copied=copied,
    )


_REPLIES = {
    "decline": NoticeOrigin.DECLINED,
    "answer": NoticeOrigin.ANSWERED,
    "skip": NoticeOrigin.SKIPPED,
}


def _asked(state: str, decision: str | None) -> Standing:
    if state != RequestState.WAITING:
        # It was used up; where no notice says how, nothing is proved of its call.
        return Standing(LedgerSays.STARTED)
    if decision in _REPLIES:
        return Standing(LedgerSays.RECORDED, _REPLIES[decision])
    return Standing(LedgerSays.APPROVED if decision == "approve" else LedgerSays.UNANSWERED)


def _started(row: Any) -> LedgerSays:
    if row.state == ExecutionState.INTERRUPTED:
        return LedgerSays.REPEATABLE
    return LedgerSays.RECORDED if row.state == ExecutionState.DONE and row.kept else LedgerSays.STARTED
