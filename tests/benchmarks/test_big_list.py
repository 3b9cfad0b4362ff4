"""The list of a large store against that of a small one: 20,000 sessions against 1,000; with --sweep 1,000,000."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from tests.benchmarks.conftest import Rounds
from tests.benchmarks.counting import counted
from tests.benchmarks.filling import listed_store
from tests.benchmarks.measuring import Report, timed

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import ANY, Narrowing, Order, SortColumn
from pausedesk.core.store.engine import Store
from pausedesk.core.store.reads import Reader
from pausedesk.core.store.searching import catch_up
from pausedesk.gui.bridge import Poll

FEW = 1_000
# As many rows as the window asks for at once.
PAGE = 200


@pytest.fixture(scope="module")
def many(request: pytest.FixtureRequest) -> int:
    return 1_000_000 if request.config.getoption("--sweep") else 20_000


@pytest.fixture(scope="module")
def stores(many: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    """A small store and a large one, with every word in their index."""
    folder = tmp_path_factory.mktemp("big")
    opened = [listed_store(folder / f"{number}.db", number) for number in (FEW, many)]
    for store in opened:
        while not catch_up(store, 2_000).whole:
            pass
    yield opened
    for store in opened:
        store.close()


def _look(reader: Reader, narrowed: Narrowing = ANY, offset: Callable[[int], int] = lambda _total: 0) -> None:
    """What a window asks for when it shows a list."""
    total = reader.total(ListFilter.ALL, "", narrowed)
    assert reader.page(ListFilter.ALL, "", offset(total.rows), PAGE, narrowed)


def _open(reader: Reader) -> None:
    """What a window asks for before it shows anything, on a connection of its own."""
    assert Poll(reader).first().counts.all


_LOOKS: list[tuple[str, Callable[[Reader], None], float]] = [
    ("a window opens", _open, 1.5),
    ("first rows", _look, 1.5),
    # Around the nearest place that is known.
    ("rows anywhere", lambda reader: _look(reader, offset=lambda total: random.randrange(total - PAGE)), 3),
    ("rows of one program", lambda reader: _look(reader, Narrowing(source="claude-code")), 3),
    ("rows by tool", lambda reader: _look(reader, replace(ANY, order=Order(SortColumn.WHAT))), 1.5),
    ("numbers of the filters", lambda reader: _counts(reader), 1.5),
    ("words in many sessions", lambda reader: _look(reader, Narrowing(search="refund letter")), 30),
    ("a word in one session", lambda reader: _look(reader, Narrowing(search="case000017")), 3),
]


def _counts(reader: Reader) -> None:
    assert reader.counts().all


@pytest.mark.parametrize(("name", "look", "most"), _LOOKS, ids=[one[0] for one in _LOOKS])
def test_a_look_reads_as_much_in_a_large_store(
    name: str, look: Callable[[Reader], None], most: float, stores: list[Store], report: Report, rounds: Rounds
) -> None:
    readers = [Reader(store) for store in stores]
    steps = []
    try:
        for reader, store in zip(readers, stores, strict=True):
            look(reader)
            while reader.prepare(1):
                pass
            with counted(store) as found:
                look(reader)
            steps.append(found.steps)
        small, large = (timed(partial(look, reader)) for reader in readers)
        report.compare(f"list, {name}", large, small, rounds(10, 100), aim=2)
    finally:
        for reader in readers:
            reader.close()
    # More is found in a larger store, up to the page or the thousand that are listed.
    assert steps[1] < most * steps[0] + 2_000, steps
