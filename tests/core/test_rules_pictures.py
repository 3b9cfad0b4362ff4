"""A text is a picture by its own bytes alone, whole and in its only form."""

from __future__ import annotations

import base64
import struct

import pytest

from pausedesk.core.rules.pictures import LONGEST_PICTURE, may_be_picture, picture_in
from pausedesk.core.rules.value_views import view_of

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x20IHDR" + b"x" * 36 + b"\0\0\0\0IEND" + b"crc!"
JPEG = b"\xff\xd8\xff\xe0" + b"x" * 60 + b"\xff\xd9"
GIF = b"GIF89a" + b"x" * 60 + b"\x3b"
WEBP = b"RIFF" + struct.pack("<I", 64) + b"WEBP" + b"x" * 60
BMP = b"BM" + struct.pack("<I", 64) + b"x" * 58


def text(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.mark.parametrize(("kind", "data"), [("PNG", PNG), ("JPEG", JPEG), ("GIF", GIF), ("WebP", WEBP), ("BMP", BMP)])
def test_a_picture_is_told_by_its_bytes(kind: str, data: bytes) -> None:
    for given in (
        text(data),
        base64.urlsafe_b64encode(data).decode(),
        base64.encodebytes(data).decode(),
        text(data).rstrip("="),
        f"data:image/svg+xml;base64,{text(data)}",
        f"data:image/png;charset=x;base64,{text(data)}",
    ):
        found = picture_in(given)
        assert found is not None
        assert (found.kind, found.data, found.after) == (kind, data, 0)
        assert view_of("photo", given) == "image"
        assert view_of("photo", given, "text") == "text"


@pytest.mark.parametrize("data", [PNG, JPEG + b"x", GIF, WEBP])
def test_what_stands_behind_the_end_of_a_picture_is_counted(data: bytes) -> None:
    found = picture_in(text(data + b"hello"))
    assert found is not None
    assert found.after == (6 if data[-1:] == b"x" and data[:1] == b"\xff" else 5)


@pytest.mark.parametrize(
    "given",
    [
        "",
        "iVBORw0KGgo",
        "https://example.org/picture.png?" + "x" * 60,
        "data:image/png," + "x" * 80,
        "data:text/html;base64," + text(b"<b>" + b"x" * 80),
        "data:image/svg+xml;base64," + text(b"<svg>" + b"x" * 80),
        text(b"BM" + b"x" * 80),
        text(PNG) + " and more",
        "iVBORw0KGgo" + "é" * 80,
        text(PNG)[:20] + "=" + text(PNG)[20:],
        "R0lGODlh is how a GIF begins in base64, and this is a sentence about it, that is all",
    ],
)
def test_any_other_text_is_none(given: str) -> None:
    assert picture_in(given) is None


def test_one_beyond_all_size_stays_text() -> None:
    assert not may_be_picture("iVBORw0KGgo" + "A" * LONGEST_PICTURE)
