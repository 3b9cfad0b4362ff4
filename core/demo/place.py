"""Where the demo agent works, and what goes wrong there on purpose.

A child's current folder is the session's folder. A program that runs the agent in its own process names the folder with
`at`, so that its current folder stays its own.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

# Set in the environment of one child: its process is killed while the model answers for the second time.
POWER_CUT = "PAUSEDESK_DEMO_POWER_CUT"


@dataclass(frozen=True, slots=True)
class Place:
    """The folder the tools act on, and whether the model's provider is out of order."""

    folder: Path
    provider_down: bool = False


_here: ContextVar[Place | None] = ContextVar("demo_place", default=None)


@contextmanager
def at(folder: Path, *, provider_down: bool = False) -> Iterator[None]:
    """Let the agent, run in this process, act on `folder` for the time of the block."""
    token = _here.set(Place(folder, provider_down))
    try:
        yield
    finally:
        _here.reset(token)


def here() -> Place:
    """Where the agent works now."""
    return _here.get() or Place(Path.cwd())


def kill_this_process() -> NoReturn:
    """End this process as a crash or a power cut would: at once, with nothing written or closed. Only demos call it."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise SystemExit  # no signal ends a process before this line is reached on every system
