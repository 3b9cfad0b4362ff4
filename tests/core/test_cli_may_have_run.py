"""Calls that were started and never said how they ended: marked, shown as such everywhere, settled by a person."""

from __future__ import annotations

import pytest
from tests.core.support import Bench, Said, call, only, until


def _killed_half_way(bench: Bench) -> tuple[str, str, Said]:
    ran = bench.paused([call("append_and_die", "x")], "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    return session, request, bench.cli("answer", session, "--request", request, "--approve", "--by", "Ada")


def test_scenario_01_a_call_that_kills_its_process_may_have_run_wherever_it_is_read(bench: Bench) -> None:
    session, request, said = _killed_half_way(bench)
    assert (said.code, said.json["outcome"], said.call["state"]) == (5, "marked", "may_have_run")
    row = only(bench.cli("list", "--filter", "unknown").json["sessions"])
    assert (row["ending"], row["unknown"], row["waiting"]) == ("may_have_run", ["c1"], [])
    card = bench.cli("show", session).json
    assert only(card["unknown"])["call_state"] == "may_have_run"
    assert only(card["requests"])["call_state"] == "may_have_run"
    assert "about to die" in only(card["unknown"])["last_output"]
    assert "may_have_run" in bench.cli("show", session, json_output=False).out
    again = bench.cli("answer", session, "--request", request, "--approve", "--by", "Bob")
    assert (again.code, again.json["code"]) == (4, "already-answered")
    assert (again.json["first"]["by"], again.json["first"]["state"]) == ("Ada", "may_have_run")
    assert bench.lines() == ["x"]


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (
            ("--ran", "It is in the book:\n\tline 4"),
            "What they found, in their own words:\nIt is in the book:\n\tline 4",
        ),
        (("--did-not-run",), "did not run"),
        (("--unknown",), "It may have run and taken effect"),
    ],
)
def test_a_call_is_settled_and_the_model_reads_on_whose_word(bench: Bench, end: tuple[str, ...], words: str) -> None:
    session, _, _ = _killed_half_way(bench)
    settled = bench.cli("settle", session, "--call", "c1", *end, "--by", "Ada")
    assert (settled.code, settled.call["state"]) == (0, "settled")
    assert only(bench.cli("list").json["sessions"])["unknown"] == []
    twice = bench.cli("settle", session, "--call", "c1", *end, "--by", "Ada")
    assert (twice.code, twice.json["code"]) == (4, "nothing-waiting")
    done = bench.cli("resume", session)
    assert (done.code, done.json["output"]) == (0, "the end")
    text = only(bench.read()[-1])["text"]
    assert words in text
    assert ("Ada" in text) == (end[0] != "--unknown")
    assert bench.lines() == ["x"]


def test_scenario_37_a_resume_without_settling_tells_the_model_that_the_call_may_have_run(bench: Bench) -> None:
    session, request, _ = _killed_half_way(bench)
    done = bench.cli("resume", session)
    assert done.code in (0, 5)
    assert "It may have run and taken effect" in only(bench.read()[-1])["text"]
    assert bench.lines() == ["x"]
    again = bench.cli("answer", session, "--request", request, "--approve")
    assert (again.code, again.json["code"]) == (4, "already-answered")
    told = len(bench.read())
    settled = bench.cli("settle", session, "--call", "c1", "--ran", "it is there", "--by", "Ada")
    assert settled.code == 0
    assert len(bench.read()) == told


@pytest.mark.parametrize("how", ["popen", "shell", "fork"])
def test_while_anything_of_the_call_lives_it_reads_running_and_cannot_be_settled(bench: Bench, how: str) -> None:
    bench.pipe()
    ran = bench.paused([call("append_and_leave", "x", how=how)], "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    answering = bench.start("answer", session, "--request", request, "--approve")
    until(bench.lines, "the call's line")
    said = answering.end()
    assert (said.code, said.call["state"]) == (5, "running")
    row = only(bench.cli("list").json["sessions"])
    assert (row["ending"], row["unknown"]) == ("running", [])
    card = bench.cli("show", session).json
    assert (card["can_resume"], only(card["requests"])["call_state"]) == (False, "running")
    for refused in (
        ("settle", session, "--call", "c1", "--did-not-run"),
        ("resume", session),
        ("run", "bench:agent", "and?", "--session", session),
    ):
        code = bench.cli(*refused)
        assert (code.code, code.json["code"]) == (4, "running"), refused
    bench.let_go()
    until(
        lambda: only(bench.cli("list").json["sessions"])["unknown"] == ["c1"], "the call reads as one that may have run"
    )
    assert bench.cli("settle", session, "--call", "c1", "--ran", "yes").code == 0
    assert bench.lines() == ["x"]


def test_an_approved_sibling_of_a_killed_call_stays_approved_and_runs_once(bench: Bench) -> None:
    calls = [call("append", "a", "c1"), call("append_and_die", "b", "c2"), call("append", "c", "c3")]
    ran = bench.paused(calls, "the end").json
    session = ran["session"]
    named = [part for one in ran["waiting"] for part in ("--request", one["request"])]
    said = bench.cli("answer", session, *named, "--approve")
    assert said.code == 5
    assert [one["state"] for one in said.json["calls"]] == ["done", "may_have_run", "submitted"]
    assert bench.lines() == ["a", "b"]
    bench.cli("settle", session, "--call", "c2", "--ran", "yes")
    done = bench.cli("resume", session)
    assert done.code == 0
    assert bench.lines() == ["a", "b", "c"]
    texts = [part["text"] for part in bench.read()[-1]]
    assert (texts[0], texts[2]) == ("appended a", "appended c")
    assert "this call ran" in texts[1]


def test_ungated_calls_of_the_turn_are_recorded_and_a_kill_before_the_pause_runs_none_of_them_again(
    bench: Bench,
) -> None:
    calls = [call("note", "one", "n1"), call("note_and_die", "two", "n2"), call("append", "x", "c1")]
    bench.script(calls, "the end")
    ran = bench.cli("run", "bench:agent", "go")
    assert ran.code == 5
    session = ran.json["session"]
    assert bench.lines("notes.txt") == ["one", "two"]
    row = only(bench.cli("list").json["sessions"])
    assert (row["ending"], row["unknown"]) == ("may_have_run", ["n2"])
    resumed = bench.cli("resume", session)
    assert bench.lines("notes.txt") == ["one", "two"]
    waiting = resumed.json.get("waiting")
    if waiting:
        assert bench.cli("answer", session, "--request", only(waiting)["request"], "--approve").code in (0, 5)
    assert bench.lines("notes.txt") == ["one", "two"]
    texts = {part["call"]: part["text"] for part in bench.read()[-1]}
    assert texts["n1"] == "noted one"
    assert "It may have run and taken effect" in texts["n2"]
    assert len(bench.lines()) <= 1


def test_a_read_only_call_that_killed_its_process_needs_nobody_and_runs_again(bench: Bench) -> None:
    bench.script([call("look_and_die", "a", "n1")], "the end")
    ran = bench.cli("run", "bench:agent", "go")
    assert (ran.code, ran.json["outcome"], ran.json["code"]) == (9, "failed", "agent-died")
    row = only(bench.cli("list").json["sessions"])
    assert (row["ending"], row["unknown"]) == ("tools_interrupted", [])
    resumed = bench.cli("resume", ran.json["session"], json_output=False)
    assert (resumed.code, "look_and_die runs again" in resumed.out) == (0, True)
    assert bench.lines("looks.txt") == ["a", "a"]
    assert only(bench.read()[-1])["text"] == "looked at a"


def test_ungated_siblings_of_a_pause_are_shown_as_done(bench: Bench) -> None:
    ran = bench.paused([call("note", "one", "n1"), call("append", "x", "c1")], "the end").json
    card = bench.cli("show", ran["session"]).json
    sibling = only(card["siblings"])
    assert (sibling["tool"], sibling["call_state"], sibling["result"]) == ("note", "done", "noted one")
    done = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
    assert done.code == 0
    assert (bench.lines("notes.txt"), bench.lines()) == (["one"], ["x"])
    assert [part["text"] for part in bench.read()[-1]] == ["noted one", "appended x"]
