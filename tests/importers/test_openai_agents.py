"""Paused runs and conversations of the OpenAI Agents SDK: the endings row by row, and damaged ones."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import conversations, cuts, damaged, flips, read_all, swaps

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.openai_agents import RunState, SQLiteSession
from pausedesk.core.rules.resume import ResumeKind, classify_resume

ASKED = {"role": "user", "content": "clean the logs"}
CALL = {"type": "function_call", "call_id": "c1", "name": "rm", "arguments": '{"path": "/srv"}'}
BACK = {"type": "function_call_output", "call_id": "c1", "output": "3 files"}
DONE = {
    "type": "message",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Done."}],
}

MADE = [{"raw_item": CALL}, {"raw_item": BACK}]


def _run(**more: Any) -> dict[str, Any]:
    asked = {"type": "tool_approval_item", "raw_item": CALL}
    return {
        "$schemaVersion": "1.21",
        "current_turn": 1,
        "max_turns": 10,
        "original_input": "clean the logs",
        "generated_items": [{"type": "tool_call_item", "raw_item": CALL}, asked],
        "context": {"approvals": {}},
        "current_step": {"type": "next_step_interruption", "data": {"interruptions": [asked]}},
        **more,
    }


def _decision(**decision: Any) -> dict[str, Any]:
    return {"context": {"function_tool_approvals": [{"tool_key": "rm", "decision": decision}]}}


@pytest.mark.parametrize(
    ("more", "ending", "answered", "waiting"),
    [
        ({}, "waiting_approval", False, 1),
        (_decision(approved=["c1"], rejected=[]), "waiting_approval", True, 0),
        (_decision(approved=[], rejected=["c1"]), "waiting_approval", True, 0),
        (_decision(approved=True), "waiting_approval", True, 0),
        (_decision(approved=["c9"], rejected=[]), "waiting_approval", False, 1),
        ({"context": {"approvals": {"rm": {"approved": ["c1"]}}}}, "waiting_approval", True, 0),
        ({"context": {"approvals": {"mail": {"approved": True}}}}, "waiting_approval", False, 1),
        ({"current_step": {"type": "next_step_interruption"}}, "unreadable", None, 0),
        ({"current_step": {"type": "next_step_final_output"}}, "finished", None, 0),
        ({"current_step": None, "current_turn": 10}, "stopped", None, 0),
        ({"current_step": None}, "waiting_approval", None, 0),
        (
            {"current_step": None, "generated_items": [{"raw_item": CALL}, {"raw_item": BACK}]},
            "response_cut_off",
            None,
            0,
        ),
        ({"$schemaVersion": "2.0"}, "unreadable", None, 0),
    ],
)
def test_how_a_run_ended(
    tmp_path: Path, more: dict[str, Any], ending: str, answered: bool | None, waiting: int
) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(_run(**more)))
    assert isinstance(sniffed(place_of(file)), RunState)
    (session,) = read_all(RunState(), file)
    assert (str(session.reading.ending), session.answered, len(session.waiting)) == (ending, answered, waiting)


def test_a_waiting_run_names_the_call_and_where_it_is_picked_up(tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    file.write_text(json.dumps(_run()))
    (session,) = read_all(RunState(), file)
    (call,) = session.waiting
    assert (call.call, call.tool, call.arguments) == ("c1", "rm", {"path": "/srv"})
    assert (session.title, session.version, session.reading.confidence) == ("clean the logs", "1.21", "certain")
    assert classify_resume(session.tail).kind is ResumeKind.RECOVER_TOOLS
    items, total = RunState().items(place_of(file), "run", 0, 10)
    assert [(item.kind, item.tool) for item in items] == [("user", ""), ("call", "rm")]
    assert total == 2


@pytest.mark.parametrize(
    ("items", "ending", "confidence"),
    [
        ([], "empty", "certain"),
        ([ASKED], "user_unanswered", "certain"),
        ([ASKED, CALL], "waiting_approval", "guess"),
        ([ASKED, CALL, {**CALL, "call_id": "c2"}, BACK], "waiting_approval", "guess"),
        ([ASKED, CALL, BACK], "response_cut_off", "probable"),
        ([ASKED, CALL, BACK, DONE], "finished", "probable"),
        ([ASKED, {**DONE, "status": "in_progress"}], "response_cut_off", "certain"),
        ([ASKED, {**DONE, "content": [{"type": "refusal", "refusal": "No."}]}], "refused", "certain"),
        ([ASKED, {"type": "reasoning"}], "response_cut_off", "guess"),
        ([ASKED, {**DONE, "content": []}], "response_cut_off", "guess"),
        ([ASKED, {**DONE, "content": [None]}], "response_cut_off", "guess"),
        ([ASKED, DONE, b"{"], "unreadable", "certain"),
        ([ASKED, DONE, b"\xff\xfe"], "unreadable", "certain"),
        ([ASKED, DONE, {"type": "new_thing"}], "response_cut_off", "guess"),
    ],
)
def test_how_a_conversation_ended(tmp_path: Path, items: list[Any], ending: str, confidence: str) -> None:
    file = conversations(tmp_path / "sessions.db", {"one": items, "two": [ASKED]})
    assert isinstance(sniffed(place_of(file)), SQLiteSession)
    one, two = read_all(SQLiteSession(), file)
    assert (str(one.reading.ending), one.reading.confidence, one.key) == (ending, confidence, "one")
    assert (two.key, two.started_at) == ("two", 1_796_032_800_000)
    found, total = SQLiteSession().items(place_of(file), "one", 0, 10)
    assert total == len(found) == len(items)


def test_no_damage_makes_a_run_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    run = _run()
    content = json.dumps(run).encode()
    contents = [*cuts(content), *flips(content, random.Random(2), 500)]
    contents += [json.dumps(swapped).encode() for swapped in swaps(run)]
    endings, wrong = damaged(RunState(), tmp_path / "damaged.json", iter(contents), lambda content: False)
    told(
        f"damaged runs of the OpenAI Agents SDK: {len(contents)}, " + ", ".join(f"{n} {k}" for k, n in endings.items())
    )
    assert wrong == []
    assert endings.total() == len(contents)


def test_no_damage_makes_a_conversation_finished(tmp_path: Path) -> None:
    history = [ASKED, CALL, BACK]
    everything = {str(at): swapped for at, swapped in enumerate(swaps(history)) if isinstance(swapped, list)}
    file = conversations(tmp_path / "sessions.db", everything)
    assert [one.key for one in read_all(SQLiteSession(), file) if one.reading.ending == "finished"] == []
