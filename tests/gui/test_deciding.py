"""Deciding by clicks and keys: once, never by mistake, and only what was seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from tests.gui.conftest import OpenDesk
from tests.gui.fakes import FakeStore, make_card, make_request, make_row

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.states import AnswerState, CallState
from pausedesk.gui.card.card_panel import TOO_SOON
from pausedesk.gui.card.end_sight import SIGHT_MS


def one_call(store: FakeStore, session: str = "s1", request: str = "r1", **values: object) -> None:
    store.put(make_card(make_row(session), make_request(request, "refund", **values)))


def test_a_click_on_approve_hands_the_seen_digest_over_once(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    desk.click(desk.window.card.footer.approve)
    desk.until(lambda: len(store.submits) == 1)
    session, answers, submit_id = store.submits[0]
    assert session == "s1"
    assert [(one.request, one.decision, one.note, one.stop) for one in answers] == [("r1", "approve", None, False)]
    assert answers[0].digest == store.cards["s1"].requests[0].digest
    assert submit_id
    desk.until(lambda: "handed_over" in desk.window.card.footer.track.reached())
    assert not desk.window.card.footer.approve.isVisible()


def test_scenario_12_a_double_click_decides_once(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    approve = desk.window.card.footer.approve
    desk.click(approve)
    desk.click(approve)
    desk.double_click(approve)
    desk.key(desk.window, "a")
    desk.until(lambda: "handed_over" in desk.window.card.footer.track.reached())
    assert len(store.submits) == 1
    assert desk.window.card.acts.told("s1") is None


def test_the_second_of_two_quick_clicks_never_decides_the_next_call_of_the_turn(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    store.put(make_card(make_row("s1", waiting_count=2), make_request("r1"), make_request("r2", "shell", command="ls")))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    desk.click(desk.window.card.footer.approve)
    desk.until_seen()
    desk.click(desk.window.card.footer.approve)
    assert desk.window.card.footer.reason.text() == TOO_SOON
    assert "undecided" in desk.window.card.body.steps.buttons["r2"].text()


def test_scenario_48_keys_in_the_first_moment_of_a_card_decide_nothing_and_begin_it_anew(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    one_call(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    desk.window.card.grace.begin()
    for _ in range(4):
        desk.clock.now += 0.2
        for key in ("a", "d", "s"):
            desk.key(desk.window, key)
        desk.click(desk.window.card.footer.decline)
    assert desk.window.card.footer.reason.text() == TOO_SOON
    assert store.submits == []
    desk.clock.now += 0.4
    desk.key(desk.window, "d")
    desk.until(lambda: len(store.submits) == 1)
    assert store.submits[0][1][0].decision == "decline"


def test_a_new_question_of_the_same_session_is_a_new_card(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    store.put(make_card(make_row("s1"), make_request("r2", "shell", command="rm -r build")))
    desk.until(lambda: desk.window.card.current is not None and desk.window.card.current.view.request == "r2")
    desk.key(desk.window, "a")
    desk.key(desk.window, "d")
    assert store.submits == []


def test_scenario_48_the_focus_is_never_on_approve(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    card = desk.window.card
    card.focus_card()
    for _ in range(60):
        desk.key(QApplication.focusWidget() or desk.window, Qt.Key.Key_Tab)
        assert QApplication.focusWidget() not in (card.footer.approve, card.footer.submit)
    desk.click(card.footer.approve)
    assert QApplication.focusWidget() is not card.footer.approve


def test_scenario_45_approve_opens_once_the_end_of_a_long_value_was_in_sight(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    letter = "\n".join(f"line {number}" for number in range(300))
    one_call(store, to="A. Berger", text=letter)
    desk = open_desk(store)
    desk.until_card("s1")
    card = desk.window.card
    value = card.body.calls["r1"].values[1]
    desk.until(lambda: card.body.calls["r1"].values[0].seen)
    assert not card.footer.approve.isEnabled()
    assert "“text”" in card.footer.reason.text()
    desk.key(desk.window, "a")
    bar = value.box.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    desk.qtbot.wait(50)
    assert not card.footer.approve.isEnabled()
    assert store.submits == []
    card.view.ensureWidgetVisible(value)
    bar.setValue(bar.maximum())
    desk.until_seen()
    desk.key(desk.window, "a")
    desk.until(lambda: len(store.submits) == 1)


def test_end_shows_the_end_of_a_long_value_and_opens_approve(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store, text="\n".join(f"line {number}" for number in range(300)))
    desk = open_desk(store)
    desk.until_card("s1")
    assert not desk.window.card.footer.approve.isEnabled()
    desk.window.card.focus_card()
    desk.key(desk.window, Qt.Key.Key_End)
    desk.until_seen()
    value = desk.window.card.body.calls["r1"].values[0]
    assert value.box.verticalScrollBar().value() == value.box.verticalScrollBar().maximum()


def test_a_note_reaches_the_door_verbatim_and_its_letters_decide_nothing(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    card = desk.window.card
    desk.key(desk.window, "n")
    assert QApplication.focusWidget() is card.footer.note
    desk.type(card.footer.note, "ask dad <b>first</b>")
    assert store.submits == []
    desk.key(card.footer.note, Qt.Key.Key_Escape)
    desk.key(desk.window, "s")
    desk.until(lambda: len(store.submits) == 1)
    answer = store.submits[0][1][0]
    assert (answer.decision, answer.stop, answer.note) == ("decline", True, "ask dad <b>first</b>")


def test_several_calls_are_decided_each_and_handed_over_together(store: FakeStore, open_desk: OpenDesk) -> None:
    requests = [make_request(f"r{number}") for number in (1, 2, 3)]
    store.put(make_card(make_row("s1", waiting_count=3), *requests))
    desk = open_desk(store)
    desk.until_card("s1")
    card = desk.window.card
    for key in ("a", "d", "a"):
        desk.until_seen()
        desk.clock.pass_grace()
        assert not card.footer.submit.isEnabled()
        desk.key(desk.window, key)
    assert store.submits == []
    desk.until(lambda: card.footer.submit.isEnabled())
    desk.clock.pass_grace()
    desk.click(card.footer.submit)
    desk.until(lambda: len(store.submits) == 1)
    assert [(one.request, one.decision) for one in store.submits[0][1]] == [
        ("r1", "approve"),
        ("r2", "decline"),
        ("r3", "approve"),
    ]


def test_choices_for_several_calls_are_kept_over_a_restart(store: FakeStore, open_desk: OpenDesk) -> None:
    store.put(make_card(make_row("s1", waiting_count=2), make_request("r1"), make_request("r2")))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.type(desk.window.card.footer.note, "not today")
    desk.click(desk.window.card.footer.stop)
    desk.until(lambda: bool(store.draft_rows.get("s1")))
    assert store.draft_rows["s1"]["r1"] == ("stop", "not today")
    desk.window.close()

    again = open_desk(store)
    again.until_card("s1")
    assert "decline, stop" in again.window.card.body.steps.buttons["r1"].text()
    again.click(again.window.card.body.steps.buttons["r1"])
    assert again.window.card.footer.note.text() == "not today"


def test_an_answer_can_be_taken_back_until_it_is_taken_up(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    card = desk.window.card
    desk.key(desk.window, "a")
    desk.until(lambda: card.footer.take_back.isVisible())
    desk.click(card.footer.take_back)
    desk.until(lambda: card.footer.approve.isVisible())
    desk.clock.pass_grace()
    desk.key(desk.window, "a")
    desk.until(lambda: len(store.submits) == 2)
    assert store.submits[0][2] != store.submits[1][2]
    desk.until(lambda: card.footer.take_back.isVisible())
    store.move_answer("s1", AnswerState.TAKEN_UP, "handed_over", "taken_up", call_state=CallState.SUBMITTED)
    desk.until(lambda: "taken_up" in card.footer.track.reached())
    assert not card.footer.take_back.isVisible()


def test_the_refusal_of_one_answer_stays_with_its_card(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store, "s1", "r1")
    one_call(store, "s2", "r2")
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    store.refuse = ResumeDecisionError(
        "already-answered", "Jo approved it a moment ago.", next_step="Look at its track."
    )
    card = desk.window.card
    desk.key(desk.window, "a")
    desk.until(lambda: card.footer.told.isVisible())
    assert card.footer.told.label.text() == "Jo approved it a moment ago. Look at its track."
    desk.key(desk.window, "j")
    desk.until_card("s2")
    assert not card.footer.told.isVisible()
    desk.key(desk.window, "k")
    desk.until_card("s1")
    assert card.footer.told.isVisible()


def test_the_track_follows_the_store_to_the_stored_result(store: FakeStore, open_desk: OpenDesk) -> None:
    one_call(store)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.until_seen()
    desk.key(desk.window, "a")
    track = desk.window.card.footer.track
    steps = ["handed_over", "taken_up", "spent", "running", "stored"]
    desk.until(lambda: track.reached() == steps[:1])
    for count in range(2, 6):
        state = AnswerState.TAKEN_UP if count == 2 else AnswerState.SPENT
        store.move_answer("s1", state, *steps[:count], call_state=CallState.RUNNING)
        desk.until(lambda count=count: track.reached() == steps[:count])  # type: ignore[misc]


def test_a_question_that_cannot_be_answered_says_why_where_the_buttons_were(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    request = replace(make_request("r1"), answerable=False, not_answerable_because="It recorded no request.")
    store.put(make_card(make_row("s1"), request))
    desk = open_desk(store)
    desk.until_card("s1")
    footer = desk.window.card.footer
    assert footer.reason.text() == "It recorded no request."
    assert not footer.approve.isVisible()
    desk.key(desk.window, "a")
    assert store.submits == []


def test_resume_asks_for_it_once_and_says_so(store: FakeStore, open_desk: OpenDesk) -> None:
    store.put(make_card(make_row("s1"), can_resume=True, resume_sentence="The model goes on; nothing is run again."))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.key(desk.window, "r")
    desk.until(lambda: desk.window.card.footer.told.isVisible())
    assert [name for name, _, _ in store.log].count("resume") == 1


def test_a_value_that_only_a_growing_card_showed_for_a_frame_was_not_in_sight(
    store: FakeStore, open_desk: OpenDesk, tmp_path: Path
) -> None:
    (tmp_path / "a.txt").write_text("".join(f"{number}\n" for number in range(60)))
    text = "".join(f"{number}!\n" for number in range(12))
    request = replace(make_request("r1", "edit_file", path="a.txt", text=text), file=("a.txt", "text"))
    store.put(make_card(make_row("s1"), request, folder=str(tmp_path)))
    desk = open_desk(store)
    desk.window.resize(1100, 620)
    desk.until_card("s1")
    call = desk.window.card.body.calls["r1"]
    # That something never comes has no event to wait for.
    desk.qtbot.wait(2 * SIGHT_MS)
    assert call.values[1].box.viewport().visibleRegion().isEmpty()
    assert not call.values[1].seen
    assert not desk.window.card.footer.approve.isEnabled()
