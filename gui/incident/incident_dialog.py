"""The incident screen: all calls that one dead runner left in doubt, looked at, settled and exported together."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QFrame, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from pausedesk.core.model.incidents import IncidentRow
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.incidents import LeftOut, Together, settle_together
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.card.acts import Grace
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.context import Context
from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.incident.call_row import ALIVE, CallRow
from pausedesk.gui.incident.incident_control import IncidentControl
from pausedesk.gui.incident.reading import PreparedIncident
from pausedesk.gui.language import joined, said, tr, tr_many
from pausedesk.gui.plain import (
    EntryLine,
    Note,
    PlainButton,
    PlainCheckBox,
    PlainComboBox,
    PlainLabel,
    headed,
    named,
    repolish,
    row,
)
from pausedesk.gui.words import clock_seconds

WHY_LEFT: dict[LeftOut, str] = {
    LeftOut.LIVES: worded("its process is alive"),
    LeftOut.UNSURE: worded("nobody can tell from here whether its process has ended"),
    LeftOut.NOT_SEEN: worded("you have not seen its arguments to their end"),
    LeftOut.KEPT_BACK: worded("you leave it as it is"),
    LeftOut.NOTHING_FOUND: worded("say what you found"),
}
ENDS = {
    "ran": worded("they ran"),
    "did-not-run": worded("they did not run"),
    "unknown": worded("unknown"),
}


class IncidentDialog(QDialog):
    """Follows an `IncidentControl`. `opened(session)` asks the window for the card of a call's session."""

    opened = Signal(str)

    def __init__(self, context: Context, control: IncidentControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._grace = Grace(context.clock)
        self._found = PreparedIncident(())
        self._asked: Together | None = None
        self._end = ""
        self.rows: dict[str, CallRow] = {}
        self.resize(860, 700)
        layout = headed(self, tr("Pausedesk: calls in doubt"), tr("What a runner left in doubt"))
        self.runners = PlainComboBox()
        named(self.runners, tr("Which runner"))
        self.runners.activated.connect(lambda _place: control.look(self.runners.currentData()))
        layout.addWidget(self.runners)
        self.about = PlainLabel(wrap=True, selectable=True)
        layout.addWidget(self.about)
        inside = QWidget()
        self._place = QVBoxLayout(inside)
        self._place.setContentsMargins(0, 0, 8, 0)
        self._place.setSpacing(8)
        self._place.addStretch(1)
        self.view = QScrollArea()
        self.view.setWidgetResizable(True)
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        named(self.view, tr("Calls in doubt"))
        self.view.setWidget(inside)
        layout.addWidget(self.view, 1)

        self.note = Note("note")
        layout.addWidget(self.note)
        self.question = PlainLabel(wrap=True, weight=QFont.Weight.DemiBold)
        self.lines = TextBox(max_lines=6, factor=0.92)
        named(self.lines, tr("What is settled and what is left"))
        layout.addWidget(self.question)
        layout.addWidget(self.lines)
        self.found = EntryLine(tr("What you found of all of them"), tr("for “They ran”: where you saw it"), 2000)
        layout.addWidget(self.found)
        self.ran = self._button(tr("They ran …"), lambda: self.ask("ran"))
        self.not_run = self._button(tr("They did not run …"), lambda: self.ask("did-not-run"))
        self.leave = self._button(tr("Leave them unknown …"), lambda: self.ask("unknown"))
        self.no = self._button(tr("Cancel"), self.drop)
        self.yes = self._button("", self.confirm)
        # As on a card: a space or a return that was meant for something else settles nothing; Ctrl+Enter does.
        self.yes.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        buttons = FlowLayout()
        for button in (self.ran, self.not_run, self.leave, self.no, self.yes):
            buttons.addWidget(button)
        layout.addLayout(buttons)
        layout.addWidget(
            PlainLabel(tr("What you say is recorded with your name, and each agent is told it as yours."), kind="quiet")
        )
        self.path = EntryLine(tr("File for the evidence"), tr("a new file"), 4000)
        self.secrets = PlainCheckBox(tr("with secrets"))
        self.export = self._button(tr("Export evidence"), self._on_export)
        self.cancel = self._button(tr("Cancel the export"), control.cancel)
        self.progress = QProgressBar()
        named(self.progress, tr("How much is written"))
        close = self._button(tr("Close"), self.close)
        layout.addLayout(row(self.secrets, self.export, self.cancel, self.path, stretch_last=True))
        layout.addWidget(self.progress)
        layout.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        confirm = QShortcut(QKeySequence("Ctrl+Return"), self)
        confirm.setAutoRepeat(False)
        confirm.activated.connect(self.confirm)
        control.read.connect(self._show)
        control.told.connect(self._tell)
        control.busy_changed.connect(self._allow)
        control.progressed.connect(self._on_progressed)
        self._allow()

    def _button(self, text: str, act: object) -> PlainButton:
        button = PlainButton(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(act)
        return button

    def begin(self, execution: str | None = None) -> None:
        """Look at the incident of a call, or at the newest."""
        self.note.say("")
        self.drop()
        self._grace.begin()
        self._control.look(None, execution)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def hideEvent(self, event: QHideEvent) -> None:
        self._control.leave()
        super().hideEvent(event)

    def _show(self, found: PreparedIncident) -> None:
        before = self._found.incident
        self._found = found
        self._show_runners(found)
        incident = found.incident
        if incident is None:
            self.about.setText(tr("No call is in doubt."))
        else:
            noticed = clock_seconds(incident.noticed_at)
            lines = [
                tr("{owner}, which {alive}.", owner=safe_line(incident.owner, 300), alive=said(ALIVE[incident.alive])),
                tr("It was noticed {when}.", when=noticed) if noticed else "",
                tr_many(
                    "{n} more call of it is not shown: settle these first.",
                    "{n} more calls of it are not shown: settle these first.",
                    incident.more,
                )
                if incident.more
                else "",
            ]
            self.about.setText(joined(" ", [line for line in lines if line]))
            if before is None or before.runner != incident.runner:
                self.path.setText(str(Path.home() / f"pausedesk-incident-{incident.runner}.jsonl"))
        wanted = {one.call.view.execution: one for one in found.calls}
        if set(wanted) != set(self.rows):
            # Other calls than those that were asked about.
            self.drop()
            self._grace.begin()
        for execution in [one for one in self.rows if one not in wanted]:
            gone = self.rows.pop(execution)
            self._place.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        for place, (execution, one) in enumerate(wanted.items()):
            known = self.rows.get(execution)
            if known is None:
                known = self.rows[execution] = CallRow(one)
                known.opened.connect(self.opened)
                known.changed.connect(self.drop)  # what was asked about is not what would be settled now
                self._place.insertWidget(place, known)
            else:
                known.renew(one)
        self._allow()

    def _show_runners(self, found: PreparedIncident) -> None:
        names = [one.runner for one in found.rows]
        if names != [self.runners.itemData(place) for place in range(self.runners.count())]:
            self.runners.clear()
            for one in found.rows:
                self.runners.add(_runner_line(one), one.runner)
        if found.incident is not None and found.incident.runner in names:
            self.runners.setCurrentIndex(names.index(found.incident.runner))
        self.runners.setVisible(len(names) > 1)

    def ask(self, end: str) -> None:
        """Ask, with the count, whether to settle what was seen."""
        self._end = end
        self._asked = settle_together([one.doubt for one in self.rows.values()], end, self.found.text().strip())
        self._grace.begin()
        self._allow()
        (self.no if self._asked.settled else self.found).setFocus(Qt.FocusReason.OtherFocusReason)

    def confirm(self) -> None:
        """Settle what was asked about."""
        asked = self._asked
        if asked is None or not asked.settled or self._control.settling or not self._grace.over():
            return
        self.drop()
        self._control.settle(asked.settled)

    def drop(self) -> None:
        """Ask no more."""
        self._asked = None
        self._allow()

    def _allow(self) -> None:
        asked = self._asked
        busy = self._control.settling
        self.question.setVisible(asked is not None)
        self.lines.setVisible(asked is not None)
        self.no.setVisible(asked is not None)
        self.yes.setVisible(asked is not None and bool(asked.settled))
        for button in (self.ran, self.not_run, self.leave):
            button.setVisible(asked is None)
            button.setEnabled(bool(self.rows) and not busy)
        self.found.setVisible(asked is None and bool(self.rows))
        self.yes.setEnabled(not busy)
        if asked is not None:
            self._show_question(asked)
        exporting = self._control.exporting
        self.export.setEnabled(self._found.incident is not None and not exporting)
        self.cancel.setVisible(exporting)
        self.progress.setVisible(exporting)

    def _show_question(self, asked: Together) -> None:
        count, sessions = len(asked.settled), len({one.session for one in asked.settled})
        calls = tr_many("{n} call", "{n} calls", count)
        if not count:
            question: str = tr("Nothing of it can be settled so.")
        else:
            of = tr_many("{n} session", "{n} sessions", sessions)
            question = tr(
                "Settle {calls} of {sessions}: {end}? {left} left out.",
                calls=calls,
                sessions=of,
                end=said(ENDS[self._end]),
                left=len(asked.left),
            )
        self.question.setText(question)
        own = {one.execution: one.end for one in asked.settled if one.end != self._end}
        lines: list[str] = [
            tr("{call} — with an end of its own: {end}", call=self.rows[one].line, end=said(ENDS[end]))
            for one, end in own.items()
        ]
        lines += [
            tr("left out: {call} — {why}", call=self.rows[execution].line, why=said(WHY_LEFT[why]))
            for execution, why in asked.left
        ]
        self.lines.set_text(joined("\n", lines))
        self.lines.setVisible(bool(lines))
        self.yes.setText(tr("Settle {calls}  (Ctrl+Enter)", calls=calls))

    def _on_export(self) -> None:
        incident, path = self._found.incident, self.path.text().strip()
        if incident is None or not path:
            self._tell("warning", tr("Say which new file the evidence goes into."))
            return
        self.note.say("")
        self.progress.setRange(0, 0)
        self._control.export(incident.runner, Path(path).expanduser(), secrets=self.secrets.isChecked())

    def _on_progressed(self, done: int, calls: int) -> None:
        self.progress.setRange(0, max(1, calls))
        self.progress.setValue(done)

    def _tell(self, kind: str, text: str) -> None:
        repolish(self.note, "note" if kind == "note" else f"note-{kind}")
        self.note.say(text)


def _runner_line(one: IncidentRow) -> str:
    return tr(
        "{owner}: {calls} of {sessions}",
        owner=safe_line(one.owner, 120),
        calls=tr_many("{n} call", "{n} calls", one.calls),
        sessions=tr_many("{n} session", "{n} sessions", one.sessions),
    )
