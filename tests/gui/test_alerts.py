"""What a person is told outside the window: the tray's number, and notifications over a real session bus."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot
from tests.gui.conftest import WAIT_MS, OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core.settings import Notify
from pausedesk.gui.around.alerts import Alerts
from pausedesk.gui.around.bus import Bus
from pausedesk.gui.around.tray import Tray, with_count

SERVICE = Path(__file__).with_name("notification_service.py")
LATER = 4_000_000_000_000  # asked after any window of today was opened


class Service:
    """The service's process and what it said, read beside the window's own loop."""

    def __init__(self, qtbot: QtBot) -> None:
        self._qtbot = qtbot
        self.process = subprocess.Popen(
            [sys.executable, SERVICE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def said(self) -> dict[str, Any]:
        self._qtbot.waitUntil(lambda: not self._lines.empty(), timeout=WAIT_MS)
        found: dict[str, Any] = json.loads(self._lines.get())
        return found

    def do(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


@pytest.fixture
def service(session_bus: str, qtbot: QtBot) -> Iterator[Service]:
    made = Service(qtbot)
    try:
        assert made.said() == {"call": "ready"}
        yield made
    finally:
        made.end()


@dataclass
class Watched:
    desk: Opened
    alerts: Alerts
    opened: list[object]
    seen: list[bool]


@pytest.fixture
def watched(store: FakeStore, open_desk: OpenDesk) -> Iterator[Watched]:
    desk = open_desk(store)
    seen = [False]
    alerts = Alerts(desk.bridge, seen=lambda: seen[0])
    opened: list[object] = []
    alerts.opened.connect(opened.append)
    yield Watched(desk, alerts, opened, seen)
    alerts.close()


def _ask(store: FakeStore, session: str, tool: str = "refund", line: str = "order 8812") -> None:
    row = make_row(session, what_tool=tool, what_line=line)
    store.put(make_card(row, make_request(f"r-{session}"), asked_at=LATER))


def _answer(store: FakeStore, session: str) -> None:
    card = store.cards[session]
    store.put(replace(card, row=replace(card.row, waiting_count=0)))


def test_a_question_is_told_once_without_its_content_and_taken_back_when_it_is_answered_elsewhere(
    service: Service, store: FakeStore, watched: Watched
) -> None:
    watched.desk.until(lambda: watched.alerts.service)
    _ask(store, "s1")
    told = service.said()
    assert (told["call"], told["title"], told["text"]) == ("show", "Pausedesk", "A session waits for your answer.")
    assert told["hints"] == ["desktop-entry", "suppress-sound", "urgency"]
    store.touch("s1")  # something of it changes, and it still waits
    _answer(store, "s1")
    assert service.said() == {"call": "close", "id": told["id"]}
    _ask(store, "s2")
    assert service.said()["call"] == "show"


def test_what_an_agent_wrote_is_no_markup_there_and_hides_nothing(
    service: Service, store: FakeStore, watched: Watched
) -> None:
    watched.alerts.use(Notify.CONTENT, sound=True)
    watched.desk.until(lambda: watched.alerts.service)
    _ask(
        store,
        "s1",
        "pay\u202e",
        '<img src="file:///etc/passwd"> <a href="http://x">\u200b & Bearer abcdef0123456789abcdef',
    )
    told = service.said()
    assert told["title"] == "pay\\u202e"
    assert told["text"].startswith('&lt;img src="file:///etc/passwd"&gt; &lt;a href="http://x"&gt;\\u200b &amp; Bearer')
    assert "abcdef0123456789" not in told["text"]
    assert told["hints"] == ["desktop-entry", "sound-name", "urgency"]


def test_nothing_is_told_while_the_window_is_seen_or_it_is_off(
    service: Service, store: FakeStore, watched: Watched
) -> None:
    watched.desk.until(lambda: watched.alerts.service)
    watched.seen[0] = True
    _ask(store, "s1")
    watched.desk.until(lambda: "s1" in watched.alerts.told.known)
    watched.seen[0] = False
    watched.alerts.use(Notify.OFF, sound=False)
    _ask(store, "s2")
    watched.desk.until(lambda: "s2" in watched.alerts.told.known)
    watched.alerts.use(Notify.CONTENT, sound=False)
    store.touch("s1")
    store.touch("s2")
    _ask(store, "s3", "third")
    assert service.said()["title"] == "third"


def test_a_press_shows_the_session_and_decides_nothing(
    service: Service, store: FakeStore, watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_ACTIVATION_TOKEN", "before")
    watched.desk.until(lambda: watched.alerts.service)
    _ask(store, "s1")
    number = service.said()["id"]
    service.do("press 4711")  # of another program
    service.do(f"press {number}")
    watched.desk.until(lambda: watched.opened == ["s1"])
    assert os.environ["XDG_ACTIVATION_TOKEN"] == "token-1"
    assert store.submits == []
    # Dismissed by the person: nothing is left to take back.
    service.do(f"dismiss {number}")
    _ask(store, "s2")
    assert service.said()["call"] == "show"


def test_what_stands_is_taken_back_when_the_window_ends(service: Service, store: FakeStore, watched: Watched) -> None:
    watched.desk.until(lambda: watched.alerts.service)
    _ask(store, "s1")
    number = service.said()["id"]
    watched.alerts.close()
    assert service.said() == {"call": "close", "id": number}


@pytest.mark.parametrize("gone", ["no service", "no bus", "ended"])
def test_where_no_service_is_nothing_breaks(
    request: pytest.FixtureRequest, gone: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus = Bus()
    if gone == "no service":
        request.getfixturevalue("session_bus")
        assert not bus.connect()
    elif gone == "no bus":
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
        assert not bus.connect()
    else:
        made: Service = request.getfixturevalue("service")
        assert bus.connect()
        assert bus.show("s", "a", "b", sound=False)
        made.process.kill()
        made.process.wait()
    assert not bus.show("s", "a", "b", sound=False)
    bus.withdraw("s")
    assert bus.pressed() == []
    bus.close()


# The platform of these tests has no tray.
@pytest.mark.qt_log_ignore("systemTrayWindowChanged", extend=True)
def test_the_tray_says_how_many_wait(open_desk: OpenDesk, store: FakeStore) -> None:
    open_desk(store)
    tray = Tray()
    assert tray.words == "Pausedesk: nothing waits"
    tray.show_count(1)
    assert tray.words == "Pausedesk: 1 session waits"
    tray.show_count(1234)
    assert tray.words == "Pausedesk: 1,234 sessions wait"
    pictures = [with_count(tray.icon, count).pixmap(64, 64).toImage() for count in (1, 12, 100)]
    assert pictures[0] != pictures[1] != pictures[2]
    tray.hide()
