"""Where things live on this machine: one function a folder, nothing created before it is needed."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import platformdirs

APP = "pausedesk"


def data_folder() -> Path:
    """The folder of the default store (XDG data folder, or the platform's own)."""
    return _folder(platformdirs.user_data_dir)


def config_folder() -> Path:
    """The folder of the settings file."""
    return _folder(platformdirs.user_config_dir)


def state_folder() -> Path:
    """The folder of logs and of what a program remembers between two starts."""
    return _folder(platformdirs.user_state_dir)


# All that names them, beside the account.
_NAMED_BY = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")


def _folder(of: Callable[..., str]) -> Path:
    return _named_folder(of, *map(os.environ.get, _NAMED_BY))


@lru_cache(maxsize=16)
def _named_folder(of: Callable[..., str], *_environment: str | None) -> Path:
    return Path(of(APP, appauthor=False))


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
