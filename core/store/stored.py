"""Texts of rows read back. What cannot be read is a fact with a name: never a traceback, never taken for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pausedesk.core.errors import StoreError

Value = TypeVar("Value")

SALVAGE = "`pausedesk doctor` says more; `pausedesk doctor --salvage NEW` copies what is whole into a new store."


def damaged(what: str) -> StoreError:
    """The error for a row that cannot be what was written."""
    return StoreError("store-damaged", f"The store is damaged: {what.rstrip('.')}.", next_step=SALVAGE)


def first_of(found: list[str], named: int = 10) -> list[str]:
    """The first of what was found, and of the others their number."""
    return found[:named] + ([f"{len(found) - named} more"] if len(found) > named else [])


def read_back(read: Callable[[str], Value], text: str, what: str) -> Value:
    """What `read` makes of a stored text. Raises StoreError `store-damaged`, naming `what` cannot be read."""
    try:
        return read(text)
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise damaged(f"{what} cannot be read") from error
