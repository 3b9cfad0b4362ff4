"""What the model reads of calls that have no result of their own: the notices of a session, as they were frozen."""

from __future__ import annotations

from functools import partial

from sqlalchemy import BindParameter, Connection, bindparam, select

from pausedesk.core.rules.history import CallKey, CallResult
from pausedesk.core.rules.notices import notice_content
from pausedesk.core.store.stored import read_back
from pausedesk.core.store.tables import notices

_SESSION: BindParameter[str] = bindparam("session")
_NOTICES = select(
    notices.c.response_seq, notices.c.call_id, notices.c.ordinal, notices.c.origin, notices.c.text, notices.c.outcome
).where(notices.c.session_id == _SESSION)


def noticed(connection: Connection, session: str) -> dict[CallKey, CallResult]:
    """What the model reads by the session's notices, by call. Raises StoreError `store-damaged` where the answer to a
    question cannot be read."""
    found = {}
    for row in connection.execute(_NOTICES, {"session": session}):
        what = f"the answer to the call {row.call_id} of the session {session}"
        content = read_back(partial(notice_content, row.origin), row.text, what)
        found[(row.response_seq, row.call_id, row.ordinal)] = CallResult(content, row.outcome)
    return found
