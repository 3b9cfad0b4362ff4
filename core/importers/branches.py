"""Which records of Claude Code stand on a branch that was left: told from the whole file, which a page does not hold.

Rules: session-files, 3.1. The records name their parents; what a person rewound is not marked, and is told by a prompt
that the last record does not come from. A second root, a parent that was never written and the results of parallel
calls are no branches.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from pausedesk.core.importers.lines import read_lines
from pausedesk.core.importers.values import elements, members, text

LARGEST = 64_000_000
"""Bytes of a file that is read through for its branches; a larger one shows its records in a row."""


def left_behind(path: Path) -> frozenset[str]:
    """The ids of the records that are on a branch left; none where the file cannot be looked at."""
    try:
        about = path.stat()
    except OSError:
        return frozenset()
    return _left(path, about.st_size, about.st_mtime_ns) if about.st_size <= LARGEST else frozenset()


@lru_cache(maxsize=4)
def _left(path: Path, _size: int, _changed: int) -> frozenset[str]:
    parents: dict[str, str] = {}
    prompts: set[str] = set()
    last = ""
    for line in read_lines(path, lambda _read, _all: True):
        record = line.record or {}
        key = text(record.get("uuid"))
        if not key or record.get("isSidechain") is True:
            continue
        parents[key] = text(record.get("parentUuid")) or text(record.get("logicalParentUuid"))
        if record.get("type") in ("user", "assistant"):
            last = key
        if _is_prompt(record):
            prompts.add(key)
    chain: set[str] = set()
    while last and last not in chain:
        chain.add(last)
        last = parents.get(last, "")
    left: dict[str, bool] = dict.fromkeys(chain, False)
    for key in parents:
        _mark(key, parents, prompts, chain, left)
    return frozenset(key for key, is_left in left.items() if is_left)


def _mark(key: str, parents: dict[str, str], prompts: set[str], chain: set[str], left: dict[str, bool]) -> None:
    """Note of a record, and of those that it comes from, whether it is on a branch: it comes from a prompt beside the
    chain, and that from the chain."""
    way: list[str] = []
    seen: set[str] = set()
    while key in parents and key not in left and key not in seen:
        way.append(key)
        seen.add(key)
        key = parents[key]
    joins, is_left = key in chain, left.get(key, False)
    for one in reversed(way):
        is_left = is_left or (joins and one in prompts)
        left[one] = is_left
        joins = joins and not is_left


def _is_prompt(record: dict[str, Any]) -> bool:
    if record.get("type") != "user" or record.get("isMeta") is True:
        return False
    content = members(record.get("message")).get("content")
    return not any(members(block).get("type") == "tool_result" for block in elements(content))
