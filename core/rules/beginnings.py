"""The beginning of a long value as it is shown, made at once: what stands there while the value is made ready. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pausedesk.core.model.canonical import JsonValue
from pausedesk.core.rules.redaction import Leaf, masked, masked_leaf, members
from pausedesk.core.rules.shown import as_text
from pausedesk.core.rules.visible import visible

SHOWN = 8_000
"""So many characters are a few screenfuls."""

CUT_AWAY = 20_000
"""So much more is read and not shown: where a text is cut, a secret may have lost the end by which it is known."""


def beginning(name: str, value: JsonValue, limit: int = SHOWN) -> str:
    """About the first `limit` characters of what `shown_value` shows masked, and all of it where it is short.

    It costs what is shown, however long the value is.
    """
    most = limit + CUT_AWAY
    pieces: list[str] = []
    length = 0
    for piece in _pieces(name, value, most):
        if piece is None or length > most:
            return visible(masked("".join(pieces)[:most])[:-CUT_AWAY]).text
        pieces.append(piece)
        length += len(piece)
    return visible(masked("".join(pieces))).text


def _pieces(name: str, value: JsonValue, most: int) -> Iterator[str | None]:
    """What `as_text` writes of the masked value, piece by piece; None, and no more, where a leaf had to be cut."""
    ((_, part, act),) = members({name: value}, masked_leaf)
    if not isinstance(part, list | dict) or not part:
        yield from _leaf(part, act, most, plain=True)
        return
    left = [(members(part, act), part)]
    yield _signs(part)[0]
    first = True
    while left:
        rest, holder = left[-1]
        following = next(rest, None)
        if following is None:
            left.pop()
            yield f"\n{'  ' * len(left)}{_signs(holder)[1]}"
            first = False
            continue
        place, part, act = following
        key = f"{json.dumps(place, ensure_ascii=False)}: " if isinstance(place, str) else ""
        yield f"{'' if first else ','}\n{'  ' * len(left)}{key}"
        first = isinstance(part, list | dict) and bool(part)
        if isinstance(part, list | dict) and part:
            left.append((members(part, act), part))
            yield _signs(part)[0]
        else:
            yield from _leaf(part, act, most)


def _leaf(part: Any, act: Leaf, most: int, *, plain: bool = False) -> Iterator[str | None]:
    cut = act is masked_leaf and isinstance(part, str) and len(part) > most
    made = act(part[:most] if cut else part)
    yield json.dumps(made, ensure_ascii=False) if isinstance(made, str) and not plain else as_text(made)
    if cut:
        yield None


def _signs(part: Any) -> str:
    return "[]" if isinstance(part, list) else "{}"
