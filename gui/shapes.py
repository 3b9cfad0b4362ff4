"""Paints the state shapes: vector paths, sharp at every scale, the same everywhere a state is shown."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from pausedesk.gui.theme import current_theme
from pausedesk.gui.words import Shape


def paint_shape(painter: QPainter, shape: Shape, box: QRectF, colour: QColor) -> None:
    """Paint `shape` into `box` (a square)."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, max(1.4, box.width() / 7.5))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    inner = box.adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    centre = inner.center()
    if shape is Shape.DOT:
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.drawEllipse(inner)
    elif shape is Shape.RING:
        painter.drawEllipse(inner)
    elif shape is Shape.HALF:
        painter.drawEllipse(inner)
        painter.setBrush(colour)
        painter.drawPie(inner, 90 * 16, 180 * 16)
    elif shape is Shape.TRIANGLE:
        path = QPainterPath()
        path.addPolygon(QPolygonF([QPointF(centre.x(), inner.top()), inner.bottomRight(), inner.bottomLeft()]))
        path.closeSubpath()
        painter.drawPath(path)
        painter.drawLine(
            QPointF(centre.x(), inner.top() + inner.height() * 0.42),
            QPointF(centre.x(), inner.top() + inner.height() * 0.62),
        )
        painter.drawPoint(QPointF(centre.x(), inner.top() + inner.height() * 0.83))
    elif shape is Shape.LOOP:
        painter.drawArc(inner, 60 * 16, 290 * 16)
        tip = QPointF(centre.x() + inner.width() * 0.30, inner.top() + inner.height() * 0.10)
        painter.drawLine(tip, tip + QPointF(0, -inner.height() * 0.26))
        painter.drawLine(tip, tip + QPointF(-inner.width() * 0.28, inner.height() * 0.04))
    elif shape is Shape.CHECK:
        painter.drawPolyline(
            QPolygonF(
                [
                    QPointF(inner.left(), centre.y() + inner.height() * 0.05),
                    QPointF(inner.left() + inner.width() * 0.36, inner.bottom() - inner.height() * 0.12),
                    QPointF(inner.right(), inner.top() + inner.height() * 0.12),
                ]
            )
        )
    elif shape is Shape.CROSS:
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())
    elif shape is Shape.PLAY:
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([inner.topLeft(), QPointF(inner.right(), centre.y()), inner.bottomLeft()]))
    elif shape is Shape.SQUARE:
        painter.setBrush(colour)
        painter.drawRect(inner.adjusted(1, 1, -1, -1))
    elif shape is Shape.DOWN:
        fall = inner.height() * 0.22
        low = QPointF(centre.x(), centre.y() + fall)
        painter.drawPolyline(
            QPolygonF([QPointF(inner.left(), centre.y() - fall), low, QPointF(inner.right(), centre.y() - fall)])
        )
    painter.restore()


class ShapeMark(QWidget):
    """A state shape as a widget, beside the word that says the same."""

    def __init__(
        self, shape: Shape = Shape.RING, tone: str = "idle", size: int = 14, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._shape = shape
        self._tone = tone
        self.setFixedSize(QSize(size, size))

    def show_mark(self, shape: Shape, tone: str) -> None:
        if (shape, tone) != (self._shape, self._tone):
            self._shape, self._tone = shape, tone
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colour = QColor(getattr(current_theme(self), self._tone))
        paint_shape(painter, self._shape, QRectF(self.rect()), colour)
        painter.end()
