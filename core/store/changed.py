"""What changed since a question was asked, before anybody decides: told without starting anything."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from pausedesk.core.model.states import RequestState
from pausedesk.core.named_files import as_they_are, changed_file
from pausedesk.core.store.tables import requests


def changed_since(row: Any) -> str | None:
    """What is not as it was when a request (its row) was asked, in a sentence; None where nothing is known to be."""
    asked = json.loads(row.files)
    return changed_file(asked, as_they_are(asked)) if asked else None


def changed_questions(connection: Connection, sessions: Sequence[str]) -> dict[str, str]:
    """The waiting requests of several sessions of which something changed, with the sentence that says what."""
    rows = connection.execute(
        select(requests).where(requests.c.session_id.in_(list(sessions)), requests.c.state == RequestState.WAITING)
    )
    return {row.id: said for row in rows if (said := changed_since(row)) is not None}
