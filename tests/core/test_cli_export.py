"""export: what the command writes, where, and what it refuses."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.core.support import Bench, call, only
from tests.judges import findings, fired, judged, policy

from pausedesk.core.rules.agentack import GATED


def test_the_policy_that_is_published_covers_gated_calls_and_no_others(tmp_path: Path) -> None:
    assert policy(tmp_path).require_approval_for == (f"*:{GATED}",)


def test_a_session_s_trace_is_judged_pass_by_agentack(bench: Bench) -> None:
    session = bench.paused([call("append", "one"), call("append", "two", "c2"), call("note", "x", "c3")], "end").json[
        "session"
    ]
    (first, second) = bench.cli("list").json["sessions"][0]["waiting"]
    bench.cli("answer", session, "--decline", "--request", first["request"], "--note", "no")
    assert bench.cli("answer", session, "--approve", "--request", second["request"]).json["outcome"] == "done"
    said = bench.cli("export", session, "--as", "agentack")
    assert (said.code, said.json["session"], said.json["as"]) == (0, session, "agentack")
    events = said.json["events"]
    assert judged(events).status == "PASS", findings(events)
    assert [(one["type"], one.get("action_id")) for one in events if one["type"].startswith("action_")] == [
        ("action_proposed", "1/c3/0"),
        ("action_executed", "1/c3/0"),
        ("action_proposed", "1/c1/0"),
        ("action_proposed", "1/c2/0"),
        ("action_blocked", "1/c1/0"),
        ("action_executed", "1/c2/0"),
    ]


def test_lines_go_to_a_new_file_of_its_owner_or_to_standard_output(bench: Bench, tmp_path: Path) -> None:
    session = bench.paused([call("append", "one")], "end").json["session"]
    shown = bench.cli("export", session, "--as", "agentack", json_output=False)
    assert shown.err == ""
    lines = [json.loads(line) for line in shown.out.splitlines()]
    assert [one["type"] for one in lines] == ["action_proposed", "approval_requested"]
    assert judged(lines).status == "INCOMPLETE"  # it waits: nothing is decided and nothing has ended
    file = tmp_path / "trace.jsonl"
    assert bench.cli("export", session, "--as", "agentack", "--out", str(file)).json["out"] == str(file)
    assert file.read_text(encoding="utf-8") == shown.out
    assert file.stat().st_mode & 0o777 == 0o600
    again = bench.cli("export", session, "--as", "agentack", "--out", str(file))
    assert (again.code, again.json["code"]) == (2, "file-exists")
    nowhere = bench.cli("export", session, "--as", "agentack", "--out", str(tmp_path / "none" / "trace"))
    assert (nowhere.code, nowhere.json["code"]) == (8, "not-written")


def test_what_has_no_trace_is_refused_in_a_sentence(bench: Bench) -> None:
    bench.paused([call("append", "one")], "end")
    assert bench.cli("export", "none", "--as", "agentack").json["code"] == "no-session"
    assert bench.cli("export", "none", "--as", "poem").json["code"] == "usage"


def test_a_ledger_that_contradicts_itself_is_told_by_doctor_and_by_export(bench: Bench) -> None:
    ran = bench.paused([call("append", "one")], "end").json
    session = ran["session"]
    bench.cli("answer", session, "--approve", "--request", only(ran["waiting"])["request"])
    assert {one["check"]: one["ok"] for one in bench.cli("doctor").json["checks"]}["ledger"] is True
    bench.tampered = True
    with closing(sqlite3.connect(bench.store)) as connection, connection:
        connection.execute('UPDATE executions SET arguments = \'{"text":"two","times":1}\'')
        connection.execute("UPDATE answers SET digest = 'sha256:other'")
    checked = bench.cli("doctor")
    (ledger,) = [one for one in checked.json["checks"] if one["check"] == "ledger"]
    assert (checked.code, checked.json["ok"], ledger["ok"]) == (8, False, False)
    assert [(one["session"], one["flaw"]) for one in ledger["findings"]] == [
        (session, "not-seen"),
        (session, "other-bytes"),
    ]
    said = bench.cli("export", session, "--as", "agentack")
    assert (said.code, [one["flaw"] for one in said.json["findings"]]) == (8, ["not-seen", "other-bytes"])
    assert fired(said.json["events"]) == {"ACK003"}
    shown = bench.cli("export", session, "--as", "agentack", json_output=False)
    assert "What was started on" in shown.err
    assert [json.loads(line) for line in shown.out.splitlines()] == said.json["events"]
