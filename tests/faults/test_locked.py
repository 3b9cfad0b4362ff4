"""A store that another program holds for longer than anybody waits: each command says so, and nothing is lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.core.support import Bench, Said, call, only, until

from pausedesk.core import settings
from pausedesk.core.errors import StoreError, UsageError
from pausedesk.core.run.owners import owner_of
from pausedesk.core.store import dialect, engine
from pausedesk.core.store.answering import NewAnswer, submit_answers

PROCESSES = 30
SHORT = {"PAUSEDESK_BUSY_SECONDS": "0.2"}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A home, a store and an agent of this test's own."""
    made = Bench(tmp_path)
    yield made
    made.close()


@contextmanager
def held(path: Path, *, reads_too: bool = False) -> Iterator[None]:
    """The store in another program's hands, as by a long write of it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        if reads_too:
            other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO changes (session_id, what) VALUES ('', 'lease')")
        yield
        other.execute("ROLLBACK")


def locked(said: Said) -> bool:
    """Whether the command said in one sentence that the store is locked; any other end fails."""
    assert said.err.count("\n") == (said.code == 8), said
    if said.code != 8:
        return False
    assert said.json["code"] == "store-locked", said
    assert "Nothing was lost; try again" in said.err
    return True


def test_scenario_15_thirty_processes_open_a_store_that_a_writer_holds_and_no_answer_is_lost(bench: Bench) -> None:
    texts = [str(number) for number in range(PROCESSES)]
    ran = bench.paused([call("append", text, f"c{text}") for text in texts], "the end").json
    session = ran["session"]
    asked = {one["arguments"]["text"]: one["request"] for one in ran["waiting"]}

    def answers(given: list[str], environment: dict[str, str] | None = None) -> list[str]:
        """Answer each from a process of its own; returns those that are told to try again."""
        started = {
            text: bench.start(
                *("answer", session, "--request", asked[text], "--approve", "--by", f"p{text}", "--submit-id", text),
                environment=environment,
            )
            for text in given
        }
        ended = {text: command.end(120) for text, command in started.items()}
        again = [text for text, said in ended.items() if locked(said)]
        assert {said.code for said in ended.values()} <= {0, 3, 8}, ended
        return again

    with held(bench.store):
        left = answers(texts, SHORT)
    assert left == texts
    assert bench.rows("SELECT count(*) FROM answers") == [(0,)]
    while left:
        left = answers(left)
    bench.cli("worker", "--once")
    rows = bench.rows("SELECT by, state FROM answers ORDER BY at")
    assert sorted(rows) == sorted((f"p{text}", "spent") for text in texts)
    assert sorted(bench.lines(), key=int) == texts


@pytest.mark.parametrize("reads_too", [False, True])
def test_each_command_says_that_the_store_is_locked_and_loses_nothing(bench: Bench, reads_too: bool) -> None:
    ran = bench.paused([call("append_and_die", "x")], "the end").json
    session, request = ran["session"], ran["waiting"][0]["request"]
    writing = [
        ("run", "bench:agent", "go"),
        ("run", "bench:agent", "go", "--session", session),
        ("answer", session, "--request", request, "--approve"),
        ("answer", session, "--request", request, "--decline", "--stop"),
        ("worker",),
        ("worker", "--once"),
    ]
    reading = [("list",), ("show", session)]
    before = bench.rows("SELECT * FROM sessions"), bench.rows("SELECT count(*) FROM answers")
    with held(bench.store, reads_too=reads_too):
        started = [bench.start(*command, environment=SHORT) for command in writing + reading]
        ended = [command.end() for command in started]
        doctor = bench.cli("doctor", environment=SHORT)
    assert all(locked(said) for said in ended[: len(writing)])
    if reads_too:
        assert all(locked(said) for said in ended[len(writing) :])
        assert (doctor.code, "locked" in doctor.out) == (8, True)
    else:
        assert [said.code for said in ended[len(writing) :]] == [0, 0]
        assert doctor.code == 0
    assert before == (bench.rows("SELECT * FROM sessions"), bench.rows("SELECT count(*) FROM answers"))
    bench.cli("answer", session, "--request", request, "--approve")
    with held(bench.store, reads_too=reads_too):
        assert locked(bench.cli("settle", session, "--call", "c1", "--unknown", environment=SHORT))
        assert locked(bench.cli("resume", session, environment=SHORT))
    assert bench.cli("settle", session, "--call", "c1", "--ran", "I looked").code == 0
    assert bench.cli("resume", session).code == 0
    assert bench.lines() == ["x"]


def test_a_worker_goes_on_when_the_store_is_let_go(bench: Bench) -> None:
    asked = only(bench.paused([call("append", "x")], "the end").json["waiting"])
    (session,) = only(bench.rows("SELECT id FROM sessions"))
    # The answer is another door's until that door dies, which happens while the store is held.
    door = subprocess.Popen(["sleep", "60"])
    new = [NewAnswer(asked["request"], asked["digest"], "approve")]
    store = bench.opened()
    submit_answers(store, session, new, by="Ann", submit_id="1", reserved_for=owner_of(door.pid))
    store.close()
    worker = bench.start("worker", environment=SHORT)
    until(lambda: bench.rows("SELECT 1 FROM leases WHERE name = 'worker'"), "the worker has its lease")
    with held(bench.store):
        door.kill()
        door.wait()
        said = bench.root / "streams" / "1" / "err"
        until(lambda: "is locked by another program" in said.read_text(), "the worker says why it waits")
    until(lambda: bench.rows("SELECT 1 FROM answers WHERE state = 'spent' AND outcome = 'done'"), "it is taken up")
    os.kill(worker.pid, signal.SIGTERM)
    assert worker.end().code == 0
    assert bench.lines() == ["x"]


# -- the setting -------------------------------------------------------------------------------------------------------


def test_the_wait_is_a_setting_and_the_environment_goes_before_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("PAUSEDESK_BUSY_SECONDS", raising=False)
    assert settings.busy_seconds() == 15.0
    settings.change(lambda known: replace(known, busy_seconds=2.5))
    assert settings.busy_seconds() == 2.5
    assert settings.load() == settings.Settings(busy_seconds=2.5)
    monkeypatch.setenv("PAUSEDESK_BUSY_SECONDS", "0")
    assert settings.busy_seconds() == 0.0
    settings.settings_file().unlink()


@pytest.mark.parametrize("wrong", ["", "soon", "-1", "nan", "inf", "1e9"])
def test_a_wait_that_is_no_time_is_refused(wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAUSEDESK_BUSY_SECONDS", wrong)
    with pytest.raises(UsageError) as refused:
        engine.open_store(tmp_path / "store.db")
    assert refused.value.code == "busy-seconds"
    assert not (tmp_path / "store.db").exists()


def test_a_watch_on_a_locked_store_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = engine.open_store(tmp_path / "store.db")
    watch = store.watch()

    def recovering(_: sqlite3.Connection) -> int:
        error = sqlite3.OperationalError("injected")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY_RECOVERY
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(dialect, "data_version", recovering)
        with pytest.raises(StoreError) as refused:
            watch.version()
    assert refused.value.code == "store-locked"
    assert watch.version() == watch.version()
    watch.close()
    store.close()
