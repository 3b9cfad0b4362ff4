"""A reading of both clocks, and the end of a question's life by both (answered-pause rules, section 9), in ms."""

from __future__ import annotations

from dataclasses import dataclass


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
