"""Pictures that tests make: encoded as agents send them, damaged, of sizes that nobody may decode."""

from __future__ import annotations

import base64
import struct
import zlib

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage


def a_picture(wide: int = 40, high: int = 30, kind: str = "png") -> bytes:
    """The bytes of a picture, its upper left quarter red."""
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    for top in range(high // 2):
        for left in range(wide // 2):
            image.setPixelColor(left, top, QColor("red"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    assert image.save(buffer, kind)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def encoded(data: bytes, *, url: str = "") -> str:
    """Bytes as base64; with a type of `url` as a data URL."""
    text = base64.b64encode(data).decode()
    return f"data:{url};base64,{text}" if url else text


def png_of(wide: int, high: int, rows: bytes = b"\0" * 64) -> bytes:
    """A PNG that says it has this size, whatever is in it."""
    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    whole = b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + whole
