"""The words of the window for states, endings and times, and the shape and tone that go with each. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import SessionRow


class Shape(StrEnum):
    """A state by its shape, so that no meaning hangs on colour alone."""

    DOT = "dot"
    HALF = "half"
    RING = "ring"
    TRIANGLE = "triangle"
    LOOP = "loop"
    CHECK = "check"
    CROSS = "cross"
    PLAY = "play"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Mark:
    """Shape, word, and the theme's colour name."""

    shape: Shape
    word: str
    tone: str


_ENDINGS: dict[Ending, Mark] = {
    Ending.RUNNING: Mark(Shape.PLAY, "running", "good"),
    Ending.WAITING_APPROVAL: Mark(Shape.DOT, "waiting", "waiting"),
    Ending.APPROVED_NOT_STARTED: Mark(Shape.HALF, "answered, not started", "waiting"),
    Ending.MAY_HAVE_RUN: Mark(Shape.TRIANGLE, "may have run", "danger"),
    Ending.STOPPED: Mark(Shape.SQUARE, "stopped", "idle"),
    Ending.EXPIRED: Mark(Shape.RING, "expired", "idle"),
    Ending.FINISHED: Mark(Shape.CHECK, "finished", "good"),
    Ending.TOOLS_INTERRUPTED: Mark(Shape.LOOP, "interrupted in a tool", "warning"),
    Ending.RESPONSE_CUT_OFF: Mark(Shape.LOOP, "cut off", "warning"),
    Ending.OUTPUT_LIMIT: Mark(Shape.LOOP, "reached its output limit", "warning"),
    Ending.USER_UNANSWERED: Mark(Shape.LOOP, "message not answered", "warning"),
    Ending.REFUSED: Mark(Shape.LOOP, "model refused", "warning"),
    Ending.CONTEXT_FULL: Mark(Shape.LOOP, "context full", "warning"),
    Ending.API_ERROR: Mark(Shape.LOOP, "provider error", "warning"),
    Ending.EMPTY: Mark(Shape.RING, "empty", "idle"),
    Ending.UNREADABLE: Mark(Shape.CROSS, "unreadable", "danger"),
}

FILTER_WORDS: dict[ListFilter, str] = {
    ListFilter.WAITING: "Waiting",
    ListFilter.UNKNOWN: "May have run",
    ListFilter.INTERRUPTED: "Interrupted",
    ListFilter.ANSWERED: "Answered",
    ListFilter.ALL: "All",
}

EMPTY_WORDS: dict[ListFilter, tuple[str, str]] = {
    ListFilter.WAITING: (
        "Nothing waits.",
        "When an agent asks for consent, its question appears here by itself.",
    ),
    ListFilter.UNKNOWN: (
        "No call is in doubt.",
        "A call whose process died before its result was stored would be listed here.",
    ),
    ListFilter.INTERRUPTED: (
        "No session was interrupted.",
        "Sessions that were cut off or stopped, and can be resumed, are listed here.",
    ),
    ListFilter.ANSWERED: (
        "Nothing was answered yet.",
        "Sessions whose questions you or others answered are listed here.",
    ),
    ListFilter.ALL: (
        "This store holds no session.",
        'Start one with  pausedesk run module:agent "prompt" , or fill a demo store with  pausedesk demo .',
    ),
}

NARROWED_WORDS = (
    "Nothing here.",
    "No session of this filter holds these words, ended so, or comes from there. Esc in the search empties it.",
)


def mark_of(row: SessionRow) -> Mark:
    """How a row stands. Doubt comes before everything, then what waits for the person."""
    if row.unreadable is not None:
        return _ENDINGS[Ending.UNREADABLE]
    if row.unknown_count:
        return _ENDINGS[Ending.MAY_HAVE_RUN]
    if row.submitted_count:
        return Mark(Shape.HALF, "answered, held" if row.held else "answered, on its way", "waiting")
    if row.waiting_count > 1:
        return Mark(Shape.DOT, f"{row.waiting_count} calls wait", "waiting")
    if row.waiting_count == 1:
        return _ENDINGS[Ending.WAITING_APPROVAL]
    return _ENDINGS.get(row.ending, Mark(Shape.RING, str(row.ending).replace("_", " "), "idle"))


def ending_word(ending: Ending) -> str:
    """The ending in words."""
    return _ENDINGS[ending].word if ending in _ENDINGS else str(ending).replace("_", " ")


def age(at: int | None, now: int) -> str:
    """How long ago, in the fewest words: `at` and `now` in milliseconds since the epoch."""
    if at is None:
        return ""
    seconds = max(0, (now - at) // 1000)
    if seconds < 60:
        return "now"
    if seconds < 3600:
        return f"{seconds // 60} min"
    if seconds < 86400:
        return f"{seconds // 3600} h"
    days = (_local(now).date() - _local(at).date()).days
    if days <= 1:
        return "yesterday"
    return f"{days} days" if days < 14 else f"{_local(at):%d %b %Y}"


def clock(at: int | None, now: int | None = None) -> str:
    """The local time of day, with its date where that is not today's."""
    if at is None:
        return ""
    when = _local(at)
    if now is None or _local(now).date() == when.date():
        return f"{when:%H:%M}"
    return f"{when:%d %b %H:%M}"


def clock_seconds(at: int | None) -> str:
    """The local date and time to the second."""
    return f"{_local(at):%d %b %Y %H:%M:%S}" if at is not None else ""


def _local(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000).astimezone()


def size(data: int) -> str:
    """A number of bytes for a person."""
    if data < 1000:
        return f"{data} byte{'s' if data != 1 else ''}"
    if data < 1_000_000:
        return f"{data / 1000:.1f} kB"
    return f"{data / 1_000_000:.1f} MB"


def many(count: int, word: str, words: str | None = None) -> str:
    """A count with its noun."""
    return f"{count:,} {word if count == 1 else words or word + 's'}"
