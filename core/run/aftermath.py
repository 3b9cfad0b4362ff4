"""What the dead left: written down by whoever looks at a store next - a door, the worker, a command, the desk."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from pausedesk.core import settings
from pausedesk.core.errors import PausedeskError
from pausedesk.core.paths import private_folder
from pausedesk.core.run import late
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store import executions, settling, taking
from pausedesk.core.store.engine import Store


def look_after(store: Store, *, left: bool = True) -> tuple[int, list[str]]:
    """Write down what the death of processes means, and take late results in. Raises StoreError.

    `left`: whether anything is in the hands of somebody, who may be dead. Returns how many sessions that concerned, and
    a sentence for each file that was set aside because it is no late result.
    """
    concerned = settling.note_dead_owners(store, LIVENESS) if left else 0
    return concerned, _take_late_results(store)


def look_around(store: Store) -> tuple[int, list[str]]:
    """As `look_after`, for who looks without taking anything up: an approval that no runner took up in time waits for
    the person again, in the list of what waits, whether or not a runner ever comes (section 4.8)."""
    concerned, said = look_after(store)
    try:
        limit = settings.load().stale_approval_ms()
    except PausedeskError:
        return concerned, said  # who takes an answer up says so
    with store.read() as connection:
        stale = taking.stale_sessions(connection, limit)
    for session in stale:
        taking.keep_stale_approvals(store, session, limit_ms=limit)
    return concerned + len(stale), said


def _take_late_results(store: Store) -> list[str]:
    """Keep late results beside their calls. A call whose owner may still live is left for later."""
    folder = late.folder_of(store.ledger_id)
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError:
        return []
    said = []
    for path in [*found, *_of_this_store(store, folder / "aside")]:
        try:
            told = late.read(path)
        except FileNotFoundError:
            continue  # another process took it in
        except (late.Unreadable, OSError) as why:
            said.append(_set_aside(path, _reason(why)))
            continue
        kept = executions.keep_late_result(store, told.execution, told.kind, result=told.result, error=told.error)
        if kept is None:
            said.append(_set_aside(path, "this store has started no such call"))
        elif kept:
            with suppress(OSError):
                path.unlink(missing_ok=True)
    return said


def _of_this_store(store: Store, aside: Path) -> list[Path]:
    """What was set aside and is of a call that this store started: a copy of the store looked first, and knew none."""
    try:
        found = sorted(path for path in aside.iterdir() if path.suffix.startswith(".json-"))
    except OSError:
        return []
    started = executions.without_late_result(store, [path.stem for path in found]) if found else ()
    return [path for path in found if path.stem in started and _readable(path)]


def _readable(path: Path) -> bool:
    try:
        late.read(path)
    except (late.Unreadable, OSError):
        return False
    return True


def _set_aside(path: Path, why: str) -> str:
    aside = path.parent / "aside"
    try:
        path.replace(private_folder(aside) / f"{path.name}-{os.urandom(4).hex()}")
        where = f"it was set aside in {aside}"
    except OSError as error:
        where = f"it could not be set aside: {error.strerror}"
    return f"The late result {path.name} cannot be used ({why}); {where}."


def _reason(why: Exception) -> str:
    return why.strerror or type(why).__name__ if isinstance(why, OSError) else str(why)
