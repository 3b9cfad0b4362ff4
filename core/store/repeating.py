"""Calls that their author calls read-only or repeatable: where their owner died they are run again, and need nobody.

Such a call never reads "may have run" by itself (section 8): it is *interrupted*, and Resume starts the same execution
once more. One approval covers it all the same: it was given for this very call, and repeating it does no harm, as its
author says. What is bound is compared again at each start. Each function is a part of the caller's transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.handover import Spend
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import now_ms
from pausedesk.core.store.holds import held_refusal, hold_of
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.seals import SealKey, check_seal
from pausedesk.core.store.sessions import check_fence
from pausedesk.core.store.tables import executions, messages, requests
from pausedesk.core.store.witness import ledger_facts

_SESSION: BindParameter[str] = bindparam("session")
_LAST_RESPONSE = select(func.max(messages.c.seq)).where(
    messages.c.session_id == _SESSION, messages.c.kind == "response"
)
# What Resume would run again.
INTERRUPTED_AT_END = (
    select(executions.c.id)
    .where(
        executions.c.session_id == _SESSION,
        executions.c.state == ExecutionState.INTERRUPTED,
        executions.c.response_seq == _LAST_RESPONSE.scalar_subquery(),
    )
    .limit(1)
)


def interrupted_requests(connection: Connection, session: str, response_seq: int | None) -> Sequence[Any]:
    """The spent requests of one turn whose calls were interrupted, in call order, each with what it binds."""
    if response_seq is None:
        return []
    return connection.execute(sql.INTERRUPTED, {"session": session, "response_seq": response_seq}).all()


def start_again(
    connection: Connection,
    session: str,
    run: str,
    fence: int,
    execution: str,
    owner: Owner,
    arguments: str,
) -> None:
    """Start an interrupted call once more, under its own execution, which counts its attempts.

    Raises FenceLost where another taker holds the session.
    """
    check_fence(connection, session, fence)
    again = connection.execute(
        update(executions)
        .where(executions.c.id == execution, executions.c.state == ExecutionState.INTERRUPTED)
        .values(
            state=ExecutionState.RUNNING,
            run_id=run,
            owner=owner.to_json(),
            arguments=arguments,
            started_at=now_ms(),
            attempts=executions.c.attempts + 1,
        )
        .returning(executions.c.attempts, executions.c.request_id)
    ).one()
    moved = [("execution", execution, ExecutionState.RUNNING)]
    write_audit(
        connection, session, "call-repeated", "runner", request=again.request_id, attempt=again.attempts, moved=moved
    )
    refresh_listing(connection, session)


def approved_again(
    connection: Connection, session: str, run: str, fence: int, spend: Spend, owner: Owner, key: SealKey
) -> str | None:
    """Start the interrupted call of a spent request once more; None where the request has no such call.

    Refused (ResumeDecisionError) by the code of what has changed since its approval was given; nothing is written then.
    """
    row = connection.execute(
        select(requests, executions.c.id.label("execution"), executions.c.arguments.label("started_with"))
        .join(executions, executions.c.request_id == requests.c.id)
        .where(
            requests.c.id == spend.request,
            requests.c.session_id == session,
            executions.c.state == ExecutionState.INTERRUPTED,
        )
    ).first()
    if row is None:
        return None
    facts = ledger_facts(connection)
    if (row.ledger, row.incarnation) != (facts.ledger, facts.incarnation):
        raise ResumeDecisionError("ledger-changed", "The question was asked under another store.")
    if (row.digest, row.arguments, row.started_with) != (spend.digest, spend.arguments, spend.arguments):
        raise ResumeDecisionError("call-changed", "What would run is not what was asked.")
    if row.tool_digest != spend.tool_digest:
        raise ResumeDecisionError("tool-changed", f"The tool {row.tool} changed since it was asked.")
    if row.chain_digest != spend.chain_digest:
        raise ResumeDecisionError("chain-changed", "The rules that asked have changed.")
    if not spend.repeatable:
        raise ResumeDecisionError("tool-changed", f"The author of {row.tool} calls it repeatable no more.")
    if (standing := hold_of(connection, session)) is not None:
        raise held_refusal(standing)
    check_seal(connection, row._asdict(), key)
    start_again(connection, session, run, fence, row.execution, owner, row.arguments)
    return str(row.execution)
