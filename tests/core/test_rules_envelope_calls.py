"""Open calls of an envelope's conversation, and the history that a strict judge accepts."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.model.envelopes import HistoryEntry, WireCall
from pausedesk.core.rules.envelope_calls import open_tool_calls, settle_open_calls
from pausedesk.core.rules.history import judge_history
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED


def asks(*ids: str) -> HistoryEntry:
    return HistoryEntry("assistant", "", tuple(WireCall(one, "refund", {}) for one in ids))


def says(call_id: str, text: str = "done") -> HistoryEntry:
    return HistoryEntry("tool", text, tool_call_id=call_id, tool_name="refund")


USER = HistoryEntry("user", "go on")


def as_messages(history: tuple[HistoryEntry, ...]) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    for entry in history:
        if entry.role == "assistant":
            calls = [
                {"part_kind": "tool-call", "tool_name": call.tool, "tool_call_id": call.call_id}
                for call in entry.tool_calls
            ]
            messages.append({"kind": "response", "parts": calls})
        elif entry.role == "tool":
            part = {"part_kind": "tool-return", "tool_name": entry.tool_name, "tool_call_id": entry.tool_call_id}
            messages.append({"kind": "request", "parts": [part]})
        else:
            messages.append({"kind": "request", "parts": [{"part_kind": "user-prompt", "content": entry.content}]})
    return messages


def test_a_call_id_that_a_later_turn_uses_again_opens_again() -> None:
    history = [USER, asks("a"), says("a"), asks("a", "b"), says("b")]
    assert [call.key for call in open_tool_calls(history)] == [(3, "a", 0)]


def test_calls_of_one_turn_that_share_an_id_are_answered_in_their_order() -> None:
    assert [call.key for call in open_tool_calls([asks("a", "a"), says("a")])] == [(0, "a", 1)]


def test_an_open_call_reads_its_notice_and_everything_else_that_nothing_is_known() -> None:
    settled = settle_open_calls([asks("a", "b"), USER], {(0, "a", 0): "It did not run."})
    assert [entry.content for entry in settled] == ["", "It did not run.", OUTCOME_NOT_RECORDED, "go on"]


def test_a_result_that_stands_in_a_later_turn_is_put_in_its_place() -> None:
    settled = settle_open_calls([asks("a"), asks("b"), says("a", "refunded")], {})
    assert [entry.content for entry in settled] == ["", "refunded", "", OUTCOME_NOT_RECORDED]


entries = st.one_of(
    st.just(USER),
    st.lists(st.sampled_from("abc"), max_size=3).map(lambda ids: asks(*ids)),
    st.sampled_from("abcd").map(says),
)


@given(st.lists(entries, max_size=12))
def test_every_settled_history_is_one_that_a_strict_provider_takes(history: list[HistoryEntry]) -> None:
    settled = settle_open_calls(history, {})
    judge_history(as_messages(settled))
    assert open_tool_calls(settled) == []
    assert settle_open_calls(settled, {}) == settled
