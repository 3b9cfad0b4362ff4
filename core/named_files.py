"""Files that a call names: what each holds, as far as that can be told without waiting (section 1).

An edit between the question and the call is seen; one between the last look and the call is not.
A tool's author says which arguments are paths: `"paths": ["script"]`. Only regular files are read, however a path leads
to one; nothing else is ever opened.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

# Larger files are known by their size and time alone: reading one would hold up the call that is about to start.
MOST_BYTES = 64 * 1024 * 1024
_PIECE = 1024 * 1024

NamedFiles = dict[str, list[list[str]]]
"""By argument: for each path in it, the absolute path and what was there (see `what_is_there`)."""


def what_is_there(path: Path) -> str:
    """What a path leads to: "sha256:..." of a file's bytes, "large:SIZE:TIME", or "missing", "no-file" (a folder, a
    pipe, a device) or "unreadable". Never raises and never waits."""
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return "no-file"  # opening a pipe or a device could wait, or do something
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return "missing"
    except (OSError, ValueError):
        return "unreadable"
    with os.fdopen(descriptor, "rb", buffering=0) as file:
        try:
            found = os.fstat(descriptor)
            if not stat.S_ISREG(found.st_mode):
                return "no-file"
            large = f"large:{found.st_size}:{found.st_mtime_ns}"
            digest, left = hashlib.sha256(), MOST_BYTES
            while piece := file.read(_PIECE):
                left -= len(piece)
                if left < 0:
                    return large
                digest.update(piece)
        except OSError:
            return "unreadable"
    return f"sha256:{digest.hexdigest()}"


def named_files(names: object, arguments: Mapping[str, Any], folder: Path) -> NamedFiles:
    """What the paths in the arguments that an author declared lead to, seen from `folder`. What is no path - no text,
    no list of texts - names no file."""
    found: NamedFiles = {}
    for name in names if isinstance(names, list) else ():
        value = arguments.get(name) if isinstance(name, str) else None
        paths = [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str)]
        if paths:
            places = [Path(os.path.normpath(folder / one)) for one in paths]
            found[name] = [[str(place), what_is_there(place)] for place in places]
    return found


def changed_file(asked: NamedFiles, now: NamedFiles) -> str | None:
    """The first file that is not what it was when it was asked about, in a sentence; None where all are."""
    for name, files in asked.items():
        for index, (path, was) in enumerate(files):
            here = now.get(name, [])
            there, found = here[index] if index < len(here) else (path, "missing")
            if (there, found) != (path, was):
                return _sentence(path, was, there, found)
    return None


def _sentence(path: str, was: str, there: str, found: str) -> str:
    if there != path:
        return f"The call was asked about the file {path}, and would use {there} now."
    if found == "missing":
        return f"The file {path} is gone since it was asked about."
    if was == "missing":
        return f"The file {path} was made since it was asked about."
    return f"The file {path} changed since it was asked about."


def as_they_are(asked: NamedFiles) -> NamedFiles:
    """What is at the same paths now: for a card, which knows no folder and is read again and again."""
    return {name: [[path, _remembered(path)] for path, _ in files] for name, files in asked.items()}


def _remembered(path: str) -> str:
    try:
        found = Path(path).stat()
    except (OSError, ValueError):
        return what_is_there(Path(path))
    return _read_before(path, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)


@lru_cache(maxsize=256)
def _read_before(path: str, *_of_the_file: int) -> str:
    return what_is_there(Path(path))
