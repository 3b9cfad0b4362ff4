"""What is shown: plain text everywhere, hidden characters visible, secrets masked, every control named."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtGui import Qt as GuiQt
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QMessageBox,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_execution, make_request, make_row

from pausedesk.core.model.moments import Deadline
from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import ArgumentView, Attention, EventView, HistoryItem, Hold, ResumeView
from pausedesk.core.rules.call_states import BODY_ENTERED
from pausedesk.core.store.clock import this_moment
from pausedesk.gui.card.prepared import LONG_LINE
from pausedesk.gui.card.rows import BREAK
from pausedesk.gui.card.text_box import TextBox
from pausedesk.gui.crash import CrashDialog, report_of
from pausedesk.gui.models.sessions_model import ROW_ROLE
from pausedesk.gui.plain import PlainLabel, plain_tooltip
from pausedesk.gui.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Theme

HOSTILE = "<b>safe</b> \u202eevil\u200b \x1b[2K\r x\u2028y \u00a0\u00a0\u00a0\u00a0"
FORBIDDEN = "\u202e\u200b\x1b\r\u2028"


def hostile_desk(store: FakeStore, open_desk: OpenDesk) -> Opened:
    request = make_request("r1", f"shell{HOSTILE}", command=HOSTILE)
    request = replace(
        request,
        question=HOSTILE,
        earlier=(HOSTILE,),
        changed=HOSTILE,
        raw=HOSTILE,
        arguments=(*request.arguments, ArgumentView(HOSTILE, {"x": HOSTILE}, True, "json")),
    )
    row = make_row("s1", title=HOSTILE, what_tool=HOSTILE, what_line=HOSTILE, agent=HOSTILE, unknown_count=1)
    card = make_card(
        row,
        request,
        unknown=(make_execution("x1", tool=HOSTILE, arguments=HOSTILE, last_output=HOSTILE, owner=HOSTILE),),
        siblings=(make_execution("x2", tool=HOSTILE, arguments=HOSTILE),),
        history=(HistoryItem(1, "user", HOSTILE, HOSTILE),),
        events=(EventView(1, HOSTILE, HOSTILE, HOSTILE),),
        model=HOSTILE,
        folder=HOSTILE,
        last_error=HOSTILE,
        running=HOSTILE,
        hold=Hold("s1", HOSTILE, HOSTILE, 1),
    )
    store.put(card)
    desk = open_desk(store)
    desk.until_card("s1")
    desk.window.card.toggle_exact()
    return desk


def texts_of(widget: QWidget) -> list[str]:
    found = [widget.toolTip(), widget.accessibleName(), widget.windowTitle()]
    if isinstance(widget, (QLabel, QAbstractButton)):
        found.append(widget.text())
    elif isinstance(widget, (QPlainTextEdit, QTextEdit)):
        found.append(widget.toPlainText())
    elif isinstance(widget, QLineEdit):
        found += [widget.text(), widget.placeholderText()]
    return found


def test_every_label_of_the_window_is_plain_text_and_no_rich_text_widget_is_used(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk = hostile_desk(store, open_desk)
    labels = 0
    for widget in [desk.window, *desk.window.findChildren(QWidget)]:
        if isinstance(widget, QLabel):
            labels += 1
            assert widget.textFormat() is Qt.TextFormat.PlainText, widget.text()
        assert not isinstance(widget, (QTextEdit, QMessageBox))
        assert not GuiQt.mightBeRichText(widget.toolTip()) or "&lt;" in widget.toolTip()
    assert labels > 30


def test_scenario_44_no_character_that_hides_reaches_any_widget(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = hostile_desk(store, open_desk)
    for widget in [desk.window, *desk.window.findChildren(QWidget)]:
        for text in texts_of(widget):
            assert not set(text) & set(FORBIDDEN), (widget, text)
    index = desk.window.inbox.model.index(0, 0)
    row = index.data(ROW_ROLE)
    tooltip = index.data(Qt.ItemDataRole.ToolTipRole)
    for text in (row.what, row.line, row.about, index.data(), index.data(Qt.ItemDataRole.AccessibleTextRole), tooltip):
        assert not set(text) & set(FORBIDDEN), text
    assert not GuiQt.mightBeRichText(tooltip) or "&lt;b&gt;" in tooltip
    call = desk.window.card.body.calls["r1"]
    assert "\\u202e" in call.values[0].box.whole()
    assert "<b>safe</b>" in call.values[0].box.whole()
    assert call.warnings.isVisible()


@pytest.mark.parametrize("asks", [True, False])
@pytest.mark.parametrize("session", [None, "s1"])
def test_the_window_says_once_who_holds_it_and_why(
    session: str | None, asks: bool, store: FakeStore, open_desk: OpenDesk
) -> None:
    hold = Hold(session, "Ada", "the till is being counted", 1)
    held = ResumeView("It is held by Ada.", refused="held")
    store.attention = Attention(hold if session is None else None)
    requests = [make_request("r1")] if asks else []
    store.put(make_card(make_row("s1"), *requests, hold=hold, resume=held))
    desk = open_desk(store)
    desk.window.show_filter(ListFilter.ALL)
    desk.until_card("s1")
    said = [label.text() for label in desk.window.findChildren(QLabel) if label.isVisible()]
    (told,) = [text for text in said if "Ada" in text]
    assert ("Ada holds everything" if session is None else "Ada holds this session") in told
    assert "the till is being counted" in told
    if not asks:
        assert desk.window.card.footer.reason.text() == "It can be resumed once it is released."


def test_the_card_says_what_to_know_before_deciding(store: FakeStore, open_desk: OpenDesk) -> None:
    now = this_moment()
    ends = Deadline(now.wall + 60_000, 3_600_000, now.boot, now.boot_ms + 60_000 if now.boot_ms is not None else None)
    edited = replace(
        make_request("r1", amount=5),
        edited_by="Ada",
        before_edit='{"amount":50,"token":"sk-abcdefghijklmnopqrstuvwx"}',
        declined_before=2,
        earlier=("approved by Bo", "declined by Ada: ask\u202e first", "declined by Ada"),
        deadline=ends,
        changed="The code of the tool refund changed since it was asked.",
        tools_checked_at=now.wall,
    )
    store.put(make_card(make_row("s1"), edited))
    desk = open_desk(store)
    desk.until_card("s1")
    said = "\n".join(label.text() for label in desk.window.findChildren(QLabel) if label.isVisible())
    assert "Ada changed the arguments" in said
    assert "Changed since asked: The code of the tool refund" in said
    assert "Its tools were checked " in said
    assert '"amount":50' in said
    assert "sk-abcdefghijklmnop" not in said
    assert "declined before, 3rd time" in said
    beside = desk.window.card.body.calls["r1"].beside.label.text()
    assert "Earlier answer to the same call: approved by Bo" in beside
    assert "declined by Ada: ask\\u202e first" in beside
    assert "expires soon" in said


def test_scenario_45_copying_a_value_copies_it_in_full_as_it_is_shown(store: FakeStore, open_desk: OpenDesk) -> None:
    text = "\n".join(f"line {number}" for number in range(300)) + "\u202e"
    store.put(make_card(make_row("s1"), make_request("r1", text=text)))
    desk = open_desk(store)
    desk.until_card("s1")
    value = desk.window.card.body.calls["r1"].values[0]
    copy = next(one for one in value.findChildren(QAbstractButton) if one.text() == "Copy")
    desk.click(copy)
    copied = QGuiApplication.clipboard().text()
    assert copied == text.replace("\u202e", "\\u202e")


def test_scenario_47_secrets_are_masked_until_they_are_asked_for(store: FakeStore, open_desk: OpenDesk) -> None:
    secret = "sk-live-4f9c2b7e8d1a6035"
    request = make_request("r1", command=f"curl -H 'Authorization: Bearer {secret}' https://x", api_key=secret)
    store.put(make_card(make_row("s1", what_line=f"Authorization: Bearer {secret}"), request))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.window.card.toggle_exact()
    for widget in desk.window.findChildren(QWidget):
        for text in texts_of(widget):
            assert secret not in text, widget
    assert secret not in desk.window.inbox.model.index(0, 0).data()
    call = desk.window.card.body.calls["r1"]
    assert not desk.window.card.footer.approve.isEnabled()
    desk.click(call.secrets)
    desk.until(desk.window.card.footer.approve.isEnabled)
    assert all(secret in value.box.whole() for value in call.values)
    desk.click(call.secrets)
    assert not any(secret in value.box.whole() for value in call.values)


def test_every_control_has_a_name_that_a_screen_reader_can_say(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = hostile_desk(store, open_desk)
    for widget in desk.window.findChildren(QWidget):
        if widget.objectName().startswith("qt_") or widget.focusPolicy() == Qt.FocusPolicy.NoFocus:
            continue
        if isinstance(widget, QAbstractButton):
            assert widget.accessibleName() or widget.text(), widget
        elif isinstance(widget, (QLineEdit, QPlainTextEdit)):
            assert widget.accessibleName(), (widget, widget.parentWidget())


def test_an_edit_is_shown_as_a_difference_to_the_file_as_it_is(
    store: FakeStore, open_desk: OpenDesk, tmp_path: Path
) -> None:
    (tmp_path / "policy.txt").write_text("one\ntwo\nthree\n")
    request = replace(make_request("r1", path="policy.txt", text="one\n2\nthree\n"), file=("policy.txt", "text"))
    store.put(make_card(make_row("s1"), request, folder=str(tmp_path)))
    desk = open_desk(store)
    desk.until_card("s1")
    diff = desk.window.card.body.calls["r1"].diff
    assert diff.isVisible()
    assert diff.box.toPlainText().splitlines()[1:] == [" one", "-two", "+2", " three"]


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [LIGHT, DARK, HIGH_LIGHT, HIGH_DARK])
def test_every_colour_of_texts_and_lines_is_seen_on_every_ground_it_stands_on(theme: Theme) -> None:
    pairs = [
        (ink, ground)
        for ink in (
            theme.text,
            theme.quiet,
            theme.accent,
            theme.waiting,
            theme.danger,
            theme.warning,
            theme.good,
            theme.idle,
        )
        for ground in (theme.window, theme.surface, theme.sunken, theme.selection)
    ]
    # Lines that tell where a control is need less than a text does.
    lines = [(theme.strong_border, ground) for ground in (theme.window, theme.surface, theme.sunken, theme.selection)]
    pairs += [
        (theme.accent_text, theme.accent),
        (theme.text, theme.danger_soft),
        (theme.quiet, theme.danger_soft),
        (theme.danger, theme.danger_soft),
        (theme.text, theme.warning_soft),
        (theme.text, theme.good_soft),
        (theme.good, theme.good_soft),
    ]
    for ink, ground in (*pairs, *lines):
        light, dark = sorted((luminance(ink), luminance(ground)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= (3 if (ink, ground) in lines else 4.5), (ink, ground)


def test_setting_texts_a_thousand_times_loses_no_reference_to_none(qtbot: QtBot) -> None:
    label = PlainLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for number in range(1000):
        label.setText(str(number))
    assert abs(sys.getrefcount(None) - before) < 100


def test_a_tooltip_never_guesses_rich_text() -> None:
    assert plain_tooltip("2 < 3") == "2 < 3"
    made = plain_tooltip("<img src=x>")
    assert "<img" not in made
    assert "&lt;img src=x&gt;" in made


def test_a_fault_is_reported_with_its_trace_and_without_secrets(qtbot: QtBot) -> None:
    try:
        raise RuntimeError("could not reach postgres://desk:hunter2secret@db/x \u202e")
    except RuntimeError as error:
        report = report_of(error)
    assert "RuntimeError" in report
    assert "test_showing" in report
    assert "hunter2secret" not in report
    assert "\u202e" not in report
    dialog = CrashDialog(report)
    qtbot.addWidget(dialog)
    assert dialog.details.toPlainText() == report


def test_nothing_but_the_window_itself_opens_as_a_window(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = hostile_desk(store, open_desk)
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [desk.window]
    assert desk.window.isActiveWindow()


def test_no_text_box_cuts_its_text_without_a_bar_to_scroll_it(store: FakeStore, open_desk: OpenDesk) -> None:
    desk = hostile_desk(store, open_desk)
    boxes = [box for box in desk.window.findChildren(TextBox) if box.isVisible()]
    assert len(boxes) >= 8

    def whole(box: TextBox) -> bool:
        bar = box.verticalScrollBar()
        return bar.maximum() == 0 or box.verticalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAsNeeded

    for width in (1360, 1000, 1250):
        desk.window.resize(width, 800)
        desk.until(lambda: all(whole(box) for box in boxes))


def test_a_line_of_megabytes_is_broken_for_the_eye_and_copied_whole(qtbot: QtBot) -> None:
    text = "x" * 3_000_000 + "\nend"
    box = TextBox(text)
    qtbot.addWidget(box)
    assert box.whole() == text
    assert max(map(len, box.toPlainText().split("\n"))) == LONG_LINE + 1
    assert box.toPlainText().replace(BREAK + "\n", "") == text


def test_a_tool_s_long_name_leaves_the_card_in_its_pane(store: FakeStore, open_desk: OpenDesk) -> None:
    request = make_request("r1", tool="act_" * 30, command="ls")
    store.put(make_card(make_row("s1"), request))
    desk = open_desk(store)
    desk.until_card("s1")
    view = desk.window.card.view
    inside = view.widget()
    assert inside is not None
    desk.until(lambda: inside.width() <= view.viewport().width())


@pytest.mark.parametrize("entered", [True, False])
def test_the_card_of_a_body_that_asked_says_that_it_was_entered(
    store: FakeStore, open_desk: OpenDesk, entered: bool
) -> None:
    store.put(make_card(make_row("s1"), replace(make_request("r1"), entered=entered)))
    desk = open_desk(store)
    desk.until_card("s1")
    said = [label.text() for label in desk.window.findChildren(QLabel) if label.isVisible()]
    assert (BODY_ENTERED in said) == entered
