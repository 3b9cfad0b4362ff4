"""What happens at the same time: keys held down, slow failures on another card, answers by other desks and windows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeDoor, FakeStore, make_card, make_request, make_row

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.states import RequestState


def two_calls(store: FakeStore) -> None:
    for number in (1, 2):
        store.put(make_card(make_row(f"s{number}"), make_request(f"r{number}")))


def hold_down(desk: Opened, key: str, *, pressed: bool = True) -> None:
    """What a key sends that is held down: a press (unless it was `pressed` before), and presses that repeat it."""
    widget, code = QApplication.focusWidget() or desk.window, Qt.Key[f"Key_{key.upper()}"].value
    for number in range(20):
        repeats = number > 0 or not pressed
        QTest.simulateEvent(widget, True, code, Qt.KeyboardModifier.NoModifier, key, repeats, -1)


@pytest.mark.parametrize("key", ["a", "d", "s"])
def test_a_deciding_key_that_is_held_down_decides_one_call(store: FakeStore, open_desk: OpenDesk, key: str) -> None:
    two_calls(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    hold_down(desk, key)
    desk.until(lambda: len(store.submits) == 1)
    desk.window.inbox.select_session("s2")
    desk.until_card("s2")
    desk.until_seen()
    # The key is still down when the next card is here.
    hold_down(desk, key, pressed=False)
    desk.qtbot.wait(100)
    assert [session for session, _, _ in store.submits] == ["s1"]


def test_a_held_key_decides_one_call_of_several(store: FakeStore, open_desk: OpenDesk) -> None:
    store.put(make_card(make_row("s1", waiting_count=2), make_request("r1"), make_request("r2", "shell", command="ls")))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    hold_down(desk, "a")
    desk.clock.pass_grace()
    desk.until_seen()
    assert "undecided" in desk.window.card.body.steps.buttons["r2"].text()
    assert store.submits == []


def test_a_slow_failure_of_one_answer_is_told_on_its_own_card(
    store: FakeStore, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_calls(store)
    go, submit = threading.Event(), FakeDoor.submit

    def slow(door: FakeDoor, session: str, *rest: Any) -> None:
        if session == "s1":
            go.wait(20)
            raise ResumeDecisionError("already-answered", "Jo declined it.", next_step="Look at its track.")
        submit(door, session, *rest)

    monkeypatch.setattr(FakeDoor, "submit", slow)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    desk.key(desk.window, "a")
    desk.key(desk.window, "j")
    desk.until_card("s2")
    desk.until_seen()
    desk.key(desk.window, "d")
    go.set()
    desk.until(lambda: desk.window.card.acts.told("s1") is not None)
    desk.until(lambda: [session for session, _, _ in store.submits] == ["s2"])
    assert desk.window.card.prepared is not None
    assert desk.window.card.prepared.card.row.session == "s2"
    assert not desk.window.card.footer.told.isVisible()
    assert desk.window.card.acts.told("s2") is None
    desk.key(desk.window, "k")
    desk.until_card("s1")
    assert desk.window.card.footer.told.label.text() == "Jo declined it. Look at its track."
    # It was not taken, so it waits as before.
    desk.until_seen()


def test_an_answer_by_another_desk_while_a_note_is_written_keeps_the_note_and_sends_nothing(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    two_calls(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    card = desk.window.card
    desk.key(desk.window, "n")
    note = card.footer.note
    desk.type(note, "Ask for the receipt")
    shown = store.cards["s1"]
    gone = replace(
        shown.requests[0],
        state=RequestState.DECLINED,
        answerable=False,
        not_answerable_because="Ada declined it already.",
    )
    store.put(replace(shown, requests=(gone,)))
    desk.until(lambda: "Ada declined it already." in card.footer.reason.text())
    assert not card.footer.approve.isVisible()
    assert not card.footer.decline.isVisible()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_A, Qt.Key.Key_D):
        desk.key(QApplication.focusWidget() or desk.window, key)
    desk.qtbot.wait(100)
    assert store.submits == []
    desk.window.inbox.select_session("s2")
    desk.until_card("s2")
    # What was written for one call is in no other's note.
    assert card.footer.note.text() == ""


def test_after_each_act_the_focus_is_where_no_space_or_return_decides(store: FakeStore, open_desk: OpenDesk) -> None:
    def harmless() -> bool:
        widget = QApplication.focusWidget()
        return widget is not None and not isinstance(widget, QPushButton)

    two_calls(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    footer = desk.window.card.footer

    def write_a_note() -> None:
        desk.key(desk.window, "n")
        desk.key(footer.note, Qt.Key.Key_Escape)

    acts: dict[str, Callable[[], None]] = {
        "exact": lambda: desk.key(desk.window, "x"),
        "text": lambda: desk.key(desk.window, "t"),
        "note": write_a_note,
        "approve": lambda: desk.click(footer.approve),
        "next": lambda: desk.key(desk.window, "j"),
        "decline": lambda: desk.click(footer.decline),
    }
    for name, act in acts.items():
        if name == "next":
            desk.until(lambda: len(store.submits) == 1)
        act()
        if name == "next":
            desk.until_card("s2")
            desk.until_seen()
        desk.qtbot.wait(50)
        assert harmless(), (name, QApplication.focusWidget())
        handed = len(store.submits)
        for key in (Qt.Key.Key_Space, Qt.Key.Key_Return):
            desk.key(QApplication.focusWidget() or desk.window, key)
        if name not in ("approve", "decline"):
            assert len(store.submits) == handed, name
    desk.until(lambda: len(store.submits) == 2)
