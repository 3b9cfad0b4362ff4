"""`inspect`: what it says of a file of another program, and that it writes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.importers.files import prompt, request, response, said, tool_use

from pausedesk.core.cli import main

WAITING = [request(prompt("clean")), response(tool_use("rm", {"path": "/srv\n  times: 9", "key": "\ud800"}))]


def _said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def test_it_says_how_a_session_ended_what_waits_and_where_it_is_picked_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "history.json"
    file.write_text(json.dumps(WAITING))
    before = [(path.name, path.stat().st_mtime_ns) for path in tmp_path.iterdir()]
    code, out, _ = _said(capsys, "--json", "inspect", str(file))
    assert code == 0
    told = json.loads(out)
    assert told["format"] == "pydantic-ai"
    (one,) = told["sessions"]
    assert (one["session"], one["ending"], one["confidence"], one["stopped_by"]) == (
        "history",
        "waiting_approval",
        "probable",
        "unknown",
    )
    assert one["waiting"] == [
        {"call": "c1", "tool": "rm", "arguments": {"path": "/srv\n  times: 9", "key": "\ud800"}, "question": ""}
    ]
    assert one["resume"]["kind"] == "recover_tools"
    assert one["resume"]["unanswered"] == [{"call": "c1", "tool": "rm"}]
    assert one["answered"] is None
    assert [(path.name, path.stat().st_mtime_ns) for path in tmp_path.iterdir()] == before


def test_a_person_reads_it_as_lines_that_no_file_can_forge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "history.json"
    file.write_text(json.dumps([request(prompt("clean")), response(tool_use("rm\nfinished", "a\nb"))]))
    code, out, _ = _said(capsys, "inspect", str(file))
    assert code == 0
    assert out.splitlines()[:2] == [
        "Pydantic AI (pydantic-ai)",
        "history  waiting_approval (probable, stopped by: unknown)  clean",
    ]
    assert "    It may already have been answered: its own program takes the answer." in out.splitlines()
    assert not {"finished", "b"} & {line.strip() for line in out.splitlines()}


def test_what_is_finished_cannot_be_picked_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "history.json"
    file.write_text(json.dumps([request(prompt("clean")), response(said("Done."), finish_reason="stop")]))
    _, out, _ = _said(capsys, "--json", "inspect", str(file))
    assert json.loads(out)["sessions"][0]["resume"] == {"refused": "completed"}


@pytest.mark.parametrize(
    ("content", "code"), [(b"", "unknown-content"), (b"words", "unknown-content"), (None, "no-such-file")]
)
def test_what_is_no_session_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes | None, code: str
) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    exit_code, out, err = _said(capsys, "--json", "inspect", str(file))
    assert (exit_code, json.loads(out)["code"]) == (2, code)
    assert err == "" or err.count("\n") == 1
