"""Secrets live in the system's keyring and nowhere else: provider keys by the names providers know them under.

The keyring cannot list what it holds, so the names (never the values) are kept in it as one entry of their own.
"""

from __future__ import annotations

import json
import re
from contextlib import closing
from secrets import token_bytes
from typing import Any

from pausedesk.core.errors import KeyringError, UsageError
from pausedesk.core.model.wording import worded

SERVICE = "pausedesk"
# Apart from the provider keys: no child is ever handed one of these.
SEALS = "pausedesk-seal"
_NAMES = "names"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,127}")


def set_secret(name: str, value: str) -> None:
    """Keep a secret in the system keyring. Raises UsageError for a bad name or an empty value, else KeyringError."""
    if not _NAME.fullmatch(name) or name == _NAMES:
        raise UsageError(
            "secret-name",
            worded("{name} is no name for a secret.", name=repr(name)),
            next_step=worded("Use letters, digits and _."),
        )
    if not value:
        raise UsageError("secret-empty", worded("An empty secret is not kept."))
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


def seal_key(ledger: str) -> bytes | None:
    """The key under which a ledger's requests are sealed, or None where there is none.

    Raises KeyringError where the keyring cannot be used without asking a person to unlock it.
    """
    keyring = _keyring()
    if _would_ask(keyring):
        raise KeyringError("no-keyring", worded("The system keyring is locked."), next_step=worded("Unlock it."))
    text = _call(keyring.get_password, SEALS, ledger)
    try:
        return bytes.fromhex(text) if text else None
    except ValueError:
        return None


def make_seal_key(ledger: str) -> bytes:
    """Make the key of a ledger and keep it. Raises KeyringError."""
    key = token_bytes(32)
    _call(_keyring().set_password, SEALS, ledger, key.hex())
    return key


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
            worded("The system keyring cannot be loaded ({kind}).", kind=type(error).__name__),
            next_step=worded("Look at PYTHON_KEYRING_BACKEND and at keyring's own settings."),
        ) from None
    return keyring


def _would_ask(keyring: Any) -> bool:
    """Whether a Secret Service would open a window for its password. Other systems' keyrings are asked as they are."""
    backend = keyring.get_keyring()
    kinds = {type(one).__module__ for one in getattr(backend, "backends", [backend])}
    if "keyring.backends.SecretService" not in kinds:
        return False
    try:
        import secretstorage

        with closing(secretstorage.dbus_init()) as bus:
            return bool(secretstorage.Collection(bus).is_locked())
    except Exception:  # noqa: BLE001 - whatever D-Bus says, it cannot be used now
        return True


def _call(function: Any, *args: str) -> Any:
    from keyring.errors import KeyringError as BackendError

    try:
        return function(*args)
    except BackendError as error:
        # The backend's text may name what it was given; only its class is repeated.
        raise KeyringError(
            "no-keyring",
            worded("The system keyring cannot be used ({kind}).", kind=type(error).__name__),
            next_step=worded("Unlock it or start a Secret Service, or set the provider's own environment variable."),
        ) from None
