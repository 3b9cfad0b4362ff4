"""The window over the real store, with a real worker and real runs: approve, decline, may have run, settle."""

from __future__ import annotations

import os
import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import keyring
import psutil
import pytest
from keyring.backends import fail
from tests.core.support import PACKAGES, Bench, call
from tests.gui.conftest import OpenDesk, Opened

from pausedesk.core.model.states import ListFilter
from pausedesk.core.rules.resume_words import Told
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store.reads import Reader
from pausedesk.gui.backend import StoreBackend
from pausedesk.gui.card.text_box import TextBox

RUN_MS = 60_000


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    """An agent of this test's own; the worker that the window starts is ended afterwards."""
    root = tmp_path / "bench"
    root.mkdir()
    made = Bench(root)
    for name, value in made.environment({"PYTHONPATH": str(PACKAGES)}).items():
        if os.environ.get(name) != value:
            monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYTHONPATH", str(PACKAGES))
    yield made
    store = made.opened()
    reader = Reader(store, LIVENESS)
    worker = reader.worker()
    reader.close()
    store.close()
    if worker is not None and worker.alive:
        process = psutil.Process(worker.pid)
        os.kill(worker.pid, signal.SIGTERM)
        process.wait(30)
    made.close()


def session_of(bench: Bench, *turns: object) -> str:
    return str(bench.paused(*turns).json["session"])


def open_on(bench: Bench, open_desk: OpenDesk, session: str) -> Opened:
    desk = open_desk(StoreBackend(bench.store, "mira"))
    desk.until(lambda: desk.window.inbox.model.row_of(session) is not None)
    desk.window.inbox.select_session(session)
    desk.until_card(session)
    return desk


def track_of(desk: Opened) -> list[str]:
    return desk.window.card.footer.track.reached()


def test_approving_in_the_window_runs_the_call_once_and_shows_its_stored_result(
    bench: Bench, open_desk: OpenDesk
) -> None:
    session = session_of(bench, [call("append", "hello")], "all done")
    desk = open_on(bench, open_desk, session)
    request = desk.window.card.current
    assert request is not None
    assert [(one.name, one.filled_in) for one in request.arguments] == [("text", False), ("times", True)]
    desk.until_seen()
    desk.click(desk.window.card.footer.approve)
    desk.qtbot.waitUntil(lambda: "stored" in track_of(desk), timeout=RUN_MS)
    assert track_of(desk) == ["handed_over", "taken_up", "spent", "running", "stored"]
    assert bench.lines() == ["hello"]
    desk.qtbot.waitUntil(lambda: desk.window.filters.buttons[ListFilter.WAITING].text() == "Waiting", timeout=RUN_MS)


def test_declining_with_a_note_runs_nothing_and_the_model_reads_the_note(bench: Bench, open_desk: OpenDesk) -> None:
    session = session_of(bench, [call("append", "hello")], "understood")
    desk = open_on(bench, open_desk, session)
    desk.key(desk.window, "n")
    desk.type(desk.window.card.footer.note, "first ask <Jo>")
    desk.click(desk.window.card.footer.decline)
    desk.qtbot.waitUntil(lambda: "stored" in track_of(desk), timeout=RUN_MS)
    desk.qtbot.waitUntil(lambda: len(bench.read()) == 2, timeout=RUN_MS)
    assert bench.lines() == []
    assert "first ask <Jo>" in bench.read()[1][0]["text"]


def test_a_call_whose_process_dies_comes_to_the_screen_of_may_have_run_and_is_settled_there(
    bench: Bench, open_desk: OpenDesk
) -> None:
    session = session_of(bench, [call("append_and_die", "hello")], "then I go on")
    desk = open_on(bench, open_desk, session)
    desk.until_seen()
    desk.key(desk.window, "a")
    unknown = desk.window.card.body.unknown
    desk.qtbot.waitUntil(lambda: bool(unknown), timeout=RUN_MS)
    (screen,) = unknown.values()
    desk.qtbot.waitUntil(screen.not_run.isEnabled, timeout=RUN_MS)
    assert "about to die" in screen.output.toPlainText()
    listed = desk.window.card.body.resume.groups[Told.MAY_HAVE_RUN].calls
    desk.qtbot.waitUntil(listed.isVisible, timeout=RUN_MS)
    assert listed.whole() == 'append_and_die  {"text": "hello"}'
    assert desk.window.card.footer.track.end.isVisible()
    assert not desk.window.card.footer.approve.isVisible()
    desk.clock.pass_grace()
    desk.type(screen.found, "line is there")
    desk.click(screen.ran)
    desk.qtbot.waitUntil(lambda: not unknown, timeout=RUN_MS)
    assert bench.lines() == ["hello"]
    desk.clock.pass_grace()
    desk.key(desk.window, "r")
    desk.qtbot.waitUntil(lambda: len(bench.read()) == 2, timeout=RUN_MS)
    assert "line is there" in bench.read()[1][0]["text"]
    assert bench.lines() == ["hello"]


def test_an_interrupted_session_is_found_read_resumed_and_watched_to_its_end(bench: Bench, open_desk: OpenDesk) -> None:
    bench.script([call("note", "n", "n1")], {"fail": "busy"})
    session = str(bench.cli("run", "bench:agent", "go").json["session"])
    bench.script([call("note", "n", "n1")], "the end")
    desk = open_desk(StoreBackend(bench.store, "mira"))
    desk.click(desk.window.filters.buttons[ListFilter.INTERRUPTED])
    desk.until(lambda: desk.window.inbox.model.row_of(session) is not None)
    desk.window.inbox.select_session(session)
    desk.until_card(session)

    def told() -> list[str]:
        return [box.accessibleName() for box in desk.window.evidence.findChildren(TextBox) if box.isVisible()]

    desk.until(lambda: told()[:3] == ["user", "calls  note", "result  note"])
    assert "Nothing is added or run again." in desk.window.card.footer.reason.text()
    desk.key(desk.window, "r")
    desk.qtbot.waitUntil(lambda: "agent" in told(), timeout=RUN_MS)
    desk.qtbot.waitUntil(lambda: desk.window.inbox.model.row_of(session) is None, timeout=RUN_MS)
    assert desk.window.card.prepared is not None
    desk.qtbot.waitUntil(lambda: not desk.window.card.footer.resume.isVisible(), timeout=RUN_MS)
    assert bench.lines("notes.txt") == ["n"]


def test_an_answer_given_elsewhere_shows_here_and_is_not_offered_again(bench: Bench, open_desk: OpenDesk) -> None:
    session = session_of(bench, [call("append", "hello")], "all done")
    desk = open_on(bench, open_desk, session)
    desk.until_seen()
    assert desk.window.card.current is not None
    request = desk.window.card.current.view.request
    assert bench.cli("answer", session, "--approve", "--request", request, "--by", "jo").code == 0
    desk.qtbot.waitUntil(lambda: "stored" in track_of(desk), timeout=RUN_MS)
    assert not desk.window.card.footer.approve.isVisible()
    assert "jo" in desk.window.card.footer.reason.text()
    desk.key(desk.window, "a")
    assert bench.lines() == ["hello"]


def test_of_two_windows_that_answer_at_once_one_is_told_who_came_first(bench: Bench, open_desk: OpenDesk) -> None:
    session = session_of(bench, [call("append", "hello")], "all done")
    first = open_on(bench, open_desk, session)
    second = open_on(bench, open_desk, session)
    for desk in (first, second):
        desk.until_seen()
    first.window.card.decide("approve")
    second.window.card.decide("decline")
    first.qtbot.waitUntil(lambda: "spent" in track_of(first) and "spent" in track_of(second), timeout=RUN_MS)
    told = [desk.window.card.acts.told(session) for desk in (first, second)]
    assert [one is None for one in told].count(True) == 1
    ran = ["hello"] if told[0] is None else []
    first.qtbot.waitUntil(lambda: bench.lines() == ran, timeout=RUN_MS)
    for desk in (first, second):
        assert not desk.window.card.footer.approve.isVisible()
        desk.window.card.decide("approve")
    assert bench.lines() == ran


def test_a_store_that_is_no_database_is_a_sentence_in_the_window(open_desk: OpenDesk, tmp_path: Path) -> None:
    path = tmp_path / "notes.db"
    path.write_text("this is not a database, it is a text of some length\n" * 40)
    desk = open_desk(StoreBackend(path, "mira"))
    desk.until(lambda: desk.window.trouble.isVisible())
    assert "is not a Pausedesk store" in desk.window.trouble.label.text()


def test_the_window_keeps_no_lock_on_the_store(bench: Bench, open_desk: OpenDesk) -> None:
    session = session_of(bench, [call("append", "hello")], "all done")
    desk = open_on(bench, open_desk, session)
    connection = sqlite3.connect(bench.store, timeout=0)

    def taken() -> bool:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            # The window writes too, for a moment: who looks at which session.
            return False
        return True

    desk.until(taken)
    connection.rollback()
    connection.close()
    assert desk.window.isVisible()


def test_an_edit_in_the_window_is_checked_by_the_tool_itself_and_runs_as_it_was_edited(
    bench: Bench, open_desk: OpenDesk
) -> None:
    # The window and the worker are two programs: neither has a keyring here.
    keyring.set_keyring(fail.Keyring())  # type: ignore[no-untyped-call]
    session = session_of(bench, [call("append", "hello")], "understood")
    desk = open_on(bench, open_desk, session)
    card = desk.window.card
    desk.key(desk.window, "e")
    (asked,) = card.body.calls.values()
    assert asked.editor is not None
    text, times = (row.editor for row in asked.editor.rows)
    assert text is not None
    assert times is not None
    times.setPlainText('"many"')
    desk.click(asked.editor.send)
    desk.qtbot.waitUntil(lambda: "does not take times" in card.footer.told.label.text(), timeout=RUN_MS)
    text.setPlainText("goodbye")
    times.setPlainText("2")
    desk.click(asked.editor.send)
    desk.qtbot.waitUntil(lambda: asked not in card.body.calls.values(), timeout=RUN_MS)
    desk.clock.pass_grace()
    desk.until_seen()
    desk.key(desk.window, "a")
    desk.qtbot.waitUntil(lambda: "stored" in track_of(desk), timeout=RUN_MS)
    assert bench.lines() == ["goodbye"]
