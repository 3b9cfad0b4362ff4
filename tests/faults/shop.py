"""A shop: a folder with a store, an agent of a person's own, and its life by the command line only.

What a fault test does to a phase of it - a kill, a loss of power, a bad disk - comes from outside, by strace.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from sqlalchemy import select
from tests.copies import with_a_witness_of_its_own
from tests.faults.judging import EFFECTS, FALSE_CLAIMS, Fault, end_faults, session_faults
from tests.faults.rig import Broken, in_a_fork, lines_of, without_seals

from pausedesk.core.cli import main
from pausedesk.core.errors import ExitCode
from pausedesk.core.store.engine import Store, integrity, open_store
from pausedesk.core.store.tables import answers

REPOSITORY = Path(__file__).resolve().parents[2]
STEPS = 10
ASKED_ONCE = {"answer": "go"}
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


@dataclass
class Shop:
    """A folder with a store and the lines that its session's calls left."""

    folder: Path
    steps: list[str] = field(default_factory=list)
    seen: set[str] = field(default_factory=set)  # the answers that were stored when it was looked at
    said: str = ""  # on stderr, by the last phase under strace

    @property
    def store(self) -> Path:
        return self.folder / "store.db"

    def arguments(self, phase: str) -> list[str]:
        """What a phase is told: one of the command line's, else a program's of a test."""
        if phase == "run":
            return ["run", "shop", "go"]
        if phase == "answer":
            return ["answer", (self.folder / "session").read_text(), "--approve", "--all"]
        return [phase]

    @property
    def lines(self) -> list[str]:
        """What the calls left."""
        return lines_of(self.folder / "lines")

    def environment(self) -> dict[str, str]:
        """What belongs to the store lies beside it, so that a copy of the folder is a copy of all of it."""
        return {
            "PAUSEDESK_FAULTS": str(self.folder),
            "PAUSEDESK_STORE": str(self.store),
            "XDG_STATE_HOME": str(self.folder / "state"),
        }

    def under_strace(
        self, phase: str, process: str, options: Sequence[str], program: Sequence[str] = ("-m", "pausedesk.core.cli")
    ) -> int:
        """Do a phase with one of its processes under strace; returns the command's exit code (negative: a signal)."""
        strace = ["strace", "-qq", "-o", str(self.folder / "trace"), *options]
        environment = {**os.environ, **self.environment()}
        if process == RUNS_IN_THE_CHILD:
            # -DD: the child stays the leader of its group, and strace stays out of it.
            environment["PAUSEDESK_STRACE"] = " ".join([*strace, "-DD"])
        command = [] if process == RUNS_IN_THE_CHILD else strace
        done = subprocess.run(
            [*command, sys.executable, *program, *self.arguments(phase)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            check=False,
            timeout=120,
        )
        self.said = done.stderr.decode("utf-8", "replace")
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
            os.environ.update(self.environment())
            # As the commands that strace starts: a key that a fork made would be gone with it.
            without_seals()
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
                ran = ["--ran", "I looked"] if self.lines else ["--did-not-run"]
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
        """Raise Broken where an invariant does not hold of the store and the lines as they are now."""
        faults: list[str] = [Fault(text, FALSE_CLAIMS) for text in lines_of(self.folder / "faults")]
        if len(self.lines) > 1:
            faults.append(Fault(f"{len(self.lines)} lines", EFFECTS))
        with self.opened() as store:
            with store.read() as connection:
                for session in sessions:
                    faults += session_faults(connection, session, self.lines, sorted(self.seen))
                self.seen |= set(connection.execute(select(answers.c.id)).scalars())
            faults += integrity(store)
        if faults:
            raise Broken(*faults)

    def judge_end(self, session: str) -> None:
        """Raise Broken where the session ended and an approval was neither used nor given back to the person."""
        with self.opened() as store, store.read() as connection:
            faults = end_faults(connection, session, self.lines)
        if faults:
            raise Broken(*faults)
        self.read("show", session)
        if not self.read("doctor")["ok"]:
            raise Broken("the doctor finds fault with the store")

    @contextmanager
    def opened(self) -> Iterator[Store]:
        """The store, open in this process, as one that lives with this shop."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_STATE_HOME", self.environment()["XDG_STATE_HOME"])
            store = open_store(self.store)
            try:
                yield store
            finally:
                store.close()


def _belongs(process: psutil.Process, folder: Path) -> bool:
    try:
        return process.environ().get("PAUSEDESK_FAULTS") == str(folder) and process.pid != os.getpid()
    except psutil.Error:
        return False


class Shops:
    """Folders as each phase finds them: `run` an empty one, the others with a session that waits."""

    def __init__(self, folder: Path, prompts: Mapping[str, str]) -> None:
        self._folder = folder
        (folder / "run").mkdir()
        for phase, prompt in prompts.items():
            asked = self.copy("run", folder / phase)
            code, value = asked.cli("run", "shop", prompt)
            assert code == ExitCode.PAUSED, value
            (asked.folder / "session").write_text(value["session"])

    def copy(self, phase: str, folder: Path) -> Shop:
        shutil.copytree(self._folder / phase, folder)
        with_a_witness_of_its_own(folder / "store.db")
        return Shop(folder)


@contextmanager
def made_shops(folder: Path, agent: str = AGENT, prompts: Mapping[str, str] = ASKED_ONCE) -> Iterator[Shops]:
    """The shop, registered with an interpreter that puts the agent's process under strace where it is told to;
    `prompts` are those of its phases with a session that waits."""
    wrapper = folder / "python"
    wrapper.write_text(f'#!/bin/sh\nexec $PAUSEDESK_STRACE "{sys.executable}" "$@"\n')
    wrapper.chmod(0o700)
    home = folder / "agent"
    home.mkdir()
    (home / "shop.py").write_text(agent)
    add = ["agents", "add", "shop", "shop:agent", "--folder", str(home), "--interpreter", str(wrapper)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(REPOSITORY / "packaging" / "dev"))
        patch.setenv("PAUSEDESK_STRACE", "")
        assert in_a_fork(partial(_must, add)) == 0
        yield Shops(folder, prompts)
        assert in_a_fork(partial(_must, ["agents", "remove", "shop"])) == 0


def _must(arguments: list[str]) -> None:
    assert main(arguments) == ExitCode.DONE
