"""What changed since it was asked is closed, by a person or as its approval is taken: nothing runs on it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.core.inside import SESSION, Inside, appends, refusal
from tests.core.support import Bench, call, only

from pausedesk.core.model.states import CallState, Outcome, RequestState
from pausedesk.core.rules.acts import Act, acts_of
from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE
from pausedesk.core.run.editing import edit_question
from pausedesk.core.run.local import local_runners
from pausedesk.core.run.manifests import look_at_tools
from pausedesk.core.store import answering
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.engine import new_id
from pausedesk.core.store.manifests import keep_manifest
from pausedesk.core.store.sessions import agent_of


def change_tools(inside: Inside, version: str) -> None:
    """Give the agent's tools another version, and have somebody look at them."""
    inside.author = {**inside.author, "version": version}
    with inside.store.read() as connection:
        ref = agent_of(connection, SESSION)
    keep_manifest(inside.store, ref, asyncio.run(look_at_tools(inside.agent())), again_ms=0)


def close(inside: Inside, *requests: str) -> None:
    wanted = [(one.request, one.digest) for one in inside.asked() if one.request in requests or not requests]
    answering.close_questions(inside.store, SESSION, wanted, by="Ada")


def test_closing_a_changed_question_runs_nothing_and_resume_asks_anew(inside: Inside) -> None:
    inside.run([appends("x")], [appends("x", "c2")], "the end")
    change_tools(inside, "2")
    (view,) = inside.card().requests
    assert acts_of(view) == (Act.DECLINE, Act.CLOSE)
    close(inside)
    (view,) = inside.card().requests
    assert (view.state, view.call_state, acts_of(view)) == (RequestState.CLOSED, CallState.CLOSED, ())
    assert inside.rows("SELECT spent_by, spent_code FROM requests") == [("Ada", "tool-changed")]
    assert inside.rows("SELECT text FROM notices") == [(NOT_RUN_UNANSWERABLE,)]
    card = inside.card()
    assert card.can_resume
    assert inside.resume().outcome is Outcome.PAUSED
    assert inside.answer("approve").outcome is Outcome.DONE
    assert inside.lines == ["x"]


def test_a_question_that_stands_as_it_was_asked_is_not_closed(inside: Inside) -> None:
    inside.run([appends("x")], "the end")
    before = inside.everything()
    assert refusal(lambda: close(inside)).code == "stale-evidence"
    change_tools(inside, "2")
    change_tools(inside, "1")
    assert refusal(lambda: close(inside)).code == "stale-evidence"
    assert inside.everything() == before


@pytest.mark.parametrize(
    ("wanted", "by", "code"),
    [
        ([], "Ada", "nothing-waiting"),
        ([("none", "sha256:0")], "Ada", "other-request"),
        ([("", "")], " ", "decision-required"),
    ],
)
def test_what_cannot_be_closed_is_refused_and_nothing_is_written(
    inside: Inside, wanted: list[tuple[str, str]], by: str, code: str
) -> None:
    inside.run([appends("x")], "the end")
    change_tools(inside, "2")
    before = inside.everything()
    assert refusal(lambda: answering.close_questions(inside.store, SESSION, wanted, by=by)).code == code
    assert inside.everything() == before


def test_an_answer_on_its_way_is_not_closed_over(inside: Inside) -> None:
    inside.run([appends("x")], "the end")
    inside.submit("decline", note="not today")
    change_tools(inside, "2")
    assert refusal(lambda: close(inside)).code == "already-answered"
    assert refusal(lambda: answering.close_questions(inside.store, "gone", [("r", "d")], by="Ada")).code == "no-session"
    taken = inside.take_up()
    assert taken is not None
    assert taken.outcome is Outcome.DONE
    assert "not today" in str(inside.read[-1])


def test_another_digest_than_that_of_the_question_closes_nothing(inside: Inside) -> None:
    inside.run([appends("x")], "the end")
    change_tools(inside, "2")
    (one,) = inside.asked()
    wanted = [(one.request, "sha256:other")]
    assert refusal(lambda: answering.close_questions(inside.store, SESSION, wanted, by="Ada")).code == "call-changed"
    assert len(inside.asked()) == 1


def test_an_approval_of_a_changed_question_closes_it_as_it_is_taken(inside: Inside) -> None:
    inside.run([appends("x")], [appends("x", "c2")], "the end")
    change_tools(inside, "2")
    (view,) = inside.card().requests
    request = inside.submit("approve")
    assert inside.take_up() is None
    told = inside.door().closed_at_once(SESSION, [request])
    assert told is not None
    assert (told.outcome, told.code, told.why) == (Outcome.CLOSED, "tool-changed", view.changed)
    assert [(one.request, str(one.state)) for one in told.calls] == [(request, "closed")]
    assert inside.lines == []
    assert inside.resume().outcome is Outcome.PAUSED


def test_the_same_submit_again_returns_the_first_one_s_answers(inside: Inside) -> None:
    inside.run([appends("x")], "the end")
    (one,) = inside.asked()
    mine = [NewAnswer(one.request, one.digest, "approve")]
    first = answering.submit_answers(inside.store, SESSION, mine, by="Ada", submit_id="again")
    change_tools(inside, "2")
    assert answering.submit_answers(inside.store, SESSION, mine, by="Ada", submit_id="again") == first
    taken = inside.take_up()
    assert taken is not None
    # The approval was taken before anybody knew: the spend looks at the tool itself.
    assert (taken.outcome, taken.code, inside.lines) == (Outcome.CLOSED, "tool-changed", [])


def test_of_a_turn_the_changed_call_is_closed_and_the_others_run_on_their_own_approvals(
    inside: Inside, tmp_path: Path
) -> None:
    inside.author = {"paths": ["text"]}
    one, two = tmp_path / "one", tmp_path / "two"
    for file in (one, two):
        file.write_text("before", encoding="utf-8")
    inside.run([appends(str(one)), appends(str(two), "c2")], "the end")
    one.write_text("after", encoding="utf-8")
    asked = inside.asked()
    wanted = [NewAnswer(call.request, call.digest, "approve") for call in asked]
    answering.submit_answers(inside.store, SESSION, wanted, by="Ada", submit_id=new_id())
    taken = inside.take_up()
    assert taken is not None
    assert taken.outcome is Outcome.DONE
    assert inside.lines == [str(two)]
    assert [str(view.call_state) for view in inside.card().requests] == ["closed", "done"]


def test_closing_the_last_open_call_of_a_turn_lets_the_answered_ones_go_on(inside: Inside, tmp_path: Path) -> None:
    inside.author = {"paths": ["text"]}
    file = tmp_path / "file"
    file.write_text("before", encoding="utf-8")
    inside.run([appends("x"), appends(str(file), "c2")], "the end")
    inside.submit("approve")
    assert inside.take_up() is None
    file.write_text("after", encoding="utf-8")
    open_one = next(call for call in inside.asked() if not call.answered)
    close(inside, open_one.request)
    taken = inside.take_up()
    assert taken is not None
    assert (taken.outcome, inside.lines) == (Outcome.DONE, ["x"])


def test_a_changed_question_is_not_edited(inside: Inside) -> None:
    inside.run([appends("x")], "the end")
    (one,) = inside.asked()
    change_tools(inside, "2")
    make = local_runners(inside.agent())
    refused = refusal(
        lambda: edit_question(inside.store, make, SESSION, one.request, '{"text": "y"}', by="Ada", by_spec=False)
    )
    assert refused.code == "tool-changed"
    assert [call.request for call in inside.asked()] == [one.request]


def test_the_command_line_says_what_can_be_done_and_does_it(bench: Bench) -> None:
    session = bench.paused([call("append", "x")], [call("append", "x")], "the end").json["session"]
    listed = only(only(bench.cli("list").json["sessions"])["waiting"])
    assert listed["can"] == ["approve", "decline", "edit"]
    assert bench.cli("answer", session, "--request", listed["request"], "--close").code == 4
    bench.change_agent('    """Append a line."""\n', '    """Append a line."""\n    text = "x" + text\n')
    bench.script("the end")
    assert bench.cli("run", "bench:agent", "something else").code == 0
    listed = next(row for row in bench.cli("list").json["sessions"] if row["session"] == session)["waiting"][0]
    assert (listed["changed_part"], listed["can"]) == ("code", ["decline", "close"])
    assert only(bench.cli("show", session).json["requests"])["can"] == ["decline", "close"]
    assert "It cannot be approved. Close or decline it" in bench.cli("show", session, json_output=False).out
    said = bench.cli("answer", session, "--request", listed["request"], "--close")
    assert (said.code, said.json["outcome"], said.json["code"]) == (7, "closed", "tool-changed")
    assert said.json["why"] == listed["changed"]
    assert said.call["state"] == "closed"
    assert bench.lines() == []
    bench.script([call("append", "x")], [call("append", "x")], "the end")
    assert bench.cli("resume", session).code == 3
