"""Message histories of Pydantic AI: the endings row by row, and whatever may be wrong with a file."""

from __future__ import annotations

import json
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import (
    broken_document,
    counted,
    cuts,
    damaged,
    flips,
    prompt,
    read_all,
    request,
    response,
    returned,
    said,
    swaps,
    tool_use,
)

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.pydantic_ai import PydanticAI, PydanticAIRuns
from pausedesk.core.rules.resume import ResumeKind, classify_resume

ASKED = request(prompt("clean\nthe logs"))
CALLED = response(tool_use("rm", {"path": "/srv"}))
BACK = request(returned("rm", "3 files"))
RETRIED = request(returned("rm", "no", kind="retry-prompt"))
DONE = response(said("Done."), finish_reason="stop")


def _read(tmp_path: Path, history: Any) -> Any:
    file = tmp_path / "history.json"
    file.write_text(json.dumps(history))
    importer = sniffed(place_of(file))
    assert isinstance(importer, PydanticAI)
    (session,) = read_all(importer, file)
    return session


@pytest.mark.parametrize(
    ("history", "ending", "confidence", "stopped_by"),
    [
        ([ASKED], "user_unanswered", "certain", "process"),
        ([ASKED, CALLED], "waiting_approval", "probable", "unknown"),
        ([ASKED, CALLED, BACK], "response_cut_off", "probable", "process"),
        (
            [ASKED, CALLED, request(returned("rm", "no", kind="retry-prompt"))],
            "response_cut_off",
            "probable",
            "process",
        ),
        ([ASKED, CALLED, BACK, DONE], "finished", "certain", ""),
        ([ASKED, response(said("Done."))], "finished", "probable", ""),
        ([ASKED, response(said("Once upon"), finish_reason="length")], "output_limit", "certain", "process"),
        ([ASKED, response(said("No."), finish_reason="content_filter")], "refused", "certain", "process"),
        ([ASKED, response(finish_reason="error")], "api_error", "certain", "process"),
        ([ASKED, response(said("Once"), state="interrupted")], "response_cut_off", "certain", "unknown"),
        ([ASKED, response()], "response_cut_off", "guess", "unknown"),
        ([ASKED, DONE, {"kind": "request"}], "unreadable", "certain", ""),
        ([ASKED, DONE, "?"], "unreadable", "certain", ""),
    ],
)
def test_how_a_history_ended(tmp_path: Path, history: Any, ending: str, confidence: str, stopped_by: str) -> None:
    reading = _read(tmp_path, history).reading
    assert (str(reading.ending), reading.confidence, reading.stopped_by) == (ending, confidence, stopped_by)


def test_what_waits_has_its_tool_and_its_arguments(tmp_path: Path) -> None:
    both = response(tool_use("rm", '{"path": "/srv"}'), tool_use("mail", "not JSON", "c2"), tool_use("look", {}, "c3"))
    session = _read(tmp_path, [ASKED, both, request(returned("look", "x", "c3"))])
    assert [(call.call, call.tool, call.arguments) for call in session.waiting] == [
        ("c1", "rm", {"path": "/srv"}),
        ("c2", "mail", "not JSON"),
    ]
    assert (session.title, session.model, session.messages) == ("clean", "m", 3)
    point = classify_resume(session.tail)
    assert (point.kind, [call.id for call in point.unanswered]) == (ResumeKind.RECOVER_TOOLS, ["c1", "c2"])


def test_a_message_that_is_not_understood_is_shown_raw_and_named(tmp_path: Path) -> None:
    file = tmp_path / "history.json"
    file.write_text(json.dumps([ASKED, {"kind": "notice", "x": 1}, DONE]))
    (session,) = read_all(PydanticAI(), file)
    assert session.faults == ("Message 1 is none of Pydantic AI's.",)
    items, total = PydanticAI().items(place_of(file), "history", 0, 10)
    assert [(item.kind, item.text) for item in items] == [
        ("user", "clean\nthe logs"),
        ("raw", '{"kind": "notice", "x": 1}'),
        ("assistant", "Done."),
    ]
    assert total == 3
    assert PydanticAI().items(place_of(file), "history", 1, 1)[0] == items[1:2]


def test_no_damage_makes_a_history_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    history = [ASKED, CALLED, BACK]
    content = json.dumps(history).encode()
    contents = [*cuts(content), *flips(content, random.Random(1), 500)]
    contents += [json.dumps(swapped).encode() for swapped in swaps(history)]
    contents += [b"\xef\xbb\xbf" + content, content.replace(b" ", b"\r\n"), b"[" * 10_000, b'[{"parts":' * 10_000]
    endings, wrong = damaged(PydanticAI(), tmp_path / "damaged.json", iter(contents), lambda content: False)
    told(
        f"damaged histories of Pydantic AI: {len(contents)}, " + ", ".join(f"{n} {name}" for name, n in endings.items())
    )
    assert wrong == []
    assert endings.total() == len(contents)
    assert endings["unreadable"] >= len(content)


def _runs(path: Path, rows: Sequence[tuple[Any, Any]]) -> Path:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE runs (id TEXT PRIMARY KEY, messages BLOB, pending TEXT, status TEXT)")
        for number, (messages, pending) in enumerate(rows):
            body = messages if isinstance(messages, bytes) else json.dumps(messages).encode()
            row = (f"r{number}", body, None if pending is None else json.dumps(pending))
            database.execute("INSERT INTO runs VALUES (?, ?, ?, 'paused')", row)
    return path


def test_the_requests_of_a_run_say_what_waits_in_it(tmp_path: Path) -> None:
    both = response(tool_use("rm", {"path": "/srv"}), tool_use("mail", {}, "c2"))
    approval = {"tool_name": "rm", "args": {"path": "/srv"}, "tool_call_id": "c1"}
    external = {"tool_name": "mail", "args": {}, "tool_call_id": "c2"}
    rows = [
        ([ASKED, both], {"calls": [external], "approvals": [approval]}),
        ([ASKED, both], {"calls": [external], "approvals": []}),
        ([ASKED, both], None),
        ([ASKED, CALLED, BACK, DONE], {"approvals": [approval]}),
        (b"{", {"approvals": [approval]}),
    ]
    file = _runs(tmp_path / "runs.db", rows)
    assert isinstance(sniffed(place_of(file)), PydanticAIRuns)
    found = read_all(PydanticAIRuns(), file)
    assert [
        (str(one.reading.ending), one.reading.confidence, [call.call for call in one.waiting]) for one in found
    ] == [
        ("waiting_approval", "certain", ["c1"]),
        ("tools_interrupted", "probable", []),
        ("waiting_approval", "probable", ["c1", "c2"]),
        ("finished", "certain", []),
        ("unreadable", "certain", []),
    ]
    items, total = PydanticAIRuns().items(place_of(file), "r0", 0, 10)
    assert ([item.kind for item in items], total) == (["user", "call", "call"], 3)


def test_no_damage_makes_a_waiting_run_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    history, pending = [ASKED, CALLED], {"approvals": [{"tool_name": "rm", "tool_call_id": "c1"}]}
    rows: list[tuple[Any, Any]] = [(content, pending) for content in broken_document(history, 9, 100)]
    rows += [(history, swapped) for swapped in swaps(pending)]
    found = read_all(PydanticAIRuns(), _runs(tmp_path / "runs.db", rows))
    told(counted("runs of Pydantic AI", Counter(str(one.reading.ending) for one in found)))
    assert len(found) == len(rows)
    assert [one.key for one in found if one.reading.ending == "finished"] == []
