"""How many sessions each filter of the list holds: kept by triggers beside the sessions, for counting a million of them
anew at each change would take longer than all else that a window does."""

from __future__ import annotations

from sqlalchemy import Column, Connection, Integer, MetaData, Table, func, select

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Counts
from pausedesk.core.store.narrowing import filter_clause
from pausedesk.core.store.stored import damaged
from pausedesk.core.store.tables import sessions

_FILTERS = {
    "waiting": ListFilter.WAITING,
    "unknown": ListFilter.UNKNOWN,
    "interrupted": ListFilter.INTERRUPTED,
    "answered": ListFilter.ANSWERED,
    "everything": ListFilter.ALL,
}
# Not among the tables of the schema: it follows from the sessions, and a copy of them counts itself.
list_counts = Table("list_counts", MetaData(), *(Column(name, Integer, nullable=False) for name in _FILTERS))


def kept_counts(connection: Connection) -> Counts:
    """How many sessions each filter holds. Raises StoreError `store-damaged` where that is lost."""
    row = connection.execute(select(list_counts)).first()
    if row is None:
        raise damaged("the numbers of its sessions are gone")
    return Counts(*(int(number) for number in row))


def counted_anew(connection: Connection) -> Counts:
    """The same, by going through all sessions."""
    numbers = (
        select(func.count()).select_from(sessions).where(filter_clause(one)).scalar_subquery()
        for one in _FILTERS.values()
    )
    return Counts(*(int(number) for number in connection.execute(select(*numbers)).one()))


def number_of(counts: Counts, wanted: ListFilter) -> int:
    """The number of one filter."""
    return int(getattr(counts, wanted.value))
