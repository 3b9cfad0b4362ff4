"""Several calls of one turn: one button a call, with the choice made for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QVBoxLayout, QWidget

from pausedesk.gui.card import sentences
from pausedesk.gui.card.choices import Choice
from pausedesk.gui.card.prepared import PreparedCard
from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.language import joined, tr
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

    def show_turn(
        self, prepared: PreparedCard, waiting: Sequence[str], choices: Mapping[str, Choice], current: str | None
    ) -> None:
        """Say how far the calls of one turn are: `waiting` are the requests that take an answer now."""
        if len(prepared.requests) < 2:
            return
        decided = sum(one.view.request in choices for one in prepared.requests)
        answered = any(one.view.answers for one in prepared.requests)
        self.head.setText(sentences.steps_sentence(len(prepared.requests), decided, len(waiting), answered=answered))
        for number, one in enumerate(prepared.requests, start=1):
            request = one.view.request
            choice = choices.get(request)
            if request in waiting:
                word = choice.word if choice is not None else tr("undecided")
            else:
                choice, word = None, sentences.bare_call_word(one.view.call_state)
            sign = choice.sign if choice is not None else "·"
            text = joined("  ", [str(number), one.tool[:28], joined(" ", [sign, word])])
            spoken = tr("Call {number}, {tool}: {word}", number=number, tool=one.tool, word=word)
            self.show_state(request, text, spoken, request == current)

    def show_state(self, request: str, text: str, spoken: str, current: bool) -> None:
        """Write a call's name and choice on its button."""
        button = self.buttons[request]
        button.setText(text)
        named(button, spoken)
        button.setChecked(current)
