"""Rows far down a long list: the same rows as counting up to them gives, whatever the order and whatever moved."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from sqlalchemy import insert, select, update

from pausedesk.core.cli.app import main
from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Choices, Narrowing, Order, SortColumn, Total
from pausedesk.core.store import reads
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.places import NEAR, STEP
from pausedesk.core.store.reads import Reader, page_rows
from pausedesk.core.store.tables import sessions

ROWS = 3 * NEAR
ORDERS = [
    Order(column, descending)
    for column in (SortColumn.CHANGED, SortColumn.SINCE, SortColumn.AGENT, SortColumn.ENDING)
    for descending in (True, False)
]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = open_store(tmp_path_factory.mktemp("places") / "store.db")
    with made.write() as connection:
        connection.execute(
            insert(sessions),
            [
                {
                    "id": f"s{at * 7919 % ROWS:05}",
                    "title": "t",
                    "agent": f"agent {at % 3}",
                    "created_at": 1,
                    "updated_at": 1000 + at // 3,
                    "waiting_since": at if at % 2 else None,
                }
                for at in range(ROWS)
            ],
        )
    yield made
    made.close()


@pytest.fixture
def reader(store: Store) -> Iterator[Reader]:
    reader = Reader(store)
    yield reader
    reader.close()


def _ready(reader: Reader, narrowed: Narrowing) -> int:
    total = reader.total(ListFilter.ALL, "", narrowed)
    while reader.prepare(0.01):
        pass
    return total.rows


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_a_page_anywhere_and_the_number_of_each_row_are_those_of_the_whole_list(
    store: Store, reader: Reader, order: Order
) -> None:
    narrowed = Narrowing(order=order)
    with store.read() as connection:
        whole = [row.session for row in page_rows(connection, ListFilter.ALL, "", ROWS, narrowed=narrowed)]
    assert _ready(reader, narrowed) == len(set(whole)) == ROWS
    for offset in (0, 1, NEAR, NEAR + 1, NEAR + 7, ROWS // 2, ROWS - NEAR - 1, ROWS - NEAR, ROWS - 3, ROWS, ROWS + 5):
        page = [row.session for row in reader.page(ListFilter.ALL, "", offset, STEP, narrowed)]
        assert page == whole[offset : offset + STEP], offset
    for number in (0, NEAR, NEAR + 1, ROWS // 2, ROWS - NEAR - 2, ROWS - 1):
        assert reader.position(ListFilter.ALL, "", whole[number], narrowed) == number


def test_rows_that_move_to_the_top_are_counted_and_the_ends_stay_exact(store: Store, reader: Reader) -> None:
    narrowed = Narrowing()
    total = _ready(reader, narrowed)
    with store.write() as connection:
        moved = connection.execute(select(sessions.c.id).order_by(sessions.c.id).limit(50)).scalars().all()
        connection.execute(update(sessions).where(sessions.c.id.in_(moved)).values(updated_at=5_000_000))
    with store.read() as connection:
        whole = [row.session for row in page_rows(connection, ListFilter.ALL, "", ROWS)]
    assert reader.total(ListFilter.ALL, "", narrowed) == Total(total)
    assert [row.session for row in reader.page(ListFilter.ALL, "", 0, 50, narrowed)] == whole[:50]
    assert [row.session for row in reader.page(ListFilter.ALL, "", total - 50, 50, narrowed)] == whole[-50:]
    # In the middle a number may be off by what moved, and a row is where its page is.
    middle = whole[ROWS // 2]
    number = reader.position(ListFilter.ALL, "", middle, narrowed)
    assert number is not None
    assert abs(number - ROWS // 2) <= len(moved)
    assert middle in [row.session for row in reader.page(ListFilter.ALL, "", number - 60, STEP, narrowed)]


def test_a_row_that_the_list_does_not_hold_has_no_number(reader: Reader) -> None:
    _ready(reader, Narrowing())
    assert reader.position(ListFilter.ALL, "", "nobody", Narrowing()) is None
    reader.total(ListFilter.WAITING)
    assert reader.position(ListFilter.WAITING, "", "s00001") is None


def test_what_a_list_can_be_narrowed_to_is_read_by_steps_and_only_so_much_of_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reader.choices() == Choices(("agent 0", "agent 1", "agent 2"), ())
    monkeypatch.setattr(reads, "CHOICES_AT_MOST", 2)
    assert reader.choices().agents == ("agent 0", "agent 1")


def test_the_command_line_narrows_by_agent_and_tool(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    with store.write() as connection:
        asked = {"id": "asked", "title": "t", "agent": "agent 1", "what_tool": "refund", "updated_at": 1}
        connection.execute(insert(sessions), {**asked, "created_at": 1})
    for arguments, total in ((["--agent", "agent 1"], ROWS // 3 + 1), (["--agent", "agent 1", "--tool", "refund"], 1)):
        assert main(["--store", str(store.path), "--json", "list", "--limit", "1", *arguments]) == 0
        assert json.loads(capsys.readouterr().out)["total"] == total


def test_within_one_view_a_row_s_number_is_that_of_its_place_in_a_page_whatever_is_written_between(
    store: Store, reader: Reader
) -> None:
    with reader.one_view():
        reader.total(ListFilter.ALL)
        number = reader.position(ListFilter.ALL, "", "s00001")
        with store.write() as connection:
            connection.execute(update(sessions).where(sessions.c.id == "s00001").values(updated_at=9_000_000))
        assert number
        assert [row.session for row in reader.page(ListFilter.ALL, "", number, 1)] == ["s00001"]
    assert reader.position(ListFilter.ALL, "", "s00001") == 0
