"""What it costs to list sessions of other programs: memory and time of a large file, and of looking a second time.

In short a file of 60 MB with one line of 12 MB, and 400 sessions; with --sweep a file of 2 GB with one line of 50 MB,
and 10,000 sessions.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.benchmarks.conftest import Rounds
from tests.benchmarks.measuring import Report

from pausedesk.core.importers.lines import LONGEST
from pausedesk.core.importers.scanning import ScanProgress, scan
from pausedesk.core.model.states import ListFilter
from pausedesk.core.store.engine import open_store
from pausedesk.core.store.reads import page_rows

MB = 1_000_000
# Reads a file by the importer, or as lines of JSON alone; says the seconds, the megabytes at the most and before.
PROGRAM = """
import json, sys, time
from pathlib import Path
from pausedesk.core.importers import importers
from pausedesk.core.importers.scanning import scan
from pausedesk.core.store.engine import open_store

def highest():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM")) / 1000

file, told = Path(sys.argv[2]), []
store = open_store(Path(sys.argv[3]))
importers()
before, began = highest(), time.process_time()
if sys.argv[1] == "scan":
    scan(store, file, lambda progress: told.append(progress.bytes) or True)
else:
    with file.open("rb") as lines:
        for line in lines:
            json.loads(line)
print(json.dumps({"seconds": time.process_time() - began, "before": before, "most": highest(), "told": told}))
store.close()
"""


def _record(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"id": str(len(str(content))), "role": kind, "content": content, "model": "m", "stop_reason": None}
    at = "2026-11-30T10:00:00.000Z"
    return {"type": kind, "uuid": "u", "sessionId": "s", "cwd": "/srv", "timestamp": at, "message": message, **more}


def _turn() -> Iterator[dict[str, Any]]:
    yield _record("user", "Look into it. " * 20)
    call = {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "ls -la", "description": "List"}}
    yield _record("assistant", [{"type": "text", "text": "I look, é.\n" * 40}, call])
    output = 'a "quoted" line of output\n' * 200
    result = {"type": "tool_result", "tool_use_id": "c1", "content": output}
    yield _record("user", [result], toolUseResult={"stdout": output})
    yield _record("assistant", [{"type": "text", "text": "Done. " * 100}])


TURN = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in _turn()).encode()


def _large(file: Path, size: int, long: int) -> Path:
    line = _record("user", [{"type": "tool_result", "tool_use_id": "c9", "content": "A" * long}])
    with file.open("wb") as written:
        while written.tell() < size // 2:
            written.write(TURN)
        written.write(json.dumps(line).encode() + b"\n")
        while written.tell() < size:
            written.write(TURN)
    return file


def _measured(what: str, file: Path, folder: Path) -> dict[str, Any]:
    store = folder / "store.db"
    store.unlink(missing_ok=True)
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, what, str(file), str(store)], stdout=subprocess.PIPE, check=True, text=True
    )
    found: dict[str, Any] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize(
    ("size", "long"),
    [(60 * MB, LONGEST + 4 * MB), pytest.param(2_000 * MB, 50 * MB, marks=pytest.mark.sweep)],
    ids=["60 MB", "2 GB"],
)
def test_a_large_file_is_read_within_little_memory_and_at_the_speed_of_its_json(
    size: int, long: int, tmp_path: Path, rounds: Rounds, report: Report, told: Callable[[str], None]
) -> None:
    file = _large(tmp_path / "s.jsonl", size, long)
    ours: list[dict[str, Any]] = []

    def scanned() -> float:
        ours.append(_measured("scan", file, tmp_path))
        return float(ours[-1]["seconds"])

    ratio = report.compare(
        f"import of {size // MB:,} MB against parsing its JSON alone",
        scanned,
        lambda: float(_measured("json", file, tmp_path)["seconds"]),
        rounds(1, 3),
        aim=2,
        warm=0,
    )
    over = max(one["most"] - one["before"] for one in ours)
    told(f"import of {size // MB:,} MB, a line of {long // MB} MB in it: {over:.0f} MB over the program (aim 100)")
    assert over < 100
    assert ratio.times < 4
    progress = ours[0]["told"]
    assert progress == sorted(progress)
    assert len(progress) > size // (8 * MB)


@pytest.mark.parametrize("count", [400, pytest.param(10_000, marks=pytest.mark.sweep)])
def test_a_second_look_costs_little_and_the_list_is_there_during_the_first(
    count: int, tmp_path: Path, told: Callable[[str], None]
) -> None:
    folder = tmp_path / "projects"
    for number in range(count):
        file = folder / f"p{number % 20}" / f"s{number}.jsonl"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(TURN.replace(b'"sessionId": "s"', f'"sessionId": "s{number}"'.encode()))
        os.utime(file, (1_000_000 + number, 1_000_000 + number))
    store, reader = open_store(tmp_path / "store.db"), open_store(tmp_path / "store.db")
    listed: list[int] = []

    def telling(progress: ScanProgress) -> bool:
        if progress.files % 50 == 0:
            with reader.read() as connection:
                listed.append(len(page_rows(connection, ListFilter.ALL, "", 200)))
        return True

    began = time.process_time()
    first = scan(store, folder, telling, format="claude-code")
    between = time.process_time()
    second = scan(store, folder, lambda _progress: True, format="claude-code")
    share = (time.process_time() - between) / (between - began)
    told(f"a second look at {count:,} sessions: {100 * share:.1f} % of the first (aim 2)")
    assert (first.new, second.unchanged, second.read) == (count, count, 0)
    assert listed == sorted(listed)
    assert any(rows > 0 for rows in listed)
    assert share < 0.2
    store.close()
    reader.close()
