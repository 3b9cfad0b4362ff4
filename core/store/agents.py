"""Where the agents of stored sessions are started from."""

from __future__ import annotations

from sqlalchemy import update

from pausedesk.core.store.engine import Store
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.tables import sessions


def move_agent(store: Store, spec: str, *, interpreter: str, folder: str) -> int:
    """Let every session of an agent be started with another interpreter and folder from now on.

    Returns how many sessions that concerned. What was asked stays bound to the tools it was asked of: an answer still
    meets `tool-changed` where the agent found there is another one.
    """
    with store.write() as connection:
        moved = connection.execute(
            update(sessions)
            .where(
                sessions.c.agent_spec == spec,
                (sessions.c.interpreter != interpreter) | (sessions.c.folder != folder),
            )
            .values(interpreter=interpreter, folder=folder, version=sessions.c.version + 1)
        )
        if moved.rowcount:
            write_audit(connection, None, "agent-moved", "runner", agent=spec, sessions=moved.rowcount)
    return moved.rowcount
