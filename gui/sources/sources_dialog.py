"""The dialog of sources: each folder with a box to turn it on, the look under way, and what could not be read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QProgressBar,
    QScrollArea,
    QWidget,
)

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.language import joined, said_error, tr, tr_many
from pausedesk.gui.plain import ElidedLabel, Note, PlainButton, PlainCheckBox, PlainLabel, headed, named
from pausedesk.gui.ports import SourceRow
from pausedesk.gui.sources.scan_control import ScanControl
from pausedesk.gui.words import clock_seconds

INTRODUCTION = worded(
    "Sessions of other programs, read where they lie. Nothing is written there, and nothing is looked at that is not "
    "turned on here."
)


class SourcesDialog(QDialog):
    """Follows a `ScanControl`; closing it stops nothing."""

    def __init__(self, control: ScanControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self.resize(760, 520)
        layout = headed(self, tr("Pausedesk: sources"), tr("Sources"))
        layout.addWidget(PlainLabel(INTRODUCTION, kind="quiet", wrap=True))
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setColumnStretch(1, 1)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(6)
        view = QScrollArea()
        view.setWidgetResizable(True)
        view.setWidget(inside)
        named(view, tr("Folders"))
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        layout.addWidget(view, 1)
        self.boxes: dict[str, PlainCheckBox] = {}
        self._lines: list[QWidget] = []
        self._shown: tuple[SourceRow, ...] = ()

        self.progress = QProgressBar()
        named(self.progress, tr("How much is read"))
        self.words = PlainLabel(wrap=True)
        self.faults = TextBox(max_lines=6)
        named(self.faults, tr("What could not be read"))
        self.trouble = Note("note-danger")
        for part in (self.progress, self.words, self.faults, self.trouble):
            layout.addWidget(part)
        self.add = PlainButton(tr("Add folder …"))
        self.look = PlainButton(tr("Look now"))
        self.stop = PlainButton(tr("Stop"))
        close = PlainButton(tr("Close"))
        buttons = QHBoxLayout()
        buttons.addWidget(self.add)
        buttons.addStretch(1)
        for button in (self.stop, self.look, close):
            buttons.addWidget(button)
        layout.addLayout(buttons)
        self.add.clicked.connect(self._on_add)
        self.look.clicked.connect(control.start)
        self.stop.clicked.connect(control.stop)
        close.clicked.connect(self.close)
        control.changed.connect(self._show)
        control.failed.connect(self._on_failed)
        self._show()

    def _show(self) -> None:
        control = self._control
        if control.rows != self._shown:
            self._shown = control.rows
            self._show_rows()
        look = control.look
        self.progress.setVisible(look.running and look.share is not None)
        self.progress.setValue(look.share or 0)
        idle = tr("Looking on: what changes is read as it changes.") if look.running and look.share is None else ""
        self.words.setText(joined("\n", [part for part in (look.words, idle) if part]))
        self.faults.setVisible(bool(look.faults))
        self.faults.set_text("\n".join(look.faults))
        self.stop.setEnabled(look.running)
        self.look.setEnabled(any(row.on for row in control.rows))

    def _show_rows(self) -> None:
        focused = next((folder for folder, box in self.boxes.items() if box.hasFocus()), None)
        for line in self._lines:
            self._grid.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._lines, self.boxes = [], {}
        for place, row in enumerate(self._shown):
            program = safe_line(row.program, 40) if row.program else tr("any program")
            box = PlainCheckBox(program)
            box.setChecked(row.on)
            box.setEnabled(row.there or row.on)
            named(box, tr("{program} in {folder}", program=program, folder=safe_line(row.folder, 200)))
            box.clicked.connect(lambda on, row=row: self._control.turn(row.folder, row.program, on))
            folder = ElidedLabel(safe_line(row.folder, 400))
            told = PlainLabel(_told(row), kind="quiet")
            for column, widget in enumerate((box, folder, told)):
                self._grid.addWidget(widget, place, column)
                self._lines.append(widget)
            self.boxes[row.folder] = box
        self._grid.setRowStretch(len(self._shown), 1)
        if focused in self.boxes:
            self.boxes[focused].setFocus()

    def _on_add(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Look for sessions in"))
        if folder:
            self._control.turn(folder, "", True)

    def _on_failed(self, error: BaseException) -> None:
        self.trouble.say(said_error(error))


def _told(row: SourceRow) -> str:
    if not row.there:
        return tr("not there")
    if row.scanned_at is None:
        return tr("not looked at yet") if row.on else ""
    return tr(
        "{files}, {unreadable:,} unreadable, {when}",
        files=tr_many("{n:,} file", "{n:,} files", row.files),
        unreadable=row.unreadable,
        when=clock_seconds(row.scanned_at),
    )
