"""What a store keeps of a session's way: the audit's events and the rows they tell of, read to be compared
and exported."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Table, bindparam, func, literal, select, union_all

from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.states import AnswerState
from pausedesk.core.model.trails import AnswerFact, EventFact, ExecutionFact, NoticeFact, RequestFact, Trail
from pausedesk.core.rules.fingerprints import ASKED_FROM_INSIDE
from pausedesk.core.rules.transitions import BEGAN, FREE, HELD, Move
from pausedesk.core.store.listing import session_lease
from pausedesk.core.store.tables import (
    answers,
    audit,
    executions,
    leases,
    notices,
    pauses,
    requests,
    resumes,
    runs,
    sessions,
)

_SESSION: BindParameter[str] = bindparam("session")


def _states(kind: str, table: Table, state: ColumnElement[Any]) -> Any:
    return select(literal(kind).label("kind"), table.c.id, state.label("state")).where(table.c.session_id == _SESSION)


_TOLD = select(audit.c.data).where(audit.c.session_id == _SESSION).order_by(audit.c.id)
_KNOWN = select(sessions.c.id).where(sessions.c.id == _SESSION)
_HELD = select(leases.c.name).where(leases.c.name == bindparam("name"))
_STATES = union_all(
    _states("pause", pauses, pauses.c.state),
    _states("request", requests, requests.c.state),
    _states("answer", answers, answers.c.state).where(answers.c.state != AnswerState.DRAFT),
    _states("execution", executions, executions.c.state),
    _states("run", runs, func.coalesce(runs.c.outcome, BEGAN)),
    _states("resume", resumes, resumes.c.state),
)


def audit_moves(connection: Connection, session: str) -> list[Move]:
    """What the session's audit says changed, in its order."""
    told = connection.execute(_TOLD, {"session": session}).scalars()
    moved = [move for data in told for move in json.loads(data).get("moved", ())]
    return [(str(kind), str(identity), str(state)) for kind, identity, state in moved]


def states_now(connection: Connection, session: str) -> dict[tuple[str, str], str]:
    """The state of everything of one session as its rows say, by kind and id; nothing where there is no session."""
    mine = {"session": session}
    if connection.execute(_KNOWN, mine).first() is None:
        return {}
    found = {(str(row.kind), str(row.id)): str(row.state) for row in connection.execute(_STATES, mine)}
    held = connection.execute(_HELD, {"name": session_lease(session)}).first()
    return {**found, ("session", session): FREE if held is None else HELD}


def read_trail(connection: Connection, session: str) -> Trail | None:
    """Everything the session left behind it; None where there is no such session."""
    row = connection.execute(select(sessions.c.source, sessions.c.ending).where(sessions.c.id == session)).first()
    if row is None:
        return None
    return Trail(
        session=session,
        source=row.source,
        ending=row.ending,
        events=[_event(one) for one in connection.execute(_of(audit, session).order_by(audit.c.id))],
        requests=[_request(one) for one in connection.execute(_of(requests, session))],
        answers=[_answer(one) for one in connection.execute(_of(answers, session))],
        executions=[_execution(one) for one in connection.execute(_of(executions, session))],
        notices=[NoticeFact(_site(one), one.origin, one.text) for one in connection.execute(_of(notices, session))],
        states=states_now(connection, session),
    )


def _of(table: Table, session: str) -> Any:
    return select(table).where(table.c.session_id == session)


def _site(row: Any) -> CallSite:
    return CallSite(row.response_seq, row.call_id, row.ordinal)


def _event(row: Any) -> EventFact:
    told = json.loads(row.data)
    moved = [(str(kind), str(identity), str(state)) for kind, identity, state in told.pop("moved", ())]
    return EventFact(row.at, row.event, row.who, row.request_id, moved, told)


def _request(row: Any) -> RequestFact:
    return RequestFact(
        request=row.id,
        site=_site(row),
        tool=row.tool,
        arguments=row.arguments,
        digest=row.digest,
        state=row.state,
        by_rule=tuple(json.loads(row.chain)) != ASKED_FROM_INSIDE,
        entered=bool(row.entered),
        created_at=row.created_at,
        expires_at=row.expires_at,
        spent_at=row.spent_at,
        spent_by=row.spent_by,
        spent_answer=row.spent_answer,
        spent_code=row.spent_code,
        replaces=row.replaces,
    )


def _answer(row: Any) -> AnswerFact:
    return AnswerFact(
        answer=row.id,
        request=row.request_id,
        digest=row.digest,
        decision=row.decision,
        by=row.by,
        state=row.state,
        at=row.at,
        note=row.note,
        stop=bool(row.stop),
        taken_at=row.taken_at,
        spent_at=row.spent_at,
    )


def _execution(row: Any) -> ExecutionFact:
    return ExecutionFact(
        execution=row.id,
        site=_site(row),
        request=row.request_id,
        tool=row.tool,
        arguments=row.arguments,
        state=row.state,
        started_at=row.started_at,
        ended_at=row.ended_at,
        settled_by=row.settled_by,
        settled_text=row.settled_text,
        late_result=row.late_result,
    )
