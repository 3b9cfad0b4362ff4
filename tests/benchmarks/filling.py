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


_WORDS = (
    "refund",
    "letter",
    "order",
    "deploy",
    "backup",
    "invoice",
    "customer",
    "report",
    "退款",
    "部署",
    "客户",
    "合同",
)


def listed_store(path: Path, number: int) -> Store:
    """A store of `number` sessions as a list may hold them: many titles, agents, endings and programs, spread evenly.

    One in ten waits, one in a hundred may have run, three in ten were interrupted. Each has a word of its own,
    `case000017`, and shares others. The caller closes it.
    """
    store = open_store(path)
    words = ", ".join(f"'{word}'" for word in _WORDS)
    pick = f"(SELECT value FROM (SELECT json_array({words}) AS all_words), json_each(all_words) WHERE key = %s)"
    title = f"{pick % 'n % 12'} || ' ' || {pick % '(n / 12) % 12'} || printf(' case%06d', n)"
    with store.write() as connection:
        connection.exec_driver_sql(
            "WITH RECURSIVE each (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM each WHERE n < ? - 1) "
            "INSERT INTO sessions (id, title, agent, agent_spec, interpreter, folder, deps, model, source, source_ref, "
            "prompt, created_at, updated_at, version, fence, ending, confidence, stopped_by, listed_format, "
            "waiting_count, submitted_count, unknown_count, answered_count, what_tool, what_line, waiting_since) "
            f"SELECT printf('%06d', n) || lower(hex(randomblob(9))), {title}, 'agent-' || (n % 20), '', '', "
            "'/srv/shop', '', 'test', CASE WHEN n % 4 THEN 'pausedesk' ELSE 'claude-code' END, '', 'Look after it.', "
            "1700000000000 + n * 1000, 1700000000000 + n * 1000, 1, 1, CASE WHEN n % 10 = 0 THEN 'waiting_approval' "
            "WHEN n % 100 = 1 THEN 'may_have_run' WHEN n % 10 < 5 THEN 'api_error' ELSE 'finished' END, 'certain', '', "
            "'conversation-v1', n % 10 = 0, 0, n % 100 = 1, n % 10 > 4, "
            "CASE WHEN n % 10 = 0 THEN 'refund' ELSE '' END, "
            "CASE WHEN n % 10 = 0 THEN '8812, 49.00' ELSE '' END, CASE WHEN n % 10 = 0 THEN 1700000000000 + n END "
            "FROM each",
            (number,),
        )
    return store
