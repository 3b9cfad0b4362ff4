"""The witness's file: full disks, folders that cannot be made, other holders, that it stays small, and declines."""

from __future__ import annotations

import errno
import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, in_a_fork, lines_of
from tests.faults.test_copied_stores import bench, beside, copied, judged, state_home

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import CallState, Outcome
from pausedesk.core.rules.witness import LedgerFacts, Mistrust, Witness, WitnessLine
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.store import witness
from pausedesk.core.store.answering import withdraw_answer
from pausedesk.core.store.witness import WitnessHold, look

__all__ = ["bench", "state_home"]  # the fixtures


def _full(*_: Any) -> int:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_refuses_the_spend_while_nothing_is_used(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.submit({})
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", _full)
        result = bench.door().answer(SESSION)
    assert result is not None
    assert (result.outcome, result.code) == (Outcome.KEPT, "witness-not-written")
    assert lines_of(bench.effects) == ["look"]
    bench.judge()
    assert len(bench.open_calls()) == 2
    bench.answer()
    assert lines_of(bench.effects) == ["look", "one"]


def test_a_folder_that_cannot_be_made_refuses_the_spend_while_nothing_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nowhere").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "nowhere" / "state"))
    (tmp_path / "bench").mkdir()
    bench = Bench(tmp_path / "bench")
    bench.begin()
    bench.submit({})
    result = bench.door().answer(SESSION)
    assert result is not None
    assert (result.outcome, result.code) == (Outcome.KEPT, "witness-not-written")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    bench.answer()
    assert lines_of(bench.effects) == ["look", "one"]
    bench.close()
    assert bench.store.mistrusted is None
    bench.close()


def test_a_disk_that_fails_after_the_commit_starts_no_call(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.submit({})
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", _full)
        result = bench.door().answer(SESSION)
    assert result is not None
    assert (result.outcome, result.code) == (Outcome.MARKED, "may-have-run")
    assert [call.state for call in result.calls] == [CallState.MAY_HAVE_RUN, CallState.SUBMITTED]
    assert lines_of(bench.effects) == ["look"]
    bench.close()
    assert bench.store.mistrusted is None


def test_a_decline_whose_line_failed_is_used_by_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.submit({"one": "decline", "two": "decline"})
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", _full)
        with pytest.raises(StoreError) as failed:
            bench.door().answer(SESSION)
    assert failed.value.code == "witness-not-written"
    assert bench.store.facts().spends == 0
    bench.close()
    assert bench.store.mistrusted is None
    bench.bring_to_end()
    assert bench.store.mistrusted is None


def test_a_spend_in_the_middle_of_a_look_is_no_witness_ahead(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.submit({})
    store, looks = bench.store, 0

    def overtaken(facts: LedgerFacts) -> tuple[Path, Witness]:
        nonlocal looks
        looks += 1
        if looks == 1:
            bench.door().answer(SESSION)
            assert store.facts().spends > facts.spends
        return look(facts)

    monkeypatch.setattr(witness, "look", overtaken)
    assert store.look_at_witness()[1] is None
    assert looks == 2


def test_a_witness_that_cannot_be_read_is_not_a_missing_one(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.close()

    def unreadable(*_: Any) -> bytes:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with monkeypatch.context() as patch:
        patch.setattr(os, "pread", unreadable)
        assert bench.store.mistrusted is None
        with pytest.raises(StoreError) as unread:
            bench.store.look_at_witness()
        assert unread.value.code == "witness-unreadable"
        bench.submit({})
        result = bench.door().answer(SESSION)
        assert result is not None
        assert (result.outcome, result.code) == (Outcome.KEPT, "witness-unreadable")
    bench.answer()
    assert lines_of(bench.effects) == ["look", "one"]


def test_a_witness_that_another_program_holds_is_waited_for_and_then_told(bench: Bench) -> None:
    bench.submit({})
    facts = bench.store.facts()
    hold = WitnessHold(facts, 0)
    with pytest.raises(StoreError) as locked:
        WitnessHold(facts, 10)
    assert locked.value.code == "store-locked"
    waiting = threading.Thread(target=bench.door().answer, args=(SESSION,))
    waiting.start()
    hold.release()
    waiting.join(20)
    assert lines_of(bench.effects) == ["look", "one", "two"]


def test_a_witness_stays_small_and_loses_nothing_when_it_is_written_anew(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    facts = bench.store.facts()
    for number in range(1, 400):
        hold = WitnessHold(facts, 1000)
        hold.append(WitnessLine(facts.ledger, facts.incarnation, witness.machine_id(), number))
        hold.release()
    path, found = look(facts)
    assert found.newest[facts.incarnation].spends == 399
    assert path.stat().st_size < witness.COMPACT_BYTES + 200
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert [one.name for one in path.parent.iterdir() if one.name.startswith(".")] == []
    bench.close()
    assert bench.store.mistrusted is Mistrust.AHEAD


# -- declines ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", ["witnessed", "spent"])
@pytest.mark.parametrize("first", ["original", "copy"])
def test_no_copy_approves_what_a_door_that_died_had_declined(bench: Bench, point: str, first: str) -> None:
    asked = bench.open_calls()
    copy = copied(bench)
    bench.submit({"one": "decline", "two": "decline"})
    bench.close()

    assert in_a_fork(lambda: _die_at(bench, point)) == signal.SIGKILL
    if first == "original":
        bench.bring_to_end()
        assert bench.store.mistrusted is None
    other = beside(bench, copy)
    judged(other, Mistrust.AHEAD, asked)
    other.close()
    if first == "copy":
        bench.bring_to_end()
        assert bench.store.mistrusted is None
    assert set(lines_of(bench.effects)) <= {"look", "three"}


def test_a_copy_that_is_open_does_not_approve_what_was_declined_meanwhile(bench: Bench) -> None:
    asked = bench.open_calls()
    other = beside(bench, copied(bench))
    other.submit({})
    bench.submit({"one": "decline", "two": "decline"})
    bench.close()
    assert in_a_fork(lambda: _die_at(bench, "witnessed")) == signal.SIGKILL
    result = other.door().answer(SESSION)
    assert result is not None
    assert (result.outcome, result.code) == (Outcome.CLOSED, "ledger-changed")
    judged(other, Mistrust.AHEAD, asked)
    assert lines_of(bench.effects) == ["look"]
    other.close()


def test_a_decline_is_finished_by_a_copy_that_had_it_in_hand_and_by_its_own_store(bench: Bench) -> None:
    bench.submit({"one": "decline", "two": "decline"})
    other = beside(bench, copied(bench))
    for each in (bench, other):
        result = each.door().answer(SESSION)
        assert result is not None
        assert [call.state for call in result.calls] == [CallState.DECLINED] * 2
        assert each.store.mistrusted is None
    other.close()


def test_a_decline_that_was_begun_and_is_approved_after_all_runs_nothing(bench: Bench) -> None:
    asked = bench.open_calls()
    bench.submit({"one": "decline", "two": "decline"})
    bench.close()
    assert in_a_fork(lambda: _die_at(bench, "witnessed")) == signal.SIGKILL
    look_after(bench.store)
    assert bench.store.mistrusted is None
    for call in asked:
        withdraw_answer(bench.store, SESSION, call.request, by="Ann")
    bench.submit({})
    result = bench.door().answer(SESSION)
    assert result is not None
    assert (result.outcome, result.code) == (Outcome.CLOSED, "ledger-changed")
    judged(bench, Mistrust.AHEAD, asked)
    assert lines_of(bench.effects) == ["look"]


def _die_at(bench: Bench, point: str) -> None:
    bench.store.failpoint = lambda reached: os.kill(os.getpid(), signal.SIGKILL) if reached == point else None
    bench.door().answer(SESSION)
