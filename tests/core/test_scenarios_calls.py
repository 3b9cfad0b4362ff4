"""What went wrong elsewhere with calls, crashes and lost answers, each scenario under its number; others of them are
beside what they are about."""

from __future__ import annotations

import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from tests.core.started import DEAD, Started
from tests.core.support import Bench, Command, call, only, until
from tests.faults import rig
from tests.faults.judging import SESSION
from tests.faults.rig import fork, in_a_fork, lines_of, reap, refused

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import ExecutionState, Outcome
from pausedesk.core.run.owners import this_process
from pausedesk.core.store import answering, executions, ledger, settling
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.engine import Store
from pausedesk.core.store.sessions import Liveness

HOLDS = 'if (HERE / "hold").exists():\n    (HERE / "held").touch()\n    (HERE / "go").read_text()\n'


@pytest.fixture
def desk(tmp_path: Path) -> rig.Bench:
    """A store, a session that will ask about two calls, and an agent in this process."""
    (tmp_path / "bench").mkdir()
    return rig.Bench(tmp_path / "bench")


def test_scenario_03_a_session_resumed_after_its_decision_runs_nothing_again(desk: rig.Bench) -> None:
    desk.begin()
    desk.bring_to_end(decisions={})
    before = lines_of(desk.effects)
    assert sorted(before) == ["look", "one", "three", "two"]
    for prompt in ("and now?", "and then?"):
        assert refused(partial(desk.door().resume, SESSION)) == "completed"
        assert desk.door().run(SESSION, prompt).outcome is Outcome.DONE
    desk.close()
    assert in_a_fork(lambda: desk.door().run(SESSION, "and after that?")) == 0
    assert lines_of(desk.effects) == before
    desk.judge()
    desk.close()


@pytest.mark.parametrize("end", ["", "did-not-run"])
def test_scenario_06_a_stale_running_row_of_a_dead_process_never_reads_approved_again(store: Store, end: str) -> None:
    made = Started(store, [DEAD])
    if end:
        made.cli("settle", made.session, "--call", "c1", f"--{end}")
    request = made.rows("SELECT id FROM requests")[0][0]
    for words in (("worker", "--once"), ("list",), ("show", made.session)):
        assert made.cli(*words).code == 0
    again = made.cli("answer", made.session, "--request", request, "--approve")
    assert (again.code, again.json["code"]) == (4, "already-answered")
    assert again.json["first"]["state"] == ("settled" if end else "may_have_run")
    assert made.rows("SELECT state, attempts FROM executions") == [
        ("settled-not-run" if end else "may_have_run", 1),
    ]


def test_scenario_07_a_stopped_door_keeps_its_answer_until_it_is_killed_and_then_it_runs_once(bench: Bench) -> None:
    session, request, answering_door = _stopped_before_the_spend(bench)
    for words in (("resume", session), ("answer", session, "--request", request, "--withdraw")):
        said = bench.cli(*words)
        assert (said.code, said.json["code"]) == (4, "running"), said
    assert f"process {answering_door.pid} " in bench.cli("resume", session).json["why"]
    (fence,) = bench.rows("SELECT fence FROM sessions")[0]
    answering_door.kill()
    row = only(bench.cli("list").json["sessions"])
    assert (row["ending"], row["unknown"], row["submitted"]) == ("approved_not_started", [], 1)
    assert bench.rows("SELECT fence FROM sessions") == [(fence + 1,)]
    assert bench.lines() == []
    bench.let_go()
    assert bench.cli("resume", session).code == 0
    assert bench.lines() == ["x"]


@pytest.mark.parametrize("runs", [True, False])
def test_what_a_door_that_was_taken_for_dead_still_holds_never_lands(bench: Bench, runs: bool) -> None:
    session, _, stopped = _stopped_before_the_spend(bench)
    store = bench.opened()
    everybody_is_dead = Liveness(door=lambda owner: False, owner=lambda owner: False)
    assert settling.note_dead_owners(store, everybody_is_dead) == 1
    store.close()
    if runs:
        assert bench.cli("resume", session).code == 0
        assert bench.lines() == ["x"]
    os.kill(stopped.pid, signal.SIGCONT)
    bench.let_go()
    said = stopped.end()
    assert (said.code, said.json["outcome"], said.json["code"]) == (4, "refused", "running")
    assert "Another door has taken this session over" in said.json["why"]
    assert said.call["state"] == ("done" if runs else "submitted")
    if not runs:
        assert (bench.lines(), bench.cli("resume", session).code) == ([], 0)
    assert bench.lines() == ["x"]


def _stopped_before_the_spend(bench: Bench) -> tuple[str, str, Command]:
    """A session whose answer was taken up by a door that is stopped (SIGSTOP), while its agent is being loaded."""
    bench.pipe()
    bench.change_agent("agent = Agent(", f"{HOLDS}agent = Agent(")
    ran = bench.paused([call("append", "x")], "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    (bench.folder / "hold").touch()
    door = bench.start("answer", session, "--request", request, "--approve")
    until(lambda: bench.rows("SELECT state FROM answers") == [("taken_up",)], "the answer is taken up")
    until((bench.folder / "held").exists, "the agent is being loaded")
    os.kill(door.pid, signal.SIGSTOP)
    (bench.folder / "hold").unlink()
    return session, request, door


@pytest.mark.parametrize("kind", [ExecutionState.DONE, ExecutionState.RAISED])
def test_scenario_08_a_call_that_has_ended_is_listed_as_answered_and_cannot_be_answered(
    store: Store, kind: ExecutionState
) -> None:
    made = Started(store, [this_process()])
    result = {"content": "refunded", "outcome": "success"} if kind is ExecutionState.DONE else None
    executions.record_outcome(store, made.session, made.executions[0], kind, result=result, error="ValueError: no")
    row = only(made.cli("list").json["sessions"])
    assert (row["listed_format"], row["waiting"], row["unknown"]) == ("conversation-v1", [], [])
    assert made.cli("list", "--filter", "waiting").json["sessions"] == []
    request = made.rows("SELECT id FROM requests")[0][0]
    for decision in ("--approve", "--decline"):
        refusal = made.cli("answer", made.session, "--request", request, decision)
        assert (refusal.code, refusal.json["code"], refusal.json["first"]["state"]) == (
            4,
            "already-answered",
            str(kind),
        )


def _store_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_arguments: object, **_named: object) -> str:
        raise StoreError("disk-full", "The disk is full.")

    monkeypatch.setattr(ledger, "spend_decision", full)
    monkeypatch.setattr(executions, "begin_execution", full)


@pytest.mark.parametrize("in_process", [False, True])
def test_scenario_10_where_the_store_refuses_the_start_no_call_starts(
    desk: rig.Bench, monkeypatch: pytest.MonkeyPatch, in_process: bool
) -> None:
    desk.begin()
    started = lines_of(desk.effects)
    with monkeypatch.context() as patched:
        _store_refuses(patched)
        if in_process:
            desk.close()
            assert in_a_fork(lambda: desk.answer({})) == 0
        else:
            failed = desk.answer({})
            assert failed is not None
            assert failed.outcome is Outcome.KEPT
    assert lines_of(desk.effects) == started
    desk.judge()
    desk.bring_to_end(decisions={})
    assert sorted(lines_of(desk.effects)) == ["look", "one", "three", "two"]
    desk.close()


def test_scenario_11_the_same_submit_in_two_threads_and_two_processes_is_one_answer(desk: rig.Bench) -> None:
    desk.begin()
    new = [NewAnswer(one.request, one.digest, "approve") for one in desk.open_calls()]
    barrier = threading.Barrier(2)

    def submit(_: int = 0) -> list[str]:
        return answering.submit_answers(desk.store, SESSION, new, by="Ada", submit_id="s1")

    def at_once(number: int) -> list[str]:
        barrier.wait(10)
        return submit(number)

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(at_once, (0, 1))
    desk.close()
    pids = [fork(submit) for _ in range(2)]
    assert [reap(pid) for pid in pids] == [0, 0]
    assert first == second == submit()
    with desk.store.read() as connection:
        assert connection.exec_driver_sql("SELECT id FROM answers ORDER BY id").scalars().all() == sorted(first)
        told = "SELECT count(*) FROM audit WHERE event = 'answer-submitted'"
        assert connection.exec_driver_sql(told).scalar_one() == len(new)
    desk.bring_to_end()
    assert sorted(lines_of(desk.effects)) == ["look", "one", "three", "two"]
    desk.close()


def test_scenario_16_a_stored_decision_whose_runner_is_gone_waits_for_one_and_has_not_failed(desk: rig.Bench) -> None:
    desk.begin()
    desk.close()
    assert in_a_fork(lambda: desk.submit({})) == 0  # whoever submitted it is gone
    with desk.store.read() as connection:
        card = read_card(connection, SESSION, desk.liveness)
    assert card is not None
    assert (card.row.ending, card.row.submitted_count, card.row.unknown_count) == ("approved_not_started", 2, 0)
    assert {step.name for step in card.requests[0].answers[0].track if step.reached} == {"handed_over"}
    assert (card.can_resume, "will run once" in card.resume_sentence) == (True, True)
    resumed = desk.door().resume(SESSION)
    assert resumed.outcome is Outcome.PAUSED
    assert lines_of(desk.effects) == ["look", "one", "two"]
    desk.close()
