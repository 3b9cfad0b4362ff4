"""Envelopes: `inspect` says of them what `import` makes of them."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.core.test_store_imported import CONSENT, HISTORY, QUESTION, conversation

from pausedesk.core.cli import main
from pausedesk.core.importers import inspected, place_of, sniffed
from pausedesk.core.importers.envelopes import Envelopes
from pausedesk.core.rules.resume import ResumeKind, classify_resume

RAN = {"role": "tool", "content": "ok", "toolCallId": "c1", "toolName": "deploy"}
ENVELOPES: dict[str, Any] = {
    "asked": QUESTION,
    "broken": b'{"format": "flowchart-v1"',
    "empty": conversation(history=[]),
    "gate": CONSENT,
    "open": conversation(),
    "said": conversation(history=[*HISTORY, RAN, {"role": "assistant", "content": "Shipped."}]),
    "unknown": {"format": "conversation-v9"},
}


def _store(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE sessions (session_id TEXT, envelope TEXT)")
        for key, value in ENVELOPES.items():
            body = value if isinstance(value, bytes) else json.dumps(value).encode()
            database.execute("INSERT INTO sessions VALUES (?, ?)", (key, body))
    return path


def test_inspect_says_how_each_envelope_would_be_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = _store(tmp_path / "sessions.sqlite")
    assert main(["--json", "inspect", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert main(["--json", "--store", str(tmp_path / "store.db"), "import", str(file)]) == 0
    imported = json.loads(capsys.readouterr().out)["imported"]
    assert told["format"] == "envelopes"
    assert {one["session"]: one["ending"] for one in told["sessions"]} == {
        one["place"].rpartition("#")[2]: one["ending"] for one in imported
    }
    endings = {one["session"]: (one["ending"], one["confidence"], len(one["waiting"])) for one in told["sessions"]}
    assert endings == {
        "asked": ("waiting_approval", "probable", 1),
        "broken": ("unreadable", "certain", 0),
        "empty": ("empty", "probable", 0),
        "gate": ("tools_interrupted", "probable", 0),
        "open": ("tools_interrupted", "probable", 0),
        "said": ("finished", "probable", 0),
        "unknown": ("unreadable", "certain", 0),
    }


def test_an_envelope_in_a_file_of_its_own_is_read_too(tmp_path: Path) -> None:
    file = tmp_path / "gate.json"
    file.write_text(json.dumps(CONSENT))
    place = place_of(file)
    # `import` keeps its bytes: it is none of the sessions that stay where they are.
    assert sniffed(place) is None
    assert isinstance(inspected(place), Envelopes)
    (session,) = Envelopes().read(place, lambda _read, _all: True)
    assert [(call.call, call.tool, call.arguments) for call in session.open_calls] == [("c1", "deploy", {"to": "prod"})]
    assert classify_resume(session.tail).kind is ResumeKind.RECOVER_TOOLS
    items, total = Envelopes().items(place, session.key, 0, 10)
    assert ([item.kind for item in items], total) == (["user", "assistant", "call"], 3)
