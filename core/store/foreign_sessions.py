"""Sessions of other programs in the list: what was read of them is kept here, they themselves stay in their files.

The only writer of `foreign_files` and `foreign_sessions`. A session gets its id when it is first read, and keeps it
however its file grows; what a file does not hold any more stays listed, with what was read of it last.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import Connection, bindparam, delete, insert, select, update

from pausedesk.core.model.foreign import ForeignCall, ForeignSession, ForeignView
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import RequestView
from pausedesk.core.rules.lines import call_line
from pausedesk.core.rules.session_ids import imported_id
from pausedesk.core.rules.transitions import FREE
from pausedesk.core.store.elsewhere import asked_elsewhere
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.listing import LINE_LENGTH, write_audit
from pausedesk.core.store.sessions import TITLE_LENGTH
from pausedesk.core.store.stored import read_back
from pausedesk.core.store.tables import foreign_files, foreign_sessions, forgotten, sessions, sources

Pages = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class FileReading:
    """What was read of one file: its sessions, and how to know that it changed (`stamp`) and to read on (`kept`).

    `changed_at` is when the file was written last, in milliseconds since the Unix epoch; `program` as people write it.
    `before` is the stamp under which it was known when its reading began (None: not known). `fault`: nothing of it
    could be read, so that its one session is named by the file; `passing`: that may be the machine's fault, not the
    file's, and the file is read again the next time.
    """

    path: str
    format: str
    program: str
    stamp: str
    changed_at: int
    sessions: Sequence[ForeignSession]
    before: str | None = None
    fault: str | None = None
    passing: bool = False
    pages: Pages = ()
    kept: str | None = None


@dataclass(frozen=True, slots=True)
class Listed:
    """A session of a file as it is listed now; `new` and `changed` say what this reading did."""

    session: str
    place: str
    format: str
    ending: Ending
    unreadable: str | None
    new: bool
    changed: bool


@cache
def _sessions_adapter() -> TypeAdapter[ForeignSession]:
    return TypeAdapter(ForeignSession)


def known_files(store: Store, folder: str) -> dict[str, tuple[str, str]]:
    """The files of a folder, and of those in it, that were read before, by path: their stamps and formats.

    `folder` may be a file itself.
    """
    inside = folder.rstrip("/") + "/"
    beyond = folder.rstrip("/") + chr(ord("/") + 1)
    with store.read() as connection:
        rows = connection.execute(
            select(foreign_files.c.path, foreign_files.c.stamp, foreign_files.c.format).where(
                (foreign_files.c.path == folder) | ((foreign_files.c.path >= inside) & (foreign_files.c.path < beyond))
            )
        )
        return {path: (stamp, form) for path, stamp, form in rows}


def kept_of(store: Store, path: str) -> str | None:
    """What was kept to read a file on; None where it is read from its beginning."""
    with store.read() as connection:
        return connection.execute(select(foreign_files.c.kept).where(foreign_files.c.path == path)).scalar()


@dataclass(slots=True)
class Written:
    """What the list says now, and the files of which another process wrote what it read meanwhile: theirs stands."""

    listed: list[Listed] = field(default_factory=list)
    overtaken: list[str] = field(default_factory=list)


def write_readings(store: Store, readings: Sequence[FileReading], *, by: str) -> Written:
    """Let the list say what was read. Reading the same again changes nothing.

    Few sessions a transaction, so that nobody waits long for this: of a file that holds more, a process that dies in
    the middle leaves the first of them, and the file is read again. A session that was forgotten stays forgotten, and
    is not among what is returned.
    """
    written = Written()
    for parts in _transactions(readings):
        with store.write() as connection:
            for part in parts:
                if part.reading.path in written.overtaken:
                    continue
                listed = _write(connection, part, by)
                if listed is None:
                    written.overtaken.append(part.reading.path)
                else:
                    written.listed += listed
    return written


_AT_ONCE = 200
_UNFINISHED = ""
"""The stamp of a file of which not all is written, or that could not be read for now: no file has it."""


@dataclass(frozen=True, slots=True)
class _Part:
    """Some sessions of one file, as they are written: by key what was read, what the list shows and what is kept."""

    reading: FileReading
    sessions: dict[str, tuple[ForeignSession, dict[str, Any], str]]


def _transactions(readings: Sequence[FileReading]) -> Iterator[list[_Part]]:
    """What is written at once. Made before the store is locked, for it takes as long as writing it."""
    gathered: list[_Part] = []
    count = 0
    for part in (part for reading in readings for part in _parts(reading)):
        gathered.append(part)
        count += len(part.sessions)
        if count >= _AT_ONCE:
            yield gathered
            gathered, count = [], 0
    if gathered:
        yield gathered


def _parts(reading: FileReading) -> Iterator[_Part]:
    at = now_ms()
    named = list(_by_key(reading.sessions).items())
    unfinished = replace(reading, stamp=_UNFINISHED, kept=None)
    last = replace(reading, stamp=_UNFINISHED) if reading.passing else reading
    for begun in range(0, max(len(named), 1), _AT_ONCE):
        some = named[begun : begun + _AT_ONCE]
        told = {key: (one, _columns(reading, one, at), _body(one)) for key, one in some}
        of = last if begun + _AT_ONCE >= len(named) else unfinished
        yield _Part(replace(of, before=_UNFINISHED) if begun else of, told)


_UPSERTED = ("format", "stamp", "read_at", "fault", "pages", "kept")
_UPDATE_FILE = (
    update(foreign_files)
    .where(foreign_files.c.path == bindparam("file"))
    .values({name: bindparam(f"new_{name}") for name in _UPSERTED})
)
_LISTED = ("title", "model", "folder", "updated_at", "ending", "confidence", "stopped_by", "what_tool", "what_line")
_UPDATE_SESSION = (
    update(sessions)
    .where(sessions.c.id == bindparam("session"))
    .values({name: bindparam(f"new_{name}") for name in (*_LISTED, "unreadable")})
    .values(version=sessions.c.version + 1)
)
_FILE = select(foreign_files.c.stamp, foreign_files.c.format, foreign_files.c.fault).where(
    foreign_files.c.path == bindparam("file")
)
_OF_FILE = select(foreign_sessions.c.key, foreign_sessions.c.session_id, foreign_sessions.c.reading).where(
    foreign_sessions.c.file == bindparam("file")
)
# A file may have as many as it likes: only those of one part are looked up.
_OF_PART = _OF_FILE.where(foreign_sessions.c.key.in_(bindparam("keys", expanding=True)))
_UPDATE_READING = (
    update(foreign_sessions)
    .where(foreign_sessions.c.session_id == bindparam("session"))
    .values(reading=bindparam("new_reading"))
)

_RENAME = (
    update(foreign_sessions)
    .where(foreign_sessions.c.session_id == bindparam("session"))
    .values(key=bindparam("new_key"))
)


def _write(connection: Connection, part: _Part, by: str) -> list[Listed] | None:
    """What is listed now; None where another process has written what it read since the reading began."""
    reading = part.reading
    file = connection.execute(_FILE, {"file": reading.path}).first()
    if (file.stamp if file is not None else None) != reading.before:
        return None
    named = part.sessions
    rows = connection.execute(_OF_PART, {"file": reading.path, "keys": list(named)}).all() if file is not None else []
    fault, unread = reading.fault, None
    if file is not None and (fault is not None or file.fault is not None):
        some = connection.execute(_OF_FILE.limit(2), {"file": reading.path}).all()
        only = some[0] if len(some) == 1 else None
        if fault is not None and some:
            # What was read of it before stands, unless it is one session only and the file is damaged.
            if only is None or (reading.passing and not _is_unread(only)):
                return _stands(connection, reading, fault)
            rows = [only]
            named = {only.key: next(iter(named.values()))}
        elif fault is not None and file.format and file.fault is None:
            # Its sessions were forgotten, or it had none.
            return _stands(connection, reading, None)
        elif not rows and (not some or (only is not None and _is_unread(only))):
            # Until it could be read it was listed by the name of its file.
            unread, rows = file.fault, some
    before = {row.key: row for row in rows}
    found: list[Listed] = []
    left_out = forgotten_unread = unread is not None and not before and len(named) == 1
    if forgotten_unread:
        named = {}
    elif unread is not None and before and named:
        (unread_row,) = before.values()
        before = {next(iter(named)): unread_row}
        connection.execute(_RENAME, {"session": unread_row.session_id, "new_key": next(iter(named))})
    for key, (session, listed, body) in named.items():
        known = before.get(key)
        if known is None:
            identity = _free_id(connection, key, reading)
            if identity is None:
                left_out = True
                continue
            connection.execute(
                insert(sessions),
                {
                    **listed,
                    "id": identity,
                    "agent": reading.program,
                    "source": reading.format,
                    "source_ref": reading.path,
                    "created_at": session.started_at or listed["updated_at"],
                    "listed_format": reading.format,
                    "foreign_file": reading.path,
                },
            )
            connection.execute(
                insert(foreign_sessions), {"session_id": identity, "file": reading.path, "key": key, "reading": body}
            )
            told = {"source": reading.format, "place": reading.path}
            write_audit(connection, identity, "session-imported", by, moved=[("session", identity, FREE)], **told)
        else:
            identity = known.session_id
            if known.reading != body:
                connection.execute(_UPDATE_READING, {"session": identity, "new_reading": body})
                new = {f"new_{name}": listed[name] for name in (*_LISTED, "unreadable")}
                connection.execute(_UPDATE_SESSION, {"session": identity, **new})
        changed = known is not None and known.reading != body
        found.append(
            Listed(
                identity,
                reading.path,
                reading.format,
                session.reading.ending,
                listed["unreadable"],
                known is None,
                changed,
            )
        )
    kept = {
        "format": reading.format,
        "stamp": reading.stamp,
        "read_at": now_ms(),
        "fault": unread if forgotten_unread else fault,
        "pages": json.dumps(reading.pages),
        # It holds words of the session that was forgotten.
        "kept": None if left_out else reading.kept,
    }
    done = connection.execute(_UPDATE_FILE, {"file": reading.path, **{f"new_{name}": kept[name] for name in _UPSERTED}})
    if done.rowcount == 0:
        connection.execute(insert(foreign_files), {"path": reading.path, **kept})
    return found


def _stands(connection: Connection, reading: FileReading, fault: str | None) -> list[Listed]:
    """Note that a file was looked at, and leave all that was read of it before."""
    noted = {"stamp": reading.stamp, "read_at": now_ms(), "fault": fault}
    connection.execute(update(foreign_files).where(foreign_files.c.path == reading.path).values(**noted))
    return []


def _is_unread(row: Any) -> bool:
    """Whether a row of `foreign_sessions` is of a session that could not be read."""
    return (
        read_back(_reading_of, row.reading, f"what was read of the session {row.session_id}").reading.ending
        is Ending.UNREADABLE
    )


def _by_key(found: Sequence[ForeignSession]) -> dict[str, ForeignSession]:
    """The sessions by key; of two with one key in one file, the second is told apart by its place."""
    named: dict[str, ForeignSession] = {}
    for number, session in enumerate(found, 1):
        own = key = _text(session.key)
        free = itertools.count(number)
        while key in named:
            key = f"{own}#{next(free)}"
        named[key] = session
    return named


def _columns(reading: FileReading, session: ForeignSession, at: int) -> dict[str, Any]:
    told = session.reading
    call = next(iter(session.waiting or session.open_calls), None)
    return {
        "title": _text(session.title or session.key).strip().partition("\n")[0][:TITLE_LENGTH],
        "model": _text(session.model),
        "folder": _text(session.folder),
        # A file that says it was written tomorrow would stay above everything else.
        "updated_at": min(session.updated_at if session.updated_at is not None else reading.changed_at, at),
        "ending": told.ending,
        "confidence": told.confidence,
        "stopped_by": told.stopped_by,
        "what_tool": _text(call.tool) if call is not None else "",
        "what_line": _text(call_line(_json(call.arguments), (), LINE_LENGTH)) if call is not None else "",
        "unreadable": _text(told.why) if told.ending is Ending.UNREADABLE else None,
    }


def _free_id(connection: Connection, key: str, reading: FileReading) -> str | None:
    """The id that a session gets; None where it was forgotten."""
    for taken in range(3):
        identity = imported_id(key, source=reading.format, place=reading.path, taken=taken)
        if connection.execute(select(forgotten.c.at).where(forgotten.c.session_id == identity)).first() is not None:
            return None
        if connection.execute(select(sessions.c.id).where(sessions.c.id == identity)).first() is None:
            return identity
    return None


def foreign_view(connection: Connection, session: str) -> ForeignView | None:
    """What is kept of a session of another program; None for every other session."""
    row = connection.execute(
        select(
            foreign_sessions.c.file,
            foreign_sessions.c.key,
            foreign_sessions.c.reading,
            foreign_files.c.format,
            foreign_files.c.pages,
            foreign_files.c.read_at,
            foreign_files.c.fault,
        )
        .join(foreign_files, foreign_files.c.path == foreign_sessions.c.file)
        .where(foreign_sessions.c.session_id == session)
    ).first()
    if row is None:
        return None
    found = read_back(_reading_of, row.reading, f"what was read of the session {session}")
    pages = read_back(_pages_of, row.pages, f"the parts of the file {row.file}")
    return ForeignView(row.format, row.file, row.key, pages, row.read_at, row.fault, found)


def questions_of(view: ForeignView, asked_at: int) -> list[RequestView]:
    """What waits for a person in its own program, as questions that nobody can answer here."""
    return [_question(view, call, asked_at) for call in view.session.waiting]


def _question(view: ForeignView, call: ForeignCall, asked_at: int) -> RequestView:
    exact = _json(call.arguments)
    return asked_elsewhere(
        call.tool,
        call.arguments,
        request=f"elsewhere-{_digest(view.file, view.key, call.call, call.tool, exact)}",
        call=call.call,
        question=call.question or f"Run {call.tool}?",
        exact=exact,
        asked_at=asked_at,
    )


@dataclass(frozen=True, slots=True)
class Source:
    """A folder that a person turned on: which format is looked for ("" any), since when, what the last look found."""

    folder: str
    program: str
    on_since: int
    scanned_at: int | None
    summary: dict[str, Any]


def turn_on(store: Store, folder: str, program: str) -> None:
    """Let a folder be looked at from now on; one that is turned on already stays as it is."""
    with store.write(durable=True) as connection:
        there = connection.execute(select(sources.c.folder).where(sources.c.folder == folder)).first()
        if there is None:
            values = {"folder": folder, "program": program, "on_since": now_ms(), "summary": "{}"}
            connection.execute(insert(sources), values)
            write_audit(connection, None, "source-on", "desk", folder=folder, program=program)


def turn_off(store: Store, folder: str) -> bool:
    """Look at a folder no more; what was read stays listed. False where it was not turned on."""
    with store.write(durable=True) as connection:
        gone = connection.execute(delete(sources).where(sources.c.folder == folder)).rowcount > 0
        if gone:
            write_audit(connection, None, "source-off", "desk", folder=folder)
    return gone


def sources_on(store: Store) -> list[Source]:
    """The folders that are turned on, in the order of their names."""
    with store.read() as connection:
        rows = connection.execute(select(sources).order_by(sources.c.folder)).all()
    return [Source(row.folder, row.program, row.on_since, row.scanned_at, json.loads(row.summary)) for row in rows]


def note_scanned(store: Store, folder: str, summary: dict[str, Any]) -> None:
    """Keep what a look at a folder found; nothing where it is not turned on."""
    with store.write() as connection:
        told = {"scanned_at": now_ms(), "summary": json.dumps(summary)}
        connection.execute(update(sources).where(sources.c.folder == folder).values(**told))


def _reading_of(text: str) -> ForeignSession:
    return _sessions_adapter().validate_python(json.loads(text))


def _pages_of(text: str) -> Pages:
    return tuple((int(begun), int(before)) for begun, before in json.loads(text))


def _body(session: ForeignSession) -> str:
    # Escaped, so that half of a surrogate pair, which no store takes, is kept as it came.
    return json.dumps(_sessions_adapter().dump_python(session, mode="json"))


def _digest(*parts: str) -> str:
    """So that no two questions that differ in anything are taken for one."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _json(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _text(value: str) -> str:
    return value.encode("utf-8", "backslashreplace").decode()
