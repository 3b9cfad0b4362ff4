"""The icon in the system's tray, with how many sessions wait, where a system has one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from pausedesk.gui.language import tr, tr_many
from pausedesk.gui.plain import plain

ICON = Path(__file__).parents[2] / "resources" / "icons" / "pausedesk.svg"
SIZE = 64
TELL_MS = 10_000


class Tray(QObject):
    """`opened`: the person wants to see the window; `quit`: to close it."""

    opened = Signal()
    quit = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.icon = QIcon(str(ICON))
        self._icon = QSystemTrayIcon(self.icon, self)
        self._menu = QMenu()
        self._open, self._close = self._menu.addAction(""), self._menu.addAction("")
        self._open.triggered.connect(lambda: self.opened.emit())
        self._close.triggered.connect(lambda: self.quit.emit())
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._on_activated)
        self._icon.messageClicked.connect(lambda: self.opened.emit())
        self._count = -1
        self.show_count(0)
        self._icon.show()

    @property
    def words(self) -> str:
        """What the icon says under the pointer."""
        return self._icon.toolTip()

    def show_count(self, count: int) -> None:
        """So many sessions wait."""
        if count != self._count:
            self._count = count
            self._icon.setIcon(with_count(self.icon, count) if count else self.icon)
            self.say_anew()

    def say_anew(self) -> None:
        """Say everything in the language in use."""
        waiting = tr_many("Pausedesk: {n:,} session waits", "Pausedesk: {n:,} sessions wait", self._count)
        self._icon.setToolTip(plain(waiting if self._count else tr("Pausedesk: nothing waits")))
        self._open.setText(plain(tr("Open Pausedesk")))
        self._close.setText(plain(tr("Close the window")))

    def tell(self, title: str, text: str) -> None:
        """A notification by the icon itself, where the desktop has no service for them. It cannot be taken back."""
        self._icon.showMessage(plain(title), plain(text), self.icon, TELL_MS)

    def hide(self) -> None:
        """Take the icon away."""
        self._icon.hide()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            self.opened.emit()


def with_count(icon: QIcon, count: int) -> QIcon:
    """The icon with a number in its corner; more than 99 is 99+."""
    picture = QPixmap(SIZE, SIZE)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    icon.paint(painter, picture.rect())
    text = str(count) if count < 100 else "99+"
    width = 20 + 14 * len(text)
    badge = QRectF(SIZE - width, SIZE - 36, width, 36)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#b3261e"))
    painter.drawRoundedRect(badge, 16, 16)
    painter.setPen(QColor("#ffffff"))
    font = painter.font()
    font.setPixelSize(26)
    font.setBold(True)
    painter.setFont(font)
    painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)
    painter.end()
    return QIcon(picture)
