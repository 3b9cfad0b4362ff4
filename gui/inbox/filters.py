"""The filter buttons above the list, each with how many sessions it holds."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import Counts, Narrowing
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.inbox.search_box import SearchBox
from pausedesk.gui.plain import PlainButton, PlainComboBox, named
from pausedesk.gui.words import FILTER_WORDS, ending_word

# Beside the text: the style's padding and border.
ROOM = 14


class FilterBar(QWidget):
    """One button a filter; exactly one is on. Beside them, which endings and which programs are shown."""

    picked = Signal(object)  # ListFilter
    narrowed = Signal(object)  # Narrowing
    sources_pressed = Signal()
    hold_pressed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "bar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAccessibleName("Filters")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 8)
        layout.setSpacing(4)
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
        self.ending = PlainComboBox(self)
        self.ending.setAccessibleName("Ending")
        self.ending.add("Any ending", None)
        for ending in Ending:
            word = ending_word(ending)
            self.ending.add(word[:1].upper() + word[1:], ending)
        self.source = PlainComboBox(self)
        self.source.setAccessibleName("Program")
        self.source.add("Any program", None)
        for box in (self.ending, self.source):
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.setSizeAdjustPolicy(PlainComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
            box.activated.connect(lambda _index: self.narrowed.emit(self.narrowing()))
            layout.addWidget(box)
        self.source.hide()
        self.sources = PlainButton("Sources", self)
        self.sources.setProperty("kind", "filter")
        self.sources.setAccessibleName("Sources: folders of other programs")
        self.sources.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.sources.clicked.connect(lambda: self.sources_pressed.emit())
        layout.addWidget(self.sources)
        self.hold = PlainButton("Hold", self, kind="filter", name="Hold everything")
        self.hold.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hold.clicked.connect(lambda: self.hold_pressed.emit())
        layout.addWidget(self.hold)
        self.show_counts(Counts())

    def narrowing(self) -> Narrowing:
        """What is chosen beside the filter."""
        return Narrowing(self.ending.currentData(), self.source.currentData(), search=self.search.text().strip())

    def widen(self) -> None:
        """Show any ending and any program, whatever its words are."""
        self.search.empty()
        for box in (self.ending, self.source):
            box.setCurrentIndex(0)

    def show_sources(self, names: Sequence[str]) -> None:
        """The programs to choose from; there is nothing to choose where all sessions began here."""
        wanted = list(names)
        if [self.source.itemData(place) for place in range(1, self.source.count())] == wanted:
            return
        chosen = self.source.currentData()
        while self.source.count() > 1:
            self.source.removeItem(1)
        for name in wanted:
            self.source.add("Begun here" if name == "pausedesk" else safe_line(name, 40), name)
        self.source.setCurrentIndex(max(0, self.source.findData(chosen)))
        self.source.setVisible(any(name != "pausedesk" for name in wanted))

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
            named(button, f"{word}, {count}")
