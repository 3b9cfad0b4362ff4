"""Expiry: within a boot, across boots, and under a wall clock that is set."""

from __future__ import annotations

import pytest

from pausedesk.core.model.moments import Deadline, Moment
from pausedesk.core.rules.expiry import age, deadline, expired, left, runs_out

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
WALL = 1_800_000_000_000
ASKED = Moment(WALL, "boot-a", 5 * HOUR)
END = deadline(ASKED, 2 * HOUR)


def later(ms: int, *, wall: int = 0, boot: str = "boot-a", boot_ms: int | None = None) -> Moment:
    """A moment that many ms after the question, with the wall clock set by `wall` ms besides."""
    return Moment(WALL + ms + wall, boot, 5 * HOUR + ms if boot_ms is None else boot_ms)


def test_a_deadline_holds_both_clocks() -> None:
    assert Deadline(WALL + 2 * HOUR, 2 * HOUR, "boot-a", 7 * HOUR) == END
    assert deadline(Moment(WALL), HOUR) == Deadline(WALL + HOUR, HOUR)


@pytest.mark.parametrize("lifetime", [0, -1])
def test_a_lifetime_must_be_above_nothing(lifetime: int) -> None:
    with pytest.raises(ValueError, match=f"not {lifetime}"):
        deadline(ASKED, lifetime)


@pytest.mark.parametrize("set_by", [0, HOUR, -HOUR, 365 * DAY, -365 * DAY], ids=str)
@pytest.mark.parametrize(
    ("passed", "remaining"),
    [(0, 2 * HOUR), (1, 2 * HOUR - 1), (2 * HOUR - 1, 1), (2 * HOUR, 0), (2 * HOUR + 1, 0), (90 * DAY, 0)],
)
def test_within_a_boot_no_setting_of_the_wall_clock_counts(passed: int, remaining: int, set_by: int) -> None:
    now = later(passed, wall=set_by)
    assert (left(END, now), expired(END, now), age(END, now)) == (remaining, remaining == 0, 2 * HOUR - remaining)


@pytest.mark.parametrize(
    ("wall", "uptime", "remaining"),
    [
        (3 * HOUR, MINUTE, 2 * HOUR - MINUTE),  # the wall clock alone says so: it may have been set forward
        (365 * DAY, 0, 2 * HOUR),
        (HOUR, 2 * HOUR, HOUR),  # the boot alone says so: the wall clock is behind
        (2 * HOUR, 2 * HOUR, 0),
        (2 * HOUR - 1, 2 * HOUR, 1),
        (2 * HOUR, 2 * HOUR - 1, 1),
        (-365 * DAY, 9 * HOUR, 2 * HOUR),  # set far back: never more than the whole life
        (9 * DAY, 9 * DAY, 0),
    ],
)
def test_in_another_boot_the_later_of_both_clocks_counts(wall: int, uptime: int, remaining: int) -> None:
    now = Moment(WALL + wall, "boot-b", uptime)
    assert (left(END, now), expired(END, now), age(END, now)) == (remaining, remaining == 0, 2 * HOUR - remaining)


@pytest.mark.parametrize(
    ("end", "boot", "boot_ms"),
    [(END, "", None), (deadline(Moment(WALL), 2 * HOUR), "boot-a", 0), (deadline(Moment(WALL), 2 * HOUR), "", None)],
)
@pytest.mark.parametrize(("wall", "remaining"), [(-HOUR, 2 * HOUR), (HOUR, HOUR), (2 * HOUR - 1, 1), (2 * HOUR, 0)])
def test_without_a_boot_clock_the_wall_clock_is_the_only_one(
    end: Deadline, boot: str, boot_ms: int | None, wall: int, remaining: int
) -> None:
    assert left(end, Moment(WALL + wall, boot, boot_ms)) == remaining


@pytest.mark.parametrize(
    ("lifetime", "passed", "warned"),
    [
        (10 * DAY, 9 * DAY - 1, False),
        (10 * DAY, 9 * DAY, True),
        (10 * DAY, 10 * DAY - 1, True),
        (10 * DAY, 10 * DAY, False),  # expired is told as such
        (HOUR, 50 * MINUTE - 1, False),
        (HOUR, 50 * MINUTE, True),
        (5 * MINUTE, 0, True),
    ],
)
def test_the_last_tenth_and_the_last_ten_minutes_are_warned_of(lifetime: int, passed: int, warned: bool) -> None:
    assert runs_out(deadline(ASKED, lifetime), later(passed)) is warned
