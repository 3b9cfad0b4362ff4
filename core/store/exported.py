"""A session as an envelope: what was imported byte for byte, a session of our own as its rows stand now.

A conversation is written so that programs which know conversation-v1 read it, each call with one result. A pause that
waits is flowchart-v1 and names its requests; one whose answer was used is pausedesk-answered-v1, which those programs
refuse (answered-pause rules, section 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import CanonicalError, parse_strict
from pausedesk.core.model.envelopes import CONVERSATION_V1, FLOWCHART_V1, JsonObject
from pausedesk.core.model.states import ExecutionState, Outcome, PauseState, RequestState
from pausedesk.core.rules.exchange import entries_of_messages, first_words
from pausedesk.core.rules.history import compose_history
from pausedesk.core.rules.marks import closed_conversation, envelope_bytes, mark_answered
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.past import load_history
from pausedesk.core.store.tables import executions, pauses, requests, runs, sessions

# Our own pauses can be picked up by no other program's flowchart.
STAGE = "pausedesk"

_SPENT = (RequestState.APPROVED, RequestState.DECLINED, RequestState.ANSWERED, RequestState.SKIPPED)


def session_envelope(connection: Connection, session: str) -> bytes:
    """The envelope of a session. The same rows give the same bytes.

    Raises ResumeDecisionError `no-session`, UsageError `kept-elsewhere` for a session of another program, and
    `HistoryFault` for a history that no provider would take.
    """
    row = connection.execute(select(sessions).where(sessions.c.id == session)).first()
    if row is None:
        raise missing_session(connection, session)
    if row.envelope is not None:
        return bytes(row.envelope)
    if row.foreign_file is not None:
        raise UsageError("kept-elsewhere", f"Its own program keeps this session, in {row.foreign_file}.")
    stored, results = load_history(connection, session)
    composed = compose_history(stored, results)
    conversation = _conversation(connection, row, composed)
    last = max((index for index, message in enumerate(stored) if message["kind"] == "response"), default=-1)
    pause = connection.execute(
        select(pauses)
        .where(pauses.c.session_id == session, pauses.c.response_seq == last, pauses.c.state != PauseState.CLOSED)
        .order_by(pauses.c.created_at.desc())
        .limit(1)
    ).first()
    asked: Sequence[Any] = []
    if pause is not None:
        asked = connection.execute(
            select(requests)
            .where(requests.c.pause_id == pause.id, requests.c.state.in_([RequestState.WAITING, *_SPENT]))
            .order_by(requests.c.position)
        ).all()
    if pause is None or not asked:
        closed: JsonObject = {"format": CONVERSATION_V1, "savedAt": row.updated_at, "data": conversation}
        return closed_conversation(closed, at=row.updated_at)
    waiting = _waiting(row, conversation, asked)
    spent = [one.id for one in asked if one.state in _SPENT]
    if not spent:
        return envelope_bytes(waiting)
    outcome = _outcome(connection, spent)
    return mark_answered(waiting, request_ids=spent, at=pause.answered_at or row.updated_at, outcome=outcome)


def _conversation(connection: Connection, row: Any, composed: list[dict[str, Any]]) -> JsonObject:
    last_run = select(runs.c.id).where(runs.c.session_id == row.id).order_by(runs.c.fence.desc()).limit(1)
    identity = {"conversationId": row.id}
    return {
        "version": 1,
        "runId": connection.execute(last_run).scalar() or row.id,
        "history": entries_of_messages(composed),
        "lastCompletedIteration": sum(message["kind"] == "response" for message in composed),
        "originalInput": {"message": first_words(composed) or row.prompt},
        "checkpointedAt": row.updated_at,
        "identity": identity if row.owner is None else {**identity, "principal": row.owner},
        "agent": {"id": row.agent},
    }


def _waiting(row: Any, conversation: JsonObject, asked: Sequence[Any]) -> JsonObject:
    first = next((one for one in asked if one.state == RequestState.WAITING), asked[0])
    asked_about = {"question": first.question, "tool": first.tool, "args": _value(first.arguments)}
    # A plain question has neither of the objects by which a consent gate is known.
    if first.answer_schema:
        gate: JsonObject = {"plain": {**asked_about, "schema": _value(first.answer_schema)}}
    else:
        gate = {"ask": asked_about}
    return {
        "format": FLOWCHART_V1,
        "savedAt": row.updated_at,
        "data": {
            "checkpoint": {"pausedStageId": STAGE, "sharedState": {}, "subflowPath": []},
            "conversation": conversation,
            "pending": {
                "sessionId": row.id,
                "tool": first.tool,
                **gate,
                "pauseData": {"toolCallId": first.call_id, "toolName": first.tool, **gate},
                "requests": [_named(one) for one in asked],
            },
        },
    }


def _named(row: Any) -> JsonObject:
    named = {
        "id": row.id,
        "callId": row.call_id,
        "ledger": row.ledger,
        "incarnation": row.incarnation,
        "callDigest": row.digest,
        "toolDigest": row.tool_digest,
        "chainDigest": row.chain_digest,
    }
    return named if row.expires_at is None else {**named, "expiresAt": row.expires_at}


def _value(arguments: str) -> Any:
    try:
        return parse_strict(arguments)
    except CanonicalError:
        return arguments


def _outcome(connection: Connection, spent: Sequence[str]) -> str:
    """Marked while the end of one of the calls is not known, done where each has one."""
    unknown = select(executions.c.id).where(
        executions.c.request_id.in_(spent),
        executions.c.state.in_([ExecutionState.RUNNING, ExecutionState.MAY_HAVE_RUN, ExecutionState.SETTLED_UNKNOWN]),
    )
    return str(Outcome.MARKED if connection.execute(unknown).first() is not None else Outcome.DONE)
