"""The store's side of the incident screen: reads on the reader thread, settles on the writer's, exports on its own.

`IncidentControl` lives on the GUI thread. An export can be watched and cancelled; nothing waits for it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.incidents import Settlement
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.bridge import Change, StoreBridge
from pausedesk.gui.incident.reading import PreparedIncident, read_incidents
from pausedesk.gui.language import said_error, tr, tr_many
from pausedesk.gui.ports import DoorPort


class IncidentControl(QObject):
    """`read` has the incident anew; `told` says what became of an act, with the kind of note it is."""

    read = Signal(object)  # PreparedIncident
    told = Signal(str, str)  # note | warning | danger, the sentence
    busy_changed = Signal()
    progressed = Signal(int, int)  # calls that are written, of how many
    bug = Signal(object)  # an error that is ours, not the environment's
    _wrote = Signal(int, int)

    def __init__(self, bridge: StoreBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._asked = 0
        self._watching = False
        self._runner: str | None = None
        self._sessions: frozenset[str] = frozenset()
        self._unknown = 0  # sessions with a call in doubt, as they were counted last
        self._cancel: threading.Event | None = None
        self.settling = False
        bridge.changed.connect(self._on_changed)
        self._wrote.connect(self.progressed)

    @property
    def exporting(self) -> bool:
        """Whether an export is under way."""
        return self._cancel is not None

    def look(self, runner: str | None = None, execution: str | None = None) -> None:
        """Look at the incident of a runner, of a call, or at the newest; follow it from now on."""
        self._watching = True
        self._asked += 1
        mine = self._asked

        def arrived(found: PreparedIncident) -> None:
            if mine == self._asked:
                incident = found.incident
                self._runner = incident.runner if incident is not None else None
                self._sessions = (
                    frozenset(one.session for one in incident.calls) if incident is not None else frozenset()
                )
                self.read.emit(found)

        self._bridge.read(lambda reader: read_incidents(reader, runner, execution), arrived, self._fail, owner=self)

    def leave(self) -> None:
        """Nobody looks any more."""
        self._watching = False
        self._asked += 1

    def _on_changed(self, change: Change) -> None:
        counted, self._unknown = change.counts.unknown != self._unknown, change.counts.unknown
        if self._watching and (counted or change.sessions & self._sessions):
            self.look(self._runner)

    def settle(self, wanted: Sequence[Settlement]) -> None:
        """Settle the calls, all or none."""
        if self.settling or not wanted:
            return
        self.settling = True
        self.busy_changed.emit()
        settled = list(wanted)

        def done(_nothing: object) -> None:
            self.settling = False
            self.busy_changed.emit()
            self.told.emit("note", tr_many("{n} call is settled.", "{n} calls are settled.", len(settled)))
            self.look(self._runner)

        def failed(error: BaseException) -> None:
            self.settling = False
            self.busy_changed.emit()
            self._fail(error)
            self.look(self._runner)

        self._bridge.act(lambda door: door.settle_together(settled), done, failed)

    def export(self, runner: str, path: Path, *, secrets: bool) -> None:
        """Write the evidence of an incident into a new file."""
        if self._cancel is not None:
            return
        cancel = self._cancel = threading.Event()
        self.busy_changed.emit()

        def wrote(done: int, calls: int) -> bool:
            with suppress(RuntimeError):  # the window is gone meanwhile
                self._wrote.emit(done, calls)
            return not cancel.is_set()

        def op(door: DoorPort) -> tuple[int, int] | None:
            return door.export_incident(runner, path, secrets, wrote)

        def done(written: tuple[int, int] | None) -> None:
            self._end_export()
            shown = safe_line(str(path), 300)
            if written is None:
                self.told.emit("note", tr("Cancelled: no file was kept."))
            elif cancel.is_set():
                self.told.emit("warning", tr("It was written before it could be cancelled: {path}", path=shown))
            else:
                words = tr_many(
                    "The evidence of {n} call is in {path}, for you alone to read.",
                    "The evidence of {n} calls is in {path}, for you alone to read.",
                    written[0],
                    path=shown,
                )
                self.told.emit("note", words)

        def failed(error: BaseException) -> None:
            self._end_export()
            self._fail(error)

        self._bridge.aside(op, done, failed, owner=self)

    def cancel(self) -> None:
        """End the export that is under way, if it still can be ended."""
        if self._cancel is not None:
            self._cancel.set()

    def _end_export(self) -> None:
        self._cancel = None
        self.busy_changed.emit()

    def _fail(self, error: BaseException) -> None:
        if isinstance(error, PausedeskError):
            self.told.emit("danger", said_error(error))
        else:
            self.told.emit("danger", tr("This failed through a fault of Pausedesk; nothing more was done."))
            self.bug.emit(error)
