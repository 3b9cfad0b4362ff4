"""Looking on: what changes in the folders that are turned on is read as it changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence

from watchfiles import watch

from pausedesk.core.errors import UsageError
from pausedesk.core.importers.scanning import ScanSummary, Telling, scan
from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign import named_place
from pausedesk.core.store.foreign_sessions import Source

# A session that is being written changes many times a second; it is read again once it has rested so long, or at most
# so long after its first change.
_RESTED_MS, _AT_MOST_MS = 400, 2_000


def watched(
    store: Store, sources: Sequence[Source], telling: Telling, stopped: Callable[[], bool]
) -> Iterator[tuple[Source, ScanSummary]]:
    """Look at the folders again whenever something in them changes; what each look found that read something.

    Ends when `stopped` says so, which is asked about twice a second. Folders that are not there are left out.
    """
    places = [(one, named_place(one.folder)) for one in sources]
    there = [(one, folder) for one, folder in places if folder.is_dir()]
    ended = threading.Event()
    if not there:
        return
    begun, own = False, str(store.path)
    for changes in watch(
        *(folder for _, folder in there),
        watch_filter=None,
        debounce=_AT_MOST_MS,
        step=_RESTED_MS,
        rust_timeout=500,
        yield_on_timeout=True,
        stop_event=ended,
        raise_interrupt=False,
    ):
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
