"""Which calls this person has seen to their end in this window, as a card judges it; for answers to several at once."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QObject, QTimer

from pausedesk.gui.card.card_body import CardBody
from pausedesk.gui.card.end_sight import SIGHT_MS

KEPT = 10_000


class SeenCalls(QObject):
    """Remembers requests with the digest that was shown; forgotten with the window, so that nobody inherits a look."""

    def __init__(self, body: CardBody, parent: QObject) -> None:
        super().__init__(parent)
        self._body = body
        self._seen: OrderedDict[tuple[str, str], None] = OrderedDict()
        # A call without values is not seen by a card that passes by either.
        self._sight = QTimer(self)
        self._sight.setSingleShot(True)
        self._sight.setInterval(SIGHT_MS)
        self._sight.timeout.connect(self._note)
        body.seen_changed.connect(self.look)

    def look(self) -> None:
        """A card was shown, or more of it was seen."""
        self._sight.start()

    def so_far(self) -> frozenset[tuple[str, str]]:
        """The requests that were seen, each with its digest."""
        return frozenset(self._seen)

    def _note(self) -> None:
        for request, call in self._body.calls.items():
            if call.isVisible() and call.all_seen:
                key = (request, call.request.view.digest)
                self._seen[key] = None
                self._seen.move_to_end(key)
        while len(self._seen) > KEPT:
            self._seen.popitem(last=False)
