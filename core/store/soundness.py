"""Whether the whole of a store can be read: its file, and each row of each table. Reads everything; changes nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Boolean, Connection, Integer, LargeBinary, Table, exists, func, select, union
from sqlalchemy.exc import OperationalError

from pausedesk.core.errors import StoreError
from pausedesk.core.model.views import SessionRow
from pausedesk.core.rules.soundness import row_fault
from pausedesk.core.store import dialect
from pausedesk.core.store.engine import Store, integrity, lost_parts
from pausedesk.core.store.list_counts import counted_anew, kept_counts
from pausedesk.core.store.stored import damaged, first_of
from pausedesk.core.store.tables import Base, executions, messages, pauses, sessions


def faults(store: Store) -> list[str]:
    """What is wrong with the file and its rows, a sentence's part each; nothing where all of it is sound."""
    return [*integrity(store), *row_faults(store)]


def row_faults(store: Store) -> list[str]:
    """The parts of the schema that are gone, and the rows that cannot be what was written."""
    with store.read() as connection:
        found = lost_parts(connection)
    for table in Base.metadata.sorted_tables:
        try:
            with store.read() as connection:
                found += _faults_of(connection, table)
        except (StoreError, OperationalError) as error:
            if isinstance(error, StoreError) and error.code != "store-damaged":
                raise
            if f"the table {table.name} is gone" not in found:
                found.append(f"rows of {table.name} cannot be read")
    if not found:
        with store.read() as connection:
            found += _gaps(connection)
            if kept_counts(connection) != counted_anew(connection):
                found.append("the numbers of its sessions are wrong")
    return first_of(found)


def refuse_short_list(connection: Connection) -> None:
    """Raise StoreError `store-damaged` where the list could leave out a session without a word."""
    found = dialect.table_faults(connection, sessions.name)
    if found:
        raise damaged(f"the list of sessions: {found[0]}")


def refuse_lost_questions(row: SessionRow, waiting: int) -> None:
    """Raise StoreError `store-damaged` where a session of our own lists another number of questions than are stored:
    the number is kept in the transaction of the questions themselves."""
    if row.source == "pausedesk" and row.waiting_count != waiting:
        raise damaged(f"the session {row.session} asks {row.waiting_count} questions, and {waiting} can be read")


def _faults_of(connection: Connection, table: Table) -> Iterator[str]:
    rows = connection.execution_options(yield_per=500).execute(select(table))
    for row in map(dict, rows.mappings()):
        fault = fault_of(table, row)
        if fault is not None:
            key = " ".join(str(row[column.name]) for column in table.primary_key)
            yield f"the row {key} of {table.name}: {fault}"


def fault_of(table: Table, row: Mapping[str, Any]) -> str | None:
    """What of one row cannot be what was written, its types included; None where nothing is seen to be wrong."""
    for column in table.columns:
        value = row[column.name]
        if value is None:
            if not column.nullable:
                return f"its {column.name} is gone"
        elif not isinstance(value, _kind(column.type)):
            return f"its {column.name} is no {_kind(column.type).__name__}"
    return row_fault(table.name, row)


def _kind(sql_type: Any) -> type:
    if isinstance(sql_type, Boolean | Integer):
        return int
    return bytes if isinstance(sql_type, LargeBinary) else str


def _gaps(connection: Connection) -> list[str]:
    """Histories with a message missing: they are numbered from 0 without a gap up to the count that the session keeps,
    and each call stands in one.

    Not those of sessions that say themselves that something of them is lost.
    """
    numbered = (
        select(sessions.c.id)
        .join(messages, messages.c.session_id == sessions.c.id, isouter=True)
        .group_by(sessions.c.id, sessions.c.message_count)
        .having(
            (sessions.c.message_count != func.count(messages.c.seq))
            | (func.coalesce(func.max(messages.c.seq) + 1, 0) != sessions.c.message_count)
        )
    )
    called = [
        select(turns.c.session_id).where(
            ~exists().where(messages.c.session_id == turns.c.session_id, messages.c.seq == turns.c.response_seq)
        )
        for turns in (pauses, executions)
    ]
    found = set(connection.execute(union(numbered, *called)).scalars())
    found -= set(connection.execute(select(sessions.c.id).where(sessions.c.unreadable.is_not(None))).scalars())
    return [f"a message of the session {session} is missing" for session in sorted(found)]
