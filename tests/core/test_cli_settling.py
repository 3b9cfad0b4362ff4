"""Settling: several calls at once or none, never while an owner lives, and what a person's word can do about an owner
that nobody here can look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.core.started import DEAD, ELSEWHERE, Started
from tests.core.support import only

from pausedesk.core.model.owners import Owner
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import leases, sessions
from pausedesk.core.store.engine import Store
from pausedesk.core.store.sessions import FenceLost

Start = Callable[..., Started]


@pytest.fixture
def start(store: Store) -> Start:
    """Makes a session whose calls were started by the given owners."""
    return lambda *owners, door=None: Started(store, owners, door)


def test_several_calls_are_settled_by_one_command(start: Start) -> None:
    made = start(DEAD, DEAD, DEAD)
    settled = made.cli("settle", made.session, "--call", "c2", "--call", "c1", "--ran", "in the book", "--by", "Bob")
    assert (settled.json["settled"], settled.json["by"]) == ("ran", "Bob")
    assert (settled.code, settled.json["outcome"]) == (0, "done")
    assert [(one["call"], one["state"]) for one in settled.json["calls"]] == [("c1", "settled"), ("c2", "settled")]
    assert made.states() == ["settled-ran", "settled-ran", "may_have_run"]
    assert set(made.rows("SELECT settled_by, settled_text FROM executions WHERE call_id != 'c3'")) == {
        ("Bob", "in the book")
    }
    assert made.rows("SELECT count(*) FROM notices") == [(2,)]


def test_all_that_may_have_run_is_settled_by_one_command(start: Start) -> None:
    made = start(DEAD, DEAD)
    settled = made.cli("settle", made.session, "--all", "--unknown", json_output=False)
    assert settled.code == 0
    assert (settled.out.count("settled: pay"), f"resume {made.session}" in settled.out) == (2, True)
    assert made.cli("settle", made.session, "--all", "--unknown").json["code"] == "nothing-waiting"


def test_what_is_left_is_said_with_the_command_that_settles_it(start: Start) -> None:
    made = start(DEAD, DEAD)
    settled = made.cli("settle", made.session, "--call", "c1", "--did-not-run", json_output=False)
    assert f"settle {made.session} --call c2 --ran" in settled.out


@pytest.mark.parametrize("other", ["c1", "c9"])
def test_where_one_of_the_calls_cannot_be_settled_none_is(start: Start, other: str) -> None:
    made = start(DEAD, DEAD)
    made.cli("settle", made.session, "--call", "c1", "--unknown", "--by", "Ada")
    before = made.rows("SELECT * FROM executions, audit, notices")
    refused = made.cli("settle", made.session, "--call", "c2", "--call", other, "--did-not-run")
    assert (refused.code, refused.json["code"]) == (4, "nothing-waiting")
    assert other in refused.json["why"]
    assert made.rows("SELECT * FROM executions, audit, notices") == before


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--call", "c1"),
        ("--all",),
        ("--unknown",),
        ("--call", "c1", "--ran", "x", "--unknown"),
        ("--call", "c1", "--all", "--unknown"),
        ("--owner-gone", "--call", "c1"),
        ("--call", "c1", "--ran", " "),
    ],
)
def test_an_unclear_settlement_is_refused_as_a_wrong_call(start: Start, arguments: Sequence[str]) -> None:
    made = start(DEAD)
    said = made.cli("settle", made.session, *arguments)
    assert (said.code, said.json["code"], made.states()) == (2, "settle-unclear", ["may_have_run"])


def test_of_two_open_calls_with_one_id_the_execution_names_one(start: Start) -> None:
    made = start(DEAD, DEAD)
    with made.store.write() as connection:
        connection.exec_driver_sql("UPDATE executions SET call_id = 'c1', ordinal = 1 WHERE call_id = 'c2'")
    unclear = made.cli("settle", made.session, "--call", "c1", "--unknown")
    assert (unclear.code, unclear.json["code"]) == (2, "settle-unclear")
    assert all(one in unclear.json["next"] for one in made.executions)
    assert made.cli("settle", made.session, "--call", made.executions[1], "--unknown").code == 0
    assert made.cli("settle", made.session, "--call", "c1", "--did-not-run").code == 0
    assert made.rows("SELECT ordinal, state FROM executions ORDER BY ordinal") == [
        (0, "settled-not-run"),
        (1, "settled-unknown"),
    ]


@pytest.mark.parametrize("door", [None, this_process()])
@pytest.mark.parametrize("more", [(), ("--owner-gone",)])
@pytest.mark.parametrize("which", [("--call", "c1"), ("--call", "c2", "--call", "c1"), ("--all",)])
def test_scenario_06_a_call_whose_owner_lives_is_settled_by_nobody(
    start: Start, which: Sequence[str], more: Sequence[str], door: Owner | None
) -> None:
    made = start(this_process(), DEAD, door=door)
    refused = made.cli("settle", made.session, *which, *more, "--did-not-run")
    assert (refused.code, refused.json["code"]) == (4, "running")
    assert f"process {this_process().pid} " in refused.json["why"]
    assert made.states() == ["running", "running" if door else "may_have_run"]


def test_a_dead_call_is_settled_beside_one_that_lives(start: Start) -> None:
    made = start(this_process(), DEAD)
    assert made.cli("settle", made.session, "--call", "c2", "--did-not-run").code == 0
    assert made.states() == ["running", "settled-not-run"]


@pytest.mark.parametrize("door", [None, ELSEWHERE])
def test_an_owner_on_another_machine_is_gone_on_a_persons_word_only(start: Start, door: Owner | None) -> None:
    made = start(ELSEWHERE, DEAD, door=door)
    for words in (("settle", made.session, "--call", "c1", "--unknown"), ("resume", made.session)):
        refused = made.cli(*words)
        assert (refused.code, refused.json["code"]) == (4, "running")
        assert "--owner-gone" in refused.json["next"]
    stated = made.cli("settle", made.session, "--owner-gone", "--by", "Bob")
    assert (stated.code, stated.json["outcome"], made.states()) == (0, "done", ["may_have_run", "may_have_run"])
    row = only(made.cli("list").json["sessions"])
    assert (row["ending"], sorted(row["unknown"])) == ("may_have_run", ["c1", "c2"])
    shown = made.cli("show", made.session).json["unknown"]
    assert ["gone according to Bob" in one["owner"] for one in shown] == [True, False]
    assert [one["owner_alive"] for one in shown] == [False, False]
    assert made.rows("SELECT DISTINCT who FROM audit WHERE event = 'owner-gone'") == [("Bob",)]
    assert made.cli("settle", made.session, "--all", "--ran", "it is there").code == 0


def test_what_the_door_of_another_machine_still_holds_never_lands_once_it_is_said_to_be_gone(start: Start) -> None:
    made = start(ELSEWHERE, door=ELSEWHERE)
    assert made.cli("settle", made.session, "--owner-gone").code == 0
    with pytest.raises(FenceLost):
        sessions.append_messages(made.store, made.session, made.run, made.fence, [{"kind": "request", "parts": []}])


def test_a_word_and_an_end_are_taken_together_or_not_at_all(start: Start) -> None:
    made = start(ELSEWHERE)
    refused = made.cli("settle", made.session, "--call", "c1", "--call", "c9", "--unknown", "--owner-gone")
    assert (refused.json["code"], made.states()) == ("nothing-waiting", ["running"])
    assert made.rows("SELECT count(*) FROM audit WHERE event = 'owner-gone'") == [(0,)]
    assert made.cli("settle", made.session, "--call", "c1", "--unknown", "--owner-gone").code == 0
    assert made.states() == ["settled-unknown"]


def test_where_every_process_can_be_looked_at_nobodys_word_is_needed(start: Start) -> None:
    made = start(DEAD)
    said = made.cli("settle", made.session, "--owner-gone")
    assert (said.code, said.json["code"]) == (4, "nothing-waiting")


@pytest.mark.parametrize("words", [("--owner-gone",), ("--all", "--unknown")])
def test_nobody_settles_without_a_name(start: Start, words: Sequence[str]) -> None:
    made = start(ELSEWHERE)
    said = made.cli("settle", made.session, *words, "--by", " ")
    assert (said.code, said.json["code"]) == (4, "decision-required")


def test_a_worker_of_another_machine_is_gone_on_a_persons_word_only(start: Start) -> None:
    made = start(DEAD)
    leases.take(made.store, leases.WORKER, ELSEWHERE, LIVENESS)
    refused = made.cli("worker", "--once")
    assert (refused.code, refused.json["code"], "--owner-gone" in refused.json["next"]) == (8, "worker-running", True)
    assert made.cli("worker", "--once", "--owner-gone", "--by", "Bob").code == 0
    assert made.rows("SELECT who FROM audit WHERE event = 'owner-gone'") == [("Bob",)]


def test_a_living_worker_is_gone_on_nobodys_word(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    made = start(DEAD)
    leases.take(made.store, leases.WORKER, this_process(), LIVENESS)
    monkeypatch.setattr("pausedesk.core.run.worker.this_process", lambda: replace(this_process(), pid=1))
    said = made.cli("worker", "--once", "--owner-gone")
    assert (said.code, said.json["code"]) == (8, "worker-running")


@pytest.mark.parametrize("changed", [{}, {"gone": "Ada"}])
def test_the_word_stands_in_the_owner_itself(changed: dict[str, Any]) -> None:
    owner = replace(ELSEWHERE, **changed)
    assert Owner.from_json(owner.to_json()) == owner
    assert (LIVENESS.owner(owner), LIVENESS.door(owner)) == ((False, False) if changed else (None, None))
