"""How many sessions a list holds: kept beside them for each filter, counted by and by for what is narrowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import ANY, Counts, Narrowing, Order, SortColumn, Total
from pausedesk.core.store import reads
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.list_counts import counted_anew, kept_counts
from pausedesk.core.store.narrowing import in_order, list_clauses
from pausedesk.core.store.reads import Reader
from pausedesk.core.store.soundness import row_faults
from pausedesk.core.store.tables import sessions

ROWS = 1_200


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path / "store.db")
    yield made
    made.close()


def _row(number: int, **columns: Any) -> dict[str, Any]:
    return {"id": f"s{number:05}", "title": "t", "created_at": 1, "updated_at": number, "agent": "one", **columns}


@pytest.mark.parametrize(
    ("columns", "counts"),
    [
        ({"waiting_count": 2}, Counts(waiting=1, all=1)),
        ({"unknown_count": 1}, Counts(unknown=1, all=1)),
        ({"ending": "api_error"}, Counts(interrupted=1, all=1)),
        ({"answered_count": 3}, Counts(answered=1, all=1)),
        ({"submitted_count": 1, "answered_count": 1}, Counts(answered=1, all=1)),
        ({"waiting_count": 1, "unknown_count": 1, "ending": "stopped"}, Counts(1, 1, 1, 0, 1)),
        ({"ending": "finished"}, Counts(all=1)),
    ],
)
def test_each_filter_s_number_follows_a_session_into_it_and_out_of_it(
    store: Store, columns: dict[str, Any], counts: Counts
) -> None:
    nothing = dict.fromkeys(("waiting_count", "unknown_count", "answered_count", "submitted_count"), 0)

    def now() -> Counts:
        with store.read() as connection:
            kept = kept_counts(connection)
            assert kept == counted_anew(connection)
        return kept

    one = sessions.c.id == "s00001"
    with store.write() as connection:
        connection.execute(insert(sessions), _row(1, **columns))
    assert now() == counts
    for changed, then in (
        ({"updated_at": 9, "title": "another"}, counts),
        ({"waiting_count": 5} if counts.waiting else {"version": 2}, counts),
        ({**nothing, "ending": "empty"}, Counts(all=1)),
        (columns, counts),
    ):
        with store.write() as connection:
            connection.execute(update(sessions).where(one).values(**changed))
        assert now() == then, changed
    with store.write() as connection:
        connection.execute(delete(sessions).where(one))
    assert now() == Counts()


def test_a_change_that_is_taken_back_is_not_counted(store: Store) -> None:
    with pytest.raises(IntegrityError), store.write() as connection:
        connection.execute(insert(sessions), [_row(1, waiting_count=1), _row(1, waiting_count=1)])
    with store.read() as connection:
        assert kept_counts(connection) == Counts()


def test_numbers_that_are_wrong_or_gone_are_told_as_damage(store: Store) -> None:
    with store.write() as connection:
        connection.exec_driver_sql("UPDATE list_counts SET waiting = 3")
    assert row_faults(store) == ["the numbers of its sessions are wrong"]
    with store.write() as connection:
        connection.exec_driver_sql("DELETE FROM list_counts")
    with store.read() as connection, pytest.raises(StoreError) as told:
        kept_counts(connection)
    assert told.value.code == "store-damaged"


@pytest.fixture
def reader(store: Store) -> Iterator[Reader]:
    rows = [_row(number, agent="one" if number % 6 else "two") for number in range(ROWS)]
    with store.write() as connection:
        connection.execute(insert(sessions), rows)
    made = Reader(store)
    yield made
    made.close()


def test_what_is_narrowed_is_counted_up_to_a_number_and_then_to_its_end(
    store: Store, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "COUNTED_AT_MOST", 500)
    narrowed = Narrowing(agent="one")
    assert reader.total(ListFilter.ALL, "", Narrowing(agent="two")) == Total(200)
    assert not reader.prepare(1)
    assert reader.total(ListFilter.ALL, "", narrowed) == Total(500, more=True)
    with store.read() as connection:
        whole = [one.session for one in reads.page_rows(connection, ListFilter.ALL, "", ROWS, narrowed=narrowed)]
    # Rows beyond what is counted have their numbers all the same.
    assert reader.position(ListFilter.ALL, "", whole[900], narrowed) == 900
    assert [one.session for one in reader.page(ListFilter.ALL, "", 900, 10, narrowed)] == whole[900:910]
    while reader.prepare(0.001):
        pass
    assert reader.total(ListFilter.ALL, "", narrowed) == Total(1000)
    assert reader.position(ListFilter.ALL, "", whole[-1], narrowed) == 999
    assert [one.session for one in reader.page(ListFilter.ALL, "", 990, 20, narrowed)] == whole[990:]


def test_a_narrowed_list_that_shrinks_to_what_can_be_counted_is_counted(
    store: Store, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reads, "COUNTED_AT_MOST", 500)
    narrowed = Narrowing(agent="one")
    reader.total(ListFilter.ALL, "", narrowed)
    while reader.prepare(0.01):
        pass
    with store.write() as connection:
        connection.execute(update(sessions).where(sessions.c.updated_at > 100).values(agent="three"))
    assert reader.total(ListFilter.ALL, "", narrowed) == Total(84)


_NARROWED = [
    Narrowing(agent="one"),
    Narrowing(tool="refund"),
    Narrowing(ending=Ending.FINISHED),
    Narrowing(source="pausedesk"),
    Narrowing(listed="answered-v1"),
]


@pytest.mark.parametrize("narrowed", _NARROWED, ids=str)
@pytest.mark.parametrize("wanted", list(ListFilter))
def test_a_narrowed_page_needs_no_sorting(store: Store, wanted: ListFilter, narrowed: Narrowing) -> None:
    plan = _plan(store, wanted, narrowed)
    assert not any("TEMP B-TREE" in step for step in plan), plan
    if wanted in (ListFilter.WAITING, ListFilter.UNKNOWN):
        # Few rows, of which each is looked at.
        assert f"ix_sessions_{wanted}" in plan[0]


@pytest.mark.parametrize("column", list(SortColumn))
@pytest.mark.parametrize("descending", [True, False])
def test_any_column_sorts_by_an_index(store: Store, column: SortColumn, descending: bool) -> None:
    plan = _plan(store, ListFilter.ALL, replace(ANY, order=Order(column, descending)))
    assert not any("TEMP B-TREE" in step for step in plan), plan


def _plan(store: Store, wanted: ListFilter, narrowed: Narrowing) -> list[str]:
    page = sessions.select().where(*list_clauses(wanted, narrowed)).order_by(*in_order(narrowed.order)).limit(200)
    said = page.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
    with store.read() as connection:
        return [str(row.detail) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {said}")]
