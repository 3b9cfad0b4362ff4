"""What changed since it was asked: Approve gives way, and the question can be closed or declined only."""

from __future__ import annotations

from dataclasses import replace

from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.states import RequestState
from pausedesk.core.model.views import RequestView
from pausedesk.gui.card.call_view import CallView

WHY = "The code of the tool refund changed since it was asked."


def changed(request: str = "r1") -> RequestView:
    return replace(make_request(request), changed=WHY, changed_part="code")


def call_in_view(desk: Opened) -> CallView:
    card = desk.window.card
    assert card.current is not None
    return card.body.calls[card.current.view.request]


def opened(store: FakeStore, open_desk: OpenDesk, *requests: RequestView) -> Opened:
    store.put(make_card(make_row("s1", waiting_count=len(requests)), *requests))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until(lambda: call_in_view(desk).all_seen)
    return desk


def test_a_changed_question_is_not_approved_by_button_or_key(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, changed())
    footer = desk.window.card.footer
    assert not footer.approve.isVisible()
    assert not footer.edit.isVisible()
    assert footer.decline.isVisible()
    assert footer.close_question.isVisible()
    assert WHY in call_in_view(desk).changed.label.text()
    for key in ("a", "e"):
        desk.key(desk.window, key)
    assert store.submits == []
    assert call_in_view(desk).editor is None
    assert "is not what would run" in footer.reason.text()


def test_closing_it_runs_nothing_and_then_resume_is_offered(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, changed())
    desk.key(desk.window, "q")
    desk.until(lambda: desk.window.card.footer.resume.isVisible())
    assert [values[:2] for name, _, values in store.log if name == "close_question"] == [("s1", "r1")]
    assert store.cards["s1"].requests[0].state is RequestState.CLOSED
    assert not desk.window.card.footer.close_question.isVisible()
    desk.until(lambda: "ensure_worker" in [name for name, *_ in store.log])


def test_it_is_closed_once_and_not_within_the_first_moment(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, changed())
    desk.window.card.grace.begin()
    desk.click(desk.window.card.footer.close_question)
    assert "close_question" not in [name for name, *_ in store.log]
    desk.clock.pass_grace()
    for _ in range(2):
        desk.double_click(desk.window.card.footer.close_question)
        desk.key(desk.window, "q")
    desk.until(lambda: desk.window.card.footer.resume.isVisible())
    assert [name for name, *_ in store.log].count("close_question") == 1


def test_a_change_while_the_card_is_in_view_takes_approve_away(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, make_request("r1"))
    desk.until_seen()
    store.put(make_card(make_row("s1"), changed()))
    footer = desk.window.card.footer
    desk.until(footer.close_question.isVisible)
    assert not footer.approve.isVisible()
    desk.key(desk.window, "a")
    assert store.submits == []
    store.put(make_card(make_row("s1"), make_request("r1")))
    desk.until(footer.approve.isVisible)
    desk.key(desk.window, "q")
    assert "close_question" not in [name for name, *_ in store.log]


def test_what_is_typed_for_it_is_not_sent_any_more(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = opened(store, open_desk, make_request("r1"))
    desk.until_seen()
    desk.key(desk.window, "e")
    editor = call_in_view(desk).editor
    assert editor is not None
    store.put(make_card(make_row("s1"), changed()))
    desk.until(lambda: not editor.send.isEnabled())
    desk.window.card.submit()
    assert "edit" not in [name for name, *_ in store.log]


def test_of_several_calls_the_approval_of_one_that_changed_is_taken_back(store: FakeStore, open_desk: OpenDesk) -> None:
    store.draft_rows["s1"] = {"r1": ("approve", ""), "r2": ("approve", "")}
    desk = opened(store, open_desk, make_request("r1"), make_request("r2"))
    card = desk.window.card
    desk.until(card.footer.submit.isEnabled)
    store.put(make_card(make_row("s1", waiting_count=2), changed("r1"), make_request("r2")))
    desk.until(lambda: not card.footer.submit.isEnabled())
    assert "undecided" in card.body.steps.buttons["r1"].text()
    assert "approve" in card.body.steps.buttons["r2"].text()
    card.submit()
    assert store.submits == []
    card.look_at("r1")
    desk.clock.pass_grace()
    desk.key(desk.window, "q")
    desk.until(lambda: store.cards["s1"].requests[0].state is RequestState.CLOSED)
    assert store.submits == []


def test_a_refused_close_is_told_on_its_card(store: FakeStore, open_desk: OpenDesk) -> None:
    store.refuse = ResumeDecisionError("stale-evidence", "Nothing is known to have changed.")
    desk = opened(store, open_desk, changed())
    desk.key(desk.window, "q")
    desk.until(lambda: "Nothing is known to have changed" in desk.window.card.footer.told.label.text())
    assert desk.window.card.footer.close_question.isEnabled()
