"""The disk refuses one write of a real run, or all from one on: it is full, broken, or mounted read-only meanwhile.

strace lets the n-th call of one system call on the store's own files fail. The command says so in a sentence, with the
exit code of the environment where nothing else tells how it stands; what a person then does goes on as if nothing was.
"""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.faults.rig import Broken
from tests.faults.shop import Shop, Shops

from pausedesk.core.errors import ExitCode

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed"),
]

SYSCALLS = ("pwrite64", "fdatasync", "fsync", "ftruncate", "write", "openat", "unlink")
ERRORS = ("ENOSPC", "EIO", "EROFS")
SAMPLE = 6
# The command, but for the seconds in which it waits for a disk that gets no better here.
IMPATIENT = "from pausedesk.core.run import host; host.OUTCOME_PAUSE_S = 0.0"
PROGRAM = ("-c", f"import sys; {IMPATIENT}; from pausedesk.core.cli import main; sys.exit(main())")
# How a command may end whose store cannot be written: it never says that all is done, unless it is.
ENDS = set(ExitCode) - {ExitCode.USAGE, ExitCode.REFUSED}


@dataclass(frozen=True)
class Refusal:
    """Which call of the system fails, how, and whether all after it fail as well."""

    phase: str
    syscall: str
    number: int
    error: str
    lasting: bool

    def options(self, shop: Shop) -> list[str]:
        when = f"{self.number}{'+' if self.lasting else ''}"
        return [
            *_files(shop),
            "-e",
            f"trace={self.syscall}",
            "-e",
            f"inject={self.syscall}:error={self.error}:when={when}",
        ]


def _files(shop: Shop) -> list[str]:
    # strace looks at calls on these paths only: what a pipe or a library's file is told is none of the disk's.
    names = [
        shop.store,
        *(shop.store.with_name(f"store.db{end}") for end in ("-wal", "-shm", "-journal")),
        shop.folder / "witness",
    ]
    return [word for path in names for word in ("-P", str(path))]


@pytest.fixture(scope="module")
def refusals(shops: Shops, tmp_path_factory: pytest.TempPathFactory) -> list[Refusal]:
    """Every call that could fail, with each error."""
    folder = tmp_path_factory.mktemp("refusals")
    found: list[Refusal] = []
    for phase in ("run", "answer"):
        shop = shops.copy(phase, folder / phase)
        code = shop.under_strace(phase, "command", [*_files(shop), "-e", f"trace={','.join(SYSCALLS)}"])
        assert code == (ExitCode.PAUSED if phase == "run" else ExitCode.DONE)
        counts = Counter(line.partition("(")[0] for line in (shop.folder / "trace").read_text().splitlines())
        found += [
            Refusal(phase, syscall, number, error, lasting)
            for syscall in SYSCALLS
            for number in range(1, counts[syscall] + 1)
            for error in ERRORS
            for lasting in (False, True)
        ]
    return found


def _refused(shops: Shops, refusal: Refusal, folder: Path, settle: str) -> tuple[int, list[str]]:
    """Let it fail, and go on; returns how the command ended, and what is wrong."""
    shop = shops.copy(refusal.phase, folder)
    code = shop.under_strace(refusal.phase, "command", refusal.options(shop), PROGRAM)
    lines = [line for line in shop.said.splitlines() if line.strip()]
    wrong = []
    if code not in ENDS or "Traceback" in shop.said:
        wrong.append(f"it ends with {code} and says {shop.said[-300:]!r}")
    if code == ExitCode.ENVIRONMENT and len(lines) != 1:
        wrong.append(f"it says {lines}")
    try:
        shop.follow_up(settle)
    except Broken as broken:
        wrong += broken.faults
    print(f"{refusal}: exit {code} {lines[:1]}, then {shop.steps}")
    if not os.environ.get("PAUSEDESK_FAULTS_KEEP"):
        shutil.rmtree(folder)
    return code, [f"{refusal} (exit {code}, then {shop.steps}): {fault}" for fault in wrong]


def _swept(shops: Shops, chosen: Sequence[Refusal], folder: Path, told: Callable[[str], None]) -> list[str]:
    wrong: list[str] = []
    table: dict[tuple[str, str], Counter[int]] = {}
    for number, refusal in enumerate(chosen):
        code, faults = _refused(shops, refusal, folder / str(number), ("truth", "unknown")[number % 2])
        table.setdefault((refusal.error, refusal.syscall), Counter())[code] += 1
        wrong += faults
    for (error, syscall), ends in sorted(table.items()):
        said = ", ".join(f"exit {code}: {count}" for code, count in sorted(ends.items()))
        told(f"  {error} of {syscall}: {ends.total()} tried, {said}")
    told(f"writes that the disk refuses: {len(chosen)} tried, {len(wrong)} faults")
    return wrong


@pytest.mark.parametrize("phase", ["run", "answer"])
def test_a_write_that_the_disk_refuses_is_said_and_loses_nothing(
    phase: str, shops: Shops, refusals: list[Refusal], tmp_path: Path, told: Callable[[str], None]
) -> None:
    seed = int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))
    mine = [refusal for refusal in refusals if refusal.phase == phase]
    chosen = random.Random(seed).sample(mine, min(len(mine), SAMPLE // 2))
    assert _swept(shops, chosen, tmp_path, told) == [], f"PAUSEDESK_FAULTS_SEED={seed}"


@pytest.mark.sweep
def test_each_write_that_the_disk_refuses_is_said_and_loses_nothing(
    shops: Shops, refusals: list[Refusal], tmp_path: Path, told: Callable[[str], None]
) -> None:
    assert _swept(shops, refusals, tmp_path, told) == []
