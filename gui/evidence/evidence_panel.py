"""The right column: what came before, this call's earlier answers, the audit events; plain text, oldest first."""

from __future__ import annotations

import re
import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from pausedesk.core.model.views import EventView
from pausedesk.gui.card.prepared import PreparedCard, PreparedHistory
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.inbox.shown_row import safe_line
from pausedesk.gui.plain import PlainLabel, rule
from pausedesk.gui.words import clock, many

SHOWN_ITEMS = 60
SHOWN_EVENTS = 40

_WHO = {
    "system": "instructions",
    "user": "user",
    "assistant": "agent",
    "thinking": "agent, thinking",
    "call": "calls",
    "result": "result",
    "notice": "notice",
    "declined": "declined",
    "raw": "as stored",
}
_LONG_ID = re.compile(r"[0-9a-f]{16,}")
_TONE = {"notice": "warning", "declined": "danger", "call": "accent"}


class _Item(QWidget):
    """One line of the timeline; a long one opens in full."""

    def __init__(self, item: PreparedHistory, now: int) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 6)
        layout.setSpacing(1)
        head = QHBoxLayout()
        who = _WHO.get(item.item.kind, item.item.kind)
        tool = f"  {safe_line(item.item.tool, 40)}" if item.item.tool else ""
        head.addWidget(
            PlainLabel(
                f"{who}{tool}", kind=_TONE.get(item.item.kind, "quiet"), factor=0.9, weight=QFont.Weight.DemiBold
            )
        )
        head.addStretch(1)
        head.addWidget(PlainLabel(clock(item.item.at, now), kind="quiet", factor=0.85))
        layout.addLayout(head)
        self._whole = item.whole
        self._box = TextBox(item.text, framed=False, max_lines=40, factor=0.95, fixed=item.item.kind in ("call", "raw"))
        self._box.setAccessibleName(f"{who}{tool}")
        layout.addWidget(self._box)
        if item.whole is not None:
            self._more = QPushButton(f"Show all ({many(item.whole.count(chr(10)) + 1, 'line')})")
            self._more.setProperty("kind", "quiet")
            self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._more.clicked.connect(self._open)
            layout.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)

    def _open(self) -> None:
        if self._whole is not None:
            self._box.set_text(self._whole)
            self._more.hide()


class EvidencePanel(QWidget):
    """Follows the card; is built anew only where the history or the events differ."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: str | None = None
        self._history: tuple[PreparedHistory, ...] = ()
        self._rest: tuple[object, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setAccessibleName("History and evidence")
        inside = QWidget()
        inside.setProperty("kind", "surface")
        inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._layout = QVBoxLayout(inside)
        self._layout.setContentsMargins(18, 18, 16, 18)
        self._layout.setSpacing(6)
        self._before = _Section("Before this")
        self._call = _Section("This call")
        self._events = _Section("Recorded")
        for part in (self._call, self._before, self._events):
            self._layout.addWidget(part)
        self._layout.addStretch(1)
        self.view.setWidget(inside)
        layout.addWidget(self.view)

    def show_card(self, prepared: PreparedCard | None) -> None:
        """Show what belongs to the card."""
        self.view.setVisible(prepared is not None)
        if prepared is None:
            self._session = None
            return
        now = int(time.time() * 1000)
        card = prepared.card
        other = card.row.session != self._session
        self._session = card.row.session
        if other or prepared.history != self._history:
            self._history = prepared.history
            items = prepared.history[-SHOWN_ITEMS:]
            left_out = card.history_left_out + len(prepared.history) - len(items)
            self._before.fill(
                [_Item(one, now) for one in items],
                f"{many(left_out, 'older message')} not shown"
                if left_out
                else ""
                if items
                else "Nothing was said before.",
            )
            QTimer.singleShot(0, self, self._to_newest)
        rest = (tuple((one.view.request, one.view.earlier) for one in prepared.requests), card.events)
        if other or rest != self._rest:
            self._rest = rest
            earlier = [line for one in prepared.requests for line in one.view.earlier]
            self._call.setVisible(bool(earlier))
            self._call.fill([_line(safe_line(one, 300)) for one in earlier], "")
            events = card.events[-SHOWN_EVENTS:]
            self._events.setVisible(bool(events))
            self._events.fill([_event(one, now) for one in events], "")

    def _to_newest(self) -> None:
        # What came just before the question is what it is judged by.
        bottom = self._before.geometry().bottom() - self.view.viewport().height() + 24
        self.view.verticalScrollBar().setValue(max(0, bottom))


class _Section(QWidget):
    """A heading and its lines."""

    def __init__(self, title: str) -> None:
        super().__init__()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 10)
        layout.setSpacing(6)
        layout.addWidget(PlainLabel(title, factor=1.05, weight=QFont.Weight.DemiBold))
        layout.addWidget(rule())
        self._note = PlainLabel(kind="quiet", wrap=True, factor=0.92)
        layout.addWidget(self._note)
        self._layout = layout
        self._lines: list[QWidget] = []

    def fill(self, lines: list[QWidget], note: str) -> None:
        for line in self._lines:
            self._layout.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines = lines
        self._note.setText(note)
        self._note.setVisible(bool(note))
        for line in lines:
            self._layout.addWidget(line)


def _line(text: str) -> QWidget:
    box = TextBox(text, framed=False, max_lines=12, factor=0.95)
    box.setAccessibleName("Earlier answer")
    return box


def _event(event: EventView, now: int) -> QWidget:
    who = f" by {safe_line(event.who, 60)}" if event.who else ""
    name = safe_line(event.event, 80).replace("_", " ").replace("-", " ")
    # The ids of rows tell a person nothing, and their start is enough to find them.
    text = _LONG_ID.sub(lambda found: f"{found[0][:6]}…", safe_line(event.text, 400))
    words = f"{name}: {text}" if text else name
    box = TextBox(f"{clock(event.at, now)}  {words}{who}", framed=False, max_lines=8, factor=0.92)
    box.setAccessibleName(words)
    return box
