"""Reading that is stopped: it ends within one step, however large what is being read is, and leaves nothing."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pausedesk.core.importers.base import Place
from pausedesk.core.importers.databases import copied
from pausedesk.core.importers.documents import document
from pausedesk.core.importers.lines import Stopped, read_lines

MB = 1_000_000
STEP = 10 * MB
"""More than is read between two occasions to stop."""


def _line(file: Path) -> Callable[[Callable[[int, int], bool]], object]:
    file.write_bytes(b'{"a": "' + b"x" * (40 * MB) + b'"}\n')
    return lambda progress: list(read_lines(file, progress))


def _document(file: Path) -> Callable[[Callable[[int, int], bool]], object]:
    file.write_bytes(b'{"a": "' + b"x" * (40 * MB) + b'"}')
    return lambda progress: document(Place(file), progress)


@pytest.mark.parametrize("made", [_line, _document])
def test_one_value_is_left_in_the_middle(
    made: Callable[[Path], Callable[[Callable[[int, int], bool]], object]], tmp_path: Path
) -> None:
    told: list[tuple[int, int]] = []

    def second(read: int, whole: int) -> bool:
        told.append((read, whole))
        return len(told) < 2

    work = made(tmp_path / "large")
    with pytest.raises(Stopped):
        work(second)
    assert len(told) == 2
    assert told[1][0] <= 2 * STEP < told[1][1]
    reads: list[int] = []

    def on(read: int, _whole: int) -> bool:
        reads.append(read)
        return True

    work(on)
    assert reads == sorted(reads)
    assert max(after - before for before, after in zip([0, *reads], reads, strict=False)) <= STEP


def test_a_database_is_left_in_the_middle_and_nothing_of_its_copy_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, private = tmp_path / "large.db", tmp_path / "private"
    private.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(private))
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE large (value)")
        database.execute("INSERT INTO large VALUES (zeroblob(?))", (20 * MB,))
    sizes: list[int] = []

    def second(_read: int, _whole: int) -> bool:
        sizes.append(sum(one.stat().st_size for one in private.rglob("*") if one.is_file()))
        return len(sizes) < 2

    with pytest.raises(Stopped), copied(Place(file), second):
        pass
    assert len(sizes) == 2
    assert sizes[1] <= STEP
    assert list(private.iterdir()) == []
