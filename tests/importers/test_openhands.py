"""Conversations of OpenHands: the states one by one, and folders of which a file is damaged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import AT, broken_document, counted, damaged, read_all

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.openhands import OpenHands
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.rules.resume import ResumeKind, classify_resume


def _event(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "timestamp": AT, **more}


def _said(source: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return _event("MessageEvent", source=source, llm_message={"role": source, "content": list(blocks)})


def _action(call: str) -> dict[str, Any]:
    made = {"id": call, "name": "terminal", "arguments": '{"command": "ls"}'}
    return _event("ActionEvent", tool_name="terminal", tool_call_id=call, tool_call=made, thought=[_text("I look.")])


def _text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def _back(kind: str, call: str = "c1", **more: Any) -> dict[str, Any]:
    return _event(kind, tool_name="terminal", tool_call_id=call, **more)


ASKED, CALLED = _said("user", _text("mend the till")), _action("c1")
SEEN = _back("ObservationEvent", observation={"content": [_text("a b")]})
DONE = _said("agent", _text("Mended."))
FAILED = _event("ConversationErrorEvent", code="LLM", detail="quota")


def _folder(path: Path, status: Any, events: Sequence[Any]) -> Path:
    (path / "events").mkdir(parents=True)
    state = {
        "id": "0f-1",
        "execution_status": status,
        "workspace": {"working_dir": "/srv/shop"},
        "agent": {"llm": {"model": "m"}},
    }
    (path / "base_state.json").write_text(json.dumps(state))
    for number, event in enumerate(events):
        (path / "events" / f"event-{number:05}-0f0f0f0f.json").write_text(json.dumps(event))
    return path


def _read(path: Path) -> ForeignSession:
    assert isinstance(sniffed(place_of(path)), OpenHands)
    (session,) = read_all(OpenHands(), path)
    return session


@pytest.mark.parametrize(
    ("status", "events", "ending", "confidence", "stopped_by"),
    [
        ("idle", [], "empty", "certain", ""),
        ("idle", [ASKED], "user_unanswered", "certain", "process"),
        ("running", [ASKED], "response_cut_off", "probable", "process"),
        ("running", [ASKED, CALLED], "tools_interrupted", "probable", "process"),
        ("paused", [ASKED, CALLED], "tools_interrupted", "certain", "person"),
        ("paused", [ASKED, CALLED, SEEN], "stopped", "certain", "person"),
        ("waiting_for_confirmation", [ASKED, CALLED], "waiting_approval", "certain", ""),
        ("waiting_for_confirmation", [ASKED], "unreadable", "certain", ""),
        ("finished", [ASKED, CALLED, SEEN, DONE], "finished", "certain", ""),
        ("finished", [ASKED, CALLED], "finished", "guess", ""),
        ("error", [ASKED, FAILED], "api_error", "certain", "process"),
        ("stuck", [ASKED], "stopped", "certain", "process"),
        ("new", [ASKED, DONE], "unreadable", "certain", ""),
        (None, [ASKED, DONE], "unreadable", "certain", ""),
    ],
)
def test_its_state_says_how_it_stands(
    tmp_path: Path, status: Any, events: list[Any], ending: str, confidence: str, stopped_by: str
) -> None:
    session = _read(_folder(tmp_path / "0f1", status, events))
    reading = session.reading
    assert (str(reading.ending), reading.confidence, reading.stopped_by) == (ending, confidence, stopped_by)
    assert (session.key, session.folder, session.model) == ("0f-1", "/srv/shop", "m")
    assert session.command == ("openhands", "--resume", "0f-1")


def test_what_waits_is_named_by_the_events(tmp_path: Path) -> None:
    events = [ASKED, CALLED, SEEN, _action("c2"), _action("c3"), _back("UserRejectObservation", "c2")]
    session = _read(_folder(tmp_path / "0f1", "waiting_for_confirmation", events))
    assert [(call.call, call.tool, call.arguments) for call in session.waiting] == [
        ("c3", "terminal", {"command": "ls"})
    ]
    assert classify_resume(session.tail).kind is ResumeKind.RECOVER_TOOLS


def test_the_timeline_shows_calls_compaction_and_what_was_declined(tmp_path: Path) -> None:
    picture = {"type": "image", "image_urls": ["data:image/png;base64," + "A" * 1200]}
    declined = _back("UserRejectObservation", rejection_reason="no")
    events = [
        _said("user", picture),
        CALLED,
        declined,
        _event("Condensation", summary="short"),
        {"kind": "New"},
        FAILED,
    ]
    folder = _folder(tmp_path / "0f1", "idle", events)
    items, total = OpenHands().items(place_of(folder), "0f-1", 0, 20)
    assert [(item.kind, item.text) for item in items] == [
        ("user", "[image/png, 900 bytes]"),
        ("assistant", "I look."),
        ("call", '{"command": "ls"}'),
        ("declined", "no"),
        ("compaction", "short"),
        ("raw", '{"kind": "New"}'),
        ("notice", "quota"),
    ]
    assert total == 7


def test_an_event_that_cannot_be_read_makes_the_end_a_guess(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "0f1", "finished", [ASKED, CALLED, SEEN, DONE])
    (folder / "events" / "event-00001-0f0f0f0f.json").write_text("{")
    session = _read(folder)
    assert (str(session.reading.ending), session.reading.confidence, len(session.faults)) == ("finished", "guess", 1)


def test_no_damage_makes_a_waiting_conversation_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    folder = _folder(tmp_path / "0f1", "waiting_for_confirmation", [ASKED, CALLED])
    endings: Counter[str] = Counter()
    for file in sorted(folder.rglob("*.json")):
        whole = file.read_bytes()
        contents = broken_document(json.loads(whole), 12, 100)
        found, wrong = damaged(OpenHands(), file, iter(contents), lambda _content: False, folder)
        endings += found
        assert wrong == []
        assert found.total() == len(contents)
        file.write_bytes(whole)
    told(counted("conversations of OpenHands", endings))
