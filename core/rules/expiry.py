"""When a question that its author lets expire has expired: never early, whatever happens to the wall clock.

Source: answered-pause.md, section 9. All times are milliseconds. Nothing here reads a clock:
the caller brings the moment.
"""

from __future__ import annotations

import math

from pausedesk.core.errors import UsageError
from pausedesk.core.model.moments import Deadline, Moment
from pausedesk.core.model.wording import counted, worded

WARNING_SHARE = 10
"""The last tenth of a question's life is told as running out."""
WARNING_AT_LEAST = 10 * 60 * 1000
"""However short that tenth is, the last ten minutes are told as running out; a shorter life is from its start."""


EXPIRED_BEFORE_ANSWER = worded("Nobody answered in time: it expired before the answer.")
EXPIRED_BEFORE_USE = worded("It expired before the answer was used.")
EXPIRED_UNANSWERED = worded("Nobody answered in time.")
MOST_SECONDS = 100 * 366 * 86_400
"""A hundred years: more is a slip of whoever wrote it."""


def deadline(asked: Moment, lifetime: int) -> Deadline:
    """The deadline of a question asked at a moment.

    Raises:
        ValueError: if the lifetime is not above 0.
    """
    if lifetime <= 0:
        raise ValueError(f"A question's lifetime must be above 0 ms, not {lifetime}.")
    if not asked.boot or asked.boot_ms is None:
        return Deadline(asked.wall + lifetime, lifetime)
    return Deadline(asked.wall + lifetime, lifetime, asked.boot, asked.boot_ms + lifetime)


def left(end: Deadline, now: Moment) -> int:
    """How many ms a question still has, 0 to its lifetime; 0 is expired.

    Within the boot it was asked in, the boot's clock alone is judge. In another boot it is the later of both clocks:
    the wall clock must have reached the deadline, and this boot alone must have lasted for the lifetime, since only
    that much time is proved to have passed. So a question may end late after a restart, and never early. Where either
    side has no boot clock, the wall clock is the only one there is.
    """
    return min(max(_remaining(end, now), 0), end.lifetime)


def judged_at(end: Deadline, now: Moment) -> int:
    """The time of day at which a moment stands by the clock that judges the question, as if the wall clock had gone
    right since it was asked; ms since the Unix epoch. At or after `end.wall` it is expired."""
    return end.wall - _remaining(end, now)


def _remaining(end: Deadline, now: Moment) -> int:
    by_wall = end.wall - now.wall
    if not end.boot or end.boot_ms is None or not now.boot or now.boot_ms is None:
        return by_wall
    return end.boot_ms - now.boot_ms if end.boot == now.boot else max(by_wall, end.lifetime - now.boot_ms)


def expired(end: Deadline, now: Moment) -> bool:
    """Whether the question's life is over."""
    return left(end, now) == 0


def age(end: Deadline, now: Moment) -> int:
    """How much of its life a question has had, in ms: 0 to its lifetime, never negative."""
    return end.lifetime - left(end, now)


def runs_out(end: Deadline, now: Moment) -> bool:
    """Whether a person should be warned: not yet expired, and in its last tenth or its last ten minutes."""
    return 0 < left(end, now) <= max(end.lifetime // WARNING_SHARE, WARNING_AT_LEAST)


def lifetime_ms(tool: str, seconds: object) -> int | None:
    """A tool author's `expires_after` (seconds above 0, or None for never) in milliseconds.

    Raises UsageError `expires-after` for anything else: a question that should end must not wait for ever unseen.
    """
    if seconds is None:
        return None
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool) and math.isfinite(seconds)
    if not number or not 0.001 <= float(seconds) <= MOST_SECONDS:  # type: ignore[arg-type]
        raise UsageError(
            "expires-after", f"The tool {tool} says expires_after={seconds!r}, which is no number of seconds above 0."
        )
    return round(float(seconds) * 1000)  # type: ignore[arg-type]


def told(end: Deadline, now: Moment) -> str:
    """How long a question still has, for a person; a warning where it runs out."""
    remaining = left(end, now)
    if not remaining:
        return worded("expired")
    span = _span(remaining)
    return (
        worded("expires soon, in {span}", span=span) if runs_out(end, now) else worded("expires in {span}", span=span)
    )


def _span(ms: int) -> str:
    seconds = max(1, ms // 1000)
    if seconds < 60:
        return worded("{seconds} s", seconds=seconds)
    if seconds < 3600:
        return worded("{minutes} min", minutes=seconds // 60)
    if seconds < 2 * 86_400:
        return worded("{hours} h", hours=seconds // 3600)
    return counted("{n} day", "{n} days", seconds // 86_400)
