"""Files that are one JSON value: read whole, up to a bound, and never guessed at where they break off."""

from __future__ import annotations

from typing import Any

from pausedesk.core.errors import UsageError
from pausedesk.core.importers.base import Place, Progress
from pausedesk.core.importers.lines import Stopped, parsed
from pausedesk.core.store.foreign import place_name

LARGEST = 200_000_000
"""Bytes of a file that is read whole."""


def document(place: Place, progress: Progress) -> Any:
    """The JSON value of a file; None where it holds none, or breaks off.

    Raises UsageError `file-unreadable` and `file-too-large`, and `Stopped` where `progress` says so.
    """
    try:
        size = place.path.stat().st_size
        if size > LARGEST:
            raise UsageError(
                "file-too-large", f"{place_name(place.path)} is larger than is read whole ({LARGEST:,} bytes)."
            )
        content = place.path.read_bytes()
    except OSError as error:
        raise UsageError(
            "file-unreadable", f"{place_name(place.path)} cannot be read: {error.strerror or error}."
        ) from error
    if not progress(len(content), len(content)):
        raise Stopped
    return parsed(content.removeprefix(b"\xef\xbb\xbf"))
