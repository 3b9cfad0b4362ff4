"""An incident made ready on the reader thread: every text escaped and masked. Qt-free."""

from __future__ import annotations

from dataclasses import dataclass

from pausedesk.core.model.incidents import Incident, IncidentCall, IncidentRow
from pausedesk.core.rules.call_states import check_sentence
from pausedesk.core.rules.shown import Shown, safe, safe_line, shown_json
from pausedesk.gui.card.rows import LONG
from pausedesk.gui.ports import ReaderPort


@dataclass(frozen=True, slots=True)
class PreparedCall:
    """One call ready to show. `arguments` is None where they are too long to be looked at beside others."""

    call: IncidentCall
    tool: str
    title: str
    arguments: Shown | None
    last_output: str
    late_result: str
    checked: str


@dataclass(frozen=True, slots=True)
class PreparedIncident:
    """The incidents there are, and the one that is looked at (None: there is none) with its calls."""

    rows: tuple[IncidentRow, ...]
    incident: Incident | None = None
    calls: tuple[PreparedCall, ...] = ()


def read_incidents(reader: ReaderPort, runner: str | None, execution: str | None) -> PreparedIncident:
    """Read the incidents, and of one the calls: the one of `runner`, of the call `execution`, or the newest."""
    rows = tuple(reader.incidents())
    wanted = (reader.incident_of(execution) if execution is not None else None) or runner
    names = [row.runner for row in rows]
    if wanted not in names:
        wanted = names[0] if names else None
    incident = reader.incident(wanted) if wanted is not None else None
    calls = tuple(_prepared(one) for one in incident.calls) if incident is not None else ()
    return PreparedIncident(rows, incident, calls)


def _prepared(call: IncidentCall) -> PreparedCall:
    view = call.view
    return PreparedCall(
        call=call,
        tool=safe_line(view.tool, 120),
        title=safe_line(call.title, 120),
        arguments=shown_json(view.arguments) if len(view.arguments) <= LONG else None,
        last_output=safe(view.last_output[-LONG:]),
        late_result=safe((view.late_result or "")[:LONG]),
        checked="" if view.checked is None else safe(check_sentence(view.checked)),
    )
