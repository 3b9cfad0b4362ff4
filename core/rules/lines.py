"""One line of a call's arguments for a list: their values in the order the model wrote them, cut and escaped. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pausedesk.core.model.canonical import CanonicalError, canonical_bytes, parse_strict
from pausedesk.core.rules.visible import one_line

# Parsing a call of megabytes for a line of a list would be felt in every transaction of its session.
PARSED_AT_MOST = 20_000


def call_line(arguments: str, given: Sequence[str], limit: int) -> str:
    """The values of canonical `arguments` that the model gave (`given`, in its order), without what the tool filled in.

    For recognising a call, never for deciding about it: the card shows everything.
    """
    if len(arguments) > PARSED_AT_MOST:
        return one_line(arguments[: limit * 4], limit)
    try:
        values = parse_strict(arguments)
    except CanonicalError:
        return one_line(arguments, limit)
    if not isinstance(values, dict):
        return one_line(arguments, limit)
    names = [name for name in given if name in values] or list(values)
    return one_line(", ".join(_text(values[name]) for name in names), limit)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else canonical_bytes(value).decode()
