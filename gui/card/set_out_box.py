"""A command, SQL or a table as rows set out for the eye: marks set off, cells below the names of their columns.

Only the rows in sight are laid out. A sign before a row says that no line of the value begins there. The names of a
table's columns stay in sight.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtGui import QColor, QFont, QPainter, QTextCharFormat, QTextLayout
from PySide6.QtWidgets import QWidget

from pausedesk.core.rules.set_out import Row
from pausedesk.gui.card.long_box import MARGIN, LongBox, Part, RowLayout
from pausedesk.gui.card.rows import Lazy
from pausedesk.gui.plain import plain
from pausedesk.gui.theme import Theme, current_theme

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
        super().__init__(text, _texts(rows), max_lines=max_lines, grows=True, fixed=True, parent=parent)

    def show_rows(self, text: str, rows: Sequence[SetOutRow]) -> None:
        """Show another form of the same value."""
        self._set_out = rows
        self._longest = _longest_cells(rows)
        self._stays = 1 if self._longest else 0
        self.set_rows(text, _texts(rows))

    def _draw(self, painter: QPainter, row: int, layout: RowLayout, top: float) -> None:
        super()._draw(painter, row, layout, top)
        one = self._set_out[row]
        quiet = QColor(current_theme(self).quiet)
        if isinstance(one, Row) and one.added:
            with_pen(painter, quiet, MARGIN, top + self.fontMetrics().ascent(), ADDED)
        elif row < self._stays:
            below = round(top + layout.height) - 1
            painter.fillRect(MARGIN, below, self.viewport().width() - 2 * MARGIN, 1, quiet)

    def _parts(self, row: int) -> list[Part]:
        one, room = self._set_out[row], self.viewport().width() - 2 * MARGIN
        if isinstance(one, Row):
            return [
                Part(MARGIN + GUTTER, max(40, room - GUTTER), plain(one.text), formats_of(one, current_theme(self)))
            ]
        parts, left = [], float(MARGIN)
        for text, width in zip(one, self._widths(room), strict=True):
            formats = [format_of(0, len(text), "head", current_theme(self))] if row == 0 else []
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


def formats_of(row: Row, theme: Theme) -> list[QTextLayout.FormatRange]:
    """How the marks of a row look."""
    return [format_of(mark.start, mark.length, mark.kind, theme) for mark in row.marks]


def format_of(start: int, length: int, kind: str, theme: Theme) -> QTextLayout.FormatRange:
    """How a part of a row looks that is set off."""
    colour = {
        "keyword": theme.accent,
        "operator": theme.warning,
        "quoted": theme.good,
        "key": theme.accent,
    }.get(kind, theme.quiet)
    found = QTextLayout.FormatRange()
    found.start, found.length = start, length
    style = QTextCharFormat()
    style.setForeground(QColor(colour))
    if kind in ("keyword", "operator", "head"):
        style.setFontWeight(QFont.Weight.DemiBold)
    found.format = style
    return found


def with_pen(painter: QPainter, colour: QColor, left: float, baseline: float, sign: str) -> None:
    """Paint a sign beside a row."""
    painter.save()
    painter.setPen(colour)
    painter.drawText(round(left), round(baseline), sign)
    painter.restore()


def _texts(rows: Sequence[SetOutRow]) -> Lazy[str]:
    return Lazy(len(rows), lambda place: _text(rows[place]))


def _text(row: SetOutRow) -> str:
    return row.text if isinstance(row, Row) else "  ".join(row)


def _longest_cells(rows: Sequence[SetOutRow]) -> list[int]:
    """How many characters the longest cell of each column of a table has, by a sample of its rows."""
    sample = [row for row in rows[:SAMPLE] if isinstance(row, tuple)]
    return [max(map(len, column)) for column in zip(*sample, strict=True)]
