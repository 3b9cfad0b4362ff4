"""A start without a store: the demo is offered in the place of the card, and made by a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from tests.core.support import PACKAGES
from tests.gui.conftest import WAIT_MS, OpenDesk
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core import paths
from pausedesk.core.errors import EnvironmentFault
from pausedesk.core.run import windows
from pausedesk.gui.around.instance import Summons, first_or_shown
from pausedesk.gui.backend import StoreBackend

DEMO_MS = 120_000


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("CONFIG", "STATE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", f"{tmp_path}/{name.lower()}")
    monkeypatch.setenv("PYTHONPATH", str(PACKAGES))
    return tmp_path


def test_a_first_start_offers_the_demo_and_opens_it(
    home: Path, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(windows, "open_window", opened.append)
    # A store that the person uses is left alone.
    monkeypatch.setenv("PAUSEDESK_STORE", str(home / "own.db"))
    desk = open_desk(StoreBackend(home / "own.db", "mira"))
    welcome = desk.window.welcome
    desk.until(welcome.page.isVisible)
    welcome.demo.setFocus()
    desk.key(welcome.demo, Qt.Key.Key_Space)
    assert "being made" in welcome.told.label.text()
    desk.qtbot.waitUntil(lambda: bool(opened), timeout=DEMO_MS)
    assert opened == [paths.demo_folder() / "store.db"]
    desk.until(lambda: "window of its own" in welcome.told.label.text())
    listed = [sys.executable, "-m", "pausedesk.core.cli", "--store", str(opened[0]), "--json", "list"]
    found = json.loads(subprocess.run(listed, capture_output=True, check=True, env=os.environ).stdout)
    assert found["total"] >= 4
    assert desk.window.inbox.model.total == 0


def test_the_offer_goes_with_the_first_session(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = open_desk(store)
    desk.until(desk.window.welcome.page.isVisible)
    store.put(make_card(make_row("s1"), make_request("r1")))
    desk.until(lambda: not desk.window.welcome.page.isVisible())
    desk.until_card("s1")


def test_sources_are_offered_too(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = open_desk(store)
    desk.until(desk.window.welcome.page.isVisible)
    desk.click(desk.window.welcome.sources)
    desk.until(lambda: desk.window._sources is not None and desk.window._sources.isVisible())


def test_where_the_demo_cannot_be_made_it_is_said(home: Path, store: FakeStore, open_desk: OpenDesk) -> None:
    (home / "data").write_text("no folder", encoding="utf-8")
    desk = open_desk(store)
    welcome = desk.window.welcome
    desk.until(welcome.page.isVisible)
    desk.click(welcome.demo)
    desk.until(lambda: welcome.demo.isEnabled() and str(home / "data") in welcome.told.label.text())


def test_a_demo_that_says_nothing_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "COMMAND", ("false",))
    with pytest.raises(EnvironmentFault, match="could not be made"):
        windows.make_demo()


def test_another_store_s_window_is_brought_to_the_front_where_it_is_open(home: Path, qtbot: QtBot) -> None:
    place = first_or_shown(home / "other.db")
    assert place is not None
    summons = Summons(place)
    came: list[object] = []
    summons.came.connect(came.append)
    windows.open_window(home / "other.db")
    qtbot.waitUntil(lambda: came == [None], timeout=WAIT_MS)
    # Until it has its answer: without one it would open a window of its own.
    qtbot.waitUntil(lambda: not any(one.name == "window-end" for one in threading.enumerate()), timeout=WAIT_MS)
    summons.close()
    place.leave()


def test_a_window_that_cannot_be_started_is_a_sentence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "COMMAND", (str(home / "none"),))
    with pytest.raises(EnvironmentFault, match="No window could be started") as told:
        windows.open_window(home / "x.db")
    assert told.value.next_step is not None
    assert str(home / "x.db") in told.value.next_step
