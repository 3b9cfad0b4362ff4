"""The keys of the window and the sheet that shows them.

A deciding key works only outside text fields, and never by repeat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QFont, QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QFrame,
    QGridLayout,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import Shiboken

from pausedesk.gui.language import tr
from pausedesk.gui.plain import PlainLabel, named

# Between the sheet and the edge of the window.
EDGE = 12


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
    """All keys, over the window until the next Esc, ? or click; in two columns where the window has room for them, and
    scrolled by the arrow keys where it has not."""

    def __init__(self, keys: list[Key], parent: QWidget) -> None:
        super().__init__(parent)
        self._before: QWidget | None = None  # what had the focus
        self.setProperty("kind", "call")
        named(self, tr("Keys"))
        self.hide()
        self._lines = [(PlainLabel(_shown(key), fixed=True, kind="accent"), PlainLabel(key.words)) for key in keys]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 8, 20)
        layout.setSpacing(12)
        layout.addWidget(PlainLabel(tr("Keys"), factor=1.2, weight=QFont.Weight.DemiBold))
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        named(self.view, tr("Keys"))
        inside = QWidget()
        inside.setProperty("kind", "surface")
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(0, 0, 16, 0)
        self._grid.setHorizontalSpacing(20)
        self._grid.setVerticalSpacing(5)
        self.view.setWidget(inside)
        layout.addWidget(self.view)
        parent.installEventFilter(self)

    def toggle(self) -> None:
        """Show or hide."""
        if self.isVisible():
            self.hide()
            return
        self._before = QApplication.focusWidget()
        self.show()
        self._place()
        self.raise_()
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def mousePressEvent(self, event: object) -> None:
        self.hide()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        before, self._before = self._before, None
        if before is not None and Shiboken.isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._place()
        return False

    def _place(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        room = QSize(parent.width() - 2 * EDGE, parent.height() - 2 * EDGE)
        wanted = self._set_out(2)
        if wanted.width() > room.width():
            wanted = self._set_out(1)
        self.resize(wanted.boundedTo(room))
        self.move((parent.width() - self.width()) // 2, (parent.height() - self.height()) // 2)

    def _set_out(self, columns: int) -> QSize:
        """Put the lines into this many columns, and return the size at which all of them are in sight."""
        high = -(-len(self._lines) // columns)
        for place, (key, words) in enumerate(self._lines):
            column, line = divmod(place, high)
            self._grid.addWidget(key, line, 2 * column)
            self._grid.addWidget(words, line, 2 * column + 1)
            # At once: what is not shown yet has no size for a layout.
            key.show()
            words.show()
        inside, around = self._grid.sizeHint(), self.sizeHint() - self.view.sizeHint()
        return QSize(inside.width() + self.view.verticalScrollBar().sizeHint().width(), inside.height()) + around


def _shown(key: Key) -> str:
    return key.shown or (key.sequence.lower() if len(key.sequence) == 1 else key.sequence)
