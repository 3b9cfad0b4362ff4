"""Children started ahead: for the sessions that wait, so that an approval acts at once instead of after an import.

A child that is started ahead has loaded its agent and nothing else. It is used for one hand-over, and only while the
files it loaded are what they were.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from pausedesk.core.errors import PausedeskError, StoreError
from pausedesk.core.model.handover import EngineEnd, HandOver, NewRequest
from pausedesk.core.rules.history import CallResult
from pausedesk.core.run.children import Child, StaleChild
from pausedesk.core.run.host import StoreHost
from pausedesk.core.secrets import provider_keys
from pausedesk.core.settings import environment_of
from pausedesk.core.store.agents import waiting_agents
from pausedesk.core.store.engine import Store
from pausedesk.core.store.manifests import keep_manifest
from pausedesk.core.store.sessions import AgentRef


def start_child(agent: AgentRef, store: Store) -> Child:
    """Start a child, have its agent loaded and keep what it sees of its tools in the store.

    Raises AgentLoadError or KeyringError, leaving nothing behind.
    """
    child = Child(agent, environment=environment_of(agent.name, agent.spec))
    try:
        # Read while the child imports: the keyring takes a while itself.
        child.load(provider_keys())
    except BaseException:
        child.discard()
        raise
    if child.manifest is not None:
        with suppress(StoreError):  # told less before a decision; the decision itself is bound all the same
            keep_manifest(store, agent, child.manifest)
    return child


class FreshChild:
    """A runner that starts a fresh child where the one that was started ahead has gone stale."""

    def __init__(self, child: Child, store: Store) -> None:
        self._child = child
        self._store = store
        self.owner = child.owner

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Drive once. Raises ChildDied."""
        try:
            return self._child.drive(hand, known, host)
        except StaleChild:
            self._child.discard()
            self._child = start_child(self._child.agent, self._store)
            self.owner = host.owner = self._child.owner
            return self._child.drive(hand, known, host)

    def check(self, hand: HandOver, author: dict[str, Any]) -> NewRequest:
        """Check a person's arguments; nothing is run. Raises PausedeskError."""
        try:
            return self._child.check(hand, author)
        except StaleChild:
            self._child.discard()
            self._child = start_child(self._child.agent, self._store)
            return self._child.check(hand, author)

    def alive(self) -> bool | None:
        """Whether the child or anything of its group lives."""
        return self._child.alive()

    def last_output(self) -> str:
        """The last of what the child printed."""
        return self._child.last_output()

    def stop_answering(self, host: StoreHost) -> None:
        """Have the child end an answer that is under way."""
        self._child.stop_answering(host)

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
        # Agents that were edited and could not be loaded since, with the times of their files then.
        self._broken: dict[AgentRef, dict[str, float]] = {}
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="ahead")
        self._closed = False

    def take(self, agent: AgentRef) -> FreshChild:
        """A child for the agent: the one started ahead, or a new one."""
        with self._lock:
            child = self._ready.pop(agent, None)
        if child is not None and child.alive() is not True:
            child.discard()
            child = None
        return FreshChild(child or start_child(agent, self._store), self._store)

    def refill(self) -> None:
        """Start children for the agents that are likely to be needed next."""
        if not self._number:
            return
        with self._store.read() as connection:
            wanted = waiting_agents(connection, self._number)
        with self._lock:
            unwanted = [self._ready.pop(agent) for agent in list(self._ready) if agent not in wanted]
            missing = [agent for agent in wanted if agent not in self._ready and agent not in self._starting]
            self._starting.update(missing)
        for child in unwanted:
            child.discard()
        for agent in missing:
            self._pool.submit(self._start, agent)

    def renew(self) -> None:
        """Start the agents anew whose files changed, so that what waits is told beside the tools as they are now."""
        with self._lock:
            stale = {agent: child for agent, child in self._ready.items() if _as_they_are(child.files) != child.files}
            for agent in stale:
                del self._ready[agent]
            again = {agent: files for agent, files in self._broken.items() if _as_they_are(files) != files}
            for agent in again:
                del self._broken[agent]
            self._starting.update(stale)
        for child in stale.values():
            child.discard()
        for agent, files in [*((agent, child.files) for agent, child in stale.items()), *again.items()]:
            self._pool.submit(self._start, agent, _as_they_are(files))

    def close(self) -> None:
        """End every child that was started ahead."""
        with self._lock:
            self._closed = True
            ready, self._ready = list(self._ready.values()), {}
        for child in ready:
            child.discard()
        self._pool.shutdown(wait=True)

    def _start(self, agent: AgentRef, files: dict[str, float] | None = None) -> None:
        try:
            child = start_child(agent, self._store)
        except PausedeskError:
            # The answer itself will meet it, and say it where a person reads it. Not tried again until something
            # changes: `_starting` keeps it out.
            if files:
                with self._lock:
                    self._broken[agent] = files
            return
        with self._lock:
            self._starting.discard(agent)
            if not self._closed and agent not in self._ready:
                self._ready[agent] = child
                return
        child.discard()


def _as_they_are(files: Mapping[str, float]) -> dict[str, float]:
    """The times of the files now, without those that are gone."""
    times: dict[str, float] = {}
    for path in files:
        with suppress(OSError):
            times[path] = Path(path).stat().st_mtime
    return times
