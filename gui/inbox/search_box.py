"""Where a person types the words that the list is searched for."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

from pausedesk.gui.language import tr
from pausedesk.gui.plain import EntryLine

# A word is looked for when the typing rests.
REST_MS = 150


class SearchBox(EntryLine):
    """One line; `searched` tells its words once the typing rests."""

    searched = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Search what was asked and said"), tr("Search  /"), parent=parent)
        self._told = ""
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST_MS)
        self._rest.timeout.connect(self._tell)
        self.textChanged.connect(lambda _text: self._rest.start())
        self.returnPressed.connect(self._tell)

    def empty(self) -> None:
        """Search for nothing, at once."""
        self.clear()
        self._tell()

    def show_words(self, words: str) -> None:
        """Show these words, which the list is searched for already."""
        self.setText(words)
        self._rest.stop()
        self._told = words

    def _tell(self) -> None:
        self._rest.stop()
        if self.text().strip() != self._told:
            self._told = self.text().strip()
            self.searched.emit(self._told)
