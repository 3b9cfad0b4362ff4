"""Sessions that other programs keep: found by ending and program, read, and gone on with by their own program."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_request, make_row
from tests.importers.files import AT

from pausedesk.core.importers.scanning import scan
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.store.engine import open_store
from pausedesk.gui.backend import StoreBackend
from pausedesk.gui.card.text_box import TextBox


def _record(session: str, kind: str, content: Any, folder: Path) -> str:
    message = {"role": kind, "content": content}
    told = {"type": kind, "uuid": "u", "sessionId": session, "cwd": str(folder), "timestamp": AT, "message": message}
    return json.dumps(told) + "\n"


@pytest.fixture
def backend(tmp_path: Path) -> StoreBackend:
    """A store with two sessions of another program: one waits, one was cut off in a folder that is gone."""
    folder, work = tmp_path / "projects", tmp_path / "work"
    for each in (folder, work):
        each.mkdir()
    calls = [
        {"type": "tool_use", "id": f"c{number}", "name": "Bash", "input": {"command": f"rm {number}"}}
        for number in (1, 2)
    ]
    asks = {"type": "tool_use", "id": "c3", "name": "Read", "input": {"file_path": "a"}}
    (folder / "s1.jsonl").write_text(
        _record("s1", "user", "<b>Tidy</b> up", work) + _record("s1", "assistant", calls, work)
    )
    gone = tmp_path / "gone"
    (folder / "s2.jsonl").write_text(_record("s2", "user", "Read it", gone) + _record("s2", "assistant", [asks], gone))
    store = open_store(tmp_path / "store.db")
    scan(store, folder, lambda _progress: True, format="claude-code")
    store.close()
    return StoreBackend(tmp_path / "store.db", "mira")


def _choose(desk: Opened, box: QComboBox, data: object) -> None:
    """Choose by the keyboard, as a person does who went there with Tab."""
    box.setFocus()
    place = box.findData(data)
    while box.currentIndex() != place:
        desk.key(box, Qt.Key.Key_Down if box.currentIndex() < place else Qt.Key.Key_Up)


def _open(desk: Opened, session: str) -> None:
    desk.window.show_filter(ListFilter.ALL)
    desk.until(lambda: desk.window.inbox.select_session(session))
    desk.until_card(session)


def test_the_list_is_narrowed_by_ending_and_by_program(backend: StoreBackend, open_desk: OpenDesk) -> None:
    desk = open_desk(backend)
    model, filters = desk.window.inbox.model, desk.window.filters
    desk.window.show_filter(ListFilter.ALL)
    desk.until(lambda: model.loaded and model.total == 2)
    desk.key(desk.window, "f")
    desk.until(lambda: filters.row.source.findData("claude-code") > 0)
    _choose(desk, filters.row.ending, Ending.TOOLS_INTERRUPTED)
    desk.until(lambda: model.loaded and model.total == 1)
    assert (row := model.row_at(0)) is not None
    assert row.session == "s2"
    _choose(desk, filters.row.ending, Ending.FINISHED)
    desk.until(lambda: model.loaded and model.total == 0)
    _choose(desk, filters.row.ending, None)
    _choose(desk, filters.row.source, "claude-code")
    desk.until(lambda: model.loaded and model.total == 2)


def test_where_all_sessions_began_here_no_other_program_is_offered(store: FakeStore, open_desk: OpenDesk) -> None:
    store.put(make_card(make_row("s1")))
    desk = open_desk(store)
    desk.until_card("s1")
    source = desk.window.filters.row.source
    assert [source.itemText(place) for place in range(source.count())] == ["Any program", "Begun here"]


def test_what_waits_there_is_read_and_not_answered_here(backend: StoreBackend, open_desk: OpenDesk) -> None:
    desk = open_desk(backend)
    _open(desk, "s1")
    card = desk.window.card
    assert card.prepared is not None
    assert len(card.prepared.requests) == 2
    assert card.body.steps.head.text() == "2 calls of one turn. None can be answered here."
    assert not card.footer.approve.isVisible()
    assert "its own program takes the answer" in card.footer.reason.text()

    def shown() -> list[str]:
        return [box.accessibleName() for box in desk.window.evidence.findChildren(TextBox) if box.isVisible()]

    desk.until(lambda: shown()[:3] == ["user", "calls  Bash", "calls  Bash"])


def test_each_card_shows_its_own_question(backend: StoreBackend, open_desk: OpenDesk, tmp_path: Path) -> None:
    asks = {"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "rm other"}}
    folder = tmp_path / "projects"
    (folder / "s3.jsonl").write_text(
        _record("s3", "user", "Tidy up", folder) + _record("s3", "assistant", [asks], folder)
    )
    store = open_store(tmp_path / "store.db")
    scan(store, folder, lambda _progress: True, format="claude-code")
    store.close()
    desk = open_desk(backend)
    for session, command in (("s1", "rm 1"), ("s3", "rm other"), ("s1", "rm 1")):
        _open(desk, session)
        request = desk.window.card.current
        assert request is not None
        assert [one.value.text for one in request.arguments] == [command]
        shown = [box.toPlainText() for box in desk.window.card.body.findChildren(TextBox) if box.isVisible()]
        assert command in shown


def test_its_own_command_is_copied_and_opened_in_a_terminal(
    backend: StoreBackend, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Any] = []
    monkeypatch.setattr("pausedesk.core.run.desk_door.open_terminal", opened.append)
    desk = open_desk(backend)
    _open(desk, "s1")
    card = desk.window.card
    assert card.footer.copy.isVisible()
    desk.click(card.footer.copy)
    line = f"cd {tmp_path}/work && claude --resume s1"
    assert QGuiApplication.clipboard().text() == line
    assert card.footer.told.label.text() == f"Copied: {line}"
    desk.key(desk.window, "r")
    desk.until(lambda: bool(opened))
    assert opened[0].argv == ("claude", "--resume", "s1")
    desk.until(lambda: "Opened in a terminal" in card.footer.told.label.text())


def test_a_folder_that_is_gone_is_said_and_no_terminal_offered(backend: StoreBackend, open_desk: OpenDesk) -> None:
    desk = open_desk(backend)
    _open(desk, "s2")
    footer = desk.window.card.footer
    assert footer.copy.isEnabled()
    assert not footer.terminal.isEnabled()
    assert "that folder is not there any more" in footer.reason.text()


def test_why_no_terminal_opens_is_said(
    backend: StoreBackend, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    desk = open_desk(backend)
    _open(desk, "s1")
    desk.click(desk.window.card.footer.terminal)
    desk.until(lambda: "claude is not installed here" in desk.window.card.footer.told.label.text())


def test_imported_questions_without_an_id_are_told_apart(store: FakeStore, open_desk: OpenDesk) -> None:
    for session, command in (("s1", "first"), ("s2", "second")):
        request = replace(make_request("", command=command), digest="", answerable=False)
        store.put(make_card(make_row(session), request))
    desk = open_desk(store)
    for session, command in (("s1", "first"), ("s2", "second")):
        _open(desk, session)
        shown = [box.toPlainText() for box in desk.window.card.body.findChildren(TextBox) if box.isVisible()]
        assert command in shown


def test_what_came_before_is_shown_part_by_part_and_nothing_jumps(store: FakeStore, open_desk: OpenDesk) -> None:
    history = tuple(HistoryItem(1, "user", f"message {number}") for number in range(150, 250))
    store.put(make_card(make_row("s1"), history=history, history_left_out=150, history_before=150))
    desk = open_desk(store)
    desk.until_card("s1")
    panel = desk.window.evidence

    def shown() -> list[str]:
        return [box.toPlainText() for box in panel.findChildren(TextBox) if box.accessibleName() == "user"]

    desk.until(lambda: len(shown()) == 60)
    assert panel.more.isVisible()
    bar = panel.view.verticalScrollBar()
    desk.until(lambda: bar.maximum() > 0)
    for wanted in (100, 180, 200, 250):
        desk.until(panel.more.isEnabled)
        # Whoever presses it sees it, at the top.
        bar.setValue(0)
        from_end = bar.maximum()
        desk.key(panel.more, Qt.Key.Key_Space)
        desk.until(partial(lambda count: len(shown()) == count, wanted))
        desk.until(partial(lambda kept: abs(bar.maximum() - bar.value() - kept) <= 2, from_end))
    assert sorted(shown()) == sorted(f"message {number}" for number in range(250))
    assert not panel.more.isVisible()
