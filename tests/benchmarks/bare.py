"""What a program without Pausedesk does: the same cycle with bare Pydantic AI, its history kept as JSON in SQLite.

It keeps the whole history and the calls that wait, survives a power loss (WAL, FULL), and knows nothing of digests,
fences, spends or two doors. `python bare.py pause|answer DATABASE` does one half in a process of its own.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults
from pydantic_ai.messages import ModelMessagesTypeAdapter

# The output an agent may end with: its own, or the calls that wait for a person.
_OUTPUT: Any = [str, DeferredToolRequests]


# More than SQLite lets a WAL grow before it folds it into the database and writes it from its start again.
WAL_BYTES = 6_000_000


def open_raw(path: Path) -> sqlite3.Connection:
    """A connection that commits statement by statement, unless told to begin, and whose commits survive a power loss.

    Its WAL has reached its full length, as in any database that is in use: a commit that makes the file longer waits
    for the disk several times as long.
    """
    new = not path.exists()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    if new:
        connection.execute("CREATE TABLE filler (body BLOB)")
        connection.execute("INSERT INTO filler VALUES (zeroblob(?))", (WAL_BYTES,))
    return connection


class Bare:
    """One agent and one database."""

    def __init__(self, agent: Agent[Any, Any], path: Path) -> None:
        self._agent = agent
        # What run_sync does, with a loop that is kept: the current one is unset by whoever else calls asyncio.run.
        self._loop = asyncio.new_event_loop()
        self._database = open_raw(path)
        self._database.execute(
            "CREATE TABLE IF NOT EXISTS runs (id INTEGER PRIMARY KEY, messages BLOB NOT NULL, waiting TEXT)"
        )

    def close(self) -> None:
        """Close the database and the event loop."""
        self._database.close()
        self._loop.close()

    def pause(self) -> int:
        """Run to the pause and persist it; returns the run's number."""
        result = self._loop.run_until_complete(self._agent.run("go", output_type=_OUTPUT))
        waiting = json.dumps([call.tool_call_id for call in result.output.approvals])
        row = self._database.execute(
            "INSERT INTO runs (messages, waiting) VALUES (?, ?)", (result.all_messages_json(), waiting)
        )
        assert row.lastrowid is not None
        return row.lastrowid

    def answer(self, run: int) -> str:
        """Load the paused run, approve what waits, run on to the end and persist it; returns the output."""
        body, waiting = self._database.execute("SELECT messages, waiting FROM runs WHERE id = ?", (run,)).fetchone()
        work = self._agent.run(
            message_history=ModelMessagesTypeAdapter.validate_json(body),
            deferred_tool_results=DeferredToolResults(approvals=dict.fromkeys(json.loads(waiting), True)),
            output_type=_OUTPUT,
        )
        result = self._loop.run_until_complete(work)
        self._database.execute(
            "UPDATE runs SET messages = ?, waiting = NULL WHERE id = ?", (result.all_messages_json(), run)
        )
        return str(result.output)

    def last(self) -> int:
        """The number of the newest run."""
        return int(self._database.execute("SELECT max(id) FROM runs").fetchone()[0])

    def cycle(self) -> None:
        """Pause, persist, load, answer, run."""
        assert self.answer(self.pause()) == "done"


def main(half: str, database: str) -> None:
    """One half of the cycle; the agent is the one beside this file."""
    with closing(Bare(importlib.import_module("agents.cycle").agent, Path(database))) as bare:
        if half == "pause":
            bare.pause()
        else:
            assert bare.answer(bare.last()) == "done"


if __name__ == "__main__":
    main(*sys.argv[1:])
