"""What the desk and the command line read: rows of the list, counts, what changed. Listing columns only, no messages.

A `Reader` belongs to one thread.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias

from sqlalchemy import Connection, bindparam, func, select

from pausedesk.core.model.foreign import ForeignView
from pausedesk.core.model.incidents import Incident, IncidentRow
from pausedesk.core.model.moments import Deadline
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import AnswerState, Ending, ListFilter, RequestState
from pausedesk.core.model.views import (
    ANY,
    NEWEST,
    Attention,
    Choices,
    Counts,
    Narrowing,
    SessionCard,
    SessionRow,
    TimelinePage,
    Total,
)
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.notifying import Asked
from pausedesk.core.store.attention import attention
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.clock import deadline_of, now_ms
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign_sessions import foreign_view
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.incidents import NOBODY, incident_rows, read_incident, runner_of_call
from pausedesk.core.store.leases import WORKER
from pausedesk.core.store.list_counts import kept_counts, number_of
from pausedesk.core.store.narrowing import at_or_behind, before, behind, in_order, list_clauses, sort_keys
from pausedesk.core.store.places import NEAR, Places
from pausedesk.core.store.searching import FOUND_AT_MOST
from pausedesk.core.store.sessions import Liveness
from pausedesk.core.store.statements import on_hold
from pausedesk.core.store.tables import answers, changes, leases, pauses, requests, sessions
from pausedesk.core.store.timelines import timeline_page

_COLUMNS = (
    sessions.c.id,
    sessions.c.title,
    sessions.c.agent,
    sessions.c.source,
    sessions.c.ending,
    sessions.c.confidence,
    sessions.c.stopped_by,
    sessions.c.listed_format,
    sessions.c.waiting_count,
    sessions.c.unknown_count,
    sessions.c.submitted_count,
    sessions.c.what_tool,
    sessions.c.what_line,
    sessions.c.waiting_since,
    sessions.c.expires_at,
    sessions.c.updated_at,
    sessions.c.unreadable,
    on_hold(sessions.c.id).label("held"),
)


# Nobody chooses from more; whoever wants another agent or tool searches for its name.
CHOICES_AT_MOST = 200
# Of a list that is narrowed no more are counted at once; the rest is, while nobody waits.
COUNTED_AT_MOST = FOUND_AT_MOST
# As many names as every build of SQLite takes in one statement.
_AT_ONCE = 500
_NEWEST_CHANGE = select(func.coalesce(func.max(changes.c.seq), 0))
_ASKED_NOW = (
    select(sessions.c.id, pauses.c.id.label("pause"), pauses.c.created_at, sessions.c.what_tool, sessions.c.what_line)
    .join(requests, requests.c.session_id == sessions.c.id)
    .join(pauses, pauses.c.id == requests.c.pause_id)
    .where(
        sessions.c.id.in_(bindparam("names", expanding=True)),
        sessions.c.waiting_count > 0,
        requests.c.state == RequestState.WAITING,
    )
    .distinct()
)


Place: TypeAlias = tuple[int, str]
"""The place of a row in the list: when it changed last, in milliseconds, and its session."""


@dataclass(frozen=True, slots=True)
class WorkerView:
    """The worker that holds the store's lease."""

    alive: bool
    pid: int
    text: str


def session_row(row: Any) -> SessionRow:
    """A list row from the listing columns, in the order of `_COLUMNS`."""
    return SessionRow(row[0], row[1], row[2], row[3], Ending(row[4]), *row[5:])


class Elsewhere(Protocol):
    """Reads the files of sessions that their own programs keep (`importers.cards`)."""

    def completed(self, card: SessionCard) -> SessionCard:
        """The card with its timeline and its program's command; a card of our own as it is."""
        ...

    def older(self, view: ForeignView, before: int | None = None) -> TimelinePage:
        """A part of the timeline."""
        ...


class Reader:
    """Reads the store for one thread."""

    def __init__(self, store: Store, alive: Liveness | None = None, elsewhere: Elsewhere | None = None) -> None:
        """`elsewhere` reads what the store does not hold of sessions that their own programs keep."""
        self._store = store
        self._alive = alive
        self._elsewhere = elsewhere
        self._watch = store.watch()
        # The list that was counted last.
        self._places: Places | None = None
        self._counted = Total()
        self._view: Connection | None = None

    def close(self) -> None:
        """Give the reader's own connection back."""
        self._watch.close()

    @contextmanager
    def one_view(self) -> Iterator[None]:
        """Let everything that is read within see the store as it is at the first of it: a row's number and its page."""
        with self._store.read() as connection:
            self._view = connection
            try:
                yield
            finally:
                self._view = None

    @contextmanager
    def _read(self) -> Iterator[Connection]:
        if self._view is not None:
            yield self._view
            return
        with self._store.read() as connection:
            yield connection

    def counts(self) -> Counts:
        """How many sessions each filter holds."""
        with self._read() as connection:
            return kept_counts(connection)

    def total(self, filter: ListFilter, query: str = "", narrowed: Narrowing = ANY) -> Total:
        """How many sessions a filter and a query hold.

        Of what is narrowed, `COUNTED_AT_MOST` at first; the rest is counted by `prepare`, after which this tells it.
        """
        if not query and (self._places is None or self._places.list != (filter, narrowed)):
            self._places = Places(filter, narrowed)
        with self._read() as connection:
            if not query and narrowed.wide:
                total = Total(number_of(kept_counts(connection), filter))
            else:
                total = self._narrowed_total(connection, filter, query, narrowed)
        if not query:
            self._counted = total
        return total

    def _narrowed_total(self, connection: Connection, filter: ListFilter, query: str, narrowed: Narrowing) -> Total:
        rows = count_rows(connection, filter, query, narrowed, most=COUNTED_AT_MOST + 1)
        if narrowed.search.strip():
            return Total(rows, more=rows == FOUND_AT_MOST)
        if rows <= COUNTED_AT_MOST:
            return Total(rows)
        places = self._places_of(filter, query, narrowed)
        known = places.counted if places is not None else None
        return Total(COUNTED_AT_MOST, more=True) if known is None else Total(max(rows, known))

    def page(
        self, filter: ListFilter, query: str, offset: int, limit: int, narrowed: Narrowing = ANY
    ) -> list[SessionRow]:
        """Rows of the list, newest first; ties by id, so that a page is the same when read again.

        In the list that was counted last, a row far down is found without going through those before it.
        """
        places = self._places_of(filter, query, narrowed)
        with self._read() as connection:
            if places is not None and offset > NEAR:
                left = self._counted.rows - offset
                if left <= NEAR and not self._counted.more:
                    # Counted from the end.
                    turned = replace(narrowed, order=replace(narrowed.order, descending=not narrowed.order.descending))
                    number = min(limit, max(0, left))
                    rows = page_rows(connection, filter, "", number, offset=max(0, left - limit), narrowed=turned)
                    return rows[::-1]
                begin = places.start(connection, offset, self._counted.rows)
                if begin is not None:
                    row, over = begin
                    return page_rows(connection, filter, "", limit, at=row, offset=over, narrowed=narrowed)
            return page_rows(connection, filter, query, limit, offset=offset, narrowed=narrowed)

    def prepare(self, seconds: float) -> bool:
        """Read on where rows far down the list are, and how many there are, while nobody waits.

        Returns whether anything was left to read.
        """
        if self._places is None:
            return False
        with self._read() as connection:
            return self._places.grow(connection, self._counted, seconds)

    def _places_of(self, filter: ListFilter, query: str, narrowed: Narrowing) -> Places | None:
        return self._places if not query and self._places and self._places.list == (filter, narrowed) else None

    def sources(self) -> list[str]:
        """The programs whose sessions are listed, by name; "pausedesk" is among them where a session began here."""
        with self._read() as connection:
            return _names(connection, sessions.c.source)

    def choices(self) -> Choices:
        """The agents and tools of the listed sessions, `CHOICES_AT_MOST` of each."""
        with self._read() as connection:
            return Choices(tuple(_names(connection, sessions.c.agent)), tuple(_names(connection, sessions.c.what_tool)))

    def position(self, filter: ListFilter, query: str, session: str, narrowed: Narrowing = ANY) -> int | None:
        """The place of a session in the list, or None where the filter does not hold it."""
        places = self._places_of(filter, query, narrowed)
        with self._read() as connection:
            if places is not None:
                return places.number(connection, session, self._counted)
            clauses = list_clauses(filter, narrowed, query)
            keys = sort_keys(narrowed.order)
            mine = connection.execute(select(*keys).where(sessions.c.id == session).where(*clauses)).first()
            if mine is None:
                return None
            counted = select(func.count()).select_from(sessions).where(*clauses)
            return int(connection.execute(counted.where(before(narrowed.order, tuple(mine)))).scalar_one())

    def card(self, session: str) -> SessionCard | None:
        """Everything of one session, or None where there is none of that id."""
        with self._read() as connection:
            card = read_card(connection, session, self._alive)
        return card if card is None or self._elsewhere is None else self._elsewhere.completed(card)

    def older(self, session: str, before: int) -> TimelinePage:
        """The part of a session's timeline that ends at `before` (of a card, or of a page)."""
        with self._read() as connection:
            view = foreign_view(connection, session)
            if view is None or self._elsewhere is None:
                return timeline_page(connection, session, before)
        return self._elsewhere.older(view, before)

    def incidents(self) -> list[IncidentRow]:
        """The runners that left calls in doubt, the newest first."""
        with self._read() as connection:
            return incident_rows(connection, self._alive or NOBODY)

    def incident(self, runner: str) -> Incident | None:
        """What one of them left in doubt, with its evidence; None where that is nothing any more."""
        with self._read() as connection:
            return read_incident(connection, runner, self._alive or NOBODY)

    def incident_of(self, execution: str) -> str | None:
        """The runner that left a call in doubt; None where it is in none."""
        with self._read() as connection:
            return runner_of_call(connection, execution, self._alive or NOBODY)

    def asked(self, wanted: Collection[str]) -> dict[str, Asked]:
        """Of these sessions those that wait for a person, each with its pause."""
        found: dict[str, Asked] = {}
        names = sorted(wanted)
        with self._read() as connection:
            for first in range(0, len(names), _AT_ONCE):
                rows = connection.execute(_ASKED_NOW, {"names": names[first : first + _AT_ONCE]})
                found |= {row.id: Asked(row.pause, row.created_at, row.what_tool, row.what_line) for row in rows}
        return found

    def data_version(self) -> int:
        """A number that changes when any other connection has committed."""
        return self._watch.version()

    def newest_change(self) -> int:
        """The newest number of the change feed: whoever begins to watch goes on from it and reads nothing before."""
        with self._read() as connection:
            return int(connection.execute(_NEWEST_CHANGE).scalar_one())

    def changes_since(self, seq: int) -> tuple[int, frozenset[str]]:
        """The newest number of the change feed, and the sessions touched after `seq`."""
        with self._read() as connection:
            newest = int(connection.execute(_NEWEST_CHANGE).scalar_one())
            touched = connection.execute(
                select(changes.c.session_id).where(changes.c.seq > seq, changes.c.session_id != "").distinct()
            ).scalars()
            found = frozenset(touched)
        if found and self._places is not None:
            self._places.note_changes()
        return newest, found

    def attention(self) -> Attention:
        """What holds everything, who looks at what now, and who takes care of which session."""
        with self._read() as connection:
            return attention(connection, now_ms())

    def worker(self) -> WorkerView | None:
        """The worker that holds the store's lease, or None where there never was one."""
        with self._read() as connection:
            held = connection.execute(select(leases.c.holder).where(leases.c.name == WORKER)).scalar()
        if held is None:
            return None
        owner = Owner.from_json(held)
        alive = self._alive is not None and self._alive.door(owner) is True
        return WorkerView(
            alive,
            owner.pid,
            worded("worker running, process {pid}", pid=owner.pid) if alive else worded("no worker running"),
        )

    def drafts(self, session: str) -> dict[str, tuple[str, str]]:
        """What a person was about to answer, by request: (decision, note)."""
        with self._read() as connection:
            rows = connection.execute(
                select(answers.c.request_id, answers.c.decision, answers.c.note).where(
                    answers.c.session_id == session, answers.c.state == AnswerState.DRAFT
                )
            ).all()
        return {row.request_id: (row.decision, row.note or "") for row in rows}


def _names(connection: Connection, column: Any) -> list[str]:
    """The values of an indexed column but "", in their order, `CHOICES_AT_MOST` of them."""
    found: list[str] = []
    # Each by a step in the index: going through all rows would take as long as there are sessions.
    after = select(func.min(column)).where(column > bindparam("last"))
    while len(found) < CHOICES_AT_MOST:
        name = connection.execute(after, {"last": found[-1] if found else ""}).scalar()
        if name is None:
            break
        found.append(str(name))
    return found


def count_rows(
    connection: Connection,
    wanted: ListFilter,
    query: str = "",
    narrowed: Narrowing = ANY,
    *,
    most: int | None = None,
) -> int:
    """How many sessions a filter, a query and a narrowing hold, counted up to `most`; of what is searched for, of the
    newest thousand."""
    rows = select(sessions.c.id).where(*list_clauses(wanted, narrowed, query))
    counted = select(func.count()).select_from(rows.limit(most).subquery() if most is not None else rows.subquery())
    return int(connection.execute(counted).scalar_one())


def page_rows(
    connection: Connection,
    wanted: ListFilter,
    query: str = "",
    limit: int = 100,
    *,
    after: Place | None = None,
    at: Sequence[Any] | None = None,
    offset: int = 0,
    owner: str | None = None,
    narrowed: Narrowing = ANY,
) -> list[SessionRow]:
    """Rows of the list, newest first unless another order is wanted, ties by id.

    `after` goes on where a page ended, the newest first: what is written meanwhile neither repeats a row that stayed
    nor hides one. `at` begins with a row: its place in the order (`sort_keys`). A number of rows (`offset`) is for the
    window, whose scroll bar names them by number. With `owner` only the sessions whose envelopes name that principal.
    """
    clauses = list_clauses(wanted, narrowed, query)
    if after is not None:
        clauses.append(behind(NEWEST, after))
    if at is not None:
        clauses.append(at_or_behind(narrowed.order, at))
    if owner is not None:
        clauses.append(sessions.c.owner == owner)
    page = select(*_COLUMNS).where(*clauses).order_by(*in_order(narrowed.order)).limit(limit)
    rows = connection.execute(page.offset(offset) if offset else page)
    return with_deadlines(connection, [session_row(row) for row in rows])


def with_deadlines(connection: Connection, rows: list[SessionRow]) -> list[SessionRow]:
    """The rows with the deadline of the question that ends first, where one has an end."""
    ends = {row.session: row.expires_at for row in rows if row.expires_at is not None}
    if not ends:
        return rows
    first: dict[str, Deadline | None] = {}
    waits = (requests.c.state == RequestState.WAITING, requests.c.expires_at.is_not(None))
    asked = select(requests).where(requests.c.session_id.in_(list(ends)), *waits)
    for row in connection.execute(asked.order_by(requests.c.expires_at)):
        if row.expires_at == ends[row.session_id]:
            first.setdefault(row.session_id, deadline_of(row))
    return [replace(row, deadline=first.get(row.session)) for row in rows]


def owner_of(connection: Connection, session: str) -> str | None:
    """Whose session it is: the principal that its envelope named when it came, and nothing that a caller says.

    None where the envelope names none, and for a session that began here. Raises ResumeDecisionError `no-session`.
    """
    row = connection.execute(select(sessions.c.owner).where(sessions.c.id == session)).first()
    if row is None:
        raise missing_session(connection, session)
    return None if row.owner is None else str(row.owner)


def list_by_user(
    connection: Connection, user: str, *, after: Place | None = None, limit: int = 100
) -> list[SessionRow]:
    """The sessions that `owner_of` gives to a user, a page after a place, newest first, ties by id (section 2)."""
    return page_rows(connection, ListFilter.ALL, "", limit, after=after, owner=user)
