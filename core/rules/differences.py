"""The difference between a file as it is and the text that a call would write there, line by line (desk rules, "The
card of a paused call"). Pure."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from pausedesk.core.model.wording import worded

LIMIT_LINES = 4000  # beyond it the comparison takes seconds, and nobody reads it line by line
CONTEXT = 3


@dataclass(frozen=True, slots=True)
class FileDiff:
    """`text` is a unified diff, or None with the reason in `why`."""

    path: str
    text: str | None
    why: str
    added: int = 0
    removed: int = 0


def difference(path: str, present: str | None, wanted: str) -> FileDiff:
    """Compare the text of the file at `path` (None: there is no such file) with the text that is `wanted` there."""
    before = [] if present is None else present.splitlines()
    after = wanted.splitlines()
    head = 0
    while head < min(len(before), len(after)) and before[head] == after[head]:
        head += 1
    tail = 0
    while tail < min(len(before), len(after)) - head and before[-1 - tail] == after[-1 - tail]:
        tail += 1
    changed = max(len(before), len(after)) - head - tail
    if changed == 0 and present is not None:
        same = (
            worded("The file holds this text already.")
            if present == wanted
            else worded("Only the ends of lines differ.")
        )
        return FileDiff(path, None, same)
    if changed > LIMIT_LINES:
        return FileDiff(
            path,
            None,
            worded(
                "{changed:,} lines differ: too many to show line by line. The new text is below in full.",
                changed=changed,
            ),
        )
    start = max(0, head - CONTEXT)
    kept = max(0, tail - CONTEXT)
    lines = list(
        difflib.unified_diff(
            before[start : len(before) - kept], after[start : len(after) - kept], lineterm="", n=CONTEXT
        )
    )[2:]
    body = [_shifted(line, start) for line in lines]
    added = sum(line.startswith("+") for line in lines)
    removed = sum(line.startswith("-") for line in lines)
    why = worded("The file does not exist yet; approving would create it.") if present is None else ""
    return FileDiff(path, "\n".join(body), why, added, removed)


def _shifted(line: str, by: int) -> str:
    """A hunk's header with line numbers of the whole file."""
    if not line.startswith("@@") or not by:
        return line
    parts = line.split(" ")
    for place in (1, 2):
        sign, rest = parts[place][0], parts[place][1:]
        first, comma, count = rest.partition(",")
        parts[place] = f"{sign}{int(first) + by}{comma}{count}"
    return " ".join(parts)
