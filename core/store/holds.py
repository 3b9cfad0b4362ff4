"""Holds: while one stands, no door begins anything - no answer is taken up, no approval spent, no run begun.

A person holds one session or everything, by a lease in their name; answers stay submitted, and what runs goes on. The
spend itself looks for a hold in its own transaction (`statements.SPEND`), so none lands after one was written.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.views import Hold
from pausedesk.core.model.wording import worded
from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.tables import leases, sessions

# Built once: it stands on the way of every hand-over.
_HOLDS = (
    select(leases)
    .where((leases.c.name == bindparam("wide")) | (leases.c.name == bindparam("narrow")))
    .order_by(leases.c.name)
)


def hold(store: Store, session: str | None, *, by: str, why: str = "") -> tuple[Hold, bool]:
    """Hold a session, or with None everything in the store; returns the hold that stands, and whether it is this one:
    the first one stays.

    Raises ResumeDecisionError `decision-required` without a name, `no-session` for a session that was never written.
    """
    _refuse_nobody(by)
    name = _name(session)
    with store.write(durable=True) as connection:
        _refuse_unknown(connection, session)
        standing = _holds(connection, name, name)
        if standing:
            return standing[0], False
        connection.execute(insert(leases).values(name=name, holder=by, fence=0, taken_at=now_ms(), note=why))
        write_audit(connection, session, "held", by, why=why or None)
        return _holds(connection, name, name)[0], True


def release(store: Store, session: str | None, *, by: str) -> tuple[Hold | None, int]:
    """Let a session go, or with None what the whole store was held by. Holds of single sessions are released one by
    one.

    Returns the hold that stood (None: none did), and how many submitted answers it kept back.
    """
    _refuse_nobody(by)
    name = _name(session)
    with store.write(durable=True) as connection:
        _refuse_unknown(connection, session)
        standing = _holds(connection, name, name)
        if not standing:
            return None, 0
        connection.execute(delete(leases).where(leases.c.name == name))
        write_audit(connection, session, "released", by, held_by=standing[0].by)
        waiting = select(func.coalesce(func.sum(sessions.c.submitted_count), 0))
        if session is not None:
            waiting = waiting.where(sessions.c.id == session)
        return standing[0], int(connection.execute(waiting).scalar_one())


def hold_of(connection: Connection, session: str | None) -> Hold | None:
    """What holds a session: everything's hold before its own. None where nothing does."""
    return next(iter(_holds(connection, _name(None), _name(session))), None)


def standing_holds(connection: Connection) -> list[Hold]:
    """Every hold that stands: everything's first, then by session."""
    rows = connection.execute(
        select(leases)
        .where((leases.c.name == sql.HOLD) | leases.c.name.like(f"{sql.HOLD_SESSION}%"))
        .order_by(leases.c.name)
    ).all()
    return [_hold(row) for row in rows]


def refuse_held(connection: Connection, session: str | None) -> None:
    """Raise ResumeDecisionError `held` while a hold on the session, or on everything, stands."""
    standing = hold_of(connection, session)
    if standing is not None:
        raise held_refusal(standing)


def held_refusal(standing: Hold) -> ResumeDecisionError:
    """The refusal of a hand-over under a hold."""
    what = "This session" if standing.session is not None else "Everything in this store"
    why = f": {standing.why.rstrip(' .')}" if standing.why else ""
    return ResumeDecisionError(
        RefusalCode.HELD,
        worded("{what} is held by {by}{why}.", what=what, by=standing.by, why=why),
        next_step=worded("Nothing is lost: what is submitted stays so until it is released (pausedesk release)."),
    )


def _name(session: str | None) -> str:
    return sql.HOLD if session is None else sql.HOLD_SESSION + session


def _holds(connection: Connection, wide: str, narrow: str) -> list[Hold]:
    return [_hold(row) for row in connection.execute(_HOLDS, {"wide": wide, "narrow": narrow})]


def _hold(row: Any) -> Hold:
    session = None if row.name == sql.HOLD else row.name.removeprefix(sql.HOLD_SESSION)
    return Hold(session, by=row.holder, why=row.note, at=row.taken_at)


def _refuse_nobody(by: str) -> None:
    if not by.strip():
        raise ResumeDecisionError(
            RefusalCode.DECISION_REQUIRED, worded("A hold needs the name of the person who decides it.")
        )


def _refuse_unknown(connection: Connection, session: str | None) -> None:
    if session is not None and connection.execute(sql.SESSION_EXISTS, {"session": session}).first() is None:
        raise missing_session(connection, session)
