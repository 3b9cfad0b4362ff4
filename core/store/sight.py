"""What a door sees of a session before it takes it: one look, in the place of a transaction for every question.

Nothing is decided by it alone: whoever writes because of it looks again in the transaction that writes.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, select

from pausedesk.core.store import statements as sql
from pausedesk.core.store.engine import Store
from pausedesk.core.store.expiring import EXPIRING_OF, any_due
from pausedesk.core.store.past import Past, read_past
from pausedesk.core.store.repeating import INTERRUPTED_AT_END
from pausedesk.core.store.taking import too_old

_SESSION: BindParameter[str] = bindparam("session")
_SIGHT = select(
    sql.LEFT.label("left"),
    sql.on_hold(_SESSION).label("held"),
    INTERRUPTED_AT_END.exists().label("interrupted"),
    EXPIRING_OF.exists().label("expiring"),
    sql.STALE.exists().label("stale"),
    sql.TURN.exists().label("asked"),
    sql.TURN.where(sql.UNANSWERED).exists().label("unanswered"),
)


@dataclass(frozen=True, slots=True)
class Sight:
    """A session before it is taken."""

    left: bool  # a call, a door or an answer of this store is in somebody's hands, who may be dead
    held: bool
    repeats: bool  # nothing waits for an answer, and Resume would run an interrupted call again
    over: bool  # the life of a question has ended
    stale: bool  # an approval waited too long for a runner
    ready: bool  # every request of the waiting turn has a submitted answer
    past: Past | None


def look(store: Store, session: str, stale_ms: int | None) -> Sight:
    """How a session stands. An approval is stale after `stale_ms` milliseconds without a runner; None: never."""
    with store.read() as connection:
        row = connection.execute(_SIGHT, {"session": session, **too_old(stale_ms)}).one()
        ready = bool(row.asked and not row.unanswered)
        return Sight(
            left=bool(row.left),
            held=bool(row.held),
            repeats=bool(row.interrupted and not row.asked),
            over=bool(row.expiring) and any_due(connection, store.moment(), session),
            stale=bool(row.stale),
            ready=ready,
            # What waits for an answer is not handed over, so its history is not read.
            past=read_past(connection, session) if ready or not row.asked else None,
        )
