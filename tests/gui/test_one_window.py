"""One window a store, with real processes: a second start shows the first, whatever became of the one before."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from tests.core.support import PACKAGES
from tests.gui.conftest import WAIT_MS, OpenDesk
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core import paths
from pausedesk.core.cli import main
from pausedesk.core.errors import EnvironmentFault
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.gui.around import instance
from pausedesk.gui.around.instance import Place, Summons, first_or_shown

# The real start, which says when it can be reached and each time that it is called to the front.
WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from pausedesk.gui import app
from pausedesk.gui.around.instance import Summons
from pausedesk.gui.main_window import MainWindow

def say(word):
    print(word, flush=True)

MainWindow.come_forward = lambda self, session=None: say(f"came {session}")
made = Summons.__init__
def init(self, place, parent=None):
    made(self, place, parent)
    say(f"first {self.listening()}")
Summons.__init__ = init
code = app.main(Path(sys.argv[1]), "mira")
say(f"ended {code}")
"""

Start = Callable[[Path], "subprocess.Popen[str]"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(PACKAGES), "XDG_STATE_HOME": str(tmp_path / "state")}


@pytest.fixture
def start(environment: dict[str, str]) -> Iterator[Start]:
    started: list[subprocess.Popen[str]] = []

    def start_it(store: Path) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", WINDOW, store], env=environment, stdout=subprocess.PIPE, text=True
        )
        started.append(process)
        return process

    yield start_it
    for process in started:
        process.kill()
        process.communicate()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def _desk(environment: dict[str, str], store: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # Without a display: a second start needs none.
    kept = {name: value for name, value in environment.items() if name != "QT_QPA_PLATFORM"}
    command = [sys.executable, "-m", "pausedesk.core.cli", "--store", str(store), "desk", *words]
    return subprocess.run(command, env=kept, capture_output=True, text=True, check=False, timeout=60)


def test_a_second_start_shows_the_first_and_what_a_link_names(
    start: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    store = tmp_path / "store.db"
    first = start(store)
    assert _line(first) == "first True"
    again = _desk(environment, store)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert _line(first) == "came None"
    (tmp_path / "way").symlink_to(tmp_path)
    linked = _desk(environment, tmp_path / "way" / "store.db", "--open", "pausedesk://session/a%2F..%0Ab")
    assert (linked.returncode, linked.stderr) == (0, "")
    assert _line(first) == "came a/.."
    assert _line(first) == "b"
    # The folder is its owner's alone, and so is what is in it.
    folder = tmp_path / "state" / "pausedesk" / "desks"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o077 for file in folder.iterdir()} == {0}
    # Another store is another window.
    other = start(tmp_path / "other.db")
    assert _line(other) == "first True"


@pytest.mark.parametrize("opener", ["xdg-open", "gio open"])
def test_the_desktop_opens_a_link_in_the_window(
    start: Start, environment: dict[str, str], tmp_path: Path, opener: str
) -> None:
    program, *words = opener.split()
    if shutil.which(program) is None or shutil.which("xdg-mime") is None:
        pytest.skip(f"no {program} or no xdg-mime here (Debian: xdg-utils)")
    own = {
        "XDG_CONFIG_HOME": tmp_path / "config",
        "XDG_DATA_HOME": tmp_path / "data",
        "PAUSEDESK_STORE": tmp_path / "s",
    }
    environment |= {name: str(path) for name, path in own.items()}
    turn_on = [sys.executable, "-m", "pausedesk.core.cli", "settings", "set", "open_links", "on"]
    subprocess.run(turn_on, env=environment, stdout=subprocess.DEVNULL, check=True)
    first = start(tmp_path / "s")
    assert _line(first) == "first True"
    # Without a display it would look for a browser of the terminal.
    shown = {**environment, "DISPLAY": ":none"}
    # The pipe ends with what the desktop started, which waits for the window's answer and opens its own without one.
    opened = subprocess.run(
        [program, *words, "pausedesk://session/a%2Fb"], env=shown, stdout=subprocess.PIPE, check=False, timeout=60
    )
    assert (opened.returncode, opened.stdout) == (0, b"")
    assert _line(first) == "came a/b"


def test_what_a_killed_window_left_stands_in_nobodys_way(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path / "store.db")
    assert _line(first) == "first True"
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert _line(start(tmp_path / "store.db")) == "first True"


def test_of_two_starts_at_once_one_opens_and_shows_itself_for_the_other(start: Start, tmp_path: Path) -> None:
    both = [start(tmp_path / "store.db") for _ in range(2)]
    said = [_line(one) for one in both]
    assert sorted(said) == ["ended 0", "first True"]
    assert _line(both[said.index("first True")]) == "came None"


def test_a_home_of_any_length_is_called_to_the_front(start: Start, environment: dict[str, str], tmp_path: Path) -> None:
    environment["XDG_STATE_HOME"] = str(tmp_path / ("long" * 40) / "state")
    first = start(tmp_path / "store.db")
    assert _line(first) == "first True"
    again = _desk(environment, tmp_path / "store.db")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert _line(first) == "came None"


def test_the_short_place_of_a_socket_is_taken_from_nobody_else(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    long = tmp_path / ("long" * 40) / "key"
    assert instance._address(Path("/run/k")) == Path("/run/k")
    short = instance._address(long)
    assert len(os.fsencode(short)) < 60
    assert short == instance._address(long) != instance._address(long.with_name("other"))
    assert short.parent.stat().st_mode & 0o777 == 0o700
    # A folder of that name that is not the person's own is not used.
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_000)
    theirs = instance._address(long)
    Path("/tmp/pausedesk-4000000000").rmdir()
    assert theirs == long


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_window_that_does_not_answer_is_said(state: Path, tmp_path: Path) -> None:
    first = first_or_shown(tmp_path / "store.db")
    assert first is not None
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(first.socket))
        silent.listen()
        with pytest.raises(EnvironmentFault) as told:
            first_or_shown(tmp_path / "store.db", seconds=0.2)
    assert told.value.code == "desk-not-answering"
    first.leave()
    second = first_or_shown(tmp_path / "store.db", seconds=0.2)
    assert second is not None
    second.leave()


def test_a_home_that_cannot_be_written_still_opens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refused(folder: Path) -> Path:
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr(paths, "private_folder", refused)
    assert first_or_shown(tmp_path / "store.db") == Place(Path(), None)


@pytest.mark.parametrize("said", [b"\n", b"[]\n", b"{}\n", b"\xff\n", b'{"session": 5}\n', b"x" * 40_000])
def test_what_is_no_wish_is_not_answered(qtbot: QtBot, state: Path, tmp_path: Path, said: bytes) -> None:
    place = first_or_shown(tmp_path / "store.db")
    assert place is not None
    summons = Summons(place)
    came: list[object] = []
    summons.came.connect(came.append)
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(place.socket))
        line.sendall(said)
        line.setblocking(False)
        answers: list[bytes] = []

        def answered() -> bool:
            try:
                answers.append(line.recv(10))
            except BlockingIOError:
                return False
            except ConnectionResetError:
                answers.append(b"")
            return True

        qtbot.waitUntil(answered, timeout=WAIT_MS)
    assert (answers, came) == ([b""], [])
    summons.close()
    place.leave()


def test_a_link_chooses_its_session_among_all_where_the_filter_hides_it(store: FakeStore, open_desk: OpenDesk) -> None:
    for number in range(300):
        store.put(make_card(make_row(f"s{number}"), make_request(f"r{number}")))
    ended = make_card(make_row("over", ending=Ending.FINISHED, waiting_count=0))
    store.put(ended)
    desk = open_desk(store)
    desk.until_card("s0")
    desk.window.come_forward("s250")
    desk.until_card("s250")
    desk.until(lambda: desk.window.inbox.table.currentIndex().row() == 250)
    assert desk.window.filters.buttons[ListFilter.WAITING].isChecked()
    desk.window.come_forward("over")
    desk.until_card("over")
    assert desk.window.filters.buttons[ListFilter.ALL].isChecked()
    desk.until(lambda: desk.window.inbox.table.currentIndex().row() == 300)
    desk.window.come_forward("gone\u202e")
    desk.until(desk.window.notice.isVisible)
    assert "no session gone\\u202e in this store" in desk.window.notice.label.text()
    # The card of the session that was shown stays.
    assert desk.window.inbox.session == "over"
    desk.window.inbox.step(-1)
    assert not desk.window.notice.isVisible()


def test_a_link_that_is_none_is_refused_before_anything_opens(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desk", "--open", "pausedesk://session/a?approve=1"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert "no link to a session" in said.err
