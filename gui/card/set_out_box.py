"""A command, SQL or a table as rows set out for the eye: marks set off, cells below the names of their columns.

Only the rows in sight are laid out. A sign before a row says that no line of the value begins there.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QWidget

from pausedesk.core.rules.set_out import Row
from pausedesk.gui.card.long_box import MARGIN, LongBox, Part
from pausedesk.gui.plain import plain
from pausedesk.gui.theme import current_theme

ADDED = "↳"
GUTTER = 18
BETWEEN = 14
NARROWEST = 48
SAMPLE = 200
"""So many rows of a table say how wide its columns are."""

SetOutRow = Row | tuple[str, ...]


class SetOutBox(LongBox):
    """As tall as its rows, up to `max_lines`."""

    def __init__(self, text: str, rows: Sequence[SetOutRow], *, max_lines: int, parent: QWidget | None = None) -> None:
        self._set_out = rows
        self._longest = _longest_cells(rows)
        self._most = max_lines
        super().__init__(text, _texts(rows), max_lines=max_lines, fixed=True, parent=parent)

    def show_rows(self, text: str, rows: Sequence[SetOutRow]) -> None:
        """Show another form of the same value."""
        self._set_out = rows
        self._longest = _longest_cells(rows)
        self.set_rows(text, _texts(rows))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setFont(self.font())
        painter.setPen(QColor(current_theme(self).quiet))
        top = MARGIN
        for row, layout in self._layouts.items():
            one = self._set_out[row]
            if isinstance(one, Row) and one.added:
                painter.drawText(MARGIN, top + self.fontMetrics().ascent(), ADDED)
            top += layout.height
        painter.end()

    def _parts(self, row: int) -> list[Part]:
        one, room = self._set_out[row], self.viewport().width() - 2 * MARGIN
        if isinstance(one, Row):
            formats = [self._format(mark.start, mark.length, mark.kind) for mark in one.marks]
            return [Part(MARGIN + GUTTER, max(40, room - GUTTER), plain(one.text), formats)]
        parts, left = [], float(MARGIN)
        for text, width in zip(one, self._widths(room), strict=True):
            formats = [self._format(0, len(text), "head")] if row == 0 else []
            parts.append(Part(left, width, plain(text), formats))
            left += width + BETWEEN
        return parts

    def _widths(self, room: int) -> list[float]:
        """The widths of a table's columns: what they need where there is room, else their shares of it."""
        advance = self.fontMetrics().horizontalAdvance("m")
        wanted = [advance * longest + 4 for longest in self._longest]
        free = max(room - BETWEEN * (len(wanted) - 1), NARROWEST * len(wanted))
        if sum(wanted) <= free:
            return [float(width) for width in wanted]
        fair = free / len(wanted)
        small = [width for width in wanted if width <= fair]
        rest = (free - sum(small)) / (len(wanted) - len(small))
        return [float(width) if width <= fair else rest for width in wanted]

    def _format(self, start: int, length: int, kind: str) -> QTextLayout.FormatRange:
        theme = current_theme(self)
        colour = {
            "keyword": theme.accent,
            "operator": theme.warning,
            "quoted": theme.good,
            "comment": theme.quiet,
            "head": theme.quiet,
        }[kind]
        found = QTextLayout.FormatRange()
        found.start, found.length = start, length
        style = QTextCharFormat()
        style.setForeground(QColor(colour))
        if kind in ("keyword", "operator", "head"):
            style.setFontWeight(QFont.Weight.DemiBold)
        found.format = style
        return found

    def _fit(self) -> None:
        self._layouts = {}
        limit, used, row = self._most * self.fontMetrics().lineSpacing(), 0, 0
        while row < len(self._set_out) and used < limit:
            used += self._layout_of(row).height
            row += 1
        wanted = min(used, limit) + 2 * MARGIN + 2
        if wanted != self.height():
            self.setFixedHeight(wanted)
        super()._fit()


def _longest_cells(rows: Sequence[SetOutRow]) -> list[int]:
    """How many characters the longest cell of each column of a table has, by a sample of its rows."""
    sample = [row for row in rows[:SAMPLE] if isinstance(row, tuple)]
    return [max(map(len, column)) for column in zip(*sample, strict=True)]


def _texts(rows: Sequence[SetOutRow]) -> list[str]:
    return [row.text if isinstance(row, Row) else "  ".join(row) for row in rows]
