"""What the fault tests stand on: an agent whose calls leave lines, a person who answers truthfully, and the judge.

The agent is its own strict provider: it refuses a history in which a call has no result or two, and writes down each
time it is told that a call did not run of which a line exists. All of it works on files, so that a killed process
loses nothing of what it did.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import traceback
import warnings
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self

import keyring
import keyring.backends.fail
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from sqlalchemy import Connection, select
from tests.copies import with_a_witness_of_its_own
from tests.faults.judging import SESSION, arguments_of, end_faults, session_faults, text_of, unreachable_faults

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.states import Ending, ExecutionState
from pausedesk.core.rules.history import HistoryFault, judge_history
from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE
from pausedesk.core.rules.resume_words import MODEL_READS, ResumeCause
from pausedesk.core.run.door import Door, DoorResult
from pausedesk.core.run.gate import dump_messages
from pausedesk.core.run.local import local_runners
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import answering, settling, taking
from pausedesk.core.store import statements as sql
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import AskedCall, asked_calls
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.engine import Store, integrity, new_id, open_store
from pausedesk.core.store.sessions import AgentRef, Liveness, create_session
from pausedesk.core.store.tables import executions, runs

AGENT = AgentRef("desk", "desk:agent", "", "")
# The order in which the model asks: `look` needs no approval, `three` raises after its line is written.
TURNS = (("look", "one", "two"), ("three",))
# `three` is asked under an id that an earlier turn used: the same id in a later turn is another call.
CALL_IDS = {"look": "c0", "one": "c1", "two": "c2", "three": "c1", "peek": "c3", "put": "c4"}
# A message that makes the model ask for one call more, after those.
MORE = "more"

_UNKNOWN = select(executions.c.id, executions.c.arguments).where(
    executions.c.session_id == SESSION, executions.c.state == ExecutionState.MAY_HAVE_RUN
)

_PARTIAL = select(runs.c.id).where(runs.c.partial.is_not(None))
# What a streaming model says before anything else.
SAID = "Once upon"


class Broken(AssertionError):
    """An invariant of the answered pause does not hold; `faults` says each of what should not be true."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


def append_line(path: Path, text: str) -> None:
    """One line in one write, so that a kill leaves all of it or nothing."""
    descriptor = os.open(path, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    try:
        os.write(descriptor, f"{text}\n".encode())
    finally:
        os.close(descriptor)


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@dataclass
class Points:
    """Counts the points of a run at which something can go wrong, and does it at the one that was chosen."""

    at: int = 0
    act: Callable[[str], None] = lambda name: os.kill(os.getpid(), signal.SIGKILL)
    names: list[str] = field(default_factory=list)

    def reached(self, name: str) -> None:
        self.names.append(name)
        if len(self.names) == self.at:
            self.act(name)

    def watch(self, store: Store) -> None:
        """Count each failpoint of the store, and both sides of each commit that changes something."""
        store.failpoint = self.reached
        dialect, commit = store._engine.dialect, store._engine.dialect.do_commit
        seen: dict[int, int] = {}

        def do_commit(connection: Any) -> None:
            driver: sqlite3.Connection = connection.driver_connection
            changed = driver.total_changes != seen.get(id(driver), 0)
            seen[id(driver)] = driver.total_changes
            if changed:
                self.reached("before-commit")
            commit(connection)
            if changed:
                self.reached("after-commit")

        dialect.do_commit = do_commit  # type: ignore[method-assign, assignment]


_warm: list[Any] = []


def with_compiled_statements(store: Store) -> Store:
    """The store with the statements that the first one has compiled."""
    # Compiling the statements anew for each of some hundred stores would take most of the time of these tests.
    _warm[:] = _warm or [store._engine.dialect, store._engine._compiled_cache]
    store._engine.dialect, store._engine._compiled_cache = _warm
    return store


@dataclass
class Bench:
    """One store with one session, the lines its calls left, and what its model was told wrongly."""

    folder: Path
    version: str = "1"
    points: Points = field(default_factory=Points)
    liveness: Liveness = LIVENESS
    _store: Store | None = None
    _door: Door | None = None
    streams: bool = False  # its model says a few words, which are kept, before what it wants
    clock_moved: bool = False  # the time of day was set, so its order tells nothing

    @property
    def effects(self) -> Path:
        return self.folder / "effects"

    @property
    def faults(self) -> Path:
        return self.folder / "faults"

    @property
    def acknowledged(self) -> Path:
        """The ids of the answers that were accepted: a submit returned them."""
        return self.folder / "acknowledged"

    @property
    def store(self) -> Store:
        if self._store is None:
            self._store = with_compiled_statements(open_store(self.folder / "store.db"))
        return self._store

    def close(self) -> None:
        if self._store is not None:
            self._store.close()
            self._store = self._door = None

    def copy_to(self, folder: Path, **changes: Any) -> Self:
        """The same bench in a new folder; this one's store is closed first, so that one file holds all of it."""
        self.close()
        shutil.copytree(self.folder, folder)
        with_a_witness_of_its_own(folder / "store.db")
        return replace(self, folder=folder, _store=None, _door=None, **changes)

    def door(self) -> Door:
        """The one door of this process, as a worker has it."""
        if self._door is None:
            self._door = Door(self.store, local_runners(self.agent()))
        return self._door

    def agent(self) -> Agent[None, str]:
        bench = self

        async def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
            dumped = dump_messages(messages)
            return ModelResponse(parts=[_call(text) for text in bench.wants(dumped)] or [TextPart("end")])

        async def stream(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[Any]:
            wanted = bench.wants(dump_messages(messages))
            yield SAID
            for _ in iter(bench.keeps_an_answer, True):
                await asyncio.sleep(0)
            bench.points.reached("in-answer")
            for number, text in enumerate(wanted, 1):
                yield {number: DeltaToolCall(tool_of(text), json.dumps({"text": text}), tool_call_id=call_id_of(text))}

        agent = Agent(FunctionModel(stream_function=stream) if self.streams else FunctionModel(model))

        @agent.tool_plain
        async def look(text: str) -> str:
            return bench.act(text)

        @agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"version": self.version}})
        async def append(text: str) -> str:
            result = bench.act(text)
            if base_of(text) == "three":
                raise ValueError("after the line")
            return result

        return agent

    def keeps_an_answer(self) -> bool:
        """Whether something of an answer under way is kept."""
        with self.store.read() as connection:
            return connection.execute(_PARTIAL).first() is not None

    def wants(self, messages: Sequence[dict[str, Any]]) -> list[str]:
        """What the model asks for next, by what it reads."""
        return calls_wanted(self.judge_messages(messages), messages)

    def act(self, text: str) -> str:
        self.points.reached("before-line")
        append_line(self.effects, text)
        self.points.reached("after-line")
        return f"appended {text}"

    def judge_messages(self, messages: Sequence[dict[str, Any]]) -> dict[str, str]:
        """What the model reads of each call, by its text, the newest last; writes down what it must never read."""
        try:
            judge_history(messages)
        except HistoryFault as fault:
            append_line(self.faults, f"a history that a provider refuses: {fault}")
        told: dict[str, str] = {}
        texts: dict[str, str] = {}
        lines = lines_of(self.effects)
        for message in messages:
            for part in message["parts"]:
                if part["part_kind"] == "tool-call":
                    texts[part["tool_call_id"]] = arguments_of(part)["text"]
                elif part["part_kind"] in ("tool-return", "retry-prompt"):
                    text = texts[part["tool_call_id"]]
                    told[text] = str(part["content"])
        notices = [part.get("content") for message in messages for part in message["parts"]]
        if notices.count(MODEL_READS[ResumeCause.CUT_OFF]) > 1:
            append_line(self.faults, "the model is told of one cut answer after the other")
        # Of an earlier call with the same text it may be true: the model asks anew for what was closed.
        for text, newest in told.items():
            if "did not run" in newest and text in lines:
                append_line(self.faults, f"the model reads that {text} did not run, and it did")
        return told

    # -- what people do ------------------------------------------------------------------------------------------------

    def begin(self) -> DoorResult:
        create_session(self.store, AGENT, session=SESSION, title="go")
        return self.door().run(SESSION, "go")

    def open_calls(self) -> list[AskedCall]:
        with self.store.read() as connection:
            return [call for call in asked_calls(connection, SESSION) if not call.answered]

    def submit(
        self, decisions: dict[str, str], *, by: str = "Ann", calls: Sequence[AskedCall] | None = None
    ) -> list[str]:
        """Answer the given questions, else every open one; the accepted ids are written down at once."""
        new = [
            NewAnswer(
                call.request, call.digest, decisions.get(base_of(text_of(call)), "approve"), f"note on {text_of(call)}"
            )
            for call in (self.open_calls() if calls is None else calls)
        ]
        ids = answering.submit_answers(self.store, SESSION, new, by=by, submit_id=new_id())
        for one in ids:
            append_line(self.acknowledged, one)
        return ids

    def answer(self, decisions: dict[str, str] | None = None) -> DoorResult | None:
        self.submit({"two": "decline"} if decisions is None else decisions)
        return self.door().answer(SESSION)

    def settle(self, end: str = "truth") -> bool:
        """Settle what may have run, by looking at the lines (or as unknown); False where nothing may have run."""
        settled = False
        with self.store.read() as connection:
            rows = connection.execute(_UNKNOWN).all()
        for row in rows:
            ran = any(f'"{line}"' in row.arguments for line in lines_of(self.effects))
            said = ("ran" if ran else "did-not-run") if end == "truth" else end
            settling.settle_calls(self.store, SESSION, [row.id], said, "I looked", by="Ann", alive=self.liveness)
            settled = True
        return settled

    def bring_to_end(self, *, settle: str = "truth", decisions: dict[str, str] | None = None) -> list[str]:
        """Do what a person would do until the session ends, judging after each step; returns the steps."""
        steps: list[str] = []
        while len(steps) < 20:
            self.door().give_back()
            settling.note_dead_owners(self.store, self.liveness)
            self.judge()
            step = self._next_step(settle, decisions)
            if step is None:
                self.judge_end()
                return steps
            steps.append(step)
        raise Broken(f"no end after {steps}")

    def _next_step(self, settle: str, decisions: dict[str, str] | None) -> str | None:
        with self.store.read() as connection:
            card = read_card(connection, SESSION, self.liveness)
        if card is None or card.row.ending == Ending.EMPTY:
            self.begin()
            return "run"
        if self.settle(settle):
            return "settle"
        if self.open_calls():
            self.answer(decisions)
            return "answer"
        if card.row.submitted_count:
            if self.door().answer(SESSION) is None and self._submitted():
                raise Broken("an answer is submitted, and no door takes it up")
            return "take up"
        if card.row.ending == Ending.FINISHED:
            return None
        if not card.can_resume:
            raise Broken(f"stuck at {card.row.ending}: {card.resume_sentence}")
        self.door().resume(SESSION)
        return "resume"

    def _submitted(self) -> int:
        # Not one that waited too long, by any clock: that is put back to the person, or has expired.
        with self.store.read() as connection:
            return len(taking.complete_turn(connection, SESSION))

    # -- the judge -----------------------------------------------------------------------------------------------------

    def judge(self) -> None:
        """Raise Broken where an invariant does not hold of the store and the lines as they are now."""
        lines = lines_of(self.effects)
        faults = [f"{count} lines of {line}" for line, count in Counter(lines).items() if count > self.most_lines(line)]
        faults += lines_of(self.faults)
        faults += integrity(self.store)
        with self.store.read() as connection:
            if connection.execute(sql.SESSION_EXISTS, {"session": SESSION}).first() is not None:
                mine = self.own_lines(connection, lines)
                faults += session_faults(connection, SESSION, mine, lines_of(self.acknowledged))
                faults += unreachable_faults(connection, SESSION)
        if faults:
            raise Broken(*faults)

    def most_lines(self, line: str) -> int:
        """How often a line may be there at most."""
        return 1

    def own_lines(self, connection: Connection, lines: Sequence[str]) -> Sequence[str]:
        """The lines that calls of this store left."""
        return lines

    def judge_end(self) -> None:
        """Raise Broken where a session ended and an approval was neither used nor given back to the person."""
        with self.store.read() as connection:
            faults = end_faults(connection, SESSION, lines_of(self.effects))
        if self.clock_moved:
            # Agentack knows the time of day alone; whether a question expired is judged by the boot's clock as well.
            faults = [fault for fault in faults if not fault.startswith("ACK005")]
        if faults:
            raise Broken(*faults)


def calls_wanted(
    told: dict[str, str], messages: Sequence[dict[str, Any]], turns: Sequence[Sequence[str]] = TURNS
) -> list[str]:
    """What the model asks for next, by what it was told of each call: nothing at its end, and one call more for each
    message that wants more."""
    prompts = sum(part.get("content") == MORE for message in messages for part in message["parts"])
    for turn in (*turns, *([f"more-{number}"] for number in range(prompts))):
        # Where a question could no longer be answered, the model asks anew.
        wanted = [text for text in turn if told.get(text) in (None, NOT_RUN_UNANSWERABLE)]
        if wanted:
            return wanted
    return []


def _call(text: str) -> ToolCallPart:
    return ToolCallPart(tool_of(text), {"text": text}, tool_call_id=call_id_of(text))


def call_id_of(text: str) -> str:
    """The id under which the model asks for a call of this text."""
    return CALL_IDS.get(base_of(text), "c1")


def base_of(text: str) -> str:
    """What a call is for: all of its text, but for what tells it from others for the same."""
    return text.partition("~")[0]


def tool_of(text: str) -> str:
    """The tool that a call of this text is of."""
    return base_of(text) if base_of(text) in ("look", "peek", "put") else "append"


def without_seals() -> None:
    """Ask without seals from here on: the key of a store that lives longer than a test or a fork would be gone."""
    keyring.set_keyring(keyring.backends.fail.Keyring())  # type: ignore[no-untyped-call]


def refused(work: Callable[[], object]) -> str | None:
    """The code with which `work` is refused, or None where it is done."""
    try:
        work()
    except ResumeDecisionError as refusal:
        return refusal.code
    return None


def fork(work: Callable[[], object]) -> int:
    """Run `work` in a fork of this process and return its number. What it raises is printed and ends it with code 1."""
    with warnings.catch_warnings():
        # The fork uses nothing of the threads that 3.12 warns of.
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        code = 1
        try:
            work()
            code = 0
        except BaseException:  # noqa: BLE001 - the fork must never return into the test run
            traceback.print_exc()
        finally:
            os._exit(code)
    return pid


def reap(pid: int) -> int:
    """Wait for a fork; returns the signal that killed it, 0 where it came to its end, -1 where it raised."""
    _, status = os.waitpid(pid, 0)
    return os.WTERMSIG(status) if os.WIFSIGNALED(status) else -os.WEXITSTATUS(status)


def in_a_fork(work: Callable[[], object]) -> int:
    """Run `work` in a fork and wait for it; see `reap`."""
    return reap(fork(work))
