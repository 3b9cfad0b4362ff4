"""What one dead runner left in doubt: found across sessions, settled together or not at all, taken as evidence."""

from __future__ import annotations

import hashlib
import json
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.core.inside import refusal
from tests.core.started import DEAD, ELSEWHERE, Started
from tests.core.support import only
from tests.hostile import HOSTILE, SECRETS

from pausedesk.core.errors import UsageError
from pausedesk.core.model.incidents import Settlement
from pausedesk.core.model.owners import Owner
from pausedesk.core.rules.incidents import runner_id
from pausedesk.core.run import incidents as evidence
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import incidents, settling
from pausedesk.core.store.engine import Store, new_id

Start = Callable[..., Started]
OTHER = replace(DEAD, pid=DEAD.pid + 1, pgid=DEAD.pgid + 1)


@pytest.fixture
def start(store: Store) -> Start:
    """Makes a session whose calls were started by the given owners, for a door that died with `DEAD`."""
    return lambda *owners, door=None: Started(store, owners, door, run=new_id())


def rows(store: Store) -> list[tuple[str, int, int]]:
    with store.read() as connection:
        found = incidents.incident_rows(connection, LIVENESS)
    return [(one.runner, one.calls, one.sessions) for one in found]


def read(store: Store, runner: Owner = DEAD, **more: Any) -> Any:
    with store.read() as connection:
        return incidents.read_incident(connection, runner_id(runner), LIVENESS, **more)


def everything(store: Store) -> list[list[tuple[Any, ...]]]:
    with store.read() as connection:
        tables = ("executions", "audit", "notices", "sessions")
        return [[tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {one}")] for one in tables]


# -- which calls belong together ---------------------------------------------------------------------------------------


def test_all_calls_of_a_dead_runner_are_one_incident_whichever_child_ran_them(start: Start, store: Store) -> None:
    first, second = start(DEAD, OTHER), start(OTHER)
    assert rows(store) == [(runner_id(DEAD), 3, 2)]
    found = read(store)
    assert [(one.session, one.view.call) for one in found.calls] == [
        (first.session, "c1"),
        (first.session, "c2"),
        (second.session, "c1"),
    ]
    assert (found.alive, found.more, found.sessions) == (False, 0, 2)
    assert found.noticed_at is not None
    assert all(one.settleable for one in found.calls)
    assert read(store, most=2).more == 1


def test_of_a_runner_that_lives_each_dead_child_is_an_incident_of_its_own(start: Start, store: Store) -> None:
    start(DEAD, OTHER, door=this_process())
    assert sorted(rows(store)) == sorted([(runner_id(DEAD), 1, 1), (runner_id(OTHER), 1, 1)])


def test_a_child_keeps_its_name_when_its_runner_has_died_too(start: Start, store: Store) -> None:
    start(OTHER, DEAD)
    assert [one.view.call for one in read(store, OTHER).calls] == ["c1"]
    assert len(read(store, DEAD).calls) == 2


def test_a_call_that_surely_runs_is_in_no_doubt(start: Start, store: Store) -> None:
    made = start(this_process(), DEAD)
    assert [one.view.call for one in read(store).calls] == ["c2"]
    made = start(ELSEWHERE)
    # Of another machine nobody can say it from here: it is shown, and cannot be settled.
    unsure = next(one for one in read(store).calls if one.session == made.session)
    assert (unsure.view.owner_alive, unsure.settleable) == (None, False)


def test_who_saw_which_bytes_and_when_stands_beside_each_call(start: Start, store: Store) -> None:
    start(DEAD)
    one = only(read(store).calls)
    seen = only(one.seen)
    assert (seen.by, seen.decision, seen.digest) == ("Ada", "approve", "sha256:call")
    assert one.digest == "sha256:call"
    assert one.view.started_at >= seen.at
    assert [event.event for event in one.events][-1] == "may-have-run"
    assert one.doubted_at == one.events[-1].at


# -- settling together -------------------------------------------------------------------------------------------------


def test_calls_of_several_sessions_are_settled_together_each_with_its_own_end(start: Start, store: Store) -> None:
    first, second = start(DEAD, DEAD), start(DEAD)
    one, two = first.executions
    three = only(second.executions)
    wanted = [
        Settlement(first.session, one, "ran", "entry 7"),
        Settlement(first.session, two, "did-not-run"),
        Settlement(second.session, three, "unknown"),
    ]
    settling.settle_together(store, wanted, by="Bob", alive=LIVENESS)
    assert (first.states(), rows(store)) == (["settled-ran", "settled-unknown", "settled-not-run"], [])
    assert set(first.rows("SELECT settled_by FROM executions")) == {("Bob",)}
    assert first.rows("SELECT count(*) FROM sessions WHERE unknown_count > 0") == [(0,)]
    assert first.rows("SELECT count(*) FROM audit WHERE event = 'call-settled' AND who = 'Bob'") == [(3,)]


@pytest.mark.parametrize("owner", [this_process(), ELSEWHERE])
def test_where_one_owner_lives_or_may_live_nothing_is_settled(start: Start, store: Store, owner: Owner) -> None:
    first, second = start(DEAD), start(owner)
    before = everything(store)
    wanted = [Settlement(made.session, only(made.executions), "unknown") for made in (first, second)]
    refused = refusal(lambda: settling.settle_together(store, wanted, by="Bob", alive=LIVENESS))
    assert (refused.code, everything(store)) == ("running", before)


def test_where_another_person_was_quicker_nothing_is_settled(start: Start, store: Store) -> None:
    first, second = start(DEAD), start(DEAD)
    mine, theirs = (Settlement(made.session, only(made.executions), "unknown") for made in (first, second))
    settling.settle_together(store, [theirs], by="Ada", alive=LIVENESS)
    before = everything(store)
    refused = refusal(lambda: settling.settle_together(store, [mine, theirs], by="Bob", alive=LIVENESS))
    assert (refused.code, "Ada settled it before" in refused.sentence) == ("nothing-waiting", True)
    assert everything(store) == before


@pytest.mark.parametrize("end", ["ran", "", "approve"])
def test_an_end_that_is_none_settles_nothing(start: Start, store: Store, end: str) -> None:
    made = start(DEAD)
    before = everything(store)
    one = Settlement(made.session, only(made.executions), end)
    with pytest.raises(UsageError):
        settling.settle_together(store, [one], by="Bob", alive=LIVENESS)
    with pytest.raises(UsageError):
        settling.settle_together(store, [replace(one, end="unknown")] * 2, by="Bob", alive=LIVENESS)
    assert refusal(lambda: settling.settle_together(store, [], by="Bob", alive=LIVENESS)).code == "nothing-waiting"
    wanted = [replace(one, end="unknown")]
    assert refusal(lambda: settling.settle_together(store, wanted, by=" ", alive=LIVENESS)).code == "decision-required"
    assert everything(store) == before


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_lists_shows_and_settles_all_that_was_shown(start: Start, store: Store) -> None:
    first, second = start(DEAD), start(DEAD)
    listed = only(first.cli("incident").json["incidents"])
    runner = listed["runner"]
    assert (listed["calls"], listed["sessions"], listed["alive"]) == (2, 2, False)
    assert f"incident {runner}" in first.cli("incident", json_output=False).out
    said = first.cli("incident", runner, json_output=False).out
    assert "Ada saw sha256:call" in said
    assert f"incident {runner} --all --count 2" in said
    assert [one["session"] for one in first.cli("incident", runner).json["calls"]] == [first.session, second.session]
    settled = first.cli("incident", runner, "--all", "--count", "2", "--ran", "in the book", "--by", "Bob")
    assert (settled.code, [one["found"] for one in settled.json["settled"]]) == (0, ["in the book"] * 2)
    assert first.states() == ["settled-ran"] * 2
    assert first.cli("incident", json_output=False).out.strip() == "No call is in doubt."
    assert (first.cli("incident", runner).code, first.cli("incident", runner).json["code"]) == (4, "nothing-waiting")


def test_a_call_that_came_after_the_look_is_not_settled_with_the_others(start: Start, store: Store) -> None:
    made = start(DEAD)
    start(DEAD)
    before = everything(store)
    said = made.cli("incident", runner_id(DEAD), "--all", "--count", "1", "--unknown")
    assert (said.code, said.json["code"], everything(store) == before) == (4, "stale-evidence", True)
    one = made.executions[0]
    said = made.cli("incident", runner_id(DEAD), "--call", one, "--did-not-run")
    assert (said.code, [settled["execution"] for settled in said.json["settled"]]) == (0, [one])


def test_a_call_whose_process_may_live_is_left_as_it_is_and_said(start: Start, store: Store) -> None:
    made, other = start(DEAD), start(ELSEWHERE)
    said = made.cli("incident", runner_id(DEAD), "--all", "--count", "1", "--unknown")
    assert said.json["left"] == [{"execution": other.executions[0], "why": "unsure"}]
    assert made.states() == ["settled-unknown", "running"]
    said = made.cli("incident", runner_id(DEAD), "--call", other.executions[0], "--unknown")
    assert (said.code, said.json["code"]) == (4, "running")


@pytest.mark.parametrize(
    "arguments",
    [
        ("R", "--unknown"),
        ("R", "--all", "--unknown"),
        ("R", "--count", "1", "--unknown", "--call", "x"),
        ("R", "--all", "--count", "1"),
        ("R", "--all", "--count", "1", "--ran", " "),
        ("R", "--all", "--count", "1", "--unknown", "--did-not-run"),
        ("--all", "--count", "1", "--unknown"),
        ("--out", "file"),
        ("R", "--all", "--count", "1", "--unknown", "--out", "file"),
    ],
)
def test_unclear_words_settle_nothing(start: Start, store: Store, arguments: tuple[str, ...]) -> None:
    made = start(DEAD)
    before = everything(store)
    named = [runner_id(DEAD) if one == "R" else one for one in arguments]
    said = made.cli("incident", *named)
    assert (said.code, said.json["code"], everything(store) == before) == (2, "settle-unclear", True)


# -- evidence ----------------------------------------------------------------------------------------------------------


def lines_of(path: Path) -> list[dict[str, Any]]:
    body = path.read_bytes()
    *before, last = body.splitlines(keepends=True)
    end = json.loads(last)
    assert (end["kind"], end["lines"]) == ("end", len(before))
    assert end["sha256"] == hashlib.sha256(b"".join(before)).hexdigest()
    return [json.loads(line) for line in before]


def test_the_evidence_says_who_saw_which_bytes_and_what_became_of_them(start: Start, tmp_path: Path) -> None:
    made = start(DEAD)
    out = tmp_path / "evidence.jsonl"
    runner = runner_id(DEAD)
    # What was settled since is evidence as well.
    assert made.cli("incident", runner, "--all", "--count", "1", "--ran", "in the book", "--by", "Bob").code == 0
    said = made.cli("incident", runner, "--out", str(out), "--by", "Cleo")
    assert (said.code, said.json["calls"], said.json["bytes"]) == (0, 1, out.stat().st_size)
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    head, call, seen, *events = lines_of(out)
    assert (head["kind"], head["runner"], head["exported_by"], head["secrets"]) == (
        "incident",
        runner,
        "Cleo",
        "masked",
    )
    assert (call["kind"], call["session"], call["arguments"]) == ("call", made.session, '{"to":"Ada"}')
    assert call["arguments_sha256"] == "sha256:" + hashlib.sha256(b'{"to":"Ada"}').hexdigest()
    assert (call["settled_by"], call["settled_text"], call["state"]) == ("Bob", "in the book", "settled-ran")
    assert (seen["kind"], seen["by"], seen["digest"], seen["decision"]) == ("seen", "Ada", call["digest"], "approve")
    assert [one["event"] for one in events][-2:] == ["may-have-run", "call-settled"]
    assert made.cli("incident", runner, "--out", str(out)).json["code"] == "file-exists"
    assert made.cli("incident", "nobody", "--out", str(tmp_path / "other")).json["code"] == "nothing-waiting"
    assert not (tmp_path / "other").exists()


@pytest.mark.parametrize("secrets", [False, True])
def test_secrets_are_masked_unless_they_are_asked_for_and_nothing_hides(
    start: Start, store: Store, tmp_path: Path, secrets: bool
) -> None:
    made = start(DEAD)
    plain = [template.format(secret) for template, secret in SECRETS.values()]
    texts = [*HOSTILE.values(), *plain]
    arguments = json.dumps({"password": "hunter2x", "texts": texts}, ensure_ascii=False)
    # A lone surrogate is in no text column.
    output = "\n".join(texts).encode("utf-8", "replace").decode()
    arguments = arguments.encode("utf-8", "replace").decode()
    with store.write() as connection:
        connection.exec_driver_sql("UPDATE executions SET arguments = ?, last_output = ?", (arguments, output))
    out = tmp_path / "evidence.jsonl"
    evidence.export_evidence(store, runner_id(DEAD), out, by="Cleo", secrets=secrets)
    body = out.read_text(encoding="utf-8")
    _, call, *_ = lines_of(out)
    assert call["arguments_sha256"] == "sha256:" + hashlib.sha256(arguments.encode()).hexdigest()
    assert call["last_output_sha256"] == "sha256:" + hashlib.sha256(output.encode()).hexdigest()
    if secrets:
        assert (call["arguments"], call["last_output"]) == (arguments, output)
    else:
        assert "hunter2x" not in body
        assert [secret for _, secret in SECRETS.values() if secret in body] == []
    assert not {char for char in body if ord(char) in (0x202E, 0x200B, 0x1B, 0xAD, 0x2028) or ord(char) > 0xE0000}
    assert made.states() == ["may_have_run"]


def test_a_cancelled_export_keeps_no_file_and_an_export_says_how_far_it_is(
    start: Start, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evidence, "AT_ONCE", 1)
    start(DEAD, DEAD, DEAD)
    out = tmp_path / "evidence.jsonl"
    heard: list[tuple[int, int]] = []

    def until(stop: int) -> Callable[[int, int], bool]:
        def told(done: int, calls: int) -> bool:
            heard.append((done, calls))
            return done < stop

        return told

    for stop in (2, 3):
        with pytest.raises(evidence.Cancelled):
            evidence.export_evidence(store, runner_id(DEAD), out, by="Cleo", told=until(stop))
        assert (heard[-1], out.exists()) == ((stop, 3), False)
    assert evidence.export_evidence(store, runner_id(DEAD), out, by="Cleo", told=until(4)).calls == 3
    assert heard[-4:] == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert len(lines_of(out)) > 3


def test_a_file_that_cannot_be_written_is_a_sentence(start: Start, tmp_path: Path) -> None:
    made = start(DEAD)
    said = made.cli("incident", runner_id(DEAD), "--out", str(tmp_path / "no" / "file"))
    assert (said.code, said.json["code"]) == (8, "not-written")
