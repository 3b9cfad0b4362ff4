"""Which files are compared, and which are not, with the reason."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.core.support import Bench, call

from pausedesk.core.file_diff import LIMIT_BYTES, diff_against_file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "session"
    inside.mkdir()
    (tmp_path / "outside.txt").write_text("secret\n")
    (inside / "a.txt").write_text("".join(f"line {number}\n" for number in range(100)))
    return inside


def test_a_change_far_into_the_file_carries_the_files_own_line_numbers(folder: Path) -> None:
    text = (folder / "a.txt").read_text().replace("line 80\n", "line eighty\n")
    diff = diff_against_file(str(folder), "a.txt", text)
    assert diff.text is not None
    assert diff.text.splitlines()[0] == "@@ -78,7 +78,7 @@"
    assert (diff.added, diff.removed) == (1, 1)


def test_a_file_that_is_not_there_is_all_new(folder: Path) -> None:
    diff = diff_against_file(str(folder), "new.txt", "x\ny\n")
    assert diff.text == "@@ -0,0 +1,2 @@\n+x\n+y"
    assert "does not exist" in diff.why


@pytest.mark.parametrize("path", ["../outside.txt", "/etc/passwd", "sub/../../outside.txt", "", "..", "a\0b"])
def test_a_path_that_leads_out_of_the_folder_is_not_read(folder: Path, path: str) -> None:
    diff = diff_against_file(str(folder), path, "x")
    assert diff.text is None
    assert diff.why


def test_links_folders_pipes_and_large_files_are_not_read(folder: Path) -> None:
    (folder / "link").symlink_to(folder.parent / "outside.txt")
    (folder / "linked").symlink_to(folder.parent)
    os.mkfifo(folder / "pipe")
    (folder / "big").write_bytes(b"x" * (LIMIT_BYTES + 1))
    (folder / "bytes").write_bytes(b"\xff\xfe\x00")
    for path in ("link", "linked/outside.txt", "pipe", "big", "bytes", "."):
        diff = diff_against_file(str(folder), path, "x")
        assert diff.text is None, path
        assert diff.why, path


def test_an_absolute_path_inside_the_folder_is_compared(folder: Path) -> None:
    assert diff_against_file(str(folder), str(folder / "a.txt"), "x\n").text is not None


WRITES = """\
@agent.tool_plain(
    requires_approval=True, metadata={"pausedesk": {"file": {"path": "path", "text": "text"}}}
)
def write(path: str, text: str) -> str:
    \"\"\"Write a file.\"\"\"
    (HERE / path).write_text(text)
    return "written"


"""


def test_show_compares_a_file_edit_with_the_file_as_it_is(bench: Bench) -> None:
    before = "@agent.tool_plain(requires_approval=True)\ndef append_and_die"
    bench.change_agent(before, WRITES + before)
    (bench.folder / "notes.txt").write_text("one\ntwo\nthree\n")
    calls = [
        ["write", {"path": "notes.txt", "text": "one\n2\x1b[2K\u202e\nthree\n"}, "c1"],
        ["write", {"path": "../out.txt", "text": "x"}, "c2"],
        ["write", {"path": "new.txt", "text": "x\npassword=hunter2hunter2\n"}, "c3"],
        call("append", "notes.txt", "c4"),
    ]
    session = bench.paused(calls, "the end").json["session"]
    shown = bench.cli("show", session, json_output=False).out
    assert (
        "  lines of notes.txt, as the file is now: 1 added, 1 removed\n"
        "    | @@ -1,3 +1,3 @@\n    |  one\n    | -two\n    | +2\\u001b[2K\\u202e\n    |  three\n"
    ) in shown
    assert "  lines of ../out.txt, as the file is now\n    The path leads out of the session's folder" in shown
    assert "The file does not exist yet; approving would create it." in shown
    assert "hunter2" not in shown
    assert "+password=hunter2hunter2" in bench.cli("show", session, "--secrets", json_output=False).out
    assert shown.count("as the file is now") == 3
    (bench.folder / "notes.txt").write_text("one\n2\x1b[2K\u202e\nthree\n")
    assert "The file holds this text already." in bench.cli("show", session, json_output=False).out
    bench.cli("answer", session, "--decline", "--all", "--stop")
    assert "as the file is now" not in bench.cli("show", session, json_output=False).out
