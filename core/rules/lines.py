"""One line of a call's arguments for a list: their values in the order the model wrote them, masked and cut. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from pausedesk.core.model.canonical import CanonicalError, JsonValue, canonical_bytes, parse_strict
from pausedesk.core.rules.redaction import masked_value
from pausedesk.core.rules.shown import safe_line

# Parsing a call of megabytes for a line of a list would be felt in every transaction of its session.
PARSED_AT_MOST = 20_000


def call_line(arguments: str, given: Sequence[str], limit: int) -> str:
    """The values of canonical `arguments` that the model gave (`given`, in its order), without what the tool filled in.

    For recognising a call, never for deciding about it: the card shows everything. Secrets are masked before the line
    is cut, here where the names beside them are known: the line alone does not tell them any more.
    """
    if len(arguments) > PARSED_AT_MOST:
        return safe_line(arguments[: limit * 4], limit)
    try:
        values = parse_strict(arguments)
    except CanonicalError:
        return safe_line(arguments, limit)
    if not isinstance(values, dict):
        return safe_line(arguments, limit)
    names = [name for name in given if name in values] or list(values)
    return safe_line(", ".join(_text(_masked(name, values[name])) for name in names), limit)


def _masked(name: str, value: JsonValue) -> JsonValue:
    (hidden,) = cast("dict[str, JsonValue]", masked_value({name: value})).values()
    return hidden


def _text(value: Any) -> str:
    return value if isinstance(value, str) else canonical_bytes(value).decode()
