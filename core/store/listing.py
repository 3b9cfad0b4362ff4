"""The listing columns of a session, kept in the transaction of the fact they follow from, and the audit line beside it.

A listing reads these columns only; no message is read for it.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update

from pausedesk.core.model.states import ACTIVE_ANSWERS, AnswerState, ExecutionState, PauseState, RequestState
from pausedesk.core.rules.endings import SessionFacts, ending_of
from pausedesk.core.rules.visible import one_line
from pausedesk.core.store.engine import now_ms
from pausedesk.core.store.tables import answers, audit, executions, leases, messages, pauses, requests, runs, sessions

# What of a call's arguments stands in a list row; the card shows all of it.
LINE_LENGTH = 160


def session_lease(session: str) -> str:
    """The name of the lease that the taker of a session holds."""
    return f"session:{session}"


def write_audit(
    connection: Connection, session: str | None, event: str, who: str, *, request: str | None = None, **data: Any
) -> None:
    """Write one event into the audit, in the transaction of the fact it tells."""
    connection.execute(
        insert(audit).values(
            at=now_ms(),
            session_id=session,
            request_id=request,
            event=event,
            who=who,
            data=json.dumps(data, ensure_ascii=False, separators=(",", ":")) if data else "{}",
        )
    )


def refresh_listing(connection: Connection, session: str) -> None:
    """Recompute the listing columns of one session of our own, and count its change."""
    active = [str(state) for state in ACTIVE_ANSWERS]
    waiting = (
        select(
            requests.c.tool,
            requests.c.arguments,
            requests.c.created_at,
            requests.c.expires_at,
            answers.c.id.label("answer"),
        )
        .join(pauses, pauses.c.id == requests.c.pause_id)
        .join(answers, and_(answers.c.request_id == requests.c.id, answers.c.state.in_(active)), isouter=True)
        .where(requests.c.session_id == session, requests.c.state == RequestState.WAITING)
        .where(pauses.c.state != PauseState.CLOSED)
        .order_by(requests.c.response_seq.desc(), requests.c.position)
    )
    asked = connection.execute(waiting).all()
    open_ones = [row for row in asked if row.answer is None]
    submitted = len(asked) - len(open_ones)
    unknown_states = (ExecutionState.MAY_HAVE_RUN,)
    unknown = connection.execute(
        select(executions.c.tool, executions.c.arguments, executions.c.started_at)
        .where(executions.c.session_id == session, executions.c.state.in_(unknown_states))
        .order_by(executions.c.started_at.desc())
    ).all()
    facts = connection.execute(
        select(
            select(func.count()).select_from(leases).where(leases.c.name == session_lease(session)).scalar_subquery()
            # A call may outlive the door that started it.
            + select(func.count())
            .select_from(executions)
            .where(executions.c.session_id == session, executions.c.state == ExecutionState.RUNNING)
            .scalar_subquery(),
            select(func.count())
            .select_from(answers)
            .where(answers.c.session_id == session, answers.c.state == AnswerState.SPENT)
            .scalar_subquery(),
        )
    ).one()
    held, answered = bool(facts[0]), int(facts[1])
    last = connection.execute(
        select(runs.c.outcome, runs.c.code)
        .where(runs.c.session_id == session)
        .order_by(runs.c.started_at.desc(), runs.c.id.desc())
        .limit(1)
    ).first()
    settled = bool(unknown or held or open_ones or submitted) or (last is not None and last.outcome == "done")
    verdict = ending_of(
        SessionFacts(
            unknown=len(unknown),
            held=held,
            waiting=len(open_ones),
            submitted=submitted,
            last_outcome=last.outcome if last else None,
            last_code=last.code if last else None,
            tail="" if settled else _tail(connection, session),
        )
    )
    first = open_ones[0] if open_ones else (asked[0] if asked else None)
    what = unknown[0] if unknown else first
    expiries = [row.expires_at for row in open_ones if row.expires_at is not None]
    connection.execute(
        update(sessions)
        .where(sessions.c.id == session)
        .values(
            updated_at=now_ms(),
            version=sessions.c.version + 1,
            ending=verdict.ending,
            confidence=verdict.confidence,
            stopped_by=verdict.stopped_by,
            listed_format="flowchart-v1" if asked else "conversation-v1",
            waiting_count=len(open_ones),
            submitted_count=submitted,
            unknown_count=len(unknown),
            answered_count=answered,
            what_tool=what.tool if what is not None else "",
            what_line=one_line(what.arguments[: LINE_LENGTH * 4], LINE_LENGTH) if what is not None else "",
            waiting_since=first.created_at if first is not None else None,
            expires_at=min(expiries) if expiries else None,
        )
    )


def _tail(connection: Connection, session: str) -> str:
    last = connection.execute(
        select(messages.c.kind, messages.c.body)
        .where(messages.c.session_id == session)
        .order_by(messages.c.seq.desc())
        .limit(1)
    ).first()
    if last is None:
        return "nothing"
    if last.kind != "response":
        return "request"
    parts = json.loads(last.body).get("parts", [])
    return "calls" if any(part.get("part_kind") == "tool-call" for part in parts) else "response"
