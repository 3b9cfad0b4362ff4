"""A fault of our own: one dialog with details that can be copied, without the values that were at work."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from sqlalchemy.exc import DBAPIError
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core.errors import StoreError
from pausedesk.core.store.engine import open_store
from pausedesk.gui.crash import CrashDialog, report_of


@pytest.fixture
def desk(store: FakeStore, open_desk: OpenDesk) -> Iterator[Opened]:
    store.put(make_card(make_row("s1"), make_request("r1")))
    opened = open_desk(store)
    opened.until_card("s1")
    opened.crashes.install(opened.window)
    yield opened
    opened.crashes.uninstall()


def dialog_of(desk: Opened) -> CrashDialog:
    def found() -> list[CrashDialog]:
        return [one for one in desk.window.findChildren(CrashDialog) if one.isVisible()]

    desk.until(lambda: bool(found()))
    (dialog,) = found()
    return dialog


def fail(text: str) -> None:
    """Raise and have it told as an exception that nobody takes is."""
    try:
        raise RuntimeError(text)
    except RuntimeError as error:
        sys.excepthook(type(error), error, error.__traceback__)


def test_a_fault_is_one_dialog_whose_details_are_copied_by_keys(
    desk: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    fail("no such row")
    dialog = dialog_of(desk)
    assert dialog.isModal()
    assert "no such row" in dialog.details.toPlainText()
    for _ in range(5):
        focus = QApplication.focusWidget()
        if focus is dialog.copy:
            break
        QTest.keyClick(focus or dialog, Qt.Key.Key_Tab)
    QTest.keyClick(dialog.copy, Qt.Key.Key_Space)
    assert QGuiApplication.clipboard().text() == dialog.details.toPlainText()
    # Of another thread, while this one is shown.
    other = threading.Thread(target=fail, args=("second",))
    other.start()
    other.join()
    desk.until(lambda: dialog.more.text() == "1 more since then")
    assert "second" in capsys.readouterr().err
    desk.key(dialog, Qt.Key.Key_Escape)
    desk.until(lambda: not [one for one in desk.window.findChildren(CrashDialog) if one.isVisible()])
    # The window goes on, and the next fault is told anew.
    assert desk.window.isEnabled()
    fail("third")
    assert "third" in dialog_of(desk).details.toPlainText()
    dialog_of(desk).close()


def test_an_error_of_the_environment_is_its_sentence_and_no_dialog(desk: Opened) -> None:
    desk.crashes.report(StoreError("disk-full", "The disk is full.", next_step="Free some space."))
    desk.until(lambda: desk.window.trouble.label.text() == "The disk is full. Free some space.")
    assert desk.window.findChildren(CrashDialog) == []


def test_the_values_of_a_statement_are_not_in_the_report(tmp_path: Path) -> None:
    with (
        closing(open_store(tmp_path / "store.db")) as store,
        pytest.raises(DBAPIError, match="no such table") as told,
        store.write() as connection,
    ):
        connection.exec_driver_sql("INSERT INTO nowhere VALUES (?)", ("my plain words",))
    report = report_of(told.value)
    assert "nowhere" in report
    assert "my plain words" not in report.replace('("my plain words",)', "")
