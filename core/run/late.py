"""Results that came when no door was there to take them: kept as small files, until somebody looks.

A child whose door died lets the call that runs come to its end and then has nobody to tell. It writes the end into a
file of a private folder, whole or not at all, and starts nothing more. Whoever looks at the store next keeps it beside
the call that may have run: evidence for the person who settles it, which starts nothing and settles nothing
(section 8). The files are read as what they are, files that anything may have written.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pausedesk.core.model.states import ExecutionState
from pausedesk.core.paths import private_folder, state_folder

VERSION = 1
# A file larger than that is none of ours: the model would have to read what is in it.
LARGEST_BYTES = 64 * 1024 * 1024


class Unreadable(Exception):
    """A file of the folder that is no late result; `str(error)` says why."""


@dataclass(frozen=True, slots=True)
class Late:
    """How a call ended, as its file tells it."""

    execution: str
    kind: ExecutionState  # done | raised
    result: dict[str, Any] | None
    error: str | None


def folder_of(ledger_id: str) -> Path:
    """Where late results of a store's calls are kept on this machine, by the store's ledger id."""
    return state_folder() / "late" / ledger_id


def write(folder: Path, execution: str, kind: ExecutionState, result: dict[str, Any] | None, error: str | None) -> bool:
    """Keep how a call ended, so that it survives a power loss. Returns whether it could be kept; says so where not."""
    told = {"v": VERSION, "execution": execution, "kind": str(kind), "result": result, "error": error}
    try:
        private_folder(folder)
        descriptor, draft = tempfile.mkstemp(dir=folder, prefix=".draft-")
        with os.fdopen(descriptor, "wb") as file:
            file.write(json.dumps(told).encode())
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(folder / f"{execution}.json")
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
    except (OSError, ValueError) as fault:
        print(f"pausedesk: how the call {execution} ended could not be kept: {fault}", file=sys.stderr)
        return False
    return True


def read(path: Path) -> Late:
    """The late result that a file holds; raises Unreadable, or OSError where it cannot be opened."""
    # Neither a link is followed nor a pipe waited at.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        facts = os.fstat(descriptor)
        if not stat.S_ISREG(facts.st_mode) or facts.st_uid != os.geteuid():
            raise Unreadable("it is no file of this user")
        if facts.st_size > LARGEST_BYTES:
            raise Unreadable("it is too large")
        raw = file.read(LARGEST_BYTES)
    try:
        told = json.loads(raw)
    except (ValueError, RecursionError):
        raise Unreadable("it holds no JSON") from None
    if not isinstance(told, dict) or told.get("v") != VERSION:
        raise Unreadable("it holds no late result of this version")
    execution, kind, result, error = (told.get(name) for name in ("execution", "kind", "result", "error"))
    if not isinstance(execution, str) or execution != path.stem:
        raise Unreadable("it tells of another call than its name")
    if kind == ExecutionState.DONE and isinstance(result, dict) and {"content", "outcome"} <= result.keys():
        return Late(execution, ExecutionState.DONE, result, None)
    if kind == ExecutionState.RAISED and isinstance(error, str):
        return Late(execution, ExecutionState.RAISED, None, error)
    raise Unreadable("it does not say how the call ended")
