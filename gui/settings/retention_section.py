"""Deleting old sessions in the settings: first what would go, then with its number, in parts and with a stop."""

from __future__ import annotations

import threading

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from pausedesk.core.settings import Settings
from pausedesk.gui.language import joined, said_error, tr, tr_many
from pausedesk.gui.plain import EntryLine, PlainButton, PlainLabel, named, row
from pausedesk.gui.ports import ClearedPort, OldPort
from pausedesk.gui.settings.settings_control import SettingsControl


class RetentionSection(QWidget):
    """What was found is what is deleted: another number of days, or a change of the setting, asks anew."""

    _tried = Signal(int)

    def __init__(self, control: SettingsControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._bridge = control.bridge
        self._old: OldPort | None = None
        self._wanted = False  # a look, once the number that is shown is kept
        self._stopped = threading.Event()
        self.days = EntryLine(tr("Days without a change after which a session is old"), "", 12)
        self.look = PlainButton(tr("See what would go"))
        self.delete = PlainButton(kind="decline")
        self.stop = PlainButton(tr("Stop"), name=tr("Stop deleting"))
        self.progress = QProgressBar()
        named(self.progress, tr("How much is deleted"))
        self.told = PlainLabel(wrap=True, selectable=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel(tr("Old sessions"), weight=QFont.Weight.DemiBold))
        about = tr(
            "Sessions that have not changed for so many days can be deleted for good. Nothing is deleted by itself, "
            "and none that waits, runs or may have run."
        )
        layout.addWidget(PlainLabel(about, kind="quiet", wrap=True))
        layout.addLayout(row(self.days, PlainLabel(tr("days"), kind="quiet"), self.look, self.delete, self.stop))
        layout.addWidget(self.progress)
        layout.addWidget(self.told)
        self.days.editingFinished.connect(self._on_days)
        self.look.clicked.connect(self._on_look)
        self.delete.clicked.connect(self._on_delete)
        self.stop.clicked.connect(self._on_stop)
        self._tried.connect(self.progress.setValue, Qt.ConnectionType.QueuedConnection)
        control.changed.connect(self._show_kept)
        self._show_kept(control.kept if control.kept is not None else Settings())
        self._offer(None)
        self._work(False)

    def _show_kept(self, kept: Settings) -> None:
        shown = _shown(kept.retention_days)
        if not self.days.isModified() and shown != self.days.text():
            self.days.setText(shown)
            self._offer(None)
        if self._wanted:
            self._on_look()

    def _on_days(self) -> None:
        if self.days.isModified():
            self.days.setModified(False)
            self._offer(None)
            self._control.change_typed("retention_days", self.days.text())

    def _offer(self, old: OldPort | None) -> None:
        self._old = old
        count = len(old.sessions) if old is not None else 0
        self.delete.setVisible(count > 0)
        if count:
            self.delete.setText(tr_many("Delete {n} session for good", "Delete {n} sessions for good", count))
        if old is None:
            self.told.setText("")
            return
        kept = tr_many("{n} more is as old and stays.", "{n} more are as old and stay.", old.kept) if old.kept else ""
        would = tr_many("{n} session would go.", "{n} sessions would go.", count) if count else tr("None would go.")
        self.told.setText(joined(" ", [would, kept]) if kept else would)

    def _work(self, on: bool) -> None:
        self.progress.setVisible(on)
        self.stop.setVisible(on)
        self.stop.setEnabled(on)
        self.look.setEnabled(not on)
        self.days.setEnabled(not on)

    def _on_look(self) -> None:
        kept = self._control.kept
        if kept is None:
            return
        days = kept.retention_days
        self._wanted = self.days.text() != _shown(days)
        if not self._wanted:
            self._bridge.aside(
                lambda door: door.old_sessions(days), lambda old: self._on_found(days, old), self._on_failed, owner=self
            )

    def _on_found(self, days: float, old: OldPort) -> None:
        if self.days.text() == _shown(days):
            self._offer(old)
        else:  # beside another number it would delete what that one spares
            self._on_look()

    def _on_delete(self) -> None:
        old = self._old
        if old is None or self._stopped.is_set():
            return
        self._old = None
        self.delete.hide()
        self.progress.setRange(0, len(old.sessions))
        self.progress.setValue(0)
        self.told.setText(tr("They are being deleted."))
        self._work(True)

        def tried(count: int) -> bool:
            self._tried.emit(count)
            return not self._stopped.is_set()

        self._bridge.aside(lambda door: door.forget_old(old, tried), self._on_cleared, self._on_failed, owner=self)

    def _on_stop(self) -> None:
        self._stopped.set()
        self.stop.setEnabled(False)
        self.told.setText(tr("It stops after this part. What is deleted already cannot be brought back."))

    def _on_cleared(self, cleared: ClearedPort) -> None:
        self._stopped.clear()
        self._work(False)
        gone = tr_many("{n} session was deleted.", "{n} sessions were deleted.", cleared.sessions)
        parts = [gone] if cleared.whole else [gone, tr("It was stopped before the others.")]
        if cleared.left is not None:
            parts.append(said_error(cleared.left))
        self.told.setText(joined(" ", parts))

    def _on_failed(self, error: BaseException) -> None:
        self._stopped.clear()
        self._work(False)
        self._offer(None)
        self._control.failed.emit(said_error(error))


def _shown(days: float) -> str:
    return f"{days:.15g}"
