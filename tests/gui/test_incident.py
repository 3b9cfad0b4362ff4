"""The incident screen: what a dead runner left in doubt is settled together, once seen, and never while one lives."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import T0, FakeStore, make_card, make_execution, make_row

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.incidents import Incident, IncidentCall, Seen, Settlement
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.gui.incident.incident_dialog import IncidentDialog


def call(execution: str, session: str = "s1", **changes: object) -> IncidentCall:
    return IncidentCall(
        session=session,
        title=f"Customer asks about {session}",
        agent="refunds-desk",
        view=make_execution(execution, **changes),
        question="May I call refund?",
        digest="sha256:abc",
        seen=(Seen("Ada", T0, "approve", "sha256:abc", "desk"),),
        events=(),
        doubted_at=T0,
    )


def incident(*calls: IncidentCall, runner: str = "abc123") -> Incident:
    return Incident(runner, "process 4711 on desk-1, started 14:02:11", False, T0, calls)


def opened(store: FakeStore, open_desk: OpenDesk, *incidents: Incident) -> tuple[Opened, IncidentDialog]:
    store.incidents = incidents
    row = make_row("s1", unknown_count=1, ending=Ending.MAY_HAVE_RUN)
    store.put(make_card(row, unknown=(make_execution("x1"),)))
    desk = open_desk(store)
    desk.window.show_filter(ListFilter.UNKNOWN)
    desk.until_card("s1")
    desk.key(desk.window, "i")
    dialog = desk.window.incident.dialog
    assert dialog is not None
    desk.until(lambda: bool(dialog.rows) or not incidents)
    return desk, dialog


def until_seen(desk: Opened, dialog: IncidentDialog, *executions: str) -> None:
    desk.until(lambda: all(dialog.rows[one].doubt.seen for one in executions))
    desk.clock.pass_grace()


def settled(store: FakeStore) -> list[Settlement]:
    return [one for name, _, values in store.log if name == "settle_together" for one in values]  # type: ignore[misc]


def test_all_calls_of_a_runner_are_settled_together_by_keys_alone(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1"), call("x2", "s2")))
    until_seen(desk, dialog, "x1", "x2")
    assert "Ada saw the bytes sha256:abc and approved them" in dialog.rows["x1"].facts.text()
    dialog.not_run.setFocus()
    QTest.keyClick(dialog.not_run, Qt.Key.Key_Space)
    assert dialog.question.text() == "Settle 2 calls of 2 sessions: they did not run? 0 left out."
    assert dialog.no.hasFocus()
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert settled(store) == [], "the first moment of the question settles nothing"
    desk.clock.pass_grace()
    QTest.keyClick(dialog, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: "2 calls are settled" in dialog.note.label.text())
    assert settled(store) == [Settlement("s1", "x1", "did-not-run"), Settlement("s2", "x2", "did-not-run")]
    desk.until(lambda: dialog.about.text() == "No call is in doubt.")
    assert not dialog.rows


def test_that_they_ran_needs_what_was_found(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1")))
    until_seen(desk, dialog, "x1")
    desk.click(dialog.ran)
    assert not dialog.yes.isVisible()
    assert "say what you found" in dialog.lines.toPlainText()
    desk.click(dialog.no)
    desk.type(dialog.found, "entry 7")
    desk.click(dialog.ran)
    desk.clock.pass_grace()
    desk.click(dialog.yes)
    desk.until(lambda: settled(store) == [Settlement("s1", "x1", "ran", "entry 7")])


def test_each_call_keeps_its_own_end_or_is_left_as_it_is(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1"), call("x2"), call("x3")))
    until_seen(desk, dialog, "x1", "x2", "x3")
    own, found = dialog.rows["x2"].own, dialog.rows["x2"].found
    own.setCurrentIndex(own.findData("ran"))
    desk.type(found, "entry 9")
    left = dialog.rows["x3"].own
    left.setCurrentIndex(left.findData(""))
    desk.click(dialog.leave)
    assert dialog.question.text() == "Settle 2 calls of 1 session: unknown? 1 left out."
    assert "with an end of its own: they ran" in dialog.lines.toPlainText()
    assert "you leave it as it is" in dialog.lines.toPlainText()
    desk.clock.pass_grace()
    desk.click(dialog.yes)
    desk.until(lambda: len(settled(store)) == 2)
    assert settled(store) == [Settlement("s1", "x1", "unknown"), Settlement("s1", "x2", "ran", "entry 9")]


@pytest.mark.parametrize("alive", [True, None])
def test_a_call_whose_process_may_live_is_left_out(store: FakeStore, open_desk: OpenDesk, alive: bool | None) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1"), call("x2", owner_alive=alive)))
    until_seen(desk, dialog, "x1", "x2")
    assert dialog.rows["x2"].state.isVisible()
    assert not dialog.rows["x2"].own.isEnabled()
    desk.click(dialog.not_run)
    desk.clock.pass_grace()
    desk.click(dialog.yes)
    desk.until(lambda: settled(store) == [Settlement("s1", "x1", "did-not-run")])


def test_what_was_not_in_sight_is_not_settled(store: FakeStore, open_desk: OpenDesk) -> None:
    long = "\n".join(f"line {number}" for number in range(300))
    desk, dialog = opened(store, open_desk, incident(call("x1"), call("x2", arguments=long)))
    until_seen(desk, dialog, "x1")
    desk.click(dialog.not_run)
    assert "you have not seen its arguments to their end" in dialog.lines.toPlainText()
    assert "Settle 1 call" in dialog.question.text()
    dialog.rows["x2"].arguments.go_to_end()
    desk.until(lambda: dialog.rows["x2"].doubt.seen)
    # What was asked about is not what would be settled now.
    assert not dialog.yes.isVisible()


def test_other_calls_that_appear_take_the_question_back(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1")))
    until_seen(desk, dialog, "x1")
    desk.click(dialog.not_run)
    store.incidents = (incident(call("x1"), call("x2")),)
    store.touch("s1")  # another process wrote of a session of the incident
    desk.until(lambda: "x2" in dialog.rows)
    assert not dialog.yes.isVisible()
    desk.clock.pass_grace()
    dialog.confirm()
    assert settled(store) == []


def test_a_refused_settlement_is_told_and_the_screen_reads_again(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1")))
    until_seen(desk, dialog, "x1")
    store.refuse = ResumeDecisionError("nothing-waiting", "Ada settled it before.")
    reads = sum(name == "incident" for name, *_ in store.log)
    desk.click(dialog.leave)
    desk.clock.pass_grace()
    desk.click(dialog.yes)
    desk.until(lambda: "Ada settled it before." in dialog.note.label.text())
    desk.until(lambda: sum(name == "incident" for name, *_ in store.log) > reads)
    assert dialog.ran.isVisible()


def test_it_is_reached_from_the_filter_and_from_the_card_of_a_call(store: FakeStore, open_desk: OpenDesk) -> None:
    other = incident(call("x9"), runner="other")
    desk, dialog = opened(store, open_desk, other, incident(call("x1")))
    assert dialog.runners.isVisible()
    assert list(dialog.rows) == ["x9"]
    dialog.close()
    desk.click(desk.window.card.body.unknown["x1"].together)
    desk.until(lambda: list(dialog.rows) == ["x1"])
    dialog.close()
    desk.window.activateWindow()
    assert desk.window.filters.incident.isVisible()
    desk.click(desk.window.filters.incident)
    desk.until(lambda: list(dialog.rows) == ["x9"])
    desk.click(dialog.rows["x9"].card)
    desk.until(lambda: desk.window.card.prepared is not None)
    desk.window.show_filter(ListFilter.WAITING)
    assert not desk.window.filters.incident.isVisible()


def test_the_evidence_is_exported_with_progress_and_says_where(
    store: FakeStore, open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1"), call("x2")))
    assert dialog.path.text().endswith("pausedesk-incident-abc123.jsonl")
    dialog.path.setText(str(tmp_path / "evidence"))
    store.may_export.clear()
    desk.click(dialog.export)
    desk.until(lambda: dialog.progress.maximum() == 2)
    assert dialog.cancel.isVisible()
    assert not dialog.export.isEnabled()
    store.may_export.set()
    desk.until(lambda: "The evidence of 2 calls is in" in dialog.note.label.text())
    assert [values for name, _, values in store.log if name == "export_incident"] == [
        ("abc123", tmp_path / "evidence", False)
    ]
    assert not dialog.cancel.isVisible()


def test_an_export_that_is_cancelled_keeps_no_file_and_says_so(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1")))
    store.may_export.clear()
    desk.click(dialog.export)
    desk.until(dialog.cancel.isVisible)
    desk.click(dialog.cancel)
    store.may_export.set()
    desk.until(lambda: dialog.note.label.text() == "Cancelled: no file was kept.")
    assert dialog.export.isEnabled()


def test_without_a_call_in_doubt_it_says_so(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = opened(store, open_desk)
    desk.until(lambda: dialog.about.text() == "No call is in doubt.")
    assert not dialog.ran.isEnabled()
    assert not dialog.export.isEnabled()


def test_enter_where_one_types_presses_no_button_however_often_the_screen_was_opened(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk, dialog = opened(store, open_desk, incident(call("x1"), call("x2", "s2")))
    until_seen(desk, dialog, "x1", "x2")
    pressed: list[str] = []
    dialog.opened.connect(pressed.append)
    dialog.close()
    desk.window.incident.show_incident("x1")
    desk.until(lambda: dialog.isVisible() and bool(dialog.rows))
    desk.key(dialog.found, Qt.Key.Key_Return)
    assert pressed == []
    assert dialog.isVisible()
