"""Long texts as rows: what is laid out one row at a time, made on the reader thread. Qt-free."""

from __future__ import annotations

from dataclasses import dataclass

from pausedesk.core.rules.shown import Shown

LONG = 400_000
"""Texts of more characters are laid out row by row, as they come into sight."""
ROW = 400
"""A longer line is broken after so many characters: a row must always fit into its box."""
BREAK = "⤶"


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a long text with its secrets masked, and without."""

    masked: list[str]
    revealed: list[str]


def rows_of(text: str) -> list[str]:
    """The lines of a text, those beyond ROW broken after a ⤶."""
    lines = text.split("\n")
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
