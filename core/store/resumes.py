"""Wishes to resume, as rows: the desk writes one, a worker takes it up."""

from __future__ import annotations

from sqlalchemy import insert, select, update

from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.sessions import no_session
from pausedesk.core.store.tables import resumes, sessions


def submit_resume(store: Store, session: str, *, by: str) -> None:
    """Write the wish to resume a session; a second one while the first waits changes nothing."""
    with store.write(durable=True) as connection:
        if connection.execute(select(sessions.c.id).where(sessions.c.id == session)).first() is None:
            raise no_session(session)
        waits = select(resumes.c.id).where(resumes.c.session_id == session, resumes.c.state == "submitted")
        if connection.execute(waits).first() is None:
            connection.execute(
                insert(resumes).values(id=new_id(), session_id=session, by=by, at=now_ms(), state="submitted")
            )
            write_audit(connection, session, "resume-submitted", by)


def take_resumes(store: Store) -> list[str]:
    """Take every submitted wish to resume up and return its session."""
    with store.write(durable=True) as connection:
        rows = connection.execute(
            select(resumes.c.id, resumes.c.session_id).where(resumes.c.state == "submitted").order_by(resumes.c.at)
        ).all()
        for row in rows:
            connection.execute(update(resumes).where(resumes.c.id == row.id).values(state="taken_up"))
    return [row.session_id for row in rows]
