"""One argument of a call: its name, its value in full, its size, and whether its end was seen."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.json_tree import JsonTree
from pausedesk.gui.card.long_box import LongBox
from pausedesk.gui.card.picture_box import PictureBox
from pausedesk.gui.card.prepared import PreparedArgument
from pausedesk.gui.card.rows import BREAK, rows_of
from pausedesk.gui.card.set_out_box import SetOutBox
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.card.tree_box import TreeBox
from pausedesk.gui.language import joined, tr, tr_many
from pausedesk.gui.plain import PlainButton, PlainLabel, copy_shown, named
from pausedesk.gui.words import size

NAME_WIDTH = 132
BIG_LINES = 14
FIXED_VIEWS = frozenset({"shell", "sql", "file-path", "file-text", "json", "table"})
PENDING = worded("long; it is being made ready")
PARTS = worded("set out in parts; ↳ begins no line of the value")


ValueBox = TextBox | LongBox | PictureBox


class ValueView(QWidget):
    """Label and value. A short value stands beside its name, a long one below it in a box that scrolls."""

    end_seen = Signal()

    def __init__(self, argument: PreparedArgument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.argument = argument
        self._has_view = argument.set_out is not None or (
            argument.picture is not None and argument.picture.image is not None
        )
        big = argument.lines > 3 or argument.size > 240 or self._has_view
        self._big = big
        self._revealed = False
        self._is_tree = argument.set_out is not None and isinstance(argument.set_out.masked, JsonTree)
        self._boxes: dict[bool, ValueBox] = {}  # by whether the value is shown as text
        name = PlainLabel(argument.name, kind="quiet", fixed=True, factor=0.95)
        name.setMinimumWidth(NAME_WIDTH)
        self.box = self._box(as_text=not self._has_view)
        notes: list[str] = []
        if argument.filled_in:
            notes.append(tr("filled in by the tool"))
        if argument.kind:
            notes.append(argument.kind)
        if big:
            notes += [argument.counted or tr_many("{n:,} line", "{n:,} lines", argument.lines), size(argument.size)]
        if argument.picture is not None:
            notes.append(argument.picture.said)
        if argument.set_out is not None and argument.view in ("shell", "sql"):
            notes.append(PARTS)
        if argument.broken and not self._is_tree and argument.picture is None:
            notes.append(tr("long lines are broken at {sign}", sign=BREAK))
        self._meta = PlainLabel(joined(" · ", notes), kind="quiet", factor=0.88, wrap=big)
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
            self.as_text = PlainButton(tr("As text"), kind="quiet", name=tr("{name} as text", name=argument.name))
            self.as_text.setCheckable(True)
            self.as_text.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self.as_text.toggled.connect(self._on_as_text)
            if not self._has_view:
                self.as_text.hide()
            head.addWidget(self.as_text)
            copy = PlainButton(tr("Copy"), kind="quiet", name=tr("Copy {name} in full", name=argument.name))
            copy.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            copy.clicked.connect(self._copy)
            head.addWidget(copy)
            layout.addLayout(head)
            self._place = QVBoxLayout()
            self._place.addWidget(self.box)
            layout.addLayout(self._place)
            self._end = PlainLabel(kind="quiet", factor=0.85)
            self._end.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(self._end)
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
        """Whether the last line was painted in sight, in one view or the other, or End was pressed."""
        return any(box.seen for box in self._boxes.values())

    def reveal(self, on: bool) -> None:
        """Show the value with its secrets, or mask them."""
        self._revealed = on
        for as_text, box in self._boxes.items():
            self._fill(box, as_text=as_text)

    def toggle_text(self) -> None:
        """Show the value as the text that it is, or in the view that fits it again."""
        if self._has_view:
            self.as_text.toggle()

    def _on_as_text(self, on: bool) -> None:
        self.box.hide()
        if on not in self._boxes:
            self._place.addWidget(self._box(as_text=on))
        self.box = self._boxes[on]
        self.box.show()
        self._tell_end()

    def _box(self, *, as_text: bool) -> ValueBox:
        argument = self.argument
        fixed = argument.view in FIXED_VIEWS
        box: ValueBox
        picture = argument.picture
        if picture is not None and picture.image is not None and not as_text:
            box = PictureBox(picture.image, max(picture.width, picture.height), argument.value.text)
            box.size_moved.connect(self._tell_end)
        elif self._is_tree and not as_text:
            box = TreeBox(max_lines=BIG_LINES)
            box.folds_moved.connect(self._tell_end)
        elif argument.set_out is not None and not as_text:
            box = SetOutBox("", [], max_lines=BIG_LINES)
        elif argument.rows is not None:
            box = LongBox("", [""], max_lines=BIG_LINES, fixed=fixed)
        else:
            box = TextBox(
                max_lines=BIG_LINES if self._big else 8,
                framed=self._big,
                fixed=fixed or not self._big,
                factor=0.95 if fixed else 1.0,
            )
        self._fill(box, as_text=as_text)
        named(box, tr("{name}, value", name=argument.name))
        box.end_seen.connect(self.end_seen)
        if self._big:
            bar = box.verticalScrollBar()
            bar.valueChanged.connect(lambda _value: self._tell_end())
            bar.rangeChanged.connect(lambda _low, _high: self._tell_end())
        self._boxes[as_text] = box
        return box

    def _fill(self, box: ValueBox, *, as_text: bool) -> None:
        value, rows, parts, on = self.argument.value, self.argument.rows, self.argument.set_out, self._revealed
        text = value.revealed if on else value.text
        form = None if parts is None else parts.revealed if on else parts.masked
        if isinstance(box, TreeBox) and isinstance(form, JsonTree):
            box.show_tree(text, form)
        elif isinstance(box, SetOutBox) and form is not None and not isinstance(form, JsonTree):
            box.show_rows(text, form)
        elif isinstance(box, TextBox):
            box.set_text(text)
        elif isinstance(box, LongBox) and rows is not None:
            box.set_rows(text, rows.revealed if on else rows.masked)

    def _tell_end(self) -> None:
        if isinstance(self.box, PictureBox):
            name, percent = self.argument.name, self.box.percent()
            if percent == 100:
                self._end.setText(tr("— all of {name}, in its own size —", name=name))
            else:
                self._end.setText(
                    tr("— all of {name}, at {percent} %; Space: in its own size —", name=name, percent=percent)
                )
            return
        folded = self.box.left_out() if isinstance(self.box, TreeBox) else 0
        if folded:
            self._end.setText(
                tr_many("▸ {n} row is folded; End opens it", "▸ {n} rows are folded; End opens them", folded)
            )
            return
        below = self.box.lines_below()
        more = tr_many("↓ {n:,} more line", "↓ {n:,} more lines", below)
        self._end.setText(more if below else tr("— end of {name} —", name=self.argument.name))

    def _copy(self) -> None:
        # The clipboard is a surface like any other: what hides is copied as it is shown.
        copy_shown(self.box.whole())


class BeginningView(QWidget):
    """The beginning of a value that is still made ready: as tall as the value will be, and never its end."""

    def __init__(self, argument: PreparedArgument, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.argument = argument
        text = argument.beginning or ""
        name = PlainLabel(argument.name, kind="quiet", fixed=True, factor=0.95)
        name.setMinimumWidth(NAME_WIDTH)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(name)
        head.addWidget(PlainLabel(joined(" · ", [argument.counted, PENDING]), kind="quiet", factor=0.88, wrap=True), 1)
        self.box = LongBox(text, rows_of(text), max_lines=BIG_LINES, fixed=argument.view in FIXED_VIEWS)
        named(self.box, tr("{name}, its beginning", name=argument.name))
        rest = PlainLabel(tr("— only the beginning; the rest is being made ready —"), kind="quiet", factor=0.85)
        rest.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 4)
        layout.setSpacing(3)
        layout.addLayout(head)
        layout.addWidget(self.box)
        layout.addWidget(rest)
        if not text:
            self.box.hide()
            rest.hide()


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
