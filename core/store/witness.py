"""The witness file of a store: read when it is opened, held and written around every spend (see `rules.witness`).

The file lies in the state folder, named after the ledger, for its owner only; the store remembers where. A lock on it
is held from before a spend's commit until its line is on the disk, so two copies of one store cannot spend at once
either. Locks are taken in one order: first the store's write lock, then the witness.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, bindparam, insert, or_, select, update

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import AnswerState
from pausedesk.core.paths import private_folder, state_folder, sync_folder
from pausedesk.core.rules.witness import (
    LedgerFacts,
    Mistrust,
    Witness,
    WitnessLine,
    compacted,
    judge,
    read_witness,
    reply_name,
    unfinished,
    used_by,
)
from pausedesk.core.store.stored import damaged, read_back
from pausedesk.core.store.tables import answers, meta

try:
    import fcntl
except ImportError:  # Windows, on which nothing spends yet
    fcntl = None  # type: ignore[assignment]

# Above this a file is written anew with the newest line of each incarnation.
COMPACT_BYTES = 16 * 1024
# Incarnations that a compacted file keeps: a copy older than that finds no line of its own, and is refused.
KEPT_INCARNATIONS = 16
# No witness grows to this; what does is not one, and is not read.
_MOST_BYTES = 1024 * 1024
_TRY_AGAIN_S = 0.005

SPENDS = "spends"
WITNESS = "witness"

_FACTS = select(meta.c.key, meta.c.value)
_REPLIES_IN_HAND = select(answers.c.session_id, answers.c.request_id, answers.c.decision, answers.c.id).where(
    answers.c.decision != "approve",
    or_(answers.c.state == AnswerState.SUBMITTED, answers.c.state == AnswerState.TAKEN_UP),
)
_SET = update(meta).where(meta.c.key == bindparam("name")).values(value=bindparam("new_value"))


class Mistrusted(Exception):
    """The store is not the one that its witness knows. Raised inside a transaction, which must not commit."""

    def __init__(self, reason: Mistrust) -> None:
        super().__init__(reason)
        self.reason = reason


class NotWitnessed(StoreError):
    """A spend is committed and its witness could not be written: its call must not start."""


@cache
def machine_id() -> str:
    """A name for this machine that tells nobody else its real id; empty where it has none."""
    for path in ("/etc/machine-id", "/var/lib/dbus/machine-id"):
        with suppress(OSError, ValueError):
            if text := Path(path).read_text(encoding="ascii").strip():
                return hashlib.sha256(f"pausedesk witness {text}".encode()).hexdigest()[:24]
    return ""


def default_path(ledger: str) -> Path:
    """Where the witness of a ledger is kept unless the store says otherwise."""
    # The id comes out of a file that may be anybody's: it must not lead out of the folder.
    name = ledger if re.fullmatch(r"[0-9a-f]{8,64}", ledger) else hashlib.sha256(ledger.encode()).hexdigest()
    return state_folder() / "witness" / name


def ledger_facts(connection: Connection) -> LedgerFacts:
    """What the store says of itself at this moment."""
    known = {row.key: row.value for row in connection.execute(_FACTS)}
    if not {"ledger", "incarnation"} <= known.keys():
        raise damaged("it does not say any more which ledger it is")
    spends = read_back(int, known.get(SPENDS, "0"), "the number of its spends")
    return LedgerFacts(known["ledger"], known["incarnation"], spends, known.get(WITNESS, ""))


def set_fact(connection: Connection, name: str, value: str) -> None:
    """Change one of the facts that a store says of itself."""
    if connection.execute(_SET, {"name": name, "new_value": value}).rowcount == 0:
        connection.execute(insert(meta).values(key=name, value=value))


def look(facts: LedgerFacts) -> tuple[Path, Witness]:
    """The witness of a store, read without a lock; empty where there is none. Raises StoreError `witness-unreadable`.

    The path that the store remembers counts while the file there speaks of this ledger: two programs with different
    state folders then use the same one. A store of unknown origin could name any file, so no other is ever written.
    """
    for path in (Path(facts.witness), default_path(facts.ledger)) if facts.witness else ():
        witness = _read(path, facts.ledger)
        if witness.newest:
            return path, witness
    path = default_path(facts.ledger)
    return path, _read(path, facts.ledger)


def _read(path: Path, ledger: str) -> Witness:
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return Witness({}, 0)  # opening a device can do something
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError):
        return Witness({}, 0)
    except OSError as error:
        raise _unreadable(path, error) from error
    try:
        return _read_open(descriptor, path, ledger)
    finally:
        os.close(descriptor)


def _read_open(descriptor: int, path: Path, ledger: str) -> Witness:
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_size > _MOST_BYTES:
            return Witness({}, 0)
        return read_witness(os.pread(descriptor, found.st_size, 0), ledger)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> StoreError:
    return StoreError(
        "witness-unreadable",
        f"The witness of this store, {path}, cannot be read ({error.strerror}).",
        next_step="Nothing is spent without it. Check the file's rights.",
    )


class WitnessHold:
    """The witness of one store, locked for the time of one transaction that spends. Used by one thread."""

    def __init__(self, facts: LedgerFacts, busy_ms: int) -> None:
        """Lock it, making it where it is not there.

        Raises StoreError: `witness-not-written`, `witness-unreadable`, or `store-locked` where another program holds it
        for longer than `busy_ms`.
        """
        self.facts = facts
        end = time.monotonic() + busy_ms / 1000
        default = default_path(facts.ledger)
        told = Path(facts.witness) if facts.witness else default
        # As in `look`: what the store names counts if it is a witness of this ledger, and is never made.
        if told == default or not self._take(told, facts.ledger, end, create=False):
            self._take(default, facts.ledger, end, create=True)
        self._end = self.witness.end
        self._reserved: WitnessLine | None = None

    def _take(self, path: Path, ledger: str, end: float, *, create: bool) -> bool:
        """Lock the file at `path` and read it; False where it is no witness of this ledger and may not become one."""
        self.path = path
        while True:
            descriptor = self._locked(end, create=create)
            if descriptor is None:
                return False
            try:
                # Another program may have put a compacted file in its place, or somebody removed it, meanwhile.
                with suppress(OSError):
                    if os.fstat(descriptor).st_ino == path.stat().st_ino:
                        self.witness = _read_open(descriptor, path, ledger)
                        if create or self.witness.newest:
                            self._descriptor, descriptor = descriptor, -1
                        return self.witness.newest != {} or create
            finally:
                if descriptor >= 0:
                    os.close(descriptor)

    def append(self, line: WitnessLine) -> None:
        """Write one line; it is on the disk when this returns. Raises StoreError `witness-not-written`: then it is
        taken back, as far as that can be done."""
        start = self._end
        try:
            self.reserve(line)
            self.fill()
        except StoreError:
            with suppress(OSError):
                os.ftruncate(self._descriptor, start)
            self._end, self._reserved = start, None
            raise

    def reserve(self, line: WitnessLine) -> None:
        """Take the room that a line needs, so that writing it after the commit finds no full disk."""
        with self._writing():
            if os.fstat(self._descriptor).st_size > self._end:
                os.ftruncate(self._descriptor, self._end)  # the rest of a line that a crash cut off
            if os.pwrite(self._descriptor, b" " * len(line.to_bytes()), self._end) != len(line.to_bytes()):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._reserved = line

    def fill(self) -> None:
        """Write the line whose room was reserved, and wait until it is on the disk."""
        line = self._reserved
        if line is None:
            return
        with self._writing():
            self._end += os.pwrite(self._descriptor, line.to_bytes(), self._end)
            os.fsync(self._descriptor)
        self._reserved = None
        newest = {name: one for name, one in self.witness.newest.items() if name != line.incarnation}
        self.witness = Witness({**newest, line.incarnation: line}, self._end)
        if self._end > COMPACT_BYTES:
            # Only to keep it small: the line stands, whatever becomes of this.
            with suppress(OSError):
                self._compact()

    def release(self) -> None:
        """Let it go; closing the file drops the lock."""
        os.close(self._descriptor)

    def _locked(self, end: float, *, create: bool) -> int | None:
        with self._writing():
            flags = os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC
            absent = not self.path.exists()
            if create:
                private_folder(self.path.parent)
                flags |= os.O_CREAT
            elif absent or not self.path.is_file():
                return None
            descriptor = os.open(self.path, flags, 0o600)
            if absent:
                sync_folder(self.path.parent)
        wait = threading.Event()
        while fcntl is not None:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if error.errno in (errno.EWOULDBLOCK, errno.EACCES) and time.monotonic() < end:
                    wait.wait(_TRY_AGAIN_S)
                    continue
                os.close(descriptor)
                raise StoreError(
                    "store-locked",
                    f"The witness of this store, {self.path}, is held by another program.",
                    next_step="Nothing was lost; try again when that program has finished.",
                ) from error
        return descriptor

    def _compact(self) -> None:
        draft = self.path.with_name(f".{self.path.name}-{os.getpid()}-{threading.get_ident()}")
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        try:
            os.write(descriptor, compacted(self.witness, KEPT_INCARNATIONS))
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        draft.replace(self.path)
        sync_folder(self.path.parent)

    def _writing(self) -> _Writing:
        return _Writing(self.path)


class _Writing:
    """Turns what the system says while a witness is written into the sentence for a person."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError):
            raise StoreError(
                "witness-not-written",
                f"The witness of this store, {self._path}, cannot be written ({error.strerror}).",
                next_step="No approval is used without it. Check the folder's rights and its disk.",
            ) from error


class Spending:
    """The spends of one write transaction: numbered in it, witnessed between its commit and its end.

    The line of a call is written after the commit: before it, a crash between the two would leave a witness ahead of
    its store, which is what a restored copy looks like. Its room is taken before the commit, so that a full disk or a
    folder that cannot be written refuses the spend while nothing is used yet. What is left is a disk that fails in
    between: the spend stands, the call is not started, and as nothing else is proved of it, it reads "may have run".

    A decline or a close starts nothing, and a model reads that its call did not run: its line is written just before
    the commit, so that no copy of the store can approve that call from then on. After a crash between the two only that
    very decline or close goes on (`rules.witness.unfinished`); any other spend finds a store that is behind.
    """

    def __init__(self, busy_ms: int) -> None:
        self._busy_ms = busy_ms
        self._hold: WitnessHold | None = None
        self._starts_a_call = False
        self._used: set[str] = set()

    @property
    def used(self) -> bool:
        """Whether the transaction has spent anything."""
        return self._hold is not None

    def number(self, connection: Connection, requests: Iterable[str], *, starts_a_call: bool) -> None:
        """Count the transaction as a spend, once. Raises Mistrusted, or StoreError where the witness cannot be held."""
        self._starts_a_call = self._starts_a_call or starts_a_call
        self._used.update(requests)
        if self._hold is not None:
            return
        facts = ledger_facts(connection)
        self._hold = WitnessHold(facts, self._busy_ms)
        reason = judge(self._hold.witness, facts, machine_id())
        if reason is not None and not unfinished(self._hold.witness, facts):
            raise Mistrusted(reason)
        witness_now(self._hold, connection, facts)
        set_fact(connection, SPENDS, str(facts.spends + 1))

    def committing(self) -> None:
        """Before the commit: write the line of what starts nothing, or take the room for that of a call.

        Raises Mistrusted where the witness has another spend of this number, and StoreError `witness-not-written`.
        """
        if self._hold is None:
            return
        facts = self._hold.facts
        used = "" if self._starts_a_call else used_by(self._used)
        begun = unfinished(self._hold.witness, facts)
        if begun and begun != used:
            raise Mistrusted(Mistrust.AHEAD)
        line = WitnessLine(facts.ledger, facts.incarnation, machine_id(), facts.spends + 1, used)
        if self._starts_a_call:
            self._hold.reserve(line)
        elif not begun:
            self._hold.append(line)

    def committed(self) -> None:
        """Write the line of a call. Raises NotWitnessed where that fails: the call must not start."""
        if self._hold is None:
            return
        try:
            self._hold.fill()
        except StoreError as error:
            raise NotWitnessed(error.code, error.sentence, next_step=error.next_step) from error

    def release(self) -> None:
        """Let the witness go, whatever became of the transaction."""
        if self._hold is not None:
            self._hold.release()
            self._hold = None


def judged(connection: Connection, found: Witness, facts: LedgerFacts) -> Mistrust | None:
    """Whether the store is the one that its witness knows (`judge`). One that a crash kept from declining what its
    witness says is declined, or from answering a question so, is that one, while it has those very replies in hand."""
    reason = judge(found, facts, machine_id())
    begun = unfinished(found, facts)
    if reason is not Mistrust.AHEAD or not begun:
        return reason
    replies: dict[str, list[str]] = {}
    for session, request, decision, answer in connection.execute(_REPLIES_IN_HAND):
        replies.setdefault(session, []).append(reply_name(request, decision, answer))
    return None if begun in map(used_by, replies.values()) else reason


def witness_now(hold: WitnessHold, connection: Connection, facts: LedgerFacts) -> None:
    """Bring a held witness up to the store: what a crash, or a folder that could not be written, left out."""
    line = hold.witness.newest.get(facts.incarnation)
    if line is None or line.spends < facts.spends:
        hold.append(WitnessLine(facts.ledger, facts.incarnation, machine_id(), facts.spends))
    if facts.witness != str(hold.path):
        set_fact(connection, WITNESS, str(hold.path))


def number_spend(connection: Connection, requests: Iterable[str], *, starts_a_call: bool = False) -> None:
    """Say that this transaction uses `requests` up; every spend of a request calls it (section 1).

    The transaction is one of `Store.write(durable=True)`, which ends once the witness's line is on the disk. What is
    raised here makes that transaction fail; see there.
    """
    spending: Spending = connection.info[Spending]
    spending.number(connection, requests, starts_a_call=starts_a_call)


def begin(connection: Connection, busy_ms: int) -> None:
    """Make the witness of a store that has none yet, and have the store remember where it is."""
    facts = ledger_facts(connection)
    if facts.witness:
        return  # another program was quicker
    hold = WitnessHold(facts, busy_ms)
    try:
        witness_now(hold, connection, facts)
    finally:
        hold.release()
