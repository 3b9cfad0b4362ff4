"""What the ledger knows of calls, read for doors: which are asked, and what became of those that were answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, select

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import parse_strict
from pausedesk.core.model.moments import Deadline
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import AnswerState, Ending, ExecutionState, Outcome, PauseState, RequestState
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.call_states import call_state_of
from pausedesk.core.rules.soundness import result_of
from pausedesk.core.store import statements as sql
from pausedesk.core.store.clock import deadline_of
from pausedesk.core.store.stored import read_back
from pausedesk.core.store.tables import answers, executions, pauses, requests, runs, sessions


@dataclass(frozen=True, slots=True)
class CallReport:
    """One call in the JSON of `answer` and `resume`."""

    request: str | None  # None: the call needed no approval
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
    declined_before: int = 0
    edited_by: str | None = None
    deadline: Deadline | None = None
    ledger: str = ""
    incarnation: str = ""
    answer_schema: str = ""  # JSON: what answers a plain question; empty where it takes a decision
    changed: str | None = None  # what changed since it was asked, where a list looked
    changed_part: str | None = None  # and what that is (ChangedPart)
    tools_checked_at: int | None = None  # when its tool was looked at last; None: not since it was asked


def asked_calls(connection: Connection, session: str) -> list[AskedCall]:
    """The waiting requests of the session, in call order."""
    return [_still_asked(row) for row in connection.execute(sql.ASKED_OF, {"session": session})]


def call_reports(connection: Connection, wanted: Sequence[str]) -> list[CallReport]:
    """What became of the calls of the given requests, which are of one session, in call order."""
    rows = connection.execute(sql.REPORTS, {"wanted": list(wanted)}).all()
    return [
        CallReport(
            request=row.id,
            call=row.call_id,
            tool=row.tool,
            state=call_state_of(row.state, row.execution, row.answer, row.spent_code, plain=bool(row.answer_schema)),
            result=_content(row.result) if row.result else row.error or _given(row, row.state),
        )
        for row in sorted(rows, key=lambda row: (row.response_seq, row.position))
    ]


@dataclass(frozen=True, slots=True)
class StartedCall:
    """A call that was started and of which no end is written, or one that a person settled.

    `open`: a person may settle it; of those, `interrupted` ones would be run again instead.
    """

    execution: str
    call: str
    tool: str
    arguments: str
    open: bool
    interrupted: bool
    owner: str  # as a person reads it


def started_calls(connection: Connection, session: str) -> list[StartedCall]:
    """The session's calls that a person may settle or has settled, in the order in which they were started."""
    rows = connection.execute(
        select(executions)
        .where(executions.c.session_id == session, executions.c.state.in_([*_OPEN, *_SETTLED]))
        .order_by(executions.c.started_at)
    )
    return [
        StartedCall(
            execution=row.id,
            call=row.call_id,
            tool=row.tool,
            arguments=row.arguments,
            open=row.state in _OPEN,
            interrupted=row.state == ExecutionState.INTERRUPTED,
            owner=Owner.from_json(row.owner).sentence(),
        )
        for row in rows
    ]


_OPEN = (ExecutionState.RUNNING, ExecutionState.MAY_HAVE_RUN, ExecutionState.INTERRUPTED)
_SETTLED = (ExecutionState.SETTLED_RAN, ExecutionState.SETTLED_NOT_RUN, ExecutionState.SETTLED_UNKNOWN)


def execution_reports(connection: Connection, session: str, wanted: Sequence[str]) -> list[CallReport]:
    """What became of the given executions, in the order in which they were started."""
    rows = connection.execute(
        select(executions)
        .where(executions.c.session_id == session, executions.c.id.in_(list(wanted)))
        .order_by(executions.c.started_at)
    )
    return [
        CallReport(
            request=row.request_id,
            call=row.call_id,
            tool=row.tool,
            state=call_state_of(None, row.state, None),
            result=_content(row.result) if row.result else row.error,
        )
        for row in rows
    ]


def _given(row: Any, request: str) -> Any:
    """The answer that a plain question was given, where the ledger has used it; else None."""
    if request != RequestState.ANSWERED:
        return None
    return read_back(parse_strict, row.value, "the answer to a question")


def _content(result: str) -> Any:
    return read_back(result_of, result, "the result of a call")[0]


def _asked(row: Any) -> AskedCall:
    return AskedCall(
        request=row.id,
        call=row.call_id,
        ordinal=row.ordinal,
        tool=row.tool,
        arguments=row.arguments,
        question=row.question,
        digest=row.digest,
        tool_digest=row.tool_digest,
        declined_before=row.declined_before,
        edited_by=row.edited_by,
        deadline=deadline_of(row),
        answered=row.state != RequestState.WAITING,
        ledger=row.ledger,
        incarnation=row.incarnation,
        answer_schema=row.answer_schema,
    )


def request_call(connection: Connection, request: str) -> AskedCall | None:
    """One request by its id, whatever became of it; None where this store never asked it."""
    row = connection.execute(select(requests).where(requests.c.id == request)).first()
    return None if row is None else _asked(row)


def was_answered(connection: Connection, session: str) -> list[AskedCall]:
    """The requests of the session that do not wait any more, oldest first."""
    return [_asked(row) for row in connection.execute(sql.ENDED_REQUESTS, {"session": session})]


def submitted_before(connection: Connection, session: str, submit_id: str) -> bool:
    """Whether a submit of this id was accepted for the session before.

    Raises UsageError `submit-id` where it was for another: a retry under it could answer a question unseen.
    """
    before = connection.execute(select(answers.c.session_id).where(answers.c.submit_id == submit_id)).scalars().first()
    if before is not None and before != session:
        raise UsageError("submit-id", worded("This submit id was used for another session, {before}.", before=before))
    return before is not None


def submitted_requests(connection: Connection, session: str, submit_id: str) -> list[AskedCall]:
    """The requests that an earlier submit of this id answered, in call order."""
    rows = connection.execute(
        select(requests)
        .join(answers, answers.c.request_id == requests.c.id)
        .where(answers.c.submit_id == submit_id, requests.c.session_id == session)
        .order_by(requests.c.response_seq, requests.c.position)
    )
    return [_asked(row) for row in rows]


def outcome_now(connection: Connection, session: str) -> tuple[Outcome, str | None, str | None]:
    """How a session stands, in the words of a door's outcome: with the code and the reason of its last run."""
    row = connection.execute(
        select(sessions.c.ending, sessions.c.unknown_count, sessions.c.submitted_count, sessions.c.waiting_count).where(
            sessions.c.id == session
        )
    ).one()
    if row.unknown_count:
        return Outcome.MARKED, "may-have-run", None
    if row.waiting_count or row.submitted_count or row.ending == Ending.RUNNING:
        return Outcome.PAUSED, None, None
    last = connection.execute(
        select(runs.c.outcome, runs.c.code, runs.c.why)
        .where(runs.c.session_id == session, runs.c.ended_at.is_not(None))
        .order_by(runs.c.fence.desc())
        .limit(1)
    ).first()
    if last is not None and last.outcome == Outcome.PAUSED:
        # It paused and nothing waits: what it asked was closed, and by no run of its own.
        closed = connection.execute(
            select(pauses.c.code, sessions.c.last_error)
            .join(sessions, sessions.c.id == pauses.c.session_id)
            .where(pauses.c.session_id == session, pauses.c.state == PauseState.CLOSED)
            .order_by(pauses.c.response_seq.desc())
            .limit(1)
        ).first()
        if closed is not None:
            return Outcome.CLOSED, closed.code, closed.last_error
    if last is None or last.outcome not in set(Outcome):
        return Outcome.FAILED, None, None
    return Outcome(last.outcome), last.code, last.why


def waiting_calls(connection: Connection, wanted: Sequence[str]) -> list[tuple[str, AskedCall]]:
    """The requests of several sessions that wait for a person, in call order, each with its session."""
    rows = connection.execute(sql.ASKED, {"wanted": list(wanted)})
    return [(row.session_id, _still_asked(row)) for row in rows if row.answer is None]


def _still_asked(row: Any) -> AskedCall:
    return replace(_asked(row), answered=row.answer is not None)


def unknown_calls(connection: Connection, wanted: Sequence[str]) -> dict[str, list[str]]:
    """The ids of calls that may have run, by session."""
    found: dict[str, list[str]] = {}
    for row in connection.execute(
        select(executions.c.session_id, executions.c.call_id)
        .where(executions.c.session_id.in_(list(wanted)), executions.c.state == ExecutionState.MAY_HAVE_RUN)
        .order_by(executions.c.started_at)
    ):
        found.setdefault(row.session_id, []).append(row.call_id)
    return found


def closing_refusal(connection: Connection, wanted: Sequence[str]) -> tuple[str, str | None] | None:
    """The code and the reason of the newest answer that was refused while its question was closed, of the given
    requests; None where none was."""
    row = connection.execute(
        select(answers.c.last_code, answers.c.last_error)
        .where(
            answers.c.request_id.in_(list(wanted)),
            answers.c.state == AnswerState.REFUSED,
            answers.c.outcome == "closed",
        )
        .order_by(answers.c.at.desc())
        .limit(1)
    ).first()
    return None if row is None else (row.last_code, row.last_error)


def first_answer(connection: Connection, request: str) -> dict[str, Any] | None:
    """The answer that won a request and what became of the call, for the one who came second."""
    row = connection.execute(sql.FIRST_ANSWER, {"request": request}).first()
    if row is None:
        return None
    call = connection.execute(sql.EXECUTION_OF_REQUEST, {"request": request}).first()
    return {
        "answer": row.id,
        "by": row.by,
        "decision": row.decision,
        "at": row.at,
        "state": call_state_of(
            row.request_state, call.state if call else None, row.state, row.spent_code, plain=bool(row.answer_schema)
        ),
        "result": _content(call.result) if call is not None and call.result else _given(row, row.request_state),
    }
