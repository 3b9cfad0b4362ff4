"""Fixtures of the window's tests: a store in memory, a clock that tests turn, and the real window over both."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.gui.fakes import FakeStore

from pausedesk.core.model.views import RequestView
from pausedesk.gui.app import make_application
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.card import card_reader
from pausedesk.gui.card.prepared import PreparedRequest, prepare_request
from pausedesk.gui.context import Context
from pausedesk.gui.crash import CrashReporter
from pausedesk.gui.main_window import MainWindow
from pausedesk.gui.ports import BackendPort
from pausedesk.gui.tasks import Tasks

WAIT_MS = 20_000


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    def pass_grace(self) -> None:
        self.now += 1.0


@dataclass
class Opened:
    """The window under test and what it stands on."""

    window: MainWindow
    bridge: StoreBridge
    clock: Clock
    crashes: CrashReporter
    qtbot: QtBot

    def until(self, test: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(test, timeout=WAIT_MS)

    def until_card(self, session: str) -> None:
        """Wait for the session's card, then let its first moment pass."""
        card = self.window.card
        self.until(lambda: card.prepared is not None and card.prepared.card.row.session == session)
        self.clock.pass_grace()

    def until_seen(self) -> None:
        self.until(lambda: self.window.card.footer.approve.isEnabled())

    def click(self, button: QWidget) -> None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def double_click(self, button: QWidget) -> None:
        QTest.mouseDClick(button, Qt.MouseButton.LeftButton)

    def key(self, widget: QWidget, key: str | Qt.Key) -> None:
        if isinstance(key, str):
            key = Qt.Key.Key_Question if key == "?" else Qt.Key[f"Key_{key.upper()}"]
        QTest.keyClick(widget, key)

    def type(self, widget: QWidget, text: str) -> None:
        QTest.keyClicks(widget, text)


OpenDesk = Callable[[BackendPort], Opened]


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def open_desk(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenDesk]:
    opened: list[Opened] = []
    make_application([])

    def open_it(backend: BackendPort) -> Opened:
        tasks = Tasks()
        bridge = StoreBridge(backend, tasks)
        crashes = CrashReporter()
        tasks.failed.connect(crashes.report)
        clock = Clock()
        settings = QSettings(str(tmp_path / "desk.ini"), QSettings.Format.IniFormat)
        window = MainWindow(Context(bridge, "mira", tmp_path / "store.db", settings, clock), crashes)
        qtbot.addWidget(window)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        # Shortcuts and focus belong to the active window only.
        qtbot.waitUntil(window.isActiveWindow, timeout=WAIT_MS)
        window.start()
        one = Opened(window, bridge, clock, crashes, qtbot)
        opened.append(one)
        return one

    yield open_it
    for one in opened:
        one.window.close()


@pytest.fixture
def session_bus(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A D-Bus of this test's own, which its children see too."""
    program = shutil.which("dbus-run-session")
    if program is None:
        pytest.skip("no dbus-run-session here (Debian: dbus)")
    # It ends its bus with the program that it runs, which ends with its input.
    saying = 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null'
    with subprocess.Popen(
        [program, "--", "sh", "-c", saying],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as started:
        assert started.stdin is not None
        assert started.stdout is not None
        address = started.stdout.readline().strip()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        yield address
        started.stdin.close()


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Long values are made ready once it is set."""
    go_on = threading.Event()

    def waits(view: RequestView) -> PreparedRequest:
        assert go_on.wait(60)
        return prepare_request(view)

    monkeypatch.setattr(card_reader, "prepare_request", waits)
    return go_on
