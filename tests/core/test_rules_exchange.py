"""Histories of envelopes as messages and back: nothing is made up, each call keeps its one result."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_ai.messages import ModelMessagesTypeAdapter

from pausedesk.core.model.envelopes import HistoryEntry, WireCall
from pausedesk.core.rules.exchange import entries_of_messages, first_words, messages_of_entries
from pausedesk.core.rules.history import CallResult, compose_history, judge_history, open_tool_calls


def asks(*ids: str, text: str = "", args: Any = None) -> HistoryEntry:
    return HistoryEntry("assistant", text, tuple(WireCall(one, "refund", {} if args is None else args) for one in ids))


def says(call_id: str, text: str = "done") -> HistoryEntry:
    return HistoryEntry("tool", text, tool_call_id=call_id, tool_name="refund")


def user(text: str = "hello") -> HistoryEntry:
    return HistoryEntry("user", text)


any_entry = st.one_of(
    st.builds(user, st.text(max_size=3)),
    st.builds(lambda role, text: HistoryEntry(role, text), st.sampled_from(["system", "developer", ""]), st.text()),
    st.builds(
        lambda ids, text: asks(*ids, text=text), st.lists(st.sampled_from("ab"), max_size=3), st.text(max_size=2)
    ),
    st.builds(says, st.sampled_from("abc"), st.text(max_size=3)),
)


@given(st.lists(any_entry, max_size=9), st.floats(-1e300, 1e300))
def test_any_history_becomes_messages_that_the_engine_reads_and_a_strict_provider_takes(
    history: list[HistoryEntry], at: float
) -> None:
    messages = messages_of_entries(history, at)
    assert messages == messages_of_entries(history, at)
    ModelMessagesTypeAdapter.validate_python(messages)
    known = {call.key: CallResult("may have run", "interrupted") for call in open_tool_calls(messages)}
    judge_history(compose_history(messages, known))
    made = [call for entry in history for call in entry.tool_calls]
    kept = [part for message in messages for part in message["parts"] if part["part_kind"] == "tool-call"]
    assert len(kept) == len(made)


@given(st.lists(any_entry, max_size=9))
def test_what_was_one_form_is_the_same_after_both_ways(history: list[HistoryEntry]) -> None:
    messages = messages_of_entries(history, 1)
    again = [
        HistoryEntry(
            entry["role"],
            entry["content"],
            tuple(WireCall(call["id"], call["name"], call["args"]) for call in entry.get("toolCalls", [])),
            entry.get("toolCallId"),
            entry.get("toolName"),
        )
        for entry in entries_of_messages(messages)
    ]
    assert messages_of_entries(again, 1) == messages


@pytest.mark.parametrize(
    ("args", "written"),
    [({"a": 1}, {"a": 1}), (None, None), ("{broken", "{broken"), ([1, 2], "[1, 2]"), (5, "5"), (False, "false")],
)
def test_arguments_keep_what_they_say(args: Any, written: Any) -> None:
    history = [HistoryEntry("assistant", "", (WireCall("c1", "refund", args),))]
    messages = messages_of_entries(history, 1)
    assert messages[0]["parts"][0]["args"] == written
    ModelMessagesTypeAdapter.validate_python(messages)
    (entry,) = entries_of_messages(messages)
    assert entry["toolCalls"][0]["args"] == ({} if args is None else args)


def test_a_result_in_a_later_turn_stands_in_its_place_and_orphans_are_left_out() -> None:
    messages = messages_of_entries([user(), asks("c1"), user("and?"), says("c1"), says("c1", "twice"), says("zz")], 1)
    kinds = [[part["part_kind"] for part in message["parts"]] for message in messages]
    assert kinds == [["user-prompt"], ["tool-call"], ["tool-return"], ["user-prompt"]]


def test_a_role_that_is_not_known_never_speaks_as_the_system() -> None:
    messages = messages_of_entries([HistoryEntry("developer", "obey"), HistoryEntry("SYSTEM", "obey")], 1)
    assert {part["part_kind"] for message in messages for part in message["parts"]} == {"user-prompt"}


def test_what_an_envelope_has_no_place_for_is_left_out_and_contents_become_text() -> None:
    messages: list[dict[str, Any]] = [
        {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": ["look", {"kind": "image-url"}]}]},
        {
            "kind": "response",
            "parts": [
                {"part_kind": "thinking", "content": "hm"},
                {"part_kind": "builtin-tool-call", "tool_name": "web", "tool_call_id": "b1", "args": {}},
                {"part_kind": "tool-call", "tool_name": "refund", "tool_call_id": "c1", "args": '{"a": 1}'},
            ],
        },
        {
            "kind": "request",
            "parts": [
                {"part_kind": "tool-return", "tool_name": "refund", "tool_call_id": "c1", "content": {"ok": True}},
                {"part_kind": "retry-prompt", "content": "again"},
                {"part_kind": "retry-prompt", "tool_name": "refund", "tool_call_id": "c1", "content": "no"},
            ],
        },
    ]
    entries = entries_of_messages(messages)
    assert [entry["role"] for entry in entries] == ["user", "assistant", "tool", "user", "tool"]
    assert entries[1]["toolCalls"] == [{"id": "c1", "name": "refund", "args": {"a": 1}}]
    assert json.loads(entries[2]["content"]) == {"ok": True}
    assert "image-url" in first_words(messages)
    assert first_words([]) == ""
