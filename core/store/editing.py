"""Edits: a person's own arguments for a call, as a new request that takes the place of the one that was asked.

The new request is minted and the old one superseded in one transaction, only while nobody has answered the old one; the
new one needs an approval of its own (answered-pause rules, section 4). The old request gives up its place as the call's
own: its ordinal becomes a number below 0.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.handover import NewRequest
from pausedesk.core.model.states import AnswerState, RequestState
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.acts import CLOSE_IT, Act, acts_on
from pausedesk.core.rules.answered_pause import answered_refusal
from pausedesk.core.rules.expiry import EXPIRED_BEFORE_ANSWER, deadline, left
from pausedesk.core.store import statements as sql
from pausedesk.core.store.calls import first_answer
from pausedesk.core.store.changed import REQUEST_BESIDE_MANIFEST, look_at
from pausedesk.core.store.clock import deadline_of
from pausedesk.core.store.engine import Store, new_id
from pausedesk.core.store.expiring import is_over
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.seals import check_seal, sealed
from pausedesk.core.store.tables import answers, requests
from pausedesk.core.store.unsealed import note_unsealed
from pausedesk.core.store.witness import ledger_facts


@dataclass(frozen=True, slots=True)
class Editable:
    """A question that can be edited now: its row, and the messages up to the response that asked."""

    row: Any
    messages: list[dict[str, Any]]


def editable(store: Store, session: str, request: str, *, digest: str | None = None) -> Editable:
    """The question of a session that a person wants to edit, with `digest` as they saw it (None: not compared).

    Raises ResumeDecisionError as an answer to it would be refused.
    """
    with store.read() as connection:
        if connection.execute(sql.SESSION_EXISTS, {"session": session}).first() is None:
            raise missing_session(connection, session)
        row = _refused_unless_open(connection, store, session, request, digest)
        beside = connection.execute(REQUEST_BESIDE_MANIFEST, {"request": request}).one()
        look = look_at(beside, beside.seen, beside.checked_at)
        if look.code is not None and Act.EDIT not in acts_on(RequestState.WAITING, changed=True):
            raise ResumeDecisionError(look.code, look.changed or "", next_step=CLOSE_IT)
        bodies = connection.execute(sql.MESSAGES_TO, {"session": session, "last": row.response_seq}).scalars()
        return Editable(row, [json.loads(body) for body in bodies])


def supersede(store: Store, session: str, request: str, edited: NewRequest, *, by: str) -> str:
    """Put a person's arguments in the place of a question, and return the new request's id.

    `edited` is what the agent's own tool made of them. Raises ResumeDecisionError where the question was answered,
    superseded, closed or ended meanwhile, is of another tool, or was edited in the store: then nothing is written.
    """
    identity = new_id()
    now = store.moment()
    key, minting = store.seal_keys.known(), store.seal_keys.for_minting()
    with store.write(durable=True) as connection:
        row = _refused_unless_open(connection, store, session, request, None)
        # What the new question takes over from this one must be what was asked.
        check_seal(connection, row._asdict(), key)
        if edited.tool != row.tool:
            raise ResumeDecisionError(RefusalCode.CALL_CHANGED, worded("An edit cannot change which tool is called."))
        if edited.digest == row.digest:
            raise UsageError("edit-refused", worded("The edit changes nothing: the question stands as it was asked."))
        end = deadline_of(row)
        life = deadline(now, left(end, now)) if end is not None else None
        gone = select(func.count()).where(requests.c.pause_id == row.pause_id, requests.c.ordinal < 0)
        connection.execute(
            update(requests)
            .where(requests.c.id == request, requests.c.state == RequestState.WAITING)
            .values(
                state=RequestState.SUPERSEDED,
                superseded_by=identity,
                ordinal=-1 - int(connection.execute(gone).scalar_one()),
                spent_at=now.wall,
                spent_by=by,
                spent_code="edited",
            )
        )
        connection.execute(delete(answers).where(answers.c.request_id == request, answers.c.state == AnswerState.DRAFT))
        declined = connection.execute(sql.DECLINED_BEFORE, {"session": session, "wanted": [edited.digest]}).first()
        new = {
            **row._asdict(),
            "id": identity,
            "arguments": edited.arguments,
            "raw_arguments": edited.raw_arguments,
            "given": json.dumps(edited.given),
            "digest": edited.digest,
            "files": json.dumps(edited.files),
            "question": edited.question,
            "question_source": edited.question_source,
            "replaces": request,
            "edited_by": by,
            "declined_before": declined.times if declined is not None else 0,
            "created_at": now.wall,
            "expires_at": life.wall if life is not None else None,
            "expires_boot": life.boot if life is not None else "",
            "expires_boot_ms": life.boot_ms if life is not None else None,
        }
        minted = sealed(minting, [new])
        connection.execute(insert(requests).values(minted[0]))
        if minting is None:
            note_unsealed(connection, ledger_facts(connection), minted)
        moved = [("request", request, RequestState.SUPERSEDED), ("request", identity, RequestState.WAITING)]
        told = {"replaces": request, "digest": edited.digest}
        write_audit(connection, session, "edited", by, request=identity, moved=moved, **told)
        refresh_listing(connection, session)
    return identity


def _refused_unless_open(connection: Connection, store: Store, session: str, request: str, digest: str | None) -> Any:
    row = connection.execute(sql.REQUEST, {"request": request}).first()
    row = row if row is not None and row.session_id == session else None
    refusal = answered_refusal(
        RequestState(row.state) if row is not None else None,
        first=first_answer(connection, request),
        superseded_by=row.superseded_by if row is not None else None,
        others_wait=row is None and connection.execute(sql.ANY_WAITING, {"session": session}).first() is not None,
        digest_asked=row.digest if row is not None else None,
        digest_seen=digest,
    )
    if refusal is not None:
        raise refusal
    if is_over(row, store.moment()):
        raise ResumeDecisionError(RefusalCode.EXPIRED, EXPIRED_BEFORE_ANSWER)
    if row is not None and row.answer_schema:
        raise ResumeDecisionError(
            RefusalCode.ANSWER_REQUIRED,
            worded("This is a plain question: answer, skip or decline it; nothing of it runs."),
        )
    return row
