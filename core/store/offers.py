"""What Resume would do with a session, read for its card and its commands: nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select

from pausedesk.core.model.states import AnswerState, CallState, Ending, ExecutionState, RequestState
from pausedesk.core.model.views import ExecutionView, Hold, RequestView, ResumeView
from pausedesk.core.rules.endings import EndingVerdict
from pausedesk.core.rules.history import CallKey
from pausedesk.core.rules.resume import LedgerSays
from pausedesk.core.rules.resuming import ResumeFacts, resume_offer, run_stop
from pausedesk.core.rules.soundness import message_of
from pausedesk.core.store.standings import ran_before_copy, recorded_standings, turn_standings
from pausedesk.core.store.tables import messages, runs

_SESSION: BindParameter[str] = bindparam("session")
_LAST_RESPONSE = select(func.max(messages.c.seq)).where(
    messages.c.session_id == _SESSION, messages.c.kind == "response"
)
_NEWEST = select(func.max(messages.c.seq)).where(messages.c.session_id == _SESSION)
_SINCE = (
    select(messages.c.body)
    .where(messages.c.session_id == _SESSION, messages.c.seq >= bindparam("since"))
    .order_by(messages.c.seq)
)
_LAST_CODE = select(runs.c.code).where(runs.c.session_id == _SESSION).order_by(runs.c.fence.desc()).limit(1)


def read_offer(
    connection: Connection,
    row: Any,
    *,
    requests: Sequence[RequestView],
    started: Sequence[Any],
    unknown: Sequence[ExecutionView],
    running: str | None,
    hold: Hold | None,
    unreadable: str | None,
    newest: int | None,
) -> ResumeView:
    """What Resume would do with the session of `row` (its sessions row), or why it is refused.

    `requests` are those of its newest pause, `started` its executions rows, `unknown` the calls that may have run;
    `newest`: so many of its messages are read, and at least those from its last response on; None: all of them.
    """
    waiting = [request for request in requests if request.state == RequestState.WAITING]
    in_doubt = [one for one in unknown if one.call_state != CallState.SETTLED]
    mine = {"session": row.id}
    last = connection.execute(_LAST_RESPONSE, mine).scalar()
    count = connection.execute(_NEWEST, mine).scalar()
    first = 0
    if newest is not None and count is not None:
        first = max(0, min(count + 1 - newest, last if last is not None else count))
    try:
        stored = [message_of(body) for body in connection.execute(_SINCE, {**mine, "since": first}).scalars()]
    except ValueError:
        stored, unreadable = [], unreadable or "A message of it cannot be read."
    standings = turn_standings(connection, row.id, last) if last is not None else {}
    standings |= recorded_standings(connection, row.id, first)
    approved: set[CallKey] = {key for key, one in standings.items() if one.says is LedgerSays.APPROVED}
    approved |= {
        (one.response_seq, one.call_id, one.ordinal)
        for one in started
        if one.state == ExecutionState.INTERRUPTED and one.request_id is not None and one.response_seq == last
    }
    declined_by = next(
        (one.by for request in requests for one in request.answers if one.stop and one.state == AnswerState.SPENT), None
    )
    return resume_offer(
        ResumeFacts(
            imported=row.envelope is not None or row.foreign_file is not None,
            embedded=not row.agent_spec,
            running=running,
            held_by=hold.by if hold is not None else None,
            answerable=any(request.answerable for request in waiting),
            owner_lives=any(one.owner_alive is not False for one in in_doubt),
            approved=approved,
            finished=row.ending == Ending.FINISHED,
            context_full=row.ending == Ending.CONTEXT_FULL,
            unreadable=unreadable,
            stop=run_stop(
                EndingVerdict(Ending(row.ending), row.confidence, row.stopped_by),
                declined_by,
                connection.execute(_LAST_CODE, mine).scalar() if row.ending == Ending.STOPPED else None,
            ),
            stopped_by=declined_by or "",
            copied=ran_before_copy(connection, row.id),
        ),
        stored,
        standings,
        first,
    )
