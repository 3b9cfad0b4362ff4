"""What a child leaves outside the store: what it printed. Whoever settles its calls finds it by the owner alone, also
where the door that started the child has died.

Each child's log is a file of the state folder, readable by its user only. What counts of it is kept in the store once
the child is dead; then the file goes.
"""

from __future__ import annotations

import hashlib
import os
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pausedesk.core.model.owners import Owner
from pausedesk.core.paths import private_folder, state_folder

# How much of a child's output is kept beside a call that may have run.
OUTPUT_TAIL = 4000
# A log that nobody took into a store - its worker was killed while the child had nothing to run - goes after so long.
STALE_LOG_SECONDS = 30 * 24 * 3600


def open_log() -> tuple[int, Path]:
    """A new log to start a child with: its descriptor and its path, until `adopt_log` names it after the child."""
    path = _folder() / f"starting-{os.urandom(8).hex()}.log"
    return os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR | os.O_APPEND, 0o600), path


def adopt_log(path: Path, owner: Owner) -> None:
    """Name a child's log after the child."""
    path.replace(log_of(owner))


def log_of(owner: Owner) -> Path:
    """Where what a child prints is kept."""
    digest = hashlib.sha256(replace(owner, gone="").to_json().encode()).hexdigest()
    return _folder() / f"child-{owner.pid}-{digest[:16]}.log"


def last_output(owner: Owner) -> str:
    """The last of what a child printed; nothing where no log of it is here."""
    try:
        # Not followed, never waited at: what stands there is only looked at.
        descriptor = os.open(log_of(owner), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as log:
            log.seek(max(0, log.seek(0, os.SEEK_END) - OUTPUT_TAIL))
            return log.read(OUTPUT_TAIL).decode("utf-8", "replace")
    except OSError:
        return ""


def drop_log(owner: Owner) -> None:
    """Remove a child's log, where there is one."""
    with suppress(OSError):
        log_of(owner).unlink(missing_ok=True)


def sweep_logs() -> None:
    """Remove logs that nobody came for in a long time."""
    before = time.time() - STALE_LOG_SECONDS
    for pattern in ("child-*.log", "starting-*.log"):
        for path in _folder().glob(pattern):
            with suppress(OSError):
                if path.lstat().st_mtime < before:
                    path.unlink()


def _folder() -> Path:
    return private_folder(state_folder() / "logs")
