"""Copying what is whole of a damaged store into a new one, row by row. The damaged one is only read.

The new store is another ledger: what waited in the old one may have been answered where rows are lost, so every open
question is closed as `ledger-changed`, every call whose end is not recorded may have run, and a session of which rows
are lost is never run on. Speaks SQLite, for it is a file of SQLite's that is damaged.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Boolean, Connection, LargeBinary, Table, insert, select, update
from sqlalchemy.exc import IntegrityError

from pausedesk.core.errors import StoreError, UsageError
from pausedesk.core.model.states import Ending, ExecutionState, RequestState
from pausedesk.core.paths import private_folder
from pausedesk.core.rules.transitions import FREE, GONE, HELD, Move, replay
from pausedesk.core.rules.witness import CLOSED_BY_ROTATION
from pausedesk.core.store import dialect
from pausedesk.core.store import statements as sql
from pausedesk.core.store.attention import CLAIM
from pausedesk.core.store.closing import close_each
from pausedesk.core.store.engine import Store, now_ms, open_store
from pausedesk.core.store.executions import mark_may_have_run
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.past import history_fault
from pausedesk.core.store.sessions import close_run
from pausedesk.core.store.soundness import fault_of
from pausedesk.core.store.tables import Base, executions, messages, requests, resumes, runs, sessions
from pausedesk.core.store.trails import audit_moves, states_now

# What a new store says of itself or makes anew.
_OWN = ("meta", "changes", "looks")
# A session is doubted where a row of one of these is lost and nobody can say whose it was.
_DOUBTED = ("messages", "pauses", "requests", "answers", "executions", "notices")
# So many row numbers between two readable parts of a table are tried one by one.
_TRIED = 1_000_000

LOST = "Rows of this session were lost when its store was salvaged."


@dataclass(slots=True)
class Salvaged:
    """What became of the rows of each table, and the sessions of which some are lost.

    `lost` counts the rows that are known to be lost; of the tables in `unsure` others may be.
    """

    saved: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    unsure: list[str] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Rows:
    """The rows of one table: those that are whole, whose the lost ones were, and whether that is all."""

    whole: list[dict[str, Any]] = field(default_factory=list)
    lost: list[str | None] = field(default_factory=list)
    unsure: bool = False


def salvage(source: Path, target: Path) -> Salvaged:
    """Copy what is whole of the store `source` into the new file `target`.

    Raises UsageError `file-exists` where there is something at `target`, and StoreError where nothing can be read:
    `no-store`, `store-damaged`, `store-newer`, `store-older`.
    """
    source, target = source.absolute(), target.absolute()
    if target.exists() or target.is_symlink():
        raise UsageError("file-exists", f"{target} is there already.", next_step="Name a new file.")
    if not source.is_file():
        raise StoreError("no-store", f"There is no store at {source}.")
    with _copied(source, target) as copy, closing(_opened(copy)) as wreck:
        found = {table: _rows_of(wreck, table) for table in Base.metadata.sorted_tables if table.name not in _OWN}
        store = open_store(target)
        try:
            return _filled(store, found)
        finally:
            store.close()


@contextmanager
def _copied(source: Path, target: Path) -> Iterator[Path]:
    """A copy of the file and the writes beside it: opening the store itself could change it."""
    try:
        folder = Path(tempfile.mkdtemp(dir=private_folder(target.parent), prefix=".salvage-"))
    except OSError as error:
        raise StoreError("store-not-opened", f"{target.parent} cannot be written: {error.strerror}.") from error
    try:
        with _standing_still(source):
            for path in (source, source.with_name(f"{source.name}-wal")):
                if path.exists():
                    shutil.copyfile(path, folder / path.name)
        yield folder / source.name
    except OSError as error:
        raise StoreError("store-io", f"The store {source} cannot be copied: {error.strerror}.") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _standing_still(source: Path) -> Iterator[None]:
    """While this reads, no other program moves writes from beside the file over pages that are being copied."""
    reader: sqlite3.Connection | None = None
    # Where not even that can be read, nobody writes either.
    with suppress(sqlite3.Error, UnicodeDecodeError):
        reader = sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True, isolation_level=None)
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
    try:
        yield
    finally:
        if reader is not None:
            reader.close()


def _opened(copy: Path) -> sqlite3.Connection:
    for mended in (False, True):
        if mended:
            dialect.mend_header(copy)
        wreck = sqlite3.connect(copy, isolation_level=None)
        wreck.text_factory = bytes
        try:
            wreck.execute("PRAGMA writable_schema = ON")  # what is wrong with one table must not hide the others
            if wreck.execute("SELECT count(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0]:
                return wreck
        except (sqlite3.Error, UnicodeDecodeError):
            pass
        wreck.close()
    raise StoreError(
        "store-damaged", "Nothing can be salvaged: the list of its tables is gone.", next_step="Put a backup back."
    )


# -- reading -----------------------------------------------------------------------------------------------------------


def _rows_of(wreck: sqlite3.Connection, table: Table) -> _Rows:
    rows = _Rows()
    owners, complete = _by_indexes(wreck, table)
    numbers, broken = _by_scans(wreck, table)
    rows.unsure = broken and not complete
    for number in sorted(numbers | owners.keys()):
        values = _row(wreck, table, number)
        if values is None and number not in owners:
            continue  # a number between two rows
        if values is None or fault_of(table, values) is not None:
            owner = (values or {}).get("session_id", owners.get(number))
            rows.lost.append(owner if isinstance(owner, str) else None)
        else:
            rows.whole.append(values)
    return rows


def _by_scans(wreck: sqlite3.Connection, table: Table) -> tuple[set[int], bool]:
    """The row numbers that the table itself tells from either end, and whether something lies between."""
    ends: list[list[int]] = []
    broken = False
    for order in ("ASC", "DESC"):
        numbers: list[int] = []
        try:
            scan = f"SELECT rowid FROM {table.name} NOT INDEXED ORDER BY rowid {order}"  # noqa: S608 - our own names
            for (number,) in wreck.execute(scan):
                numbers.append(number)
        except (sqlite3.Error, UnicodeDecodeError):
            broken = True
        ends.append(numbers)
    first, last = ends
    between: set[int] = set()
    if broken and first and last and last[-1] - first[-1] <= _TRIED:
        between = set(range(first[-1] + 1, last[-1]))
    return {*first, *last, *between}, broken


def _by_indexes(wreck: sqlite3.Connection, table: Table) -> tuple[dict[int, str | None], bool]:
    """The row numbers that the table's indexes tell, with the session of each, and whether one of them told all."""
    found: dict[int, str | None] = {}
    complete = False
    named = "session_id" if "session_id" in table.columns else "id" if table is sessions else "NULL"
    with suppress(sqlite3.Error, UnicodeDecodeError):
        for _, index, _, _, partial in wreck.execute(f"PRAGMA index_list({table.name})").fetchall():
            if partial:
                continue
            try:
                statement = f'SELECT rowid, {named} FROM {table.name} INDEXED BY "{index.decode()}"'  # noqa: S608
                for number, owner in wreck.execute(statement):
                    found[number] = owner.decode("utf-8", "replace") if isinstance(owner, bytes) else None
                complete = True
            except (sqlite3.Error, UnicodeDecodeError):
                continue
    return found, complete


def _row(wreck: sqlite3.Connection, table: Table, number: int) -> dict[str, Any] | None:
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    try:
        statement = f"SELECT {names} FROM {table.name} NOT INDEXED WHERE rowid = ?"  # noqa: S608 - our own names
        values = wreck.execute(statement, (number,)).fetchone()
    except (sqlite3.Error, UnicodeDecodeError):
        return None
    if values is None:
        return None
    return {column.name: _value(column.type, value) for column, value in zip(table.columns, values, strict=True)}


def _value(sql_type: Any, value: Any) -> Any:
    if isinstance(sql_type, Boolean) and value in (0, 1):
        return bool(value)
    if isinstance(value, bytes) and not isinstance(sql_type, LargeBinary):
        with suppress(UnicodeDecodeError):
            return value.decode("utf-8")
    return value


# -- writing -----------------------------------------------------------------------------------------------------------


def _filled(store: Store, found: Mapping[Table, _Rows]) -> Salvaged:
    salvaged = Salvaged()
    with store.write(durable=True) as connection:
        doubted = _insert(connection, found, salvaged)
        known = list(connection.execute(select(sessions.c.id).order_by(sessions.c.id)).scalars())
        if any(found[table].unsure for table in found if table.name in (*_DOUBTED, "sessions")):
            doubted |= {session for session in known if _ending(connection, session) != Ending.FINISHED}
        doubted |= {session for session in known if _contradicted(connection, session)}
        salvaged.sessions = [session for session in known if session in doubted]
        for session in known:
            _end_what_was_open(connection, session, doubted=session in doubted)
        told: dict[str, Any] = {"saved": salvaged.saved, "lost": salvaged.lost, "sessions": salvaged.sessions}
        write_audit(connection, None, "salvaged", "store", **told)
    return salvaged


def _insert(connection: Connection, found: Mapping[Table, _Rows], salvaged: Salvaged) -> set[str]:
    """Write the whole rows; returns the sessions of which a row is lost, those included whose own row is."""
    doubted: set[str] = set()
    for table, rows in found.items():
        lost = list(rows.lost)
        for row in rows.whole:
            if table.name == "leases" and not str(row["name"]).startswith((sql.HOLD, sql.HOLD_SESSION, CLAIM)):
                continue  # a door or a worker of the old store
            try:
                with connection.begin_nested():
                    connection.execute(insert(table).values(row))
            except IntegrityError:
                lost.append(row.get("session_id"))
            else:
                salvaged.saved[table.name] = salvaged.saved.get(table.name, 0) + 1
        if table is sessions:
            doubted |= _stand_ins(connection, found)
        if lost:
            salvaged.lost[table.name] = len(lost)
            doubted |= {session for session in lost if session is not None}
        if rows.unsure:
            salvaged.unsure.append(table.name)
        if lost.count(None) and table.name in _DOUBTED:
            rows.unsure = True  # nobody can say whose they were
    return doubted


def _stand_ins(connection: Connection, found: Mapping[Table, _Rows]) -> set[str]:
    """Rows in place of sessions whose own is lost: what they ran must not be lost with it."""
    named = {row["session_id"] for table, rows in found.items() if table.name in _DOUBTED for row in rows.whole} - set(
        connection.execute(select(sessions.c.id)).scalars()
    )
    for session in named:
        at = now_ms()
        numbers = [row["seq"] for row in found[messages].whole if row["session_id"] == session]
        counted = max(numbers, default=-1) + 1
        connection.execute(
            insert(sessions).values(id=session, title="", created_at=at, updated_at=at, message_count=counted)
        )
    return named


def _ending(connection: Connection, session: str) -> str:
    return str(connection.execute(select(sessions.c.ending).where(sessions.c.id == session)).scalar_one())


def _contradicted(connection: Connection, session: str) -> bool:
    """Whether the audit and the rows tell different ways of the session, or a message of it is known to be missing."""
    if history_fault(connection, session) is not None:
        return True
    replayed = replay(audit_moves(connection, session))
    told = {key: state for key, state in replayed.states.items() if state != GONE and key[0] != "session"}
    now = {key: state for key, state in states_now(connection, session).items() if key[0] != "session"}
    return bool(replayed.faults) or told != now


def _end_what_was_open(connection: Connection, session: str, *, doubted: bool) -> None:
    moved: list[Move] = []
    if replay(audit_moves(connection, session)).states.get(("session", session)) == HELD:
        moved.append(("session", session, FREE))
    for run in connection.execute(
        select(runs.c.id).where(runs.c.session_id == session, runs.c.ended_at.is_(None))
    ).scalars():
        close_run(connection, run, "died", "salvaged", "Its store was salvaged.")
        moved.append(("run", run, "died"))
    for wish in connection.execute(
        select(resumes.c.id).where(resumes.c.session_id == session, resumes.c.state.in_(["submitted", "taken_up"]))
    ).scalars():
        connection.execute(update(resumes).where(resumes.c.id == wish).values(state="refused"))
        moved.append(("resume", wish, "refused"))
    open_calls = select(executions.c.id).where(
        executions.c.session_id == session,
        executions.c.state.in_([ExecutionState.RUNNING, ExecutionState.ASKED]),
    )
    for execution in list(connection.execute(open_calls).scalars()):
        mark_may_have_run(connection, session, execution)
    waiting = select(requests.c.id).where(requests.c.session_id == session, requests.c.state == RequestState.WAITING)
    asked = list(connection.execute(waiting).scalars())
    close_each(connection, session, [(one, "ledger-changed", CLOSED_BY_ROTATION) for one in asked], "store")
    if doubted:
        connection.execute(update(sessions).where(sessions.c.id == session).values(unreadable=LOST))
    if doubted or moved:
        write_audit(connection, session, "salvaged", "store", doubted=doubted, moved=moved)
    refresh_listing(connection, session)
