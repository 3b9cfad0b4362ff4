"""A read-only text as tall as its content up to a limit, that knows whether its last line has been painted."""

from __future__ import annotations

import math
import re

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QSizePolicy, QWidget

from pausedesk.gui.card.end_sight import EndSight, lines_below
from pausedesk.gui.card.prepared import LONG_LINE
from pausedesk.gui.card.rows import BREAK
from pausedesk.gui.language import shows
from pausedesk.gui.plain import plain
from pausedesk.gui.theme import scaled

# What is longer was made ready on the reader thread; to look through it here again would be felt.
ESCAPED_HERE = 1_000_000
_LONG = re.compile(f"[^\n]{{{LONG_LINE}}}(?!\n)")


def broken(text: str) -> str:
    """`text` with lines beyond LONG_LINE broken after a ⤶, which stands in no other place where it was added."""
    return _LONG.sub(lambda found: f"{found[0]}{BREAK}\n", text)


class TextBox(QPlainTextEdit):
    """Plain text, selectable, wrapped anywhere so that nothing runs out of sight.

    `end_seen` is emitted once, when the last line was painted where it can be seen, or End was pressed. Tab goes to a
    box that scrolls; to any other one where it is `tabbed`.
    """

    end_seen = Signal()

    def __init__(
        self,
        text: str = "",
        *,
        max_lines: int = 16,
        framed: bool = True,
        fixed: bool = False,
        factor: float = 1.0,
        tabbed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._max_lines = max_lines
        self._tabbed = tabbed
        self._whole = ""
        self._sight = EndSight(self, self._end_in_sight)
        self._sight.reached.connect(self.end_seen)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setUndoRedoEnabled(False)
        if fixed or factor != 1.0:
            self.setFont(scaled(self.font(), factor, fixed=fixed))
        if not framed:
            self.setFrameShape(QFrame.Shape.NoFrame)
            self.setStyleSheet("QPlainTextEdit { background: transparent; border: none; padding: 0; }")
            self.viewport().setAutoFillBackground(False)
            self.document().setDocumentMargin(0)
        self._framed = framed
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.document().documentLayout().documentSizeChanged.connect(lambda _size: self._fit())
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Show `text`; whether the end was seen stays as it is. One beyond a million characters comes escaped."""
        shows(self, TextBox.set_text, text)
        text = plain(text) if len(text) <= ESCAPED_HERE else text
        if text != self._whole or not text:
            self._whole = text
            self.setPlainText(broken(text))
        self._fit()

    def whole(self) -> str:
        """The text as it was given, without the breaks that were added to long lines."""
        return self._whole

    def _content_height(self) -> int:
        """The height of all lines, up to the limit."""
        limit = self._max_lines * self.fontMetrics().lineSpacing()
        height = 0.0
        block = self.document().firstBlock()
        while block.isValid() and height <= limit:
            height += self.blockBoundingRect(block).height()
            block = block.next()
        return math.ceil(min(height, limit))

    def _extra(self) -> int:
        margin = math.ceil(self.document().documentMargin())
        return 2 * margin + 10 if self._framed else 2

    def _fit(self) -> None:
        content = self._content_height()
        wanted = content + self._extra()
        scrolls = content >= self._max_lines * self.fontMetrics().lineSpacing()
        # A bar that comes by itself takes width, which wraps more lines, which asks for a bar.
        policy = Qt.ScrollBarPolicy.ScrollBarAsNeeded if scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if policy is not self.verticalScrollBarPolicy():
            self.setVerticalScrollBarPolicy(policy)
        if self._framed and scrolls:
            # No sliver of a further line, which would look like the end.
            wanted -= math.ceil(self.document().documentMargin())
        if wanted != self.minimumHeight() or wanted != self.maximumHeight():
            self.setFixedHeight(wanted)
        reached = scrolls or self._tabbed
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if reached else Qt.FocusPolicy.ClickFocus)

    def sizeHint(self) -> QSize:
        return QSize(200, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            QTimer.singleShot(0, self, self._fit)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        self._sight.painted()

    def _end_in_sight(self) -> bool:
        line = self._last_line()
        return line.isValid() and self.viewport().visibleRegion().contains(line.center())

    def _last_line(self) -> QRect:
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        return self.cursorRect(cursor).intersected(self.viewport().rect())

    def lines_below(self) -> int:
        """About how many lines are still below what can be seen."""
        return lines_below(self)

    @property
    def seen(self) -> bool:
        """Whether the end was seen."""
        return self._sight.seen

    def mark_seen(self) -> None:
        """The end counts as seen from now on."""
        self._sight.mark()

    def go_to_end(self) -> None:
        """What End does: show the last line."""
        self.moveCursor(QTextCursor.MoveOperation.End)
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self.mark_seen()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_End:
            self.go_to_end()
            event.accept()
            return
        super().keyPressEvent(event)
