"""One pause, the whole way, by the command line: real processes, a store and an agent of one's own."""

from __future__ import annotations

from tests.core.support import Bench, call, only

APPEND = [call("append", "hello")]


def test_a_run_pauses_and_the_list_shows_the_call_with_every_field_of_the_contract(bench: Bench) -> None:
    ran = bench.paused(APPEND, "the end")
    assert ran.json["outcome"] == "paused"
    assert bench.lines() == []
    listed = bench.cli("list").json
    assert listed["total"] == 1
    row = only(listed["sessions"])
    assert row["session"] == ran.json["session"]
    assert {"title", "agent", "listed_format", "ending", "confidence", "waiting_since", "expires_at"} <= row.keys()
    assert (row["listed_format"], row["ending"], row["unknown"]) == ("flowchart-v1", "waiting_approval", [])
    asked = only(row["waiting"])
    assert asked == only(ran.json["waiting"])
    more = {"expires_at", "expires_in", "runs_out", "declined_before", "edited_by"}
    more |= {"answer_schema", "changed", "changed_part", "tools_checked_at", "can"}
    assert asked.keys() == {"request", "call", "tool", "arguments", "question", "digest", *more}
    assert (asked["call"], asked["tool"], asked["arguments"]) == ("c1", "append", {"text": "hello", "times": 1})


def test_the_command_as_it_is_typed(bench: Bench) -> None:
    bench.script(APPEND, "the end")
    ran = bench.typed("run", "bench:agent", "go")
    assert ran.code == 3
    session = ran.out.partition(" ")[0]
    assert "append" in ran.out
    done = bench.typed("answer", session, "--approve")
    assert (done.code, bench.lines()) == (0, ["hello"])
    assert "the end" in done.out


def test_an_approval_runs_the_call_once_and_a_second_one_is_told_what_the_first_did(bench: Bench) -> None:
    ran = bench.paused(APPEND, "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    done = bench.cli("answer", session, "--request", request, "--approve", "--by", "Ada")
    assert (done.code, done.json["outcome"], done.json["output"]) == (0, "done", "the end")
    assert done.call == {
        "request": request,
        "call": "c1",
        "tool": "append",
        "state": "done",
        "result": "appended hello",
    }
    assert bench.lines() == ["hello"]
    for decision in ("--approve", "--decline"):
        again = bench.cli("answer", session, "--request", request, decision, "--by", "Bob")
        assert (again.code, again.json["outcome"], again.json["code"]) == (4, "refused", "already-answered")
        first = again.json["first"]
        assert (first["by"], first["decision"], first["state"], first["result"]) == (
            "Ada",
            "approve",
            "done",
            "appended hello",
        )
    assert bench.lines() == ["hello"]
    assert bench.rows("SELECT count(*) FROM answers") == [(1,)]
    assert bench.rows("SELECT count(*) FROM audit WHERE event = 'answer-refused'") == [(2,)]


def test_a_decline_writes_no_line_and_its_note_reaches_the_model_verbatim(bench: Bench) -> None:
    note = 'Not this one — "ask" me\n\tfirst \\ \u202e;) 100%'
    ran = bench.paused(APPEND, "the end").json
    done = bench.cli(
        "answer", ran["session"], "--request", only(ran["waiting"])["request"], "--decline", "--note", note
    )
    assert (done.code, done.json["outcome"], done.call["state"]) == (0, "done", "declined")
    assert bench.lines() == []
    part = only(bench.read()[-1])
    assert part["call"] == "c1"
    assert part["text"].endswith(f"\n{note}")


def test_decline_and_stop_ends_the_run_without_the_model(bench: Bench) -> None:
    ran = bench.paused([call("append", "a", "c1"), call("append", "b", "c2")], "the end").json
    asked = len(bench.read())
    done = bench.cli("answer", ran["session"], "--request", ran["waiting"][0]["request"], "--decline", "--stop")
    assert (done.code, done.json["outcome"], done.json["code"]) == (0, "done", "stopped")
    assert [one["state"] for one in done.json["calls"]] == ["declined", "declined"]
    assert bench.lines() == []
    assert len(bench.read()) == asked
    assert only(bench.cli("list").json["sessions"])["ending"] == "stopped"


def test_three_answers_of_one_turn_given_one_by_one_land_on_their_own_calls(bench: Bench) -> None:
    calls = [call("append", text, f"c{number}") for number, text in enumerate("abc", 1)]
    ran = bench.paused(calls, "the end").json
    session, asked = ran["session"], {one["call"]: one["request"] for one in ran["waiting"]}
    third = bench.cli("answer", session, "--request", asked["c3"], "--approve")
    assert (third.code, third.json["outcome"], third.call["state"]) == (3, "paused", "submitted")
    second = bench.cli("answer", session, "--request", asked["c2"], "--decline", "--note", "not b")
    assert (second.code, second.call["state"]) == (3, "submitted")
    assert bench.lines() == []
    first = bench.cli("answer", session, "--request", asked["c1"], "--approve")
    assert (first.code, first.json["outcome"]) == (0, "done")
    assert bench.lines() == ["a", "c"]
    parts = bench.read()[-1]
    assert [part["call"] for part in parts] == ["c1", "c2", "c3"]
    assert [parts[0]["text"], parts[2]["text"]] == ["appended a", "appended c"]
    assert "not b" in parts[1]["text"]
    states = bench.cli("show", session).json["requests"]
    assert [one["state"] for one in states] == ["approved", "declined", "approved"]


def test_where_several_wait_and_none_is_named_they_are_listed_and_nothing_is_answered(bench: Bench) -> None:
    ran = bench.paused([call("append", "a", "c1"), call("append", "b", "c2")], "the end").json
    for json_output in (True, False):
        said = bench.cli("answer", ran["session"], "--approve", json_output=json_output)
        assert said.code == 2
        assert all(one["request"] in said.err for one in ran["waiting"])
    assert bench.rows("SELECT count(*) FROM answers") == [(0,)]
    done = bench.cli("answer", ran["session"], "--approve", "--all", json_output=False)
    assert done.code == 0
    assert bench.lines() == ["a", "b"]


def test_a_program_answers_all_questions_of_the_first_turn_and_names_those_of_later_ones(bench: Bench) -> None:
    two = [call("append", "a", "c1"), call("append", "b", "c2")]
    session = bench.paused(two, [call("append", "c", "c2"), call("append", "d", "c3")], "the end").json["session"]
    first = bench.cli("answer", session, "--approve", "--all", json_output=False)
    assert (first.code, bench.lines()) == (3, ["a", "b"])
    waiting = bench.cli("show", session).json["requests"]
    # What it says to type is what it takes.
    named = [word for one in waiting for word in ("--request", one["request"])]
    assert f"answer {session} {' '.join(named)} --approve" in first.out
    for unnamed in (["--all"], ["--call", "c2"], []):
        again = bench.cli("answer", session, "--approve", *unnamed)
        assert (again.code, again.json["code"]) == (2, "request-not-named")
    # No earlier call had this id, so that a retry can mean no other.
    third = bench.cli("answer", session, "--approve", "--call", "c3")
    assert (third.code, third.call["state"]) == (3, "submitted")
    assert bench.cli("answer", session, "--decline", *named[:2]).code == 0
    assert bench.lines() == ["a", "b", "d"]


def test_all_questions_at_once_in_json_and_words_that_contradict_each_other(bench: Bench) -> None:
    ran = bench.paused([call("append", "a", "c1"), call("append", "b", "c2")], "the end").json
    session, request = ran["session"], ran["waiting"][0]["request"]
    for words in (
        ["--approve", "--all", "--call", "c1"],
        ["--approve", "--all", "--request", request],
        ["--decline", "--call", "c1", "--request", request],
        ["--withdraw", "--note", "no"],
        ["--withdraw", "--submit-id", "s1"],
        ["--withdraw", "--digest", ran["waiting"][0]["digest"]],
        ["--edit", "{}", "--request", request, "--note", "no"],
        ["--edit", "{}", "--request", request, "--submit-id", "s1"],
    ):
        refused = bench.cli("answer", session, *words)
        assert (refused.code, refused.json["code"]) == (2, "answer-unclear"), words
    assert bench.rows("SELECT count(*) FROM answers") == [(0,)]
    done = bench.cli("answer", session, "--approve", "--all")
    assert (done.code, [one["state"] for one in done.json["calls"]]) == (0, ["done", "done"])
    assert bench.lines() == ["a", "b"]


def test_scenario_11_the_retry_of_an_answer_returns_the_first_result_and_approves_nothing_more(bench: Bench) -> None:
    first = bench.paused([call("append", "one")], [call("append", "two")], "the end").json
    session, request = first["session"], only(first["waiting"])["request"]
    unnamed = bench.cli("answer", session, "--approve")
    assert (unnamed.code, unnamed.json["code"]) == (2, "request-not-named")
    answered = ("answer", session, "--request", request, "--approve", "--submit-id", "s1")
    assert bench.cli(*answered).code == 3
    assert bench.lines() == ["one"]
    retried = bench.cli(*answered)
    assert bench.rows("SELECT count(*) FROM audit WHERE event = 'answer-submitted'") == [(1,)]
    assert (retried.code, retried.call["request"], retried.call["state"]) == (3, request, "done")
    later = bench.cli("answer", session, "--request", request, "--approve")
    assert (later.code, later.json["code"]) == (4, "already-answered")
    same = bench.cli("answer", session, "--approve", "--submit-id", "s1", json_output=False)
    assert same.code == 3
    person = bench.cli("answer", session, "--approve", json_output=False)
    assert person.code == 2
    assert bench.lines() == ["one"]


def test_an_answer_to_another_digest_than_was_asked_is_refused(bench: Bench) -> None:
    ran = bench.paused(APPEND, "the end").json
    request = only(ran["waiting"])["request"]
    wrong = "sha256:" + "0" * 64
    said = bench.cli("answer", ran["session"], "--request", request, "--digest", wrong, "--approve")
    assert (said.code, said.json["code"]) == (4, "call-changed")
    assert bench.lines() == []
    assert only(bench.cli("list").json["sessions"])["ending"] == "waiting_approval"


def test_hostile_texts_are_printed_as_escapes_and_handed_over_as_they_are(bench: Bench) -> None:
    text = "safe\u202e\u2066gnp.exe\u2069 \x1b[2J\x1b]0;owned\x07\u200b"
    ran = bench.paused([call("append", text)], "bye \x1b[31mred").json
    for command in (("list",), ("show", ran["session"]), ("answer", ran["session"], "--approve")):
        said = bench.cli(*command, json_output=False)
        assert said.code == 0
        assert not {"\x1b", "\x07", "\u202e", "\u2066", "\u200b"} & set(said.out + said.err)
    assert (bench.folder / "lines.txt").read_text(encoding="utf-8") == text + "\n"


def test_a_message_to_a_session_that_waits_is_refused(bench: Bench) -> None:
    ran = bench.paused(APPEND, "the end").json
    for command in (("run", "bench:agent", "more", "--session", ran["session"]), ("resume", ran["session"])):
        said = bench.cli(*command)
        assert (said.code, said.json["code"]) == (4, "waiting")
    assert only(bench.cli("list").json["sessions"])["ending"] == "waiting_approval"


def test_a_call_that_raises_is_an_outcome_and_the_run_goes_on(bench: Bench) -> None:
    ran = bench.paused([call("append_and_raise", "x")], "the end").json
    done = bench.cli("answer", ran["session"], "--approve", "--request", only(ran["waiting"])["request"])
    assert (done.code, done.json["outcome"], done.call["state"]) == (0, "done", "raised")
    assert "ValueError: no paper left" in only(bench.read()[-1])["text"]
    assert bench.lines() == ["x"]


def test_scenario_02_a_provider_that_fails_after_the_call_leaves_its_result_to_be_resumed_from(bench: Bench) -> None:
    ran = bench.paused([call("append", "once")], {"fail": "overloaded"}).json
    said = bench.cli("answer", ran["session"], "--approve", "--request", only(ran["waiting"])["request"])
    assert (said.code, said.json["outcome"], said.call["state"]) == (9, "failed", "done")
    again = bench.cli("resume", ran["session"])
    assert (again.code, again.json["outcome"]) == (9, "failed")
    bench.script([call("append", "once")], "the end")
    done = bench.cli("resume", ran["session"])
    assert (done.code, done.json["output"]) == (0, "the end")
    assert [part["text"] for part in bench.read()[-1]] == ["appended once"]
    assert bench.lines() == ["once"]


def test_an_answer_is_withdrawn_while_nothing_has_used_it(bench: Bench) -> None:
    ran = bench.paused([call("append", "a", "c1"), call("append", "b", "c2")], "the end").json
    session, (first, second) = ran["session"], [one["request"] for one in ran["waiting"]]
    bench.cli("answer", session, "--request", first, "--approve")
    back = bench.cli("answer", session, "--request", first, "--withdraw")
    assert (back.code, back.call["state"]) == (3, "not_started")
    none = bench.cli("answer", session, "--request", first, "--withdraw")
    assert (none.code, none.json["code"]) == (4, "nothing-waiting")
    assert bench.cli("answer", session, "--request", second, "--approve").code == 3
    assert bench.lines() == []
    assert bench.cli("answer", session, "--request", first, "--decline").code == 0
    assert bench.lines() == ["b"]
