"""Who looks at a session now, and who takes care of it. Others are told, and nobody is kept from answering.

A window says every `BEAT_MS` which session it shows; one that has said nothing for `STALE_MS` is gone, however it
ended. A claim stays until it is let go or handed over.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.views import Attention, Claim, Look
from pausedesk.core.model.wording import worded
from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.holds import hold_of
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.tables import leases, looks

BEAT_MS = 10_000
STALE_MS = 3 * BEAT_MS
CLAIM = "claim:"


def look_at(store: Store, viewer: str, session: str | None, *, by: str) -> None:
    """Say that the window `viewer` shows a session, or with None that it shows none any more."""
    now = now_ms()
    with store.write() as connection:
        # A clock that was put back must not keep a window here for ever.
        gone = (looks.c.seen_at < now - STALE_MS) | (looks.c.seen_at > now + STALE_MS)
        connection.execute(delete(looks).where((looks.c.viewer == viewer) | gone))
        if session is not None:
            connection.execute(insert(looks).values(viewer=viewer, session_id=session, by=by, seen_at=now))


def claim(store: Store, session: str, *, by: str, to: str | None = None) -> Claim:
    """Take care of a session, or hand it over to `to`; whoever had it before has it no more. Returns what stands.

    Raises ResumeDecisionError `decision-required` without a name, `no-session` or `forgotten` for one that is not here.
    """
    holder = by if to is None else to.strip()
    if not by.strip() or not holder:
        raise ResumeDecisionError(
            RefusalCode.DECISION_REQUIRED, worded("Whoever takes care of a session needs a name.")
        )
    now = now_ms()
    with store.write() as connection:
        if connection.execute(sql.SESSION_EXISTS, {"session": session}).first() is None:
            raise missing_session(connection, session)
        before = connection.execute(select(leases.c.holder).where(leases.c.name == CLAIM + session)).scalar()
        connection.execute(delete(leases).where(leases.c.name == CLAIM + session))
        connection.execute(insert(leases).values(name=CLAIM + session, holder=holder, fence=0, taken_at=now, note=""))
        write_audit(connection, session, "claimed", by, holder=holder, before=before)
    return Claim(session, holder, now)


def let_go(store: Store, session: str, *, by: str) -> bool:
    """Take care of a session no more, whoever did; False where nobody did."""
    with store.write() as connection:
        gone = connection.execute(delete(leases).where(leases.c.name == CLAIM + session))
        if gone.rowcount:
            write_audit(connection, session, "let-go", by)
        return bool(gone.rowcount)


def attention(connection: Connection, now: int) -> Attention:
    """Who has an eye on the store at the time `now`, in milliseconds since the epoch."""
    seen = connection.execute(
        select(looks).where(looks.c.seen_at.between(now - STALE_MS, now + STALE_MS)).order_by(looks.c.viewer)
    ).all()
    claimed = connection.execute(
        select(leases).where(leases.c.name.startswith(CLAIM, autoescape=True)).order_by(leases.c.name)
    ).all()
    return Attention(
        hold_of(connection, None),
        tuple(Look(row.viewer, row.session_id, row.by, row.seen_at) for row in seen),
        tuple(Claim(row.name.removeprefix(CLAIM), row.holder, row.taken_at) for row in claimed),
    )
