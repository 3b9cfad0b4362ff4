"""holdpoint: actions that a person decides, one a row of its SQLite store.

Rules: frameworks, 1. A decided action says so; one whose execution began and has no result may have run.
"""

from __future__ import annotations

from collections.abc import Iterator

from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.databases import copied, has_tables, key_text, keyed, plain
from pausedesk.core.importers.lines import Stopped
from pausedesk.core.importers.values import arguments, moment, tool_call
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import HistoryItem
from pausedesk.core.store.foreign import foreign_database

_ACTIONS = "SELECT rowid, typeof(id), id FROM actions ORDER BY created_at, id"
_ACTION = (
    "SELECT kind, status, payload, result, error_message, created_at, updated_at, decided_by, execution_started_at "
    "FROM actions WHERE rowid = ?"
)


class Holdpoint:
    """Actions of holdpoint."""

    format = "holdpoint"
    program = "holdpoint"

    def sniff(self, place: Place) -> bool:
        """A database with the tables `actions` and `audit_log`, the first with a `payload_fp`."""
        return has_tables(place, "actions", "audit_log", "payload_fp")

    def read(self, place: Place, progress: Progress) -> Iterator[ForeignSession]:
        """Each action, as a session of one call."""
        with copied(place, progress) as database:
            known = keyed(database.execute(_ACTIONS))
            for number, (key, (rowid, *_)) in enumerate(known.items()):
                if not progress(number, len(known)):
                    raise Stopped
                about = database.execute(_ACTION, (rowid,)).fetchone()
                yield _session(key, *(None if value is None else plain(value) for value in about))

    def items(self, place: Place, key: str, start: int, count: int) -> tuple[list[HistoryItem], int | None]:
        """The call, what was decided and what came of it."""
        with foreign_database(place.path) as database:
            row = keyed(database.execute(_ACTIONS)).get(key)
            if row is None:
                return [], 0
            about = database.execute(_ACTION, (row[0],)).fetchone()
        kind, status, payload, result, error, created, updated, by, _ = map(plain, about)
        found = [HistoryItem(moment(created), "call", payload, kind, key_text(row[2]))]
        if by:
            found.append(HistoryItem(moment(updated), "notice", f"{status} by {by}"))
        if result or error:
            found.append(HistoryItem(moment(updated), "result", result or error, kind, key_text(row[2])))
        return found[start : start + count], len(found)


_READINGS = {
    "pending": (Ending.WAITING_APPROVAL, "certain", "", "Its status is pending."),
    "executed": (Ending.FINISHED, "certain", "", "It was executed."),
    "rejected": (Ending.FINISHED, "certain", "person", "It was rejected."),
    "expired": (Ending.EXPIRED, "certain", "process", "Nobody decided it in time."),
    "failed": (Ending.API_ERROR, "certain", "process", "It was executed and failed."),
}


def _session(
    key: str,
    kind: str | None,
    status: str | None,
    payload: str | None,
    _result: str | None,
    _error: str | None,
    created: str | None,
    updated: str | None,
    _by: str | None,
    begun: str | None,
) -> ForeignSession:
    call = ForeignCall(key, kind or "", arguments(payload))
    if status == "approved" and begun:
        reading = Reading(Ending.MAY_HAVE_RUN, "certain", "process", "Its execution began, and it has no end.")
    elif status == "approved":
        reading = Reading(Ending.WAITING_APPROVAL, "certain", "", "It was approved and not executed yet.")
    elif status in _READINGS:
        reading = Reading(*_READINGS[status])
    else:
        reading = Reading(Ending.UNREADABLE, "certain", "", f"Its status is {status}, which is not known here.")
    is_open = status in ("pending", "approved")
    return ForeignSession(
        key,
        kind or "",
        "",
        "",
        "",
        moment(created),
        moment(updated),
        reading,
        waiting=(call,) if status == "pending" else (),
        open_calls=(call,) if is_open else (),
        answered={"pending": False, "approved": True}.get(status or ""),
        tail=(Message(Role.ASSISTANT, tool_calls=(tool_call(call),)),) if is_open else (),
        messages=1,
    )
