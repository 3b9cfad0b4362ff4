"""Questions between processes: a retry as the next question comes, a message while a call runs, an edit in between."""

from __future__ import annotations

import pytest
from tests.core.support import Bench, call, only, until

from pausedesk.core.store.unsealed import list_path


def test_a_retry_that_meets_the_next_question_does_not_answer_it(bench: Bench) -> None:
    for number in range(3):
        ran = bench.paused([call("append", f"one {number}")], [call("append", f"two {number}")], "the end").json
        named = ("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
        retries = [bench.start(*named, "--submit-id", f"s{number}") for _ in range(3)]
        said = [command.end() for command in retries]
        assert {one.code for one in said} == {3}, said
        assert bench.lines().count(f"one {number}") == 1
        assert f"two {number}" not in bench.lines()
        unnamed = bench.cli("answer", ran["session"], "--approve", json_output=False)
        assert (unnamed.code, f"two {number}" in unnamed.err) == (2, True)
    assert bench.rows("SELECT count(*) FROM answers") == [(3,)]
    assert bench.rows("SELECT count(*) FROM requests WHERE state = 'waiting'") == [(3,)]


def test_a_message_while_a_call_runs_is_refused_and_nothing_of_the_run_is_lost(bench: Bench) -> None:
    bench.pipe()
    ran = bench.paused([call("append_and_wait", "x")], "the end", "more said").json
    session = ran["session"]
    answer = bench.start("answer", session, "--request", only(ran["waiting"])["request"], "--approve", "--by", "Ada")
    until(bench.lines, "the call's line")
    for command in (("run", "bench:agent", "more", "--session", session), ("resume", session)):
        refused = bench.cli(*command)
        assert (refused.code, refused.json["code"]) == (4, "running")
        assert "being run by process" in refused.json["why"]
    bench.let_go()
    done = answer.end()
    assert (done.code, bench.lines()) == (0, ["x"])
    more = bench.cli("run", "bench:agent", "more", "--session", session)
    assert (more.code, more.json["output"]) == (0, "more said")
    assert bench.lines() == ["x"]


@pytest.mark.parametrize("first", ["--edit", "--approve"])
def test_of_an_edit_and_an_approval_by_two_commands_one_wins_and_the_other_is_told(bench: Bench, first: str) -> None:
    bench.pipe()
    waits = "if (HERE / 'slow').exists():\n    (HERE / 'slow').unlink()\n    (HERE / 'go').read_text()\n"
    bench.change_agent("agent = Agent(", f"{waits}agent = Agent(")
    ran = bench.paused([call("append", "a")], "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    (bench.folder / "slow").touch()
    # The edit waits while its agent is loaded; by then the question is answered, or edited by somebody else.
    slow = bench.start("answer", session, "--request", request, "--edit", '{"text": "b"}', "--by", "Eve")
    until(lambda: not (bench.folder / "slow").exists(), "the agent of the edit is being loaded")
    words = ("--edit", '{"text": "c"}') if first == "--edit" else ("--approve",)
    quick = bench.cli("answer", session, "--request", request, *words, "--by", "Ada")
    bench.let_go()
    told = slow.end()
    assert told.code == 4, told
    if first == "--edit":
        assert quick.code == 3
        new = only(quick.json["waiting"])["request"]
        assert (told.json["code"], told.json["new_request"], bench.lines()) == ("superseded", new, [])
    else:
        assert quick.code == 0
        assert (told.json["code"], told.json["first"]["by"], bench.lines()) == ("already-answered", "Ada", ["a"])


def test_answers_of_several_calls_are_taken_back_one_by_one_or_all_at_once(bench: Bench) -> None:
    ran = bench.paused([call("append", text, f"c{n}") for n, text in enumerate("abc")], "the end").json
    session, requests = ran["session"], [one["request"] for one in ran["waiting"]]
    two = ("--request", requests[0], "--request", requests[1])
    assert bench.cli("answer", session, *two, "--approve").code == 3
    one = bench.cli("answer", session, "--request", requests[1], "--withdraw")
    assert (one.code, one.call["request"], one.call["state"]) == (3, requests[1], "not_started")
    assert bench.cli("answer", session, "--request", requests[1], "--decline").code == 3
    both = bench.cli("answer", session, "--withdraw")
    assert [(call["request"], call["state"]) for call in both.json["calls"]] == [
        (requests[0], "not_started"),
        (requests[1], "not_started"),
    ]
    done = bench.cli("answer", session, "--approve", *two, "--request", requests[2])
    assert (done.code, bench.lines()) == (0, ["a", "b", "c"])


def test_of_a_turn_the_question_that_expired_is_told_beside_those_that_went_on(bench: Bench) -> None:
    ran = bench.paused([call("append", text, f"c{n}") for n, text in enumerate("ab")], "the end").json
    first, second = (one["request"] for one in ran["waiting"])
    store = bench.opened()
    with store.write() as connection:
        connection.exec_driver_sql(f"UPDATE requests SET expires_at = created_at + 1 WHERE id = '{first}'")
    # No keyring can be used here: without its list the store is taken as it stands.
    list_path(store.facts()).unlink()
    store.close()
    said = bench.cli("answer", ran["session"], "--approve", "--request", first, "--request", second)
    assert (said.code, bench.lines()) == (0, ["b"])
    assert [(one["request"], one["state"]) for one in said.json["calls"]] == [(first, "expired"), (second, "done")]
