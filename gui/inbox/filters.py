"""The filter buttons above the list, each with how many sessions it holds."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QWidget

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Counts
from pausedesk.gui.words import FILTER_WORDS

# Beside the text: the style's padding and border.
ROOM = 14


class FilterBar(QWidget):
    """One button a filter; exactly one is on."""

    picked = Signal(object)  # ListFilter

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Filters")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(4)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self.buttons: dict[ListFilter, QPushButton] = {}
        for one in ListFilter:
            button = QPushButton(FILTER_WORDS[one], self)
            button.setProperty("kind", "filter")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, one=one: self.picked.emit(one))
            self._group.addButton(button)
            layout.addWidget(button)
            self.buttons[one] = button
        layout.addStretch(1)
        self.show_counts(Counts())

    def show_filter(self, wanted: ListFilter) -> None:
        self.buttons[wanted].setChecked(True)

    def show_counts(self, counts: Counts) -> None:
        """Write the numbers; a filter that holds nothing shows none."""
        for one, button in self.buttons.items():
            count = getattr(counts, one.value)
            word = FILTER_WORDS[one]
            button.setText(f"{word}  {count:,}" if count else word)
            # The one that is on is heavier: room for it is kept, or its ends would be cut and the others would move.
            heavy = QFont(button.font())
            heavy.setWeight(QFont.Weight.Bold)
            button.setMinimumWidth(QFontMetrics(heavy).horizontalAdvance(button.text()) + 2 * ROOM)
            button.setAccessibleName(f"{word}, {count}")
