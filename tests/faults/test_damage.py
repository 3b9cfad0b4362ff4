"""A store of which a byte is not what was written: found by the doctor, told in one sentence, never read as empty.

Each page of a real store is damaged in turn, the header, indexes and free pages included, in ways that disks and
programs do it: a byte flipped, a sector or the whole page emptied, the number of its cells lowered.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, in_a_fork, lines_of, without_seals

from pausedesk.core.cli import main
from pausedesk.core.errors import StoreError
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import settling
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.engine import lost_parts, open_store
from pausedesk.core.store.listing import refresh_listing
from pausedesk.core.store.past import load_history
from pausedesk.core.store.sessions import AgentRef, begin_run, create_session, end_run, insert_messages
from pausedesk.core.store.soundness import faults
from pausedesk.core.store.tables import answers, runs, sessions

PAGE = 4096
SAMPLE = 40
OTHERS = 40


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A store in which a session waits on two calls, among some with long histories."""
    without_seals()
    folder = tmp_path_factory.mktemp("sound") / "bench"
    folder.mkdir()
    bench = Bench(folder)
    bench.begin()
    agent = AgentRef("desk", "", "", "")
    for number in range(OTHERS):
        session = create_session(bench.store, agent, session=f"other-{number}", title=f"other {number}")
        run, fence = begin_run(bench.store, session, "run", this_process(), LIVENESS, prompt="go")
        with bench.store.write() as connection:
            text = f"{number} " * (3000 if number % 10 == 0 else 30)
            message = {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": text}]}
            insert_messages(connection, session, run, [message] * 3)
        end_run(bench.store, session, run, fence, "failed", code="provider", why="gone")
    bench.close()
    return bench


@dataclass(frozen=True)
class Harm:
    """What is done to one page."""

    page: int
    how: str
    at: int

    def do(self, file: Path) -> None:
        content = bytearray(file.read_bytes())
        start = self.page * PAGE
        head = 100 if self.page == 0 else 0
        match self.how:
            case "byte":
                content[start + self.at] ^= 0x01 << (self.at % 8)
            case "high byte":
                content[start + self.at] ^= 0x80
            case "sector":
                content[start + self.at // 512 * 512 : start + self.at // 512 * 512 + 512] = bytes(512)
            case "page":
                content[start : start + PAGE] = bytes(PAGE)
            case "cells":
                cells = int.from_bytes(content[start + head + 3 : start + head + 5], "big")
                content[start + head + 3 : start + head + 5] = max(0, cells - 1).to_bytes(2, "big")
        file.write_bytes(content)


HOWS = ("byte", "high byte", "sector", "page", "cells")


def _said(capsys: pytest.CaptureFixture[str], store: Path, *arguments: str) -> tuple[int, Any, str]:
    code = main(["--store", str(store), "--json", *arguments])
    out, err = capsys.readouterr()
    return code, json.loads(out), err


def _says_so(card: dict[str, Any]) -> bool:
    """Whether a card tells that something of the history is damaged, or shows it as the raw text that it is."""
    return card["row"]["unreadable"] is not None or any(item["kind"] == "raw" for item in card["history"])


def _questions_are_whole(doctor: dict[str, Any]) -> bool:
    """Whether the doctor finds fault with nothing but words of the audit, which no refusal is decided by."""
    return {one["check"] for one in doctor["checks"] if not one["ok"]} <= {"ledger", "keyring", "witness"}


def _judged(capsys: pytest.CaptureFixture[str], store: Path, before: dict[str, Any]) -> list[str]:
    """What a person is told wrongly of a damaged store; `before` is what the sound one says."""
    wrong = []
    doctor, checks, _ = _said(capsys, store, "doctor")
    if doctor not in (0, 8):
        wrong.append(f"doctor ends with {doctor}: {checks}")
    for arguments in (("list",), ("show", SESSION), ("answer", SESSION, "--approve", "--request", "none")):
        code, value, err = _said(capsys, store, *arguments)
        if code == 8:
            if err.count("\n") != 1 or "Traceback" in err:
                wrong.append(f"{arguments[0]} says {err!r}")
            continue
        if code == 1:
            wrong.append(f"{arguments[0]} ends with a fault of ours: {value}, doctor {doctor} {checks}")
        elif arguments[0] == "list":
            told = {row["session"] for row in value["sessions"]}
            if told != before["sessions"] or value["total"] != len(told):
                lost = before["sessions"] - told
                wrong.append(f"the list tells of {value['total']} sessions, and lacks {lost}, doctor {doctor}")
        elif arguments[0] == "show":
            if code != 0 or len(value["requests"]) != before["requests"]:
                wrong.append(f"show ends with {code}: {value}"[:300])
            elif len(value["history"]) < before["history"] and not _says_so(value):
                wrong.append(f"the history has {len(value['history'])} lines, doctor {doctor}")
        elif value["code"] != "request-not-recorded" or not _questions_are_whole(checks):
            wrong.append(f"answer says {value}, and the doctor ends with {doctor}")
    return wrong


def harms_of(file: Path, chance: random.Random) -> Iterator[Harm]:
    for page in range(file.stat().st_size // PAGE):
        for how in HOWS:
            yield Harm(page, how, chance.randrange(PAGE))


def _swept(
    sound: Bench, folder: Path, capsys: pytest.CaptureFixture[str], harms: list[Harm], told: Callable[[str], None]
) -> list[str]:
    store = sound.folder / "store.db"
    capsys.readouterr()
    _, listed, _ = _said(capsys, store, "list")
    _, shown, _ = _said(capsys, store, "show", SESSION)
    before = {
        "sessions": {row["session"] for row in listed["sessions"]},
        "requests": len(shown["requests"]),
        "history": len(shown["history"]),
    }
    assert _judged(capsys, store, before) == []
    wrong, found = [], 0
    for number, harm in enumerate(harms):
        place = folder / str(number)
        shutil.copytree(sound.folder, place)
        harm.do(place / "store.db")
        wrong += [f"{harm}: {one}" for one in _judged(capsys, place / "store.db", before)]
        found += _said(capsys, place / "store.db", "doctor")[0] == 8
        if not os.environ.get("PAUSEDESK_FAULTS_KEEP"):
            shutil.rmtree(place)
    told(f"damaged pages: {len(harms)}, of which the doctor finds {found}; {len(wrong)} told wrongly")
    for one in wrong:
        told(one)  # in full, which a failed comparison does not show
    return wrong


@pytest.mark.slow
def test_a_damaged_page_is_told_and_never_read_as_empty(
    sound: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str], told: Callable[[str], None]
) -> None:
    seed = int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))
    chance = random.Random(seed)
    harms = list(harms_of(sound.folder / "store.db", chance))
    chosen = [harm for harm in harms if harm.page == 0] + chance.sample(harms, SAMPLE)
    assert _swept(sound, tmp_path, capsys, chosen, told) == [], f"PAUSEDESK_FAULTS_SEED={seed}"


@pytest.mark.sweep
def test_each_damaged_page_is_told_and_never_read_as_empty(
    sound: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str], told: Callable[[str], None]
) -> None:
    seed = int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))
    harms = list(harms_of(sound.folder / "store.db", random.Random(seed)))
    assert _swept(sound, tmp_path, capsys, harms, told) == [], f"PAUSEDESK_FAULTS_SEED={seed}"


# -- rows that no database finds fault with ----------------------------------------------------------------------------


@pytest.fixture
def bench(sound: Bench, tmp_path: Path) -> Iterator[Bench]:
    copy = sound.copy_to(tmp_path / "bench")
    yield copy
    copy.close()


def _by_sql(bench: Bench, sql: str) -> None:
    bench.close()
    with closing(sqlite3.connect(bench.folder / "store.db")) as other, other:
        other.execute("PRAGMA foreign_keys = OFF")
        other.execute(sql)


LAST = f"session_id = '{SESSION}' AND seq = 1"


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        (f"UPDATE messages SET body = substr(body, 2) WHERE {LAST}", "message 1 of the session s cannot be read"),
        (f"UPDATE messages SET body = '[]' WHERE {LAST}", "message 1 of the session s cannot be read"),
        (f"UPDATE messages SET body = x'ff00fe' WHERE {LAST}", "message 1 of the session s cannot be read"),
        (f"DELETE FROM messages WHERE {LAST}", "in the session s, message 1 is missing"),
        (f"DELETE FROM messages WHERE session_id = '{SESSION}' AND seq = 0", "in the session s, message 0 is missing"),
        (f"DELETE FROM messages WHERE session_id = '{SESSION}'", "in the session s, message 0 is missing"),
        (
            f"UPDATE executions SET result = '{{}}' WHERE session_id = '{SESSION}'",
            "the result of the call c0 of the session s cannot be read",
        ),
    ],
)
def test_a_history_that_is_damaged_is_handed_to_no_model(bench: Bench, sql: str, named: str) -> None:
    _by_sql(bench, sql)
    submitted = bench.submit({})
    with pytest.raises(StoreError) as refused:
        bench.door().answer(SESSION)
    assert (refused.value.code, refused.value.exit_code) == ("store-damaged", 8)
    assert named in refused.value.sentence
    assert "--salvage" in str(refused.value.next_step)
    assert lines_of(bench.effects) == ["look"]
    with bench.store.read() as connection:
        states = connection.execute(select(answers.c.state).where(answers.c.id.in_(submitted))).scalars().all()
        card = read_card(connection, SESSION, LIVENESS)
    assert states == ["submitted"] * 2
    assert card is not None
    assert not card.can_resume or "UPDATE executions" in sql
    assert faults(bench.store)


def test_a_garbled_last_message_is_a_fact_of_the_list(bench: Bench) -> None:
    _by_sql(bench, "UPDATE messages SET body = '{' WHERE session_id = 'other-1' AND seq = 2")
    _by_sql(bench, "UPDATE messages SET kind = 'response' WHERE session_id = 'other-1' AND seq = 2")
    with bench.store.write() as connection:
        connection.execute(update(runs).where(runs.c.session_id == "other-1").values(code="agent"))
        refresh_listing(connection, "other-1")
        row = connection.execute(select(sessions).where(sessions.c.id == "other-1")).one()
    assert (row.ending, row.unreadable) == ("unreadable", "Its last message cannot be read.")
    with pytest.raises(StoreError) as refused:
        bench.door().run("other-1", "go on")
    assert refused.value.code == "store-damaged"


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE requests SET arguments = replace(arguments, 'one', 'two')", "its digest is not that of its call"),
        ("UPDATE requests SET chain = '[\"mine\"]'", "its digest is not that of the rules that asked"),
        ("UPDATE requests SET author = '{'", "its author cannot be read"),
        ("UPDATE requests SET state = 'wanting'", "its state cannot be read"),
        ("UPDATE executions SET owner = 'me'", "its owner cannot be read"),
        ("UPDATE executions SET started_at = 'today'", "started_at"),
        ("UPDATE sessions SET title = x'e98c'", "its title is no str"),
        ("UPDATE sessions SET ending = 'finisjed'", "its ending cannot be read"),
        ("UPDATE audit SET data = '1'", "its data cannot be read"),
        ("UPDATE sessions SET title = CAST(x'e98c' AS TEXT)", "rows of sessions cannot be read"),
        ("DELETE FROM sessions WHERE id = 's'", "refers to nothing"),
        ("DELETE FROM meta WHERE key = 'ledger'", "which ledger it is"),
    ],
)
def test_the_doctor_names_a_row_that_cannot_be_what_was_written(
    bench: Bench, sql: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _by_sql(bench, sql)
    store = bench.folder / "store.db"
    assert main(["--store", str(store), "doctor"]) == 8
    out, err = capsys.readouterr()
    assert named in out + err
    for arguments in (("list",), ("show", SESSION), ("resume", SESSION)):
        code = main(["--store", str(store), *arguments])
        assert code in (0, 4, 8)
        assert "fault" not in capsys.readouterr().err


def test_a_store_whose_file_is_gone_while_writes_of_it_are_left_is_not_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = open_store(path)
    create_session(store, AgentRef("desk", "", "", ""), session="one")
    wal = path.with_name("store.db-wal")
    kept = wal.read_bytes()
    assert kept
    store.close()
    for gone in (path.unlink, lambda: path.write_bytes(b"")):
        gone()
        wal.write_bytes(kept)
        with pytest.raises(StoreError) as refused:
            open_store(path)
        assert refused.value.code == "store-damaged"
        assert wal.read_bytes() == kept


# -- parts of the schema that are gone ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A store in which one session waits, quickly read."""
    without_seals()
    folder = tmp_path_factory.mktemp("small") / "bench"
    folder.mkdir()
    bench = Bench(folder)
    bench.begin()
    bench.close()
    return bench


def _parts_of(store: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(store)) as other:
        found = other.execute("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite%'").fetchall()
    return [(str(kind), str(name)) for kind, name in found]


def _without(start: Bench, folder: Path, kind: str, name: str) -> Path:
    shutil.copytree(start.folder, folder)
    store = folder / "store.db"
    with closing(sqlite3.connect(store)) as other, other:
        other.execute("PRAGMA foreign_keys = OFF")
        other.execute(f"DROP {kind} {name}")
    return store


# Between them they read and write each table.
OTHER_COMMANDS: tuple[tuple[str, ...], ...] = (
    ("list", "--query", "word"),
    ("show", SESSION),
    ("answer", SESSION, "--approve", "--request", "none"),
    ("resume", SESSION),
    ("worker", "--once"),
    ("forget",),
    ("export", SESSION, "--as", "agentack"),
    ("hold",),
)


def _told_of_lost_tables(
    start: Bench, folder: Path, capsys: pytest.CaptureFixture[str], commands: Callable[[int], Iterable[tuple[str, ...]]]
) -> list[str]:
    """What is told wrongly where each table in turn is dropped."""
    wrong = []
    names = [name for kind, name in _parts_of(start.folder / "store.db") if kind == "table"]
    assert {"list_counts", "meta", "sessions", "session_search"} < set(names)
    for number, name in enumerate(names):
        store = _without(start, folder / name, "table", name)
        capsys.readouterr()
        doctor, checks, err = _said(capsys, store, "doctor")
        told = " ".join(one["text"] for one in checks["checks"] if not one["ok"])
        if doctor != 8 or err or f"the table {name} is gone" not in told:
            wrong.append(f"without {name} doctor ends with {doctor}: {told} {err}")
        for words in commands(number):
            code = main(["--store", str(store), *words])
            err = capsys.readouterr().err
            if code not in (0, 3, 4, 8) or (code and (err.count("\n") != 1 or "fault in" in err)):
                wrong.append(f"without {name} {words[0]} ends with {code}: {err}")
            if code == 8 and f"the table {name} is gone" not in err:
                wrong.append(f"without {name} {words[0]} says {err}")
    return wrong


def test_a_lost_table_is_told_by_its_name(small: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def one_each(number: int) -> list[tuple[str, ...]]:
        return [OTHER_COMMANDS[number % len(OTHER_COMMANDS)]]

    assert _told_of_lost_tables(small, tmp_path, capsys, one_each) == []


@pytest.mark.sweep
def test_a_lost_table_is_told_by_each_command(small: Bench, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _told_of_lost_tables(small, tmp_path, capsys, lambda _: OTHER_COMMANDS) == []


def test_each_lost_index_and_trigger_is_told(bench: Bench) -> None:
    bench.close()
    lost = [part for part in _parts_of(bench.folder / "store.db") if part[0] != "table"]
    assert {"index", "trigger"} == {kind for kind, _ in lost}
    for kind, name in lost:
        _by_sql(bench, f"DROP {kind} {name}")
    with bench.store.read() as connection:
        assert sorted(lost_parts(connection)) == sorted(f"the {kind} {name} is gone" for kind, name in lost)
    assert len(faults(bench.store)) == 11
    assert faults(bench.store)[-1] == f"{len(lost) - 10} more"


# -- writes that are not in the store's own file yet -------------------------------------------------------------------


def _go_on(bench: Bench) -> None:
    """Do what a person would, until nothing is left to do or the store says that it is damaged."""
    with suppress(StoreError):
        settling.note_dead_owners(bench.store, LIVENESS)
        for _ in range(10):
            if bench._next_step("unknown", None) is None:
                break


@pytest.mark.slow
def test_a_damaged_wal_runs_no_call_twice_and_makes_no_false_claim(sound: Bench, tmp_path: Path) -> None:
    without_seals()
    bench = sound.copy_to(tmp_path / "bench")

    def die() -> None:
        bench.answer({})
        bench.submit({})
        os.kill(os.getpid(), signal.SIGKILL)  # nothing folds the writes into the file

    assert in_a_fork(die) == signal.SIGKILL
    assert lines_of(bench.effects) == ["look", "one", "two"]
    # An answer that was only in those writes may be lost with them; the witness still knows that calls ran.
    kept = {path: path.read_bytes() for path in bench.folder.iterdir() if path.is_file()}
    wal = bench.folder / "store.db-wal"
    length = len(kept[wal])
    chance = random.Random(int(os.environ.get("PAUSEDESK_FAULTS_SEED") or 1))
    for at in (0, 20, *(chance.randrange(length) for _ in range(6)), length - 1):
        for path, content in kept.items():
            path.write_bytes(content)
        (bench.folder / "store.db-shm").unlink(missing_ok=True)
        damaged = bytearray(kept[wal])
        damaged[at] ^= 0x10
        wal.write_bytes(damaged)
        assert in_a_fork(lambda: _go_on(bench)) == 0, f"byte {at} of {length}"
        assert lines_of(bench.effects) in (["look", "one", "two"], ["look", "one", "two", "three"])
        assert lines_of(bench.faults) == []


def test_a_message_that_is_lost_at_the_end_of_a_history_is_told(
    bench: Bench, capsys: pytest.CaptureFixture[str]
) -> None:
    _by_sql(bench, "DELETE FROM messages WHERE session_id = 'other-1' AND seq = 2")
    with bench.store.read() as connection:
        card = read_card(connection, "other-1", LIVENESS)
        with pytest.raises(StoreError, match="in the session other-1, message 2 is missing"):
            load_history(connection, "other-1")
    assert card is not None
    assert card.row.unreadable == "Its message 2 is missing."
    assert not card.can_resume
    assert "a message of the session other-1 is missing" in faults(bench.store)
    store = bench.folder / "store.db"
    assert _said(capsys, store, "doctor")[0] == 8


def test_a_message_beyond_the_count_of_its_session_is_told(bench: Bench) -> None:
    _by_sql(bench, "UPDATE sessions SET message_count = 2 WHERE id = 'other-1'")
    with bench.store.read() as connection:
        card = read_card(connection, "other-1", LIVENESS)
        with pytest.raises(StoreError, match="in the session other-1, message 2 is one more than it counts"):
            load_history(connection, "other-1")
    assert card is not None
    assert card.row.unreadable == "Its message 2 is one more than it counts."
    assert "a message of the session other-1 is missing" in faults(bench.store)
