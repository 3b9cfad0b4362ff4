"""The list of the requests that were asked without a seal: outside the store, so that a seal taken off by SQL is seen.

It lies beside the witness and has one line for each, a digest of what the request binds (`rules.seals.mark_of`). It is
written with the store's write lock held, before the requests are committed. A store whose list could not be made has
none, and is taken as it stands.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import RequestState
from pausedesk.core.paths import private_folder, sync_folder
from pausedesk.core.rules.seals import mark_of
from pausedesk.core.rules.witness import LedgerFacts
from pausedesk.core.store.tables import requests
from pausedesk.core.store.witness import look

# Above this the list is written anew without what waits no more.
_COMPACT_BYTES = 64 * 1024


def list_path(facts: LedgerFacts) -> Path:
    """Where the list of a ledger is. Raises StoreError `witness-unreadable`."""
    path = look(facts)[0]
    return path.with_name(f"{path.name}.unsealed")


def is_begun(facts: LedgerFacts) -> bool:
    """Whether the store has its list."""
    return list_path(facts).exists()


def note_unsealed(connection: Connection, facts: LedgerFacts, new: Iterable[Mapping[str, Any]] = ()) -> None:
    """Put requests without a seal on the list, beginning it with what waits where there is none.

    Never raises: a list that cannot be written leaves its requests out, and an approval of them is refused later.
    """
    with suppress(StoreError, OSError):
        path = list_path(facts)
        if path.exists():
            marks = [mark_of(one) for one in new]
            if path.stat().st_size <= _COMPACT_BYTES:
                _append(path, marks)
            else:
                known = _read(path) or frozenset()
                _replace(path, [*marks, *(mark for mark in _waiting(connection) if mark in known)])
        else:
            _replace(path, _waiting(connection))


def is_listed(facts: LedgerFacts, request: Mapping[str, Any]) -> bool:
    """Whether a request without a seal was asked as it stands; where there is no list, it is taken so.

    Raises OSError where the list cannot be read, and StoreError `witness-unreadable`.
    """
    marks = _read(list_path(facts))
    return marks is None or mark_of(request) in marks


def _waiting(connection: Connection) -> list[str]:
    unsealed = select(requests).where(requests.c.state == RequestState.WAITING, requests.c.seal == "")
    return [mark_of(row._asdict()) for row in connection.execute(unsealed)]


def _read(path: Path) -> frozenset[str] | None:
    try:
        return frozenset(path.read_text(encoding="ascii", errors="replace").split())
    except (FileNotFoundError, NotADirectoryError):
        return None


def _append(path: Path, marks: list[str]) -> None:
    if marks:
        _write(path, os.O_APPEND, marks)


def _replace(path: Path, marks: list[str]) -> None:
    private_folder(path.parent)
    draft = path.with_name(f".{path.name}")
    _write(draft, os.O_CREAT | os.O_TRUNC, marks)
    draft.replace(path)
    sync_folder(path.parent)


def _write(path: Path, flags: int, marks: list[str]) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC | flags, 0o600)
    try:
        # A line that a crash cut off must not run into the first of these.
        os.write(descriptor, "".join(f"\n{mark}\n" for mark in marks).encode())
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
