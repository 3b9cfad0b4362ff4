"""Whether the end of a value was in sight: painted where it can be seen, for a moment, or End was pressed on it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

SIGHT_MS = 200
"""How long the end stays in sight before it counts: a frame painted while the card is still laid out is seen by
nobody."""


class EndSight(QTimer):
    """Of one box: it tells `painted` after each paint, and `in_sight` says whether its end can be seen now."""

    reached = Signal()

    def __init__(self, box: QWidget, in_sight: Callable[[], bool]) -> None:
        super().__init__(box)
        self.seen = False
        self._in_sight = in_sight
        self.setSingleShot(True)
        self.setInterval(SIGHT_MS)
        self.timeout.connect(self._on_rested)

    def painted(self) -> None:
        """The box was painted."""
        if not self.seen and not self.isActive() and self._in_sight():
            self.start()

    def mark(self) -> None:
        """The end counts as seen from now on."""
        if not self.seen:
            self.seen = True
            self.reached.emit()

    def _on_rested(self) -> None:
        if self._in_sight():
            self.mark()


def lines_below(box: QAbstractScrollArea) -> int:
    """About how many lines of a box are still below what can be seen."""
    bar = box.verticalScrollBar()
    return max(0, bar.maximum() - bar.value())
