"""The power goes at any moment of a real run, and whatever was not synced by then is gone, or torn.

One run of each phase is written down by strace. For each moment at which the disk or the world changed, the disk as
it is after the loss is made anew and judged: what a call did outside stays done, and the store must know that it may
have been. Most are looked at only; of some the session is brought to its end by the command line. `--sweep` does so of
each, torn at each write.
"""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import select
from tests.copies import with_a_witness_of_its_own
from tests.faults.judging import session_faults
from tests.faults.power import OPTIONS, SYSCALLS, Disk, events
from tests.faults.rig import Broken
from tests.faults.shop import Shop, Shops

from pausedesk.core.errors import ExitCode
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import settling
from pausedesk.core.store.engine import integrity
from pausedesk.core.store.tables import answers, executions, sessions

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed"),
]

PROGRAM = ("-m", "pausedesk.core.cli")
# Each accepts something from a person and says so in a file: what is said there was promised.
PROMISES = """
import os, sys
from pathlib import Path
from sqlalchemy import select
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import answering, settling
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.engine import open_store
from pausedesk.core.store.tables import executions

folder = Path(os.environ["PAUSEDESK_FAULTS"])
store = open_store(folder / "store.db")
session = (folder / "session").read_text()
with store.read() as connection:
    asked = asked_calls(connection, session)
    started = connection.execute(select(executions.c.id)).scalars().all()
if sys.argv[1] == "submit":
    new = [NewAnswer(one.request, one.digest, "approve") for one in asked]
    promised = answering.submit_answers(store, session, new, by="Ann", submit_id="1")
else:
    settling.note_dead_owners(store, LIVENESS)
    settling.settle_calls(store, session, started, "ran", "I looked", by="Ann", alive=LIVENESS)
    promised = started
descriptor = os.open(folder / "promised", os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
os.write(descriptor, "".join(f"{one}\\n" for one in promised).encode())
"""
# As a program would be that does not wait for the disk.
HASTY = "from pausedesk.core.store import dialect; dialect.DURABLE = 'NORMAL'"
PHASES = ("run", "answer", "submit", "settle")
# In short: every moment without what was not synced, every so many of those with a part of it, and so many followed.
TORN = 8
FOLLOWED = 1


@dataclass(frozen=True)
class Loss:
    """The disk after the power went at one moment, and what calls and promises had left outside by then."""

    moment: str
    files: dict[str, bytes]
    lines: bytes
    promised: bytes


def _losses(begun: Path, shop: Shop, chance: random.Random, torn: int) -> Iterator[Loss]:
    """What is left after each moment of a run: without anything that was not synced, and with a part of it."""
    disk = Disk(shop.folder, begun)
    outside = [shop.folder / name for name in ("lines", "promised")]
    for number, event in enumerate(events((shop.folder / "trace").read_text(encoding="ascii"))):
        if not disk.happen(event):
            continue
        moment = f"{number} {event.name} {Path(event.path).name}"
        lines, promised = (disk.now(path) for path in outside)
        if event.name == "fsync" or Path(event.path) in outside:
            yield Loss(moment, disk.left(), lines, promised)
        if chance.randrange(torn) == 0:
            yield Loss(f"{moment}, torn", disk.left(chance), lines, promised)


class Recorded:
    """The phases as strace wrote them down, each once."""

    def __init__(self, shops: Shops, folder: Path) -> None:
        self._shops = shops
        self._folder = folder
        self._made: dict[tuple[str, str], tuple[Path, Shop]] = {}

    def of(self, phase: str, program: Sequence[str] = PROGRAM) -> tuple[Path, Shop]:
        """The folder as it was before the phase, and the shop after it."""
        key = (phase, program[-1])
        if key not in self._made:
            self._made[key] = self._record(phase, program)
        return self._made[key]

    def _record(self, phase: str, program: Sequence[str]) -> tuple[Path, Shop]:
        folder = self._folder / f"{phase}-{len(self._made)}"
        folder.mkdir()
        begun = self._shops.copy("answer" if phase in ("submit", "settle") else phase, folder / "begun")
        if phase == "settle":
            # The call was started, and its end is not known: the agent's process is killed right after its line.
            inject = ["-e", "trace=fsync", "-e", "inject=fsync:signal=KILL:when=1"]
            assert begun.under_strace("answer", "child", inject) == ExitCode.MARKED
            begun.cli("list")
        shop = Shop(folder / "shop")
        shutil.copytree(begun.folder, shop.folder)
        with_a_witness_of_its_own(shop.folder / "store.db")
        options = [*OPTIONS, "-e", f"trace={SYSCALLS}"]
        if phase in ("submit", "settle"):
            code = shop.under_strace(phase, "command", options, ("-c", PROMISES))
            assert code == 0
        else:
            code = shop.under_strace(phase, "command", options, program)
            assert code == (ExitCode.PAUSED if phase == "run" else ExitCode.DONE)
        return begun.folder, shop


@pytest.fixture(scope="module")
def recorded(shops: Shops, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Each phase, written down once."""
    return Recorded(shops, tmp_path_factory.mktemp("recorded"))


def _image(loss: Loss, begun: Path, folder: Path) -> Shop:
    """A shop on the disk as it is after the loss."""
    for path in begun.iterdir():
        if path.name in ("session", "out", "code"):
            shutil.copy(path, folder / path.name)
    for name, content in {**loss.files, "lines": loss.lines}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if content or name != "lines":
            path.write_bytes(content)
    with_a_witness_of_its_own(folder / "store.db")
    return Shop(folder)


def _faults(shop: Shop, loss: Loss, incarnation: str) -> list[str]:
    """What is wrong with the store as the next program finds it."""
    with shop.opened() as store:
        settling.note_dead_owners(store, LIVENESS)
        promised = loss.promised.decode().split()
        with store.read() as connection:
            faults: list[str] = []
            for session in connection.execute(select(sessions.c.id)).scalars().all():
                faults += session_faults(connection, session, shop.lines, [])
            kept = set(connection.execute(select(answers.c.id)).scalars())
            kept |= set(connection.execute(select(executions.c.id).where(executions.c.settled_by == "Ann")).scalars())
            if shop.lines and connection.execute(select(executions.c.id)).first() is None:
                faults.append("there is a line, and no call was started")
        faults += [f"{one} was promised, and is lost" for one in promised if one not in kept]
        if incarnation and store.facts().incarnation != incarnation:
            faults.append("the store takes itself for a copy")
        return faults + integrity(store)


def _swept(
    recorded: Recorded, phase: str, folder: Path, chance: random.Random, *, every: bool
) -> tuple[int, list[str]]:
    begun, shop = recorded.of(phase)
    incarnation = _incarnation(Shop(begun)) if phase != "run" else ""
    losses = list(_losses(begun, shop, chance, 1 if every else TORN))
    followed = set(range(len(losses))) if every else set(chance.sample(range(len(losses)), FOLLOWED))
    wrong = []
    for number, loss in enumerate(losses):
        place = folder / str(number)
        place.mkdir()
        image = _image(loss, begun, place)
        try:
            faults = _faults(image, loss, incarnation)
            if not faults and number in followed:
                image.follow_up(("truth", "unknown")[number % 2])
        except Broken as broken:
            faults = list(broken.faults)
        wrong += [f"{phase} {loss.moment}: {fault}" for fault in faults]
        if not os.environ.get("PAUSEDESK_FAULTS_KEEP"):
            shutil.rmtree(place)
    return len(losses), wrong


def _incarnation(shop: Shop) -> str:
    with shop.opened() as store:
        return store.facts().incarnation


def _seed() -> int:
    return int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))


@pytest.mark.parametrize("phase", PHASES)
def test_a_loss_of_power_at_any_moment_makes_no_false_claim_and_loses_no_promise(
    phase: str, recorded: Recorded, tmp_path: Path, told: Callable[[str], None]
) -> None:
    seed = _seed()
    count, wrong = _swept(recorded, phase, tmp_path, random.Random(seed), every=False)
    told(f"losses of power in {phase}: {count} moments, {FOLLOWED} followed to the end, {len(wrong)} wrong")
    assert count > 5
    assert wrong == [], f"PAUSEDESK_FAULTS_SEED={seed}"


@pytest.mark.sweep
@pytest.mark.parametrize("phase", PHASES)
def test_each_loss_of_power_can_be_followed_to_the_end(
    phase: str, recorded: Recorded, tmp_path: Path, told: Callable[[str], None]
) -> None:
    seed = _seed()
    count, wrong = _swept(recorded, phase, tmp_path, random.Random(seed), every=True)
    told(f"losses of power in {phase}: {count} moments, each followed to the end, {len(wrong)} wrong")
    assert wrong == [], f"PAUSEDESK_FAULTS_SEED={seed}"


def test_a_spend_that_does_not_wait_for_the_disk_is_found(recorded: Recorded, tmp_path: Path) -> None:
    hasty = f"{HASTY}; import sys; from pausedesk.core.cli import main; sys.exit(main())"
    begun, shop = recorded.of("answer", ("-c", hasty))
    wrong: list[str] = []
    for number, loss in enumerate(_losses(begun, shop, random.Random(1), TORN)):
        place = tmp_path / str(number)
        place.mkdir()
        wrong += _faults(_image(loss, begun, place), loss, "")
    assert "there is a line, and no call was started" in wrong


def test_a_store_that_was_being_made_can_be_made_again(recorded: Recorded, tmp_path: Path) -> None:
    begun, shop = recorded.of("run")
    disk = Disk(shop.folder, begun)
    place = tmp_path / "place"
    made = 0
    for event in events((shop.folder / "trace").read_text(encoding="ascii")):
        if not disk.happen(event):
            continue
        if Path(event.path) == shop.folder / "lines" or made > 40:
            break
        for seed in range(4):
            place.mkdir()
            image = _image(Loss("", disk.left(random.Random(seed)), b"", b""), begun, place)
            with image.opened() as store:
                assert integrity(store) == []
            shutil.rmtree(place)
        made += 1
    assert made > 5
