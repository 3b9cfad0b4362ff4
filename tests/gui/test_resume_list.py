"""What resuming does about each call, on the card before it is pressed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from tests.gui.conftest import OpenDesk
from tests.gui.fakes import FakeStore, make_card, make_row

from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import ResumedCall, ResumeView, SessionCard
from pausedesk.core.rules.resume_words import Told

BRIEF = "3 calls have no result; what becomes of each is listed above. Then the model goes on."


def card_of(*calls: ResumedCall, adds: str | None = None) -> SessionCard:
    row = make_row("s1", waiting_count=0, ending=Ending.STOPPED)
    view = ResumeView("All of it.", calls=calls, adds=adds, brief=BRIEF)
    return make_card(row, can_resume=True, resume_sentence="All of it.", resume=view)


def call(told: Told, arguments: str = "{}") -> ResumedCall:
    return ResumedCall("c", "pay", "started", "may_have_run", False, told, arguments)


def test_each_call_stands_under_what_becomes_of_it(store: FakeStore, open_desk: OpenDesk) -> None:
    calls = [
        call(Told.MAY_HAVE_RUN, '{"order": "1", "password": "hunter2x"}'),
        call(Told.NEVER_STARTED),
        call(Told.MAY_HAVE_RUN, "<b>2</b>"),
    ]
    store.put(card_of(*calls, adds="Start anew."))
    desk = open_desk(store)
    desk.window.show_filter(ListFilter.ALL)
    desk.until_card("s1")
    card = desk.window.card
    shown = {told: group.calls.whole() for told, group in card.body.resume.groups.items() if group.isVisible()}
    assert set(shown) == {Told.MAY_HAVE_RUN, Told.NEVER_STARTED}
    first, second = shown[Told.MAY_HAVE_RUN].split("\n")
    assert first.startswith('pay  {"order": "1"')
    assert "hunter2x" not in first
    assert second == "pay  <b>2</b>"
    assert card.footer.reason.text() == f"Resume: {BRIEF}"
    # By the keyboard alone each group is reached from the card.
    card.focus_card()
    met = set()
    for _ in range(12):
        desk.key(QApplication.focusWidget() or desk.window, Qt.Key.Key_Tab)
        met.add(QApplication.focusWidget())
    assert {card.body.resume.groups[told].calls for told in shown} <= met


def test_without_calls_the_sentence_stands_alone(store: FakeStore, open_desk: OpenDesk) -> None:
    store.put(card_of())
    desk = open_desk(store)
    desk.window.show_filter(ListFilter.ALL)
    desk.until_card("s1")
    assert desk.window.card.footer.reason.text() == "Resume: All of it."
    assert not desk.window.card.body.resume.isVisible()
