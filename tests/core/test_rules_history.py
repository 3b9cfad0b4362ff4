"""Open calls, composed histories and the strict judge (answered-pause rules, section 7)."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.rules.history import (
    INTERNAL,
    CallResult,
    HistoryFault,
    Message,
    OpenCall,
    compose_history,
    judge_history,
    open_calls_at_end,
    open_tool_calls,
)

UNKNOWN = CallResult("may have run", "interrupted")


def call(call_id: str, tool: str = "refund", args: Any = None) -> Message:
    return {"part_kind": "tool-call", "tool_name": tool, "args": args, "tool_call_id": call_id}


def result(call_id: str, content: str = "ok", kind: str = "tool-return") -> Message:
    return {"part_kind": kind, "tool_name": "refund", "content": content, "tool_call_id": call_id}


def user(text: str = "hi") -> Message:
    return {"part_kind": "user-prompt", "content": text}


def text() -> Message:
    return {"part_kind": "text", "content": "well"}


def request(*parts: Message) -> Message:
    return {"kind": "request", "parts": list(parts)}


def response(*parts: Message) -> Message:
    return {"kind": "response", "parts": list(parts), "timestamp": "2026-01-02T03:04:05Z"}


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([], []),
        ([request(user())], []),
        ([request(user()), response(text())], []),
        ([request(user()), response(call("a"))], [(1, "a", 0)]),
        ([response(call("a"), call("b"), call("a"))], [(0, "a", 0), (0, "b", 0), (0, "a", 1)]),
        ([response(call("a"), call("b"), call("a")), request(result("a"))], [(0, "b", 0), (0, "a", 1)]),
        ([response(call("a")), request(result("a")), response(call("a"))], [(2, "a", 0)]),
        ([response(call("a")), response(call("a")), request(result("a"))], [(0, "a", 0)]),
        ([request(result("a")), response(call("a"))], [(1, "a", 0)]),
        ([response(call("a")), request(user()), request(result("a"))], []),
        ([response(call("a")), request(result("a", kind="retry-prompt"))], []),
        ([response(call("a")), request({**result("a", kind="retry-prompt"), "tool_name": None})], [(0, "a", 0)]),
        ([response({**call("a"), "part_kind": "builtin-tool-call"})], []),
        ([response(call("a")), request({**result("a"), "part_kind": "builtin-tool-return"})], [(0, "a", 0)]),
    ],
)
def test_calls_without_a_result_of_their_own_are_open(messages: list[Message], expected: list[object]) -> None:
    assert [found.key for found in open_tool_calls(messages)] == expected


@pytest.mark.parametrize("args", [None, {"amount": 5}, '{"amount": 5}', "not json"])
def test_an_open_call_shows_its_tool_and_its_arguments_as_written(args: Any) -> None:
    (found,) = open_tool_calls([response(call("a", "send", args))])
    assert (found.tool, found.args) == ("send", args)


@pytest.mark.parametrize(
    "message",
    [
        {},
        {"kind": "other", "parts": []},
        {"kind": "request"},
        {"kind": "response", "parts": [{"part_kind": "tool-call", "tool_name": "t"}]},
        {"kind": "response", "parts": [{"part_kind": "tool-call", "tool_call_id": "c"}]},
    ],
)
def test_messages_of_no_known_shape_are_refused_by_place(message: Message) -> None:
    with pytest.raises(HistoryFault, match="Message 1 "):
        open_tool_calls([request(user()), message])


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        pytest.param([response(call("a"))], [["tool-call"], ["new a"]], id="a request is added at the end"),
        pytest.param(
            [response(call("a")), request(user())],
            [["tool-call"], ["new a", "user-prompt"]],
            id="before the person's words",
        ),
        pytest.param(
            [response(call("a"), call("b")), request(result("a"), user())],
            [["tool-call", "tool-call"], ["old a", "new b", "user-prompt"]],
            id="after the results that are there",
        ),
        pytest.param(
            [response(call("a"), call("b")), request(user()), request(result("b"))],
            [["tool-call", "tool-call"], ["new a", "user-prompt"], ["old b"]],
            id="in the first request of the turn",
        ),
        pytest.param(
            [response(call("a")), response(call("a"))],
            [["tool-call"], ["new a"], ["tool-call"], ["new a"]],
            id="between two responses",
        ),
        pytest.param(
            [response(call("a"), call("a")), request(result("a"))],
            [["tool-call", "tool-call"], ["old a", "new a"]],
            id="a second call of the same id",
        ),
    ],
)
def test_a_result_stands_directly_after_its_own_response(messages: list[Message], expected: list[list[str]]) -> None:
    composed = compose_history(messages, dict.fromkeys((found.key for found in open_tool_calls(messages)), UNKNOWN))

    def shown(part: Message) -> str:
        if part["part_kind"] != "tool-return":
            return str(part["part_kind"])
        return ("new " if part["content"] == UNKNOWN.content else "old ") + str(part["tool_call_id"])

    assert [[shown(part) for part in message["parts"]] for message in composed] == expected
    judge_history(composed)


def test_a_composed_result_is_complete_and_keeps_the_time_of_its_response() -> None:
    composed = compose_history([response(call("a", "send"))], {(0, "a", 0): CallResult({"n": 1}, "denied")})
    assert composed[1]["parts"] == [
        {
            "part_kind": "tool-return",
            "tool_name": "send",
            "content": {"n": 1},
            "tool_call_id": "a",
            "outcome": "denied",
            "timestamp": "2026-01-02T03:04:05Z",
        }
    ]


def test_keys_that_name_no_open_call_change_nothing() -> None:
    messages = [request(user()), response(call("a")), request(result("a")), response(call("a"))]
    stray = dict.fromkeys([(1, "a", 0), (0, "a", 0), (3, "b", 0), (3, "a", 1), (9, "a", 0)], UNKNOWN)
    assert compose_history(messages, stray) == messages


def test_a_result_for_the_second_of_two_calls_with_one_id_needs_the_first_ones() -> None:
    messages = [response(call("a"), call("a"))]
    with pytest.raises(HistoryFault, match="in order"):
        compose_history(messages, {(0, "a", 1): UNKNOWN})
    judge_history(compose_history(messages, {(0, "a", 0): UNKNOWN, (0, "a", 1): UNKNOWN}))


@pytest.mark.parametrize(
    ("messages", "fault"),
    [
        ([response(call("a"))], "no result at the end"),
        ([response(call("a")), response(text())], "no result before the response at 1"),
        ([request(result("a"))], "no call before it"),
        ([response(call("a")), request(result("a"), result("a"))], "second result"),
        ([response(call("a")), request(result("a")), response(text()), request(result("a"))], "no call before it"),
        ([response(call("a")), request(result("a"), result("b"))], "no call before it"),
        ([{"kind": "other"}], "neither"),
    ],
)
def test_the_judge_refuses(messages: list[Message], fault: str) -> None:
    with pytest.raises(HistoryFault, match=fault):
        judge_history(messages)


def test_the_judge_lets_the_last_turn_be_open_only_when_told() -> None:
    judge_history([response(call("a"))], allow_open_tail=True)
    with pytest.raises(HistoryFault):
        judge_history([response(call("a")), response(call("b"))], allow_open_tail=True)


ids = st.sampled_from("abc")


@st.composite
def histories(draw: st.DrawFn, *, responses_apart: bool = False) -> list[Message]:
    """Turns with calls of colliding ids; any number of their results, anywhere in the requests of the turn."""
    messages: list[Message] = [request(user())] if draw(st.booleans()) else []
    for _ in range(draw(st.integers(0, 4))):
        call_ids = draw(st.lists(ids, max_size=4))
        messages.append(response(text(), *(call(call_id) for call_id in call_ids)))
        answered = [call_id for call_id in call_ids if draw(st.booleans())]
        requests: list[list[Message]] = [[] for _ in range(draw(st.integers(int(responses_apart), 2)))]
        for call_id in answered if requests else []:
            draw(st.sampled_from(requests)).append(result(call_id))
        for parts in requests:
            if draw(st.booleans()):
                parts.insert(draw(st.integers(0, len(parts))), user())
            messages.append(request(*parts))
    return messages


def some_of(calls: list[OpenCall], data: st.DataObject) -> list[OpenCall]:
    """Any of them, but of calls that share an id in one response never a later one without the earlier ones."""
    taken: list[OpenCall] = []
    left: set[tuple[int, str]] = set()
    for found in calls:
        place = (found.response_index, found.call_id)
        if place not in left and data.draw(st.booleans()):
            taken.append(found)
        else:
            left.add(place)
    return taken


@given(histories())
def test_a_history_whose_open_calls_all_got_a_result_is_accepted(messages: list[Message]) -> None:
    before = copy.deepcopy(messages)
    composed = compose_history(messages, {found.key: UNKNOWN for found in open_tool_calls(messages)})
    judge_history(composed)
    assert open_tool_calls(composed) == []
    assert messages == before


@given(histories(), st.data())
def test_some_results_leave_exactly_the_other_calls_open(messages: list[Message], data: st.DataObject) -> None:
    still_open = open_tool_calls(messages)
    given_calls = some_of(still_open, data)
    composed = compose_history(messages, {found.key: UNKNOWN for found in given_calls})
    left = [(found.call_id, found.ordinal) for found in still_open if found not in given_calls]
    assert [(found.call_id, found.ordinal) for found in open_tool_calls(composed)] == left


@given(histories(responses_apart=True), st.data())
def test_composing_twice_is_composing_once(messages: list[Message], data: st.DataObject) -> None:
    results = {found.key: UNKNOWN for found in some_of(open_tool_calls(messages), data)}
    once = compose_history(messages, results)
    assert compose_history(once, results) == once


@given(histories())
def test_the_end_read_alone_says_what_a_full_reading_says_of_it(messages: list[Message]) -> None:
    last = max((n for n, message in enumerate(messages) if message["kind"] == "response"), default=-1)
    expected = [found for found in open_tool_calls(messages) if found.response_index == last]
    assert open_calls_at_end(messages) == expected


def test_reading_the_end_touches_nothing_before_the_last_response() -> None:
    messages: list[Message] = [{"kind": "broken"}, response(call("a")), request(user())]
    assert [found.key for found in open_calls_at_end(messages)] == [(1, "a", 0)]


def test_the_engine_reads_a_composed_history_as_its_own() -> None:
    messages = pytest.importorskip("pydantic_ai.messages")
    adapter = messages.ModelMessagesTypeAdapter
    dumped: list[Message] = adapter.dump_python(
        [
            messages.ModelRequest(parts=[messages.UserPromptPart("hi")]),
            messages.ModelResponse(
                parts=[messages.ToolCallPart("refund", {"n": 1}, "a"), messages.ToolCallPart("send", '{"n":2}', "b")]
            ),
            messages.ModelRequest(parts=[messages.ToolReturnPart("refund", "done", "a")]),
        ],
        mode="json",
    )
    assert [(found.key, found.tool, found.args) for found in open_tool_calls(dumped)] == [
        ((1, "b", 0), "send", '{"n":2}')
    ]
    composed = compose_history(dumped, {(1, "b", 0): CallResult("may have run", "interrupted")})
    read = adapter.validate_python(composed)
    assert [(part.tool_call_id, part.tool_name, part.content, part.outcome) for part in read[2].parts] == [
        ("a", "refund", "done", "success"),
        ("b", "send", "may have run", "interrupted"),
    ]
    assert adapter.dump_python(adapter.validate_python(composed), mode="json") == adapter.dump_python(read, mode="json")
    judge_history(adapter.dump_python(read, mode="json"))


def test_what_is_said_of_a_call_stands_after_all_results_and_is_marked_as_the_desk_s_own() -> None:
    edited = CallResult("ok", "success", said="Eve changed it")
    stored = [response(call("a"), call("b")), request(result("a"), user("go on")), response(text())]
    first = compose_history(stored, {(0, "b", 0): edited})[1]
    kinds = [part["part_kind"] for part in first["parts"]]
    assert kinds == ["tool-return", "tool-return", "user-prompt", "user-prompt"]
    assert (first["parts"][2]["content"], first["metadata"]) == ("Eve changed it", {INTERNAL: [2]})
    assert compose_history([stored[0], first], {(0, "b", 0): edited}) == [stored[0], first]
    second = compose_history(stored[:1], {(0, "a", 0): edited})[1]
    assert [part["part_kind"] for part in second["parts"]] == ["tool-return", "user-prompt"]
    assert second["metadata"] == {INTERNAL: [1]}
