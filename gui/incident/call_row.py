"""One call in doubt among those of its runner: its evidence, and an end of its own where the person wants one."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from pausedesk.core.model.incidents import Seen
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.incidents import CallInDoubt
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.incident.reading import PreparedCall
from pausedesk.gui.language import joined, said, tr
from pausedesk.gui.plain import EntryLine, PlainButton, PlainComboBox, PlainLabel, named, row
from pausedesk.gui.words import clock_seconds

ALIVE = {
    True: worded("is alive"),
    False: worded("is gone"),
    None: worded("cannot be asked from this machine"),
}
OWN_ENDS = (
    (None, worded("as for all of them")),
    ("ran", worded("it ran")),
    ("did-not-run", worded("it did not run")),
    ("unknown", worded("leave it unknown")),
    ("", worded("leave it as it is")),
)


class CallRow(QFrame):
    """Built once for a call; what is known of its process is renewed. `opened(session)` asks for its card."""

    opened = Signal(str)
    changed = Signal()

    def __init__(self, prepared: PreparedCall, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "call")
        self._prepared = prepared
        self._seen = False
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 10, 14, 10)
        layout.setSpacing(5)
        session = prepared.title or safe_line(prepared.call.session, 60)
        title = tr("{tool}  ·  {session}", tool=prepared.tool, session=session)
        heading = TextBox(title, framed=False, factor=1.05, max_lines=3)
        named(heading, title)
        self.card = PlainButton(
            tr("Open its card"), kind="quiet", name=tr("Open the card of {tool}", tool=prepared.tool)
        )
        self.card.clicked.connect(lambda: self.opened.emit(prepared.call.session))
        head = row(heading)
        head.addWidget(self.card, 0, Qt.AlignmentFlag.AlignTop)
        layout.addLayout(head)
        self.arguments = TextBox(fixed=True, factor=0.92, max_lines=8)
        named(self.arguments, tr("Arguments"))
        self.arguments.end_seen.connect(self._on_seen)
        layout.addWidget(self.arguments)
        self.secrets = PlainButton(tr("Show secrets"), kind="quiet")
        self.secrets.setCheckable(True)
        self.secrets.toggled.connect(self._on_reveal)
        self.secrets.hide()
        layout.addWidget(self.secrets, 0, Qt.AlignmentFlag.AlignLeft)
        self.facts = PlainLabel(wrap=True, selectable=True)
        layout.addWidget(self.facts)
        self.output = TextBox(fixed=True, factor=0.9, max_lines=5)
        named(self.output, tr("Last output"))
        layout.addWidget(self.output)
        self.own = PlainComboBox()
        named(self.own, tr("What became of {tool}", tool=prepared.tool))
        for end, words in OWN_ENDS:
            self.own.add(said(words), end)
        self.own.currentIndexChanged.connect(lambda _place: self._on_own())
        self.found = EntryLine(tr("What you found of {tool}", tool=prepared.tool), tr("what you found of it"), 2000)
        self.found.textChanged.connect(lambda _text: self.changed.emit())
        self.found.hide()
        self.state = PlainLabel(kind="danger", wrap=True, weight=QFont.Weight.DemiBold)
        layout.addLayout(row(PlainLabel(tr("Its end:")), self.own, self.found, stretch_last=True))
        layout.addWidget(self.state)
        for part in (self.card, self.secrets, self.own):
            part.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.renew(prepared)

    @property
    def doubt(self) -> CallInDoubt:
        """The call as the person has it before them."""
        call = self._prepared.call
        view = call.view
        own = self.own.currentData()
        return CallInDoubt(call.session, view.execution, view.owner_alive, self._seen, own, self.found.text().strip())

    @property
    def line(self) -> str:
        """The call in a few words."""
        return f"{self._prepared.tool}  ·  {self._prepared.title}"

    def renew(self, prepared: PreparedCall) -> None:
        """Show what is known now."""
        self._prepared = prepared
        arguments = prepared.arguments
        if arguments is None:
            self.arguments.set_text(tr("Its arguments are too long to be looked at here: settle it on its card."))
        else:
            self.arguments.set_text(arguments.revealed if self.secrets.isChecked() else arguments.text)
            self.secrets.setVisible(arguments.hides)
        view = prepared.call.view
        lines = [
            tr(
                "Started {when} by {owner}, which {alive}.",
                when=clock_seconds(view.started_at),
                owner=safe_line(view.owner, 300),
                alive=said(ALIVE[view.owner_alive]),
            ),
            *(_seen_line(one) for one in prepared.call.seen),
        ]
        if not prepared.call.seen:
            lines.append(tr("Nobody was asked about it."))
        if prepared.checked:
            lines.append(safe_line(prepared.checked, 600))
        if prepared.late_result:
            lines.append(tr("A result came late: {result}", result=safe_line(prepared.late_result, 600)))
        self.facts.setText(joined("\n", lines))
        self.output.set_text(prepared.last_output)
        self.output.setVisible(bool(prepared.last_output))
        told = {
            True: tr("Its process is alive: it cannot be settled."),
            None: tr("Nobody can tell from here whether its process has ended: it cannot be settled here."),
        }
        self.state.setText(told.get(view.owner_alive, ""))
        self.state.setVisible(view.owner_alive is not False)
        self.own.setEnabled(view.owner_alive is False)

    def _on_seen(self) -> None:
        # A sentence in the place of arguments is no look at them.
        if self._prepared.arguments is not None:
            self._seen = True
            self.changed.emit()

    def _on_own(self) -> None:
        self.found.setVisible(self.own.currentData() == "ran")
        self.changed.emit()

    def _on_reveal(self, on: bool) -> None:
        self.secrets.setText(tr("Hide secrets") if on else tr("Show secrets"))
        arguments = self._prepared.arguments
        if arguments is not None:
            self.arguments.set_text(arguments.revealed if on else arguments.text)


def _seen_line(seen: Seen) -> str:
    by, digest = safe_line(seen.by, 60), safe_line(seen.digest, 100)
    when = clock_seconds(seen.at)
    if seen.decision == "approve":
        return tr("{by} saw the bytes {digest} and approved them, {when}.", by=by, digest=digest, when=when)
    return tr("{by} saw the bytes {digest} and declined them, {when}.", by=by, digest=digest, when=when)
