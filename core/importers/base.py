"""What every importer is: a format that is known by its content, and sessions read from it as a stream. Read only.

Nothing is written into or beside what is read, and nothing in it is run, unpickled or opened. What an importer does not
understand is kept as `raw` items of the timeline, never dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.model.views import HistoryItem

HEAD = 65_536
"""Bytes of a file that `sniff` is shown."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file with the first bytes of it, or the folder of a format that keeps a session in a folder (no bytes)."""

    path: Path
    head: bytes = b""


Progress = Callable[[int, int], bool]
"""Told (bytes read, bytes in all) now and then; False stops the reading."""


class Importer(Protocol):
    """One format. `format` is its name in JSON and in the list ("claude-code"), `program` as people write it."""

    format: str
    program: str

    def sniff(self, place: Place) -> bool:
        """Whether the content is of this format. Looks at the head, or at names of tables or files; never raises."""
        ...

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """The sessions of a place, one after the other; a part that cannot be read is a fault of its session.

        A place of the format of which nothing can be read gives one session with the ending `unreadable`. Raises
        UsageError for what the system does not let be read, and `lines.Stopped` where `progress` says so.
        """
        ...

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """`count` items of a session's timeline from the `start`th on, and how many there are in all.

        None where that is not known without reading on.
        """
        ...
