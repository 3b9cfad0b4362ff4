"""Stores in the settings: which one this window is on, those that were open before, and another one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.language import tr
from pausedesk.gui.plain import ElidedLabel, PlainButton, PlainComboBox, PlainLabel, named, row
from pausedesk.gui.settings.settings_control import SettingsControl

MOST = 12
_KEPT = "stores/recent"


class RecentStores:
    """The stores that windows were opened on, the newest first, as the desk remembers them; `here` is this window's."""

    def __init__(self, kept: QSettings, here: Path) -> None:
        self._kept = kept
        self.here = here

    def note(self) -> None:
        """This window's store was opened."""
        here = str(self.here)
        self._kept.setValue(_KEPT, [here, *(one for one in self._paths() if one != here)][:MOST])

    def others(self) -> list[Path]:
        """Those that are still there, without this window's own."""
        return [Path(one) for one in self._paths() if one != str(self.here) and Path(one).is_file()]

    def _paths(self) -> list[str]:
        # Another window may have noted its own meanwhile.
        self._kept.sync()
        kept = self._kept.value(_KEPT, [])
        # A list of one comes back as its text.
        found = [kept] if isinstance(kept, str) else kept if isinstance(kept, list) else []
        return [one for one in found if isinstance(one, str)]


class StoresSection(QWidget):
    """Each store has a window of its own: opening one here starts it, or brings it to the front."""

    def __init__(self, control: SettingsControl, stores: RecentStores, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._stores = stores
        self.recent = PlainComboBox()
        named(self.recent, tr("Stores that were open before"))
        self.open = PlainButton(tr("Open"), name=tr("Open the store in a window of its own"))
        self.other = PlainButton(tr("Another …"), name=tr("Open another store"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel(tr("Stores"), weight=QFont.Weight.DemiBold))
        layout.addWidget(ElidedLabel(tr("This window: {path}", path=safe_line(str(stores.here), 400))))
        layout.addLayout(row(self.recent, self.open, self.other))
        self.open.clicked.connect(self._on_open)
        self.other.clicked.connect(self._on_other)

    def begin(self) -> None:
        """Look anew at which there are."""
        others = self._stores.others()
        self.recent.clear()
        for path in others:
            self.recent.add(safe_line(str(path), 200), str(path))
        if not others:
            self.recent.add(tr("None was open before"), None)
        self.recent.setEnabled(bool(others))
        self.open.setEnabled(bool(others))

    def _on_open(self) -> None:
        path = self.recent.currentData()
        if isinstance(path, str):
            self._control.open_store(Path(path))

    def _on_other(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Open a store"), str(self._stores.here.parent))
        if path:
            self._control.open_store(Path(path))
