"""Forgetting with what lies beside the store: what the processes of a forgotten session printed goes as well."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pausedesk.core.errors import StoreError
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.evidence import drop_log
from pausedesk.core.store import forgetting
from pausedesk.core.store.engine import Store
from pausedesk.core.store.forgetting import Forgotten

DAY_MS = 86_400_000
# Sessions of one transaction: others write between two of them.
PART = 25


def forget(store: Store, sessions: Sequence[str], *, by: str) -> Forgotten:
    """Forget sessions for good, all or none (`store.forgetting.forget_sessions`)."""
    look_after(store)
    return _with_logs(forgetting.forget_sessions(store, sessions, by=by))


def forget_older_than(store: Store, days: float, *, by: str, really: bool) -> Forgotten:
    """Forget what has not changed for so many days, by this machine's clock; without `really` only say what."""
    if really:
        look_after(store)
    return _with_logs(forgetting.forget_older(store, _before(days), by=by, really=really))


@dataclass(frozen=True, slots=True)
class Old:
    """Sessions that have not changed since `before` (milliseconds since the Unix epoch): those that would be
    forgotten, and how many must stay."""

    before: int
    sessions: tuple[str, ...]
    kept: int


@dataclass(frozen=True, slots=True)
class Cleared:
    """How many sessions were forgotten, whether all that were asked for were tried, and why bytes of them may be left
    in the file, where they may."""

    sessions: int
    whole: bool
    left: StoreError | None = None


def old_sessions(store: Store, days: float) -> Old:
    """What has not changed for so many days, by this machine's clock. Writes nothing."""
    before = _before(days)
    found = forgetting.old_sessions(store, before)
    return Old(before, tuple(found.sessions), len(found.kept))


def forget_old(store: Store, old: Old, *, by: str, told: Callable[[int], bool]) -> Cleared:
    """Forget what was found, and nothing else, in parts: after each, `told` is given how many were tried and says
    whether to go on. What has changed meanwhile stays. The file is written anew at the end, also after a stop: that
    cannot be stopped, for bytes of what went would be left."""
    look_after(store)
    gone = tried = 0
    for first in range(0, len(old.sessions), PART):
        part = old.sessions[first : first + PART]
        gone += len(_with_logs(forgetting.forget_listed(store, part, old.before, by=by)).sessions)
        tried += len(part)
        if not told(tried):
            break
    left = None
    if gone:
        try:
            store.erase_deleted()
        except StoreError as error:
            left = error
    return Cleared(gone, tried == len(old.sessions), left)


def _before(days: float) -> int:
    # Nothing is older than the clock, however many days are named.
    return int(max(0.0, time.time() * 1000 - days * DAY_MS))


def _with_logs(gone: Forgotten) -> Forgotten:
    for owner in gone.owners:
        drop_log(owner)
    return gone
