"""Where things live on this machine: one function a folder, nothing created before it is needed."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

APP = "pausedesk"


def data_folder() -> Path:
    """The folder of the default store (XDG data folder, or the platform's own)."""
    return Path(platformdirs.user_data_dir(APP, appauthor=False))


def config_folder() -> Path:
    """The folder of the settings file."""
    return Path(platformdirs.user_config_dir(APP, appauthor=False))


def state_folder() -> Path:
    """The folder of logs and of what a program remembers between two starts."""
    return Path(platformdirs.user_state_dir(APP, appauthor=False))


def default_store() -> Path:
    """The store a command uses when none is named: PAUSEDESK_STORE, else the data folder's `store.db`."""
    named = os.environ.get("PAUSEDESK_STORE")
    return Path(named).expanduser() if named else data_folder() / "store.db"


def demo_folder() -> Path:
    """Where `pausedesk demo` keeps its store and the files its agent acts on."""
    return data_folder() / "demo"


def private_folder(folder: Path) -> Path:
    """Create `folder` (and its parents) readable by its owner only, and return it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def sync_folder(folder: Path) -> None:
    """Wait until the disk has the names in a folder: a new file's bytes alone do not bring its name back."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
