"""Results that come when no door is there to take them: kept as files, read as evidence, starting nothing."""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.core.started import DEAD, Started
from tests.core.support import Bench, call, only, until

from pausedesk.core.errors import StoreError
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.run import aftermath, evidence, host, late
from pausedesk.core.run.child import PipeHost
from pausedesk.core.run.host import StoreHost
from pausedesk.core.run.owners import owner_of, this_process
from pausedesk.core.run.protocol import DoorGone
from pausedesk.core.store import executions
from pausedesk.core.store.engine import Store, open_store

RESULT = {"content": "refunded 50", "outcome": "success"}


def _left(made: Started, name: str = "", **told: Any) -> Path:
    """A file as a child leaves it, changed by `told`."""
    execution = made.executions[0]
    body = {"v": 1, "execution": execution, "kind": "done", "result": RESULT, "error": None, **told}
    folder = late.folder_of(made.store.ledger_id)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (name or f"{execution}.json")
    path.write_text(json.dumps(body))
    return path


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ({}, "refunded 50"),
        ({"kind": "raised", "result": None, "error": "ValueError: no paper"}, "It raised ValueError"),
    ],
)
def test_a_late_result_is_shown_beside_the_call_and_settles_nothing(
    store: Store, told: dict[str, Any], text: str
) -> None:
    made = Started(store, [DEAD])
    path = _left(made, **told)
    listed = only(made.cli("list").json["sessions"])
    assert (listed["ending"], listed["unknown"]) == ("may_have_run", ["c1"])
    assert not path.exists()
    assert f"a result came late: {text}" in made.cli("show", made.session, json_output=False).out
    assert made.rows("SELECT count(*) FROM audit WHERE event = 'late-result'") == [(1,)]
    assert made.states() == ["may_have_run"]
    settled = made.cli("settle", made.session, "--call", "c1", "--did-not-run", "--by", "Ada")
    assert settled.code == 0
    assert "although it was settled that it did not run" in made.cli("show", made.session, json_output=False).out


def test_a_late_result_waits_until_nothing_of_its_owner_lives(store: Store) -> None:
    made = Started(store, [this_process()])
    path = _left(made)
    assert aftermath.look_after(store)[1] == []
    assert (path.exists(), made.states()) == (True, ["running"])
    assert made.rows("SELECT late_result FROM executions") == [(None,)]


def test_what_a_copy_of_the_store_set_aside_is_taken_in_by_the_store_that_started_the_call(store: Store) -> None:
    path = store.path.with_name("copy.db")
    store.close()
    shutil.copyfile(store.path, path)
    made = Started(store, [DEAD])
    left = _left(made)
    copy = open_store(path)
    (said,) = aftermath.look_after(copy)[1]
    copy.close()
    assert ("started no such call" in said, left.exists()) == (True, False)
    assert aftermath.look_after(store)[1] == []
    assert "refunded 50" in made.rows("SELECT late_result FROM executions")[0][0]
    assert list((left.parent / "aside").iterdir()) == []


def test_what_the_ledger_knows_already_comes_too_late_for_anything(store: Store) -> None:
    made = Started(store, [this_process()])
    executions.record_outcome(store, made.session, made.executions[0], ExecutionState.DONE, result=RESULT)
    before = made.rows("SELECT * FROM executions, audit")
    path = _left(made, result={"content": "another", "outcome": "success"})
    assert aftermath.look_after(store)[1] == []
    assert (path.exists(), made.rows("SELECT * FROM executions, audit")) == (False, before)


def test_a_look_that_was_killed_before_the_file_went_is_repeated_without_harm(store: Store) -> None:
    made = Started(store, [DEAD])
    for content in ("first", "second"):
        _left(made, result={"content": content, "outcome": "success"})
        aftermath.look_after(store)
    assert "first" in only(made.rows("SELECT late_result FROM executions"))[0]
    assert made.rows("SELECT count(*) FROM audit WHERE event = 'late-result'") == [(1,)]


def _pipe(made: Started) -> None:
    os.mkfifo(_left(made).with_name("f" * 24 + ".json"))
    _left(made).unlink()


def _link(made: Started) -> None:
    path = _left(made)
    outside = path.parent.parent / "outside"
    path.replace(outside)
    path.symlink_to(outside)


def _folder(made: Started) -> None:
    path = _left(made)
    path.unlink()
    path.mkdir()


def _text(text: str) -> Callable[[Started], None]:
    return lambda made: (_left(made).write_text(text), None)[1]


GARBLED: dict[str, Callable[[Started], object]] = {
    "empty": _text(""),
    "cut off": _text('{"v": 1, "execution": "'),
    "no object": _text("[1]"),
    "deep": _text("[" * 100_000),
    "binary": lambda made: _left(made).write_bytes(b"\xff\x00\xfe"),
    "another version": lambda made: _left(made, v=2),
    "another call": lambda made: _left(made, execution="0" * 24),
    "no such call": lambda made: _left(made, name=f"{'0' * 24}.json", execution="0" * 24),
    "a state of ours": lambda made: _left(made, kind="settled-ran"),
    "a result of another shape": lambda made: _left(made, result="refunded"),
    "raised without an error": lambda made: _left(made, kind="raised"),
    "too large": lambda made: _left(made, more="x" * 2000),
    "a pipe": _pipe,
    "a link": _link,
    "a folder": _folder,
}


@pytest.mark.parametrize("what", GARBLED)
def test_a_file_that_is_no_late_result_is_set_aside_with_a_sentence(
    store: Store, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(late, "LARGEST_BYTES", 1000)
    made = Started(store, [DEAD])
    before = made.rows("SELECT * FROM executions")
    GARBLED[what](made)
    said = made.cli("show", made.session)
    assert (said.code, said.err.count("\n"), "was set aside" in said.err) == (0, 1, True)
    assert made.rows("SELECT * FROM executions") == before
    folder = late.folder_of(store.ledger_id)
    assert len(list((folder / "aside").iterdir())) == 1
    assert [path.name for path in folder.iterdir()] == ["aside"]
    assert made.cli("list").err == ""


def test_half_a_surrogate_pair_in_a_late_result_is_kept_by_its_name(store: Store) -> None:
    made = Started(store, [DEAD])
    _left(made, result={"content": "\ud800", "outcome": "success"})
    assert aftermath.look_after(store)[1] == []
    assert "ud800" in made.cli("show", made.session, json_output=False).out


def test_a_late_result_is_for_its_user_s_eyes_only(tmp_path: Path) -> None:
    folder = tmp_path / "late"
    assert late.write(folder, "x1", ExecutionState.DONE, RESULT, None)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE(only(folder.iterdir()).stat().st_mode) == 0o600
    assert late.read(folder / "x1.json") == late.Late("x1", ExecutionState.DONE, RESULT, None)


def test_where_a_late_result_cannot_be_kept_it_is_said_and_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "late").write_text("a file stands there")
    assert late.write(tmp_path / "late", "x1", ExecutionState.DONE, RESULT, None) is False
    assert "x1 ended could not be kept" in capsys.readouterr().err


@pytest.mark.parametrize("kind", [ExecutionState.DONE, ExecutionState.RAISED, ExecutionState.ASKED])
def test_a_child_whose_door_is_gone_leaves_the_end_of_its_call_and_stops(tmp_path: Path, kind: ExecutionState) -> None:
    down, up = os.pipe(), os.pipe()
    os.close(down[1])
    os.close(up[0])
    with os.fdopen(down[0], "rb") as source, os.fdopen(up[1], "wb", buffering=0) as sink:
        child = PipeHost(source, sink, tmp_path / "late")
        with pytest.raises(DoorGone):
            child.outcome("x1", kind, RESULT if kind is ExecutionState.DONE else None, "ValueError: no")
        with pytest.raises(DoorGone):
            child.begin(CallSite(0, "c2"), "pay", "{}")
    # A body that asked has not ended.
    assert (tmp_path / "late").exists() == (kind is not ExecutionState.ASKED)


def test_an_end_that_the_store_does_not_take_is_left_as_a_late_result(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(*_arguments: object, **_named: object) -> bool:
        raise StoreError("store-locked", "The store is locked.")

    made = Started(store, [this_process()])
    monkeypatch.setattr(host, "OUTCOME_TRIES", 2)
    monkeypatch.setattr(host, "OUTCOME_PAUSE_S", 0.0)
    monkeypatch.setattr(executions, "record_outcome", locked)
    serving = StoreHost(store, made.session, made.run, made.fence, this_process())
    with pytest.raises(StoreError):
        serving.outcome(made.executions[0], ExecutionState.DONE, RESULT)
    serving.watch.release()
    assert only(late.folder_of(store.ledger_id).glob("*.json")).stem == made.executions[0]


def test_logs_that_nobody_came_for_go_after_a_month() -> None:
    descriptor, starting = evidence.open_log()
    os.close(descriptor)
    evidence.adopt_log(starting, this_process())
    descriptor, fresh = evidence.open_log()
    os.close(descriptor)
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o600
    os.utime(evidence.log_of(this_process()), (0, 0))
    evidence.sweep_logs()
    assert (fresh.exists(), evidence.log_of(this_process()).exists()) == (True, False)
    fresh.unlink()


def test_a_call_that_outlives_its_killed_worker_runs_then_may_have_run_with_its_late_result(
    bench: Bench,
) -> None:
    bench.pipe()
    bench.change_agent(
        '    _add("lines.txt", text)\n    (HERE / "go")',
        '    _add("lines.txt", text)\n    print("17 of 40", flush=True)\n    (HERE / "go")',
    )
    calls = [call("append_and_wait", "a", "c1"), call("append", "b", "c2")]
    ran = bench.paused(calls, "the end").json
    session = ran["session"]
    named = [part for one in ran["waiting"] for part in ("--request", one["request"])]
    answering = bench.start("answer", session, *named, "--approve")
    until(bench.lines, "the call's line")
    answering.kill()
    row = only(bench.cli("list").json["sessions"])
    assert (row["ending"], row["unknown"]) == ("running", [])
    shown = bench.cli("show", session).json
    assert (only(shown["unknown"])["owner_alive"], "17 of 40" in only(shown["unknown"])["last_output"]) == (True, True)
    log = only((bench.home / ".local" / "state" / "pausedesk" / "logs").glob("child-*"))
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    again = bench.cli("answer", session, *named[:2], "--approve")
    assert (again.code, again.json["code"], again.json["first"]["state"]) == (4, "already-answered", "running")
    for refused in (
        bench.cli("settle", session, "--all", "--did-not-run"),
        bench.cli("resume", session),
    ):
        assert (refused.code, refused.json["code"]) == (4, "running")
    bench.let_go()
    until(lambda: only(bench.cli("list").json["sessions"])["unknown"] == ["c1"], "the child's end is seen")
    unknown = only(bench.cli("show", session).json["unknown"])
    assert (unknown["late_result"], "17 of 40" in unknown["last_output"]) == ("appended a", True)
    # The child stopped before the next call of the turn, whose approval still stands.
    assert (bench.lines(), log.exists()) == (["a"], False)
    assert bench.cli("settle", session, "--call", "c1", "--ran", "its line is there").code == 0
    assert bench.cli("resume", session).json["output"] == "the end"
    assert bench.lines() == ["a", "b"]
    texts = [part["text"] for part in bench.read()[-1]]
    assert ("its line is there" in texts[0], texts[1]) == (True, "appended b")


def test_the_name_of_a_log_follows_from_the_owner_alone() -> None:
    me = owner_of(os.getpid())
    assert evidence.log_of(me) == evidence.log_of(this_process())
