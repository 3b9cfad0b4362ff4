"""A picture of a value on a chequered ground, as large as there is room or, on Space, as large as it is."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QSizePolicy, QWidget

from pausedesk.gui.card.end_sight import EndSight
from pausedesk.gui.theme import current_theme

MARGIN = 6
SQUARE = 8
MOST_LINES = 24


class PictureBox(QAbstractScrollArea):
    """`end_seen` is emitted once, when all of it was painted and its lower edge in sight, or End was
    pressed."""

    end_seen = Signal()
    size_moved = Signal()

    def __init__(self, image: QImage, side: int, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = image
        self._side = side  # the longer one of the picture itself, of which the image may be a smaller copy
        self._text = text
        self._full = False
        self._sight = EndSight(self, self._in_sight)
        self._sight.reached.connect(self.end_seen)
        self.setProperty("kind", "long")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(80)
        self._fit()

    def whole(self) -> str:
        """The text that the picture stands in."""
        return self._text

    def percent(self) -> int:
        """How large it is shown, against its own size."""
        shown = self._shown()
        return max(1, round(100 * max(shown.width(), shown.height()) / self._side))

    def toggle_full(self) -> None:
        """Show it in its own size, to be scrolled, or as large as there is room again."""
        self._full = not self._full
        self._fit()

    @property
    def seen(self) -> bool:
        """Whether it was seen as a whole."""
        return self._sight.seen

    def mark_seen(self) -> None:
        """It counts as seen from now on."""
        self._sight.mark()

    def go_to_end(self) -> None:
        """What End does: show it as a whole."""
        self._full = False
        self._fit()
        self.mark_seen()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.toggle_full()
        elif event.key() == Qt.Key.Key_End:
            self.go_to_end()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self.toggle_full()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, place, theme = QPainter(self.viewport()), self._place(), current_theme(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        light, dark = (
            (QColor("#ffffff"), QColor("#d4d4d4")) if not theme.dark else (QColor("#5a5a5a"), QColor("#3c3c3c"))
        )
        # What is drawn in one colour on nothing is to be seen on one of the two.
        seen = place.intersected(self.viewport().rect())
        painter.setClipRect(seen)
        painter.fillRect(seen, light)
        for top in range(seen.top() // SQUARE * SQUARE, seen.bottom() + 1, SQUARE):
            for left in range(seen.left() // SQUARE * SQUARE, seen.right() + 1, SQUARE):
                if (top + left) // SQUARE % 2:
                    painter.fillRect(left, top, SQUARE, SQUARE, dark)
        painter.drawImage(place, self._image)
        painter.end()
        self._sight.painted()

    def _in_sight(self) -> bool:
        place = self._place()
        return not self._full and self.viewport().visibleRegion().contains(QPoint(place.center().x(), place.bottom()))

    def _room(self) -> QSize:
        high = MOST_LINES * self.fontMetrics().lineSpacing()
        return QSize(max(1, self.viewport().width() - 2 * MARGIN), high)

    def _shown(self) -> QSize:
        own, room = self._image.size(), self._room()
        fits = self._full or (own.width() <= room.width() and own.height() <= room.height())
        return own if fits else own.scaled(room, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))

    def _place(self) -> QRect:
        moved = QPoint(self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        return QRect(QPoint(MARGIN, MARGIN) - moved, self._shown())

    def _fit(self) -> None:
        shown, room = self._shown(), self._room()
        height = min(shown.height(), room.height()) + 2 * MARGIN + 2 * self.frameWidth()
        if height != self.height():
            self.setFixedHeight(height)
        for bar, long, there in (
            (self.horizontalScrollBar(), shown.width(), self.viewport().width()),
            (self.verticalScrollBar(), shown.height(), self.viewport().height()),
        ):
            bar.setRange(0, max(0, long + 2 * MARGIN - there))
            bar.setPageStep(there)
        self.viewport().update()
        self.size_moved.emit()
