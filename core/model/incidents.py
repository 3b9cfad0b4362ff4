"""Incidents: the calls that one runner left in doubt when it died, and what is known of each. Plain frozen values.

A runner is the process that ran the sessions (a worker, a command in the foreground, a program with its own agent); its
children run the calls. Times are integer milliseconds since the Unix epoch; texts are the real ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from pausedesk.core.model.trails import EventFact
from pausedesk.core.model.views import ExecutionView


@dataclass(frozen=True, slots=True)
class Seen:
    """Who answered the question of a call, what they decided, when, and the digest of the bytes they saw.

    `surface` says where they saw them, as far as the door knew: desk, terminal, json or program.
    """

    by: str
    at: int
    decision: str
    digest: str
    surface: str


@dataclass(frozen=True, slots=True)
class IncidentCall:
    """One call in doubt with its evidence. `digest` is that of its question; a call without one needed no approval."""

    session: str
    title: str
    agent: str
    view: ExecutionView
    question: str
    digest: str | None
    seen: tuple[Seen, ...]
    events: tuple[EventFact, ...]  # of the audit, those about this call, oldest first
    doubted_at: int | None  # when it was written that it may have run; None: that is not written yet

    @property
    def settleable(self) -> bool:
        """Whether a person can say what became of it: its owner is proved dead (section 8)."""
        return self.view.owner_alive is False


@dataclass(frozen=True, slots=True)
class IncidentRow:
    """One incident in a list: how many calls of how many sessions are in doubt, and when the first of them began."""

    runner: str
    owner: str  # as a person reads it
    alive: bool | None
    calls: int
    sessions: int
    first_at: int


@dataclass(frozen=True, slots=True)
class Incident:
    """What one runner left in doubt. `alive` tells of the runner itself, which may outlive a child that died: then the
    child is what the incident is of (None: cannot be told from this machine).

    `noticed_at` is when its death was written down; `calls` are in the order of their start, at most as many as were
    asked for, `more` how many are left out.
    """

    runner: str
    owner: str  # as a person reads it
    alive: bool | None
    noticed_at: int | None
    calls: tuple[IncidentCall, ...]
    more: int = 0

    @property
    def sessions(self) -> int:
        """How many sessions the calls belong to."""
        return len({one.session for one in self.calls})


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a person says became of one call: `end` is ran (with what they found), did-not-run or unknown."""

    session: str
    execution: str
    end: str
    found: str = ""
