"""What every test stands on: an empty home, no screen, a keyring in memory, no unexpected log record.

The environment is set when this file is loaded, which is before pytest-qt imports Qt; processes that a test
starts inherit it.
"""

from __future__ import annotations

import atexit
import builtins
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, NoReturn

import keyring
import keyring.backend
import keyring.errors
import pytest

# The service that the seals' keys are kept under (core/secrets.py): no module of Pausedesk is imported before the
# environment is set.
SEALS = "pausedesk-seal"

REPOSITORY = Path(__file__).resolve().parents[1]

_FROM_OUTSIDE = ("DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "PAUSEDESK_STORE", "QT_STYLE_OVERRIDE", "WAYLAND_DISPLAY")


def _isolate_environment() -> None:
    home = Path(tempfile.mkdtemp(prefix="pausedesk-tests-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for variable, folder in (
        ("HOME", home),
        ("USERPROFILE", home),
        ("XDG_CACHE_HOME", home / ".cache"),
        ("XDG_CONFIG_HOME", home / ".config"),
        ("XDG_DATA_HOME", home / ".local" / "share"),
        ("XDG_STATE_HOME", home / ".local" / "state"),
        ("XDG_RUNTIME_DIR", home / "run"),
    ):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[variable] = str(folder)
    for variable in list(os.environ):
        if variable in _FROM_OUTSIDE or variable.endswith(("_API_KEY", "_API_TOKEN")):
            del os.environ[variable]
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["LC_ALL"] = "C.UTF-8"
    os.environ["NO_COLOR"] = "1"
    # For processes that a test starts: they must never reach the keyring of whoever runs the tests.
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"


_isolate_environment()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--sweep", action="store_true", help="run the tests marked sweep as well")


_TOLD = "told"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    ended = [report for reports in terminalreporter.stats.values() for report in reports if hasattr(report, "when")]
    lines = {
        (report.nodeid, number): line
        for report in ended
        if report.when == "call"
        for number, (name, line) in enumerate(report.user_properties)
        if name == _TOLD
    }
    if lines:
        terminalreporter.section("what the tests measured")
        for key in sorted(lines):
            terminalreporter.write_line(str(lines[key]))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--sweep"):
        return
    for item in items:
        if item.get_closest_marker("sweep"):
            item.add_marker(pytest.mark.skip(reason="runs with --sweep"))


class MemoryKeyring(keyring.backend.KeyringBackend):
    """A keyring that lives as long as one test; keys of seals stay, as the stores that several tests start from do."""

    seals: ClassVar[dict[tuple[str, str], str]] = {}

    # Without a priority keyring takes it for unusable; nothing chooses it by priority.
    priority = 1.0  # pyright: ignore[reportAssignmentType]  # keyring declares a property, and means a number

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # keyring annotates its methods only in part
        self.passwords: dict[tuple[str, str], str] = dict(self.seals)

    def get_password(self, service: str, username: str) -> str | None:
        return self.passwords.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.passwords[service, username] = password
        if service == SEALS:
            self.seals[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.passwords.pop((service, username), None) is None:
            raise keyring.errors.PasswordDeleteError("no such password")


@pytest.fixture(autouse=True)
def memory_keyring() -> MemoryKeyring:
    """The keyring of this test, empty at its start."""
    backend = MemoryKeyring()
    keyring.set_keyring(backend)
    return backend


@pytest.fixture(scope="session")
def repository() -> Path:
    """The folder that holds pyproject.toml."""
    return REPOSITORY


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of test input kept beside the repository, or where PAUSEDESK_CASES says; skips where it is absent."""
    folder = Path(os.environ.get("PAUSEDESK_CASES") or REPOSITORY.parent.joinpath("shared", "cases"))
    if not folder.is_dir():
        pytest.skip(f"no test input at {folder} (PAUSEDESK_CASES names its folder)")
    return folder


@pytest.fixture
def told(request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Says a line now (seen with -s) and again at the end of the run, from whichever worker the test ran in."""

    def tell(line: str) -> None:
        print(line)
        request.node.user_properties.append((_TOLD, line))

    return tell


@pytest.fixture(autouse=True)
def no_unexpected_log(request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail a test that logs at WARNING or above, unless `@pytest.mark.expected_log(pattern)` names what it logs."""
    yield
    patterns = [re.compile(pattern) for mark in request.node.iter_markers("expected_log") for pattern in mark.args]
    unexpected = [
        f"{record.levelname} {record.name}: {record.getMessage()}"
        for record in [*caplog.get_records("setup"), *caplog.get_records("call"), *caplog.get_records("teardown")]
        if record.levelno >= logging.WARNING and not any(pattern.search(record.getMessage()) for pattern in patterns)
    ]
    if unexpected:
        pytest.fail("unexpected log records:\n" + "\n".join(unexpected), pytrace=False)


@pytest.fixture(autouse=True)
def no_qt_in_core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under tests/core no module of Pausedesk and no test can import Qt."""
    if not request.node.path.is_relative_to(REPOSITORY / "tests" / "core"):
        return
    imported = builtins.__import__

    # Emptying sys.modules of PySide6 would be stricter, but Qt's own binding reads it and crashes.
    def guarded(name: str, globals: Mapping[str, Any] | None = None, *rest: Any, **named: Any) -> Any:
        importer = str((globals or {}).get("__name__", ""))
        if name.partition(".")[0] == "PySide6" and importer.startswith(("pausedesk.", "test_", "tests.")):
            raise ModuleNotFoundError(f"{importer} imports {name}, and the core knows no Qt", name=name)
        return imported(name, globals, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", guarded)


_MODAL_CALLS = {
    "QColorDialog": ("getColor",),
    "QDialog": ("exec", "exec_"),
    "QFileDialog": ("getExistingDirectory", "getOpenFileName", "getOpenFileNames", "getSaveFileName"),
    "QFontDialog": ("getFont",),
    "QInputDialog": ("getDouble", "getInt", "getItem", "getMultiLineText", "getText"),
    "QMessageBox": ("about", "aboutQt", "critical", "exec", "exec_", "information", "question", "warning"),
}


def _refuse_modal(name: str) -> Any:
    # A plain function: a bare Mock in place of a Qt method crashes the process since PySide6 6.10.
    def refuse(*_args: object, **_kwargs: object) -> NoReturn:
        pytest.fail(f"{name} would wait for a person: open() the dialog, or replace the call in the test")

    return refuse


@pytest.fixture(autouse=True, scope="session")
def no_modal_waits() -> Iterator[None]:
    """A dialog that runs an event loop of its own fails the test in place of hanging it."""
    from PySide6 import QtWidgets  # after the environment is set

    with pytest.MonkeyPatch.context() as patch:
        for class_name, methods in _MODAL_CALLS.items():
            for method in methods:
                owner = getattr(QtWidgets, class_name)
                if hasattr(owner, method):
                    patch.setattr(owner, method, _refuse_modal(f"{class_name}.{method}"))
        yield
