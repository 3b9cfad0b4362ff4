"""What SQLite is made to do, counted: it is the same on every machine, so it can be asserted closely."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import event

from pausedesk.core.store.engine import Store


@dataclass
class Counted:
    """What was done on a store's connections while they were watched.

    `statements`: as they were sent, without those of triggers. `steps_of`: instructions of SQLite's virtual machine, to
    the next ten, by the statement without its values; they grow with the rows and index entries that are visited.
    `tables`: those that were read.
    """

    statements: list[str] = field(default_factory=list)
    steps_of: Counter[str] = field(default_factory=Counter)
    tables: set[str] = field(default_factory=set)

    @property
    def steps(self) -> int:
        """The instructions of all statements."""
        return self.steps_of.total()

    @property
    def writes(self) -> int:
        """Transactions that took the write lock."""
        return sum(statement == "BEGIN IMMEDIATE" for statement in self.statements)

    @property
    def durable(self) -> int:
        """Transactions that wait for the disk."""
        return sum(statement == "PRAGMA synchronous = FULL" for statement in self.statements)

    @property
    def queries(self) -> int:
        """Statements that read or write rows: all but the beginnings, ends and settings of transactions."""
        return sum(not statement.startswith(("BEGIN", "COMMIT", "ROLLBACK", "PRAGMA")) for statement in self.statements)


_STEPS = 10
_VALUES = re.compile(r"'(?:[^']|'')*'|\b\d+\b")


@contextmanager
def counted(store: Store) -> Iterator[Counted]:
    """Watch every connection of the store's pool."""
    found = Counted()

    def note_statement(statement: str) -> None:
        # A trigger is told as the statement that set it off, once more, or as a comment, by the version of Python.
        if not statement.startswith("--") and statement != (found.statements or [""])[-1]:
            found.statements.append(statement)

    def note_steps() -> int:
        found.steps_of[_VALUES.sub("?", (found.statements or [""])[-1])] += _STEPS
        return 0

    def note_access(action: int, first: str | None, *_: str | None) -> int:
        if action == sqlite3.SQLITE_READ and first is not None:
            found.tables.add(first)
        return sqlite3.SQLITE_OK

    def watch(connection: Any, *_: object) -> None:
        connection.set_trace_callback(note_statement)
        connection.set_progress_handler(note_steps, _STEPS)
        connection.set_authorizer(note_access)

    def leave(connection: Any, *_: object) -> None:
        connection.set_trace_callback(None)
        connection.set_progress_handler(None, 0)
        connection.set_authorizer(None)

    pool = store._engine.pool
    event.listen(pool, "checkout", watch)
    event.listen(pool, "checkin", leave)
    try:
        yield found
    finally:
        event.remove(pool, "checkout", watch)
        event.remove(pool, "checkin", leave)
