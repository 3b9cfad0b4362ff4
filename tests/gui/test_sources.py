"""Folders of other programs in the window: turned on, looked through with progress, stopped, and what it found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore
from tests.importers.files import AT

from pausedesk.core.model.states import ListFilter
from pausedesk.core.store.engine import open_store
from pausedesk.gui.backend import StoreBackend
from pausedesk.gui.ports import SourceRow
from pausedesk.gui.sources.sources_dialog import SourcesDialog

THERE = SourceRow("/srv/claude", "claude-code", there=True, on=False)
GONE = SourceRow("/srv/codex", "codex", there=False, on=False)
FOUND = {"event": "found", "folder": "/srv/claude", "files": 4, "new": 3, "changed": 1, "unreadable": 1}


def _dialog(desk: Opened) -> SourcesDialog:
    desk.key(desk.window, "o")
    desk.until(lambda: any(one.isVisible() for one in desk.window.findChildren(SourcesDialog)))
    (dialog,) = desk.window.findChildren(SourcesDialog)
    return dialog


def _count(store: FakeStore, name: str) -> int:
    return sum(one == name for one, _, _ in store.log)


def test_nothing_is_looked_at_until_a_folder_is_turned_on(store: FakeStore, open_desk: OpenDesk) -> None:
    store.sources = (THERE, GONE)
    desk = open_desk(store)
    dialog = _dialog(desk)
    desk.until(lambda: len(dialog.boxes) == 2)
    assert [box.isChecked() for box in dialog.boxes.values()] == [False, False]
    assert [box.isEnabled() for box in dialog.boxes.values()] == [True, False]
    assert not dialog.look.isEnabled()
    assert _count(store, "start_scan") == 0
    dialog.boxes["/srv/claude"].setFocus()
    desk.key(dialog.boxes["/srv/claude"], Qt.Key.Key_Space)
    desk.until(lambda: _count(store, "start_scan") == 1)
    assert ("turn_source", ("/srv/claude", "claude-code", True)) in [(one, values) for one, _, values in store.log]
    # The focus stays where the person is.
    desk.until(lambda: dialog.boxes["/srv/claude"].isChecked())
    assert dialog.boxes["/srv/claude"].hasFocus()


def test_the_look_is_followed_and_stopped(store: FakeStore, open_desk: OpenDesk) -> None:
    store.sources = (SourceRow("/srv/claude", "claude-code", there=True, on=True),)
    desk = open_desk(store)
    # What was turned on before is looked at when the desk opens.
    desk.until(lambda: _count(store, "start_scan") == 1)
    dialog = _dialog(desk)
    nothing = dict.fromkeys(("files", "files_all", "bytes", "bytes_all"), 0)
    store.told({"event": "progress", "folder": "/srv/claude", **nothing, "place": "/srv/claude/\u202edeep"})
    desk.until(lambda: "Looking into /srv/claude/" in dialog.words.text())
    assert "\u202e" not in dialog.words.text()
    store.told({"event": "progress", "folder": "/srv/claude", "files": 1, "files_all": 4, "bytes": 30, "bytes_all": 90})
    desk.until(lambda: dialog.progress.value() == 33)
    assert dialog.progress.isVisible()
    assert desk.window.scan_label.text() == "sources: 33 % read"
    assert "1 of 4 files read in /srv/claude" in dialog.words.text()
    store.told({**FOUND, "faults": ["/srv/claude/a\u202e.jsonl: no form that is known"]})
    desk.until(lambda: dialog.faults.isVisible())
    assert not dialog.progress.isVisible()
    assert "\u202e" not in dialog.faults.toPlainText()
    assert "3 new sessions, 1 changed, 1 unreadable" in dialog.words.text()
    desk.click(dialog.stop)
    desk.until(lambda: _count(store, "stop_scan") == 1)
    assert not dialog.stop.isEnabled()
    # An event that was on its way is of a look that is over.
    store.told({"event": "progress", "folder": "/srv/claude", "files": 2, "files_all": 4, "bytes": 60, "bytes_all": 90})
    desk.click(dialog.look)
    desk.until(lambda: _count(store, "start_scan") == 2)


def test_a_look_that_ends_by_itself_is_told(store: FakeStore, open_desk: OpenDesk) -> None:
    store.sources = (SourceRow("/srv/claude", "claude-code", there=True, on=True),)
    desk = open_desk(store)
    desk.until(lambda: _count(store, "start_scan") == 1)
    dialog = _dialog(desk)
    store.told({"event": "ended", "code": -9})
    desk.until(lambda: "exit code -9" in dialog.words.text())
    assert dialog.look.isEnabled()


def test_a_folder_of_ones_own_is_added(store: FakeStore, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "/srv/mine")
    desk = open_desk(store)
    desk.click(_dialog(desk).add)
    desk.until(lambda: ("turn_source", ("/srv/mine", "", True)) in [(one, values) for one, _, values in store.log])


def test_sessions_appear_in_the_list_while_the_real_look_goes_on(
    open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    folder = tmp_path / "claude" / "projects"
    folder.mkdir(parents=True)

    def write(session: str) -> None:
        message = {"role": "user", "content": f"Tidy up {session}"}
        line = {"type": "user", "uuid": "u", "sessionId": session, "timestamp": AT, "message": message}
        (folder / f"{session}.jsonl").write_text(json.dumps(line) + "\n")

    write("s1")
    open_store(tmp_path / "store.db").close()
    desk = open_desk(StoreBackend(tmp_path / "store.db", "mira"))
    desk.window.show_filter(ListFilter.INTERRUPTED)
    dialog = _dialog(desk)
    desk.until(lambda: str(folder) in dialog.boxes)
    # By key: a click would need the box to have its place already.
    desk.key(dialog.boxes[str(folder)], Qt.Key.Key_Space)
    model = desk.window.inbox.model
    desk.until(lambda: model.total == 1)
    write("s2")
    desk.until(lambda: model.total == 2)
    desk.until(lambda: "not looked at" not in dialog.words.text())
