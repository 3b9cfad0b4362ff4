"""Calls that were started: their start, their end, and what the model reads of them (sections 1 and 7).

Each function is one transaction, or a part of the caller's.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, and_, exists, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import AnswerState, ExecutionState
from pausedesk.core.rules.notices import NOTICE_OUTCOMES, NoticeOrigin, notice_for
from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.repeating import start_again
from pausedesk.core.store.sessions import (
    check_fence,
)
from pausedesk.core.store.tables import answers, executions, requests


def begin_execution(
    store: Store,
    session: str,
    run: str,
    fence: int,
    site: CallSite,
    tool: str,
    arguments: str,
    owner: Owner,
    *,
    repeatable: bool = False,
) -> str:
    """Write that an ungated call starts, before it starts; returns its execution.

    A call that was interrupted and is `repeatable` (its author says so, then and now) starts once more. Any other that
    was started before is never started again - its outcome is in the ledger, or it may have run - nor is one whose
    question was declined, expired or closed: ResumeDecisionError `already-answered`.
    """
    execution = new_id()
    with store.write(durable=True) as connection:
        check_fence(connection, session, fence)
        known = connection.execute(sql.STARTED_OR_REFUSED, {"session": session, **asdict(site)}).all()
        before = max(known, key=lambda row: row.state in sql.REFUSED, default=None)
        if before is None:
            connection.execute(
                sql.INSERT_EXECUTION,
                {
                    "id": execution,
                    "session_id": session,
                    "run_id": run,
                    **asdict(site),
                    "request_id": None,
                    "tool": tool,
                    "arguments": arguments,
                    "state": ExecutionState.RUNNING,
                    "owner": owner.to_json(),
                    "started_at": now_ms(),
                    "repeatable": repeatable,
                },
            )
            moved = [("execution", execution, ExecutionState.RUNNING)]
            write_audit(connection, session, "call-started", "runner", tool=tool, call=site.call_id, moved=moved)
            return execution
        if before.state == ExecutionState.INTERRUPTED and repeatable:
            start_again(connection, session, run, fence, before.id, owner, arguments)
            return str(before.id)
        if before.state == ExecutionState.INTERRUPTED:
            # Its author says so no more: then the first start is what counts.
            mark_may_have_run(connection, session, before.id)
            refresh_listing(connection, session)
    raise ResumeDecisionError(
        "already-answered", f"The call {site.call_id} of {tool} was started before, or was not allowed to."
    )


def record_outcome(
    store: Store,
    session: str,
    execution: str,
    kind: ExecutionState,
    *,
    result: dict[str, Any] | None = None,
    error: str | None = None,
    last_output: str = "",
) -> bool:
    """Write how a started call ended: done (with the result as the model reads it), raised, or asked from inside.

    Returns False where the call's end was written already (it was settled, or read as may have run, and the result
    came late): then the result is kept beside it and changes nothing.
    """
    body = json.dumps(result, ensure_ascii=False, separators=(",", ":")) if result is not None else None
    at = now_ms()
    with store.write(durable=True) as connection:
        row = connection.execute(
            sql.END_EXECUTION,
            {
                "execution": execution,
                "new_state": kind,
                "new_ended_at": at,
                "new_result": body,
                "new_error": error,
                "new_last_output": last_output,
            },
        ).first()
        if row is None:
            _keep_late(connection, session, execution, kind, body, error)
            return False
        if kind is ExecutionState.RAISED:
            name, _, message = (error or "").partition(": ")
            text = notice_for(NoticeOrigin.RAISED, error_type=name, message=message)
            insert_notice(
                connection, session, CallSite(row.response_seq, row.call_id, row.ordinal), NoticeOrigin.RAISED, text
            )
        if row.request_id is not None:
            connection.execute(
                sql.END_ANSWER, {"request": row.request_id, "new_ended_at": at, "new_outcome": str(kind)}
            )
        moved = [("execution", execution, kind)]
        told = {"tool": row.tool, "error": error}
        write_audit(connection, session, f"call-{kind}", "runner", request=row.request_id, moved=moved, **told)
        refresh_listing(connection, session)
    return True


def keep_late_result(
    store: Store, execution: str, kind: ExecutionState, *, result: dict[str, Any] | None, error: str | None
) -> bool | None:
    """Keep beside a call how it ended, as its process left it when no door was there to be told.

    It changes no state: what came too late for the ledger is evidence for a person. Returns True where it is kept, or
    the ledger knows the end already; False while the call reads as running; None where no such call was started here.
    """
    body = _stored(json.dumps(result, ensure_ascii=False, separators=(",", ":"))) if result is not None else None
    with store.write(durable=True) as connection:
        row = connection.execute(sql.EXECUTION, {"execution": execution}).first()
        if row is None:
            return None
        if row.state == ExecutionState.RUNNING:
            return False
        if row.state not in (ExecutionState.DONE, ExecutionState.RAISED) and row.late_result is None:
            _keep_late(connection, row.session_id, execution, kind, body, _stored(error) if error else None)
    return True


def without_late_result(store: Store, wanted: Sequence[str]) -> set[str]:
    """Which of these calls the store has started, and keeps no late result of."""
    with store.read() as connection:
        found = select(executions.c.id).where(executions.c.id.in_(list(wanted)), executions.c.late_result.is_(None))
        return set(connection.execute(found).scalars())


def _stored(text: str) -> str:
    # A file may hold half a surrogate pair, which no text column can.
    return text.encode("utf-8", "backslashreplace").decode()


def _keep_late(
    connection: Connection, session: str, execution: str, kind: ExecutionState, body: str | None, error: str | None
) -> None:
    text = body or (f"It raised {error}" if error else str(kind))
    connection.execute(update(executions).where(executions.c.id == execution).values(late_result=text))
    write_audit(connection, session, "late-result", "runner", execution=execution, kind=kind)
    refresh_listing(connection, session)


def insert_notice(connection: Connection, session: str, site: CallSite, origin: NoticeOrigin, text: str) -> None:
    """Freeze what the model reads for one call; does nothing where a notice of it is there already."""
    if connection.execute(sql.NOTICE_AT, {"session": session, **asdict(site)}).first() is not None:
        return
    connection.execute(
        sql.INSERT_NOTICE,
        {
            "session_id": session,
            **asdict(site),
            "origin": origin,
            "text": text,
            "outcome": NOTICE_OUTCOMES[origin],
            "at": now_ms(),
        },
    )


def keep_output(connection: Connection, execution: str, last_output: str) -> None:
    """Keep the last of what a call printed while it is not known whether anything of it lives."""
    connection.execute(update(executions).where(executions.c.id == execution).values(last_output=last_output))


def mark_unasked(connection: Connection, session: str) -> int:
    """Mark the calls whose bodies asked from inside and whose question was never stored: they ran up to there."""
    asked = exists().where(
        requests.c.session_id == executions.c.session_id,
        requests.c.response_seq == executions.c.response_seq,
        requests.c.call_id == executions.c.call_id,
        requests.c.ordinal == executions.c.ordinal,
    )
    found = connection.execute(
        select(executions.c.id).where(
            executions.c.session_id == session, executions.c.state == ExecutionState.ASKED, ~asked
        )
    ).scalars()
    return sum(mark_ended(connection, session, execution) is not None for execution in list(found))


def mark_ended(connection: Connection, session: str, execution: str) -> ExecutionState | None:
    """Write that a started call's owner is proved dead and its end was never recorded: the call may have run, or, where
    its author calls it repeatable, was interrupted. None where its end is written already."""
    interrupted = connection.execute(sql.INTERRUPT, {"execution": execution}).first()
    if interrupted is None:
        return ExecutionState.MAY_HAVE_RUN if mark_may_have_run(connection, session, execution) else None
    moved = [("execution", execution, ExecutionState.INTERRUPTED)]
    told = {"tool": interrupted.tool, "call": interrupted.call_id}
    write_audit(connection, session, "interrupted", "door", request=interrupted.request_id, moved=moved, **told)
    return ExecutionState.INTERRUPTED


def give_up_repeating(connection: Connection, session: str, site: CallSite) -> bool:
    """Write that an interrupted call is run again no more: then it may have run. False where there is none there."""
    before = connection.execute(sql.EXECUTION_AT, {"session": session, **asdict(site)}).first()
    if before is None or before.state != ExecutionState.INTERRUPTED:
        return False
    return mark_may_have_run(connection, session, before.id)


def mark_may_have_run(connection: Connection, session: str, execution: str) -> bool:
    """Write that a started call may have run: nobody knows its end, and it is not run again."""
    marked = connection.execute(
        update(executions)
        .where(
            executions.c.id == execution,
            # `asked` too: its body ran up to a question that was never stored.
            executions.c.state.in_((ExecutionState.RUNNING, ExecutionState.ASKED, ExecutionState.INTERRUPTED)),
        )
        .values(state=ExecutionState.MAY_HAVE_RUN)
    )
    if marked.rowcount != 1:
        return False
    row = connection.execute(select(executions).where(executions.c.id == execution)).one()
    if row.request_id is not None:
        connection.execute(
            update(answers)
            .where(answers.c.request_id == row.request_id, answers.c.state == AnswerState.SPENT)
            .values(ended_at=now_ms(), outcome="marked", last_code="may-have-run")
        )
    moved = [("execution", execution, ExecutionState.MAY_HAVE_RUN)]
    told = {"tool": row.tool, "call": row.call_id}
    write_audit(connection, session, "may-have-run", "door", request=row.request_id, moved=moved, **told)
    return True


def mark_unwitnessed(store: Store, session: str, request: str) -> None:
    """Write that the call of a spent request may have run: it was not let start, and its spend cannot be taken back."""
    with store.write(durable=True) as connection:
        mine = and_(executions.c.request_id == request, executions.c.state == ExecutionState.RUNNING)
        for execution in connection.execute(select(executions.c.id).where(mine)).scalars().all():
            mark_may_have_run(connection, session, execution)
        refresh_listing(connection, session)
