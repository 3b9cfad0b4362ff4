"""Files of other programs' sessions that have any name, cannot be read at first, or are gone meanwhile."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.core.looking import CALLS, card_of, claude, lines_of, listed, looked, record
from tests.importers.files import conversations

from pausedesk.core.errors import UsageError
from pausedesk.core.importers import growing, lines, scanning
from pausedesk.core.importers.scanning import scan
from pausedesk.core.importers.sources import source_views
from pausedesk.core.model.states import Ending
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign import named_place, place_name
from pausedesk.core.store.foreign_sessions import sources_on, turn_on
from pausedesk.core.store.forgetting import forget_sessions


def test_a_file_that_can_be_read_later_stays_one_session(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "projects" / "by-its-name.jsonl"
    claude(file.parent, "s1").rename(file)

    def refuse(path: Path) -> Any:
        raise UsageError("file-unreadable", f"{path} cannot be read: Permission denied.")

    with monkeypatch.context() as patch:
        patch.setattr(scanning, "place_of", refuse)
        assert looked(store, file.parent).unreadable == 1
    assert "Permission denied" in str(listed(store)["by-its-name"].unreadable)
    # Rights that are given change nothing of the content.
    file.chmod(0o640)
    assert looked(store, file.parent).changed == 1
    (row,) = listed(store).values()
    assert (row.session, row.ending, row.title, row.unreadable) == (
        "by-its-name",
        Ending.USER_UNANSWERED,
        "Tidy up s1",
        None,
    )
    with file.open("a") as grown:
        grown.write(lines_of(record("s1", "assistant", CALLS)))
    assert (looked(store, file.parent).changed, len(listed(store))) == (1, 1)


def test_a_whole_file_that_was_cut_off_stays_one_session(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "kept" / "by-its-name.json"
    file.parent.mkdir()
    whole = json.dumps({"session_id": "s1", "service_session_id": None, "state": {"memory": {"messages": []}}})
    file.write_text(whole[:-1])
    scan(store, file.parent, lambda _progress: True)
    assert listed(store)["by-its-name"].ending is Ending.UNREADABLE
    file.write_text(whole)
    assert scan(store, file.parent, lambda _progress: True).changed == 1
    assert {row.ending for row in listed(store).values()} == {Ending.EMPTY}


def test_what_was_forgotten_unread_does_not_come_back_when_it_can_be_read(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "projects" / "by-its-name.jsonl"
    file.parent.mkdir()
    file.write_bytes(b"\0" * 200)
    looked(store, file.parent)
    forget_sessions(store, ["by-its-name"], by="Ann")
    for words in ("Tidy up", "Tidy up again"):
        file.write_text(lines_of(record("s1", "user", words)))
        assert (looked(store, file.parent).new, listed(store)) == (0, {})
    claude(file.parent, "s1")
    assert (looked(store, file.parent).new, set(listed(store))) == (1, {"s1"})
    store.close()
    assert b"Tidy up again" not in store.path.read_bytes()


@pytest.mark.parametrize("name", [b"caf\xe9", b"\\xe9", b"back\\slash\\\xff", "caf\u00e9".encode(), b"line\nbreak"])
def test_a_session_of_any_name_in_a_folder_of_any_name_is_read_again(store: Store, tmp_path: Path, name: bytes) -> None:
    folder = tmp_path / os.fsdecode(name)
    file = folder / os.fsdecode(name + b".jsonl")
    folder.mkdir()
    file.write_text(lines_of(record("s1", "user", "Tidy up s1")))
    turn_on(store, place_name(folder), "claude-code")
    (source,) = sources_on(store)
    (view,) = (one for one in source_views(store) if one.on)
    assert view.there
    assert looked(store, named_place(source.folder)).new == 1
    assert looked(store, folder).unchanged == 1
    card = card_of(store, "s1")
    assert [item.text for item in card.history] == ["Tidy up s1"]
    assert card.foreign is not None
    assert os.fsencode(named_place(card.foreign.file)) == os.fsencode(file)


def test_files_whose_names_look_alike_are_not_taken_for_one(store: Store, tmp_path: Path) -> None:
    for number, name in enumerate((b"a\xe9.jsonl", b"a\\xe9.jsonl", b"a\\\\xe9.jsonl")):
        (tmp_path / os.fsdecode(name)).write_text(lines_of(record(f"s{number}", "user", "Tidy up")))
    assert looked(store, tmp_path).new == 3
    assert looked(store, tmp_path).unchanged == 3


@pytest.mark.parametrize("gone", ["before", "after"])
def test_a_file_that_vanishes_while_it_is_read_is_said_to_be_gone(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    file = claude(tmp_path / "projects")
    read_on = lines.read_lines

    def vanishing(*given: Any, **more: Any) -> Any:
        if gone == "before":
            file.unlink()
        yield from read_on(*given, **more)
        if gone == "after":
            file.unlink()

    monkeypatch.setattr(growing, "read_lines", vanishing)
    summary = looked(store, file.parent)
    assert summary.faults == (
        [f"{file}: {file} cannot be read: No such file or directory."] if gone == "before" else []
    )


HELLO = [{"role": "user", "content": "Hello"}]
HOSTILE = [
    "a/b",
    "A",
    "a",
    "\u00e9",
    "e\u0301",
    "x\0y",
    "x" * 1000,
    "$(reboot)",
    "-rf",
    "../../etc",
    " ",
    "a#3",
    "\u202e",
]


def test_ids_of_other_programs_that_are_the_same_or_nearly_are_sessions_of_their_own(
    store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "projects"
    folder.mkdir()
    keys = [*HOSTILE, *("k" * 80 + str(number) for number in range(4))]
    for name in ("one.db", "two.db", "three.db"):
        conversations(folder / name, dict.fromkeys(keys, HELLO))
    twice = conversations(folder / "twice.db", {})
    with closing(sqlite3.connect(twice)) as database, database:
        database.execute("DROP TABLE agent_sessions")
        database.execute("CREATE TABLE agent_sessions (session_id, created_at, updated_at)")
        for key in ("a", "a#3", "a", "a", "a#4"):
            database.execute("INSERT INTO agent_sessions VALUES (?, NULL, NULL)", (key,))
    summary = looked(store, folder, "")
    assert (summary.new, summary.faults) == (3 * len(keys) + 5, [])
    assert looked(store, folder, "").unchanged == 4


def test_how_far_a_database_is_read_is_told_by_its_sessions(store: Store, tmp_path: Path) -> None:
    file = conversations(tmp_path / "talks.db", {f"s{number}": HELLO for number in range(4)})
    told: list[int] = []

    def telling(progress: scanning.ScanProgress) -> bool:
        told.append(progress.bytes)
        return True

    scan(store, file, telling)
    size = file.stat().st_size
    assert told[-4:] == [0, size // 4, size // 2, size * 3 // 4]


def test_an_id_that_reads_as_another_takes_over_no_session_of_it(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "agents.db"
    with closing(sqlite3.connect(file)) as database, database:
        database.executescript(
            "CREATE TABLE agent_sessions (session_id, created_at, updated_at);"
            "CREATE TABLE agent_messages (id INTEGER PRIMARY KEY, session_id, message_data, created_at);"
            "INSERT INTO agent_sessions VALUES ('7', '', '');"
        )
    looked(store, file)
    (text,) = listed(store).values()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT INTO agent_sessions VALUES (7, '', '')")
        said = json.dumps({"role": "user", "content": "Go"})
        database.execute("INSERT INTO agent_messages VALUES (1, 7, ?, '')", (said,))
    looked(store, file)
    endings = {row.session: row.ending for row in listed(store).values()}
    assert endings.pop(text.session) is Ending.EMPTY
    assert list(endings.values()) == [Ending.USER_UNANSWERED]
