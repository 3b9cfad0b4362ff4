"""What a store keeps of sessions' ways: the audit's events and the rows they tell of, to be compared and exported."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Table, bindparam, func, literal, or_, select, union_all

from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.states import AnswerState
from pausedesk.core.model.trails import AnswerFact, EventFact, ExecutionFact, NoticeFact, RequestFact, Trail
from pausedesk.core.rules.fingerprints import ASKED_FROM_INSIDE
from pausedesk.core.rules.trail_checks import Finding, trail_flaws
from pausedesk.core.rules.transitions import BEGAN, FREE, HELD, Move
from pausedesk.core.store.engine import Store
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

# So many sessions are read in one go: a question for each would take most of the time.
_AT_ONCE = 200

_SESSION: BindParameter[str] = bindparam("session")
_IMPORTED = or_(sessions.c.envelope.is_not(None), sessions.c.foreign_file.is_not(None))


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
    return next(iter(_trails(connection, [session])), None)


def ledger_flaws(store: Store) -> Iterator[Finding]:
    """What the sessions of a store contradict in themselves, one session after another; reads no message."""
    with store.read() as connection:
        own = select(sessions.c.id).where(~_IMPORTED).order_by(sessions.c.id)
        ids = connection.execute(own).scalars().all()
    for first in range(0, len(ids), _AT_ONCE):
        # A view of its own for each part: a long one would keep the -wal from being folded in.
        with store.read() as connection:
            trails = _trails(connection, ids[first : first + _AT_ONCE])
        for trail in trails:
            yield from trail_flaws(trail)


def _trails(connection: Connection, wanted: Sequence[str]) -> list[Trail]:
    known = connection.execute(
        select(sessions.c.id, sessions.c.ending, _IMPORTED.label("imported")).where(sessions.c.id.in_(wanted))
    ).all()
    rows = {table.name: _rows(connection, table, wanted) for table in _TABLES}
    names = [session_lease(session) for session in wanted]
    held = set(connection.execute(select(leases.c.name).where(leases.c.name.in_(names))).scalars())
    return [
        _trail(one, {name: found.get(one.id, ()) for name, found in rows.items()}, session_lease(one.id) in held)
        for one in known
    ]


_TABLES: Mapping[Table, tuple[Any, ...]] = {
    audit: (audit.c.id,),
    pauses: (),
    requests: (requests.c.response_seq, requests.c.position),
    answers: (answers.c.at,),
    executions: (executions.c.started_at,),
    notices: (),
    runs: (),
    resumes: (),
}
# Results and outputs can be large, and nothing here asks for them.
_LEFT_OUT = {"result", "last_output", "raw_arguments", "prompt", "author"}


def _rows(connection: Connection, table: Table, wanted: Sequence[str]) -> dict[str, list[Any]]:
    columns = [column for column in table.c if column.name not in _LEFT_OUT]
    found: dict[str, list[Any]] = defaultdict(list)
    for row in connection.execute(
        select(*columns).where(table.c.session_id.in_(wanted)).order_by(*_TABLES[table])
    ).all():
        found[row.session_id].append(row)
    return found


def _trail(session: Any, rows: Mapping[str, Sequence[Any]], held: bool) -> Trail:
    given = [row for row in rows["answers"] if row.state != AnswerState.DRAFT]
    asked_in = {row.id: row.run_id for row in rows["pauses"]}
    kinds = {
        "pause": rows["pauses"],
        "request": rows["requests"],
        "answer": given,
        "execution": rows["executions"],
        "resume": rows["resumes"],
    }
    states = {(kind, row.id): str(row.state) for kind, found in kinds.items() for row in found}
    states |= {("run", row.id): str(row.outcome or BEGAN) for row in rows["runs"]}
    return Trail(
        session=session.id,
        imported=bool(session.imported),
        ending=session.ending,
        events=[_event(row) for row in rows["audit"]],
        requests=[_request(row, asked_in.get(row.pause_id, "")) for row in rows["requests"]],
        answers=[_answer(row) for row in given],
        executions=[_execution(row) for row in rows["executions"]],
        notices=[NoticeFact(_site(row), row.origin, row.text) for row in rows["notices"]],
        states={**states, ("session", session.id): HELD if held else FREE},
    )


def _site(row: Any) -> CallSite:
    return CallSite(row.response_seq, row.call_id, row.ordinal)


def _event(row: Any) -> EventFact:
    told = json.loads(row.data)
    moved = [(str(kind), str(identity), str(state)) for kind, identity, state in told.pop("moved", ())]
    return EventFact(row.at, row.event, row.who, row.request_id, moved, told)


def _request(row: Any, run: str) -> RequestFact:
    return RequestFact(
        request=row.id,
        run=run,
        site=_site(row),
        position=row.position,
        tool=row.tool,
        arguments=row.arguments,
        digest=row.digest,
        state=row.state,
        by_rule=tuple(json.loads(row.chain)) != ASKED_FROM_INSIDE,
        entered=bool(row.entered),
        created_at=row.created_at,
        expires_at=row.expires_at,
        expires_boot=row.expires_boot,
        expires_boot_ms=row.expires_boot_ms,
        spent_at=row.spent_at,
        spent_by=row.spent_by,
        spent_answer=row.spent_answer,
        spent_code=row.spent_code,
        replaces=row.replaces,
        plain=bool(row.answer_schema),
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
        value=row.value,
    )


def _execution(row: Any) -> ExecutionFact:
    return ExecutionFact(
        execution=row.id,
        run=row.run_id,
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
