"""An object or array of JSON as the rows of a tree, for the eye: each key with its value, parts below what holds them.

Nothing of the value is left out, and all of it is in its order. Rows are counted once; the text of a row is made when
it is asked for, so that what nobody looks at costs little. Source: the card of a paused call, 2. Pure.
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Any, cast

from pausedesk.core.model.canonical import canonical_bytes
from pausedesk.core.rules.redaction import masked
from pausedesk.core.rules.set_out import Mark, Row
from pausedesk.core.rules.visible import visible

LONGEST_ROW = 400
"""The text of a longer row goes on in further rows, which begin no key."""

_PLAIN_KEY = re.compile(r"[A-Za-z_$][A-Za-z0-9_$.-]*\Z")
_LONGEST_ESCAPE = len("\\U0001f600")
_LONGEST_LEAF = 32
_NEWLINE = re.compile(r"(?:[^\\]|\\[^n])*?\\n", re.DOTALL)

Container = dict[str, Any] | list[Any]
Key = str | int


class JsonTree:
    """Rows by their number, from 0. What is inside of `row` ends before the row `ends[row]`; `parents[row]` is the row
    that it is inside of, -1 at the top.

    `hide`: what looks like a secret in a row is masked. Secrets that the names around them tell are masked before.
    """

    def __init__(self, value: Container, *, hide: bool = True) -> None:
        self._hide = hide
        self._keys: list[Key] = []
        self._values: list[Any] = []  # a Row where it is one of several of its value
        self.depths = array("H")
        self.ends = array("l")
        self.parents = array("l")
        self._read(value)

    def __len__(self) -> int:
        return len(self._values)

    def row(self, number: int) -> Row:
        """The text of a row: `key: value`, and of what has parts how many. What hides is escaped."""
        part = self._values[number]
        return part if isinstance(part, Row) else self._row(self._keys[number], part)

    def holds(self, number: int) -> bool:
        """Whether rows are inside of this one."""
        return self.ends[number] > number + 1

    def _read(self, value: Container) -> None:
        inside, holders = [_members(value)], [-1]
        while inside:
            following = next(inside[-1], None)
            if following is None:
                inside.pop()
                if (holder := holders.pop()) >= 0:
                    self.ends[holder] = len(self._values)
                continue
            key, part = following
            self._add(key, part, holders[-1], len(holders) - 1)
            if isinstance(part, dict | list) and part:
                holders.append(len(self._values) - 1)
                inside.append(_members(cast("Container", part)))

    def _add(self, key: Key, part: Any, parent: int, depth: int) -> None:
        cut: list[Row] = []
        if _most_shown(key) + _most_shown(part) > LONGEST_ROW:
            cut = _cut(self._row(key, part))
        for value in cut if len(cut) > 1 else [part]:
            self._keys.append(key)
            self._values.append(value)
            self.depths.append(depth)
            self.parents.append(parent)
            self.ends.append(len(self._values))

    def _row(self, key: Key, part: Any) -> Row:
        name = str(key) if isinstance(key, int) or _PLAIN_KEY.match(key) else json.dumps(key, ensure_ascii=False)
        name = visible(name).text
        text = f"{name}: {visible(_text(part)).text}"
        if self._hide:
            text = masked(text)
        if not text.startswith(f"{name}:"):
            return Row(text)
        begin = len(name) + 2
        kind = "count" if isinstance(part, dict | list) else "quoted" if isinstance(part, str) else ""
        marks = [Mark(0, len(name) + 1, "index" if isinstance(key, int) else "key")]
        if kind and begin < len(text):
            marks.append(Mark(begin, len(text) - begin, kind))
        return Row(text, tuple(marks))


def _members(value: Container) -> Iterator[tuple[Key, Any]]:
    return iter(value.items()) if isinstance(value, dict) else enumerate(value)


def _most_shown(part: Any) -> int:
    """So many characters or fewer take a key or a leaf in a row; a text of lines takes more rows than one."""
    if isinstance(part, str):
        if "\n" in part:
            return LONGEST_ROW
        # Plain characters stand for themselves, but for quotes and backslashes; any other one may be escaped twice.
        return 2 * len(part) if part.isascii() and part.isprintable() else _LONGEST_ESCAPE * len(part)
    return part.bit_length() if isinstance(part, int) else _LONGEST_LEAF


def _text(part: Any) -> str:
    """A value that stands in a row. In a tree every text is in quotes, so none is taken for anything else."""
    if isinstance(part, dict):
        return f"{{…}} {len(part):,}" if part else "{}"
    if isinstance(part, list):
        return f"[…] {len(part):,}" if part else "[]"
    if isinstance(part, int) and not isinstance(part, bool):
        return canonical_bytes(part).decode()
    return json.dumps(part, ensure_ascii=False)


def _cut(row: Row) -> list[Row]:
    """A row in rows that are short enough, one for each line of a text."""
    text = row.text
    if len(text) <= LONGEST_ROW and "\\n" not in text:
        return [row]
    places, at = [0], 0
    while at < len(text):
        line = _NEWLINE.match(text, at, at + LONGEST_ROW)
        at = line.end() if line is not None else at + LONGEST_ROW
        places.append(min(at, len(text)))
    # A quote alone is no line of its own.
    if len(places) > 2 and places[-1] - places[-2] <= 1:
        del places[-2]
    cut = []
    for begin, end in pairwise(places):
        marks = []
        for mark in row.marks:
            low, high = max(mark.start, begin), min(mark.start + mark.length, end)
            if low < high:
                marks.append(Mark(low - begin, high - low, mark.kind))
        cut.append(Row(text[begin:end], tuple(marks), added=begin > 0))
    return cut


class Folded:
    """Which rows of a tree are in view while some of them are folded: `places` of the rows that are left."""

    def __init__(self, tree: JsonTree, folded: Collection[int] = ()) -> None:
        self.folded = frozenset(folded)
        self._tree = tree
        self._begins: list[int] = []  # the places after which rows are left out, and how many by then
        self._gone: list[int] = []
        gone = end = 0
        for row in sorted(self.folded):
            if row < end:
                continue  # inside of another one
            end = tree.ends[row]
            self._begins.append(row - gone)
            gone += end - row - 1
            self._gone.append(gone)
        self.left_out = gone

    def __len__(self) -> int:
        return len(self._tree) - self.left_out

    def row_at(self, place: int) -> int:
        """The row that stands at a place."""
        found = bisect_right(self._begins, place - 1)
        return place + (self._gone[found - 1] if found else 0)

    def place_of(self, row: int) -> int:
        """Where a row stands, or what it is folded into."""
        return max(0, bisect_right(range(len(self)), row, key=self.row_at) - 1)
