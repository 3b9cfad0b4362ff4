"""The pictures of the window are made, and no text of it is cut off, in the smallest window too."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_execution, make_request, make_row

from pausedesk import gui
from pausedesk.core.model.states import ListFilter
from pausedesk.core.rules.value_views import ValueView
from pausedesk.core.settings import Language
from pausedesk.gui.app import make_application
from pausedesk.gui.flow import FlowLayout
from pausedesk.gui.gallery import cut_texts, main
from pausedesk.gui.language import use
from pausedesk.gui.plain import PlainLabel
from pausedesk.gui.theme import LIGHT, apply_theme

# It stands only until the rest of a long value is ready.
FOR_A_MOMENT = {"BeginningView"}


def own_widgets() -> set[str]:
    """Every class of a widget that the window has."""
    for module in pkgutil.walk_packages(gui.__path__, f"{gui.__name__}."):
        importlib.import_module(module.name)
    found, left = set[str](), [QWidget]
    while left:
        for kind in left.pop().__subclasses__():
            left.append(kind)
            if kind.__module__.startswith(f"{gui.__name__}."):
                found.add(kind.__name__)
    return found


def test_every_screen_has_a_picture_in_which_all_its_texts_fit_and_every_widget_stands_in_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], qapp: QApplication, qapp_theme_kept: None
) -> None:
    out, shown = tmp_path / "pictures", set[str]()
    try:
        assert main([str(out), "--looks", "chinese-double"], shown=shown) == 0, capsys.readouterr().out
    finally:
        use(qapp, Language.ENGLISH)
    names = {path.stem.removeprefix("chinese-double-") for path in out.glob("*.png")}
    assert {f"list-{one}" for one in ListFilter} <= names
    views = {f"card-{one}" for one in ValueView if one is not ValueView.TEXT}
    assert views | {"card-long-value", "card-secrets", "card-question", "card-several-calls", "card-edited"} <= names
    assert {"card-may-have-run", "in-doubt", "card-of-another-program", "batch-asked", "held-and-cared-for"} <= names
    assert {"welcome", "search", "search-nothing", "filter-row", "keys", "sources", "settings", "trouble"} <= names
    assert own_widgets() - shown - FOR_A_MOMENT == set()
    assert QImage(str(out / "chinese-double-list-all.png")).width() >= 1800


def card_overhang(desk: Opened) -> int:
    """By how much the card is wider than its pane."""
    view = desk.window.card.view
    inside = view.widget()
    assert inside is not None
    return inside.width() - view.viewport().width()


def test_no_text_is_cut_off_at_the_smallest_size_whatever_is_on_the_card(store: FakeStore, open_desk: OpenDesk) -> None:
    tools = ("refund", "send_letter_to_every_customer_of_the_shop", "run", "edit_file")
    requests = [make_request(f"r{number}", tool, note="x " * 200) for number, tool in enumerate(tools)]
    store.put(make_card(make_row("s1"), *requests))
    store.put(make_card(make_row("s2", unknown_count=1), unknown=(make_execution("x1", tool="a_long_name_" * 3),)))
    desk = open_desk(store)
    desk.window.resize(desk.window.minimumSize())
    for session in ("s1", "s2"):
        desk.window.inbox.select_session(session)
        desk.until_card(session)
        desk.until(lambda: cut_texts(desk.window) == [])
        desk.until(lambda: card_overhang(desk) <= 0)


def test_at_the_smallest_size_a_plain_call_is_seen_whole_and_nothing_moves_when_it_is_answered(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    store.put(make_card(make_row("s1"), make_request("r1", order_id="8812", amount="49.00", currency="EUR")))
    desk = open_desk(store)
    desk.window.resize(desk.window.minimumSize())
    desk.until_card("s1")
    card = desk.window.card
    desk.until(lambda: card.footer.approve.isEnabled() and not card.footer.track.isVisible())
    call = card.body.calls["r1"]
    desk.until(lambda: call.mapTo(card.view.viewport(), call.rect().bottomLeft()).y() <= card.view.viewport().height())
    before = card.footer.geometry()
    desk.key(desk.window, "a")
    desk.until(lambda: card.footer.track.isVisible() and not card.footer.note.isVisible())
    assert card.footer.geometry() == before


def test_a_cut_text_is_found(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    label = PlainLabel("much too long for so little room", parent=root)
    label.setGeometry(0, 0, 40, 20)
    button = QPushButton("much too long", root)
    button.setGeometry(0, 30, 20, 20)
    root.resize(100, 100)
    root.show()
    assert len(cut_texts(root)) == 2


def test_buttons_without_room_go_on_in_a_further_line(qtbot: QtBot) -> None:
    root = QWidget()
    qtbot.addWidget(root)
    line = FlowLayout(root)
    buttons = [QPushButton(f"button number {number}") for number in range(4)]
    line.addWidget(buttons[0])
    line.push(*buttons[2:])
    line.insert(1, buttons[1])
    wide = line.sizeHint().width()
    root.resize(wide, 200)
    root.show()
    assert len({button.y() for button in buttons}) == 1
    assert buttons[3].geometry().right() == root.rect().right()
    assert [one.x() for one in buttons] == sorted(one.x() for one in buttons)
    root.resize(wide // 2 + 10, 200)
    qtbot.waitUntil(lambda: len({button.y() for button in buttons}) == 2)
    assert line.heightForWidth(wide // 2 + 10) > line.heightForWidth(wide)
    buttons[0].hide()
    qtbot.waitUntil(lambda: buttons[1].x() == 0)


@pytest.fixture
def qapp_theme_kept() -> object:
    """The gallery gives the application themes; what comes after it has the usual one."""
    yield None
    apply_theme(make_application([]), LIGHT)
