"""One window in a process of its own: `python window.py desk|bare STORE` says when it was painted, and ends.

It prints {"window": seconds, "rows": seconds} of the monotonic clock, which all processes of a machine share: when the
first paint of the window was done, and when the first paint of its list with the store's rows in it was.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QMainWindow, QTableView


class Watch(QObject):
    """Notes the first paints of a window and of its list, and closes the window after the second. GUI thread."""

    def __init__(self, window: QMainWindow, table: QTableView) -> None:
        super().__init__(window)
        self._window = window
        self._table = table
        self._seen: dict[str, float] = {}
        window.installEventFilter(self)
        table.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note a paint once it is done: the loop turns again only after it."""
        if event.type() == QEvent.Type.Paint:
            if watched is self._window:
                QTimer.singleShot(0, self, lambda: self._note("window"))
            elif self._table.model().rowCount():
                QTimer.singleShot(0, self, lambda: self._note("rows"))
        return False

    def _note(self, what: str) -> None:
        self._seen.setdefault(what, time.monotonic())
        if len(self._seen) == 2:
            self._window.close()

    def say(self) -> None:
        """Print what was seen."""
        print(json.dumps(self._seen), flush=True)


def desk(store: Path) -> Watch:
    """The desk as `pausedesk desk` opens it."""
    from pausedesk.gui import app

    made: list[Watch] = []
    make_desk: Callable[..., app.Desk] = app.make_desk

    def watched_desk(*given: object, **named: object) -> app.Desk:
        opened = make_desk(*given, **named)
        made.append(Watch(opened.window, opened.window.inbox.table))
        return opened

    app.make_desk = watched_desk
    app.main(store, "bench")
    return made[0]


def bare(store: Path) -> Watch:
    """A main window with a table of the same rows, read in one query before it is shown."""
    import sqlite3

    from PySide6.QtGui import QStandardItem, QStandardItemModel
    from PySide6.QtWidgets import QApplication

    app = QApplication(["bare"])
    database = sqlite3.connect(store)
    rows = database.execute(
        "SELECT what_tool || ' ' || what_line FROM sessions WHERE waiting_count > 0 ORDER BY updated_at DESC LIMIT 200"
    ).fetchall()
    database.close()
    model = QStandardItemModel()
    for (text,) in rows:
        model.appendRow(QStandardItem(text))
    table = QTableView()
    table.setModel(model)
    window = QMainWindow()
    window.setCentralWidget(table)
    window.resize(1360, 840)
    watch = Watch(window, table)
    window.show()
    app.exec()
    return watch


if __name__ == "__main__":
    {"desk": desk, "bare": bare}[sys.argv[1]](Path(sys.argv[2])).say()
