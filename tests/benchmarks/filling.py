"""Stores of a size: many sessions that wait, or one with a long past, copied from one that really paused."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import insert, select, update
from tests.benchmarks.hands import HandRunner

from pausedesk.core.model.states import Ending
from pausedesk.core.run.door import Door
from pausedesk.core.store.engine import Store, new_id, open_store
from pausedesk.core.store.sessions import AgentRef, create_session
from pausedesk.core.store.tables import answers, executions, messages, pauses, requests, runs, sessions

# A turn is run once and answered once.
RUNS_OF_A_TURN = 2
_IDS = ("id", "run_id", "pause_id", "request_id", "spent_answer", "submit_id")

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


# Messages that one turn of `TurnRunner` leaves: prompt, call, result, gated call.
MESSAGES_OF_A_TURN = 4


def lengthen(store: Store, session: str, number: int) -> None:
    """Give a session a past of `number` messages more: copies of its first turn, all of it answered, run and recorded.

    The session is one that `TurnRunner` drove through one turn and its answer.
    """
    turns = number // MESSAGES_OF_A_TURN
    with store.write() as connection:
        for table in (runs, messages, pauses, requests, answers, executions):
            names = [column.name for column in table.columns]
            columns = ", ".join(f'"{name}"' for name in names)
            connection.exec_driver_sql(
                "WITH RECURSIVE turn (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM turn WHERE n < ?) "
                f"INSERT INTO {table.name} ({columns}) SELECT {', '.join(map(_moved, names))} "
                f"FROM {table.name}, turn WHERE session_id = ?",
                (turns, session),
            )
        later = sessions.c.fence + turns * RUNS_OF_A_TURN
        more = sessions.c.message_count + turns * MESSAGES_OF_A_TURN
        connection.execute(update(sessions).where(sessions.c.id == session).values(fence=later, message_count=more))


def _moved(column: str) -> str:
    """A column as a turn that comes `n` turns later would have left it: another id, a later number."""
    if column in _IDS:
        return f"{column} || '-' || n"
    return {
        "seq": f"seq + n * {MESSAGES_OF_A_TURN}",
        "response_seq": f"response_seq + n * {MESSAGES_OF_A_TURN}",
        "fence": f"fence + n * {RUNS_OF_A_TURN}",
    }.get(column, f'"{column}"')
