"""Holding everything from the window, and who else is at a session: told in every window, in nobody's way."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import T0, FakeStore, make_card, make_request, make_row

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.views import Claim, Hold, Look
from pausedesk.core.rules.links import session_of_link
from pausedesk.core.store.engine import open_store
from pausedesk.core.store.sessions import AgentRef, create_session
from pausedesk.gui.backend import StoreBackend


def _opened(store: FakeStore, open_desk: OpenDesk) -> Opened:
    for session in ("s1", "s2"):
        store.put(make_card(make_row(session), make_request(f"r-{session}")))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk


def _did(store: FakeStore, name: str) -> list[tuple[object, ...]]:
    return [values for one, _, values in store.log if one == name]


def test_everything_is_held_and_released_by_keys_alone(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = _opened(store, open_desk)
    hold = desk.window.hold
    desk.key(desk.window, "h")
    assert hold.why.hasFocus()
    desk.type(hold.why, "audit a d")  # no letter of it decides anything
    desk.key(hold.why, Qt.Key.Key_Return)
    desk.until(hold.release.isVisible)
    assert _did(store, "hold") == [("audit a d",)]
    assert "mira holds everything since" in hold.label.text()
    assert ": audit a d." in hold.label.text()
    desk.key(desk.window, "h")
    assert hold.release.hasFocus()
    desk.key(hold.release, Qt.Key.Key_Space)
    desk.until(lambda: not hold.isVisible())
    assert len(_did(store, "release")) == 1
    assert store.submits == []


def test_the_link_to_a_session_is_copied_and_leads_back_to_it(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = _opened(store, open_desk)
    desk.key(desk.window, "l")
    desk.until(lambda: session_of_link(QGuiApplication.clipboard().text()) == "s1")
    desk.until(lambda: "on the clipboard" in desk.window.notice.label.text())
    desk.window.inbox.select_session("s2")
    desk.until_card("s2")
    desk.click(desk.window.people.link)
    assert session_of_link(QGuiApplication.clipboard().text()) == "s2"


def test_to_leave_the_question_holds_nothing(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = _opened(store, open_desk)
    desk.click(desk.window.filters.hold)
    assert desk.window.hold.isVisible()
    desk.key(desk.window.hold.why, Qt.Key.Key_Escape)
    assert not desk.window.hold.isVisible()
    assert desk.window.inbox.table.hasFocus()
    assert _did(store, "hold") == []


def test_what_another_holds_is_seen_with_nothing_hidden_in_it(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = _opened(store, open_desk)
    store.attend(hold=Hold(None, "ada\u202e", "<b>stop</b>\u200b", T0))
    desk.until(desk.window.hold.isVisible)
    said = desk.window.hold.label.text()
    assert "ada\\u202e holds everything" in said
    assert "<b>stop</b>\\u200b" in said


def test_a_hold_that_the_store_does_not_take_is_said(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = _opened(store, open_desk)

    def refuse(**_changes: object) -> None:
        raise ResumeDecisionError("store-locked", "The store is locked.", next_step="Try again.")

    store.attend = refuse  # type: ignore[method-assign]
    desk.key(desk.window, "h")
    desk.click(desk.window.hold.yes)
    desk.until(desk.window.notice.isVisible)
    assert desk.window.notice.label.text() == "The store is locked. Try again."
    assert desk.window.hold.yes.isEnabled()


def test_who_else_is_at_a_session_is_told_on_card_and_row_and_keeps_nobody_from_answering(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk = _opened(store, open_desk)
    people, model = desk.window.people, desk.window.inbox.model
    top = desk.window.card.mapTo(desk.window, desk.window.card.rect().topLeft())
    assert people.label.whole() == "Nobody else looks at this."
    store.attend(looks=(Look("w2", "s1", "ada\u202e", 0),), claims=(Claim("s1", "ada\u202e", T0),))
    desk.until(lambda: "ada\\u202e looks at this now." in people.label.whole())
    assert "takes care of it since" in people.label.whole()
    assert model.people == {"s1": "ada\\u202e has it"}
    spoken = model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.endswith("ada\\u202e has it")
    # The card is where it was, and is answered as ever.
    assert desk.window.card.mapTo(desk.window, desk.window.card.rect().topLeft()) == top
    desk.until_seen()
    desk.key(desk.window, "a")
    desk.until(lambda: len(store.submits) == 1)


def test_a_person_takes_care_hands_over_and_lets_go(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = _opened(store, open_desk)
    people = desk.window.people
    desk.key(desk.window, "c")
    desk.until(people.hand.isVisible)
    assert people.label.whole().startswith("You take care of it since")
    desk.click(people.hand)
    desk.type(people.name, "ada")
    desk.key(people.name, Qt.Key.Key_Return)
    desk.until(lambda: people.label.whole().startswith("ada takes care of it"))
    desk.key(desk.window, "c")
    desk.until(lambda: people.label.whole().startswith("You take care"))
    desk.key(desk.window, "c")
    desk.until(lambda: people.label.whole() == "Nobody else looks at this.")
    assert _did(store, "claim") == [("s1", None), ("s1", "ada"), ("s1", None)]
    assert _did(store, "let_go") == [("s1",)]


def test_two_windows_over_one_store_see_each_other_until_one_is_closed(tmp_path: Path, open_desk: OpenDesk) -> None:
    path = tmp_path / "store.db"
    made = open_store(path)
    create_session(made, AgentRef("agent", "bench:agent", "python", "/"), session="a", title="a")
    made.close()
    one, two = open_desk(StoreBackend(path, "ada")), open_desk(StoreBackend(path, "mira"))
    for desk in (one, two):
        desk.window.come_forward("a")
    one.until(lambda: one.window.people.label.whole().startswith("mira looks at this now."))
    two.until(lambda: two.window.people.label.whole().startswith("ada looks at this now."))
    two.window.close()
    one.until(lambda: one.window.people.label.whole() == "Nobody else looks at this.")
