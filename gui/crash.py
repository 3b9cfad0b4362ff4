"""What is done with a fault of our own: one dialog with details to copy, no secrets in them, and the window goes on.

Faults of any thread arrive through `sys.excepthook`; those of other threads are brought to the GUI thread first.
Errors of the environment are no faults: they are a sentence with a next step.
"""

from __future__ import annotations

import platform
import sys
import traceback
from types import TracebackType

from PySide6 import __version__ as qt_version
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QWidget

from pausedesk.core import __version__
from pausedesk.core.errors import PausedeskError
from pausedesk.core.rules.shown import safe
from pausedesk.gui.language import said_error, tr, tr_many
from pausedesk.gui.plain import PlainButton, PlainDetails, PlainLabel, copy_shown, headed, named


def report_of(error: BaseException) -> str:
    """The details of a fault, escaped, with secrets masked. Values of variables are never in it."""
    trace = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    head = f"pausedesk {__version__}, Python {platform.python_version()}, PySide6 {qt_version}, {platform.platform()}"
    return safe(f"{head}\n\n{trace}")


class CrashDialog(QDialog):
    """Shows one report; further faults while it is open are counted."""

    def __init__(self, report: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(720, 420)
        layout = headed(self, tr("Pausedesk: a fault"), tr("Something in Pausedesk itself failed."))
        layout.addWidget(
            PlainLabel(
                tr(
                    "What the track of an answer shows is in the store and is not lost; runs go on without the window. "
                    "Please send these details to the maintainers. What looks like a secret is masked; read them first."
                ),
                wrap=True,
            )
        )
        self.details = PlainDetails(report)
        named(self.details, tr("Details of the fault"))
        layout.addWidget(self.details, 1)
        self.more = PlainLabel(kind="quiet")
        buttons = QHBoxLayout()
        buttons.addWidget(self.more)
        buttons.addStretch(1)
        self.copy = PlainButton(tr("Copy details"))
        self.copy.clicked.connect(lambda: copy_shown(self.details.toPlainText()))
        close = PlainButton(tr("Close"))
        close.clicked.connect(self.close)
        for button in (self.copy, close):
            button.setAutoDefault(True)
        buttons.addWidget(self.copy)
        buttons.addWidget(close)
        layout.addLayout(buttons)
        self._further = 0

    def count_further(self) -> None:
        """Another fault happened while this one is shown."""
        self._further += 1
        self.more.setText(tr_many("{n} more since then", "{n} more since then", self._further))


class CrashReporter(QObject):
    """Lives on the GUI thread; `report` may be called on any thread."""

    happened = Signal(object)
    sentence = Signal(object)  # an error of the environment that nobody took

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._window: QWidget | None = None
        self._dialog: CrashDialog | None = None
        self._before = sys.excepthook
        self.happened.connect(self._on_happened, Qt.ConnectionType.QueuedConnection)

    def install(self, window: QWidget) -> None:
        """Take `sys.excepthook` over, showing dialogs above `window`."""
        self._window = window
        self._before = sys.excepthook
        sys.excepthook = self._hook

    def uninstall(self) -> None:
        """Give `sys.excepthook` back."""
        sys.excepthook = self._before

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, Exception):
            self._before(kind, error, trace)
            return
        self.report(error)

    def report(self, error: BaseException) -> None:
        """Tell of a fault; an error of the environment becomes its sentence."""
        if not isinstance(error, PausedeskError):
            # At once, for the loop that would show the dialog may have ended.
            print(report_of(error), file=sys.stderr)
        self.happened.emit(error)

    def _on_happened(self, error: BaseException) -> None:
        if isinstance(error, PausedeskError):
            self.sentence.emit(said_error(error))
            return
        if self._dialog is not None:
            self._dialog.count_further()
            return
        self._dialog = CrashDialog(report_of(error), self._window)
        self._dialog.finished.connect(self._on_closed)
        self._dialog.open()

    def _on_closed(self) -> None:
        self._dialog = None
