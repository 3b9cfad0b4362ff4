"""Questions that have an end: spent as expired by whoever runs things and meets one whose life is over.

A decline that was given first stays a decline; an approval that was not used in time is refused with its question
(answered-pause rules, section 9). An answer that a door has taken up is left to that door's spend, which judges again.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.moments import Moment
from pausedesk.core.model.states import AnswerState
from pausedesk.core.rules.expiry import EXPIRED_BEFORE_USE, EXPIRED_UNANSWERED, expired
from pausedesk.core.store import statements as sql
from pausedesk.core.store.clock import deadline_of
from pausedesk.core.store.closing import ClosingDoor, close_requests
from pausedesk.core.store.engine import Store
from pausedesk.core.store.tables import requests

# Built once: it stands on the way of every hand-over.
EXPIRING_OF = sql.EXPIRING.where(requests.c.session_id == bindparam("session"))


def is_over(row: Any, now: Moment) -> bool:
    """Whether the life of a row of `requests` is over."""
    end = deadline_of(row)
    return end is not None and expired(end, now)


def spend_expired(store: Store, session: str | None = None) -> int:
    """Spend every question that is over as expired, of one session or of all; returns how many."""
    with store.read() as connection:
        due = _due(connection, store.moment(), session)
    for name in {row.session_id for row in due}:
        with store.write(durable=True) as connection:
            for row in _due(connection, store.moment(), name):
                why = EXPIRED_UNANSWERED if row.answer_state is None else EXPIRED_BEFORE_USE
                spend_as_expired(connection, store, name, row.id, why)
    return len(due)


def any_due(connection: Connection, now: Moment, session: str) -> bool:
    """Whether a question of the session is over."""
    return bool(_due(connection, now, session))


def spend_as_expired(connection: Connection, store: Store, session: str, request: str, why: str) -> None:
    """Spend one question as expired, in the caller's transaction: its answers are refused, the model reads that nobody
    answered in time."""
    # No fence: what no door has taken up, no door can use any more.
    close_requests(connection, ClosingDoor(store, session, 0), [(request, RefusalCode.EXPIRED, why)])


# Nothing runs late by these: one that came first is what it says.
_STANDS = ("decline", "skip")


def _due(connection: Connection, now: Moment, session: str | None) -> list[Any]:
    wanted = sql.EXPIRING if session is None else EXPIRING_OF
    return [
        row
        for row in connection.execute(wanted, {"session": session} if session is not None else {}).all()
        if row.answer_state != AnswerState.TAKEN_UP and row.decision not in _STANDS and is_over(row, now)
    ]
