"""Sessions of zett-agent: the endings row by row, and damaged ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import read_all, swaps, zett

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.zett import Zett


def _message(kind: int, content: str = "", **data: Any) -> dict[str, Any]:
    return {"kind": kind, "data": {"content": content, **data}}


def _call(call: str) -> dict[str, Any]:
    return {"id": call, "name": "rm", "arguments": {"path": "/srv"}, "error": None}


def _stopped(reason: str, **more: Any) -> dict[str, Any]:
    return _message(3, "Once", tool_calls=[], model="m", stop={"reason": reason, **more})


SYSTEM, ASKED = _message(1, "Be kind."), _message(2, "do it")
CALLED = _message(3, tool_calls=[_call("c1"), _call("c2")], stop=None)
DONE = _message(3, "Done.", tool_calls=[], model="m", stop=None)


def _back(call: str) -> dict[str, Any]:
    return _message(4, "done", tool_call_id=call, name="rm", success=True)


@pytest.mark.parametrize(
    ("messages", "ending", "confidence", "open_calls"),
    [
        ([], "empty", "certain", []),
        ([SYSTEM], "empty", "certain", []),
        ([SYSTEM, ASKED], "user_unanswered", "certain", []),
        ([ASKED, CALLED], "tools_interrupted", "probable", ["c1", "c2"]),
        ([ASKED, CALLED, _back("c1")], "tools_interrupted", "probable", ["c2"]),
        ([ASKED, CALLED, _back("c1"), _back("c2")], "response_cut_off", "probable", []),
        ([ASKED, CALLED, _back("c1"), _back("c2"), DONE], "finished", "probable", []),
        ([ASKED, _stopped("end_turn")], "finished", "certain", []),
        ([ASKED, _stopped("interrupted")], "response_cut_off", "certain", []),
        ([ASKED, _stopped("max_output")], "output_limit", "certain", []),
        ([ASKED, _stopped("paused")], "response_cut_off", "certain", []),
        ([ASKED, _stopped("refusal", message="No.")], "refused", "certain", []),
        ([ASKED, _stopped("context_full")], "context_full", "certain", []),
        ([ASKED, _stopped("other", raw="galaxy_brain")], "stopped", "guess", []),
        ([ASKED, DONE, {"kind": 99, "data": {}}], "unreadable", "certain", []),
        ([ASKED, DONE, b"{"], "unreadable", "certain", []),
    ],
)
def test_how_a_session_ended(
    tmp_path: Path, messages: list[Any], ending: str, confidence: str, open_calls: list[str]
) -> None:
    file = zett(tmp_path / "sessions.sqlite3", {"one": messages})
    assert isinstance(sniffed(place_of(file)), Zett)
    (session,) = read_all(Zett(), file)
    reading = session.reading
    assert (str(reading.ending), reading.confidence, [call.call for call in session.open_calls]) == (
        ending,
        confidence,
        open_calls,
    )
    assert session.waiting == ()


def test_the_timeline_shows_calls_results_and_why_an_answer_stopped(tmp_path: Path) -> None:
    messages = [ASKED, CALLED, _back("c1"), _stopped("refusal", message="No."), b"{"]
    file = zett(tmp_path / "sessions.sqlite3", {"one": messages})
    items, total = Zett().items(place_of(file), "one", 0, 100)
    assert [item.kind for item in items] == ["user", "call", "call", "result", "assistant", "notice", "raw"]
    assert (items[1].tool, items[1].text) == ("rm", '{"path": "/srv"}')
    assert (items[5].text, total) == ("The model declined to answer: No.", 7)
    (session,) = read_all(Zett(), file)
    assert (session.title, session.messages, session.faults) == ("do it", 5, ("Message 4 cannot be understood.",))


def test_no_damage_makes_a_session_finished(tmp_path: Path) -> None:
    history = [ASKED, CALLED, _back("c1")]
    everything = {str(at): swapped for at, swapped in enumerate(swaps(history)) if isinstance(swapped, list)}
    file = zett(tmp_path / "sessions.sqlite3", everything)
    found = read_all(Zett(), file)
    assert len(found) == len(everything)
    # Where the call itself was taken out of the message, nothing tells that there was one.
    assert [one.key for one in found if one.reading.ending == "finished" and _calls_left(everything[one.key])] == []


def _calls_left(history: list[Any]) -> bool:
    calls = [members for one in history if isinstance(one, dict) for members in [one.get("data")]]
    return any(isinstance(data, dict) and data.get("tool_calls") for data in calls)
