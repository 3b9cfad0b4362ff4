"""Fills a demo store by really running the demo agent: through the door, in real children where a process must die."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from pausedesk.core.demo import place, scenes, shop
from pausedesk.core.demo.agent import agent
from pausedesk.core.demo.scenes import Decision, Scene
from pausedesk.core.errors import EnvironmentFault, ResumeDecisionError
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.paths import private_folder
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.ahead import FreshChild
from pausedesk.core.run.children import Child
from pausedesk.core.run.door import Door, RunnerFactory
from pausedesk.core.run.local import local_runners
from pausedesk.core.run.owners import this_process
from pausedesk.core.store.agents import move_agent
from pausedesk.core.store.answering import NewAnswer, submit_answers
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.engine import Store, new_id
from pausedesk.core.store.imported import import_envelope
from pausedesk.core.store.reads import Reader
from pausedesk.core.store.sessions import AgentRef, create_session

AGENT_NAME = "refunds-desk"
AGENT_SPEC = "pausedesk.core.demo.agent:agent"
IMPORTED_SESSION = "imported-a1042"

# More sessions than a demo store ever holds.
_ALL = 1_000_000


def fill(store: Store, *, said: Callable[[str], None]) -> int:
    """Make the demo's sessions that are not there, and see that enough of them wait; returns how many were made.

    The agent's files are put into the folder `files` beside the store, and never over what is there. Called again it
    only makes what is missing, so that after every call three sessions wait on one call and one on three. Raises
    EnvironmentFault where the folder cannot be written, and what the store raises.
    """
    folder = _files(store)
    filling = _Filling(store, folder, said)
    # An earlier filling may have been killed: what it held is free again.
    look_after(store)
    # The interpreter of an earlier installation may be gone.
    move_agent(store, AGENT_SPEC, interpreter=filling.agent.interpreter, folder=filling.agent.folder)
    known = filling.known()
    if IMPORTED_SESSION not in known:
        filling.imported()
    wanted = [scene for scene in scenes.SCENES if scene.session not in known]
    with _children(wanted, filling.agent) as children:
        for scene in wanted:
            filling.play(scene, children)
    filling.top_up()
    return filling.made


class _Filling:
    """One filling of one store."""

    def __init__(self, store: Store, folder: Path, said: Callable[[str], None]) -> None:
        self.store = store
        self.folder = folder
        self.said = said
        self.made = 0
        # The interpreter is named, so that later answers are run by a child of this installation.
        self.agent = AgentRef(AGENT_NAME, AGENT_SPEC, sys.executable, str(folder))
        self.local: RunnerFactory = local_runners(agent)

    def known(self) -> set[str]:
        """The sessions that are there; one that was made and never run is not."""
        reader = Reader(self.store)
        try:
            rows = reader.page(ListFilter.ALL, "", 0, _ALL)
            return {row.session for row in rows if row.ending is not Ending.EMPTY}
        finally:
            reader.close()

    def imported(self) -> None:
        """Import the paused session of another library, whose pause recorded no request."""
        name = "support-desk.json"
        envelope = (_resources() / "imported" / name).read_bytes()
        title = "Refund for a broken lamp, from another program's store"
        import_envelope(
            self.store, envelope, source="agentfootprint", source_ref=name, session=IMPORTED_SESSION, title=title
        )
        self._count(title)

    def play(self, scene: Scene, children: dict[str, Child]) -> None:
        """Run one scene to where it stops."""
        create_session(self.store, self.agent, session=scene.session, title=scene.title)
        runner = self.local
        if scene.mishap == "power-cut":
            runner = _in_child(children.pop(scene.session), self.store)
        try:
            with place.at(self.folder, provider_down=scene.mishap == "provider-down"):
                Door(self.store, runner).run(scene.session, scene.prompt)
                if scene.decision is not None:
                    if scene.mishap == "crash":
                        runner = _in_child(children.pop(scene.session), self.store)
                    self._answer(scene.session, scene.decision, runner)
        except ResumeDecisionError as refusal:
            # Another `pausedesk demo` is filling the same store at this moment.
            self.said(f"left as it is: {scene.title}: {refusal.sentence}")
            return
        self._count(scene.title)

    def top_up(self) -> None:
        """See that enough sessions wait, whatever was answered since the last time."""
        reader = Reader(self.store)
        try:
            waiting = [row.waiting_count for row in reader.page(ListFilter.WAITING, "", 0, _ALL)]
        finally:
            reader.close()
        known = self.known()
        for missing, source in (
            (scenes.SEVERAL - sum(1 for number in waiting if number > 1), scenes.more_several()),
            (scenes.SINGLE - waiting.count(1), scenes.more_singles(shop.all_orders(self.folder))),
        ):
            for _ in range(missing):
                self.play(next(scene for scene in source if scene.session not in known), {})

    def _answer(self, session: str, given: Decision, runner: RunnerFactory) -> None:
        with self.store.read() as connection:
            asked = asked_calls(connection, session)
        new = [NewAnswer(one.request, one.digest, given.decision, given.note, given.stop) for one in asked]
        # Reserved: a worker that serves this store already must not take it up before this door does.
        submit_answers(self.store, session, new, by=given.by, submit_id=new_id(), reserved_for=this_process())
        Door(self.store, runner).answer(session)

    def _count(self, title: str) -> None:
        self.made += 1
        self.said(f"made: {title}")


def _in_child(child: Child, store: Store) -> RunnerFactory:
    def make(ref: AgentRef) -> FreshChild:
        child.load({})
        return FreshChild(child, store)

    return make


@contextmanager
def _children(wanted: list[Scene], ref: AgentRef) -> Iterator[dict[str, Child]]:
    """The children that scenes need, by session: started together, so that they load while other scenes are played."""
    started: dict[str, Child] = {}
    try:
        for scene in wanted:
            if scene.mishap in ("power-cut", "crash"):
                cut = {place.POWER_CUT: "1"} if scene.mishap == "power-cut" else {}
                started[scene.session] = Child(ref, environment={**os.environ, **cut})
        yield started
    finally:
        for child in started.values():
            child.discard()


def _resources() -> Traversable:
    # By name: the core imports nothing of the resources.
    return resources.files("pausedesk.resources") / "demo"


def _files(store: Store) -> Path:
    folder = store.path.parent / "files"
    try:
        private_folder(folder)
        _copy(_resources() / "shop", folder)
    except OSError as error:
        raise EnvironmentFault(
            "demo-folder", f"The demo's files cannot be put into {folder}: {error.strerror or error}."
        ) from error
    return folder


def _copy(source: Traversable, target: Path) -> None:
    for entry in source.iterdir():
        wanted = target / entry.name
        if entry.is_dir():
            wanted.mkdir(exist_ok=True)
            _copy(entry, wanted)
        elif not wanted.exists():
            wanted.write_bytes(entry.read_bytes())
