"""Paints a row of the list in two lines: what waits, then its state, agent and title. Plain text only."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from pausedesk.core.rules.expiry import told
from pausedesk.core.store.clock import this_moment
from pausedesk.gui.inbox.shown_row import ShownRow
from pausedesk.gui.language import joined, said
from pausedesk.gui.models.sessions_model import PEOPLE_ROLE, ROW_ROLE
from pausedesk.gui.shapes import paint_shape
from pausedesk.gui.theme import Theme, current_theme, scaled
from pausedesk.gui.words import age

PAD = 12
MARK = 13


class RowDelegate(QStyledItemDelegate):
    """Rows of one fixed height; the state is told by shape, word and colour."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._bold = scaled(parent.font(), 1.0, weight=QFont.Weight.DemiBold)
        self._plain = parent.font()
        self._small = scaled(parent.font(), 0.9)

    def row_height(self) -> int:
        """Two lines and their air."""
        return QFontMetrics(self._bold).height() + QFontMetrics(self._small).height() + 22

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(200, self.row_height())

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        view = self.parent()
        assert isinstance(view, QWidget)
        theme = current_theme(view)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.fillRect(rect, QColor(theme.selection if selected else theme.surface))
        if selected:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), QColor(theme.accent))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(theme.border))
        row = index.data(ROW_ROLE)
        if isinstance(row, ShownRow):
            self._paint_row(painter, rect, row, theme, index.data(PEOPLE_ROLE) or "")
        else:
            painter.fillRect(QRect(rect.left() + 36, rect.top() + 14, rect.width() // 2, 8), QColor(theme.border))
            painter.fillRect(QRect(rect.left() + 36, rect.top() + 34, rect.width() // 3, 6), QColor(theme.border))
        painter.restore()

    def _paint_row(self, painter: QPainter, rect: QRect, row: ShownRow, theme: Theme, people: str) -> None:
        first = QFontMetrics(self._bold)
        second = QFontMetrics(self._small)
        top = rect.top() + 9
        below = top + first.height() + 3
        start = rect.left() + PAD + MARK + 10
        end = rect.right() - PAD
        tone = QColor(getattr(theme, row.mark.tone))
        box = QRectF(rect.left() + PAD, top + (first.height() - MARK) / 2, MARK, MARK)
        paint_shape(painter, row.mark.shape, box, tone)

        now = this_moment()
        when = age(row.at, now.wall)
        when_width = second.horizontalAdvance(when)
        painter.setFont(self._small)
        painter.setPen(QColor(theme.quiet))
        painter.drawText(QRect(end - when_width, top, when_width, first.height()), Qt.AlignmentFlag.AlignVCenter, when)

        limit = end - when_width - 10
        painter.setFont(self._bold)
        painter.setPen(QColor(theme.text))
        what = first.elidedText(said(row.what), Qt.TextElideMode.ElideRight, limit - start)
        painter.drawText(QRect(start, top, limit - start, first.height()), _ONE_LINE, what)
        used = start + first.horizontalAdvance(what) + 8
        if row.line and used < limit - 24:
            plain = QFontMetrics(self._plain)
            painter.setFont(self._plain)
            painter.setPen(QColor(theme.quiet))
            line = plain.elidedText(row.line, Qt.TextElideMode.ElideRight, limit - used)
            painter.drawText(QRect(used, top, limit - used, first.height()), _ONE_LINE, line)

        painter.setFont(self._small)
        if people:
            people = second.elidedText(said(people), Qt.TextElideMode.ElideRight, (end - start) // 3)
            width = second.horizontalAdvance(people)
            painter.setPen(QColor(theme.accent))
            painter.drawText(QRect(end - width, below, width, second.height()), _ONE_LINE, people)
            end -= width + 10
        painter.setPen(tone)
        word = said(row.mark.word)
        if row.deadline is not None and row.waiting_count:
            word = joined(", ", [word, told(row.deadline, now)])
        word = second.elidedText(word, Qt.TextElideMode.ElideRight, end - start)
        painter.drawText(QRect(start, below, end - start, second.height()), _ONE_LINE, word)
        used = start + second.horizontalAdvance(word)
        if row.about and used < end - 30:
            painter.setPen(QColor(theme.quiet))
            about = second.elidedText(f"  ·  {said(row.about)}", Qt.TextElideMode.ElideRight, end - used)
            painter.drawText(QRect(used, below, end - used, second.height()), _ONE_LINE, about)


_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
