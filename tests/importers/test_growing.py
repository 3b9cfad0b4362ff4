"""A file that grows is read on from where it was read to, and says what it would say if it were read anew."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.importers.files import AT, cuts

from pausedesk.core.importers import growing, lines, place_of
from pausedesk.core.importers.claude_code import ClaudeCode
from pausedesk.core.importers.codex import Codex
from pausedesk.core.importers.growing import Growing, Grown


def _claude(kind: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"id": f"m{len(str(content))}", "role": kind, "content": content, "stop_reason": None, "model": "m"}
    return {"type": kind, "uuid": "u", "sessionId": "s1", "cwd": "/srv", "timestamp": AT, "message": message, **more}


def _codex(kind: str, **payload: Any) -> dict[str, Any]:
    return {"type": kind, "timestamp": AT, "payload": payload}


def _content(*records: dict[str, Any]) -> bytes:
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


CLAUDE = _content(
    {"type": "file-history-snapshot", "messageId": "m0"},
    _claude("user", "Tidy up the stock list, é"),
    _claude("assistant", [{"type": "text", "text": "I look."}]),
    _claude("assistant", [{"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "ls", "n": 1.5}}]),
    _claude("user", "aside", isSidechain=True),
    _claude("user", [{"type": "tool_result", "tool_use_id": "c1", "content": "a b"}]),
    {"type": "user", "message": "of no form"},
    _claude("assistant", [{"type": "text", "text": "Done."}], isApiErrorMessage=False),
    {"type": "system", "subtype": "turn_duration", "sessionId": "s1", "uuid": "e"},
    _claude("user", "And the other?", permissionMode="plan"),
    _claude("assistant", [{"type": "tool_use", "id": "c2", "name": "ExitPlanMode", "input": {}}]),
)
CODEX = _content(
    _codex("session_meta", id="s1", cwd="/srv", cli_version="0.9"),
    _codex("turn_context", approval_policy="on-request", model="m"),
    _codex("event_msg", type="task_started"),
    _codex("response_item", type="message", role="user", content=[{"type": "input_text", "text": "Tidy up"}]),
    _codex("response_item", type="function_call", name="shell", call_id="c1", arguments='{"command": ["ls"]}'),
    _codex("response_item", type="function_call_output", call_id="c1", output="a b"),
    _codex("event_msg", type="error", error={"deep": [1, {"x": None}]}),
    _codex("event_msg", type="task_complete", last_agent_message=None, error={"codex_error_info": "other"}),
    _codex("event_msg", type="task_started"),
    _codex("response_item", type="message", role="user", content=[{"type": "input_text", "text": "Again"}]),
    _codex(
        "response_item",
        type="function_call",
        name="shell",
        call_id="c2",
        arguments='{"with_escalated_permissions": true}',
    ),
    _codex("event_msg", type="turn_aborted", reason="interrupted"),
)
FILES = ((ClaudeCode(), CLAUDE), (Codex(), CODEX))


def _read(importer: Growing, file: Path, kept: str | None) -> tuple[Any, Grown]:
    return importer.read_on(place_of(file), lambda _read, _all: True, kept)


@pytest.mark.parametrize(("importer", "content"), FILES)
def test_wherever_it_was_cut_it_is_read_on_as_if_it_were_read_anew(
    importer: Growing, content: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(content)
    whole = _read(importer, file, None)
    for begun in cuts(content):
        file.write_bytes(begun)
        _, grown = _read(importer, file, None)
        assert grown.kept is not None
        file.write_bytes(content)
        assert _read(importer, file, grown.kept) == whole
    assert _read(importer, file, whole[1].kept) == whole


@pytest.mark.parametrize(("importer", "content"), FILES)
def test_a_file_that_grows_piece_by_piece_is_read_once(
    importer: Growing, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growing, "PAGE_LINES", 2)
    file = tmp_path / "session.jsonl"
    file.touch()
    chance = random.Random(3)
    kept: str | None = None
    told: Any = None
    pages: Any = None
    begun = 0
    while begun < len(content):
        begun += chance.randrange(1, 200)
        file.write_bytes(content[:begun])
        told, grown = _read(importer, file, kept)
        kept, pages = grown.kept, grown.pages
    whole, anew = _read(importer, file, None)
    assert (told, pages) == (whole, anew.pages)
    assert len(pages) == (content.count(b"\n") + 1) // 2


@pytest.mark.parametrize("kept", ["", "{}", "no json", '{"offset": 5}', '{"offset": "x", "digest": ""}', "[]", "null"])
def test_what_was_kept_by_something_else_is_not_used(kept: str, tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(CLAUDE)
    assert _read(ClaudeCode(), file, kept) == _read(ClaudeCode(), file, None)


def test_a_file_that_was_written_anew_is_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    file.write_bytes(CLAUDE)
    _, grown = _read(ClaudeCode(), file, None)
    file.write_bytes(CLAUDE.replace(b"Tidy up", b"Dirt up") + _content(_claude("user", "More")))
    session, _ = _read(ClaudeCode(), file, grown.kept)
    assert session.title == "Dirt up the stock list, é"
    file.write_bytes(CLAUDE[:400])
    assert _read(ClaudeCode(), file, grown.kept) == _read(ClaudeCode(), file, None)


@pytest.mark.parametrize("seen", [growing.SEEN, 400])
def test_a_byte_changed_anywhere_that_is_looked_at_again_has_the_file_read_anew(
    seen: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(growing, "SEEN", seen)
    file = tmp_path / "session.jsonl"
    begun = CLAUDE[: CLAUDE.rindex(b"\n", 0, -1) + 1]
    file.write_bytes(begun)
    kept = _read(ClaudeCode(), file, None)[1].kept
    offset = [_begun_at(ClaudeCode(), file, kept, monkeypatch)]
    for at in range(0, len(begun), 7):
        file.write_bytes(begun[:at] + bytes([begun[at] ^ 1]) + begun[at + 1 :])
        offset.append(_begun_at(ClaudeCode(), file, kept, monkeypatch))
    assert offset[0] == len(begun)
    assert {at for at in range(0, len(begun), 7) if offset[1 + at // 7]} == {
        at for at in range(0, len(begun), 7) if seen <= at < len(begun) - seen
    }


def _begun_at(importer: Growing, file: Path, kept: str | None, monkeypatch: pytest.MonkeyPatch) -> int:
    begun: list[int] = []

    def watched(*given: Any, **more: Any) -> Any:
        begun.append(more["offset"])
        return lines.read_lines(*given, **more)

    monkeypatch.setattr(growing, "read_lines", watched)
    _read(importer, file, kept)
    return begun[0]


def test_half_of_a_surrogate_pair_keeps_nothing_from_being_read_on(tmp_path: Path) -> None:
    file = tmp_path / "session.jsonl"
    half = json.dumps(_claude("user", "\ud83d")).encode() + b"\n"
    file.write_bytes(half)
    session, grown = _read(ClaudeCode(), file, None)
    assert (session.reading.ending, session.title) == ("user_unanswered", "\ud83d")
    file.write_bytes(half + CLAUDE)
    assert _read(ClaudeCode(), file, grown.kept) == _read(ClaudeCode(), file, None)
