"""What the environment does to the window: each real cause is a sentence with a next step, gone when it is mended."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from tests.core.support import PACKAGES
from tests.gui.conftest import OpenDesk, Opened

from pausedesk.core import settings
from pausedesk.core.model.states import ListFilter
from pausedesk.core.store.engine import SCHEMA_VERSION, open_store
from pausedesk.core.store.sessions import AgentRef, create_session
from pausedesk.gui import bridge
from pausedesk.gui.backend import StoreBackend
from pausedesk.gui.context import open_settings


@pytest.fixture(autouse=True)
def folders_of_one_s_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "STATE", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", f"{tmp_path}/{name.lower()}")
    monkeypatch.setattr(bridge, "REOPEN_MS", 50)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with one session."""
    return _made(tmp_path / "desk" / "store.db")


def _made(path: Path) -> Path:
    with closing(open_store(path)) as store:
        create_session(store, AgentRef("shop", "shop:agent", "python", "/"), session="s1")
    return path


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a small file system of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def _remount(folder: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)


def _told(desk: Opened, *words: str) -> str:
    label = desk.window.trouble.label
    desk.until(lambda: desk.window.trouble.isVisible() and all(word in label.text() for word in words))
    return label.text()


def _open(open_desk: OpenDesk, path: Path) -> Opened:
    desk = open_desk(StoreBackend(path, "mira"))
    desk.window.show_filter(ListFilter.ALL)
    return desk


def _goes(desk: Opened) -> None:
    """The sentence goes by itself, and the store is there."""
    desk.until(lambda: not desk.window.trouble.isVisible() and desk.window.inbox.model.total == 1)
    assert "not available" not in desk.window.worker_label.text()


def _version(path: Path, number: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {number}")


def test_a_store_of_a_newer_version(open_desk: OpenDesk, path: Path) -> None:
    _version(path, SCHEMA_VERSION + 1)
    desk = _open(open_desk, path)
    _told(desk, "newer Pausedesk", "Update Pausedesk")
    desk.until(lambda: desk.window.worker_label.text() == "store not available")
    assert desk.window.welcome.currentWidget() is not desk.window.welcome.page
    _version(path, SCHEMA_VERSION)
    _goes(desk)


def test_a_store_that_another_program_holds(open_desk: OpenDesk, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAUSEDESK_BUSY_SECONDS", "0.05")
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        desk = _open(open_desk, path)
        _told(desk, "locked by another program", "Nothing was lost")
    _goes(desk)


def test_a_store_that_cannot_be_written(open_desk: OpenDesk, disk: Path) -> None:
    path = _made(disk / "store.db")
    _remount(disk, "ro")
    desk = _open(open_desk, path)
    _told(desk, "read-only", "Mount it for writing")
    _remount(disk, "rw")
    _goes(desk)


def test_a_store_that_can_be_read_and_not_written_is_shown(open_desk: OpenDesk, path: Path, disk: Path) -> None:
    # As a disk is after an error, with the files of the process that wrote last.
    with closing(open_store(path)) as store, store.read() as connection:
        connection.exec_driver_sql("SELECT count(*) FROM sessions").scalar()
        for file in path.parent.iterdir():
            shutil.copy(file, disk)
    _remount(disk, "ro")
    desk = _open(open_desk, disk / path.name)
    _told(desk, "read-only", "Mount it for writing")
    desk.until(lambda: desk.window.inbox.model.total == 1)
    assert "not available" not in desk.window.worker_label.text()


def test_a_folder_in_which_no_store_can_be_made(open_desk: OpenDesk, disk: Path) -> None:
    _remount(disk, "ro")
    desk = _open(open_desk, disk / "new" / "store.db")
    _told(desk, "Read-only file system", "Check the path")
    _remount(disk, "rw")
    _made(disk / "new" / "store.db")
    _goes(desk)


def _fill(disk: Path) -> Path:
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    return ballast


def test_a_disk_that_is_full(open_desk: OpenDesk, disk: Path) -> None:
    path = _made(disk / "store.db")
    ballast = _fill(disk)
    desk = _open(open_desk, path)
    _told(desk, "full", "Free some space")
    ballast.unlink()
    _goes(desk)


def test_a_disk_with_no_room_for_a_new_store(open_desk: OpenDesk, disk: Path) -> None:
    ballast = _fill(disk)
    path = disk / "store.db"
    desk = _open(open_desk, path)
    _told(desk, "full", "Free some space")
    ballast.unlink()
    desk.until(lambda: not desk.window.trouble.isVisible() and desk.bridge.is_open)


def test_what_is_no_store(open_desk: OpenDesk, tmp_path: Path) -> None:
    desk = _open(open_desk, tmp_path)
    _told(desk, "is a folder, not a store", "--store")


WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from pausedesk.core import settings
from pausedesk.gui import app
from pausedesk.gui.main_window import MainWindow

begin = MainWindow.start
def start(self):
    begin(self)
    self.watch = QTimer(self)
    self.watch.timeout.connect(lambda: look(self))
    self.watch.start(20)

def look(self):
    if self.trouble.isVisible() and not hasattr(self, "told"):
        self.told = True
        print(self.trouble.label.text(), flush=True)
        settings.settings_file().write_text('{"approver": "Ada"}')
    if self.bridge_is_open() and self.people._by == "Ada":
        print("open", self.trouble.isVisible(), flush=True)
        self.close()

MainWindow.bridge_is_open = lambda self: self._context.bridge.is_open
MainWindow.start = start
sys.exit(app.main(Path(sys.argv[1])))
"""


def test_settings_that_cannot_be_read_are_told_in_the_window_and_no_answer_is_given_meanwhile(path: Path) -> None:
    file = settings.settings_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", WINDOW, path],
        env={**os.environ, "PYTHONPATH": str(PACKAGES)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told, opened = done.stdout.splitlines()
    assert "settings.json cannot be read" in told
    assert "Mend it" in told
    assert opened == "open False"


def test_a_folder_of_settings_that_cannot_be_made_only_lets_the_window_forget_how_it_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}/file/config")
    kept = open_settings()
    kept.setValue("window/filter", "all")
    kept.sync()
    assert kept.status() is not QSettings.Status.NoError
