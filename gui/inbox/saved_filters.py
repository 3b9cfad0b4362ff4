"""A person's own filters of the list, by name: kept with what else the window remembers of its user.

An entry that cannot be understood, say of a newer version, is left out of the choice and stays where it is kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, cast

from PySide6.QtCore import QSettings

from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import ANY, Narrowing

KEY = "list/saved-filters"
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen in the bar and the row of filters. `within`: changed in the last so many milliseconds."""

    filter: ListFilter = ListFilter.ALL
    agent: str | None = None
    tool: str | None = None
    source: str | None = None
    ending: Ending | None = None
    listed: str | None = None
    within: int | None = None
    search: str = ""

    @property
    def narrowed_by(self) -> int:
        """By how many things of the row the list is narrowed."""
        parts = (self.agent, self.tool, self.source, self.ending, self.listed, self.within)
        return sum(one is not None for one in parts)

    def narrowing(self, now: int) -> Narrowing:
        """What the store is asked for at `now`, in milliseconds since the Unix epoch."""
        return replace(
            ANY,
            agent=self.agent,
            tool=self.tool,
            source=self.source,
            ending=self.ending,
            listed=self.listed,
            changed_after=None if self.within is None else now - self.within,
            search=self.search,
        )


class SavedFilters:
    """Reads and writes them; each change is written at once."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    def all(self) -> dict[str, Chosen]:
        """By name, in the order of the names."""
        found = {name: _read(one) for name, one in sorted(self._kept().items()) if 0 < len(name) <= LONGEST_NAME}
        return {name: one for name, one in found.items() if one is not None}

    def save(self, name: str, chosen: Chosen) -> None:
        """Keep what is chosen under a name; what it stood for before is forgotten."""
        self._write({**self._kept(), name: asdict(chosen)})

    def forget(self, name: str) -> None:
        """Forget a name."""
        self._write({kept: one for kept, one in self._kept().items() if kept != name})

    def _kept(self) -> dict[str, Any]:
        try:
            kept = json.loads(str(self._settings.value(KEY, "{}")))
        except (ValueError, RecursionError):
            return {}
        return cast("dict[str, Any]", kept) if isinstance(kept, dict) else {}

    def _write(self, kept: Mapping[str, Any]) -> None:
        self._settings.setValue(KEY, json.dumps(kept))
        self._settings.sync()


def _read(value: Any) -> Chosen | None:
    try:
        one = Chosen(**value)
        texts = (one.agent, one.tool, one.source, one.listed)
        if not all(part is None or isinstance(part, str) for part in texts) or not isinstance(one.search, str):
            return None
        if one.within is not None and (isinstance(one.within, bool) or not isinstance(one.within, int)):
            return None
        return replace(one, filter=ListFilter(one.filter), ending=None if one.ending is None else Ending(one.ending))
    except (TypeError, ValueError):
        return None
