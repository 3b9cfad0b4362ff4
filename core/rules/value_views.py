"""Which view fits a value of a call: what its tool's author declared where the value can be shown so, else by what it
is. Pure.

A view is for the eye alone: the text itself and the exact bytes are a key away, and what is hashed, compared and run
is the value as it stands. Source: the card of a paused call, 2.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from pausedesk.core.rules.pictures import may_be_picture


class ValueView(StrEnum):
    """How a value is shown. The two of files are what an author declares with `file`."""

    TEXT = "text"
    SHELL = "shell"
    SQL = "sql"
    JSON = "json"
    TABLE = "table"
    IMAGE = "image"
    FILE_PATH = "file-path"
    FILE_TEXT = "file-text"


MOST_COLUMNS = 8
"""A table of more is not read across: it stays JSON, or the text that it is."""

LONGEST_CELL = 2_000
"""A table with more in one cell is read as what it was made of."""

LONGEST_CSV = 200_000
"""CSV of more characters stays the text that it is, as a command or SQL of that length does."""

LONGEST_NAME = 60
_HEAD_LINES = 20
_SHELL_NAMES = frozenset({"command", "cmd", "commands", "command_line", "shell", "bash", "script", "shell_command"})
_SQL_NAMES = frozenset({"sql", "query", "statement", "sql_query"})
_SQL_BEGINS = re.compile(
    r"\s*(?:--[^\n]*\n\s*)*(?:SELECT\b.{1,2000}?\bFROM\b|SELECT\s+\S|INSERT\s+INTO\b|UPDATE\s+\S+\s+SET\b"
    r"|DELETE\s+FROM\b|REPLACE\s+INTO\b|MERGE\s+INTO\b|WITH\s+(?:RECURSIVE\s+)?\w+.{0,200}?\bAS\s*\(|TRUNCATE\s+\w"
    r"|(?:CREATE|ALTER|DROP)\s+(?:OR\s+REPLACE\s+|TEMP(?:ORARY)?\s+|UNIQUE\s+)?"
    r"(?:TABLE|INDEX|VIEW|DATABASE|SCHEMA|TRIGGER|USER|ROLE|FUNCTION)\b|(?:GRANT|REVOKE)\s+\w+.{0,200}?\b(?:ON|TO|FROM)\b)",
    re.IGNORECASE | re.DOTALL,
)
_SURE_SQL = re.compile(
    r"\s*(?:SELECT\b.{1,2000}?\bFROM\b|INSERT\s+INTO\s+\S+\s*(?:\(|VALUES|SELECT)|UPDATE\s+\S+\s+SET\s+\S+\s*="
    r"|DELETE\s+FROM\s+\S+\s*(?:WHERE\b|;|\Z)|(?:CREATE|DROP|ALTER)\s+TABLE\b)",
    re.DOTALL,
)


def view_of(name: str, value: Any, declared: str = "") -> ValueView:
    """The view of one argument; `declared` is what the author said of it ("" where they said nothing)."""
    if declared in (ValueView.FILE_PATH, ValueView.FILE_TEXT, ValueView.TEXT):
        return ValueView(declared)
    if declared in set(ValueView) and _can_be(value, ValueView(declared)):
        return ValueView(declared)
    if not isinstance(value, str):
        return ValueView.TABLE if table_of(value) is not None else ValueView.JSON
    return _of_text(name.lower(), value)


def _can_be(value: Any, view: ValueView) -> bool:
    if view is ValueView.TABLE:
        return table_of(value) is not None
    if view is ValueView.IMAGE:
        return isinstance(value, str) and may_be_picture(value)
    return isinstance(value, str) is not (view is ValueView.JSON)


def _of_text(name: str, text: str) -> ValueView:
    if name in _SHELL_NAMES:
        return ValueView.SHELL
    # A sentence may begin with "Select": only under its own names, or in capitals, is it taken for SQL.
    if _SQL_BEGINS.match(text) if name in _SQL_NAMES else _SURE_SQL.match(text):
        return ValueView.SQL
    if may_be_picture(text):
        return ValueView.IMAGE
    return ValueView.TABLE if table_of(text) is not None else ValueView.TEXT


@dataclass(frozen=True, slots=True)
class Table:
    """Columns by their names, and the cells of each row as JSON values; `absent` stands where an object has none."""

    head: tuple[str, ...]
    rows: Sequence[tuple[Any, ...]]
    of_text: bool


class _Absent:
    """Stands in a table where an object does not have a column's name."""

    def __repr__(self) -> str:
        return "absent"


absent = _Absent()


def table_of(value: Any) -> Table | None:
    """A list of like objects, or CSV, as a table; None for what is none.

    Objects are alike where each has at least half of all names, and no part of one has parts. CSV has as many fields
    on each of three lines or more, separated by commas, semicolons or tabs.
    """
    if isinstance(value, str):
        return _of_csv(value)
    if not isinstance(value, list) or len(value) < 2:
        return None
    names: dict[str, None] = {}
    items: list[dict[str, Any]] = []
    for item in value:
        if not isinstance(item, dict) or any(map(_too_much, item.values())):
            return None
        items.append(cast("dict[str, Any]", item))
        names.update(dict.fromkeys(cast("dict[str, Any]", item)))
        if len(names) > MOST_COLUMNS:
            return None
    if not names or any(2 * len(item) < len(names) for item in items):
        return None
    return Table(tuple(names), [tuple(item.get(name, absent) for name in names) for item in items], of_text=False)


def _of_csv(text: str) -> Table | None:
    if len(text) > LONGEST_CSV:
        return None
    head = text[:20_000].split("\n", _HEAD_LINES)[:_HEAD_LINES]
    for sign in ",\t;":
        if len(head) >= 3 and all(sign in line for line in head[:3]):
            try:
                rows = [tuple(row) for row in csv.reader(io.StringIO(text, newline=""), delimiter=sign, strict=True)]
            except csv.Error:
                continue
            width = len(rows[0])
            alike = len(rows) >= 3 and 1 < width <= MOST_COLUMNS and all(len(row) == width for row in rows)
            named = all(name and len(name) <= LONGEST_NAME for name in rows[0])
            if alike and named and not any(_too_much(cell) for row in rows for cell in row):
                return Table(rows[0], rows[1:], of_text=True)
    return None


def _too_much(part: Any) -> bool:
    """Whether a part of a table has parts or lines of its own, or is too long for a cell."""
    return isinstance(part, dict | list) or (isinstance(part, str) and (len(part) > LONGEST_CELL or "\n" in part))
