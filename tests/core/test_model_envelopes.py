"""Envelopes are read by name, never guessed (answered-pause rules, section 2)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pausedesk.core.model.envelopes import (
    ANSWERED_V1,
    CONVERSATION_V1,
    FLOWCHART_V1,
    KNOWN_FORMATS,
    Conversation,
    EnvelopeError,
    HistoryEntry,
    Pause,
    WireCall,
    format_of,
    read_answered_pause,
    read_conversation,
    read_envelope,
    read_pause,
)

CONVERSATION: dict[str, Any] = {
    "version": 1,
    "runId": "run-1",
    "history": [
        {"role": "user", "content": "Refund o1"},
        {"role": "assistant", "content": "", "toolCalls": [{"id": "c1", "name": "refund", "args": {"order": "o1"}}]},
        {"role": "tool", "content": "done", "toolCallId": "c1", "toolName": "refund", "elsewhere": "kept"},
    ],
    "lastCompletedIteration": 1,
    "originalInput": {"message": "Refund o1"},
    "checkpointedAt": 1700000000000,
    "identity": {"conversationId": "s1", "principal": "ada@example.com"},
}
REQUEST: dict[str, Any] = {
    "id": "r1",
    "callId": "c1",
    "ledger": "L",
    "incarnation": "1",
    "callDigest": "sha256:a",
    "toolDigest": "sha256:b",
    "chainDigest": "sha256:c",
}
PAUSE: dict[str, Any] = {
    "checkpoint": {"pausedStageId": "tool-calls", "sharedState": {}, "subflowPath": []},
    "conversation": CONVERSATION,
    "pending": {"pauseData": {"checkIn": {"tool": "refund"}}, "requests": [REQUEST]},
}
MARK: dict[str, Any] = {"requestIds": ["r1"], "at": 1700000000001, "outcome": "unknown"}


def envelope(format: str, data: Any) -> dict[str, Any]:
    return {"format": format, "savedAt": 1700000000000, "data": copy.deepcopy(data)}


def replaced(data: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """A copy with the member at the dotted path set, or removed where the value is Ellipsis."""
    changed = copy.deepcopy(data)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    target: Any = changed
    for step in way:
        target = target[step]
    if value is ...:
        del target[last]
    else:
        target[last] = value
    return changed


def test_a_conversation_is_read_with_its_calls_and_its_owner() -> None:
    read = read_conversation(envelope(CONVERSATION_V1, CONVERSATION))
    assert read == Conversation(
        run_id="run-1",
        history=(
            HistoryEntry("user", "Refund o1"),
            HistoryEntry("assistant", "", (WireCall("c1", "refund", {"order": "o1"}),)),
            HistoryEntry("tool", "done", (), "c1", "refund"),
        ),
        last_completed_iteration=1,
        original_message="Refund o1",
        checkpointed_at=1700000000000,
        identity={"conversationId": "s1", "principal": "ada@example.com"},
    )
    assert read.owner == "ada@example.com"


@pytest.mark.parametrize("identity", [..., None, {}, {"conversationId": "s1"}, {"principal": 7}])
def test_without_a_principal_inside_the_envelope_nobody_owns_it(identity: Any) -> None:
    assert read_conversation(envelope(CONVERSATION_V1, replaced(CONVERSATION, "identity", identity))).owner is None


@pytest.mark.parametrize("value", [None, True, 0, 42, "text", ["hello"], {}, {"format": None}, {"format": 7}, object()])
def test_what_is_present_and_no_envelope_is_unreadable(value: object) -> None:
    with pytest.raises(EnvelopeError) as refused:
        read_envelope(value)
    assert refused.value.code == "not-an-envelope"


def test_an_unknown_format_names_itself_and_the_known_ones() -> None:
    with pytest.raises(EnvelopeError) as refused:
        read_envelope(envelope("conversation-v9", CONVERSATION))
    assert refused.value.code == "unknown-format"
    assert all(name in str(refused.value) for name in ("conversation-v9", *KNOWN_FORMATS))


@pytest.mark.parametrize(
    ("format", "data", "reader"),
    [
        (CONVERSATION_V1, CONVERSATION, read_conversation),
        (FLOWCHART_V1, PAUSE, read_pause),
        (ANSWERED_V1, {**PAUSE, "answered": MARK}, read_answered_pause),
    ],
)
def test_each_reader_refuses_the_other_formats_and_names_its_sibling(format: str, data: Any, reader: Any) -> None:
    stored = envelope(format, data)
    assert reader(stored) == read_envelope(stored).data
    for other in (read_conversation, read_pause, read_answered_pause):
        if other is not reader:
            with pytest.raises(EnvelopeError, match=reader.__name__) as refused:
                other(stored)
            assert refused.value.code == "other-format"


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("version", 2, "version 2"),
        ("version", "1", "version '1'"),
        ("version", True, "version"),
        ("version", ..., "version"),
        ("runId", 5, "runId"),
        ("runId", ..., "runId"),
        ("history", {}, "history"),
        ("history.0", "hi", r"history\[0\]"),
        ("history.0.role", None, r"history\[0\].role"),
        ("history.2.content", 5, r"history\[2\].content"),
        ("history.1.toolCalls", {}, "toolCalls"),
        ("history.1.toolCalls.0.id", 5, r"toolCalls\[0\].id"),
        ("history.1.toolCalls.0.name", ..., r"toolCalls\[0\].name"),
        ("history.2.toolCallId", 5, "toolCallId"),
        ("history.2.toolName", [], "toolName"),
        ("lastCompletedIteration", "1", "lastCompletedIteration"),
        ("lastCompletedIteration", True, "lastCompletedIteration"),
        ("originalInput", "hi", "originalInput"),
        ("originalInput.message", ..., "the first message"),
        ("checkpointedAt", None, "checkpointedAt"),
        ("identity", "ada", "identity"),
    ],
)
def test_a_broken_conversation_is_refused_by_the_name_of_the_member(path: str, value: Any, named: str) -> None:
    broken = replaced(CONVERSATION, path, value)
    for stored in (envelope(CONVERSATION_V1, broken), envelope(FLOWCHART_V1, {**PAUSE, "conversation": broken})):
        with pytest.raises(EnvelopeError, match=named) as refused:
            read_envelope(stored)
        assert refused.value.code == "invalid-envelope"


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("checkpoint", ..., "checkpoint"),
        ("checkpoint.pausedStageId", 5, "pausedStageId"),
        ("checkpoint.sharedState", [], "sharedState"),
        ("checkpoint.subflowPath", "x", "subflowPath"),
        ("pending", ..., "pending"),
        ("pending", [], "pending"),
        ("conversation", ..., "conversation"),
        ("pending.requests", {}, "pending.requests"),
        ("pending.requests.0", "r1", r"pending.requests\[0\]"),
        *[(f"pending.requests.0.{name}", ..., name) for name in REQUEST],
        *[(f"pending.requests.0.{name}", 7, name) for name in REQUEST],
        ("pending.requests.0.expiresAt", {}, "expiresAt"),
    ],
)
def test_a_broken_pause_is_refused_by_the_name_of_the_member(path: str, value: Any, named: str) -> None:
    with pytest.raises(EnvelopeError, match=named):
        read_pause(envelope(FLOWCHART_V1, replaced(PAUSE, path, value)))


@pytest.mark.parametrize(
    ("format", "changes", "named"),
    [
        (CONVERSATION_V1, {"data": None}, "data"),
        (FLOWCHART_V1, {"data": []}, "data"),
        (CONVERSATION_V1, {"savedAt": "now"}, "savedAt"),
    ],
)
def test_a_broken_frame_is_refused(format: str, changes: Any, named: str) -> None:
    with pytest.raises(EnvelopeError, match=named):
        read_envelope({**envelope(format, CONVERSATION), **changes})


@pytest.mark.parametrize(
    ("pause_data", "is_consent"),
    [
        ({"checkIn": {}}, True),
        ({"ask": {"question": "?"}}, True),
        ({"checkIn": "yes"}, False),
        ({"ask": None, "checkIn": {}}, True),
        ({"question": "Which region?"}, False),
        ({}, False),
        (None, False),
        ("ask", False),
        ([], False),
    ],
)
def test_a_consent_gate_has_an_object_under_check_in_or_ask(pause_data: Any, is_consent: bool) -> None:
    read = read_pause(envelope(FLOWCHART_V1, replaced(PAUSE, "pending.pauseData", pause_data)))
    assert read.is_consent is is_consent


@pytest.mark.parametrize(
    ("mark", "is_answered"),
    [
        (None, False),
        (False, False),
        (0, False),
        (0.0, False),
        ("", False),
        ({}, True),
        ([], True),
        (True, True),
        (1, True),
        ("no", True),
        (MARK, True),
    ],
)
def test_any_mark_but_the_four_empty_ones_means_answered(mark: Any, is_answered: bool) -> None:
    assert read_pause(envelope(FLOWCHART_V1, {**PAUSE, "answered": mark})).is_answered is is_answered


def test_a_pause_without_a_mark_is_not_answered_and_names_its_requests() -> None:
    read = read_pause(envelope(FLOWCHART_V1, PAUSE))
    assert isinstance(read, Pause)
    assert not read.is_answered
    assert [(request.request_id, request.call_id, request.expires_at) for request in read.requests] == [
        ("r1", "c1", None)
    ]


@pytest.mark.parametrize("requests", [..., None, []])
def test_a_pause_may_have_recorded_no_request(requests: Any) -> None:
    assert read_pause(envelope(FLOWCHART_V1, replaced(PAUSE, "pending.requests", requests))).requests == ()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("answered", ...),
        ("answered", {}),
        ("answered.requestIds", "r1"),
        ("answered.requestIds", [7]),
        ("answered.at", None),
        ("answered.outcome", 7),
    ],
)
def test_our_own_answered_form_needs_its_whole_mark(path: str, value: Any) -> None:
    with pytest.raises(EnvelopeError, match="answered"):
        read_answered_pause(envelope(ANSWERED_V1, replaced({**PAUSE, "answered": MARK}, path, value)))


def test_a_refused_envelope_is_one_sentence() -> None:
    with pytest.raises(EnvelopeError) as refused:
        format_of([])
    assert str(refused.value).endswith(".")
    assert refused.value.exit_code == 2
