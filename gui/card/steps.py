"""Several calls of one turn: one button a call, with the choice made for it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.plain import PlainButton, PlainLabel, named


class StepBar(QWidget):
    """Picks which call of the turn is looked at."""

    picked = Signal(str)  # request

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 2)
        layout.setSpacing(4)
        self.head = PlainLabel(kind="quiet", factor=0.92, wrap=True)
        layout.addWidget(self.head)
        self._line = FlowLayout(spacing=6)
        layout.addLayout(self._line)
        self._group = QButtonGroup(self)
        self.buttons: dict[str, PlainButton] = {}

    def show_calls(self, requests: list[str]) -> None:
        """One button for each request, in call order."""
        if list(self.buttons) == requests:
            return
        for button in self.buttons.values():
            self._group.removeButton(button)
            self._line.removeWidget(button)
            button.deleteLater()
        self.buttons = {}
        for number, request in enumerate(requests):
            button = PlainButton(str(number + 1))
            button.setProperty("kind", "step")
            button.setCheckable(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.clicked.connect(lambda _checked=False, request=request: self.picked.emit(request))
            self._group.addButton(button)
            self._line.insert(number, button)
            self.buttons[request] = button

    def show_state(self, request: str, text: str, spoken: str, current: bool) -> None:
        """Write a call's name and choice on its button."""
        button = self.buttons[request]
        button.setText(text)
        named(button, spoken)
        button.setChecked(current)
