"""A store that was copied while its programs live, and one whose state folder is gone, as the command line tells it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.core.support import Bench, call, only, until


class _Copy(Bench):
    """The same bench, on a copy of its store."""

    def __init__(self, bench: Bench, store: Path) -> None:
        self.__dict__.update(bench.__dict__)
        self._at = store

    @property
    def store(self) -> Path:
        return self._at


def _session(bench: Bench, tool: str, text: str) -> tuple[str, str]:
    ran = bench.paused([call(tool, text)], "the end").json
    return ran["session"], only(ran["waiting"])["request"]


def test_a_copy_made_while_a_program_lives_is_refused_once_the_original_went_on(bench: Bench) -> None:
    busy, first = _session(bench, "append_and_wait", "one")
    session, second = _session(bench, "append", "two")
    bench.pipe()
    running = bench.start("answer", busy, "--request", first, "--approve")
    until(bench.lines, "the call runs")
    copy = bench.store.with_name("copy.db")
    for end in ("", "-wal"):
        shutil.copyfile(f"{bench.store}{end}", f"{copy}{end}")
    bench.let_go()
    assert running.end().code == 0
    assert bench.cli("answer", session, "--request", second, "--approve").code == 0
    assert bench.lines() == ["one", "two"]
    other = _Copy(bench, copy)
    said = other.cli("answer", session, "--request", second, "--approve")
    assert (said.code, said.json["outcome"], said.json["code"]) == (7, "closed", "ledger-changed")
    assert said.call["state"] == "may_have_run"
    assert "older copy" in said.err
    assert bench.lines() == ["one", "two"]
    # What ran in both is not run again in the copy either.
    assert {row["session"]: row["unknown"] for row in other.cli("list").json["sessions"]}[busy] == ["c1"]
    assert bench.cli("doctor").json["ok"]


def test_a_removed_state_folder_is_told_wherever_a_person_looks(bench: Bench) -> None:
    session, request = _session(bench, "append", "one")
    assert only([one for one in bench.cli("doctor").json["checks"] if one["check"] == "witness"])["ok"]
    shutil.rmtree(bench.home / ".local" / "state")
    listed = bench.cli("list")
    assert "state folder removed" in listed.err
    assert (only(listed.json["sessions"])["waiting"], listed.code) == ([], 0)
    shown = bench.cli("show", session, json_output=False).out
    assert "its call may have run there" in shown
    assert "Resume: The store was copied or put back since this ran," in shown
    assert "The model is told that append may have run" in shown
    said = bench.cli("answer", session, "--request", request, "--approve")
    assert (said.code, said.json["code"], bench.lines()) == (7, "ledger-changed", [])
    declined = bench.cli("answer", session, "--request", request, "--decline")
    assert (declined.code, declined.json["code"]) == (7, "ledger-changed")
    bench.script([call("append", "one")], [call("append", "one", "c2")], "the end")
    resumed = bench.cli("resume", session)
    assert resumed.code == 3
    assert "It may have run" in only(bench.read()[-1])["text"]
    anew = only(resumed.json["waiting"])["request"]
    assert bench.cli("answer", session, "--request", anew, "--approve").code == 0
    assert bench.lines() == ["one"]
