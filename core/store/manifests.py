"""The manifests of agents: what the newest process that loaded an agent saw of its tools, kept for who looks before."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sqlalchemy import BindParameter, Connection, and_, bindparam, exists, insert, literal, select, text, update

from pausedesk.core.model.states import RequestState
from pausedesk.core.rules.manifests import Manifest, ToolIdentity, changed_since, manifest_body, manifest_of
from pausedesk.core.store.conditions import WAITING
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.sessions import AgentRef
from pausedesk.core.store.tables import changes, manifests, requests, sessions

# An agent whose tools are as they were is written down again after so long: the time of a check is no more exact.
AGAIN_MS = 60_000
# A manifest of more characters than that is not kept: every list would read it.
LONGEST_BODY = 1_000_000

_AGENT: BindParameter[str] = bindparam("the_agent")
_NEWEST = select(manifests.c.body, manifests.c.checked_at).where(manifests.c.agent == _AGENT)
_WAITS = and_(
    text(WAITING),
    sessions.c.agent_spec == bindparam("spec"),
    sessions.c.interpreter == bindparam("interpreter"),
    sessions.c.folder == bindparam("folder"),
)
_BEFORE = select(
    manifests.c.body,
    manifests.c.checked_at,
    # Whatever a session asked, it changed then: its own index leads to the few that did so since.
    exists().where(_WAITS, sessions.c.updated_at > manifests.c.checked_at).label("asked"),
).where(manifests.c.agent == _AGENT)
_ASKED_SINCE = (
    select(requests.c.tool, requests.c.tool_digest, requests.c.chain_digest, requests.c.created_at)
    .join(sessions, sessions.c.id == requests.c.session_id)
    .where(
        _WAITS,
        sessions.c.updated_at > bindparam("since"),
        requests.c.state == RequestState.WAITING,
        requests.c.created_at > bindparam("since"),
    )
)
_KEEP = update(manifests).where(manifests.c.agent == _AGENT).values(body=bindparam("new"), checked_at=bindparam("at"))

AGENT_OF_SESSION = sessions.c.interpreter + "\n" + sessions.c.folder + "\n" + sessions.c.agent_spec
"""The key of a session's agent in `manifests`, as SQL."""


def agent_key(agent: AgentRef) -> str:
    """The key of an agent: what it is started with, from where, and what it is there."""
    return f"{agent.interpreter}\n{agent.folder}\n{agent.spec}"


def keep_manifest(store: Store, agent: AgentRef, seen: Manifest, *, again_ms: int = AGAIN_MS) -> None:
    """Keep what was seen of an agent just now; raises StoreError.

    Nothing is written where the same was seen less than `again_ms` ago, unless a question was asked since that it
    contradicts. An agent without a spec is known to its own program alone, and has no manifest.
    """
    body = manifest_body(seen)
    if not agent.spec or len(body) > LONGEST_BODY:
        return
    key, at = agent_key(agent), now_ms()
    where = {"spec": agent.spec, "interpreter": agent.interpreter, "folder": agent.folder}
    with store.read() as connection:
        known = connection.execute(_BEFORE, {**where, "the_agent": key}).first()
        news = known is None or known.body != body
        if known is not None and not news:
            asked = connection.execute(_ASKED_SINCE, {**where, "since": known.checked_at}) if known.asked else ()
            news = any(_contradicts(row, seen, at) for row in asked)
            if not news and 0 <= at - known.checked_at < again_ms:
                return
    with store.write() as connection:
        if not connection.execute(_KEEP, {"the_agent": key, "new": body, "at": at}).rowcount:
            connection.execute(insert(manifests), {"agent": key, "body": body, "checked_at": at})
        if news:
            # Whoever shows a question of this agent looks again.
            told = select(sessions.c.id, literal("manifest")).where(_WAITS)
            connection.execute(insert(changes).from_select(["session_id", "what"], told), where)


def _contradicts(row: Any, seen: Manifest, at: int) -> bool:
    asked = ToolIdentity(row.tool_digest, "", row.chain_digest)
    return changed_since(row.tool, asked, row.created_at, seen, at) is not None


def newest_manifest(connection: Connection, agent: AgentRef) -> tuple[str, int] | None:
    """The stored text of an agent's newest manifest and when it was checked; None where nobody looked."""
    row = connection.execute(_NEWEST, {"the_agent": agent_key(agent)}).first()
    return None if row is None else (row.body, row.checked_at)


@lru_cache(maxsize=64)
def stored_manifest(body: str) -> Manifest | None:
    """The manifest that a stored text describes, or None where it cannot be read: then nobody has looked."""
    try:
        return manifest_of(body)
    except (ValueError, RecursionError):
        return None
