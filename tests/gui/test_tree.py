"""Objects and arrays as trees: open at first, folded by the person, seen to the end only where nothing is folded."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore
from tests.gui.test_set_out import opened, value_of

from pausedesk.core.rules.shown import shown_value
from pausedesk.core.rules.value_views import ValueView as View
from pausedesk.gui.card.rows import set_out
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.card.tree_box import FOLDED, TreeBox

ORDER = {"to": "A. Berger", "lines": [{"sku": "x", "n": 1}, {"sku": "y", "n": 2}], "gift": False}
MANY = {"items": [{"number": number} for number in range(500)], "last": 1}


def tree_of(desk: Opened) -> TreeBox:
    box = value_of(desk).box
    assert isinstance(box, TreeBox)
    box.setFocus()
    return box


def test_a_tree_is_open_and_t_shows_the_json_that_it_is(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, order=ORDER)
    tree = tree_of(desk)
    desk.until(lambda: tree.in_sight()[0] == 'to: "A. Berger"')
    assert tree.in_sight()[1:4] == ["lines: […] 2", "0: {…} 2", 'sku: "x"']
    desk.until_seen()
    desk.key(desk.window, "t")
    assert isinstance(value_of(desk).box, TextBox)
    assert value_of(desk).box.whole().startswith('{\n  "to": "A. Berger"')


def test_arrows_fold_open_and_move(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, order=ORDER)
    tree = tree_of(desk)
    for key, row, left_out in (
        (Qt.Key.Key_Down, 1, 0),
        (Qt.Key.Key_Right, 2, 0),
        (Qt.Key.Key_Down, 3, 0),
        (Qt.Key.Key_Left, 2, 0),
        (Qt.Key.Key_Left, 2, 2),
        (Qt.Key.Key_Down, 5, 2),
        (Qt.Key.Key_Up, 2, 2),
        (Qt.Key.Key_Right, 2, 0),
        (Qt.Key.Key_Space, 2, 2),
        (Qt.Key.Key_End, 8, 0),
        (Qt.Key.Key_Home, 0, 0),
        (Qt.Key.Key_Left, 0, 0),
        (Qt.Key.Key_Right, 0, 0),
        (Qt.Key.Key_PageDown, 8, 0),
    ):
        desk.key(tree, key)
        assert (tree.row, tree.left_out()) == (row, left_out), key
    assert "level 1" in tree.accessibleDescription()


def test_a_click_on_the_sign_folds_and_one_beside_it_does_not(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, order=ORDER)
    tree = tree_of(desk)
    desk.until(lambda: len(tree.in_sight()) == 9)
    line = tree.fontMetrics().lineSpacing()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, 6 + line + line // 2))
    assert (tree.row, tree.left_out()) == (1, 0)
    height = tree.height()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(12, 6 + line + line // 2))
    assert (tree.row, tree.left_out()) == (1, 6)
    assert tree.height() == height


def test_what_was_folded_was_not_seen(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, data=MANY)
    value, tree = value_of(desk), tree_of(desk)
    tree.fold(0, on=True)
    desk.until(lambda: tree.in_sight() == ["items: […] 500", "last: 1"])
    desk.qtbot.wait(300)
    assert not value.seen
    assert not desk.window.card.footer.approve.isEnabled()
    assert value._end.text().startswith(FOLDED)
    desk.window.card.go_to_end()
    assert tree.left_out() == 0
    desk.until_seen()
    desk.until(lambda: tree.in_sight()[-1] == "last: 1")
    # A screenful, and not every row.
    assert tree.laid_out < 200


def test_secrets_of_a_tree_are_masked_and_folds_stay_where_they_are(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, data={"login": {"user": "ada", "password": "hunter2x"}, "more": [1, 2]})
    value, tree = value_of(desk), tree_of(desk)
    desk.until(lambda: len(tree.in_sight()) == 6)
    assert not any("hunter2x" in row for row in (*tree.in_sight(), tree.whole()))
    tree.fold(3, on=True)
    desk.click(desk.window.card.body.calls["r1"].secrets)
    desk.until(lambda: 'password: "hunter2x"' in tree.in_sight())
    assert tree.left_out() == 2
    assert value.box is tree


@pytest.mark.parametrize("value", [{}, [], 1, None, True, "text"])
def test_what_has_no_parts_is_no_tree(value: Any) -> None:
    assert set_out(View.JSON, "x", value, shown_value("x", value)) is None


def test_a_secret_that_only_the_whole_text_tells_is_kept_from_the_tree() -> None:
    lines: list[Any] = ["-----BEGIN PRIVATE KEY-----", "MIIEvAIBADANBgkq", "-----END PRIVATE KEY-----"]
    assert set_out(View.JSON, "x", lines, shown_value("x", lines)) is None


def test_five_hundred_levels_are_shown_with_their_number(store: FakeStore, open_desk: OpenDesk) -> None:
    value: Any = {"password": "hunter2x"}
    for _ in range(500):
        value = {"a": value}
    desk = opened(store, open_desk, data=value)
    tree = tree_of(desk)
    desk.click(desk.window.card.body.calls["r1"].secrets)
    desk.window.card.go_to_end()
    desk.until(lambda: bool(tree.in_sight()) and tree.in_sight()[-1] == '500  password: "hunter2x"')
    desk.until_seen()
    desk.key(desk.window, "t")
    assert value_of(desk).box.whole().count("{") == 501
