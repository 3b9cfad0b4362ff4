"""One pause, the whole way - pause, persist, load, answer, run - against bare Pydantic AI, and its ledger by itself.

Asserted are ratios, with room enough for a busy machine: an order of magnitude is seen, a few per cent are not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from tests.benchmarks.agents.cycle import agent
from tests.benchmarks.bare import WAL_BYTES, Bare, open_raw
from tests.benchmarks.conftest import Rounds
from tests.benchmarks.hands import ARGUMENTS, HandRunner
from tests.benchmarks.measuring import Report, timed

from pausedesk.core.model.states import Outcome
from pausedesk.core.run.ahead import Ahead, FreshChild, start_child
from pausedesk.core.run.desk import Desk
from pausedesk.core.run.door import Door
from pausedesk.core.store import answering
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.engine import Store, new_id, open_store
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.sessions import AgentRef, create_session

HERE = Path(__file__).parent
PACKAGES = HERE.parents[1] / "packaging" / "dev"
AGENT = AgentRef("cycle", "cycle:agent", sys.executable, str(HERE / "agents"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path / "store.db")
    with opened.write() as connection:  # as in `open_raw`
        write_audit(connection, None, "filler", "bench", body="x" * WAL_BYTES)
    yield opened
    opened.close()


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Bare]:
    with closing(Bare(agent, tmp_path / "bare.db")) as made:
        yield made


def _submit(store: Store, session: str, door: Door) -> None:
    with store.read() as connection:
        asked = asked_calls(connection, session)
    answers = [NewAnswer(one.request, one.digest, "approve") for one in asked]
    answering.submit_answers(store, session, answers, by="bench", submit_id=new_id(), reserved_for=door.holder)


def _run(door: Door) -> str:
    session = create_session(door.store, AGENT, title="go")
    assert door.run(session, "go").outcome is Outcome.PAUSED
    return session


def _answer(door: Door, session: str) -> None:
    _submit(door.store, session, door)
    result = door.answer(session)
    assert result is not None
    assert result.outcome is Outcome.DONE


def test_a_cycle_in_one_process(store: Store, bare: Bare, report: Report, rounds: Rounds) -> None:
    desk = Desk(store)

    def cycle() -> None:
        paused = desk.run(agent, "go")
        done = desk.answer(agent, paused.session, approve=True, by="bench")
        assert done is not None
        assert done.outcome is Outcome.DONE

    ratio = report.compare(
        "cycle in one process", timed(cycle), timed(bare.cycle), rounds(12, 200), aim=1.1, warm=rounds(2, 10)
    )
    assert ratio.times < 12


class _Children:
    """The real path: a child process for the run, another for the answer, which may have been started ahead."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cold = Door(store, lambda ref: FreshChild(start_child(ref, store), store))
        self._children = Ahead(store, 1)
        self._ahead = Door(store, self._children.take)
        self.answer_seconds = 0.0

    def close(self) -> None:
        self._children.close()

    def cold(self) -> None:
        _answer(self._cold, _run(self._cold))

    def ahead(self) -> float:
        """The run's child is cold; the answer's is started while a person would be thinking, which is not counted."""
        began = time.perf_counter()
        session = _run(self._cold)
        ran = time.perf_counter() - began
        self._children.refill()
        pool: ThreadPoolExecutor = self._children._pool
        pool.submit(int).result()  # it has one thread: the child is ready once a task behind it has run
        began = time.perf_counter()
        _answer(self._ahead, session)
        self.answer_seconds = time.perf_counter() - began
        return ran + self.answer_seconds


@pytest.mark.slow
def test_a_cycle_over_processes(
    store: Store, bare: Bare, tmp_path: Path, report: Report, rounds: Rounds, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(PACKAGES))

    def fresh() -> None:
        for half in ("pause", "answer"):
            command = [sys.executable, str(HERE / "bare.py"), half, str(tmp_path / "fresh.db")]
            subprocess.run(command, stdin=subprocess.DEVNULL, env=dict(os.environ), check=True)

    def bare_answer() -> float:
        run = bare.pause()
        return timed(lambda: bare.answer(run))()

    children = _Children(store)
    cold, in_one, in_two = timed(children.cold), timed(bare.cycle), timed(fresh)
    with closing(children):
        ratios = report.compare_all(
            [
                ("cycle over processes, cold, against bare in two processes", cold, in_two, 1.1),
                ("cycle over processes, a child ahead, against bare in two processes", children.ahead, in_two, 1.1),
                ("cycle over processes, cold, against bare in one process", cold, in_one, None),
                ("cycle over processes, a child ahead, against bare in one process", children.ahead, in_one, None),
                # `ahead` has run just before in every round.
                (
                    "answer over a process, its child ahead, against bare in one process",
                    lambda: children.answer_seconds,
                    bare_answer,
                    None,
                ),
            ],
            rounds(2, 6),
        )
    assert ratios[0].times < 12
    assert ratios[1].times < 12


def test_ledger_commits(store: Store, tmp_path: Path, report: Report, rounds: Rounds) -> None:
    runner = HandRunner()
    door = Door(store, lambda ref: runner)

    def ours() -> float:
        _answer(door, _run(door))
        return runner.seconds

    with closing(open_raw(tmp_path / "raw.db")) as raw:
        raw.execute("CREATE TABLE ledger (id TEXT PRIMARY KEY, arguments TEXT, state TEXT, result TEXT)")

        def two_commits() -> None:
            identity = new_id()
            raw.execute("BEGIN IMMEDIATE")
            raw.execute("INSERT INTO ledger VALUES (?, ?, 'running', NULL)", (identity, ARGUMENTS))
            raw.execute("COMMIT")
            raw.execute("BEGIN IMMEDIATE")
            raw.execute("UPDATE ledger SET state = 'done', result = 'appended' WHERE id = ?", (identity,))
            raw.execute("COMMIT")

        ratio = report.compare(
            "ledger commits (spend and outcome) against two of raw SQLite",
            ours,
            timed(two_commits),
            rounds(15, 300),
            aim=3,
            warm=rounds(2, 10),
        )
    # Two raw commits are a fraction of a millisecond on a disk that does not wait, so the ratio there is a large one.
    assert ratio.times < 60
