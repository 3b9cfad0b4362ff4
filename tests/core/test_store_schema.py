"""The file: its schema, its rights, its feed, two processes that make it at once, how sure its writes are."""

from __future__ import annotations

import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import BigInteger, Integer, create_engine, insert, select
from sqlalchemy.exc import SAWarning
from tests.core.support import Bench

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Counts, Total
from pausedesk.core.store import migrations
from pausedesk.core.store.conditions import EXPIRY, INTERRUPTED, SINCE
from pausedesk.core.store.engine import SCHEMA_VERSION, Store, integrity, open_store
from pausedesk.core.store.list_counts import kept_counts
from pausedesk.core.store.reads import Reader
from pausedesk.core.store.sessions import AgentRef, create_session
from pausedesk.core.store.tables import Base, leases, requests, sessions

AGENT = AgentRef("agent", "bench:agent", "python", "/")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path / "desk" / "store.db")
    yield made
    made.close()


def test_the_migrations_make_what_the_tables_say(store: Store) -> None:
    engine = create_engine(f"sqlite:///{store.path}")
    try:
        with engine.connect() as connection:
            # The index of words and the kept counts are no tables of the schema; indexes of expressions cannot be read
            # back.
            def is_ours(name: str | None, _kind: str, _parent: object) -> bool:
                return "search" not in str(name) and name != "list_counts"

            ours = {"compare_type": True, "include_name": is_ours}
            context = MigrationContext.configure(connection, opts=ours)
            with warnings.catch_warnings():
                warnings.filterwarnings("ignore", ".*reflection of expression-based index", SAWarning)
                warnings.filterwarnings("ignore", "autogenerate skipping", UserWarning)
                differences = compare_metadata(context, Base.metadata)
            made: dict[str, str] = dict(
                connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE name LIKE 'ix_sessions_%'").all()
            )
    finally:
        engine.dispose()
    assert [one for one in differences if "alembic_version" not in str(one)] == []
    expressions = {
        "ix_sessions_by_since": SINCE,
        "ix_sessions_by_expiry": EXPIRY,
        "ix_sessions_interrupted": INTERRUPTED,
    }
    assert {name: text in made[name] for name, text in expressions.items()} == dict.fromkeys(expressions, True)
    assert integrity(store) == []


def _store_of_the_first_version(path: Path) -> None:
    path.touch()
    engine = create_engine(f"sqlite:///{path}")
    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        rows: dict[str, list[dict[str, Any]]] = {
            "meta": [{"key": "ledger", "value": "l"}, {"key": "incarnation", "value": "i"}],
            "sessions": [{"id": "s", "title": "t", "created_at": 1, "updated_at": 1, "waiting_count": 1}],
            "pauses": [{"id": "p", "session_id": "s", "response_seq": 0, "run_id": "r", "state": "waiting"}],
            "requests": [{"id": "q", "pause_id": "p", "session_id": "s", "call_id": "c", "digest": "sha256:d"}],
        }
        for table, kept in rows.items():
            columns = Base.metadata.tables[table].columns
            old = {row[1] for row in connection.exec_driver_sql(f"PRAGMA table_info({table})")}
            blank = {
                column.name: 0 if isinstance(column.type, Integer | BigInteger) else ""
                for column in columns
                if column.name in old and not column.nullable
            }
            named = ", ".join(f'"{name}"' for name in {**blank, **kept[0]})
            for row in kept:
                marks = ", ".join("?" for _ in {**blank, **row})
                connection.exec_driver_sql(
                    f"INSERT INTO {table} ({named}) VALUES ({marks})", tuple({**blank, **row}.values())
                )
        connection.exec_driver_sql("PRAGMA user_version = 1")
    engine.dispose()


def test_a_store_of_the_first_version_is_brought_up_with_all_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    _store_of_the_first_version(path)
    with pytest.raises(StoreError) as refused:
        open_store(path, read_only=True)
    assert refused.value.code == "store-older"
    store = open_store(path)
    try:
        assert (store.facts().ledger, store.facts().incarnation, store.facts().spends) == ("l", "i", 0)
        with store.read() as connection:
            row = connection.execute(select(requests)).mappings().one()
            assert (row["id"], row["digest"]) == ("q", "sha256:d")
            assert (row["seal"], row["files"], row["declined_before"], row["expires_boot"]) == ("", "{}", 0, "")
            assert connection.exec_driver_sql("PRAGMA user_version").scalar_one() == SCHEMA_VERSION
            assert kept_counts(connection) == Counts(waiting=1, all=1)
        assert integrity(store) == []
    finally:
        store.close()


def test_no_partial_index_compares_a_column_with_a_value_that_statements_bring(store: Store) -> None:
    """SQLite prepares a statement anew at each run where a value that it binds may decide whether such an index serves
    it: three times the cost of every statement that asks for a state. A unique one is a rule, and has no other way."""
    with store.read() as connection:
        indexes = connection.exec_driver_sql(
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE INDEX % WHERE %'"
        )
        partial = {str(name): str(sql) for name, sql in indexes}
    assert partial.keys() >= {"ix_requests_expiring", "ix_sessions_waiting"}
    assert [name for name, sql in partial.items() if "=" in sql.partition(" WHERE ")[2]] == []


def test_every_file_of_the_store_is_its_owner_s_alone(store: Store) -> None:
    create_session(store, AGENT)
    files = {path.name: path.stat().st_mode & 0o777 for path in store.path.parent.iterdir()}
    assert files == {"store.db": 0o600, "store.db-wal": 0o600, "store.db-shm": 0o600}
    assert store.path.parent.stat().st_mode & 0o777 == 0o700


def test_a_newer_schema_is_refused_and_not_touched(store: Store) -> None:
    store.close()
    with closing(sqlite3.connect(store.path)) as other:
        other.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = store.path.read_bytes()
    for read_only in (True, False):
        with pytest.raises(StoreError) as refused:
            open_store(store.path, read_only=read_only)
        assert refused.value.code == "store-newer"
    assert store.path.read_bytes() == before


def test_two_processes_that_make_a_store_at_once_make_one(bench: Bench) -> None:
    bench.script("the end")
    both = [bench.start("run", "bench:agent", "go") for _ in range(2)]
    assert [command.end().code for command in both] == [0, 0]
    assert bench.rows("SELECT count(*) FROM meta WHERE key = 'ledger'") == [(1,)]
    assert bench.rows("SELECT count(*), count(DISTINCT ending) FROM sessions") == [(2, 1)]


def test_the_change_feed_names_the_session_that_another_connection_touched(store: Store) -> None:
    reader = Reader(store)
    try:
        start = reader.newest_change()
        assert reader.changes_since(0)[0] == start
        version = reader.data_version()
        assert reader.data_version() == version
        first, second = create_session(store, AGENT), create_session(store, AGENT)
        assert reader.data_version() != version
        newest, touched = reader.changes_since(start)
        assert touched == {first, second}
        assert reader.changes_since(newest) == (newest, frozenset())
        with store.write() as connection:
            connection.execute(insert(leases).values(name="worker", holder="{}", fence=1, taken_at=1))
        assert reader.changes_since(newest) == (newest + 1, frozenset())
    finally:
        reader.close()


def test_what_is_spent_is_written_to_survive_a_power_loss_and_only_that(store: Store) -> None:
    def synchronous(**how: Any) -> int:
        with store.write(**how) as connection:
            return int(connection.exec_driver_sql("PRAGMA synchronous").scalar_one())

    assert (synchronous(durable=True), synchronous(), synchronous(durable=True)) == (2, 1, 2)
    with pytest.raises(RuntimeError), store.write(durable=True):
        raise RuntimeError
    assert synchronous() == 1
    with store.read() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar_one() == 1
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"


def test_a_write_that_fails_writes_nothing_of_itself(store: Store) -> None:
    def half() -> None:
        with store.write() as connection:
            connection.execute(insert(leases).values(name="worker", holder="{}", fence=1, taken_at=1))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        half()
    with store.read() as connection:
        assert connection.execute(leases.select()).all() == []


def test_pages_of_equal_times_hold_every_row_once_and_position_agrees(store: Store) -> None:
    with store.write() as connection:
        connection.execute(
            insert(sessions),
            [
                {"id": f"s{number:02}", "title": "t", "created_at": 1, "updated_at": 5 + number // 10}
                for number in range(25)
            ],
        )
    reader = Reader(store)
    try:
        paged = [row.session for start in range(0, 25, 4) for row in reader.page(ListFilter.ALL, "", start, 4)]
        assert paged == sorted(paged, reverse=True)
        assert len(set(paged)) == 25
        assert [reader.position(ListFilter.ALL, "", one) for one in paged] == list(range(25))
        assert reader.position(ListFilter.WAITING, "", "s01") is None
        assert reader.total(ListFilter.ALL, "s1") == Total(10)
    finally:
        reader.close()


def test_a_list_reads_no_message_and_asks_a_fixed_number_of_queries(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(30):
        create_session(store, AGENT, title="one")
    said: list[str] = []
    reader = Reader(store)
    try:
        with store.read() as connection:
            driver: Any = connection.connection.driver_connection
        driver.set_trace_callback(said.append)
        rows = reader.page(ListFilter.ALL, "one", 0, 20)
        counts = reader.counts()
        driver.set_trace_callback(None)
    finally:
        reader.close()
    assert (len(rows), counts.all) == (20, 30)
    asked = [text for text in said if text.lstrip().startswith("SELECT")]
    assert len(asked) == 2
    assert not any("messages" in text for text in asked)
