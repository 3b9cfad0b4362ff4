"""What every part of the window is given: the bridge to the store, who decides, the clock and the settings."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QSettings

from pausedesk.core import paths
from pausedesk.gui.bridge import StoreBridge

GRACE_SECONDS = 0.35


@dataclass(frozen=True, slots=True)
class Context:
    """Passed to the constructors; there is no other way to reach these. `clock` is monotonic, in seconds."""

    bridge: StoreBridge
    by: str
    store_path: Path
    settings: QSettings
    clock: Callable[[], float] = field(default=time.monotonic)


def open_settings() -> QSettings:
    """The settings file of the desk, in the configuration folder."""
    folder = paths.config_folder()
    # Where there can be none, the window forgets what it looked like.
    with suppress(OSError):
        paths.private_folder(folder)
    return QSettings(str(folder / "desk.ini"), QSettings.Format.IniFormat)
