"""What the check of a tool's author said of a call that may have run: evidence, kept beside the call (section 8)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.checks import CallToCheck, CheckWord
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.sessions import Liveness
from pausedesk.core.store.settling import refuse_living
from pausedesk.core.store.tables import executions

# A result of more characters than that is no evidence that a person could read.
LONGEST_RESULT = 100_000


@dataclass(frozen=True, slots=True)
class Said:
    """The answer of a check: the word, with `ran` what the call came to, and why it could not say more."""

    said: CheckWord
    result: Any = None
    why: str | None = None


def call_to_check(connection: Connection, session: str, execution: str, alive: Liveness) -> CallToCheck:
    """The call that a check is asked about. Refused with `running` or `nothing-waiting`, as settling is."""
    row = connection.execute(
        select(executions).where(executions.c.id == execution, executions.c.session_id == session)
    ).first()
    if row is None:
        raise ResumeDecisionError("nothing-waiting", "No such call was started in this session.")
    refuse_living(row, alive)
    if row.state != ExecutionState.MAY_HAVE_RUN:
        raise ResumeDecisionError("nothing-waiting", f"The call {row.call_id} of {row.tool} is {row.state}.")
    return CallToCheck(
        session, row.id, row.call_id, row.request_id, row.tool, json.loads(row.arguments), row.started_at
    )


def keep(store: Store, call: CallToCheck, answer: Said, *, by: str) -> None:
    """Keep what a check said; an earlier answer makes room, and stays in the audit."""
    result, why = answer.result, answer.why
    if len(json.dumps(result)) > LONGEST_RESULT:
        result, why = None, f"What it found is too long to be kept (over {LONGEST_RESULT:,} characters)."
    told = {"at": now_ms(), "by": by, "said": str(answer.said), "result": result, "why": why}
    with store.write(durable=True) as connection:
        connection.execute(update(executions).where(executions.c.id == call.execution).values(checked=json.dumps(told)))
        write_audit(
            connection,
            call.session,
            "call-checked",
            by,
            request=call.request,
            execution=call.execution,
            said=told["said"],
        )
        refresh_listing(connection, call.session)
