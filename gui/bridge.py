"""The store's side of the window: owns the reader and the door on their threads and tells what changed.

`StoreBridge` lives on the GUI thread. A change that any process commits is told within a poll of 100 ms: the store's
data version says that something changed, its change feed says which sessions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.views import Attention, Counts
from pausedesk.core.model.wording import worded
from pausedesk.gui.ports import BackendPort, Decided, DoorPort, ReaderPort, SourceRow
from pausedesk.gui.tasks import Tasks

POLL_MS = 100
PREPARE_SECONDS = 0.01
COUNT_REST = 5
OWNERS_MS = 2000
INDEX_MS = 250
REOPEN_MS = 3000
WORKER_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Change:
    """What one poll found: the sessions touched, the counts of the filters, and the worker's sentence."""

    sessions: frozenset[str]
    counts: Counts
    worker: str
    sources: tuple[str, ...] = ()  # the programs whose sessions are listed
    first: bool = False
    attention: Attention = field(default=Attention())
    counted: bool = False  # the list that was asked for last was read to its end: its total is known


class Poll:
    """Compares the store with what was told last. Lives on the reader thread."""

    def __init__(self, reader: ReaderPort) -> None:
        self._reader = reader
        self._version: int | None = None
        self._seq = 0
        self._worker = ""
        self._asked_worker = 0.0
        self._counts = Counts()
        self._sources: tuple[str, ...] = ()
        self._attention = Attention()
        self._owes_count = False
        self._count_again = 0.0
        self._reading_on = False

    def first(self) -> Change:
        self._version = self._reader.data_version()
        self._seq = self._reader.newest_change()
        self._count()
        self._ask_worker()
        return self._change(frozenset(), first=True)

    def again(self) -> Change | None:
        reading_on = self._reader.prepare(PREPARE_SECONDS)
        read_to_its_end = self._reading_on and not reading_on
        self._reading_on = reading_on
        version = self._reader.data_version()
        moved = version != self._version
        touched: frozenset[str] = frozenset()
        if moved:
            self._version = version
            self._seq, touched = self._reader.changes_since(self._seq)
            self._owes_count = self._owes_count or bool(touched)
        counted = self._owes_count and time.monotonic() >= self._count_again
        if counted:
            self._count()
        told = (self._worker, self._attention)
        if moved or time.monotonic() - self._asked_worker > WORKER_SECONDS:
            self._ask_worker()
        if not touched and not counted and not read_to_its_end and told == (self._worker, self._attention):
            return None
        return self._change(touched, read_to_its_end=read_to_its_end)

    def _change(self, touched: frozenset[str], *, first: bool = False, read_to_its_end: bool = False) -> Change:
        return Change(touched, self._counts, self._worker, self._sources, first, self._attention, read_to_its_end)

    def _count(self) -> None:
        began = time.monotonic()
        self._counts = self._reader.counts()
        self._sources = tuple(self._reader.sources())
        self._owes_count = False
        # Of a million sessions it takes a tenth of a second: a stream of changes must leave time for the rest.
        ended = time.monotonic()
        self._count_again = ended + COUNT_REST * (ended - began)

    def _ask_worker(self) -> None:
        self._asked_worker = time.monotonic()
        # A window that ended without a word is gone after a while: no commit tells that.
        self._attention = _without_beats(self._reader.attention())
        worker = self._reader.worker()
        self._worker = worker.text if worker is not None else worded("no worker running")


def _without_beats(found: Attention) -> Attention:
    """What was found, equal to what was found before where the same windows only said again that they are there."""
    return replace(found, looks=tuple(replace(look, at=0) for look in found.looks))


class StoreBridge(QObject):
    """Reads with `read`, writes with the acts below; emits what any process changed."""

    opened = Signal()
    changed = Signal(object)  # Change
    indexed = Signal(object)  # whether all that changed can be searched; not told again while it is so
    unavailable = Signal(object)  # the error that kept the store from being opened, read or written
    available = Signal()  # after such an error: it can be read and written again

    def __init__(self, backend: BackendPort, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._backend = backend
        self._tasks = tasks
        self._reader: ReaderPort | None = None
        self._door: DoorPort | None = None
        self._started = False
        self._indexed = False
        self.scanning: Callable[[dict[str, Any]], None] = lambda _event: None
        self._failing: set[str] = set()  # what was tried last in vain, of what is done again and again
        # A store that another program holds for a minute is opened when it lets go.
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(REOPEN_MS)
        self._again.timeout.connect(self._try_open)

    def start(self) -> None:
        """Open the store on both threads and begin to poll."""
        if not self._started:
            self._started = True
            self._try_open()

    def _try_open(self) -> None:
        self._tasks.reader.run(self._open, self._on_opened, self._on_not_opened)

    @property
    def is_open(self) -> bool:
        """Whether the store has been opened: what it holds can be looked at."""
        return self._reader is not None

    def _on_not_opened(self, error: BaseException) -> None:
        self.unavailable.emit(error)
        if isinstance(error, PausedeskError):
            self._again.start()

    def _open(self) -> tuple[Poll, Change]:
        poll = Poll(self._the_reader())
        return poll, poll.first()

    def _on_opened(self, result: tuple[Poll, Change]) -> None:
        poll, first = result
        self.opened.emit()
        self.changed.emit(first)
        self._tasks.reader.every(POLL_MS, poll.again, self.changed.emit, self._on_poll_failed)
        self._repeat(INDEX_MS, "index", self._index_words, self._on_words)
        self._repeat(OWNERS_MS, "owners", self._note_dead_owners, lambda _: self._on_going("owners"))

    def _repeat(self, milliseconds: int, what: str, op: Callable[[], Any], on_done: Callable[[Any], None]) -> None:
        self._tasks.writer.every(milliseconds, op, on_done, lambda error: self._on_failing(what, error))

    def _on_poll_failed(self, error: BaseException) -> None:
        self.unavailable.emit(error)

    def _on_failing(self, what: str, error: BaseException) -> None:
        # Every two seconds the same sentence would bury what the person does; it is told once.
        if not self._failing:
            self.unavailable.emit(error)
        self._failing.add(what)
        self._indexed = self._indexed and what != "index"

    def _on_going(self, what: str) -> None:
        if self._failing:
            self._failing.discard(what)
            if not self._failing:
                self.available.emit()

    def _on_words(self, whole: bool) -> None:
        self._on_going("index")
        self.indexed.emit(whole)

    def _index_words(self) -> bool | None:
        """Index a part of what changed; None where the index was whole before and is now."""
        whole = self._the_door().index_words()
        told = None if whole and self._indexed else whole
        self._indexed = whole
        return told

    def _note_dead_owners(self) -> int:
        return self._the_door().note_dead_owners()

    def _the_reader(self) -> ReaderPort:
        if self._reader is None:
            self._reader = self._backend.open_reader()
        return self._reader

    def _the_door(self) -> DoorPort:
        if self._door is None:
            self._door = self._backend.open_door()
        return self._door

    def read(
        self,
        op: Callable[[ReaderPort], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None] | None = None,
        *,
        owner: QObject | None = None,
        newest_first: bool = False,
    ) -> None:
        """Run `op(reader)` on the reader thread."""
        self._tasks.reader.run(
            lambda: op(self._the_reader()), on_done, on_error, owner=owner, newest_first=newest_first
        )

    def work(
        self,
        op: Callable[[], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
        *,
        owner: QObject | None = None,
        newest_first: bool = False,
    ) -> None:
        """Run what takes long and asks nothing of the store: neither reads nor writes wait for it."""
        self._tasks.work.run(op, on_done, on_error, owner=owner, newest_first=newest_first)

    def _write(
        self,
        op: Callable[[DoorPort], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        self._tasks.writer.run(lambda: op(self._the_door()), on_done, on_error)

    def submit(
        self,
        session: str,
        answers: Sequence[Decided],
        submit_id: str,
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Hand the answers over, then see that a worker runs. `on_done` gets a sentence where none could be started."""

        def act(door: DoorPort) -> str | None:
            door.submit(session, answers, submit_id)
            return door.ensure_worker()

        self._write(act, on_done, on_error)

    def edit(
        self,
        session: str,
        request: str,
        arguments: str,
        digest: str,
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Have the tool check a person's arguments (JSON) and put them in the place of a question; `on_done` gets the
        new request. That loads the agent, so other acts do not wait for it."""
        self.aside(lambda door: door.edit(session, request, arguments, digest), on_done, on_error)

    def aside(
        self,
        op: Callable[[DoorPort], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
        *,
        owner: QObject | None = None,
    ) -> None:
        """Run `op(door)` on a thread that nothing waits for: for what loads an agent first."""
        self._write(
            lambda door: door, lambda door: self.apart(lambda: op(door), on_done, on_error, owner=owner), on_error
        )

    def apart(
        self,
        op: Callable[[], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
        *,
        owner: QObject | None = None,
    ) -> None:
        """The same for what asks nothing of the store: the keyring, the settings, another window's start."""
        self._tasks.aside.run(op, on_done, on_error, owner=owner)

    def withdraw(
        self, session: str, request: str, on_done: Callable[[Any], None], on_error: Callable[[BaseException], None]
    ) -> None:
        """Take an answer back, which succeeds until it is taken up."""
        self._write(lambda door: door.withdraw(session, request), on_done, on_error)

    def close_question(
        self,
        session: str,
        request: str,
        digest: str,
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Close a question that changed since it was asked; what else of its turn was answered may go on by that, so
        see that a worker runs."""

        def act(door: DoorPort) -> str | None:
            door.close_question(session, request, digest)
            return door.ensure_worker()

        self._write(act, on_done, on_error)

    def save_draft(
        self, session: str, request: str, decision: str, note: str, on_error: Callable[[BaseException], None]
    ) -> None:
        """Keep a choice that is not submitted yet; an empty decision forgets it."""
        self._write(lambda door: door.save_draft(session, request, decision, note), lambda _: None, on_error)

    def settle(
        self,
        session: str,
        execution: str,
        end: str,
        text: str,
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Settle a call that may have run: `end` is ran, did-not-run or unknown."""
        self._write(lambda door: door.settle(session, execution, end, text), on_done, on_error)

    def resume(self, session: str, on_done: Callable[[Any], None], on_error: Callable[[BaseException], None]) -> None:
        """Ask that the session goes on, then see that a worker runs."""

        def act(door: DoorPort) -> str | None:
            door.resume(session)
            return door.ensure_worker()

        self._write(act, on_done, on_error)

    def open_terminal(
        self, session: str, on_done: Callable[[Any], None], on_error: Callable[[BaseException], None]
    ) -> None:
        """Open a terminal in which the session's own program goes on with it."""
        self._write(lambda door: door.open_terminal(session), on_done, on_error)

    def act(
        self,
        op: Callable[[DoorPort], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Run `op(door)` on the writer thread: for the small acts around the window."""
        self._write(op, on_done, on_error)

    def sources(
        self, on_done: Callable[[tuple[SourceRow, ...]], None], on_error: Callable[[BaseException], None]
    ) -> None:
        """The folders in which sessions of other programs may be."""
        self._write(lambda door: door.sources(), on_done, on_error)

    def turn_source(
        self,
        folder: str,
        program: str,
        on: bool,
        on_done: Callable[[tuple[SourceRow, ...]], None],
        on_error: Callable[[BaseException], None],
    ) -> None:
        """Turn a folder on or off; `on_done` gets the folders as they are then."""

        def act(door: DoorPort) -> tuple[SourceRow, ...]:
            door.turn_source(folder, program, on)
            return door.sources()

        self._write(act, on_done, on_error)

    def start_scan(self, on_done: Callable[[Any], None], on_error: Callable[[BaseException], None]) -> None:
        """Look through the folders that are turned on; `scanning` hears of it, on a thread of its own."""
        self._write(lambda door: door.start_scan(self._on_scanning), on_done, on_error)

    def stop_scan(self, on_done: Callable[[Any], None], on_error: Callable[[BaseException], None]) -> None:
        """End the look that is under way."""
        self._write(lambda door: door.stop_scan(), on_done, on_error)

    def _on_scanning(self, event: dict[str, Any]) -> None:
        self.scanning(event)

    def close(self) -> None:
        """End the threads, the reader last so that nothing handed over is lost, and close the store."""
        self._again.stop()
        if self._door is not None:
            self._write(lambda door: door.stop_scan(), lambda _: None, lambda _: None)
        self._tasks.work.close()
        self._tasks.aside.close()
        self._tasks.writer.close()
        self._tasks.reader.close(self._close_reader)
        self._backend.close()

    def _close_reader(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None
