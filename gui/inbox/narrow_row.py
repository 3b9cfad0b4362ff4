"""The row of filters under the bar: agent, tool, program, ending, time of the last change, listed format; and a
person's own filters by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from pausedesk.core.model.envelopes import ANSWERED_V1, CONVERSATION_V1, FLOWCHART_V1
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import Choices
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.shown import safe_line
from pausedesk.core.rules.stored_sessions import UNKNOWN
from pausedesk.gui.inbox.saved_filters import LONGEST_NAME, Chosen, SavedFilters
from pausedesk.gui.language import capital, tr
from pausedesk.gui.plain import EntryLine, PlainButton, PlainComboBox, named
from pausedesk.gui.words import ending_word

HOUR_MS = 3_600_000
AGES = (
    (worded("Changed in the last hour"), HOUR_MS),
    (worded("Changed in the last day"), 24 * HOUR_MS),
    (worded("Changed in the last week"), 7 * 24 * HOUR_MS),
    (worded("Changed in the last 30 days"), 30 * 24 * HOUR_MS),
)
FORMATS = (
    (worded("Listed as waiting"), FLOWCHART_V1),
    (worded("Listed as conversation"), CONVERSATION_V1),
    (worded("Listed as answered"), ANSWERED_V1),
    (worded("Listed as unknown"), UNKNOWN),
)
_COLUMNS = 4


class NarrowRow(QWidget):
    """What the list is narrowed by beside its filter and its words."""

    changed = Signal()
    picked = Signal(object)  # Chosen, of a saved filter
    saved = Signal(str)  # the name under which what is chosen is to be kept

    def __init__(self, filters: SavedFilters, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filters = filters
        self.agent = self._box(tr("Agent"), tr("Any agent"))
        self.tool = self._box(tr("Tool"), tr("Any tool"))
        self.source = self._box(tr("Program"), tr("Any program"))
        self.ending = self._box(tr("Ending"), tr("Any ending"))
        for ending in Ending:
            self.ending.add(capital(ending_word(ending)), ending)
        self.within = self._box(tr("Last change"), tr("Changed at any time"))
        for text, milliseconds in AGES:
            self.within.add(text, milliseconds)
        self.listed = self._box(tr("Listed format"), tr("Any listed format"))
        for text, listed in FORMATS:
            self.listed.add(text, listed)
        self._boxes = (self.agent, self.tool, self.source, self.ending, self.within, self.listed)
        for box in self._boxes:
            box.activated.connect(lambda _index: self.changed.emit())
        self.own = self._box(tr("Saved filters"), tr("Saved filters"))
        self.own.activated.connect(lambda _index: self._pick())
        self.name = EntryLine(tr("Name of a filter to save"), tr("Save these as …"), LONGEST_NAME)
        self.name.returnPressed.connect(self._save)
        self.forget = PlainButton(tr("Forget"), kind="filter", name=tr("Forget the saved filter"))
        self.forget.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.forget.clicked.connect(self._forget)
        layout = QGridLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setHorizontalSpacing(6)
        layout.setVerticalSpacing(6)
        for place, widget in enumerate((*self._boxes, self.own, self.name)):
            layout.addWidget(widget, place // _COLUMNS, place % _COLUMNS)
            layout.setColumnStretch(place % _COLUMNS, 1)
        layout.addWidget(self.forget, 1, _COLUMNS)
        self._show_own()

    def chosen(self, wanted: ListFilter, search: str) -> Chosen:
        """What is chosen here, with the filter and the words that are chosen beside it."""
        return Chosen(
            wanted,
            self.agent.currentData(),
            self.tool.currentData(),
            self.source.currentData(),
            self.ending.currentData(),
            self.listed.currentData(),
            self.within.currentData(),
            search,
        )

    def choose(self, chosen: Chosen) -> None:
        """Show these choices; nobody is told of it. A name that is not offered, for nothing has it now, is added."""
        wanted = (chosen.agent, chosen.tool, chosen.source, chosen.ending, chosen.within, chosen.listed)
        for box, value in zip(self._boxes, wanted, strict=True):
            _select(box, value)

    def show_choices(self, choices: Choices) -> None:
        """The agents and tools to choose from."""
        _offer(self.agent, choices.agents)
        _offer(self.tool, choices.tools)

    def show_sources(self, names: Sequence[str]) -> None:
        """The programs to choose from."""
        _offer(self.source, names)

    def keep(self, name: str, chosen: Chosen) -> None:
        """Keep what is chosen under a name."""
        self._filters.save(name, chosen)
        self._show_own(name)

    def _box(self, name: str, any_word: str) -> PlainComboBox:
        box = PlainComboBox(self)
        named(box, name)
        box.add(any_word, None)
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box.setSizeAdjustPolicy(PlainComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(10)
        return box

    def _pick(self) -> None:
        found = self._filters.all().get(self.own.currentData() or "")
        self.forget.setVisible(found is not None)
        if found is not None:
            self.choose(found)
            self.picked.emit(found)

    def _save(self) -> None:
        name = self.name.text().strip()
        if name:
            self.name.clear()
            self.saved.emit(name)

    def _forget(self) -> None:
        self._filters.forget(str(self.own.currentData()))
        self._show_own()

    def _show_own(self, chosen: str | None = None) -> None:
        self.own.setCurrentIndex(0)
        _offer(self.own, self._filters.all())
        _select(self.own, chosen)
        self.forget.setVisible(chosen is not None)


def _word(name: str) -> str:
    return tr("Begun here") if name == "pausedesk" else safe_line(name, 40)


def _offer(box: PlainComboBox, names: Iterable[str]) -> None:
    """Let the box offer these names; what is chosen stays."""
    wanted = list(names)
    if [box.itemData(place) for place in range(1, box.count())] == wanted:
        return
    chosen = box.currentData()
    while box.count() > 1:
        box.removeItem(1)
    for name in wanted:
        box.add(_word(name), name)
    _select(box, chosen)


def _select(box: PlainComboBox, value: object) -> None:
    if value is not None and box.findData(value) < 0:
        box.add(_word(str(value)), value)
    box.setCurrentIndex(0 if value is None else box.findData(value))
