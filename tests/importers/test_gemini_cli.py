"""Sessions of Gemini CLI: the endings row by row in both forms, what was rewound, and damaged ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import AT, broken_document, broken_lines, counted, damaged, read_all

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.gemini_cli import GeminiCLI
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.rules.resume import ResumeKind, classify_resume

HEAD = {"sessionId": "s1", "projectHash": "0f", "startTime": AT, "lastUpdated": AT, "kind": "main"}


def _message(kind: str, number: str, content: Any = "", **more: Any) -> dict[str, Any]:
    return {"id": number, "timestamp": AT, "type": kind, "content": content, **more}


def _call(status: str | None, call: str = "c1") -> dict[str, Any]:
    back = [{"functionResponse": {"id": call, "name": "write_file", "response": {"output": "written"}}}]
    made = {"id": call, "name": "write_file", "args": {"path": "a"}, "timestamp": AT}
    return made if status is None else {**made, "status": status, "result": back}


def _answer(*calls: dict[str, Any], number: str = "g1", words: str = "") -> dict[str, Any]:
    return _message("gemini", number, words, toolCalls=list(calls), model="pro")


PROMPT = _message("user", "u1", [{"text": "mend the till"}])
DONE = _message("gemini", "g2", "Mended.", model="pro")
INFO = _message("info", "i1", "Update available.")
FAILED = _message("error", "e1", "[API Error: quota]")


def _lines(path: Path, records: Sequence[Any], end: str = "") -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records) + end)
    return path


def _whole(path: Path, messages: Sequence[Any]) -> Path:
    path.write_text(json.dumps({**HEAD, "messages": messages}, indent=2))
    return path


def _read(path: Path) -> ForeignSession:
    assert isinstance(sniffed(place_of(path)), GeminiCLI)
    (session,) = read_all(GeminiCLI(), path)
    return session


@pytest.mark.parametrize(
    ("messages", "ending", "confidence", "stopped_by"),
    [
        ([], "empty", "certain", ""),
        ([INFO], "empty", "certain", ""),
        ([PROMPT], "user_unanswered", "certain", "process"),
        ([PROMPT, DONE], "finished", "probable", ""),
        ([PROMPT, DONE, INFO], "finished", "probable", ""),
        ([PROMPT, _answer(_call("success"))], "response_cut_off", "certain", "process"),
        ([PROMPT, _answer(_call("error"))], "response_cut_off", "certain", "process"),
        ([PROMPT, _answer(_call("success")), DONE], "finished", "probable", ""),
        ([PROMPT, _answer(_call("cancelled"))], "tools_interrupted", "certain", "person"),
        ([PROMPT, _answer(_call("awaiting_approval"))], "waiting_approval", "certain", ""),
        ([PROMPT, _answer(_call("executing"))], "tools_interrupted", "probable", "process"),
        ([PROMPT, _answer(_call(None))], "tools_interrupted", "probable", "process"),
        ([PROMPT, _answer()], "response_cut_off", "guess", "unknown"),
        ([PROMPT, FAILED], "api_error", "certain", "process"),
        ([PROMPT, DONE, {"id": "x", "type": "new"}], "unreadable", "certain", ""),
        ([PROMPT, DONE, "?"], "unreadable", "certain", ""),
    ],
)
def test_how_a_session_ended_in_either_form(
    tmp_path: Path, messages: list[Any], ending: str, confidence: str, stopped_by: str
) -> None:
    for session in (
        _read(_lines(tmp_path / "a.jsonl", [HEAD, *messages])),
        _read(_whole(tmp_path / "a.json", messages)),
    ):
        reading = session.reading
        assert (str(reading.ending), reading.confidence, reading.stopped_by) == (ending, confidence, stopped_by)
        assert (session.key, session.command) == ("s1", ("gemini", "--resume", "s1"))


def test_what_waits_has_its_tool_and_its_arguments(tmp_path: Path) -> None:
    session = _read(
        _lines(tmp_path / "a.jsonl", [HEAD, PROMPT, _answer(_call("success"), _call("awaiting_approval", "c2"))])
    )
    assert [(call.call, call.tool, call.arguments) for call in session.waiting] == [("c2", "write_file", {"path": "a"})]
    assert (session.title, session.model) == ("mend the till", "pro")
    point = classify_resume(session.tail)
    assert (point.kind, [call.id for call in point.unanswered]) == (ResumeKind.RECOVER_TOOLS, ["c2"])


def test_the_last_record_of_an_id_counts(tmp_path: Path) -> None:
    records = [HEAD, PROMPT, _answer(_call("executing")), {"$set": {"summary": "Till"}}, _answer(_call("success"))]
    session = _read(_lines(tmp_path / "a.jsonl", records))
    assert (str(session.reading.ending), session.messages, session.title) == ("response_cut_off", 2, "Till")


def test_what_was_rewound_is_a_branch_that_was_left(tmp_path: Path) -> None:
    again = _message("user", "u2", "and the door")
    file = _lines(tmp_path / "a.jsonl", [HEAD, PROMPT, DONE, {"$rewindTo": "g2"}, again])
    session = _read(file)
    assert (str(session.reading.ending), session.messages) == ("user_unanswered", 2)
    items, total = GeminiCLI().items(place_of(file), "s1", 0, 10)
    assert [(item.kind, item.branch) for item in items] == [("user", ""), ("assistant", "rewound"), ("user", "")]
    assert total == 3
    forgotten = _read(_lines(tmp_path / "b.jsonl", [HEAD, PROMPT, DONE, {"$rewindTo": "not there"}]))
    assert str(forgotten.reading.ending) == "empty"


def test_a_shorter_history_takes_the_place_of_the_messages(tmp_path: Path) -> None:
    shorter = {"$set": {"messages": [_message("user", "s", "Summary."), DONE]}}
    file = _lines(tmp_path / "a.jsonl", [HEAD, PROMPT, DONE, shorter])
    assert (str(_read(file).reading.ending), _read(file).messages) == ("finished", 2)
    items, _ = GeminiCLI().items(place_of(file), "s1", 0, 10)
    assert [(item.text, item.branch) for item in items] == [
        ("mend the till", "replaced"),
        ("Mended.", ""),
        ("Summary.", ""),
    ]


def test_a_sub_agent_names_the_session_that_it_belongs_to(tmp_path: Path) -> None:
    (tmp_path / "s0").mkdir()
    session = _read(_lines(tmp_path / "s0" / "s1.jsonl", [{**HEAD, "kind": "subagent"}, PROMPT]))
    assert (session.parent, session.command) == ("s0", ())


def test_a_line_that_cannot_be_read_makes_the_end_a_guess(tmp_path: Path) -> None:
    middle = _read(_lines(tmp_path / "a.jsonl", [HEAD, PROMPT, "?", DONE])).reading
    file = tmp_path / "b.jsonl"
    file.write_text(json.dumps(HEAD) + "\n" + json.dumps(PROMPT) + "\n{\n" + json.dumps(DONE) + "\n")
    damage = _read(file)
    assert (str(middle.ending), str(damage.reading.ending)) == ("finished", "finished")
    assert (damage.reading.confidence, len(damage.faults)) == ("guess", 1)
    cut = _read(_lines(tmp_path / "c.jsonl", [HEAD, PROMPT, DONE], '{"id": "u2", "ty'))
    assert (str(cut.reading.ending), cut.reading.confidence) == ("response_cut_off", "probable")


@pytest.mark.parametrize("unknown", [{}, {"type": "new"}, {"id": "x", "type": "new"}])
def test_a_record_that_is_not_understood_makes_a_later_end_a_guess(tmp_path: Path, unknown: Any) -> None:
    rewound = [_message("user", "u2", "And?"), {"$rewindTo": "u2"}, {"$set": {"lastUpdated": AT}}]
    for number, records in enumerate(([unknown, PROMPT, DONE, *rewound], [HEAD, PROMPT, unknown, DONE])):
        (session,) = read_all(GeminiCLI(), _lines(tmp_path / f"{number}.jsonl", records))
        assert (str(session.reading.ending), session.reading.confidence) == ("finished", "guess")
        assert session.faults == (f"Message {number} cannot be understood.",)


def test_the_timeline_shows_thoughts_calls_results_and_images(tmp_path: Path) -> None:
    image = {"inlineData": {"mimeType": "image/png", "data": "A" * 1200}}
    answer = _answer(_call("success"), words="I look.") | {"thoughts": [{"subject": "Look", "description": "at it"}]}
    file = _whole(tmp_path / "a.json", [{**PROMPT, "content": [{"text": "look"}, image]}, answer])
    items, total = GeminiCLI().items(place_of(file), "s1", 0, 10)
    assert [(item.kind, item.text, item.tool) for item in items] == [
        ("user", "look\n[image/png, 900 bytes]", ""),
        ("thinking", "Look: at it", ""),
        ("assistant", "I look.", ""),
        ("call", '{"path": "a"}', "write_file"),
        ("result", "written", "write_file"),
    ]
    assert total == 5


@pytest.mark.parametrize("lines", [True, False])
def test_no_damage_makes_a_session_finished(tmp_path: Path, told: Callable[[str], None], lines: bool) -> None:
    messages = [PROMPT, _answer(_call("success"))]
    contents = broken_lines([HEAD, *messages], 7) if lines else broken_document({**HEAD, "messages": messages}, 7)
    # Where the calls were taken out of an answer, nothing tells that there were any.
    endings, wrong = damaged(GeminiCLI(), tmp_path / "a", iter(contents), lambda content: b'"toolCalls"' not in content)
    told(counted(f"sessions of Gemini CLI ({'lines' if lines else 'one object'})", endings))
    assert wrong == []
    assert endings.total() == len(contents)
