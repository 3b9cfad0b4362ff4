"""Envelopes as other programs keep them: files, folders, databases with and without a clean end; nothing is written."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.support import Bench
from tests.core.test_store_imported import CONSENT, QUESTION, conversation, encoded

from pausedesk.core.errors import UsageError
from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Total
from pausedesk.core.rules.session_ids import checked_id, imported_id
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.foreign import Foreign, foreign_files, read_foreign
from pausedesk.core.store.imported import Imported, import_foreign, read_envelope
from pausedesk.core.store.reads import Reader

SCHEMA = "CREATE TABLE agent_sessions (session_id TEXT PRIMARY KEY, format TEXT, envelope TEXT NOT NULL)"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path / "store.db")
    yield made
    made.close()


def database(path: Path, *rows: tuple[str, str | None, str], schema: str = SCHEMA, mode: str = "WAL") -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA journal_mode = {mode}")
    connection.execute(schema)
    connection.executemany("INSERT INTO agent_sessions VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.close()


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {file.name: (file.stat().st_mtime_ns, file.read_bytes()) for file in folder.iterdir() if file.is_file()}


def all_of(store: Store, file: Path, source: str = "other") -> list[Imported]:
    return [import_foreign(store, one, source=source) for one in read_foreign(file)]


def refused(work: Any) -> str:
    with pytest.raises(UsageError) as error:
        work()
    return error.value.code


def test_a_file_is_one_session_under_the_id_that_it_names(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_bytes(encoded(CONSENT))
    (made,) = all_of(store, file)
    assert (made.session, made.listed_format, made.new) == ("chat", "conversation-v1", True)
    assert read_envelope(store, "chat") == encoded(CONSENT)
    (again,) = all_of(store, file)
    assert (again.session, again.new) == ("chat", False)


def test_a_row_is_one_session_and_keeps_the_format_beside_it(store: Store, tmp_path: Path) -> None:
    inside = tmp_path / "in"
    inside.mkdir()
    database(
        inside / "a.db",
        ("asks", "flowchart-v1", json.dumps(QUESTION)),
        ("says it talks", "conversation-v1", json.dumps(QUESTION)),
        ("no format", None, json.dumps(conversation())),
        ("broken", "flowchart-v1", '{"format":'),
        ("future", "conversation-v9", "{}"),
    )
    before = snapshot(inside)
    made = {one.listed_format: one for one in all_of(store, inside / "a.db")}
    assert set(made) == {"flowchart-v1", "conversation-v1", "conversation-v9"}
    assert sum(1 for one in all_of(store, inside / "a.db") if one.unreadable) == 2
    assert snapshot(inside) == before
    reader = Reader(store)
    try:
        assert reader.total(ListFilter.ALL) == Total(5)
    finally:
        reader.close()


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_database_that_was_left_by_a_kill_is_read_with_what_belongs_to_it(
    store: Store, tmp_path: Path, mode: str
) -> None:
    live, left = tmp_path / "live", tmp_path / "left"
    live.mkdir()
    database(live / "a.db", ("old", None, json.dumps(conversation())), mode=mode)
    writer = sqlite3.connect(live / "a.db")
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("INSERT INTO agent_sessions VALUES ('new', NULL, ?)", (json.dumps(CONSENT),))
    if mode == "WAL":
        writer.commit()
    else:
        # A transaction that spilled into the file: its journal takes it back.
        writer.execute("UPDATE agent_sessions SET envelope = envelope || hex(zeroblob(200000))")
    shutil.copytree(live, left)
    writer.rollback()
    writer.close()
    assert len(list(left.iterdir())) > 1
    before = snapshot(left)
    assert [one.session for one in read_foreign(left / "a.db")] == (["new", "old"] if mode == "WAL" else ["old"])
    assert all(not one.unreadable for one in all_of(store, left / "a.db"))
    assert snapshot(left) == before


def test_a_folder_is_its_files_and_a_pipe_is_never_opened(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    (folder / "deeper").mkdir(parents=True)
    (folder / "b.json").write_bytes(encoded(QUESTION))
    (folder / "deeper" / "A.JSON").write_bytes(encoded(conversation()))
    (folder / "notes.txt").write_text("no session")
    os.mkfifo(folder / "waits.json")
    assert [file.name for file in foreign_files(folder)] == ["b.json", "A.JSON"]
    assert refused(lambda: foreign_files(folder / "waits.json")) == "not-a-file"
    assert refused(lambda: foreign_files(folder / "absent")) == "no-such-file"


def test_a_name_that_is_no_text_is_imported_and_told_with_its_bytes_escaped(bench: Bench) -> None:
    folder = bench.folder / "in"
    folder.mkdir()
    named = os.fsencode(folder) + b"/caf\xe9"
    Path(os.fsdecode(named + b".json")).write_bytes(encoded(conversation()))
    database(Path(os.fsdecode(named + b".db")), ("a", None, encoded(QUESTION).decode()))
    Path(os.fsdecode(named + b"-torn.db")).write_bytes(b"SQLite format 3\x00")
    said = bench.cli("import", "in")
    assert said.code == 2
    assert [one["place"].removeprefix(f"{folder}/") for one in said.json["imported"]] == [
        "caf\\xe9.db#a",
        "caf\\xe9.json",
    ]
    assert [one["code"] for one in said.json["refused"]] == ["file-unreadable"]
    assert bench.cli("list").json["total"] == 2


@pytest.mark.parametrize("name", ["a" * 5000, "a" * 300, "ordinary.json/inside"])
def test_a_place_that_cannot_be_looked_at_is_refused_by_name(tmp_path: Path, name: str) -> None:
    (tmp_path / "ordinary.json").write_bytes(b"{}")
    assert refused(lambda: foreign_files(tmp_path / name)) in ("file-unreadable", "no-such-file")


@pytest.mark.parametrize("part", ["-wal", "-journal"])
@pytest.mark.parametrize("kind", ["device", "pipe", "folder"])
def test_what_stands_in_the_place_of_a_database_s_own_files_is_never_opened(
    tmp_path: Path, part: str, kind: str
) -> None:
    file = tmp_path / "theirs.db"
    database(file, ("a", None, "{}"), mode="DELETE")
    beside = tmp_path / f"theirs.db{part}"
    match kind:
        case "device":
            beside.symlink_to("/dev/null")  # /dev/zero has no end
        case "pipe":
            os.mkfifo(beside)
        case _:
            beside.mkdir()
    assert refused(lambda: list(read_foreign(file))) == "not-a-file"


def test_what_is_no_store_of_sessions_is_refused_by_name(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    sqlite3.connect(file).execute("CREATE TABLE t (session_id TEXT)").connection.close()
    assert refused(lambda: all_of(store, file)) == "not-a-session-store"
    torn = tmp_path / "torn.db"
    torn.write_bytes(b"SQLite format 3\x00" + b"\xff" * 3000)
    assert refused(lambda: all_of(store, torn)) == "file-unreadable"


def test_the_same_id_in_two_places_is_two_sessions_and_a_changed_one_is_left(store: Store, tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    first.write_bytes(encoded(CONSENT))
    second.write_bytes(encoded(QUESTION))
    (one,), (two,) = all_of(store, first), all_of(store, second)
    assert one.session == "chat"
    assert two.session.startswith("chat-")
    assert [made.new for made in (*all_of(store, first), *all_of(store, second))] == [False, False]
    first.write_bytes(encoded(conversation()))
    assert refused(lambda: all_of(store, first)) == "session-exists"
    assert read_envelope(store, "chat") == encoded(CONSENT)


AWKWARD = [
    "a/b", "../a", "a\0b", "a", "A", "é", "e\u0301", "a\u200bb", "%61", "a%2Fb", "a b", " a", "x" * 1000, "x" * 1001,
    "", "-rf", "\x1b[2K", "\u202e", "session:a", "ﬁ", "fi", "a\n",
]  # fmt: skip


def test_awkward_ids_never_mix(store: Store) -> None:
    made = {}
    for number, theirs in enumerate(AWKWARD):
        raw = encoded(conversation(runId=f"r{number}"))
        made[theirs] = (import_foreign(store, Foreign(raw, f"db#{theirs}", theirs), source="other").session, raw)
    assert len({session for session, _ in made.values()}) == len(AWKWARD)
    for theirs, (session, raw) in made.items():
        assert read_envelope(store, session) == raw
        assert import_foreign(store, Foreign(raw, f"db#{theirs}", theirs), source="other").session == session


@given(st.text(), st.text())
def test_the_id_of_an_import_is_one_that_every_door_takes(theirs: str, place: str) -> None:
    for taken in (False, True):
        made = imported_id(theirs, source="other", place=place, taken=taken)
        assert checked_id(made).isascii()
        assert not made.startswith("-")
        assert made == imported_id(theirs, source="other", place=place, taken=taken)


@pytest.mark.parametrize("text", ["", " ", "\t\n", "a\0", "x" * 1001, "\ud800"])
def test_what_cannot_be_an_id_is_refused_by_name(text: str) -> None:
    assert refused(lambda: checked_id(text)) == "session-id"


def test_files_of_another_library_and_their_databases_are_imported_as_its_rows_say(store: Store, cases: Path) -> None:
    folder = cases / "agentfootprint"
    made = {
        one.place.rpartition("/")[2]: import_foreign(store, one, source="agentfootprint")
        for file in foreign_files(folder)
        for one in read_foreign(file)
    }
    listed = {place: one.listed_format for place, one in made.items()}
    assert listed["01-waiting-checkin.sqlite#chat-checkin"] == "conversation-v1"
    assert listed["03-waiting-askhuman.sqlite#chat-askhuman"] == "flowchart-v1"
    assert listed["row-format-drift.sqlite#says-waiting-is-answered"] == "conversation-v1"
    assert listed["row-format-drift.sqlite#says-conversation-is-waiting"] == "conversation-v1"
    assert listed["row-format-drift.sqlite#says-v9"] == "conversation-v9"
    assert listed["row-format-drift.sqlite#says-waiting-bad-json"] == "flowchart-v1"
    assert {place.partition("#")[2] for place in listed if place.startswith("sessions.sqlite#")} == {
        "chat-approved", "chat-checkin", "chat-int",
    }  # fmt: skip
    assert made["bad-pause-no-pending.json"].unreadable
    assert made["legacy-four-columns.sqlite#old-wait"].new


def test_the_command_says_what_came_of_each_file(bench: Bench) -> None:
    (bench.folder / "one.json").write_bytes(encoded(CONSENT))
    (bench.folder / "broken.json").write_bytes(b"{")
    said = bench.cli("import", "one.json", "broken.json", "--source", "other")
    assert said.code == 0
    assert [(one["new"], bool(one["unreadable"])) for one in said.json["imported"]] == [(True, False), (True, True)]
    again = bench.cli("import", ".", "absent.json", "--source", "other")
    assert again.code == 2
    assert [one["new"] for one in again.json["imported"] if one["session"] in ("chat", "broken")] == [False, False]
    assert [one["code"] for one in again.json["refused"]] == ["no-such-file"]
    assert bench.cli("import", "one.json", "--source", "pausedesk").json["code"] == "source-name"
    rows = bench.cli("list").json["sessions"]
    assert {row["source"] for row in rows} == {"other"}
    told = bench.cli("answer", "chat", "--approve")
    assert (told.code, told.json["code"]) == (4, "request-not-recorded")
