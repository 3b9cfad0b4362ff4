"""Makes pictures of every screen of the window in every look, and says of each which texts do not fit.

    python -m pausedesk.gui.gallery OUT [--store STORE] [--looks light dark ...]

Without a store, one of the demo is made for it and forgotten. The looks are light, dark, high contrast in light and in
dark, and `double`: the smallest window at twice the pixels, which is what a screen at 200 % leaves room for;
`chinese` and `chinese-double` are the same in Chinese.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QSettings, QSize
from PySide6.QtGui import QFontMetrics, QPixmap
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QWidget

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import SessionCard
from pausedesk.core.settings import Language
from pausedesk.gui.app import Desk, make_application, make_desk
from pausedesk.gui.crash import CrashDialog, report_of
from pausedesk.gui.language import use
from pausedesk.gui.plain import ElidedLabel
from pausedesk.gui.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Theme, apply_theme
from pausedesk.gui.tour import READ_SECONDS, Tour, TourFailed

USUAL = QSize(1360, 840)
REST_SECONDS = 0.1
MOST_RESTS = 20


@dataclass(frozen=True, slots=True)
class Look:
    """How the window looks while its screens are taken: theme, size, how many pixels a point has, and language."""

    theme: Theme
    size: QSize | None = None  # None: the smallest
    pixels: float = 1.0
    language: Language = Language.ENGLISH


LOOKS: dict[str, Look] = {
    "light": Look(LIGHT, USUAL),
    "dark": Look(DARK, USUAL),
    "contrast": Look(HIGH_LIGHT, USUAL),
    "contrast-dark": Look(HIGH_DARK, USUAL),
    "double": Look(LIGHT, None, 2.0),
    "chinese": Look(LIGHT, USUAL, language=Language.CHINESE),
    "chinese-double": Look(LIGHT, None, 2.0, Language.CHINESE),
}


class Gallery:
    """Takes the pictures of one desk. `cut` holds a line for each text that does not fit its place."""

    def __init__(self, desk: Desk, out: Path) -> None:
        self._desk = desk
        self._window = desk.window
        self._tour = Tour(desk)
        self._out = out
        self.made: list[Path] = []
        self.cut: list[str] = []

    def take(self, name: str, look: Look) -> None:
        """Take every screen in this look, each as `NAME-SCREEN.png`."""
        apply_theme(self._desk.app, look.theme)
        use(self._desk.app, look.language)
        self._window.resize(look.size if look.size is not None else self._window.minimumSize())
        for screen, widget in self._screens():
            self._settle(widget)
            picture = QPixmap(widget.size() * look.pixels)
            picture.setDevicePixelRatio(look.pixels)
            widget.render(picture, QPoint(0, 0))
            path = self._out / f"{name}-{screen}.png"
            if not picture.save(str(path)):
                raise TourFailed(f"The picture could not be written to {path}.")
            self.made.append(path)
            self.cut += [f"{path.name}: {text}" for text in cut_texts(widget)]

    def _settle(self, widget: QWidget) -> None:
        # What was just shown takes its sizes in later turns of the loop.
        before = widget.grab().toImage()
        for _ in range(MOST_RESTS):
            self._tour.rest(REST_SECONDS)
            newer = widget.grab().toImage()
            if newer == before:
                return
            before = newer

    def _screens(self) -> Iterator[tuple[str, QWidget]]:
        window = self._window
        for one in ListFilter:
            self._show(one)
            yield f"list-{one.value}", window
        self._show(ListFilter.ALL)
        for kind, session in self._kinds().items():
            self._open(session)
            yield f"card-{kind}", window
            if kind in ("waiting", "secrets"):
                window.card.toggle_exact()
                window.card.go_to_end()
                yield f"card-{kind}-exact", window
                window.card.toggle_exact()
        window.sheet.toggle()
        yield "keys", window
        window.sheet.hide()
        window.trouble.say("The store cannot be read: the disk is full. Free some space; nothing was lost.")
        yield "trouble", window
        window.trouble.say("")
        yield from self._dialogs()

    def _dialogs(self) -> Iterator[tuple[str, QWidget]]:
        window = self._window
        for name, opened in (("sources", window.show_sources),):
            opened()
            yield from self._opened(name)
        CrashDialog(report_of(RuntimeError("an example")), window).show()
        yield from self._opened("fault")

    def _opened(self, name: str) -> Iterator[tuple[str, QWidget]]:
        for dialog in self._window.findChildren(QDialog):
            if dialog.isVisible():
                yield name, dialog
                dialog.close()

    def _show(self, wanted: ListFilter) -> None:
        self._window.show_filter(wanted)
        self._tour.wait(lambda: self._window.inbox.model.loaded, READ_SECONDS, "The list was not read")

    def _open(self, session: str) -> None:
        card = self._window.card
        self._window.inbox.select_session(session)
        self._tour.wait(
            lambda: card.prepared is not None and card.prepared.card.row.session == session,
            READ_SECONDS,
            "A card was not shown",
        )

    def _kinds(self) -> dict[str, str]:
        """A session for each kind of card that the store has."""
        found: dict[str, str] = {}
        model = self._window.inbox.model
        for place in range(min(model.total, 200)):
            row = model.row_at(place)
            if row is None:
                continue
            self._open(row.session)
            prepared = self._window.card.prepared
            if prepared is not None:
                for kind in _kinds_of(prepared.card):
                    found.setdefault(kind, row.session)
                if any(one.hides_secrets for one in prepared.requests):
                    found.setdefault("secrets", row.session)
        return found


def _kinds_of(card: SessionCard) -> Iterator[str]:
    if card.row.unknown_count:
        yield "may-have-run"
    if len(card.requests) > 1:
        yield "several-calls"
    for request in card.requests:
        if request.file is not None:
            yield "file"
        yield from (one.view for one in request.arguments if one.view not in ("text", ""))
        if any(isinstance(one.value, str) and one.value.count("\n") > 100 for one in request.arguments):
            yield "long-value"
        if not request.question.isascii() or not request.canonical.isascii():
            yield "hidden-or-other-writing"
        if request.changed:
            yield "changed"
    if card.foreign is not None:
        yield "of-another-program"
    if card.hold is not None:
        yield "held"
    if card.row.ending is Ending.WAITING_APPROVAL:
        yield "waiting"
    else:
        yield str(card.row.ending).replace("_", "-")


def cut_texts(root: QWidget) -> list[str]:
    """Texts of labels and buttons in sight that do not fit their place; one that ends in … on purpose does."""
    found = []
    for widget in [root, *root.findChildren(QWidget)]:
        if not widget.isVisible() or widget.size().isEmpty() or isinstance(widget, ElidedLabel):
            continue
        if isinstance(widget, QLabel) and widget.text() and not fits(widget):
            found.append(f"{widget.text()!r} in {widget.width()} x {widget.height()}")
        elif isinstance(widget, QAbstractButton) and widget.text() and not _button_fits(widget):
            found.append(f"{widget.text()!r} in {widget.width()} x {widget.height()}, needs {widget.sizeHint()}")
    return found


def fits(label: QLabel) -> bool:
    """Whether all of a label's text has room in it."""
    room = label.contentsRect()
    metrics = QFontMetrics(label.font())
    if label.wordWrap():
        return label.heightForWidth(label.width()) <= label.height()
    lines = label.text().split("\n")
    widest = max(metrics.horizontalAdvance(line) for line in lines)
    return widest <= room.width() and metrics.lineSpacing() * len(lines) <= room.height() + metrics.leading() + 1


def _button_fits(button: QAbstractButton) -> bool:
    wanted = button.minimumSizeHint() if button.minimumSizeHint().isValid() else button.sizeHint()
    return wanted.width() <= button.width() and wanted.height() <= button.height()


def main(argv: Sequence[str] | None = None) -> int:
    """Take the pictures and return the exit code: 0 where every text fits, 1 where one does not."""
    parser = argparse.ArgumentParser(prog="python -m pausedesk.gui.gallery", description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder for the pictures")
    parser.add_argument("--store", type=Path, help="the store to show; default: a demo made for this")
    parser.add_argument("--looks", nargs="+", choices=list(LOOKS), default=list(LOOKS), help="default: all")
    given = parser.parse_args(argv)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    out: Path = given.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pausedesk-gallery-") as folder:
        store = given.store.absolute() if given.store is not None else _demo(Path(folder))
        own = QSettings(str(Path(folder) / "desk.ini"), QSettings.Format.IniFormat)
        app = make_application(["pausedesk"], dark=False)
        desk = make_desk(app, store, "mira", settings=own)
        try:
            desk.window.show()
            desk.window.start()
            gallery = Gallery(desk, out)
            for look in given.looks:
                gallery.take(look, LOOKS[look])
        except (TourFailed, PausedeskError) as error:
            print(error.text() if isinstance(error, PausedeskError) else str(error), file=sys.stderr)
            return error.exit_code if isinstance(error, PausedeskError) else 1
        finally:
            desk.close()
    for line in gallery.cut:
        print(f"cut off: {line}")
    print(f"{len(gallery.made)} pictures in {out}")
    return 1 if gallery.cut else 0


def _demo(folder: Path) -> Path:
    from pausedesk.core.demo.fill import fill
    from pausedesk.core.store.engine import open_store

    path = folder / "store.db"
    store = open_store(path, create=True)
    try:
        fill(store, said=lambda _line: None)
    finally:
        store.close()
    return path


if __name__ == "__main__":
    sys.exit(main())
