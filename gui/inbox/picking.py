"""Which sessions of the list are selected together, whatever rows they stand in.

`Picking` lives on the GUI thread. Rows move under the person's hand; what was selected is a session, and stays it.
"""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView

from pausedesk.core.rules.batches import MOST_SESSIONS
from pausedesk.gui.models.sessions_model import SessionsModel

_ONLY = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows


class SessionsTable(QTableView):
    """The list's table. Of a million rows "all" is as many as can be answered together."""

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        # Qt's own goes along the row. (The key End is the card's; with Ctrl it goes to the last row.)
        if action == QAbstractItemView.CursorAction.MoveHome and self.model().rowCount():
            return self.model().index(0, 0)
        return super().moveCursor(action, modifiers)

    def selectAll(self) -> None:
        """Select from the top as many rows as one batch takes."""
        self.select_rows(0, MOST_SESSIONS - 1)

    def select_rows(self, first: int, last: int) -> None:
        """Select these rows and no other; the current row stays."""
        model = self.model()
        last = min(last, model.rowCount() - 1)
        if first <= last:
            self.selectionModel().select(QItemSelection(model.index(first, 0), model.index(last, 0)), _ONLY)


class Picking(QObject):
    """`changed` is emitted when another set of sessions is selected."""

    changed = Signal()

    def __init__(self, table: SessionsTable, model: SessionsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._table = table
        self._model = model
        self._sessions: tuple[str, ...] = ()
        self._moving = False
        self._awaited = False
        table.selectionModel().selectionChanged.connect(self._on_selected)
        model.refreshed.connect(self._on_refreshed)
        model.applied.connect(self._on_applied)
        model.dataChanged.connect(self._on_rows)
        model.modelReset.connect(lambda: self._take(()))

    @property
    def sessions(self) -> tuple[str, ...]:
        """The sessions that are selected, from the top of the list."""
        return self._sessions

    def only_current(self) -> None:
        """Select nothing but the row whose card is shown."""
        row = self._table.currentIndex().row()
        if row >= 0:
            self._table.select_rows(row, row)
        else:
            self._table.clearSelection()

    def _on_selected(self) -> None:
        if self._moving:
            return
        selection = self._table.selectionModel().selection()
        ranges = [selection.at(place) for place in range(selection.count())]
        if sum(one.height() for one in ranges) > MOST_SESSIONS:
            self._shorten(ranges)
            return
        found = [self._model.row_at(row) for one in ranges for row in range(one.top(), one.bottom() + 1)]
        self._awaited = None in found
        self._take(tuple(dict.fromkeys(row.session for row in found if row is not None)))

    def _shorten(self, ranges: list[QItemSelectionRange]) -> None:
        """Keep of too many rows those nearest to where the selection began or ended: to the current row."""
        at = self._table.currentIndex().row()
        mine = next((one for one in ranges if one.top() <= at <= one.bottom()), ranges[0])
        at = min(max(at, mine.top()), mine.bottom())
        first = max(mine.top(), min(at, mine.bottom() - MOST_SESSIONS + 1))
        self._table.select_rows(first, min(mine.bottom(), first + MOST_SESSIONS - 1))

    def _on_rows(self) -> None:
        if self._awaited and not self._moving:
            self._on_selected()

    def _on_refreshed(self) -> None:
        self._moving = True

    def _on_applied(self) -> None:
        places = self._model.places(self._sessions)
        if len(self._sessions) > 1:
            selected = QItemSelection()
            for row in places.values():
                index = self._model.index(row, 0)
                selected.select(index, index)
            self._table.selectionModel().select(selected, _ONLY)
        self._moving = False
        if self._model.whole:
            self._take(tuple(one for one in self._sessions if one in places))

    def _take(self, sessions: tuple[str, ...]) -> None:
        if sessions != self._sessions:
            self._sessions = sessions
            self.changed.emit()
