"""The command of a session's own program: what is offered, what is refused, and the terminal in which it runs."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from pausedesk.core.errors import EnvironmentFault
from pausedesk.core.model.foreign import ForeignSession, OwnCommand, Reading
from pausedesk.core.model.states import Ending
from pausedesk.core.rules.own_command import own_command
from pausedesk.core.run.terminal import open_terminal


def _session(key: str, folder: str, *before: str) -> ForeignSession:
    command = (*(before or ("claude", "--resume")), key)
    reading = Reading(Ending.FINISHED, "certain", "", "")
    return ForeignSession(key, "", folder, "", "", None, None, reading, command=command)


def test_it_is_offered_with_its_folder_as_a_line_for_a_shell() -> None:
    found = own_command(_session("s-1", "/srv/my shop"), folder_there=True)
    assert found == OwnCommand(
        ("claude", "--resume", "s-1"),
        "/srv/my shop",
        "cd '/srv/my shop' && claude --resume s-1",
        False,
        "Its own program goes on with it: claude --resume s-1, in /srv/my shop.",
    )


@pytest.mark.parametrize("command", [("codex", "resume"), ("opencode", "--session"), ("gemini", "--resume")])
def test_the_command_of_each_program_is_offered(command: tuple[str, ...]) -> None:
    found = own_command(_session("s1", "/srv", *command), folder_there=True)
    assert found is not None
    assert found.argv == (*command, "s1")


@pytest.mark.parametrize(
    "key",
    ["--dangerously-skip-permissions", "-x", "a b", "a;reboot", "$(reboot)", "", "a\n", "é", "a/../b", "x" * 300],
)
def test_what_is_no_id_is_never_part_of_a_command(key: str) -> None:
    assert own_command(_session(key, "/srv"), folder_there=True) is None
    assert own_command(_session(key, "/srv", "codex", "resume"), folder_there=True) is None


@pytest.mark.parametrize("folder", ["srv", "", "~", "/srv\n/x", "/srv\u202e", "-x", "/srv/\x1b[0m"])
def test_a_folder_that_is_no_plain_path_is_not_gone_into(folder: str) -> None:
    found = own_command(_session("s1", folder), folder_there=True)
    assert found is not None
    assert (found.folder, found.line, found.missing) == ("", "claude --resume s1", False)


def test_a_folder_that_is_gone_is_said() -> None:
    found = own_command(_session("s1", "/srv/gone"), folder_there=False)
    assert found is not None
    assert found.missing
    assert "not there any more" in found.sentence


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that write down how they were called, alone on the PATH but for the shell's own."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.delenv("TERMINAL", raising=False)
    return folder


def _program(folder: Path, name: str, script: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


def test_a_terminal_is_opened_in_the_folder_and_the_program_called_there(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "a folder"
    here.mkdir()
    told = tmp_path / "told"
    os.mkfifo(told)
    # As a terminal does: what stands after -e is called, with the keyboard as its input.
    _program(programs, "myterm", 'shift; exec "$@" < /dev/null')
    _program(programs, "claude", f'printf "%s|" "$PWD" "$@" > {told}')
    monkeypatch.setenv("TERMINAL", "myterm")
    open_terminal(OwnCommand(("claude", "--resume", "s1"), str(here), "", False, ""))
    assert told.read_text() == f"{here}|--resume|s1|"


def test_a_folder_cannot_put_a_program_of_its_own_in_the_place_of_one(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "-x $(reboot) 'a' \"b\""
    here.mkdir()
    told = tmp_path / "told"
    os.mkfifo(told)
    for name in ("myterm", "claude", "sh"):
        _program(here, name, f"echo hostile > {told}")
    _program(programs, "myterm", 'shift; exec "$@" < /dev/null')
    _program(programs, "claude", f'printf "%s|" "$PWD" "$@" > {told}')
    monkeypatch.setenv("TERMINAL", "myterm")
    monkeypatch.chdir(programs)
    monkeypatch.setenv("PATH", ".:/usr/bin:/bin")
    open_terminal(OwnCommand(("claude", "--resume", "s1"), str(here), "", False, ""))
    assert told.read_text() == f"{here}|--resume|s1|"


@pytest.mark.parametrize(("name", "before"), [("gnome-terminal", "--"), ("kitty", "/bin/sh"), ("myterm", "-e")])
def test_a_terminal_that_a_person_chose_is_called_as_it_is_known(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, before: str
) -> None:
    told = tmp_path / "told"
    os.mkfifo(told)
    _program(programs, name, f'printf %s "$1" > {told}')
    _program(programs, "claude", "exit 0")
    monkeypatch.setenv("TERMINAL", str(programs / name))
    open_terminal(OwnCommand(("claude", "--resume", "s1"), str(tmp_path), "", False, ""))
    assert told.read_text() == before


@pytest.mark.parametrize("folder", ["/" + "x" * 5000, "/dev/null", "/dev/null/x", "/srv\0x"])
def test_a_folder_that_cannot_be_one_is_one_sentence(programs: Path, folder: str) -> None:
    _program(programs, "claude", "exit 0")
    with pytest.raises(EnvironmentFault) as fault:
        open_terminal(OwnCommand(("claude", "--resume", "s1"), folder, "", False, ""))
    assert fault.value.code == "folder-missing"


@pytest.mark.parametrize(
    ("folder", "program", "code"),
    [("gone", "claude", "folder-missing"), ("", "no-such-program-here", "no-program"), ("", "claude", "no-terminal")],
)
def test_what_keeps_it_from_opening_is_one_sentence(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str, program: str, code: str
) -> None:
    _program(programs, "claude", "exit 1")
    monkeypatch.setenv("PATH", str(programs))
    command = OwnCommand((program, "--resume", "s1"), str(tmp_path / folder) if folder else "", "", False, "")
    with pytest.raises(EnvironmentFault) as fault:
        open_terminal(command)
    assert fault.value.code == code
