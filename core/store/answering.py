"""Answers as rows: submitted, taken back, kept as a draft; and what a person closes. The desk and the command line
write here.

Each function is one transaction that survives power loss.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.canonical import digest_of
from pausedesk.core.model.decisions import Decision, RefusalCode, parse_decision
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import (
    AnswerState,
    RequestState,
)
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.acts import Act, acts_on
from pausedesk.core.rules.answered_pause import answered_refusal
from pausedesk.core.rules.expiry import EXPIRED_BEFORE_ANSWER
from pausedesk.core.rules.typed_answers import read_answer
from pausedesk.core.store import statements as sql
from pausedesk.core.store.adopting import is_imported
from pausedesk.core.store.calls import first_answer
from pausedesk.core.store.changed import REQUEST_BESIDE_MANIFEST, Look, Looked, LookFirst
from pausedesk.core.store.closing import close_each
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.expiring import is_over, spend_as_expired
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.seals import SealKey, check_seal
from pausedesk.core.store.tables import answers, requests, sessions
from pausedesk.core.store.witness import number_spend


@dataclass(frozen=True, slots=True)
class NewAnswer:
    """One answer as a person gives it: to which request, to which digest as they saw it, and what they decided.

    `surface` says where it was displayed, as far as the door knows: desk, terminal, json or program; for the audit.
    """

    request: str
    digest: str
    decision: str  # approve | decline; of a plain question answer | skip | decline
    note: str | None = None
    stop: bool = False
    surface: str | None = None
    value: str | None = None  # the answer to a plain question, as JSON


def submit_answers(
    store: Store, session: str, new: Sequence[NewAnswer], *, by: str, submit_id: str, reserved_for: Owner | None = None
) -> list[str]:
    """Write answers, all or none, and return their ids; the same submit id again returns the first submit's ids.

    Refused (ResumeDecisionError) with decision-required, no-session, nothing-waiting, other-request,
    request-not-recorded, superseded, expired, call-changed or already-answered; then nothing of this submit is written
    but the audit of the refusal, and the close of a question whose seal does not hold. An approval of a question whose
    life is over is written, and spends it as expired; one of a question that changed since it was asked is written, and
    closes it. StoreError `seal-not-checked` where this process cannot tell. A plain question takes no approval
    (`answer-required`), and only one takes an answer or a skip (`decision-required`); UsageError `answer-refused` names
    the fields of an answer that its schema does not take.
    """
    key = store.seal_keys.known() if any(one.decision in _USED_LATER for one in new) else None
    looked = Looked()
    try:
        while True:
            try:
                with store.write(durable=True) as connection:
                    return _submit(store, connection, session, new, by, submit_id, reserved_for, key, looked)
            except LookFirst as first:
                looked.look(first.row)
    except SealBroken as broken:
        with store.write(durable=True) as connection:
            why = broken.refusal.sentence
            number_spend(connection, [broken.request])
            close_each(connection, session, [(broken.request, broken.refusal.code, why)], "store")
        raise broken.refusal from broken
    except ResumeDecisionError as refusal:
        with store.write() as connection:
            known = connection.execute(select(sessions.c.id).where(sessions.c.id == session)).first()
            # Whatever was handed in as the name: the audit of its refusal must not fail over it.
            who = str(by).encode("utf-8", "backslashreplace").decode()
            write_audit(
                connection, session if known else None, "answer-refused", who, code=refusal.code, submit=submit_id
            )
        raise


# What must be as it was asked when it is used, however long that takes.
_USED_LATER = ("approve", "answer")
_APPROVED = {"approve": True, "decline": False}
_PLAIN = ("answer", "skip")


def _decision(answer: NewAnswer, by: str, at: int) -> Decision:
    """The answer as a decision, or its refusal (section 4.7): only the two words are decisions. Who answers a plain
    question is asked for as of one."""
    word = "decline" if answer.decision in _PLAIN and not answer.stop else answer.decision
    return parse_decision(
        {
            "approved": _APPROVED.get(word, word),
            "by": by,
            "note": answer.note,
            "at": datetime.fromtimestamp(at / 1000, UTC).isoformat(),
            "stop": answer.stop,
        }
    )


def _value(answer: NewAnswer, row: Any) -> str | None:
    """The canonical JSON that answers a plain question, as its schema takes it; None where nothing is answered."""
    if answer.decision == "approve" and row.answer_schema:
        raise ResumeDecisionError(
            RefusalCode.ANSWER_REQUIRED,
            worded("This is a plain question: it takes an answer, and there is nothing to approve."),
        )
    if answer.decision in _PLAIN and not row.answer_schema:
        raise ResumeDecisionError(
            RefusalCode.DECISION_REQUIRED, worded("This is a consent question: it takes an approval or a decline.")
        )
    if answer.decision != "answer":
        return None
    if answer.value is None:
        raise ResumeDecisionError(RefusalCode.ANSWER_REQUIRED, worded("An answer to a plain question needs its value."))
    return read_answer(row.answer_schema, answer.value)


def _submit(
    store: Store,
    connection: Connection,
    session: str,
    new: Sequence[NewAnswer],
    by: str,
    submit_id: str,
    reserved_for: Owner | None,
    key: SealKey | None,
    looked: Looked,
) -> list[str]:
    if connection.execute(sql.SESSION_EXISTS, {"session": session}).first() is None:
        raise missing_session(connection, session, new[0].request if new else None)
    if not new:
        if is_imported(connection, session):
            raise ResumeDecisionError(
                "request-not-recorded",
                worded("This pause was imported and recorded no request: no answer can reach it here."),
                next_step=worded("It may already have been answered where it came from."),
            )
        raise ResumeDecisionError("nothing-waiting", worded("Nothing in this session waits for an answer."))
    ids = []
    for answer in new:
        at = now_ms()
        decision = _decision(answer, by, at)
        before = connection.execute(sql.SUBMITTED_BEFORE, {"submit": submit_id, "request": answer.request}).scalar()
        if before is not None:
            ids.append(str(before))
            continue
        row = _answerable(connection, session, answer.request, answer.digest)
        value = _value(answer, row)
        if answer.decision in _USED_LATER and key is not None:
            _check_seal(connection, row, key)
        look = looked.at(row) if answer.decision == "approve" else Look()
        identity = new_id()
        connection.execute(sql.DROP_DRAFT, {"request": answer.request})
        connection.execute(
            sql.INSERT_ANSWER,
            {
                "id": identity,
                "request_id": answer.request,
                "session_id": session,
                "digest": answer.digest,
                "decision": answer.decision,
                "value": value,
                "stop": decision.stop,
                "note": decision.note,
                "by": decision.by,
                "at": at,
                "submit_id": submit_id,
                "state": AnswerState.SUBMITTED,
                "reserved_for": reserved_for.to_json() if reserved_for else None,
            },
        )
        moved = [("answer", identity, AnswerState.SUBMITTED)]
        told = {"decision": answer.decision, "digest": answer.digest, "surface": answer.surface}
        if value is not None:
            told["answer"] = digest_of(value.encode())
        write_audit(connection, session, "answer-submitted", by, request=answer.request, moved=moved, **told)
        if answer.decision in _USED_LATER and is_over(row, store.moment()):
            spend_as_expired(connection, store, session, answer.request, EXPIRED_BEFORE_ANSWER)
        elif Act.CLOSE in acts_on(RequestState.WAITING, changed=look.code is not None):
            # What would run is not what was approved: the same end as at the spend, before anything is started.
            _close(connection, session, answer.request, look, "store")
        ids.append(identity)
    refresh_listing(connection, session)
    return ids


def _close(connection: Connection, session: str, request: str, look: Look, who: str) -> None:
    number_spend(connection, [request])
    close_each(connection, session, [(request, str(look.code), look.changed or "")], who)


def close_questions(store: Store, session: str, wanted: Sequence[tuple[str, str]], *, by: str) -> list[Look]:
    """Close questions that changed since they were asked, (request, digest as the person saw it) each, all or none;
    returns what of each had changed.

    The call of each does not run, and Resume lets the model ask anew. Refused (ResumeDecisionError) as an
    answer to it would be, and with `stale-evidence` where nothing is known to have changed: then the question stands.
    """
    if not by.strip():
        raise ResumeDecisionError("decision-required", worded("Closing needs the name of the person who does it."))
    if not wanted:
        raise ResumeDecisionError("nothing-waiting", worded("Nothing in this session waits for an answer."))
    looked = Looked()
    while True:
        closed = []
        try:
            with store.write(durable=True) as connection:
                if connection.execute(sql.SESSION_EXISTS, {"session": session}).first() is None:
                    raise missing_session(connection, session, wanted[0][0])
                for request, digest in wanted:
                    row = _answerable(connection, session, request, digest)
                    look = looked.at(row)
                    if Act.CLOSE not in acts_on(RequestState.WAITING, changed=look.code is not None):
                        raise ResumeDecisionError(
                            "stale-evidence",
                            worded(
                                "Nothing is known to have changed since this question was asked, so it is not closed."
                            ),
                            next_step=worded("Approve or decline it."),
                        )
                    _close(connection, session, request, look, by)
                    closed.append(look)
                return closed
        except LookFirst as first:
            looked.look(first.row)


class SealBroken(Exception):
    """A question is not what was asked: it is closed, once the transaction that found it so has ended."""

    def __init__(self, request: str, refusal: ResumeDecisionError) -> None:
        super().__init__(request)
        self.request = request
        self.refusal = refusal


def _check_seal(connection: Connection, row: Any, key: SealKey) -> None:
    try:
        check_seal(connection, row._asdict(), key)
    except ResumeDecisionError as refusal:
        raise SealBroken(row.id, refusal) from refusal


def _answerable(connection: Connection, session: str, request: str, digest: str) -> Any:
    """The row of the request beside its manifest, where an answer to it can be taken."""
    row = connection.execute(REQUEST_BESIDE_MANIFEST, {"request": request}).first()
    row = row if row is not None and row.session_id == session else None
    refusal = answered_refusal(
        RequestState(row.state) if row is not None else None,
        first=first_answer(connection, request),
        superseded_by=row.superseded_by if row is not None else None,
        others_wait=row is None and connection.execute(sql.ANY_WAITING, {"session": session}).first() is not None,
        digest_asked=row.digest if row is not None else None,
        digest_seen=digest,
        closed_by=row.spent_code if row is not None else None,
    )
    if refusal is not None:
        raise refusal
    return row


def withdraw_answer(store: Store, session: str, request: str, *, by: str) -> None:
    """Take an answer back while no door has taken it up; the loser of that race is told."""
    with store.write(durable=True) as connection:
        taken = connection.execute(
            update(answers)
            .where(
                answers.c.session_id == session,
                answers.c.request_id == request,
                answers.c.state == AnswerState.SUBMITTED,
            )
            .values(state=AnswerState.WITHDRAWN, ended_at=now_ms(), outcome="withdrawn")
            .returning(answers.c.id)
        ).scalar()
        if taken is not None:
            moved = [("answer", taken, AnswerState.WITHDRAWN)]
            write_audit(connection, session, "answer-withdrawn", by, request=request, moved=moved)
            refresh_listing(connection, session)
            return
        first = first_answer(connection, request)
    if first is None:
        raise ResumeDecisionError("nothing-waiting", worded("There is no answer to take back."))
    code = "running" if first["state"] in ("submitted", "running") else "already-answered"
    raise ResumeDecisionError(code, worded("It was handed over already; it cannot be taken back."), first=first)


def save_draft(store: Store, session: str, request: str, *, decision: str, note: str, by: str) -> None:
    """Keep what a person is about to answer. Binds nobody; an empty decision and note removes it."""
    with store.write() as connection:
        connection.execute(delete(answers).where(answers.c.request_id == request, answers.c.state == AnswerState.DRAFT))
        if not decision and not note:
            return
        digest = connection.execute(
            select(requests.c.digest).where(requests.c.id == request, requests.c.session_id == session)
        ).scalar()
        if digest is None:
            raise ResumeDecisionError("request-not-recorded", worded("This store never asked that question."))
        connection.execute(
            insert(answers).values(
                id=new_id(),
                request_id=request,
                session_id=session,
                digest=digest,
                decision=decision,
                note=note,
                by=by,
                at=now_ms(),
                submit_id=f"draft-{request}",
                state=AnswerState.DRAFT,
            )
        )
