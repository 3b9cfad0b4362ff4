"""Makes pictures of every screen of the window in every look, and says of each which texts do not fit.

    python -m pausedesk.gui.gallery OUT [--looks light dark ...]

A store is made for it and forgotten: the demo, and a session for each kind of value and question. The looks are light,
dark, high contrast in light and in dark, and `double`: the smallest window at twice the pixels, which is what a screen
at 200 % leaves room for; `chinese` and `chinese-double` are the same in Chinese.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QSettings, QSize
from PySide6.QtGui import QFontMetrics, QPixmap
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QScrollArea, QWidget

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import SessionCard
from pausedesk.core.rules.answered_pause import AnswerKind
from pausedesk.core.settings import Language
from pausedesk.gui.app import Desk, make_application, make_desk
from pausedesk.gui.crash import CrashDialog, report_of
from pausedesk.gui.language import use
from pausedesk.gui.plain import ElidedLabel
from pausedesk.gui.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, Theme, apply_theme
from pausedesk.gui.tour import READ_SECONDS, Tour, TourFailed

USUAL = QSize(1360, 840)
REST_SECONDS = 0.03
# Qt's 0 to 100, of which the most packs least: pictures to look at are made often.
PACKED = 90
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
    """Takes the pictures of one desk, and of one on an empty store.

    `cut` holds a line for each text that does not fit its place, `shown` the name of every class of the window's own
    widgets that stood in a picture.
    """

    def __init__(self, desk: Desk, empty: Desk, out: Path) -> None:
        self._desk = desk
        self._window = desk.window
        self._empty = empty.window
        self._tour = Tour(desk)
        self._out = out
        self.made: list[Path] = []
        self.cut: list[str] = []
        self.shown: set[str] = set()
        self._found: dict[str, str] = {}

    def take(self, name: str, look: Look) -> None:
        """Take every screen in this look, each as `NAME-SCREEN.png`."""
        apply_theme(self._desk.app, look.theme)
        use(self._desk.app, look.language)
        for window in (self._window, self._empty):
            window.resize(look.size if look.size is not None else window.minimumSize())
        for screen, widget in self._screens():
            self._settle(widget)
            picture = QPixmap(widget.size() * look.pixels)
            picture.setDevicePixelRatio(look.pixels)
            widget.render(picture, QPoint(0, 0))
            path = self._out / f"{name}-{screen}.png"
            if not picture.save(str(path), "PNG", PACKED):
                raise TourFailed(f"The picture could not be written to {path}.")
            self.made.append(path)
            self.cut += [f"{path.name}: {text}" for text in cut_texts(widget)]
            self.shown.update(type(one).__name__ for one in _in_sight(widget))

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
        """Every screen by its name. What changes the store is taken back."""
        window = self._window
        self._until(self._empty.welcome.page.isVisible, "The empty store was not read")
        yield "welcome", self._empty
        for one in ListFilter:
            self._show(one)
            yield f"list-{one.value}", window
        yield from self._narrowed()
        self._show(ListFilter.ALL)
        for kind, session in self._kinds().items():
            self._open(session)
            yield f"card-{kind}", window
            if kind in ("waiting", "secrets"):
                window.card.toggle_exact()
                window.card.go_to_end()
                yield f"card-{kind}-exact", window
                window.card.toggle_exact()
            if kind == "waiting":
                window.card.edits.begin()
                yield "card-edited", window
                for call in window.card.body.calls.values():
                    if call.editor is not None:
                        call.editor.leave.click()
                yield from self._held()
        yield from self._several()
        window.sheet.toggle()
        yield "keys", window
        window.sheet.hide()
        window.trouble.say("The store cannot be read: the disk is full. Free some space; nothing was lost.")
        yield "trouble", window
        window.trouble.say("")
        yield from self._dialogs()

    def _narrowed(self) -> Iterator[tuple[str, QWidget]]:
        filters = self._window.filters
        filters.toggle_row()
        yield "filter-row", self._window
        filters.row.ending.showPopup()
        yield "filter-choices", filters.row.ending.view().window()
        filters.row.ending.hidePopup()
        filters.toggle_row()
        for name, words in (("search", "refund"), ("search-nothing", "no such words")):
            filters.search.show_words(words)
            self._show(ListFilter.ALL)
            yield name, self._window
        filters.search.empty()

    def _held(self) -> Iterator[tuple[str, QWidget]]:
        hold, people = self._window.hold, self._window.people
        hold.ask()
        yield "hold-asked", self._window
        hold.yes.click()
        self._until(hold.release.isVisible, "Everything was not held")
        people.toggle()
        self._until(people.hand.isVisible, "The session was not taken care of")
        yield "held-and-cared-for", self._window
        people.toggle()
        hold.release.click()
        self._until(lambda: not hold.isVisible() and not people.hand.isVisible(), "The hold was not released")

    def _several(self) -> Iterator[tuple[str, QWidget]]:
        window = self._window
        self._show(ListFilter.WAITING)
        window.inbox.table.select_rows(0, 3)
        yield "batch", window
        window.batch.ask(AnswerKind.DECLINE)
        self._until(lambda: window.batch.asking, "What is selected was not asked about")
        yield "batch-asked", window
        window.batch.leave()
        window.inbox.picking.only_current()

    def _dialogs(self) -> Iterator[tuple[str, QWidget]]:
        window = self._window
        for name, opened in (
            ("sources", window.show_sources),
            ("settings", window.show_settings),
            ("in-doubt", window.incident.show_incident),
        ):
            opened()
            yield from self._opened(name)
        CrashDialog(report_of(RuntimeError("an example")), window).show()
        yield from self._opened("fault")

    def _opened(self, name: str) -> Iterator[tuple[str, QWidget]]:
        for dialog in self._window.findChildren(QDialog):
            if dialog.isVisible():
                yield name, dialog
                for view in dialog.findChildren(QScrollArea):
                    bar = view.verticalScrollBar()
                    if view.isVisible() and bar.maximum():
                        bar.setValue(bar.maximum())
                        yield f"{name}-end", dialog
                        bar.setValue(0)
                dialog.close()

    def _until(self, condition: Callable[[], bool], missing: str) -> None:
        self._tour.wait(condition, READ_SECONDS, missing)

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
        """A session for each kind of card that the store has, looked for once."""
        found, model = self._found, self._window.inbox.model
        if found:
            return found
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
        if request.answer_schema:
            yield "question"
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


def _in_sight(root: QWidget) -> list[QWidget]:
    return [one for one in (root, *root.findChildren(QWidget)) if one.isVisible() and not one.size().isEmpty()]


def cut_texts(root: QWidget) -> list[str]:
    """Texts of labels and buttons in sight that do not fit their place; one that ends in … on purpose does."""
    found = []
    for widget in _in_sight(root):
        if isinstance(widget, ElidedLabel):
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


def main(argv: Sequence[str] | None = None, *, shown: set[str] | None = None) -> int:
    """Take the pictures and return the exit code: 0 where every text fits, 1 where one does not.

    `shown` is given the names of the classes of all widgets that stood in a picture.
    """
    parser = argparse.ArgumentParser(prog="python -m pausedesk.gui.gallery", description=__doc__)
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder for the pictures")
    parser.add_argument("--looks", nargs="+", choices=list(LOOKS), default=list(LOOKS), help="default: all")
    given = parser.parse_args(argv)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    out: Path = given.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pausedesk-gallery-") as folder:
        app = make_application(["pausedesk"], dark=False)
        desk, empty = (
            make_desk(
                app,
                store,
                "mira",
                settings=QSettings(str(store.with_suffix(".ini")), QSettings.Format.IniFormat),
            )
            for store in _stores(Path(folder))
        )
        gallery = Gallery(desk, empty, out)
        try:
            for one in (empty, desk):
                one.window.show()
                one.window.start()
            for look in given.looks:
                gallery.take(look, LOOKS[look])
        except (TourFailed, PausedeskError) as error:
            print(error.text() if isinstance(error, PausedeskError) else str(error), file=sys.stderr)
            return error.exit_code if isinstance(error, PausedeskError) else 1
        finally:
            empty.close()
            desk.close()
    if shown is not None:
        shown |= gallery.shown
    for line in gallery.cut:
        print(f"cut off: {line}")
    print(f"{len(gallery.made)} pictures in {out}")
    return 1 if gallery.cut else 0


def _stores(folder: Path) -> tuple[Path, Path]:
    """A store with the demo and the exhibits, and an empty one."""
    from pausedesk.core.demo.exhibits import hang
    from pausedesk.core.demo.fill import fill
    from pausedesk.core.store.engine import open_store

    full, empty = folder / "desk" / "store.db", folder / "empty" / "store.db"
    with closing(open_store(full, create=True)) as store:
        hang(store)
        fill(store, said=lambda _line: None)
    open_store(empty, create=True).close()
    return full, empty


if __name__ == "__main__":
    sys.exit(main())
