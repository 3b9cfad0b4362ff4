"""The right column: what came before, this call's earlier answers, the audit events; plain text, oldest first."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from pausedesk.core.model.views import EventView, TimelinePage
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.card.prepared import PreparedCard, PreparedHistory, prepare_history
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.language import joined, tr, tr_many
from pausedesk.gui.plain import PlainButton, PlainLabel, named, rule
from pausedesk.gui.ports import ReaderPort
from pausedesk.gui.words import clock

SHOWN_ITEMS = 60
SHOWN_EVENTS = 40

_WHO = {
    "system": worded("instructions"),
    "user": worded("user"),
    "assistant": worded("agent"),
    "thinking": worded("agent, thinking"),
    "call": worded("calls"),
    "result": worded("result"),
    "notice": worded("notice"),
    "compaction": worded("compacted here"),
    "declined": worded("declined"),
    "raw": worded("as stored"),
}
# What writes events without a person; a person's name stays as it is.
_DOERS = {"runner": worded("runner"), "door": worded("door"), "importer": worded("importer")}
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
        parts = [who, safe_line(item.item.tool, 40)]
        if item.item.agent:
            parts.append(tr("of {agent}", agent=safe_line(item.item.agent, 40)))
        if item.item.branch:
            parts.append(tr("(left: {branch})", branch=safe_line(item.item.branch, 40)))
        title = joined("  ", [part for part in parts if part])
        head.addWidget(
            PlainLabel(title, kind=_TONE.get(item.item.kind, "quiet"), factor=0.9, weight=QFont.Weight.DemiBold)
        )
        head.addStretch(1)
        head.addWidget(PlainLabel(clock(item.item.at, now), kind="quiet", factor=0.85))
        layout.addLayout(head)
        self._whole = item.whole
        self._box = TextBox(item.text, framed=False, max_lines=40, factor=0.95, fixed=item.item.kind in ("call", "raw"))
        named(self._box, title)
        layout.addWidget(self._box)
        if item.whole is not None:
            lines = item.whole.count("\n") + 1
            self._more = PlainButton(tr_many("Show all ({n:,} line)", "Show all ({n:,} lines)", lines), kind="quiet")
            self._more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._more.clicked.connect(self._open)
            layout.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)

    def _open(self) -> None:
        if self._whole is not None:
            self._box.set_text(self._whole)
            self._more.hide()


class EvidencePanel(QWidget):
    """Follows the card; is built anew only where the history or the events differ."""

    def __init__(self, bridge: StoreBridge, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._session: str | None = None
        self._history: tuple[PreparedHistory, ...] = ()
        # What was read of what came before the card's own part of the timeline, and where it begins.
        self._older: list[PreparedHistory] = []
        self._before = (0, 0)
        self._card_before = (0, 0)
        self._shown_items = SHOWN_ITEMS
        self._now = 0
        self._rest: tuple[object, ...] = ()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        named(self.view, tr("History and evidence"))
        inside = QWidget()
        inside.setProperty("kind", "surface")
        inside.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._layout = QVBoxLayout(inside)
        self._layout.setContentsMargins(18, 18, 16, 18)
        self._layout.setSpacing(6)
        self._story = _Section(tr("Before this"))
        self._call = _Section(tr("This call"))
        self._events = _Section(tr("Recorded"))
        self.more = self._story.more
        self.more.clicked.connect(self.show_older)
        for part in (self._call, self._story, self._events):
            self._layout.addWidget(part)
        self._layout.addStretch(1)
        self.view.setWidget(inside)
        layout.addWidget(self.view)
        self._from_end: int | None = None
        self.view.verticalScrollBar().rangeChanged.connect(self._on_range)
        self.view.verticalScrollBar().actionTriggered.connect(self._on_scrolled)

    def show_card(self, prepared: PreparedCard | None) -> None:
        """Show what belongs to the card."""
        self.view.setVisible(prepared is not None)
        if prepared is None:
            self._session = None
            return
        now = self._now = int(time.time() * 1000)
        card = prepared.card
        other = card.row.session != self._session
        self._session = card.row.session
        before = (card.history_before, card.history_left_out)
        if other:
            self._shown_items = SHOWN_ITEMS
        if other or prepared.history != self._history:
            if other or not self._older or self._card_before != before:
                self._older, self._before = [], before
            self._card_before = before
            self._history = prepared.history
            self._show_story()
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

    def show_older(self) -> None:
        """Show the part of the timeline before what is shown; it is read where it is not here yet."""
        session, (before, left_out) = self._session, self._before
        if self._shown_items < len(self._older) + len(self._history):
            self._shown_items += SHOWN_ITEMS
            self._show_story(keep=True)
        elif session is not None and left_out:
            self.more.setEnabled(False)

            def look(reader: ReaderPort) -> tuple[TimelinePage, list[PreparedHistory]]:
                page = reader.older(session, before)
                return page, [prepare_history(one) for one in page.items]

            def arrived(found: tuple[TimelinePage, list[PreparedHistory]]) -> None:
                page, items = found
                if session == self._session and self._before == (before, left_out):
                    self._older[:0] = items
                    self._before = (page.before, page.left_out)
                    self._shown_items += SHOWN_ITEMS
                    self._show_story(keep=True)

            def failed(error: BaseException) -> None:
                self.more.setEnabled(True)
                self._bridge.unavailable.emit(error)

            self._bridge.read(look, arrived, failed, owner=self)

    def _show_story(self, *, keep: bool = False) -> None:
        items = [*self._older, *self._history]
        shown = items[-self._shown_items :]
        left_out = self._before[1] + len(items) - len(shown)
        note = "" if shown else tr("Nothing was said before.")
        bar = self.view.verticalScrollBar()
        # What was in sight stays there, and what is older comes above it, in as many steps as the layout takes.
        self._from_end = bar.maximum() - bar.value() if keep else None
        self._story.fill(
            [_Item(one, self._now) for one in shown],
            tr_many("{n:,} older message not shown", "{n:,} older messages not shown", left_out) if left_out else note,
        )
        self.more.setVisible(bool(left_out))
        self.more.setEnabled(True)

    def _on_range(self, _minimum: int, maximum: int) -> None:
        if self._from_end is not None:
            self.view.verticalScrollBar().setValue(maximum - self._from_end)

    def _on_scrolled(self) -> None:
        self._from_end = None

    def _to_newest(self) -> None:
        # What came just before the question is what it is judged by.
        bottom = self._story.geometry().bottom() - self.view.viewport().height() + 24
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
        self.more = PlainButton(tr("Show older"), kind="quiet")
        self.more.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.more.hide()
        layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
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
    named(box, tr("Earlier answer"))
    return box


def _event(event: EventView, now: int) -> QWidget:
    words = safe_line(event.text, 400)
    who = joined("  ·  ", [words, _DOERS.get(event.who) or safe_line(event.who, 60)]) if event.who else words
    box = TextBox(joined("  ", [clock(event.at, now), who]), framed=False, max_lines=8, factor=0.92)
    named(box, words)
    return box
