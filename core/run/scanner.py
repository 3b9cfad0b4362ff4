"""The process that looks through the folders that are turned on, for a desk that stays quick meanwhile."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

from pausedesk.core.paths import private_folder, state_folder

# Whoever stops it waits for that; what it was killed in the middle of is read again the next time.
_ENDS_WITHIN = 2.0
# Bytes of a line: the faults of a look are some, each with a path.
_LONGEST = 16_000_000
_COUNTS = ("files", "new", "changed", "unreadable")
_MEMBERS: dict[str, dict[str, type]] = {
    "progress": {"place": str, **dict.fromkeys(("files", "files_all", "bytes", "bytes_all"), int)},
    "found": {"faults": list, **dict.fromkeys(_COUNTS, int)},
    "fault": {"why": str},
}


class Scanner:
    """Starts and stops the process; `told` hears of each of its events, on a thread of this class's own.

    An event is a JSON object: "event" is progress, found or fault as `pausedesk sources scan --events` prints them, or
    ended, with the exit code. The process ends by itself when this one does.
    """

    def __init__(self, store: Path, told: Callable[[dict[str, Any]], None]) -> None:
        self._store = store
        self._told = told
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None

    def start(self) -> None:
        """Look, and go on looking as files change. Stops a look that is under way, so that it begins with what is
        turned on now. Raises OSError where no process can be started."""
        self.stop()
        log = private_folder(state_folder() / "logs") / "sources.log"
        with os.fdopen(os.open(log, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "ab") as errors:
            process = subprocess.Popen(
                [
                    *(sys.executable, "-m", "pausedesk.core.cli", "--store", str(self._store)),
                    *("sources", "scan", "--watch", "--events"),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
                cwd=Path.home(),
            )
        self._process = process
        self._reader = threading.Thread(target=self._read, args=(process,), name="sources", daemon=True)
        self._reader.start()

    def stop(self) -> None:
        """End the look that is under way, if one is; what it read stays. Nothing is told once this has returned."""
        process, reader = self._process, self._reader
        self._process = self._reader = None
        if process is None or reader is None:
            return
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        process.terminate()
        try:
            process.wait(_ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        reader.join()

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        if process.stdout is None:
            return
        with process.stdout as lines:
            for event in _events(lines):
                if process is self._process:
                    self._told(event)
        code = process.wait()
        if process is self._process:
            self._told({"event": "ended", "code": code})


def _events(lines: IO[bytes]) -> Iterator[dict[str, Any]]:
    """The events that a look tells of. Anything else on its output (what a library prints, a line that never ends) is
    passed over, and held no longer than an event can be."""
    whole = True
    while line := lines.readline(_LONGEST):
        begins, whole = whole, line.endswith(b"\n")
        if not begins or not whole:
            continue
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            continue
        members = _MEMBERS.get(str(event.get("event"))) if isinstance(event, dict) else None
        if members is not None and all(isinstance(event.get(name), kind) for name, kind in members.items()):
            yield event
