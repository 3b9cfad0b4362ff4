"""What a call would change in a file as it is now: the file is read, and compared with the text (`rules.differences`).

Only a regular file under the session's folder is read, never through a symbolic link, and never more than 2 MB: the
path comes from an agent.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from pausedesk.core.model.views import RequestView
from pausedesk.core.rules.differences import FileDiff, difference

LIMIT_BYTES = 2_000_000


class _NotShown(Exception):
    """Why a file is not read, as a sentence."""


def diff_of(request: RequestView, folder: str) -> FileDiff | None:
    """What a request would change in the file that its tool's author declared, seen from the session's folder; None
    where it edits no file. Reads a file: not for a thread that must not wait."""
    if request.file is None:
        return None
    path, argument = request.file
    text = next((one.value for one in request.arguments if one.name == argument), None)
    return diff_against_file(folder, path, text) if isinstance(text, str) else None


def diff_against_file(folder: str, path: str, wanted: str) -> FileDiff:
    """Compare `wanted` with the file at `path` (relative to `folder`, or under it).

    Never raises for what a path may name.
    """
    try:
        present = _read(folder, path)
    except _NotShown as reason:
        return FileDiff(path, None, str(reason))
    return difference(path, present, wanted)


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
