"""Replacing in long texts by steps, so that no step keeps the other threads of a process waiting. Pure.

A regular expression holds the interpreter from its call to its return: over 20 MB that is seconds, in which no window
paints. What is found is what `Pattern.sub` finds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

LONG = 200_000
"""Shorter texts are replaced in at once."""
STEP = 100_000
REACH = 4_000
"""The head of a match is looked for so far beyond the end of a step."""

Replace = Callable[["re.Match[str]"], str]


def each(
    pattern: re.Pattern[str], head: re.Pattern[str], text: str, *, step: int = STEP, reach: int = REACH
) -> Iterator[re.Match[str]]:
    """What `pattern.finditer(text)` gives, in steps.

    `head` is to be found wherever a match begins, and within `reach` characters; it may be found elsewhere too. No
    match is empty.
    """
    at = 0
    while at < len(text):
        begun = head.search(text, at, at + step + reach)
        if begun is None or begun.start() >= at + step:
            at += step
            continue
        found = pattern.match(text, begun.start())
        if found is None:
            at = begun.start() + 1
            continue
        yield found
        at = found.end()


def replaced(pattern: re.Pattern[str], head: re.Pattern[str], replace: Replace, text: str) -> str:
    """`pattern.sub(replace, text)`, in steps where the text is long (see `each`)."""
    if len(text) <= LONG:
        return pattern.sub(replace, text)
    pieces: list[str] = []
    kept = 0
    for found in each(pattern, head, text):
        pieces += (text[kept : found.start()], replace(found))
        kept = found.end()
    pieces.append(text[kept:])
    return "".join(pieces)


def words_in(words: Iterable[str], text: str) -> frozenset[str]:
    """Those of the lower-case `words` that stand in the text, in whatever case, looked for in steps. None of them is
    longer than REACH."""
    if len(text) <= LONG:
        lowered = text.lower()
        return frozenset(word for word in words if word in lowered)
    left, found = set(words), set[str]()
    for at in range(0, len(text), STEP):
        lowered = text[at : at + STEP + REACH].lower()
        found |= {word for word in left if word in lowered}
        left -= found
    return frozenset(found)


def size_of(text: str) -> int:
    """How many bytes of UTF-8 the text has, halves of characters counted as three, told in steps."""
    if text.isascii():
        return len(text)
    parts = (text[at : at + STEP] for at in range(0, len(text), STEP))
    return sum(len(part.encode("utf-8", "surrogatepass")) for part in parts)


def lines_of(text: str) -> list[str]:
    """`text.split("\\n")`, in steps where the text is long."""
    if len(text) <= LONG:
        return text.split("\n")
    lines: list[str] = []
    at = 0
    while (end := text.find("\n", at + STEP)) >= 0:
        lines += text[at:end].split("\n")
        at = end + 1
    return lines + text[at:].split("\n")
