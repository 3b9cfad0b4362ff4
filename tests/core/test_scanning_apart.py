"""Looks that meet others: two at one folder, a machine that lets a file not be read for now, folders that never end."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.core.looking import CALLS, card_of, claude, lines_of, listed, looked, record
from tests.importers.files import conversations

from pausedesk.core.cli.scanning import telling
from pausedesk.core.errors import UsageError
from pausedesk.core.importers import scanning, sources
from pausedesk.core.model.states import Ending
from pausedesk.core.store import foreign, foreign_sessions, mounts
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
        patch.setattr(foreign, "_copy", fault)
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
        patch.setattr(foreign, "_copy", fault)
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
        patch.setattr(foreign, "_copy", full)
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


PROC = Path("/proc")
linux = pytest.mark.skipif(not PROC.is_dir(), reason="this system has no /proc")


def mounted(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    monkeypatch.setattr(mounts, "system_folders", lambda: frozenset(map(str, folders)))
    for module in (sources, foreign):
        monkeypatch.setattr(module, "system_folders", mounts.system_folders)


def test_folders_whose_files_the_system_makes_are_not_gone_into(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "root" / "made"
    claude(tmp_path / "root", "s1")
    claude(made / "inside", "s2")
    (tmp_path / "link").symlink_to(made)
    mounted(monkeypatch, made)
    summary = looked(store, tmp_path / "root")
    assert (set(listed(store)), summary.unreadable) == ({"s1"}, 0)
    assert summary.faults == [f"{made} is not gone into: its files are made by the system."]
    assert [file.name for file in foreign.foreign_files(tmp_path / "root")] == []
    for place in (made, made / "inside", made / "inside" / "s2.jsonl", tmp_path / "link"):
        with pytest.raises(UsageError) as refused:
            looked(store, place)
        assert refused.value.code == "not-a-file"


@linux
def test_the_files_of_proc_are_known_to_be_made_by_the_system() -> None:
    assert "/proc" in mounts.system_folders()
    assert mounts.in_system_folder(PROC / "self" / "status")
    assert not mounts.in_system_folder(Path("/"))


def test_a_look_is_stopped_while_it_looks_for_files(store: Store, tmp_path: Path) -> None:
    for number in range(5):
        claude(tmp_path / "projects" / str(number), f"s{number}")
    told: list[scanning.ScanProgress] = []

    def telling(progress: scanning.ScanProgress) -> bool:
        told.append(progress)
        return len(told) < 3

    summary = scanning.scan(store, tmp_path / "projects", telling)
    assert (summary.cancelled, summary.files, summary.gone, listed(store)) == (True, 0, 0, {})
    assert [(one.files_all, one.bytes_all) for one in told] == [(0, 0)] * 3
    assert told[0].place == str(tmp_path / "projects")
    assert looked(store, tmp_path / "projects").new == 5


def test_a_search_for_envelopes_is_stopped_and_does_without_what_vanishes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.json").write_text("{}")
    (tmp_path / "round").symlink_to(tmp_path)
    seen: list[Path] = []

    def going(folder: Path) -> bool:
        seen.append(folder)
        return len(seen) < 3

    assert len(foreign.foreign_files(tmp_path, going)) == 1
    is_file = Path.is_file

    def vanishing(path: Path) -> bool:
        if path.name == "b.json":
            raise PermissionError(errno.EACCES, "Permission denied")
        return is_file(path)

    monkeypatch.setattr(Path, "is_file", vanishing)
    assert [file.name for file in foreign.foreign_files(tmp_path)] == ["a.json", "c.json"]


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Ctrl-C as Python has it at a terminal, however these tests were started."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_a_second_ctrl_c_waits_for_no_occasion() -> None:
    with telling() as told:
        signal.raise_signal(signal.SIGINT)
        assert told.stopped
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interrupts")
def test_a_ctrl_c_that_is_ignored_stays_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with telling() as told:
        signal.raise_signal(signal.SIGINT)
        assert not told.stopped
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
