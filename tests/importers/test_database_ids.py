"""Ids in other programs' databases, to which SQLite gives any type: each session is found again by its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.importers.fuzzing.whole import WHOLE, Whole

from pausedesk.core.importers import place_of
from pausedesk.core.model.foreign import ForeignSession

# Where each program keeps the id of a session: the table that lists them, then those that name it.
IDS = {
    "opencode": ("session.id", "message.session_id", "part.session_id"),
    "openai-agents-session": ("agent_sessions.session_id", "agent_messages.session_id"),
    "pydantic-ai-runs": ("runs.id",),
    "zett": ("agent_sessions.id", "raw_messages.session_id"),
    "google-adk": ("sessions.id", "events.session_id"),
    "holdpoint": ("actions.id",),
    "langgraph": ("checkpoints.thread_id", "writes.thread_id"),
}
BY_FORMAT = {whole.name: whole for whole in WHOLE if whole.name in IDS}
# As SQL writes them; the second reads as the first does.
PAIRS = [
    ("'s1'", "'s2'"),
    ("7", "'7'"),
    ("NULL", "''"),
    ("CAST(x'73ff' AS TEXT)", "CAST(x'73fe' AS TEXT)"),
    ("x'ff00'", "'\\xff\\x00'"),
    ("1.5", "'1.5'"),
    ("'a' || char(0) || 'b'", "'a'"),
    ("-1", "9223372036854775807"),
    ("x'7331'", "'s1'"),
]


def _written(whole: Whole, folder: Path, pieces: Sequence[bytes], key: str) -> Path:
    folder.mkdir(parents=True)
    file = whole.write(folder, list(pieces))
    with closing(sqlite3.connect(file)) as database, database:
        for place in IDS[whole.name]:
            table, _, column = place.partition(".")
            database.execute(f"UPDATE {table} SET {column} = {key}")
    return file


def _together(whole: Whole, folder: Path, first: str, second: str) -> Path:
    """One database of two sessions: the first waits, the second is done."""
    waits, done = ([whole.encode(one) for one in whole.histories[at]] for at in (0, -1))
    file = _written(whole, folder / "first", waits, first)
    with closing(sqlite3.connect(file)) as database:
        database.execute("ATTACH ? AS other", (str(_written(whole, folder / "second", done, second)),))
        with database:
            for (table,) in database.execute("SELECT name FROM other.sqlite_master WHERE type = 'table'").fetchall():
                columns = [row[1] for row in database.execute(f"PRAGMA other.table_info({table})")]
                own = ["NULL" if table == "agent_messages" and name == "id" else name for name in columns]
                database.execute(f"INSERT INTO main.{table} SELECT {', '.join(own)} FROM other.{table}")
    return file


def _told(whole: Whole, file: Path) -> list[tuple[ForeignSession, list[str]]]:
    importer, place = whole.importer(), place_of(file)
    found = list(importer.read(place, lambda _read, _all: True))
    return [(one, [item.text for item in importer.items(place, one.key, 0, 1000)[0]]) for one in found]


def _about(told: list[tuple[ForeignSession, list[str]]]) -> list[Any]:
    return sorted((str(one.reading.ending), one.reading.confidence, one.messages, texts) for one, texts in told)


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " and ".join(pair))
@pytest.mark.parametrize("name", IDS)
def test_sessions_are_read_by_ids_of_any_type(name: str, pair: tuple[str, str], tmp_path: Path) -> None:
    whole = BY_FORMAT[name]
    told = _told(whole, _together(whole, tmp_path, *pair))
    assert len({one.key for one, _ in told}) == 2
    assert _about(told) == _about(_told(whole, _together(whole, tmp_path / "usual", "'s1'", "'s2'")))
    assert all(texts for _, texts in told)


@pytest.mark.parametrize("gone", [0, 1])
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " and ".join(pair))
@pytest.mark.parametrize("name", IDS)
def test_a_session_keeps_its_key_whatever_others_come_and_go(
    name: str, pair: tuple[str, str], gone: int, tmp_path: Path
) -> None:
    whole = BY_FORMAT[name]
    file = _together(whole, tmp_path, *pair)
    before = {one.reading.ending: one.key for one, _ in _told(whole, file)}
    table, _, column = IDS[name][0].partition(".")
    with closing(sqlite3.connect(file)) as database, database:
        order = "rowid" if gone == 0 else "rowid DESC"
        database.execute(
            f"DELETE FROM {table} WHERE rowid IN (SELECT rowid FROM {table} "
            f"WHERE {column} IS {pair[gone]} AND typeof({column}) = typeof({pair[gone]}) ORDER BY {order} LIMIT 1)"
        )
    ((left, _),) = _told(whole, file)
    assert before[left.reading.ending] == left.key


def test_parts_of_an_id_are_not_taken_for_others(tmp_path: Path) -> None:
    whole = BY_FORMAT["google-adk"]
    file = _together(whole, tmp_path, "'b/c'", "'c'")
    with closing(sqlite3.connect(file)) as database, database:
        for table, column in (("sessions", "id"), ("events", "session_id")):
            database.execute(f"UPDATE {table} SET app_name = 'a', user_id = 'x'")
            database.execute(f"UPDATE {table} SET user_id = 'x/b' WHERE {column} = 'c'")
    before = {one.reading.ending: one.key for one, _ in _told(whole, file)}
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM sessions WHERE id = 'b/c'")
    ((left, texts),) = _told(whole, file)
    assert len(set(before.values())) == 2
    assert before[left.reading.ending] == left.key
    assert texts


def test_a_part_of_no_message_that_is_there_is_shown_and_makes_the_end_a_guess(tmp_path: Path) -> None:
    whole = BY_FORMAT["opencode"]
    file = _written(whole, tmp_path / "one", [whole.encode(one) for one in whole.histories[-1]], "'s1'")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("INSERT INTO part VALUES ('lost', 'gone', 's1', '{\"type\": \"tool\", \"callID\": \"c9\"}')")
    ((session, texts),) = _told(whole, file)
    assert (str(session.reading.ending), session.reading.confidence) == ("finished", "guess")
    assert session.faults == ("Message gone cannot be understood.",)
    assert "c9" in texts[0]


def test_a_thread_whose_own_checkpoint_is_in_no_namespace_is_unreadable(tmp_path: Path) -> None:
    whole = BY_FORMAT["langgraph"]
    file = _written(whole, tmp_path / "one", [whole.encode(one) for one in whole.histories[-1]], "'t'")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE checkpoints SET checkpoint_ns = NULL")
    ((session, _),) = _told(whole, file)
    assert str(session.reading.ending) == "unreadable"
