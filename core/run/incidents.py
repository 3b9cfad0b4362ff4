"""Taking the evidence of an incident into a file: a part at a time, so that it can be watched and cancelled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.incidents import Incident
from pausedesk.core.new_files import write_new
from pausedesk.core.rules.incident_evidence import EvidenceLines
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store.engine import Store, now_ms
from pausedesk.core.store.incidents import calls_of, find_incident

# So many calls are read in one go: a long view of the store keeps its -wal from being folded in.
AT_ONCE = 50


class Cancelled(Exception):
    """The person cancelled: no file was kept."""


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """A file of evidence that was written: where, how many calls, how many bytes."""

    path: Path
    calls: int
    size: int


def export_evidence(
    store: Store,
    runner: str,
    path: Path,
    *,
    by: str,
    secrets: bool = False,
    told: Callable[[int, int], bool] = lambda done, calls: True,
) -> EvidenceFile:
    """Write what is known of everything that a runner left in doubt, settled since or not, as lines of JSON.

    `told(done, calls)` hears how far it is; where it returns False, the writing ends, nothing is kept and `Cancelled`
    is raised. Raises ResumeDecisionError `nothing-waiting` where the runner left nothing, and as `new_files.write_new`.
    """
    with store.read() as connection:
        found = find_incident(connection, runner, LIVENESS, settled=True)
    if found is None:
        raise no_incident(runner)
    incident, executions = found
    lines = EvidenceLines(by=by, at=now_ms(), ledger=store.facts().ledger, secrets=secrets)
    size = write_new(path, _lines(store, incident, executions, lines, told))
    return EvidenceFile(path, len(executions), size)


def no_incident(runner: str) -> ResumeDecisionError:
    """The refusal of an id that names no runner with a call in doubt."""
    return ResumeDecisionError(
        "nothing-waiting",
        f"No runner {runner} left a call in doubt.",
        next_step="`pausedesk incident` lists those that did.",
    )


def _lines(
    store: Store,
    incident: Incident,
    executions: list[str],
    lines: EvidenceLines,
    told: Callable[[int, int], bool],
) -> Iterator[bytes]:
    yield lines.head(incident, len(executions))
    for first in range(0, len(executions), AT_ONCE):
        if not told(first, len(executions)):
            raise Cancelled
        with store.read() as connection:
            calls = calls_of(connection, executions[first : first + AT_ONCE], LIVENESS)
        for call in calls:
            yield from lines.call(call)
    if not told(len(executions), len(executions)):
        raise Cancelled
    yield lines.end()
