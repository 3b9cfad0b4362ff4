"""An imported session that is gone on with here: its envelope becomes rows of our own, and what waits there is closed.

One transaction of the door that takes the session (answered-pause rules, section 4, points 1 to 3): the messages are
stored as the envelope has them, each open call reads that it may have run, and the bytes that came are moved aside.
"""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, or_, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.envelopes import Pause
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.states import RequestState
from pausedesk.core.rules.answered_pause import (
    MessageVerdict,
    PausedRequest,
    PauseReach,
    message_verdict,
    unanswerable_pause,
)
from pausedesk.core.rules.exchange import messages_of_entries
from pausedesk.core.rules.history import open_tool_calls
from pausedesk.core.rules.notices import NoticeOrigin, notice_for
from pausedesk.core.rules.stored_sessions import StoredSession, read_stored_session
from pausedesk.core.store.closing import ClosingDoor, move_aside
from pausedesk.core.store.engine import Store
from pausedesk.core.store.executions import insert_notice
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.sessions import AgentRef, insert_messages
from pausedesk.core.store.tables import requests, sessions
from pausedesk.core.store.witness import ledger_facts

_IMPORTED = select(sessions.c.id).where(
    sessions.c.id == bindparam("session"),
    or_(sessions.c.envelope.is_not(None), sessions.c.foreign_file.is_not(None)),
)


def is_imported(connection: Connection, session: str) -> bool:
    """Whether the session is one of another store or program that nothing here has gone on with."""
    return connection.execute(_IMPORTED, {"session": session}).first() is not None


def adopt(connection: Connection, door: ClosingDoor, run: str, agent: AgentRef) -> None:
    """Make an imported session one of our own, in the transaction in which the door takes it for a message.

    Refused with `waiting` where its pause can be answered, here or where it was asked: what waits is neither run nor
    dropped. A pause that no answer can reach is closed: what became of its calls is not known here, so no notice claims
    that one did not run. Raises `EnvelopeError` for an envelope that cannot be read; it stays as it is.
    """
    row = connection.execute(select(sessions).where(sessions.c.id == door.session)).one()
    envelope = bytes(row.envelope)
    stored = read_stored_session(envelope)
    if message_verdict(pause=pause_reach(connection, door.store, stored), owner_proved_dead=True) is (
        MessageVerdict.REFUSE_WAITING
    ):
        raise ResumeDecisionError(
            "waiting",
            "This session was imported with a question that waits for an answer; its own program takes it.",
            next_step="Answer it where it was asked and import what came of it.",
        )
    conversation = stored.conversation
    messages = messages_of_entries(conversation.history, conversation.checkpointed_at)
    move_aside(connection, door.session, envelope, "It was imported, and gone on with here.")
    insert_messages(connection, door.session, run, messages)
    origin = NoticeOrigin.OUTCOME_UNKNOWN
    for call in open_tool_calls(messages):
        site = CallSite(call.response_index, call.call_id, call.ordinal)
        insert_notice(connection, door.session, site, origin, notice_for(origin))
    connection.execute(
        update(sessions)
        .where(sessions.c.id == door.session)
        .values(
            envelope=None,
            envelope_format=None,
            agent=agent.name,
            agent_spec=agent.spec,
            interpreter=agent.interpreter,
            folder=agent.folder,
            deps=agent.deps,
        )
    )
    write_audit(connection, door.session, "session-adopted", "door", agent=agent.spec, format=row.envelope_format)


def pause_reach(connection: Connection, store: Store, stored: StoredSession) -> PauseReach:
    """Whether an answer can reach the pause of an envelope, as far as this ledger and the stored bytes tell."""
    if stored.answered is not None:
        return "answered"
    if stored.waiting is None:
        return "none"
    pause = stored.waiting
    # A plain question takes any answer, and only its own program can take it.
    if not pause.is_consent or _asked_elsewhere(store, pause):
        return "answerable"
    states = {
        row.id: RequestState(row.state)
        for row in connection.execute(
            select(requests.c.id, requests.c.state).where(
                requests.c.id.in_([request.request_id for request in pause.requests])
            )
        )
    }
    named = [
        PausedRequest(request.ledger, request.incarnation, states.get(request.request_id)) for request in pause.requests
    ]
    here = ledger_facts(connection)
    reason = unanswerable_pause(named, ledger=here.ledger, incarnation=here.incarnation)
    return "answerable" if reason is None else "unanswerable"


def _asked_elsewhere(store: Store, pause: Pause) -> bool:
    # Another ledger may take the answer; an older incarnation of this one takes none any more.
    return any(request.ledger != store.ledger_id for request in pause.requests)
