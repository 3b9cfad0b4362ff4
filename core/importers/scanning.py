"""Looking through files and folders for sessions of other programs: what changed is read, and listed as it comes.

Files that did not change are not opened; those that grew are read from where they were read to. One file that cannot be
read is a row with the reason, and keeps no other from being read.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pausedesk.core.errors import StoreError, UsageError
from pausedesk.core.importers import importers, place_of
from pausedesk.core.importers.base import Place
from pausedesk.core.importers.growing import Growing
from pausedesk.core.importers.lines import Stopped
from pausedesk.core.importers.sources import ANY_FILE, Candidate, candidate, candidates, program_of
from pausedesk.core.importers.values import unreadable
from pausedesk.core.model.states import Ending
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign import may_pass, named_place, place_name
from pausedesk.core.store.foreign_sessions import (
    FileReading,
    Listed,
    kept_of,
    known_files,
    note_scanned,
    write_readings,
)
from pausedesk.core.store.mounts import in_system_folder

_log = logging.getLogger(__name__)

# What was read is written when so many files, bytes or seconds have gathered: a transaction for each file would take
# most of the time, and one for all would show nothing until the end.
_FILES, _BYTES, _SECONDS = 100, 8_000_000, 0.5
# How often a file is read again that others, who look at the same folder, write about all the while.
_ROUNDS = 3
TOLD_AT_MOST = 100
"""Files that could not be read are named up to so many; the rest are counted."""


@dataclass(frozen=True, slots=True)
class ScanProgress:
    """How far a look has come. `bytes_all` and `files_all` are of what changed, which is all that is read; both are 0
    while it is still looked for, and `place` is then the folder that is looked into."""

    files: int
    files_all: int
    bytes: int
    bytes_all: int
    place: str


@dataclass(slots=True)
class ScanSummary:
    """What a look found. `files` that may hold sessions; those `read` and those `unchanged`; sessions `new`, `changed`
    and `unreadable`; files of no `known` form; `gone`: files that were read before and are not there now; `faults`:
    what could not be read, and why."""

    files: int = 0
    read: int = 0
    unchanged: int = 0
    bytes: int = 0
    new: int = 0
    changed: int = 0
    unreadable: int = 0
    unknown: int = 0
    gone: int = 0
    faults: list[str] = field(default_factory=list)
    more_faults: int = 0
    cancelled: bool = False

    def fault(self, text: str) -> None:
        """Note what could not be read."""
        if len(self.faults) < TOLD_AT_MOST:
            self.faults.append(text)
        else:
            self.more_faults += 1

    def as_json(self) -> dict[str, Any]:
        """As JSON, for a command line and for the store."""
        return asdict(self)


Telling = Callable[[ScanProgress], bool]
"""Told now and then how far it is; False stops the look, and what was read until then stays."""


def scan(
    store: Store,
    place: Path,
    telling: Telling,
    *,
    format: str = "",
    listed: Callable[[Listed], None] = lambda _one: None,
    by: str = "importer",
) -> ScanSummary:
    """Look through a file or a folder and list what it holds. `format` narrows a folder to one program's files.

    `listed` hears of each session that was read. Raises UsageError for a place that is not there, and StoreError.
    """
    return _Scan(store, place.absolute(), telling, format, listed, by).run()


class _Scan:
    def __init__(
        self,
        store: Store,
        place: Path,
        telling: Telling,
        format: str,
        listed: Callable[[Listed], None],
        by: str,
    ) -> None:
        self._store = store
        self._place = place
        self._telling = telling
        self._listed = listed
        self._by = by
        self._program = program_of(format)
        # The one that is looked for is tried first.
        self._importers = sorted(importers(), key=lambda one: one.format != format)
        self._summary = ScanSummary()
        self._batch: list[FileReading] = []
        self._overtaken: list[str] = []
        self._bytes = 0
        self._written_at = time.monotonic()
        self._files_all = self._bytes_all = self._files_done = self._bytes_done = 0

    def run(self) -> ScanSummary:
        try:
            found = list(self._candidates())
            known = known_files(self._store, place_name(self._place))
            self._summary.files = len(found)
            changed = [one for one in found if one.place not in known or known[one.place][0] != one.stamp]
            self._summary.unchanged = len(found) - len(changed)
            self._summary.gone = len(known.keys() - {one.place for one in found})
            self._files_all, self._bytes_all = len(changed), sum(one.size for one in changed)
            # What changed last is what somebody looks for first.
            for one in sorted(changed, key=lambda each: each.changed_at, reverse=True):
                self._tell(one, 0)
                self._read(one, known[one.place][0] if one.place in known else None)
                self._files_done += 1
                self._bytes_done += one.size
            self._write()
            self._read_overtaken()
        except Stopped:
            self._summary.cancelled = True
        self._write()
        note_scanned(self._store, place_name(self._place), self._summary.as_json())
        return self._summary

    def _read_overtaken(self) -> None:
        """Read what another process wrote meanwhile, where it has changed since that process read it."""
        for _ in range(_ROUNDS):
            overtaken, self._overtaken = self._overtaken, []
            for place in overtaken:
                with suppress(OSError):
                    one = candidate(named_place(place))
                    stamp = known_files(self._store, place).get(place, (None, ""))[0]
                    if stamp != one.stamp:
                        self._read(one, stamp)
            self._write()

    def _candidates(self) -> Iterator[Candidate]:
        is_file = not self._place.is_dir()
        if is_file or in_system_folder(self._place):
            place_of(self._place)  # says what is wrong with it
        if is_file:
            yield candidate(self._place)
            return
        files = self._program.files if self._program is not None else ANY_FILE
        yield from candidates(self._place, files, self._is_place, self._summary.fault)

    def _is_place(self, folder: Path) -> bool:
        # A folder of many, or on a slow disk, is stopped as well before anything of it is read.
        if not self._telling(ScanProgress(0, 0, 0, 0, place_name(folder))):
            raise Stopped
        place = Place(folder)
        return any(importer.sniff(place) for importer in self._importers)

    def _tell(self, one: Candidate, read: int) -> None:
        done = self._bytes_done + min(read, one.size)
        progress = ScanProgress(self._files_done, self._files_all, done, self._bytes_all, one.place)
        if not self._telling(progress):
            raise Stopped

    def _read(self, one: Candidate, before: str | None) -> None:
        def progress(read: int, whole: int) -> bool:
            # Of a file the bytes, of a database the sessions.
            self._tell(one, one.size * read // max(whole, 1))
            return True

        try:
            reading = self._reading(one, before, progress)
        except UsageError as error:
            reading = replace(self._unread(one, error.text()), passing=may_pass(error.__cause__))
        except (Stopped, StoreError):
            raise
        except Exception as error:  # noqa: BLE001 - a fault of one reader must not keep the others from reading
            _log.exception("reading %s failed", one.place)
            why = f"Its reader failed ({type(error).__name__}); nothing of it is lost."
            reading = replace(self._unread(one, why), passing=may_pass(error))
        self._summary.unknown += not reading.format
        self._summary.read += bool(reading.format)
        self._summary.bytes += one.size
        self._batch.append(replace(reading, before=before))
        self._bytes += one.size
        if len(self._batch) >= _FILES or self._bytes >= _BYTES or time.monotonic() - self._written_at >= _SECONDS:
            self._write()

    def _reading(self, one: Candidate, before: str | None, progress: Callable[[int, int], bool]) -> FileReading:
        place = place_of(one.path)
        importer = next((each for each in self._importers if each.sniff(place)), None)
        if importer is None:
            if self._program is None:
                # Kept, so that it is not opened again until it changes.
                return FileReading(one.place, "", "", one.stamp, one.changed_at, ())
            if one.size == 0:
                return self._unread(one, "It is empty.", Ending.EMPTY)
            return self._unread(one, "Its content is of no form that is known here.")
        made = FileReading(one.place, importer.format, importer.program, one.stamp, one.changed_at, ())
        if isinstance(importer, Growing):
            kept = kept_of(self._store, one.place) if before is not None else None
            session, grown = importer.read_on(place, progress, kept)
            return replace(made, sessions=[session], kept=grown.kept, pages=grown.pages)
        found = list(importer.read(place, progress))
        unread = len(found) == 1 and found[0].reading.ending is Ending.UNREADABLE and found[0].key == one.path.stem
        return replace(made, sessions=found, fault=found[0].reading.why if unread else None)

    def _unread(self, one: Candidate, why: str, ending: Ending = Ending.UNREADABLE) -> FileReading:
        program = self._program
        session = unreadable(one.path.stem, why)
        if ending is not Ending.UNREADABLE:
            session = replace(session, reading=replace(session.reading, ending=ending))
        return FileReading(
            one.place,
            program.format if program is not None else "unknown",
            program.program if program is not None else "unknown",
            one.stamp,
            one.changed_at,
            [session],
            fault=why,
        )

    def _write(self) -> None:
        if not self._batch:
            return
        written = write_readings(self._store, self._batch, by=self._by)
        self._overtaken += written.overtaken
        for one in written.listed:
            self._summary.new += one.new
            self._summary.changed += one.changed
            if one.unreadable is not None:
                self._summary.unreadable += 1
                self._summary.fault(f"{one.place}: {one.unreadable}")
            self._listed(one)
        told = {one.place for one in written.listed}.union(written.overtaken)
        for reading in self._batch:
            if reading.fault is not None and reading.path not in told:
                self._summary.unreadable += 1
                self._summary.fault(f"{reading.path}: {reading.fault}")
        self._batch, self._bytes, self._written_at = [], 0, time.monotonic()
