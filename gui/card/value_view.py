"""One argument of a call: its name, its value in full, its size, and whether its end was seen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from pausedesk.gui.card.long_box import LongBox
from pausedesk.gui.card.prepared import PreparedArgument
from pausedesk.gui.card.rows import BREAK
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.plain import PlainButton, PlainLabel, copy_shown, named
from pausedesk.gui.words import many, size

NAME_WIDTH = 132
BIG_LINES = 14
FIXED_VIEWS = frozenset({"shell", "file-path", "file-text", "json"})


class ValueView(QWidget):
    """Label and value. A short value stands beside its name, a long one below it in a box that scrolls."""

    end_seen = Signal()

    def __init__(self, argument: PreparedArgument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.argument = argument
        big = argument.lines > 3 or argument.size > 240
        name = PlainLabel(argument.name, kind="quiet", fixed=True, factor=0.95)
        name.setMinimumWidth(NAME_WIDTH)
        fixed = argument.view in FIXED_VIEWS
        self.box: TextBox | LongBox
        if argument.rows is not None:
            self.box = LongBox(argument.value.text, argument.rows.masked, max_lines=BIG_LINES, fixed=fixed)
        else:
            self.box = TextBox(
                argument.value.text,
                max_lines=BIG_LINES if big else 8,
                framed=big,
                fixed=fixed or not big,
                factor=0.95 if fixed else 1.0,
            )
        named(self.box, f"{argument.name}, value")
        self.box.end_seen.connect(self.end_seen)
        notes = []
        if argument.filled_in:
            notes.append("filled in by the tool")
        if argument.kind:
            notes.append(argument.kind)
        if big:
            notes.append(f"{many(argument.lines, 'line')}, {size(argument.size)}")
        if argument.broken:
            notes.append(f"long lines are broken at {BREAK}")
        self._meta = PlainLabel(" · ".join(notes), kind="quiet", factor=0.88, wrap=big)
        # To show a widget that has no parent yet would open it as a window.
        if not notes:
            self._meta.hide()

        if big:
            layout = QVBoxLayout(self)
            layout.setContentsMargins(0, 2, 0, 4)
            layout.setSpacing(3)
            head = QHBoxLayout()
            head.setSpacing(10)
            head.addWidget(name)
            head.addWidget(self._meta, 1)
            copy = PlainButton("Copy")
            copy.setProperty("kind", "quiet")
            named(copy, f"Copy {argument.name} in full")
            copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            copy.clicked.connect(self._copy)
            head.addWidget(copy)
            layout.addLayout(head)
            layout.addWidget(self.box)
            self._end = PlainLabel(kind="quiet", factor=0.85)
            self._end.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(self._end)
            bar = self.box.verticalScrollBar()
            bar.valueChanged.connect(lambda _value: self._tell_end())
            bar.rangeChanged.connect(lambda _low, _high: self._tell_end())
            self._tell_end()
        else:
            line = QHBoxLayout(self)
            line.setContentsMargins(0, 1, 0, 1)
            line.setSpacing(10)
            line.addWidget(name, 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(self.box, 1)
            line.addWidget(self._meta, 0, Qt.AlignmentFlag.AlignTop)

    @property
    def seen(self) -> bool:
        """Whether the last line was painted in sight, or End was pressed."""
        return self.box.seen

    def reveal(self, on: bool) -> None:
        """Show the value with its secrets, or mask them."""
        value, rows = self.argument.value, self.argument.rows
        text = value.revealed if on else value.text
        if isinstance(self.box, TextBox):
            self.box.set_text(text)
        elif rows is not None:
            self.box.set_rows(text, rows.revealed if on else rows.masked)

    def _tell_end(self) -> None:
        below = self.box.lines_below()
        self._end.setText(f"↓ {many(below, 'more line')}" if below else f"— end of {self.argument.name} —")

    def _copy(self) -> None:
        # The clipboard is a surface like any other: what hides is copied as it is shown.
        copy_shown(self.box.whole())


class Part(QWidget):
    """A part of the card: its small heading close above what it heads."""

    def __init__(self, title: str, *content: QWidget) -> None:
        super().__init__()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 4, 0, 4)
        self._layout.setSpacing(3)
        self._layout.addWidget(section(title))
        for one in content:
            self._layout.addWidget(one)

    def add_layout(self, layout: QLayout) -> None:
        """Put a layout below the heading."""
        self._layout.addLayout(layout)


def section(text: str) -> PlainLabel:
    """The small heading of a part of the card."""
    return PlainLabel(text, kind="quiet", factor=0.88, weight=QFont.Weight.DemiBold)
