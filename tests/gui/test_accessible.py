"""What a screen reader is told of the list, and how the arrows go; test_by_keys.py has every control."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_execution, make_request, make_row

from pausedesk.core.model.states import ListFilter


def several(store: FakeStore, open_desk: OpenDesk) -> Opened:
    secret = make_request("r1", command="ls", api_key="abcdefgh", text="\n".join("line" for _ in range(60)))
    store.put(make_card(make_row("s1", waiting_count=2), secret, make_request("r2")))
    doubt = make_row("s2", unknown_count=1, waiting_count=1)
    store.put(make_card(doubt, unknown=(make_execution("x1", last_output="printed"),)))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk


def test_a_row_of_the_list_says_its_state_in_words_and_what_waits(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = several(store, open_desk)
    table = desk.window.inbox.table
    spoken = [
        str(table.model().index(line, 0).data(Qt.ItemDataRole.AccessibleTextRole))
        for line in range(table.model().rowCount())
    ]
    assert any("2 calls wait" in one and "refund" in one for one in spoken)
    assert any("may have run" in one for one in spoken)
    interface = QAccessible.queryAccessibleInterface(table)
    assert interface.role() == QAccessible.Role.Table
    assert interface.text(QAccessible.Text.Name) == "Sessions"


def test_the_arrows_go_from_one_filter_to_the_next_and_a_space_presses(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = several(store, open_desk)
    buttons = desk.window.filters.buttons
    buttons[ListFilter.WAITING].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(buttons[ListFilter.WAITING], Qt.Key.Key_Right)
    desk.until(lambda: desk.window.inbox.model.filter is ListFilter.UNKNOWN)
    sources = desk.window.filters.sources
    sources.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(sources, Qt.Key.Key_Space)
    desk.until(lambda: desk.window._sources is not None and desk.window._sources.isVisible())
