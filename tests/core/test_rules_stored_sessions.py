"""Reading and listing, row by row of the table in section 3 of the answered-pause rules."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.model.envelopes import EnvelopeError
from pausedesk.core.rules.stored_sessions import listed_format_of, listed_format_of_row, read_stored_session

REPO = Path(__file__).resolve().parents[2]
FILES = Path(os.environ.get("PAUSEDESK_CASES", REPO.parent / "shared" / "cases")) / "agentfootprint"
with_files = pytest.mark.skipif(not FILES.is_dir(), reason="the shared files of another library are not here")

REQUEST = {
    "id": "r1",
    "callId": "c1",
    "ledger": "L",
    "incarnation": "1",
    "callDigest": "d",
    "toolDigest": "t",
    "chainDigest": "x",
}
CONVERSATION: dict[str, Any] = {
    "version": 1,
    "runId": "run-1",
    "history": [{"role": "user", "content": "hi"}],
    "lastCompletedIteration": 0,
    "originalInput": {"message": "hi"},
    "checkpointedAt": 1,
    "identity": {"conversationId": "s", "principal": "ada"},
}
CONSENT: dict[str, Any] = {"pauseData": {"ask": {}}, "requests": [REQUEST]}
MARK: dict[str, Any] = {"requestIds": ["r1"], "at": 1, "outcome": "unknown"}


def pause(pending: Any, format: str = "flowchart-v1", **more: Any) -> dict[str, Any]:
    checkpoint = {"pausedStageId": "t", "sharedState": {}, "subflowPath": []}
    data = {"checkpoint": checkpoint, "conversation": CONVERSATION, "pending": pending, **more}
    return {"format": format, "savedAt": 1, "data": data}


def conversation(**changes: Any) -> dict[str, Any]:
    return {"format": "conversation-v1", "savedAt": 1, "data": {**CONVERSATION, **changes}}


@pytest.mark.parametrize(
    ("stored", "read_as", "listed_as"),
    [
        pytest.param(conversation(), "prior", "conversation-v1", id="conversation"),
        pytest.param(pause(CONSENT), "waiting", "flowchart-v1", id="answerable pause"),
        pytest.param(pause(CONSENT, answered=MARK), "answered+prior", "conversation-v1", id="answered pause"),
        pytest.param(pause(CONSENT, answered={}), "answered+prior", "conversation-v1", id="answered with {}"),
        pytest.param(pause(CONSENT, answered=0), "waiting", "flowchart-v1", id="answered 0 is no mark"),
        pytest.param(
            pause(CONSENT, "pausedesk-answered-v1", answered=MARK),
            "answered+prior",
            "conversation-v1",
            id="answered pause of our own format",
        ),
        pytest.param(pause({"pauseData": {"checkIn": {}}}), "waiting", "conversation-v1", id="no request recorded"),
        pytest.param(pause({**CONSENT, "requests": []}), "waiting", "conversation-v1", id="empty list of requests"),
        pytest.param(pause({"pauseData": {"question": "?"}}), "waiting", "flowchart-v1", id="plain question"),
        pytest.param(pause(None), "invalid-envelope", "flowchart-v1", id="pause the readers refuse"),
        pytest.param(pause(None, answered=MARK), "invalid-envelope", "flowchart-v1", id="answered pause refused"),
        pytest.param(
            pause(CONSENT, "pausedesk-answered-v1"),
            "invalid-envelope",
            "pausedesk-answered-v1",
            id="our answered format without its mark never lists as waiting",
        ),
        pytest.param(conversation(version=2), "invalid-envelope", "conversation-v1", id="conversation refused"),
        pytest.param({**conversation(), "format": "v9"}, "unknown-format", "v9", id="unknown format"),
        pytest.param(["hello"], "not-an-envelope", "unknown", id="not an envelope"),
        pytest.param(None, "not-an-envelope", "unknown", id="a stored null"),
        pytest.param({"data": {}}, "not-an-envelope", "unknown", id="no format"),
    ],
)
def test_what_is_stored_is_read_and_listed_by_the_table(stored: object, read_as: str, listed_as: str) -> None:
    before = json.dumps(stored)
    assert reading_of(stored) == read_as
    assert listed_format_of(stored) == listed_as
    assert json.dumps(stored) == before


def reading_of(stored: object) -> str:
    try:
        session = read_stored_session(stored)
    except EnvelopeError as refused:
        return refused.code
    parts = [name for name in ("waiting", "answered", "prior") if getattr(session, name) is not None]
    return "+".join(parts)


def test_the_owner_comes_from_inside_the_envelope() -> None:
    for stored in (conversation(), pause(CONSENT), pause(CONSENT, answered=MARK)):
        assert read_stored_session(stored).owner == "ada"
    assert read_stored_session(conversation(identity=None)).owner is None


class Hostile(dict[str, Any]):
    def get(self, *_: object) -> Any:
        raise RuntimeError


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(st.sampled_from(["format", "data", "pending", "checkpoint", "conversation"]), inner)
    ),
    max_leaves=10,
)


@given(st.one_of(anything, anything.map(lambda data: {"format": "flowchart-v1", "data": data})))
def test_listing_never_raises(value: object) -> None:
    assert isinstance(listed_format_of(value), str)
    for row_format in (None, "flowchart-v1", "other"):
        assert isinstance(listed_format_of_row(row_format, value), str)


def test_listing_survives_values_that_raise_when_looked_at() -> None:
    assert listed_format_of(Hostile()) == "unknown"
    assert listed_format_of({"format": "flowchart-v1", "data": Hostile()}) == "flowchart-v1"


@pytest.mark.parametrize(
    ("format", "envelope", "listed_as"),
    [
        ("conversation-v1", pause(CONSENT), "conversation-v1"),
        ("anything", object(), "anything"),
        ("", "{", ""),
        ("flowchart-v1", conversation(), "conversation-v1"),
        ("flowchart-v1", json.dumps(conversation()), "conversation-v1"),
        ("flowchart-v1", json.dumps(pause(CONSENT, answered=1)).encode(), "conversation-v1"),
        ("flowchart-v1", pause(CONSENT), "flowchart-v1"),
        ("flowchart-v1", '{"format":"flowchart-v1"', "flowchart-v1"),
        ("flowchart-v1", b"\xff", "flowchart-v1"),
        ("flowchart-v1", "[" * 5000, "flowchart-v1"),
        ("flowchart-v1", None, "flowchart-v1"),
        ("flowchart-v1", "42", "unknown"),
        (None, json.dumps(pause(CONSENT)), "flowchart-v1"),
        (None, "{", "unknown"),
        (None, None, "unknown"),
    ],
)
def test_a_row_keeps_its_format_unless_it_says_flowchart(format: str | None, envelope: object, listed_as: str) -> None:
    assert listed_format_of_row(format, envelope) == listed_as


@with_files
@pytest.mark.parametrize(
    ("name", "read_as", "listed_as"),
    [
        ("01-waiting-checkin.json", "waiting", "conversation-v1"),
        ("02-waiting-middleware-ask.json", "waiting", "conversation-v1"),
        ("04-chat-approved.json", "prior", "conversation-v1"),
        ("04-chat-declined-note.json", "prior", "conversation-v1"),
        ("06-exit-after-failed-resume.json", "waiting", "conversation-v1"),
        ("06b-approved-tool-threw.json", "prior", "conversation-v1"),
        ("08-siblings-waiting.json", "waiting", "conversation-v1"),
        ("synthetic/answered-declined.json", "answered+prior", "conversation-v1"),
        ("synthetic/answered-unknown-outcome.json", "answered+prior", "conversation-v1"),
        ("synthetic/bad-pause-no-pending.json", "invalid-envelope", "flowchart-v1"),
        ("synthetic/checkpoint-version-2.json", "invalid-envelope", "conversation-v1"),
        ("synthetic/closed-not-run.json", "prior", "conversation-v1"),
        ("synthetic/not-an-envelope.json", "not-an-envelope", "unknown"),
        ("synthetic/open-call-in-the-middle.json", "prior", "conversation-v1"),
        ("synthetic/unknown-format.json", "unknown-format", "conversation-v9"),
    ],
)
def test_envelopes_of_another_library_are_read_and_listed(name: str, read_as: str, listed_as: str) -> None:
    text = (FILES / name).read_text(encoding="utf-8")
    assert reading_of(json.loads(text)) == read_as
    assert listed_format_of_row(None, text) == listed_as


@with_files
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("01-waiting-checkin.sqlite", {"chat-checkin": "conversation-v1"}),
        ("03-waiting-askhuman.sqlite", {"chat-askhuman": "flowchart-v1"}),
        (
            "09-mixed-owners.sqlite",
            {"d1": "conversation-v1", "d2": "conversation-v1", "e1": "conversation-v1", "anon1": "conversation-v1"},
        ),
        (
            "synthetic/row-format-drift.sqlite",
            {
                "says-waiting-is-answered": "conversation-v1",
                "says-waiting-is-conversation": "conversation-v1",
                "says-waiting-askhuman": "flowchart-v1",
                "says-conversation-is-waiting": "conversation-v1",
                "says-waiting-bad-json": "flowchart-v1",
                "says-waiting-number": "unknown",
                "says-v9": "conversation-v9",
            },
        ),
    ],
)
def test_rows_of_another_library_are_listed(tmp_path: Path, name: str, expected: dict[str, str]) -> None:
    assert {session: listed for session, listed, _, _ in rows_of(FILES / name, tmp_path)} == expected


@with_files
def test_the_owner_column_of_another_library_agrees_with_its_envelopes(tmp_path: Path) -> None:
    rows = rows_of(FILES / "09-mixed-owners.sqlite", tmp_path)
    assert {session: owner for session, _, owner, _ in rows} == {
        session: read_stored_session(json.loads(envelope)).owner for session, _, _, envelope in rows
    }


def rows_of(database: Path, folder: Path) -> list[tuple[str, str, str | None, str]]:
    copied = shutil.copyfile(database, folder / "copy.sqlite")
    with closing(sqlite3.connect(copied)) as connection:
        found = connection.execute("SELECT session_id, format, owner, envelope FROM agent_sessions").fetchall()
    return [(row[0], listed_format_of_row(row[1], row[3]), row[2], row[3]) for row in found]
