"""A SIGKILL at both sides of every commit, at every failpoint and around every line, in a fork of this process.

Each phase of a session starts from a copy of the store as the phase before left it; after each kill a person goes on
until the session ends, and the judge looks after each of their steps.
"""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.faults.judging import SESSION
from tests.faults.rig import AGENT, MORE, SAID, Bench, Points, in_a_fork

from pausedesk.core.model.states import Outcome
from pausedesk.core.run import streaming
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.door import Door
from pausedesk.core.run.local import local_runners
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import settling
from pausedesk.core.store.engine import open_store
from pausedesk.core.store.past import load_history
from pausedesk.core.store.sessions import create_session


@dataclass(frozen=True)
class Phase:
    """A part of a session's life: the bench it starts from and what is done."""

    name: str
    after: str | None
    work: Callable[[Bench], object]
    version: str = "1"
    # Where the phase ends in a kill when it is only prepared: the failpoint's name, counted from 1.
    killed_at: tuple[str, int] | None = None
    # What has to be true of it when the session has ended.
    judge_end: Callable[[Bench], None] = lambda _bench: None


def _settle_and_resume(bench: Bench) -> None:
    settling.note_dead_owners(bench.store, LIVENESS)
    bench.settle()
    if bench.door().answer(SESSION) is None:
        bench.door().resume(SESSION)


def _unknown_and_resume(bench: Bench) -> None:
    settling.note_dead_owners(bench.store, LIVENESS)
    bench.settle("unknown")
    if bench.door().answer(SESSION) is None:
        bench.door().resume(SESSION)


def _answer_then_ask_anew(bench: Bench) -> None:
    result = bench.answer()
    assert result is not None
    assert result.outcome is Outcome.CLOSED
    bench.door().resume(SESSION)


def _streaming(bench: Bench) -> Door:
    """A door for a model that streams; of its answers all is kept at once. For a fork."""
    streaming.KEEP_SECONDS = 0.0
    bench.streams = True
    return Door(bench.store, local_runners(bench.agent()))


def _begin_streaming(bench: Bench) -> None:
    create_session(bench.store, AGENT, session=SESSION, title="go")
    _streaming(bench).run(SESSION, "go")


def _resume_streaming(bench: Bench) -> None:
    look_after(bench.store)
    _streaming(bench).resume(SESSION)


def _said_is_kept(bench: Bench) -> None:
    """What was said before each cut is kept, once."""
    with bench.store.read() as connection:
        messages, _ = load_history(connection, SESSION)
    cut = [one["parts"][0]["content"] for one in messages if one.get("state") == "interrupted"]
    assert cut in ([SAID], [SAID, SAID])


PHASES = {
    phase.name: phase
    for phase in (
        Phase("run", None, Bench.begin),
        Phase("answer", "run", Bench.answer),
        Phase("end", "answer", Bench.answer),
        Phase("tool-changed", "run", _answer_then_ask_anew, version="2"),
        Phase("died-in-call", "run", Bench.answer, killed_at=("after-line", 1)),
        Phase("settle", "died-in-call", _settle_and_resume),
        Phase("leave-unknown", "died-in-call", _unknown_and_resume),
        Phase("died-in-ungated-call", None, Bench.begin, killed_at=("after-line", 1)),
        Phase("resume", "died-in-ungated-call", _unknown_and_resume),
        Phase("cut-off", None, _begin_streaming, killed_at=("in-answer", 1)),
        Phase("resume-cut-off", "cut-off", _resume_streaming, judge_end=_said_is_kept),
    )
}
SWEPT = [phase.name for phase in PHASES.values() if phase.killed_at is None]


class Prepared:
    """The benches that phases start from, each made once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._made: dict[str | None, Bench] = {}

    def after(self, name: str | None) -> Bench:
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str | None) -> Bench:
        folder = self._folder / str(name)
        if name is None:
            folder.mkdir()
            store = open_store(folder / "store.db")
            # The key that seals its questions: one that a fork makes dies with the fork.
            store.seal_keys.for_minting()
            store.close()
            return Bench(folder)
        phase = PHASES[name]
        bench = self.after(phase.after).copy_to(folder, version=phase.version)
        names = counted(phase, bench, folder.with_name(f"{name}-counted"))
        kill = 0
        if phase.killed_at is not None:
            wanted, which = phase.killed_at
            kill = [n for n, point in enumerate(names, 1) if point == wanted][which - 1]
        assert killed(phase, bench, kill) == (signal.SIGKILL if kill else 0)
        return bench


def killed(phase: Phase, bench: Bench, at: int) -> int:
    """Do the phase in a fork and kill it at a point; returns the signal that ended it."""

    def work() -> None:
        bench.points.watch(bench.store)
        phase.work(bench)
        (bench.folder / "points").write_text("\n".join(bench.points.names))

    bench.points = Points(at)
    bench.close()
    return in_a_fork(work)


def counted(phase: Phase, start: Bench, folder: Path) -> list[str]:
    """The points that a phase reaches where nothing goes wrong."""
    bench = start.copy_to(folder, version=phase.version)
    assert killed(phase, bench, 0) == 0
    return (folder / "points").read_text().splitlines()


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return Prepared(tmp_path_factory.mktemp("prepared"))


@pytest.mark.parametrize("name", SWEPT)
def test_a_kill_at_any_point_leaves_at_most_one_effect_and_no_false_claim(
    name: str, prepared: Prepared, tmp_path: Path
) -> None:
    phase = PHASES[name]
    start = prepared.after(phase.after)
    points = counted(phase, start, tmp_path / "counted")
    assert points.count("before-commit") >= 3
    broken = []
    for at, point in enumerate(points, 1):
        bench = start.copy_to(tmp_path / str(at), version=phase.version)
        assert killed(phase, bench, at) == signal.SIGKILL
        bench.points = Points()
        try:
            bench.bring_to_end(settle=("truth", "unknown")[at % 2])
            phase.judge_end(bench)
        except Exception as error:  # noqa: BLE001 - each kill is told, not only the first that breaks
            broken.append(f"{name}, kill {at} of {len(points)} ({point}): {type(error).__name__}: {error}")
        bench.close()
    print(f"{name}: {len(points)} kills, {len(broken)} broken")
    assert broken == []


def test_a_message_after_a_turn_that_was_never_asked_about_is_sent_with_a_whole_history(
    prepared: Prepared, tmp_path: Path
) -> None:
    """What a declined call reads is composed, not stored: in what is sent, every later response stands further on."""
    bench = prepared.after("answer").copy_to(tmp_path / "bench")
    bench.answer({"three": "decline"})

    def die_before_the_pause() -> None:
        bench.store.failpoint = lambda name: signal.raise_signal(signal.SIGKILL) if name == "before-pause" else None
        bench.door().run(SESSION, MORE)

    bench.close()
    assert in_a_fork(die_before_the_pause) == signal.SIGKILL
    assert bench.door().run(SESSION, "and now?").outcome is Outcome.DONE
    bench.judge()
