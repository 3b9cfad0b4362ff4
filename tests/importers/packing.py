"""Values in MessagePack, as LangGraph stores them."""

from __future__ import annotations

import struct
from typing import Any

from tests.importers.fuzzing.damage import Raw, Twice

from pausedesk.core.importers.msgpack import Extension


def packed(value: Any) -> bytes:
    """A value in MessagePack, in its longest forms; {"ext": ...} is an extension too, and damage is put in as it is."""
    match value:
        case Raw(body):
            return body[:200_000]
        case Twice(inner, name, other):
            doubled = [*inner.items(), (name, other)]
            return b"\xdf" + struct.pack(">I", len(doubled)) + b"".join(packed(a) + packed(b) for a, b in doubled)
        case {"ext": inner}:
            body = packed(inner)
            return b"\xc9" + struct.pack(">Ib", len(body), 5) + body
        case Extension(code, inner):
            body = packed(inner)
            return b"\xc9" + struct.pack(">Ib", len(body), code) + body
        case None:
            return b"\xc0"
        case bool():
            return b"\xc3" if value else b"\xc2"
        case int():
            return b"\xd3" + struct.pack(">q", value)
        case float():
            return b"\xcb" + struct.pack(">d", value)
        case str():
            body = value.encode("utf-8", "surrogatepass")
            return b"\xdb" + struct.pack(">I", len(body)) + body
        case bytes():
            return b"\xc6" + struct.pack(">I", len(value)) + value
        case list():
            return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(packed, value))
        case dict():
            pairs = b"".join(packed(name) + packed(inner) for name, inner in value.items())
            return b"\xdf" + struct.pack(">I", len(value)) + pairs
    raise TypeError(value)
