"""Stores of a size: many sessions that wait, copied from one that really paused."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import insert, select
from tests.benchmarks.hands import HandRunner

from pausedesk.core.model.states import Ending
from pausedesk.core.run.door import Door
from pausedesk.core.store.engine import Store, new_id, open_store
from pausedesk.core.store.sessions import AgentRef, create_session
from pausedesk.core.store.tables import sessions

# Copies of these kinds: (ending, the listing column that counts).
_KINDS = [
    (Ending.WAITING_APPROVAL, "waiting_count"),
    (Ending.MAY_HAVE_RUN, "unknown_count"),
    (Ending.API_ERROR, ""),
    (Ending.FINISHED, "answered_count"),
]
_COUNTS = ("waiting_count", "submitted_count", "unknown_count", "answered_count")


def filled_store(path: Path, number: int, *, of_each: int) -> Store:
    """A store with `number` sessions: the newest a real one with its pause, the others copies of its listing columns.

    Spread over them are `of_each` that wait, as many that may have run, that were interrupted and that were answered;
    the rest ended without a question. The caller closes it.
    """
    store = open_store(path)
    door = Door(store, lambda ref: HandRunner())
    real = create_session(store, AgentRef("bench", "bench:agent", "", ""), title="go")
    door.run(real, "go")
    every = number // of_each
    with store.write() as connection:
        row = dict(connection.execute(select(sessions).where(sessions.c.id == real)).mappings().one())
        row.update(dict.fromkeys(_COUNTS, 0))
        copies = []
        for index in range(1, number):
            place = index % every
            ending, counted = _KINDS[place] if place < len(_KINDS) else (Ending.FINISHED, "")
            copy = {**row, "id": new_id(), "updated_at": row["updated_at"] - index * 1000, "ending": str(ending)}
            if counted:
                copy[counted] = 1
            copies.append(copy)
        connection.execute(insert(sessions), copies)
    return store
