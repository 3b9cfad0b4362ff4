"""What went wrong elsewhere, by the numbers of the scenarios: what a person is shown before they decide."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.core.inside import SESSION, Inside, appends
from tests.core.support import Bench, call, only

from pausedesk.core.model.canonical import JsonValue, call_digest, canonical_bytes, parse_strict
from pausedesk.core.model.states import CallState, RequestState
from pausedesk.core.rules.agentack import agentack_trace
from pausedesk.core.run.desk import Desk
from pausedesk.core.run.desk_door import Answer, DeskDoor
from pausedesk.core.store import answering
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.engine import Store, new_id
from pausedesk.core.store.trails import read_trail

# -- what is displayed -------------------------------------------------------------------------------------------------

NESTED: list[tuple[str, dict[str, Any]]] = [
    ("data", {"data": {"data": {"amount": 1}, "real": 2}, "args": ["--yes"], "arguments": "all of it"}),
    ("payload", {"data": {"payload": {"data": 1}}, "args": [{"args": []}], "arguments": '{"arguments":{}}'}),
    ("empty", {"data": {}, "args": [], "arguments": ""}),
]


def _poster(lines: list[str], turn: Sequence[dict[str, Any] | str]) -> Agent[None, str]:
    def model(history: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if any(message.kind == "response" for message in history):
            return ModelResponse(parts=[TextPart("end")])
        return ModelResponse(parts=[ToolCallPart("post", one, tool_call_id=f"c{n}") for n, one in enumerate(turn)])

    agent = Agent(FunctionModel(model))

    @agent.tool_plain(requires_approval=True)
    def post(data: dict[str, Any], args: list[Any], arguments: str) -> str:
        lines.append(json.dumps({"data": data, "args": args, "arguments": arguments}))
        return "posted"

    return agent


def test_scenario_23_what_is_shown_is_all_that_is_hashed_and_run_and_one_answer_is_to_one_call(store: Store) -> None:
    lines: list[str] = []
    turn = [arguments for _, arguments in NESTED]
    desk, agent = Desk(store), _poster(lines, turn)
    desk.run(agent, "go", session=SESSION)
    inside = Inside(store)
    card = inside.card()
    for request, arguments in zip(card.requests, turn, strict=True):
        assert {one.name: one.value for one in request.arguments} == arguments
        assert parse_strict(request.canonical) == arguments
        assert call_digest("post", parse_strict(request.canonical)) == request.digest
    for place, decision, answered in ((1, "approve", [1]), (0, "decline", [0, 1]), (2, "decline", [0, 1, 2])):
        one = inside.asked()[place]
        new = NewAnswer(one.request, one.digest, decision)
        answering.submit_answers(store, SESSION, [new], by="Ada", submit_id=new_id())
        assert [n for n, asked in enumerate(inside.asked()) if asked.answered] == answered
    desk.take_up(agent, SESSION)
    assert [json.loads(line) for line in lines] == [turn[1]]
    assert Inside(store).faults() == []


# What readers take differently: digits beyond a float's, both zeros, numbers and texts alike, what is no JSON, and keys
# that stand twice. Each is asked about and run as the same value, or refused before anybody is asked.
ROUNDED = '{"data":{"n":0.1000000000000000055511151231257827},"args":[],"arguments":""}'
NUMBERS = [
    '{"data":{"n":9007199254740993},"args":[],"arguments":""}',
    '{"data":{"n":-0.0},"args":[0.0,-0.0,0],"arguments":"-0"}',
    '{"data":{"n":1},"args":["1",1,1.0,true],"arguments":"1"}',
    '{"data":{"n":123456789012345678901234567890},"args":[1e22,0.1],"arguments":""}',
    '{"data":{"n":1e400},"args":[],"arguments":""}',
    '{"data":{"n":NaN},"args":[-Infinity],"arguments":""}',
    '{"data":{"n":1,"n":2},"args":[],"arguments":""}',
    '{"data":{},"args":[],"arguments":"a","arguments":"b"}',
    ROUNDED,
]


@pytest.mark.parametrize("raw", NUMBERS)
def test_scenario_24_a_number_is_asked_about_and_run_as_it_is_or_refused(store: Store, raw: str) -> None:
    lines: list[str] = []
    desk, agent = Desk(store), _poster(lines, [raw])
    desk.run(agent, "go", session=SESSION)
    inside = Inside(store)
    asked = inside.asked()
    assert len(asked) <= 1
    for one in asked:
        shown = parse_strict(one.arguments)
        assert call_digest("post", shown) == one.digest
        # What the model wrote is what is asked about: not a digit, a zero's sign or a type is another. Digits that no
        # reader keeps are shown beside it, and what is asked about is what runs.
        if raw == ROUNDED:
            assert only(inside.card().requests).raw == raw
        else:
            assert canonical_bytes(shown) == canonical_bytes(parse_strict(raw))
        desk.answer(agent, SESSION, approve=True, request=one.request)
        (line,) = lines
        assert canonical_bytes(parse_strict(line)) == canonical_bytes(shown)
    if not asked:
        assert lines == []


# The kinds of the reports: reading order, nothing to see, spaces that push out of sight, a terminal's commands, lines
# of some programs only, tags, selectors, and letters that look like others.
HIDDEN = (
    "\u202e\u2066\u200f", "\u200b\u2060\ufeff\u00ad", "\u00a0" * 500, "\x1b[2K\x1b]0;owned\x07", "\r", "\u2028\u2029",
    "\U000e0041\U000e0100", "\ufe0f\U0001bca0\u3164", "\x85\x9b31m",
)  # fmt: skip
RAW = frozenset("".join(HIDDEN)) - frozenset("[]0;2K1m3owned")
LOOKALIKE = "p\u0430ypal"  # a Cyrillic letter


def test_scenario_44_what_hides_is_an_escape_on_every_surface_of_the_command_line_and_the_bytes_stay(
    bench: Bench, tmp_path: Path
) -> None:
    text = "".join(HIDDEN) + LOOKALIKE
    title = f"title {text}"
    bench.script([call("append", text, f"c1{HIDDEN[0]}")], f"said {text}")
    ran = bench.cli("run", "bench:agent", title)
    session, request = ran.json["session"], only(ran.json["waiting"])["request"]
    trace, noted = tmp_path / "trace", ("--note", text)
    said = [
        bench.cli("list", json_output=False),
        bench.cli("show", session, json_output=False),
        bench.cli("export", session, "--as", "agentack", json_output=False),
        bench.cli("export", session, "--as", "agentack", "--out", str(trace), json_output=False),
        bench.cli("answer", session, "--request", request, "--withdraw", "--by", text, json_output=False),
        bench.cli("answer", session, "--request", request, "--decline", "--by", f"A{text}", *noted, json_output=False),
        bench.cli("show", session, json_output=False),
        bench.cli("resume", session, json_output=False),
        bench.cli("doctor", json_output=False),
        bench.cli("show", f"none{text}", json_output=False),
    ]
    for one in said:
        assert not RAW & set(one.out + one.err), one
    assert not RAW & set(trace.read_text(encoding="utf-8"))
    # Said beside the question, where it is asked and where it is shown; the letters that look alike too.
    for one in (said[1], said[2], said[5]):
        warned = one.out + one.err
        assert "change the reading order" in warned
        assert "mixes Latin letters with Cyrillic" in warned
    assert bench.rows("SELECT json_extract(arguments, '$.text') FROM requests") == [(text,)]
    assert text in str(bench.rows("SELECT text FROM notices")[0][0])


def test_scenario_45_a_long_value_is_whole_where_it_is_decided_and_only_there(bench: Bench) -> None:
    text = "\n".join(f"line {number} {'x' * 60}" for number in range(300)) + "\nrm -rf /"
    ran = bench.paused([call("append", text)], "end").json
    request = only(ran["waiting"])
    assert request["arguments"]["text"] == text
    shown = bench.cli("show", ran["session"], json_output=False).out
    assert all(line in shown for line in text.splitlines())
    asked = bench.cli("answer", ran["session"], "--request", request["request"], "--decline", json_output=False).out
    assert "rm -rf /" in asked
    assert "line 299" in asked
    row = next(line for line in bench.cli("list", json_output=False).out.splitlines() if ran["session"] in line)
    assert len(row) < 400


SECRETS = {
    "headers": {"Authorization": "Bearer abcdef0123456789abcdef"},
    "url": "postgres://user:hunter2hunter2@db.example/x",
    "nested": [{"deep": {"api_key": "plain-looking-value", "note": "sk-ant-0123456789abcdefghij"}}],
}
HIDDEN_VALUES = ("abcdef0123456789abcdef", "hunter2hunter2", "plain-looking-value", "sk-ant-0123456789abcdefghij")


def test_scenario_47_secrets_are_masked_in_list_and_export_shown_on_demand_and_hashed_as_they_are(
    bench: Bench, tmp_path: Path
) -> None:
    text = json.dumps(SECRETS)
    ran = bench.paused([call("append", text)], "end").json
    session = ran["session"]
    trace = tmp_path / "trace"
    exported = bench.cli("export", session, "--as", "agentack", "--out", str(trace)).json
    listed = bench.cli("list", json_output=False).out
    for secret in HIDDEN_VALUES:
        assert secret not in listed
        assert secret not in trace.read_text(encoding="utf-8")
        assert secret not in json.dumps(exported)
    asked = bench.cli("show", session, json_output=False).out
    revealed = bench.cli("show", session, "--secrets", json_output=False).out
    given = bench.cli("answer", session, "--decline", json_output=False).out
    for secret in HIDDEN_VALUES:
        assert secret not in asked + given
        assert secret in revealed
    assert f"show {session} --secrets" in asked
    assert f"show {session} --secrets" in given
    assert "Secrets are masked" not in revealed
    arguments: JsonValue = {"text": text, "times": 1}
    digest = only(ran["waiting"])["digest"]
    assert digest == call_digest("append", arguments)
    presented = [one["action"]["parameters"]["digest"] for one in exported["events"] if "action" in one]
    assert set(presented) == {digest}


def test_scenario_47_each_leaf_of_nested_arguments_is_masked_in_the_trace(store: Store) -> None:
    lines: list[str] = []
    turn = [{"data": SECRETS, "args": [SECRETS["url"]], "arguments": json.dumps(SECRETS)}]
    Desk(store).run(_poster(lines, turn), "go", session=SESSION)
    with store.read() as connection:
        trail = read_trail(connection, SESSION)
    assert trail is not None
    written = json.dumps(agentack_trace(trail))
    assert not [secret for secret in HIDDEN_VALUES if secret in written]
    assert "db.example" in written


def test_scenario_49_a_card_says_what_is_asked_by_whom_why_after_what_and_what_an_answer_leads_to(
    inside: Inside,
) -> None:
    inside.author = {"question": "Append {text}?"}
    inside.run([appends("first", "c1")], [appends("first", "c2"), ["note", {"text": "n"}, "c3"]], "end", prompt="Go on")
    inside.answer("approve", by="Ada")
    card = inside.card()
    (asked,) = card.requests
    assert (asked.tool, asked.question, asked.question_source) == ("append", "Append first?", "tool")
    assert {one.name: (one.value, one.filled_in) for one in asked.arguments} == {
        "text": ("first", False),
        "times": (1, True),
    }
    assert (card.row.session, card.row.title, card.prompt, card.row.agent) == (SESSION, "Go on", "Go on", "agent")
    assert asked.chain == ("requires_approval",)  # why it is asked
    assert asked.asked_at >= card.row.updated_at - 60_000
    assert [item.kind for item in card.history][:2] == ["user", "call"]  # what happened before
    assert asked.earlier == ("approved by Ada",)
    assert [one.tool for one in card.siblings] == ["note"]
    assert asked.covers == "version"  # what an approval is bound to
    assert (asked.answerable, asked.call_state, asked.state) == (True, CallState.NOT_STARTED, RequestState.WAITING)


def test_the_audit_says_which_bytes_were_displayed_and_where(bench: Bench) -> None:
    ran = bench.paused([call("append", "a", "c1"), call("append", "b", "c2"), call("append", "c", "c3")], "end").json
    session, asked = ran["session"], ran["waiting"]
    bench.cli("answer", session, "--decline", "--request", asked[0]["request"])
    bench.cli("answer", session, "--decline", "--request", asked[1]["request"], json_output=False)
    with closing(bench.opened()) as store:
        one = Answer(asked[2]["request"], asked[2]["digest"], "decline")
        DeskDoor(store, by="Ada").submit(session, [one], "s1")
    told = "json_extract(data, '$.digest'), json_extract(data, '$.surface')"
    assert bench.rows(f"SELECT {told} FROM audit WHERE event = 'answer-submitted' ORDER BY id") == [
        (asked[0]["digest"], "json"),
        (asked[1]["digest"], "terminal"),
        (asked[2]["digest"], "desk"),
    ]
