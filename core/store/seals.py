"""Sealing requests when they are minted, and checking seals before an approval counts (see `rules.seals`).

A request that was minted where no keyring could be used has no seal and says so on its card; it is taken where the list
of such requests, kept outside the store, has it as it stands (`store.unsealed`). One that has a seal is never taken
without it: where the key is gone the request is refused as changed, and where the keyring cannot be used in this
process the approval is given back, to be used where it can. Declines need no seal.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from pausedesk.core import secrets
from pausedesk.core.errors import KeyringError, ResumeDecisionError, StoreError
from pausedesk.core.model.wording import worded
from pausedesk.core.paths import private_folder, state_folder
from pausedesk.core.rules.seals import seal_holds, seal_of
from pausedesk.core.store.unsealed import is_listed
from pausedesk.core.store.witness import ledger_facts

try:
    import fcntl
except ImportError:  # Windows, on which nothing is minted yet
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class SealKey:
    """The key of one ledger as this process can have it: none, where the keyring holds none or cannot be used."""

    key: bytes | None
    usable: bool


class SealKeys:
    """The key of one store's ledger, fetched when it is first needed. Never fetched inside a transaction."""

    def __init__(self, ledger: str) -> None:
        self._ledger = ledger
        self._key: bytes | None = None

    def known(self) -> SealKey:
        """The key, where there is one. Never raises and never makes the system ask a person anything."""
        if self._key is None:
            try:
                self._key = secrets.seal_key(self._ledger)
            except KeyringError:
                return SealKey(None, usable=False)
        return SealKey(self._key, usable=True)

    def for_minting(self) -> bytes | None:
        """The key, made where there is none; None where the keyring cannot be used."""
        found = self.known()
        if found.key is not None or not found.usable:
            return found.key
        try:
            folder = private_folder(state_folder())
            lock = os.open(folder / "seal.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError:
            return None
        try:
            # Two programs must not make two keys: what one of them seals would look changed to the other.
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
            self._key = secrets.seal_key(self._ledger) or secrets.make_seal_key(self._ledger)
        except KeyringError:
            return None
        finally:
            os.close(lock)
        return self._key


def sealed(key: bytes | None, requests: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The columns of requests that are about to be minted, with their seals."""
    return [{**one, "seal": seal_of(key, one) if key is not None else ""} for one in requests]


def check_seal(connection: Connection, request: Mapping[str, Any], here: SealKey) -> None:
    """Let a request pass that is as it was minted, with a seal or without one.

    Raises ResumeDecisionError `call-changed` where it is not, or where that can never be told any more, and StoreError
    `seal-not-checked` where this process cannot tell.
    """
    if not request["seal"]:
        _check_listed(connection, request)
        return
    if not here.usable:
        raise StoreError(
            "seal-not-checked",
            worded("This question is sealed, and the keyring that holds its key cannot be used here."),
            next_step=worded("Nothing was used. Unlock the keyring, or answer where it can be used."),
        )
    if here.key is None:
        raise ResumeDecisionError(
            "call-changed",
            worded("The key of this question's seal is gone: nobody can tell whether the store was edited."),
        )
    if not seal_holds(here.key, request):
        raise ResumeDecisionError("call-changed", worded("This question was edited in the store after it was asked."))


def _check_listed(connection: Connection, request: Mapping[str, Any]) -> None:
    try:
        if is_listed(ledger_facts(connection), request):
            return
    except OSError as error:
        raise StoreError(
            "seal-not-checked",
            worded("This question has no seal, and the list of those that were asked without one cannot be read."),
            next_step=worded("Nothing was used. Check the rights of the state folder."),
        ) from error
    raise ResumeDecisionError(
        "call-changed",
        worded(
            "This question has no seal, and nothing outside the store says that it was asked so: it was edited in the "
            "store, or that could not be written down."
        ),
    )
