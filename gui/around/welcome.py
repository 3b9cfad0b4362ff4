"""What a person sees in the place of the card while the store holds no session: how to begin, and the demo."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QVBoxLayout, QWidget

from pausedesk.core.errors import PausedeskError
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.language import said_error, tr
from pausedesk.gui.plain import Note, PlainButton, PlainLabel

WIDEST = 460


class Welcome(QStackedWidget):
    """`rest` is what is shown once there is a session. `sources_pressed`: the person wants the sources dialog."""

    sources_pressed = Signal()
    bug = Signal(object)

    def __init__(self, bridge: StoreBridge, rest: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._rest = rest
        self.demo = PlainButton(tr("Make the demo and open it"))
        self.sources = PlainButton(tr("Sources of other programs …"))
        self.told = Note("note-warning")
        column = QWidget()
        column.setMaximumWidth(WIDEST)
        lines = QVBoxLayout(column)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(10)
        for part in (
            PlainLabel(tr("This store holds no session yet."), factor=1.2, weight=QFont.Weight.DemiBold, wrap=True),
            PlainLabel(
                tr(
                    "The demo has a store of its own, with about a dozen real runs of an offline agent: some wait, "
                    "some were cut off, one may have run. Nothing leaves this machine."
                ),
                wrap=True,
            ),
            self.demo,
            self.told,
            PlainLabel(tr("An agent of your own begins with this command:"), kind="quiet", wrap=True),
            PlainLabel('pausedesk run module:agent "prompt"', fixed=True, selectable=True),
            PlainLabel(
                tr("Sessions that coding agents left on this machine can be looked at:"), kind="quiet", wrap=True
            ),
            self.sources,
        ):
            side = Qt.AlignmentFlag.AlignLeft if isinstance(part, PlainButton) else Qt.AlignmentFlag(0)
            lines.addWidget(part, 0, side)
        self.page = QWidget()
        whole = QGridLayout(self.page)
        whole.setContentsMargins(28, 28, 28, 28)
        whole.addWidget(column, 1, 1)
        whole.setColumnStretch(1, 1)
        for place, share in ((0, 2), (2, 3)):
            whole.setRowStretch(place, share)
        self.addWidget(rest)
        self.addWidget(self.page)
        self.demo.clicked.connect(self._make_demo)
        self.sources.clicked.connect(lambda: self.sources_pressed.emit())

    def show_total(self, sessions: int) -> None:
        """How many sessions the store holds."""
        self.setCurrentWidget(self._rest if sessions else self.page)

    def _make_demo(self) -> None:
        from pausedesk.core.run.windows import make_demo, open_window

        self.demo.setEnabled(False)
        self.told.say(tr("The demo is being made. Its window opens in some seconds."))
        self._bridge.apart(lambda: open_window(make_demo()), self._on_made, self._on_failed, owner=self)

    def _on_made(self, _: object) -> None:
        self.demo.setEnabled(True)
        self.told.say(tr("The demo opens in a window of its own."))

    def _on_failed(self, error: BaseException) -> None:
        self.demo.setEnabled(True)
        if isinstance(error, PausedeskError):
            self.told.say(said_error(error))
        else:
            self.told.say("")
            self.bug.emit(error)
