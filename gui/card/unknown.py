"""A call that may have run: what is known of it, and the three ends a person can give it."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.card.prepared import PreparedExecution
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.card.value_view import section
from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.language import tr
from pausedesk.gui.plain import PlainButton, PlainLabel, hinted, named
from pausedesk.gui.shapes import ShapeMark
from pausedesk.gui.theme import scaled
from pausedesk.gui.words import Shape, ago, clock_seconds

OWNER_LIVES = worded(
    "Its process is still alive, so the call may still be running: it can be settled once that process has ended."
)

OWNER_UNSURE = worded(
    "Nobody can tell from this machine whether its process has ended: settle it on the machine that ran it."
)
_FACTS = {
    "started": worded("Started"),
    "by": worded("By"),
    "alive": worded("That process"),
    "late": worded("Came late"),
    "check": worded("Check"),
    "output": worded("Last output"),
}


class UnknownCall(QFrame):
    """One such call. `settled(execution, end, text)` asks that it be settled: ran, did-not-run or unknown."""

    settled = Signal(str, str, str)
    incident_asked = Signal(str)  # execution: show what else its runner left in doubt

    def __init__(self, call: PreparedExecution, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.execution = call.view.execution
        self.setProperty("kind", "note-danger")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 14, 16, 14)
        layout.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(ShapeMark(Shape.TRIANGLE, "danger", 18))
        told = tr("{tool} may have run", tool=call.tool)
        heading = TextBox(told, framed=False, factor=1.25, max_lines=6)
        heading.setFont(scaled(heading.font(), 1.0, weight=QFont.Weight.DemiBold))
        named(heading, told)
        head.addWidget(heading, 1)
        layout.addLayout(head)
        layout.addWidget(
            PlainLabel(
                tr(
                    "It was started and no result was kept, so nobody can tell from here. It will not be run again "
                    "by itself. Look where the call would have left a trace, then say what you found."
                ),
                wrap=True,
            )
        )
        layout.addWidget(section(tr("The call")))
        self.arguments = TextBox(call.arguments.text, fixed=True, factor=0.95, max_lines=10)
        named(self.arguments, tr("Arguments"))
        layout.addWidget(self.arguments)
        self.secrets = PlainButton(tr("Show secrets"), kind="quiet")
        self.secrets.setCheckable(True)
        self.secrets.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.secrets.toggled.connect(self._on_reveal)
        # To show a widget that has no parent yet would open it as a window.
        self.secrets.hide()
        layout.addWidget(self.secrets, 0, Qt.AlignmentFlag.AlignLeft)

        layout.addWidget(section(tr("What is known")))
        facts = QGridLayout()
        facts.setHorizontalSpacing(14)
        facts.setVerticalSpacing(3)
        facts.setColumnStretch(1, 1)
        self._facts: dict[str, PlainLabel] = {}
        self._titles: dict[str, PlainLabel] = {}
        for line, (name, said) in enumerate(_FACTS.items()):
            title = PlainLabel(said, kind="quiet")
            facts.addWidget(title, line, 0, Qt.AlignmentFlag.AlignTop)
            label = PlainLabel(wrap=True, selectable=True)
            facts.addWidget(label, line, 1)
            self._facts[name] = label
            self._titles[name] = title
        layout.addLayout(facts)
        self.output = TextBox(fixed=True, factor=0.92, max_lines=8)
        named(self.output, tr("Last output"))
        layout.addWidget(self.output)

        layout.addWidget(section(tr("What you found")))
        self.found = QLineEdit()
        hinted(self.found, tr("for “It ran”: the result, or where you saw it"))
        named(self.found, tr("What you found"))
        self.found.textChanged.connect(lambda _text: self._allow())
        layout.addWidget(self.found)
        self.reason = PlainLabel(kind="danger", wrap=True)
        layout.addWidget(self.reason)
        self.ran = self._button(tr("It ran"), "ran")
        self.not_run = self._button(tr("It did not run"), "did-not-run")
        self.leave = self._button(tr("Leave it unknown and go on"), "unknown")
        buttons = FlowLayout()
        for button in (self.ran, self.not_run, self.leave):
            buttons.addWidget(button)
        layout.addLayout(buttons)
        layout.addWidget(
            PlainLabel(
                tr("Your answer is recorded with your name, and the agent is told it as yours."),
                kind="quiet",
                wrap=True,
            )
        )
        self.together = PlainButton(tr("What else its runner left in doubt  (i)"), kind="quiet")
        self.together.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.together.clicked.connect(lambda: self.incident_asked.emit(self.execution))
        layout.addWidget(self.together, 0, Qt.AlignmentFlag.AlignLeft)
        self._busy = False
        self._call = call
        self.renew(call, busy=False)

    def _button(self, text: str, end: str) -> PlainButton:
        button = PlainButton(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.settled.emit(self.execution, end, self.found.text().strip()))
        return button

    def toggle_secrets(self) -> None:
        """Show the secrets of the call, or mask them; nothing where there are none."""
        if self._call.arguments.hides:
            self.secrets.toggle()

    def _on_reveal(self, on: bool) -> None:
        self.secrets.setText(tr("Hide secrets") if on else tr("Show secrets"))
        self.arguments.set_text(self._call.arguments.revealed if on else self._call.arguments.text)

    def renew(self, call: PreparedExecution, *, busy: bool) -> None:
        """Show what is known now."""
        self._call = call
        self.secrets.setVisible(call.arguments.hides)
        self._busy = busy
        now = int(time.time() * 1000)
        view = call.view
        alive = {
            True: tr("is alive"),
            False: tr("is gone"),
            None: tr("cannot be asked from this machine"),
        }[view.owner_alive]
        texts = {
            "started": tr("{when} ({age})", when=clock_seconds(view.started_at), age=ago(view.started_at, now)),
            "by": safe_line(view.owner, 300),
            "alive": alive,
            "late": safe_line(call.late_result, 600),
            "check": safe_line(call.checked, 600),
            "output": "" if call.last_output else tr("none was kept"),
        }
        for name, text in texts.items():
            self._facts[name].setText(text)
        for name in ("late", "check"):
            for part in (self._titles[name], self._facts[name]):
                part.setVisible(bool(texts[name]))
        self.output.set_text(call.last_output)
        self.output.setVisible(bool(call.last_output))
        self._allow()

    def _allow(self) -> None:
        # Not proved dead is not dead: the store refuses it as well.
        lives = self._call.view.owner_alive is not False
        free = not lives and not self._busy
        self.ran.setEnabled(free and bool(self.found.text().strip()))
        self.not_run.setEnabled(free)
        self.leave.setEnabled(free)
        self.reason.setText((OWNER_LIVES if self._call.view.owner_alive else OWNER_UNSURE) if lives else "")
        self.reason.setVisible(lives)
