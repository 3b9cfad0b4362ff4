"""What differs between database systems, and nothing else: connection set-up, files, what an error means.

SQLite is what this module speaks today. Everything outside it is portable SQL.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Integer, TextClause, column, table, text
from sqlalchemy.exc import OperationalError

from pausedesk.core.errors import StoreError
from pausedesk.core.paths import sync_folder
from pausedesk.core.store.stored import SALVAGE

# File systems on which SQLite's locks and shared memory cannot be trusted between machines.
NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "webdav", "fuse.sshfs", "9p", "ceph", "glusterfs", "lustre"}
)

# Each commit waits until the disk has it. Faults tests put another word here, to see that they can fail.
DURABLE = "FULL"

# The -shm file grows by this much.
_NEEDS_BYTES = 32 * 1024


def prepare_connection(connection: sqlite3.Connection, busy_ms: int, *, read_only: bool) -> None:
    """Set one new connection up: own transactions, WAL, foreign keys, the time it waits for another writer."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {busy_ms}")
    if not read_only and not _is_foreign(cursor):
        _set_wal(cursor)
    cursor.execute("PRAGMA foreign_keys = ON")
    set_durable(cursor, False)
    cursor.close()


def foreign_connection(copy: Path) -> sqlite3.Connection:
    """A connection to a copy of another program's database: its texts come as bytes, its schema calls no function."""
    connection = sqlite3.connect(copy)
    connection.text_factory = bytes
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _set_wal(cursor: sqlite3.Cursor) -> None:
    if cursor.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        # It answers with the mode that it stays in, for want of room, say, and tells of no error.
        error = sqlite3.OperationalError("the database cannot be set to write ahead")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise error


def _is_foreign(cursor: sqlite3.Cursor) -> bool:
    # Setting WAL writes into the file: somebody else's database is looked at and left as it is.
    version = cursor.execute("PRAGMA user_version").fetchone()[0]
    return version == 0 and cursor.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone() is not None


def set_durable(cursor: Any, durable: bool) -> None:
    """Let the connection's next transactions survive a power loss (FULL), or only a crash (NORMAL).

    Does nothing inside a transaction: it has to come before BEGIN.
    """
    cursor.execute(f"PRAGMA synchronous = {DURABLE if durable else 'NORMAL'}")


def data_version(connection: sqlite3.Connection) -> int:
    """A number that changes when any other connection has committed; asking costs some microseconds."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def schema_version(connection: Connection) -> int | None:
    """The number of the schema, 0 of an empty file; None of a database that holds somebody else's tables."""
    version = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if version == 0 and connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one():
        return None
    return version


def schema_parts(connection: Connection) -> frozenset[str]:
    """The tables, indexes and triggers that a database has of its makers, each as it stands in a sentence."""
    theirs = "SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!'"
    parts = connection.exec_driver_sql(theirs)
    return frozenset(f"the {kind} {name}" for kind, name in parts)


def set_schema_version(connection: Connection, version: int) -> None:
    """Write the number of the schema, in the caller's transaction."""
    connection.exec_driver_sql(f"PRAGMA user_version = {version}")


def table_faults(connection: Connection, name: str) -> list[str]:
    """What SQLite finds wrong with one table and its indexes: some milliseconds for ten thousand rows."""
    return _checked(connection, f"PRAGMA integrity_check('{name}')")


def file_faults(connection: Connection) -> list[str]:
    """What SQLite finds wrong with the file: its pages, its indexes, rows that refer to nothing. Reads all of it."""
    found = _checked(connection, "PRAGMA integrity_check")
    try:
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    except OperationalError:
        return [*found, "a table is not as it was made"]
    return [*found, *(f"a row of {row[0]} refers to nothing" for row in broken)]


def _checked(connection: Connection, pragma: str) -> list[str]:
    rows = connection.exec_driver_sql(pragma).scalars().all()
    lines = [line for row in rows for line in str(row).splitlines() if not line.startswith("***")]
    return [] if lines == ["ok"] else lines


@dataclass(frozen=True, slots=True)
class WordMatch:
    """A look into the index of words as parts of a statement: its table, the place of what is found, the condition."""

    table: FromClause
    place: ColumnElement[int]
    clause: TextClause


def word_match(asked: str) -> WordMatch:
    """What the index of words holds for an expression of FTS5, of which every term is quoted."""
    found = table("session_search", column("rowid", Integer))
    clause = text("session_search MATCH :asked_words").bindparams(asked_words=asked)
    return WordMatch(found, found.c.rowid, clause)


def erase_deleted(connection: sqlite3.Connection) -> bool:
    """Write the file anew without what was deleted, and empty the -wal; False where a reader still needs the old one.

    Pages that were deleted from, or moved, keep their bytes until they are used again: only a new file has none.
    """
    # The index of words keeps what was deleted until its parts are put together anew.
    connection.execute("INSERT INTO session_search (session_search) VALUES ('rebuild')")
    connection.execute("VACUUM")
    return int(connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]) == 0


def make_file(path: Path) -> None:
    """Create an empty database file that only its owner can read; SQLite gives -wal and -shm the same mode.

    Its name is on the disk before the first write of it: a -wal left without its database would be told as damage.
    """
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    except FileExistsError:
        return
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    sync_folder(path.parent)


def has_writes(path: Path) -> bool:
    """Whether writes lie beside a database that are not in it yet."""
    wal = path.with_name(f"{path.name}-wal")
    return wal.exists() and wal.stat().st_size > 0


def network_file_system(path: Path) -> str | None:
    """The name of the network file system that holds `path`, or None where it is a local one or cannot be told."""
    try:
        lines = Path("/proc/mounts").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    target = os.path.realpath(path)
    best = ("", "")
    for line in lines:
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        mount = fields[1].replace("\\040", " ")
        if (target == mount or target.startswith(mount.rstrip("/") + "/")) and len(mount) >= len(best[0]):
            best = (mount, fields[2])
    return best[1] if best[1] in NETWORK_FILE_SYSTEMS else None


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < _NEEDS_BYTES
    except OSError:
        return False


def mend_header(path: Path) -> None:
    """Write the fixed parts of the first hundred bytes of a database anew, as every store of ours has them.

    https://www.sqlite.org/fileformat2.html, 1.3.
    """
    fixed = {0: b"SQLite format 3\0", 16: b"\x10\x00\x02\x02\x00\x40\x20\x20", 44: b"\0\0\0\4", 56: b"\0\0\0\1"}
    with path.open("r+b") as file:
        for offset, content in fixed.items():
            file.seek(offset)
            file.write(content)


def is_read_only(path: Path | str) -> bool:
    """Whether the file system that holds `path` takes no writes."""
    try:
        return bool(os.statvfs(Path(path).parent).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def store_error(error: BaseException, path: Path | str) -> StoreError | None:
    """The environment's fault behind a driver's error, or None where it is ours."""
    origin: Any = getattr(error, "orig", None) or error
    if isinstance(origin, UnicodeDecodeError):
        # What the driver would say names a table or column whose name is no text any more.
        return StoreError("store-damaged", f"The store {path} is damaged.", next_step=SALVAGE)
    if not isinstance(origin, sqlite3.Error):
        return None
    extended = getattr(origin, "sqlite_errorcode", None)
    # The primary code: the low byte of the extended one.
    code = (extended or 0) & 0xFF
    if extended is None and isinstance(origin, sqlite3.OperationalError):
        code = sqlite3.SQLITE_CORRUPT  # the driver's own: a text that is none
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN) and _is_full(Path(path).parent):
        code = sqlite3.SQLITE_FULL  # no room for the -shm file is told as an I/O error, for the -wal as none at all
    if code == sqlite3.SQLITE_IOERR and is_read_only(path):
        code = sqlite3.SQLITE_READONLY
    if code == sqlite3.SQLITE_CANTOPEN and Path(path).exists() and not os.access(Path(path).parent, os.W_OK):
        code = sqlite3.SQLITE_READONLY  # the -wal file cannot be made there
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return StoreError(
            "store-locked",
            f"The store {path} is locked by another program.",
            next_step="Nothing was lost; try again when that program has finished.",
        )
    if code == sqlite3.SQLITE_FULL:
        return StoreError(
            "disk-full", f"The disk that holds the store {path} is full.", next_step="Free some space and try again."
        )
    if code == sqlite3.SQLITE_READONLY and is_read_only(path):
        return StoreError(
            "store-read-only",
            f"The store {path} cannot be written: its file system is read-only.",
            next_step="Mount it for writing, and try again.",
        )
    if code == sqlite3.SQLITE_READONLY:
        return StoreError(
            "store-read-only", f"The store {path} cannot be written.", next_step="Check the file's and folder's rights."
        )
    if code == sqlite3.SQLITE_NOTADB:
        return StoreError(
            "not-a-store",
            f"{path} is not a Pausedesk store, or its first page is damaged.",
            next_step=f"Name another file with --store. {SALVAGE}",
        )
    if code == sqlite3.SQLITE_CORRUPT:
        return StoreError("store-damaged", f"The store {path} is damaged.", next_step=SALVAGE)
    if code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return StoreError(
            "store-not-opened", f"The store {path} cannot be opened.", next_step="Check the path and its rights."
        )
    if code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOLFS):
        return StoreError("store-io", f"Reading or writing the store {path} failed.", next_step="Check the disk.")
    return None
