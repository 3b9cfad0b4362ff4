"""Opens a session by its id, from a link or a notification: in the filter that is shown, else among all."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import ANY
from pausedesk.core.rules.shown import safe_line
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.inbox.filters import FilterBar
from pausedesk.gui.inbox.inbox import Inbox
from pausedesk.gui.language import tr
from pausedesk.gui.ports import ReaderPort


class Opener(QObject):
    """Chooses a session in the list. `refused` has a sentence, `widened` says that the list has to show all for it."""

    refused = Signal(object)
    widened = Signal()

    def __init__(self, bridge: StoreBridge, filters: FilterBar, inbox: Inbox, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._filters = filters
        self._inbox = inbox
        self._asked = 0

    def open(self, session: str) -> None:
        """Show the session, or say that it is not here. The newest wish counts."""
        self._asked += 1
        asked, wanted, narrowed = self._asked, self._inbox.model.filter, self._inbox.model.narrowed

        def look(reader: ReaderPort) -> tuple[bool, bool]:
            shown = reader.position(wanted, "", session, narrowed) is not None
            return shown, shown or reader.position(ListFilter.ALL, "", session, ANY) is not None

        def found(result: tuple[bool, bool]) -> None:
            shown, there = result
            if asked != self._asked:
                return
            if not there:
                self.refused.emit(
                    tr(
                        "There is no session {session} in this store. A link names no store: it may be in another.",
                        session=safe_line(session, 120),
                    )
                )
                return
            if not shown:
                self._filters.widen()
                self.widened.emit()
            self._inbox.reveal(session)

        self._bridge.read(look, found, self._bridge.unavailable.emit, owner=self)
