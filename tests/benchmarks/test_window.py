"""The time from the start of a process to a window on the screen, against a bare window of the same toolkit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from tests.benchmarks.conftest import Rounds
from tests.benchmarks.filling import filled_store
from tests.benchmarks.measuring import Report

HERE = Path(__file__).parent
PACKAGES = HERE.parents[1] / "packaging" / "dev"


class _Opened:
    """Windows of one kind, each in a fresh process. Times are in seconds from the start of that process."""

    def __init__(self, kind: str, store: Path) -> None:
        self._command = [sys.executable, str(HERE / "window.py"), kind, str(store)]
        self._rows = 0.0

    def window(self) -> float:
        """Open one, and return how long it took to be painted."""
        environment = {**os.environ, "PYTHONPATH": str(PACKAGES)}
        began = time.monotonic()
        done = subprocess.run(
            self._command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, check=False
        )
        assert done.returncode == 0, done.stderr
        seen: dict[str, float] = json.loads(done.stdout)
        self._rows = seen["rows"] - began
        return seen["window"] - began

    def rows(self) -> float:
        """How long the last one took to have its rows painted."""
        return self._rows


def test_the_window_is_up(tmp_path: Path, report: Report, rounds: Rounds) -> None:
    path = tmp_path / "store.db"
    filled_store(path, 400, of_each=100).close()
    desk, bare = _Opened("desk", path), _Opened("bare", path)
    up, painted = report.compare_all(
        [
            ("window up", desk.window, bare.window, 1.5),
            ("window up with the store's rows painted", desk.rows, bare.rows, 1.5),
        ],
        rounds(3, 20),
    )
    assert up.times < 6
    assert painted.times < 12
