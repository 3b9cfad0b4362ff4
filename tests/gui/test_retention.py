"""Old sessions deleted from the settings, over the real store: what was found, in parts, with a stop."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from tests.gui.conftest import WAIT_MS, OpenDesk, Opened

from pausedesk.core import settings
from pausedesk.core.run import desk_door, forgetting
from pausedesk.core.run.forgetting import Cleared, Old, forget_old, old_sessions
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.sessions import AgentRef, create_session
from pausedesk.gui.backend import StoreBackend
from pausedesk.gui.settings import settings_control
from pausedesk.gui.settings.retention_section import RetentionSection

DAY_MS = 86_400_000


@pytest.fixture(scope="module")
def aged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with six sessions, of which five have not changed for a hundred days."""
    path = tmp_path_factory.mktemp("aged") / "store.db"
    with closing(open_store(path)) as store:
        for number in range(6):
            create_session(
                store, AgentRef("shop", "shop:agent", "python", "/"), session=f"s{number}", title=f"marzipan-{number}"
            )
        with store.write() as connection:
            connection.exec_driver_sql(
                "UPDATE sessions SET updated_at = updated_at - ? WHERE id != 's5'", (100 * DAY_MS,)
            )
    return path


@pytest.fixture
def path(aged: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}/config")
    monkeypatch.setattr(forgetting, "PART", 2)
    return Path(shutil.copy(aged, tmp_path / "store.db"))


def left(path: Path) -> list[str]:
    with closing(open_store(path)) as store, store.read() as connection:
        return list(connection.exec_driver_sql("SELECT id FROM sessions ORDER BY id").scalars())


def forgotten(store: Store, told: Callable[[int], bool]) -> tuple[int, Cleared]:
    old = old_sessions(store, 90)
    return len(old.sessions), forget_old(store, old, by="mira", told=told)


def test_what_was_found_goes_in_parts_and_no_byte_of_it_is_left(path: Path) -> None:
    tried: list[int] = []

    def note(count: int) -> bool:
        tried.append(count)
        return True

    with closing(open_store(path)) as store:
        found, cleared = forgotten(store, note)
    assert (found, tried, cleared) == (5, [2, 4, 5], Cleared(5, True))
    assert left(path) == ["s5"]
    assert [number for number in range(6) if b"marzipan-%d" % number in path.read_bytes()] == [5]


def test_a_stop_keeps_the_others(path: Path) -> None:
    with closing(open_store(path)) as store:
        _, cleared = forgotten(store, lambda _count: False)
    assert cleared == Cleared(2, False)
    assert len(left(path)) == 4


def test_what_changed_after_it_was_found_stays(path: Path) -> None:
    with closing(open_store(path)) as store:
        old = old_sessions(store, 90)
        with store.write() as connection:
            connection.exec_driver_sql("UPDATE sessions SET updated_at = ? WHERE id = 's2'", (old.before,))
        assert forget_old(store, old, by="mira", told=lambda _count: True) == Cleared(4, True)
    assert left(path) == ["s2", "s5"]


def opened(open_desk: OpenDesk, path: Path) -> tuple[Opened, RetentionSection]:
    desk = open_desk(StoreBackend(path, "mira"))
    desk.until(lambda: desk.bridge.is_open)
    desk.window.show_settings()
    dialog = desk.window._settings
    assert dialog is not None
    desk.until(dialog.form.isEnabled)
    return desk, dialog.retention


def test_the_window_says_what_would_go_and_deletes_it_with_its_number(path: Path, open_desk: OpenDesk) -> None:
    desk, section = opened(open_desk, path)
    assert not section.delete.isVisible()
    desk.key(section.look, Qt.Key.Key_Space)
    desk.until(lambda: section.told.text() == "5 sessions would go.")
    assert section.delete.text() == "Delete 5 sessions for good"
    # Another number of days asks anew.
    section.days.selectAll()
    desk.type(section.days, "200")
    desk.key(section.days, Qt.Key.Key_Return)
    desk.until(lambda: settings.load().retention_days == 200)
    assert not section.delete.isVisible()
    desk.key(section.look, Qt.Key.Key_Space)
    desk.until(lambda: section.told.text() == "None would go.")
    section.days.selectAll()
    desk.type(section.days, "90")
    desk.key(section.days, Qt.Key.Key_Return)
    desk.until(lambda: settings.load().retention_days == 90)
    desk.key(section.look, Qt.Key.Key_Space)
    desk.until(section.delete.isVisible)
    desk.key(section.delete, Qt.Key.Key_Space)
    desk.until(lambda: section.told.text() == "5 sessions were deleted.")
    assert not section.stop.isVisible()
    assert left(path) == ["s5"]


def _held(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> tuple[threading.Event, threading.Event]:
    """Let a function wait, once it was called: `begun` is set by then, and `free` lets it go on."""
    act, begun, free = getattr(owner, name), threading.Event(), threading.Event()

    def wait(*given: Any) -> Any:
        begun.set()
        assert free.wait(WAIT_MS / 1000)
        return act(*given)

    monkeypatch.setattr(owner, name, wait)
    return begun, free


def test_a_look_is_for_the_number_that_is_shown_though_it_is_not_kept_yet(
    path: Path, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, section = opened(open_desk, path)
    begun, free = _held(monkeypatch, settings_control, "keep")
    section.days.selectAll()
    desk.type(section.days, "200")
    desk.key(section.days, Qt.Key.Key_Return)
    desk.until(begun.is_set)
    desk.key(section.look, Qt.Key.Key_Space)
    free.set()
    desk.until(lambda: section.told.text() != "")
    assert section.told.text() == "None would go."


def test_what_was_found_for_another_number_is_not_offered_but_asked_anew(
    path: Path, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, section = opened(open_desk, path)
    begun, free = _held(monkeypatch, desk_door, "old_sessions")
    found, take = list[float](), section._on_found

    def note(days: float, old: Old) -> None:
        take(days, old)
        found.append(days)

    monkeypatch.setattr(section, "_on_found", note)
    desk.key(section.look, Qt.Key.Key_Space)
    desk.until(begun.is_set)
    section.days.selectAll()
    desk.type(section.days, "200")
    desk.key(section.days, Qt.Key.Key_Return)
    desk.until(lambda: section._control.kept is not None and section._control.kept.retention_days == 200)
    free.set()
    desk.until(lambda: found == [90, 200])
    assert section.told.text() == "None would go."
    assert not section.delete.isVisible()


def test_deleting_is_stopped_and_says_what_it_could_not_stop(
    path: Path, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, section = opened(open_desk, path)
    desk.key(section.look, Qt.Key.Key_Space)
    desk.until(section.delete.isVisible)
    # Pressed as soon as it can be, before the first part has ended.
    work = section._work

    def work_and_press(on: bool) -> None:
        work(on)
        if on:
            section.stop.click()

    monkeypatch.setattr(section, "_work", work_and_press)
    desk.key(section.delete, Qt.Key.Key_Space)
    desk.until(lambda: section.told.text() == "2 sessions were deleted. It was stopped before the others.")
    assert len(left(path)) == 4
    # The next is not stopped beforehand.
    desk.key(section.look, Qt.Key.Key_Space)
    desk.until(lambda: section.delete.text() == "Delete 3 sessions for good")
