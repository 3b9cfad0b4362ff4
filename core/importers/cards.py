"""The card of a session that another program keeps: its timeline read where it is, and that program's own command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pausedesk.core.errors import UsageError
from pausedesk.core.importers import importers, place_of
from pausedesk.core.importers.base import Importer
from pausedesk.core.importers.growing import Growing
from pausedesk.core.model.foreign import ForeignView
from pausedesk.core.model.views import HistoryItem, SessionCard
from pausedesk.core.rules.own_command import own_command

ITEMS = 200
"""Items of the timeline that a card shows, the newest; `items_before` has the others."""


def completed(card: SessionCard) -> SessionCard:
    """The card with what the store does not hold: the newest part of the timeline, and the program's own command.

    A file that is gone or cannot be read is said in the timeline; the card stays what was read of it last.
    """
    view = card.foreign
    if view is None:
        return card
    items, left_out = newest_items(view)
    command = own_command(view.session, folder_there=_is_folder(view.session.folder))
    return replace(
        card,
        history=tuple(items),
        history_left_out=left_out,
        own_command=command,
        resume_sentence=command.sentence if command is not None else card.resume_sentence,
    )


def newest_items(view: ForeignView, count: int = ITEMS) -> tuple[list[HistoryItem], int]:
    """The newest items of a session's timeline, and how many lines of its file, or items, come before them."""
    try:
        importer = _importer(view)
        if isinstance(importer, Growing) and view.pages:
            return _from_pages(importer, view, count)
        items, _ = importer.items(place_of(Path(view.file)), view.key, 0, _ALL)
        return items[-count:], max(len(items) - count, 0)
    except UsageError as error:
        return [HistoryItem(None, "notice", f"{error.text()} What stands here was read of it before.")], 0


_ALL = 1_000_000


def _importer(view: ForeignView) -> Importer:
    for one in importers():
        if one.format == view.format:
            place = place_of(Path(view.file))
            if one.sniff(place):
                return one
    raise UsageError("unknown-content", f"{view.file} holds no session of {view.format} any more.")


def _from_pages(importer: Growing, view: ForeignView, count: int) -> tuple[list[HistoryItem], int]:
    found: list[HistoryItem] = []
    until = -1
    for begun, before in reversed(view.pages):
        found = importer.page(place_of(Path(view.file)), begun, before, until) + found
        until = begun
        if len(found) >= count:
            return found, before
    return found, 0


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False
