"""The filter buttons above the list, each with how many sessions it holds."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QVBoxLayout, QWidget

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Counts, Narrowing
from pausedesk.core.store.clock import this_moment
from pausedesk.gui.inbox.narrow_row import NarrowRow
from pausedesk.gui.inbox.saved_filters import Chosen, SavedFilters
from pausedesk.gui.inbox.search_box import SearchBox
from pausedesk.gui.language import joined, tr
from pausedesk.gui.plain import PlainButton, named
from pausedesk.gui.words import FILTER_WORDS

# Beside the text: the style's padding and border.
ROOM = 14


class FilterBar(QWidget):
    """One button a filter; exactly one is on. Below them, where it is wished, the row that narrows it."""

    picked = Signal(object)  # ListFilter
    narrowed = Signal(object)  # Narrowing
    sources_pressed = Signal()
    hold_pressed = Signal()
    incident_pressed = Signal()
    row_opened = Signal()

    def __init__(self, saved: SavedFilters, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filter = ListFilter.WAITING
        self.setProperty("kind", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        named(self, tr("Filters"))
        whole = QVBoxLayout(self)
        whole.setContentsMargins(10, 8, 10, 8)
        whole.setSpacing(0)
        layout = QHBoxLayout()
        layout.setSpacing(4)
        whole.addLayout(layout)
        self.search = SearchBox(self)
        self.search.searched.connect(lambda _words: self.narrowed.emit(self.narrowing()))
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[ListFilter, PlainButton] = {}
        for one in ListFilter:
            button = PlainButton(FILTER_WORDS[one], self)
            button.setProperty("kind", "filter")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, one=one: self.picked.emit(one))
            self._group.addButton(button)
            layout.addWidget(button)
            self.buttons[one] = button
        layout.addStretch(1)
        self.incident = PlainButton(
            tr("In doubt …"), self, kind="filter", name=tr("Calls in doubt, by the runner that died over them")
        )
        self.incident.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.incident.clicked.connect(lambda: self.incident_pressed.emit())
        layout.addWidget(self.incident)
        self.narrow = PlainButton(tr("Filter"), self, kind="filter")
        self.narrow.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.narrow.clicked.connect(self.toggle_row)
        layout.addWidget(self.narrow)
        self.row = NarrowRow(saved, self)
        self.row.hide()
        self.row.changed.connect(self._on_row_changed)
        self.row.picked.connect(self._on_own_picked)
        self.row.saved.connect(lambda name: self.row.keep(name, self.chosen()))
        whole.addWidget(self.row)
        self.sources = PlainButton(tr("Sources"), self, kind="filter", name=tr("Sources: folders of other programs"))
        self.sources.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.sources.clicked.connect(lambda: self.sources_pressed.emit())
        layout.addWidget(self.sources)
        self.hold = PlainButton(tr("Hold"), self, kind="filter", name=tr("Hold everything"))
        self.hold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hold.clicked.connect(lambda: self.hold_pressed.emit())
        layout.addWidget(self.hold)
        self.show_counts(Counts())

    def chosen(self) -> Chosen:
        """What is chosen: the filter, its words, and what stands in the row."""
        return self.row.chosen(self._filter, self.search.text().strip())

    def narrowing(self) -> Narrowing:
        """What is chosen beside the filter."""
        return self.chosen().narrowing(this_moment().wall)

    def widen(self) -> None:
        """Show what the filter holds, whatever its words are and wherever it comes from."""
        self.row.choose(Chosen())
        self.search.empty()
        self._show_row_count()

    def toggle_row(self) -> None:
        """Show the row, with the focus on it, or hide it; what is chosen there stays."""
        self.row.setVisible(not self.row.isVisible())
        if self.row.isVisible():
            self.row_opened.emit()
            self.row.agent.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_row_changed(self) -> None:
        self._show_row_count()
        self.narrowed.emit(self.narrowing())

    def _on_own_picked(self, chosen: Chosen) -> None:
        self.search.show_words(chosen.search)
        self._show_row_count()
        self.picked.emit(chosen.filter)

    def _show_row_count(self) -> None:
        by = self.chosen().narrowed_by
        self.narrow.setText(tr("Filter  {number}", number=by) if by else tr("Filter"))
        named(self.narrow, tr("Filter, narrowed by {number}", number=by) if by else tr("Filter"))

    def show_filter(self, wanted: ListFilter) -> None:
        self._filter = wanted
        self.buttons[wanted].setChecked(True)
        self.incident.setVisible(wanted is ListFilter.UNKNOWN)

    def show_counts(self, counts: Counts) -> None:
        """Write the numbers; a filter that holds nothing shows none."""
        for one, button in self.buttons.items():
            count = getattr(counts, one.value)
            word = FILTER_WORDS[one]
            button.setText(joined("  ", [word, f"{count:,}"]) if count else word)
            # The one that is on is heavier: room for it is kept, or its ends would be cut and the others would move.
            heavy = QFont(button.font())
            heavy.setWeight(QFont.Weight.Bold)
            button.setMinimumWidth(QFontMetrics(heavy).horizontalAdvance(button.text()) + 2 * ROOM)
            named(button, joined(", ", [word, str(count)]))
