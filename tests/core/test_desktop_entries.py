"""Start at login and links that open here: the files that a desktop reads, and the settings that say what it does."""

from __future__ import annotations

import json
import shlex
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pausedesk.core import settings
from pausedesk.core.cli import main
from pausedesk.core.run.desktop_entries import ENTRIES, exec_line
from pausedesk.core.run.preferences import as_they_are


@pytest.fixture(autouse=True)
def folders_of_one_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}/config")
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/data")


@pytest.fixture
def xdg_mime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in its place, which ends with what stands in `code`; what it was called with is in `called`."""
    folder = tmp_path / "bin"
    folder.mkdir()
    program = folder / "xdg-mime"
    program.write_text(f'#!/bin/sh\necho "$@" >>{folder}/called\nexit $(cat {folder}/code)\n', encoding="utf-8")
    program.chmod(0o700)
    (folder / "code").write_text("0", encoding="utf-8")
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    return folder


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["/usr/bin/python3", "-P"], "/usr/bin/python3 -P"),
        (["/home/a b/python", "%u"], '"/home/a b/python" %u'),
        (["100%"], '"100%%"'),
        (['a"b'], r'"a\\"b"'),
        (["$HOME`x`"], r'"\\$HOME\\`x\\`"'),
        (["a\\b"], r'"a\\\\b"'),
    ],
)
def test_a_command_is_quoted_as_the_specification_has_it(words: list[str], line: str) -> None:
    assert exec_line(words) == line
    # Its own reader takes one level of backslashes first, and then quotes as a shell has them.
    once = line.replace("\\\\", "\\").replace("%%", "%")
    said = subprocess.run(["sh", "-c", f"printf '%s\\n' {once}"], capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == words


def test_the_window_starts_at_login_where_that_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    file = ENTRIES["start_at_login"].file
    assert not as_they_are().start_at_login
    assert main(["settings", "set", "start_at_login", "on"]) == 0
    lines = dict(line.split("=", 1) for line in file.read_text(encoding="utf-8").splitlines()[1:])
    assert shlex.split(lines["Exec"]) == [sys.executable, "-P", "-m", "pausedesk.core.cli", "desk"]
    assert Path(lines["Icon"]).is_file()
    assert file.parent.name == "autostart"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert as_they_are().start_at_login
    assert main(["settings", "reset", "start_at_login"]) == 0
    assert (file.exists(), as_they_are().start_at_login) == (False, False)


def test_what_the_person_did_in_the_desktop_itself_is_what_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "set", "start_at_login", "on"]) == 0
    file = ENTRIES["start_at_login"].file
    off = file.read_text(encoding="utf-8")
    for changed in ("Hidden=true\n", "X-GNOME-Autostart-enabled=false\n"):
        file.write_text(off + changed, encoding="utf-8")
        assert not as_they_are().start_at_login
    file.unlink()
    capsys.readouterr()
    assert main(["settings", "list", "--json"]) == 0
    listed = {one["name"]: one["value"] for one in json.loads(capsys.readouterr().out)["settings"]}
    assert listed["start_at_login"] is False


def test_links_are_given_to_the_window_and_taken_from_it(xdg_mime: Path) -> None:
    file = ENTRIES["open_links"].file
    assert main(["settings", "set", "open_links", "on"]) == 0
    assert "MimeType=x-scheme-handler/pausedesk;\n" in file.read_text(encoding="utf-8")
    assert (xdg_mime / "called").read_text() == f"default {file.name} x-scheme-handler/pausedesk\n"
    assert as_they_are().open_links
    assert main(["settings", "set", "open_links", "off"]) == 0
    assert not file.exists()


def test_where_the_system_cannot_nothing_is_kept_and_it_is_said(
    xdg_mime: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(name: str) -> str:
        assert main(["--json", "settings", "set", name, "on"]) == 8
        told = capsys.readouterr()
        assert (told.err.count("\n"), getattr(settings.load(), name)) == (1, False)
        assert not ENTRIES[name].file.is_file()
        return str(json.loads(told.out)["code"])

    (xdg_mime / "code").write_text("4", encoding="utf-8")
    assert refused("open_links") == "desktop-not-told"
    monkeypatch.setenv("PATH", str(xdg_mime / "none"))
    assert refused("open_links") == "no-xdg-mime"
    file = ENTRIES["start_at_login"].file
    file.parent.parent.mkdir(parents=True, exist_ok=True)
    file.parent.write_text("no folder", encoding="utf-8")
    assert refused("start_at_login") == "desktop-not-told"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert [refused(name) for name in ENTRIES] == ["not-on-this-system"] * 2


@pytest.mark.skipif(shutil.which("xdg-mime") is None, reason="no xdg-mime here (Debian: xdg-utils)")
def test_the_desktop_s_own_program_knows_the_link_s_program() -> None:
    assert main(["settings", "set", "open_links", "on"]) == 0
    asked = ["xdg-mime", "query", "default", "x-scheme-handler/pausedesk"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    assert found.strip() == ENTRIES["open_links"].file.name
