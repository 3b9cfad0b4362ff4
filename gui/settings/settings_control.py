"""The settings as the window follows and changes them; the file and the keyring are asked off the GUI thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from pausedesk.core import settings
from pausedesk.core.errors import PausedeskError, UsageError
from pausedesk.core.model.wording import worded
from pausedesk.core.run.preferences import as_they_are, keep
from pausedesk.core.settings import Settings
from pausedesk.gui.bridge import StoreBridge
from pausedesk.gui.language import said_error


class SettingsControl(QObject):
    """Lives on the GUI thread. `kept` is None until the file was read, and where it cannot be read."""

    changed = Signal(object)  # Settings
    keys_changed = Signal(object)  # the names of the provider keys, sorted
    failed = Signal(object)  # a sentence
    registered = Signal(str)  # the name of an agent that is kept from now on
    keys_failed = Signal(object)  # the keyring cannot be used, or did not take a key

    def __init__(self, bridge: StoreBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bridge = bridge
        self.kept: Settings | None = None

    def refresh(self) -> None:
        """Read them again: a command or another window may have changed them."""
        self.bridge.work(as_they_are, self._on_kept, self._on_failed, owner=self)

    def change(self, name: str, value: Any) -> None:
        """Keep one setting, checked by its kind."""
        self.bridge.work(lambda: keep(name, value), self._on_kept, self._on_refused, owner=self)

    def change_typed(self, name: str, text: str) -> None:
        """The same for what a person typed."""
        try:
            value = settings.typed(name, text)
        except PausedeskError as error:
            self._on_refused(error)
        else:
            self.change(name, value)

    def register(self, name: str, spec: str, folder: Path | None, python: str | None) -> None:
        """Keep an agent under a name; what was set in its environment by a command stays set."""

        def act() -> Settings:
            if folder is None:
                raise UsageError("no-such-folder", worded("An agent needs the folder that it lives in."))
            # A second with its libraries, which the window does without.
            from pausedesk.core.run.registering import register_agent

            before = settings.load().agents.get(name)
            register_agent(
                name, spec, folder, interpreter=python, environment=before.environment if before is not None else None
            )
            return as_they_are()

        def kept(now: Settings) -> None:
            self._on_kept(now)
            self.registered.emit(name)

        self.bridge.work(act, kept, self._on_refused, owner=self)

    def forget_agent(self, name: str) -> None:
        """Forget an agent's name; its sessions stay."""

        def act() -> Settings:
            from pausedesk.core.run import registering

            registering.forget_agent(name)
            return as_they_are()

        self.bridge.work(act, self._on_kept, self._on_refused, owner=self)

    def open_store(self, path: Path) -> None:
        """Open a window on another store, or bring the one to the front that is open on it."""
        from pausedesk.core.run.windows import open_window

        self.bridge.apart(lambda: open_window(path), lambda _: None, self._on_failed, owner=self)

    def refresh_keys(self) -> None:
        """Ask the keyring which provider keys are kept; it may first ask the person to unlock it."""
        self._ask_keyring(lambda: None)

    def keep_key(self, name: str, value: str) -> None:
        """Keep a provider key. Its value is never read back."""
        from pausedesk.core.secrets import set_secret

        self._ask_keyring(lambda: set_secret(name, value))

    def remove_key(self, name: str) -> None:
        """Remove a provider key."""
        from pausedesk.core.secrets import remove_secret

        self._ask_keyring(lambda: remove_secret(name))

    def _ask_keyring(self, act: Callable[[], object]) -> None:
        from pausedesk.core.secrets import secret_names

        def ask() -> list[str]:
            act()
            return secret_names()

        self.bridge.apart(
            ask, self.keys_changed.emit, lambda error: self.keys_failed.emit(said_error(error)), owner=self
        )

    def _on_kept(self, kept: Settings) -> None:
        self.kept = kept
        self.changed.emit(kept)

    def _on_failed(self, error: BaseException) -> None:
        self.failed.emit(said_error(error))

    def _on_refused(self, error: BaseException) -> None:
        self._on_failed(error)
        if self.kept is not None:
            self.changed.emit(self.kept)  # what is shown is what is kept
