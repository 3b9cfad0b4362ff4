"""Errors of the disk in place of kills: at any statement of a phase the disk is full, the store locked or unreadable.

First as the driver would tell of them, then on a small file system that really is full, up to some pages.
The error lasts a while and is healed; then the same process goes on, as a worker does, and after it another one.
"""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, Broken, Points, in_a_fork, lines_of

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.run import host
from pausedesk.core.store.engine import Store
from pausedesk.core.store.tables import executions

CODES = {
    "disk-full": sqlite3.SQLITE_FULL,
    "store-locked": sqlite3.SQLITE_BUSY,
    "store-io": sqlite3.SQLITE_IOERR,
    "store-read-only": sqlite3.SQLITE_READONLY,  # mounted so after an error of the disk
}
PAGE = 4096
# With so many pages more than what is there a phase comes to its end.
ENOUGH = 120
HELD = "do_execute", "do_executemany", "do_execute_no_params", "do_commit"


class Disk:
    """Fails a number of statements and commits that write, from the n-th on."""

    def __init__(self, first: int, lasting: int, code: int, *, landed: bool = False) -> None:
        self.count = 0
        self.failed: list[str] = []
        self._range = range(first, first + lasting)
        self._code = code
        self._landed = landed

    @contextmanager
    def under(self, store: Store) -> Iterator[None]:
        """Let the store's statements go through this disk."""
        dialect = store._engine.dialect
        own = {name: getattr(dialect, name) for name in HELD}
        try:
            for name in HELD:
                setattr(dialect, name, self._wrapped(name, own[name]))
            yield
        finally:
            for name in HELD:
                delattr(dialect, name)

    def _wrapped(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*args: Any, **named: Any) -> Any:
            statement = "COMMIT" if name == "do_commit" else str(args[1])
            if statement.split(" ")[0] in ("SELECT", "PRAGMA", "BEGIN") and statement != "BEGIN IMMEDIATE":
                return work(*args, **named)
            self.count += 1
            if self.count not in self._range:
                return work(*args, **named)
            if self._landed and name == "do_commit":
                work(*args, **named)
            self.failed.append(statement.split("\n")[0][:60])
            error = sqlite3.OperationalError("injected")
            error.sqlite_errorcode = self._code
            raise error

        return wrapped


class Ballast:
    """Fills the file system of a folder up to some pages, and takes the weight away again."""

    def __init__(self, folder: Path, pages: int) -> None:
        self._file = folder / "ballast"
        self._pages = pages

    @contextmanager
    def under(self, store: Store) -> Iterator[None]:
        """Let the store's writes go to a disk with so much room left."""
        with self._file.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(PAGE)):
                pass
        room = self._file.stat().st_size // PAGE * PAGE - self._pages * PAGE
        os.truncate(self._file, max(0, room))
        try:
            yield
        finally:
            self._file.unlink()


class SmallBench(Bench):
    """A bench whose store lies on a small disk, and whose calls act elsewhere."""

    outside: Path

    @property
    def effects(self) -> Path:
        return self.outside / "effects"

    @property
    def faults(self) -> Path:
        return self.outside / "faults"

    @property
    def acknowledged(self) -> Path:
        return self.outside / "acknowledged"


@pytest.fixture(scope="module")
def paused(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A session that waits on two calls."""
    folder = tmp_path_factory.mktemp("paused") / "bench"
    folder.mkdir()
    bench = Bench(folder)
    bench.begin()
    bench.close()
    return bench


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A store without a session."""
    folder = tmp_path_factory.mktemp("fresh") / "bench"
    folder.mkdir()
    bench = Bench(folder)
    bench.judge()
    bench.close()
    return bench


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(host, "OUTCOME_PAUSE_S", 0.0)


def _number_of_writes(start: Bench, folder: Path, work: Callable[[Bench], object]) -> int:
    bench, disk = start.copy_to(folder), Disk(0, 0, 0)
    with disk.under(bench.store):
        work(bench)
    bench.close()
    return disk.count


def _go_wrong(bench: Bench, disk: Disk | Ballast, work: Callable[[Bench], object]) -> None:
    """Do the work on a bad disk, of which only errors that a person is told of may come; then go on, on a good one.

    A call whose end could not be recorded reads as running while this process lives: then it is left to the next.
    """
    with disk.under(bench.store), suppress(PausedeskError):
        work(bench)
    if unspent := _started_without_spend(bench):
        raise Broken(f"started without a spend: {unspent}")
    bench.judge()
    try:
        bench.bring_to_end()
    except Broken:
        if not _running(bench):
            raise


def _running(bench: Bench) -> bool:
    with bench.store.read() as connection:
        state = select(executions.c.id).where(executions.c.state == ExecutionState.RUNNING)
        return connection.execute(state).first() is not None


def _started_without_spend(bench: Bench) -> list[str]:
    with bench.store.read() as connection:
        started = connection.execute(select(executions.c.arguments).where(executions.c.session_id == SESSION)).scalars()
        known = " ".join(started)
    return [line for line in lines_of(bench.effects) if f'"{line}"' not in known]


def _swept(
    start: Bench, folder: Path, work: Callable[[Bench], object], code: str, lasting: int, every: int
) -> list[str]:
    broken = []
    writes = _number_of_writes(start, folder / "counted", work)
    assert writes > 20
    for first in range(1, writes + 1, every):
        bench = start.copy_to(folder / str(first))
        disk = Disk(first, lasting, CODES[code])
        bench.close()
        try:
            if in_a_fork(partial(_go_wrong, bench, disk, work)) != 0:
                raise Broken("the process with the bad disk")
            bench.bring_to_end()
        except Exception as error:  # noqa: BLE001 - each error is told, not only the first that breaks
            broken.append(f"{first} of {writes} {type(error).__name__}: {error}")
        bench.close()
    return broken


# What goes wrong, for how many writes, and at each how many-th place it is tried.
SAMPLED = [
    ("disk-full", 1, 5),
    ("store-locked", 1, 11),
    ("store-io", 1, 11),
    ("store-read-only", 60, 11),
    ("disk-full", 60, 4),
]


@pytest.mark.slow
@pytest.mark.parametrize(("code", "lasting", "every"), SAMPLED)
def test_a_write_that_fails_loses_nothing(code: str, lasting: int, every: int, paused: Bench, tmp_path: Path) -> None:
    assert _swept(paused, tmp_path, Bench.answer, code, lasting, every) == []


@pytest.mark.sweep
@pytest.mark.parametrize("lasting", [1, 2, 5, 60])
@pytest.mark.parametrize("work", [Bench.begin, Bench.answer])
@pytest.mark.parametrize("code", CODES)
def test_each_write_that_fails_loses_nothing(
    code: str, work: Callable[[Bench], object], lasting: int, paused: Bench, fresh: Bench, tmp_path: Path
) -> None:
    start = paused if work == Bench.answer else fresh
    assert _swept(start, tmp_path, work, code, lasting, 1) == []


# -- a disk that is full -----------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system of its own that holds 8 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def _on_a_full_disk(
    start: Bench, disk: Path, outside: Path, work: Callable[[Bench], object], rooms: Iterable[int]
) -> list[str]:
    broken = []
    for pages in rooms:
        start.copy_to(disk / str(pages)).close()
        bench = SmallBench(disk / str(pages), points=Points())
        bench.outside = outside / str(pages)
        bench.outside.mkdir()
        for name in ("effects", "acknowledged"):
            if (bench.folder / name).exists():
                shutil.move(bench.folder / name, bench.outside / name)
        try:
            if in_a_fork(partial(_go_wrong, bench, Ballast(disk, pages), work)) != 0:
                raise Broken("the process with the full disk")
            bench.bring_to_end()
        except Exception as error:  # noqa: BLE001 - each error is told, not only the first that breaks
            broken.append(f"room for {pages} pages: {type(error).__name__}: {error}")
        bench.close()
        shutil.rmtree(bench.folder)
    return broken


@pytest.mark.slow
@pytest.mark.parametrize("work", [Bench.begin, Bench.answer])
def test_a_disk_that_fills_up_loses_nothing(
    work: Callable[[Bench], object], paused: Bench, fresh: Bench, small_disk: Path, tmp_path: Path
) -> None:
    seed = int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))
    rooms = random.Random(seed).sample(range(ENOUGH), 6)
    start = paused if work == Bench.answer else fresh
    assert _on_a_full_disk(start, small_disk, tmp_path, work, rooms) == [], f"PAUSEDESK_FAULTS_SEED={seed}"


@pytest.mark.sweep
@pytest.mark.parametrize("work", [Bench.begin, Bench.answer])
def test_a_disk_that_fills_up_at_any_page_loses_nothing(
    work: Callable[[Bench], object], paused: Bench, fresh: Bench, small_disk: Path, tmp_path: Path
) -> None:
    start = paused if work == Bench.answer else fresh
    assert _on_a_full_disk(start, small_disk, tmp_path, work, range(ENOUGH)) == []
