"""Envelopes of other stores: kept byte for byte, listed by what they hold, unreadable ones a row with a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import SessionCard
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.imported import import_envelope, read_envelope
from pausedesk.core.store.reads import Reader
from pausedesk.core.store.resumes import end_resume, submit_resume, take_resumes

HISTORY: list[dict[str, Any]] = [
    {"role": "user", "content": "Ship it"},
    {"role": "assistant", "content": "Now.", "toolCalls": [{"id": "c1", "name": "deploy", "args": {"to": "prod"}}]},
]
CONVERSATION: dict[str, Any] = {
    "version": 1,
    "runId": "r1",
    "history": HISTORY,
    "lastCompletedIteration": 1,
    "originalInput": {"message": "Ship it"},
    "checkpointedAt": 1773136799000,
    "identity": {"conversationId": "chat", "principal": "dana@example.com"},
    "agent": {"id": "shipper"},
}
ASK = {"question": "Deploy to prod?", "middleware": "four-eyes"}


def conversation(**changes: Any) -> dict[str, Any]:
    return {"format": "conversation-v1", "savedAt": 1, "data": {**CONVERSATION, **changes}}


def pause(pause_data: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "format": "flowchart-v1",
        "savedAt": 1,
        "data": {
            "checkpoint": {"pausedStageId": "tools", "sharedState": {}, "subflowPath": []},
            "conversation": CONVERSATION,
            "pending": {"pauseData": pause_data},
            **more,
        },
    }


CONSENT = pause({"toolCallId": "c1", "toolName": "deploy", "ask": ASK})
QUESTION = pause({"question": "Which region?"})


def encoded(value: Any) -> bytes:
    return json.dumps(value).encode()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path / "store.db")
    yield made
    made.close()


def imported(store: Store, envelope: bytes) -> SessionCard:
    session = import_envelope(store, envelope, source="other", source_ref="a.db#1", title="An import")
    assert read_envelope(store, session) == envelope
    reader = Reader(store)
    try:
        card = reader.card(session)
        assert session in {row.session for row in reader.page(ListFilter.ALL, "", 0, 10)}
    finally:
        reader.close()
    assert card is not None
    return card


AWKWARD = {
    "spaced": json.dumps(CONSENT, indent=7).encode() + b"\n\n \t",
    "carriage returns": json.dumps(conversation(), indent=1).replace("\n", "\r\n").encode(),
    "not escaped": json.dumps(conversation(runId="运行 \u202e \u2028 é"), ensure_ascii=False).encode(),
    "escaped": json.dumps(conversation(runId="\ud83d\ude00 é")).encode(),
    "a lone surrogate": json.dumps(conversation(runId="\ud83d")).encode(),
    "numbers": encoded(CONSENT).replace(b"1773136799000", b"1.7731367990000E12"),
    "more digits than a float": encoded(CONSENT).replace(b"1773136799000", b"0.1000000000000000055"),
    "a key twice": encoded(CONSENT).replace(b'"savedAt": 1', b'"savedAt": 1, "savedAt": 2'),
    "a byte order mark": b"\xef\xbb\xbf" + encoded(CONSENT),
    "no UTF-8": b'{"format": "flowchart-v1", "data": "\xff\xfe\x00"}',
    "NUL": b"\x00" * 7,
    "empty": b"",
    "cut off": encoded(CONSENT)[:-9],
    "another format": b'{"format": "conversation-v9", "data": {}}',
    "no object": b"[1, 2]",
    "a pause without pending": encoded(CONSENT).replace(b'"pending"', b'"depending"'),
}


@pytest.mark.parametrize("name", AWKWARD)
def test_bytes_come_back_as_they_came(store: Store, name: str) -> None:
    card = imported(store, AWKWARD[name])
    assert card.row.waiting_count == 0
    assert not any(request.answerable for request in card.requests)
    assert not card.can_resume


@pytest.mark.parametrize("name", ["a key twice", "no UTF-8", "NUL", "empty", "cut off", "another format", "no object"])
def test_what_cannot_be_read_is_a_row_with_its_reason(store: Store, name: str) -> None:
    card = imported(store, AWKWARD[name])
    assert card.row.ending is Ending.UNREADABLE
    assert card.row.unreadable
    assert [item.kind for item in card.history] == ["raw"]


@pytest.mark.parametrize(
    ("name", "listed"),
    [("another format", "conversation-v9"), ("NUL", "unknown"), ("a pause without pending", "flowchart-v1")],
)
def test_what_cannot_be_read_lists_as_it_is_stored(store: Store, name: str, listed: str) -> None:
    assert imported(store, AWKWARD[name]).row.listed_format == listed


def test_a_consent_pause_without_requests_shows_its_call_and_takes_no_answer(store: Store) -> None:
    card = imported(store, encoded(CONSENT))
    assert card.row.listed_format == "conversation-v1"
    assert card.row.ending is Ending.TOOLS_INTERRUPTED
    assert (card.row.agent, card.row.what_tool, card.row.what_line) == ("shipper", "deploy", "prod")
    (request,) = card.requests
    assert (request.question, request.tool, request.call) == ("Deploy to prod?", "deploy", "c1")
    assert [(one.name, one.value) for one in request.arguments] == [("to", "prod")]
    assert request.not_answerable_because == (
        "It recorded no request: no answer can reach it here, and it may already have been answered elsewhere."
    )
    assert [item.kind for item in card.history] == ["user", "assistant", "call"]


def test_a_plain_question_lists_as_waiting_and_is_its_own_program_s(store: Store) -> None:
    card = imported(store, encoded(QUESTION))
    assert (card.row.listed_format, card.row.ending) == ("flowchart-v1", Ending.WAITING_APPROVAL)
    (request,) = card.requests
    assert (request.question, request.answerable) == ("Which region?", False)


@pytest.mark.parametrize(
    ("envelope", "ending"),
    [
        (conversation(history=[]), Ending.EMPTY),
        (conversation(history=HISTORY[:1]), Ending.USER_UNANSWERED),
        (conversation(), Ending.TOOLS_INTERRUPTED),
        (
            conversation(history=[*HISTORY, {"role": "tool", "content": "ok", "toolCallId": "c1"}]),
            Ending.USER_UNANSWERED,
        ),
        (conversation(history=[*HISTORY, {"role": "assistant", "content": "Shipped."}]), Ending.FINISHED),
        (pause({"ask": ASK}, answered={}), Ending.TOOLS_INTERRUPTED),
    ],
)
def test_the_ending_is_read_from_the_conversation(store: Store, envelope: dict[str, Any], ending: Ending) -> None:
    card = imported(store, encoded(envelope))
    assert card.row.ending is ending
    assert card.row.listed_format == "conversation-v1"
    assert card.requests == ()


def test_the_same_bytes_again_change_nothing_and_others_are_refused(store: Store) -> None:
    first = encoded(CONSENT)
    for _ in range(2):
        import_envelope(store, first, source="other", source_ref="a", session="one", title="An import")
    with pytest.raises(UsageError) as refused:
        import_envelope(store, encoded(QUESTION), source="other", source_ref="a", session="one", title="An import")
    assert refused.value.code == "session-exists"
    assert read_envelope(store, "one") == first


def test_a_refused_wish_to_resume_leaves_what_an_imported_session_lists_as(store: Store) -> None:
    before = imported(store, encoded(QUESTION))
    session = before.row.session
    submit_resume(store, session, by="ada")
    assert take_resumes(store) == [session]
    end_resume(store, session, ResumeDecisionError("nothing-waiting", "Its own program resumes it."))
    reader = Reader(store)
    try:
        after = reader.card(session)
    finally:
        reader.close()
    assert after is not None
    assert after.row == before.row
    assert after.last_error == "Its own program resumes it."


def test_only_what_was_imported_has_bytes(store: Store) -> None:
    assert read_envelope(store, "never written") is None


def test_files_of_another_library_are_read_and_kept(store: Store, cases: Path) -> None:
    files = sorted((cases / "agentfootprint").rglob("*.json"))
    assert files
    cards = {file.name: imported(store, file.read_bytes()) for file in files}
    for name in ("01-waiting-checkin.json", "02-waiting-middleware-ask.json"):
        card = cards[name]
        assert (card.row.listed_format, card.row.unreadable) == ("conversation-v1", None)
        assert card.requests[0].not_answerable_because is not None
        assert card.requests[0].arguments
