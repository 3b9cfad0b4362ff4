"""What is whole of a damaged store is copied into a new one, which never says or does what the lost rows forbid."""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, lines_of, without_seals
from tests.faults.test_damage import Harm, harms_of

from pausedesk.core.cli import main
from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import ExecutionState, RequestState
from pausedesk.core.rules.notices import NoticeOrigin
from pausedesk.core.rules.transitions import GONE, replay
from pausedesk.core.store.salvage import LOST, salvage
from pausedesk.core.store.soundness import faults
from pausedesk.core.store.tables import executions, notices, requests, sessions
from pausedesk.core.store.trails import audit_moves, states_now

SAMPLE = 25


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A session of which one call ran, one was declined and a third waits."""
    without_seals()
    folder = tmp_path_factory.mktemp("ran") / "bench"
    folder.mkdir()
    bench = Bench(folder)
    bench.begin()
    bench.answer({"two": "decline"})
    assert lines_of(bench.effects) == ["look", "one"]
    bench.close()
    return bench


@pytest.fixture
def bench(ran: Bench, tmp_path: Path) -> Bench:
    return ran.copy_to(tmp_path / "bench")


def _by_sql(bench: Bench, *statements: str) -> None:
    bench.close()
    with closing(sqlite3.connect(bench.folder / "store.db")) as other, other:
        for statement in statements:
            other.execute(statement)


def _salvaged(bench: Bench) -> tuple[Bench, Any]:
    """The bench as it goes on with the new store in place of the damaged one."""
    bench.close()
    old, new = bench.folder / "store.db", bench.folder / "new.db"
    before = old.read_bytes()
    told = salvage(old, new)
    assert old.read_bytes() == before
    assert sorted(path.name for path in bench.folder.iterdir() if path.name.startswith(".salvage")) == []
    for path in bench.folder.glob("store.db*"):
        path.unlink()
    new.rename(old)
    return bench, told


def _judge(bench: Bench) -> list[str]:
    """What the new store says or offers that it must not."""
    wrong = list(faults(bench.store))
    lines = lines_of(bench.effects)
    with bench.store.read() as connection:
        for session in connection.execute(select(sessions)).all():
            states = states_now(connection, session.id)
            told = replay(audit_moves(connection, session.id)).states.items()
            if session.unreadable is None and {key: state for key, state in told if state != GONE} != states:
                wrong.append("the audit and the rows differ, and the session is not doubted")
        if connection.execute(select(requests.c.id).where(requests.c.state == RequestState.WAITING)).first():
            wrong.append("a question waits that was asked under another store")
        if connection.execute(select(executions.c.id).where(executions.c.state == ExecutionState.RUNNING)).first():
            wrong.append("a call reads as running")
        not_run = (NoticeOrigin.NOT_ENTERED, NoticeOrigin.EXPIRED, NoticeOrigin.DECLINED)
        for notice in connection.execute(select(notices).where(notices.c.origin.in_([str(one) for one in not_run]))):
            asked = connection.execute(
                select(requests.c.arguments).where(
                    requests.c.response_seq == notice.response_seq, requests.c.call_id == notice.call_id
                )
            ).scalar()
            if asked is not None and any(f'"{line}"' in asked for line in lines):
                wrong.append(f"{asked} has a line, and its notice is {notice.origin}")
    return wrong


def test_a_sound_store_is_copied_whole_as_another_ledger(bench: Bench) -> None:
    before = bench.store.facts()
    bench, told = _salvaged(bench)
    assert (told.lost, told.unsure, told.sessions) == ({}, [], [])
    assert told.saved["sessions"] == 1
    after = bench.store.facts()
    assert after.ledger != before.ledger
    assert after.incarnation != before.incarnation
    assert _judge(bench) == []
    # Its question is closed, the model reads that the call may have run, and the run comes to its end.
    assert bench.open_calls() == []
    bench.bring_to_end()
    assert lines_of(bench.effects) == ["look", "one"]
    assert (bench.folder / "store.db").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("table", ["requests", "answers", "executions", "messages", "pauses", "notices"])
def test_a_session_that_lost_rows_is_never_answered_or_run_on(bench: Bench, table: str) -> None:
    _by_sql(bench, "PRAGMA foreign_keys = OFF", f"UPDATE {table} SET session_id = CAST(x'ff' AS TEXT)")
    bench, told = _salvaged(bench)
    assert told.lost[table] >= 1
    assert told.sessions == [SESSION]
    assert _judge(bench) == []
    with bench.store.read() as connection:
        row = connection.execute(select(sessions).where(sessions.c.id == SESSION)).one()
    assert row.unreadable == LOST
    assert bench.door().answer(SESSION) is None
    for go_on in (bench.door().resume, lambda session: bench.door().run(session, "go on")):
        with pytest.raises(StoreError) as refused:
            go_on(SESSION)
        assert refused.value.code == "store-damaged"
    assert lines_of(bench.effects) == ["look", "one"]


def test_what_a_session_ran_is_kept_where_its_own_row_is_lost(bench: Bench) -> None:
    _by_sql(bench, "PRAGMA foreign_keys = OFF", "DELETE FROM sessions")
    bench, told = _salvaged(bench)
    assert told.sessions == [SESSION]
    assert _judge(bench) == []
    with bench.store.read() as connection:
        assert len(connection.execute(select(executions.c.id)).all()) == 2


def test_a_call_that_was_running_may_have_run(bench: Bench) -> None:
    _by_sql(bench, "UPDATE executions SET state = 'running', ended_at = NULL WHERE tool = 'append'")
    bench, _ = _salvaged(bench)
    with bench.store.read() as connection:
        states = connection.execute(select(executions.c.state).where(executions.c.tool == "append")).scalars().all()
    assert states == ["may_have_run"]
    assert _judge(bench) == []


def test_nothing_is_written_over_and_a_new_store_is_found(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    bench.close()
    old, new = bench.folder / "store.db", bench.folder / "sub" / "new.db"
    command = ["--store", str(old), "--json", "doctor", "--salvage"]
    assert main([*command, str(old)]) == 2
    assert json.loads(capsys.readouterr().out)["code"] == "file-exists"
    assert main([*command, str(new)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["store"], told["saved"]["sessions"], told["lost"], told["sessions"]) == (str(new), 1, {}, [])
    assert main(["--store", str(new), "--json", "list"]) == 0
    capsys.readouterr()
    assert main([*command, str(new)]) == 2
    missing = bench.folder / "missing.db"
    assert main(["--store", str(missing), "doctor", "--salvage", str(bench.folder / "x.db")]) == 8
    assert not (bench.folder / "x.db").exists()


def test_a_header_that_is_gone_is_put_right_in_the_copy(bench: Bench) -> None:
    bench.close()
    store = bench.folder / "store.db"
    content = bytearray(store.read_bytes())
    content[:24] = bytes(24)
    store.write_bytes(content)
    bench, told = _salvaged(bench)
    assert told.saved["sessions"] == 1
    assert _judge(bench) == []


def _swept(ran: Bench, folder: Path, harms: Sequence[Harm], told: Callable[[str], None]) -> list[str]:
    wrong, nothing, doubted = [], 0, 0
    for number, harm in enumerate(harms):
        bench = ran.copy_to(folder / str(number))
        harm.do(bench.folder / "store.db")
        try:
            bench, salvaged = _salvaged(bench)
            doubted += bool(salvaged.sessions)
            wrong += [f"{harm}: {one}" for one in _judge(bench)]
        except StoreError as error:
            nothing += 1
            if error.code not in ("store-damaged", "store-newer"):
                wrong.append(f"{harm}: {error.code} {error}")
        except Exception as error:  # noqa: BLE001 - each is told, not only the first
            wrong.append(f"{harm}: {type(error).__name__}: {error}")
        bench.close()
        shutil.rmtree(bench.folder)
    told(f"salvaged: {len(harms)} damaged stores, {doubted} lost rows, {nothing} wholly lost, {len(wrong)} wrong")
    return wrong


@pytest.mark.slow
def test_what_is_salvaged_of_a_damaged_page_claims_nothing_false(
    ran: Bench, tmp_path: Path, told: Callable[[str], None]
) -> None:
    seed = int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))
    chance = random.Random(seed)
    harms = chance.sample(list(harms_of(ran.folder / "store.db", chance)), SAMPLE)
    assert _swept(ran, tmp_path, harms, told) == [], f"PAUSEDESK_FAULTS_SEED={seed}"


@pytest.mark.sweep
def test_what_is_salvaged_of_each_damaged_page_claims_nothing_false(
    ran: Bench, tmp_path: Path, told: Callable[[str], None]
) -> None:
    seed = int(os.environ.get("PAUSEDESK_FAULTS_SEED") or random.randrange(1_000_000))
    harms = list(harms_of(ran.folder / "store.db", random.Random(seed)))
    assert _swept(ran, tmp_path, harms, told) == [], f"PAUSEDESK_FAULTS_SEED={seed}"
