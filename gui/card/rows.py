"""Long texts as rows: what is laid out one row at a time, made on the reader thread. Qt-free."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from pausedesk.core.model.canonical import canonical_bytes
from pausedesk.core.rules.json_tree import JsonTree
from pausedesk.core.rules.long_texts import lines_of
from pausedesk.core.rules.redaction import masked, masked_value
from pausedesk.core.rules.set_out import LONGEST, Mark, Row, shell_rows, sql_rows
from pausedesk.core.rules.shown import Shown, as_text
from pausedesk.core.rules.value_views import Table, ValueView, absent, table_of
from pausedesk.core.rules.visible import visible

LONG = 400_000
"""Texts of more characters are laid out row by row, as they come into sight."""
ROW = 400
"""A longer line is broken after so many characters: a row must always fit into its box."""
BREAK = "⤶"

T = TypeVar("T")


class Lazy(Sequence[T]):
    """So many rows, or their texts, each made by `make` when it is asked for."""

    def __init__(self, length: int, make: Callable[[int], T]) -> None:
        self._places = range(length)
        self._make = make

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        found = self._places[place]
        return self._make(found) if isinstance(found, int) else [self._make(one) for one in found]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a long text with its secrets masked, and without."""

    masked: list[str]
    revealed: list[str]


def rows_of(text: str) -> list[str]:
    """The lines of a text, those beyond ROW broken after a ⤶."""
    lines = lines_of(text)
    if max(map(len, lines)) <= ROW:
        return lines
    rows: list[str] = []
    for line in lines:
        last = max(0, (len(line) - 1) // ROW) * ROW
        rows += [line[at : at + ROW] + BREAK for at in range(0, last, ROW)]
        rows.append(line[last:])
    return rows


def rows_where_long(shown: Shown) -> Rows | None:
    """The rows of a long text; None for one that is laid out as a whole."""
    if len(shown.text) <= LONG and len(shown.revealed) <= LONG:
        return None
    masked = rows_of(shown.text)
    return Rows(masked, rows_of(shown.revealed) if shown.hides else masked)


@dataclass(frozen=True, slots=True)
class SetOut:
    """A value in the view that fits it. Of a table each row is its cells, the first row its head."""

    view: ValueView
    masked: Sequence[Row | tuple[str, ...]] | JsonTree
    revealed: Sequence[Row | tuple[str, ...]] | JsonTree


def set_out(view: ValueView, name: str, value: Any, shown: Shown) -> SetOut | None:
    """The value in its view; None where that is the text itself."""
    if view in (ValueView.SHELL, ValueView.SQL):
        read = shell_rows if view is ValueView.SHELL else sql_rows
        if max(len(shown.text), len(shown.revealed)) > LONGEST:
            return None
        revealed = list(_fitting(read(shown.revealed)))
        if not any(row.added or row.marks for row in revealed):
            return None
        return SetOut(view, list(_fitting(read(shown.text))) if shown.hides else revealed, revealed)
    if view is ValueView.JSON:
        return _as_tree(name, value, shown)
    return _as_table(name, value, shown) if view is ValueView.TABLE else None


def _as_tree(name: str, value: Any, shown: Shown) -> SetOut | None:
    if not isinstance(value, dict | list) or not value:
        return None
    revealed = JsonTree(value, hide=False)
    if not shown.hides:
        return SetOut(ValueView.JSON, revealed, revealed)
    hidden = _hidden(name, value)
    if visible(as_text(hidden)).text != shown.text:
        # Something is a secret in the text as a whole that no part of it is alone.
        return None
    return SetOut(ValueView.JSON, JsonTree(hidden), revealed)


def _hidden(name: str, value: Any) -> Any:
    """A value with the secrets masked that it holds or that the names around them tell."""
    inside = masked_value({name: value})
    return next(iter(inside.values())) if isinstance(inside, dict) else value


def _fitting(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows, those beyond ROW broken after a ⤶."""
    for row in rows:
        last = max(0, (len(row.text) - 1) // ROW) * ROW
        for at in range(0, last + 1, ROW):
            marks = tuple(_cut(row.marks, at)) if last else row.marks
            yield Row(row.text[at : at + ROW] + (BREAK if at < last else ""), marks, row.added or at > 0)


def _cut(marks: Sequence[Mark], at: int) -> Iterator[Mark]:
    for mark in marks:
        low, high = max(mark.start, at), min(mark.start + mark.length, at + ROW)
        if low < high:
            yield Mark(low - at, high - low, mark.kind)


def _as_table(name: str, value: Any, shown: Shown) -> SetOut | None:
    of_text = isinstance(value, str)
    revealed = table_of(shown.revealed if of_text else value)
    hidden = revealed
    if shown.hides:
        hidden = table_of(shown.text if of_text else _hidden(name, value))
    if revealed is None or hidden is None or len(hidden.rows) != len(revealed.rows):
        return None
    open_rows = _table_rows(revealed)
    hidden_rows = _table_rows(hidden)
    masked_rows = Lazy(len(hidden_rows), lambda place: tuple(map(masked, hidden_rows[place])))
    return SetOut(ValueView.TABLE, masked_rows if shown.hides else open_rows, open_rows)


def _table_rows(table: Table) -> Lazy[tuple[str, ...]]:
    """The head and the rows, each made when it is asked for: of a hundred thousand few are ever looked at."""
    cell = _text_cell if table.of_text else _cell
    head = tuple(visible(name).text for name in table.head)
    return Lazy(len(table.rows) + 1, lambda place: tuple(map(cell, table.rows[place - 1])) if place else head)


def _text_cell(value: Any) -> str:
    return visible(str(value)).text


def _cell(value: Any) -> str:
    """A cell by which a text is told from a number, from null, from an empty one and from one that is absent."""
    if value is absent:
        return ""
    text = canonical_bytes(value).decode() if not isinstance(value, str) else value
    if isinstance(value, str) and (value != value.strip() or not value or value[0] in _MISTAKEN or value in _WORDS):
        text = f'"{value}"'
    return visible(text).text


_MISTAKEN = frozenset('-0123456789"[{')
_WORDS = frozenset({"null", "true", "false"})
