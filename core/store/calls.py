"""What the ledger knows of calls, read for doors: which are asked, and what became of those that were answered."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, select

from pausedesk.core.model.states import ACTIVE_ANSWERS, PauseState, RequestState
from pausedesk.core.store.ledger import call_state_of
from pausedesk.core.store.tables import answers, executions, pauses, requests


@dataclass(frozen=True, slots=True)
class CallReport:
    """One call in the JSON of `answer` and `resume`."""

    request: str
    call: str
    tool: str
    state: str
    result: Any = None


@dataclass(frozen=True, slots=True)
class AskedCall:
    """One request of the session's newest pause that still waits, with whether an answer is on its way."""

    request: str
    call: str
    ordinal: int
    tool: str
    arguments: str
    question: str
    digest: str
    tool_digest: str
    answered: bool


def asked_calls(connection: Connection, session: str) -> list[AskedCall]:
    """The waiting requests of the session, in call order."""
    active = [str(state) for state in ACTIVE_ANSWERS]
    rows = connection.execute(
        select(requests, answers.c.id.label("answer"))
        .join(pauses, pauses.c.id == requests.c.pause_id)
        .join(answers, and_(answers.c.request_id == requests.c.id, answers.c.state.in_(active)), isouter=True)
        .where(
            requests.c.session_id == session,
            requests.c.state == RequestState.WAITING,
            pauses.c.state != PauseState.CLOSED,
        )
        .order_by(requests.c.response_seq, requests.c.position)
    ).all()
    return [
        AskedCall(
            request=row.id,
            call=row.call_id,
            ordinal=row.ordinal,
            tool=row.tool,
            arguments=row.arguments,
            question=row.question,
            digest=row.digest,
            tool_digest=row.tool_digest,
            answered=row.answer is not None,
        )
        for row in rows
    ]


def call_reports(connection: Connection, session: str, wanted: Sequence[str]) -> list[CallReport]:
    """What became of the given requests' calls, in call order."""
    active = [str(state) for state in ACTIVE_ANSWERS]
    rows = connection.execute(
        select(
            requests.c.id,
            requests.c.call_id,
            requests.c.tool,
            requests.c.state,
            executions.c.state.label("execution"),
            executions.c.result,
            executions.c.error,
            answers.c.state.label("answer"),
        )
        .join(executions, executions.c.request_id == requests.c.id, isouter=True)
        .join(answers, and_(answers.c.request_id == requests.c.id, answers.c.state.in_(active)), isouter=True)
        .where(requests.c.session_id == session, requests.c.id.in_(list(wanted)))
        .order_by(requests.c.response_seq, requests.c.position)
    ).all()
    return [
        CallReport(
            request=row.id,
            call=row.call_id,
            tool=row.tool,
            state=call_state_of(row.state, row.execution, row.answer),
            result=json.loads(row.result)["content"] if row.result else row.error,
        )
        for row in rows
    ]
