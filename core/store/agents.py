"""The agents of stored sessions: which will be needed next, and where they are started from."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from pausedesk.core.store.engine import Store
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.sessions import AGENT_COLUMNS, AgentRef
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


def waiting_agents(connection: Connection, limit: int) -> list[AgentRef]:
    """The agents of the sessions that wait or whose answers are on their way, the newest first, each once."""
    rows = connection.execute(
        select(*AGENT_COLUMNS)
        .where(sessions.c.waiting_count + sessions.c.submitted_count > 0, sessions.c.agent_spec != "")
        .order_by(sessions.c.updated_at.desc())
        .limit(limit * 20)
    ).all()
    found = dict.fromkeys(AgentRef(*row) for row in rows)
    return list(found)[:limit]
