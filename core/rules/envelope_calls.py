"""Which tool calls of an envelope's conversation are open, and the conversation in which each has its result.

The wire form of history (answered-pause rules, sections 2 and 7): assistant entries hold calls, tool entries results.
Matching is order-aware: a result answers the newest open call with its id before it, and a call id that a later turn
uses again opens again. Pure functions; entries given are never changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pausedesk.core.model.envelopes import HistoryEntry
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED

EntryCallKey: TypeAlias = tuple[int, str, int]
"""Index of the assistant entry, call id, and which of the calls with that id in that entry (from 0)."""


@dataclass(frozen=True, slots=True)
class OpenEntryCall:
    """A call without a result, where it stands and what it asks for."""

    entry: int
    call_id: str
    ordinal: int
    tool: str
    args: Any

    @property
    def key(self) -> EntryCallKey:
        """The key under which `settle_open_calls` takes this call's notice."""
        return (self.entry, self.call_id, self.ordinal)


def open_tool_calls(history: Sequence[HistoryEntry]) -> list[OpenEntryCall]:
    """Every call without a result, in order."""
    calls, results = _matched(history)
    return [call for call in calls if call.key not in results]


def settle_open_calls(history: Sequence[HistoryEntry], notices: Mapping[EntryCallKey, str]) -> tuple[HistoryEntry, ...]:
    """The history in which every call has exactly one result, right after its own assistant entry.

    A call without a result reads its notice, and OUTCOME_NOT_RECORDED where none is given. A result that stands in a
    later turn is put in its place; one that answers no call, or a call that has one already, is left out, because no
    provider takes it.
    """
    settled: list[HistoryEntry] = []
    for entry, call in in_place(history):
        if call is not None and entry is None:
            text = notices.get(call.key, OUTCOME_NOT_RECORDED)
            settled.append(HistoryEntry("tool", text, tool_call_id=call.call_id, tool_name=call.tool))
        elif entry is not None:
            settled.append(entry)
    return tuple(settled)


def in_place(history: Sequence[HistoryEntry]) -> Iterator[tuple[HistoryEntry | None, OpenEntryCall | None]]:
    """The entries in the order that a provider takes: after each entry its calls' results, each beside its call.

    What is no result has no call; an open call has no entry. Results that answer no open call are left out.
    """
    calls, results = _matched(history)
    by_entry: dict[int, list[OpenEntryCall]] = {}
    for call in calls:
        by_entry.setdefault(call.entry, []).append(call)
    for index, entry in enumerate(history):
        if entry.role == "tool":
            continue
        yield entry, None
        for call in by_entry.get(index, ()):
            place = results.get(call.key)
            yield (None if place is None else history[place]), call


def _matched(history: Sequence[HistoryEntry]) -> tuple[list[OpenEntryCall], dict[EntryCallKey, int]]:
    """Every call in order, and by call the index of the entry that holds its result."""
    calls: list[OpenEntryCall] = []
    results: dict[EntryCallKey, int] = {}
    open_by_id: dict[str, list[list[OpenEntryCall]]] = {}
    for index, entry in enumerate(history):
        if entry.role == "tool":
            turns = open_by_id.get(entry.tool_call_id or "", [])
            if turns:
                results[turns[-1].pop(0).key] = index
                if not turns[-1]:
                    turns.pop()
            continue
        mine: dict[str, list[OpenEntryCall]] = {}
        for made in entry.tool_calls:
            same = mine.setdefault(made.call_id, [])
            same.append(OpenEntryCall(index, made.call_id, len(same), made.tool, made.args))
            calls.append(same[-1])
        for call_id, same in mine.items():
            open_by_id.setdefault(call_id, []).append(same)
    return calls, results
