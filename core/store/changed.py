"""What changed since a question was asked, before anybody decides: told without starting anything."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from pausedesk.core.model.states import RequestState
from pausedesk.core.named_files import as_they_are, changed_file
from pausedesk.core.rules.manifests import ChangedPart, ToolIdentity, changed_since, looked_at
from pausedesk.core.store.manifests import AGENT_OF_SESSION, stored_manifest
from pausedesk.core.store.sessions import AgentRef
from pausedesk.core.store.tables import manifests, requests, sessions


@dataclass(frozen=True, slots=True)
class Look:
    """A look at a question that waits: what is not as it was asked, in a sentence (None: nothing that is known) and as
    a part, and when its tool was looked at last (None: not since it was asked)."""

    changed: str | None = None
    part: ChangedPart | None = None
    tools_checked_at: int | None = None


def look_at(row: Any, body: str | None, checked_at: int | None) -> Look:
    """Look at a request (its row) beside the newest manifest of its agent, where there is one, and the files it names.
    The files are looked at now."""
    seen = stored_manifest(body) if body is not None else None
    change = None
    if seen is None or checked_at is None or not looked_at(row.tool, row.created_at, seen, checked_at):
        checked_at = None
    else:
        asked = ToolIdentity(row.tool_digest, row.schema_digest, row.chain_digest)
        change = changed_since(row.tool, asked, row.created_at, seen, checked_at)
    if change is not None:
        return Look(change.sentence, change.part, checked_at)
    files = json.loads(row.files)
    said = changed_file(files, as_they_are(files)) if files else None
    return Look(said, ChangedPart.FILE if said is not None else None, checked_at)


def looks(connection: Connection, wanted: Sequence[str]) -> dict[str, Look]:
    """A look at each waiting request of several sessions, by request."""
    rows = connection.execute(_WAITING.where(requests.c.session_id.in_(list(wanted))))
    return {row.id: look_at(row, row.seen, row.checked_at) for row in rows}


def looks_of_agent(connection: Connection, agent: AgentRef) -> list[tuple[Any, Look]]:
    """Each waiting request (its row) of an agent's sessions with a look at it, the oldest first."""
    mine = (sessions.c.agent_spec == agent.spec, sessions.c.interpreter == agent.interpreter)
    asked = _WAITING.where(*mine, sessions.c.folder == agent.folder).order_by(
        requests.c.created_at, requests.c.position
    )
    return [(row, look_at(row, row.seen, row.checked_at)) for row in connection.execute(asked)]


_WAITING = (
    select(requests, manifests.c.body.label("seen"), manifests.c.checked_at)
    .join(sessions, sessions.c.id == requests.c.session_id)
    .join(manifests, manifests.c.agent == AGENT_OF_SESSION, isouter=True)
    .where(requests.c.state == RequestState.WAITING)
)
