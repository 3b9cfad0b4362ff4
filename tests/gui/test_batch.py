"""Several sessions answered with one press: only what was seen, each answer by itself, asked with the count."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeDoor, FakeStore, make_card, make_request, make_row
from tests.gui.surfaces import texts_of
from tests.gui.test_surfaces import fill as fill_hostile
from tests.hostile import HOSTILE, hidden_in

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.rules.batches import MOST_SESSIONS
from pausedesk.gui.ports import Decided, DoorPort

LONG = "\n".join(f"line {number}" for number in range(300))


def fill(store: FakeStore, count: int = 3, *, last: str = "short") -> None:
    for number in range(count):
        text = last if number == count - 1 else "short"
        store.put(make_card(make_row(f"s{number}"), make_request(f"r{number}", text=text)))


def saw(desk: Opened, request: str) -> bool:
    return any(seen == request for seen, _ in desk.window.card.seen.so_far())


def select_three(desk: Opened) -> None:
    """Go down the list by keys and see each card, selecting as one goes."""
    desk.until_card("s0")
    desk.until(lambda: saw(desk, "r0"))
    for number in (1, 2):
        QTest.keyClick(desk.window, Qt.Key.Key_J, Qt.KeyboardModifier.ShiftModifier)
        desk.until_card(f"s{number}")
        if number == 1:
            desk.until(lambda: saw(desk, "r1"))
    assert desk.window.inbox.picking.sessions == ("s0", "s1", "s2")


def ask(desk: Opened, key: str) -> None:
    desk.key(desk.window, key)
    desk.until(lambda: desk.window.batch.asking)


def submit(desk: Opened) -> None:
    QTest.keyClick(QApplication.focusWidget() or desk.window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)


def test_approving_takes_what_was_seen_and_says_what_it_leaves_out(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, last=LONG)
    desk = open_desk(store)
    select_three(desk)
    batch = desk.window.batch
    ask(desk, "a")
    assert batch.label.text() == "Approve 2 calls of 2 sessions? 1 left out."
    assert "left out: refund" in batch.lines.whole()
    assert "you have not seen its values to their end" in batch.lines.whole()
    assert QApplication.focusWidget() is batch.no
    submit(desk)
    assert "nothing was handed over" in batch.label.text()
    desk.clock.pass_grace()
    submit(desk)
    desk.until(lambda: batch.label.text() == "2 answers handed over.")
    assert [(session, [(one.request, one.decision) for one in given]) for session, given, _ in store.submits] == [
        ("s0", [("r0", "approve")]),
        ("s1", [("r1", "approve")]),
    ]
    assert desk.window.inbox.picking.sessions == ("s2",)
    desk.key(QApplication.focusWidget() or desk.window, Qt.Key.Key_Escape)
    assert not batch.isVisible()


def test_declining_takes_what_waits_with_one_note(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, last=LONG)
    desk = open_desk(store)
    select_three(desk)
    batch = desk.window.batch
    ask(desk, "d")
    assert batch.label.text() == "Decline 3 calls of 3 sessions?"
    assert batch.note.hasFocus()
    desk.type(batch.note, "not today, said dad")
    assert store.submits == []
    desk.clock.pass_grace()
    desk.click(batch.yes)
    desk.until(lambda: len(store.submits) == 3)
    assert {(one.decision, one.note) for _, given, _ in store.submits for one in given} == {
        ("decline", "not today, said dad")
    }
    assert len({submit_id for _, _, submit_id in store.submits}) == 3


def test_a_refused_answer_hides_no_other_and_stands_on_its_card(open_desk: OpenDesk) -> None:
    class Door(FakeDoor):
        def submit(self, session: str, answers: Sequence[Decided], submit_id: str) -> None:
            if session == "s1":
                raise ResumeDecisionError("already-answered", "Jo declined it a moment ago.")
            super().submit(session, answers, submit_id)

    class Store(FakeStore):
        def open_door(self) -> DoorPort:
            return Door(self)

    store = Store()
    fill(store)
    desk = open_desk(store)
    select_three(desk)
    desk.until(lambda: saw(desk, "r2"))
    batch = desk.window.batch
    ask(desk, "a")
    desk.clock.pass_grace()
    submit(desk)
    desk.until(lambda: batch.label.text() == "2 answers handed over. 1 refused:")
    assert "Jo declined it a moment ago." in batch.lines.whole()
    assert [session for session, _, _ in store.submits] == ["s0", "s2"]
    assert not desk.window.card.footer.told.isVisible()
    desk.key(desk.window, "k")
    desk.until_card("s1")
    assert desk.window.card.footer.told.label.text() == "Jo declined it a moment ago."


def test_what_was_chosen_on_a_card_is_not_turned_round(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store)
    store.draft_rows["s1"] = {"r1": ("decline", "too much")}
    desk = open_desk(store)
    select_three(desk)
    desk.until(lambda: saw(desk, "r2"))
    ask(desk, "a")
    assert "you chose something else on its card" in desk.window.batch.lines.whole()


def test_selected_sessions_stay_selected_when_rows_move(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store)
    desk = open_desk(store)
    select_three(desk)
    store.put(make_card(make_row("new"), make_request("n")), on_top=True)
    desk.until(lambda: desk.window.inbox.model.total == 4)
    table = desk.window.inbox.table
    assert sorted(index.row() for index in table.selectionModel().selectedRows()) == [1, 2, 3]
    assert desk.window.inbox.picking.sessions == ("s0", "s1", "s2")


def test_with_the_mouse_and_without_any_answer_by_a_second_press(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store)
    desk = open_desk(store)
    desk.until_card("s0")
    desk.until(lambda: saw(desk, "r0"))
    table = desk.window.inbox.table
    place = table.visualRect(table.model().index(2, 0)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place)
    desk.until_card("s2")
    assert desk.window.inbox.picking.sessions == ("s0", "s2")
    desk.key(table, "a")
    desk.until(lambda: desk.window.batch.asking)
    for _ in range(3):
        desk.key(desk.window, "a")
        desk.until(lambda: desk.window.batch.asking)
    assert store.submits == []


def test_all_of_a_long_list_is_as_much_as_one_batch_takes(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, MOST_SESSIONS + 60)
    desk = open_desk(store)
    desk.until_card("s0")
    QTest.keyClick(desk.window.inbox.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: len(desk.window.inbox.picking.sessions) == MOST_SESSIONS)
    assert "At most" in desk.window.batch.label.text()
    QTest.keyClick(desk.window.inbox.table, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    desk.until(lambda: len(desk.window.inbox.picking.sessions) == MOST_SESSIONS)


def test_nothing_hides_in_what_is_asked_about(store: FakeStore, open_desk: OpenDesk) -> None:
    fill_hostile(store, HOSTILE)
    desk = open_desk(store)
    desk.until(lambda: desk.window.inbox.model.total > 1)
    desk.window.inbox.table.selectAll()
    ask(desk, "d")
    batch = desk.window.batch
    assert len(batch.lines.whole().splitlines()) >= len(HOSTILE)
    assert [(where, hidden_in(text)[:60]) for where, text in texts_of(batch) if hidden_in(text)] == []
