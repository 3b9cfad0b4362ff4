"""A state machine of doors, people, deaths and clocks over one store, beside a small reference model.

Each door is a process in name (see `cast`): it can stop at any point where it holds no lock, while others act; it can
die at any point; and others can take it for dead while it goes on. After each step the judge looks at the store, at the
lines that the calls left, and at what the steps before had made of both.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from tests.copies import with_a_witness_of_its_own
from tests.faults.cast import Process, ScriptedRunner, commits_seen
from tests.faults.judging import SESSION, text_of
from tests.faults.rig import AGENT, MORE, Bench, Broken, lines_of, refused

from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import AnswerState, RequestState
from pausedesk.core.run import owners
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.door import Door
from pausedesk.core.run.local import LocalRunner
from pausedesk.core.store import answering, clock, holds
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import AskedCall, asked_calls
from pausedesk.core.store.engine import new_id
from pausedesk.core.store.sessions import AgentRef, Liveness, create_session

EXAMPLES, SHARDS, STEPS = 2000, 8, 10
ENGINE_EXAMPLES = 80
SWEPT_EXAMPLES = 50_000
# On a disk that waits for nothing: what is tried here is the order of things, not what a loss of power leaves.
QUICK_DISK = "/dev/shm" if Path("/dev/shm").is_dir() else None

decisions = st.sampled_from(["approve", "approve", "decline"])
works = st.sampled_from(["answer", "answer", "answer", "resume", "run"])
# Most works reach ten to twenty points.
some_point = st.sampled_from([*range(1, 13), *range(1, 13), *range(13, 25)])
points = st.sampled_from([0, 0, 0, *range(1, 13), *range(1, 13), *range(13, 25)])


class NamedRunner(LocalRunner):
    """The engine itself, in a process of another name."""

    def __init__(self, bench: Bench, owner: Owner) -> None:
        super().__init__(bench.agent())
        self.owner = owner


class Reference:
    """What people were told of their answers, and what must follow from it."""

    def __init__(self) -> None:
        self.accepted: dict[str, tuple[str, str, str]] = {}  # answer -> request, text, decision
        self.withdrawn: set[str] = set()
        self.held = False
        self.spent_when_held = 0

    def faults(self, rows: Sequence[Any], lines: Sequence[str]) -> list[str]:
        """What contradicts it in the answers as they are stored (with their requests' states) and in the lines."""
        stored = {row["id"]: row for row in rows if row["state"] != AnswerState.DRAFT}
        faults = [f"nobody gave the answer {one}" for one in stored.keys() - self.accepted.keys()]
        used = set()
        for answer, (request, text, decision) in self.accepted.items():
            row = stored.get(answer)
            if row is None or (row["request_id"], row["decision"]) != (request, decision):
                faults.append(f"the answer to {text} was {decision}, and is {row and dict(row)}")
                continue
            if (row["state"] == AnswerState.WITHDRAWN) != (answer in self.withdrawn):
                faults.append(f"the answer to {text} is {row['state']}, and a person took it back: {self.withdrawn}")
            if row["state"] == AnswerState.SPENT and decision == "approve":
                used.add(text)
        faults += [f"{line} ran, and nobody approved it" for line in lines if line != "look" and line not in used]
        if self.held and len(used) > self.spent_when_held:
            faults.append("an approval was spent while the session was held")
        return faults


class AnsweredPause(RuleBasedStateMachine):
    """One session, its doors and its people."""

    template: ClassVar[Path]
    tally: ClassVar[Counter[str]]
    runner: ClassVar[type[ScriptedRunner | NamedRunner]] = ScriptedRunner
    # The most processes that stand at a point at once, beside the one that acts.
    most_stopped = 2

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="pausedesk-machine-", dir=QUICK_DISK))
        self.cast: list[Process] = []
        self.taken_for_dead: set[int] = set()
        self.version = 1
        self.moved = self.passed = 0  # seconds by which the clock was moved, and that went by
        self.patch = pytest.MonkeyPatch()
        self.liveness = Liveness(door=self._alive, owner=self._alive)
        for module in [module for name, module in sys.modules.items() if name.startswith("pausedesk.core")]:
            if vars(module).get("LIVENESS") is owners.LIVENESS and module is not owners:
                self.patch.setattr(module, "LIVENESS", self.liveness)
        self.patch.setattr(clock, "time", self)
        self.reference = Reference()
        self.version_judged = -1
        self.told: dict[Any, str] = {}
        self.open: list[AskedCall] = []

    @initialize(start=st.sampled_from(["new", "asked", "asked", "asked", "ran", "ran"]))
    def begin(self, start: str) -> None:
        """From a session that was just made, that waits on two calls, or that waits on a third after both were used."""
        shutil.copytree(self.template / start, self.folder, dirs_exist_ok=True)
        with_a_witness_of_its_own(self.folder / "store.db")
        self.bench = Bench(self.folder, liveness=self.liveness)
        self.seen = commits_seen(self.bench.store)
        self.seen.__enter__()
        self.eyes = sqlite3.connect(self.folder / "store.db")
        self.eyes.row_factory = sqlite3.Row
        for row in self.eyes.execute(
            "SELECT answers.id, request_id, arguments, decision FROM answers JOIN requests ON requests.id = request_id"
        ):
            text = json.loads(row["arguments"])["text"]
            self.reference.accepted[row["id"]] = (row["request_id"], text, row["decision"])

    # In place of the module `time`, for the store's clocks.

    CLOCK_BOOTTIME = time.CLOCK_BOOTTIME

    def time_ns(self) -> int:
        return time.time_ns() + (self.passed + self.moved) * 1_000_000_000

    def clock_gettime_ns(self, which: int) -> int:
        return time.clock_gettime_ns(which) + self.passed * 1_000_000_000

    def _alive(self, owner: Owner) -> bool:
        number = owner.pid - Process.BASE
        return owner.pid not in self.taken_for_dead and not any(p.dead and p.number == number for p in self.cast)

    def teardown(self) -> None:
        try:
            if len(self.cast) % 4 == 0:
                self._bring_to_end()
        finally:
            for process in self._stopped():
                process.kill()
            self.eyes.close()
            self.seen.__exit__(None, None, None)
            self.patch.undo()
            self.bench.close()
            shutil.rmtree(self.folder)

    # -- doors ---------------------------------------------------------------------------------------------------------

    def _stopped(self) -> list[Process]:
        return [process for process in self.cast if process.stopped]

    def _door(self, process: Process) -> Door:
        return Door(process.bench.store, lambda agent: self.runner(process.bench, process.owner), holder=process.owner)

    def _drive(self, what: str, *args: Any, stop_at: int = 0, die_at: int = 0) -> None:
        """One drive by a door of a new process, which stops or dies at the chosen point, if it gets there."""
        bench = Bench(self.folder, str(self.version), liveness=self.liveness, _store=self.bench.store)
        process = Process(len(self.cast) + 1, bench, stop_at, die_at)
        self.cast.append(process)
        process.act(lambda one: refused(lambda: getattr(self._door(one), what)(SESSION, *args)))
        self.tally["drives"] += 1
        self._note(process)

    def _note(self, process: Process) -> None:
        """Count what became of a process; raises what it should never end with."""
        if process.error is not None:
            raise process.error
        if process.stopped:
            self.tally["stops"] += 1
        elif process.died:
            self.tally["deaths"] += 1
        else:
            self.tally[f"refused: {process.result}" if process.result else "done"] += 1

    @rule(what=works, decision=decisions, die_at=points, newer=st.sampled_from([False, False, False, True]))
    def come(self, what: str, decision: str, die_at: int, newer: bool) -> None:
        """A door comes, after an answer where it is to take one up; perhaps with the agent's tool changed since."""
        self.version += newer
        self._come(what, decision, die_at=die_at)

    def _come(self, what: str, decision: str, *, stop_at: int = 0, die_at: int = 0) -> None:
        if what == "answer" and self.open:
            self._submit(self.open, decision)
        self._drive(what, *([MORE] if what == "run" else []), stop_at=stop_at, die_at=die_at)

    @precondition(lambda self: not self._stopped())
    @rule(
        first=works,
        decision=decisions,
        stop_at=some_point,
        meanwhile=st.sampled_from(["answer", "resume", "run", "withdraw", "answer_again", "hold", "look", "lapse"]),
        end=st.sampled_from(["go on", "go on", "kill"]),
        die_at=points,
    )
    def meet(self, first: str, decision: str, stop_at: int, meanwhile: str, end: str, die_at: int) -> None:
        """A door is in the middle of its work when another comes, or a person; then it goes on, or is killed there."""
        self._come(first, decision, stop_at=stop_at)
        self.judged()
        stopped = self._stopped()
        if not stopped:
            return
        match meanwhile:
            case "withdraw" | "answer_again" if self.reference.accepted:
                getattr(self, f"_{meanwhile}")(list(self.reference.accepted)[-1])
            case "hold":
                self._hold()
            case "look":
                look_after(self.bench.store)
            case "lapse":
                self._take_for_dead(stopped[0])
                self._drive("resume", die_at=die_at)
            case "answer" | "resume" | "run":
                self._come(meanwhile, decision, die_at=die_at)
        self.judged()
        self._let_go(stopped[0], end, die_at)
        self.judged()
        if self.reference.held:
            self._release()

    @precondition(lambda self: len(self._stopped()) < self.most_stopped)
    @rule(what=works, decision=decisions, stop_at=some_point)
    def come_and_stop(self, what: str, decision: str, stop_at: int) -> None:
        """The same with anything between the stop and the end."""
        self._come(what, decision, stop_at=stop_at)

    @precondition(lambda self: self._stopped())
    @rule(which=st.integers(0, 1), end=st.sampled_from(["go on", "go on", "kill", "lapse"]), die_at=points)
    def let_go(self, which: int, end: str, die_at: int) -> None:
        stopped = self._stopped()
        process = stopped[which % len(stopped)]
        if end == "lapse":
            self._take_for_dead(process)
        else:
            self._let_go(process, end, die_at)

    def _let_go(self, process: Process, end: str, die_at: int) -> None:
        if end == "kill":
            process.kill()
        else:
            process.go_on(die_at=die_at)
        self._note(process)

    def _take_for_dead(self, process: Process) -> None:
        """A process that cannot be seen any more is taken for dead, and goes on all the same."""
        self.taken_for_dead.add(process.owner.pid)
        look_after(self.bench.store)
        self.tally["taken for dead"] += 1

    # -- people --------------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.open)
    @rule(data=st.data(), decision=decisions)
    def answer_one(self, data: st.DataObject, decision: str) -> None:
        self._submit([data.draw(st.sampled_from(self.open), label="call")], decision)

    @precondition(lambda self: self.open)
    @rule(die_at=points)
    def decline_and_stop(self, die_at: int) -> None:
        self._submit(self.open, "decline", stop=True)
        self._drive("answer", die_at=die_at)

    def _submit(self, calls: Sequence[AskedCall], decision: str, *, stop: bool = False) -> None:
        new = [NewAnswer(call.request, call.digest, decision, f"note on {text_of(call)}", stop) for call in calls]
        submit = new_id()
        ids = answering.submit_answers(self.bench.store, SESSION, new, by="Ann", submit_id=submit)
        # The same submit once more is the first one's, whatever became of it.
        assert answering.submit_answers(self.bench.store, SESSION, new, by="Ann", submit_id=submit) == ids
        for one, call in zip(ids, calls, strict=True):
            self.reference.accepted[one] = (call.request, text_of(call), decision)
        self.tally["answers"] += len(ids)

    @precondition(lambda self: self.reference.accepted)
    @rule(data=st.data())
    def answer_again(self, data: st.DataObject) -> None:
        """A second answer to a question that has an active one is refused, whatever it says."""
        self._answer_again(data.draw(st.sampled_from(list(self.reference.accepted)), label="answer"))

    def _answer_again(self, answer: str) -> None:
        request, _, decision = self.reference.accepted[answer]
        if request not in {call.request for call in self.open}:
            digest = self._row("SELECT digest FROM requests WHERE id = ?", request)["digest"]
            new = [NewAnswer(request, digest, "decline" if decision == "approve" else "approve")]
            code = refused(
                lambda: answering.submit_answers(self.bench.store, SESSION, new, by="Bob", submit_id=new_id())
            )
            assert code in ("already-answered", "expired"), code

    @precondition(lambda self: self.reference.accepted)
    @rule(data=st.data())
    def withdraw(self, data: st.DataObject) -> None:
        self._withdraw(data.draw(st.sampled_from(list(self.reference.accepted)), label="answer"))

    def _withdraw(self, answer: str) -> None:
        request = self.reference.accepted[answer][0]
        active = self._row("SELECT id FROM answers WHERE request_id = ? AND state = 'submitted'", request)
        code = refused(lambda: answering.withdraw_answer(self.bench.store, SESSION, request, by="Ann"))
        assert (code is None) == (active is not None), code
        if active is not None:
            self.reference.withdrawn.add(active["id"])

    @rule(end=st.sampled_from(["truth", "unknown"]))
    def settle(self, end: str) -> None:
        # A person who looks while a call goes on unseen may say that it did not run, and be wrong.
        unseen = any(process.owner.pid in self.taken_for_dead for process in self._stopped())
        self.bench.settle("unknown" if unseen else end)

    @rule(
        moved=st.sampled_from([0, -86_400, -3_600, -61, 86_400]),
        passed=st.sampled_from([0, 16 * 60, 86_400]),
        what=works,
    )
    def be_late(self, moved: int, passed: int, what: str) -> None:
        """Between an answer and the door that comes for it time goes by, or somebody moves the clock."""
        if self.open:
            self._submit(self.open, "approve")
        self.moved += moved
        self.bench.clock_moved = self.bench.clock_moved or bool(moved)
        self.passed += passed
        self._drive(what, *([MORE] if what == "run" else []))

    @rule(what=works, decision=decisions)
    def hold(self, what: str, decision: str) -> None:
        """Stop all hand-overs; whoever comes is told so, and whoever stands before its spend."""
        self._hold()
        for process in self._stopped():
            self._let_go(process, "go on", 0)
        self._come(what, decision)
        self.judged()
        self._release()

    def _hold(self) -> None:
        holds.hold(self.bench.store, SESSION, by="Ann")
        spent = "SELECT count(*) AS number FROM requests WHERE state = ?"
        self.reference.spent_when_held = self._row(spent, RequestState.APPROVED)["number"]
        self.reference.held = True

    def _release(self) -> None:
        holds.release(self.bench.store, SESSION, by="Ann")
        self.reference.held = False

    # -- what must hold ------------------------------------------------------------------------------------------------

    def _row(self, statement: str, *given: Any) -> Any:
        return self.eyes.execute(statement, [str(one) for one in given]).fetchone()

    @invariant(check_during_init=False)
    def judged(self) -> None:
        version = self.eyes.execute("PRAGMA data_version").fetchone()[0]
        if version == self.version_judged:
            return
        self.version_judged = version
        self.bench.judge()
        rows = self.eyes.execute("SELECT id, request_id, decision, state FROM answers").fetchall()
        faults = self.reference.faults(rows, lines_of(self.bench.effects))
        faults += self._rewritten()
        if faults:
            raise Broken(*faults)
        with self.bench.store.read() as connection:
            self.open = [call for call in asked_calls(connection, SESSION) if not call.answered]

    def _rewritten(self) -> list[str]:
        """Messages and notices that are not what they were: a model may have read them."""
        now = {
            **{row[0]: row[1] for row in self.eyes.execute("SELECT seq, body FROM messages")},
            **{tuple(row)[:3]: row[3] for row in self.eyes.execute(_NOTICES)},
        }
        changed = [
            f"{key} was {text!r} and is {now.get(key)!r}" for key, text in self.told.items() if now.get(key) != text
        ]
        self.told = now
        return changed

    def _bring_to_end(self) -> None:
        """From any state a person comes to the session's end."""
        for process in self._stopped():
            process.kill()
        bench = self.bench
        bench.version = str(self.version)
        bench._door = Door(bench.store, lambda agent: self.runner(bench, owners.this_process()))
        bench.bring_to_end()
        self.tally["ends"] += 1


_NOTICES = "SELECT response_seq, call_id, ordinal, text FROM notices"


class AnsweredPauseOfTheEngine(AnsweredPause):
    """The same with the engine in place of the script."""

    runner = NamedRunner


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benches that examples begin with, to be copied: migrating a store takes longer than an example."""
    folder = tmp_path_factory.mktemp("template")
    (folder / "new").mkdir()
    bench = Bench(folder / "new")
    create_session(bench.store, AGENT, session=SESSION, title="go")
    for name, work in (("asked", Bench.begin), ("ran", Bench.answer)):
        bench = bench.copy_to(folder / name)
        bench._door = Door(bench.store, partial(_script, bench))
        work(bench)
    bench.close()
    return folder


def _script(bench: Bench, agent: AgentRef) -> ScriptedRunner:
    return ScriptedRunner(bench, owners.this_process())


def play(machine: type[AnsweredPause], template: Path, examples: int, *, chance: int | None) -> Counter[str]:
    """Play a number of examples, of the chosen seed or at random; returns what happened in them."""

    class Played(machine):  # type: ignore[misc, valid-type]
        pass

    tally: Counter[str] = Counter()
    Played.template, Played.tally = template, tally
    if chance is not None:
        seed(chance)(Played)
    run_state_machine_as_test(
        Played,
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
            database=None,
            # The steps that are printed are short enough; shrinking them takes minutes.
            phases=[Phase.generate],
            print_blob=True,
        ),
    )
    return tally


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_no_order_of_doors_people_and_deaths_breaks_a_pause(
    shard: int, template: Path, told: Callable[[str], None]
) -> None:
    tally = play(AnsweredPause, template, EXAMPLES // SHARDS, chance=shard)
    told(f"state machine, {EXAMPLES // SHARDS} examples: {_said(tally)}")
    assert min(tally["deaths"], tally["stops"], tally["answers"], tally["ends"]) > 20


@pytest.mark.slow
def test_nor_with_the_engine_itself(template: Path, told: Callable[[str], None]) -> None:
    tally = play(AnsweredPauseOfTheEngine, template, ENGINE_EXAMPLES, chance=0)
    told(f"state machine with the engine, {ENGINE_EXAMPLES} examples: {_said(tally)}")
    assert min(tally["deaths"], tally["stops"], tally["answers"], tally["ends"]) > 10


@pytest.mark.sweep
def test_nor_at_length(template: Path, told: Callable[[str], None]) -> None:
    told(
        f"state machine, {SWEPT_EXAMPLES} examples: {_said(play(AnsweredPause, template, SWEPT_EXAMPLES, chance=None))}"
    )


def _said(tally: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in tally.most_common())
