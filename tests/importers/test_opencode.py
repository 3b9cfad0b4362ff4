"""Sessions of opencode in both places: the endings row by row, and damaged ones."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import broken_document, counted, damaged, read_all, swaps

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.opencode import OpenCode, OpenCodeFiles
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.rules.resume import ResumeKind, classify_resume

AT = 1_796_032_800_000


def _user(words: str = "mend the till") -> tuple[Any, ...]:
    return ({"role": "user", "time": {"created": AT}}, {"type": "text", "text": words})


def _assistant(*parts: Any, completed: bool = True, **more: Any) -> tuple[Any, ...]:
    time = {"created": AT, "completed": AT} if completed else {"created": AT}
    return ({"role": "assistant", "time": time, "modelID": "m", **more}, *parts)


def _failed(name: str, *parts: Any) -> tuple[Any, ...]:
    return _assistant(*parts, error={"name": name, "data": {"message": "no"}})


def _text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def _tool(status: str, tool: str = "bash", call: str = "c1") -> dict[str, Any]:
    state = {"status": status, "input": {"command": "ls"}, "output": "a b"}
    return {"type": "tool", "callID": call, "tool": tool, "state": state}


def _step(reason: str) -> dict[str, Any]:
    return {"type": "step-finish", "reason": reason}


USER, DONE = _user(), _assistant({"type": "step-start"}, _text("Mended."), _step("stop"))


def _database(path: Path, by_id: Mapping[str, Sequence[Any]], revert: Any = None, parent: str | None = None) -> Path:
    """Sessions of messages, each the JSON of the message and of its parts; bytes stand as they are."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "CREATE TABLE session (id, project_id, parent_id, directory, title, version, revert, "
            "time_created INTEGER, time_updated INTEGER)"
        )
        database.execute("CREATE TABLE message (id, session_id, time_created INTEGER, data TEXT)")
        database.execute("CREATE TABLE part (id, message_id, session_id, data TEXT)")
        for key, messages in by_id.items():
            row = (key, parent, json.dumps(revert), AT, AT + 1)
            database.execute("INSERT INTO session VALUES (?, 'p', ?, '/srv/shop', 'Till', '1.0', ?, ?, ?)", row)
            for number, one in enumerate(messages):
                info, *parts = one if isinstance(one, tuple | list) and one else (one,)
                name = f"{key}-msg_{number:03}"
                database.execute("INSERT INTO message VALUES (?, ?, ?, ?)", (name, key, AT, _body(info)))
                for at, part in enumerate(parts):
                    database.execute("INSERT INTO part VALUES (?, ?, ?, ?)", (f"{name}-{at}", name, key, _body(part)))
    return path


def _body(value: Any) -> Any:
    return value if isinstance(value, bytes) else json.dumps(value)


def _files(folder: Path, messages: Sequence[Any]) -> Path:
    (folder / "session" / "p").mkdir(parents=True)
    info = {"id": "ses_1", "directory": "/srv/shop", "title": "Till", "version": "1.0", "time": {"created": AT}}
    (folder / "session" / "p" / "ses_1.json").write_text(
        json.dumps({**info, "time": {"created": AT, "updated": AT + 1}})
    )
    (folder / "message" / "ses_1").mkdir(parents=True)
    (folder / "part").mkdir()
    for number, (said, *parts) in enumerate(messages):
        name = f"msg_{number:03}"
        (folder / "message" / "ses_1" / f"{name}.json").write_bytes(_bytes(said))
        (folder / "part" / name).mkdir()
        for at, part in enumerate(parts):
            (folder / "part" / name / f"prt_{at}.json").write_bytes(_bytes(part))
    return folder


def _bytes(value: Any) -> bytes:
    return value if isinstance(value, bytes) else json.dumps(value).encode()


def _read(tmp_path: Path, messages: Sequence[Any], **more: Any) -> ForeignSession:
    file = tmp_path / "opencode.db"
    file.unlink(missing_ok=True)
    _database(file, {"ses_1": messages}, **more)
    assert isinstance(sniffed(place_of(file)), OpenCode)
    (session,) = read_all(OpenCode(), file)
    return session


@pytest.mark.parametrize(
    ("messages", "ending", "confidence", "stopped_by"),
    [
        ([], "empty", "certain", ""),
        ([USER], "user_unanswered", "certain", "process"),
        ([USER, DONE], "finished", "certain", ""),
        ([USER, _assistant(_text("I"), completed=False)], "response_cut_off", "probable", "process"),
        ([USER, _assistant()], "response_cut_off", "guess", "unknown"),
        ([USER, _assistant(_tool("completed"), _step("tool-calls"))], "response_cut_off", "probable", "process"),
        ([USER, _assistant(_tool("running"), completed=False)], "waiting_approval", "guess", "unknown"),
        ([USER, _assistant(_tool("pending"), completed=False)], "waiting_approval", "guess", "unknown"),
        ([USER, _assistant(_tool("running", "read"), completed=False)], "tools_interrupted", "probable", "process"),
        ([USER, _assistant(_tool("running", "question"), completed=False)], "waiting_approval", "probable", "unknown"),
        ([USER, _failed("MessageAbortedError", _text("I"))], "response_cut_off", "certain", "person"),
        ([USER, _failed("MessageAbortedError", _tool("error"))], "tools_interrupted", "certain", "person"),
        ([USER, _failed("MessageAbortedError", _tool("running"))], "tools_interrupted", "certain", "person"),
        ([USER, _failed("MessageOutputLengthError")], "output_limit", "certain", "process"),
        ([USER, _failed("ContextOverflowError")], "context_full", "certain", "process"),
        ([USER, _failed("APIError")], "api_error", "certain", "process"),
        ([USER, _failed("ProviderAuthError")], "api_error", "certain", "process"),
        ([USER, _assistant(_text("Once"), _step("length"))], "output_limit", "certain", "process"),
        ([USER, _assistant(_text("No"), _step("content-filter"))], "refused", "certain", "process"),
        ([USER, DONE, (b"{",)], "unreadable", "certain", ""),
        ([USER, _assistant(_text("Done."), b"{")], "unreadable", "certain", ""),
        ([(b"{",), USER, DONE], "finished", "guess", ""),
    ],
)
def test_how_a_session_ended_in_either_place(
    tmp_path: Path, messages: list[Any], ending: str, confidence: str, stopped_by: str
) -> None:
    folder = _files(tmp_path / "storage", messages)
    assert isinstance(sniffed(place_of(folder)), OpenCodeFiles)
    (filed,) = read_all(OpenCodeFiles(), folder)
    for session in (_read(tmp_path, messages), filed):
        reading = session.reading
        assert (str(reading.ending), reading.confidence, reading.stopped_by) == (ending, confidence, stopped_by)
        assert (session.key, session.title, session.folder) == ("ses_1", "Till", "/srv/shop")
        assert (session.started_at, session.updated_at) == (AT, AT + 1)
        assert session.command == ("opencode", "--session", "ses_1")
        assert bool(session.faults) == any(b"{" in one for one in messages)


@pytest.mark.parametrize("kind", ["", None, 7, [], {}])
def test_a_part_without_a_name_of_its_kind_may_be_an_open_call(tmp_path: Path, kind: Any) -> None:
    session = _read(tmp_path, [USER, _assistant({**_tool("running"), "type": kind}, _text("Done."))])
    assert (str(session.reading.ending), bool(session.faults)) == ("unreadable", True)


@pytest.mark.parametrize(
    ("part", "ending", "confidence"),
    [
        ({**_tool("running"), "type": "command"}, "unreadable", "certain"),
        ({"type": "command", "callID": "c1"}, "unreadable", "certain"),
        ({"type": "command", "state": {"status": "awaiting"}}, "unreadable", "certain"),
        ({"type": "command", "state": "running"}, "unreadable", "certain"),
        ({**_tool("completed"), "type": "command"}, "finished", "guess"),
        ({"type": "mood", "value": 1}, "finished", "guess"),
        ({"type": "snapshot", "snapshot": "0f"}, "finished", "certain"),
        ({"type": "agent", "name": "build"}, "finished", "certain"),
        ({"type": "retry", "attempt": 1}, "finished", "certain"),
    ],
)
def test_a_part_of_a_kind_that_is_not_known_may_be_an_open_call(
    tmp_path: Path, part: dict[str, Any], ending: str, confidence: str
) -> None:
    last = _read(tmp_path, [USER, _assistant(part, _text("Done."))])
    assert (str(last.reading.ending), last.reading.confidence) == (ending, confidence)
    assert bool(last.faults) is (confidence == "guess" or ending == "unreadable")
    earlier = _read(tmp_path, [USER, _assistant(part, _text("I look.")), _user("And?"), DONE]).reading
    assert (str(earlier.ending), earlier.confidence) == ("finished", "certain" if not last.faults else "guess")


def test_what_waits_has_its_tool_and_its_arguments(tmp_path: Path) -> None:
    session = _read(tmp_path, [USER, _assistant(_tool("completed"), _tool("running", call="c2"), completed=False)])
    assert [(call.call, call.tool, call.arguments) for call in session.waiting] == [("c2", "bash", {"command": "ls"})]
    point = classify_resume(session.tail)
    assert (point.kind, [call.id for call in point.unanswered]) == (ResumeKind.RECOVER_TOOLS, ["c2"])


def test_what_a_person_took_back_is_a_branch_that_was_left(tmp_path: Path) -> None:
    messages = [USER, DONE, _user("and the door"), _assistant(_tool("running"), completed=False)]
    session = _read(tmp_path, messages, revert={"messageID": "ses_1-msg_002"})
    assert (str(session.reading.ending), session.waiting) == ("finished", ())
    items, total = OpenCode().items(place_of(tmp_path / "opencode.db"), "ses_1", 0, 10)
    assert [(item.kind, item.branch) for item in items] == [
        ("user", ""),
        ("assistant", ""),
        ("user", "reverted"),
        ("call", "reverted"),
    ]
    assert total == 4


def test_a_sub_agent_s_session_names_its_parent(tmp_path: Path) -> None:
    session = _read(tmp_path, [USER, DONE], parent="ses_0")
    assert (session.parent, session.command) == ("ses_0", ())


def test_the_timeline_shows_calls_files_and_compaction(tmp_path: Path) -> None:
    picture = {"type": "file", "mime": "image/png", "url": "data:image/png;base64," + "A" * 1200}
    parts = [
        {"type": "reasoning", "text": "hm"},
        _tool("completed"),
        {"type": "patch", "files": ["a"]},
        {"type": "new"},
    ]
    messages = [(*USER, picture, {"type": "compaction", "auto": True}), _failed("APIError", *parts)]
    _read(tmp_path, messages)
    items, total = OpenCode().items(place_of(tmp_path / "opencode.db"), "ses_1", 0, 20)
    assert [(item.kind, item.text) for item in items] == [
        ("user", "mend the till"),
        ("user", "[image/png, 900 bytes]"),
        ("compaction", ""),
        ("thinking", "hm"),
        ("call", '{"command": "ls"}'),
        ("result", "a b"),
        ("notice", "[files changed: a]"),
        ("raw", '{"type": "new"}'),
        ("notice", "APIError: no"),
    ]
    assert total == 9


HISTORY = [list(USER), list(_assistant(_tool("running"), completed=False))]


def test_no_damage_makes_a_session_of_the_database_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    everything: dict[str, Any] = {f"s{at}": one for at, one in enumerate(swaps(HISTORY)) if isinstance(one, list)}
    message, part = HISTORY[1]
    for at, content in enumerate(broken_document(part, 10, 100)):
        everything[f"p{at}"] = [HISTORY[0], [message, content]]
    for at, content in enumerate(broken_document(message, 10, 100)):
        everything[f"m{at}"] = [HISTORY[0], [content, part]]
    found = read_all(OpenCode(), _database(tmp_path / "opencode.db", everything))
    told(counted("sessions of opencode", Counter(str(one.reading.ending) for one in found)))
    assert len(found) == len(everything)
    assert [one.key for one in found if one.reading.ending == "finished"] == []


def test_no_damage_makes_a_session_of_the_folder_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    folder = _files(tmp_path / "storage", HISTORY)
    endings: Counter[str] = Counter()
    for file in sorted(folder.rglob("*.json")):
        whole = file.read_bytes()
        contents = broken_document(json.loads(whole), 11, 50)
        found, wrong = damaged(OpenCodeFiles(), file, iter(contents), lambda _content: False, folder)
        endings += found
        assert wrong == []
        assert found.total() == len(contents)
        file.write_bytes(whole)
    told(counted("sessions of opencode in files", endings))


def test_a_session_that_stands_in_two_projects_is_one_and_told_as_it_was_written_last(tmp_path: Path) -> None:
    folder = _files(tmp_path / "storage", [USER, DONE])
    (file,) = (folder / "session").glob("*/*.json")
    moved = folder / "session" / "a-moved" / file.name
    moved.parent.mkdir()
    moved.write_text(json.dumps({**json.loads(file.read_text()), "title": "Moved"}))
    for written, (earlier, later) in (("Moved", (file, moved)), ("Till", (moved, file))):
        os.utime(earlier, (1, 1))
        os.utime(later, (2, 2))
        (session,) = read_all(OpenCodeFiles(), folder)
        assert (session.key, session.title, str(session.reading.ending)) == ("ses_1", written, "finished")
        assert len(OpenCodeFiles().items(place_of(folder), "ses_1", 0, 9)[0]) == 2


def test_the_timeline_of_a_session_is_found_by_a_name_that_is_no_text(tmp_path: Path) -> None:
    folder = _files(tmp_path / "storage", [USER, DONE])
    (file,) = (folder / "session").glob("*/*.json")
    named = os.fsdecode(b"ses_\xe9")
    file.rename(file.with_name(f"{named}.json"))
    (folder / "message" / "ses_1").rename(folder / "message" / named)
    (session,) = read_all(OpenCodeFiles(), folder)
    assert session.key == "ses_\\xe9"
    assert len(OpenCodeFiles().items(place_of(folder), session.key, 0, 9)[0]) == 2
