"""The card of a session that another program keeps: its timeline read where it is, and that program's own command."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pausedesk.core.errors import UsageError
from pausedesk.core.importers import importers, place_of
from pausedesk.core.importers.base import Importer, Place
from pausedesk.core.importers.growing import Growing
from pausedesk.core.model.foreign import ForeignView
from pausedesk.core.model.views import HistoryItem, SessionCard, TimelinePage
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.own_command import own_command
from pausedesk.core.store.foreign import named_place

ITEMS = 200
"""Items of the timeline that are read at once; `older` has those before them."""


def completed(card: SessionCard) -> SessionCard:
    """The card with what the store does not hold: the newest part of the timeline, and the program's own command.

    A file that is gone or cannot be read is said in the timeline; the card stays what was read of it last.
    """
    view = card.foreign
    if view is None:
        return card
    try:
        page = older(view)
    except UsageError as error:
        page = TimelinePage((HistoryItem(None, "notice", f"{error.text()} {READ_BEFORE}"),), 0, 0)
    command = own_command(view.session, folder_there=_is_folder(view.session.folder))
    return replace(
        card,
        history=page.items,
        history_left_out=page.left_out,
        history_before=page.before,
        own_command=command,
        resume_sentence=command.sentence if command is not None else card.resume_sentence,
    )


READ_BEFORE = "What stands here was read of it before."


def older(view: ForeignView, before: int | None = None) -> TimelinePage:
    """The part of a session's timeline that ends at `before`, or its newest part; at least `ITEMS` where there are.

    Raises UsageError: `no-such-file`, `file-unreadable`, `unknown-content` where the file is another one now.
    """
    importer, place = _reader(view)
    if isinstance(importer, Growing) and view.pages:
        return _from_pages(importer, place, view, before)
    items, _ = importer.items(place, view.key, 0, _ALL if before is None else before)
    first = max(len(items) - ITEMS, 0)
    return TimelinePage(tuple(items[first:]), first, first)


_ALL = 1_000_000


def _reader(view: ForeignView) -> tuple[Importer, Place]:
    place = place_of(named_place(view.file))
    for one in importers():
        if one.format == view.format and one.sniff(place):
            return one, place
    raise UsageError(
        "unknown-content", worded("{file} holds no session of {format} any more.", file=view.file, format=view.format)
    )


def _from_pages(importer: Growing, place: Place, view: ForeignView, before: int | None) -> TimelinePage:
    found: list[HistoryItem] = []
    until = -1 if before is None else before
    for begun, lines in reversed(view.pages):
        if before is not None and begun >= before:
            continue
        found = importer.page(place, begun, lines, until) + found
        until = begun
        if len(found) >= ITEMS:
            return TimelinePage(tuple(found), begun, lines)
    return TimelinePage(tuple(found), 0, 0)


def _is_folder(name: str) -> bool:
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False
