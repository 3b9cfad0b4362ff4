"""The files that other programs wrote: how each ended, as it was read by hand; the calls that wait in each."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.rules.resume import AgentResumeError, classify_resume

# Formats of the manifest that are read so far, and the importer that has to know each.
READ = {
    "openai_agents": {"openai-agents-run", "openai-agents-session"},
    "pydantic_ai": {"pydantic-ai"},
    "langgraph": {"langgraph"},
    "claude_code": {"claude-code"},
    "codex": {"codex"},
    "gemini_cli": {"gemini-cli"},
}


def read(path: Path) -> tuple[str, list[ForeignSession]]:
    """The format of a file, and its sessions."""
    place = place_of(path)
    importer = sniffed(place)
    assert importer is not None, f"{path.name} is known by no importer"
    return importer.format, list(importer.read(place, lambda _read, _all: True))


def _manifest(cases: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((cases / "sessions" / "manifest.json").read_text())["files"]
    return found


def test_each_file_of_the_manifest_ends_as_it_was_read_by_hand(cases: Path) -> None:
    wrong, count = [], 0
    for one in _manifest(cases):
        # A catalogue of the shapes of records is no session.
        if one["format"] not in READ or one["expected"] == "schema_only":
            continue
        count += 1
        form, sessions = read(cases / "sessions" / one["file"])
        told = ", ".join(f"{session.key}={session.reading.ending}" for session in sessions)
        if form not in READ[one["format"]]:
            wrong.append(f"{one['file']}: read as {form}")
        elif one["expected"].startswith("MULTI"):
            # "waiting=finished; waiting-2=waiting_approval (why); t=api_error/tool error"
            parts = one["expected"].removeprefix("MULTI:").split(";")
            wanted = dict(re.split("[ /]", part.strip())[0].split("=") for part in parts)
            if {session.key: str(session.reading.ending) for session in sessions} != wanted:
                wrong.append(f"{one['file']}: {told}, not {wanted}")
        elif [str(session.reading.ending) for session in sessions] != [one["expected"]]:
            wrong.append(f"{one['file']}: {told}, not {one['expected']}")
    assert wrong == []
    assert count >= len(READ)


@pytest.mark.parametrize(
    ("file", "answered", "waiting"),
    [("openai_agents_runstate_waiting.json", False, 1), ("openai_agents_runstate_approved_not_run.json", True, 0)],
)
def test_an_answered_run_is_not_asked_again(cases: Path, file: str, answered: bool, waiting: int) -> None:
    _, (session,) = read(cases / "sessions" / "openai_agents" / file)
    assert (session.answered, len(session.waiting)) == (answered, waiting)
    assert [call.tool for call in session.open_calls] == ["delete_files"]


PENDING = "oai/state oai_sess/state oai_sess/state.session.db adk/state maf/state hold/state lg/state lc/state"


@pytest.mark.parametrize("place", [*PENDING.split(), "lc_percall/state", "pyai/state", "strands/state/session_s1"])
def test_the_pending_call_of_a_framework_is_read_with_its_tool_and_its_arguments(cases: Path, place: str) -> None:
    _, (session,) = read(cases / "frameworks" / place)
    assert [(call.tool, call.arguments) for call in session.waiting] == [("refund", {"order_id": "o1", "amount": 50})]


# Ids that are used twice are counted (resume rules); the library that wrote the verdicts puts them in a set.
COUNTED = {"dup_call_ids_killed", "dup_call_ids_one_answer_killed"}


def test_each_session_of_zett_is_picked_up_where_its_verdict_says(cases: Path) -> None:
    verdicts = json.loads((cases / "zett" / "verdicts.json").read_text())
    form, sessions = read(cases / "zett" / "sessions.sqlite3")
    assert form == "zett"
    wrong: list[tuple[str, Any, Any]] = []
    seen = set()
    for session in sessions:
        seen.add(session.key)
        wanted = verdicts.get(session.key)
        if wanted is None or "zett" in wanted:
            continue
        try:
            point = classify_resume(session.tail)
            got = {"kind": str(point.kind), "unanswered": [call.id for call in point.unanswered]}
        except AgentResumeError as refusal:
            got = {"error": str(refusal.reason)}
        if got != wanted and session.key not in COUNTED:
            wrong.append((session.key, got, wanted))
        if session.reading.ending == "finished" and wanted != {"error": "completed"}:
            wrong.append((session.key, "finished", wanted))
    assert wrong == []
    assert verdicts.keys() - seen == {"no-such-session"}


def test_a_session_that_a_kill_left_in_the_wal_is_read(cases: Path) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in (cases / "zett" / "killed_wal").iterdir()}
    _, sessions = read(cases / "zett" / "killed_wal" / "sessions.sqlite3")
    assert sessions
    assert {path.name: path.stat().st_mtime_ns for path in (cases / "zett" / "killed_wal").iterdir()} == before
