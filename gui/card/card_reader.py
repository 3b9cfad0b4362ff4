"""Reads the card of the session in view and has it made ready; of long values first everything else, then the values.

`CardReader` lives on the GUI thread; what it starts runs on the reader's lane and on that for long values.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.card.prepared import CardPreparer, PreparedCard, PreparedRequest, prepare_request


class CardReader(QObject):
    """`arrived` gives the session's card, or None where there is none (any more) or it cannot be read. Only the newest
    look is told."""

    arrived = Signal(object)

    def __init__(self, bridge: StoreBridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._preparer = CardPreparer()
        self._session: str | None = None
        self._looks = 0
        self._making: set[str] = set()

    def read(self, session: str) -> None:
        """Look at the session's card anew."""
        self._session = session
        self._looks += 1
        look = self._looks

        def arrived(prepared: PreparedCard | None) -> None:
            if look == self._looks:
                self.arrived.emit(prepared)
                for request in prepared.requests if prepared is not None else ():
                    self._make_ready(session, request)

        def failed(error: BaseException) -> None:
            if look == self._looks:
                self.arrived.emit(None)
                self._bridge.unavailable.emit(error)

        self._bridge.read(
            lambda reader: self._preparer.read(reader, session), arrived, failed, owner=self, newest_first=True
        )

    def forget(self) -> None:
        """Look at nothing: what is still on its way is not told."""
        self._session = None
        self._looks += 1

    def _make_ready(self, session: str, request: PreparedRequest) -> None:
        if not request.pending or request.key in self._making:
            return
        self._making.add(request.key)

        def made(whole: PreparedRequest) -> None:
            self._making.discard(request.key)
            self._preparer.keep(whole)
            if session == self._session:
                self.read(session)

        def failed(error: BaseException) -> None:
            self._making.discard(request.key)
            self._bridge.unavailable.emit(error)

        # The card that was chosen last is the one that is looked at.
        self._bridge.work(lambda: prepare_request(request.view), made, failed, owner=self, newest_first=True)
