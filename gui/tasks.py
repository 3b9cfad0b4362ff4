"""Work off the GUI thread: lanes, each a thread, each result brought back and none lost.

`Tasks` lives on the GUI thread. An operation runs on its lane; its result, or its error, arrives on the GUI thread in
`on_done` or `on_error`. An error that nobody takes goes to `failed`, so that it is shown.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Qt, QThread, QTimer, Signal, SignalInstance, Slot
from shiboken6 import isValid


@dataclass(slots=True, eq=False)
class Job:
    """One operation with the two ways that it can come back. `owner`: where it is gone, nobody is told."""

    op: Callable[[], Any]
    on_done: Callable[[Any], None] | None
    on_error: Callable[[BaseException], None] | None
    owner: QObject | None
    value: Any = None
    error: BaseException | None = None


class _Runner(QObject):
    """Runs jobs one after the other on the lane's thread. Newest-first jobs go before the others, newest first."""

    finished = Signal(object)
    woken = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._line: deque[Job] = deque()
        self._newest: list[Job] = []
        self._timers: list[QTimer] = []
        self.woken.connect(self._on_woken, Qt.ConnectionType.QueuedConnection)

    def put(self, job: Job, *, newest_first: bool) -> None:
        with self._lock:
            if newest_first:
                self._newest.append(job)
            else:
                self._line.append(job)
        self.woken.emit()

    @Slot()
    def _on_woken(self) -> None:
        with self._lock:
            job = self._newest.pop() if self._newest else self._line.popleft() if self._line else None
        if job is not None:
            self._run(job)

    def _run(self, job: Job) -> None:
        try:
            job.value = job.op()
        except Exception as error:  # noqa: BLE001 - carried to the GUI thread, where someone takes it
            job.error = error
        self.finished.emit(job)

    def repeat(self, milliseconds: int, job: Job) -> None:
        """Run the job's operation again and again; only results other than None are told. Call on the lane's thread."""
        timer = QTimer(self)
        timer.setInterval(milliseconds)
        timer.timeout.connect(lambda: self._repeat(job))
        self._timers.append(timer)
        timer.start()

    def _repeat(self, job: Job) -> None:
        turn = Job(job.op, job.on_done, job.on_error, job.owner)
        try:
            turn.value = turn.op()
        except Exception as error:  # noqa: BLE001 - carried to the GUI thread, where someone takes it
            turn.error = error
        if turn.error is not None or turn.value is not None:
            self.finished.emit(turn)

    def stop_timers(self) -> None:
        for timer in self._timers:
            timer.stop()
        self._timers.clear()


class Lane(QObject):
    """One thread and its line of jobs, used from the GUI thread."""

    failed = Signal(object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = QThread(self)
        self._thread.setObjectName(name)
        self._runner = _Runner()
        self._runner.moveToThread(self._thread)
        self._runner.finished.connect(self._on_finished, Qt.ConnectionType.QueuedConnection)
        self._open = True

    def run(
        self,
        op: Callable[[], Any],
        on_done: Callable[[Any], None] | None = None,
        on_error: Callable[[BaseException], None] | None = None,
        *,
        owner: QObject | None = None,
        newest_first: bool = False,
    ) -> None:
        """Run `op` on this lane; `on_done(result)` or `on_error(error)` follows on the GUI thread."""
        if self._open:
            self._begin()
            self._runner.put(Job(op, on_done, on_error, owner), newest_first=newest_first)

    def _begin(self) -> None:
        """Start the thread with the first job: a lane that is not used costs none."""
        if not self._thread.isRunning():
            self._thread.start()

    def every(
        self,
        milliseconds: int,
        op: Callable[[], Any],
        on_done: Callable[[Any], None],
        on_error: Callable[[BaseException], None] | None = None,
    ) -> None:
        """Run `op` again and again on this lane; `on_done` follows only for results other than None."""
        self.run(lambda: self._runner.repeat(milliseconds, Job(op, on_done, on_error, None)))

    @Slot(object)
    def _on_finished(self, job: Job) -> None:
        if self._open:
            _tell(job, self.failed)

    def close(self, last: Callable[[], Any] | None = None) -> None:
        """Stop after the jobs already in line; `last` is the lane's final operation. Returns once the thread ended."""
        if not self._open:
            return
        self._open = False
        if last is None and not self._thread.isRunning():
            return
        self._begin()

        def finish() -> None:
            self._runner.stop_timers()
            try:
                if last is not None:
                    last()
            finally:
                QThread.currentThread().quit()

        self._runner.put(Job(finish, None, None, None), newest_first=False)
        self._thread.wait()


class Aside(QObject):
    """Operations that nothing waits for, each on a thread of its own that ends with the process at the latest.

    They are for what asks another program, an agent or the keyring, and may take as long as that likes. What such an
    operation writes it must write whole: the process may end in the middle of it.
    """

    failed = Signal(object)
    _ended = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = True
        self._ended.connect(self._on_ended, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        op: Callable[[], Any],
        on_done: Callable[[Any], None] | None = None,
        on_error: Callable[[BaseException], None] | None = None,
        *,
        owner: QObject | None = None,
    ) -> None:
        """Run `op`; `on_done(result)` or `on_error(error)` follows on the GUI thread, if the window is still open."""
        if self._open:
            job = Job(op, on_done, on_error, owner)
            threading.Thread(target=self._run, args=(job,), name="aside", daemon=True).start()

    def _run(self, job: Job) -> None:
        try:
            job.value = job.op()
        except Exception as error:  # noqa: BLE001 - carried to the GUI thread, where someone takes it
            job.error = error
        with suppress(RuntimeError):  # the window is gone meanwhile
            self._ended.emit(job)

    @Slot(object)
    def _on_ended(self, job: Job) -> None:
        if self._open:
            _tell(job, self.failed)

    def close(self) -> None:
        """Tell nobody any more. Returns at once."""
        self._open = False


def _tell(job: Job, failed: SignalInstance) -> None:
    if job.owner is not None and not isValid(job.owner):
        return
    if job.error is None:
        if job.on_done is not None:
            job.on_done(job.value)
    elif job.on_error is not None:
        job.on_error(job.error)
    else:
        failed.emit(job.error)


class Tasks(QObject):
    """The lanes of the window: reads and writes of the store never meet the GUI thread, nor each other.

    Making a long value ready may take seconds: that has a lane of its own, so that no answer and no list waits behind
    it. What first has to load an agent, or asks the keyring, goes `aside`.
    """

    failed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.reader = Lane("store-reader", self)
        self.writer = Lane("store-writer", self)
        self.aside = Aside(self)
        self.work = Lane("work", self)
        self.reader.failed.connect(self.failed)
        self.writer.failed.connect(self.failed)
        self.aside.failed.connect(self.failed)
        self.work.failed.connect(self.failed)
