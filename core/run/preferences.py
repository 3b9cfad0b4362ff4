"""Settings of this person that something outside Pausedesk follows: kept together with what the system does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pausedesk.core import settings
from pausedesk.core.run import desktop_entries
from pausedesk.core.settings import Settings


def keep(name: str, value: Any) -> Settings:
    """Keep one setting, and let the system follow it first: where it cannot, nothing is kept.

    Raises EnvironmentFault as `desktop_entries.follow`, and as `settings.change`.
    """

    def edit(known: Settings) -> Settings:
        if name in desktop_entries.ENTRIES:
            desktop_entries.follow(name, value is True)
        return replace(known, **{name: value})

    settings.change(edit)
    return as_they_are()


def as_they_are() -> Settings:
    """The settings, with what the system does in place of what it was told: a person may have changed it there."""
    follows: dict[str, Any] = {name: desktop_entries.follows(name) for name in desktop_entries.ENTRIES}
    return replace(settings.load(), **follows)
