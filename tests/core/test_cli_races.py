"""Several doors at one pause: two commands at once, a worker, a worker that is killed between."""

from __future__ import annotations

import pytest
from tests.core.support import Bench, call, only, until

from pausedesk.core.run.desk_door import Answer, DeskDoor


@pytest.mark.parametrize("second", ["--approve", "--decline"])
def test_of_two_answers_at_once_one_wins_and_the_loser_is_told_who_won(bench: Bench, second: str) -> None:
    rounds = 3
    for number in range(rounds):
        text = str(number)
        ran = bench.paused([call("append", text)], "the end").json
        request = only(ran["waiting"])["request"]
        named = ("answer", ran["session"], "--request", request)
        both = {
            "Ada": (bench.start(*named, "--approve", "--by", "Ada"), "approve"),
            "Bob": (bench.start(*named, second, "--by", "Bob"), second.removeprefix("--")),
        }
        said = {name: command.end() for name, (command, _) in both.items()}
        assert sorted(one.code for one in said.values()) == [0, 4], said
        winner = only(name for name, one in said.items() if one.code == 0)
        loser = only(one for one in said.values() if one.code == 4)
        assert loser.json["code"] == "already-answered"
        assert (loser.json["first"]["by"], loser.json["first"]["decision"]) == (winner, both[winner][1])
        assert bench.lines().count(text) == (both[winner][1] == "approve")


def test_a_worker_takes_up_what_the_desk_submits(bench: Bench) -> None:
    first = bench.paused([call("append", "a")], "the end").json
    bench.script([call("append", "b", "d1"), call("append", "c", "d2")], "the end")
    second = bench.cli("run", "bench:agent", "go").json
    worker = bench.start("worker", "--idle", "30")
    store = bench.opened()
    try:
        door = DeskDoor(store, by="Ada")
        one = only(first["waiting"])
        door.submit(first["session"], [Answer(one["request"], one["digest"], "approve")], "s1")
        door.submit(
            second["session"],
            [
                Answer(second["waiting"][0]["request"], second["waiting"][0]["digest"], "decline", "not b"),
                Answer(second["waiting"][1]["request"], second["waiting"][1]["digest"], "approve"),
            ],
            "s2",
        )
    finally:
        store.close()
    until(lambda: bench.rows("SELECT DISTINCT ending FROM sessions") == [("finished",)], "both sessions end")
    assert sorted(bench.lines()) == ["a", "c"]
    busy = bench.cli("worker", "--once")
    assert (busy.code, busy.json["code"]) == (8, "worker-running")
    worker.kill()


def test_a_worker_that_is_killed_while_a_call_runs_is_followed_by_one_that_does_not_run_it_again(bench: Bench) -> None:
    bench.pipe()
    ran = bench.paused([call("append_and_wait", "x")], "the end").json
    asked = only(ran["waiting"])
    worker = bench.start("worker", "--idle", "30")
    store = bench.opened()
    try:
        DeskDoor(store, by="Ada").submit(ran["session"], [Answer(asked["request"], asked["digest"], "approve")], "s1")
    finally:
        store.close()
    until(bench.lines, "the call's line")
    worker.kill()
    after = bench.start("worker", "--idle", "30")
    until(lambda: bench.rows("SELECT count(*) FROM leases WHERE name = 'worker'") == [(1,)], "the next worker")
    assert only(bench.cli("list").json["sessions"])["unknown"] == []
    bench.let_go()
    until(lambda: bench.rows("SELECT unknown_count FROM sessions") == [(1,)], "the worker sees the child's end")
    assert bench.lines() == ["x"]
    after.kill()


def test_an_answer_taken_up_by_a_worker_that_is_killed_before_the_spend_runs_once_in_the_next(bench: Bench) -> None:
    bench.pipe()
    holds = 'if (HERE / "hold").exists():\n    (HERE / "held").touch()\n    (HERE / "go").read_text()\n'
    bench.change_agent("agent = Agent(", f"{holds}agent = Agent(")
    ran = bench.paused([call("append", "x")], "the end").json
    asked = only(ran["waiting"])
    (bench.folder / "hold").touch()
    worker = bench.start("worker", "--idle", "30", "--ahead", "0")
    store = bench.opened()
    try:
        DeskDoor(store, by="Ada").submit(ran["session"], [Answer(asked["request"], asked["digest"], "approve")], "s1")
    finally:
        store.close()
    until((bench.folder / "held").exists, "the agent is being loaded")
    worker.kill()
    (bench.folder / "hold").unlink()
    bench.let_go()
    after = bench.start("worker", "--idle", "30")
    until(lambda: bench.rows("SELECT ending FROM sessions") == [("finished",)], "the next worker runs it")
    assert bench.lines() == ["x"]
    after.kill()
