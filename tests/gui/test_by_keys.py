"""Every control of every screen is reached, named and pressed by keys alone: Tab, the arrows, Space and typing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_execution, make_request, make_row
from tests.gui.test_answering import ask
from tests.gui.test_incident import call as incident_call
from tests.gui.test_incident import incident as one_incident
from tests.gui.test_incident import opened as opened_incident
from tests.gui.test_incident import until_seen

from pausedesk.core import settings as core_settings
from pausedesk.core.model.foreign import OwnCommand
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import Claim, Hold
from pausedesk.core.run import windows
from pausedesk.gui.crash import CrashDialog
from pausedesk.gui.incident.incident_dialog import IncidentDialog
from pausedesk.gui.ports import SourceRow

# These take no focus: a space or a return meant for something else must never approve, close a question or hand several
# answers over. Keys of their own press them (see test_deciding.py, test_changed.py and test_batch.py).
BY_KEY_ONLY = ("Approve", "Submit", "Changed since asked", "Decline 2", "Settle 2", "Answer")
KINDS = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit)
MOST_TABS = 150
Screen = Callable[[FakeStore, OpenDesk], tuple[Opened, QWidget]]


@pytest.fixture(autouse=True)
def folders_of_one_s_own(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{name}_HOME", f"{tmp_path}/{name.lower()}")
    monkeypatch.setenv("PATH", f"{tmp_path}/none")
    # Plain functions: a bare Mock in place of a Qt method crashes the process.
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    monkeypatch.setattr(windows, "make_demo", lambda: None)
    monkeypatch.setattr(windows, "open_window", lambda _store: None)


# --- the screens -----------------------------------------------------------------------------------------------------


def asked(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    secret = make_request("r1", command="ls", api_key="abcdefgh", text="\n".join("line" for _ in range(60)))
    store.put(make_card(make_row("s1"), secret))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk, desk.window


def several(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    store.put(make_card(make_row("s1", waiting_count=2), make_request("r1"), make_request("r2")))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk, desk.window.card


def changed(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    store.put(make_card(make_row("s1"), replace(make_request("r1"), changed="The tool's code changed.")))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk, desk.window.card


def edited(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    store.put(make_card(make_row("s1"), make_request("r1")))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.key(desk.window, "e")
    return desk, desk.window.card


def in_doubt(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    row = make_row("s1", unknown_count=1, waiting_count=0)
    store.put(make_card(row, unknown=(make_execution("x1", last_output="printed"),)))
    desk = open_desk(store)
    desk.window.show_filter(ListFilter.UNKNOWN)
    desk.until_card("s1")
    return desk, desk.window.card


def incident(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    seen = one_incident(incident_call("x1"), incident_call("x2", "s2"))
    desk, dialog = opened_incident(store, open_desk, seen, one_incident(incident_call("x3"), runner="def456"))
    until_seen(desk, dialog, "x1", "x2")
    return desk, dialog


def incident_asked(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, dialog = incident(store, open_desk)
    assert isinstance(dialog, IncidentDialog)
    desk.key(dialog.not_run, Qt.Key.Key_Space)
    return desk, dialog


def typed_question(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    kinds = {
        "place": {"type": "string"},
        "many": {"type": "integer"},
        "price": {"type": "number"},
        "sure": {"type": "boolean"},
        "colour": {"enum": ["red", "blue"]},
        "more": {"type": "array", "items": {"type": "string"}},
    }
    schema = {"type": "object", "properties": kinds, "required": ["place", "many", "sure", "colour"]}
    store.put(make_card(make_row("s1"), ask("r1", schema)))
    desk = open_desk(store)
    desk.until_card("s1")
    return desk, desk.window.card


def interrupted(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    row = make_row("s1", waiting_count=0, ending=Ending.STOPPED)
    store.put(make_card(row, can_resume=True, resume_sentence="The model is asked anew."))
    desk = open_desk(store)
    desk.window.show_filter(ListFilter.INTERRUPTED)
    desk.until_card("s1")
    return desk, desk.window.card


def of_another_program(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    row = make_row("s1", waiting_count=0, ending=Ending.STOPPED)
    command = OwnCommand(("claude", "--resume", "s1"), "/", "claude --resume s1", False, "It goes on there.")
    store.put(make_card(row, own_command=command))
    desk = open_desk(store)
    desk.window.show_filter(ListFilter.INTERRUPTED)
    desk.until_card("s1")
    return desk, desk.window.card


def batch(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    for number in range(2):
        store.put(make_card(make_row(f"s{number}"), make_request(f"r{number}")))
    desk = open_desk(store)
    desk.until_card("s0")
    QTest.keyClick(desk.window, Qt.Key.Key_J, Qt.KeyboardModifier.ShiftModifier)
    desk.until_card("s1")
    desk.key(desk.window, "d")
    desk.until(lambda: desk.window.batch.asking)
    return desk, desk.window.batch


def filter_row(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, _ = several(store, open_desk)
    desk.key(desk.window, "f")
    return desk, desk.window.filters


def nothing_found(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, _ = several(store, open_desk)
    desk.window.filters.search.setText("no such words")
    desk.key(desk.window.filters.search, Qt.Key.Key_Return)
    desk.until(desk.window.inbox.widen.isVisible)
    return desk, desk.window.inbox


def to_hold(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, _ = several(store, open_desk)
    desk.key(desk.window, "h")
    return desk, desk.window.hold


def held(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, _ = several(store, open_desk)
    store.attend(hold=Hold("", "jo", "audit", 1))
    desk.until(desk.window.hold.release.isVisible)
    return desk, desk.window.hold


def cared_for(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, _ = several(store, open_desk)
    store.attend(claims=(Claim("s1", "mira", 1),))
    desk.until(desk.window.people.hand.isVisible)
    return desk, desk.window.people


def handed_over(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, people = cared_for(store, open_desk)
    desk.key(desk.window.people.hand, Qt.Key.Key_Space)
    return desk, people


def without_sessions(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk = open_desk(store)
    desk.until(desk.window.welcome.page.isVisible)
    return desk, desk.window.welcome


def sources(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    store.sources = (SourceRow("/srv/claude", "claude-code", True, True, 1, 2, 0),)
    desk, _ = several(store, open_desk)
    desk.key(desk.window, "o")
    dialog = desk.window._sources
    assert dialog is not None
    desk.until(lambda: bool(dialog.boxes))
    return desk, dialog


def settings(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, _ = several(store, open_desk)
    desk.key(desk.window, Qt.Key.Key_Comma)
    dialog = desk.window._settings
    assert dialog is not None
    desk.until(dialog.form.isEnabled)
    return desk, dialog


def fault(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, QWidget]:
    desk, _ = several(store, open_desk)
    dialog = CrashDialog("details", desk.window)
    dialog.open()
    return desk, dialog


SCREENS = (
    *(asked, several, changed, edited, typed_question, in_doubt, incident, incident_asked, interrupted),
    *(of_another_program, batch, filter_row, nothing_found),
    *(to_hold, held, cared_for, handed_over, without_sessions, sources, settings, fault),
)


# --- what is done there ----------------------------------------------------------------------------------------------


def controls(root: QWidget) -> list[QWidget]:
    """What a person could press or type in with a mouse."""
    return [one for one in root.findChildren(QWidget) if isinstance(one, KINDS) and usable(one)]


def usable(widget: QWidget) -> bool:
    # What Qt makes inside its own: the button of a scroll bar, the field of a box.
    inner = widget.objectName().startswith("qt_")
    written = not isinstance(widget, QLineEdit | QPlainTextEdit) or not widget.isReadOnly()
    return widget.isVisible() and widget.isEnabled() and written and not inner


def told(widget: QWidget) -> str:
    return f"{type(widget).__name__} {QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)}"


def by_key_only(widget: QWidget) -> bool:
    return isinstance(widget, QAbstractButton) and widget.text().startswith(BY_KEY_ONLY)


def beside(widget: QWidget) -> list[QAbstractButton]:
    """Buttons of which one is on: the arrows go from one to the other, Tab goes to the group."""
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    return group.buttons() if group is not None and group.exclusive() else []


def reached(root: QWidget, widget: QWidget) -> bool:
    """Go to the widget from where the screen begins."""
    for _ in range(MOST_TABS):
        focus = QApplication.focusWidget()
        if focus is widget:
            return True
        group = beside(widget)
        if focus in group:
            for _ in group:
                QTest.keyClick(QApplication.focusWidget() or root, Qt.Key.Key_Right)
                if QApplication.focusWidget() is widget:
                    return True
        QTest.keyClick(focus or root, Qt.Key.Key_Tab)
    return False


def press(widget: QWidget) -> Callable[[], bool]:
    """Do with the keys what the control is for; returns whether it was done, which may take a turn of the loop."""
    seen: list[object] = []
    if isinstance(widget, QAbstractButton):
        widget.clicked.connect(lambda *_: seen.append(1))
        QTest.keyClick(widget, Qt.Key.Key_Space)
        return lambda: bool(seen)
    if isinstance(widget, QComboBox):
        widget.activated.connect(lambda *_: seen.append(1))
        last = widget.currentIndex() == widget.count() - 1
        QTest.keyClick(widget, Qt.Key.Key_Up if last else Qt.Key.Key_Down)
        only = widget.count() == 1
        return lambda: bool(seen) or only
    assert isinstance(widget, QLineEdit | QPlainTextEdit)
    widget.textChanged.connect(lambda *_: seen.append(1))
    QTest.keyClicks(widget, "x")
    return lambda: bool(seen)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_every_control_of_the_screen_has_a_name_and_a_role_and_is_pressed_by_keys(
    screen: Screen, open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk, root = opened(screen, open_desk, tmp_path)
    assert [told(one) for one in [*controls(root), *focusable(root)] if not spoken(one)] == []
    there = [told(one) for one in controls(root)]
    done: list[str] = []
    while True:
        left = [one for one in controls(root) if told(one) not in done and not by_key_only(one)]
        if not left:
            break
        name = told(left[0])
        done.append(name)
        assert reached(root, left[0]), name
        desk.until(press(left[0]))
        if [told(one) for one in controls(root)] != there or not root.window().isActiveWindow():
            # What a press did must not stand in the way of the next.
            shut(desk)
            desk, root = opened(screen, open_desk, tmp_path)
    shut(desk)
    assert done, "a screen without a control"


def opened(screen: Screen, open_desk: OpenDesk, folder: Path) -> tuple[Opened, QWidget]:
    """The screen, in front and as if it were shown for the first time."""
    for kept in (folder / "desk.ini", core_settings.settings_file()):
        kept.unlink(missing_ok=True)
    desk, root = screen(FakeStore(), open_desk)
    desk.until(root.window().isActiveWindow)
    return desk, root


def shut(desk: Opened) -> None:
    for dialog in (desk.window._sources, desk.window._settings, desk.window.incident.dialog):
        if dialog is not None:
            dialog.close()
    desk.window.close()


def focusable(root: QWidget) -> list[QWidget]:
    """What else Tab stops at: the list, boxes of values."""
    return [
        one for one in root.findChildren(QWidget) if one.isVisible() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]


def spoken(widget: QWidget) -> bool:
    interface = QAccessible.queryAccessibleInterface(widget)
    # What only scrolls has no role of its own in Qt.
    scrolls = isinstance(widget, QScrollArea)
    role = interface.role() is not QAccessible.Role.NoRole and (
        scrolls or interface.role() is not QAccessible.Role.Client
    )
    return bool(interface.text(QAccessible.Text.Name).strip()) and role
