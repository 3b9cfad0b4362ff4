"""A session of every format as its program writes it, in pieces (lines, files, cells), and how these are written."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.importers.fuzzing import oracles
from tests.importers.fuzzing.damage import Pieces, Raw, dumped
from tests.importers.fuzzing.histories import (
    ACTION,
    ADK_ASKS,
    ADK_DONE,
    AF,
    AF_CALL,
    ASKS,
    ASKS_IN_NODE,
    CLAUDE,
    CLAUDE_BACK,
    CLAUDE_DONE,
    CLAUDE_END,
    CODEX,
    CODEX_BACK,
    CODEX_COUNT,
    CODEX_DONE,
    CODEX_END,
    EVENTS,
    GEMINI,
    GEMINI_DONE,
    GEMINI_HEAD,
    GEMINI_MORE,
    MS,
    OPENAI_BACK,
    OPENAI_CALL,
    OPENAI_DONE,
    OPENCODE_NAMES,
    PAUSE,
    PYDANTIC,
    PYDANTIC_DONE,
    RUN,
    RUN_DONE,
    SEEN,
    SENT,
    SNAPSHOT,
    STRANDS,
    STRANDS_NAMES,
    TALK,
    TASK,
    TASK_DONE,
    THREAD,
    THREAD_DONE,
    ZETT,
    ZETT_DONE,
    agent_of,
    event_of,
    framework_of,
    opencode_of,
    spoken_of,
    state_of,
)
from tests.importers.packing import packed

from pausedesk.core.importers.adk import ADK
from pausedesk.core.importers.agent_framework import AgentFramework
from pausedesk.core.importers.base import Importer
from pausedesk.core.importers.claude_code import ClaudeCode
from pausedesk.core.importers.cline import Cline
from pausedesk.core.importers.codex import Codex
from pausedesk.core.importers.envelopes import Envelopes
from pausedesk.core.importers.gemini_cli import GeminiCLI
from pausedesk.core.importers.holdpoint import Holdpoint
from pausedesk.core.importers.langgraph import LangGraph
from pausedesk.core.importers.openai_agents import RunState, SQLiteSession
from pausedesk.core.importers.opencode import OpenCode, OpenCodeFiles
from pausedesk.core.importers.openhands import OpenHands
from pausedesk.core.importers.pydantic_ai import PydanticAI, PydanticAIRuns
from pausedesk.core.importers.strands import Strands
from pausedesk.core.importers.zett import Zett


@dataclass(frozen=True)
class Whole:
    """A format. `histories` are sessions in pieces, one that waits or was cut off and one that is finished; `write`
    writes pieces into a new folder and says the place; `finished` whether they may be called so (oracles).

    `joined`: the pieces are the lines of one file.
    """

    name: str
    importer: Callable[[], Importer]
    histories: Sequence[Sequence[Any]]
    write: Callable[[Path, Pieces], Path]
    finished: Callable[[Pieces], bool]
    joined: bool = False
    encode: Callable[[Any], bytes] = dumped


# -- writing -----------------------------------------------------------------------------------------------------------


def _one_file(name: str) -> Callable[[Path, Pieces], Path]:
    def write(folder: Path, pieces: Pieces) -> Path:
        (folder / name).write_bytes(b"\n".join(one for one in pieces if one is not None))
        return folder / name

    return write


def _files(*names: str, root: str = "place", folders: Sequence[str] = ()) -> Callable[[Path, Pieces], Path]:
    def write(folder: Path, pieces: Pieces) -> Path:
        for name in (*names, *(f"{one}/x" for one in folders)):
            (folder / root / name).parent.mkdir(parents=True, exist_ok=True)
        for name, piece in zip(names, pieces, strict=True):
            if piece is not None:
                (folder / root / name).write_bytes(piece)
        return folder / root

    return write


def _database(schema: str, *statements: str) -> Callable[[Path, Pieces], Path]:
    """The pieces are the cells of the statements in their order; the last one is for each that is left, numbered."""

    def write(folder: Path, pieces: Pieces) -> Path:
        file = folder / "a.db"
        with closing(sqlite3.connect(file, isolation_level=None)) as database:
            database.executescript(f"PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; BEGIN; {schema}")
            left = list(pieces)
            for statement in statements[:-1]:
                given = [left.pop(0) for _ in range(statement.count("?"))]
                database.execute(statement, given)
            for number, piece in enumerate(left):
                database.execute(statements[-1], (number, piece))
            database.execute("COMMIT")
        return file

    return write


def _opencode_files(folder: Path, pieces: Pieces) -> Path:
    place = _files(*OPENCODE_NAMES, root="storage")(folder, pieces)
    about = {"id": "ses_1", "directory": "/srv", "title": "Till", "time": {"created": MS, "updated": MS}}
    (place / "session" / "p").mkdir(parents=True)
    (place / "session" / "p" / "ses_1.json").write_text(json.dumps(about))
    return place


_HOLD = "id kind status payload payload_fp result error_message created_at updated_at decided_by execution_started_at"


WHOLE: tuple[Whole, ...] = (
    Whole(
        "claude-code",
        ClaudeCode,
        ([*CLAUDE], [*CLAUDE, CLAUDE_BACK, CLAUDE_DONE, CLAUDE_END, SNAPSHOT]),
        _one_file("a.jsonl"),
        oracles.claude_code,
        joined=True,
    ),
    Whole(
        "codex",
        Codex,
        (
            [*CODEX],
            [*CODEX, CODEX_BACK, CODEX_DONE, CODEX_END, CODEX_COUNT],
            [*CODEX[:2], *CODEX[3:], CODEX_BACK, CODEX_DONE, CODEX_COUNT],
        ),
        _one_file("a.jsonl"),
        oracles.codex,
        joined=True,
    ),
    Whole(
        "gemini-cli",
        GeminiCLI,
        ([GEMINI_HEAD, *GEMINI], [GEMINI_HEAD, *GEMINI_DONE, *GEMINI_MORE]),
        _one_file("a.jsonl"),
        oracles.gemini_cli,
        joined=True,
    ),
    Whole(
        "gemini-cli, one value",
        GeminiCLI,
        ([{**GEMINI_HEAD, "messages": GEMINI}], [{**GEMINI_HEAD, "messages": GEMINI_DONE}]),
        _one_file("a.json"),
        oracles.gemini_cli,
    ),
    Whole("pydantic-ai", PydanticAI, ([PYDANTIC], [PYDANTIC_DONE]), _one_file("a.json"), oracles.pydantic_ai),
    Whole("openai-agents-run", RunState, ([RUN], [RUN_DONE]), _one_file("a.json"), oracles.openai_run),
    Whole(
        "agent-framework",
        AgentFramework,
        ([framework_of(*AF[:2], pending=[{"function_call": AF_CALL}])], [framework_of(*AF)]),
        _one_file("a.json"),
        oracles.agent_framework,
    ),
    Whole("envelopes", Envelopes, ([PAUSE], [TALK]), _one_file("a.json"), oracles.envelopes),
    Whole(
        "cline",
        Cline,
        ([TASK, SENT, {"task": "mend"}], [TASK_DONE, SENT, {"task": "mend"}]),
        _files("ui_messages.json", "api_conversation_history.json", "history_item.json"),
        oracles.cline,
    ),
    Whole(
        "openhands",
        OpenHands,
        (
            [state_of("waiting_for_confirmation"), spoken_of("user", "mend"), ACTION, event_of("TokenEvent"), None],
            [state_of("idle"), spoken_of("user", "mend"), ACTION, SEEN, spoken_of("agent", "Mended.")],
        ),
        _files("base_state.json", *EVENTS),
        oracles.openhands,
    ),
    Whole(
        "strands",
        Strands,
        (
            [{"session_id": "s1", "session_type": "AGENT"}, ASKS, *STRANDS[:2], *STRANDS[:2]],
            [{"session_id": "s1", "session_type": "AGENT"}, agent_of(interrupts={}, activated=False), *STRANDS],
        ),
        _files(*STRANDS_NAMES, folders=("agents",)),
        oracles.strands,
    ),
    Whole(
        "opencode-files",
        OpenCodeFiles,
        (opencode_of("running"), opencode_of("completed", completed=MS)),
        _opencode_files,
        oracles.opencode,
    ),
    Whole(
        "opencode",
        OpenCode,
        (opencode_of("running"), opencode_of("completed", completed=MS)),
        _database(
            "CREATE TABLE session (id, project_id, parent_id, directory, title, version, revert, time_created, "
            "time_updated); CREATE TABLE message (id, session_id, time_created, data); "
            "CREATE TABLE part (id, message_id, session_id, data); "
            f"INSERT INTO session VALUES ('s1', 'p', NULL, '/srv', 'Till', '1', NULL, {MS}, {MS});",
            "INSERT INTO message VALUES ('m1', 's1', 1, ?)",
            "INSERT INTO part VALUES ('p0', 'm1', 's1', ?)",
            "INSERT INTO message VALUES ('m2', 's1', 2, ?)",
            "INSERT INTO part VALUES ('q' || ?, 'm2', 's1', ?)",
        ),
        oracles.opencode,
    ),
    Whole(
        "openai-agents-session",
        SQLiteSession,
        (
            [{"role": "user", "content": "mend"}, OPENAI_CALL],
            [{"role": "user", "content": "mend"}, OPENAI_CALL, OPENAI_BACK, OPENAI_DONE],
        ),
        _database(
            "CREATE TABLE agent_sessions (session_id, created_at, updated_at); "
            "CREATE TABLE agent_messages (id INTEGER PRIMARY KEY, session_id, message_data, created_at); "
            "INSERT INTO agent_sessions VALUES ('s1', '2026-11-30 10:00:00', '2026-11-30 10:00:00');",
            "INSERT INTO agent_messages VALUES (?, 's1', ?, '2026-11-30 10:00:00')",
        ),
        oracles.openai_session,
    ),
    Whole(
        "pydantic-ai-runs",
        PydanticAIRuns,
        (
            [PYDANTIC, {"approvals": [{"tool_name": "mend", "tool_call_id": "c1"}], "calls": []}],
            [PYDANTIC_DONE, {"approvals": []}],
        ),
        _database(
            "CREATE TABLE runs (id, messages, pending, status);",
            "INSERT INTO runs VALUES ('r1', ?, ?, 'part_kind')",
            "SELECT ?, ?",
        ),
        oracles.pydantic_ai_runs,
    ),
    Whole(
        "zett",
        Zett,
        (ZETT, ZETT_DONE),
        _database(
            "CREATE TABLE agent_sessions (id, parent_session_id, title, created_at, updated_at); "
            "CREATE TABLE raw_messages (session_id, sequence, role, content, message_json, completed_at); "
            "CREATE TABLE session_snapshots (session_id, message_json); "
            "INSERT INTO agent_sessions VALUES ('s1', NULL, NULL, '2026-11-30 10:00:00', '2026-11-30 10:00:00');",
            "INSERT INTO raw_messages VALUES ('s1', ?, 2, 'mend', ?, '2026-11-30 10:00:00')",
        ),
        oracles.zett,
    ),
    Whole(
        "google-adk",
        ADK,
        (ADK_ASKS, ADK_DONE),
        _database(
            "CREATE TABLE app_states (app_name); "
            "CREATE TABLE sessions (app_name, user_id, id, create_time, update_time); "
            "CREATE TABLE events (app_name, user_id, session_id, invocation_id, timestamp, event_data); "
            "INSERT INTO sessions VALUES ('app', 'u', 's', 1796065227.5, 1796065228.5);",
            "INSERT INTO events VALUES ('app', 'u', 's', 'i', ?, ?)",
        ),
        oracles.adk,
    ),
    Whole(
        "holdpoint",
        Holdpoint,
        ([Raw(b"pending"), {"what": "till"}], [Raw(b"executed"), {"what": "till"}]),
        _database(
            f"CREATE TABLE actions ({', '.join(_HOLD.split())}); CREATE TABLE audit_log (action_id);",
            "INSERT INTO actions (id, kind, created_at, status, payload) VALUES ('a', 'mend', '2026-11-30', ?, ?)",
            "SELECT ?, ?",
        ),
        oracles.holdpoint,
    ),
    Whole(
        "langgraph",
        LangGraph,
        ([THREAD, ASKS_IN_NODE], [THREAD_DONE]),
        _database(
            "CREATE TABLE checkpoints (thread_id, checkpoint_ns, checkpoint_id, type, checkpoint, metadata); "
            "CREATE TABLE writes (thread_id, checkpoint_ns, checkpoint_id, task_id, task_path, idx, channel, type, "
            "value);",
            "INSERT INTO checkpoints VALUES ('t', '', '1', 'msgpack', ?, NULL)",
            "INSERT INTO writes VALUES ('t', '', '1', 't1', '', ?, '__interrupt__', 'msgpack', ?)",
        ),
        oracles.langgraph,
        encode=packed,
    ),
)
