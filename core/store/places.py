"""The places of rows in a long list: its row at every two hundred, so that a jump reads as much as the first page does.

A scroll bar names rows by number, and SQLite finds a row by its number only by counting up to it. `Places` holds the
key of every `STEP`th row of one list. It is read piece by piece while nobody waits, and read anew once rows have moved
and somebody asks for a row far from both ends. Until then what moved to the top is counted, and what is missing further
down is spread over all the steps: the numbers of rows in the middle are then off by a few, those near either end are
exact, and no row is passed over for long. For one thread.

Whoever reads a list to its end has counted it: a list that is narrowed has no other total than that.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, func, select

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Narrowing, Total
from pausedesk.core.store.narrowing import at_or_behind, before, behind, in_order, list_clauses, sort_keys
from pausedesk.core.store.tables import sessions

STEP = 200
# So many rows from either end are counted.
NEAR = 2_000
# A list that changes all the time is not read all the time.
REST_SECONDS = 2.0


class Places:
    """The places of one list: of a filter and what it is narrowed to, in its order."""

    def __init__(self, wanted: ListFilter, narrowed: Narrowing) -> None:
        self.list = (wanted, narrowed)
        order = narrowed.order
        clauses = list_clauses(wanted, narrowed)
        self._descending = order.descending
        self._keys: list[tuple[Any, ...]] = []
        self.counted: int | None = None  # rows when they were read; None where they never were
        self._growing: list[tuple[Any, ...]] | None = None
        self._stale = True
        self._rested = 0.0
        keys = sort_keys(order)
        place: list[BindParameter[Any]] = [bindparam(f"place_{number}") for number in range(len(keys))]
        rows = select(*keys).where(*clauses).order_by(*in_order(order))
        self._first = rows.limit(1)
        self._next = rows.where(behind(order, place)).limit(1).offset(STEP - 1)
        self._mine = select(*keys).where(sessions.c.id == bindparam("session"), *clauses)
        counted = select(sessions.c.id).where(*clauses)
        self._above = counted.where(before(order, place))
        self._below = counted.where(behind(order, place))

    def note_changes(self) -> None:
        """The list is not what it was when it was read."""
        self._stale = True

    def grow(self, connection: Connection, total: Total, seconds: float) -> bool:
        """Read on for about so many seconds; returns whether anything was left to read."""
        short = total.rows <= 2 * NEAR and not total.more and self.counted is None
        if short or self.list[1].search.strip():  # of what is searched for, the rows are few and their search is dear
            return False
        if self._growing is None:
            if not self._stale or time.monotonic() - self._rested < REST_SECONDS:
                return False
            first = connection.execute(self._first).first()
            self._growing = [] if first is None else [tuple(first)]
            self._stale = False
        until = time.monotonic() + seconds
        rest = 0
        while self._growing:
            row = connection.execute(self._next, _bound(self._growing[-1])).first()
            if row is None:
                rest = 1 + self._count(connection, self._below.limit(STEP), self._growing[-1])
                break
            self._growing.append(tuple(row))
            if time.monotonic() > until:
                return True
        self._keys, self._growing = self._growing, None
        self.counted = max(0, len(self._keys) - 1) * STEP + rest
        self._rested = time.monotonic()
        return True

    def start(self, connection: Connection, offset: int, total: int) -> tuple[tuple[Any, ...], int] | None:
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

    def number(self, connection: Connection, session: str, total: Total) -> int | None:
        """The number of a row, or None where the list does not hold it."""
        found = connection.execute(self._mine, {"session": session}).first()
        if found is None:
            return None
        mine = tuple(found)
        above = self._count(connection, self._above.limit(NEAR + 1), mine)
        if above <= NEAR:
            return above
        if not total.more:
            below = self._count(connection, self._below.limit(NEAR + 1), mine)
            if below <= NEAR:
                return total.rows - 1 - below
        scale = self._scale(connection, total.rows)
        if scale is None:
            return self._count(connection, self._above, mine)
        head, width = scale
        step = self._step_of(mine)
        if step < 0:
            return self._count(connection, self._above, mine)
        # Between the step and the row: as many as stand above it and not above the step.
        inside = self._above.where(at_or_behind(self.list[1].order, self._keys[step])).limit(STEP * 2)
        return head + int(step * width) + self._count(connection, inside, mine)

    def _scale(self, connection: Connection, total: int) -> tuple[int, float] | None:
        """How many rows are new above the first step, and how wide a step is now; None where nothing can be told."""
        if len(self._keys) < 2 or not self.counted:
            return None
        self._stale = self._stale or total != self.counted
        head = self._count(connection, self._above.limit(NEAR + 1), self._keys[0])
        if head > NEAR:
            return None
        return head, max(1.0, STEP * (total - head) / self.counted)

    def _step_of(self, place: tuple[Any, ...]) -> int:
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
    def _count(connection: Connection, rows: Any, place: Sequence[Any]) -> int:
        counted = select(func.count()).select_from(rows.subquery())
        return int(connection.execute(counted, _bound(place)).scalar_one())


def _bound(place: Sequence[Any]) -> dict[str, Any]:
    return {f"place_{number}": value for number, value in enumerate(place)}
