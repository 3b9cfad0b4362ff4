"""Leases by name: who holds the worker's place of a store. A session's lease is taken in `sessions`."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from pausedesk.core.errors import StoreError
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.transitions import FREE, HELD
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.sessions import Liveness
from pausedesk.core.store.tables import leases

WORKER = "worker"


def take(store: Store, name: str, holder: Owner, alive: Liveness, *, gone_by: str = "") -> None:
    """Take a lease; raises StoreError `worker-running` while a holder lives or cannot be proved dead.

    `gone_by` names the person on whose word a holder that cannot be looked at from here has ended.
    """
    with store.write() as connection:
        held = connection.execute(select(leases.c.holder, leases.c.fence).where(leases.c.name == name)).first()
        if held is not None:
            owner = Owner.from_json(held.holder)
            lives = alive.door(owner)
            if owner != holder and lives is not False and not (lives is None and gone_by):
                step = "It cannot be looked at from here; where you know it is gone: pausedesk worker --owner-gone."
                raise StoreError(
                    "worker-running",
                    worded("A worker runs already: {what}.", what=owner.sentence()),
                    next_step=None if lives else step,
                )
            if owner != holder and lives is None:
                write_audit(connection, None, "owner-gone", gone_by, owner=owner.sentence())
            connection.execute(delete(leases).where(leases.c.name == name))
        fence = (held.fence if held is not None else 0) + 1
        connection.execute(insert(leases).values(name=name, holder=holder.to_json(), fence=fence, taken_at=now_ms()))
        write_audit(connection, None, "lease-taken", name, holder=holder.sentence(), moved=[("lease", name, HELD)])


def release(store: Store, name: str, holder: Owner) -> None:
    """Give a lease back, where it is still held by `holder`."""
    with store.write() as connection:
        given = connection.execute(delete(leases).where(leases.c.name == name, leases.c.holder == holder.to_json()))
        if given.rowcount:
            write_audit(connection, None, "lease-released", name, moved=[("lease", name, FREE)])


def holder_alive(store: Store, name: str, alive: Liveness) -> bool:
    """Whether the lease is held by somebody who is not proved dead."""
    with store.read() as connection:
        held = connection.execute(select(leases.c.holder).where(leases.c.name == name)).scalar()
    return held is not None and alive.door(Owner.from_json(held)) is not False
