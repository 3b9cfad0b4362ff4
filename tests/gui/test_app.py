"""Starting: no display, no store import before the window, the tasks' errors."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from pausedesk.core.errors import EnvironmentFault, ExitCode
from pausedesk.gui.app import require_display
from pausedesk.gui.tasks import Tasks


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
def test_without_a_display_there_is_a_sentence_and_exit_code_8(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(EnvironmentFault, match="no display") as caught:
        require_display()
    assert caught.value.exit_code is ExitCode.ENVIRONMENT
    assert caught.value.next_step


def test_the_window_is_made_without_importing_the_stores_libraries() -> None:
    code = (
        "import sys, pausedesk.gui.app as app\n"
        "from pathlib import Path\n"
        "desk = app.make_desk(app.make_application([]), Path('x.db'), 'mira')\n"
        "desk.window.show()\n"
        "slow = {'sqlmodel', 'sqlalchemy', 'keyring', 'pydantic', 'pydantic_ai', 'alembic'}\n"
        "print(sorted(slow & set(sys.modules)))\n"
        "desk.close()\n"
    )
    path = [*sys.path]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{code}"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_an_error_that_nobody_takes_is_told_and_results_of_the_gone_are_dropped(qtbot: QtBot) -> None:
    tasks = Tasks()
    told: list[object] = []
    tasks.failed.connect(told.append)
    owner = QObject()

    def fail() -> None:
        raise ValueError("lost?")

    done: list[int] = []
    tasks.reader.run(fail)
    tasks.reader.run(lambda: 7, done.append)
    qtbot.waitUntil(lambda: bool(told) and done == [7], timeout=5000)
    assert isinstance(told[0], ValueError)
    tasks.writer.run(lambda: 8, done.append, owner=owner)
    owner.deleteLater()
    qtbot.waitUntil(lambda: True)
    tasks.writer.close()
    tasks.reader.close()


def test_work_in_line_is_done_before_a_lane_closes(qtbot: QtBot) -> None:
    tasks = Tasks()
    ran: list[int] = []
    for number in range(20):
        tasks.writer.run(lambda number=number: ran.append(number))  # type: ignore[misc]
    tasks.writer.close(lambda: ran.append(99))
    tasks.reader.close()
    assert ran == [*range(20), 99]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")
@pytest.mark.parametrize(("name", "value"), [("DISPLAY", ":4077"), ("WAYLAND_DISPLAY", "wayland-4077")])
def test_a_display_that_is_named_and_gone_is_an_error_and_not_an_abort(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    for other in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, value)
    with pytest.raises(EnvironmentFault, match=value):
        require_display()
