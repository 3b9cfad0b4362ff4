"""The window's tour of a demo store: two answers through its own buttons, a picture, a sentence when it cannot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtGui import QImage
from tests.core.support import PACKAGES, Bench, call
from tests.gui.conftest import OpenDesk
from tests.gui.fakes import FakeStore, make_card, make_request, make_row
from tests.gui.test_whole_way import bench

from pausedesk.gui.app import Desk
from pausedesk.gui.tour import Tour

__all__ = ["bench"]


def tour(bench: Bench, picture: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pausedesk.gui.tour", "--store", str(bench.store), "--screenshot", str(picture)],
        env=bench.environment({"QT_QPA_PLATFORM": "offscreen"}) | {"PYTHONPATH": str(PACKAGES)},
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )


@pytest.mark.slow
def test_the_tour_approves_one_call_declines_another_and_takes_a_picture(bench: Bench, tmp_path: Path) -> None:
    for text in ("older", "newer"):
        bench.paused([call("append", text)], "all done")
    picture = tmp_path / "desk.png"
    done = tour(bench, picture)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("approved: append")
    assert "ran once, result stored" in lines[0]
    assert lines[1].startswith("declined: append")
    assert bench.lines() == ["newer"]
    image = QImage(str(picture))
    assert image.width() >= 1200
    assert len({image.pixel(x, y) for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}) > 20


def test_the_tour_says_what_it_lacks(bench: Bench, tmp_path: Path) -> None:
    bench.paused([call("append", "only one")], "all done")
    done = tour(bench, tmp_path / "desk.png")
    assert done.returncode == 1
    assert "two sessions" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_picture_waits_for_what_was_just_shown_to_take_its_size(store: FakeStore, open_desk: OpenDesk) -> None:
    store.put(make_card(make_row("s1"), make_request("r1")))
    desk = open_desk(store)
    desk.until_card("s1")
    label = desk.window.total_label
    label.setText("so many sessions that it needs more room than before")
    assert label.width() < label.sizeHint().width()
    Tour(cast("Desk", desk)).picture()
    assert label.width() >= label.sizeHint().width()
