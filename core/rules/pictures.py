"""A picture in a text argument: base64, or a data URL, whose first bytes are those of a picture. Pure.

Only what stands in the value itself is looked at: nothing is fetched, and the word of a URL or an author is not taken
for what the bytes are. Source: the card of a paused call, 2.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass

LONGEST_PICTURE = 28_000_000
"""Texts of more characters stay texts."""

_SHORTEST = 60
_DATA_URL = re.compile(r"data:image/[a-z0-9.+-]{1,40}(?:;[a-z0-9=._-]{1,40}){0,4};base64,", re.IGNORECASE)
_BEGINS = re.compile(r"iVBORw0KGg[o-r]|/9j/|_9j_|R0lGOD[dl]h|UklGR|Qk[0-3]")
_URL_SAFE = bytes.maketrans(b"-_", b"+/")


@dataclass(frozen=True, slots=True)
class PictureBytes:
    """A picture as it stands in a value. `kind`: PNG, JPEG, GIF, WebP or BMP, by its bytes; `after`: how many bytes
    stand behind its end, in no part of the picture."""

    kind: str
    data: bytes
    after: int = 0


def may_be_picture(text: str) -> bool:
    """Whether it is worth decoding the text: told by how it begins."""
    if not _SHORTEST <= len(text) <= LONGEST_PICTURE:
        return False
    url = _DATA_URL.match(text)
    return _BEGINS.match(text, url.end() if url else 0) is not None


def picture_in(text: str) -> PictureBytes | None:
    """The picture that a text is; None for any other text."""
    if not may_be_picture(text):
        return None
    url = _DATA_URL.match(text)
    try:
        given = text[url.end() if url else 0 :].encode("ascii")
        data = base64.b64decode(given.translate(_URL_SAFE, b"\r\n").rstrip(b"=") + b"===", validate=False)
        if _NOT_BASE64.search(given):
            return None
    except (UnicodeEncodeError, binascii.Error):
        return None
    kind = _kind(data)
    if kind is None:
        return None
    end = _ENDS[kind](data)
    return PictureBytes(kind, data, max(0, len(data) - end) if end is not None else 0)


_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/_=\r\n-]|=[^=\r\n]")


def _kind(data: bytes) -> str | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith((b"GIF87a", b"GIF89a")):
        return "GIF"
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return "WebP"
    # Two letters tell nothing: its own length must be in it.
    return "BMP" if data.startswith(b"BM") and _bmp_end(data) == len(data) else None


def _png_end(data: bytes) -> int | None:
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        at += 12 + length
        if data[at - length - 8 : at - length - 4] == b"IEND":
            return at
    return None


def _jpeg_end(data: bytes) -> int | None:
    """After the last sign of an end: what stands behind an earlier one may be a picture within the picture."""
    found = data.rfind(b"\xff\xd9")
    return found + 2 if found >= 0 else None


def _gif_end(data: bytes) -> int | None:
    found = data.rfind(b"\x3b")
    return found + 1 if found >= 0 else None


def _webp_end(data: bytes) -> int | None:
    length = int.from_bytes(data[4:8], "little")
    return 8 + length + length % 2


def _bmp_end(data: bytes) -> int | None:
    return int.from_bytes(data[2:6], "little") if len(data) >= 6 else None


_ENDS = {"PNG": _png_end, "JPEG": _jpeg_end, "GIF": _gif_end, "WebP": _webp_end, "BMP": _bmp_end}
