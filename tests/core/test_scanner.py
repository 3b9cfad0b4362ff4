"""The process that looks through the folders that are turned on, and goes on looking as files change."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.importers.files import AT

from pausedesk.core.cli import scanning
from pausedesk.core.cli.app import NobodyReads
from pausedesk.core.importers.scanning import scan
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.run import scanner as run_scanner
from pausedesk.core.run.scanner import Scanner
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign_sessions import turn_on
from pausedesk.core.store.reads import page_rows

SECONDS = 60


def _line(session: str, kind: str, content: Any) -> str:
    message = {"role": kind, "content": content}
    return json.dumps({"type": kind, "uuid": "u", "sessionId": session, "timestamp": AT, "message": message}) + "\n"


@pytest.fixture
def folder(store: Store, tmp_path: Path) -> Path:
    """A folder that is turned on, with one session."""
    made = tmp_path / "projects"
    made.mkdir()
    (made / "s1.jsonl").write_text(_line("s1", "user", "Tidy up"))
    turn_on(store, str(made), "claude-code")
    return made


class Told:
    """The events of a scanner, as they come."""

    def __init__(self) -> None:
        self._events: queue.Queue[dict[str, Any]] = queue.Queue()
        self.take = self._events.put

    def next(self, name: str) -> dict[str, Any]:
        while True:
            event = self._events.get(timeout=SECONDS)
            if event["event"] == name:
                return event

    def left(self) -> list[dict[str, Any]]:
        found = []
        while not self._events.empty():
            found.append(self._events.get())
        return found


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def scanner(store: Store, told: Told) -> Iterator[Scanner]:
    made = Scanner(store.path, told.take)
    yield made
    made.stop()


def _endings(store: Store) -> dict[str, Ending]:
    with store.read() as connection:
        return {row.session: row.ending for row in page_rows(connection, ListFilter.ALL, "", 10)}


def test_it_looks_and_goes_on_looking_until_it_is_stopped(
    store: Store, folder: Path, scanner: Scanner, told: Told
) -> None:
    scanner.start()
    first = told.next("found")
    assert (first["folder"], first["new"], first["faults"]) == (str(folder), 1, [])
    assert _endings(store) == {"s1": Ending.USER_UNANSWERED}
    with (folder / "s1.jsonl").open("a") as grown:
        grown.write(_line("s1", "assistant", [{"type": "text", "text": "Done."}]))
    assert told.next("found")["changed"] == 1
    assert _endings(store) == {"s1": Ending.FINISHED}
    (folder / "later").mkdir()
    (folder / "later" / "s2.jsonl").write_text(_line("s2", "user", "And this"))
    while "s2" not in _endings(store):
        told.next("found")
    scanner.stop()
    told.left()
    (folder / "s3.jsonl").write_text(_line("s3", "user", "Too late"))
    assert told.left() == []
    assert "s3" not in _endings(store)


@pytest.mark.parametrize("watch", [[], ["--watch"]])
def test_where_nobody_reads_what_it_tells_it_ends_quietly_and_no_file_is_blamed(
    store: Store, folder: Path, watch: list[str]
) -> None:
    command = [sys.executable, "-m", "pausedesk.core.cli", "--store", str(store.path), "sources", "scan", "--events"]
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen([*command, *watch], stdin=subprocess.PIPE, stdout=writing, stderr=subprocess.PIPE) as ended:
        os.close(writing)
        assert ended.stderr is not None
        assert ended.stderr.read() == b""
    assert ended.returncode == 141
    assert set(_endings(store).values()) <= {Ending.USER_UNANSWERED}


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_stream_that_takes_nothing_is_no_fault_of_the_file_that_is_read(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch, stream: str
) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", buffering=1) as broken:
        monkeypatch.setattr(sys, stream, broken)
        told = scanning.Telling(events=stream == "stdout")
        monkeypatch.setattr(told, "_next", 0.0)
        summary = scan(store, folder, told, format="claude-code")
        monkeypatch.undo()
        with suppress(BrokenPipeError):
            broken.close()
    assert (summary.faults, summary.cancelled) == ([], stream == "stdout")
    assert isinstance(told.unheard, NobodyReads) is summary.cancelled


def test_without_a_folder_that_is_turned_on_it_ends(store: Store, scanner: Scanner, told: Told) -> None:
    scanner.start()
    assert told.next("ended")["code"] == 2


def test_a_folder_that_is_gone_is_told_with_a_reason(store: Store, folder: Path, scanner: Scanner, told: Told) -> None:
    (folder / "s1.jsonl").unlink()
    folder.rmdir()
    scanner.start()
    assert told.next("fault")["code"] == "no-such-file"


def _child(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Let the scanner start another program."""
    file = tmp_path / "child"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(file))


FOUND = {"event": "found", "folder": "/srv", "files": 1, "new": 1, "changed": 0, "unreadable": 0, "faults": []}


def test_what_is_no_event_is_passed_over(
    store: Store, tmp_path: Path, scanner: Scanner, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_scanner, "_LONGEST", 4096)
    lines = [
        "Warning: a library speaks",
        "[]",
        "7",
        "[" * 4000,
        "x" * 10_000,
        json.dumps({"event": "ended", "code": 0}),
        json.dumps({"event": ["found"]}),
        json.dumps({"event": "found"}),
        json.dumps({"event": "progress", "bytes": "many"}),
        json.dumps({"event": "fault", "why": None}),
        json.dumps({**FOUND, "faults": 7}),
        " " * 10_000 + json.dumps(FOUND),
        "\udcff\udcfe",
        json.dumps(FOUND),
        '{"event": "fou',
    ]
    (tmp_path / "said").write_bytes("\n".join(lines).encode("utf-8", "surrogateescape"))
    _child(tmp_path, monkeypatch, f"exec cat {tmp_path / 'said'}")
    scanner.start()
    assert told.next("ended")["code"] == 0
    scanner.start()
    assert told.next("found") == FOUND


def test_one_that_dies_is_told_and_one_that_does_not_hear_is_ended(
    store: Store, tmp_path: Path, scanner: Scanner, told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    _child(tmp_path, monkeypatch, "kill -9 $$")
    scanner.start()
    assert told.next("ended")["code"] == -9
    monkeypatch.setattr(run_scanner, "_ENDS_WITHIN", 0.0)
    deaf = f"trap '' TERM; echo '{json.dumps(FOUND)}'; while :; do read -r _ < {tmp_path / 'never'}; done"
    os.mkfifo(tmp_path / "never")
    _child(tmp_path, monkeypatch, deaf)
    scanner.start()
    told.next("found")
    process = scanner._process
    assert process is not None
    scanner.stop()
    assert (process.returncode, told.left()) == (-9, [])


def test_it_ends_with_the_desk_that_started_it(store: Store, folder: Path) -> None:
    program = """
import os, sys, threading
from pathlib import Path
from pausedesk.core.run.scanner import Scanner
found = threading.Event()
scanner = Scanner(Path(sys.argv[1]), lambda event: event["event"] == "found" and found.set())
scanner.start()
assert found.wait(60)
print(scanner._process.pid, flush=True)
os._exit(1)  # as a desk that was killed
"""
    run = subprocess.run(
        [sys.executable, "-c", program, str(store.path)], stdout=subprocess.PIPE, text=True, check=False
    )
    try:
        process = psutil.Process(int(run.stdout))
    except psutil.NoSuchProcess:
        return
    process.wait(SECONDS)
