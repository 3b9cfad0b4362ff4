"""Provider keys in the system's real keyring: a session bus and gnome-keyring-daemon of this test's own.

Kept by a command and by the window, read by a run, and written nowhere else.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import keyring
import pytest
import secretstorage
from keyring.backends import SecretService
from PySide6.QtCore import Qt
from tests.core.support import Bench, call, until
from tests.gui.conftest import OpenDesk
from tests.gui.fakes import FakeStore
from tests.gui.surfaces import texts_of

VALUE = "sk-live-0123456789abcdef"
OTHER = "sk-live-fedcba9876543210"
# The environment of the tests names a keyring that cannot be used.
REAL = {"PYTHON_KEYRING_BACKEND": "keyring.backends.SecretService.Keyring"}

AGENT = """
import os
from pathlib import Path
from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel

at_hand = [os.environ.get(name, "") for name in ("ACME_API_KEY", "SHOP_API_KEY")]
agent = Agent(TestModel(call_tools=[]))

@agent.instructions
def told() -> str:
    later = [os.environ.get(name) for name in ("ACME_API_KEY", "SHOP_API_KEY")]
    Path("seen.txt").write_text(f"{[value[-3:] for value in at_hand]} {later}")
    return "x"
"""


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """A home for the daemon, the commands and the window."""
    root = tmp_path / "bench"
    root.mkdir()
    made = Bench(root)
    for name, value in made.environment().items():
        monkeypatch.setenv(name, value)
    yield made
    made.close()


def _service(arguments: list[str], given: str) -> Iterator[None]:
    program = shutil.which("gnome-keyring-daemon")
    if program is None:
        pytest.skip("no gnome-keyring-daemon here (Debian: gnome-keyring)")
    with subprocess.Popen(
        [program, "--foreground", "--components=secrets", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as daemon:
        assert daemon.stdin is not None
        daemon.stdin.write(given)
        daemon.stdin.close()
        try:
            until(_on_the_bus, "the Secret Service is on the bus")
            keyring.set_keyring(SecretService.Keyring())  # type: ignore[no-untyped-call]
            yield
        finally:
            daemon.terminate()


def _on_the_bus() -> bool:
    with closing(secretstorage.dbus_init()) as bus:
        return bool(secretstorage.check_service_availability(bus))


@pytest.fixture
def unlocked(bench: Bench, session_bus: str) -> Iterator[None]:
    """The keyring as it is after a login."""
    yield from _service(["--unlock"], "the password of the login")


@pytest.fixture
def locked(bench: Bench, session_bus: str) -> Iterator[None]:
    """A keyring that nobody unlocked, and no window to ask for its password in."""
    yield from _service([], "")


def files_with(bench: Bench, *values: str) -> list[Path]:
    """The files under this test's folder in which one of the values stands; the daemon's own are encrypted."""
    return [
        path
        for path in bench.root.rglob("*")
        if path.is_file()
        and any(value.encode() in path.read_bytes() for value in values)
        # What the test typed, on the standard input of a command.
        and path.name != "in"
    ]


def test_a_key_kept_by_a_command_is_read_by_a_run_and_stands_nowhere_else(bench: Bench, unlocked: None) -> None:
    bench.agent_file.write_text(AGENT, encoding="utf-8")
    said = bench.cli("secrets", "set", "ACME_API_KEY", given=f"{VALUE}\n", environment=REAL)
    assert (said.code, said.json) == (0, {"secret": "ACME_API_KEY"})
    assert keyring.get_password("pausedesk", "ACME_API_KEY") == VALUE
    assert bench.cli("secrets", "list", environment=REAL).json == {"secrets": ["ACME_API_KEY"]}
    assert bench.cli("run", "bench:agent", "go", environment=REAL).code == 0
    # At hand while the agent was loaded, and not inherited by what starts later.
    assert bench.lines("seen.txt") == ["['def', ''] [None, None]"]
    assert files_with(bench, VALUE) == []
    assert bench.cli("secrets", "remove", "ACME_API_KEY", environment=REAL).code == 0
    assert bench.cli("secrets", "list", environment=REAL).json == {"secrets": []}
    assert keyring.get_password("pausedesk", "ACME_API_KEY") is None


def test_keys_kept_by_the_window_and_by_a_command_are_both_there_for_a_run(
    bench: Bench, unlocked: None, store: FakeStore, open_desk: OpenDesk
) -> None:
    bench.agent_file.write_text(AGENT, encoding="utf-8")
    assert bench.cli("secrets", "set", "ACME_API_KEY", given=f"{VALUE}\n", environment=REAL).code == 0
    desk = open_desk(store)
    desk.window.show_settings()
    dialog = desk.window._settings
    assert dialog is not None
    desk.until(lambda: dialog.keys.itemData(0) == "ACME_API_KEY")
    desk.type(dialog.key_name, "SHOP_API_KEY")
    desk.type(dialog.key_value, OTHER)
    desk.key(dialog.key_value, Qt.Key.Key_Return)
    desk.until(lambda: dialog.keys.count() == 2)
    assert bench.cli("secrets", "list", environment=REAL).json == {"secrets": ["ACME_API_KEY", "SHOP_API_KEY"]}
    assert bench.cli("run", "bench:agent", "go", environment=REAL).code == 0
    assert bench.lines("seen.txt") == ["['def', '210'] [None, None]"]
    assert files_with(bench, VALUE, OTHER) == []
    assert [where for where, text in texts_of(dialog) if OTHER in text or VALUE in text] == []


def test_a_locked_keyring_is_a_sentence_and_runs_go_on_without_it(bench: Bench, locked: None) -> None:
    bench.agent_file.write_text(AGENT, encoding="utf-8")
    said = bench.cli("secrets", "set", "ACME_API_KEY", given=f"{VALUE}\n", environment=REAL)
    assert (said.code, said.json["code"]) == (8, "no-keyring")
    assert VALUE not in said.out + said.err
    assert bench.cli("run", "bench:agent", "go", environment=REAL).code == 0
    assert bench.lines("seen.txt") == ["['', ''] [None, None]"]
    checks = {one["check"]: one for one in bench.cli("doctor", environment=REAL).json["checks"]}
    assert not checks["keyring"]["ok"]
    assert "Unlock it" in checks["keyring"]["text"]


def test_a_question_sealed_under_its_key_waits_while_the_keyring_is_locked(bench: Bench, unlocked: None) -> None:
    bench.script([call("append", "hello")], "understood")
    asked = bench.cli("run", "bench:agent", "go", environment=REAL)
    approve = ("answer", asked.json["session"], "--approve", "--request", asked.json["waiting"][0]["request"])
    with closing(secretstorage.dbus_init()) as bus:
        secretstorage.get_default_collection(bus).lock()
    said = bench.cli(*approve, environment=REAL)
    assert (said.code, said.json["code"]) == (8, "seal-not-checked")
    assert bench.lines() == []
