"""Envelopes of agentfootprint and of Pausedesk, in a file or in a table of a database, for `inspect`.

They are read as `import` reads them, which keeps their bytes; they are no sessions that stay with their program.
"""

from __future__ import annotations

from collections.abc import Iterator

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import has_tables
from pausedesk.core.importers.lines import Stopped
from pausedesk.core.model.envelopes import KNOWN_FORMATS
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.store.foreign import read_foreign
from pausedesk.core.store.imported import described, envelope_items


class Envelopes:
    """Sessions as agentfootprint stores them."""

    format = "envelopes"
    program = "agentfootprint"

    def sniff(self, place: Place) -> bool:
        """A database with a table of envelopes, or an object that names a format of them."""
        if has_tables(place, "session_id", "envelope"):
            return True
        head = place.head.lstrip()
        return head.startswith(b"{") and any(f'"{name}"'.encode() in head for name in KNOWN_FORMATS)

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The envelopes of a file, by their ids."""
        for number, one in enumerate(read_foreign(place.path)):
            if not progress(number, number + 1):
                raise Stopped
            yield described(one, place.path.stem)

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The history in one envelope."""
        mine = [one for one in read_foreign(place.path) if (one.session or place.path.stem) == key]
        found = [item for one in mine for item in envelope_items(one.envelope)]
        return found[start : start + count], len(found)
