"""Folders of other programs' sessions, and what the list says after a look through them."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.importers.files import AT

from pausedesk.core.importers import cards
from pausedesk.core.importers.scanning import ScanSummary, scan
from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Narrowing, SessionCard, SessionRow
from pausedesk.core.store.engine import Store
from pausedesk.core.store.reads import Reader, page_rows


def record(session: str, kind: str, content: Any, **more: Any) -> dict[str, Any]:
    """A record of Claude Code."""
    return {
        "type": kind,
        "uuid": "u",
        "sessionId": session,
        "cwd": "/srv/gone",
        "timestamp": AT,
        "message": {"role": kind, "content": content},
        **more,
    }


def lines_of(*records: dict[str, Any]) -> str:
    """A file of records."""
    return "".join(json.dumps(record) + "\n" for record in records)


def claude(folder: Path, session: str = "s1", *more: dict[str, Any]) -> Path:
    """A file with a session of Claude Code."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{session}.jsonl"
    file.write_text(lines_of(record(session, "user", f"Tidy up {session}"), *more))
    return file


CALLS = [{"type": "tool_use", "id": "c1", "name": "Bash", "input": {"command": "rm -r old"}}]


def looked(store: Store, place: Path, format: str = "claude-code") -> ScanSummary:
    """Look through a place."""
    return scan(store, place, lambda _progress: True, format=format)


def listed(store: Store, **narrowed: Any) -> dict[str, SessionRow]:
    """The list, by session."""
    with store.read() as connection:
        return {
            row.session: row for row in page_rows(connection, ListFilter.ALL, "", 100, narrowed=Narrowing(**narrowed))
        }


def card_of(store: Store, session: str) -> SessionCard:
    """The card of a session, with its timeline."""
    with closing(Reader(store)) as reader:
        card = reader.card(session)
    assert card is not None
    return cards.completed(card)
