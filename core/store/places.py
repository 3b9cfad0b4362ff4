"""The places of rows in a long list: its row at every two hundred, so that a jump reads as much as the first page does.

A scroll bar names rows by number, and SQLite finds a row by its number only by counting up to it. `Places` holds the
key of every `STEP`th row of one list. It is read piece by piece while nobody waits, and read anew once rows have moved
and somebody asks for a row far from both ends. Until then what moved to the top is counted, and what is missing further
down is spread over all the steps: the numbers of rows in the middle are then off by a few, those near either end are
exact, and no row is passed over for long. For one thread.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Narrowing
from pausedesk.core.store.narrowing import at_or_behind, before, behind, in_order, list_clauses, sort_key
from pausedesk.core.store.tables import sessions

STEP = 200
# So many rows from either end are counted.
NEAR = 2_000
# A list that changes all the time is not read all the time.
REST_SECONDS = 2.0

_KEY: BindParameter[Any] = bindparam("place_key")
_ID: BindParameter[str] = bindparam("place_id")


class Places:
    """The places of one list: of a filter and what it is narrowed to, in its order."""

    def __init__(self, wanted: ListFilter, narrowed: Narrowing) -> None:
        self.list = (wanted, narrowed)
        order = narrowed.order
        clauses = list_clauses(wanted, narrowed)
        self._descending = order.descending
        self._keys: list[tuple[Any, str]] = []
        self._counted = 0  # rows when they were read
        self._growing: list[tuple[Any, str]] | None = None
        self._stale = True
        self._rested = 0.0
        rows = select(sort_key(order), sessions.c.id).where(*clauses).order_by(*in_order(order))
        self._first = rows.limit(1)
        self._next = rows.where(behind(order, _KEY, _ID)).limit(1).offset(STEP - 1)
        self._mine = select(sort_key(order)).where(sessions.c.id == _ID, *clauses)
        counted = select(sessions.c.id).where(*clauses)
        self._above = counted.where(before(order, _KEY, _ID))
        self._below = counted.where(behind(order, _KEY, _ID))

    def note_changes(self) -> None:
        """The list is not what it was when it was read."""
        self._stale = True

    def grow(self, connection: Connection, total: int, seconds: float) -> bool:
        """Read on for about so many seconds; returns whether there is more to read. `total`: the rows of the list."""
        if total <= 2 * NEAR:
            return False
        if self._growing is None:
            if not self._stale or time.monotonic() - self._rested < REST_SECONDS:
                return False
            first = connection.execute(self._first).first()
            self._growing = [] if first is None else [(first[0], str(first[1]))]
            self._stale = False
        until = time.monotonic() + seconds
        while self._growing:
            key, session = self._growing[-1]
            row = connection.execute(self._next, {"place_key": key, "place_id": session}).first()
            if row is None:
                break
            self._growing.append((row[0], str(row[1])))
            if time.monotonic() > until:
                return True
        self._keys, self._growing = self._growing, None
        self._counted = total
        self._rested = time.monotonic()
        return False

    def start(self, connection: Connection, offset: int, total: int) -> tuple[tuple[Any, str], int] | None:
        """Where to begin for the row of a number: a row that was there, and how many to pass over from it on, itself
        being the first. None where it is better counted from an end."""
        if offset <= NEAR or offset >= total - NEAR:
            return None
        scale = self._scale(connection, total)
        if scale is None:
            return None
        head, width = scale
        step = min(int((offset - head) / width), len(self._keys) - 1) if offset >= head else -1
        if step < 0:
            return None
        return self._keys[step], max(0, offset - head - int(step * width))

    def number(self, connection: Connection, session: str, total: int) -> int | None:
        """The number of a row, or None where the list does not hold it."""
        mine = connection.execute(self._mine, {"place_id": session}).first()
        if mine is None:
            return None
        key = {"place_key": mine[0], "place_id": session}
        above = self._count(connection, self._above.limit(NEAR + 1), key)
        if above <= NEAR:
            return above
        below = self._count(connection, self._below.limit(NEAR + 1), key)
        if below <= NEAR:
            return total - 1 - below
        scale = self._scale(connection, total)
        if scale is None:
            return self._count(connection, self._above, key)
        head, width = scale
        step = self._step_of((mine[0], session))
        if step < 0:
            return self._count(connection, self._above, key)
        start_key, start_id = self._keys[step]
        # Between the step and the row: as many as stand above it and not above the step.
        inside = self._above.where(at_or_behind(self.list[1].order, start_key, start_id)).limit(STEP * 2)
        return head + int(step * width) + self._count(connection, inside, key)

    def _scale(self, connection: Connection, total: int) -> tuple[int, float] | None:
        """How many rows are new above the first step, and how wide a step is now; None where nothing can be told."""
        if len(self._keys) < 2:
            return None
        self._stale = self._stale or total != self._counted
        key, session = self._keys[0]
        head = self._count(connection, self._above.limit(NEAR + 1), {"place_key": key, "place_id": session})
        if head > NEAR:
            return None
        return head, max(1.0, STEP * (total - head) / self._counted)

    def _step_of(self, place: tuple[Any, str]) -> int:
        """The last step at or above a row."""
        if not self._descending:
            found = bisect_left(self._keys, place)
            return found if found < len(self._keys) and self._keys[found] == place else found - 1
        low, high = 0, len(self._keys)
        while low < high:
            middle = (low + high) // 2
            if self._keys[middle] >= place:
                low = middle + 1
            else:
                high = middle
        return low - 1

    @staticmethod
    def _count(connection: Connection, rows: Any, key: dict[str, Any]) -> int:
        counted = select(func.count()).select_from(rows.subquery())
        return int(connection.execute(counted, key).scalar_one())
