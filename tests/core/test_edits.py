"""Edits: a person's arguments, checked by the tool's own schema, as a new question with an answer of its own."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from tests.core.inside import SESSION, Inside, appends, refusal
from tests.core.support import Bench, call, only

from pausedesk.core.errors import UsageError
from pausedesk.core.model.moments import Moment
from pausedesk.core.rules.notices import edited_notice, raised_notice
from pausedesk.core.run.desk import Desk
from pausedesk.core.run.desk_door import DeskDoor
from pausedesk.core.run.editing import edit_question
from pausedesk.core.run.local import local_runners


def edit(inside: Inside, arguments: Any, *, request: str | None = None, digest: str | None = None) -> str:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    wanted = request or inside.asked()[0].request
    make = local_runners(inside.agent())
    return edit_question(inside.store, make, SESSION, wanted, text, by="Eve", digest=digest)


def test_an_edit_supersedes_the_question_and_needs_an_approval_of_its_own(inside: Inside) -> None:
    inside.run([appends("a", "c1")], "the end")
    old = only(inside.asked())
    new = edit(inside, {"text": "b"})
    asked = only(inside.asked())
    assert (asked.request, asked.call, asked.arguments) == (new, "c1", '{"text":"b","times":1}')
    assert asked.digest != old.digest
    card = only(inside.card().requests)
    assert (card.edited_by, card.before_edit, card.answerable) == ("Eve", old.arguments, True)
    assert (card.arguments[1].name, card.arguments[1].filled_in) == ("times", True)
    assert inside.rows("SELECT state, superseded_by, ordinal FROM requests WHERE replaces IS NULL") == [
        ("superseded", new, -1)
    ]
    assert (inside.lines, len(inside.read)) == ([], 1)
    late = refusal(partial(_approve, inside, old.request, old.digest))
    assert (late.code, late.new_request) == ("superseded", new)
    result = inside.answer()
    assert (str(result.outcome), inside.lines) == ("done", ["b"])
    assert [part["part_kind"] for part in inside.read[-1]] == ["tool-return", "user-prompt"]
    returned, told = inside.read[-1]
    assert (returned["content"], returned["outcome"]) == ("appended b", "success")
    assert told["content"] == edited_notice("Eve", "append", "c1", '{"text":"b","times":1}')
    said = [item for item in inside.card().history if "Eve changed" in item.text]
    assert [item.kind for item in said] == ["notice"]


def _approve(inside: Inside, request: str, digest: str) -> None:
    from pausedesk.core.store.answering import NewAnswer, submit_answers

    submit_answers(inside.store, SESSION, [NewAnswer(request, digest, "approve")], by="Ada", submit_id="late")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ('{"text": "b", "text": "c"}', "same key twice"),
        ('{"text": "b", "more": 1}', "no argument more"),
        ('{"times": 2}', "text"),
        ('{"text": 5}', "text"),
        ('{"text": "b", "times": "many"}', "times"),
        ('["b"]', "one JSON object"),
        ('"b"', "one JSON object"),
        ("nothing", "no arguments"),
        ("", "no arguments"),
        ('{"text": "a"}', "changes nothing"),
        ('{"text": "b", "times": 1e400}', "no arguments"),
        ('{"text": "\\ud800"}', "no arguments"),
    ],
)
def test_what_the_tool_does_not_take_is_refused_in_one_sentence_and_changes_nothing(
    inside: Inside, arguments: str, words: str
) -> None:
    inside.run([appends("a")], "the end")
    before = inside.everything()
    with pytest.raises(UsageError) as refused:
        edit(inside, arguments)
    assert (refused.value.code, words in refused.value.sentence) == ("edit-refused", True), refused.value.sentence
    assert "\n" not in refused.value.sentence
    assert inside.everything() == before
    assert inside.lines == []


def test_only_a_question_that_nobody_answered_can_be_edited(inside: Inside) -> None:
    inside.run([appends("a", "c1"), appends("b", "c2")], "the end")
    first, second = inside.asked()
    inside.submit()
    refused = refusal(partial(edit, inside, {"text": "x"}, request=first.request))
    assert (refused.code, (refused.first or {}).get("by")) == ("already-answered", "Ada")
    assert refusal(partial(edit, inside, {"text": "x"}, request="nosuch")).code == "other-request"
    assert refusal(partial(edit, inside, {"text": "x"}, request=second.request, digest="sha256:o")).code == (
        "call-changed"
    )
    new = edit(inside, {"text": "x"}, request=second.request)
    again = refusal(partial(edit, inside, {"text": "y"}, request=second.request))
    assert (again.code, again.new_request) == ("superseded", new)
    third = edit(inside, {"text": "z"}, request=new)
    assert inside.asked()[1].request == third
    result = inside.answer()
    assert (str(result.outcome), inside.lines) == ("done", ["a", "z"])
    assert [part["content"] for part in inside.read[-1]][:2] == ["appended a", "appended z"]


def test_an_edit_of_a_tool_that_changed_is_refused_as_such(inside: Inside) -> None:
    inside.run([appends("a")], "the end")
    inside.author = {"version": "2"}
    assert refusal(partial(edit, inside, {"text": "b"})).code == "tool-changed"
    assert only(inside.asked()).arguments == '{"text":"a","times":1}'


def test_a_declined_edit_reads_as_any_decline(inside: Inside) -> None:
    inside.run([appends("a")], "the end")
    edit(inside, {"text": "b"})
    inside.answer("decline", note="neither")
    assert [part["part_kind"] for part in inside.read[-1]] == ["tool-return"]
    assert inside.lines == []


def test_scenario_33_the_original_call_repeated_by_the_model_is_asked_again(inside: Inside) -> None:
    inside.run([appends("a", "c1")], [appends("a", "c2")], "the end")
    edit(inside, {"text": "b"})
    result = inside.answer()
    assert (str(result.outcome), inside.lines) == ("paused", ["b"])
    asked = only(inside.asked())
    assert (asked.call, asked.arguments, asked.edited_by) == ("c2", '{"text":"a","times":1}', None)


def test_a_call_that_raises_after_an_edit_is_told_as_edited_too(inside: Inside) -> None:
    inside.run([["raises", {"text": "a"}, "c1"]], "the end")
    edit(inside, {"text": "b"})
    result = inside.answer()
    assert str(result.outcome) == "done"
    returned, told = inside.read[-1]
    assert returned["content"] == raised_notice("ValueError", "no paper left")
    assert "Eve changed its arguments" in told["content"]


def test_the_model_is_told_of_an_edit_once_also_where_the_run_was_stopped_between(inside: Inside) -> None:
    inside.run([appends("a", "c1"), appends("b", "c2")], "the end")
    edit(inside, {"text": "x"})
    inside.submit()
    inside.submit("decline", stop=True)
    result = inside.take_up()
    assert result is not None
    assert (result.code, inside.lines) == ("stopped", ["x"])
    for turn in ({"fail": "overloaded"}, "the end"):
        inside.script[1] = turn
        inside.resume()
        kinds = [part["part_kind"] for part in inside.read[-1]]
        assert kinds == ["tool-return", "tool-return", "user-prompt"]
        assert "Eve changed its arguments" in inside.read[-1][-1]["content"]


def test_a_hook_s_change_of_the_edit_is_what_is_asked_about(inside: Inside) -> None:
    class Clamps(AbstractCapability[Any]):
        async def before_tool_execute(
            self, ctx: RunContext[Any], *, call: Any, tool_def: Any, args: dict[str, Any]
        ) -> dict[str, Any]:
            return {**args, "times": min(args["times"], 2)} if "times" in args else args

    inside.capabilities = [Clamps()]
    inside.run([appends("a")], "the end")
    edit(inside, {"text": "b", "times": 9})
    assert only(inside.asked()).arguments == '{"text":"b","times":2}'
    inside.answer()
    assert inside.lines == ["bb"]


def test_a_body_that_asks_from_inside_can_be_edited(inside: Inside) -> None:
    inside.run([["asks", {"text": "a"}, "c1"]], "the end")
    edit(inside, {"text": "b"})
    result = inside.answer()
    assert (str(result.outcome), inside.lines) == ("done", ["a asks", "b approved"])


def test_an_edit_keeps_what_was_left_of_the_question_s_life(inside: Inside) -> None:
    inside.author = {"expires_after": 100}
    inside.store.moment = lambda: Moment(1_800_000_000_000, "boot", 1_000)
    inside.run([appends("a")], "the end")
    inside.store.moment = lambda: Moment(1_700_000_000_000, "boot", 41_000)
    edit(inside, {"text": "b"})
    end = only(inside.asked()).deadline
    assert end is not None
    assert (end.boot_ms, end.lifetime) == (101_000, 60_000)
    inside.store.moment = lambda: Moment(1_700_000_000_000, "boot", 101_000)
    assert refusal(partial(edit, inside, {"text": "c"})).code == "expired"


def test_a_program_edits_a_question_of_its_own_agent(inside: Inside) -> None:
    inside.run([appends("a")], "the end")
    old = only(inside.asked()).request
    new = Desk(inside.store).edit(inside.agent(), SESSION, old, {"text": "b"}, by="Eve")
    assert (only(inside.asked()).request, only(inside.card().requests).edited_by) == (new, "Eve")
    inside.answer()
    assert inside.lines == ["b"]


def test_the_desk_edits_through_a_child_that_runs_nothing(bench: Bench) -> None:
    ran = bench.paused([call("append", "a")], "the end").json
    asked = only(ran["waiting"])
    store = bench.opened()
    try:
        door = DeskDoor(store, by="Eve")
        edited = partial(door.edit, ran["session"], asked["request"], '{"text": "b"}')
        assert refusal(partial(edited, "sha256:other")).code == "call-changed"
        new = edited(asked["digest"])
    finally:
        store.close()
    assert only(only(bench.cli("list").json["sessions"])["waiting"])["request"] == new
    assert bench.lines() == []


def test_by_the_command_line(bench: Bench) -> None:
    ran = bench.paused([call("append", "a")], "the end").json
    session, old = ran["session"], only(ran["waiting"])["request"]
    for wrong, word in (('{"text": 1}', "text"), ('{"text": "b", "text": "c"}', "twice"), ("@nowhere", "nowhere")):
        said = bench.cli("answer", session, "--request", old, "--edit", wrong)
        assert said.code == 2, said
        assert word in said.err
        assert said.err.count("\n") == 1
    done = bench.cli("answer", session, "--request", old, "--edit", "-", "--by", "Eve", given='{"text": "b"}')
    assert (done.code, done.json["outcome"], done.call["state"]) == (3, "paused", "not_started")
    asked = only(done.json["waiting"])
    assert (asked["arguments"], asked["edited_by"]) == ({"text": "b", "times": 1}, "Eve")
    late = bench.cli("answer", session, "--request", old, "--approve")
    assert (late.code, late.json["code"], late.json["new_request"]) == (4, "superseded", asked["request"])
    assert bench.cli("answer", session, "--edit", "{}", "--approve").code == 2
    unnamed = bench.cli("answer", session, "--approve", json_output=False)
    assert unnamed.code == 2
    text = bench.cli("show", session, json_output=False).out
    assert "edited by Eve" in text
    assert 'the model asked for {"text":"a","times":1}' in text
    assert bench.lines() == []
    approved = bench.cli("answer", session, "--request", asked["request"], "--approve")
    assert (approved.code, bench.lines()) == (0, ["b"])
    assert [part["kind"] for part in bench.read()[-1]] == ["tool-return", "user-prompt"]
