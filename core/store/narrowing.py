"""Which sessions a list holds and in which order, as parts of statements.

Every order ends in the id, so that a page is the same when it is read again; each column that orders has an index. The
place of a row in an order is a tuple of the values that it is ordered by (`sort_keys`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Text, TextClause, false, literal_column, or_, text, true, tuple_

from pausedesk.core.model.states import ListFilter
from pausedesk.core.model.views import Narrowing, Order, SortColumn
from pausedesk.core.store.conditions import ANSWERED, EXPIRY, INTERRUPTED, NARROWING, SINCE, UNKNOWN, WAITING
from pausedesk.core.store.searching import found_sessions
from pausedesk.core.store.tables import sessions

Clause = ColumnElement[bool] | TextClause

_KEYS: dict[SortColumn, ColumnElement[Any]] = {
    SortColumn.CHANGED: sessions.c.updated_at,
    SortColumn.WHAT: sessions.c.what_tool,
    SortColumn.TITLE: sessions.c.title,
    SortColumn.AGENT: sessions.c.agent,
    SortColumn.SINCE: literal_column(SINCE, BigInteger),
    SortColumn.EXPIRES: literal_column(EXPIRY, BigInteger),
    SortColumn.ENDING: sessions.c.ending,
    SortColumn.SOURCE: sessions.c.source,
}
# Of these there are few: what narrows them further is looked at row by row, and not by an index of its own, which holds
# a large part of all sessions. (A plus keeps the index of a column away.)
_FEW = (ListFilter.WAITING, ListFilter.UNKNOWN)


def filter_clause(wanted: ListFilter) -> Clause:
    """The condition of one filter over the listing columns, in the words of its index."""
    match wanted:
        case ListFilter.WAITING:
            return text(WAITING)
        case ListFilter.UNKNOWN:
            return text(UNKNOWN)
        case ListFilter.INTERRUPTED:
            return text(INTERRUPTED)
        case ListFilter.ANSWERED:
            return text(ANSWERED)
        case _:
            return true()


def query_clause(query: str) -> ColumnElement[bool]:
    """The condition of a text query: every word stands in the title, the agent, the tool, its line or the id."""
    clause: ColumnElement[bool] = true()
    for word in query.split():
        columns = (sessions.c.title, sessions.c.agent, sessions.c.what_tool, sessions.c.what_line, sessions.c.id)
        clause = clause & or_(*(column.icontains(word, autoescape=True) for column in columns))
    return clause


def list_clauses(wanted: ListFilter, narrowed: Narrowing, query: str = "") -> list[Clause]:
    """What a row of the list has to be."""
    clauses = [filter_clause(wanted), query_clause(query)]
    values = (narrowed.agent, narrowed.tool, narrowed.ending, narrowed.source, narrowed.listed)
    for name, value in zip(NARROWING, values, strict=True):
        if value is not None:
            column = literal_column(f"+sessions.{name}", Text) if wanted in _FEW else sessions.c[name]
            clauses.append(column == value)
    if narrowed.changed_after is not None:
        clauses.append(sessions.c.updated_at > narrowed.changed_after)
    if not narrowed.search.strip():
        return clauses
    found = found_sessions(narrowed.search, wanted, clauses, ending=narrowed.ending, source=narrowed.source)
    return [false() if found is None else sessions.c.id.in_(found)]


def sort_keys(order: Order) -> tuple[ColumnElement[Any], ...]:
    """The values by which rows are ordered, the last of them the session; none is null."""
    key = _KEYS[order.column]
    if key.key in NARROWING:
        return key, sessions.c.updated_at, sessions.c.id
    return key, sessions.c.id


def in_order(order: Order) -> tuple[ColumnElement[Any], ...]:
    """What a statement is ordered by."""
    return tuple(key.desc() if order.descending else key.asc() for key in sort_keys(order))


def behind(order: Order, place: Sequence[Any]) -> ColumnElement[bool]:
    """What comes after a row in the order: a comparison of tuples, by which all columns of the index are searched."""
    here, there = tuple_(*sort_keys(order)), tuple_(*place)
    return here < there if order.descending else here > there


def at_or_behind(order: Order, place: Sequence[Any]) -> ColumnElement[bool]:
    """A row, and what comes after it."""
    here, there = tuple_(*sort_keys(order)), tuple_(*place)
    return here <= there if order.descending else here >= there


def before(order: Order, place: Sequence[Any]) -> ColumnElement[bool]:
    """What comes before a row in the order."""
    return behind(Order(order.column, not order.descending), place)
