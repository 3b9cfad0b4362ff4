"""The keys of the window and the sheet that shows them.

A deciding key works only outside text fields, and never by repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFont, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from pausedesk.gui.language import tr
from pausedesk.gui.plain import PlainLabel, named


@dataclass(frozen=True, slots=True)
class Key:
    """One key, what it does in words, and what it calls. `repeats`: holding it down goes on."""

    sequence: str
    words: str
    act: Callable[[], None]
    repeats: bool = False
    in_fields: bool = False
    shown: str = ""


def in_text_field() -> bool:
    """Whether the focus is where a person types."""
    widget = QApplication.focusWidget()
    if isinstance(widget, (QLineEdit, QAbstractSpinBox)):
        return True
    return isinstance(widget, (QPlainTextEdit, QTextEdit)) and not widget.isReadOnly()


class Keys(QObject):
    """Shortcuts of one window."""

    def __init__(self, window: QWidget, keys: list[Key]) -> None:
        super().__init__(window)
        self.keys = keys
        self.single = True  # whether letters and signs alone do anything
        for key in keys:
            shortcut = QShortcut(QKeySequence(key.sequence), window)
            shortcut.setContext(Qt.ShortcutContext.WindowShortcut)
            shortcut.setAutoRepeat(key.repeats)
            shortcut.activated.connect(lambda key=key: self._press(key))

    def _press(self, key: Key) -> None:
        if len(key.sequence) == 1 and not self.single:
            return
        if key.in_fields or not in_text_field():
            key.act()


class KeySheet(QFrame):
    """All keys, over the window until the next Esc, ? or click."""

    def __init__(self, keys: list[Key], parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "call")
        named(self, tr("Keys"))
        self.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addWidget(PlainLabel(tr("Keys"), factor=1.2, weight=QFont.Weight.DemiBold))
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(5)
        for line, key in enumerate(keys):
            grid.addWidget(PlainLabel(key.shown or key.sequence.lower(), fixed=True, kind="accent"), line, 0)
            grid.addWidget(PlainLabel(key.words), line, 1)
        layout.addLayout(grid)
        parent.installEventFilter(self)

    def toggle(self) -> None:
        """Show or hide."""
        self.setVisible(not self.isVisible())
        self._place()
        self.raise_()

    def mousePressEvent(self, event: object) -> None:
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is not None:
            self.adjustSize()
            self.move((parent.width() - self.width()) // 2, (parent.height() - self.height()) // 2)
