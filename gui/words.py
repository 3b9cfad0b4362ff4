"""The words of the window for states, endings and times, and the shape and tone that go with each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import SessionRow
from pausedesk.core.model.wording import worded
from pausedesk.gui.language import said, tr, tr_many


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
    DOWN = "down"  # no state: that a box opens a list


@dataclass(frozen=True, slots=True)
class Mark:
    """Shape, word, and the theme's colour name."""

    shape: Shape
    word: str
    tone: str


_ENDINGS: dict[Ending, Mark] = {
    Ending.RUNNING: Mark(Shape.PLAY, worded("running"), "good"),
    Ending.WAITING_APPROVAL: Mark(Shape.DOT, worded("waiting"), "waiting"),
    Ending.APPROVED_NOT_STARTED: Mark(Shape.HALF, worded("answered, not started"), "waiting"),
    Ending.MAY_HAVE_RUN: Mark(Shape.TRIANGLE, worded("may have run"), "danger"),
    Ending.STOPPED: Mark(Shape.SQUARE, worded("stopped"), "idle"),
    Ending.EXPIRED: Mark(Shape.RING, worded("expired"), "idle"),
    Ending.FINISHED: Mark(Shape.CHECK, worded("finished"), "good"),
    Ending.TOOLS_INTERRUPTED: Mark(Shape.LOOP, worded("interrupted in a tool"), "warning"),
    Ending.RESPONSE_CUT_OFF: Mark(Shape.LOOP, worded("cut off"), "warning"),
    Ending.OUTPUT_LIMIT: Mark(Shape.LOOP, worded("reached its output limit"), "warning"),
    Ending.USER_UNANSWERED: Mark(Shape.LOOP, worded("message not answered"), "warning"),
    Ending.REFUSED: Mark(Shape.LOOP, worded("model refused"), "warning"),
    Ending.CONTEXT_FULL: Mark(Shape.LOOP, worded("context full"), "warning"),
    Ending.API_ERROR: Mark(Shape.LOOP, worded("provider error"), "warning"),
    Ending.EMPTY: Mark(Shape.RING, worded("empty"), "idle"),
    Ending.UNREADABLE: Mark(Shape.CROSS, worded("unreadable"), "danger"),
}

SURE_WORDS: dict[str, str] = {"probable": worded("probable"), "guess": worded("guess"), "certain": worded("certain")}
"""How sure the reading of an ending is."""

FILTER_WORDS: dict[ListFilter, str] = {
    ListFilter.WAITING: worded("Waiting"),
    ListFilter.UNKNOWN: worded("May have run"),
    ListFilter.INTERRUPTED: worded("Interrupted"),
    ListFilter.ANSWERED: worded("Answered"),
    ListFilter.ALL: worded("All"),
}

EMPTY_WORDS: dict[ListFilter, tuple[str, str]] = {
    ListFilter.WAITING: (
        worded("Nothing waits."),
        worded("When an agent asks for consent, its question appears here by itself."),
    ),
    ListFilter.UNKNOWN: (
        worded("No call is in doubt."),
        worded("A call whose process died before its result was stored would be listed here."),
    ),
    ListFilter.INTERRUPTED: (
        worded("No session was interrupted."),
        worded("Sessions that were cut off or stopped, and can be resumed, are listed here."),
    ),
    ListFilter.ANSWERED: (
        worded("Nothing was answered yet."),
        worded("Sessions whose questions you or others answered are listed here."),
    ),
    ListFilter.ALL: (
        worded("This store holds no session."),
        worded('Start one with  pausedesk run module:agent "prompt" , or fill a demo store with  pausedesk demo .'),
    ),
}

NARROWED_WORDS = (
    worded("Nothing here."),
    worded("The filter holds sessions, but none with these words and choices. Change them, or show all of it."),
)


def mark_of(row: SessionRow) -> Mark:
    """How a row stands, in the language in use. Doubt comes before everything, then what waits for the person."""
    mark = _mark_of(row)
    return replace(mark, word=said(mark.word))


def _mark_of(row: SessionRow) -> Mark:
    if row.unreadable is not None:
        return _ENDINGS[Ending.UNREADABLE]
    if row.unknown_count:
        return _ENDINGS[Ending.MAY_HAVE_RUN]
    if row.submitted_count:
        return Mark(Shape.HALF, tr("answered, held") if row.held else tr("answered, on its way"), "waiting")
    if row.waiting_count > 1:
        return Mark(Shape.DOT, tr_many("{n} call waits", "{n} calls wait", row.waiting_count), "waiting")
    if row.waiting_count == 1:
        return _ENDINGS[Ending.WAITING_APPROVAL]
    return _ENDINGS.get(row.ending, Mark(Shape.RING, str(row.ending).replace("_", " "), "idle"))


def ending_word(ending: Ending) -> str:
    """The ending in words."""
    return said(_ENDINGS[ending].word) if ending in _ENDINGS else str(ending).replace("_", " ")


def age(at: int | None, now: int) -> str:
    """How long ago, in the fewest words: `at` and `now` in milliseconds since the epoch."""
    if at is None:
        return ""
    seconds = max(0, (now - at) // 1000)
    if seconds < 60:
        return tr("now")
    if seconds < 3600:
        return tr("{minutes} min", minutes=seconds // 60)
    if seconds < 86400:
        return tr("{hours} h", hours=seconds // 3600)
    days = (_local(now).date() - _local(at).date()).days
    if days <= 1:
        return tr("yesterday")
    if days < 14:
        return tr_many("{n} day", "{n} days", days)
    return tr("{when:%d %b %Y}", when=_local(at))


def ago(at: int | None, now: int) -> str:
    """The same in a sentence."""
    word = age(at, now)
    if at is None or now - at >= 86_400_000:
        days = 0 if at is None else (_local(now).date() - _local(at).date()).days
        return tr("{age} ago", age=word) if 1 < days < 14 else word
    return tr("{age} ago", age=word) if now - at >= 60_000 else tr("just now")


def clock(at: int | None, now: int | None = None) -> str:
    """The local time of day, with its date where that is not today's."""
    if at is None:
        return ""
    when = _local(at)
    if now is None or _local(now).date() == when.date():
        return f"{when:%H:%M}"
    return tr("{when:%d %b %H:%M}", when=when)


def clock_seconds(at: int | None) -> str:
    """The local date and time to the second."""
    return tr("{when:%d %b %Y %H:%M:%S}", when=_local(at)) if at is not None else ""


def _local(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000).astimezone()


def size(data: int) -> str:
    """A number of bytes for a person."""
    if data < 1000:
        return tr_many("{n} byte", "{n} bytes", data)
    if data < 1_000_000:
        return f"{data / 1000:.1f} kB"
    return f"{data / 1_000_000:.1f} MB"
