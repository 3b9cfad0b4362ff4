"""The look through the folders that are turned on, as the window follows it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal

from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.language import tr, tr_many
from pausedesk.gui.ports import SourceRow


@dataclass(frozen=True, slots=True)
class Look:
    """How a look stands: `running` until it is stopped or ends, `share` of the bytes that are read, 0 to 100.

    `share` is None while nothing is left to read: then it waits for files to change.
    """

    running: bool = False
    share: int | None = None
    words: str = ""
    faults: tuple[str, ...] = field(default=())


class ScanControl(QObject):
    """Turns folders on and off and looks through them; lives on the GUI thread, the work is done elsewhere."""

    changed = Signal()  # `look` or `rows` are others now
    failed = Signal(object)  # an error
    _told = Signal(object)  # an event, from the thread that reads them

    def __init__(self, bridge: StoreBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self.look = Look()
        self.rows: tuple[SourceRow, ...] = ()
        self._told.connect(self._on_told, Qt.ConnectionType.QueuedConnection)
        bridge.scanning = self._told.emit

    def begin(self) -> None:
        """Look where something was turned on before; called once the store is open."""
        self._bridge.sources(lambda rows: self._on_rows(rows, start=True), self.failed.emit)

    def refresh(self) -> None:
        """Read again what is turned on."""
        self._bridge.sources(self._on_rows, self.failed.emit)

    def turn(self, folder: str, program: str, on: bool) -> None:
        """Turn a folder on or off; the look begins anew with what is turned on then."""
        self._bridge.turn_source(folder, program, on, lambda rows: self._on_rows(rows, start=True), self.failed.emit)

    def start(self) -> None:
        """Look now, and go on looking."""
        if any(row.on for row in self.rows):
            self._set(Look(True, 0, tr("Looking …")))
            self._bridge.start_scan(lambda _: None, self._on_not_started)
        else:
            self.stop()

    def stop(self) -> None:
        """Look no more until the next start; what was read stays."""
        words = tr("Stopped. What was read stays listed.") if self.look.running else ""
        self._set(Look(False, None, words, self.look.faults))
        self._bridge.stop_scan(lambda _: self.refresh(), self.failed.emit)

    def _on_rows(self, rows: tuple[SourceRow, ...], *, start: bool = False) -> None:
        self.rows = rows
        self.changed.emit()
        if start:
            self.start()

    def _on_not_started(self, error: BaseException) -> None:
        self._set(Look())
        self.failed.emit(error)

    def _on_told(self, event: dict[str, Any]) -> None:
        if not self.look.running:
            return
        folder = safe_line(str(event.get("folder", "")), 200)
        match event.get("event"):
            case "progress":
                share = 100 * event["bytes"] // max(event["bytes_all"], 1)
                files = tr_many("{n:,} file", "{n:,} files", event["files_all"])
                said = tr("{read:,} of {files} read in {folder}", read=event["files"], files=files, folder=folder)
                if not event["files_all"]:
                    said = tr("Looking into {folder}", folder=safe_line(event["place"], 200))
                self._set(Look(True, min(share, 100), said, self.look.faults))
            case "found":
                said = tr(
                    "{folder}: {files}, {new}, {changed:,} changed, {unreadable:,} unreadable",
                    folder=folder,
                    files=tr_many("{n:,} file", "{n:,} files", event["files"]),
                    new=tr_many("{n:,} new session", "{n:,} new sessions", event["new"]),
                    changed=event["changed"],
                    unreadable=event["unreadable"],
                )
                faults = tuple(safe_line(fault, 400) for fault in event["faults"])
                self._set(Look(True, None, said, faults))
                self.refresh()
            case "fault":
                self._set(Look(True, None, safe_line(str(event["why"]), 400), self.look.faults))
            case "ended":
                code = event["code"]
                words = "" if code == 0 else tr("The look ended unexpectedly (exit code {code}).", code=code)
                self._set(Look(False, None, words, self.look.faults))
            case _:
                pass

    def _set(self, look: Look) -> None:
        self.look = look
        self.changed.emit()
