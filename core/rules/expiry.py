"""When a question that its author lets expire has expired: never early, whatever happens to the wall clock.

Source: answered-pause.md, section 9. All times are milliseconds. Nothing here reads a clock:
the caller brings the moment.
"""

from __future__ import annotations

from dataclasses import dataclass

WARNING_SHARE = 10
"""The last tenth of a question's life is told as running out."""
WARNING_AT_LEAST = 10 * 60 * 1000
"""However short that tenth is, the last ten minutes are told as running out; a shorter life is from its start."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One reading of both clocks.

    `wall` counts from the Unix epoch in UTC, so that neither a time zone nor daylight saving is in it. `boot` is the
    boot's id and `boot_ms` the time since that boot with suspend counted (CLOCK_BOOTTIME); `boot` is empty where the
    system has no such clock.
    """

    wall: int
    boot: str = ""
    boot_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Deadline:
    """The end of a question's life, by both clocks of the moment it was asked; `lifetime` is the author's, in ms."""

    wall: int
    lifetime: int
    boot: str = ""
    boot_ms: int | None = None


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
    by_wall = end.wall - now.wall
    if not end.boot or end.boot_ms is None or not now.boot or now.boot_ms is None:
        remaining = by_wall
    elif end.boot == now.boot:
        remaining = end.boot_ms - now.boot_ms
    else:
        remaining = max(by_wall, end.lifetime - now.boot_ms)
    return min(max(remaining, 0), end.lifetime)


def expired(end: Deadline, now: Moment) -> bool:
    """Whether the question's life is over."""
    return left(end, now) == 0


def age(end: Deadline, now: Moment) -> int:
    """How much of its life a question has had, in ms: 0 to its lifetime, never negative."""
    return end.lifetime - left(end, now)


def runs_out(end: Deadline, now: Moment) -> bool:
    """Whether a person should be warned: not yet expired, and in its last tenth or its last ten minutes."""
    return 0 < left(end, now) <= max(end.lifetime // WARNING_SHARE, WARNING_AT_LEAST)
