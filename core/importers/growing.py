"""Files that grow: read on from where they were read to, as if they had been read from their beginning.

What was learnt of a file up to the end of its last whole line is kept as JSON, with a digest of the bytes before it: a
file that was written anew is read anew. Of a file longer than twice `SEEN` the middle is not looked at again: what is
changed there without a change of its length, and then added to, is read on as if it had not changed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from pydantic import TypeAdapter, ValidationError

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.lines import Line, read_lines
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.model.views import HistoryItem

PAGE_BYTES = 1_000_000
"""Bytes of the file after which another page of its timeline begins; a line is never parted."""
PAGE_LINES = 200
"""Lines after which another page begins."""

SEEN = 4_000_000
"""Bytes at the beginning, and at the end of what was read, of which a digest is kept. Reading them again takes a small
part of the time that reading the records in them takes, and of a file of any length the same."""


class Reducer(Protocol):
    """A dataclass that learns from one line after the other, and tells at any time what session that makes."""

    def add(self, line: Line) -> None:
        """Learn from the next line."""
        ...

    def told(self, stem: str) -> ForeignSession:
        """The session so far; `stem` is the name of its file."""
        ...


@dataclass(frozen=True, slots=True)
class Grown:
    """How far a file was read: what to hand in when it has grown (None: nothing can be kept of it), and its pages.

    A page is the byte at which it begins and the number of lines before it.
    """

    kept: str | None
    pages: tuple[tuple[int, int], ...]


@runtime_checkable
class Growing(Protocol):
    """An importer of files that grow."""

    def read_on(self, place: Place, progress: Progress, kept: str | None) -> tuple[ForeignSession, Grown]:
        """The session of a file, read on from where `kept` says that it was read to, where it still is that file."""
        ...

    def page(self, place: Place, begun: int, before: int, until: int) -> list[HistoryItem]:
        """The items of the timeline from the byte `begun`, with `before` lines before it, to `until` (-1: the end)."""
        ...


_R = TypeVar("_R", bound=Reducer)


def page_items(
    path: Path, items_of: Callable[[Line], list[HistoryItem]], begun: int, before: int, until: int
) -> list[HistoryItem]:
    """What `items_of` makes of the lines of one page."""
    lines = read_lines(path, lambda _read, _all: True, offset=begun, number=before, until=until)
    return [item for line in lines for item in items_of(line)]


@cache
def _adapter(made: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(made)


def read_on(
    path: Path, progress: Progress, made: type[_R], marks: Iterable[str], kept: str | None
) -> tuple[ForeignSession, Grown]:
    """The session of a file of lines, from where `kept` ends or from the beginning, and what to keep of it now.

    Raises UsageError `file-unreadable`, and `lines.Stopped` where `progress` says so.
    """
    reducer, offset, number, pages = _taken_up(path, made, kept)
    state: Any = None
    for line in read_lines(path, progress, marks, offset=offset, number=number):
        if not line.whole:
            # More of it may come: what is kept ends before it.
            state = _plain(reducer)
        else:
            offset, number = line.end, line.number
        begun, before = pages[-1] if pages else (0, 0)
        if not pages or line.offset - begun >= PAGE_BYTES or line.number - 1 - before >= PAGE_LINES:
            pages.append((line.offset, line.number - 1))
        reducer.add(line)
        if not line.whole:
            break
    else:
        state = _plain(reducer)
    told = reducer.told(path.stem)
    if state is not None:
        state = _kept(path, offset, number, pages, state)
    return told, Grown(state, tuple(pages))


def _kept(path: Path, offset: int, number: int, pages: list[tuple[int, int]], state: Any) -> str | None:
    try:
        digest = _digest(path, offset)
    except OSError:
        return None  # it is gone meanwhile, and what was read of it is what there was
    return json.dumps({"offset": offset, "number": number, "digest": digest, "pages": pages, "state": state})


def _taken_up(path: Path, made: type[_R], kept: str | None) -> tuple[_R, int, int, list[tuple[int, int]]]:
    try:
        known = json.loads(kept) if kept else {}
        offset = known.get("offset", 0)
        if offset and offset <= path.stat().st_size and _digest(path, offset) == known["digest"]:
            pages = [(int(begun), int(before)) for begun, before in known["pages"] if begun < offset]
            return _adapter(made).validate_python(known["state"]), offset, int(known["number"]), pages
    except (OSError, ValueError, TypeError, KeyError, AttributeError, ValidationError):
        pass  # what was kept is of another version, or damaged: the file has it all
    return made(), 0, 0, []


def _plain(reducer: Reducer) -> Any:
    try:
        return _adapter(type(reducer)).dump_python(reducer, mode="json")
    except (ValueError, RecursionError):
        return None  # half of a surrogate pair, say: the next time it is read from its beginning


def _digest(path: Path, offset: int) -> str:
    """Of the first bytes, and of those before `offset`: of all before it, where these meet. Raises OSError."""
    found = hashlib.sha256()
    with path.open("rb") as file:
        for begin, end in ((0, min(SEEN, offset)), (max(offset - SEEN, SEEN), offset)):
            file.seek(begin)
            left = end - begin
            while left > 0 and (part := file.read(min(_PART, left))):
                found.update(part)
                left -= len(part)
    return found.hexdigest()


_PART = 1 << 18
