"""A state machine of doors, people, deaths and clocks over one store, beside a small reference model.

Each door is a process in name (see `cast`): it can stop at any point where it holds no lock, while others act; it can
die at any point, and leave a child that goes on; and others can take it for dead while it goes on. After each step the
judge looks at the store, at the lines that the calls left, and at what the steps before had made of both.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)
from tests.copies import with_a_witness_of_its_own
from tests.faults.cast import IN_A_CALL, NamedRunner, Process, ScriptedRunner, commits_seen, tool_digest_of
from tests.faults.judging import SESSION, text_of
from tests.faults.played import REPEATED_TURNS, Played
from tests.faults.reference import Place, Reference
from tests.faults.rig import MORE, TURNS, Broken, refused

from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import RequestState
from pausedesk.core.run import late, owners
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.door import Door
from pausedesk.core.run.editing import edit_question
from pausedesk.core.store import answering, clock, holds, settling
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import AskedCall
from pausedesk.core.store.engine import new_id
from pausedesk.core.store.sessions import Liveness

# On a disk that waits for nothing: what is tried here is the order of things, not what a loss of power leaves.
QUICK_DISK = "/dev/shm" if Path("/dev/shm").is_dir() else None

MEANWHILE = ["answer", "resume", "run", "withdraw", "answer_again", "edit", "hold", "look", "lapse"]

decisions = st.sampled_from(["approve", "approve", "decline"])
works = st.sampled_from(["answer", "answer", "answer", "resume", "run"])
# Most works reach ten to twenty points.
some_point = st.sampled_from([*range(1, 13), *range(1, 13), *range(13, 25)])
points = st.sampled_from([0, 0, 0, *range(1, 13), *range(1, 13), *range(13, 25)])
starts = st.sampled_from(["new", "asked", "asked", "asked", "ran", "ran"])
kinds = st.sampled_from(["plain", "repeated"])


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
        # All that is in the user's folders - late results, witnesses that were not named - is of this example.
        self.patch.setenv("XDG_STATE_HOME", str(self.folder / "state"))
        self.used: set[str] = set()  # the texts whose approval was used, in whatever store
        self.homes: dict[int, Place] = {}  # by a process's number: the store that it has open

    @initialize(kind=kinds, start=starts)
    def begin(self, kind: str, start: str) -> None:
        """From a session that was just made, that waits on two calls, or that waits on a third after both were used."""
        shutil.copytree(self.template / self.runner.__name__ / kind / start, self.folder, dirs_exist_ok=True)
        with_a_witness_of_its_own(self.folder / "store.db")
        turns = TURNS if kind == "plain" else REPEATED_TURNS
        bench = Played(self.folder, turns=turns, numbers=count(100), liveness=self.liveness)
        self.place = Place(bench)
        self.seen = commits_seen(bench.store)
        self.seen.__enter__()

    @property
    def reference(self) -> Reference:
        return self.place.reference

    @property
    def open(self) -> list[AskedCall]:
        """The questions that nobody has answered, as they were when the judge last looked."""
        return [call for call in self.place.asked if not call.answered]

    @property
    def bench(self) -> Played:
        return self.place.bench

    # In place of the module `time`, for the store's clocks.

    CLOCK_BOOTTIME = time.CLOCK_BOOTTIME

    def time_ns(self) -> int:
        return time.time_ns() + (self.passed + self.moved) * 1_000_000_000

    def clock_gettime_ns(self, which: int) -> int:
        return time.clock_gettime_ns(which) + self.passed * 1_000_000_000

    def _alive(self, owner: Owner) -> bool:
        number = owner.pid - (Process.CHILDREN if owner.pid >= Process.CHILDREN else Process.BASE)
        return owner.pid not in self.taken_for_dead and not any(
            process.number == number and not process.alive(owner) for process in self.cast
        )

    def teardown(self) -> None:
        try:
            if len(self.cast) % 4 == 0:
                self._end_all()
                for _ in self._places():
                    self._bring_to_end()
                    self._turn()
                if claims := [claim for place in self._places() for claim in place.claims()]:
                    raise Broken(*claims)
        finally:
            self._end_all()
            self.tally["repeats"] += self._row("SELECT sum(attempts - 1) AS n FROM executions")["n"] or 0
            self.seen.__exit__(None, None, None)
            self.patch.undo()
            for place in self._places():
                place.close()
            shutil.rmtree(self.folder)

    # -- doors ---------------------------------------------------------------------------------------------------------

    def _places(self) -> list[Place]:
        """Every store of the example."""
        return [self.place]

    def _turn(self) -> None:
        """Let the rules act on the next of them."""

    def _stopped(self) -> list[Process]:
        """The processes that stand at a point, of the store that the rules act on."""
        return [process for process in self.cast if process.stopped and self.homes[process.number] is self.place]

    def _end_all(self) -> None:
        for process in self.cast:
            if process.stopped:
                process.kill()

    def _door(self, process: Process) -> Door:
        return Door(
            process.bench.store, lambda agent: self.runner(process.bench, process.runs, process), holder=process.owner
        )

    def _drive(self, what: str, *args: Any, stop_at: int = 0, die_at: int = 0, stop_on: str = "") -> None:
        """One drive by a door of a new process, which stops or dies at the chosen point, if it gets there."""
        self.bench.version = str(self.version)
        number = self.cast[-1].number + 1 if self.cast else 1
        # One that is to lose its door has a child.
        process = Process(number + (number % 2 if stop_on else 0), self.bench, stop_at, stop_on, die_at=die_at)
        self.cast.append(process)
        self.homes[process.number] = self.place
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

    def _come(self, what: str, decision: str, **points: Any) -> None:
        if what == "answer" and self.open:
            self._submit(self.open, decision)
        self._drive(what, *([MORE] if what == "run" else []), **points)

    @precondition(lambda self: not self._stopped())
    @rule(
        first=works,
        decision=decisions,
        stop_at=some_point,
        meanwhile=st.sampled_from(MEANWHILE),
        end=st.sampled_from(["go on", "go on", "kill", "lose door"]),
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
            case "edit" if self.place.asked:
                self._edit(self.place.asked[0])
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
    @rule(which=st.integers(0, 1), end=st.sampled_from(["go on", "go on", "kill", "lapse", "lose door"]), die_at=points)
    def let_go(self, which: int, end: str, die_at: int) -> None:
        stopped = self._stopped()
        process = stopped[which % len(stopped)]
        if end == "lapse":
            self._take_for_dead(process)
        else:
            self._let_go(process, end, die_at)

    def _let_go(self, process: Process, end: str, die_at: int) -> None:
        if end == "lose door" and process.in_a_child:
            self._outlive(process)
            return
        if end == "kill":
            process.kill()
        else:
            process.go_on(die_at=die_at)
        self._note(process)
        if process.left is not None:
            self.reference.late[process.left[0]] = process.left[1]
            self.tally["late results"] += 1

    def _take_for_dead(self, process: Process) -> None:
        """A process that cannot be seen any more is taken for dead, and goes on all the same."""
        self.taken_for_dead |= {process.owner.pid, process.runs.pid}
        look_after(self.bench.store)
        self.tally["taken for dead"] += 1

    @precondition(lambda self: not self._stopped())
    @rule(what=works, on=st.sampled_from(IN_A_CALL), newer=st.sampled_from([False, False, True]))
    def outlive(self, what: str, on: str, newer: bool) -> None:
        """A door is killed while its child runs a call; the child goes on, and tells it to nobody."""
        self._come(what, "approve", stop_on=on)
        for process in self._stopped():
            self.version += newer
            self._outlive(process)

    def _outlive(self, process: Process) -> None:
        process.lose_door()
        look_after(self.bench.store)
        running = self._rows("SELECT id FROM executions WHERE state = 'running'")
        for row in running:
            # Whatever a person says of it now could be wrong a moment later.
            settle = partial(settling.settle_calls, self.bench.store, SESSION, [row["id"]], "did-not-run", "", by="Ann")
            assert refused(partial(settle, alive=self.liveness)) == "running"
        self._drive("resume")
        self.judged()
        self._let_go(process, "go on", 0)
        self.judged()
        look_after(self.bench.store)

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

    @precondition(lambda self: self.place.asked)
    @rule(data=st.data(), then=st.sampled_from(["", "approve", "approve", "decline"]))
    def edit(self, data: st.DataObject, then: str) -> None:
        """A person changes a call; what takes its place needs an answer of its own."""
        self._edit(data.draw(st.sampled_from(self.place.asked), label="call"))
        self.judged()
        if then and self.open:
            self._submit(self.open, then)
            self._drive("answer")

    def _edit(self, call: AskedCall) -> None:
        # Of a question that has an active answer nothing can be changed.
        active = self._row(
            "SELECT 1 FROM answers WHERE request_id = ? AND state IN ('submitted', 'taken_up', 'spent')", call.request
        )
        text = self.bench.another(text_of(call))
        new: list[str] = []
        code = refused(
            lambda: new.append(
                edit_question(
                    self.bench.store,
                    lambda agent: self.runner(self.bench, owners.this_process()),
                    SESSION,
                    call.request,
                    json.dumps({"text": text}),
                    by="Ann",
                    digest=call.digest,
                    by_spec=False,
                )
            )
        )
        changed = call.tool_digest != tool_digest_of(call.tool, str(self.version))  # always, as the engine tells it
        if active:
            assert code == "already-answered", code
        else:
            assert code is None or code == "expired" or (code == "tool-changed" and changed), code
        if new:
            self.reference.edited[call.request] = new[0]
            self.tally["edits"] += 1
            again = [NewAnswer(call.request, call.digest, "approve")]
            late = partial(answering.submit_answers, self.bench.store, SESSION, again, by="Ann", submit_id=new_id())
            assert refused(late) == "superseded"

    @precondition(lambda self: self.reference.accepted)
    @rule(data=st.data())
    def answer_again(self, data: st.DataObject) -> None:
        """A second answer to a question that has an active one is refused, whatever it says."""
        self._answer_again(data.draw(st.sampled_from(list(self.reference.accepted)), label="answer"))

    def _answer_again(self, answer: str) -> None:
        request, _, decision = self.reference.accepted[answer]
        if request not in {call.request for call in self.open}:
            row = self._row("SELECT digest, spent_code FROM requests WHERE id = ?", request)
            new = [NewAnswer(request, row["digest"], "decline" if decision == "approve" else "approve")]
            code = refused(
                lambda: answering.submit_answers(self.bench.store, SESSION, new, by="Bob", submit_id=new_id())
            )
            if request in self.reference.edited:
                assert code == "superseded", code
            else:
                assert code in ("already-answered", "expired", row["spent_code"]), code

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
        unseen = any(process.stopped and process.owner.pid in self.taken_for_dead for process in self.cast)
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
        return self.place.row(statement, *given)

    def _rows(self, statement: str) -> list[Any]:
        return self.place.eyes.execute(statement).fetchall()

    @invariant(check_during_init=False)
    def judged(self) -> None:
        changed = [place for place in self._places() if self._use(place.changed())]
        for place in changed:
            place.judged(self.used, self._left())

    def _use(self, approved: set[str] | None) -> bool:
        self.used |= approved or set()
        return approved is not None

    def _left(self) -> set[str]:
        """The calls whose late result lies in its file."""
        return {path.stem for path in late.folder_of(self.bench.store.ledger_id).glob("*.json")}

    def _bring_to_end(self) -> None:
        """From any state a person comes to the session's end."""
        bench = self.bench
        bench.version = str(self.version)
        bench._door = Door(bench.store, lambda agent: self.runner(bench, owners.this_process()))
        bench.bring_to_end()
        self.tally["ends"] += 1
