"""Which questions a person is told of outside the window: one notification a session, and none twice. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

MOST_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """A pause that waits: its id, when it was asked (milliseconds since the epoch), and the list's line of it."""

    pause: str
    at: int
    tool: str = ""
    line: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """What was told so far: by session the pause that the person knows of, and which notifications may still stand."""

    known: Mapping[str, str] = field(default_factory=dict)
    standing: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Steps:
    """What is to be done: notifications to show and to withdraw by session; `many` is told of in a single one."""

    told: Told
    show: tuple[str, ...] = ()
    many: int = 0
    withdraw: tuple[str, ...] = ()


def next_steps(
    told: Told, touched: Iterable[str], waiting: Mapping[str, Asked], *, since: int, seen: bool, on: bool
) -> Steps:
    """What follows where `touched` sessions changed, of which `waiting` wait.

    Told of is what was asked at `since` or later, while the window is not `seen` (in the foreground) and notifications
    are `on`; what comes while it is seen counts as known. A notification goes once its pause waits no more, whoever
    answered it. More than `MOST_AT_ONCE` at a time are told of as a number.
    """
    known = dict(told.known)
    new: list[str] = []
    withdraw: list[str] = []
    for session in touched:
        asked = waiting.get(session)
        if asked is None or known.get(session) not in (None, asked.pause):
            if session in told.standing:
                withdraw.append(session)
            known.pop(session, None)
        if asked is not None and session not in known:
            known[session] = asked.pause
            if asked.at >= since and on and not seen:
                new.append(session)
    show = tuple(new) if len(new) <= MOST_AT_ONCE else ()
    standing = told.standing.difference(withdraw).union(show)
    return Steps(Told(known, standing), show, len(new) if not show else 0, tuple(withdraw))
