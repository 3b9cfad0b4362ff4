"""Pictures decoded for the card, on the lane for long values: never on the GUI thread, never beyond a size.

Which decoder runs is told by the bytes, and only for kinds that are listed here; no file and no address is opened.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from pausedesk.core.rules.pictures import PictureBytes, picture_in
from pausedesk.gui.language import joined, tr, tr_many
from pausedesk.gui.words import size

MOST_POINTS = 40_000_000
"""A picture of more is not decoded: it would take some hundred megabytes."""
KEPT_SIDE = 2_000
"""A larger picture is kept smaller: there are many cards, and no screen is so large."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a value, or why there is none to be seen: then `image` is None. `said`: what it is."""

    image: QImage | None
    width: int
    height: int
    said: str


def picture_of(text: str) -> Picture | None:
    """The picture that a text is, decoded; None for any other text."""
    found = picture_in(text)
    return None if found is None else _decoded(found)


def _decoded(found: PictureBytes) -> Picture:
    buffer = QBuffer()
    buffer.setData(QByteArray(found.data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(found.kind.lower().encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    given, length = reader.size(), size(len(found.data))
    if not given.isValid():
        return Picture(
            None, 0, 0, tr("{kind} picture of {size}, damaged: it cannot be shown", kind=found.kind, size=length)
        )
    turned = reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
    wide, high = (given.height(), given.width()) if turned else (given.width(), given.height())
    what = tr("{kind} picture, {wide} × {high}, {size}", kind=found.kind, wide=wide, high=high, size=length)
    if wide * high > MOST_POINTS:
        return Picture(None, wide, high, joined("", [what, tr("; too large to be shown")]))
    if max(wide, high) > KEPT_SIDE:
        reader.setScaledSize(given.scaled(QSize(KEPT_SIDE, KEPT_SIDE), Qt.AspectRatioMode.KeepAspectRatio))
    image = reader.read()
    if image.isNull():
        return Picture(None, wide, high, joined("", [what, tr("; damaged: it cannot be shown")]))
    notes = [what]
    if reader.imageCount() > 1:
        notes.append(tr_many("the first of {n} picture", "the first of {n} pictures", reader.imageCount()))
    if found.after:
        notes.append(tr("{size} behind its end are not shown", size=size(found.after)))
    return Picture(image, wide, high, joined(" · ", notes))
