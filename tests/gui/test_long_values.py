"""Long values: the card is there at once, only what is in sight is laid out, and the end still has to be seen."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core.model.views import HistoryItem
from pausedesk.core.rules.shown import as_text
from pausedesk.gui.card.long_box import LongBox
from pausedesk.gui.card.prepared import CardPreparer, prepare_history
from pausedesk.gui.card.rows import BREAK, LONG, ROW, rows_of
from pausedesk.gui.card.value_view import PENDING, BeginningView, ValueView

LINES = "\n".join(f"line {number} of a text that goes on" for number in range(15_000))
VALUES: dict[str, Any] = {
    "lines": LINES,
    "one line": "x" * 500_000,
    "keys": {f"key {number}": number for number in range(30_000)},
}


def shown(store: FakeStore, open_desk: OpenDesk, **values: Any) -> Opened:
    store.put(make_card(make_row("s1"), make_request("r1", "write", **values)))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk


def value_of(desk: Opened, place: int = -1) -> tuple[ValueView, LongBox]:
    desk.until(lambda: not desk.window.card.body.calls["r1"].request.pending)
    value = desk.window.card.body.calls["r1"].values[place]
    assert isinstance(value.box, LongBox)
    return value, value.box


@pytest.mark.parametrize("kind", VALUES)
def test_a_long_value_is_laid_out_where_it_is_looked_at_and_its_end_opens_approve(
    store: FakeStore, open_desk: OpenDesk, kind: str
) -> None:
    desk = shown(store, open_desk, to="A. Berger", value=VALUES[kind])
    _, box = value_of(desk)
    desk.until(lambda: box.laid_out > 0)
    desk.qtbot.wait(300)
    assert not box.seen
    assert not desk.window.card.footer.approve.isEnabled()
    desk.key(desk.window, "a")
    bar = box.verticalScrollBar()
    before = box.laid_out
    for part in range(10):
        bar.setValue(bar.maximum() * part // 10)
        box.viewport().repaint()
    # A screenful for each look at it, however long the value is.
    assert box.laid_out - before <= 10 * 3 * 14
    assert store.submits == []
    desk.window.card.go_to_end()
    desk.until_seen()
    assert box.lines_below() == 0
    desk.key(desk.window, "a")
    desk.until(lambda: len(store.submits) == 1)


def test_the_end_of_a_long_value_is_seen_only_where_it_was_in_sight(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = shown(store, open_desk, value=LINES)
    value, box = value_of(desk)
    bar = box.verticalScrollBar()
    bar.setValue(bar.maximum() - 1)
    desk.window.card.view.ensureWidgetVisible(value)
    desk.qtbot.wait(300)
    assert not box.seen
    bar.setValue(bar.maximum())
    desk.until(lambda: box.seen)


def test_everything_else_of_the_card_is_there_while_a_long_value_is_made_ready() -> None:
    preparer = CardPreparer()
    card = make_card(make_row("s1"), make_request("r1", "write", path="a.txt", text=LINES, data=VALUES["keys"]))
    first = preparer.prepare(card, {}).requests[0]
    assert first.pending
    assert [one.value.text for one in first.arguments] == ["a.txt", "", ""]
    assert first.question.text


def test_a_value_that_is_not_ready_is_told_so_and_cannot_be_approved(
    store: FakeStore, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[object] = []

    def never_done(_self: object, op: object, *_rest: object, **_named: object) -> None:
        if "CardReader" in getattr(op, "__qualname__", ""):
            begun.append(op)

    monkeypatch.setattr("pausedesk.gui.bridge.StoreBridge.work", never_done)
    desk = shown(store, open_desk, path="a.txt", text=LINES)
    call = desk.window.card.body.calls["r1"]
    said = [getattr(one, "text", str)() for one in call.findChildren(QWidget)]
    assert any(PENDING in one for one in said)
    assert len(begun) == 1
    desk.qtbot.wait(300)
    desk.key(desk.window, "a")
    desk.key(desk.window, "x")
    assert not desk.window.card.footer.approve.isEnabled()
    assert "made ready" in desk.window.card.footer.reason.text()
    assert store.submits == []


def begun(desk: Opened, place: int = 0) -> BeginningView:
    return desk.window.card.body.calls["r1"].beginnings[place]


@pytest.mark.parametrize("kind", VALUES)
def test_a_long_value_begins_at_once_and_its_end_is_told_only_where_it_is(
    store: FakeStore, open_desk: OpenDesk, held: threading.Event, kind: str
) -> None:
    desk = shown(store, open_desk, value=VALUES[kind])
    view = begun(desk)
    desk.until(lambda: bool(view.box.in_sight()))
    assert as_text(VALUES[kind]).startswith("".join(view.box.in_sight()[:1]).removesuffix(BREAK))
    desk.window.card.go_to_end()
    view.box.go_to_end()
    desk.key(desk.window, "a")
    said = " ".join(getattr(one, "text", str)() for one in view.findChildren(QWidget))
    assert "only the beginning" in said
    assert "end of" not in said
    assert not desk.window.card.footer.approve.isEnabled()
    held.set()
    value, _ = value_of(desk)
    assert not value.seen
    assert store.submits == []


def test_who_reads_the_beginning_goes_on_reading_where_they_were(
    store: FakeStore, open_desk: OpenDesk, held: threading.Event
) -> None:
    desk = shown(store, open_desk, text=LINES)
    box = begun(desk).box
    desk.until(lambda: bool(box.in_sight()))
    box.setFocus()
    desk.key(box, Qt.Key.Key_PageDown)
    seen, high = box.verticalScrollBar().value(), box.height()
    assert seen > 0
    held.set()
    _, whole = value_of(desk)
    assert (whole.verticalScrollBar().value(), whole.height()) == (seen, high)
    assert whole.hasFocus()


def test_what_is_typed_stays_while_a_long_value_becomes_ready(
    store: FakeStore, open_desk: OpenDesk, held: threading.Event
) -> None:
    schema = {"type": "object", "properties": {"why": {"type": "string"}}, "required": ["why"]}
    request = replace(make_request("r1", "ask", text=LINES), answer_schema=json.dumps(schema))
    store.put(make_card(make_row("s1"), request))
    desk = open_desk(store)
    desk.until_card("s1")
    call = desk.window.card.body.calls["r1"]
    assert call.form is not None
    call.form.focus_first()
    typed = QApplication.focusWidget()
    assert typed is not None
    desk.type(typed, "bec")
    held.set()
    value_of(desk)
    assert QApplication.focusWidget() is typed
    desk.type(typed, "ause")
    assert desk.window.card.answers.answer("r1") == '{"why":"because"}'


def test_the_exact_bytes_of_a_long_call_and_its_copy_are_whole(store: FakeStore, open_desk: OpenDesk) -> None:
    text = f"{LINES}\na\u202eb " + "y" * (3 * ROW)
    desk = shown(store, open_desk, text=text)
    value, box = value_of(desk)
    desk.key(desk.window, "x")
    desk.until(lambda: len(desk.window.card.body.calls["r1"].findChildren(LongBox)) == 2)
    value._copy()
    assert QGuiApplication.clipboard().text() == text.replace("\u202e", "\\u202e")
    assert box.whole() == text.replace("\u202e", "\\u202e")
    assert desk.window.card.body.calls["r1"].warnings.isVisible()


def test_secrets_of_a_long_value_are_masked_until_they_are_asked_for(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = shown(store, open_desk, text=f"Authorization: Bearer abcdefghijklmnop0123456789\n{LINES}")
    _, box = value_of(desk)
    call = desk.window.card.body.calls["r1"]
    assert "abcdefghijklmnop" not in box.whole()
    desk.click(call.secrets)
    assert "abcdefghijklmnop" in box.whole()
    desk.click(call.secrets)
    assert "abcdefghijklmnop" not in box.whole()


def test_keys_scroll_a_long_value(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = shown(store, open_desk, text=LINES)
    _, box = value_of(desk)
    box.setFocus()
    desk.key(box, Qt.Key.Key_PageDown)
    assert box.verticalScrollBar().value() == box.verticalScrollBar().pageStep()
    desk.key(box, Qt.Key.Key_End)
    assert box.lines_below() == 0
    desk.key(box, Qt.Key.Key_Home)
    assert box.verticalScrollBar().value() == 0
    assert box.seen


@pytest.mark.parametrize(
    "text", ["", "a", "a\n", "x" * ROW, "x" * (ROW + 1), "x" * (2 * ROW), "a\n" + "x" * 1000 + "\n\nb"]
)
def test_rows_are_the_text_but_for_the_breaks_that_are_marked(text: str) -> None:
    rows = rows_of(text)
    assert "\n".join(rows).replace(f"{BREAK}\n", "") == text
    assert max(map(len, rows)) <= ROW + 1


def test_a_text_of_the_timeline_beyond_all_reading_says_what_is_left_out() -> None:
    item = prepare_history(HistoryItem(None, "call", "z\n" * LONG))
    assert item.whole is not None
    assert len(item.whole) < LONG
    assert "not shown here" in item.whole
