"""The listing columns of a session, kept in the transaction of the fact they follow from, and the audit line beside it.

A listing reads these columns only; no message is read for it. Statements are built once: building them costs more than
running them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, and_, bindparam, exists, func, insert, or_, select, update

from pausedesk.core.model.histories import StopReason
from pausedesk.core.model.states import (
    ACTIVE_ANSWERS,
    AnswerState,
    ExecutionState,
    Outcome,
    PauseState,
    RequestState,
)
from pausedesk.core.rules.endings import SessionFacts, ending_of
from pausedesk.core.rules.lines import call_line
from pausedesk.core.rules.neutral import stop_of
from pausedesk.core.rules.soundness import message_of
from pausedesk.core.rules.transitions import Move
from pausedesk.core.store.engine import now_ms
from pausedesk.core.store.tables import answers, audit, executions, leases, messages, pauses, requests, runs, sessions

# What of a call's arguments stands in a list row; the card shows all of it.
LINE_LENGTH = 160

_SESSION: BindParameter[str] = bindparam("session")
# Not IN: a list of constants is expanded anew at each run.
_ACTIVE = or_(*(answers.c.state == state for state in ACTIVE_ANSWERS))

_WRITE_AUDIT = insert(audit)

_ANSWERED = exists().where(answers.c.request_id == requests.c.id, _ACTIVE)
_ASKED = and_(
    requests.c.session_id == _SESSION,
    requests.c.state == RequestState.WAITING,
    exists().where(pauses.c.id == requests.c.pause_id, pauses.c.state != PauseState.CLOSED),
)
_UNKNOWN = and_(executions.c.session_id == _SESSION, executions.c.state == ExecutionState.MAY_HAVE_RUN)
_LAST_RUN = (
    select(runs.c.outcome, runs.c.code)
    .where(runs.c.session_id == _SESSION)
    .order_by(runs.c.fence.desc())  # each run has a fence of its own; two may begin in one millisecond
    .limit(1)
    .subquery()
)
_FACTS = select(
    select(func.count()).select_from(requests).where(_ASKED, ~_ANSWERED).scalar_subquery().label("waiting"),
    select(func.count()).select_from(requests).where(_ASKED, _ANSWERED).scalar_subquery().label("submitted"),
    select(func.count()).select_from(executions).where(_UNKNOWN).scalar_subquery().label("unknown"),
    (
        select(func.count()).select_from(leases).where(leases.c.name == "session:" + _SESSION).scalar_subquery()
        # A call may outlive the door that started it.
        + select(func.count())
        .select_from(executions)
        .where(executions.c.session_id == _SESSION, executions.c.state == ExecutionState.RUNNING)
        .scalar_subquery()
    ).label("held"),
    # Whether, as a number: the list asks no more, and counting would take longer with each answer.
    func.count(
        select(answers.c.id)
        .where(answers.c.session_id == _SESSION, answers.c.state == AnswerState.SPENT)
        .limit(1)
        .scalar_subquery()
    ).label("answered"),
    select(_LAST_RUN.c.outcome).scalar_subquery().label("outcome"),
    select(_LAST_RUN.c.code).scalar_subquery().label("code"),
    select(pauses.c.code)
    .where(pauses.c.session_id == _SESSION)
    .order_by(pauses.c.response_seq.desc(), pauses.c.created_at.desc())
    .limit(1)
    .scalar_subquery()
    .label("pause_code"),
    select(func.min(requests.c.expires_at)).where(_ASKED, ~_ANSWERED).scalar_subquery().label("expires_at"),
    select(sessions.c.waiting_since).where(sessions.c.id == _SESSION).scalar_subquery().label("listed_since"),
    select(sessions.c.expires_at).where(sessions.c.id == _SESSION).scalar_subquery().label("listed_expiry"),
)
_FIRST_ASKED = (
    select(requests.c.tool, requests.c.arguments, requests.c.given, requests.c.created_at)
    .where(_ASKED)
    # What still needs a person comes first.
    .order_by(_ANSWERED, requests.c.response_seq.desc(), requests.c.position)
    .limit(1)
)
_FIRST_UNKNOWN = (
    select(executions.c.tool, executions.c.arguments, func.coalesce(requests.c.given, "[]").label("given"))
    .join(requests, requests.c.id == executions.c.request_id, isouter=True)
    .where(_UNKNOWN)
    .order_by(executions.c.started_at.desc())
    .limit(1)
)
_TAIL = (
    select(messages.c.kind, messages.c.body)
    .where(messages.c.session_id == _SESSION)
    .order_by(messages.c.seq.desc())
    .limit(1)
)
_REFRESH = (
    update(sessions)
    # What an imported session lists as follows from its envelope, not from rows that it has not.
    .where(sessions.c.id == _SESSION, sessions.c.envelope.is_(None))
    .values(
        {
            name: bindparam(f"new_{name}")
            for name in (
                "updated_at",
                "ending",
                "confidence",
                "stopped_by",
                "listed_format",
                "waiting_count",
                "submitted_count",
                "unknown_count",
                "answered_count",
                "what_tool",
                "what_line",
            )
        }
    )
    .values(
        version=sessions.c.version + 1,
        # What was lost stays lost.
        unreadable=func.coalesce(bindparam("new_unreadable"), sessions.c.unreadable),
    )
)


# An index entry is written anew where its column is written, the same or not: these change once in a question's life.
_MOVE = _REFRESH.values(waiting_since=bindparam("new_waiting_since"), expires_at=bindparam("new_expires_at"))


def session_lease(session: str) -> str:
    """The name of the lease that the taker of a session holds."""
    return f"session:{session}"


ROTATED = "incarnation-rotated"
"""The event, of no session, that the store was found to be a copy and that its open questions were closed."""


def write_audit(
    connection: Connection,
    session: str | None,
    event: str,
    who: str,
    *,
    request: str | None = None,
    moved: Sequence[Move] = (),
    **data: Any,
) -> None:
    """Write one event into the audit, in the transaction of the fact it tells.

    `moved` names everything whose state this fact changed, with the state it is in now (rules.transitions); the audit
    of a session alone tells the states of all its rows.
    """
    if moved:
        data["moved"] = moved
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")) if data else "{}"
    connection.execute(
        _WRITE_AUDIT,
        {"at": now_ms(), "session_id": session, "request_id": request, "event": event, "who": who, "data": body},
    )


def refresh_listing(connection: Connection, session: str) -> None:
    """Recompute the listing columns of one session of our own, and count its change."""
    mine = {"session": session}
    facts = connection.execute(_FACTS, mine).one()
    asked = facts.waiting + facts.submitted
    settled = bool(facts.unknown or facts.held or asked) or facts.outcome == Outcome.DONE
    tail, stop = ("", None) if settled else _tail(connection, session)
    verdict = ending_of(
        SessionFacts(
            unknown=facts.unknown,
            held=bool(facts.held),
            waiting=facts.waiting,
            submitted=facts.submitted,
            last_outcome=facts.outcome,
            last_code=facts.code,
            pause_code=facts.pause_code,
            tail=tail,
            stop=stop,
        )
    )
    first = connection.execute(_FIRST_ASKED, mine).first() if asked else None
    what = connection.execute(_FIRST_UNKNOWN, mine).first() if facts.unknown else first
    line = call_line(what.arguments, _given(what.given), LINE_LENGTH) if what is not None else ""
    since = first.created_at if first is not None else None
    stays = (since, facts.expires_at) == (facts.listed_since, facts.listed_expiry)
    places = {} if stays else {"new_waiting_since": since, "new_expires_at": facts.expires_at}
    connection.execute(
        _REFRESH if stays else _MOVE,
        {
            "session": session,
            "new_updated_at": now_ms(),
            "new_ending": verdict.ending,
            "new_confidence": verdict.confidence,
            "new_stopped_by": verdict.stopped_by,
            "new_listed_format": "flowchart-v1" if asked else "conversation-v1",
            "new_waiting_count": facts.waiting,
            "new_submitted_count": facts.submitted,
            "new_unknown_count": facts.unknown,
            "new_answered_count": facts.answered,
            "new_what_tool": what.tool if what is not None else "",
            "new_what_line": line,
            "new_unreadable": "Its last message cannot be read." if tail == "unreadable" else None,
            **places,
        },
    )


def _tail(connection: Connection, session: str) -> tuple[str, StopReason | None]:
    """What the history ends in, and how its last answer stopped."""
    last = connection.execute(_TAIL, {"session": session}).first()
    if last is None:
        return "nothing", None
    if last.kind != "response":
        return "request", None
    try:
        message = message_of(last.body)
    except ValueError:
        return "unreadable", None  # a fact of the list: it must not keep the end of a call from being written
    if any(part["part_kind"] == "tool-call" for part in message["parts"]):
        return "calls", None
    stop = stop_of(message)
    return "response", stop.reason if stop is not None else None


def _given(text: str) -> list[str]:
    try:
        return [str(name) for name in json.loads(text)]
    except (ValueError, TypeError):
        return []  # the order of a line; the card says what is damaged
