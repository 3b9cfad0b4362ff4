"""A session of another program, as it was read from the file in which that program keeps it. Plain values.

Times are integer milliseconds since the Unix epoch, UTC.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from pausedesk.core.model.histories import Message
from pausedesk.core.model.states import Ending

DEEPEST = 200
"""Levels of a call's arguments that are kept."""


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


@dataclass(frozen=True, slots=True)
class ForeignView:
    """What the store keeps of a session of another program: where it is, and what was read there.

    `pages` are the places in its file at which parts of the timeline begin, each with the number of lines before it;
    none where the file is not one of lines. `fault` says why the file could not be read when it was looked at last.
    """

    format: str
    file: str
    key: str
    pages: tuple[tuple[int, int], ...]
    read_at: int
    fault: str | None
    session: ForeignSession


@dataclass(frozen=True, slots=True)
class OwnCommand:
    """How a session's own program goes on with it: the command (argv) and the folder in which it has to be called.

    `line` is both for a shell; `sentence` says it to a person, and what stands in the way: `missing` is True where the
    folder is not there.
    """

    argv: tuple[str, ...]
    folder: str
    line: str
    missing: bool
    sentence: str
