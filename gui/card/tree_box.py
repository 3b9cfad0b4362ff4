"""An object or array of JSON as a tree: every part with its key, folded and opened by the person, open at first.

What is folded is out of sight: the end of the value is not seen while anything is.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QWidget

from pausedesk.core.rules.json_tree import Folded, JsonTree
from pausedesk.gui.card.long_box import MARGIN, LongBox, Part, RowLayout
from pausedesk.gui.card.rows import Lazy
from pausedesk.gui.card.set_out_box import ADDED, GUTTER, format_of, formats_of, with_pen
from pausedesk.gui.language import tr
from pausedesk.gui.plain import named, plain
from pausedesk.gui.theme import current_theme

OPEN, FOLDED = "▾", "▸"
LEVEL = 16
MOST_LEVELS = 12
"""Deeper levels are told by their number: the text of a row needs its room."""
NUMBER = 44


class TreeBox(LongBox):
    """As tall as its rows, up to `max_lines`. `folds_moved`: what is folded changed.

    Up, Down, Home, Page Up and Page Down move the row that keys are about, Left folds it or goes to what it is in,
    Right opens it or goes inside, Space does either, End opens everything and goes to the last row.
    """

    folds_moved = Signal()

    def __init__(self, *, max_lines: int, parent: QWidget | None = None) -> None:
        self._tree = JsonTree([])
        self._folded = Folded(self._tree)
        self._row = 0
        super().__init__("", [], max_lines=max_lines, grows=True, fixed=True, parent=parent)

    def show_tree(self, text: str, tree: JsonTree) -> None:
        """Show another form of the same value; what was folded stays so where it is of the same shape."""
        alike = tree.ends == self._tree.ends
        self._tree = tree
        self._row = self._row if alike else 0
        self._folded = Folded(tree, self._folded.folded if alike else ())
        self.set_rows(text, _texts(tree, self._folded))

    @property
    def row(self) -> int:
        """The row that keys are about."""
        return self._row

    def left_out(self) -> int:
        """How many rows are folded away."""
        return self._folded.left_out

    def fold(self, row: int, *, on: bool) -> None:
        """Fold or open what is inside of a row."""
        if self._tree.holds(row) and on is not (row in self._folded.folded):
            self._set_folded(self._folded.folded | {row} if on else self._folded.folded - {row})

    def go_to(self, row: int) -> None:
        """Make a row the one that keys are about, and show it."""
        self._row = row
        place, bar = self._folded.place_of(row), self.verticalScrollBar()
        if place < bar.value():
            bar.setValue(place)
        else:
            room, first = self.viewport().height() - 2 * MARGIN, place
            used = self._layout_of(place).height
            while first > bar.value() and used <= room:
                first -= 1
                used += self._layout_of(first).height
            if used > room:
                bar.setValue(first + 1)
        named(self, self.accessibleName(), self._spoken(row))
        self.viewport().update()

    def go_to_end(self) -> None:
        self._set_folded(frozenset())
        self._row = max(0, len(self._tree) - 1)
        super().go_to_end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        tree, row, place, last = self._tree, self._row, self._folded.place_of(self._row), len(self._rows) - 1
        page, holds, folded = self.verticalScrollBar().pageStep(), tree.holds(row), row in self._folded.folded
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down | Qt.Key.Key_PageUp | Qt.Key.Key_PageDown | Qt.Key.Key_Home:
                step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page}
                wanted = place + step.get(Qt.Key(event.key()), -place)
                self.go_to(self._folded.row_at(max(0, min(last, wanted))))
            case Qt.Key.Key_Left if holds and not folded:
                self.fold(row, on=True)
            case Qt.Key.Key_Left:
                self.go_to(max(0, tree.parents[row]))
            case Qt.Key.Key_Right if holds and folded:
                self.fold(row, on=False)
            case Qt.Key.Key_Right:
                self.go_to(row + 1 if holds else row)
            case Qt.Key.Key_Space:
                self.fold(row, on=not folded)
            case Qt.Key.Key_End:
                self.go_to_end()
            case _:
                super().keyPressEvent(event)
                return
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = self._place_at(event.position().y())
        if place is None:
            return
        row = self._folded.row_at(place)
        on_sign = event.position().x() < self._left(row) + GUTTER
        self.go_to(row)
        if on_sign:
            self.fold(row, on=row not in self._folded.folded)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.viewport().update()

    def _set_folded(self, folded: frozenset[int]) -> None:
        if folded == self._folded.folded:
            return
        self._folded = Folded(self._tree, folded)
        self._rows = _texts(self._tree, self._folded)
        first = self.verticalScrollBar().value()
        self._fit()
        self.verticalScrollBar().setValue(first)
        self.go_to(self._folded.row_at(self._folded.place_of(self._row)))
        self.folds_moved.emit()

    def _grow(self) -> None:
        # What stands below the tree keeps its place while parts of it are folded and opened.
        if not self._folded.folded:
            super()._grow()

    def _end_in_sight(self) -> bool:
        return not self._folded.folded and super()._end_in_sight()

    def _left(self, row: int) -> float:
        depth = self._tree.depths[row]
        return MARGIN + LEVEL * min(depth, MOST_LEVELS) + (NUMBER if depth > MOST_LEVELS else 0)

    def _place_at(self, y: float) -> int | None:
        top = float(MARGIN)
        for place, layout in self._layouts.items():
            top += layout.height
            if y < top:
                return place
        return None

    def _draw(self, painter: QPainter, row: int, layout: RowLayout, top: float) -> None:
        number, theme = self._folded.row_at(row), current_theme(self)
        if number == self._row and self.hasFocus():
            around = QRectF(2, top, self.viewport().width() - 4, layout.height)
            painter.fillRect(around, QColor(theme.selection))
        super()._draw(painter, row, layout, top)
        quiet, baseline = QColor(theme.quiet), top + self.fontMetrics().ascent()
        if self._tree.holds(number):
            sign = FOLDED if number in self._folded.folded else OPEN
            with_pen(painter, QColor(theme.text), self._left(number), baseline, sign)
        elif self._tree.row(number).added:
            with_pen(painter, quiet, self._left(number), baseline, ADDED)

    def _parts(self, row: int) -> list[Part]:
        number, theme = self._folded.row_at(row), current_theme(self)
        one, depth, left = self._tree.row(number), self._tree.depths[number], self._left(number) + GUTTER
        parts = []
        if depth > MOST_LEVELS:
            level = str(depth)
            parts.append(Part(left - GUTTER - NUMBER, NUMBER, level, [format_of(0, len(level), "level", theme)]))
        room = max(40.0, self.viewport().width() - MARGIN - left)
        return [*parts, Part(left, room, plain(one.text), formats_of(one, theme))]

    def _spoken(self, row: int) -> str:
        level, text = self._tree.depths[row] + 1, self._tree.row(row).text
        if not self._tree.holds(row):
            return tr("level {level}: {text}", level=level, text=text)
        if row in self._folded.folded:
            return tr("folded, level {level}: {text}", level=level, text=text)
        return tr("open, level {level}: {text}", level=level, text=text)


def _texts(tree: JsonTree, folded: Folded) -> Lazy[str]:
    """The texts of the rows that are not folded away."""

    def text(place: int) -> str:
        row = folded.row_at(place)
        return "  " * tree.depths[row] + tree.row(row).text

    return Lazy(len(folded), text)
