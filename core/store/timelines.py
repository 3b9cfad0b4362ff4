"""The timeline of a session of our own, a page at a time from its end: a card shows the newest one."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from pausedesk.core.model.views import TimelinePage
from pausedesk.core.rules.timeline import history_items
from pausedesk.core.store.tables import messages, notices

PAGE_MESSAGES = 200


def timeline_page(connection: Connection, session: str, before: int | None = None) -> TimelinePage:
    """The messages before the one numbered `before`, or the newest ones: at most `PAGE_MESSAGES`, oldest first."""
    mine = messages.c.session_id == session
    older = mine if before is None else mine & (messages.c.seq < before)
    rows = connection.execute(
        select(messages.c.seq, messages.c.body, messages.c.at)
        .where(older)
        .order_by(messages.c.seq.desc())
        .limit(PAGE_MESSAGES)
    ).all()
    if not rows:
        return TimelinePage((), 0, 0)
    first = rows[-1].seq
    left_out = select(func.count()).select_from(messages).where(mine, messages.c.seq < first)
    told = connection.execute(
        select(notices.c.response_seq, notices.c.call_id, notices.c.origin, notices.c.text, notices.c.at).where(
            notices.c.session_id == session, notices.c.response_seq >= first, notices.c.response_seq <= rows[0].seq
        )
    ).all()
    items = history_items(
        [(row.seq, row.at, row.body) for row in reversed(rows)],
        [(row.response_seq, row.call_id, row.origin, row.text, row.at) for row in told],
    )
    return TimelinePage(tuple(items), first, int(connection.execute(left_out).scalar_one()))
