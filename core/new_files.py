"""A file of a person's own, written new, readable by them only; what is there already stays as it is."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from pausedesk.core.errors import EnvironmentFault, UsageError


def write_new(path: Path, parts: Iterable[bytes]) -> int:
    """Write `parts` one after another into a file that is not there yet, and return how many bytes it has.

    It is on the disk when this returns. Whatever goes wrong meanwhile, in `parts` too, leaves no file behind. Raises
    UsageError `file-exists` and EnvironmentFault `not-written`.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise UsageError("file-exists", f"There is a file {path} already; it is left as it is.") from error
    except (OSError, ValueError) as error:
        raise _not_written(path, error) from error
    size = 0
    try:
        with os.fdopen(descriptor, "wb") as file:
            for part in parts:
                size += file.write(part)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _not_written(path, error) from error
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return size


def _not_written(path: Path, error: Exception) -> EnvironmentFault:
    why = (error.strerror if isinstance(error, OSError) else None) or error
    return EnvironmentFault("not-written", f"{path} cannot be written: {why}.")
