"""Damage to the values that a session is stored as: to its JSON, to its pieces (lines, files, cells), to its bytes."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from tests.importers.files import WRONG

DEEP = 10_000

Pieces = list[bytes | None]
"""What stands in the place of each piece; None where it is missing."""
Path = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Raw:
    """Bytes in the place of a JSON value."""

    body: bytes


@dataclass(frozen=True, slots=True)
class Twice:
    """A JSON object with one member two times."""

    value: dict[str, Any]
    name: str
    other: Any


def dumped(value: Any) -> bytes:
    """The JSON of a value that may hold damage."""
    match value:
        case Raw(body):
            return body
        case Twice(inner, name, other):
            doubled = [*inner.items(), (name, other)] if isinstance(other, str) else [(name, other), *inner.items()]
            return b"{" + b", ".join(_member(*one) for one in doubled) + b"}"
        case dict():
            return b"{" + b", ".join(_member(*one) for one in value.items()) + b"}"
        case list():
            return b"[" + b", ".join(map(dumped, value)) + b"]"
        case _:
            return json.dumps(value).encode()


def _member(name: str, value: Any) -> bytes:
    return json.dumps(name).encode() + b": " + dumped(value)


def _paths(value: Any, at: Path = ()) -> list[Path]:
    found = [at]
    match value:
        case dict():
            found += [path for name, inner in value.items() for path in _paths(inner, (*at, name))]
        case list():
            found += [path for number, inner in enumerate(value) for path in _paths(inner, (*at, number))]
    return found


def _got(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    """The value with another one at a path."""
    if not path:
        return new
    inner = put(value[path[0]], path[1:], new)
    if isinstance(value, dict):
        return {**value, path[0]: inner}
    return [*value[: path[0]], inner, *value[path[0] + 1 :]]


def _dropped(value: Any, path: Path) -> Any:
    outer = _got(value, path[:-1])
    if isinstance(outer, dict):
        left: Any = {name: inner for name, inner in outer.items() if name != path[-1]}
    else:
        left = [inner for number, inner in enumerate(outer) if number != path[-1]]
    return put(value, path[:-1], left)


# -- damage to the JSON of the pieces ----------------------------------------------------------------------------------

Draw = Callable[[st.SearchStrategy[Any]], Any]


def _wrong_type(draw: Draw, value: Any, path: Path) -> Any:
    return put(value, path, draw(st.sampled_from(WRONG)))


def _drop(_draw: Draw, value: Any, path: Path) -> Any:
    return _dropped(value, path) if path else None


def _double(draw: Draw, value: Any, path: Path) -> Any:
    inner = _got(value, path)
    if not isinstance(inner, dict) or not inner:
        return value
    return put(value, path, Twice(inner, draw(st.sampled_from(sorted(inner))), draw(st.sampled_from(WRONG))))


def _nest(draw: Draw, value: Any, path: Path) -> Any:
    opened, closed = draw(st.sampled_from([(b"[", b"]"), (b'{"a":', b"}"), (b"[", b""), (b'{"a":[', b"]}")]))
    return put(value, path, Raw(opened * DEEP + b"1" + closed * DEEP))


def _copy(draw: Draw, value: Any, path: Path) -> Any:
    """A value in the place of another: ids that name themselves, parents in a circle, results of another call."""
    return put(value, path, _got(value, draw(st.sampled_from(_paths(value)))))


def _rename(draw: Draw, value: Any, path: Path) -> Any:
    """A text in the place of another, of the same kind: a circle of parents, a type that is another's."""
    texts = [one for one in _paths(value) if isinstance(_got(value, one), str)]
    return put(value, draw(st.sampled_from(texts)), _got(value, draw(st.sampled_from(texts)))) if texts else value


def _surrogate(draw: Draw, value: Any, path: Path) -> Any:
    half = draw(st.sampled_from([b"\\ud800", b"\\udfff", b"\xed\xa0\x80", b"\xff", b"\\u0000"]))
    texts = [one for one in _paths(value) if isinstance(_got(value, one), str)]
    if not texts:
        return value
    at = draw(st.sampled_from(texts))
    return put(value, at, Raw(json.dumps(_got(value, at)).encode()[:-1] + half + b'"'))


VALUES: dict[str, Callable[[Draw, Any, Path], Any]] = {
    "wrong type": _wrong_type,
    "dropped member": _drop,
    "doubled member": _double,
    "nested": _nest,
    "value of another place": _copy,
    "text of another place": _rename,
    "half a character": _surrogate,
}

# -- damage to the pieces ----------------------------------------------------------------------------------------------


def _swap(draw: Draw, pieces: Pieces, at: int) -> Pieces:
    other = draw(st.integers(0, len(pieces) - 1))
    changed = [*pieces]
    changed[at], changed[other] = changed[other], changed[at]
    return changed


PIECES: dict[str, Callable[[Draw, Pieces, int], Pieces]] = {
    "missing piece": lambda _draw, pieces, at: [*pieces[:at], None, *pieces[at + 1 :]],
    "empty piece": lambda _draw, pieces, at: [*pieces[:at], b"", *pieces[at + 1 :]],
    "swapped pieces": _swap,
    "repeated piece": lambda draw, pieces, at: put(pieces, (draw(st.integers(0, len(pieces) - 1)),), pieces[at]),
}

# -- damage to the bytes -----------------------------------------------------------------------------------------------


def _flip(draw: Draw, content: bytes, at: int) -> bytes:
    return content[:at] + bytes([content[at] ^ 1 << draw(st.integers(0, 7))]) + content[at + 1 :] if content else b""


BYTES: dict[str, Callable[[Draw, bytes, int], bytes]] = {
    "cut": lambda _draw, content, at: content[:at],
    "bit": _flip,
    "BOM": lambda _draw, content, _at: b"\xef\xbb\xbf" + content,
    "CRLF": lambda _draw, content, _at: content.replace(b"\n", b"\r\n").replace(b", ", b",\r\n"),
    "NUL": lambda draw, content, at: content[:at] + b"\0" * draw(st.sampled_from([1, 2, 4096])) + content[at:],
    "foreign bytes": lambda draw, content, at: content[:at] + draw(st.binary(max_size=12)) + content[at:],
    "gone bytes": lambda draw, content, at: content[:at] + content[at + draw(st.integers(1, 80)) :],
    "repeated bytes": lambda draw, content, at: content[:at] + content[max(at - draw(st.integers(1, 300)), 0) :],
}

KINDS = (*VALUES, *PIECES, *BYTES)


@st.composite
def damages(
    draw: Draw, values: Sequence[Any], joined: bool, encode: Callable[[Any], bytes] = dumped
) -> tuple[str, Pieces]:
    """The pieces with one to three damages, and the kind of the first. `joined`: they are the lines of one file, and
    damage to its bytes may go over their ends."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    damaged = list(values)
    for kind in kinds:
        if kind in VALUES:
            at = draw(st.integers(0, len(damaged) - 1))
            # What is damaged already is not gone into.
            damaged[at] = VALUES[kind](draw, damaged[at], draw(st.sampled_from(_paths(damaged[at]))))
    pieces: Pieces = [encode(one) for one in damaged]
    if joined:
        pieces.append(b"")  # the end of the last line
    for kind in kinds:
        if kind in PIECES:
            pieces = PIECES[kind](draw, pieces, draw(st.integers(0, len(pieces) - 1)))
    for kind in kinds:
        if kind not in BYTES:
            continue
        if joined:
            content = b"\n".join(one for one in pieces if one is not None)
            pieces = [*BYTES[kind](draw, content, draw(st.integers(0, max(len(content) - 1, 0)))).split(b"\n")]
            continue
        at = draw(st.integers(0, len(pieces) - 1))
        piece = pieces[at]
        if piece is not None:
            pieces[at] = BYTES[kind](draw, piece, draw(st.integers(0, max(len(piece) - 1, 0))))
    return kinds[0], pieces
