"""Forgetting with what lies beside the store: what the processes of a forgotten session printed goes as well."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.evidence import drop_log
from pausedesk.core.store import forgetting
from pausedesk.core.store.engine import Store
from pausedesk.core.store.forgetting import Forgotten

DAY_MS = 86_400_000


def forget(store: Store, sessions: Sequence[str], *, by: str) -> Forgotten:
    """Forget sessions for good, all or none (`store.forgetting.forget_sessions`)."""
    look_after(store)
    return _with_logs(forgetting.forget_sessions(store, sessions, by=by))


def forget_older_than(store: Store, days: float, *, by: str, really: bool) -> Forgotten:
    """Forget what has not changed for so many days, by this machine's clock; without `really` only say what."""
    if really:
        look_after(store)
    # Nothing is older than the clock, however many days are named.
    before = int(max(0.0, time.time() * 1000 - days * DAY_MS))
    return _with_logs(forgetting.forget_older(store, before, by=by, really=really))


def _with_logs(gone: Forgotten) -> Forgotten:
    for owner in gone.owners:
        drop_log(owner)
    return gone
