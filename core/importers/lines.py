"""Files of one JSON value a line, read as a stream: what is held does not grow with the file or with a line of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from pydantic_core import from_json

from pausedesk.core.errors import UsageError
from pausedesk.core.importers.base import Progress
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.model.wording import many
from pausedesk.core.store.foreign import place_name

LONGEST = 8_000_000
"""Bytes of a line that is held; of a longer one its place is told, and the marks that were asked for."""

_CHUNK = 1 << 20
_TOLD_EVERY = 1 << 22
_OVERLAP = 1024
_BOM = b"\xef\xbb\xbf"
_MARKS_AT_MOST = 1000
_FAULTS_AT_MOST = 20


class Stopped(Exception):
    """Whoever reads does not want to read on."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file. `number` counts from 1, `offset` and `length` are bytes, without its end.

    `record` is its JSON object, None where there is none to be had; `fault` then says why: unreadable, too-long, or
    partial, which is a last line without an end, as a crash leaves it. `marks` are the members of a line that was too
    long to be held, by name, wherever in it they stand. `whole`: its end is there, so no more of it can come.
    """

    number: int
    offset: int
    length: int
    record: dict[str, Any] | None = None
    fault: str = ""
    marks: dict[str, list[str]] = field(default_factory=dict)
    whole: bool = True

    @property
    def end(self) -> int:
        """The byte at which the next line begins."""
        return self.offset + self.length + self.whole

    def told(self) -> str:
        """The fault as a sentence, with the place."""
        return f"Line {self.number} {_FAULTS[self.fault]} (byte {self.offset:,}, {many(self.length, 'byte')})."


_FAULTS = {
    "unreadable": "is no JSON object",
    "partial": "breaks off: its program was stopped while it wrote it, or still writes it",
    "too-long": "is longer than what is held of one; it is left where it is",
}


@dataclass(slots=True)
class LineFaults:
    """The lines of a file that could not be read: the first of them as sentences, and how many more there are.

    `partial`: the last line breaks off. `lost`: lines of which nothing was understood. `unread_end`: one of these is
    after all that was understood of the conversation, so that its end is not known.
    """

    first: list[str] = field(default_factory=list)
    more: int = 0
    lost: int = 0
    partial: bool = False
    unread_end: bool = False

    def add(self, line: Line) -> None:
        """Learn from the next line, readable or not."""
        self.partial = line.fault == "partial"
        if line.record is None:
            if not self.partial:
                self.misunderstood()
            if len(self.first) < _FAULTS_AT_MOST:
                self.first.append(line.told())
            else:
                self.more += 1

    def misunderstood(self) -> None:
        """Nothing was understood of the line that was added last: a record that is known, and cannot be taken."""
        self.lost += 1
        self.unread_end = True

    def understood(self) -> None:
        """What counts of the line that was added last was understood all the same, by its marks."""
        self.lost -= 1
        self.unread_end = False

    def heard(self) -> None:
        """The line that was added last is a part of the conversation, and no record of something else."""
        self.unread_end = False

    def told(self) -> tuple[str, ...]:
        """All of them, for a person."""
        return (*self.first, f"{many(self.more, 'more line')} cannot be read.") if self.more else tuple(self.first)


def page_of_items(
    path: Path, items_of: Callable[[Line], Iterable[HistoryItem]], start: int, count: int
) -> tuple[list[HistoryItem], int | None]:
    """`count` items of a timeline from the `start`th on, and how many there are in all where its end was reached.

    Raises UsageError `file-unreadable`.
    """
    found: list[HistoryItem] = []
    at = 0
    for line in read_lines(path, lambda _read, _all: True):
        for item in items_of(line):
            if at >= start + count:
                return found, None
            if at >= start:
                found.append(item)
            at += 1
    return found, at


def read_lines(
    path: Path, progress: Progress, marks: Iterable[str] = (), *, offset: int = 0, number: int = 0, until: int = -1
) -> Iterator[Line]:
    """The lines of a file that hold something, in order. `marks` names the members to look for in lines too long.

    `offset` is the byte at which to begin, `number` the lines before it, `until` the byte at which to end.

    Raises UsageError `file-unreadable`, and `Stopped` where `progress` says so.
    """
    sought = re.compile(rb'[{,]\s*"(%s)"\s*:\s*"([^"\\]{1,200})"' % b"|".join(re.escape(m.encode()) for m in marks))
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            told = offset
            file.seek(offset)
            while (until < 0 or offset < until) and (raw := file.readline(LONGEST + 1)):
                number += 1
                whole = raw.endswith(b"\n")
                if not whole and len(raw) > LONGEST:
                    length, whole, found = _skipped(file, raw, sought, progress, (offset, size))
                    line: Line | None = Line(number, offset, length - whole, None, "too-long", found, whole)
                else:
                    length = len(raw)
                    line = _line(number, offset, raw, whole)
                if line is not None:
                    yield line
                offset += length
                if offset - told >= _TOLD_EVERY or offset >= size:
                    told = offset
                    if not progress(offset, max(size, offset)):
                        raise Stopped
    except OSError as error:
        raise UsageError("file-unreadable", f"{place_name(path)} cannot be read: {error.strerror or error}.") from error


def _line(number: int, offset: int, raw: bytes, whole: bool) -> Line | None:
    length = len(raw) - whole
    if number == 1:
        raw = raw.removeprefix(_BOM)
    text = raw.strip()
    if not text:
        return None
    record = parsed(text)
    if isinstance(record, dict):
        return Line(number, offset, length, record, whole=whole)
    return Line(number, offset, length, None, "unreadable" if whole else "partial", whole=whole)


def _skipped(
    file: IO[bytes], head: bytes, sought: re.Pattern[bytes], progress: Progress, place: tuple[int, int]
) -> tuple[int, bool, dict[str, list[str]]]:
    """Read to the end of a line of which `head` was read: its length, whether it has an end, and its marks.

    `place` is the byte at which the line begins, and the bytes of the file. Raises `Stopped` where `progress` says so.
    """
    found: dict[str, list[str]] = {}
    length, count, window = len(head), 0, head
    begun, size = place
    while True:
        # Quotes inside a text are escaped, so what matches is a member. What may be cut at the end waits for the rest.
        ended = window.endswith(b"\n")
        part = b"" if ended else file.readline(_CHUNK)
        kept = max(len(window) - _OVERLAP, 0) if part else 0
        for match in sought.finditer(window):
            if part and match.end() > len(window) - _OVERLAP:
                kept = min(kept, match.start())
                break
            kept = max(kept, match.end())
            if count < _MARKS_AT_MOST:
                found.setdefault(match[1].decode(), []).append(match[2].decode("utf-8", "replace"))
                count += 1
        if not part:
            return length, ended, found
        length += len(part)
        if not progress(begun + length, max(size, begun + length)):
            raise Stopped
        window = window[kept:] + part


def parsed(text: bytes | str) -> Any:
    """A JSON value read as tolerantly as it can be without guessing; None for what is none.

    Bytes that are no UTF-8 become replacement characters, and NaN becomes its text. Nesting beyond what the parser
    takes is no value.
    """
    try:
        # Twice as fast as the tolerant one, and takes what sound programs write. TypeError: half of a surrogate pair.
        return from_json(text, allow_inf_nan=False, cache_strings="keys")
    except (ValueError, TypeError):
        pass
    try:
        return _DECODER.decode(text.decode("utf-8", "replace") if isinstance(text, bytes) else text)
    except (ValueError, RecursionError):
        return None


_DECODER = json.JSONDecoder(strict=False, parse_constant=str)


def head_records(head: bytes) -> list[dict[str, Any]]:
    """The JSON objects of the whole lines at the beginning of a file, as `sniff` is shown it."""
    lines = head.removeprefix(_BOM).split(b"\n")
    found = (parsed(line.strip()) for line in lines[:50])
    return [record for record in found if isinstance(record, dict)]
