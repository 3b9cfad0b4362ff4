"""Conditions and orders of the list as SQL: the same text in a query and in its index, else the index is not used."""

from __future__ import annotations

from pausedesk.core.model.states import INTERRUPTED_ENDINGS

# The filters.
WAITING = "waiting_count > 0"
UNKNOWN = "unknown_count > 0"
# The plus keeps the index of endings away, by which the rows would have to be sorted.
INTERRUPTED = f"+ending IN ({', '.join(repr(str(ending)) for ending in INTERRUPTED_ENDINGS)})"
ANSWERED = "(answered_count > 0 OR submitted_count > 0)"
# The columns that narrow a list beside its filter.
NARROWING = ("agent", "what_tool", "ending", "source", "listed_format")
# The questions that have an end. The state is a column of this index and no part of its condition: SQLite prepares each
# statement anew that compares a value of its own with a column which the condition of a partial index compares too.
EXPIRES = "expires_at IS NOT NULL"
# What the list is sorted by where a session has none: after those that have one.
NEVER = 9007199254740991
SINCE = f"coalesce(waiting_since, {NEVER})"
EXPIRY = f"coalesce(expires_at, {NEVER})"
