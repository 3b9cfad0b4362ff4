"""Looking on: what changes in the folders that are turned on is read as it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from watchfiles import Change, watch

from pausedesk.core.errors import EnvironmentFault, UsageError
from pausedesk.core.importers.scanning import ScanSummary, Telling, scan
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign import named_place
from pausedesk.core.store.foreign_sessions import Source

# Where the system does not tell of changes, the files are looked at so often.
_POLLED_MS = 5_000
# A session that is being written changes many times a second; it is read again once it has rested so long, or at most
# so long after its first change.
_RESTED_MS, _AT_MOST_MS = 400, 2_000


def watched(
    store: Store, sources: Sequence[Source], telling: Telling, stopped: Callable[[], bool]
) -> Iterator[tuple[Source, ScanSummary]]:
    """Look at the folders again whenever something in them changes; what each look found that read something.

    Ends when `stopped` says so, which is asked about twice a second. Folders that are not there, or whose
    names are no text, are left out. Raises EnvironmentFault `not-watched` where the system lets none be watched.
    """
    places = [(one, named_place(one.folder)) for one in sources]
    there = [(one, folder) for one, folder in places if folder.is_dir() and _is_text(str(folder))]
    ended = threading.Event()
    if not there:
        return
    begun, own = False, str(store.path)
    for changes in _changes([folder for _, folder in there], ended):
        if stopped():
            ended.set()
            return
        for source, folder in there:
            inside = str(folder).rstrip("/") + "/"
            # What changed before the watch began told nobody; what the look itself writes is no reason for another.
            if begun and not any(path.startswith(inside) and not path.startswith(own) for _, path in changes):
                continue
            try:
                summary = scan(store, folder, telling, format=source.program)
            except UsageError:
                continue  # the folder is gone; what was read of it stays
            if summary.read or summary.cancelled:
                yield source, summary
        begun = True


def _is_text(name: str) -> bool:
    return not any("\udc80" <= char <= "\udcff" for char in name)


def _changes(folders: Sequence[Path], ended: threading.Event) -> Iterator[set[tuple[Change, str]]]:
    """What changes in the folders, and nothing twice a second. A system that has no more watches to give (Linux has a
    limit for all of a person's programs together) is asked for none: the files are looked at now and then."""
    for polled in (False, True):
        try:
            yield from watch(
                *folders,
                watch_filter=None,
                debounce=_AT_MOST_MS,
                step=_RESTED_MS,
                rust_timeout=500,
                yield_on_timeout=True,
                stop_event=ended,
                raise_interrupt=False,
                force_polling=polled or None,
                poll_delay_ms=_POLLED_MS,
                ignore_permission_denied=True,
            )
        except OSError as error:
            if polled:
                raise EnvironmentFault(
                    "not-watched",
                    f"Folders cannot be watched: {error.strerror or error}.",
                    next_step="Look at them by `pausedesk sources scan`.",
                ) from error
        else:
            return
