"""The clocks of this machine: the time of day, and the time since the boot with suspend counted; deadlines by both."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Any

from pausedesk.core.model.moments import Deadline, Moment


def now_ms() -> int:
    """The time of day in integer milliseconds since the Unix epoch, UTC."""
    return time.time_ns() // 1_000_000


def this_moment() -> Moment:
    """Both clocks now; where the system has no clock that counts suspend, or no name for its boot, the wall's alone."""
    clock, boot = getattr(time, "CLOCK_BOOTTIME", None), _boot()
    if clock is None or not boot:
        return Moment(now_ms())
    return Moment(now_ms(), boot, time.clock_gettime_ns(clock) // 1_000_000)


@cache
def _boot() -> str:
    """This boot's name, with the time namespace that may give its clock another start."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
    try:
        return f"{boot} {Path('/proc/self/ns/time').readlink()}"
    except OSError:
        return boot


def deadline_of(row: Any) -> Deadline | None:
    """The deadline of a row of `requests`; None where it has no end."""
    if row.expires_at is None:
        return None
    return Deadline(row.expires_at, row.expires_at - row.created_at, row.expires_boot, row.expires_boot_ms)
