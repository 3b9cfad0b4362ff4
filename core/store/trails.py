"""What a store keeps of a session's way: the audit's events and the rows they tell of, read to be compared."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, func, literal, select, union_all

from pausedesk.core.model.states import AnswerState
from pausedesk.core.rules.transitions import BEGAN, FREE, HELD, Move
from pausedesk.core.store.listing import session_lease
from pausedesk.core.store.tables import answers, audit, executions, leases, pauses, requests, resumes, runs, sessions


def audit_moves(connection: Connection, session: str) -> list[Move]:
    """What the session's audit says changed, in its order."""
    told = connection.execute(select(audit.c.data).where(audit.c.session_id == session).order_by(audit.c.id)).scalars()
    moved = [move for data in told for move in json.loads(data).get("moved", ())]
    return [(str(kind), str(identity), str(state)) for kind, identity, state in moved]


def states_now(connection: Connection, session: str) -> dict[tuple[str, str], str]:
    """The state of everything of one session as its rows say, by kind and id; nothing where there is no session."""
    if connection.execute(select(sessions.c.id).where(sessions.c.id == session)).first() is None:
        return {}
    rows = connection.execute(
        union_all(
            _states("pause", pauses, pauses.c.state, session),
            _states("request", requests, requests.c.state, session),
            _states("answer", answers, answers.c.state, session).where(answers.c.state != AnswerState.DRAFT),
            _states("execution", executions, executions.c.state, session),
            _states("run", runs, func.coalesce(runs.c.outcome, BEGAN), session),
            _states("resume", resumes, resumes.c.state, session),
        )
    ).all()
    found = {(str(row.kind), str(row.id)): str(row.state) for row in rows}
    held = connection.execute(select(leases.c.name).where(leases.c.name == session_lease(session))).first()
    return {**found, ("session", session): FREE if held is None else HELD}


def _states(kind: str, table: Table, state: ColumnElement[Any], session: str) -> Any:
    return select(literal(kind).label("kind"), table.c.id, state.label("state")).where(table.c.session_id == session)
