"""Replies: what a person says in place of letting a call run - a decline, the answer to a plain question, a skip.

Nothing runs by a reply: the model reads it as the call's result, so it is spent in the transaction in which a door
takes the session, and stands in the history from then on (answered-pause rules, sections 3, 4 and 7).
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.states import AnswerState, RequestState
from pausedesk.core.rules.expiry import EXPIRED_BEFORE_USE
from pausedesk.core.rules.notices import NoticeOrigin, notice_for
from pausedesk.core.rules.witness import reply_name
from pausedesk.core.store import statements as sql
from pausedesk.core.store.closing import close_each
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.executions import insert_notice
from pausedesk.core.store.expiring import is_over
from pausedesk.core.store.ledger import mark
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.seals import SealKey, check_seal
from pausedesk.core.store.tables import answers, requests
from pausedesk.core.store.witness import ledger_facts, number_spend

_SPENT_AS = {
    "decline": (RequestState.DECLINED, NoticeOrigin.DECLINED),
    "answer": (RequestState.ANSWERED, NoticeOrigin.ANSWERED),
    "skip": (RequestState.SKIPPED, NoticeOrigin.SKIPPED),
}


class SealKeyFirst(Exception):
    """The seals' key must be fetched before answers can be used, and not in a transaction."""


def spend_replies(connection: Connection, store: Store, session: str, fence: int, key: SealKey | None = None) -> int:
    """Use up every reply of the session that is taken up under `fence`; the model reads it instead of a result.

    An answer to a question whose life is over, that was edited in the store or that another ledger asked is not used:
    the question is closed. Returns how many were used. Raises SealKeyFirst where `key` is needed and not given, and
    StoreError `seal-not-checked` where it cannot be had.
    """
    rows = connection.execute(sql.REPLIES, {"session": session, "fence_held": fence}).all()
    if not rows:
        return 0
    if key is None and any(row.decision == "answer" for row in rows):
        raise SealKeyFirst
    # Both in one: what a crash leaves between a witness's line and its commit goes on by this very spend.
    number_spend(connection, [reply_name(row.id, row.decision, row.answer) for row in rows])
    used = 0
    for row in rows:
        refusal = _not_usable(connection, store, row, key) if row.decision == "answer" else None
        if refusal is not None:
            close_each(connection, session, [(row.id, refusal.code, refusal.sentence)], "door")
            continue
        _spend(connection, session, row)
        used += 1
    return used


def _not_usable(connection: Connection, store: Store, row: Any, key: SealKey | None) -> ResumeDecisionError | None:
    facts = ledger_facts(connection)
    if (row.ledger, row.incarnation) != (facts.ledger, facts.incarnation):
        return ResumeDecisionError(RefusalCode.LEDGER_CHANGED, "The question was asked under another store.")
    if is_over(row, store.moment()):
        return ResumeDecisionError(RefusalCode.EXPIRED, EXPIRED_BEFORE_USE)
    if row.seen != row.digest:
        return ResumeDecisionError(RefusalCode.CALL_CHANGED, "The question was answered on other words than it asks.")
    try:
        check_seal(connection, row._asdict(), key if key is not None else SealKey(None, usable=False))
    except ResumeDecisionError as refusal:
        return refusal
    return None


def _spend(connection: Connection, session: str, row: Any) -> None:
    at = now_ms()
    state, origin = _SPENT_AS[row.decision]
    connection.execute(
        update(requests)
        .where(requests.c.id == row.id, requests.c.state == RequestState.WAITING)
        .values(state=state, spent_at=at, spent_by=row.by, spent_answer=row.answer)
    )
    connection.execute(
        update(answers)
        .where(answers.c.id == row.answer)
        .values(state=AnswerState.SPENT, spent_at=at, ended_at=at, outcome="done")
    )
    text = notice_for(
        origin, by=row.by, note=row.note, entered=row.entered, plain=bool(row.answer_schema), value=row.value or ""
    )
    insert_notice(connection, session, CallSite(row.response_seq, row.call_id, row.ordinal), origin, text)
    moved = [
        ("request", row.id, state),
        ("answer", row.answer, AnswerState.SPENT),
        *mark(connection, row.pause_id, at),
    ]
    write_audit(connection, session, "decision-spent", row.by, request=row.id, decision=row.decision, moved=moved)
