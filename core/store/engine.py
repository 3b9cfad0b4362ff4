"""Opening a store: its connections, its transactions, its schema.

A `Store` may be used from several threads; each transaction has a connection of its own. Writers begin with the write
lock held, so a transaction never fails half-way for lack of it.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, RootTransaction, create_engine, insert
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import QueuePool, StaticPool

from pausedesk.core import settings
from pausedesk.core.errors import ResumeDecisionError, StoreError
from pausedesk.core.model.moments import Moment
from pausedesk.core.model.wording import worded
from pausedesk.core.paths import private_folder
from pausedesk.core.rules.witness import LedgerFacts, Mistrust, found_sentence
from pausedesk.core.store import clock, dialect, unsealed, witness
from pausedesk.core.store.seals import SealKeys
from pausedesk.core.store.stored import damaged, first_of
from pausedesk.core.store.tables import meta

# Raised by one with every migration; the same number stands in the file's user_version. A store with a higher one is
# refused by name: guessing at a newer schema could lose what it says.
SCHEMA_VERSION = 8
now_ms = clock.now_ms


def new_id() -> str:
    """A new random id (96 bits): never counted, so an id of a deleted store can never name something else."""
    return secrets.token_hex(12)


class Store:
    """One open store. Owns the connections; everything else in this package is functions over its transactions."""

    def __init__(
        self, path: Path, engine: Engine, connect: Callable[[], sqlite3.Connection], busy_ms: int, *, read_only: bool
    ) -> None:
        self.path = path
        self.read_only = read_only
        self._engine = engine
        self._connect = connect
        self._busy_ms = busy_ms
        # Called with the name of a point between two steps; fault tests put a kill there.
        self.failpoint: Callable[[str], None] = lambda name: None
        # What the life of a question is measured by; tests set clocks of their own.
        self.moment: Callable[[], Moment] = clock.this_moment
        # Why its open questions were closed when it was opened or used by this program, where they were.
        self.mistrusted: Mistrust | None = None
        self.ledger_id = self.facts().ledger
        self.seal_keys = SealKeys(self.ledger_id)

    def facts(self) -> LedgerFacts:
        """What the store says of itself now: another program may have rotated its incarnation since it was opened."""
        with self.read() as connection:
            return witness.ledger_facts(connection)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """One consistent view of the store."""
        with self._errors(), self._engine.connect() as connection, _transaction(connection):
            yield connection

    @contextmanager
    def write(self, *, durable: bool = False) -> Iterator[Connection]:
        """One transaction that holds the write lock from its start; `durable` ones survive a power loss (FULL).

        One that spends (`witness.number_spend`) is over when its witness is on the disk as well. Where the witness does
        not know this store, nothing of the transaction is written; the questions that were open are closed, and
        ResumeDecisionError `ledger-changed` is raised.
        """
        spending = witness.Spending(self._busy_ms)
        try:
            with self._errors(), self._engine.connect() as connection:
                connection.info[witness.Spending] = spending
                if durable:
                    # The driver's cursor: SQLAlchemy would begin a transaction first, in which this does nothing.
                    dialect.set_durable(_driver(connection), True)
                try:
                    with _transaction(connection, "BEGIN IMMEDIATE"):
                        yield connection
                        if spending.used:
                            spending.committing()
                            self.failpoint("witnessed")
                finally:
                    if durable:
                        with suppress(sqlite3.Error):
                            dialect.set_durable(_driver(connection), False)
            if spending.used:
                self.failpoint("spent")
                spending.committed()
        except witness.Mistrusted as found:
            spending.release()
            self._rotate(spending=True)
            raise ResumeDecisionError(
                "ledger-changed",
                found_sentence(found.reason),
                next_step=worded(
                    "What was open is closed, and may have run elsewhere; Resume lets the model ask anew."
                ),
            ) from found
        finally:
            spending.release()

    def look_at_witness(self) -> tuple[Path, Mistrust | None]:
        """Where the witness of this store is, and whether it is still the store that it knows. Writes nothing."""
        while True:
            with self.read() as connection:
                facts = witness.ledger_facts(connection)
                path, found = witness.look(facts)
                reason = witness.judged(connection, found, facts)
            # No lock is held: where the store has moved on meanwhile, a spend between the two looks made it seem so.
            if reason is not Mistrust.AHEAD or self.facts() == facts:
                return path, reason

    def meet_witness(self) -> None:
        """Compare the store with its witness, as it is opened: close what may have been answered in another copy."""
        with suppress(StoreError):
            # Without a witness nothing is spent; but what the store holds can still be looked at.
            _, reason = self.look_at_witness()
            if reason is not None:
                self._rotate()
            elif not self.facts().witness:
                with self.write() as connection:
                    witness.begin(connection, self._busy_ms)
            if not unsealed.is_begun(self.facts()):
                with self.write() as connection:
                    unsealed.note_unsealed(connection, witness.ledger_facts(connection))

    def _rotate(self, *, spending: bool = False) -> None:
        # In two modules, for closing what is open takes the whole of the ledger, which stands on this one.
        from pausedesk.core.store.rotation import rotate

        self.mistrusted = rotate(self, self._busy_ms, spending=spending) or self.mistrusted

    def watch(self) -> Watch:
        """A look at the commits of others; whoever asks for it closes it."""
        with self._errors():
            return Watch(self._connect(), self._errors)

    def erase_deleted(self) -> None:
        """Leave no byte of what was deleted in the file and its -wal: writes the file anew, which needs room for both.

        Raises StoreError; `store-locked` too where another program reads the old one all the while.
        """
        with self._errors(), closing(self._connect()) as connection:
            erased = dialect.erase_deleted(connection)
        if not erased:
            raise StoreError(
                "store-locked",
                worded(
                    "Another program reads the store {path}: bytes of what was deleted may be left beside it.",
                    path=self.path,
                ),
                next_step=worded("When it has ended, `pausedesk forget` without a session erases them."),
            )

    def close(self) -> None:
        """Close every connection. The last one folds the -wal file into the database."""
        self._engine.dispose()

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except (DBAPIError, sqlite3.Error, UnicodeDecodeError) as error:
            fault = dialect.store_error(error, self.path)
            if fault is None or fault.code == "store-damaged":
                fault = self._loss() or fault
            if fault is None:
                raise
            raise fault from error

    def _loss(self) -> StoreError | None:
        """What a sound statement stumbles over where a part of the schema is gone; None where none is seen to be."""
        try:
            with self._engine.connect() as connection:
                gone = lost_parts(connection)
        except (DBAPIError, sqlite3.Error, UnicodeDecodeError):
            return None
        return damaged("; ".join(first_of(gone))) if gone else None


class Watch:
    """Tells of other connections' commits, over a connection of its own: pooled ones change. For one thread."""

    def __init__(self, connection: sqlite3.Connection, errors: Callable[[], AbstractContextManager[None]]) -> None:
        self._connection = connection
        self._errors = errors

    def version(self) -> int:
        """A number that changes when any other connection has committed. Raises StoreError."""
        with self._errors():
            return dialect.data_version(self._connection)

    def close(self) -> None:
        """Give the connection back."""
        self._connection.close()


def open_store(path: Path, *, create: bool = True, read_only: bool = False, busy_ms: int | None = None) -> Store:
    """Open the store at `path`, making or migrating it where needed.

    A write waits `busy_ms` for another writer, by default as long as the settings say. Raises StoreError: `no-store`
    (absent and not to be created), `not-a-store`, `store-newer`, `store-locked`, `store-linked`, `store-read-only`,
    `disk-full`, `network-file-system`, `store-not-opened`; UsageError where the settings cannot be read.
    """
    path = path.absolute()
    busy_ms = round(settings.busy_seconds() * 1000) if busy_ms is None else busy_ms
    try:
        absent = not path.exists() or path.stat().st_size == 0
        if absent and dialect.has_writes(path):
            raise damaged(f"{path} is gone or empty, and writes of it are left beside it")
        if path.is_dir():
            raise StoreError(
                "not-a-store",
                worded("{path} is a folder, not a store.", path=path),
                next_step=worded("Name a file with --store."),
            )
        if absent and (read_only or not create):
            raise StoreError(
                "no-store",
                worded("There is no store at {path}.", path=path),
                next_step=worded("`pausedesk demo` makes one to try."),
            )
        if not absent and path.stat().st_nlink > 1:
            raise StoreError(
                "store-linked",
                worded(
                    "{path} has a second name (a hard link), under which a call could run a second time.", path=path
                ),
                next_step=worded("Remove the other name."),
            )
        if absent:
            private_folder(path.parent)
        system = dialect.network_file_system(path.parent)
        if system is not None:
            raise StoreError(
                "network-file-system",
                worded(
                    "{path} lies on a network file system ({system}), where locks cannot be trusted.",
                    path=path,
                    system=system,
                ),
                next_step=worded("Keep the store on a local disk."),
            )
        if absent:
            dialect.make_file(path)
    except OSError as error:
        code = "disk-full" if error.errno == 28 else "store-not-opened"
        raise StoreError(
            code,
            worded("The store {path} cannot be opened: {what}.", path=path, what=error.strerror or error),
            next_step=worded("Check the path."),
        ) from error
    try:
        engine, connect = _engine(path, busy_ms, read_only=read_only)
        version = _schema_version(engine, path)
        if version != SCHEMA_VERSION:
            if version > SCHEMA_VERSION:
                raise StoreError(
                    "store-newer",
                    worded(
                        "The store {path} was written by a newer Pausedesk (schema {version}; this one knows "
                        "{schema_version}).",
                        path=path,
                        version=version,
                        schema_version=SCHEMA_VERSION,
                    ),
                    next_step=worded("Update Pausedesk, or name another store with --store."),
                )
            if read_only:
                raise StoreError(
                    "store-older", worded("The store {path} needs an update that a reader cannot make.", path=path)
                )
            _migrate(engine)
        store = Store(path, engine, connect, busy_ms, read_only=read_only)
        if not read_only:
            store.meet_witness()
        return store
    except (DBAPIError, sqlite3.Error, UnicodeDecodeError) as error:
        fault = dialect.store_error(error, path)
        if fault is None:
            raise
        raise fault from error


def _driver(connection: Connection) -> Any:
    return connection.connection.cursor()


def _transaction(connection: Connection, begin: str = "BEGIN") -> RootTransaction:
    # Not by a listener of the engine's: each statement then costs a good deal more, whatever is listened for.
    _driver(connection).execute(begin)
    return connection.begin()


def _engine(path: Path, busy_ms: int, *, read_only: bool) -> tuple[Engine, Callable[[], sqlite3.Connection]]:
    uri = path.as_uri()
    if read_only:
        wal = path.with_name(path.name + "-wal")
        unwritable = not os.access(path.parent, os.W_OK)
        # On a medium that cannot be written, SQLite cannot make the -shm file it needs to read a WAL database.
        immutable = "&immutable=1" if unwritable and (not wal.exists() or wal.stat().st_size == 0) else ""
        uri += f"?mode=ro{immutable}"
    else:
        uri += "?mode=rw"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            uri,
            uri=True,
            check_same_thread=False,
            timeout=busy_ms / 1000,
            cached_statements=512,  # the driver's own 128 do not hold those of one run and its answer
        )
        try:
            dialect.prepare_connection(connection, busy_ms, read_only=read_only)
        except BaseException:
            connection.close()
            raise
        return connection

    # What an error of the driver says goes into reports: the values of a statement are the agents' and people's.
    engine = create_engine(
        "sqlite+pysqlite://",
        creator=connect,
        poolclass=QueuePool,
        pool_size=4,
        max_overflow=32,
        hide_parameters=True,
    )
    return engine, connect


def _schema_version(engine: Engine, path: Path) -> int:
    with engine.connect() as connection, _transaction(connection):
        version = dialect.schema_version(connection)
    if version is None:
        # Making our tables among somebody else's would be writing into a foreign database.
        raise StoreError(
            "not-a-store",
            worded("{path} is not a Pausedesk store.", path=path),
            next_step=worded("Name another file with --store."),
        )
    return version


def _migrate(engine: Engine) -> None:
    # Alembic takes 0.3 s to import and is needed once in a store's life.
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    with engine.connect() as connection, _transaction(connection, "BEGIN IMMEDIATE"):
        # Another process may have migrated it while this one waited for the lock.
        version = dialect.schema_version(connection) or 0
        if version >= SCHEMA_VERSION:
            return
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except (OperationalError, CommandError) as error:
            if getattr(getattr(error, "orig", None), "sqlite_errorcode", sqlite3.SQLITE_ERROR) != sqlite3.SQLITE_ERROR:
                raise
            raise damaged(f"its tables are not those of version {version}, which it says it has") from error
        if version == 0:
            at = str(now_ms())
            facts = {"ledger": new_id(), "incarnation": new_id(), "created_at": at}
            connection.execute(insert(meta), [{"key": key, "value": value} for key, value in facts.items()])
        dialect.set_schema_version(connection, SCHEMA_VERSION)


@cache
def _own_parts() -> frozenset[str]:
    # What the migrations make, seen in a store in memory: no list of it has to be kept beside them.
    engine = create_engine(
        "sqlite+pysqlite://", creator=lambda: sqlite3.connect(":memory:", isolation_level=None), poolclass=StaticPool
    )
    try:
        _migrate(engine)
        with engine.connect() as connection:
            return dialect.schema_parts(connection)
    finally:
        engine.dispose()


def lost_parts(connection: Connection) -> list[str]:
    """What of the schema is gone, as parts of a sentence ("the table answers is gone"); nothing where it is whole."""
    gone = _own_parts() - dialect.schema_parts(connection)
    # A table takes its indexes and triggers with it, and says more than they do.
    return [f"{part} is gone" for part in sorted(gone, key=lambda part: (not part.startswith("the table "), part))]


def integrity(store: Store) -> list[str]:
    """What is wrong with the file; nothing where it is sound."""
    with store.read() as connection:
        return dialect.file_faults(connection)
