"""What every importer is: a format that is known by its content, and sessions read from it as a stream. Read only.

Nothing is written into or beside what is read, and nothing in it is run, unpickled or opened. What an importer does not
understand is kept as `raw` items of the timeline, never dropped.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pausedesk.core.model.histories import Message
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem

HEAD = 65_536
"""Bytes of a file that `sniff` is shown."""
DEEPEST = 200
"""Levels of a call's arguments that are kept."""


@dataclass(frozen=True, slots=True)
class Place:
    """A file with the first bytes of it, or the folder of a format that keeps a session in a folder (no bytes)."""

    path: Path
    head: bytes = b""


@dataclass(frozen=True, slots=True)
class Reading:
    """How a session ended, as its file says.

    `confidence` is certain, probable or guess; `stopped_by` person, process, unknown, or "" where it was not stopped;
    `why` is the evidence in one sentence, and may hold words of the file.
    """

    ending: Ending
    confidence: str
    stopped_by: str
    why: str


@dataclass(frozen=True, slots=True)
class ForeignCall:
    """A call without a result. `arguments` is the JSON value, or the text where it is none."""

    call: str
    tool: str
    arguments: Any
    question: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "arguments", _sound(self.arguments))


def _sound(value: Any, depth: int = 0) -> Any:
    """A JSON value that every reader takes: an infinite number (1e999) is a text, and so is what nests too deep."""
    match value:
        case float() if not math.isfinite(value):
            return str(value)
        case dict() | list() if depth == DEEPEST:
            return f"[nested deeper than {DEEPEST}]"
        case dict():
            return {name: _sound(one, depth + 1) for name, one in value.items()}
        case list():
            return [_sound(one, depth + 1) for one in value]
        case _:
            return value


@dataclass(frozen=True, slots=True)
class ForeignSession:
    """One session of another program. Times are milliseconds since the Unix epoch, UTC.

    `key` is its id there. `waiting` are the calls that wait for a person, `open_calls` all without a result. `answered`
    is True where the file says that its pause was answered already (what is missing is the resume), False where it says
    that it was not, None where it does not tell. `tail` is the end of the history in neutral form, from the last batch
    of calls on, which is as far as `classify_resume` reads. `command` goes on with it in its own program (argv, in
    `folder`). `faults` are the parts that could not be read, each with the reason.
    """

    key: str
    title: str
    folder: str
    model: str
    version: str
    started_at: int | None
    updated_at: int | None
    reading: Reading
    waiting: tuple[ForeignCall, ...] = ()
    open_calls: tuple[ForeignCall, ...] = ()
    answered: bool | None = None
    tail: tuple[Message, ...] = ()
    command: tuple[str, ...] = ()
    parent: str = ""
    messages: int = 0
    faults: tuple[str, ...] = ()


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
        UsageError for what the system does not let be read.
        """
        ...

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """`count` items of a session's timeline from the `start`th on, and how many there are in all.

        None where that is not known without reading on.
        """
        ...
