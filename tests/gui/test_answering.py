"""Plain questions in the window: the form of the answer, faults by field, keys, and answers given elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core.model.states import RequestState
from pausedesk.core.model.views import RequestView
from pausedesk.gui.card.answer_form import AnswerForm
from pausedesk.gui.card.answers import OVERTAKEN
from pausedesk.gui.card.card_panel import TOO_SOON
from pausedesk.gui.plain import PlainEditor

ORDER: dict[str, Any] = {
    "type": "object",
    "properties": {
        "street": {"type": "string", "minLength": 3, "title": "Street"},
        "number": {"type": "integer", "minimum": 1},
        "colour": {"enum": ["red", "blue"]},
        "gift": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string", "minLength": 1}},
        "floor": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    },
    "required": ["street", "number", "colour"],
}


def ask(request: str, schema: Any, **changes: Any) -> RequestView:
    made = make_request(request, "ask_person", question="Where to?")
    return replace(made, question="Where to?", question_source="agent", answer_schema=json.dumps(schema), **changes)


def opened(store: FakeStore, open_desk: OpenDesk, *requests: RequestView) -> Opened:
    store.put(make_card(make_row("s1"), *requests))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until(lambda: desk.window.card.footer.answer.isVisible())
    desk.key(desk.window, "a")  # to the form
    return desk


def form(desk: Opened, request: str = "r1") -> AnswerForm:
    found = desk.window.card.body.calls[request].form
    assert found is not None
    return found


def editor(desk: Opened, name: str, request: str = "r1") -> PlainEditor:
    found = next(one for one in form(desk, request).root.inside if one.field.name == name).editor
    assert found is not None
    return found


def chord(desk: Opened) -> None:
    QTest.keyClick(QApplication.focusWidget() or desk.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def sent(store: FakeStore) -> list[tuple[str, Any]]:
    return [
        (one.decision, None if one.value is None else json.loads(one.value))
        for _, answers, _ in store.submits
        for one in answers
    ]


def test_an_answer_is_typed_and_given_by_keys_alone(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, ask("r1", {"type": "string"}))
    card = desk.window.card
    assert (card.footer.approve.isVisible(), card.footer.edit.isVisible()) == (False, False)
    assert card.footer.answer.focusPolicy() is Qt.FocusPolicy.NoFocus
    typing = form(desk).root.editor
    assert typing is not None
    assert QApplication.focusWidget() is typing
    desk.type(typing, "to dad")  # letters that decide elsewhere
    assert store.submits == []
    chord(desk)
    desk.until(lambda: bool(store.submits))
    assert sent(store) == [("answer", "to dad")]
    assert store.submits[0][1][0].digest == make_request("r1").digest


def test_a_form_of_fields_gives_what_stands_in_it_and_leaves_out_what_is_empty(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk = opened(store, open_desk, ask("r1", ORDER))
    root = form(desk).root
    desk.type(editor(desk, "street"), "High Street")
    desk.type(editor(desk, "number"), "12")
    colour, gift, tags = (one for one in root.inside if one.field.name in ("colour", "gift", "tags"))
    desk.click(colour.choices[1][0])
    desk.click(gift.choices[0][0])
    desk.click(gift.choices[0][0])
    for text in ("a", "b", "c"):
        desk.click(tags.add)
        typing = QApplication.focusWidget()
        assert typing is not None
        desk.type(typing, text)
    tags.inside[1].remove.click()
    desk.click(desk.window.card.footer.answer)
    desk.until(lambda: bool(store.submits))
    given = {"street": "High Street", "number": 12, "colour": "blue", "tags": ["a", "c"]}
    assert sent(store) == [("answer", given)]


def test_what_is_wrong_is_said_beside_its_field_and_nothing_is_handed_over(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk = opened(store, open_desk, ask("r1", ORDER))
    desk.type(editor(desk, "street"), "ab")
    desk.type(editor(desk, "number"), "0")
    chord(desk)
    root = form(desk).root
    told = {one.field.name: one.fault.text() for one in root.inside if one.fault.isVisible()}
    assert told == {
        "street": "This has to be at least 3 characters long.",
        "number": "This has to be 1 or more.",
        "colour": "This has to be filled in.",
    }
    assert form(desk).fault.label.text() == "3 fields need something else."
    assert QApplication.focusWidget() is editor(desk, "street")
    desk.type(editor(desk, "number"), "x")
    assert not any(one.fault.isVisible() for one in root.inside)
    chord(desk)
    assert "This has to be a number." in [one.fault.text() for one in root.faulty()]
    assert store.submits == []


def test_a_question_is_skipped_or_declined_with_a_note(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, ask("r1", {"type": "integer"}))
    desk.window.card.focus_card()
    desk.key(desk.window, "n")
    desk.type(desk.window.card.footer.note, "ask Ana")
    desk.window.card.focus_card()
    desk.key(desk.window, "p")
    desk.until(lambda: bool(store.submits))
    assert [(one.decision, one.note, one.value) for one in store.submits[0][1]] == [("skip", "ask Ana", None)]


def test_a_press_within_a_moment_of_the_card_gives_no_answer_and_a_double_click_gives_one(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    store.put(make_card(make_row("s1"), ask("r1", {"type": "string"})))
    desk = open_desk(store)
    card = desk.window.card
    desk.until(lambda: card.footer.answer.isVisible())
    desk.click(card.footer.answer)
    assert (store.submits, card.footer.reason.text()) == ([], TOO_SOON)
    desk.clock.pass_grace()
    desk.click(card.footer.answer)
    desk.double_click(card.footer.answer)
    desk.until(lambda: bool(store.submits))
    assert sent(store) == [("answer", "")]


def test_questions_and_calls_of_one_turn_are_submitted_together(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, ask("r1", {"type": "integer"}), make_request("r2"), ask("r3", {"type": "string"}))
    card = desk.window.card
    typing = form(desk).root.editor
    assert typing is not None
    desk.type(typing, "7")
    chord(desk)
    assert card.current is not None
    assert card.current.view.request == "r2"
    desk.clock.pass_grace()
    desk.until_seen()
    desk.key(desk.window, "a")
    desk.clock.pass_grace()
    desk.key(desk.window, "p")
    assert store.submits == []
    desk.clock.pass_grace()
    # What is typed after the choice is not what was chosen.
    card.look_at("r1")
    desk.clock.pass_grace()
    desk.type(typing, "8")
    assert not card.footer.submit.isEnabled()
    chord(desk)
    desk.clock.pass_grace()
    desk.click(card.footer.submit)
    desk.until(lambda: bool(store.submits))
    assert sent(store) == [("answer", 78), ("approve", None), ("skip", None)]


def test_an_answer_given_elsewhere_leaves_what_was_typed_and_takes_no_more(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk = opened(store, open_desk, ask("r1", {"type": "string"}))
    typing = form(desk).root.editor
    assert typing is not None
    desk.type(typing, "red")
    over = ask("r1", {"type": "string"}, state=RequestState.ANSWERED, answerable=False)
    store.put(make_card(make_row("s1"), replace(over, not_answerable_because="Ada answered it already.")))
    desk.until(lambda: not desk.window.card.footer.answer.isVisible())
    assert (typing.toPlainText(), typing.isReadOnly()) == ("red", True)
    assert form(desk).fault.label.text() == OVERTAKEN
    chord(desk)
    desk.key(desk.window, "p")
    assert store.submits == []
    assert "Ada answered it already." in desk.window.card.footer.reason.text()


def test_a_schema_that_cannot_be_read_takes_any_json(store: FakeStore, open_desk: OpenDesk) -> None:
    broken = replace(ask("r1", {}), answer_schema="no schema")
    desk = opened(store, open_desk, broken)
    typing = form(desk).root.editor
    assert typing is not None
    desk.type(typing, "{bad")
    chord(desk)
    assert form(desk).root.fault.text().startswith("No JSON value: ")
    typing.setPlainText('{"a": 1}')
    chord(desk)
    desk.until(lambda: bool(store.submits))
    assert sent(store) == [("answer", {"a": 1})]


def test_a_default_stands_in_the_form_and_is_given_as_it_is(store: FakeStore, open_desk: OpenDesk) -> None:
    schema = {"type": "array", "items": {"type": "integer"}, "default": [1, 2]}
    desk = opened(store, open_desk, ask("r1", schema))
    desk.click(desk.window.card.footer.answer)
    desk.until(lambda: bool(store.submits))
    assert sent(store) == [("answer", [1, 2])]
