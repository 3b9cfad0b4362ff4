"""The ledger: the one place where a decision is spent (answered-pause rules, sections 1, 4, 6 and 7).

Each function is one transaction, or a part of the caller's. Compare-and-set is an UPDATE with its conditions and the
number of rows it changed. A crash between any two of them leaves a state that is already true.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, and_, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model import kept_words
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.handover import CallSite, NewRequest, Spend
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import AnswerState, ExecutionState, Outcome, PauseState, RequestState
from pausedesk.core.rules.declines import closing_of, stops_at
from pausedesk.core.rules.expiry import EXPIRED_BEFORE_USE, deadline
from pausedesk.core.rules.transitions import GONE, Move
from pausedesk.core.store import statements as sql
from pausedesk.core.store.calls import first_answer
from pausedesk.core.store.closing import ClosingDoor, close_requests
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.expiring import is_over
from pausedesk.core.store.holds import held_refusal, hold_of
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.overtaken import close_overtaken
from pausedesk.core.store.repeating import approved_again
from pausedesk.core.store.seals import check_seal, sealed
from pausedesk.core.store.sessions import (
    FenceLost,
    close_run,
    insert_messages,
    release_session,
)
from pausedesk.core.store.tables import answers, requests, sessions
from pausedesk.core.store.unsealed import note_unsealed
from pausedesk.core.store.witness import ledger_facts, number_spend

# -- asking ------------------------------------------------------------------------------------------------------------


def store_pause(
    store: Store,
    session: str,
    run: str,
    fence: int,
    response_seq: int | None,
    new_messages: Sequence[dict[str, Any]],
    asked: Sequence[NewRequest],
    decline_limit: int = 0,
) -> str:
    """Store a pause, its messages and its requests in one transaction, end the run and give the session back.

    `response_seq` is the number of the response that asked, where it is stored already; None takes it from
    `new_messages`. Returns the pause's id.

    Where one of the calls was declined `decline_limit` times before (0: no limit), the questions are stored and closed,
    the run is for its door to end, and ResumeDecisionError `decline-limit` is raised.
    """
    now = store.moment()
    pause, at = new_id(), now.wall
    ids = [new_id() for _ in asked]
    key = store.seal_keys.for_minting()
    with store.write(durable=True) as connection:
        facts = ledger_facts(connection)
        first = insert_messages(connection, session, run, new_messages, fence=fence)
        if response_seq is None:
            response_seq = first + max(i for i, message in enumerate(new_messages) if message["kind"] == "response")
        close_overtaken(connection, session, response_seq)
        declined = _declined_before(connection, session, asked)
        ends = [deadline(now, ask.expires_after) if ask.expires_after else None for ask in asked]
        connection.execute(
            sql.INSERT_PAUSE,
            {
                "id": pause,
                "session_id": session,
                "response_seq": response_seq,
                "run_id": run,
                "state": PauseState.WAITING,
                "created_at": at,
            },
        )
        minted = sealed(
            key,
            (
                {
                    "id": ids[position],
                    "pause_id": pause,
                    "session_id": session,
                    "response_seq": response_seq,
                    "call_id": ask.call_id,
                    "ordinal": ask.ordinal,
                    "position": position,
                    "tool": ask.tool,
                    "arguments": ask.arguments,
                    "raw_arguments": ask.raw_arguments,
                    "given": json.dumps(ask.given),
                    "digest": ask.digest,
                    "tool_digest": ask.tool_digest,
                    "schema_digest": ask.schema_digest,
                    "code_tag_kind": ask.code_tag_kind,
                    "chain": json.dumps(ask.chain),
                    "chain_digest": ask.chain_digest,
                    "author": json.dumps(ask.author),
                    "files": json.dumps(ask.files),
                    "question": ask.question,
                    "question_source": ask.question_source,
                    "ledger": facts.ledger,
                    "incarnation": facts.incarnation,
                    "entered": ask.entered,
                    "created_at": at,
                    "expires_at": end.wall if end else None,
                    "expires_boot": end.boot if end else "",
                    "expires_boot_ms": end.boot_ms if end else None,
                    "declined_before": declined.get(ask.digest, 0),
                    "answer_schema": ask.answer_schema,
                }
                for position, (ask, end) in enumerate(zip(asked, ends, strict=True))
            ),
        )
        connection.execute(sql.INSERT_REQUESTS, minted)
        if key is None:
            note_unsealed(connection, facts, minted)
        moved: list[Move] = [("pause", pause, PauseState.WAITING)]
        moved += [("request", request, RequestState.WAITING) for request in ids]
        stopped = stops_at([declined.get(ask.digest, 0) for ask in asked], decline_limit)
        if stopped is None:
            moved += close_run(connection, run, Outcome.PAUSED)
            moved += release_session(connection, session, fence)
        write_audit(connection, session, "paused", "runner", calls=[ask.tool for ask in asked], moved=moved)
        if stopped is not None:
            whys = [
                (ids[n], *closing_of(declined.get(ask.digest, 0), decline_limit, stopped))
                for n, ask in enumerate(asked)
            ]
            close_requests(connection, ClosingDoor(store, session, fence), whys, who="runner")
        refresh_listing(connection, session)
    if stopped is not None:
        raise ResumeDecisionError(RefusalCode.DECLINE_LIMIT, stopped)
    return pause


def _declined_before(connection: Connection, session: str, asked: Sequence[NewRequest]) -> dict[str, int]:
    """How often the session's people declined each of these very calls (tool and arguments), by digest."""
    counted = connection.execute(sql.DECLINED_BEFORE, {"session": session, "wanted": [ask.digest for ask in asked]})
    return {row.digest: row.times for row in counted}


# -- spending ----------------------------------------------------------------------------------------------------------


def spend_decision(store: Store, session: str, run: str, fence: int, spend: Spend, owner: Owner) -> str:
    """Use an approval up, mark its pause and write that the call starts: one transaction that survives power loss.

    Only after it returns may the call start. Returns the execution's id. A spent approval lets its own call start once
    more where that was interrupted and its author calls it repeatable. Refused by code (ResumeDecisionError), in which
    case nothing was written; FenceLost where another taker holds the session; NotWitnessed where the spend stands and
    the call must not start all the same.
    """
    execution, at = new_id(), now_ms()
    seal_key = store.seal_keys.known()
    with store.write(durable=True) as connection:
        row = connection.execute(
            sql.SPEND,
            {
                "session": session,
                "request": spend.request,
                "fence_held": fence,
                "asked_digest": spend.digest,
                "asked_arguments": spend.arguments,
                "asked_tool_digest": spend.tool_digest,
                "asked_chain_digest": spend.chain_digest,
                "new_spent_at": at,
            },
        ).first()
        if row is None:
            again = approved_again(connection, session, run, fence, spend, owner, seal_key)
            if again is not None:
                return again
            raise _why_not_spent(connection, session, fence, spend)
        now = store.moment()
        if is_over(row, now):
            # Raised inside the transaction: nothing of it lands.
            raise ResumeDecisionError(RefusalCode.EXPIRED, EXPIRED_BEFORE_USE)
        check_seal(connection, row._asdict(), seal_key)
        number_spend(connection, [spend.request], starts_a_call=True)
        connection.execute(sql.SPEND_ANSWER, {"answer": row.spent_answer, "new_spent_at": at})
        moved: list[Move] = [
            ("request", spend.request, RequestState.APPROVED),
            ("answer", row.spent_answer, AnswerState.SPENT),
        ]
        site = CallSite(row.response_seq, row.call_id, row.ordinal)
        if row.entered:
            # Its body ran up to the point where it asked: that part's row makes room for the call itself.
            asked = connection.execute(sql.DROP_ASKED, {"session": session, **asdict(site)})
            moved += [("execution", one, GONE) for one in asked.scalars()]
        connection.execute(
            sql.INSERT_EXECUTION,
            {
                "id": execution,
                "session_id": session,
                "run_id": run,
                **asdict(site),
                "request_id": spend.request,
                "tool": row.tool,
                "arguments": row.arguments,
                "state": ExecutionState.RUNNING,
                "owner": owner.to_json(),
                "started_at": at,
                "repeatable": spend.repeatable,
            },
        )
        moved += [("execution", execution, ExecutionState.RUNNING), *mark(connection, row.pause_id, at)]
        told: dict[str, Any] = {"decision": "approve", "run": run}
        if row.expires_at is not None:
            told["clock"] = asdict(now)
        write_audit(connection, session, "decision-spent", row.spent_by, request=spend.request, moved=moved, **told)
        refresh_listing(connection, session)
    return execution


def _why_not_spent(connection: Connection, session: str, fence: int, spend: Spend) -> ResumeDecisionError | FenceLost:
    row = connection.execute(
        select(requests).where(requests.c.id == spend.request, requests.c.session_id == session)
    ).first()
    if row is None:
        return ResumeDecisionError("request-not-recorded", kept_words.NEVER_ASKED())
    if row.state == RequestState.SUPERSEDED:
        return ResumeDecisionError("superseded", kept_words.SUPERSEDED(), new_request=row.superseded_by)
    facts = ledger_facts(connection)
    waits = row.state == RequestState.WAITING
    of_another = waits and (row.ledger, row.incarnation) != (facts.ledger, facts.incarnation)
    if of_another or row.spent_code == RefusalCode.LEDGER_CHANGED:
        return ResumeDecisionError("ledger-changed", kept_words.OTHER_STORE())
    if not waits:
        return ResumeDecisionError(
            "already-answered",
            kept_words.ANSWERED_ALREADY(),
            first=first_answer(connection, spend.request),
        )
    if (row.digest, row.arguments) != (spend.digest, spend.arguments):
        return ResumeDecisionError("call-changed", kept_words.CALL_CHANGED())
    if row.tool_digest != spend.tool_digest:
        return ResumeDecisionError("tool-changed", kept_words.TOOL_CHANGED(tool=row.tool))
    if row.chain_digest != spend.chain_digest:
        return ResumeDecisionError("chain-changed", kept_words.CHAIN_CHANGED())
    if (standing := hold_of(connection, session)) is not None:
        return held_refusal(standing)
    now = connection.execute(select(sessions.c.fence).where(sessions.c.id == session)).scalar()
    if now != fence:
        return FenceLost(session)
    return ResumeDecisionError("decision-required", kept_words.NO_APPROVAL())


def is_spent(store: Store, request: str) -> bool:
    """Whether the ledger has used the request up."""
    with store.read() as connection:
        state = connection.execute(select(requests.c.state).where(requests.c.id == request)).scalar()
    return state not in (None, RequestState.WAITING)


def mark(connection: Connection, pause: str, at: int) -> list[Move]:
    """Mark a pause as answered, in the transaction of its first spend; later spends of the turn find the mark there."""
    marked = connection.execute(sql.MARK, {"pause": pause, "new_answered_at": at})
    return [("pause", pause, PauseState.ANSWERED)] if marked.rowcount else []


# -- after a failure ---------------------------------------------------------------------------------------------------


def keep_answers(store: Store, session: str, fence: int, state: AnswerState, code: str, why: str) -> None:
    """Put every answer taken up under `fence` and not spent to `state`: kept (ask the person again) or submitted."""
    with store.write(durable=True) as connection:
        mine = and_(answers.c.session_id == session, answers.c.state == AnswerState.TAKEN_UP, answers.c.fence == fence)
        for row in connection.execute(select(answers.c.id, answers.c.request_id).where(mine)).all():
            moved = [("answer", row.id, state)]
            told = {"code": code, "why": why}
            write_audit(connection, session, str(state), "door", request=row.request_id, moved=moved, **told)
        ended = now_ms() if state is AnswerState.KEPT else None
        connection.execute(
            update(answers)
            .where(mine)
            .values(state=state, last_code=code, last_error=why, ended_at=ended, reserved_for=None)
        )
        refresh_listing(connection, session)
