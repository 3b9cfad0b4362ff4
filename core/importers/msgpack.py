"""Values in MessagePack, as checkpoints hold them: decoded as data, whatever classes their extension types name.

Format: github.com/msgpack/msgpack/blob/master/spec.md. An extension becomes an `Extension` with what is inside it read
as values, never an object of the class that it names; nothing is imported for it and nothing is unpickled.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

_DEEPEST = 100
_NUMBERS = {
    0xCA: ">f",
    0xCB: ">d",
    0xCC: ">B",
    0xCD: ">H",
    0xCE: ">I",
    0xCF: ">Q",
    0xD0: ">b",
    0xD1: ">h",
    0xD2: ">i",
    0xD3: ">q",
}
# Head byte: what follows, and the size of the length in front of it.
_SIZED = {
    0xC4: ("bytes", 1),
    0xC5: ("bytes", 2),
    0xC6: ("bytes", 4),
    0xC7: ("extension", 1),
    0xC8: ("extension", 2),
    0xC9: ("extension", 4),
    0xD9: ("text", 1),
    0xDA: ("text", 2),
    0xDB: ("text", 4),
    0xDC: ("array", 2),
    0xDD: ("array", 4),
    0xDE: ("map", 2),
    0xDF: ("map", 4),
}
_FIXED_EXTENSION = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}


class Malformed(ValueError):
    """Bytes that are no value, or not one alone."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A value of a type that its writer made up: `code` is its number, `value` what is inside it, bytes where that is
    no value."""

    code: int
    value: Any


def unpacked(data: bytes) -> Any:
    """The one value that bytes hold. Raises `Malformed`."""
    reader = _Reader(data)
    value = reader.value(0)
    if reader.at != len(data):
        raise Malformed("more follows the value")
    return value


def as_json(value: Any) -> Any:
    """A value as JSON can hold it: bytes by their hexadecimal digits, an extension by its number and what is in it."""
    match value:
        case bytes():
            return {"$bytes": value.hex()}
        case Extension():
            return {"$extension": value.code, "value": as_json(value.value)}
        case list():
            return [as_json(one) for one in value]
        case dict():
            return {name if isinstance(name, str) else str(name): as_json(one) for name, one in value.items()}
        case _:
            return value


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self.at = 0

    def value(self, depth: int) -> Any:
        if depth > _DEEPEST:
            raise Malformed("nested too deep")
        head = self._take(1)[0]
        if head < 0x80:
            return head
        if head >= 0xE0:
            return head - 0x100
        if head < 0x90:
            return self._map(head & 0x0F, depth)
        if head < 0xA0:
            return self._array(head & 0x0F, depth)
        if head < 0xC0:
            return self._text(head & 0x1F)
        if head in (0xC0, 0xC2, 0xC3):
            return {0xC0: None, 0xC2: False, 0xC3: True}[head]
        if head in _NUMBERS:
            form = _NUMBERS[head]
            return struct.unpack(form, self._take(struct.calcsize(form)))[0]
        if head in _FIXED_EXTENSION:
            return self._extension(_FIXED_EXTENSION[head], depth)
        if head not in _SIZED:
            raise Malformed("a byte that begins no value")
        kind, width = _SIZED[head]
        size = int.from_bytes(self._take(width), "big")
        match kind:
            case "bytes":
                return self._take(size)
            case "text":
                return self._text(size)
            case "array":
                return self._array(size, depth)
            case "map":
                return self._map(size, depth)
            case _:
                return self._extension(size, depth)

    def _take(self, size: int) -> bytes:
        piece = self._data[self.at : self.at + size]
        if len(piece) != size:
            raise Malformed("it breaks off")
        self.at += size
        return piece

    def _text(self, size: int) -> str:
        return self._take(size).decode("utf-8", "replace")

    def _array(self, size: int, depth: int) -> list[Any]:
        # Each element takes a byte at the least: a length beyond the end is no reason to make room for it.
        if size > len(self._data) - self.at:
            raise Malformed("it breaks off")
        return [self.value(depth + 1) for _ in range(size)]

    def _map(self, size: int, depth: int) -> dict[Any, Any]:
        if size > len(self._data) - self.at:
            raise Malformed("it breaks off")
        found: dict[Any, Any] = {}
        for _ in range(size):
            name = self.value(depth + 1)
            found[name if isinstance(name, str | int | bool | float | bytes | None) else repr(name)] = self.value(
                depth + 1
            )
        return found

    def _extension(self, size: int, depth: int) -> Extension:
        code = struct.unpack(">b", self._take(1))[0]
        inside = self._take(size)
        reader = _Reader(inside)
        try:
            value = reader.value(depth + 1)
        except Malformed:
            return Extension(code, inside)
        return Extension(code, value if reader.at == len(inside) else inside)
