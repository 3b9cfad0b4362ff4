"""What importers of SQLite databases share: knowing one by its tables, and values that arrive as bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.lines import Stopped
from pausedesk.core.importers.values import moment
from pausedesk.core.store.foreign import SQLITE_HEADER, foreign_database

_WAL_HEAD = 1 << 20


class Database(Protocol):
    """A connection to a private copy of a database, as `foreign_database` gives it."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Any:
        """The cursor of a statement that reads."""
        ...


@contextmanager
def copied(place: Place, progress: Progress) -> Iterator[Database]:
    """A private copy of the database of a place. Raises as `foreign_database` does, and `Stopped` where `progress` says
    so while it is copied; nothing of the copy is left."""

    def going() -> None:
        if not progress(0, 1):
            raise Stopped

    with foreign_database(place.path, going) as database:
        yield database


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


def keyed(rows: Iterable[Sequence[Any]], parts: int = 1) -> dict[str, Sequence[Any]]:
    """The rows of a listing by keys that tell them apart: first the rowid, then type and value of each part of the id.

    SQLite gives a column any type: an id may be a number, NULL or no text, and two that differ may read alike. A key is
    made of its own row only, so that no other row that comes or goes, or the order, gives it another session. It finds
    its row again by the rowid, and with it, in SQL, what belongs to it.
    """
    listing = list(rows)
    keys: dict[int, str] = {}
    taken: set[str] = set()
    # Where two cannot be told apart even so, the one that was there first keeps its key.
    for row in sorted(listing, key=lambda one: int(one[0])):
        number = rowid = int(row[0])
        key = own = _key(rowid, [(plain(row[at]), row[at + 1]) for at in range(1, 1 + 2 * parts, 2)])
        while key in taken:
            key = f"{own}#{number}"
            number += 1
        taken.add(key)
        keys[rowid] = key
    return {keys[int(row[0])]: row for row in listing}


def _key(rowid: int, parts: Sequence[tuple[str, Any]]) -> str:
    told = "/".join(key_text(value) for _, value in parts)
    kinds = [_kind(rowid, kind, value) for kind, value in parts]
    if len(parts) > 1 and any("/" in key_text(value) for _, value in parts):
        # Where one part ends and the next begins cannot be seen.
        kinds += [str(len(key_text(value))) for _, value in parts]
    return f"{told}#{'-'.join(kinds)}" if any(kinds) else told


def _kind(rowid: int, kind: str, value: Any) -> str:
    """What a value is, where its text does not say it: "" for a text, and for a number that is the rowid itself."""
    if kind == "null":
        # Many rows may have none.
        return f"null{rowid}"
    if kind == "integer" and value == rowid:
        return ""
    if kind == "text" and isinstance(value, bytes):
        try:
            value.decode("utf-8")
        except UnicodeDecodeError:
            return "damaged"
        return ""
    return kind


def utc(words: str) -> int | None:
    """Milliseconds since the Unix epoch of a time that a database keeps without a zone, in UTC."""
    return moment(f"{words}+00:00")
