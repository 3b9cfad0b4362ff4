"""Rollouts of Codex: the endings row by row, the pitfalls of its files, and damaged ones."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import counted, cuts, damaged, flips, read_all, swaps

from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.codex import Codex
from pausedesk.core.model.foreign import ForeignSession
from pausedesk.core.rules.resume import ResumeKind, classify_resume


def _record(kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": "2026-11-30T10:00:00Z", "type": kind, "payload": payload}


def _item(kind: str, **more: Any) -> dict[str, Any]:
    return _record("response_item", type=kind, **more)


def _event(kind: str, **more: Any) -> dict[str, Any]:
    return _record("event_msg", type=kind, **more)


def _said(role: str, words: str) -> dict[str, Any]:
    return _item("message", role=role, content=[{"type": "input_text", "text": words}])


def _call(name: str = "shell", call: str = "c1", **given: Any) -> dict[str, Any]:
    return _item("function_call", name=name, call_id=call, arguments=json.dumps(given))


def _back(words: Any = "ok", call: str = "c1") -> dict[str, Any]:
    return _item("function_call_output", call_id=call, output=words)


META = _record("session_meta", id="s1", cwd="/srv/shop", cli_version="0.146.0")
NEVER = _record("turn_context", approval_policy="never", model="gpt")
ASKS = _record("turn_context", approval_policy="on-request", model="gpt")
INJECTED = _said("user", "<environment_context>cwd</environment_context>")
PROMPT, ANSWER = _said("user", "mend the till"), _said("assistant", "Mended.")
STARTED, ABORTED = _event("task_started"), _event("turn_aborted", reason="interrupted")
COMPLETE = _event("task_complete", last_agent_message="Mended.")
ESCALATED = _call(sandbox_permissions="require_escalated", command="rm")


def _file(path: Path, records: Sequence[Any], end: str = "\n") -> Path:
    path.write_text("".join(json.dumps(record) + "\n" for record in records)[:-1] + end)
    return path


def _read(tmp_path: Path, records: Sequence[Any], end: str = "\n") -> ForeignSession:
    file = _file(tmp_path / "rollout.jsonl", records, end)
    assert isinstance(sniffed(place_of(file)), Codex)
    (session,) = read_all(Codex(), file)
    return session


def _failed(word: str) -> dict[str, Any]:
    return _event("task_complete", last_agent_message=None, error={"message": "no", "codex_error_info": word})


@pytest.mark.parametrize(
    ("records", "ending", "confidence", "stopped_by"),
    [
        ([META, INJECTED], "empty", "certain", ""),
        ([META, PROMPT], "user_unanswered", "certain", "process"),
        ([META, PROMPT, STARTED], "user_unanswered", "probable", "process"),
        ([META, PROMPT, ANSWER], "finished", "probable", ""),
        ([META, PROMPT, STARTED, ANSWER, COMPLETE, _event("token_count")], "finished", "certain", ""),
        ([META, PROMPT, STARTED, ANSWER], "response_cut_off", "probable", "process"),
        ([META, PROMPT, STARTED, _failed("context_window_exceeded")], "context_full", "certain", "process"),
        ([META, PROMPT, STARTED, _failed("usage_limit")], "api_error", "certain", "process"),
        ([META, PROMPT, STARTED, ABORTED], "response_cut_off", "certain", "person"),
        ([META, PROMPT, STARTED, _call(), ABORTED], "tools_interrupted", "certain", "person"),
        ([META, PROMPT, ABORTED, _call(), _back("patch rejected by user")], "tools_interrupted", "certain", "person"),
        ([META, PROMPT, _event("turn_aborted", reason="replaced")], "stopped", "probable", "unknown"),
        ([META, PROMPT, _item("message", role="assistant", content=None)], "response_cut_off", "probable", "process"),
        ([META, PROMPT, _item("message", role="assistant", content=[7])], "response_cut_off", "probable", "process"),
        ([META, STARTED, PROMPT, ANSWER], "response_cut_off", "probable", "process"),
        ([META, STARTED, PROMPT, ANSWER, COMPLETE], "finished", "certain", ""),
        ([META, STARTED, PROMPT, ANSWER, COMPLETE, PROMPT, ANSWER], "finished", "probable", ""),
        ([META, PROMPT, ABORTED, PROMPT, ANSWER], "finished", "probable", ""),
        ([META, ASKS, PROMPT, ESCALATED], "waiting_approval", "probable", "unknown"),
        ([META, NEVER, PROMPT, ESCALATED], "tools_interrupted", "probable", "process"),
        ([META, ASKS, PROMPT, _call(with_escalated_permissions=True)], "waiting_approval", "probable", "unknown"),
        ([META, ASKS, PROMPT, _call("request_user_input")], "waiting_approval", "probable", "unknown"),
        ([META, ASKS, PROMPT, _call()], "tools_interrupted", "probable", "process"),
        ([META, PROMPT, _call(), _back()], "response_cut_off", "probable", "process"),
        ([META, PROMPT, _item("reasoning", summary=[])], "user_unanswered", "certain", "process"),
        ([META, PROMPT, ANSWER, "?"], "unreadable", "certain", ""),
        ([META, "?", PROMPT, ANSWER], "finished", "guess", ""),
        ([META, PROMPT, ANSWER, "?", _event("token_count")], "unreadable", "certain", ""),
    ],
)
def test_how_a_rollout_ended(tmp_path: Path, records: list[Any], ending: str, confidence: str, stopped_by: str) -> None:
    reading = _read(tmp_path, records).reading
    assert (str(reading.ending), reading.confidence, reading.stopped_by) == (ending, confidence, stopped_by)


def test_what_is_known_of_a_rollout_and_where_it_is_picked_up(tmp_path: Path) -> None:
    request = _said("user", "# Context from my IDE setup:\n\n## My request for Codex:\nmend the till\n")
    session = _read(tmp_path, [META, ASKS, INJECTED, request, ESCALATED, _call(call="c2"), _back(call="c2")])
    assert (session.key, session.folder, session.version, session.model) == ("s1", "/srv/shop", "0.146.0", "gpt")
    assert (session.title, session.command) == ("mend the till", ("codex", "resume", "s1"))
    assert [(call.call, call.tool) for call in session.waiting] == [("c1", "shell")]
    point = classify_resume(session.tail)
    assert (point.kind, [call.id for call in point.unanswered]) == (ResumeKind.RECOVER_TOOLS, ["c1"])


def test_a_fork_keeps_its_own_id_though_it_replays_its_parent(tmp_path: Path) -> None:
    fork = _record("session_meta", id="s2", cwd="/srv/fork", forked_from_id="s1")
    session = _read(tmp_path, [fork, META, PROMPT, ANSWER])
    assert (session.key, session.folder, session.parent) == ("s2", "/srv/fork", "s1")


def test_an_older_file_without_wrappers_is_read(tmp_path: Path) -> None:
    bare = {"id": "s0", "timestamp": "2025-05-01T10:00:00Z", "instructions": None}
    session = _read(tmp_path, [bare, PROMPT["payload"], ANSWER["payload"]])
    assert (session.key, str(session.reading.ending), session.messages) == ("s0", "finished", 2)


def test_the_timeline_tells_each_thing_once(tmp_path: Path) -> None:
    image = _item(
        "message", role="user", content=[{"type": "input_image", "image_url": "data:image/png;base64," + "A" * 1200}]
    )
    records = [META, INJECTED, PROMPT, _event("user_message", message="mend"), _call(), _back(), image, ABORTED]
    file = _file(tmp_path / "rollout.jsonl", [*records, {"type": "world_state"}])
    items, total = Codex().items(place_of(file), "s1", 0, 20)
    assert [item.kind for item in items] == ["notice", "user", "call", "result", "user", "notice", "raw"]
    assert (items[4].text, items[5].text, total) == ("[image/png, 900 bytes]", "interrupted", 7)
    assert Codex().items(place_of(file), "s1", 1, 1) == (items[1:2], None)


def test_no_damage_makes_a_rollout_finished(tmp_path: Path, told: Callable[[str], None]) -> None:
    records = [META, ASKS, PROMPT, STARTED, ESCALATED, _back()]
    content = "".join(json.dumps(record) + "\n" for record in records).encode()
    contents = [*cuts(content), *flips(content, random.Random(6), 300), b"\xef\xbb\xbf" + content]
    contents += [content.replace(b"\n", b"\r\n"), content + b"\0\n", content + b'{"a":' * 10_000]
    for at, record in enumerate(records):
        whole = [*records]
        for swapped in swaps(record):
            whole[at] = swapped
            contents.append("".join(json.dumps(one) + "\n" for one in whole).encode())
    endings, wrong = damaged(Codex(), tmp_path / "damaged.jsonl", iter(contents), lambda content: False)
    told(counted("rollouts of Codex", endings))
    assert wrong == []
    assert endings.total() == len(contents)
