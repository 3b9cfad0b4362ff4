"""Plain questions: a person's answer is the call's result, given once and in place; nothing runs by it."""

from __future__ import annotations

import json
from dataclasses import replace
from threading import Thread
from typing import Any

import pytest
from pydantic import BaseModel, Field
from pydantic_ai import CallDeferred, RunContext, ToolDefinition
from pydantic_ai.toolsets import ExternalToolset, FunctionToolset
from tests.core.inside import SESSION, Inside, appends, question, refusal
from tests.core.support import Bench, only

from pausedesk.core import ask_person
from pausedesk.core.errors import UsageError
from pausedesk.core.model.moments import Moment
from pausedesk.core.model.states import RequestState
from pausedesk.core.rules.acts import Act, acts_of
from pausedesk.core.rules.agentack import QUESTION, agentack_trace
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.answering import withdraw_answer
from pausedesk.core.store.clock import this_moment
from pausedesk.core.store.exported import session_envelope
from pausedesk.core.store.trails import read_trail


class Address(BaseModel):
    """Where to send it."""

    street: str = Field(min_length=3)
    number: int = Field(ge=1)
    floor: int | None = None


def test_the_agent_s_own_words_are_the_question_and_the_answer_is_the_call_s_result(inside: Inside) -> None:
    inside.answers = int
    inside.run([question("How many?")], "the end")
    one = only(inside.card().requests)
    assert (one.question, one.question_source, json.loads(one.answer_schema)) == (
        "How many?",
        "agent",
        {"type": "integer"},
    )
    assert (one.answerable, acts_of(one)) == (True, (Act.ANSWER, Act.SKIP, Act.DECLINE))
    result = inside.answer("answer", value=" 12 ")
    assert (str(result.outcome), result.output) == ("done", "the end")
    told = only(inside.read[-1])
    assert (told["content"], told["tool_call_id"], told["outcome"]) == (12, "c1", "success")
    report = only(result.calls)
    assert (report.state, report.result) == ("answered", 12)
    after = only(inside.card().requests)
    assert (after.state, after.call_state, only(after.answers).value) == (RequestState.ANSWERED, "answered", "12")
    assert [step.name for step in only(after.answers).track if step.reached] == [
        "handed_over",
        "taken_up",
        "spent",
        "stored",
    ]
    assert inside.rows("SELECT count(*) FROM executions") == [(0,)]


@pytest.mark.parametrize("value", ["0", '""', "false", "[]", "{}", "null"])
def test_a_falsy_answer_is_an_answer(inside: Inside, value: str) -> None:
    inside.answers = Any
    inside.run([question()], "the end")
    assert str(inside.answer("answer", value=value).outcome) == "done"
    assert only(inside.read[-1])["content"] == json.loads(value)


@pytest.mark.parametrize(
    ("decision", "note", "says"),
    [
        ("skip", None, "Ada skipped this question: there is no answer to it."),
        ("skip", "ask Grace", "Note from Ada, in their own words:\nask Grace"),
        ("decline", None, "Ada declined to answer this question."),
        ("decline", "none of yours", "Note from Ada, in their own words:\nnone of yours"),
    ],
)
def test_a_skip_and_a_decline_tell_the_model_what_they_are(
    inside: Inside, decision: str, note: str | None, says: str
) -> None:
    inside.run([question()], "the end")
    result = inside.answer(decision, note=note)
    told = only(inside.read[-1])
    assert (str(result.outcome), only(result.calls).state) == ("done", "skipped" if decision == "skip" else "declined")
    assert (says in told["content"], told["outcome"], "run" in told["content"].split()) == (True, "denied", False)


def test_a_question_takes_no_approval_and_a_call_takes_no_answer(inside: Inside) -> None:
    inside.run([question()], [appends("a")], "the end")
    before = inside.everything()
    assert refusal(lambda: inside.submit("approve")).code == "answer-required"
    assert refusal(lambda: inside.submit("answer")).code == "answer-required"
    assert refusal(lambda: inside.submit("answer", value='"x"', by=" ")).code == "decision-required"
    assert refusal(lambda: inside.submit("answer", value='"x"', stop=True)).code == "decision-required"
    assert refusal(lambda: inside.submit("say", value='"x"')).code == "decision-required"
    assert inside.everything() == before
    inside.answer("answer", value='"red"')
    assert refusal(lambda: inside.submit("answer", value='"x"')).code == "decision-required"
    assert refusal(lambda: inside.submit("skip")).code == "decision-required"
    assert inside.lines == []


def test_an_answer_that_the_schema_does_not_take_is_refused_by_field_and_nothing_is_stored(inside: Inside) -> None:
    inside.answers = Address
    inside.run([question()], "the end")
    before = inside.everything()
    with pytest.raises(UsageError) as refused:
        inside.submit("answer", value='{"street": "a", "number": 0, "town": 1}')
    assert refused.value.code == "answer-refused"
    assert [name in refused.value.sentence for name in ("street:", "number:", "town:", "floor:")] == [True] * 3 + [
        False
    ]
    with pytest.raises(UsageError, match="no exact JSON value"):
        inside.submit("answer", value='{"street": "abc", "street": "def", "number": 1}')
    assert inside.everything() == before
    inside.answer("answer", value='{"number": 7, "street": "High Street"}')
    assert only(inside.read[-1])["content"] == {"number": 7, "street": "High Street"}


def test_a_second_answer_is_refused_with_the_first_one_s(inside: Inside) -> None:
    inside.run([question()], "the end")
    request = only(inside.asked())
    inside.answer("answer", value='"red"')
    desk = Desk(inside.store)
    again = refusal(lambda: desk.answer_question(inside.agent(), SESSION, "blue", request=request.request))
    assert again.code == "nothing-waiting"
    assert inside.rows("SELECT value FROM answers") == [('"red"',)]


def test_an_answer_can_be_taken_back_and_given_anew(inside: Inside) -> None:
    inside.run([question()], "the end")
    request = inside.submit("answer", value='"red"')
    withdraw_answer(inside.store, SESSION, request, by="Ada")
    assert inside.take_up() is None
    inside.answer("answer", value='"blue"')
    assert only(inside.read[-1])["content"] == "blue"


def test_questions_and_calls_of_one_turn_are_answered_together_in_the_model_s_order(inside: Inside) -> None:
    inside.run([question(call="q1"), appends("a", "c1"), question("Sure?", "q2")], "the end")
    assert [(one.call, bool(one.answer_schema)) for one in inside.asked()] == [
        ("q1", True),
        ("c1", False),
        ("q2", True),
    ]
    inside.submit("answer", value='"red"')
    inside.submit("approve")
    assert inside.take_up() is None
    result = inside.answer("skip")
    assert [(call.call, call.state) for call in result.calls] == [
        ("q1", "answered"),
        ("c1", "done"),
        ("q2", "skipped"),
    ]
    read = {part["tool_call_id"]: part["content"] for part in inside.read[-1] if part["part_kind"] == "tool-return"}
    assert (read["q1"], read["c1"], inside.lines) == ("red", "appended a", ["a"])


def test_an_answer_that_was_spent_is_gone_on_from_after_a_failure_and_not_given_again(inside: Inside) -> None:
    inside.run([question()], {"fail": "no"}, "the end")
    result = inside.answer("answer", value='"red"')
    assert (str(result.outcome), only(result.calls).state) == ("failed", "answered")
    inside.script[1] = "the end"
    card = inside.card()
    assert (card.can_resume, "The model reads the answer to ask_person." in card.resume_sentence) == (True, True)
    assert inside.resume().output == "the end"
    assert [part["content"] for part in inside.read[-1]] == ["red"]
    assert inside.rows("SELECT count(*) FROM answers") == [(1,)]
    assert inside.card().unknown == ()


def test_a_message_to_a_session_with_an_open_question_is_refused_and_says_how_to_answer(inside: Inside) -> None:
    inside.run([question()], "the end")
    refused = refusal(lambda: inside.run(prompt="more"))
    assert (refused.code, "--value JSON" in str(refused.next_step)) == ("waiting", True)


def test_a_question_whose_tool_is_gone_or_other_now_is_answered_all_the_same(inside: Inside) -> None:
    inside.run([question()], "the end")
    inside.answers = int
    inside.asking = {"name": "other"}
    inside.answer("answer", value='"red"')
    assert only(inside.read[-1])["content"] == "red"


def test_arguments_of_a_question_cannot_be_edited(inside: Inside) -> None:
    inside.run([question()], "the end")
    one = only(inside.asked())
    desk = Desk(inside.store)
    edited = refusal(lambda: desk.edit(inside.agent(), SESSION, one.request, {"question": "Other?"}))
    assert edited.code == "answer-required"


def test_a_question_that_was_edited_in_the_store_is_closed_and_not_answered(inside: Inside) -> None:
    inside.run([question()], "the end")
    inside.submit("answer", value='"red"')
    inside.change("UPDATE requests SET question = 'Pay how much?'")
    result = inside.take_up()
    assert result is not None
    assert only(result.calls).state == "closed"
    assert "can no longer be answered" in only(inside.read[-1])["content"]


def test_an_answer_to_an_edited_question_closes_it_where_the_answer_is_given(inside: Inside) -> None:
    inside.run([question()], "the end")
    inside.change("UPDATE requests SET answer_schema = ''")
    assert refusal(lambda: inside.submit("approve")).code == "call-changed"
    assert inside.rows("SELECT state FROM requests") == [("closed",)]


def test_a_tool_may_ask_from_inside(inside: Inside) -> None:
    tools = FunctionToolset[Any]()

    @tools.tool
    def choose(ctx: RunContext[Any], what: str) -> str:
        inside.lines.append(f"choosing {what}")
        said = {"answer": {"enum": [1, 2]}, "question": "Which {what}?"}
        raise CallDeferred({"pausedesk": said}, kind="question")

    inside.toolsets = [tools]
    inside.run([["choose", {"what": "size"}, "c1"]], "the end")
    one = only(inside.card().requests)
    assert (one.question, one.question_source, one.entered) == ("Which size?", "tool", True)
    inside.answer("answer", value="2")
    assert (only(inside.read[-1])["content"], inside.lines) == (2, ["choosing size"])


def test_any_external_tool_that_declares_its_answer_asks_and_one_that_does_not_is_refused_by_name(
    inside: Inside,
) -> None:
    schema = {"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]}
    said = {"answer": {"type": "number", "minimum": 0}, "question": "What does {item} cost?"}
    inside.toolsets = [
        ExternalToolset(
            [
                ToolDefinition(name="price", parameters_json_schema=schema, metadata={"pausedesk": said}),
                ToolDefinition(name="browser", parameters_json_schema=schema),
            ]
        )
    ]
    inside.run([["price", {"item": "a fork"}, "c1"]], [["browser", {"item": "x"}, "c2"]], "the end")
    assert only(inside.card().requests).question == "What does a fork cost?"
    result = inside.answer("answer", value="4.5")
    assert (str(result.outcome), "left browser to an outside system" in str(result.why)) == ("failed", True)


@pytest.mark.parametrize("answer", [{"type": "tuple"}, int | str, Thread], ids=["no type", "several", "no schema"])
def test_an_answer_that_no_form_can_ask_for_is_refused_where_the_tool_is_made(answer: Any) -> None:
    with pytest.raises(UsageError, match="schema of an answer") as refused:
        ask_person(answer)
    assert refused.value.code == "answer-schema"


def test_a_question_that_ends_is_spent_as_expired_and_an_answer_after_that_closes_it(
    inside: Inside,
) -> None:
    inside.asking = {"expires_after": 60}
    start = Moment(this_moment().wall, "boot-a", 5_000_000)
    inside.store.moment = lambda: start
    inside.run([question()], "the end")
    inside.store.moment = lambda: replace(start, wall=start.wall + 61_000, boot_ms=5_061_000)
    inside.submit("answer", value='"red"')
    assert inside.rows("SELECT state FROM requests") == [("expired",)]
    assert inside.resume().output == "the end"
    assert only(inside.read[-1])["content"] == "Nobody answered this question in time."


def test_a_copied_store_answers_no_question_and_says_nothing_of_a_run(inside: Inside) -> None:
    inside.run([question()], "the end")
    inside.submit("answer", value='"red"')
    inside.change("UPDATE requests SET incarnation = 'another'")
    result = inside.take_up()
    assert result is not None
    assert only(result.calls).state == "closed"
    assert inside.card().row.unknown_count == 0


def test_export_and_trace_know_a_question(inside: Inside) -> None:
    inside.run([question("Which?")], "the end")
    with inside.store.read() as connection:
        pending = json.loads(session_envelope(connection, SESSION))["data"]["pending"]
        trail = read_trail(connection, SESSION)
    assert ("ask" in pending, "ask" in pending["pauseData"], pending["plain"]["schema"]) == (
        False,
        False,
        {"type": "string"},
    )
    assert trail is not None
    assert {event["action"]["operation"] for event in agentack_trace(trail) if "action" in event} == {QUESTION}
    inside.answer("answer", value='"red"')
    with inside.store.read() as connection:
        history = json.loads(session_envelope(connection, SESSION))["data"]["history"]
    assert [entry["content"] for entry in history if entry["role"] == "tool"] == ["red"]


def test_an_answer_over_the_command_line(bench: Bench) -> None:
    ran = bench.paused([["ask_person", {"question": "Which colour?"}, "c1"]], "the end").json
    waiting = only(ran["waiting"])
    assert waiting["answer_schema"] == {"enum": ["red", "blue"], "type": "string"}
    named = ("answer", ran["session"], "--request", waiting["request"])
    shown = bench.cli("show", ran["session"], json_output=False)
    assert "answer: one of: red, blue" in shown.out
    wrong = bench.cli(*named, "--text", "green")
    assert (wrong.code, wrong.json["code"]) == (2, "answer-refused")
    assert bench.cli(*named, "--approve").json["code"] == "answer-required"
    assert bench.cli(*named, "--value", '"red"', "--skip").code == 2
    done = bench.cli(*named, "--value", "-", given='"red"')
    assert (done.code, done.call["state"], done.call["result"]) == (0, "answered", "red")
    again = bench.cli(*named, "--text", "blue")
    assert (again.code, again.json["code"], again.json["first"]["decision"]) == (4, "already-answered", "answer")
    assert [part["text"] for part in bench.read()[-1]] == ["red"]
