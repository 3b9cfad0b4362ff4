"""What changed since a question was asked, before anybody decides: told without starting anything."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, select

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.states import RequestState
from pausedesk.core.named_files import as_they_are, changed_file
from pausedesk.core.rules.manifests import ChangedPart, ToolIdentity, changed_since, looked_at
from pausedesk.core.store.manifests import AGENT_OF_SESSION, stored_manifest
from pausedesk.core.store.sessions import AgentRef
from pausedesk.core.store.tables import manifests, requests, sessions


@dataclass(frozen=True, slots=True)
class Look:
    """A look at a question that waits: what is not as it was asked, in a sentence (None: nothing that is known), as
    a part and as the code that refuses its approval, and when its tool was looked at last (None: not since it was
    asked)."""

    changed: str | None = None
    part: ChangedPart | None = None
    tools_checked_at: int | None = None
    code: RefusalCode | None = None


def look_at(row: Any, body: str | None, checked_at: int | None) -> Look:
    """Look at a request (its row) beside the newest manifest of its agent, where there is one, and the files it names.
    The files are looked at now, which takes as long as their disk likes."""
    look = look_at_tool(row, body, checked_at)
    if look.changed is not None or not names_files(row):
        return look
    files = json.loads(row.files)
    said = changed_file(files, as_they_are(files))
    return look if said is None else Look(said, ChangedPart.FILE, look.tools_checked_at, RefusalCode.CALL_CHANGED)


def names_files(row: Any) -> bool:
    """Whether a request (its row) is bound to files."""
    return row.files not in ("", "{}")


def look_at_tool(row: Any, body: str | None, checked_at: int | None) -> Look:
    """Look at a request (its row) beside the newest manifest of its agent alone, which asks nothing of any disk."""
    seen = stored_manifest(body) if body is not None else None
    change = None
    if row.answer_schema:
        return Look()  # a plain question: nothing of its tool runs, and what was asked stands as it is
    if seen is None or checked_at is None or not looked_at(row.tool, row.created_at, seen, checked_at):
        checked_at = None
    else:
        asked = ToolIdentity(row.tool_digest, row.schema_digest, row.chain_digest)
        change = changed_since(row.tool, asked, row.created_at, seen, checked_at)
    if change is None:
        return Look(tools_checked_at=checked_at)
    return Look(change.sentence, change.part, checked_at, change.code)


class Looked:
    """Looks at questions for one act. Files are looked at outside of the transaction, which would hold the store for as
    long as their disk likes: what is not looked at yet is asked for first."""

    def __init__(self) -> None:
        self._files: dict[str, Look] = {}

    def look(self, row: Any) -> None:
        """Look at a question (its row beside its manifest), files and all; in no transaction."""
        self._files[row.id] = look_at(row, row.seen, row.checked_at)

    def at(self, row: Any) -> Look:
        """What is known of a question (its row beside its manifest). Raises `LookFirst`."""
        look = look_at_tool(row, row.seen, row.checked_at)
        if look.code is not None or not names_files(row):
            return look
        if row.id not in self._files:
            raise LookFirst(row)
        return self._files[row.id]


class LookFirst(Exception):
    """The files of a question must be looked at before it can be judged; `row` is the question's, beside its
    manifest."""

    def __init__(self, row: Any) -> None:
        super().__init__(row.id)
        self.row = row


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


_BESIDE_MANIFEST = (
    select(requests, manifests.c.body.label("seen"), manifests.c.checked_at)
    .join(sessions, sessions.c.id == requests.c.session_id)
    .join(manifests, manifests.c.agent == AGENT_OF_SESSION, isouter=True)
)
_WAITING = _BESIDE_MANIFEST.where(requests.c.state == RequestState.WAITING)

REQUEST_BESIDE_MANIFEST = _BESIDE_MANIFEST.where(requests.c.id == bindparam("request"))
"""One request, whatever became of it, with the newest manifest of its agent (`seen`, `checked_at`), for `look_at`."""
