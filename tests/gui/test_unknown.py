"""The screen of a call that may have run."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_execution, make_row

from pausedesk.core.model.states import CallState, Ending, ExecutionState
from pausedesk.core.model.views import CheckView


def open_on(store: FakeStore, open_desk: OpenDesk, **changes: object) -> Opened:
    row = make_row("s1", unknown_count=1, ending=Ending.MAY_HAVE_RUN)
    store.put(make_card(row, unknown=(make_execution("x1", **changes),)))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk


def test_it_ran_needs_what_was_found(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = open_on(store, open_desk)
    screen = desk.window.card.body.unknown["x1"]
    assert not screen.ran.isEnabled()
    desk.type(screen.found, "ledger entry 77")
    desk.click(screen.ran)
    desk.until(lambda: len(store.settled) == 1)
    assert store.settled == [("s1", "x1", "ran", "ledger entry 77")]
    desk.until(lambda: not desk.window.card.body.unknown)


def test_it_did_not_run_and_leaving_it_unknown_need_nothing_more(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = open_on(store, open_desk)
    desk.click(desk.window.card.body.unknown["x1"].not_run)
    desk.until(lambda: store.settled == [("s1", "x1", "did-not-run", "")])
    desk.until(lambda: not desk.window.card.body.unknown)
    row = make_row("s1", unknown_count=1, ending=Ending.MAY_HAVE_RUN)
    store.put(make_card(row, unknown=(make_execution("x2"),)))
    desk.until(lambda: "x2" in desk.window.card.body.unknown)
    desk.click(desk.window.card.body.unknown["x2"].leave)
    assert len(store.settled) == 1, "the first moment of a card decides nothing"
    desk.clock.pass_grace()
    desk.click(desk.window.card.body.unknown["x2"].leave)
    desk.until(lambda: store.settled[1:] == [("s1", "x2", "unknown", "")])


def test_nothing_is_settled_while_its_process_lives_or_cannot_be_asked(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = open_on(store, open_desk, owner_alive=True)
    for alive in (True, None):
        row = make_row("s1", unknown_count=1, ending=Ending.MAY_HAVE_RUN)
        store.put(make_card(row, unknown=(make_execution("x1", owner_alive=alive, last_output=f"seen {alive}"),)))
        screen = desk.window.card.body.unknown["x1"]
        desk.until(lambda screen=screen, alive=alive: f"seen {alive}" in screen.output.toPlainText())  # type: ignore[misc]
        assert screen.reason.isVisible()
        for button in (screen.ran, screen.not_run, screen.leave):
            assert not button.isEnabled()


def test_what_the_author_s_check_said_stands_among_what_is_known(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = open_on(store, open_desk, checked=CheckView(0, "jo", "ran", {"amount": 50}, None))
    screen = desk.window.card.body.unknown["x1"]
    said = 'the author\'s check says it ran: {"amount": 50} (asked by jo)'
    desk.until(lambda: any(said in label.text() for label in screen.findChildren(QLabel)))


def test_a_settled_call_is_told_and_not_asked_again(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = open_on(
        store,
        open_desk,
        state=ExecutionState.SETTLED_RAN,
        call_state=CallState.SETTLED,
        settled_by="jo",
        settled_text="in the books",
    )
    assert not desk.window.card.body.unknown
