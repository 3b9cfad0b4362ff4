"""Values in the views that fit them: what is shown is the value, its end must be seen, its text is a key away."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core.rules.json_tree import JsonTree
from pausedesk.core.rules.set_out import Row
from pausedesk.core.rules.shown import shown_value
from pausedesk.core.rules.value_views import ValueView as View
from pausedesk.gui.card.long_box import LongBox
from pausedesk.gui.card.rows import BREAK, ROW, set_out
from pausedesk.gui.card.set_out_box import SetOutBox
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.card.value_view import ValueView

COMMAND = "rsync -a build/ host:/srv && echo 'done; ok' | tee log"
ORDERS = [{"order": number, "note": f"note {number}"} for number in range(300)]


def opened(store: FakeStore, open_desk: OpenDesk, **values: Any) -> Opened:
    request = make_request("r1", "tool", **values)
    request = replace(request, arguments=tuple(replace(one, view="") for one in request.arguments))
    store.put(make_card(make_row("s1"), request))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until(lambda: not desk.window.card.body.calls["r1"].request.pending)
    return desk


def value_of(desk: Opened) -> ValueView:
    return desk.window.card.body.calls["r1"].values[0]


def painted(value: ValueView) -> str:
    box = value.box
    if isinstance(box, LongBox):
        return "".join(box.in_sight())
    return box.toPlainText() if isinstance(box, TextBox) else ""


def texts(rows: Any) -> list[Any]:
    return [row.text if isinstance(row, Row) else row for row in rows]


def test_a_command_is_set_out_and_t_shows_it_as_the_text_that_it_is(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, command=COMMAND)
    value = value_of(desk)
    box = value.box
    assert isinstance(box, SetOutBox)
    desk.until(lambda: box.in_sight() == ["rsync -a build/ host:/srv ", "&& echo 'done; ok' ", "| tee log"])
    desk.until_seen()
    assert not value.as_text.isChecked()
    desk.key(desk.window, "t")
    assert isinstance(value.box, TextBox)
    assert value.box.toPlainText() == COMMAND
    assert not box.isVisible()
    assert value.seen
    value._copy()
    assert QGuiApplication.clipboard().text() == COMMAND
    desk.key(desk.window, "t")
    assert isinstance(value.box, LongBox)
    assert box.isVisible()
    value._copy()
    assert QGuiApplication.clipboard().text() == COMMAND


def test_a_table_opens_approve_once_its_last_row_was_in_sight(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, orders=ORDERS)
    box = value_of(desk).box
    assert isinstance(box, SetOutBox)
    desk.until(lambda: box.in_sight()[:2] == ["order  note", "0  note 0"])
    desk.qtbot.wait(300)
    assert not box.seen
    assert not desk.window.card.footer.approve.isEnabled()
    # A screenful, and not every row.
    assert box.laid_out < len(ORDERS)
    desk.window.card.go_to_end()
    desk.until_seen()
    # The names of the columns stay where they are.
    desk.until(lambda: (box.in_sight()[0], box.in_sight()[-1]) == ("order  note", "299  note 299"))
    assert len(box.in_sight()) < 20


def test_a_value_is_seen_to_its_end_in_either_view(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, orders=ORDERS)
    desk.key(desk.window, "t")
    value = value_of(desk)
    assert not isinstance(value.box, SetOutBox)
    assert not value.seen
    desk.window.card.go_to_end()
    desk.until_seen()
    desk.key(desk.window, "t")
    assert value.seen


def test_a_secret_is_masked_in_every_view_until_it_is_asked_for(store: FakeStore, open_desk: OpenDesk) -> None:
    secret = "abcdef1234567890"
    desk = opened(store, open_desk, command=f"curl -H 'Authorization: Bearer {secret}' x | tee log")
    value, call = value_of(desk), desk.window.card.body.calls["r1"]
    desk.until(lambda: painted(value) != "")
    for _ in range(2):
        assert secret not in painted(value)
        assert secret not in value.box.whole()
        desk.key(desk.window, "t")
    desk.click(call.secrets)
    assert secret in value.box.whole()
    desk.key(desk.window, "t")
    assert secret in value.box.whole()


@pytest.mark.parametrize(
    ("value", "masked", "revealed"),
    [
        ([{"a": 1, "b": "1"}, {"a": None, "b": ""}], [("1", '"1"'), ("null", '""')], None),
        ([{"a": "null", "b": " x"}, {"b": True}], [('"null"', '" x"'), ("", "true")], None),
        ([{"a": 1, "password": "hunter2x"}] * 2, [("1", '"[masked: 8 characters]"')] * 2, [("1", "hunter2x")] * 2),
        ("a,b\n1,\u202e\n2,x", [("1", "\\u202e"), ("2", "x")], None),
    ],
)
def test_cells_tell_a_text_from_a_number_and_hide_secrets(value: Any, masked: Any, revealed: Any) -> None:
    found = set_out(View.TABLE, "rows", value, shown_value("rows", value))
    assert found is not None
    assert not isinstance(found.masked, JsonTree)
    assert not isinstance(found.revealed, JsonTree)
    assert list(found.masked)[1:] == masked
    assert list(found.revealed)[1:] == (revealed or masked)


def test_a_long_row_is_broken_where_it_is_told_and_nothing_of_it_is_lost() -> None:
    text = "echo '" + "x" * (3 * ROW) + "' | wc"
    found = set_out(View.SHELL, "command", text, shown_value("command", text))
    assert found is not None
    assert not isinstance(found.masked, JsonTree)
    assert "".join(texts(found.masked)).replace(BREAK, "") == text
    assert max(map(len, texts(found.masked))) <= ROW + 1
    assert all(mark.start + mark.length <= ROW for row in found.masked if isinstance(row, Row) for mark in row.marks)


def test_a_single_command_and_a_plain_text_stay_text() -> None:
    for view, text in ((View.SHELL, "ls -l"), (View.TEXT, "a | b"), (View.SQL, "what it sells")):
        assert set_out(view, "x", text, shown_value("x", text)) is None
