"""A runner in this process: for a program that runs its agent itself, and uses the same door as everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from pydantic_ai import Agent

from pausedesk.core.model.handover import EngineEnd, HandOver, NewRequest
from pausedesk.core.model.owners import Owner
from pausedesk.core.rules.history import CallResult
from pausedesk.core.run.checking import check_arguments
from pausedesk.core.run.engine import drive
from pausedesk.core.run.host import StoreHost
from pausedesk.core.run.manifests import look_at_tools
from pausedesk.core.run.owners import this_process
from pausedesk.core.store.sessions import AgentRef

Result = TypeVar("Result")


class LocalRunner:
    """Drives an agent object with the engine in this process."""

    def __init__(self, agent: Agent[Any, Any], deps: Any = None, ref: AgentRef | None = None) -> None:
        """`ref`: what the agent is called in the store, where what is seen of its tools is to be kept."""
        self._agent = agent
        self._deps = deps
        self._ref = ref
        self.owner: Owner = this_process()

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Drive once, in an event loop of its own."""
        for call in hand.approved:
            host.watch.taken_up(call.request)
        return _in_a_loop(self._drive(hand, known, host))

    async def _drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        if self._ref is not None and self._ref.spec:
            host.saw_tools(self._ref, await look_at_tools(self._agent))
        return await drive(self._agent, hand, host, deps=self._deps, known=known)

    def check(self, hand: HandOver, author: dict[str, Any]) -> NewRequest:
        """Check a person's arguments, in an event loop of its own."""
        return _in_a_loop(check_arguments(self._agent, hand, author=author, deps=self._deps))

    def alive(self) -> bool | None:
        """This process lives as long as it can be asked."""
        return True

    def last_output(self) -> str:
        """Nothing: the program's output is its own."""
        return ""

    def stop_answering(self, host: StoreHost) -> None:
        """Nothing: it ended before this process could ask."""

    def finish(self) -> None:
        """Nothing to let go of."""

    def drop_output(self) -> None:
        """Nothing: the program's output is its own."""


def _in_a_loop(work: Coroutine[Any, Any, Result]) -> Result:
    # In a thread of its own: the caller may be inside a loop, which cannot be entered twice, and asyncio.run would take
    # the caller's own current loop away.
    def run() -> Result:
        return asyncio.run(work)

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(copy_context().run, run).result()


def local_runners(agent: Agent[Any, Any], deps: Any = None) -> Callable[[AgentRef], LocalRunner]:
    """A factory of runners for one agent object."""
    return lambda ref: LocalRunner(agent, deps, ref)
