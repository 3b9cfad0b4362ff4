"""Paused runs of frameworks: ADK, the Microsoft Agent Framework and holdpoint; what waits, and damaged ones."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import counted, cuts, damaged, flips, read_all, swaps

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.adk import ADK
from pausedesk.core.importers.agent_framework import AgentFramework
from pausedesk.core.importers.holdpoint import Holdpoint
from pausedesk.core.rules.resume import ResumeKind, classify_resume

ARGUMENTS = {"order": "o1"}

# -- ADK ---------------------------------------------------------------------------------------------------------------


def _event(role: str, *parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"content": {"role": role, "parts": list(parts)}, **more}


def _call(name: str, call: str, args: Any) -> dict[str, Any]:
    return {"function_call": {"id": call, "name": name, "args": args}}


def _response(name: str, call: str, response: Any) -> dict[str, Any]:
    return {"function_response": {"id": call, "name": name, "response": response}}


ASKED = _event("user", {"text": "refund o1"})
CALLED = _event("model", _call("refund", "c1", ARGUMENTS))
CONFIRM = _event(
    "model",
    _call(
        "adk_request_confirmation", "a1", {"originalFunctionCall": {"id": "c1", "name": "refund", "args": ARGUMENTS}}
    ),
)
REFUSED = _event("user", _response("refund", "c1", {"error": "requires confirmation"}))
CONFIRMED = _event("user", _response("adk_request_confirmation", "a1", {"confirmed": True}))
RAN = _event("user", _response("refund", "c1", {"ok": True}))
DONE = _event("model", {"text": "Refunded."})


def _adk(path: Path, by_id: Mapping[str, Sequence[Any]]) -> Path:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE app_states (app_name)")
        database.execute("CREATE TABLE sessions (app_name, user_id, id, create_time REAL, update_time REAL)")
        database.execute(
            "CREATE TABLE events (app_name, user_id, session_id, invocation_id, timestamp REAL, event_data)"
        )
        for key, events in by_id.items():
            database.execute("INSERT INTO sessions VALUES ('app', 'u', ?, 1796065227.5, 1796065228.5)", (key,))
            for number, event in enumerate(events):
                body = event if isinstance(event, bytes) else json.dumps(event)
                row = (key, 1796065227.5 + number, body)
                database.execute("INSERT INTO events VALUES ('app', 'u', ?, 'i', ?, ?)", row)
    return path


@pytest.mark.parametrize(
    ("events", "ending", "waiting", "open_calls"),
    [
        ([], "empty", [], []),
        ([ASKED], "user_unanswered", [], []),
        ([ASKED, CALLED], "tools_interrupted", [], ["c1"]),
        ([ASKED, CALLED, CONFIRM, REFUSED], "waiting_approval", ["refund"], ["c1"]),
        ([ASKED, CALLED, CONFIRM, REFUSED, CONFIRMED], "may_have_run", [], ["c1"]),
        ([ASKED, CALLED, CONFIRM, REFUSED, CONFIRMED, RAN], "response_cut_off", [], []),
        ([ASKED, CALLED, CONFIRM, REFUSED, CONFIRMED, RAN, DONE], "finished", [], []),
        ([ASKED, CALLED, RAN], "response_cut_off", [], []),
        ([ASKED, RAN, CALLED, DONE], "tools_interrupted", [], ["c1"]),
        ([ASKED, {**DONE, "partial": True}], "response_cut_off", [], []),
        ([ASKED, DONE, b"{"], "unreadable", [], []),
    ],
)
def test_how_a_session_of_adk_ended(
    tmp_path: Path, events: list[Any], ending: str, waiting: list[str], open_calls: list[str]
) -> None:
    file = _adk(tmp_path / "adk.db", {"s": events})
    assert isinstance(sniffed(place_of(file)), ADK)
    (session,) = read_all(ADK(), file)
    assert (session.key, str(session.reading.ending)) == ("app/u/s", ending)
    assert [call.tool for call in session.waiting] == waiting
    assert all(call.arguments == ARGUMENTS for call in session.waiting)
    assert [call.call for call in session.open_calls] == open_calls
    assert (session.started_at, session.updated_at) == (1_796_065_227_500, 1_796_065_228_500)
    if waiting:
        assert classify_resume(session.tail).kind is ResumeKind.RECOVER_TOOLS


def test_a_response_before_its_request_answers_nothing(tmp_path: Path) -> None:
    events = [ASKED, CALLED, REFUSED, RAN, CONFIRMED, DONE, CONFIRM]
    (session,) = read_all(ADK(), _adk(tmp_path / "adk.db", {"s": events}))
    assert (str(session.reading.ending), len(session.waiting)) == ("waiting_approval", 1)


def test_no_damage_makes_a_session_of_adk_finished(tmp_path: Path) -> None:
    history = [ASKED, CALLED, CONFIRM, REFUSED]
    everything = {str(at): one for at, one in enumerate(swaps(history)) if isinstance(one, list)}
    found = read_all(ADK(), _adk(tmp_path / "adk.db", everything))
    assert len(found) == len(everything)
    assert [one.key for one in found if one.reading.ending == "finished"] == []


# -- Microsoft Agent Framework -----------------------------------------------------------------------------------------

FUNCTION = {"type": "function_call", "call_id": "c1", "name": "refund", "arguments": '{"order": "o1"}'}


def _said(role: str, *contents: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "contents": list(contents), "type": "message"}


def _session(*messages: Any, pending: Sequence[Any] = ()) -> dict[str, Any]:
    state: dict[str, Any] = {"in_memory": {"messages": list(messages)}}
    if pending:
        state["tool_approval"] = {"pending_approval_requests": list(pending)}
    return {"session": {"session_id": "s", "service_session_id": None, "state": state}}


WORDS = _said("user", {"type": "text", "text": "refund o1"})
MADE = _said("assistant", FUNCTION)
BACK = _said("tool", {"type": "function_result", "call_id": "c1", "result": "ok"})
END = _said("assistant", {"type": "text", "text": "Refunded."})
PENDING = {"type": "function_approval_request", "id": "a1", "function_call": FUNCTION}


@pytest.mark.parametrize(
    ("session", "ending", "waiting"),
    [
        (_session(), "empty", 0),
        (_session(WORDS), "user_unanswered", 0),
        (_session(WORDS, MADE, pending=[PENDING]), "waiting_approval", 1),
        (_session(WORDS, MADE, pending=[{"id": "a1"}]), "unreadable", 0),
        (_session(WORDS, MADE), "tools_interrupted", 0),
        (_session(WORDS, MADE, BACK), "response_cut_off", 0),
        (_session(WORDS, MADE, BACK, END), "finished", 0),
        (_session(WORDS, END, {"role": "assistant"}), "unreadable", 0),
        (_session(WORDS, _said("assistant")), "response_cut_off", 0),
    ],
)
def test_how_a_session_of_the_agent_framework_ended(
    tmp_path: Path, session: dict[str, Any], ending: str, waiting: int
) -> None:
    file = tmp_path / "session.json"
    file.write_text(json.dumps(session))
    assert isinstance(sniffed(place_of(file)), AgentFramework)
    (found,) = read_all(AgentFramework(), file)
    assert (found.key, str(found.reading.ending), len(found.waiting)) == ("s", ending, waiting)
    assert all((call.tool, call.arguments) == ("refund", ARGUMENTS) for call in found.waiting)


def test_no_damage_makes_a_session_of_the_agent_framework_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    session = _session(WORDS, MADE, pending=[PENDING])
    content = json.dumps(session).encode()
    contents = [*cuts(content), *flips(content, random.Random(3), 500)]
    contents += [json.dumps(swapped).encode() for swapped in swaps(session)]
    endings, wrong = damaged(AgentFramework(), tmp_path / "damaged.json", iter(contents), lambda content: False)
    told(counted("sessions of the Agent Framework", endings))
    assert wrong == []
    assert endings.total() == len(contents)


# -- holdpoint ---------------------------------------------------------------------------------------------------------


def _actions(path: Path, rows: Sequence[tuple[str, str | None]]) -> Path:
    """A store with an action of each status, and when its execution began."""
    names = (
        "id kind status payload payload_fp result error_message created_at updated_at decided_by execution_started_at"
    )
    at = "2026-11-30T10:00:00.000000+00:00"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"CREATE TABLE actions ({', '.join(names.split())})")
        database.execute("CREATE TABLE audit_log (action_id)")
        for number, (status, begun) in enumerate(rows):
            row = (f"a{number}", "refund", status, json.dumps(ARGUMENTS), "", None, None, at, at, "Eve", begun)
            database.execute(f"INSERT INTO actions VALUES ({', '.join('?' * len(row))})", row)
    return path


def test_how_each_action_of_holdpoint_stands(tmp_path: Path) -> None:
    wanted = {
        ("pending", None): ("waiting_approval", False, 1),
        ("approved", None): ("waiting_approval", True, 0),
        ("approved", "2026-11-30T10:00:01+00:00"): ("may_have_run", True, 0),
        ("executed", "2026-11-30T10:00:01+00:00"): ("finished", None, 0),
        ("rejected", None): ("finished", None, 0),
        ("expired", None): ("expired", None, 0),
        ("failed", "2026-11-30T10:00:01+00:00"): ("api_error", None, 0),
        ("paused", None): ("unreadable", None, 0),
    }
    file = _actions(tmp_path / "hold.db", list(wanted))
    assert isinstance(sniffed(place_of(file)), Holdpoint)
    found = read_all(Holdpoint(), file)
    assert [(str(one.reading.ending), one.answered, len(one.waiting)) for one in found] == list(wanted.values())
    items, total = Holdpoint().items(place_of(file), "a0", 0, 10)
    assert ([item.kind for item in items], total) == (["call", "notice"], 2)
