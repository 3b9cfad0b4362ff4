"""The part of the store in memory that reads and settles what runners left in doubt."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pausedesk.core.model.incidents import Incident, IncidentRow, Settlement

if TYPE_CHECKING:
    from tests.gui.fakes import FakeStore


def open_gate() -> threading.Event:
    """What lets an act pass at once, until a test clears it."""
    gate = threading.Event()
    gate.set()
    return gate


class IncidentReads:
    """The reads."""

    _store: FakeStore

    def incidents(self) -> list[IncidentRow]:
        return [
            IncidentRow(one.runner, one.owner, one.alive, len(one.calls), one.sessions, 1)
            for one in self._store.incidents
            if one.calls
        ]

    def incident(self, runner: str) -> Incident | None:
        self._store.note("incident", runner)
        return next((one for one in self._store.incidents if one.runner == runner and one.calls), None)

    def incident_of(self, execution: str) -> str | None:
        return next(
            (one.runner for one in self._store.incidents if execution in [call.view.execution for call in one.calls]),
            None,
        )


class IncidentActs:
    """The acts."""

    _store: FakeStore

    def settle_together(self, wanted: Sequence[Settlement]) -> None:
        self._store.note("settle_together", *wanted)
        if self._store.refuse is not None:
            raise self._store.refuse
        gone = {one.execution for one in wanted}
        self._store.incidents = tuple(
            replace(one, calls=tuple(call for call in one.calls if call.view.execution not in gone))
            for one in self._store.incidents
        )

    def export_incident(
        self, runner: str, path: Path, secrets: bool, told: Callable[[int, int], bool]
    ) -> tuple[int, int] | None:
        self._store.note("export_incident", runner, path, secrets)
        told(0, 2)
        self._store.may_export.wait(20)
        return (2, 100) if told(1, 2) else None
