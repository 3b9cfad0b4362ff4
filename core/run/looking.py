"""Looking at an agent's tools because a person asks: a child loads the agent, and nothing of it is run."""

from __future__ import annotations

from pausedesk.core.rules.manifests import Manifest
from pausedesk.core.run.ahead import start_child
from pausedesk.core.store.engine import Store
from pausedesk.core.store.manifests import keep_manifest
from pausedesk.core.store.sessions import AgentRef


def look_at_agent(store: Store, agent: AgentRef) -> Manifest | None:
    """Load an agent in a process of its own and keep what is seen of its tools; None where its own Pausedesk is too old
    to say.

    Raises AgentLoadError or KeyringError where it cannot be loaded, and StoreError.
    """
    child = start_child(agent, store)
    child.discard()
    if child.manifest is not None:
        keep_manifest(store, agent, child.manifest, again_ms=0)
    return child.manifest
