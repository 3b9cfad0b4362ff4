"""Sessions of Claude Code: the endings row by row, the pitfalls of its files, and damaged ones."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import counted, cuts, damaged, flips, read_all, swaps

from pausedesk.core.importers import lines, place_of, sniffed
from pausedesk.core.importers.claude_code import BY_PERSON, BY_PERSON_IN_TOOLS, ClaudeCode
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.rules.resume import ResumeKind, classify_resume

_COUNT = iter(range(1_000_000))


def _record(kind: str, content: Any = None, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        "type": kind,
        "uuid": f"u{next(_COUNT)}",
        "sessionId": "s1",
        "cwd": "/srv/shop",
        "version": "2.0.0",
        "timestamp": "2026-11-30T10:00:00Z",
    }
    if content is not None:
        found["message"] = {"role": kind, "content": content}
    return {**found, **more}


def _user(content: Any, **more: Any) -> dict[str, Any]:
    return _record("user", content, **more)


def _back(call: str, content: Any = "ok") -> dict[str, Any]:
    return _user([{"type": "tool_result", "tool_use_id": call, "content": content}])


def _assistant(*blocks: dict[str, Any], stop: str | None = None, message: str = "", **more: Any) -> dict[str, Any]:
    found = _record("assistant", list(blocks), **more)
    found["message"] |= {"id": message or f"m{next(_COUNT)}", "model": "claude", "stop_reason": stop}
    return found


def _text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def _tool(name: str, call: str = "c1", **given: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": name, "input": given}


def _failed(words: str) -> dict[str, Any]:
    return _assistant(_text(words), isApiErrorMessage=True)


PROMPT = _user("mend the till")
META = _user("Caveat: local commands follow", isMeta=True)
COMMAND = _user("<command-name>/model</command-name>")
EXPANDED = _user([{"type": "text", "text": "Review the changes."}], isMeta=True)
LOCAL = _user("<local-command-stdout>Set model</local-command-stdout>")
BASH = _assistant(_tool("Bash"))
DONE = _assistant(_text("Done."), stop="end_turn")
END = _record("system", subtype="turn_duration")
SNAPSHOT = {"type": "file-history-snapshot", "messageId": "x", "snapshot": {}}


def _file(path: Path, records: Sequence[Any], end: str = "\n") -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records)[:-1] + end)
    return path


def _read(tmp_path: Path, records: Sequence[Any], end: str = "\n") -> ForeignSession:
    file = _file(tmp_path / "0f.jsonl", records, end)
    assert isinstance(sniffed(place_of(file)), ClaudeCode)
    (session,) = read_all(ClaudeCode(), file)
    return session


@pytest.mark.parametrize(
    ("records", "ending", "confidence", "stopped_by"),
    [
        ([SNAPSHOT], "empty", "certain", ""),
        ([META, COMMAND], "empty", "certain", ""),
        ([PROMPT], "user_unanswered", "certain", "process"),
        ([PROMPT, DONE], "finished", "probable", ""),
        ([PROMPT, DONE, END, SNAPSHOT], "finished", "certain", ""),
        ([PROMPT, DONE, META, COMMAND], "finished", "probable", ""),
        ([PROMPT, DONE, _user("<command-name>/exit</command-name>")], "finished", "certain", ""),
        ([PROMPT, _assistant(_text("Done."))], "finished", "probable", ""),
        ([PROMPT, _assistant(_text("Once"), stop="max_tokens")], "output_limit", "certain", "process"),
        ([PROMPT, _assistant(_text("No."), stop="refusal")], "refused", "certain", "process"),
        ([PROMPT, _assistant(_text("X"), stop="model_context_window_exceeded")], "context_full", "certain", "process"),
        ([PROMPT, _assistant(_text("I will"), stop="tool_use")], "response_cut_off", "probable", "process"),
        ([PROMPT, _assistant({"type": "thinking", "thinking": "hm"})], "response_cut_off", "probable", "process"),
        ([PROMPT, BASH], "waiting_approval", "probable", "unknown"),
        ([PROMPT, _assistant(_tool("ExitPlanMode"))], "waiting_approval", "certain", ""),
        ([PROMPT, _assistant(_tool("AskUserQuestion"))], "waiting_approval", "certain", ""),
        ([PROMPT, _assistant(_tool("Read"))], "tools_interrupted", "probable", "process"),
        ([PROMPT, _assistant(_tool("Bash"), _tool("Read", "c2"))], "tools_interrupted", "probable", "process"),
        (
            [_user("go", permissionMode="bypassPermissions"), _assistant(_tool("Bash"))],
            "tools_interrupted",
            "probable",
            "process",
        ),
        ([_user("go", entrypoint="sdk-cli"), BASH], "tools_interrupted", "probable", "process"),
        ([PROMPT, BASH, _back("c1")], "response_cut_off", "certain", "process"),
        (
            [PROMPT, BASH, _back("c1"), _user([_text(BY_PERSON)])],
            "response_cut_off",
            "certain",
            "person",
        ),
        (
            [PROMPT, BASH, _user([_text(BY_PERSON_IN_TOOLS)])],
            "tools_interrupted",
            "certain",
            "person",
        ),
        ([PROMPT, _user([_text(BY_PERSON)]), PROMPT, DONE], "finished", "probable", ""),
        ([PROMPT, BASH, _back("c1", BY_PERSON), DONE], "finished", "probable", ""),
        ([PROMPT, _user(f"why does it say {BY_PERSON}?")], "user_unanswered", "certain", "process"),
        ([PROMPT, _failed("API Error: 429")], "api_error", "certain", "process"),
        (
            [PROMPT, _failed("Prompt is too long")],
            "context_full",
            "probable",
            "process",
        ),
        (
            [PROMPT, _failed("exceeded the 32000 output token maximum")],
            "output_limit",
            "certain",
            "process",
        ),
        ([PROMPT, DONE, "no record"], "unreadable", "certain", ""),
        (["no record", PROMPT, DONE, END], "finished", "guess", ""),
        ([{"type": "user", "uuid": "u", "sessionId": "s1"}, PROMPT, BASH], "waiting_approval", "guess", "unknown"),
        ([PROMPT, DONE, COMMAND, EXPANDED], "user_unanswered", "certain", "process"),
        ([PROMPT, _record("critic", [_text("?")]), DONE], "finished", "guess", ""),
        ([PROMPT, DONE, _record("critic", [_text("?")]), SNAPSHOT], "unreadable", "certain", ""),
        ([PROMPT, DONE, "no record", SNAPSHOT, END], "unreadable", "certain", ""),
        ([PROMPT, DONE, _record("critic", [_text("?")])], "unreadable", "certain", ""),
        ([PROMPT, DONE, {**END, "subtype": ["turn_duration"]}], "finished", "probable", ""),
        ([PROMPT, DONE, COMMAND, EXPANDED, DONE], "finished", "probable", ""),
        ([PROMPT, DONE, COMMAND, META], "finished", "probable", ""),
        ([PROMPT, DONE, COMMAND, LOCAL], "finished", "probable", ""),
        ([PROMPT, DONE, EXPANDED], "finished", "probable", ""),
    ],
)
def test_how_a_session_ended(tmp_path: Path, records: list[Any], ending: str, confidence: str, stopped_by: str) -> None:
    reading = _read(tmp_path, records).reading
    assert (str(reading.ending), reading.confidence, reading.stopped_by) == (ending, confidence, stopped_by)


def test_the_blocks_of_one_message_stand_on_lines_of_their_own(tmp_path: Path) -> None:
    one = [_assistant(_text("Both."), message="m"), _assistant(_tool("Bash", "c1", command="ls"), message="m")]
    session = _read(tmp_path, [PROMPT, *one, _assistant(_tool("Edit", "c2"), message="m"), _back("c1")])
    assert [(call.call, call.tool, call.arguments) for call in session.waiting] == [("c2", "Edit", {})]
    point = classify_resume(session.tail)
    assert (point.kind, [call.id for call in point.unanswered]) == (ResumeKind.RECOVER_TOOLS, ["c2"])
    assert (session.key, session.folder, session.title) == ("s1", "/srv/shop", "mend the till")
    assert session.command == ("claude", "--resume", "s1")


def test_a_session_that_begins_with_a_command_is_named_after_it(tmp_path: Path) -> None:
    assert _read(tmp_path, [COMMAND, EXPANDED, DONE]).title == "/model"


def test_a_side_chain_is_another_s_unless_the_file_is_its_own(tmp_path: Path) -> None:
    side = [_user("look", isSidechain=True), _assistant(_tool("Bash", "c9"), isSidechain=True)]
    assert str(_read(tmp_path, [PROMPT, *side, DONE]).reading.ending) == "finished"
    own = _read(tmp_path, side)
    assert (str(own.reading.ending), own.parent, own.key, own.command) == ("waiting_approval", "s1", "0f", ())


def test_a_last_line_that_breaks_off_is_told_and_ends_nothing(tmp_path: Path) -> None:
    session = _read(tmp_path, [PROMPT, _assistant(_tool("Write"))], '\n{"type":"user","uuid":"u')
    assert (str(session.reading.ending), len(session.faults)) == ("tools_interrupted", 1)
    assert "breaks off" in session.faults[0]
    assert str(_read(tmp_path, [PROMPT, DONE], '\n{"type":"us').reading.ending) == "response_cut_off"


def test_a_line_too_long_to_be_held_is_left_where_it_is_and_its_results_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "LONGEST", 2000)
    session = _read(tmp_path, [PROMPT, _assistant(_tool("Read")), _back("c1", "x" * 5000), DONE])
    assert (str(session.reading.ending), session.open_calls) == ("finished", ())
    assert "is longer than what is held" in session.faults[0]
    items, total = ClaudeCode().items(place_of(tmp_path / "0f.jsonl"), "s1", 0, 10)
    assert ([item.kind for item in items], total) == (["user", "call", "raw", "assistant"], 4)


def test_the_timeline_shows_images_with_their_size_and_goes_on_page_by_page(tmp_path: Path) -> None:
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "A" * 1200}}
    file = _file(
        tmp_path / "a.jsonl",
        [_user([_text("look"), image]), {"type": "summary", "summary": "short", "leafUuid": "u"}, DONE],
    )
    items, total = ClaudeCode().items(place_of(file), "s1", 0, 10)
    assert [(item.kind, item.text) for item in items] == [
        ("user", "look"),
        ("user", "[image/png, 900 bytes]"),
        ("notice", "short"),
        ("assistant", "Done."),
    ]
    assert total == 4
    assert ClaudeCode().items(place_of(file), "s1", 1, 2) == (items[1:3], None)


def test_no_damage_makes_a_session_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    records = [PROMPT, _assistant(_text("Both."), _tool("Bash")), _back("c1")]
    content = "".join(json.dumps(record) + "\n" for record in records).encode()
    contents = [*cuts(content), *flips(content, random.Random(5), 300), b"\xef\xbb\xbf" + content]
    contents += [content.replace(b"\n", b"\r\n"), content + b"\0\n", b"[" * 10_000 + b"\n", content + b'{"a":' * 10_000]
    for at, record in enumerate(records):
        whole = [*records]
        for swapped in swaps(record):
            whole[at] = swapped
            contents.append("".join(json.dumps(one) + "\n" for one in whole).encode())
    # A cut that leaves an answer whole, and its call unwritten, reads as an answer: nothing tells more.
    endings, wrong = damaged(ClaudeCode(), tmp_path / "damaged.jsonl", iter(contents), lambda content: False)
    told(counted("sessions of Claude Code", endings))
    assert [one for one in wrong if b'"tool_use"' in one] == []
    assert endings.total() == len(contents)


def _chained(*records: tuple[str, str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Records with their ids, and those of their parents."""
    return [{**record, "uuid": key, "parentUuid": parent or None} for key, parent, record in records]


def _branches(tmp_path: Path, records: list[dict[str, Any]]) -> list[tuple[str, str]]:
    file = _file(tmp_path / "a.jsonl", records)
    items, _ = ClaudeCode().items(place_of(file), "s1", 0, 100)
    size = file.stat().st_size
    assert ClaudeCode().page(place_of(file), 0, 0, size) == items
    return [(item.kind, item.branch or item.agent) for item in items]


def test_what_was_rewound_is_a_branch_and_parallel_results_are_none(tmp_path: Path) -> None:
    both = _assistant(_tool("Read", "c1")), _assistant(_tool("Read", "c2"))
    chained = _chained(
        ("a", "", PROMPT),
        ("b", "a", DONE),
        ("c", "b", PROMPT),
        ("d", "c", DONE),
        ("e", "b", PROMPT),
        ("f", "e", both[0]),
        ("g", "f", both[1]),
        ("h", "f", _back("c1")),
        ("i", "g", _back("c2")),
        ("j", "i", DONE),
    )
    kinds = ["user", "assistant", "user", "assistant", "user", "call", "call", "result", "result", "assistant"]
    left = ["", "", "rewound", "rewound", *[""] * 6]
    assert _branches(tmp_path, chained) == list(zip(kinds, left, strict=True))


def test_a_second_root_a_missing_parent_and_a_circle_are_no_branches(tmp_path: Path) -> None:
    chained = _chained(
        ("a", "", PROMPT),
        ("b", "gone", PROMPT),
        ("c", "d", PROMPT),
        ("d", "c", DONE),
        ("e", "e", PROMPT),
        ("f", "", DONE),
    )
    assert {branch for _, branch in _branches(tmp_path, chained)} == {""}


def test_sub_agents_and_compaction_are_told(tmp_path: Path) -> None:
    records = [
        PROMPT,
        _user("look", isSidechain=True, agentId="a7"),
        _record("system", subtype="compact_boundary", content="Compacted"),
        _user("Summary of it.", isCompactSummary=True),
        _user(5),
    ]
    assert _branches(tmp_path, records) == [
        ("user", ""),
        ("user", "a7"),
        ("compaction", ""),
        ("compaction", ""),
        ("raw", ""),
    ]


def test_a_session_is_named_by_what_the_person_typed(tmp_path: Path) -> None:
    put_in = {"type": "text", "text": "<ide_opened_file>The user opened a file.</ide_opened_file>"}
    assert _read(tmp_path, [_user([put_in, _text("Mend the build")])]).title == "Mend the build"
    assert _read(tmp_path, [_user([put_in])]).title.startswith("<ide_opened_file>")
