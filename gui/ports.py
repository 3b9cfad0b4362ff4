"""What the window asks of the store: the shapes of the core's reader and door, without importing them.

The core's store takes most of a second to import; the window is up before that. So these protocols stand for
`pausedesk.core.store.reads.Reader` and `pausedesk.core.run.desk_door.DeskDoor` wherever the window names their types,
and `pausedesk.gui.backend` makes the real ones on the threads where they live.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.incidents import Incident, IncidentRow, Settlement
from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import (
    ANY,
    Attention,
    Choices,
    Counts,
    Narrowing,
    SessionCard,
    SessionRow,
    TimelinePage,
    Total,
)
from pausedesk.core.rules.notifying import Asked


class WorkerPort(Protocol):
    """The sentence about the worker that takes up answers on this store."""

    @property
    def text(self) -> str: ...


class ReaderPort(Protocol):
    """Reads of the store. Lives on the reader thread."""

    def one_view(self) -> AbstractContextManager[None]: ...

    def counts(self) -> Counts: ...

    def total(self, filter: ListFilter, query: str = "", narrowed: Narrowing = ANY) -> Total: ...

    def page(
        self, filter: ListFilter, query: str, offset: int, limit: int, narrowed: Narrowing = ANY
    ) -> list[SessionRow]: ...

    def position(self, filter: ListFilter, query: str, session: str, narrowed: Narrowing = ANY) -> int | None: ...

    def prepare(self, seconds: float) -> bool: ...

    def sources(self) -> list[str]: ...

    def choices(self) -> Choices: ...

    def card(self, session: str) -> SessionCard | None: ...

    def older(self, session: str, before: int) -> TimelinePage: ...

    def incidents(self) -> list[IncidentRow]: ...

    def incident(self, runner: str) -> Incident | None: ...

    def incident_of(self, execution: str) -> str | None: ...

    def asked(self, wanted: Collection[str]) -> dict[str, Asked]: ...

    def data_version(self) -> int: ...

    def newest_change(self) -> int: ...

    def changes_since(self, seq: int) -> tuple[int, frozenset[str]]: ...

    def worker(self) -> WorkerPort | None: ...

    def attention(self) -> Attention: ...

    def drafts(self, session: str) -> dict[str, tuple[str, str]]: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Decided:
    """One decision as the person made it: the request, the digest they saw, approve or decline, their note; of a plain
    question answer, with the `value` as JSON, skip or decline."""

    request: str
    digest: str
    decision: str
    note: str | None = None
    stop: bool = False
    value: str | None = None


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A folder in which sessions of other programs may be: whether it is there, whether it is looked at."""

    folder: str
    program: str  # the format that is looked for, "" for any
    there: bool
    on: bool
    scanned_at: int | None = None
    files: int = 0
    unreadable: int = 0


class OldPort(Protocol):
    """Sessions that have not changed for long: those that would be forgotten, and how many must stay."""

    @property
    def sessions(self) -> Sequence[str]: ...

    @property
    def kept(self) -> int: ...


class ClearedPort(Protocol):
    """How many were forgotten, whether all were tried, and why bytes of them may be left, where they may."""

    @property
    def sessions(self) -> int: ...

    @property
    def whole(self) -> bool: ...

    @property
    def left(self) -> PausedeskError | None: ...


class DoorPort(Protocol):
    """Writes to the store; refusals are `PausedeskError`s. Lives on the writer thread, but for `edit` and what is about
    old sessions."""

    def submit(self, session: str, answers: Sequence[Decided], submit_id: str) -> None: ...

    def edit(self, session: str, request: str, arguments: str, digest: str) -> str: ...

    def close_question(self, session: str, request: str, digest: str) -> None: ...

    def withdraw(self, session: str, request: str) -> None: ...

    def save_draft(self, session: str, request: str, decision: str, note: str) -> None: ...

    def settle(self, session: str, execution: str, end: str, text: str) -> None: ...

    def settle_together(self, wanted: Sequence[Settlement]) -> None: ...

    def export_incident(
        self, runner: str, path: Path, secrets: bool, told: Callable[[int, int], bool]
    ) -> tuple[int, int] | None: ...

    def resume(self, session: str) -> None: ...

    def open_terminal(self, session: str) -> None: ...

    def use_name(self, by: str) -> None: ...

    def hold(self, why: str) -> None: ...

    def release(self) -> None: ...

    def look_at(self, viewer: str, session: str | None) -> None: ...

    def claim(self, session: str, to: str | None = None) -> None: ...

    def let_go(self, session: str) -> None: ...

    def old_sessions(self, days: float) -> OldPort: ...

    def forget_old(self, old: Any, told: Callable[[int], bool]) -> ClearedPort: ...

    def ensure_worker(self) -> str | None: ...

    def sources(self) -> tuple[SourceRow, ...]: ...

    def turn_source(self, folder: str, program: str, on: bool) -> None: ...

    def start_scan(self, told: Callable[[dict[str, Any]], None]) -> None: ...

    def stop_scan(self) -> None: ...

    def note_dead_owners(self) -> int: ...

    def index_words(self) -> bool: ...


class BackendPort(Protocol):
    """Makes the reader and the door, each called on the thread that will use it."""

    def open_reader(self) -> ReaderPort: ...

    def open_door(self) -> DoorPort: ...

    def close(self) -> None: ...
