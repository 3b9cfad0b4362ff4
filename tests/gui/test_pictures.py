"""Pictures on the card: decoded beside the GUI thread and within limits, seen as a whole, their text a key away."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QGuiApplication
from tests.gui.conftest import OpenDesk
from tests.gui.fakes import FakeStore
from tests.gui.pictures import a_picture, encoded, png_of
from tests.gui.test_set_out import opened, value_of

from pausedesk.gui.card.picture_box import PictureBox
from pausedesk.gui.card.pictures import KEPT_SIDE, Picture, picture_of
from pausedesk.gui.card.text_box import TextBox


def test_a_picture_is_painted_and_its_text_is_a_key_away(
    store: FakeStore, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []

    def decoded(text: str) -> Picture | None:
        threads.append(threading.get_ident())
        return picture_of(text)

    monkeypatch.setattr("pausedesk.gui.card.prepared.picture_of", decoded)
    text = encoded(a_picture())
    desk = opened(store, open_desk, photo=text)
    assert threads
    assert threading.get_ident() not in threads
    value = value_of(desk)
    box = value.box
    assert isinstance(box, PictureBox)
    desk.until_seen()
    assert box.viewport().grab().toImage().pixelColor(10, 10) == QColor("red")
    assert "PNG picture, 40 × 30" in value._meta.text()
    value._copy()
    assert QGuiApplication.clipboard().text() == text
    desk.key(desk.window, "t")
    assert isinstance(value.box, TextBox)
    assert value.box.whole() == text


def test_a_large_picture_is_made_to_fit_and_counts_only_while_it_is_whole(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    desk = opened(store, open_desk, photo=encoded(a_picture(900, 1800)))
    value, box = value_of(desk), value_of(desk).box
    assert isinstance(box, PictureBox)
    box.toggle_full()
    assert (box.percent(), box.verticalScrollBar().maximum() > 0) == (100, True)
    desk.qtbot.wait(300)
    assert not value.seen
    box.setFocus()
    desk.key(box, Qt.Key.Key_Space)
    assert box.percent() < 50
    assert f"{box.percent()} %" in value._end.text()
    desk.until_seen()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(png_of(60_000, 60_000), "too large", id="of too many points"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + b"x" * 60, "damaged", id="PNG"),
        pytest.param(a_picture(kind="jpeg")[:200], "damaged", id="JPEG"),
        pytest.param(a_picture(kind="webp")[:40] + b"x" * 40, "damaged", id="WebP"),
    ],
)
@pytest.mark.qt_log_ignore("JPEG")
def test_what_cannot_be_shown_says_what_it_is_and_stays_text(
    store: FakeStore, open_desk: OpenDesk, data: bytes, said: str
) -> None:
    desk = opened(store, open_desk, photo=encoded(data))
    value = value_of(desk)
    assert isinstance(value.box, TextBox)
    assert said in value._meta.text()
    desk.key(desk.window, "t")
    assert isinstance(value.box, TextBox)


def test_what_a_picture_does_not_show_is_said() -> None:
    found = picture_of(encoded(a_picture() + b"and more", url="image/png"))
    assert found is not None
    assert "8 bytes behind its end" in found.said
    large = picture_of(encoded(a_picture(KEPT_SIDE * 2, 20)))
    assert large is not None
    assert large.image is not None
    assert (large.image.width(), large.width) == (KEPT_SIDE, KEPT_SIDE * 2)
