"""A SIGKILL at the n-th write of a real run, in the command's own process and in the agent's.

strace ends the process at the entry of the n-th call of one system call: of `pausedesk run` up to its pause, or of
`pausedesk answer --approve` up to the run's end. What a person then does goes through the command line, too. A
sample of all places is tried; `--sweep` tries each.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.faults.judging import EFFECTS, FALSE_CLAIMS, LOST_ANSWERS, OTHER
from tests.faults.rig import Broken, in_a_fork
from tests.faults.shop import RUNS_IN_THE_CHILD, Shops

from pausedesk.core.errors import ExitCode
from pausedesk.core.run.owners import this_process
from pausedesk.core.store.answering import NewAnswer, submit_answers
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.engine import open_store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed"),
]

KILLS = 12
SYSCALLS = ("pwrite64", "fdatasync", "fsync", "write", "ftruncate", "unlink", "rename")


@dataclass(frozen=True)
class Place:
    """Where the kill comes: the n-th entry of a system call in the command or in the agent's process."""

    phase: str  # run | answer
    process: str  # command | child
    syscall: str
    number: int


@pytest.fixture(scope="module")
def places(shops: Shops, tmp_path_factory: pytest.TempPathFactory) -> list[Place]:
    """Every place where either process of a phase writes, found by letting it run to its end."""
    folder = tmp_path_factory.mktemp("places")
    found: list[Place] = []
    for phase in ("run", "answer"):
        for process in ("command", RUNS_IN_THE_CHILD):
            shop = shops.copy(phase, folder / f"{phase}-{process}")
            code = shop.under_strace(phase, process, ["-e", f"trace={','.join(SYSCALLS)}"])
            assert code == (ExitCode.PAUSED if phase == "run" else ExitCode.DONE)
            for syscall in SYSCALLS:
                trace = (shop.folder / "trace").read_text().splitlines()
                count = len([line for line in trace if line.startswith(f"{syscall}(")])
                found += [Place(phase, process, syscall, number) for number in range(1, count + 1)]
    return found


@dataclass(frozen=True)
class Killed:
    """What became of a shop in which a process was killed: how many lines its call left, and what is wrong."""

    place: Place
    effects: int
    faults: Sequence[str]


def _kill(shops: Shops, place: Place, folder: Path, settle: str) -> Killed:
    shop = shops.copy(place.phase, folder)
    inject = ["-e", f"trace={place.syscall}", "-e", f"inject={place.syscall}:signal=KILL:when={place.number}"]
    code = shop.under_strace(place.phase, place.process, inject)
    faults: Sequence[str] = ()
    if place.process == "command" and code not in (-signal.SIGKILL, 128 + signal.SIGKILL):
        faults = [f"not killed, ended with {code}"]
    try:
        shop.follow_up(settle)
    except Broken as broken:
        faults = broken.faults
    print(f"{place.phase} {place.process} {place.syscall} {place.number}: exit {code}, then {shop.steps}")
    killed = Killed(place, len(shop.lines), faults)
    if not os.environ.get("PAUSEDESK_FAULTS_KEEP"):
        shutil.rmtree(folder)
    return killed


def _told(places: Sequence[Place], shops: Shops, folder: Path, told: Callable[[str], None], what: str) -> list[Killed]:
    """Kill at each place; tells the counts and returns what is wrong."""
    killed = [
        _kill(shops, place, folder / str(number), ("truth", "unknown")[number % 2])
        for number, place in enumerate(places)
    ]
    kinds = Counter(getattr(fault, "kind", OTHER) for one in killed for fault in one.faults)
    kinds[EFFECTS] = sum(max(0, one.effects - 1) for one in killed)
    counts = ", ".join(f"{kinds[kind]} {kind}" for kind in (EFFECTS, FALSE_CLAIMS, LOST_ANSWERS, OTHER))
    told(f"kills at writes of {what}: {len(killed)} kills, {sum(one.effects for one in killed)} effects, {counts}")
    return [one for one in killed if one.faults or one.effects > 1]


# The sum of what is sampled is KILLS; each kind of process counts as much, for most writes are the command's.
@pytest.mark.parametrize("process", ["command", RUNS_IN_THE_CHILD])
@pytest.mark.parametrize("phase", ["run", "answer"])
def test_a_kill_at_a_write_of_a_real_run_leaves_at_most_one_line(
    phase: str, process: str, shops: Shops, places: list[Place], tmp_path: Path, told: Callable[[str], None]
) -> None:
    seed = int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))
    mine = [place for place in places if (place.phase, place.process) == (phase, process)]
    chosen = random.Random(seed).sample(mine, min(len(mine), KILLS // 4))
    assert _told(chosen, shops, tmp_path, told, f"{phase}, its {process}") == [], f"PAUSEDESK_FAULTS_SEED={seed}"


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
    assert shop.lines == ["one"]
    shop.follow_up("truth")


@pytest.mark.sweep
def test_a_kill_at_each_write_of_a_real_run_leaves_at_most_one_line(
    shops: Shops, places: list[Place], tmp_path: Path, told: Callable[[str], None]
) -> None:
    assert _told(places, shops, tmp_path, told, "run and answer, both processes, every place") == []
