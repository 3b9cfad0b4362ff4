"""The worker: a process of its own that takes up submitted answers and wishes to resume, until stopped or idle.

One worker holds a store's lease. Each session runs in a child; several sessions at once, one at a time each. Closing
the desk does not end it, and its end ends no child's call: a child stops before its next call.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path

from pausedesk.core.errors import PausedeskError, StoreError
from pausedesk.core.model.states import Outcome
from pausedesk.core.paths import private_folder, state_folder
from pausedesk.core.run import evidence
from pausedesk.core.run.aftermath import look_around
from pausedesk.core.run.ahead import Ahead
from pausedesk.core.run.door import Door, DoorResult
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import expiring, leases, resumes, taking
from pausedesk.core.store.engine import Store

# How often the worker looks for new rows: a look costs 5 us, so this costs nothing and is felt as at once.
LOOK_SECONDS = 0.05
# How often it looks at the process table for owners that died.
DEAD_SECONDS = 2.0
IDLE_SECONDS = 600.0
# Sessions run at once; each is mostly waiting for a provider.
RUNS_AT_ONCE = 8
# A session whose answer could not be taken up is tried again, each time a little later.
RETRY_SECONDS = 5.0
# The same trouble with the store is said once in so long.
SAY_AGAIN_SECONDS = 60.0


class Worker:
    """Takes up what is submitted on one store. `run` blocks in the thread that calls it."""

    def __init__(
        self,
        store: Store,
        *,
        idle_seconds: float | None = IDLE_SECONDS,
        ahead: int = 1,
        said: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._store = store
        self._idle_seconds = idle_seconds
        self._said = said
        self._children = Ahead(store, ahead)
        self._door = Door(store, self._children.take, by_spec=True)
        self._pool = ThreadPoolExecutor(RUNS_AT_ONCE, thread_name_prefix="session")
        self._busy: dict[str, Future[DoorResult | None]] = {}
        self._not_before: dict[str, float] = {}
        self._stop = threading.Event()
        self._said_at: dict[str, float] = {}

    def stop(self) -> None:
        """Take nothing new up; what runs is waited for. Safe from a signal handler or another thread."""
        self._stop.set()

    def run(self, *, once: bool = False, gone_by: str = "") -> None:
        """Serve until stopped or idle; `once` serves what is submitted now and returns.

        Raises StoreError `worker-running` where a live worker holds the store's lease, or one that cannot be looked at
        from here, unless `gone_by` names the person on whose word it has ended.
        """
        leases.take(self._store, leases.WORKER, this_process(), LIVENESS, gone_by=gone_by)
        evidence.sweep_logs()
        try:
            self._serve(once=once)
        finally:
            self._pool.shutdown(wait=True)
            self._children.close()
            with suppress(StoreError):
                leases.release(self._store, leases.WORKER, this_process())

    def _serve(self, *, once: bool) -> None:
        watch = self._store.watch()
        seen: int | None = None
        looked_at_dead = 0.0
        idle_since = time.monotonic()
        try:
            while not self._stop.is_set():
                try:
                    version = watch.version()
                except StoreError as error:
                    if once or error.code != "store-locked":
                        raise
                    self._say_trouble(error)
                    self._stop.wait(LOOK_SECONDS)
                    continue
                now = time.monotonic()
                if now - looked_at_dead > DEAD_SECONDS:
                    looked_at_dead = now
                    self._quietly(self._door.give_back)
                    self._quietly(self._look_after)
                    self._quietly(lambda: expiring.spend_expired(self._store))
                    self._children.renew()
                    version = -1  # what the dead gave back is not a commit of another connection
                if self._reap() or version != seen or self._not_before:
                    seen = version
                    self._quietly(self._take_up)
                    self._quietly(self._children.refill)
                if self._busy:
                    idle_since = now
                elif once or (self._idle_seconds is not None and now - idle_since > self._idle_seconds):
                    return
                self._stop.wait(LOOK_SECONDS)
        finally:
            watch.close()

    def _take_up(self) -> None:
        with self._store.read() as connection:
            ready = taking.ready_sessions(connection, this_process(), LIVENESS)
        now = time.monotonic()
        for session in ready:
            if session not in self._busy and self._not_before.get(session, 0.0) <= now:
                self._start(session, self._door.answer)
        for session in resumes.take_resumes(self._store, self._busy):
            self._start(session, self._door.resume)

    def _start(self, session: str, work: Callable[[str], DoorResult | None]) -> None:
        self._not_before.pop(session, None)
        self._busy[session] = self._pool.submit(work, session)

    def _reap(self) -> bool:
        done = [session for session, future in self._busy.items() if future.done()]
        for session in done:
            future = self._busy.pop(session)
            try:
                result = future.result()
            except PausedeskError as error:
                # Nothing was taken up, or the store is in the way: the rows stand as they were and are tried again.
                self._not_before[session] = time.monotonic() + RETRY_SECONDS
                self._said(f"{session}: {error.text()}")
                self._quietly(partial(taking.note_attempt, self._store, session, error))
                self._quietly(partial(resumes.end_resume, self._store, session, error))
            except Exception as error:  # noqa: BLE001 - a fault in one session must not end the others
                self._not_before[session] = time.monotonic() + RETRY_SECONDS
                self._said(f"{session}: a fault in Pausedesk: {type(error).__name__}: {error}")
            else:
                self._quietly(partial(resumes.end_resume, self._store, session, None))
                if result is not None:
                    self._said(f"{session}: {result.outcome}" + (f" ({result.why})" if result.why else ""))
                    if result.outcome is Outcome.KEPT:
                        self._not_before.pop(session, None)
        return bool(done)

    def _look_after(self) -> None:
        for sentence in look_around(self._store)[1]:
            self._said(sentence)

    def _quietly(self, work: Callable[[], object]) -> None:
        try:
            work()
        except StoreError as error:
            self._say_trouble(error)

    def _say_trouble(self, error: StoreError) -> None:
        # A store that is locked or full is tried again for as long as it takes, and must not fill the log.
        text, now = error.text(), time.monotonic()
        if now > self._said_at.get(text, -SAY_AGAIN_SECONDS) + SAY_AGAIN_SECONDS:
            self._said_at[text] = now
            self._said(text)


def ensure_worker(store: Store) -> str | None:
    """Start a detached worker where no live one holds the store's lease.

    Returns None where one runs or was started, else a sentence. Two desks that start one at the same moment start two,
    of which the second finds the lease taken and ends.
    """
    if leases.holder_alive(store, leases.WORKER, LIVENESS):
        return None
    log = private_folder(state_folder() / "logs") / "worker.log"
    try:
        descriptor = os.open(log, os.O_CREAT | os.O_RDWR | os.O_APPEND, 0o600)
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "pausedesk.core.cli", "--store", str(store.path), "worker", "--idle", "600"],
                stdin=subprocess.DEVNULL,
                stdout=descriptor,
                stderr=descriptor,
                start_new_session=True,
                cwd=Path.home(),
            )
            # It outlives this process; while both live, somebody has to take its end.
            threading.Thread(target=process.wait, name="worker-end", daemon=True).start()
        finally:
            os.close(descriptor)
    except OSError as error:
        return f"No worker could be started: {error.strerror or error}. `pausedesk worker` runs one by hand."
    return None


def stop_on_signals(worker: Worker) -> None:
    """Let SIGTERM and SIGINT end the worker after what it runs."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: worker.stop())
