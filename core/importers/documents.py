"""Files that are one JSON value, alone or many in a folder: read whole, up to a bound, and never guessed at."""

from __future__ import annotations

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

from pausedesk.core.errors import UsageError
from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.lines import Stopped, parsed
from pausedesk.core.model.wording import many
from pausedesk.core.store.foreign import place_name

LARGEST = 200_000_000
"""Bytes of a file that is read whole."""

_PART = 1 << 22


def document(place: Place, progress: Progress) -> Any:
    """The JSON value of a file; None where it holds none, or breaks off.

    Raises UsageError `file-unreadable` and `file-too-large`, and `Stopped` where `progress` says so.
    """
    content = _content(place.path, progress)
    return parsed(content.removeprefix(b"\xef\xbb\xbf"))


def _content(path: Path, progress: Progress = lambda _read, _all: True) -> bytes:
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise UsageError("file-too-large", f"{place_name(path)} is larger than is read whole ({LARGEST:,} bytes).")
        # Not a list of parts that are joined: that would hold all of it twice.
        held = BytesIO()
        with path.open("rb") as file:
            while part := file.read(_PART):
                held.write(part)
                if not progress(held.tell(), max(size, held.tell())):
                    raise Stopped
        return held.getvalue()
    except OSError as error:
        raise UsageError("file-unreadable", f"{place_name(path)} cannot be read: {error.strerror or error}.") from error


def begins(path: Path, count: int = 4096) -> bytes:
    """The first bytes of a file in a folder, for `sniff`; none where there is no such file, or none to be read."""
    try:
        if not path.is_file():  # a pipe would wait
            return b""
        with path.open("rb") as opened:
            return opened.read(count)
    except OSError:
        return b""


def has_folders(folder: Path, *names: str) -> bool:
    """Whether a folder holds all of these folders, for `sniff`; it does not where that cannot be looked at."""
    try:
        return all((folder / name).is_dir() for name in names)
    except OSError:
        return False


def part(path: Path) -> tuple[Any, str]:
    """The JSON value of one file of a folder, and "", or None and the sentence that says why there is none."""
    name = place_name(path).rpartition("/")[2]
    try:
        if not path.is_file():
            return None, f"{name} is no file."
        value = document(Place(path), lambda _read, _all: True)
    except UsageError as error:
        return None, error.text()
    except OSError as error:
        return None, f"{name} cannot be read: {error.strerror or error}."
    return (value, "") if value is not None else (None, f"{name} holds no whole JSON value.")


def names(folder: Path, pattern: str) -> list[Path]:
    """What of a folder has such a name, in the order of the numbers in the names; nothing where it cannot be read."""
    try:
        return sorted(folder.glob(pattern), key=lambda path: _in_order(path.name))
    except OSError:
        return []


def _in_order(name: str) -> list[tuple[int, str]]:
    return [(int(piece), "") if piece.isdecimal() else (-1, piece) for piece in re.split(r"([0-9]{1,18})", name)]


def loose_array(path: Path) -> tuple[list[Any] | None, str]:
    """The elements of a file that is one JSON array and may have been written only in part, and what is wrong with it.

    None where there is no array. A missing or a doubled end loses nothing and is named; where an element breaks off, or
    something else follows, what comes before is given, and more may have been there.
    """
    name = place_name(path).rpartition("/")[2]
    try:
        if not path.is_file():
            return None, f"{name} is no file."
        content = _content(path).removeprefix(b"\xef\xbb\xbf")
    except UsageError as error:
        return None, error.text()
    except OSError as error:
        return None, f"{name} cannot be read: {error.strerror or error}."
    whole = parsed(content)
    if isinstance(whole, list):
        return whole, ""
    found, rest = _elements(content.decode("utf-8", "replace"))
    if found is None:
        return None, f"{name} holds no JSON array."
    if not rest.strip(" \t\r\n,]"):
        return found, f"The end of {name} is {'doubled' if ']' in rest else MISSING}."
    return found, f"{name} {BREAKS_OFF} after {many(len(found), 'element')}."


MISSING = "missing"
BREAKS_OFF = "breaks off"


def _elements(words: str) -> tuple[list[Any] | None, str]:
    at = _after_space(words, 0)
    if words[at : at + 1] != "[":
        return None, words
    found: list[Any] = []
    at += 1
    while True:
        at = _after_space(words, at)
        try:
            value, at = _DECODER.raw_decode(words, at)
        except (ValueError, RecursionError):
            return found, words[at:]
        found.append(value)
        at = _after_space(words, at)
        if words[at : at + 1] != ",":
            return found, words[at:]
        at += 1


def _after_space(words: str, at: int) -> int:
    found = _SPACE.match(words, at)
    return found.end() if found is not None else at


_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder(strict=False, parse_constant=str)
