"""The mark, the closed conversation and what is found when a pause is read again: bytes in, bytes out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.envelopes import EnvelopeError, HistoryEntry, read_conversation, read_pause
from pausedesk.core.rules.answered_pause import StoreRead, WatchVerdict
from pausedesk.core.rules.envelope_calls import open_tool_calls
from pausedesk.core.rules.marks import DeclinedCall, NeverRan, RecordedCall, closed_conversation, mark_answered
from pausedesk.core.rules.notices import EXPIRED, NOT_RUN_UNANSWERABLE, OUTCOME_NOT_RECORDED
from pausedesk.core.rules.rereads import store_read_of
from pausedesk.core.rules.stored_sessions import listed_format_of, read_stored_session

USER: dict[str, Any] = {"role": "user", "content": "Refund it", "seenBy": ["a reader of its own"]}
ASKS: dict[str, Any] = {
    "role": "assistant",
    "content": "",
    "toolCalls": [
        {"id": "c1", "name": "refund", "args": {"order": "A-1", "amount": 9007199254740993}},
        {"id": "c2", "name": "mail", "args": {}},
    ],
}


def conversation(*more: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "version": 1,
        "runId": "r1",
        "history": [USER, ASKS, *more],
        "lastCompletedIteration": 1,
        "originalInput": {"message": "Refund it"},
        "checkpointedAt": 1,
        "identity": {"principal": "dana@example.com"},
        "folded": {"kept": -0.0},
        **changes,
    }


def request(identity: str, call: str) -> dict[str, Any]:
    return {
        "id": identity,
        "callId": call,
        "ledger": "L",
        "incarnation": "I",
        "callDigest": "d",
        "toolDigest": "t",
        "chainDigest": "c",
    }


def pause(*requests: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "flowchart-v1",
        "savedAt": 5,
        "data": {
            "checkpoint": {"pausedStageId": "tools", "sharedState": {"x": 1}, "subflowPath": []},
            "conversation": conversation(),
            "pending": {"pauseData": {"ask": {}}, "requests": list(requests)},
            **more,
        },
    }


BOTH = pause(request("q1", "c1"), request("q2", "c2"))


def stored(conversation: dict[str, Any]) -> dict[str, Any]:
    return {"format": "conversation-v1", "savedAt": 1, "data": conversation}


def results(envelope: bytes) -> dict[str, str]:
    history = read_conversation(json.loads(envelope)).history
    assert open_tool_calls(history) == []
    return {entry.tool_call_id or "": entry.content for entry in history if entry.role == "tool"}


# -- the mark ----------------------------------------------------------------------------------------------------------


def test_a_marked_pause_is_the_same_data_in_a_format_that_the_older_readers_refuse() -> None:
    marked = json.loads(mark_answered(json.dumps(BOTH).encode(), request_ids=["q1"], at=7, outcome="marked"))
    mark = {"requestIds": ["q1"], "at": 7, "outcome": "marked"}
    assert marked == {
        "format": "pausedesk-answered-v1",
        "savedAt": 7,
        "data": {**BOTH["data"], "answered": mark},
    }
    assert list(marked["data"]["conversation"]) == list(BOTH["data"]["conversation"])
    for reader in (read_pause, read_conversation):
        with pytest.raises(EnvelopeError) as refused:
            reader(marked)
        assert refused.value.code == "other-format"


def test_a_marked_pause_reads_as_answered_and_lists_as_a_conversation() -> None:
    marked = mark_answered(BOTH, request_ids=["q1"], at=7, outcome="done")
    read = read_stored_session(marked)
    assert (read.waiting, read.prior is not None, read.owner) == (None, True, "dana@example.com")
    assert listed_format_of(marked) == "conversation-v1"


def test_a_second_mark_keeps_what_the_first_names() -> None:
    first = mark_answered(BOTH, request_ids=["q1"], at=7, outcome="marked")
    second = json.loads(mark_answered(first, request_ids=["q2", "q1"], at=8, outcome="done"))
    assert second["data"]["answered"] == {"requestIds": ["q1", "q2"], "at": 8, "outcome": "done"}


def test_a_pause_that_names_no_request_is_marked_with_none() -> None:
    marked = mark_answered(pause(), request_ids=[], at=7, outcome="marked")
    assert read_stored_session(marked).answered is not None


@pytest.mark.parametrize(
    ("envelope", "code"),
    [
        (stored(conversation()), "other-format"),
        (b"{", "not-an-envelope"),
        (b'{"format": "flowchart-v1", "format": "flowchart-v1"}', "not-an-envelope"),
        (b"\xff", "not-an-envelope"),
        ({"format": "flowchart-v9", "data": {}}, "unknown-format"),
        ({"format": "flowchart-v1", "data": {}}, "invalid-envelope"),
        (None, "not-an-envelope"),
    ],
)
def test_what_is_no_pause_cannot_be_marked(envelope: object, code: str) -> None:
    with pytest.raises(EnvelopeError) as refused:
        mark_answered(envelope, request_ids=[], at=7, outcome="marked")
    assert refused.value.code == code


def test_a_request_that_the_pause_does_not_name_is_refused() -> None:
    with pytest.raises(ResumeDecisionError) as refused:
        mark_answered(BOTH, request_ids=["q9"], at=7, outcome="marked")
    assert refused.value.code == "other-request"


def test_a_number_of_any_length_survives() -> None:
    digits = "9" * 5_000
    raw = json.dumps(BOTH).replace("9007199254740993", digits).encode()
    assert digits.encode() in mark_answered(raw, request_ids=["q1"], at=7, outcome="marked")


# -- the closed conversation -------------------------------------------------------------------------------------------


def test_a_closed_conversation_keeps_everything_and_has_one_result_a_call() -> None:
    closed = json.loads(closed_conversation(BOTH, at=7))
    told = [
        {"role": "tool", "content": OUTCOME_NOT_RECORDED, "toolCallId": "c1", "toolName": "refund"},
        {"role": "tool", "content": OUTCOME_NOT_RECORDED, "toolCallId": "c2", "toolName": "mail"},
    ]
    assert closed == {"format": "conversation-v1", "savedAt": 7, "data": conversation(*told)}


def test_only_what_is_proved_says_that_it_did_not_run() -> None:
    closed = closed_conversation(BOTH, at=7, never_ran=[NeverRan("q1", "c1")])
    assert results(closed) == {"c1": NOT_RUN_UNANSWERABLE, "c2": OUTCOME_NOT_RECORDED}
    late = closed_conversation(BOTH, at=7, never_ran=[NeverRan("q2", "c2", expired=True)])
    assert results(late) == {"c1": OUTCOME_NOT_RECORDED, "c2": EXPIRED}


def test_a_declined_call_reads_the_note_and_a_contradiction_reads_as_may_have_run() -> None:
    no = DeclinedCall("c1", "Ask for the\nreceipt.", "Ada")
    assert "Ask for the\nreceipt." in results(closed_conversation(BOTH, at=7, declined=[no]))["c1"]
    entered = results(closed_conversation(BOTH, at=7, declined=[DeclinedCall("c1", None, "Ada", entered=True)]))
    assert "did not run" not in entered["c1"]
    both = closed_conversation(BOTH, at=7, declined=[no], never_ran=[NeverRan("q1", "c1")])
    assert results(both)["c1"] == OUTCOME_NOT_RECORDED


def test_what_is_recorded_of_a_call_comes_before_every_notice() -> None:
    closed = closed_conversation(
        BOTH, at=7, recorded=[RecordedCall("c1", "refunded")], never_ran=[NeverRan("q1", "c1"), NeverRan("q2", "c2")]
    )
    assert results(closed) == {"c1": "refunded", "c2": NOT_RUN_UNANSWERABLE}


def test_a_proof_of_the_newest_turn_says_nothing_of_an_older_call_with_its_id() -> None:
    again = {"role": "assistant", "content": "", "toolCalls": [{"id": "c1", "name": "refund", "args": {}}]}
    closed = closed_conversation(stored(conversation(again)), at=7, never_ran=[NeverRan("q3", "c1")])
    history = read_conversation(json.loads(closed)).history
    told = [entry.content for entry in history if entry.tool_call_id == "c1"]
    assert told == [OUTCOME_NOT_RECORDED, NOT_RUN_UNANSWERABLE]


def test_a_marked_pause_can_be_gone_on_from() -> None:
    marked = mark_answered(BOTH, request_ids=["q1"], at=7, outcome="marked")
    assert set(results(closed_conversation(marked, at=8)).values()) == {OUTCOME_NOT_RECORDED}


entries = st.lists(
    st.one_of(
        st.builds(
            lambda calls: {
                "role": "assistant",
                "content": "",
                "toolCalls": [{"id": one, "name": "t", "args": {}} for one in calls],
            },
            st.lists(st.sampled_from("ab"), max_size=3),
        ),
        st.builds(lambda one: {"role": "tool", "content": "r", "toolCallId": one}, st.sampled_from("abc")),
        st.just({"role": "user", "content": "u"}),
    ),
    max_size=8,
)
proofs = st.lists(st.builds(NeverRan, st.just("q"), st.sampled_from("ab"), st.integers(0, 2), st.booleans()))
nos = st.lists(st.builds(DeclinedCall, st.sampled_from("ab"), st.none(), st.just("Ada"), st.booleans()))


@given(entries, proofs, nos)
def test_whatever_the_history_each_call_has_one_result_in_its_place(
    history: list[dict[str, Any]], never_ran: list[NeverRan], declined: list[DeclinedCall]
) -> None:
    closed = closed_conversation(stored(conversation(history=history)), at=7, never_ran=never_ran, declined=declined)
    read = read_conversation(json.loads(closed)).history
    calls = [(entry, call) for entry in read for call in entry.tool_calls]
    assert open_tool_calls(read) == []
    assert sum(entry.role == "tool" for entry in read) == len(calls)
    assert closed_conversation(closed, at=7) == closed


# -- read again --------------------------------------------------------------------------------------------------------

MARK_Q1 = mark_answered(BOTH, request_ids=["q1"], at=7, outcome="marked")
SPENT = WatchVerdict.SPENT_APPROVE
PLAIN = pause()


@pytest.mark.parametrize(
    ("found", "verdict", "read"),
    [
        (None, SPENT, StoreRead.EMPTY),
        (json.dumps(BOTH, indent=3).encode(), SPENT, StoreRead.SAME_PAUSE),
        (pause(request("q3", "c1")), SPENT, StoreRead.NEWER_PAUSE),
        (MARK_Q1, SPENT, StoreRead.MARK_OF_THIS_SPEND),
        (MARK_Q1, WatchVerdict.SPEND_FAILED_UNKNOWN, StoreRead.MARK_OF_THIS_SPEND),
        (MARK_Q1, WatchVerdict.REFUSED_AS_ALREADY_SPENT, StoreRead.ALREADY_MARKED),
        (mark_answered(BOTH, request_ids=["q2"], at=7, outcome="done"), SPENT, StoreRead.SAME_PAUSE),
        (pause(request("q1", "c1"), answered={}), SPENT, StoreRead.ALREADY_MARKED),
        (stored(conversation({"role": "tool", "content": "ok", "toolCallId": "c1"})), SPENT, "progressed"),
        (stored(conversation()), SPENT, "progressed"),
        (stored(conversation(history=[USER])), SPENT, StoreRead.NEWER_PAUSE),
        (stored(conversation(history=[{"role": "user", "content": "Another"}, ASKS])), SPENT, StoreRead.NEWER_PAUSE),
        (b"\x00\x01", SPENT, StoreRead.NOT_AN_ENVELOPE),
        (b"[1]", SPENT, StoreRead.NOT_AN_ENVELOPE),
        ({"format": "flowchart-v1", "data": {}}, SPENT, StoreRead.NOT_AN_ENVELOPE),
        ({"format": "conversation-v9", "data": {}}, SPENT, StoreRead.UNKNOWN_FORMAT),
    ],
)
def test_what_is_found_is_told_by_what_is_stored(found: object, verdict: WatchVerdict, read: StoreRead | str) -> None:
    expected = StoreRead.OWN_CONVERSATION_PROGRESSED if read == "progressed" else read
    assert store_read_of(json.dumps(BOTH).encode(), found, request_id="q1", verdict=verdict) is expected


def test_a_pause_that_names_no_request_is_known_by_what_it_holds() -> None:
    unknown = WatchVerdict.NO_WATCH
    assert store_read_of(PLAIN, json.dumps(PLAIN).encode(), request_id=None, verdict=unknown) is StoreRead.SAME_PAUSE
    other = {**PLAIN, "data": {**PLAIN["data"], "pending": {"pauseData": {"ask": {"question": "Else?"}}}}}
    assert store_read_of(PLAIN, other, request_id=None, verdict=unknown) is StoreRead.NEWER_PAUSE
    marked = mark_answered(PLAIN, request_ids=[], at=7, outcome="marked")
    assert store_read_of(PLAIN, marked, request_id=None, verdict=unknown) is StoreRead.ALREADY_MARKED


def test_only_a_pause_can_have_been_answered() -> None:
    with pytest.raises(EnvelopeError):
        store_read_of(stored(conversation()), None, request_id=None, verdict=SPENT)


def test_the_entries_that_are_made_name_their_call() -> None:
    history = read_conversation(json.loads(closed_conversation(BOTH, at=7))).history
    assert history[2] == HistoryEntry("tool", OUTCOME_NOT_RECORDED, tool_call_id="c1", tool_name="refund")
