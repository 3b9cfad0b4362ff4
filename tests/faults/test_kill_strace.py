"""A SIGKILL at the n-th write of a real run, in the command's own process and in the agent's.

strace ends the process at the entry of the n-th call of one system call: of `pausedesk run` up to its pause, or of
`pausedesk answer --approve` up to the run's end. What a person then does goes through the command line, too. A
sample of all places is tried; `--sweep` tries each.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.faults.judging import end_faults, session_faults
from tests.faults.rig import Broken, in_a_fork, lines_of

from pausedesk.core.cli import main
from pausedesk.core.errors import ExitCode
from pausedesk.core.run.owners import this_process
from pausedesk.core.store.answering import NewAnswer, submit_answers
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.engine import integrity, open_store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed"),
]

REPOSITORY = Path(__file__).resolve().parents[2]
KILLS = 12
STEPS = 10
SYSCALLS = ("pwrite64", "fdatasync", "fsync", "write", "ftruncate", "unlink", "rename")
RUNS_IN_THE_CHILD = "child"
# An agent of a person's own; its model also judges, by what it reads, whether a call is said not to have run.
AGENT = """
import os
from pathlib import Path

from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

LINES, FAULTS = (Path(os.environ["PAUSEDESK_FAULTS"], name) for name in ("lines", "faults"))


async def model(messages, info):
    told = [p for m in messages for p in m.parts if p.part_kind == "tool-return"]
    if told and "did not run" in str(told[-1].content) and LINES.exists() and LINES.read_text():
        FAULTS.write_text(str(told[-1].content))
    if told:
        return ModelResponse(parts=[TextPart("end")])
    return ModelResponse(parts=[ToolCallPart("append", {"text": "one"}, tool_call_id="c1")])


agent = Agent(FunctionModel(model))


@agent.tool_plain(requires_approval=True)
async def append(text: str) -> str:
    descriptor = os.open(LINES, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    os.write(descriptor, text.encode() + b"\\n")
    os.fsync(descriptor)
    os.close(descriptor)
    return "appended"
"""


@dataclass(frozen=True)
class Place:
    """Where the kill comes: the n-th entry of a system call in the command or in the agent's process."""

    phase: str  # run | answer
    process: str  # command | child
    syscall: str
    number: int


@dataclass
class Shop:
    """A folder with a store and the lines that its session's calls left."""

    folder: Path
    marker: str = ""
    steps: list[str] = field(default_factory=list)

    @property
    def store(self) -> Path:
        return self.folder / "store.db"

    def arguments(self, phase: str) -> list[str]:
        if phase == "run":
            return ["run", "shop", "go"]
        return ["answer", (self.folder / "session").read_text(), "--approve", "--all"]

    def under_strace(self, phase: str, process: str, options: list[str]) -> int:
        """Do a phase with one of its processes under strace; returns the command's exit code (negative: a signal)."""
        strace = ["strace", "-qq", "-o", str(self.folder / "trace"), *options]
        environment = {**os.environ, "PAUSEDESK_FAULTS": str(self.folder), "PAUSEDESK_STORE": str(self.store)}
        if process == RUNS_IN_THE_CHILD:
            # -DD: the child stays the leader of its group, and strace stays out of it.
            environment["PAUSEDESK_STRACE"] = " ".join([*strace, "-DD"])
        command = [] if process == RUNS_IN_THE_CHILD else strace
        done = subprocess.run(
            [*command, sys.executable, "-m", "pausedesk.core.cli", *self.arguments(phase)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            check=False,
            timeout=120,
        )
        self.wait_for_children()
        return done.returncode

    def wait_for_children(self) -> None:
        """Wait until the agent's process, which stops at the end of its pipe, has ended."""
        mine = [process for process in psutil.process_iter() if _belongs(process, self.folder)]
        _, left = psutil.wait_procs(mine, timeout=30)
        if left:
            raise Broken(f"still alive: {left}")

    def cli(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        """One command in a fork that has everything imported; its exit code and its JSON."""
        out = self.folder / "out"

        def work() -> None:
            os.chdir(self.folder)
            os.environ["PAUSEDESK_FAULTS"] = str(self.folder)
            with out.open("w") as stream, redirect_stdout(stream):
                code = main(["--store", str(self.store), "--json", *arguments])
            (self.folder / "code").write_text(str(code))

        if in_a_fork(work) != 0:
            raise Broken(f"{arguments} ended with a traceback")
        self.wait_for_children()
        self.steps.append(arguments[0])
        text = out.read_text()
        return int((self.folder / "code").read_text()), json.loads(text) if text.strip() else {}

    def read(self, *arguments: str) -> dict[str, Any]:
        code, value = self.cli(*arguments)
        if code != 0:
            raise Broken(f"{arguments} ends with {code}: {value}")
        return value

    def follow_up(self, settle: str) -> None:
        """Go on as a person would, by the command line only, until the session ends."""
        while len(self.steps) < STEPS * 3:
            rows = self.read("list")["sessions"]
            self.judge([row["session"] for row in rows])
            if not rows:
                self.cli("run", "shop", "go")
                continue
            (row,) = rows
            session = row["session"]
            if row["unknown"]:
                ran = ["--ran", "I looked"] if lines_of(self.folder / "lines") else ["--did-not-run"]
                self.read("settle", session, "--call", "c1", *(["--unknown"] if settle == "unknown" else ran))
            elif row["waiting"]:
                self.cli("answer", session, "--approve", "--request", row["waiting"][0]["request"])
            elif row["submitted"]:
                self.cli("worker", "--once")
            elif row["ending"] == "finished":
                return self.judge_end(session)
            elif row["ending"] == "empty":
                self.cli("run", "shop", "go", "--session", session)
            elif (shown := self.read("show", session))["can_resume"]:
                self.cli("resume", session)
            else:
                raise Broken(f"stuck at {row['ending']}: {shown['resume_sentence']}")
        raise Broken(f"no end after {self.steps}")

    def judge(self, sessions: list[str]) -> None:
        faults = lines_of(self.folder / "faults")
        lines = lines_of(self.folder / "lines")
        if len(lines) > 1:
            faults.append(f"{len(lines)} lines")
        for session in sessions:
            store = open_store(self.store)
            try:
                with store.read() as connection:
                    faults += session_faults(connection, session, lines, [])
                faults += integrity(store)
            finally:
                store.close()
        if faults:
            raise Broken("; ".join(faults))

    def judge_end(self, session: str) -> None:
        store = open_store(self.store)
        try:
            with store.read() as connection:
                faults = end_faults(connection, session, lines_of(self.folder / "lines"))
        finally:
            store.close()
        if faults:
            raise Broken("; ".join(faults))
        self.read("show", session)
        if not self.read("doctor")["ok"]:
            raise Broken("the doctor finds fault with the store")


def _belongs(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.environ().get("PAUSEDESK_FAULTS") == str(folder) and process.pid != os.getpid()
    except psutil.Error:
        return False


class Shops:
    """Folders as each phase finds them, and how often each process enters each system call there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        (folder / "run").mkdir()
        asked = self.copy("run", folder / "answer")
        code, value = asked.cli("run", "shop", "go")
        assert code == ExitCode.PAUSED, value
        (asked.folder / "session").write_text(value["session"])

    def copy(self, phase: str, folder: Path) -> Shop:
        shutil.copytree(self._folder / phase, folder)
        return Shop(folder)

    def places(self) -> list[Place]:
        """Every place where a phase writes, found by letting it run to its end."""
        found: list[Place] = []
        for phase in ("run", "answer"):
            for process in ("command", RUNS_IN_THE_CHILD):
                shop = self.copy(phase, self._folder / f"{phase}-{process}")
                code = shop.under_strace(phase, process, ["-e", f"trace={','.join(SYSCALLS)}"])
                assert code == (ExitCode.PAUSED if phase == "run" else ExitCode.DONE)
                for syscall in SYSCALLS:
                    trace = (shop.folder / "trace").read_text().splitlines()
                    count = len([line for line in trace if line.startswith(f"{syscall}(")])
                    found += [Place(phase, process, syscall, number) for number in range(1, count + 1)]
        return found


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shops]:
    """The shop, registered with an interpreter that puts the agent's process under strace where it is told to."""
    folder = tmp_path_factory.mktemp("shops")
    wrapper = folder / "python"
    wrapper.write_text(f'#!/bin/sh\nexec $PAUSEDESK_STRACE "{sys.executable}" "$@"\n')
    wrapper.chmod(0o700)
    home = folder / "agent"
    home.mkdir()
    (home / "shop.py").write_text(AGENT)
    add = ["agents", "add", "shop", "shop:agent", "--folder", str(home), "--interpreter", str(wrapper)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(REPOSITORY / "packaging" / "dev"))
        patch.setenv("PAUSEDESK_STRACE", "")
        assert in_a_fork(partial(_must, add)) == 0
        yield Shops(folder)
        assert in_a_fork(partial(_must, ["agents", "remove", "shop"])) == 0


def _must(arguments: list[str]) -> None:
    assert main(arguments) == ExitCode.DONE


def _kill(shops: Shops, place: Place, folder: Path, settle: str) -> str | None:
    """Kill at one place and follow up; returns what is wrong."""
    shop = shops.copy(place.phase, folder)
    inject = ["-e", f"trace={place.syscall}", "-e", f"inject={place.syscall}:signal=KILL:when={place.number}"]
    code = shop.under_strace(place.phase, place.process, inject)
    if place.process == "command" and code not in (-signal.SIGKILL, 128 + signal.SIGKILL):
        return f"{place}: not killed, ended with {code}"
    try:
        shop.follow_up(settle)
    except Broken as broken:
        return f"{place} (exit {code}), {shop.steps}: {broken}"
    finally:
        print(f"{place.phase} {place.process} {place.syscall} {place.number}: exit {code}, then {shop.steps}")
        if not os.environ.get("PAUSEDESK_FAULTS_KEEP"):
            shutil.rmtree(folder)
    return None


def _told(places: list[Place], shops: Shops, folder: Path) -> list[str]:
    found = [
        _kill(shops, place, folder / str(number), ("truth", "unknown")[number % 2])
        for number, place in enumerate(places)
    ]
    wrong = [one for one in found if one is not None]
    print(f"{len(places)} kills, {len(wrong)} wrong")
    return wrong


@pytest.fixture(scope="module")
def places(shops: Shops) -> list[Place]:
    """Every place of both phases and both processes."""
    return shops.places()


# The sum of what is sampled is KILLS; each kind of process counts as much, for most writes are the command's.
@pytest.mark.parametrize("process", ["command", RUNS_IN_THE_CHILD])
@pytest.mark.parametrize("phase", ["run", "answer"])
def test_a_kill_at_a_write_of_a_real_run_leaves_at_most_one_line(
    phase: str, process: str, shops: Shops, places: list[Place], tmp_path: Path
) -> None:
    seed = int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))
    mine = [place for place in places if (place.phase, place.process) == (phase, process)]
    chosen = random.Random(seed).sample(mine, min(len(mine), KILLS // 4))
    assert _told(chosen, shops, tmp_path) == [], f"PAUSEDESK_FAULTS_SEED={seed}"


def test_a_worker_takes_up_what_a_dead_command_left_submitted(shops: Shops, tmp_path: Path) -> None:
    shop = shops.copy("answer", tmp_path / "shop")
    session = (shop.folder / "session").read_text()

    def submit() -> None:
        store = open_store(shop.store)
        with store.read() as connection:
            (asked,) = asked_calls(connection, session)
        new = [NewAnswer(asked.request, asked.digest, "approve")]
        submit_answers(store, session, new, by="Ann", submit_id="1", reserved_for=this_process())

    assert in_a_fork(submit) == 0
    assert shop.cli("worker", "--once")[0] == ExitCode.DONE
    assert lines_of(shop.folder / "lines") == ["one"]
    shop.follow_up("truth")


@pytest.mark.sweep
def test_a_kill_at_each_write_of_a_real_run_leaves_at_most_one_line(
    shops: Shops, places: list[Place], tmp_path: Path
) -> None:
    print(len(places), "places")
    assert _told(places, shops, tmp_path) == []
