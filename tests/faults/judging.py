"""What must hold of a store and of the lines that its calls left, at any moment and at a session's end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Self

from sqlalchemy import BindParameter, Connection, bindparam, func, or_, select
from tests.judges import trail_faults

from pausedesk.core.model.states import AnswerState, CallState, ExecutionState, ListFilter, PauseState, RequestState
from pausedesk.core.rules.answered_pause import PausedRequest, unanswerable_request
from pausedesk.core.rules.call_states import call_state_of
from pausedesk.core.rules.history import HistoryFault, compose_history, judge_history
from pausedesk.core.rules.notices import NoticeOrigin
from pausedesk.core.rules.transitions import contradictions, replay
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.past import load_history
from pausedesk.core.store.reads import page_rows
from pausedesk.core.store.tables import answers, executions, notices, pauses, requests, sessions
from pausedesk.core.store.trails import audit_moves, read_trail, states_now
from pausedesk.core.store.witness import ledger_facts

SESSION = "s"
EFFECTS, FALSE_CLAIMS, LOST_ANSWERS, OTHER = "effects too many", "false claims", "lost answers", "other faults"
STATES_OF_A_LINE = {
    CallState.RUNNING,
    CallState.DONE,
    CallState.RAISED,
    CallState.INTERRUPTED,
    CallState.MAY_HAVE_RUN,
    CallState.SETTLED,
}


class Fault(str):
    """A sentence that should not be true, and its kind: what counts of kills are asked for by."""

    __slots__ = ("kind",)
    kind: str

    def __new__(cls, text: str, kind: str = OTHER) -> Self:
        made = super().__new__(cls, text)
        made.kind = kind
        return made


_SESSION: BindParameter[str] = bindparam("session")
# Built once: they are run after each step of tests that take tens of thousands of them.
_REQUESTS = select(requests).where(requests.c.session_id == _SESSION)
_ANSWERS = select(answers).where(answers.c.session_id == _SESSION)
_CALLS = (
    select(requests, executions.c.id.label("execution"), executions.c.state.label("execution_state"))
    .join(executions, executions.c.request_id == requests.c.id, isouter=True)
    .where(requests.c.session_id == _SESSION)
)
_SAID_NOT_RUN = (
    select(notices.c.origin, notices.c.call_id, executions.c.state)
    .join(
        executions,
        (executions.c.session_id == notices.c.session_id)
        & (executions.c.response_seq == notices.c.response_seq)
        & (executions.c.call_id == notices.c.call_id)
        & (executions.c.ordinal == notices.c.ordinal),
    )
    .where(
        notices.c.session_id == _SESSION,
        or_(
            *(
                notices.c.origin == origin
                for origin in (NoticeOrigin.DECLINED, NoticeOrigin.NOT_ENTERED, NoticeOrigin.EXPIRED)
            )
        ),
    )
)
_SPENT = (
    select(answers.c.state, answers.c.decision, requests.c.arguments, executions.c.state.label("execution"))
    .join(requests, requests.c.id == answers.c.request_id)
    .join(executions, executions.c.request_id == requests.c.id, isouter=True)
    .where(answers.c.session_id == _SESSION)
)
_COUNTS = select(
    sessions.c.waiting_count,
    sessions.c.submitted_count,
    sessions.c.unknown_count,
    select(func.count())
    .select_from(executions)
    .where(executions.c.session_id == _SESSION, executions.c.state == ExecutionState.MAY_HAVE_RUN)
    .scalar_subquery()
    .label("unknown"),
).where(sessions.c.id == _SESSION)
_UNMARKED = (
    select(requests)
    .join(pauses, pauses.c.id == requests.c.pause_id)
    .where(
        requests.c.session_id == _SESSION,
        or_(requests.c.state == RequestState.APPROVED, requests.c.state == RequestState.DECLINED),
        pauses.c.state == PauseState.WAITING,
    )
)
_WAITING = (
    select(requests, pauses.c.state.label("pause_state"))
    .join(pauses, pauses.c.id == requests.c.pause_id)
    .where(requests.c.session_id == _SESSION, requests.c.state == RequestState.WAITING)
)


def session_faults(
    connection: Connection, session: str, lines: Sequence[str], acknowledged: Sequence[str]
) -> list[str]:
    """Every sentence about the session that should not be true; `acknowledged` are accepted answers' ids."""
    known = {row.id for row in connection.execute(_ANSWERS, {"session": session})}
    listed = [row.session for row in page_rows(connection, ListFilter.ALL, "", 10)]
    return [
        *([] if listed == [session] else [f"the list holds {listed}"]),
        *(Fault(text, FALSE_CLAIMS) for text in _call_faults(connection, session, lines)),
        *(Fault(f"the accepted answer {one} is lost", LOST_ANSWERS) for one in acknowledged if one not in known),
        *_answer_faults(connection, session),
        *_history_faults(connection, session),
        *_listing_faults(connection, session),
        *contradictions(replay(audit_moves(connection, session)), states_now(connection, session)),
    ]


def end_faults(connection: Connection, session: str, lines: Sequence[str]) -> list[str]:
    """Answers of an ended session that were neither used nor given back to the person."""
    trail = read_trail(connection, session)
    assert trail is not None
    faults: list[str] = trail_faults(trail)
    for row in connection.execute(_SPENT, {"session": session}):
        if row.state in (AnswerState.SUBMITTED, AnswerState.TAKEN_UP):
            faults.append(Fault(f"the session ended, and an answer of {text_of(row)} is {row.state}", LOST_ANSWERS))
        died = row.execution in (ExecutionState.SETTLED_NOT_RUN, ExecutionState.SETTLED_UNKNOWN)
        if row.state == AnswerState.SPENT and row.decision == "approve" and text_of(row) not in lines and not died:
            text = f"the approval of {text_of(row)} is spent, its call is {row.execution}, and it left no line"
            faults.append(Fault(text, LOST_ANSWERS))
    return faults


def arguments_of(part: dict[str, Any]) -> dict[str, Any]:
    args = part["args"]
    return dict(json.loads(args) if isinstance(args, str) else args)


def text_of(call: Any) -> str:
    return str(arguments_of({"args": call.arguments})["text"])


def _call_faults(connection: Connection, session: str, lines: Sequence[str]) -> list[str]:
    """A line without a spend before it; a call with a line of which it is said that it did not run."""
    faults: list[str] = []
    rows = connection.execute(_CALLS, {"session": session}).all()
    for row in rows:
        text = text_of(row)
        state = CallState(call_state_of(row.state, row.execution_state, None))
        if (row.execution is not None) != (row.state == RequestState.APPROVED):
            faults.append(f"{text} is {row.state}, and its execution is {row.execution_state}")
        same = [other for other in rows if text_of(other) == text]
        if text in lines and not any(other.execution is not None for other in same):
            faults.append(f"{text} has a line, and no approval of it was spent")
        if text in lines and row.execution is not None and state not in STATES_OF_A_LINE:
            faults.append(f"{text} has a line, and its call reads {state}")
        if text in lines and row.execution_state == ExecutionState.SETTLED_NOT_RUN:
            faults.append(f"{text} has a line, and it is settled that it did not run")
    rows = connection.execute(_SAID_NOT_RUN, {"session": session}).all()
    return [*faults, *(f"{row.call_id} was started ({row.state}), and its notice is {row.origin}" for row in rows)]


def _answer_faults(connection: Connection, session: str) -> list[str]:
    """A spent request without exactly one spent answer of the same decision, and the other way round."""
    faults: list[str] = []
    stored = {row.id: row for row in connection.execute(_ANSWERS, {"session": session})}
    for request in connection.execute(_REQUESTS, {"session": session}):
        mine = [row for row in stored.values() if row.request_id == request.id]
        spent = [row for row in mine if row.state == AnswerState.SPENT]
        active = [row for row in mine if row.state in (AnswerState.SUBMITTED, AnswerState.TAKEN_UP, AnswerState.SPENT)]
        wanted = {RequestState.APPROVED: ["approve"], RequestState.DECLINED: ["decline"]}.get(request.state, [])
        if [row.decision for row in spent] != wanted:
            faults.append(f"{text_of(request)} is {request.state}, spent by {[row.decision for row in spent]}")
        if spent and spent[0].id != request.spent_answer:
            faults.append(f"{text_of(request)} names another answer than the one that was spent")
        if len(active) > 1:
            faults.append(f"{text_of(request)} has {len(active)} active answers")
        if request.state not in (RequestState.WAITING, *wanted) and request.state not in (
            RequestState.APPROVED,
            RequestState.DECLINED,
        ):
            left = [row.state for row in active]
            faults += [f"{text_of(request)} is {request.state}, and an answer of it is {state}" for state in left]
    return faults


def _history_faults(connection: Connection, session: str) -> list[str]:
    stored, results = load_history(connection, session)
    try:
        judge_history(compose_history(stored, results), allow_open_tail=True)
    except HistoryFault as fault:
        return [f"the composed history: {fault}"]
    return []


def _listing_faults(connection: Connection, session: str) -> list[str]:
    """Listing columns that say something else than the rows they follow from."""
    row = connection.execute(_COUNTS, {"session": session}).one()
    asked = asked_calls(connection, session)
    told = (row.waiting_count, row.submitted_count, row.unknown_count)
    true = (len([c for c in asked if not c.answered]), len([c for c in asked if c.answered]), row.unknown)
    return [] if told == true else [f"the list counts {told}, the rows {true} (waiting, submitted, unknown)"]


def unreachable_faults(connection: Connection, session: str) -> list[str]:
    """Requests that wait and that no answer can reach, and used ones whose pause does not say so."""
    unmarked = connection.execute(_UNMARKED, {"session": session})
    faults = [f"{text_of(row)} is {row.state}, and its pause bears no mark" for row in unmarked]
    here = ledger_facts(connection)
    for row in connection.execute(_WAITING, {"session": session}):
        paused = PausedRequest(row.ledger, row.incarnation, RequestState(row.state))
        reason = unanswerable_request(paused, ledger=here.ledger, incarnation=here.incarnation)
        if reason is not None or row.pause_state == PauseState.CLOSED:
            faults.append(f"{text_of(row)} waits, and no answer can reach it: {reason or 'its pause is closed'}")
    return faults
