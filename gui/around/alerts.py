"""Tells the person outside the window: the number that waits in the tray, and a notification for each new question.

`Alerts` lives on the GUI thread; the desktop's service is spoken to on a lane of its own, for it may be slow.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSystemTrayIcon

from pausedesk.core.model.wording import worded
from pausedesk.core.rules.notifying import Asked, Told, next_steps
from pausedesk.core.rules.shown import safe_line
from pausedesk.core.settings import Notify
from pausedesk.gui.around.bus import Bus, Pressed
from pausedesk.gui.around.instance import use_token
from pausedesk.gui.around.tray import Tray
from pausedesk.gui.bridge import Change, StoreBridge
from pausedesk.gui.language import said, tr_many
from pausedesk.gui.tasks import Lane

LISTEN_MS = 300
TITLE = "Pausedesk"
QUIET = worded("A session waits for your answer.")


class Alerts(QObject):
    """`opened` has the session that a person wants to see, or None for the window alone."""

    opened = Signal(object)
    quit = Signal()

    def __init__(
        self,
        bridge: StoreBridge,
        parent: QObject | None = None,
        *,
        seen: Callable[[], bool] | None = None,
        bus: Bus | None = None,
    ) -> None:
        """`seen` says whether the window is in the foreground."""
        super().__init__(parent)
        self._bridge = bridge
        self._seen = seen if seen is not None else _in_the_foreground
        self.told = Told()
        self._since = int(time.time() * 1000)
        self._notify, self._sound = Notify.QUIET, False
        self._bus = bus if bus is not None else Bus()
        self._service = False
        self._lane = Lane("notifications", self)
        self._lane.run(self._bus.connect, self._on_service)
        self.tray = Tray(self) if QSystemTrayIcon.isSystemTrayAvailable() else None
        if self.tray is not None:
            self.tray.opened.connect(lambda: self.opened.emit(None))
            self.tray.quit.connect(self.quit)
        bridge.changed.connect(self._on_change)

    def use(self, notify: Notify, *, sound: bool) -> None:
        """What the settings say from now on."""
        self._notify, self._sound = notify, sound
        if self.tray is not None:
            self.tray.say_anew()

    @property
    def service(self) -> bool:
        """Whether the desktop's service of notifications answers."""
        return self._service

    def close(self) -> None:
        """Take back what stands; the window ends."""
        if self.tray is not None:
            self.tray.hide()
        self._lane.close(self._bus.close)

    def _on_service(self, there: bool) -> None:
        self._service = there
        if there:
            self._lane.every(LISTEN_MS, self._listened, self._on_pressed)

    def _listened(self) -> list[Pressed] | None:
        return self._bus.pressed() or None

    def _on_pressed(self, pressed: list[Pressed]) -> None:
        for one in pressed:
            use_token(one.token)
            self.opened.emit(one.session or None)

    def _on_change(self, change: Change) -> None:
        if self.tray is not None:
            self.tray.show_count(change.counts.waiting)
        touched = change.sessions
        if touched:
            self._bridge.read(
                lambda reader: reader.asked(touched), lambda asked: self._tell(touched, asked), _nothing, owner=self
            )

    def _tell(self, touched: frozenset[str], waiting: dict[str, Asked]) -> None:
        steps = next_steps(
            self.told,
            sorted(touched),
            waiting,
            since=self._since,
            seen=self._seen(),
            on=self._notify is not Notify.OFF,
        )
        self.told = steps.told
        for session in steps.withdraw:
            if session not in steps.show:  # there the new one takes its place
                self._lane.run(partial(self._bus.withdraw, session), None, _nothing)
        for session in steps.show:
            self._show(session, *self._words(waiting[session]))
        if steps.many:
            several = tr_many(
                "{n:,} session waits for your answer.", "{n:,} sessions wait for your answer.", steps.many
            )
            self._show("", TITLE, several)

    def _words(self, asked: Asked) -> tuple[str, str]:
        if self._notify is not Notify.CONTENT:
            return TITLE, said(QUIET)
        return safe_line(asked.tool, 60) or TITLE, safe_line(asked.line, 160)

    def _show(self, session: str, title: str, text: str) -> None:
        if self._service:
            sound = self._sound
            self._lane.run(lambda: self._bus.show(session, title, text, sound=sound), None, _nothing)
        elif self.tray is not None:
            self.tray.tell(title, text)


def _in_the_foreground() -> bool:
    return QGuiApplication.applicationState() is Qt.ApplicationState.ApplicationActive


def _nothing(_error: object) -> None:
    pass
