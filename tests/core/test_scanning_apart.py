"""Looks that meet others: two processes at one folder, a machine that lets a file not be read for now, large files."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.core.looking import CALLS, card_of, claude, lines_of, listed, looked, record
from tests.importers.files import conversations

from pausedesk.core.importers import scanning
from pausedesk.core.model.states import Ending
from pausedesk.core.store import foreign, foreign_sessions
from pausedesk.core.store.engine import Store
from pausedesk.core.store.forgetting import forget_sessions
from pausedesk.core.store.trails import ledger_flaws

HELLO = [{"role": "user", "content": "Hello"}]


def full(*_given: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def broken(*_given: object) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    raise error


def endings(store: Store) -> dict[str, Ending]:
    return {key: row.ending for key, row in listed(store).items()}


@pytest.mark.parametrize("fault", [full, broken])
@pytest.mark.parametrize("count", [1, 2])
def test_what_the_machine_cannot_read_for_now_stays_as_it_was_read_and_is_read_again(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., None], count: int
) -> None:
    file = conversations(tmp_path / "talks.db", dict.fromkeys(("one", "two")[:count], HELLO))
    looked(store, file, "")
    before = endings(store)
    os.utime(file, (1, 1))
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfile", fault)
        for _ in range(2):
            summary = looked(store, file, "")
            assert (summary.new, summary.changed, summary.unreadable, len(summary.faults)) == (0, 0, 1, 1)
            assert endings(store) == before
    # Its timeline, too, is read as before.
    assert [item.text for item in card_of(store, "one").history] == ["Hello"]
    assert (looked(store, file, "").read, endings(store)) == (1, before)
    assert looked(store, file, "").unchanged == 1


@pytest.mark.parametrize("fault", [full, broken])
def test_what_the_machine_could_not_read_at_first_is_read_when_it_can(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[..., None]
) -> None:
    file = conversations(tmp_path / "talks.db", {"one": HELLO, "two": HELLO})
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfile", fault)
        looked(store, file, "")
        looked(store, file, "")
        assert endings(store) == {"talks": Ending.UNREADABLE}
    looked(store, file, "")
    assert endings(store) == {"talks": Ending.USER_UNANSWERED, "two": Ending.USER_UNANSWERED}


def test_a_file_that_is_damaged_is_no_further_session(store: Store, tmp_path: Path) -> None:
    file = conversations(tmp_path / "talks.db", {"one": HELLO, "two": HELLO})
    alone = claude(tmp_path / "projects", "s1").rename(tmp_path / "projects" / "by-its-name.jsonl")
    looked(store, file, "")
    looked(store, alone.parent)
    for damaged in (file, alone):
        damaged.write_bytes(b"\0" * 200)
    looked(store, alone.parent)
    looked(store, tmp_path, "")
    assert endings(store) == {
        "one": Ending.USER_UNANSWERED,
        "two": Ending.USER_UNANSWERED,
        "s1": Ending.UNREADABLE,
    }
    claude(tmp_path / "projects", "s1").rename(alone)
    looked(store, alone.parent)
    assert endings(store)["s1"] is Ending.USER_UNANSWERED


def test_what_was_forgotten_does_not_come_back_by_a_fault_of_its_file(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = conversations(tmp_path / "talks.db", {"one": HELLO})
    looked(store, file, "")
    forget_sessions(store, ["one"], by="Ann")
    os.utime(file, (1, 1))
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfile", full)
        assert (looked(store, file, "").new, endings(store)) == (0, {})
    assert (looked(store, file, "").new, endings(store)) == (0, {})
    file.unlink()
    conversations(file, {"one": HELLO, "later": HELLO})
    looked(store, file, "")
    assert endings(store) == {"later": Ending.USER_UNANSWERED}


@pytest.mark.parametrize("known", [False, True])
def test_of_two_looks_at_once_the_later_reading_stands_and_nothing_is_listed_twice(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    folder = tmp_path / "projects"
    file = claude(folder)
    if known:
        looked(store, folder)
        os.utime(file, (1, 1))
    written = foreign_sessions.write_readings
    later: list[Any] = []

    def meanwhile(*given: Any, **more: Any) -> Any:
        # The other look begins when this one has read the old file, and is done before this one writes.
        monkeypatch.setattr(scanning, "write_readings", written)
        with file.open("a") as grown:
            grown.write(lines_of(record("s1", "assistant", CALLS)))
        later.append(looked(store, folder))
        return written(*given, **more)

    monkeypatch.setattr(scanning, "write_readings", meanwhile)
    first = looked(store, folder)
    assert endings(store) == {"s1": Ending.WAITING_APPROVAL}
    assert (first.new, first.changed) == (0, 0)
    assert (later[0].new, later[0].changed) == ((0, 1) if known else (1, 0))
    assert looked(store, folder).unchanged == 1
    assert list(ledger_flaws(store)) == []


def test_what_changed_since_the_other_look_read_it_is_read_again_at_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = claude(tmp_path / "projects")
    written = foreign_sessions.write_readings

    def meanwhile(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(scanning, "write_readings", written)
        looked(store, file.parent)
        with file.open("a") as grown:
            grown.write(lines_of(record("s1", "assistant", CALLS)))
        return written(*given, **more)

    monkeypatch.setattr(scanning, "write_readings", meanwhile)
    assert looked(store, file.parent).changed == 1
    assert endings(store) == {"s1": Ending.WAITING_APPROVAL}


def test_a_file_of_many_sessions_is_written_in_parts_and_one_that_was_not_all_written_is_read_again(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = conversations(tmp_path / "talks.db", {f"s{number}": HELLO for number in range(7)})
    monkeypatch.setattr(foreign_sessions, "_AT_ONCE", 3)
    written = foreign_sessions._write
    parts: list[int] = []

    def dying(connection: Any, part: Any, by: str) -> Any:
        if len(parts) == 2:
            raise KeyboardInterrupt
        parts.append(len(part.sessions))
        return written(connection, part, by)

    with monkeypatch.context() as patch:
        patch.setattr(foreign_sessions, "_write", dying)
        with pytest.raises(KeyboardInterrupt):
            looked(store, file, "")
    assert (parts, len(listed(store))) == ([3, 3], 6)
    again = looked(store, file, "")
    assert (again.new, again.changed, len(listed(store))) == (1, 0, 7)
    assert looked(store, file, "").unchanged == 1
    assert list(ledger_flaws(store)) == []


def test_which_faults_may_pass() -> None:
    def of(code: int) -> sqlite3.OperationalError:
        error = sqlite3.OperationalError("words")
        error.sqlite_errorcode = code
        return error

    passing = (OSError(errno.EIO, "x"), PermissionError(), MemoryError(), of(sqlite3.SQLITE_IOERR_READ))
    lasting = (None, ValueError(), of(sqlite3.SQLITE_CORRUPT), of(sqlite3.SQLITE_NOTADB), sqlite3.OperationalError())
    assert [foreign.may_pass(error) for error in (*passing, *lasting)] == [True] * 4 + [False] * 5
