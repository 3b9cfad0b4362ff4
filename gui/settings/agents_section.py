"""Agents by name in the settings: shown, registered and forgotten, each with the Python that it is started by."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from pausedesk.core.rules.shown import safe_line
from pausedesk.core.settings import RegisteredAgent, Settings
from pausedesk.gui.language import joined, tr
from pausedesk.gui.plain import EntryLine, PlainButton, PlainComboBox, PlainLabel, named, row
from pausedesk.gui.settings.settings_control import SettingsControl

LONGEST_PATH = 4_000


class AgentsSection(QWidget):
    """Follows a `SettingsControl`. What is typed stays until it was kept."""

    def __init__(self, control: SettingsControl, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._control = control
        self._known: dict[str, RegisteredAgent] = {}
        self.agents = PlainComboBox()
        named(self.agents, tr("Agents that are registered"))
        self.remove = PlainButton(tr("Remove"), name=tr("Remove the agent"))
        self.told = PlainLabel(kind="quiet", wrap=True, selectable=True)
        self.name = EntryLine(tr("Name of the agent"), tr("its name"), 200)
        self.spec = EntryLine(tr("What makes the agent"), tr("module:attribute"), 1_000)
        self.folder = EntryLine(tr("Folder of the agent"), tr("the folder that it lives in"), LONGEST_PATH)
        self.choose = PlainButton(tr("Choose …"), name=tr("Choose the folder of the agent"))
        self.python = EntryLine(
            tr("Python of the agent"), tr("its Python; empty: the one of this window"), LONGEST_PATH
        )
        self.keep = PlainButton(tr("Register"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(PlainLabel(tr("Agents"), weight=QFont.Weight.DemiBold))
        about = tr("An agent by its name is started as it is written here. Its Python needs Pausedesk beside it.")
        layout.addWidget(PlainLabel(about, kind="quiet", wrap=True))
        layout.addLayout(row(self.agents, self.remove))
        layout.addWidget(self.told)
        layout.addLayout(row(self.name, self.spec, stretch_last=True))
        layout.addLayout(row(self.folder, self.choose, stretch_last=True))
        layout.addLayout(row(self.python, self.keep, stretch_last=True))
        self.agents.currentIndexChanged.connect(lambda _place: self._show_one())
        self.remove.clicked.connect(self._on_remove)
        self.choose.clicked.connect(self._on_choose)
        self.keep.clicked.connect(self._on_keep)
        self.python.returnPressed.connect(self._on_keep)
        control.changed.connect(self._show)
        control.registered.connect(self._on_registered)
        self._show(control.kept if control.kept is not None else Settings())

    def _show(self, kept: Settings) -> None:
        chosen = self.agents.currentData()
        self._known = dict(kept.agents)
        self.agents.blockSignals(True)
        self.agents.clear()
        for name in self._known:
            self.agents.add(safe_line(name, 80), name)
        if not self._known:
            self.agents.add(tr("None is registered"), None)
        self.agents.setCurrentIndex(max(0, self.agents.findData(chosen)))
        self.agents.blockSignals(False)
        self.agents.setEnabled(bool(self._known))
        self.remove.setEnabled(bool(self._known))
        self._show_one()

    def _show_one(self) -> None:
        agent = self._known.get(str(self.agents.currentData()))
        if agent is None:
            self.told.setText("")
            return
        told = tr(
            "{spec} in {folder}, by {python}",
            spec=safe_line(agent.spec, 200),
            folder=safe_line(agent.folder, 400),
            python=safe_line(agent.interpreter, 400),
        )
        # The names only: what stands in them may be secret.
        names = ", ".join(safe_line(name, 60) for name in sorted(agent.environment))
        self.told.setText(joined(" ", [told, tr("with {names} set", names=names)]) if names else told)

    def _on_choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("The folder that the agent lives in"), self.folder.text())
        if folder:
            self.folder.setText(folder)

    def _on_keep(self) -> None:
        name, spec = self.name.text().strip(), self.spec.text().strip()
        folder, python = self.folder.text().strip(), self.python.text().strip()
        self._control.register(name, spec, Path(folder).expanduser() if folder else None, python or None)

    def _on_registered(self, name: str) -> None:
        for field in (self.name, self.spec, self.folder, self.python):
            field.clear()
        self.agents.setCurrentIndex(max(0, self.agents.findData(name)))

    def _on_remove(self) -> None:
        name = self.agents.currentData()
        if isinstance(name, str):
            self._control.forget_agent(name)
