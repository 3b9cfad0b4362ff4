"""How the importer of a place is found."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from pausedesk.core.errors import UsageError
from pausedesk.core.importers import importers, place_of, sniffed
from pausedesk.core.importers.base import HEAD, Place
from pausedesk.core.store.foreign import foreign_database


def test_every_importer_has_a_format_of_its_own() -> None:
    formats = [importer.format for importer in importers()]
    assert len(set(formats)) == len(formats)


def test_a_place_has_the_head_of_its_file_and_a_folder_has_none(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"x" * (HEAD + 1))
    assert place_of(file) == Place(file, b"x" * HEAD)
    assert place_of(tmp_path) == Place(tmp_path)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path, code in ((tmp_path / "absent", "no-such-file"), (tmp_path / "pipe", "not-a-file")):
        with pytest.raises(UsageError) as refused:
            place_of(path)
        assert refused.value.code == code


@pytest.mark.parametrize(
    "content",
    [b"", b"\0", b"\xff\xfe", b"words", b"{}", b"[]", b"null", b"{" * 100_000, b"[" * 100_000, b'{"type": {}}'],
)
def test_what_is_of_no_format_is_known_by_none(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.jsonl"
    file.write_bytes(content)
    assert sniffed(place_of(file)) is None


def test_the_command_line_starts_without_an_importer() -> None:
    code = "import sys, pausedesk.core.cli.app; sys.exit('pausedesk.core.importers' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_database_is_read_with_its_wal_and_left_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "theirs.db"
    with closing(sqlite3.connect(file)) as theirs:
        theirs.execute("PRAGMA journal_mode = WAL")
        theirs.execute("CREATE TABLE t (a)")
        theirs.execute("INSERT INTO t VALUES ('\u00e9')")
        theirs.commit()
        before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        with foreign_database(file) as ours:
            assert ours.execute("SELECT a FROM t").fetchall() == [("\u00e9".encode(),)]
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_damaged_database_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "theirs.db"
    file.write_bytes(b"SQLite format 3\x00 and no more")
    with pytest.raises(UsageError) as refused, foreign_database(file) as ours:
        ours.execute("SELECT * FROM sqlite_master").fetchall()
    assert refused.value.code == "file-unreadable"
