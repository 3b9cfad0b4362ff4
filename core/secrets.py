"""Secrets live in the system's keyring and nowhere else: provider keys by the names providers know them under.

The keyring cannot list what it holds, so the names (never the values) are kept in it as one entry of their own.
"""

from __future__ import annotations

import json
import re
from typing import Any

from pausedesk.core.errors import KeyringError, UsageError

SERVICE = "pausedesk"
_NAMES = "names"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,127}")


def set_secret(name: str, value: str) -> None:
    """Keep a secret in the system keyring. Raises UsageError for a bad name or an empty value, else KeyringError."""
    if not _NAME.fullmatch(name) or name == _NAMES:
        raise UsageError("secret-name", f"{name!r} is no name for a secret.", next_step="Use letters, digits and _.")
    if not value:
        raise UsageError("secret-empty", "An empty secret is not kept.")
    keyring = _keyring()
    _call(keyring.set_password, SERVICE, name, value)
    _call(keyring.set_password, SERVICE, _NAMES, json.dumps(sorted({*secret_names(), name})))


def get_secret(name: str) -> str | None:
    """A secret, or None where there is none of that name."""
    value = _call(_keyring().get_password, SERVICE, name)
    return None if value is None else str(value)


def remove_secret(name: str) -> bool:
    """Remove a secret; False where there was none."""
    names = secret_names()
    if name not in names:
        return False
    keyring = _keyring()
    _call(keyring.delete_password, SERVICE, name)
    _call(keyring.set_password, SERVICE, _NAMES, json.dumps([other for other in names if other != name]))
    return True


def secret_names() -> list[str]:
    """The names of the secrets that are kept, sorted. Never their values."""
    raw = _call(_keyring().get_password, SERVICE, _NAMES)
    try:
        names = json.loads(raw) if raw else []
    except ValueError:
        names = []
    return [name for name in names if isinstance(name, str)]


def provider_keys() -> dict[str, str]:
    """Every kept secret by name, for a child's providers; nothing where there is no keyring (keys may stand in the
    environment then)."""
    try:
        found = {name: get_secret(name) for name in secret_names()}
    except KeyringError:
        return {}
    return {name: value for name, value in found.items() if value is not None}


def keyring_problem() -> str | None:
    """One sentence where no system keyring can be used, else None."""
    try:
        secret_names()
    except KeyringError as error:
        return error.text()
    return None


def _keyring() -> Any:
    # 0.4 s to import; most commands never need it.
    try:
        import keyring
    except (ImportError, AttributeError, ValueError) as error:
        # The backend that the environment names is not there.
        raise KeyringError(
            "no-keyring",
            f"The system keyring cannot be loaded ({type(error).__name__}).",
            next_step="Look at PYTHON_KEYRING_BACKEND and at keyring's own settings.",
        ) from None
    return keyring


def _call(function: Any, *args: str) -> Any:
    from keyring.errors import KeyringError as BackendError

    try:
        return function(*args)
    except BackendError as error:
        # The backend's text may name what it was given; only its class is repeated.
        raise KeyringError(
            "no-keyring",
            f"The system keyring cannot be used ({type(error).__name__}).",
            next_step="Set the provider's own environment variable instead, or start a Secret Service.",
        ) from None
