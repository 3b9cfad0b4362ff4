"""A row of widgets that goes on in a further line where there is no more room, so that none is cut off."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Places its widgets one after another, as words in a line; those that are pushed stand at the right of theirs."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._right: set[QWidget] = set()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def push(self, *widgets: QWidget) -> None:
        """Add widgets that stand at the right."""
        for widget in widgets:
            self._right.add(widget)
            self.addWidget(widget)

    def insert(self, place: int, widget: QWidget) -> None:
        """Add a widget before the one that stands at `place`."""
        self.addWidget(widget)
        self._items.insert(place, self._items.pop())

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, move=True)

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(size.width() for size in shown) + self.spacing() * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSize(self) -> QSize:
        shown = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((size.width() for size in shown), default=0), max((size.height() for size in shown), default=0)
        )

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = [[]]
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            wanted = item.sizeHint().width()
            if lines[-1] and used + wanted > width:
                lines.append([])
                used = 0
            lines[-1].append(item)
            used += wanted + self.spacing()
        return lines

    def _place(self, rect: QRect, *, move: bool) -> int:
        top = rect.top()
        for line in self._lines(rect.width()):
            height = max((item.sizeHint().height() for item in line), default=0)
            left, right = rect.left(), rect.right() + 1
            ends = [item for item in line if item.widget() in self._right]
            for item in line if move else []:
                if item not in ends:
                    size = QSize(min(item.sizeHint().width(), rect.width()), height)
                    item.setGeometry(QRect(QPoint(left, top), size))
                    left += size.width() + self.spacing()
            for item in reversed(ends) if move else []:
                size = QSize(min(item.sizeHint().width(), rect.width()), height)
                right -= size.width()
                item.setGeometry(QRect(QPoint(right, top), size))
                right -= self.spacing()
            top += height + self.spacing()
        return max(0, top - self.spacing() - rect.top())
