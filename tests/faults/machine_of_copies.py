"""The state machine with a second store: copies are made, put back, and used beside the first.

The witness alone tells them apart. A copy is of all files of the store, or of the database file alone, which may lack
what was written last. A whole machine that is put back, its witness with it, cannot be seen, and is not tried.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant, precondition, rule
from tests.faults.machine import AnsweredPause, decisions, kinds, points, some_point, starts, works
from tests.faults.reference import Place, Reference
from tests.faults.rig import Broken, with_compiled_statements

from pausedesk.core.rules.witness import unfinished
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.witness import look

SUFFIXES = ("", "-wal")


@dataclass
class Copy:
    """The files of a store as they were, and what was told until then."""

    path: Path
    reference: Reference
    whole: bool


class AnsweredPauseOfCopies(AnsweredPause):
    """One session in a store, and in copies of it."""

    most_stopped = 1

    def __init__(self) -> None:
        super().__init__()
        self.copies: list[Copy] = []
        self.beside: Place | None = None
        self.stores = 0
        # By store file: its incarnation and its spends as they were, and whether the witness knew of more.
        self.facts: dict[Path, tuple[str, int, bool]] = {}

    @initialize(kind=kinds, start=starts)
    def begin(self, kind: str, start: str) -> None:
        super().begin(kind, start)
        self.place.bench.copied = True
        self._copy(whole=True)

    def _places(self) -> list[Place]:
        return [self.place, *([self.beside] if self.beside is not None else [])]

    # -- copies --------------------------------------------------------------------------------------------------------

    @precondition(lambda self: len(self.copies) < 3)
    @rule(whole=st.booleans())
    def copy(self, whole: bool) -> None:
        """The files of the store are copied as they are."""
        self._copy(whole=whole)

    def _copy(self, *, whole: bool) -> Copy:
        path = self.folder / f"copy-{len(self.copies)}.db"
        for suffix in SUFFIXES if whole else SUFFIXES[:1]:
            source = Path(f"{self.bench.store.path}{suffix}")
            if source.exists():
                shutil.copyfile(source, f"{path}{suffix}")
        copy = Copy(path, deepcopy(self.reference), whole)
        self.copies.append(copy)
        return copy

    @precondition(lambda self: self.copies)
    @rule(which=st.integers(0, 2))
    def put_back(self, which: int) -> None:
        """A copy takes the store's place, after every program that had it open has ended."""
        self._put_back(self.copies[which % len(self.copies)])

    def _put_back(self, copy: Copy) -> None:
        for process in self._stopped():
            process.kill()
        path = self.bench.store.path
        self.place.close()
        self.facts.pop(path, None)
        for suffix in (*SUFFIXES, "-shm"):
            Path(f"{path}{suffix}").unlink(missing_ok=True)
        self.place = self._opened(copy, path)
        self.tally["put back"] += 1

    @precondition(lambda self: self.copies)
    @rule(which=st.integers(0, 2))
    def open_beside(self, which: int) -> None:
        """Somebody uses a copy where it lies, in place of one that was used before."""
        self._open_beside(self.copies[which % len(self.copies)])

    def _open_beside(self, copy: Copy) -> None:
        if self.beside is not None:
            for process in self.cast:
                if process.stopped and self.homes[process.number] is self.beside:
                    process.kill()
            self.beside.close()
        self.stores += 1
        self.beside = self._opened(copy, self.folder / f"beside-{self.stores}.db")
        self.tally["used beside"] += 1

    def _opened(self, copy: Copy, path: Path) -> Place:
        for suffix in SUFFIXES:
            source = Path(f"{copy.path}{suffix}")
            if source.exists():
                shutil.copyfile(source, f"{path}{suffix}")
        path.with_suffix(".acknowledged").unlink(missing_ok=True)
        store = self._store(path)
        with closing(sqlite3.connect(path)) as eyes:
            reference = copy.reference.of_a_copy(eyes, self._left(), whole=copy.whole)
        return Place(replace(self.bench, _store=store, _door=None), reference)

    def _store(self, path: Path) -> Store:
        store = with_compiled_statements(open_store(path))
        self.tally["found out"] += store.mistrusted is not None
        return store

    @precondition(lambda self: self.beside is not None)
    @rule()
    def turn(self) -> None:
        """What comes next is done in the other store."""
        self._turn()

    def _turn(self) -> None:
        if self.beside is not None:
            self.place, self.beside = self.beside, self.place

    # -- what tells ----------------------------------------------------------------------------------------------------

    @precondition(lambda self: not self._stopped())
    @rule(
        whole=st.booleans(),
        first=decisions,
        second=decisions,
        what=works,
        stop_at=some_point,
        die_at=points,
        settle=st.sampled_from(["", "", "truth", "unknown"]),
    )
    def decide_in_both(
        self, whole: bool, first: str, second: str, what: str, stop_at: int, die_at: int, settle: str
    ) -> None:
        """The same questions are answered in the store and in its copy, the one in the middle of the other."""
        self._open_beside(self._copy(whole=whole) if len(self.copies) < 3 else self.copies[-1])
        self.judged()
        self._come(what, first, stop_at=stop_at)
        self.judged()
        self._turn()
        self._come("answer", second, die_at=die_at)
        self.judged()
        if settle:
            self.settle(settle)
        self._turn()
        for process in self._stopped():
            self._let_go(process, "go on", 0)
        self._come("answer", second)

    @rule(whole=st.booleans(), first=decisions, second=decisions, die_at=points, which=st.integers(-1, 2))
    def decide_again(self, whole: bool, first: str, second: str, die_at: int, which: int) -> None:
        """An answer, a copy from before it put back, the answer again."""
        copy = self._copy(whole=whole) if which < 0 and len(self.copies) < 3 else self.copies[which % len(self.copies)]
        self._come("answer", first, die_at=die_at)
        self.judged()
        self._put_back(copy)
        self.judged()
        self._come("answer", second)

    # -- what must hold ------------------------------------------------------------------------------------------------

    @invariant(check_during_init=False)
    def witnessed(self) -> None:
        """A store of which the witness knows more than it does itself spends nothing as what it was."""
        for place in self._places():
            path, now = place.bench.store.path, place.bench.store.facts()
            incarnation, spends, stale = self.facts.get(path, ("", 0, False))
            if now.incarnation == incarnation and now.spends > spends and stale:
                raise Broken(f"{path.name} is older than its witness, and spent ({spends}, now {now.spends})")
        for place in self._places():
            now = place.bench.store.facts()
            known = look(now)[1]
            line = known.newest.get(now.incarnation)
            # A spend that starts nothing may be finished by the store that began it, and by its copy.
            stale = line is not None and line.spends > now.spends and not unfinished(known, now)
            self.facts[place.bench.store.path] = (now.incarnation, now.spends, stale)
