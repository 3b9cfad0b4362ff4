"""Statements of one cycle and rows read for one page of the list: counts, which no machine makes slower or faster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.benchmarks.agents.cycle import agent
from tests.benchmarks.counting import Counted, counted
from tests.benchmarks.filling import filled_store
from tests.benchmarks.measuring import Report

from pausedesk.core.model.states import ListFilter
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.engine import Store
from pausedesk.core.store.reads import Reader

FEW, MANY, OF_EACH = 1_000, 8_000, 100


def test_statements_of_a_cycle(tmp_path: Path, report: Report) -> None:
    with Desk(tmp_path / "store.db") as desk:

        def cycle() -> Counted:
            with counted(desk.store) as found:
                paused = desk.run(agent, "go")
                desk.answer(agent, paused.session, approve=True, by="bench")
            return found

        first, *_, again = (cycle() for _ in range(6))
    report.say(
        f"statements of a cycle: {again.queries} in {again.writes} transactions that write, "
        f"{again.durable} of which wait for the disk"
    )
    # Bounds, not aims: more than these is a regression that somebody should mean.
    assert again.queries <= 91
    assert again.writes <= 12
    assert again.durable <= 6
    # A later session costs what the first did.
    assert again.queries <= first.queries + 2


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Store]]:
    """A small store and a large one, which show the same rows under every filter but `all`."""
    folder = tmp_path_factory.mktemp("stores")
    opened = [filled_store(folder / f"{number}.db", number, of_each=OF_EACH) for number in (FEW, MANY)]
    yield opened
    for store in opened:
        store.close()


@pytest.mark.parametrize("wanted", list(ListFilter))
def test_a_page_reads_its_own_rows(wanted: ListFilter, stores: list[Store], report: Report) -> None:
    steps = []
    for store in stores:
        with closing(Reader(store)) as reader, counted(store) as found:
            rows = reader.page(wanted, "", 0, OF_EACH)
        assert len(rows) in (OF_EACH - 1, OF_EACH)
        assert found.queries == 1
        assert found.tables == {"sessions", "leases"}  # the latter for who holds a session
        steps.append(found.steps)
    few, many = steps
    report.say(
        f"list page, {wanted}: {many / few:.1f} times the steps in a store {MANY // FEW} times as large (aim 1) - "
        f"{many} against {few}"
    )
    # What is not shown is not visited.
    assert many / few < 1.5
