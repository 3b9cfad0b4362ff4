"""The real store behind the window's ports. Each method is called on the thread that will use what it returns."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pausedesk.gui.ports import Decided, DoorPort, ReaderPort, SourceRow

if TYPE_CHECKING:
    from pausedesk.core.run.desk_door import DeskDoor
    from pausedesk.core.run.scanner import Scanner
    from pausedesk.core.store.engine import Store


class StoreBackend:
    """Opens the store at `path` once, for the reader and for the door; importing it happens off the GUI thread."""

    def __init__(self, path: Path, by: str) -> None:
        self._path = path
        self._by = by
        self._lock = threading.Lock()
        self._store: Store | None = None

    def _opened(self) -> Store:
        with self._lock:
            if self._store is None:
                from pausedesk.core.store.engine import open_store

                self._store = open_store(self._path)
            return self._store

    def open_reader(self) -> ReaderPort:
        """The reader, on the reader thread. Raises StoreError."""
        store = self._opened()
        from pausedesk.core.importers import cards
        from pausedesk.core.run.owners import LIVENESS
        from pausedesk.core.store.reads import Reader

        return Reader(store, LIVENESS, cards)

    def open_door(self) -> DoorPort:
        """The door, on the writer thread. Raises StoreError."""
        store = self._opened()
        from pausedesk.core.run.desk_door import DeskDoor

        return _Door(DeskDoor(store, by=self._by), store)

    def close(self) -> None:
        """Close the store, after both lanes have ended."""
        with self._lock:
            if self._store is not None:
                self._store.close()
                self._store = None


class _Door:
    """The core's door, taking the window's decisions."""

    def __init__(self, door: DeskDoor, store: Store) -> None:
        self._door = door
        self._store = store
        self._scanner: Scanner | None = None
        self.edit = door.edit
        self.close_question = door.close_question
        self.withdraw = door.withdraw
        self.save_draft = door.save_draft
        self.settle = door.settle
        self.settle_together = door.settle_together
        self.export_incident = door.export_incident
        self.resume = door.resume
        self.open_terminal = door.open_terminal
        self.use_name = door.use_name
        self.hold = door.hold
        self.release = door.release
        self.look_at = door.look_at
        self.claim = door.claim
        self.let_go = door.let_go
        self.ensure_worker = door.ensure_worker
        self.old_sessions = door.old_sessions
        self.forget_old = door.forget_old
        self.note_dead_owners = door.note_dead_owners

    def index_words(self) -> bool:
        from pausedesk.core.store.searching import catch_up, is_whole

        return is_whole(self._store) or catch_up(self._store).whole

    def submit(self, session: str, answers: Sequence[Decided], submit_id: str) -> None:
        from pausedesk.core.run.desk_door import Answer

        self._door.submit(
            session,
            [
                Answer(
                    request=one.request,
                    digest=one.digest,
                    decision=one.decision,
                    note=one.note,
                    stop=one.stop,
                    value=one.value,
                )
                for one in answers
            ],
            submit_id,
        )

    def sources(self) -> tuple[SourceRow, ...]:
        from pausedesk.core.importers.sources import source_views

        return tuple(
            SourceRow(
                one.folder,
                one.program,
                one.there,
                one.on,
                one.scanned_at,
                int(one.last.get("files", 0)),
                int(one.last.get("unreadable", 0)),
            )
            for one in source_views(self._store)
        )

    def turn_source(self, folder: str, program: str, on: bool) -> None:
        from pausedesk.core.store.foreign_sessions import turn_off, turn_on

        if on:
            turn_on(self._store, folder, program)
        else:
            turn_off(self._store, folder)

    def start_scan(self, told: Callable[[dict[str, Any]], None]) -> None:
        from pausedesk.core.run.scanner import Scanner

        if self._scanner is None:
            self._scanner = Scanner(self._store.path, told)
        self._scanner.start()

    def stop_scan(self) -> None:
        if self._scanner is not None:
            self._scanner.stop()
