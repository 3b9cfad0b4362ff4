"""Resuming sessions of our own, as they are stored: what is told before, what is then done, and nothing twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ModelResponse
from pydantic_ai.models.function import AgentInfo
from tests.core.inside import SESSION, Inside, appends, refusal
from tests.core.support import Bench, call, only, until
from tests.core.test_rules_resuming import ASKED, CUT, TURN, prompt, request, response, said, tool_call

from pausedesk.core.model.owners import Owner
from pausedesk.core.rules.resume_words import MODEL_READS, ResumeCause
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import sessions
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.past import load_history
from pausedesk.core.store.sessions import AgentRef

NOTE = {"part_kind": "tool-call", "tool_name": "note", "args": '{"text": "n"}', "tool_call_id": "n1"}
APPEND = {"part_kind": "tool-call", "tool_name": "append", "args": '{"text": "x"}', "tool_call_id": "c1"}


def stored(inside: Inside, *messages: dict[str, Any]) -> None:
    """A session whose run stored these messages and failed then, without a call that was started."""
    ref = AgentRef("agent", "inside:agent", "python", "/")
    sessions.create_session(inside.store, ref, session=SESSION, title="go")
    run, fence = sessions.begin_run(inside.store, SESSION, "run", this_process(), LIVENESS)
    sessions.append_messages(inside.store, SESSION, run, fence, messages)
    sessions.end_run(inside.store, SESSION, run, fence, "failed", code="agent-died", why="It died.")


def messages_of(inside: Inside) -> list[dict[str, Any]]:
    with inside.store.read() as connection:
        return load_history(connection, SESSION)[0]


def reads(inside: Inside) -> list[str]:
    """The texts of the newest request that the model read."""
    return [str(part["content"]) for part in inside.read[-1]]


def test_calls_that_never_started_are_asked_about_or_run_as_if_they_were_new(inside: Inside) -> None:
    stored(inside, ASKED, response(NOTE, APPEND))
    assert "Never started: note, append." in inside.card().resume_sentence
    inside.script = ["", "the end"]
    assert inside.resume().outcome == "paused"
    assert inside.lines == ["n"]
    assert inside.answer().outcome == "done"
    assert inside.lines == ["n", "x"]
    assert reads(inside) == ["noted n", "appended x"]


def test_an_older_open_turn_is_settled_in_its_place_and_once(inside: Inside) -> None:
    stored(inside, ASKED, response(APPEND), request(prompt("and?")), response(said("so")), request(prompt("well?")))
    card = inside.card()
    assert "append of an older turn has no result" in card.resume_sentence
    assert card.resume is not None
    assert [(one.call, one.does, one.older) for one in card.resume.calls] == [("c1", "may_have_run", True)]
    inside.script = ["", "", {"fail": "no"}]
    for _ in range(2):
        # Tried twice: what was added is added once.
        assert inside.resume().outcome == "failed"
        assert inside.rows("SELECT call_id, origin FROM notices") == [("c1", "outcome-unknown")]
    inside.script = ["", "", "the end"]
    assert inside.resume().outcome == "done"
    assert inside.lines == []


def test_only_the_newest_messages_are_looked_at_for_a_card_and_all_of_them_before_acting(inside: Inside) -> None:
    turns = [message for n in range(200) for message in (request(prompt(str(n))), response(said("so")))]
    stored(inside, ASKED, response(APPEND), *turns, request(prompt("and?")))
    assert "older turn" not in inside.card().resume_sentence
    with inside.store.read() as connection:
        card = read_card(connection, SESSION, LIVENESS, whole=True)
    assert card is not None
    assert "append of an older turn" in card.resume_sentence


def test_an_answer_that_was_cut_off_is_started_again_and_nothing_is_added_twice(inside: Inside) -> None:
    stored(inside, ASKED, CUT)
    card = inside.card()
    assert card.resume is not None
    assert (card.can_resume, card.resume.kind, card.resume.adds) == (
        True,
        "retry_response",
        MODEL_READS[ResumeCause.CUT_OFF],
    )
    before = inside.rows("SELECT version, updated_at FROM sessions")
    inside.card()
    # Telling writes nothing.
    assert inside.rows("SELECT version, updated_at FROM sessions") == before
    inside.script = ["", {"fail": "no"}]
    for _ in range(2):
        assert inside.resume().outcome == "failed"
        assert reads(inside) == [card.resume.adds]
        assert len(messages_of(inside)) == 3
    inside.script = ["", "the whole answer"]
    assert inside.resume().outcome == "done"
    assert [item.kind for item in inside.card().history] == ["user", "assistant", "notice", "assistant"]
    assert refusal(inside.resume).code == "completed"


def test_an_answer_that_is_cut_off_again_replaces_the_notice(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    stored(inside, ASKED, CUT)
    seen: list[list[ModelMessage]] = []

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        seen.append(messages)
        raise KeyboardInterrupt

    def cut_again() -> None:
        run, fence = sessions.begin_run(inside.store, SESSION, "run", this_process(), LIVENESS)
        sessions.append_messages(inside.store, SESSION, run, fence, [CUT])
        sessions.end_run(inside.store, SESSION, run, fence, "failed", code="agent-died")

    inside.script = ["", {"fail": "no"}]
    assert inside.resume().outcome == "failed"
    cut_again()
    assert [message["kind"] for message in messages_of(inside)] == ["request", "response", "request", "response"]
    # Of two answers in a row the provider is given one.
    inside.script = ["", "the end"]
    assert inside.resume().outcome == "done"
    read = inside.read[-1]
    assert [part["content"] for part in read] == [MODEL_READS[ResumeCause.CUT_OFF]]
    # Of two notices that say the same the model reads the one that stands at the end.
    monkeypatch.setattr(inside, "_model", model)
    with pytest.raises(KeyboardInterrupt):
        inside.door().run(SESSION, "more")
    texts = [getattr(part, "content", None) for one in seen[-1] for part in one.parts]
    assert texts.count(MODEL_READS[ResumeCause.CUT_OFF]) == 1


def test_a_session_that_came_to_its_end_by_a_call_is_not_resumed(inside: Inside) -> None:
    back = {"part_kind": "tool-return", "tool_name": "out", "content": "done", "tool_call_id": "o"}
    stored(inside, ASKED, response(tool_call("o", "out")), request({**back, "outcome": "success"}))
    with inside.store.write() as connection:
        connection.exec_driver_sql("UPDATE runs SET outcome = 'done', code = NULL")
        connection.exec_driver_sql("UPDATE sessions SET ending = 'finished'")
    inside.tampered = True
    assert refusal(inside.resume).code == "completed"
    assert (inside.card().can_resume, inside.card().resume_sentence) == (
        False,
        "This session is finished: there is nothing to resume.",
    )


def test_a_door_that_died_loses_nothing_of_a_session_that_is_resumed(inside: Inside) -> None:
    dead = replace(this_process(), boot="before", ticks=None)
    stored(inside, ASKED)
    sessions.begin_run(inside.store, SESSION, "resume", dead, LIVENESS)
    inside.script = ["the end"]
    assert inside.resume().outcome == "done"


def test_what_was_approved_and_not_started_is_told_to_run_once(inside: Inside) -> None:
    inside.script = [[["note", {"text": "n"}, "n1"], appends("x")], "the end"]
    assert inside.run().outcome == "paused"
    assert (inside.card().can_resume, inside.card().resume_sentence) == (False, "It waits for an answer.")
    inside.submit()
    card = inside.card()
    assert card.resume is not None
    assert card.resume_sentence == "Approved and not started, it will run once: append. Then the model goes on."
    assert [(one.call, one.ledger, one.does) for one in card.resume.calls] == [("c1", "approved", "run_once")]
    assert inside.resume().outcome == "done"
    assert inside.lines == ["n", "x"]


def test_a_run_that_a_person_stopped_says_so_before_it_is_resumed(inside: Inside) -> None:
    inside.run([appends("x")], "the end")
    assert inside.answer("decline", by="Eve\u202e\nBob", stop=True).code == "stopped"
    card = inside.card()
    assert card.resume_sentence == (
        "Eve\\u202e⏎Bob declined and stopped the run; resuming lets the agent go on all the same. "
        "The model is told that append was declined. Then the model goes on."
    )
    assert card.resume is not None
    assert (card.can_resume, card.resume.stopped) == (True, "declined")
    assert inside.resume().outcome == "done"
    assert inside.lines == []
    assert "declined" in reads(inside)[0]
    after = inside.card().resume
    assert after is not None
    assert (after.stopped, after.refused) == (None, "completed")


def test_an_interrupted_run_and_one_over_the_limit_of_declines_say_who_stopped_it(inside: Inside) -> None:
    stored(inside, ASKED, TURN)
    inside.change("UPDATE sessions SET ending = 'stopped', stopped_by = 'person'")
    assert inside.card().resume_sentence.startswith("A person stopped the run; resuming lets the agent go on")
    inside.change("UPDATE sessions SET stopped_by = 'process'")
    assert "because the model repeated a declined call" in inside.card().resume_sentence
    inside.change("UPDATE sessions SET confidence = 'probable'")
    assert "stopped" not in inside.card().resume_sentence


def test_of_two_resumes_at_once_one_runs_and_the_other_is_told_who(bench: Bench) -> None:
    bench.script({"fail": "busy"})
    session = bench.cli("run", "bench:agent", "go").json["session"]
    bench.pipe()
    bench.script([call("note_and_wait", "n", "n1")], "the end")
    first = bench.start("resume", session)
    until(lambda: bench.lines("notes.txt"), "the call of the first resume")
    second = bench.cli("resume", session)
    assert (second.code, second.json["code"]) == (4, "running")
    held = "SELECT holder FROM leases WHERE name LIKE 'session:%' UNION SELECT owner FROM executions"
    door, agent = sorted(Owner.from_json(holder).pid for (holder,) in bench.rows(held))
    assert f"is being run by process {agent} on" in second.json["why"]
    shown = bench.cli("show", session).json["resume"]
    assert (shown["refused"], f"is being run by process {door} on" in shown["sentence"]) == ("running", True)
    bench.let_go()
    done = first.end()
    assert (done.code, done.json["resume"]["kind"], done.json["resume"]["adds"]) == (0, "call_model", None)
    assert (
        done.json["resume"]["sentence"] == "The last message was not answered; the model answers it. Nothing is added."
    )
    assert bench.lines("notes.txt") == ["n"]
    ended = bench.cli("resume", session, json_output=False)
    assert (ended.code, "finished" in ended.err) == (4, True)
    assert only(bench.cli("list").json["sessions"])["ending"] == "finished"
