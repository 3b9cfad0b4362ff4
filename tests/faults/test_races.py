"""Two at once: answers, doors and take-backs, in threads and in processes. One wins, and the loser is told who won."""

from __future__ import annotations

import json
import os
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import keyring
import keyring.backends.fail
import pytest
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, Points, fork, lines_of, reap, refused

from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.model.handover import HandOver, NewRequest
from pausedesk.core.run.editing import edit_question
from pausedesk.core.run.local import LocalRunner
from pausedesk.core.store import answering, editing
from pausedesk.core.store.calls import AskedCall

ROUNDS_OF_THREADS = 50
# What was reported elsewhere came once in some hundred rounds.
ROUNDS_OF_DECISIONS = 200
ROUNDS_OF_PROCESSES = 10
# A take-back meets the instant of the take-up in few rounds only, whichever of them is first at its transaction.
ROUNDS_OF_TAKE_BACKS = 40


def approve(bench: Bench, who: str) -> str:
    return _answer(bench, who, "approve")


def decline(bench: Bench, who: str) -> str:
    return _answer(bench, who, "decline")


def _questions(bench: Bench) -> list[AskedCall]:
    """The questions as a person saw them before the race."""
    return [AskedCall(**fields) for fields in json.loads((bench.folder / "asked").read_text())]


def _answer(bench: Bench, who: str, decision: str) -> str:
    """Answer and run on, as `pausedesk answer` does; what became of it in one word, or who won."""
    try:
        bench.submit({"one": decision, "two": decision}, by=who, calls=_questions(bench))
    except ResumeDecisionError as refusal:
        first = refusal.first or {}
        return f"{refusal.code}: lost to {first.get('by')}: {first.get('decision')}"
    try:
        result = bench.door().answer(SESSION)
    except ResumeDecisionError as refusal:
        return refusal.code
    return "not ready" if result is None else str(result.outcome)


def say_yes(bench: Bench, who: str) -> str:
    return _submit(bench, who, "approve")


def say_no(bench: Bench, who: str) -> str:
    return _submit(bench, who, "decline")


def _submit(bench: Bench, who: str, decision: str) -> str:
    """Answer, and leave the answer to whoever runs the session."""
    try:
        bench.submit({"one": decision, "two": decision}, by=who, calls=_questions(bench))
    except ResumeDecisionError as refusal:
        first = refusal.first or {}
        return f"{refusal.code}: lost to {first.get('by')}: {first.get('decision')}"
    return decision


def take_up(bench: Bench, who: str) -> str:
    try:
        result = bench.door().answer(SESSION)
    except ResumeDecisionError as refusal:
        return refusal.code
    return "not ready" if result is None else str(result.outcome)


def withdraw(bench: Bench, who: str) -> str:
    """Take back the answer of every call, a little later each round."""
    for _ in range(int(bench.folder.name) % 12):
        bench.open_calls()
    said = []
    for call in _questions(bench):
        try:
            answering.withdraw_answer(bench.store, SESSION, call.request, by=who)
            said.append("withdrawn")
        except ResumeDecisionError as refusal:
            said.append(refusal.code)
    return " ".join(said)


def edit(bench: Bench, who: str) -> str:
    """Put other arguments, which the tool has seen before, in the place of the first question."""
    edited = NewRequest(**json.loads((bench.folder / "edited").read_text()))
    try:
        editing.supersede(bench.store, SESSION, _questions(bench)[0].request, edited, by=who)
    except ResumeDecisionError as refusal:
        first = refusal.first or {}
        return f"{refusal.code}: lost to {first.get('by')}: {first.get('decision')}"
    return "edited"


Act = Callable[[Bench, str], str]
PAIRS: list[tuple[Act, Act]] = [
    (approve, approve),
    (approve, decline),
    (take_up, withdraw),
    (take_up, take_up),
    (approve, edit),
]


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A session that waits on two calls, asked without a seal: its key would go with the keyring of another test."""
    keyring.set_keyring(keyring.backends.fail.Keyring())  # type: ignore[no-untyped-call]
    folder = tmp_path_factory.mktemp("asked") / "bench"
    folder.mkdir()
    bench = Bench(folder)
    bench.begin()
    (folder / "asked").write_text(json.dumps([asdict(call) for call in bench.open_calls()]))
    with pytest.raises(UsageError):
        edit_question(
            bench.store, lambda _: _Keeps(bench), SESSION, bench.open_calls()[0].request, '{"text": "other"}', by="B"
        )
    return bench


class _Keeps(LocalRunner):
    """Keeps what the tool made of an edit, and refuses it: the race is about what comes after."""

    def __init__(self, bench: Bench) -> None:
        super().__init__(bench.agent())
        self._folder = bench.folder

    def check(self, hand: HandOver, author: dict[str, Any]) -> NewRequest:
        (self._folder / "edited").write_text(json.dumps(asdict(super().check(hand, author))))
        raise UsageError("kept", "It is kept.")


@pytest.fixture(scope="module")
def submitted(asked: Bench, tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """The same, with both calls approved and no door there to take the answers up."""
    bench = asked.copy_to(tmp_path_factory.mktemp("submitted") / "bench")
    bench.submit({"one": "approve", "two": "approve"})
    return bench


def _start(pair: tuple[Act, Act], asked: Bench, submitted: Bench, folder: Path) -> Bench:
    bench = (submitted if take_up in pair else asked).copy_to(folder)
    # The key that seals the next questions: one that a fork makes dies with the fork.
    bench.store.seal_keys.for_minting()
    bench.close()
    return bench


def _judge(bench: Bench, pair: tuple[Act, Act], said: Sequence[str]) -> str:
    """Judge the store after a round and return what was said, sorted."""
    bench.judge()
    if pair == (approve, edit):
        # An approval of what was edited meanwhile is none of the edit, and an edit of what was approved is none.
        assert list(said) in (
            ["paused", "already-answered: lost to A: approve"],
            ["superseded: lost to None: None", "edited"],
        )
        assert ("one" in lines_of(bench.effects)) == (said[0] == "paused")
        assert "other" not in lines_of(bench.effects)
    elif pair[0] is approve:
        lost = [word for word in said if "lost to" in word]
        assert len(lost) == 1, said
        winner = {"already-answered: lost to A": 0, "already-answered: lost to B": 1}[lost[0].rpartition(":")[0]]
        assert said[winner] == "paused"
        decided = pair[winner].__name__
        assert lost[0].endswith(decided)
        assert ("one" in lines_of(bench.effects)) == (decided == "approve")
    elif pair == (take_up, take_up):
        assert said.count("paused") == 1
        assert set(said) <= {"paused", "already-answered", "running", "not ready"}
    elif said[0] == "paused":
        assert "withdrawn" not in said[1], said
    else:
        assert lines_of(bench.effects) == ["look"]
    return " | ".join(sorted(said))


def _threads_at_once(pair: tuple[Act, Act], asked: Bench, submitted: Bench, tmp_path: Path, rounds: int) -> None:
    seen: Counter[str] = Counter()
    barrier = threading.Barrier(2)

    def one(number: int, folder: Path) -> str:
        bench = Bench(folder)
        bench.door()
        barrier.wait(10)
        try:
            return pair[number](bench, "AB"[number])
        finally:
            bench.close()

    with ThreadPoolExecutor(2) as pool:
        for turn in range(rounds):
            bench = _start(pair, asked, submitted, tmp_path / str(turn))
            said = list(pool.map(one, (0, 1), (bench.folder, bench.folder)))
            seen[_judge(bench, pair, said)] += 1
            if turn % 5 == 0:
                bench.bring_to_end()
            bench.close()
    print(dict(seen))


def _one_of_two(pair: tuple[Act, Act], number: int, bench: Bench, ready: int, start: int) -> None:
    """In a fork: say that it is ready, wait for the start, act, and write down what was said."""
    bench.door()
    os.write(ready, b"r")
    os.read(start, 1)
    (bench.folder / f"said-{number}").write_text(pair[number](bench, "AB"[number]))


def _processes_at_once(pair: tuple[Act, Act], asked: Bench, submitted: Bench, tmp_path: Path) -> None:
    seen: Counter[str] = Counter()
    for turn in range(ROUNDS_OF_TAKE_BACKS if withdraw in pair else ROUNDS_OF_PROCESSES):
        bench = _start(pair, asked, submitted, tmp_path / str(turn))
        ready, start = os.pipe(), os.pipe()

        pids = [fork(partial(_one_of_two, pair, number, bench, ready[1], start[0])) for number in (0, 1)]
        for _ in pids:
            os.read(ready[0], 1)
        os.write(start[1], b"gg")
        assert [reap(pid) for pid in pids] == [0, 0]
        for descriptor in (*ready, *start):
            os.close(descriptor)
        said = [(bench.folder / f"said-{number}").read_text() for number in (0, 1)]
        seen[_judge(bench, pair, said)] += 1
        if turn % 5 == 0:
            bench.bring_to_end()
        bench.close()
    print(dict(seen))


def _names(pair: tuple[Act, Act]) -> str:
    return "-".join(act.__name__ for act in pair)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=_names)
def test_scenario_13_of_two_threads_at_one_pause_one_wins_and_the_other_is_told(
    pair: tuple[Act, Act], asked: Bench, submitted: Bench, tmp_path: Path
) -> None:
    _threads_at_once(pair, asked, submitted, tmp_path, ROUNDS_OF_THREADS)


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS, ids=_names)
def test_scenario_13_of_two_processes_at_one_pause_one_wins_and_the_other_is_told(
    pair: tuple[Act, Act], asked: Bench, submitted: Bench, tmp_path: Path
) -> None:
    _processes_at_once(pair, asked, submitted, tmp_path)


@pytest.mark.slow
def test_scenario_14_of_an_approval_and_a_decline_at_once_one_is_written_and_the_other_told_which(
    asked: Bench, tmp_path: Path
) -> None:
    seen: Counter[str] = Counter()
    with ThreadPoolExecutor(2) as pool:
        for turn in range(ROUNDS_OF_DECISIONS):
            bench = asked.copy_to(tmp_path / str(turn))
            assert bench.store is not None
            barrier = threading.Barrier(2)

            def one(act: Act, bench: Bench = bench, barrier: threading.Barrier = barrier) -> str:
                barrier.wait(10)
                return act(bench, act.__name__)

            said = sorted(pool.map(one, (say_yes, say_no)))
            with bench.store.read() as connection:
                kept = {tuple(row) for row in connection.exec_driver_sql("SELECT decision, by FROM answers")}
            assert len(kept) == 1, (said, kept)
            decision, who = kept.pop()
            assert said == [f"already-answered: lost to {who}: {decision}", decision]
            seen[decision] += 1
            bench.close()
    print(dict(seen))


def test_a_session_whose_call_runs_is_left_alone_by_other_doors_of_the_same_program(
    submitted: Bench, tmp_path: Path
) -> None:
    bench = submitted.copy_to(tmp_path / "bench")
    started, may_end = threading.Event(), threading.Event()

    def hold(name: str) -> None:
        if name == "before-line":
            started.set()
            may_end.wait(10)

    other = Bench(bench.folder)
    bench.points = Points(1, act=hold)
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(lambda: bench.door().answer(SESSION))
        assert started.wait(10)
        try:
            assert refused(partial(other.door().run, SESSION, "and now?")) in ("running", "waiting")
            assert refused(partial(other.door().resume, SESSION)) == "running"
            assert refused(partial(bench.door().resume, SESSION)) == "running"
        finally:
            may_end.set()
        result = running.result(10)
    assert result is not None
    assert str(result.outcome) == "paused"
    other.close()
    bench.points = Points()
    bench.bring_to_end()
    assert lines_of(bench.effects).count("one") == 1
