"""A store that was put back from a copy, copied, or moved: no call runs twice, and none is said not to have run.

The witness is tried at every point at which a process can die around it.
"""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, Points, fork, in_a_fork, lines_of, reap, refused, without_seals

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.states import CallState, Ending, Outcome
from pausedesk.core.model.views import SessionCard
from pausedesk.core.paths import state_folder
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED
from pausedesk.core.rules.witness import Mistrust, WitnessLine, read_witness
from pausedesk.core.store import rotation, settling, witness
from pausedesk.core.store.calls import AskedCall
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.engine import open_store
from pausedesk.core.store.witness import WitnessHold


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A state folder of each test's own: some are removed."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A session that waits on two calls, with nothing spent yet."""
    folder = tmp_path / "bench"
    folder.mkdir()
    made = Bench(folder)
    made.begin()
    yield made
    made.close()


def copied(bench: Bench) -> Path:
    """A copy of the store as it is now, under its own name in another folder."""
    bench.close()
    target = bench.folder.with_name("copy")
    target.mkdir(exist_ok=True)
    shutil.copyfile(bench.folder / "store.db", target / "store.db")
    return target / "store.db"


def put_back(bench: Bench, copy: Path) -> None:
    bench.close()
    for name in ("store.db-wal", "store.db-shm"):
        (bench.folder / name).unlink(missing_ok=True)
    shutil.copyfile(copy, bench.folder / "store.db")


def beside(bench: Bench, copy: Path) -> Bench:
    """The program again, on the copy; its calls leave their lines in the same place."""
    other = Bench(bench.folder, version=bench.version)
    other._store = open_store(copy)
    return other


def card_of(bench: Bench) -> SessionCard:
    with bench.store.read() as connection:
        card = read_card(connection, SESSION, bench.liveness)
    assert card is not None
    return card


def told_of(bench: Bench) -> set[str]:
    with bench.store.read() as connection:
        return set(connection.exec_driver_sql("SELECT text FROM notices WHERE call_id != 'c0'").scalars())


def refuses(bench: Bench, asked: list[AskedCall], code: str = "ledger-changed") -> None:
    with pytest.raises(ResumeDecisionError) as refused:
        bench.submit({}, calls=asked)
    assert refused.value.code == code


def judged(bench: Bench, reason: Mistrust, asked: list[AskedCall]) -> None:
    """The store was found out: its questions are closed, may have run, and can be asked anew."""
    assert bench.store.mistrusted is reason
    assert bench.open_calls() == []
    card = card_of(bench)
    assert [one.call_state for one in card.requests] == [CallState.MAY_HAVE_RUN] * len(asked)
    assert all("may have run" in (one.not_answerable_because or "") for one in card.requests)
    assert card.last_error is not None
    assert card.can_resume
    assert "may have run" in card.resume_sentence
    assert told_of(bench) == {OUTCOME_NOT_RECORDED}
    refuses(bench, asked)


# -- restored and copied stores ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("decisions", [{}, {"one": "decline", "two": "decline"}, {"two": "decline"}])
def test_scenario_28_yesterdays_copy_of_the_store_is_not_answered_again(
    bench: Bench, decisions: dict[str, str]
) -> None:
    """Scenario 28, and fault a2: an answer, yesterday's copy put back, the answer again."""
    asked = bench.open_calls()
    copy = copied(bench)
    bench.answer(decisions)
    lines = lines_of(bench.effects)
    put_back(bench, copy)
    judged(bench, Mistrust.AHEAD, asked)
    assert lines_of(bench.effects) == lines
    incarnation = bench.store.facts().incarnation
    bench.door().resume(SESSION)
    assert lines_of(bench.effects) == lines
    assert lines_of(bench.faults) == []
    with bench.store.read() as connection:
        new = connection.exec_driver_sql("SELECT incarnation FROM requests WHERE state = 'waiting'").scalars().all()
    assert set(new) == {incarnation}  # what is asked anew can be answered
    bench.answer()
    assert len(lines_of(bench.effects)) == len(set(lines_of(bench.effects)))


def test_a_store_that_is_put_back_before_anything_was_decided_is_the_same_store(bench: Bench) -> None:
    put_back(bench, copied(bench))
    assert bench.store.mistrusted is None
    bench.answer()
    assert lines_of(bench.effects) == ["look", "one"]


def test_a_copy_from_any_moment_of_a_run_runs_no_call_of_it_again_once_it_is_found_out(tmp_path: Path) -> None:
    """What never started there may have run since in the other copy: calls without a question as well."""
    at, told = 0, set()
    while True:
        at += 1
        folder = tmp_path / str(at)
        folder.mkdir()
        made = Bench(folder)
        made.store  # noqa: B018 - made before anything can die

        def work(made: Bench = made, at: int = at) -> None:
            without_seals()
            Points(at).watch(made.store)
            made.begin()

        made.close()
        if in_a_fork(work) != signal.SIGKILL:
            break
        made.store  # noqa: B018 - what the dead process left in its log is in the copy too
        copy = copied(made)
        made.bring_to_end()
        lines = lines_of(made.effects)
        assert {"one", "three"} <= set(lines)
        put_back(made, copy)
        settling.note_dead_owners(made.store, made.liveness)
        with made.store.read() as connection:
            before = read_card(connection, SESSION, made.liveness, whole=True)
        assert made.store.mistrusted is Mistrust.AHEAD
        if before is None or before.row.ending == Ending.EMPTY:
            continue  # nothing of the run is known there: the person begins another
        assert before.can_resume
        assert "Never started" not in before.resume_sentence
        assert before.resume_sentence.startswith("The store was copied or put back since this ran,")
        told |= {call.does for call in before.resume.calls} if before.resume is not None else set()
        made.door().resume(SESSION)
        assert lines_of(made.effects)[: len(lines)] == lines
        # Whatever the model then asks for anew is a call of its own, made knowing that the first may have run.
        assert lines_of(made.faults) == []
        after = card_of(made)
        assert "copied" not in after.resume_sentence
        made.close()
    assert "may_have_run" in told


@pytest.mark.parametrize("first", ["original", "copy"])
def test_of_a_store_and_its_copy_one_spends_and_the_other_is_refused(bench: Bench, first: str) -> None:
    asked = bench.open_calls()
    other = beside(bench, copied(bench))
    winner, loser = (bench, other) if first == "original" else (other, bench)
    # Both are open and have the answer in hand before either spends.
    winner.submit({})
    loser.submit({})
    done = winner.door().answer(SESSION)
    assert done is not None
    assert done.outcome is Outcome.PAUSED
    lines = lines_of(bench.effects)
    assert lines == ["look", "one", "two"]
    result = loser.door().answer(SESSION)
    assert result is not None
    assert (result.outcome, result.code) == (Outcome.CLOSED, "ledger-changed")
    assert {call.state for call in result.calls} == {CallState.MAY_HAVE_RUN}
    judged(loser, Mistrust.AHEAD, asked)
    assert lines_of(bench.effects) == lines
    other.close()


def test_two_copies_that_spend_at_the_same_moment_run_the_call_once(bench: Bench) -> None:
    for turn in range(6):
        base = bench.folder.with_name(f"turn-{turn}")
        base.mkdir()
        (one := Bench(base)).begin()
        copy = base / "copy.db"
        one.close()
        shutil.copyfile(base / "store.db", copy)
        read, write = os.pipe()

        def spend(store: Path, ready: int = write, go: int = read, base: Path = base) -> None:
            mine = Bench(base)
            mine._store = open_store(store)
            mine.submit({"two": "decline"})
            os.close(ready)
            os.read(go, 1)  # both go on when the test closes its end
            assert refused(lambda: mine.door().answer(SESSION)) in (None, "ledger-changed")

        forks = [fork(lambda store=store: spend(store)) for store in (base / "store.db", copy)]  # type: ignore[misc]
        os.close(read)
        os.close(write)
        assert [reap(pid) for pid in forks] == [0, 0]
        assert sorted(lines_of(one.effects)) == ["look", "one"]


def test_a_store_that_moved_to_another_machine_is_found_out(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = bench.open_calls()
    bench.close()
    for module in (witness, rotation):
        monkeypatch.setattr(module, "machine_id", lambda: "another")
    judged(bench, Mistrust.OTHER_MACHINE, asked)
    bench.close()
    assert bench.store.mistrusted is None  # found out once, not at every opening


def test_a_removed_state_folder_is_told_and_loses_no_answer_in_silence(bench: Bench) -> None:
    asked = bench.open_calls()
    bench.submit({})
    bench.close()
    shutil.rmtree(state_folder())
    judged(bench, Mistrust.MISSING, asked)
    assert [one.answers[0].last_code for one in card_of(bench).requests] == ["ledger-changed", "ledger-changed"]
    bench.close()
    assert bench.store.mistrusted is None
    bench.door().resume(SESSION)
    bench.answer()
    assert lines_of(bench.faults) == []


def test_a_state_folder_that_is_removed_while_a_program_runs_is_met_at_the_spend(bench: Bench) -> None:
    asked = bench.open_calls()
    bench.submit({})
    shutil.rmtree(state_folder())
    result = bench.door().answer(SESSION)
    assert result is not None
    assert (result.outcome, result.code) == (Outcome.CLOSED, "ledger-changed")
    judged(bench, Mistrust.MISSING, asked)
    assert lines_of(bench.effects) == ["look"]


def test_a_witness_put_back_from_a_copy_is_found_out(bench: Bench) -> None:
    path = Path(bench.store.facts().witness)
    bench.answer({"one": "decline", "two": "decline"})
    kept = path.read_bytes()
    bench.answer({})
    assert bench.door().store.facts().spends >= 2
    bench.close()
    lines = [WitnessLine(line.ledger, line.incarnation, line.machine, 0) for line in _lines(kept)]
    path.write_bytes(lines[0].to_bytes())
    assert bench.store.mistrusted is Mistrust.BEHIND


def _lines(data: bytes) -> list[WitnessLine]:
    ledger = data.split(b" ")[1].decode()
    return list(read_witness(data, ledger).newest.values())


def test_two_programs_with_different_state_folders_use_one_witness(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bench.close()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "elsewhere"))
    assert bench.store.mistrusted is None
    bench.answer()
    bench.close()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert bench.store.mistrusted is None


def test_a_store_of_unknown_origin_has_no_other_file_written(bench: Bench, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("my own words\n", encoding="utf-8")
    with bench.store.write() as connection:
        connection.exec_driver_sql("UPDATE meta SET value = ? WHERE key = 'witness'", (str(mine),))
    bench.close()
    bench.submit({})
    bench.door().answer(SESSION)
    assert mine.read_text(encoding="utf-8") == "my own words\n"


# -- deaths around the witness -----------------------------------------------------------------------------------------


def _die(*_: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _half(real: Callable[..., int]) -> Callable[..., int]:
    def write(descriptor: int, data: bytes, offset: int) -> int:
        if data.strip():
            real(descriptor, data[: len(data) // 2], offset)
            _die()
        return real(descriptor, data, offset)

    return write


def _at_point(name: str) -> Callable[[Bench, pytest.MonkeyPatch], None]:
    def plant(bench: Bench, patch: pytest.MonkeyPatch) -> None:
        bench.store.failpoint = lambda reached: _die() if reached == name else None

    return plant


DEATHS: dict[str, Callable[[Bench, pytest.MonkeyPatch], None]] = {
    "before the line": _at_point("spent"),
    "in the middle of the line": lambda bench, patch: patch.setattr(os, "pwrite", _half(os.pwrite)),
    "before the line is on the disk": lambda bench, patch: patch.setattr(os, "fsync", _die),
    "after the line": _at_point("after-spend"),
    "with the room for the line taken": lambda bench, patch: patch.setattr(
        WitnessHold, "reserve", _then_die(WitnessHold.reserve)
    ),
}


def _then_die(work: Callable[..., None]) -> Callable[..., None]:
    def both(*arguments: Any) -> None:
        work(*arguments)
        _die()

    return both


def _die_around_the_line(*, after: bool) -> None:
    """Kill this process when it appends a line. For a fork: nothing is put back."""
    setattr(WitnessHold, "append", _then_die(WitnessHold.append) if after else _die)  # noqa: B010


@pytest.mark.parametrize("death", list(DEATHS))
def test_a_death_around_the_line_of_a_spend_is_no_restored_store(
    bench: Bench, death: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.submit({"two": "decline"})
    bench.close()

    def work() -> None:
        # The decline is a spend of its own; the line that is tried is the approval's.
        def plant(name: str) -> None:
            if name == "before-spend":
                DEATHS[death](bench, monkeypatch)

        bench.store.failpoint = plant
        bench.door().answer(SESSION)

    assert in_a_fork(work) == signal.SIGKILL
    assert bench.store.mistrusted is None
    assert lines_of(bench.effects) == ["look"]
    bench.bring_to_end()
    assert lines_of(bench.effects).count("one") <= 1
    bench.close()
    assert bench.store.mistrusted is None


def test_a_death_while_a_store_is_made_leaves_one_that_can_be_used(tmp_path: Path) -> None:
    for name in ("before", "after"):
        folder = tmp_path / name
        folder.mkdir()

        def work(folder: Path = folder, name: str = name) -> None:
            _die_around_the_line(after=name == "after")
            open_store(folder / "store.db")

        assert in_a_fork(work) == signal.SIGKILL
        made = Bench(folder)
        made.begin()
        made.bring_to_end()
        assert made.store.mistrusted is None
        made.close()


@pytest.mark.parametrize("when", ["before the line", "after the line", "before the commit"])
def test_a_death_while_a_copy_is_found_out_is_done_again_and_only_once(bench: Bench, when: str) -> None:
    asked = bench.open_calls()
    copy = copied(bench)
    bench.answer()
    put_back(bench, copy)

    def work() -> None:
        if when == "before the commit":
            original = witness.set_fact

            def die_late(connection: Any, name: str, value: str) -> None:
                original(connection, name, value)
                if name == "witness":
                    _die()

            setattr(rotation, "set_fact", die_late)  # noqa: B010
        else:
            _die_around_the_line(after=when == "after the line")
        open_store(bench.folder / "store.db")

    assert in_a_fork(work) == signal.SIGKILL
    judged(bench, Mistrust.AHEAD, asked)
    incarnation = bench.store.facts().incarnation
    bench.close()
    assert bench.store.mistrusted is None
    assert bench.store.facts().incarnation == incarnation


# -- scenarios ---------------------------------------------------------------------------------------------------------


def test_the_answer_to_a_deleted_store_s_question_reaches_nothing_in_the_next(bench: Bench) -> None:
    """Scenario 18: the store is deleted and the run is made again, so that what can repeat repeats."""
    asked = bench.open_calls()
    bench.close()
    for path in bench.folder.glob("store.db*"):
        path.unlink()
    bench.begin()
    again = bench.open_calls()
    assert [(call.call, call.digest) for call in again] == [(call.call, call.digest) for call in asked]
    assert not {call.request for call in asked} & {call.request for call in again}
    refuses(bench, asked, "other-request")
    assert lines_of(bench.effects) == ["look", "look"]
    assert [call.request for call in bench.open_calls()] == [call.request for call in again]
