"""A shell command or SQL set out in rows, a part on each, for the eye. Pure.

Rows only ever cut the text: put together again they are that text, character by character, with the line breaks that
it has itself. Where its quotes, comments or dialect can be read in two ways no break is added: a row that began inside
a quoted text would show a command that does not run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LONGEST = 200_000
"""Longer texts are not set out."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A part of a row that is set off: keyword, quoted, comment or operator."""

    start: int
    length: int
    kind: str


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `added`: it begins here only for the eye, and no line of the text does."""

    text: str
    marks: tuple[Mark, ...] = ()
    added: bool = False


_LOOK_BACK = 64

Span = tuple[int, int, str]  # begin and end in the text, and the kind of mark


def shell_rows(text: str) -> list[Row]:
    """A command with one row for each command and each part of a pipe."""
    if len(text) > LONGEST:
        return _rows(text, [], [])
    reader = _Shell(text)
    read = reader.read()
    return _rows(text, reader.spans, reader.breaks) if read else _rows(text, [], [])


def sql_rows(text: str) -> list[Row]:
    """SQL with one row for each statement and its clauses, keywords set off."""
    if len(text) > LONGEST:
        return _rows(text, [], [])
    spans: list[Span] = []
    breaks: list[int] = []
    depth = end = 0
    for found in _SQL.finditer(text):
        kind, word = found.lastgroup, found[0]
        if kind == "unsure" or found.start() != end:
            return _rows(text, [], [])
        end = found.end()
        if kind in ("quoted", "comment"):
            spans.append((found.start(), end, kind))
        elif kind == "word":
            folded = word.upper()
            if folded in _KEYWORDS:
                spans.append((found.start(), end, "keyword"))
            if folded in _CLAUSES and depth == 0 and not _follows(text, found.start(), folded):
                breaks.append(found.start())
        elif word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
        elif word == ";":
            breaks.append(_after_blanks(text, end))
            depth = 0
    return _rows(text, spans, breaks) if end == len(text) else _rows(text, [], [])


def _follows(text: str, place: int, word: str) -> bool:
    """Whether a clause's word belongs to the words before it: LEFT OUTER JOIN, DELETE FROM, UPDATE x ... SET."""
    # Not all that stands before: at each clause of a long text that would take as long as its square.
    before = text[max(0, place - _LOOK_BACK) : place].rstrip().rpartition(" ")[2].rpartition("\n")[2].upper()
    return before in _LEADS.get(word, ())


_QUOTED = r"'(?:[^'\\]|'')*'|\"(?:[^\"\\]|\"\")*\"|`[^`]*`|(?P<tag>\$[A-Za-z_]*\$).*?(?P=tag)"
_SQL = re.compile(
    # Nested comments, comments that run, a backslash in quotes, # and -- without a blank differ between dialects.
    rf"(?P<comment>--(?=\s|$)[^\n]*|/\*(?![!+])(?:(?!/\*)(?!\*/).)*\*/)|(?P<quoted>{_QUOTED})"
    r"|(?P<word>[^\W\d]\w*)|(?P<plain>\d\w*|\s+|(?!--|/\*)[^\w\s'\"`#\\;()])|(?P<sign>[;()])|(?P<unsure>.)",
    re.DOTALL,
)
_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "SELECT INSERT UPDATE DELETE REPLACE MERGE UPSERT CREATE ALTER DROP TRUNCATE GRANT REVOKE WITH "
        "RECURSIVE FROM INTO VALUES SET WHERE GROUP ORDER BY HAVING LIMIT OFFSET UNION ALL EXCEPT INTERSECT "
        "JOIN LEFT RIGHT INNER OUTER FULL CROSS NATURAL ON USING AND OR NOT IN IS NULL LIKE BETWEEN EXISTS "
        "DISTINCT AS CASE WHEN THEN ELSE END ASC DESC TABLE INDEX VIEW TRIGGER DATABASE SCHEMA COLUMN ADD "
        "PRIMARY FOREIGN KEY REFERENCES CASCADE CONSTRAINT DEFAULT UNIQUE CHECK BEGIN COMMIT ROLLBACK "
        "TRANSACTION RETURNING CONFLICT DO NOTHING IF EXPLAIN VACUUM ATTACH DETACH PRAGMA COPY EXECUTE CALL "
        "USE SHOW",
    )
)
_CLAUSES = frozenset(
    re.findall(
        r"\w+",
        "FROM WHERE GROUP ORDER HAVING LIMIT UNION EXCEPT INTERSECT JOIN LEFT RIGHT INNER FULL CROSS NATURAL "
        "VALUES SET RETURNING",
    )
)
_LEADS = {
    "JOIN": ("LEFT", "RIGHT", "INNER", "FULL", "CROSS", "OUTER", "NATURAL"),
    "LEFT": ("NATURAL",),
    "RIGHT": ("NATURAL",),
    "INNER": ("NATURAL",),
    "FULL": ("NATURAL",),
    "FROM": ("DELETE", "DISTINCT"),
    "SET": ("UPDATE", "ALTER", "CHARACTER"),
    "UPDATE": ("DO",),
}


class _Shell:
    """Reads a command once. A break is only made where nothing is open: no quote, substitution, test or group."""

    def __init__(self, text: str) -> None:
        self.spans: list[Span] = []
        self.breaks: list[int] = []
        self._text = text
        self._open: list[str] = []
        self._began = 0

    def read(self) -> bool:
        """Whether it could be read to its end in one way."""
        text, at = self._text, 0
        while at < len(text):
            step = self._in_quotes(at) if self._open and self._open[-1] == '"' else self._outside(at)
            if step is None:
                return False
            at = step
        return not self._open

    def _in_quotes(self, at: int) -> int | None:
        text = self._text
        if text[at] == '"':
            self._close(at + 1)
        elif text[at] == "\\":
            return at + 2
        elif (found := _OPENS.match(text, at)) is not None:
            return self._enter(found)
        return at + 1

    def _outside(self, at: int) -> int | None:
        text = self._text
        found = _SHELL.match(text, at)
        if found is None:
            return at + 1
        kind, end = found.lastgroup, found.end()
        if kind == "unsure":
            return None
        if kind == "opens":
            return self._enter(found)
        if kind == "closes":
            return self._leave(found[0], end)
        if kind == "quoted":
            self.spans.append((at, end, "quoted"))
        elif kind == "comment":
            self.spans.append((at, end, "comment"))
        elif kind in ("before", "after"):
            self.spans.append((at, end, "operator"))
            if not self._open:
                self.breaks.append(at if kind == "before" else _after_blanks(text, end))
        return end

    def _enter(self, found: re.Match[str]) -> int:
        if not self._open:
            self._began = found.start()
        self._open.append(found[0])
        return found.end()

    def _leave(self, sign: str, end: int) -> int | None:
        if not self._open:
            # A pattern of `case` ends with it.
            return end if sign in (")", "}", "]]") else None
        if _CLOSED_BY.get(self._open[-1]) == sign:
            self._open.pop()
            return end
        # A `}` or `]]` that closes nothing is a word; a bracket that does not fit is read in two ways.
        return end if sign in ("}", "]]") else None

    def _close(self, end: int) -> None:
        self._open.pop()
        if not self._open:
            self.spans.append((self._began, end, "quoted"))


_OPENS = re.compile(r"\$\(|\$\{")
_CLOSED_BY = {"$(": ")", "(": ")", "<(": ")", ">(": ")", "${": "}", "[[": "]]"}
_SHELL = re.compile(
    # A here-document, backquotes, a quote without an end, and `case`, whose patterns have bars that are no pipes.
    r"(?P<unsure>`|<<(?!<)|\$\"|'(?![^']*')|\besac\b)"
    r"|(?P<quoted>\$'(?:[^'\\]|\\.)*'|'[^']*')"
    r"|(?P<escaped>\\.|<<<)"
    r"|(?P<comment>(?:(?<=[\s;&|(])|(?<=\A))#[^\n]*)"
    r"|(?P<opens>\$\(|\$\{|[<>]\(|(?:(?<=[\s;&|(])|(?<=\A))\[\[(?=\s)|\(|\")"
    r"|(?P<closes>\)|\}|(?<=\s)\]\])"
    r"|(?P<redirected>[0-9]*>\||[0-9]*[<>]+&?|&>>?)"
    r"|(?P<before>&&|\|\||\|&|\|)"
    r"|(?P<after>;;&|;&|;;|;|&)"
    r"|(?P<word>[^\s\\'\"`$()<>|&;\[\]{}#]+)",
    re.DOTALL,
)


def _after_blanks(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t":
        place += 1
    return place


def _rows(text: str, spans: list[Span], breaks: list[int]) -> list[Row]:
    rows: list[Row] = []
    cuts = iter([*breaks, len(text) + 1])
    cut, start = next(cuts), 0
    waiting = iter(sorted(spans))
    held: list[Span] = []
    for line in text.split("\n"):
        end, begin, added = start + len(line), start, False
        while True:
            while cut <= begin:
                cut = next(cuts)
            stop = min(cut, end)
            held = _taken(waiting, [one for one in held if one[1] > begin], stop)
            rows.append(Row(text[begin:stop], tuple(_marks(held, begin, stop)), added))
            if stop == end:
                break
            begin, added = stop, True
        start = end + 1
    return rows


def _taken(waiting: Iterator[Span], held: list[Span], stop: int) -> list[Span]:
    """The spans that may touch what comes before `stop`; one that begins later may be among them."""
    while not held or held[-1][0] < stop:
        following = next(waiting, None)
        if following is None:
            break
        held.append(following)
    return held


def _marks(spans: list[Span], begin: int, stop: int) -> Iterator[Mark]:
    for first, last, kind in spans:
        low, high = max(first, begin), min(last, stop)
        if low < high:
            yield Mark(low - begin, high - low, kind)
