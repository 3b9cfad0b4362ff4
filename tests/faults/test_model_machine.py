"""A state machine of doors, people, deaths and second programs over one store, beside a small reference model.

Each door has a process of its own in name only: a death is an exception at a failpoint, after which the door writes
nothing more, and the injected liveness says that its owner is dead.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from tests.copies import with_a_witness_of_its_own
from tests.faults.judging import SESSION, text_of
from tests.faults.rig import AGENT, Bench, Points, lines_of, refused

from pausedesk.core.model.owners import Owner
from pausedesk.core.run import door as door_module
from pausedesk.core.run.door import Door
from pausedesk.core.run.local import LocalRunner
from pausedesk.core.run.owners import this_process
from pausedesk.core.store import answering, settling
from pausedesk.core.store.calls import AskedCall
from pausedesk.core.store.engine import open_store
from pausedesk.core.store.sessions import AgentRef, Liveness, create_session


class Death(BaseException):
    """The process of a door ends here."""


class NamedRunner(LocalRunner):
    """A runner in this process that belongs to a process of another name."""

    def __init__(self, bench: Bench, owner: Owner) -> None:
        super().__init__(bench.agent())
        self.owner = owner


class AnsweredPause(RuleBasedStateMachine):
    """One session; what it was told, beside what is stored."""

    template: Path
    tally: dict[str, int]

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="pausedesk-machine-"))
        shutil.copytree(self.template, self.folder / "bench")
        with_a_witness_of_its_own(self.folder / "bench" / "store.db")
        self.dead: set[int] = set()
        self.number = 1
        self.version = "1"
        self.liveness = Liveness(door=self._alive, owner=self._alive)
        self.bench = Bench(self.folder / "bench", liveness=self.liveness)
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(door_module, "LIVENESS", self.liveness)
        # The model: which calls a person let run, and which they declined, by the request.
        self.approved: set[str] = set()
        self.declined: set[str] = set()
        self.texts: dict[str, str] = {}

    def _alive(self, owner: Owner) -> bool:
        return owner.pid not in self.dead

    def teardown(self) -> None:
        self.patch.undo()
        self.bench.close()
        shutil.rmtree(self.folder)

    # -- doors ---------------------------------------------------------------------------------------------------------

    def _drive(self, what: str, die_at: int, *args: Any) -> None:
        """One drive by a door of a new process, which dies at the chosen point, if it gets there."""
        self.number += 1
        owner = replace(this_process(), pid=10_000_000 + self.number, pgid=10_000_000 + self.number)
        bench = Bench(self.bench.folder, version=self.version, liveness=self.liveness)

        def die(name: str) -> None:
            # From here on nothing of this process reaches the store or the world.
            self.dead.add(owner.pid)
            bench.store.failpoint = _dead
            bench.store._engine.dialect.do_commit = _dead  # type: ignore[method-assign, assignment]
            raise Death(name)

        def make(agent: AgentRef) -> NamedRunner:
            return NamedRunner(bench, owner)

        bench.points = Points(die_at, die)
        try:
            if die_at:
                bench.points.watch(bench.store)
            refused(lambda: getattr(Door(bench.store, make, holder=owner), what)(SESSION, *args))
            self.tally[what] = self.tally.get(what, 0) + 1
        except Death:
            self.tally["deaths"] = self.tally.get("deaths", 0) + 1
        finally:
            vars(bench.store._engine.dialect).pop("do_commit", None)
            bench.close()
        # A command ends after its drive, whatever became of it.
        self.dead.add(owner.pid)

    @rule(die_at=st.integers(0, 30))
    def message(self, die_at: int) -> None:
        create_session(self.bench.store, AGENT, session=SESSION, title="go")
        self._drive("run", die_at, "go")

    @rule(die_at=st.integers(0, 30))
    def take_up(self, die_at: int) -> None:
        self._drive("answer", die_at)

    @rule(die_at=st.integers(0, 30))
    def resume(self, die_at: int) -> None:
        self._drive("resume", die_at)

    # -- people --------------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.bench.open_calls())
    @rule(data=st.data())
    def answer_one(self, data: st.DataObject) -> None:
        call = data.draw(st.sampled_from(self.bench.open_calls()), label="call")
        decision = data.draw(st.sampled_from(["approve", "approve", "decline"]), label="decision")
        self._submit([call], decision)

    @precondition(lambda self: self.bench.open_calls())
    @rule(decision=st.sampled_from(["approve", "approve", "decline"]))
    def answer_all(self, decision: str) -> None:
        self._submit(self.bench.open_calls(), decision)

    def _submit(self, calls: Sequence[AskedCall], decision: str) -> None:
        self.bench.submit({text_of(call): decision for call in calls}, calls=calls)
        for call in calls:
            self.texts[call.request] = text_of(call)
            (self.approved if decision == "approve" else self.declined).add(call.request)
            (self.declined if decision == "approve" else self.approved).discard(call.request)

    @precondition(lambda self: self.bench.open_calls())
    @rule(decision=st.sampled_from(["approve", "decline"]), die_at=st.integers(1, 30))
    def answer_all_and_die(self, decision: str, die_at: int) -> None:
        """What goes wrong most is what comes after an answer; an order by chance alone seldom gets there."""
        self._submit(self.bench.open_calls(), decision)
        self._drive("answer", die_at)

    @precondition(lambda self: self.texts)
    @rule(data=st.data())
    def answer_again(self, data: st.DataObject) -> None:
        """A second answer to a question that has an active one is refused, whatever it says."""
        request = data.draw(st.sampled_from(list(self.texts)), label="request")
        asked = {call.request for call in self.bench.open_calls()}
        if request not in asked:
            call = AskedCall(request, "", 0, "", f'{{"text":"{self.texts[request]}"}}', "", "sha256:other", "", False)
            assert refused(lambda: self.bench.submit({}, by="Bob", calls=[call])) is not None

    @precondition(lambda self: self.texts)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        request = data.draw(st.sampled_from(list(self.texts)), label="request")
        if refused(lambda: answering.withdraw_answer(self.bench.store, SESSION, request, by="Ann")) is None:
            self.approved.discard(request)
            self.declined.discard(request)

    @rule(end=st.sampled_from(["truth", "unknown"]))
    def settle(self, end: str) -> None:
        self.bench.settle(end)

    @rule()
    def look(self) -> None:
        settling.note_dead_owners(self.bench.store, self.liveness)

    @rule()
    def change_the_tool(self) -> None:
        self.version = str(int(self.version) + 1)

    # -- what must hold ------------------------------------------------------------------------------------------------

    @invariant()
    def judged(self) -> None:
        self.bench.judge()
        approved = {self.texts[request] for request in self.approved}
        for line in lines_of(self.bench.effects):
            assert line == "look" or line in approved, f"{line} ran, and nobody approved it"

    @invariant()
    def somebody_can_go_on(self) -> None:
        """From a copy of any state a person comes to the session's end."""
        if self.number % 7:
            return
        copy = self.folder / f"copy-{self.number}"
        if not copy.exists():
            bench = self.bench.copy_to(copy, version=self.version, liveness=self.liveness)
            bench.bring_to_end()
            bench.close()


def _dead(*_args: object) -> None:
    raise Death("dead already")


def _run(folder: Path, examples: int, *, at_random: bool) -> dict[str, int]:
    template = folder / "template"
    template.mkdir()
    open_store(template / "store.db").close()
    AnsweredPause.template, AnsweredPause.tally = template, {}
    run_state_machine_as_test(
        AnsweredPause,
        settings=settings(
            max_examples=examples,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
            database=None,
            derandomize=not at_random,
            # The steps that are printed are short enough; shrinking them takes minutes.
            phases=[Phase.generate],
            print_blob=True,
        ),
    )
    print(AnsweredPause.tally)
    return AnsweredPause.tally


@pytest.mark.slow
def test_no_order_of_doors_people_and_deaths_breaks_a_pause(tmp_path: Path) -> None:
    tally = _run(tmp_path, 60, at_random=False)
    assert tally["deaths"] > 10
    assert tally["answer"] > 5


@pytest.mark.sweep
def test_no_order_of_doors_people_and_deaths_breaks_a_pause_at_length(tmp_path: Path) -> None:
    _run(tmp_path, 2000, at_random=True)
