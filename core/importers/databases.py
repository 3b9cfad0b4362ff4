"""What importers of SQLite databases share: knowing one by its tables, and values that arrive as bytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from pausedesk.core.importers.base import Place
from pausedesk.core.importers.values import moment
from pausedesk.core.store.foreign import SQLITE_HEADER

_WAL_HEAD = 1 << 20


class Database(Protocol):
    """A connection to a private copy of a database, as `foreign_database` gives it."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Any:
        """The cursor of a statement that reads."""
        ...


def has_tables(place: Place, *names: str) -> bool:
    """Whether a file is a database whose first pages, or the beginning of its -wal, name all of the tables."""
    if not place.head.startswith(SQLITE_HEADER):
        return False
    seen = place.head
    try:
        # Tables that were just made may stand in the -wal only; a pipe in its place would be waited for.
        beside = place.path.with_name(place.path.name + "-wal")
        if beside.is_file():
            with beside.open("rb") as wal:
                seen += wal.read(_WAL_HEAD)
    except OSError:
        pass
    return all(name.encode() in seen for name in names)


def plain(value: Any) -> str:
    """A value of a row as a text; "" for none."""
    if value is None:
        return ""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def key_text(value: Any) -> str:
    """An id of a row as the text by which its session is known; bytes that are no characters are escaped."""
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else plain(value)


def keyed(
    rows: Iterable[Sequence[Any]], key_of: Callable[[Sequence[Any]], str] = lambda row: key_text(row[1])
) -> dict[str, Sequence[Any]]:
    """The rows of a listing, each with its rowid first, by keys that tell them apart.

    SQLite gives a column any type: an id may be a number, NULL or no text, and two that differ may read alike. A key
    that was read once finds its row again by its rowid, and with it, in SQL, what belongs to it.
    """
    found: dict[str, Sequence[Any]] = {}
    for row in rows:
        key = own = key_of(row)
        number = int(row[0])
        while key in found:
            key = f"{own}#{number}"
            number += 1
        found[key] = row
    return found


def utc(words: str) -> int | None:
    """Milliseconds since the Unix epoch of a time that a database keeps without a zone, in UTC."""
    return moment(f"{words}+00:00")
