"""Statements of the ledger that stand on the way of every call, built once.

Building one costs several times what running it does. Parameters are bound by name; those that are written begin with
`new_`, because a column's own name is taken by the value it is compared with.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    ScalarSelect,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    text,
    union_all,
    update,
)

from pausedesk.core.model.states import ACTIVE_ANSWERS, AnswerState, ExecutionState, PauseState, RequestState
from pausedesk.core.store.tables import (
    answers,
    executions,
    leases,
    messages,
    meta,
    notices,
    pauses,
    requests,
    sessions,
)

# Not IN: a list of constants is expanded anew at each run.
ACTIVE = or_(*(answers.c.state == state for state in ACTIVE_ANSWERS))

_SESSION: BindParameter[str] = bindparam("session")
_REQUEST: BindParameter[str] = bindparam("request")
_SITE: dict[str, BindParameter[Any]] = {name: bindparam(name) for name in ("response_seq", "call_id", "ordinal")}


def _at(table: Table) -> ColumnElement[bool]:
    return and_(table.c.session_id == _SESSION, *(table.c[name] == bound for name, bound in _SITE.items()))


# A person's hold on everything, and what stands before the session's id in the name of one on a session.
HOLD = "hold"
HOLD_SESSION = "hold:"


def on_hold(session: ColumnElement[str]) -> ColumnElement[bool]:
    """Whether a person holds a session, or everything."""
    held = leases.alias("held")  # under a name of its own: a query around it may read leases too
    return exists().where(or_(held.c.name == HOLD, held.c.name == HOLD_SESSION + session))


def fact(name: str) -> ScalarSelect[Any]:
    """One of the facts that a store says of itself, within another statement."""
    return select(meta.c.value).where(meta.c.key == name).scalar_subquery()


INSERT_PAUSE = insert(pauses)
INSERT_REQUESTS = insert(requests)
INSERT_ANSWER = insert(answers)
INSERT_EXECUTION = insert(executions)
INSERT_NOTICE = insert(notices)

# -- the spend ---------------------------------------------------------------------------------------------------------

_WINNING = (
    select(answers.c.id)
    .where(
        answers.c.request_id == _REQUEST,
        answers.c.state == AnswerState.TAKEN_UP,
        answers.c.fence == bindparam("fence_held"),
        answers.c.decision == "approve",
        answers.c.digest == bindparam("asked_digest"),
    )
    .scalar_subquery()
)
_WINNER = (
    select(answers.c.by)
    .where(
        answers.c.request_id == _REQUEST,
        answers.c.state == AnswerState.TAKEN_UP,
        answers.c.fence == bindparam("fence_held"),
    )
    .scalar_subquery()
)
SPEND = (
    update(requests)
    .where(
        requests.c.id == _REQUEST,
        requests.c.session_id == _SESSION,
        requests.c.state == RequestState.WAITING,
        requests.c.digest == bindparam("asked_digest"),
        requests.c.arguments == bindparam("asked_arguments"),
        requests.c.tool_digest == bindparam("asked_tool_digest"),
        requests.c.chain_digest == bindparam("asked_chain_digest"),
        requests.c.ledger == fact("ledger"),
        # As it is now: another program may have rotated it since this one opened the store.
        requests.c.incarnation == fact("incarnation"),
        exists().where(sessions.c.id == _SESSION, sessions.c.fence == bindparam("fence_held")),
        exists().where(answers.c.id == _WINNING),
        ~on_hold(_SESSION),
    )
    .values(state=RequestState.APPROVED, spent_at=bindparam("new_spent_at"), spent_answer=_WINNING, spent_by=_WINNER)
    .returning(requests)
)
REQUEST = select(requests).where(requests.c.id == _REQUEST)
SPEND_ANSWER = (
    update(answers)
    .where(answers.c.id == bindparam("answer"))
    .values(state=AnswerState.SPENT, spent_at=bindparam("new_spent_at"))
)
MARK = (
    update(pauses)
    .where(pauses.c.id == bindparam("pause"), pauses.c.state == PauseState.WAITING)
    .values(state=PauseState.ANSWERED, answered_at=bindparam("new_answered_at"))
)
# What a person said in place of letting a call run.
REPLIES = (
    select(
        answers.c.id.label("answer"),
        answers.c.by,
        answers.c.note,
        answers.c.decision,
        answers.c.value,
        answers.c.digest.label("seen"),
        requests,
    )
    .join(requests, requests.c.id == answers.c.request_id)
    .where(
        answers.c.session_id == _SESSION,
        answers.c.state == AnswerState.TAKEN_UP,
        answers.c.fence == bindparam("fence_held"),
        answers.c.decision != "approve",
        requests.c.state == RequestState.WAITING,
    )
    .order_by(requests.c.position)
)

DECLINED_BEFORE = (
    select(requests.c.digest, func.count().label("times"))
    .where(
        requests.c.session_id == _SESSION,
        requests.c.digest.in_(bindparam("wanted", expanding=True)),
        requests.c.state == RequestState.DECLINED,
    )
    .group_by(requests.c.digest)
)
# What may have expired; the rules judge by both clocks.
EXPIRING = (
    select(requests, answers.c.state.label("answer_state"), answers.c.decision)
    .join(answers, and_(answers.c.request_id == requests.c.id, ACTIVE), isouter=True)
    .where(text("requests.state = 'waiting' AND requests.expires_at IS NOT NULL"))
    .where(~on_hold(requests.c.session_id))
)

# -- calls -------------------------------------------------------------------------------------------------------------

EXECUTION_AT = select(executions.c.state, executions.c.id, executions.c.repeatable).where(_at(executions))
# What keeps a call from being started by itself: it was started, or its own question was answered otherwise.
REFUSED = (
    RequestState.DECLINED,
    RequestState.ANSWERED,
    RequestState.SKIPPED,
    RequestState.EXPIRED,
    RequestState.CLOSED,
)
STARTED_OR_REFUSED = union_all(
    select(executions.c.state, executions.c.id).where(_at(executions)),
    select(requests.c.state, requests.c.id).where(
        requests.c.session_id == _SESSION,
        requests.c.response_seq == bindparam("response_seq"),
        # Under whichever number a second call of that id comes.
        requests.c.call_id == bindparam("call_id"),
        requests.c.state.in_(REFUSED),
    ),
)
DROP_ASKED = (
    delete(executions).where(_at(executions), executions.c.state == ExecutionState.ASKED).returning(executions.c.id)
)
EXECUTION = select(executions).where(executions.c.id == bindparam("execution"))
END_EXECUTION = (
    update(executions)
    .where(executions.c.id == bindparam("execution"), executions.c.state == ExecutionState.RUNNING)
    .values(
        state=bindparam("new_state"),
        ended_at=bindparam("new_ended_at"),
        result=bindparam("new_result"),
        error=bindparam("new_error"),
        last_output=bindparam("new_last_output"),
    )
    .returning(
        executions.c.response_seq,
        executions.c.call_id,
        executions.c.ordinal,
        executions.c.request_id,
        executions.c.tool,
    )
)
END_ANSWER = (
    update(answers)
    .where(answers.c.request_id == _REQUEST, answers.c.state == AnswerState.SPENT)
    .values(ended_at=bindparam("new_ended_at"), outcome=bindparam("new_outcome"))
)
# `asked` too: its body ran up to a question that was never stored.
INTERRUPT = (
    update(executions)
    .where(
        executions.c.id == bindparam("execution"),
        executions.c.repeatable,
        or_(executions.c.state == ExecutionState.RUNNING, executions.c.state == ExecutionState.ASKED),
    )
    .values(state=ExecutionState.INTERRUPTED)
    .returning(executions.c.request_id, executions.c.tool, executions.c.call_id)
)
INTERRUPTED = (
    select(requests)
    .join(executions, executions.c.request_id == requests.c.id)
    .where(
        executions.c.session_id == _SESSION,
        executions.c.response_seq == bindparam("response_seq"),
        executions.c.state == ExecutionState.INTERRUPTED,
    )
    .order_by(requests.c.position)
)
NOTICE_AT = select(notices.c.origin).where(_at(notices))
UNKNOWN_SITES = select(executions.c.response_seq, executions.c.call_id, executions.c.ordinal).where(
    executions.c.session_id == _SESSION, executions.c.state == ExecutionState.MAY_HAVE_RUN
)

# What a person may have to look after: of these, no end is written.
OPEN_EXECUTIONS = (
    select(executions)
    .where(
        executions.c.session_id == _SESSION,
        or_(executions.c.state == ExecutionState.RUNNING, executions.c.state == ExecutionState.MAY_HAVE_RUN),
    )
    .order_by(executions.c.started_at)
)

# -- answering ---------------------------------------------------------------------------------------------------------

_ACTIVE_ANSWER = and_(answers.c.request_id == requests.c.id, ACTIVE)
_SUBMITTED_ANSWER = and_(answers.c.request_id == requests.c.id, answers.c.state == AnswerState.SUBMITTED)

SESSION_EXISTS = select(sessions.c.id).where(sessions.c.id == _SESSION)
SUBMITTED_BEFORE = select(answers.c.id).where(
    answers.c.submit_id == bindparam("submit"), answers.c.request_id == _REQUEST
)
DROP_DRAFT = delete(answers).where(answers.c.request_id == _REQUEST, answers.c.state == AnswerState.DRAFT)
MESSAGES_TO = (
    select(messages.c.body)
    .where(messages.c.session_id == _SESSION, messages.c.seq <= bindparam("last"))
    .order_by(messages.c.seq)
)
ANY_WAITING = (
    select(requests.c.id).where(requests.c.session_id == _SESSION, requests.c.state == RequestState.WAITING).limit(1)
)
# The active one; where the request was closed, the one that was refused with it.
FIRST_ANSWER = (
    select(
        answers,
        requests.c.state.label("request_state"),
        requests.c.spent_code,
        requests.c.tool,
        requests.c.answer_schema,
    )
    .join(requests, requests.c.id == answers.c.request_id)
    .where(
        answers.c.request_id == _REQUEST,
        or_(
            ACTIVE,
            and_(
                answers.c.state == AnswerState.REFUSED,
                or_(requests.c.state == RequestState.CLOSED, requests.c.state == RequestState.EXPIRED),
            ),
        ),
    )
    .order_by(answers.c.at)
    .limit(1)
)
EXECUTION_OF_REQUEST = (
    select(executions.c.state, executions.c.result, executions.c.error)
    .where(executions.c.request_id == _REQUEST)
    .limit(1)
)
_TOO_OLD = and_(
    answers.c.state == AnswerState.SUBMITTED,
    answers.c.decision == "approve",
    (answers.c.at < bindparam("before")) | (answers.c.at > bindparam("after")),
)
STALE = select(answers.c.id, answers.c.request_id).where(answers.c.session_id == _SESSION, _TOO_OLD)
STALE_SESSIONS = select(answers.c.session_id).where(_TOO_OLD, ~on_hold(answers.c.session_id)).distinct()
TURN = (
    select(requests.c.id.label("request"), answers.c.id.label("answer"))
    .join(pauses, pauses.c.id == requests.c.pause_id)
    .join(answers, _SUBMITTED_ANSWER, isouter=True)
    .where(
        requests.c.session_id == _SESSION,
        requests.c.state == RequestState.WAITING,
        pauses.c.state != PauseState.CLOSED,
    )
    .order_by(requests.c.position)
)
# What of `TURN` lacks an answer.
UNANSWERED = answers.c.id.is_(None)
TAKE_UP = (
    update(answers)
    .where(answers.c.id.in_(bindparam("wanted", expanding=True)), answers.c.state == AnswerState.SUBMITTED)
    .values(
        state=AnswerState.TAKEN_UP,
        fence=bindparam("new_fence"),
        taken_at=bindparam("new_taken_at"),
        attempts=answers.c.attempts + 1,
        last_code=None,
        last_error=None,
    )
)
TAKEN_UP = (
    select(answers.c.id.label("answer"), answers.c.decision, answers.c.stop, answers.c.by, answers.c.note, requests)
    .join(requests, requests.c.id == answers.c.request_id)
    .where(
        answers.c.id.in_(bindparam("wanted", expanding=True)),
        answers.c.state == AnswerState.TAKEN_UP,
        answers.c.fence == bindparam("fence_held"),
    )
    .order_by(requests.c.position)
)
_ASKED = (
    select(requests, answers.c.id.label("answer"))
    .join(pauses, pauses.c.id == requests.c.pause_id)
    .join(answers, _ACTIVE_ANSWER, isouter=True)
    .where(requests.c.state == RequestState.WAITING, pauses.c.state != PauseState.CLOSED)
    .order_by(requests.c.session_id, requests.c.response_seq, requests.c.position)
)
ASKED = _ASKED.where(requests.c.session_id.in_(bindparam("wanted", expanding=True)))
# A door asks of one session, and often: a list in a statement is expanded anew at each run.
ASKED_OF = _ASKED.where(requests.c.session_id == _SESSION)
ENDED_REQUESTS = (
    select(requests)
    .where(requests.c.session_id == _SESSION, requests.c.state != RequestState.WAITING)
    .order_by(requests.c.response_seq, requests.c.position)
)
# By the ids alone and not ordered here: for either, SQLite would go through every request of the session.
REPORTS = (
    select(
        requests.c.id,
        requests.c.response_seq,
        requests.c.position,
        requests.c.call_id,
        requests.c.tool,
        requests.c.state,
        requests.c.spent_code,
        requests.c.answer_schema,
        executions.c.state.label("execution"),
        executions.c.result,
        executions.c.error,
        answers.c.state.label("answer"),
        answers.c.value,
    )
    .join(executions, executions.c.request_id == requests.c.id, isouter=True)
    .join(answers, _ACTIVE_ANSWER, isouter=True)
    .where(requests.c.id.in_(bindparam("wanted", expanding=True)))
)
RUNNING = select(executions.c.id, executions.c.session_id, executions.c.owner).where(
    executions.c.state == ExecutionState.RUNNING
)
HELD = select(leases.c.name, leases.c.holder, leases.c.fence).where(leases.c.name.like("session:%"))
# Answers that were taken up by a door which holds their session no more: not spent, or they would say so.
_ORPHANED = and_(
    answers.c.state == AnswerState.TAKEN_UP, ~exists().where(leases.c.name == "session:" + answers.c.session_id)
)
ORPHANS = select(answers.c.session_id).where(_ORPHANED).distinct()
# Whether there is any of the three: mostly there is none.
LEFT = or_(*(found.exists() for found in (RUNNING, HELD, ORPHANS)))
ANY_LEFT = select(LEFT)
SUBMIT_ORPHANS = (
    update(answers)
    .where(_ORPHANED, answers.c.session_id == _SESSION)
    .values(state=AnswerState.SUBMITTED, reserved_for=None)
    .returning(answers.c.id, answers.c.request_id)
)
