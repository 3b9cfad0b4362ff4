"""The windowed model of the list: the total is known, rows come in pages, and nothing else is held.

`SessionsModel` lives on the GUI thread; pages are read and made ready on the reader thread, the newest request first.
Each filter and each refresh is a generation; replies of an older one are dropped. Order and filters are SQL's, never
a proxy's.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import ANY, Narrowing
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.inbox.shown_row import ShownRow, shown_row
from pausedesk.gui.plain import plain_tooltip
from pausedesk.gui.ports import ReaderPort
from pausedesk.gui.words import age

PAGE = 200
KEPT_PAGES = 24
ROW_ROLE = Qt.ItemDataRole.UserRole + 1
PEOPLE_ROLE = Qt.ItemDataRole.UserRole + 2

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One consistent look at the list: its size, where two sessions stand now, and the pages around them."""

    generation: int
    filter: ListFilter
    total: int
    more: bool  # whether there may be rows after these, which are not counted yet or not looked for
    anchor: int | None
    anchor_before: int  # where the anchor stood when the look was asked for
    session: str | None  # the selected session that `selected` is the place of
    selected: int | None
    pages: dict[int, list[ShownRow]]


class SessionsModel(QAbstractTableModel):
    """Rows of one filter. `ROW_ROLE` gives the `ShownRow`, or None while its page is on the way.

    `PEOPLE_ROLE` gives who else is at it, as `people` has it by session.
    """

    refreshed = Signal(object)  # Snapshot, just before it is applied: the view puts selection and scroll right after it
    applied = Signal(object)  # Snapshot, once the model shows it

    def __init__(self, bridge: StoreBridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._filter = ListFilter.WAITING
        self._narrowed = ANY
        self._total = 0
        self._more = False
        self._pages: OrderedDict[int, list[ShownRow]] = OrderedDict()
        self._asked: set[int] = set()
        self._generation = 0
        self._loaded = False
        self.people: dict[str, str] = {}

    @property
    def filter(self) -> ListFilter:
        return self._filter

    @property
    def total(self) -> int:
        return self._total

    @property
    def more(self) -> bool:
        """Whether the list has at least `total` rows, and may have more."""
        return self._more

    @property
    def loaded(self) -> bool:
        """Whether the total of this filter was read."""
        return self._loaded

    @property
    def narrowed(self) -> Narrowing:
        """Which rows of the filter are shown."""
        return self._narrowed

    def set_filter(self, wanted: ListFilter, narrowed: Narrowing = ANY, *, selected: str | None = None) -> None:
        """Show another filter: the rows go at once, its first page follows, with the place of the selected session."""
        self.beginResetModel()
        self._filter, self._narrowed = wanted, narrowed
        self._total, self._more = 0, False
        self._pages.clear()
        self._asked.clear()
        self._generation += 1
        self._loaded = False
        self.endResetModel()
        self.refresh(anchor=None, selected=selected)

    def refresh(self, *, anchor: str | None, selected: str | None, around: int = 0) -> None:
        """Read the list anew, keeping track of the session at the top of the view and of the selected one.

        `around`: the row at the view's top, where `anchor` is; its page is read where no session is known there.
        """
        self._generation += 1
        generation, wanted, narrowed = self._generation, self._filter, self._narrowed

        def look(reader: ReaderPort) -> Snapshot:
            # Else a row that moves between two questions would put each row one below the number it was said to have.
            with reader.one_view():
                return look_once(reader)

        def look_once(reader: ReaderPort) -> Snapshot:
            counted = reader.total(wanted, "", narrowed)
            at = reader.position(wanted, "", anchor, narrowed) if anchor else None
            chosen = reader.position(wanted, "", selected, narrowed) if selected else None
            # What is not counted yet may have a row of it in view all the same.
            total = max(counted.rows, *(place + 1 for place in (at, chosen) if place is not None), 0)
            top = at if at is not None else min(around, max(0, total - 1))
            first = top // PAGE
            pages: dict[int, list[ShownRow]] = {}
            for page in (first, first + 1) if top % PAGE > PAGE // 2 else (first,):
                if page * PAGE < total:
                    pages[page] = [shown_row(one) for one in reader.page(wanted, "", page * PAGE, PAGE, narrowed)]
            return Snapshot(generation, wanted, total, counted.more, at, around, selected, chosen, pages)

        self._bridge.read(look, self._on_snapshot, owner=self, newest_first=True)

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.generation != self._generation:
            return
        self.refreshed.emit(snapshot)
        # Rows are added and taken at the end and the rest is told as changed data: a reset would lose the view's place.
        before = self._total
        self._pages = OrderedDict(snapshot.pages)
        self._asked.clear()
        if snapshot.total > before:
            self.beginInsertRows(QModelIndex(), before, snapshot.total - 1)
            self._total = snapshot.total
            self.endInsertRows()
        elif snapshot.total < before:
            self.beginRemoveRows(QModelIndex(), snapshot.total, before - 1)
            self._total = snapshot.total
            self.endRemoveRows()
        self._loaded = True
        self._more = snapshot.more
        if self._total:
            self.dataChanged.emit(self.index(0, 0), self.index(self._total - 1, 0))
        self.applied.emit(snapshot)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else self._total

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        return 0 if parent.isValid() else 1

    def row_at(self, row: int) -> ShownRow | None:
        """The row, where its page is here; else the page is asked for."""
        if not 0 <= row < self._total:
            return None
        number, place = divmod(row, PAGE)
        page = self._pages.get(number)
        if page is None:
            self._ask(number)
            return None
        self._pages.move_to_end(number)
        return page[place] if place < len(page) else None

    def _ask(self, number: int) -> None:
        if number in self._asked:
            return
        self._asked.add(number)
        generation, wanted, narrowed = self._generation, self._filter, self._narrowed

        def fetch(reader: ReaderPort) -> list[ShownRow]:
            return [shown_row(one) for one in reader.page(wanted, "", number * PAGE, PAGE, narrowed)]

        def arrived(rows: list[ShownRow]) -> None:
            if generation != self._generation:
                return
            self._asked.discard(number)
            self._pages[number] = rows
            while len(self._pages) > KEPT_PAGES:
                self._pages.popitem(last=False)
            last = min(self._total, (number + 1) * PAGE) - 1
            if last >= number * PAGE:
                self.dataChanged.emit(self.index(number * PAGE, 0), self.index(last, 0))

        self._bridge.read(fetch, arrived, owner=self, newest_first=True)

    def row_of(self, session: str) -> int | None:
        """Where the session stands, as far as the pages that are here tell."""
        for number, page in self._pages.items():
            for place, one in enumerate(page):
                if one.session == session:
                    return number * PAGE + place
        return None

    def places(self, sessions: Collection[str]) -> dict[str, int]:
        """Where these sessions stand, as far as the pages that are here tell."""
        wanted = set(sessions)
        return {
            one.session: number * PAGE + place
            for number, page in self._pages.items()
            for place, one in enumerate(page)
            if one.session in wanted
        }

    @property
    def whole(self) -> bool:
        """Whether every row is here."""
        return self._loaded and sum(len(page) for page in self._pages.values()) >= self._total

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        if role == ROW_ROLE:
            return self.row_at(index.row())
        if role == PEOPLE_ROLE:
            row = self.row_at(index.row())
            return self.people.get(row.session, "") if row is not None else ""
        if role == Qt.ItemDataRole.DisplayRole:
            row = self.row_at(index.row())
            return f"{row.what} {row.line}".strip() if row is not None else "…"
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole):
            row = self.row_at(index.row())
            if row is None:
                return "loading" if role == Qt.ItemDataRole.AccessibleTextRole else None
            people = f", {self.people[row.session]}" if row.session in self.people else ""
            spoken = (
                f"{row.mark.word}: {row.what} {row.line}\n{row.about}, {age(row.at, int(time.time() * 1000))}{people}"
            )
            return spoken if role == Qt.ItemDataRole.AccessibleTextRole else plain_tooltip(spoken)
        return None
