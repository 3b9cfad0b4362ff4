"""Opens the incident screen, which is made when somebody asks for it first."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from pausedesk.gui.context import Context
from pausedesk.gui.incident.incident_control import IncidentControl
from pausedesk.gui.incident.incident_dialog import IncidentDialog


class IncidentScreen(QObject):
    """Belongs to the window. `opened(session)` asks for a card, `bug` tells an error that is ours."""

    opened = Signal(str)
    bug = Signal(object)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._context = context
        self.dialog: IncidentDialog | None = None

    def show_incident(self, execution: str = "") -> None:
        """Show the incident of a call, or the newest where none is named."""
        if self.dialog is None:
            control = IncidentControl(self._context.bridge, self)
            control.bug.connect(self.bug)
            self.dialog = IncidentDialog(self._context, control, self._window)
            self.dialog.opened.connect(self.opened)
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()
        self.dialog.begin(execution or None)
