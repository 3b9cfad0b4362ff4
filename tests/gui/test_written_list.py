"""The window over a real store of many sessions while another program writes: nothing is missed and nothing jumps.

20,000 sessions and two seconds of 200 writes a second; with --sweep 1,000,000 and a minute of 1,000 a second.
"""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from tests.benchmarks.filling import listed_store
from tests.gui.conftest import OpenDesk

from pausedesk.core.model.states import ListFilter
from pausedesk.core.store.engine import Store
from pausedesk.core.store.reads import page_rows
from pausedesk.gui.backend import StoreBackend


@pytest.fixture
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = listed_store(tmp_path / "store.db", 1_000_000 if request.config.getoption("--sweep") else 20_000)
    yield made
    made.close()


class _Heartbeat:
    """The longest time in which the thread of the window came to nothing else, in seconds."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()
        self._timer = QTimer()
        self._timer.timeout.connect(self._beat)
        self._timer.start(0)

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def since(self) -> float:
        longest, self.longest = self.longest, 0.0
        return longest


class _Writers(threading.Thread):
    """Another program that changes a session at a time, for so many seconds, `rate` a second."""

    def __init__(self, path: Path, seconds: float, rate: int) -> None:
        super().__init__()
        self._path, self._seconds, self._rate = path, seconds, rate
        self.written = 0

    def run(self) -> None:
        number = random.Random(7)
        with closing(sqlite3.connect(self._path, timeout=60, isolation_level=None)) as other:
            other.execute("PRAGMA synchronous = NORMAL")
            ids = [row[0] for row in other.execute("SELECT id FROM sessions ORDER BY updated_at DESC LIMIT 900")]
            began = time.monotonic()
            while (now := time.monotonic() - began) < self._seconds:
                if self.written > now * self._rate:
                    threading.Event().wait(0.002)
                    continue
                at = 1_900_000_000_000 + self.written
                change = (at, number.randrange(2), f"written {self.written}", number.choice(ids[300:]))
                other.execute("UPDATE sessions SET updated_at = ?, waiting_count = ?, title = ? WHERE id = ?", change)
                self.written += 1


def test_others_writes_neither_move_the_view_nor_are_missed(
    store: Store, open_desk: OpenDesk, request: pytest.FixtureRequest, told: Callable[[str], None]
) -> None:
    sweep = bool(request.config.getoption("--sweep"))
    desk = open_desk(StoreBackend(store.path, "bench"))
    inbox = desk.window.inbox
    desk.window.show_filter(ListFilter.ALL)
    beat = _Heartbeat()
    desk.until(lambda: inbox.model.loaded and inbox.model.row_at(0) is not None)
    inbox.select_row(120)
    desk.until(lambda: inbox.session is not None)
    chosen, bar = inbox.session, inbox.table.verticalScrollBar()
    desk.until_card(str(chosen))
    told(f"list, opened: the window was held for {beat.since() * 1000:.0f} ms at most")
    for share in (0.9, 0.2, 0.5, 1.0):
        bar.setValue(int(bar.maximum() * share))
        desk.until(lambda: inbox.model.row_at(max(0, inbox.table.rowAt(1))) is not None)
    told(f"list, jumps: the window was held for {beat.since() * 1000:.0f} ms at most")
    inbox.select_row(120)

    def shown() -> tuple[str | None, str | None, int]:
        row = inbox.model.row_at(inbox.table.rowAt(0))
        return inbox.session, row.session if row is not None else None, bar.value() % inbox.table.rowHeight(0)

    desk.until(lambda: shown()[1] is not None)
    before = shown()
    beat.since()
    writers = _Writers(store.path, 60 if sweep else 2, 1000 if sweep else 200)
    writers.start()
    desk.qtbot.waitUntil(lambda: not writers.is_alive(), timeout=120_000)
    writers.join()
    assert writers.written
    held = beat.since()

    with store.read() as connection:
        top = [row.title for row in page_rows(connection, ListFilter.ALL, "", 50)]

    def newest() -> list[str]:
        rows = [inbox.model.row_at(number) for number in range(50)]
        return [row.what if not row.line else row.about for row in rows if row is not None]

    desk.until(lambda: all(title in said for title, said in zip(top, newest(), strict=False)) and len(newest()) == 50)
    assert shown() == before
    told(f"list, {writers.written:,} foreign writes: the window was held for {held * 1000:.0f} ms at most")
