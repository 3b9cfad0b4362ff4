"""What resuming does about each call without a result: what may have run, what is put in, what runs."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.resume_words import Told
from pausedesk.gui.card.prepared import PreparedResume
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.language import tr
from pausedesk.gui.plain import PlainLabel, named
from pausedesk.gui.shapes import ShapeMark
from pausedesk.gui.words import Shape

_SAID: dict[Told, tuple[Shape, str, str]] = {
    Told.MAY_HAVE_RUN: (
        Shape.TRIANGLE,
        "danger",
        worded("May have run: the model is told so, and it is not run again"),
    ),
    Told.OLDER: (
        Shape.TRIANGLE,
        "danger",
        worded("Of an older turn, may have run: the model is told so, and it is not run again"),
    ),
    Told.RECORDED: (Shape.CHECK, "good", worded("What is recorded of it is put in; it is not run again")),
    Told.DECLINED: (Shape.CROSS, "idle", worded("Declined: the model is told so; it does not run")),
    Told.CLOSED: (
        Shape.CROSS,
        "idle",
        worded("Its question can no longer be answered: the model reads so, and may ask anew"),
    ),
    Told.REPEATED: (Shape.LOOP, "warning", worded("Runs again: its author says that repeating it is harmless")),
    Told.APPROVED: (Shape.PLAY, "waiting", worded("Approved and not started: it will run once")),
    Told.NEVER_STARTED: (
        Shape.DOT,
        "waiting",
        worded("Never started: it is asked about, or runs where no approval is needed"),
    ),
}
_LINES = 8


class _Group(QWidget):
    """The calls of which one thing is said. Its box takes the focus, so that all of it is reached by Tab."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        shape, tone, said = _SAID[told]
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 2, 0, 2)
        layout.setSpacing(2)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(ShapeMark(shape, tone, 14), 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(PlainLabel(said, wrap=True, weight=QFont.Weight.DemiBold), 1)
        layout.addLayout(head)
        self.calls = TextBox(max_lines=_LINES, fixed=True, factor=0.95, tabbed=True)
        named(self.calls, said)
        layout.addWidget(self.calls)


class ResumeList(QWidget):
    """One group for each thing that resuming does about calls, and the message that it adds beside them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        self.groups = {told: _Group(told) for told in _SAID}
        for group in self.groups.values():
            layout.addWidget(group)
        self._adds = PlainLabel(wrap=True, selectable=True)
        layout.addWidget(self._adds)

    def show_resume(self, resume: PreparedResume) -> None:
        """Show what resuming would do now."""
        for told, group in self.groups.items():
            lines = resume.calls.get(told, [])
            group.setVisible(bool(lines))
            group.calls.set_text("\n".join(lines))
        self._adds.setVisible(bool(resume.adds))
        self._adds.setText(tr("Added for the model: {message}", message=resume.adds) if resume.adds else "")
