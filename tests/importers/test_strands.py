"""Sessions of Strands Agents: what waits in them, and folders of which a file is damaged."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import AT, broken_document, counted, damaged, read_all

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.strands import Strands
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.rules.resume import ResumeKind, classify_resume


def _said(role: str, *blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": role, "content": list(blocks)}


def _use(call: str) -> dict[str, Any]:
    return {"toolUse": {"toolUseId": call, "name": "refund", "input": {"order": "o1"}}}


def _result(call: str) -> dict[str, Any]:
    return {"toolResult": {"toolUseId": call, "status": "success", "content": [{"json": {"ok": True}}]}}


def _interrupt(call: str, response: Any = None, reason: Any = "Refund?") -> dict[str, Any]:
    name = f"v1:before_tool_call:{call}:5cf56bed"
    return {name: {"id": name, "name": "approve", "reason": reason, "response": response}}


ASKED = _said("user", {"text": "refund o1"})
CALLED = _said("assistant", _use("c1"), _use("c2"))
RAN = _said("user", _result("c1"), _result("c2"))
DONE = _said("assistant", {"text": "Refunded."})


def _folder(
    path: Path, messages: Sequence[Any], interrupts: dict[str, Any] | None = None, done: Sequence[str] = ()
) -> Path:
    """A session with one agent; interrupts make it an active pause."""
    agent = path / "agents" / "agent_a1"
    (agent / "messages").mkdir(parents=True)
    (path / "session.json").write_text(json.dumps({"session_id": "s1", "session_type": "AGENT"}))
    state: dict[str, Any] = {"interrupts": {}, "activated": False}
    if interrupts is not None:
        results = [{"toolUseId": call, "status": "success", "content": []} for call in done]
        execution = {"assistant_message": CALLED, "completed_tool_results": results}
        state = {"interrupts": interrupts, "activated": True, "pending_tool_execution": execution}
    body = {"agent_id": "a1", "_internal_state": {"interrupt_state": state}, "created_at": AT, "updated_at": AT}
    (agent / "agent.json").write_text(json.dumps(body))
    for number, message in enumerate(messages):
        stored = {"message": message, "message_id": number, "redact_message": None, "created_at": AT}
        (agent / "messages" / f"message_{number}.json").write_text(json.dumps(stored))
    return path


def _read(path: Path) -> ForeignSession:
    assert isinstance(sniffed(place_of(path)), Strands)
    (session,) = read_all(Strands(), path)
    return session


@pytest.mark.parametrize(
    ("messages", "interrupts", "ending", "confidence", "waiting"),
    [
        ([], None, "empty", "certain", []),
        ([ASKED], None, "user_unanswered", "certain", []),
        ([ASKED, CALLED], None, "tools_interrupted", "probable", []),
        ([ASKED, CALLED], _interrupt("c1"), "waiting_approval", "certain", ["c1"]),
        ([ASKED, CALLED], _interrupt("c1") | _interrupt("c2"), "waiting_approval", "certain", ["c1", "c2"]),
        ([ASKED, CALLED], _interrupt("c1", {"ok": True}), "tools_interrupted", "probable", []),
        ([ASKED, CALLED, RAN], None, "response_cut_off", "probable", []),
        ([ASKED, CALLED, RAN, DONE], None, "finished", "probable", []),
        ([ASKED, DONE, {"role": "new"}], None, "unreadable", "certain", []),
    ],
)
def test_how_a_session_ended(
    tmp_path: Path, messages: Any, interrupts: Any, ending: str, confidence: str, waiting: list[str]
) -> None:
    session = _read(_folder(tmp_path / "session_s1", messages, interrupts))
    assert (session.key, str(session.reading.ending), session.reading.confidence) == ("s1/a1", ending, confidence)
    assert [call.call for call in session.waiting] == waiting
    assert all((call.tool, call.arguments) == ("refund", {"order": "o1"}) for call in session.waiting)


def test_what_ran_beside_an_interrupt_does_not_wait(tmp_path: Path) -> None:
    session = _read(_folder(tmp_path / "session_s1", [ASKED, CALLED], _interrupt("c2"), done=["c1"]))
    assert [call.call for call in session.open_calls] == ["c2"]
    assert [(call.call, call.question) for call in session.waiting] == [("c2", "Refund?")]
    assert classify_resume(session.tail).kind is ResumeKind.RECOVER_TOOLS
    assert session.answered is None


def test_what_was_answered_is_said_to_be(tmp_path: Path) -> None:
    session = _read(_folder(tmp_path / "session_s1", [ASKED, CALLED], _interrupt("c1", True)))
    assert (session.answered, session.waiting) == (True, ())


def test_messages_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    messages = [_said("user", {"text": str(number)}) for number in range(12)]
    folder = _folder(tmp_path / "session_s1", messages)
    picture = {"image": {"format": "png", "source": {"bytes": {"__bytes_encoded__": True, "data": "A" * 1200}}}}
    stored = {"message": _said("user", picture, {"cachePoint": {}}), "message_id": 12}
    (folder / "agents" / "agent_a1" / "messages" / "message_12.json").write_text(json.dumps(stored))
    items, total = Strands().items(place_of(folder), "s1/a1", 0, 20)
    assert [item.text for item in items] == [*map(str, range(12)), "[image/png, 900 bytes]", '{"cachePoint": {}}']
    assert (items[-1].kind, total) == ("raw", 14)


def test_a_message_that_cannot_be_read_is_told_and_makes_the_end_a_guess(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "session_s1", [ASKED, CALLED, RAN, DONE])
    messages = folder / "agents" / "agent_a1" / "messages"
    (messages / "message_0.json").write_text("{")
    session = _read(folder)
    assert (str(session.reading.ending), session.reading.confidence, len(session.faults)) == ("finished", "guess", 1)
    (messages / "message_3.json").write_text("{")
    assert str(_read(folder).reading.ending) == "unreadable"
    (folder / "agents" / "agent_a1" / "agent.json").unlink()
    assert str(_read(folder).reading.ending) == "unreadable"


def test_no_damage_makes_a_waiting_session_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    folder = _folder(tmp_path / "session_s1", [ASKED, CALLED], _interrupt("c1"))
    endings: Counter[str] = Counter()
    count = 0
    for file in sorted(folder.rglob("*.json")):
        whole = file.read_bytes()
        contents = broken_document(json.loads(whole), 8, 100)
        count += len(contents)
        found, wrong = damaged(Strands(), file, iter(contents), lambda _content: False, folder)
        endings += found
        assert wrong == []
        file.write_bytes(whole)
    told(counted("sessions of Strands", endings))
    assert endings.total() == count
