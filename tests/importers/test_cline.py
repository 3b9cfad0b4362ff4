"""Tasks of Cline and Roo Code: the endings row by row, arrays without an end, and damaged folders."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import broken_document, counted, damaged, read_all

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.cline import Cline
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.rules.resume import ResumeKind, classify_resume

AT = 1_796_032_800_000


def _ask(kind: str, words: str = "", **more: Any) -> dict[str, Any]:
    return {"ts": AT, "type": "ask", "ask": kind, "text": words, **more}


def _say(kind: str, words: str = "", **more: Any) -> dict[str, Any]:
    return {"ts": AT, "type": "say", "say": kind, "text": words, **more}


def _request(reason: str = "") -> dict[str, Any]:
    return _say("api_req_started", json.dumps({"request": "x", **({"cancelReason": reason} if reason else {})}))


TASK, DONE = _say("task", "mend the till"), _ask("completion_result")
EDIT = _ask("tool", json.dumps({"tool": "newFileCreated", "path": "a"}))
RESUME = _ask("resume_task")


def _task(path: Path, shown: Any, **files: Any) -> Path:
    path.mkdir()
    if shown is not None:
        (path / "ui_messages.json").write_bytes(shown if isinstance(shown, bytes) else json.dumps(shown).encode())
    for name, value in files.items():
        (path / f"{name}.json").write_text(json.dumps(value))
    return path


def _read(path: Path) -> ForeignSession:
    assert isinstance(sniffed(place_of(path)), Cline)
    (session,) = read_all(Cline(), path)
    return session


@pytest.mark.parametrize(
    ("shown", "ending", "confidence", "stopped_by"),
    [
        ([], "empty", "certain", ""),
        ([TASK], "user_unanswered", "certain", "process"),
        ([_say("text", "mend the till")], "user_unanswered", "certain", "process"),
        ([TASK, _request(), _say("user_feedback", "and the door")], "user_unanswered", "certain", "process"),
        ([TASK, _request()], "response_cut_off", "probable", "process"),
        ([TASK, _request("streaming_failed"), _say("text", "I")], "response_cut_off", "certain", "process"),
        ([TASK, _request("user_cancelled")], "response_cut_off", "certain", "person"),
        ([TASK, _say("text", "I", partial=True)], "response_cut_off", "probable", "process"),
        ([TASK, {**EDIT, "partial": True}], "response_cut_off", "probable", "process"),
        ([TASK, EDIT], "waiting_approval", "certain", ""),
        ([TASK, EDIT, _say("checkpoint_created")], "waiting_approval", "certain", ""),
        ([TASK, _ask("followup", '{"question": "Which?"}')], "waiting_approval", "certain", ""),
        ([TASK, _ask("new_kind")], "waiting_approval", "guess", ""),
        ([TASK, {**EDIT, "isAnswered": True}], "tools_interrupted", "probable", "process"),
        ([TASK, _ask("command_output")], "tools_interrupted", "probable", "process"),
        ([TASK, _say("command", "ls")], "tools_interrupted", "probable", "process"),
        ([TASK, _say("command", "ls"), _say("command_output", "a")], "response_cut_off", "probable", "process"),
        ([TASK, EDIT, RESUME], "tools_interrupted", "probable", "unknown"),
        ([TASK, _request(), RESUME], "response_cut_off", "probable", "process"),
        ([TASK, RESUME, RESUME], "user_unanswered", "probable", "process"),
        ([TASK, DONE], "finished", "certain", ""),
        ([TASK, _say("completion_result", "Mended.")], "finished", "probable", ""),
        ([TASK, DONE, _ask("resume_completed_task")], "finished", "certain", ""),
        ([TASK, _ask("api_req_failed", "quota")], "api_error", "certain", "process"),
        ([TASK, _ask("mistake_limit_reached")], "stopped", "certain", "process"),
        ([TASK, _say("condense_context_error")], "context_full", "probable", "process"),
        ([TASK, DONE, {"type": "say"}], "unreadable", "certain", ""),
        ([TASK, DONE, "?"], "unreadable", "certain", ""),
        (["?", TASK, DONE], "finished", "guess", ""),
    ],
)
def test_how_a_task_ended(tmp_path: Path, shown: list[Any], ending: str, confidence: str, stopped_by: str) -> None:
    reading = _read(_task(tmp_path / "1796", shown)).reading
    assert (str(reading.ending), reading.confidence, reading.stopped_by) == (ending, confidence, stopped_by)


def test_what_waits_has_its_tool_and_its_arguments(tmp_path: Path) -> None:
    about = {"id": "1796", "task": "Till", "workspace": "/srv/shop", "parentTaskId": "1795"}
    session = _read(_task(tmp_path / "1796", [TASK, EDIT], history_item=about))
    (call,) = session.waiting
    assert (call.tool, call.arguments) == ("newFileCreated", {"tool": "newFileCreated", "path": "a"})
    assert (session.key, session.title, session.folder, session.parent) == ("1796", "Till", "/srv/shop", "1795")
    assert (session.answered, session.started_at) == (False, AT)
    assert classify_resume(session.tail).kind is ResumeKind.RECOVER_TOOLS
    (asked,) = _read(_task(tmp_path / "1797", [TASK, _ask("followup", '{"question": "Which?"}')])).waiting
    assert asked.question == "Which?"


def test_a_task_that_waits_for_another_says_so(tmp_path: Path) -> None:
    session = _read(_task(tmp_path / "1796", [TASK, _say("text", "I")], history_item={"awaitingChildId": "1797"}))
    assert (str(session.reading.ending), session.reading.why) == (
        "tools_interrupted",
        "It waits for a task that it started.",
    )


@pytest.mark.parametrize(
    ("end", "ending", "confidence", "fault"),
    [
        (b"", "finished", "guess", "is missing"),
        (b"]]", "finished", "guess", "is doubled"),
        (b',{"ts": 1, "ty', "response_cut_off", "guess", "breaks off after 2"),
        (b']"older"}]', "response_cut_off", "guess", "breaks off after 2"),
    ],
)
def test_an_array_without_its_end_is_read_as_far_as_it_goes(
    tmp_path: Path, end: bytes, ending: str, confidence: str, fault: str
) -> None:
    session = _read(_task(tmp_path / "1796", json.dumps([TASK, DONE]).encode()[:-1] + end))
    assert (str(session.reading.ending), session.reading.confidence, session.messages) == (ending, confidence, 2)
    assert fault in session.faults[0]


def test_what_was_sent_stands_in_where_nothing_shown_is_left(tmp_path: Path) -> None:
    sent = [{"role": "user", "content": "mend"}, {"role": "assistant", "content": "<attempt_completion>"}]
    session = _read(_task(tmp_path / "1796", b"{", api_conversation_history=sent))
    assert (str(session.reading.ending), session.reading.confidence) == ("response_cut_off", "guess")
    items, total = Cline().items(place_of(tmp_path / "1796"), "1796", 0, 10)
    assert ([item.kind for item in items], total) == (["raw", "raw"], 2)


def test_the_timeline_shows_calls_results_images_and_compaction(tmp_path: Path) -> None:
    picture = "data:image/png;base64," + "A" * 1200
    shown = [
        {**TASK, "images": [picture]},
        _request("user_cancelled"),
        _say("reasoning", "hm"),
        _say("command", "ls"),
        _say("command_output", "a"),
        _say("condense_context", "short"),
        _say("text", "Mended."),
        _say("hook_status", "ran"),
        "?",
    ]
    items, total = Cline().items(place_of(_task(tmp_path / "1796", shown)), "1796", 0, 20)
    assert [(item.kind, item.text) for item in items] == [
        ("user", "mend the till"),
        ("user", "[image/png, 900 bytes]"),
        ("notice", "user_cancelled"),
        ("thinking", "hm"),
        ("call", "ls"),
        ("result", "a"),
        ("compaction", "short"),
        ("assistant", "Mended."),
        ("notice", "hook_status: ran"),
        ("raw", "?"),
    ]
    assert total == 10


def test_no_damage_makes_a_waiting_task_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    history: Sequence[Any] = [TASK, _request(), EDIT]
    folder = _task(tmp_path / "1796", history, history_item={"id": "1796", "status": "active"})
    endings: Counter[str] = Counter()
    for file in sorted(folder.glob("*.json")):
        whole = file.read_bytes()
        contents = broken_document(json.loads(whole), 13)
        found, wrong = damaged(Cline(), file, iter(contents), lambda _content: False, folder)
        endings += found
        assert wrong == []
        assert found.total() == len(contents)
        file.write_bytes(whole)
    told(counted("tasks of Cline", endings))
