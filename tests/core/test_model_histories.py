"""Histories in neutral form: read from any JSON without failing, stops told in words."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.model.histories import Message, Role, StopInfo, StopReason, ToolCall, read_message, read_stop

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["role", "tool_calls", "stop", "reason", "id"]), inner)
    ),
    max_leaves=12,
)


def test_a_message_is_read_with_all_that_it_holds() -> None:
    assert read_message(
        {
            "role": "assistant",
            "content": "looking",
            "tool_calls": [{"id": "c1", "name": "read", "arguments": {"path": "a"}}],
            "stop": {"reason": "refusal", "raw": "R", "category": "C", "message": "no", "detail": {"code": 1}},
        }
    ) == Message(
        Role.ASSISTANT,
        "looking",
        tool_calls=(ToolCall("c1", "read", {"path": "a"}),),
        stop=StopInfo(StopReason.REFUSAL, "R", "C", "no", {"code": 1}),
    )
    assert read_message(
        {"role": "tool", "tool_call_id": "c1", "name": "read", "content": "ok", "success": True}
    ) == Message(Role.TOOL, "ok", tool_call_id="c1", name="read", success=True)


@pytest.mark.parametrize("value", [None, 3, "text", [], {}, {"role": 1}, {"role": "narrator", "content": "x"}])
def test_what_is_no_message_is_kept_as_an_unknown_one(value: Any) -> None:
    assert read_message(value) == Message(Role.UNKNOWN, raw=value)


@pytest.mark.parametrize("call", [None, 3, {}, {"id": 4, "name": None}])
def test_a_call_that_cannot_be_read_is_still_a_call(call: Any) -> None:
    assert read_message({"role": "assistant", "tool_calls": [call]}).tool_calls == (ToolCall("", ""),)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, None),
        ("end_turn", StopInfo(StopReason.END_TURN, raw="end_turn")),
        ("capacity", StopInfo(StopReason.OTHER, raw="capacity")),
        (7, StopInfo(StopReason.OTHER, detail=7)),
        ({"reason": "capacity"}, StopInfo(StopReason.OTHER, raw="capacity")),
        ({"reason": "capacity", "raw": "R"}, StopInfo(StopReason.OTHER, raw="R")),
        ({"reason": ["end_turn"]}, StopInfo(StopReason.OTHER)),
        ({}, StopInfo(StopReason.OTHER)),
    ],
)
def test_a_stop_that_is_not_known_reads_as_other(value: Any, expected: StopInfo | None) -> None:
    assert read_stop(value) == expected


def test_only_an_end_of_its_own_is_ok() -> None:
    assert [reason for reason in StopReason if StopInfo(reason).ok] == [StopReason.END_TURN, StopReason.TOOL_USE]


@pytest.mark.parametrize(
    ("stop", "english", "chinese"),
    [
        (StopInfo(StopReason.MAX_OUTPUT), "The answer reached the output limit.", "回答达到输出长度上限。"),
        (
            StopInfo(StopReason.MAX_OUTPUT, raw="length"),
            "The answer reached the output limit (length).",
            "回答达到输出长度上限（length）。",
        ),
        (StopInfo(StopReason.PAUSED, raw="paused"), "The provider paused the answer.", "服务方暂停了回答。"),
        (
            StopInfo(StopReason.REFUSAL, "R", "SAFETY", "No."),
            "The model declined to answer (R, SAFETY): No.",
            "模型拒绝回答（R、SAFETY）：No.",
        ),
    ],
)
def test_a_stop_is_told_in_one_sentence(stop: StopInfo, english: str, chinese: str) -> None:
    assert (stop.describe(), stop.describe("zh"), stop.describe("xx")) == (english, chinese, english)


@given(_JSON)
def test_reading_never_fails_and_what_was_read_reads_as_itself(value: Any) -> None:
    message = read_message(value)
    assert read_message(message) is message
    assert message.role is not Role.UNKNOWN or message.raw == value
