"""The fault table by the command line: each command a process of its own, whose child runs the agent and is killed.

The letters are those of `test_fault_table`, and the rows must be the same. The telling cells are tried always, all of
them with --sweep.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.faults.rig import lines_of
from tests.faults.shop import Shop, Shops, made_shops
from tests.faults.test_fault_table import TABLE

from pausedesk.core.model.canonical import call_digest

# What the agent does is in the file `control` of its folder: the form of its tool, whether it raises, where its call
# kills the command and itself, whether it waits in the call until it is let go.
AGENT = """
import json
import os
import signal
from pathlib import Path

from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE
from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

FOLDER = Path(os.environ["PAUSEDESK_FAULTS"])
CONTROL = json.loads((FOLDER / "control").read_text()) if (FOLDER / "control").exists() else {}
LINES = FOLDER / "lines"
NAME = "append_line" if CONTROL.get("form") == "renamed" else "append"


async def model(messages, info):
    parts = [part for message in messages for part in message.parts]
    prompt = next(part.content for part in parts if part.part_kind == "user-prompt")
    told = {p.tool_call_id: str(p.content) for p in parts if p.part_kind in ("tool-return", "retry-prompt")}
    lines = LINES.read_text().split() if LINES.exists() else []
    false = [call for call in told if "did not run" in told[call] and call in lines]
    if false:
        (FOLDER / "faults").write_text(f"the model reads that {false} did not run")
    wanted = [text for text in prompt.split() if told.get(text) in (None, NOT_RUN_UNANSWERABLE)]
    asking = [ToolCallPart(NAME, {"text": text}, tool_call_id=text) for text in wanted]
    return ModelResponse(parts=asking or [TextPart("end")])


def reached(at):
    if CONTROL.get("wait") == at:
        (FOLDER / "started").write_text("started")
        (FOLDER / "go-on").read_text()
    if CONTROL.get("die") == at:
        os.kill(os.getppid(), signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)


def act(text):
    reached("before-line")
    descriptor = os.open(LINES, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    os.write(descriptor, text.encode() + b"\\n")
    os.close(descriptor)
    reached("after-line")
    if CONTROL.get("raises"):
        raise ValueError("after the line")
    return f"appended {text}"


async def append(text: str) -> str:
    return act(text)


async def append_otherwise(text: str) -> str:
    return act(text).upper()


async def append_times(text: str, times: int = 1) -> str:
    return act(text) * times


agent = Agent(FunctionModel(model))
forms = {"other code": append_otherwise, "other schema": append_times}
agent.tool_plain(requires_approval=True, name=NAME)(forms.get(CONTROL.get("form"), append))
"""
TELLING = ("a1", "b", "b2", "d", "e", "f", "g1", "h")
WAIT_S = 60
pytestmark = pytest.mark.slow


@dataclass
class Fault:
    """One fault put to one session by commands."""

    shop: Shop
    calls: Sequence[str]
    in_flight: bool = False

    @property
    def session(self) -> str:
        """The session that waits."""
        return (self.shop.folder / "session").read_text()

    def control(self, **told: Any) -> None:
        """What the agent does from now on."""
        (self.shop.folder / "control").write_text(json.dumps(told))

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start a command of whoever comes."""
        return subprocess.Popen(
            [sys.executable, "-m", "pausedesk.core.cli", "--store", str(self.shop.store), "--json", *arguments],
            cwd=self.shop.folder,
            env={**os.environ, **self.shop.environment()},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ended(self, command: subprocess.Popen[str]) -> dict[str, Any]:
        """What a command said at its end."""
        out, error = command.communicate(timeout=WAIT_S)
        assert command.returncode >= 0, error
        return dict(json.loads(out))

    def by(self, *commands: Sequence[str]) -> list[str]:
        """What each command says, all at once."""
        started = [self.start(*arguments) for arguments in commands]
        try:
            values = [self.ended(one) for one in started]
        finally:
            for one in started:
                one.kill()
                one.communicate()
        if not self.in_flight:
            self.shop.wait_for_children()
        return [
            str(value["code"] or value["outcome"]) if "outcome" in value else str(value["code"]) for value in values
        ]

    def answer(self, decision: str = "--approve", call: str = "one") -> list[str]:
        """The command that answers one question."""
        return ["answer", self.session, decision, "--request", self.asked[call]]

    @property
    def asked(self) -> dict[str, str]:
        """The question of each call, as it was asked first."""
        with closing(sqlite3.connect(self.shop.store)) as store:
            return dict(store.execute("SELECT call_id, min(id) FROM requests GROUP BY call_id").fetchall())

    def killed(self, *arguments: str, at: str) -> None:
        """A command takes the approvals up; it and its child are killed in the first call."""
        self.control(die=at)
        with self.start(*arguments) as command:
            said = command.communicate(timeout=WAIT_S)
        assert command.returncode == -signal.SIGKILL, said
        self.shop.wait_for_children()
        self.control()

    def unknown(self) -> str:
        """How many calls may have run."""
        (row,) = self.shop.read("list")["sessions"]
        return f"{len(row['unknown'])} may have run"

    def asked_anew(self) -> list[str]:
        """Go on, and be asked again."""
        before = set(self._waiting())
        said = self.by(["resume", self.session])
        new = set(self._waiting()) - before
        return [*said, "asked anew" if len(new) == 1 else f"asks {new}"]

    def _waiting(self) -> list[str]:
        (row,) = self.shop.read("list")["sessions"]
        return [one["request"] for one in row["waiting"]]

    @property
    def effects(self) -> str:
        """How many lines each call left."""
        return " + ".join(str(self.shop.lines.count(call)) for call in self.calls)


def a1(fault: Fault) -> list[str]:
    return [*fault.by(fault.answer()), *fault.by(fault.answer())]


def a2(fault: Fault) -> list[str]:
    kept = fault.shop.folder / "kept.db"
    shutil.copyfile(fault.shop.store, kept)
    answer = fault.answer()
    said = fault.by(answer)
    for suffix in ("-wal", "-shm"):
        Path(f"{fault.shop.store}{suffix}").unlink(missing_ok=True)
    shutil.copyfile(kept, fault.shop.store)
    return [*said, *fault.by(answer)]


def b(fault: Fault) -> list[str]:
    return sorted(fault.by(fault.answer(), fault.answer()))


def b2(fault: Fault) -> list[str]:
    with _in_flight(fault):
        (said,) = fault.by(fault.answer())
        with fault.start("resume", fault.session) as resume:
            refusal = fault.ended(resume)
    owner = refusal["why"].partition(" by ")[2].partition(",")[0]
    return [f"{said}, {refusal['code']}, owned by {owner}"]


@contextmanager
def _in_flight(fault: Fault) -> Iterator[None]:
    """The first answer stands in its call, until what is in the block is done."""
    for name in ("started", "go-on"):
        os.mkfifo(fault.shop.folder / name)
    fault.control(wait="before-line")
    with fault.start(*fault.answer()) as first:
        try:
            (fault.shop.folder / "started").read_text()
            fault.in_flight = True
            yield
            (fault.shop.folder / "go-on").write_text("go on")
            assert fault.ended(first)["outcome"] == "done"
        finally:
            fault.in_flight = False
            first.kill()
    fault.shop.wait_for_children()


def c(fault: Fault) -> list[str]:
    fault.killed(*fault.answer(), at="after-line")
    return [*fault.by(fault.answer()), fault.unknown()]


def c2(fault: Fault) -> list[str]:
    fault.killed(*fault.answer(), at="after-line")
    return [*fault.by(["resume", fault.session]), fault.unknown()]


def d(fault: Fault) -> list[str]:
    fault.killed(*fault.answer(), at="before-line")
    return [*fault.by(fault.answer()), fault.unknown()]


def e(fault: Fault) -> list[str]:
    fault.control(raises=True)
    return [*fault.by(fault.answer()), *fault.by(fault.answer())]


def f(fault: Fault) -> list[str]:
    return fault.by(fault.answer("--decline"))


def _changed(form: str) -> Callable[[Fault], list[str]]:
    def changed(fault: Fault) -> list[str]:
        fault.control(form=form)
        return [*fault.by(fault.answer()), *fault.asked_anew()]

    return changed


def g4(fault: Fault) -> list[str]:
    with closing(sqlite3.connect(fault.shop.store)) as edited:
        digest = call_digest("append", {"text": "nine"})
        edited.execute("UPDATE requests SET arguments = ?, digest = ?", ('{"text":"nine"}', digest))
        edited.commit()
    said = fault.by(fault.answer())
    assert "nine" not in fault.shop.lines
    return [*said, *fault.asked_anew()]


def h(fault: Fault) -> list[str]:
    # The first answer waits for the second: the calls of one turn are handed over together.
    fault.by(fault.answer("--decline", "two"))
    return fault.by(fault.answer())


def h3(fault: Fault) -> list[str]:
    fault.by(fault.answer(call="two"))
    fault.killed(*fault.answer(), at="after-line")
    fault.shop.read("settle", fault.session, "--call", "one", "--ran", "I looked")
    fault.by(["resume", fault.session])
    return [fault.unknown()]


PUTS = {
    "a1": a1,
    "a2": a2,
    "b": b,
    "b2": b2,
    "c": c,
    "c2": c2,
    "d": d,
    "e": e,
    "f": f,
    "g1": _changed("renamed"),
    "g2": _changed("other code"),
    "g3": _changed("other schema"),
    "g4": g4,
    "h": h,
    "h3": h3,
}


@pytest.fixture(scope="module")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shops]:
    """Sessions that wait on one call and on two."""
    with made_shops(tmp_path_factory.mktemp("shops"), AGENT, {"1": "one", "2": "one two"}) as made:
        yield made


def _put(names: Sequence[str], waiting: Shops, folder: Path, told: Callable[[str], None]) -> list[str]:
    """Put each fault to a session of its own; tells the row, and returns what is wrong."""
    row, wrong = [], []
    for name in names:
        _, effects, said = TABLE[name]
        calls = ("one", "two") if name.startswith("h") else ("one",)
        fault = Fault(waiting.copy(str(len(calls)), folder / name), calls)
        found = PUTS[name](fault)
        row.append(f"{name} {fault.effects} ({', '.join(found)})")
        if fault.effects != effects or any(not one.startswith(want) for one, want in zip(found, said, strict=True)):
            wrong.append(f"{row[-1]}, and not {effects} ({', '.join(said)})")
        if faults := lines_of(fault.shop.folder / "faults"):
            wrong.append(f"{name}: {faults}")
    told(f"fault table, command line: {' · '.join(row)}")
    return wrong


def test_the_telling_cells_of_the_fault_table_by_the_command_line(
    waiting: Shops, tmp_path: Path, told: Callable[[str], None]
) -> None:
    assert _put(TELLING, waiting, tmp_path, told) == []


@pytest.mark.sweep
def test_the_whole_fault_table_by_the_command_line(waiting: Shops, tmp_path: Path, told: Callable[[str], None]) -> None:
    assert TABLE.keys() == PUTS.keys()
    assert _put(list(TABLE), waiting, tmp_path, told) == []
