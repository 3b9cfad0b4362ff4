"""Closing: what no answer can reach is spent by the ledger itself, and what is found there is read back for the rules.

Closing is for the door that holds the session: a `ClosingDoor` names store, session and fence, and nothing is written
once another taker holds it (answered-pause rules, sections 6 and 7).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, and_, func, insert, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.envelopes import PendingRequest
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.states import AnswerState, PauseState, RequestState
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.answered_pause import StoreRead
from pausedesk.core.rules.marks import DeclinedCall, NeverRan, RecordedCall
from pausedesk.core.rules.notices import NoticeOrigin, notice_for
from pausedesk.core.rules.transitions import Move
from pausedesk.core.store.calls import first_answer
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.executions import insert_notice
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.sessions import check_fence
from pausedesk.core.store.tables import answers, executions, notices, pauses, requests, sessions, set_aside
from pausedesk.core.store.witness import ledger_facts, number_spend


@dataclass(frozen=True, slots=True)
class ClosingDoor:
    """Who may close: the door that took `session` of `store`, for as long as `fence` is the session's newest."""

    store: Store
    session: str
    fence: int


def prove_never_ran(door: ClosingDoor, closing: Sequence[tuple[str, str, str]], *, who: str = "door") -> list[NeverRan]:
    """Close requests that no answer can reach, (request, code, why) each, and return which of their calls never ran.

    The ledger spends each request itself, now, as closed. That spend, the refusal of an answer in hand, the notice that
    the model reads and the closed state are one transaction. A call is proved never to have run where this very ledger
    minted its request, its body was not entered before it asked, and no start of it is recorded; every other one reads
    that it may have run. A request that was closed before is proved, or not, as it was then: after a crash between this
    and the write that follows from it, ask again.

    Raises ResumeDecisionError `already-answered` where a request was used meanwhile and `request-not-recorded` where
    the session never asked it, and FenceLost where another taker holds the session: then nothing is written.
    """
    with door.store.write(durable=True) as connection:
        check_fence(connection, door.session, door.fence)
        return close_requests(connection, door, closing, who=who)


def close_requests(
    connection: Connection, door: ClosingDoor, closing: Sequence[tuple[str, str, str]], *, who: str = "door"
) -> list[NeverRan]:
    """As `prove_never_ran`, in the caller's transaction, which has taken the session or compared its fence."""
    number_spend(connection, [request for request, _, _ in closing])
    return close_each(connection, door.session, closing, who)


def close_each(
    connection: Connection, session: str, closing: Sequence[tuple[str, str, str]], who: str
) -> list[NeverRan]:
    """As `close_requests`, for what holds no door: a rotation, and a submit that finds a question edited.

    A request that a door has in hand stops waiting here, and so is not spent there.
    """
    at = now_ms()
    proofs = []
    for request, code, why in closing:
        closed = connection.execute(
            update(requests)
            .where(
                requests.c.id == request,
                requests.c.session_id == session,
                requests.c.state == RequestState.WAITING,
            )
            .values(state=_state_of(code), spent_at=at, spent_by=who, spent_code=code)
        )
        row = connection.execute(
            select(requests).where(requests.c.id == request, requests.c.session_id == session)
        ).first()
        if row is None:
            raise ResumeDecisionError("request-not-recorded", worded("This session never asked that question."))
        site = CallSite(row.response_seq, row.call_id, row.ordinal)
        if closed.rowcount == 1:
            moved = [("request", request, _state_of(code)), *_refuse_answers(connection, request, at, code, why)]
            never_entered = _never_entered(connection, row)
            origin = _ORIGINS.get(code, NoticeOrigin.NOT_ENTERED) if never_entered else NoticeOrigin.OUTCOME_UNKNOWN
            insert_notice(connection, session, site, origin, notice_for(origin, plain=bool(row.answer_schema)))
            moved += _close_pause(connection, row.pause_id, at, code)
            told = {"code": code, "why": why}
            write_audit(connection, session, str(_state_of(code)), who, request=request, moved=moved, **told)
        elif row.state not in (RequestState.CLOSED, RequestState.EXPIRED):
            raise ResumeDecisionError(
                "already-answered", worded("It was answered meanwhile."), first=first_answer(connection, request)
            )
        notice = _told(connection, session, site)
        if notice in _PROVED:
            proofs.append(NeverRan(request, row.call_id, row.ordinal, expired=notice == NoticeOrigin.EXPIRED))
    refresh_listing(connection, session)
    return proofs


_ORIGINS: dict[str, NoticeOrigin] = {
    RefusalCode.EXPIRED: NoticeOrigin.EXPIRED,
    RefusalCode.DECLINE_LIMIT: NoticeOrigin.REPEATED,
}
_PROVED = (NoticeOrigin.NOT_ENTERED, *_ORIGINS.values())


def _state_of(code: str) -> RequestState:
    return RequestState.EXPIRED if code == RefusalCode.EXPIRED else RequestState.CLOSED


def _never_entered(connection: Connection, row: Any) -> bool:
    if row.answer_schema:
        return not row.entered  # nothing runs by the answer to a plain question, wherever it is given
    facts = ledger_facts(connection)
    # A body that asked from inside was entered; a request of another ledger may have been used there.
    if row.entered or (row.ledger, row.incarnation) != (facts.ledger, facts.incarnation):
        return False
    started = select(executions.c.id).where(
        executions.c.session_id == row.session_id,
        executions.c.response_seq == row.response_seq,
        executions.c.call_id == row.call_id,
        executions.c.ordinal == row.ordinal,
    )
    return connection.execute(started).first() is None


def _refuse_answers(connection: Connection, request: str, at: int, code: str, why: str) -> list[Move]:
    refused = connection.execute(
        update(answers)
        .where(
            answers.c.request_id == request,
            answers.c.state.in_([AnswerState.TAKEN_UP, AnswerState.SUBMITTED]),
        )
        .values(state=AnswerState.REFUSED, ended_at=at, outcome="closed", last_code=code, last_error=why)
        .returning(answers.c.id)
    ).scalars()
    return [("answer", answer, AnswerState.REFUSED) for answer in refused]


def _close_pause(connection: Connection, pause: str, at: int, code: str) -> list[Move]:
    left = connection.execute(
        select(func.count())
        .select_from(requests)
        .where(requests.c.pause_id == pause, requests.c.state == RequestState.WAITING)
    ).scalar_one()
    if left:
        return []
    closed = connection.execute(
        update(pauses)
        .where(pauses.c.id == pause, pauses.c.state == PauseState.WAITING)
        .values(state=PauseState.CLOSED, answered_at=at, code=code)
    )
    return [("pause", pause, PauseState.CLOSED)] if closed.rowcount else []


def _told(connection: Connection, session: str, site: CallSite) -> str | None:
    return connection.execute(
        select(notices.c.origin).where(
            notices.c.session_id == session,
            notices.c.response_seq == site.response_seq,
            notices.c.call_id == site.call_id,
            notices.c.ordinal == site.ordinal,
        )
    ).scalar()


def read_back(connection: Connection, door: ClosingDoor, request: str) -> StoreRead:
    """What the store holds of a request whose answer failed, for `after_failed_answer` (section 6).

    Per request: a mark that a sibling's spend made is none of this one's. Where another taker holds the session, or a
    later turn has asked, what is stored is newer than this answer and is left alone.
    """
    row = connection.execute(
        select(
            requests.c.state,
            requests.c.response_seq,
            pauses.c.state.label("pause_state"),
            sessions.c.fence.label("fence_now"),
            answers.c.fence.label("spent_under"),
        )
        .join(pauses, pauses.c.id == requests.c.pause_id)
        .join(sessions, sessions.c.id == requests.c.session_id)
        .join(answers, answers.c.id == requests.c.spent_answer, isouter=True)
        .where(requests.c.id == request, requests.c.session_id == door.session)
    ).first()
    if row is None:
        return StoreRead.EMPTY
    newest = select(func.max(pauses.c.response_seq)).where(pauses.c.session_id == door.session)
    if row.fence_now != door.fence or connection.execute(newest).scalar_one() > row.response_seq:
        return StoreRead.NEWER_PAUSE
    if row.state == RequestState.WAITING and row.pause_state != PauseState.CLOSED:
        return StoreRead.SAME_PAUSE
    ours = row.spent_under is not None and row.spent_under == door.fence
    return StoreRead.MARK_OF_THIS_SPEND if ours else StoreRead.ALREADY_MARKED


def waiting_requests(connection: Connection, session: str) -> list[str]:
    """The requests of the session that the ledger has not used up."""
    wanted = select(requests.c.id).where(requests.c.session_id == session, requests.c.state == RequestState.WAITING)
    return list(connection.execute(wanted).scalars())


def named_requests(connection: Connection, session: str, pause: str) -> list[PendingRequest]:
    """The requests of a pause as an envelope names them, in call order (section 2)."""
    rows = connection.execute(
        select(requests)
        .where(requests.c.session_id == session, requests.c.pause_id == pause)
        .order_by(requests.c.position)
    ).all()
    return [
        PendingRequest(
            request_id=row.id,
            call_id=row.call_id,
            ledger=row.ledger,
            incarnation=row.incarnation,
            call_digest=row.digest,
            tool_digest=row.tool_digest,
            chain_digest=row.chain_digest,
            expires_at=row.expires_at,
        )
        for row in rows
    ]


def declined_calls(connection: Connection, session: str, named: Sequence[str]) -> list[DeclinedCall]:
    """Of the named requests, the calls that the ledger spent as declined."""
    rows = connection.execute(
        select(requests, answers.c.note)
        .join(answers, answers.c.id == requests.c.spent_answer)
        .where(
            requests.c.session_id == session,
            requests.c.id.in_(list(named)),
            requests.c.state == RequestState.DECLINED,
        )
        .order_by(requests.c.position)
    ).all()
    return [DeclinedCall(row.call_id, row.note, row.spent_by, bool(row.entered), row.ordinal) for row in rows]


def recorded_calls(connection: Connection, session: str, named: Sequence[str]) -> list[RecordedCall]:
    """Of the named requests, the calls of which the ledger holds what the model reads: a result, or a notice."""
    of_call = and_(
        notices.c.session_id == requests.c.session_id,
        notices.c.response_seq == requests.c.response_seq,
        notices.c.call_id == requests.c.call_id,
        notices.c.ordinal == requests.c.ordinal,
    )
    rows = connection.execute(
        select(requests.c.call_id, requests.c.ordinal, notices.c.text, executions.c.result)
        .join(notices, of_call, isouter=True)
        .join(executions, executions.c.request_id == requests.c.id, isouter=True)
        .where(requests.c.session_id == session, requests.c.id.in_(list(named)))
        .order_by(requests.c.position)
    ).all()
    found = []
    for row in rows:
        content = json.loads(row.result)["content"] if row.result else row.text
        if content is not None:
            text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
            found.append(RecordedCall(row.call_id, text, row.ordinal))
    return found


def is_known(connection: Connection, session: str) -> bool:
    """Whether the session has a row here."""
    return connection.execute(select(sessions.c.id).where(sessions.c.id == session)).first() is not None


def move_aside(connection: Connection, session: str, body: bytes, why: str) -> None:
    """Keep bytes that are about to be replaced (section 6: never lost)."""
    connection.execute(insert(set_aside).values(id=new_id(), session_id=session, at=now_ms(), why=why, body=body))
