"""The list panel: a table over the windowed model, the strip that tells of new rows, and the empty state.

`Inbox` lives on the GUI thread. Rows are added and moved under it by any process; the selected session stays selected
and the rows in view stay where they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import ANY, Narrowing
from pausedesk.gui.bridge import Change, StoreBridge
from pausedesk.gui.inbox.picking import Picking, SessionsTable
from pausedesk.gui.inbox.row_delegate import RowDelegate
from pausedesk.gui.inbox.shown_row import ShownRow
from pausedesk.gui.language import tr, tr_many
from pausedesk.gui.models.sessions_model import SessionsModel, Snapshot
from pausedesk.gui.plain import PlainButton, PlainLabel, named
from pausedesk.gui.words import EMPTY_WORDS, NARROWED_WORDS

AGES_MS = 30_000


class Inbox(QWidget):
    """Which session is chosen is the list's to say: `chosen` follows the selection, `entered` a press of Enter."""

    chosen = Signal(str)
    entered = Signal()
    left = Signal()  # the session that was chosen is not in the filter that was picked, and nothing else is
    wider = Signal()  # the person wants to see what the filter holds, not narrowed

    def __init__(self, bridge: StoreBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SessionsModel(bridge)
        self.model.setParent(self)
        self._session: str | None = None
        self._last_row = 0
        self._moving = False
        self._new = 0
        self._value = 0
        self._revealing = False
        self._picked = False

        self.table = SessionsTable(self)
        named(self.table, tr("Sessions"))
        self.table.setModel(self.model)
        delegate = RowDelegate(self.table)
        self.table.setItemDelegate(delegate)
        self.table.setShowGrid(False)
        self.table.horizontalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        rows = self.table.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(10)
        rows.setDefaultSectionSize(delegate.row_height())
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setTabKeyNavigation(False)
        self.table.setCornerButtonEnabled(False)
        self.table.selectionModel().currentRowChanged.connect(self._on_current_changed)
        self.table.activated.connect(self._on_activated)
        self.table.verticalScrollBar().valueChanged.connect(self._on_scrolled)

        self.strip = PlainButton(parent=self)
        self.strip.setProperty("kind", "strip")
        self.strip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.strip.clicked.connect(self.go_to_top)
        self.strip.hide()

        self._empty = QWidget(self)
        self._empty.setProperty("kind", "surface")
        self._empty.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._empty_title = PlainLabel(factor=1.1)
        self._empty_text = PlainLabel(kind="quiet", wrap=True)
        for label in (self._empty_title, self._empty_text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        empty = QVBoxLayout(self._empty)
        empty.setContentsMargins(28, 28, 28, 28)
        empty.addStretch(2)
        empty.addWidget(self._empty_title)
        empty.addWidget(self._empty_text)
        self.widen = PlainButton(tr("Show all of this filter"), self._empty, kind="quiet")
        self.widen.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.widen.clicked.connect(lambda: self.wider.emit())
        empty.addWidget(self.widen, 0, Qt.AlignmentFlag.AlignHCenter)
        empty.addStretch(3)

        self._stack = QStackedLayout()
        self._stack.addWidget(self.table)
        self._stack.addWidget(self._empty)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._rows = layout
        layout.addWidget(self.strip)
        layout.addLayout(self._stack)

        self.model.refreshed.connect(self._on_refreshed)
        self.model.applied.connect(self._on_applied)
        # After the list itself: it says where the rows are then.
        self.picking = Picking(self.table, self.model, self)
        self._ages = QTimer(self)
        self._ages.setInterval(AGES_MS)
        self._ages.timeout.connect(self.table.viewport().update)
        self._ages.start()

    def put_above(self, widget: QWidget) -> None:
        """Put what the list is narrowed by above its rows."""
        line = QHBoxLayout()
        line.setContentsMargins(8, 6, 8, 6)
        line.addWidget(widget)
        self._rows.insertLayout(0, line)

    def put_below(self, widget: QWidget) -> None:
        """Put what is about the selected rows below them."""
        self._rows.addWidget(widget)

    @property
    def session(self) -> str | None:
        """The session whose card is open, whether or not this filter still holds it."""
        return self._session

    def show_filter(self, wanted: ListFilter, narrowed: Narrowing = ANY) -> None:
        """Show another filter, from its top; the chosen session stays chosen where this filter holds it too."""
        self._moving = True
        self.model.set_filter(wanted, narrowed, selected=self._session)
        self._moving = False
        self._picked = True
        self._last_row = 0
        self._set_new(0)
        self.table.scrollToTop()

    def on_change(self, change: Change) -> None:
        """Some sessions changed in the store."""
        if change.sessions or change.first or (change.counted and self.model.more):
            self.look_again()

    def listed(self, everything: int) -> str:
        """How many rows the list has, of how many sessions there are."""
        model = self.model
        if not model.loaded or model.narrowed.wide:
            return tr_many("{n:,} session", "{n:,} sessions", everything)
        found = f"{model.total:,}+" if model.more else f"{model.total:,}"
        return tr_many("{found} of {n:,} session", "{found} of {n:,} sessions", everything, found=found)

    def look_again(self) -> None:
        """Read the list anew, where the view and the selection stay."""
        anchor = self.model.row_at(self._top_row()) if self.model.total else None
        self.model.refresh(
            anchor=anchor.session if anchor is not None else None, selected=self._session, around=self._top_row()
        )

    def _top_row(self) -> int:
        return max(0, self.table.rowAt(0))

    def _on_refreshed(self, snapshot: Snapshot) -> None:
        self._moving = True
        self._value = self.table.verticalScrollBar().value()

    def _on_applied(self, snapshot: Snapshot) -> None:
        if snapshot.anchor is not None and self._value:
            height = self.table.verticalHeader().defaultSectionSize()
            # By how far the anchor moved, for the person may have scrolled since the look was asked for.
            moved = snapshot.anchor - snapshot.anchor_before
            self.table.verticalScrollBar().setValue(self._value + moved * height)
            self._set_new(self._new + max(0, moved))
        selection = self.table.selectionModel()
        place = snapshot.selected
        if snapshot.session != self._session and self._session is not None:
            # Another session was chosen while this look was on its way.
            place = self.model.row_of(self._session)
        if place is not None:
            self._last_row = place
            value = self.table.verticalScrollBar().value()
            index = self.model.index(place, 0)
            selection.setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            )
            self.table.verticalScrollBar().setValue(value)
            if self._revealing:
                self.table.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)
                self._revealing = False
        elif self.table.currentIndex().isValid():
            selection.clear()
        self._moving = False
        if self._picked:
            self._picked = False
            if place is None:
                # What is open is none of what was asked for: the first of that is, or nothing.
                self._session = None
                if not snapshot.total:
                    self.left.emit()
        if self.model.total:
            self._stack.setCurrentWidget(self.table)
            if self._session is None:
                self.select_row(0)
        else:
            title, text = EMPTY_WORDS[self.model.filter] if self.model.narrowed == ANY else NARROWED_WORDS
            self._empty_title.setText(title)
            self._empty_text.setText(text)
            self.widen.setVisible(self.model.narrowed != ANY)
            self._stack.setCurrentWidget(self._empty)
        self.table.viewport().update()

    def _on_current_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._moving or not current.isValid():
            return
        row = self.model.row_at(current.row())
        self._last_row = current.row()
        if row is not None:
            self._choose(row)
        else:
            self.model.dataChanged.connect(self._on_awaited_page, Qt.ConnectionType.UniqueConnection)

    def _on_awaited_page(self) -> None:
        row = self.model.row_at(self._last_row)
        if row is not None:
            self.model.dataChanged.disconnect(self._on_awaited_page)
            self._choose(row)

    def _choose(self, row: ShownRow) -> None:
        if row.session != self._session:
            self._session = row.session
            self.chosen.emit(row.session)

    def _on_activated(self, index: QModelIndex) -> None:
        if index.isValid():
            self.entered.emit()

    def select_row(self, row: int) -> None:
        """Choose the row and bring it into view."""
        if self.model.total:
            index = self.model.index(min(max(0, row), self.model.total - 1), 0)
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index)

    def select_session(self, session: str) -> bool:
        """Choose a session that is in the pages at hand."""
        row = self.model.row_of(session)
        if row is None:
            return False
        self.select_row(row)
        return True

    def show_people(self, people: Mapping[str, str]) -> None:
        """By session, who else looks at it or takes care of it."""
        if people != self.model.people:
            self.model.people = dict(people)
            self.table.viewport().update()

    def reveal(self, session: str) -> None:
        """Choose a session wherever it stands in the list, and bring it into view once its place is read."""
        self._revealing = True
        self._picked = False
        if session != self._session:
            self._session = session
            self.chosen.emit(session)
        self.model.refresh(anchor=None, selected=session, around=self._top_row())

    def step(self, by: int, *, more: bool = False) -> None:
        """Go down or up by `by` rows. Where the open session left the filter, the next one took its place.

        `more`: what was selected before stays selected.
        """
        current = self.table.currentIndex()
        if more and current.isValid():
            index = self.model.index(min(max(0, current.row() + by), self.model.total - 1), 0)
            self.table.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
            )
            self.table.scrollTo(index)
        elif current.isValid():
            self.select_row(current.row() + by)
        else:
            self.select_row(self._last_row if by > 0 else self._last_row - 1)

    def go_to_top(self) -> None:
        """Show the newest rows."""
        self.table.scrollToTop()
        self._set_new(0)

    def _on_scrolled(self, value: int) -> None:
        if value == 0 and not self._moving:
            self._set_new(0)

    def _set_new(self, count: int) -> None:
        self._new = count
        self.strip.setText(tr("{number} new ↑", number=count))
        self.strip.setVisible(count > 0)
