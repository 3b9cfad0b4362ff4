"""Editing in the window: the person's arguments become a question of their own, and nothing is approved by that."""

from __future__ import annotations

import json
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core.errors import UsageError
from pausedesk.gui.card.edit_view import EditView
from pausedesk.gui.card.edits import CHECKING, EDITING, TOO_LATE
from pausedesk.gui.plain import PlainEditor

LETTER = "Dear Ana,\nyour parcel\u202e is late."


def edits(store: FakeStore) -> list[tuple[object, ...]]:
    return [values for name, _, values in store.log if name == "edit"]


def opened(store: FakeStore, open_desk: OpenDesk, **values: object) -> Opened:
    values = values or {"order_id": "8812", "amount": 49.0, "currency": "EUR"}
    store.put(make_card(make_row("s1"), make_request("r1", "refund", **values)))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    return desk


def editor(desk: Opened, request: str = "r1") -> EditView:
    found = desk.window.card.body.calls[request].editor
    assert found is not None
    return found


def type_over(desk: Opened, name: str, text: str) -> PlainEditor:
    row = next(one for one in editor(desk).rows if one.field.name == name)
    assert row.editor is not None
    row.editor.setFocus(Qt.FocusReason.TabFocusReason)
    row.editor.selectAll()
    desk.type(row.editor, text)
    return row.editor


def test_an_edit_is_sent_with_the_digest_that_was_seen_and_needs_its_own_approval(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk = opened(store, open_desk)
    card = desk.window.card
    desk.key(desk.window, "e")
    assert card.footer.reason.text() == EDITING
    assert not card.footer.approve.isEnabled()
    assert [(row.field.name, row.text()) for row in editor(desk).rows] == [
        ("order_id", "8812"),
        ("amount", "49.0"),
        ("currency", "EUR"),
    ]
    assert QApplication.focusWidget() is editor(desk).rows[0].editor
    type_over(desk, "amount", "19.5")
    desk.key(QApplication.focusWidget() or desk.window, "a")
    assert store.submits == []
    type_over(desk, "amount", "19.5")
    desk.click(editor(desk).send)
    desk.until(lambda: card.current is not None and card.current.view.request == "r1-new")
    session, request, arguments, digest = edits(store)[0]
    assert (session, request, digest) == ("s1", "r1", make_request("r1").digest)
    assert json.loads(str(arguments)) == {"order_id": "8812", "amount": 19.5}
    assert len(edits(store)) == 1
    assert store.submits == []
    assert "changed the arguments" in card.body.calls["r1-new"].beside.label.text()
    assert not card.footer.approve.hasFocus()
    desk.key(desk.window, "a")
    assert store.submits == []  # within the first moment of the new card
    desk.clock.pass_grace()
    desk.until_seen()
    desk.key(desk.window, "a")
    desk.until(lambda: len(store.submits) == 1)
    assert [one.request for one in store.submits[0][1]] == ["r1-new"]


def test_what_the_tool_does_not_take_is_told_and_what_was_typed_stays(store: FakeStore, open_desk: OpenDesk) -> None:
    store.refuse_edit = UsageError("edit-refused", "The tool refund does not take amount: Input should be positive.")
    desk = opened(store, open_desk)
    desk.click(desk.window.card.footer.edit)
    typed = type_over(desk, "amount", "-1")
    desk.click(editor(desk).send)
    desk.until(lambda: "does not take amount" in desk.window.card.footer.told.label.text())
    assert typed.toPlainText() == "-1"
    assert not typed.isReadOnly()
    assert editor(desk).send.isEnabled()
    assert store.submits == []
    assert "approve" not in [one.view.state for one in desk.window.card.prepared.requests]  # type: ignore[union-attr]


def test_what_is_no_json_is_told_before_anything_is_sent(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk)
    desk.key(desk.window, "e")
    type_over(desk, "amount", "cheap")
    desk.click(editor(desk).send)
    assert "“amount” holds no JSON value" in editor(desk).fault.label.text()
    assert edits(store) == []


def test_while_the_tool_checks_nothing_is_decided_and_other_cards_are_answered(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    store.may_edit.clear()
    desk = opened(store, open_desk)
    store.put(make_card(make_row("s2"), make_request("r2")))
    card = desk.window.card
    desk.key(desk.window, "e")
    type_over(desk, "amount", "1")
    desk.key(QApplication.focusWidget() or desk.window, Qt.Key.Key_Escape)
    desk.click(editor(desk).send)
    desk.click(editor(desk).send)
    desk.until(lambda: len(edits(store)) == 1)
    assert card.footer.reason.text() == CHECKING
    assert not card.footer.approve.isEnabled()
    assert not card.footer.decline.isEnabled()
    card.show_session("s2")
    desk.until_card("s2")
    desk.until_seen()
    desk.key(desk.window, "a")
    desk.until(lambda: len(store.submits) == 1)
    assert store.submits[0][0] == "s2"
    store.may_edit.set()
    desk.until(lambda: not card.acts.busy("s1"))
    assert card.prepared is not None
    assert card.prepared.card.row.session == "s2"
    assert card.acts.told("s2") is None
    assert len(edits(store)) == 1


def test_the_window_closes_while_the_tool_still_checks(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk)
    store.may_edit.clear()
    desk.key(desk.window, "e")
    type_over(desk, "amount", "19.5")
    desk.click(editor(desk).send)
    desk.until(lambda: len(edits(store)) == 1)
    desk.window.close()
    # It would have waited for the check, and the edit would be there.
    assert [one.request for one in store.cards["s1"].requests] == ["r1"]
    store.may_edit.set()


def test_what_is_typed_comes_back_with_its_card_and_to_no_other(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk)
    store.put(make_card(make_row("s2"), make_request("r2", "refund", amount=49.0)))
    card = desk.window.card
    desk.key(desk.window, "e")
    type_over(desk, "amount", "7")
    card.show_session("s2")
    desk.until_card("s2")
    assert card.body.calls["r2"].editor is None
    card.show_session("s1")
    desk.until_card("s1")
    desk.until(lambda: "r1" in card.body.calls)
    assert editor(desk).rows[1].text() == "7"
    assert not card.footer.approve.isEnabled()
    desk.click(editor(desk).leave)
    assert card.body.calls["r1"].editor is None
    desk.until_seen()


def test_an_answer_by_another_desk_while_an_edit_is_open_keeps_what_was_typed_and_sends_nothing(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk = opened(store, open_desk)
    desk.key(desk.window, "e")
    typed = type_over(desk, "amount", "7")
    card = store.cards["s1"]
    gone = replace(card.requests[0], answerable=False, not_answerable_because="Ada declined it already.")
    store.put(replace(card, requests=(gone,)))
    desk.until(lambda: editor(desk).fault.label.text() == TOO_LATE)
    assert typed.toPlainText() == "7"
    assert not editor(desk).send.isEnabled()
    desk.key(typed, Qt.Key.Key_Return)
    desk.click(editor(desk).send)
    desk.click(editor(desk).leave)
    assert edits(store) == []
    assert store.submits == []


def test_nothing_that_hides_is_changed_by_an_editor(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, text=LETTER, note="a\u00a0b", number=9007199254740993)
    desk.key(desk.window, "e")
    rows = editor(desk).rows
    assert [row.field.is_text for row in rows] == [False, False, False]
    assert "\\u202e" in (rows[0].text() or "")
    desk.click(editor(desk).send)
    desk.until(lambda: len(edits(store)) == 1)
    assert json.loads(str(edits(store)[0][2])) == {"text": LETTER, "note": "a\u00a0b", "number": 9007199254740993}


def test_a_masked_secret_is_neither_shown_nor_changed_by_an_edit(store: FakeStore, open_desk: OpenDesk) -> None:
    store.put(make_card(make_row("s1"), make_request("r1", "call", api_key="sk-abcdefghijklmnop1234", text="hello")))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until(lambda: "r1" in desk.window.card.body.calls)
    desk.key(desk.window, "e")
    view = editor(desk)
    assert view.rows[0].editor is None
    assert not view.as_json.isEnabled()
    type_over(desk, "text", "hi")
    desk.click(desk.window.card.body.calls["r1"].secrets)
    assert view.rows[0].text() == "sk-abcdefghijklmnop1234"
    assert view.rows[1].text() == "hi"
    desk.click(desk.window.card.body.calls["r1"].secrets)
    assert view.rows[0].editor is None
    desk.click(view.send)
    desk.until(lambda: len(edits(store)) == 1)
    assert json.loads(str(edits(store)[0][2])) == {"api_key": "sk-abcdefghijklmnop1234", "text": "hi"}


def test_arguments_are_edited_as_json_and_in_fields_again(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk)
    desk.key(desk.window, "e")
    type_over(desk, "amount", "12")
    desk.click(editor(desk).as_json)
    whole = editor(desk).whole
    assert whole is not None
    assert json.loads(whole.toPlainText()) == {"order_id": "8812", "amount": 12}
    whole.setPlainText('{"order_id": "8813", "more": [1, 2]}')
    desk.click(editor(desk).as_json)
    first = editor(desk).rows[0]
    assert (first.field.name, first.text()) == ("order_id", "8813")
    desk.click(editor(desk).as_json)
    whole = editor(desk).whole
    assert whole is not None
    whole.setPlainText("{")
    desk.click(editor(desk).as_json)
    assert "These are no arguments" in editor(desk).fault.label.text()
    assert editor(desk).whole is whole
    whole.moveCursor(QTextCursor.MoveOperation.End)
    desk.type(whole, '"order_id": "1"}')
    desk.click(editor(desk).send)
    desk.until(lambda: len(edits(store)) == 1)
    assert json.loads(str(edits(store)[0][2])) == {"order_id": "1"}


def test_while_one_call_of_a_turn_is_edited_the_turn_is_not_submitted(store: FakeStore, open_desk: OpenDesk) -> None:
    store.put(make_card(make_row("s1", waiting_count=2), make_request("r1"), make_request("r2", "shell", command="ls")))
    desk = open_desk(store)
    card = desk.window.card
    for request in ("r1", "r2"):
        desk.until(lambda request=request: card.current is not None and card.current.view.request == request)  # type: ignore[misc]
        desk.clock.pass_grace()
        desk.until_seen()
        desk.key(desk.window, "a")
    desk.clock.pass_grace()
    assert card.footer.submit.isEnabled()
    desk.key(desk.window, "e")
    assert not card.footer.submit.isEnabled()
    card.look_at("r1")
    desk.clock.pass_grace()
    card.submit()
    assert store.submits == []
