"""Starts the desk: application, theme, window; the store is opened after the window is up, on its own threads."""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from pausedesk.core import settings
from pausedesk.core.errors import EnvironmentFault, UsageError
from pausedesk.core.model.wording import worded
from pausedesk.gui import language
from pausedesk.gui.around.alerts import Alerts
from pausedesk.gui.around.instance import Summons, first_or_shown
from pausedesk.gui.backend import StoreBackend
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.context import Context, open_settings
from pausedesk.gui.crash import CrashReporter
from pausedesk.gui.main_window import MainWindow
from pausedesk.gui.ports import BackendPort
from pausedesk.gui.tasks import Tasks
from pausedesk.gui.theme import apply_theme, follow_choice, theme_for_system, use_choice

ICON = Path(__file__).parent.parent / "resources" / "icons" / "pausedesk.svg"


@dataclass(slots=True)
class Desk:
    """A window with all that it stands on; whoever holds it keeps it alive."""

    app: QApplication
    tasks: Tasks
    bridge: StoreBridge
    crashes: CrashReporter
    window: MainWindow

    def close(self) -> None:
        """Close the window, which ends the threads, and give the hook for faults back."""
        self.window.close()
        self.bridge.close()
        self.crashes.uninstall()


def require_display() -> None:
    """Raise EnvironmentFault where no window can be shown; Qt itself would abort the process."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return
    x11, wayland = os.environ.get("DISPLAY", ""), os.environ.get("WAYLAND_DISPLAY", "")
    if (x11 and _x11_answers()) or (wayland and _wayland_answers(wayland)):
        return
    named = " and ".join(name for name in (x11, wayland) if name)
    raise EnvironmentFault(
        "no-display",
        worded("The display {named} does not answer.", named=named)
        if named
        else worded("There is no display to open the window on."),
        next_step=worded("Start it in a graphical session, or answer with `pausedesk list` and `pausedesk answer`."),
    )


def _x11_answers() -> bool:
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # Qt's own plugin needs it as well, and names what is missing
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed


def _wayland_answers(name: str) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(Path(os.environ.get("XDG_RUNTIME_DIR", ""), name)))
        except OSError:
            return False
    return True


def make_application(argv: Sequence[str], *, dark: bool | None = None) -> QApplication:
    """The application with its theme, which follows the system's scheme while it runs."""
    existing = QApplication.instance()
    app = existing if isinstance(existing, QApplication) else QApplication(list(argv))
    app.setApplicationName("pausedesk")
    app.setApplicationDisplayName("Pausedesk")
    app.setDesktopFileName("pausedesk")
    app.setStyle("Fusion")
    app.setWindowIcon(QIcon(str(ICON)))
    if dark is None:
        follow_choice(app)
        app.styleHints().colorSchemeChanged.connect(lambda _scheme: follow_choice(app))
    else:
        apply_theme(app, theme_for_system(app, force_dark=dark))
    return app


def make_desk(
    app: QApplication,
    store_path: Path,
    by: str,
    *,
    backend: BackendPort | None = None,
    settings: QSettings | None = None,
) -> Desk:
    """The window and what it stands on, not yet shown."""
    tasks = Tasks()
    bridge = StoreBridge(backend if backend is not None else StoreBackend(store_path, by), tasks)
    crashes = CrashReporter()
    tasks.failed.connect(crashes.report)
    window = MainWindow(Context(bridge, by, store_path, settings if settings is not None else open_settings()), crashes)
    crashes.install(window)
    return Desk(app, tasks, bridge, crashes, window)


def main(
    store_path: Path, by: str | None = None, *, session: str | None = None, argv: Sequence[str] | None = None
) -> int:
    """Open the desk on the store at `store_path`, answering as `by` or as the settings say; return when it is closed.

    Where a window is open on the store already, that one comes to the front. Either shows `session`, where it is named.
    Raises EnvironmentFault (exit code 8) where there is no display, or that other window does not answer.
    """
    place = first_or_shown(store_path, session)
    if place is None:
        return 0
    try:
        require_display()
        app = make_application(argv if argv is not None else ["pausedesk"])
        kept, unread = _kept()
        desk = make_desk(app, store_path, by if by is not None else kept.by())
        if unread and by is None:
            desk.window.take_name_of_settings()
        summons = Summons(place)
        summons.came.connect(desk.window.come_forward)
        alerts = Alerts(desk.bridge)
        used: list[settings.Settings] = []

        def use(now: settings.Settings) -> None:
            # A style sheet that is given anew has every widget laid out anew.
            if used == [now]:
                return
            used[:] = [now]
            use_choice(app, now.theme)
            language.use(app, now.language)
            alerts.use(now.notify, sound=now.sound)

        desk.window.settings.changed.connect(use)
        use(kept)
        alerts.opened.connect(desk.window.come_forward)
        alerts.quit.connect(desk.window.close)
        desk.window.show()
        # The first turn of the loop paints the window; only then are the store's libraries imported.
        QTimer.singleShot(0, desk.window, lambda: _begin(desk.window, session))
        signal.signal(signal.SIGINT, lambda *_: desk.window.close())
        # Python sees a signal only while it runs: this wakes it, so that Ctrl-C closes the window.
        wake = QTimer()
        wake.timeout.connect(lambda: None)
        wake.start(500)
        try:
            return app.exec()
        finally:
            summons.close()
            alerts.close()
            desk.close()
    finally:
        place.leave()


def _kept() -> tuple[settings.Settings, bool]:
    """The settings, and whether they could not be read: the window says so as it begins."""
    try:
        return settings.load(), False
    except UsageError:
        return settings.Settings(), True


def _begin(window: MainWindow, session: str | None) -> None:
    window.start()
    if session is not None:
        window.come_forward(session)
