"""Children started ahead: for the sessions that wait, so that an approval acts at once instead of after an import.

A child that is started ahead has loaded its agent and nothing else. It is used for one hand-over, and only while the
files it loaded are what they were.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.handover import EngineEnd, HandOver, NewRequest
from pausedesk.core.rules.history import CallResult
from pausedesk.core.run.children import Child, StaleChild
from pausedesk.core.run.host import StoreHost
from pausedesk.core.secrets import provider_keys
from pausedesk.core.settings import environment_of
from pausedesk.core.store import sessions
from pausedesk.core.store.engine import Store
from pausedesk.core.store.sessions import AgentRef


def start_child(agent: AgentRef) -> Child:
    """Start a child and have its agent loaded; raises AgentLoadError or KeyringError, leaving nothing behind."""
    child = Child(agent, environment=environment_of(agent.name, agent.spec))
    try:
        # Read while the child imports: the keyring takes a while itself.
        child.load(provider_keys())
    except BaseException:
        child.discard()
        raise
    return child


class FreshChild:
    """A runner that starts a fresh child where the one that was started ahead has gone stale."""

    def __init__(self, child: Child) -> None:
        self._child = child
        self.owner = child.owner

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Drive once. Raises ChildDied."""
        try:
            return self._child.drive(hand, known, host)
        except StaleChild:
            self._child.discard()
            self._child = start_child(self._child.agent)
            self.owner = host.owner = self._child.owner
            return self._child.drive(hand, known, host)

    def check(self, hand: HandOver, author: dict[str, Any]) -> NewRequest:
        """Check a person's arguments; nothing is run. Raises PausedeskError."""
        try:
            return self._child.check(hand, author)
        except StaleChild:
            self._child.discard()
            self._child = start_child(self._child.agent)
            return self._child.check(hand, author)

    def alive(self) -> bool | None:
        """Whether the child or anything of its group lives."""
        return self._child.alive()

    def last_output(self) -> str:
        """The last of what the child printed."""
        return self._child.last_output()

    def finish(self) -> None:
        """Wait for the child's end."""
        self._child.finish()

    def drop_output(self) -> None:
        """Remove what the child printed."""
        self._child.drop_output()


class Ahead:
    """Keeps up to `number` children loaded for the agents of the sessions that wait, the newest first."""

    def __init__(self, store: Store, number: int) -> None:
        self._store = store
        self._number = number
        self._lock = threading.Lock()
        self._ready: dict[AgentRef, Child] = {}
        self._starting: set[AgentRef] = set()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="ahead")
        self._closed = False

    def take(self, agent: AgentRef) -> FreshChild:
        """A child for the agent: the one started ahead, or a new one."""
        with self._lock:
            child = self._ready.pop(agent, None)
        if child is not None and child.alive() is not True:
            child.discard()
            child = None
        return FreshChild(child or start_child(agent))

    def refill(self) -> None:
        """Start children for the agents that are likely to be needed next."""
        if not self._number:
            return
        with self._store.read() as connection:
            wanted = sessions.waiting_agents(connection, self._number)
        with self._lock:
            unwanted = [self._ready.pop(agent) for agent in list(self._ready) if agent not in wanted]
            missing = [agent for agent in wanted if agent not in self._ready and agent not in self._starting]
            self._starting.update(missing)
        for child in unwanted:
            child.discard()
        for agent in missing:
            self._pool.submit(self._start, agent)

    def close(self) -> None:
        """End every child that was started ahead."""
        with self._lock:
            self._closed = True
            ready, self._ready = list(self._ready.values()), {}
        for child in ready:
            child.discard()
        self._pool.shutdown(wait=True)

    def _start(self, agent: AgentRef) -> None:
        try:
            child = start_child(agent)
        except PausedeskError:
            # The answer itself will meet it, and say it where a person reads it. Not tried again until something
            # changes: `_starting` keeps it out.
            return
        with self._lock:
            self._starting.discard(agent)
            if not self._closed and agent not in self._ready:
                self._ready[agent] = child
                return
        child.discard()
