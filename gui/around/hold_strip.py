"""Hold everything: the switch, and the strip that says who holds the store, for as long as it is held."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from pausedesk.core.model.views import Hold
from pausedesk.core.model.wording import worded
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.card.sentences import held_sentence
from pausedesk.gui.language import said_error, tr
from pausedesk.gui.plain import EntryLine, PlainButton, PlainLabel, named
from pausedesk.gui.ports import DoorPort

ASK = worded("Hold everything? No answer is used and nothing starts until it is released. What runs goes on.")


class HoldStrip(QFrame):
    """Hidden while nothing is held. `failed` has a sentence where the store did not take the hold or the release."""

    failed = Signal(object)

    def __init__(self, bridge: StoreBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "note-warning")
        named(self, tr("Hold"))
        self._bridge = bridge
        self._hold: Hold | None = None
        self._asking = False
        self._under_way = False
        self.label = PlainLabel(wrap=True)
        self.why = EntryLine(tr("Why everything is held"), tr("Why (others read it)"))
        self.why.returnPressed.connect(self._hold_all)
        self.yes = PlainButton(tr("Hold everything"))
        self.no = PlainButton(tr("Cancel"))
        self.release = PlainButton(tr("Release"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 6, 12, 6)
        layout.setSpacing(8)
        layout.addWidget(self.label, 3)
        layout.addWidget(self.why, 2)
        for button, act in ((self.yes, self._hold_all), (self.no, self._cancel), (self.release, self._release)):
            button.clicked.connect(act)
            layout.addWidget(button)
        self._show()

    def ask(self) -> None:
        """Ask whether everything is to be held; where it is held, go to the button that releases it."""
        if self._hold is not None:
            self.release.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return
        self._asking = True
        self._show()
        self.why.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> bool:
        """Stop asking; whether there was anything to stop."""
        asked = self._asking
        self._cancel()
        return asked

    def show_hold(self, hold: Hold | None) -> None:
        """Everything is held so, or not at all."""
        if hold != self._hold:
            self._hold = hold
            self._asking = False
            self._show()

    def _hold_all(self) -> None:
        if self._asking and not self._under_way:
            why = self.why.text().strip()
            self._do(lambda door: door.hold(why))

    def _release(self) -> None:
        if self._hold is not None and not self._under_way:
            self._do(lambda door: door.release())

    def _do(self, op: Callable[[DoorPort], None]) -> None:
        self._under_way = True
        self._show()
        self._bridge.act(op, lambda _: self._done(), self._on_failed)

    def _done(self) -> None:
        # What stands is told by the store, to this window as to every other.
        self._under_way = False
        self._asking = False
        self.why.clear()
        self._show()

    def _on_failed(self, error: BaseException) -> None:
        self._under_way = False
        self._show()
        self.failed.emit(said_error(error))

    def _cancel(self) -> None:
        self._asking = False
        self._show()

    def _show(self) -> None:
        hold = self._hold
        if hold is not None:
            self.label.setText(held_sentence(hold))
        else:
            self.label.setText(ASK)
        asking = self._asking and hold is None
        for part in (self.why, self.yes, self.no):
            part.setVisible(asking)
            part.setEnabled(not self._under_way)
        self.release.setVisible(hold is not None)
        self.release.setEnabled(not self._under_way)
        self.setVisible(asking or hold is not None)
