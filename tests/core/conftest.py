"""Fixtures of the tests of the core."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.core.inside import Inside
from tests.core.support import Bench

from pausedesk.core.store.engine import Store, open_store


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A home, a store and an agent of this test's own."""
    made = Bench(tmp_path)
    yield made
    made.close()
    if not made.tampered:
        assert made.faults() == []


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store that was made once: copying it takes a hundredth of making another."""
    path = tmp_path_factory.mktemp("migrated") / "store.db"
    open_store(path).close()
    return path


@pytest.fixture
def store(migrated: Path, tmp_path: Path) -> Iterator[Store]:
    """An empty store of this test's own."""
    path = tmp_path / "desk" / "store.db"
    path.parent.mkdir()
    shutil.copy(migrated, path)
    # A store of its own, not a copy of another one.
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE meta SET value = lower(hex(randomblob(12))) WHERE key IN ('ledger', 'incarnation')")
    with closing(open_store(path)) as opened:
        yield opened


@pytest.fixture
def inside(store: Store) -> Iterator[Inside]:
    """A desk in this process, with a store of this test's own; what it leaves behind is judged."""
    made = Inside(store)
    yield made
    if not made.tampered:
        assert made.faults() == []
