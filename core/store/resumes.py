"""Wishes to resume, as rows: the desk writes one, a worker takes it up."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import insert, select, update

from pausedesk.core.errors import PausedeskError
from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.tables import resumes, sessions


def submit_resume(store: Store, session: str, *, by: str) -> None:
    """Write the wish to resume a session; a second one while the first waits changes nothing."""
    with store.write(durable=True) as connection:
        if connection.execute(select(sessions.c.id).where(sessions.c.id == session)).first() is None:
            raise missing_session(connection, session)
        waits = select(resumes.c.id).where(resumes.c.session_id == session, resumes.c.state == "submitted")
        if connection.execute(waits).first() is None:
            wish = new_id()
            connection.execute(
                insert(resumes).values(id=wish, session_id=session, by=by, at=now_ms(), state="submitted")
            )
            write_audit(connection, session, "resume-submitted", by, moved=[("resume", wish, "submitted")])


def take_resumes(store: Store, busy: Collection[str] = ()) -> list[str]:
    """Take every submitted wish to resume up and return its session; those of `busy` and of held sessions wait."""
    wanted = (
        select(resumes.c.id, resumes.c.session_id)
        .where(resumes.c.state == "submitted", resumes.c.session_id.not_in(list(busy)))
        .where(~sql.on_hold(resumes.c.session_id))
        .order_by(resumes.c.at)
    )
    with store.read() as connection:
        if connection.execute(wanted).first() is None:
            return []
    with store.write(durable=True) as connection:
        rows = connection.execute(wanted).all()
        connection.execute(update(resumes).where(resumes.c.id.in_([row.id for row in rows])).values(state="taken_up"))
        for row in rows:
            moved = [("resume", row.id, "taken_up")]
            write_audit(connection, row.session_id, "resume-taken-up", "worker", moved=moved)
    return [row.session_id for row in rows]


def end_resume(store: Store, session: str, error: PausedeskError | None) -> None:
    """Write what became of a wish that was taken up; where it was refused, the session says why."""
    with store.write() as connection:
        state = "done" if error is None else "refused"
        ended = connection.execute(
            update(resumes)
            .where(resumes.c.session_id == session, resumes.c.state == "taken_up")
            .values(state=state, last_error=error.sentence if error else None)
            .returning(resumes.c.id)
        ).scalars()
        moved = [("resume", wish, state) for wish in ended]
        if error is not None and moved:
            connection.execute(update(sessions).where(sessions.c.id == session).values(last_error=error.sentence))
            told = {"code": error.code, "why": error.sentence}
            write_audit(connection, session, "resume-refused", "worker", moved=moved, **told)
            refresh_listing(connection, session)
        elif moved:
            write_audit(connection, session, "resume-done", "worker", moved=moved)
