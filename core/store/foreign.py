"""Envelopes as other programs keep them: files of one envelope each, and SQLite databases with one a row. Read only.

Nothing is written beside what is read: a database is copied together with its -wal into a private folder and read
there, so that neither a recovery nor a -shm file touches the original.
"""

from __future__ import annotations

import os
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import CanonicalError, parse_strict
from pausedesk.core.store import dialect
from pausedesk.core.store.mounts import system_folders

SQLITE_HEADER = b"SQLite format 3\x00"
LARGEST = 500_000_000
"""Bytes: what a row of the store can hold, with room for what stands beside it."""
SUFFIXES = (".json", ".sqlite", ".sqlite3", ".db")
"""The files that are looked at in a folder; a file that is named itself may have any name."""

_TRIES = 3
_PART = 1 << 22
_OUR_TABLES = {"sessions", "requests", "executions", "audit"}


@dataclass(frozen=True, slots=True)
class Foreign:
    """One envelope of another program: its bytes, where it is, and the id and the format kept beside it, if any."""

    envelope: bytes
    place: str
    session: str | None
    row_format: str | None = None


def foreign_files(place: Path, going: Callable[[Path], bool] = lambda _folder: True) -> list[Path]:
    """The files that a place names: itself, or those of a folder and of the folders in it, in the order of their names.

    `going` hears of each folder, and stops the search by False. What vanishes meanwhile, what the system does not let
    be looked at in a folder, and folders whose files it makes are left out. Raises UsageError `no-such-file`,
    `file-unreadable` for what the system does not let be looked at, and `not-a-file` for what is neither a file nor a
    folder (a pipe would wait).
    """
    try:
        if place.is_dir():
            return sorted(_files_in(place, going))
        if not place.exists():
            raise UsageError("no-such-file", f"There is no file {place_name(place)}.")
        if not place.is_file():
            raise UsageError("not-a-file", f"{place_name(place)} is neither a file nor a folder.")
    except OSError as error:
        raise _unreadable(place, error) from error
    return [place]


def _files_in(folder: Path, going: Callable[[Path], bool]) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        if not going(Path(at)):
            return
        folders[:] = [name for name in folders if str(Path(at, name)) not in system_folders()]
        for name in names:
            file = Path(at, name)
            with suppress(OSError):
                if file.suffix.lower() in SUFFIXES and file.is_file():
                    yield file


def place_name(place: Path) -> str:
    """A path as a text that every store and stream takes: its bytes that are no characters are escaped.

    `named_place` gives the path back, so no two paths are one text.
    """
    raw = os.fsencode(place)
    return (raw if _BACKSLASH_PARTS else raw.replace(b"\\", b"\\\\")).decode("utf-8", "backslashreplace")


def named_place(name: str) -> Path:
    """The path of which `place_name` made the text."""
    if _BACKSLASH_PARTS:
        return Path(name)
    raw = _ESCAPED.sub(lambda found: b"\\" if found[1] is None else bytes.fromhex(found[1].decode()), name.encode())
    return Path(os.fsdecode(raw))


# Where it parts folders it stands in every path; names there are characters, of which every one has its text.
_BACKSLASH_PARTS = os.sep == "\\"
_ESCAPED = re.compile(rb"\\(?:\\|x([0-9a-f]{2}))")


def read_foreign(file: Path) -> Iterator[Foreign]:
    """The envelopes of one file, one after the other.

    Raises UsageError: `file-unreadable`, `file-too-large`, `not-a-session-store` for a database without a table of
    sessions, `file-changing` where its program writes into it all the while.
    """
    try:
        if file.stat().st_size > LARGEST:
            raise UsageError(
                "file-too-large", f"{place_name(file)} is larger than a session can be ({LARGEST:,} bytes)."
            )
        with file.open("rb") as opened:
            head = opened.read(len(SQLITE_HEADER))
            if head != SQLITE_HEADER:
                envelope = head + opened.read()
                yield Foreign(envelope, place_name(file), conversation_id(envelope))
                return
    except OSError as error:
        raise _unreadable(file, error) from error
    yield from _rows(file)


def _unreadable(file: Path, error: OSError) -> UsageError:
    return UsageError("file-unreadable", f"{place_name(file)} cannot be read: {error.strerror or error}.")


def may_pass(error: BaseException | None) -> bool:
    """Whether what kept a file from being read may be over without a change of the file: a full disk, no right to it,
    no memory, a lock; not what is wrong with its content."""
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF in _PASSING
    return isinstance(error, OSError | MemoryError)


# The extended codes of SQLite have these in their last byte.
_PASSING = frozenset(
    {
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    }
)


def conversation_id(envelope: bytes) -> str | None:
    """The id that the identity inside an envelope names; None where it names none, or cannot be read."""
    try:
        data = parse_strict(envelope)
        for member in ("data", "conversation", "identity"):
            inner = data.get(member) if isinstance(data, dict) else None
            data = data if member == "conversation" and inner is None else inner
        found = data.get("conversationId") if isinstance(data, dict) else None
    except CanonicalError:
        return None
    return found if isinstance(found, str) else None


@contextmanager
def foreign_database(file: Path, going: Callable[[], None] = lambda: None) -> Iterator[sqlite3.Connection]:
    """A database of another program, open on a private copy of it and of its -wal; texts arrive as bytes.

    `going` is called before each few megabytes are copied; what it raises ends the copying.

    Raises UsageError, from the block too: `file-unreadable` for what is no database or is damaged, `file-changing`,
    `not-a-file`.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="pausedesk-import-") as folder:
            copy = Path(folder) / "sessions.db"
            _copy(file, copy, going)
            with closing(dialect.foreign_connection(copy)) as connection:
                yield connection
    except OSError as error:
        raise _unreadable(file, error) from error
    except sqlite3.Error as error:
        raise UsageError("file-unreadable", f"{place_name(file)} cannot be read as a database: {error}.") from error
    except UnicodeDecodeError as error:
        # Names of tables and columns, and the errors that quote them, come as characters, which damage may not be.
        raise UsageError("file-unreadable", f"{place_name(file)} is a damaged database.") from error


def _rows(file: Path) -> Iterator[Foreign]:
    with foreign_database(file) as connection:
        table, columns = _session_table(connection, file)
        wanted = ["session_id", "envelope", "format" if "format" in columns else "NULL"]
        # The names were found in the database's own schema.
        query = f'SELECT {", ".join(wanted)} FROM "{table}" ORDER BY session_id'  # noqa: S608
        for session, envelope, row_format in connection.execute(query):
            name = _text(session)
            yield Foreign(
                _bytes(envelope),
                f"{place_name(file)}#{name}",
                name,
                None if row_format is None else _text(row_format),
            )


def _copy(file: Path, copy: Path, going: Callable[[], None]) -> None:
    """Copy a database and what belongs to it, unless they change meanwhile: that may be halves of two states."""
    parts = {file.with_name(file.name + end): copy.with_name(copy.name + end) for end in ("", "-wal", "-journal")}
    for _ in range(_TRIES):
        before = _stamps(*parts)
        for theirs, ours in parts.items():
            ours.unlink(missing_ok=True)
            if not theirs.exists():
                continue
            if not theirs.is_file():
                # A device in the place of the -wal would be copied without end.
                raise UsageError("not-a-file", f"{place_name(theirs)}, which belongs to the database, is no file.")
            with theirs.open("rb") as source, ours.open("wb") as target:
                while part := source.read(_PART):
                    going()
                    target.write(part)
        if _stamps(*parts) == before:
            return
    raise UsageError(
        "file-changing",
        f"{place_name(file)} is being written to.",
        next_step="Try again when its program has finished.",
    )


def _stamps(*files: Path) -> list[tuple[int, int] | None]:
    return [(file.stat().st_mtime_ns, file.stat().st_size) if file.exists() else None for file in files]


def _session_table(connection: sqlite3.Connection, file: Path) -> tuple[str, set[str]]:
    found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    names = [_text(name) for (name,) in found]
    if set(names) >= _OUR_TABLES:
        raise UsageError(
            "own-store",
            f"{place_name(file)} is a store of Pausedesk itself.",
            next_step="Open it with --store; a session of it goes into another store by export and import.",
        )
    for table in names:
        if '"' in table:
            continue
        columns = {_text(row[1]) for row in connection.execute("SELECT * FROM pragma_table_info(?)", (table,))}
        if {"session_id", "envelope"} <= columns:
            return table, columns
    raise UsageError("not-a-session-store", f"{place_name(file)} is a database without a table of sessions.")


def _text(value: object) -> str:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else str(value)


def _bytes(value: object) -> bytes:
    return value if isinstance(value, bytes) else b"" if value is None else str(value).encode()
