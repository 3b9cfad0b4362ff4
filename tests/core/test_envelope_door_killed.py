"""A program that is killed while a call of it runs, its own store on the disk: one effect, and no false claim."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sqlite3
from pathlib import Path
from typing import Any

import keyring
import keyring.backends.fail
import pytest
from tests.core.support import DEADLINE_S, until
from tests.core.test_envelope_door import ORDER, pause, results

from pausedesk.core import EnvelopeDoor, EnvelopeRow, GatedCall, closed_conversation, open_store
from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED
from pausedesk.core.run.desk_door import Answer, DeskDoor
from pausedesk.core.run.envelope_door import Hand
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.settling import settle_calls


class FileRows:
    """A store of envelopes in SQLite, as a program may have one."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with self._open() as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS kept (session TEXT PRIMARY KEY, version INT, envelope BLOB)")

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(self._path, timeout=DEADLINE_S)

    def put(self, session: str, envelope: bytes) -> None:
        with self._open() as connection:
            connection.execute("INSERT INTO kept VALUES (?, 1, ?)", (session, envelope))

    def read(self, session: str) -> EnvelopeRow | None:
        with self._open() as connection:
            row = connection.execute("SELECT version, envelope FROM kept WHERE session = ?", (session,)).fetchone()
        return None if row is None else EnvelopeRow(session, row[0], bytes(row[1]))

    def replace(self, session: str, row: EnvelopeRow, envelope: bytes) -> bool:
        with self._open() as connection:
            done = connection.execute(
                "UPDATE kept SET version = version + 1, envelope = ? WHERE session = ? AND version = ?",
                (envelope, session, row.version),
            )
        return done.rowcount == 1


def refund(order: str) -> str:
    """Write the effect down where the test finds it, then do what the file beside it says."""
    folder = Path(os.environ["PAUSEDESK_TEST_FOLDER"])
    with (folder / "effects").open("a", encoding="utf-8") as file:
        file.write(order + "\n")
    while (folder / "wait").exists():
        signal.sigtimedwait([], 0.02)
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def run(hand: Hand) -> bytes:
    """Make what was approved."""
    for call in hand.approved:
        hand.call(call, ORDER, refund)
    return closed_conversation(hand.envelope, at=1)


def _door(folder: Path) -> tuple[Any, EnvelopeDoor]:
    store = open_store(folder / "ledger.db")
    return store, EnvelopeDoor(store, FileRows(folder / "own.db"), agent="shop")


def _answers(folder: str) -> None:
    os.environ["PAUSEDESK_TEST_FOLDER"] = folder
    _, door = _door(Path(folder))
    door.answer("s", run)


@pytest.mark.parametrize("settled", [None, "ran", "did-not-run"])
def test_what_a_killed_program_had_begun_is_never_begun_again(tmp_path: Path, settled: str | None) -> None:
    # Both programs are one person's on one machine: neither has a keyring here, so the question is not sealed.
    keyring.set_keyring(keyring.backends.fail.Keyring())  # type: ignore[no-untyped-call]  # annotated in part
    FileRows(tmp_path / "own.db").put("s", json.dumps(pause()).encode())
    store, door = _door(tmp_path)
    door.ask("s", [GatedCall("c1", "refund", ORDER, refund)])
    with store.read() as connection:
        (call,) = asked_calls(connection, "s")
    DeskDoor(store, by="Ada").submit("s", [Answer(call.request, call.digest, "approve")], "s")
    (tmp_path / "wait").touch()
    process = multiprocessing.get_context("forkserver").Process(target=_answers, args=(str(tmp_path),))
    process.start()
    until((tmp_path / "effects").exists, "the call began")
    with pytest.raises(ResumeDecisionError) as busy:
        door.message("s")
    assert busy.value.code == "running"
    (tmp_path / "wait").unlink()
    process.join(DEADLINE_S)
    assert process.exitcode == -signal.SIGKILL
    assert door.answer("s", run) is None
    if settled is not None:
        with store.read() as connection:
            execution = connection.exec_driver_sql("SELECT id FROM executions").scalar_one()
        settle_calls(store, "s", [execution], settled, "Reference RF-1.", by="Ada", alive=LIVENESS)
    (told,) = results(door.message("s"))
    if settled is None:
        assert told == OUTCOME_NOT_RECORDED
    else:
        assert "According to Ada" in told
        assert ("RF-1" in told) is (settled == "ran")
    assert door.message("s") is not None
    assert (tmp_path / "effects").read_text() == "A-1\n"
    store.close()
