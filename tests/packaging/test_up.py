"""What packaging/up.py decides, and what it does with an environment whose programs are stand-ins."""

from __future__ import annotations

import importlib.util
import json
import os
import stat
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
UP = ROOT / "packaging" / "up.py"


@pytest.fixture
def up() -> ModuleType:
    # By its path: `packaging` is the name of a library, and must stay that.
    spec = importlib.util.spec_from_file_location("pausedesk_up", UP)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def clone(up: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty clone: the paths of `up` lead into it."""
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    for folder in ("core", "gui", "resources"):
        (tmp_path / "packaging" / "dev" / "pausedesk" / folder).mkdir(parents=True)
    monkeypatch.setattr(up, "ROOT", tmp_path)
    monkeypatch.setattr(up, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(up, "LINKS", tmp_path / "packaging" / "dev" / "pausedesk")
    monkeypatch.setattr(up, "provide_packages", lambda *_: None)
    return tmp_path


def _program(file: Path, body: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{body}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


# --- decisions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "variables", "shown"),
    [
        ("Linux", {}, False),
        ("Linux", {"DISPLAY": ""}, False),
        ("Linux", {"DISPLAY": ":0"}, True),
        ("Linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("Darwin", {}, True),
    ],
)
def test_a_window_is_shown_where_there_is_a_display(
    up: ModuleType, system: str, variables: dict[str, str], shown: bool
) -> None:
    assert up.has_display(system, variables) is shown


def test_the_fingerprint_changes_with_the_project_the_python_and_the_place(up: ModuleType) -> None:
    prints = {
        up.fingerprint(b"a", "3.11", "/one"),
        up.fingerprint(b"b", "3.11", "/one"),
        up.fingerprint(b"a", "3.12", "/one"),
        up.fingerprint(b"a", "3.11", "/two"),
    }
    assert len(prints) == 4
    assert up.fingerprint(b"a", "3.11", "/one") in prints


@pytest.mark.parametrize(
    ("stamp", "parts"),
    [
        (None, set()),
        ("", set()),
        ("{", set()),
        ("[]", set()),
        ('{"fingerprint": "other", "part": "test"}', set()),
        ('{"fingerprint": "f"}', set()),
        ('{"fingerprint": "f", "part": "unheard of"}', set()),
        ('{"fingerprint": "f", "part": "desk"}', {"desk"}),
        ('{"fingerprint": "f", "part": "test"}', {"desk", "test"}),
    ],
)
def test_a_stamp_vouches_for_what_it_names_and_nothing_else(up: ModuleType, stamp: str | None, parts: set[str]) -> None:
    assert up.installed_parts(stamp, "f") == parts


def test_programs_of_the_environment_see_it_first_and_no_foreign_modules(up: ModuleType) -> None:
    outside = {"PATH": "/usr/bin", "PYTHONPATH": "/elsewhere", "PYTHONHOME": "/x", "HOME": "", "PIP_INDEX_URL": "u"}
    variables = up.child_variables(outside, Path("/clone/.venv"))
    assert variables["PATH"].split(os.pathsep) == ["/clone/.venv/bin", "/usr/bin"]
    assert variables["PIP_INDEX_URL"] == "u"
    assert not {"PYTHONPATH", "PYTHONHOME", "HOME"} & set(variables)


def test_debian_packages_count_under_both_of_their_names(up: ModuleType) -> None:
    status = "installed libgl1\nnot-installed libegl1\ninstalled libglib2.0-0t64\nconfig-files xvfb\n"
    assert up.missing_packages(["libgl1", "libegl1", "libglib2.0-0", "xvfb"], status) == ["libegl1", "xvfb"]


@pytest.mark.parametrize(
    ("output", "line"),
    [
        ("", "it said nothing"),
        ("a\nb\n\n", "b"),
        ("WARNING: x\nERROR: no such thing\nhint: y\n", "ERROR: no such thing"),
        ("WARNING: Retrying: NewConnectionError('x')\nERROR: none", "the package index could not be reached"),
        ("Reading\nE: Unable to locate package x\nbye", "E: Unable to locate package x"),
    ],
)
def test_the_line_that_says_why_is_found(up: ModuleType, output: str, line: str) -> None:
    assert up.last_complaint(output) == line


def test_checks_run_in_their_order_whatever_order_they_are_asked_in(up: ModuleType) -> None:
    assert up.selected_checks([]) == ["ruff", "format", "mypy", "pyright", "imports", "pytest"]
    assert up.selected_checks(["pytest", "ruff"]) == ["ruff", "pytest"]


def test_what_follows_two_dashes_goes_to_pytest(up: ModuleType) -> None:
    arguments = up.parse(["test", "--only", "pytest", "--", "-x", "--", "tests/core"])
    assert arguments.only == ["pytest"]
    assert arguments.pytest_arguments == ["-x", "--", "tests/core"]


@pytest.mark.parametrize(
    "words", [[], ["fly"], ["desk", "--only", "ruff"], ["test", "--only", "fly"], ["desk", "--", "-x"], ["test", "-x"]]
)
def test_words_that_make_no_sense_get_one_sentence(
    up: ModuleType, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert up.main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1
    assert "up.py --help" in said.err


# --- the machine -----------------------------------------------------------------------------------------------------


def test_an_older_python_is_told_so_in_one_sentence() -> None:
    old = "import runpy, sys; sys.version_info = (3, 9, 2); runpy.run_path(sys.argv[1], run_name='__main__')"
    run = subprocess.run([sys.executable, "-c", old, UP], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.startswith("Pausedesk needs Python 3.11 or newer")
    assert len(run.stderr.splitlines()) == 1


def test_it_starts_from_any_folder_with_nothing_but_a_path(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, UP, "--help"],
        cwd=tmp_path,
        env={"PATH": os.defpath},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0
    assert "desk" in run.stdout
    assert "test" in run.stdout


def test_windows_is_refused_honestly(
    up: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(up.platform, "system", lambda: "Windows")
    assert up.main(["desk"]) == 8
    assert "WSL" in capsys.readouterr().err


def test_a_clone_without_links_is_refused(up: ModuleType, clone: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (clone / "packaging" / "dev" / "pausedesk" / "gui").rmdir()
    assert up.main(["test"]) == 8
    assert "gui" in capsys.readouterr().err


@pytest.fixture
def debian(up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """A Debian on which of any two packages the second is missing; what apt was asked to install."""
    asked: list[Sequence[str]] = []
    monkeypatch.setattr(up.platform, "system", lambda: "Linux")
    monkeypatch.setattr(up, "has_apt", lambda: True)
    monkeypatch.setattr(up, "debian_missing", lambda wanted: list(wanted[1:]))
    monkeypatch.setattr(up, "apt_install", lambda packages, _clock: asked.append(packages))
    return asked


def test_root_installs_what_is_missing_and_no_more(
    up: ModuleType, debian: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(up, "is_root", lambda: True)
    up.provide_packages(("there", "absent"), "that Qt needs", up.Clock())
    assert debian == [["absent"]]


def test_nothing_is_installed_where_nothing_is_missing(
    up: ModuleType,
    debian: list[Sequence[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(up, "is_root", lambda: True)
    up.provide_packages(("there",), "that Qt needs", up.Clock())
    assert debian == []
    assert "skipped" in capsys.readouterr().out


def test_others_are_told_what_to_install(
    up: ModuleType,
    debian: list[Sequence[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(up, "is_root", lambda: False)
    up.provide_packages(("there", "absent"), "that Qt needs", up.Clock())
    assert debian == []
    assert "sudo apt-get install absent" in capsys.readouterr().out


def test_a_python_without_ensurepip_names_the_package(up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(up.importlib.util, "find_spec", lambda _name: None)
    monkeypatch.setattr(up, "is_root", lambda: False)
    with pytest.raises(up.UpError, match="python3-venv"):
        up.provide_venv(up.Clock())


def test_a_qt_that_does_not_start_names_what_to_install(up: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    reason = "ImportError: libEGL.so.1: cannot open shared object file"
    monkeypatch.setattr(up, "probe_qt", lambda *_: reason)
    monkeypatch.setattr(up.platform, "system", lambda: "Linux")
    for apt, package in ((True, "libegl1"), (False, "mesa-libEGL")):
        monkeypatch.setattr(up, "has_apt", lambda apt=apt: apt)
        with pytest.raises(up.UpError) as refused:
            up.require_qt(Path("python"), {})
        assert "libEGL.so.1" in str(refused.value)
        assert package in str(refused.value)


# --- the environment -------------------------------------------------------------------------------------------------


@pytest.fixture
def installs(up: ModuleType, clone: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """pip's arguments, one list a call; nothing is installed, and an environment works once it was made."""
    calls: list[list[str]] = []

    def make(_clock: object) -> None:
        (clone / ".venv").mkdir(exist_ok=True)
        (clone / ".venv" / "pyvenv.cfg").touch()

    def record(command: Sequence[object], _failure: str) -> None:
        calls.append([str(word) for word in command])

    monkeypatch.setattr(up, "make_environment", make)
    monkeypatch.setattr(up, "environment_works", lambda: (clone / ".venv" / "pyvenv.cfg").is_file())
    monkeypatch.setattr(up, "run_quietly", record)
    return calls


def test_the_second_run_skips_the_installation(
    up: ModuleType, installs: list[list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert up.provide_environment(up.DESK, up.Clock()) is True
    assert len(installs) == 2
    assert up.provide_environment(up.DESK, up.Clock()) is False
    assert len(installs) == 2
    assert "skipped the installation" in capsys.readouterr().out


def test_the_tests_environment_serves_the_desk_but_not_the_other_way(up: ModuleType, installs: list[list[str]]) -> None:
    up.provide_environment(up.DESK, up.Clock())
    assert up.provide_environment(up.TEST, up.Clock()) is True
    assert installs[-1][-4:] == ["--editable", ".[desk]", "--group", "dev"]
    assert up.provide_environment(up.DESK, up.Clock()) is False


def test_a_changed_project_is_installed_again(up: ModuleType, clone: Path, installs: list[list[str]]) -> None:
    up.provide_environment(up.DESK, up.Clock())
    (clone / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    assert up.provide_environment(up.DESK, up.Clock()) is True


def test_an_installation_that_stopped_half_way_starts_again(
    up: ModuleType, clone: Path, installs: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    up.provide_environment(up.DESK, up.Clock())

    def fail(*_: object) -> None:
        raise up.UpError("pip could not")

    with monkeypatch.context() as failing:
        failing.setattr(up, "run_quietly", fail)
        with pytest.raises(up.UpError):
            up.provide_environment(up.TEST, up.Clock())
    assert not (clone / ".venv" / up.STAMP).exists()
    assert up.provide_environment(up.DESK, up.Clock()) is True


def test_a_folder_that_is_no_environment_is_left_alone(up: ModuleType, clone: Path) -> None:
    treasure = clone / ".venv" / "treasure"
    treasure.parent.mkdir()
    treasure.write_text("mine")
    with pytest.raises(up.UpError, match="move it away"):
        up.provide_environment(up.DESK, up.Clock())
    assert treasure.read_text() == "mine"


def test_what_pip_complains_of_is_passed_on_in_one_sentence(up: ModuleType, clone: Path) -> None:
    _program(clone / "pip", "echo WARNING: noise; echo ERROR: No matching distribution; exit 1")
    with pytest.raises(up.UpError) as failed:
        up.run_quietly([clone / "pip"], "pip could not install it")
    assert str(failed.value) == "pip could not install it: ERROR: No matching distribution."


# --- the two commands ------------------------------------------------------------------------------------------------


class StandIns:
    """Programs in the environment that note how they are called, then do as their shell script says."""

    def __init__(self, clone: Path) -> None:
        self._programs = clone / ".venv" / "bin"
        self._log = clone / "calls"

    def add(self, name: str, script: str = "") -> None:
        note = f'"{sys.executable}" -c \'import json, sys; print(json.dumps(sys.argv[1:]))\' {name} "$@"'
        _program(self._programs / name, f'{note} >> "{self._log}"\n{script}')

    def calls(self) -> list[list[str]]:
        return [json.loads(line) for line in self._log.read_text().splitlines()]


@pytest.fixture
def ready(up: ModuleType, clone: Path, monkeypatch: pytest.MonkeyPatch) -> StandIns:
    """An environment that counts as installed and holds no program yet."""
    monkeypatch.setattr(up, "provide_environment", lambda *_: False)
    monkeypatch.setattr(up.platform, "system", lambda: "Linux")
    return StandIns(clone)


def test_all_checks_run_even_where_one_fails(
    up: ModuleType, ready: StandIns, capfd: pytest.CaptureFixture[str]
) -> None:
    for name in ("ruff", "mypy", "pyright", "lint-imports", "pytest"):
        ready.add(name, "exit 3" if name == "mypy" else "")
    assert up.main(["test", "--", "-k", "one two"]) == 1
    assert [call[0] for call in ready.calls()] == ["ruff", "ruff", "mypy", "pyright", "lint-imports", "pytest"]
    assert ready.calls()[-1][-2:] == ["-k", "one two"]
    summary = capfd.readouterr().out.partition("== summary")[2]
    assert "mypy     FAILED (exit 3)" in summary
    assert summary.count(" ok ") == 5


def test_checks_that_pass_exit_with_zero(up: ModuleType, ready: StandIns) -> None:
    ready.add("ruff")
    assert up.main(["test", "--only", "ruff"]) == 0
    assert ready.calls() == [["ruff", "check", "."]]


DEMO = """case "$*" in *--no-window*) echo '{"store": "/data/demo/store.db"}'; exit 0;; esac"""


def test_without_a_display_the_tour_runs_offscreen_and_its_exit_code_is_passed_on(
    up: ModuleType, ready: StandIns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAUSEDESK_STORE", "/somebodys/store.db")
    ready.add("python", f'[ -z "$PAUSEDESK_STORE" ] || exit 99\n{DEMO}\n[ "$QT_QPA_PLATFORM" = offscreen ] && exit 5')
    assert up.main(["desk"]) == 5
    demo, tour = ready.calls()
    assert demo == ["python", "-P", "-m", "pausedesk.core.cli", "--json", "demo", "--no-window"]
    assert tour[2:6] == ["-m", "pausedesk.gui.tour", "--store", "/data/demo/store.db"]
    assert tour[6:] == ["--screenshot", "/data/demo/desk.png"]


def test_with_a_display_the_window_opens_on_the_demo_store(
    up: ModuleType, ready: StandIns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":7")
    ready.add("python", DEMO)
    assert up.main(["desk"]) == 0
    assert ready.calls()[-1][2:] == ["-m", "pausedesk.core.cli", "--store", "/data/demo/store.db", "desk"]
    assert up.main(["desk", "--offscreen", "--screenshot", "/shots/a.png"]) == 0
    assert ready.calls()[-1][-2:] == ["--screenshot", "/shots/a.png"]


def test_a_demo_that_fails_ends_the_command_with_its_exit_code(up: ModuleType, ready: StandIns) -> None:
    ready.add("python", "exit 8")
    assert up.main(["desk"]) == 8
    assert len(ready.calls()) == 1


def test_a_demo_that_does_not_name_its_store_is_said(
    up: ModuleType, ready: StandIns, capfd: pytest.CaptureFixture[str]
) -> None:
    ready.add("python", "echo hello")
    assert up.main(["desk"]) == 1
    assert capfd.readouterr().err == "The demo did not say where its store is.\n"


def test_ctrl_c_ends_without_a_traceback(
    up: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(up, "run_test", interrupted)
    monkeypatch.setattr(up.signal, "signal", lambda *_: None)
    assert up.main(["test"]) == 130
    assert capsys.readouterr().err == "\nstopped\n"


def test_a_reader_that_went_away_is_no_error_of_ours(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    code = f"import runpy, sys; up = runpy.run_path({str(UP)!r}); main = up['main']\n"
    code += "main.__globals__['run_test'] = lambda arguments, clock: clock.say('x' * 99999)\n"
    try:
        run = subprocess.run(
            [sys.executable, "-c", code + "sys.exit(main(['test']))"],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert (run.returncode, run.stderr) == (141, "")


def test_a_full_disk_is_one_sentence(
    up: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "/clone/.venv")

    monkeypatch.setattr(up, "run_test", full)
    assert up.main(["test"]) == 8
    assert capsys.readouterr().err == "No space left on device: /clone/.venv.\n"
