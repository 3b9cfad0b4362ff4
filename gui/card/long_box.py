"""A read-only text of any length: only the rows in sight are laid out, so that 20 MB cost what a screenful costs.

Rows are made ready on the reader thread (`rows.rows_of`); it has the ways of `TextBox` that a value's view uses.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractScrollArea, QSizePolicy, QWidget

from pausedesk.gui.card.end_sight import EndSight, lines_below
from pausedesk.gui.plain import described, plain
from pausedesk.gui.theme import current_theme, scaled

MARGIN = 6


@dataclass(frozen=True, slots=True)
class Part:
    """A text in a row: where it begins, how wide it may be before it is wrapped, and what in it is set off."""

    left: float
    width: float
    text: str
    formats: Sequence[QTextLayout.FormatRange] = ()


class RowLayout:
    """A row laid out: as tall as the tallest of its parts."""

    def __init__(self, parts: Sequence[Part], font: QFont) -> None:
        self._parts = [(part.left, _laid_out(part, font)) for part in parts]
        self.text = "  ".join(part.text for part in parts)
        tallest = max(math.ceil(layout.boundingRect().height()) for _, layout in self._parts)
        self.height = tallest or math.ceil(font.pointSizeF() * 1.6)

    def draw(self, painter: QPainter, top: float) -> None:
        """Paint it."""
        for left, layout in self._parts:
            layout.draw(painter, QPointF(left, top))


def _laid_out(part: Part, font: QFont) -> QTextLayout:
    layout = QTextLayout(part.text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(list(part.formats))
    layout.beginLayout()
    top = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(part.width)
        line.setPosition(QPointF(0, top))
        top += line.height()
    layout.endLayout()
    return layout


class LongBox(QAbstractScrollArea):
    """`end_seen` is emitted once, when the last row was painted where it can be seen, or End was pressed.

    It has `max_lines`, or as many as its rows take up to that where it `grows`. The first `_stays` rows stay in sight.
    """

    end_seen = Signal()

    def __init__(
        self,
        text: str,
        rows: Sequence[str],
        *,
        max_lines: int,
        grows: bool = False,
        fixed: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.laid_out = 0  # rows, since it was made
        self._whole = text
        self._most = max_lines if grows else 0
        self._rows = rows
        self._stays = 0
        self._layouts: dict[int, RowLayout] = {}
        self._end_shown = False
        self._sight = EndSight(self, self._end_in_sight)
        self._sight.reached.connect(self.end_seen)
        if fixed:
            self.setFont(scaled(self.font(), 0.95, fixed=True))
        self.setProperty("kind", "long")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(max_lines * self.fontMetrics().lineSpacing() + 2 * MARGIN + 2)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)

    def set_rows(self, text: str, rows: Sequence[str]) -> None:
        """Show another form of the same value; whether the end was seen stays as it is."""
        self._whole, self._rows = text, rows
        self._fit()

    def whole(self) -> str:
        """The text without the breaks that were added to long lines."""
        return self._whole

    def in_sight(self) -> list[str]:
        """The rows as they were painted last."""
        return [layout.text for layout in self._layouts.values()]

    def lines_below(self) -> int:
        """About how many rows are still below what can be seen."""
        return lines_below(self)

    @property
    def seen(self) -> bool:
        """Whether the end was seen."""
        return self._sight.seen

    def mark_seen(self) -> None:
        """The end counts as seen from now on."""
        self._sight.mark()

    def go_to_end(self) -> None:
        """What End does: show the last row."""
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self.mark_seen()

    def event(self, event: QEvent) -> bool:
        # End is a key of the window too, where no box has the focus.
        is_end = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_End
        if is_end and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        bar = self.verticalScrollBar()
        if event.key() == Qt.Key.Key_End:
            self.go_to_end()
        elif event.key() == Qt.Key.Key_Home:
            bar.setValue(0)
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        view = self.viewport()
        painter = QPainter(view)
        painter.setFont(self.font())
        theme = current_theme(self)
        painter.fillRect(view.rect(), self.palette().color(self.backgroundRole()))
        painter.setPen(theme.text)
        bottom, row, top = view.height() - MARGIN, 0, float(MARGIN)
        shown: dict[int, RowLayout] = {}
        while row < len(self._rows) and top < bottom:
            if row == self._stays:
                row += self.verticalScrollBar().value()
            layout = self._layout_of(row)
            self._draw(painter, row, layout, top)
            shown[row] = layout
            top += layout.height
            row += 1
        self._layouts = shown
        painter.end()
        self._end_shown = row >= len(self._rows) and top <= bottom + 1
        self._last = QRectF(MARGIN, top - 2, 1, 1).toAlignedRect()
        self._sight.painted()

    def _draw(self, painter: QPainter, row: int, layout: RowLayout, top: float) -> None:
        layout.draw(painter, top)

    def _end_in_sight(self) -> bool:
        return self._end_shown and self.viewport().visibleRegion().contains(self._last.center())

    def _layout_of(self, row: int) -> RowLayout:
        known = self._layouts.get(row)
        if known is not None:
            return known
        self.laid_out += 1
        layout = RowLayout(self._parts(row), self.font())
        self._layouts[row] = layout
        return layout

    def _parts(self, row: int) -> list[Part]:
        """What stands in a row, from left to right."""
        return [Part(MARGIN, max(40, self.viewport().width() - 2 * MARGIN), plain(self._rows[row]))]

    def _fit(self) -> None:
        """Take the height that the rows need, and let the bar end where the last row can be seen whole."""
        self._layouts = {}
        self._grow()
        room = self.viewport().height() - 2 * MARGIN - sum(self._layout_of(row).height for row in range(self._stays))
        first, used = len(self._rows), 0.0
        while first > self._stays and used + self._layout_of(first - 1).height <= room:
            first -= 1
            used += self._layout_of(first).height
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, min(first, len(self._rows) - 1) - self._stays))
        bar.setPageStep(max(1, len(self._rows) - first))
        self.viewport().update()

    def _grow(self) -> None:
        if not self._most:
            return
        limit, used, row = self._most * self.fontMetrics().lineSpacing(), 0, 0
        while row < len(self._rows) and used < limit:
            used += self._layout_of(row).height
            row += 1
        wanted = min(used, limit) + 2 * MARGIN + 2
        if wanted != self.height():
            self.setFixedHeight(wanted)

    def _on_scrolled(self, _value: int) -> None:
        first = self._stays + self.verticalScrollBar().value()
        # What a screen reader reads is what is in sight.
        described(self, "\n".join(self._rows[first : first + self.verticalScrollBar().pageStep()]))
        self.viewport().update()
