"""The difference between a file as it is now and the text that a call would write. Qt-free; runs on the reader thread.

Only a regular file under the session's folder is read, never through a symbolic link, and never more than 2 MB: the
path comes from an agent.
"""

from __future__ import annotations

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path

LIMIT_BYTES = 2_000_000
LIMIT_LINES = 4000  # beyond it the comparison takes seconds, and nobody reads it line by line
CONTEXT = 3


@dataclass(frozen=True, slots=True)
class FileDiff:
    """`text` is a unified diff, or None with the reason in `why`."""

    path: str
    text: str | None
    why: str
    added: int = 0
    removed: int = 0


class _NotShown(Exception):
    """Why a file is not read, as a sentence."""


def diff_against_file(folder: str, path: str, wanted: str) -> FileDiff:
    """Compare `wanted` with the file at `path` (relative to `folder`, or under it).

    Never raises for what a path may name.
    """
    try:
        present = _read(folder, path)
    except _NotShown as reason:
        return FileDiff(path, None, str(reason))
    before = [] if present is None else present.splitlines()
    after = wanted.splitlines()
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    changed = max(len(before), len(after)) - head - tail
    if changed == 0 and present is not None:
        same = "The file holds this text already." if present == wanted else "Only the ends of lines differ."
        return FileDiff(path, None, same)
    if changed > LIMIT_LINES:
        return FileDiff(
            path, None, f"{changed:,} lines differ: too many to show line by line. The new text is below in full."
        )
    import difflib

    start = max(0, head - CONTEXT)
    kept = max(0, tail - CONTEXT)
    lines = list(
        difflib.unified_diff(
            before[start : len(before) - kept], after[start : len(after) - kept], lineterm="", n=CONTEXT
        )
    )[2:]
    body = [_shifted(line, start) for line in lines]
    added = sum(line.startswith("+") for line in lines)
    removed = sum(line.startswith("-") for line in lines)
    why = "The file does not exist yet; approving would create it." if present is None else ""
    return FileDiff(path, "\n".join(body), why, added, removed)


def _shifted(line: str, by: int) -> str:
    """A hunk's header with line numbers of the whole file."""
    if not line.startswith("@@") or not by:
        return line
    parts = line.split(" ")
    for place in (1, 2):
        sign, rest = parts[place][0], parts[place][1:]
        first, comma, count = rest.partition(",")
        parts[place] = f"{sign}{int(first) + by}{comma}{count}"
    return " ".join(parts)


def _read(folder: str, path: str) -> str | None:
    """The file's text, or None where there is no such file. Raises _NotShown."""
    if not folder:
        raise _NotShown("The session names no folder, so its file is not read.")
    if not path or "\0" in path:
        raise _NotShown("The path is empty or not a path.")
    root = Path(os.path.realpath(folder))
    named = Path(path)
    target = named if named.is_absolute() else root / named
    try:
        parent = Path(os.path.realpath(target.parent))
    except OSError as error:
        raise _NotShown(f"The folder of the file cannot be read: {error.strerror}.") from error
    target = parent / target.name
    if target.name in {"", ".", ".."} or not target.is_relative_to(root):
        raise _NotShown("The path leads out of the session's folder, so the file is not read.")
    try:
        before = os.lstat(target)
        if stat.S_ISLNK(before.st_mode):
            raise _NotShown("The path is a symbolic link, so the file behind it is not read.")
        if not stat.S_ISREG(before.st_mode):
            raise _NotShown("The path is not a regular file.")
        handle = os.open(target, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _NotShown("The path is a symbolic link, so the file behind it is not read.") from error
        raise _NotShown(f"The file cannot be read: {error.strerror}.") from error
    with os.fdopen(handle, "rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode):
            raise _NotShown("The path is not a regular file.")
        if found.st_size > LIMIT_BYTES:
            raise _NotShown(f"The file holds {found.st_size:,} bytes: too many to compare.")
        data = file.read(LIMIT_BYTES + 1)
    if len(data) > LIMIT_BYTES:
        raise _NotShown("The file grew while it was read: too large to compare.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _NotShown("The file is not text in UTF-8, so no difference is shown.") from error
