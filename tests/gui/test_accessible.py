"""What a screen reader is told, and that every control is reached and pressed by keys alone."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QWidget
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_execution, make_request, make_row

from pausedesk.core.model.states import ListFilter

# Approve and Submit take no focus: a space or a return meant for something else must never approve. `a` and Ctrl+Enter
# press them.
BY_KEY_ONLY = {"Approve", "Submit"}


def several(store: FakeStore, open_desk: OpenDesk) -> Opened:
    secret = make_request("r1", command="ls", api_key="abcdefgh", text="\n".join("line" for _ in range(60)))
    store.put(make_card(make_row("s1", waiting_count=2), secret, make_request("r2")))
    doubt = make_row("s2", unknown_count=1, waiting_count=1)
    store.put(make_card(doubt, unknown=(make_execution("x1", last_output="printed"),)))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk


def controls(desk: Opened) -> list[QWidget]:
    """What a person could press or type in with a mouse."""
    kinds = (QAbstractButton, QComboBox, QLineEdit)
    return [one for one in desk.window.findChildren(QWidget) if isinstance(one, kinds) and usable(one)]


def beside(widget: QWidget) -> list[QAbstractButton]:
    """Buttons of which one is on: the arrows go from one to the other, Tab goes to the group."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group.buttons() if group is not None else []


def by_key_only(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractButton) and any(widget.text().startswith(name) for name in BY_KEY_ONLY)


def usable(widget: QWidget) -> bool:
    return widget.isVisible() and widget.isEnabled() and not widget.objectName().startswith("qt_")


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


def test_every_control_has_a_name_and_a_role(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = several(store, open_desk)
    for session in ("s1", "s2"):
        desk.window.inbox.select_session(session)
        desk.until_card(session)
        for widget in controls(desk):
            interface = QAccessible.queryAccessibleInterface(widget)
            assert interface.text(QAccessible.Text.Name).strip(), widget
            assert interface.role() not in (QAccessible.Role.NoRole, QAccessible.Role.Client), widget


def test_every_control_that_can_be_used_is_reached_by_tab(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = several(store, open_desk)
    for session in ("s1", "s2"):
        desk.window.inbox.select_session(session)
        desk.until_card(session)
        desk.window.inbox.table.setFocus()
        reached: list[QWidget | None] = []
        for _ in range(200):
            QTest.keyClick(QApplication.focusWidget() or desk.window, Qt.Key.Key_Tab)
            now = QApplication.focusWidget()
            if now in reached:
                break
            reached.append(now)
        missed = [one for one in controls(desk) if not {one, *beside(one)} & set(reached) and not by_key_only(one)]
        assert [(type(one).__name__, one.accessibleName()) for one in missed] == []


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
