"""Settings of this person on this machine: registered agents, the approver's name, how the window behaves.

Secrets live in the keyring. The file is read whole and written whole; whoever changes it holds a lock while it reads,
changes and writes, so that a command and two windows lose nothing of each other, nor what a newer version keeps in it.
"""

from __future__ import annotations

import fcntl
import getpass
import json
import math
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from pausedesk.core.errors import EnvironmentFault, UsageError
from pausedesk.core.paths import config_folder, private_folder

BUSY_SECONDS = 15.0
# What no setting needs: as minutes it is two years.
MOST = 1_000_000
STALE_APPROVAL_MINUTES = 15
DECLINE_LIMIT = 3
CHECK_SECONDS = 30
LONGEST_NAME = 200


class Notify(StrEnum):
    """What a notification of the desktop says of a question that waits."""

    OFF = "off"
    QUIET = "quiet"  # that something waits, and nothing of it
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class RegisteredAgent:
    """An agent by name: how it is started, wherever a command is called from."""

    name: str
    spec: str
    interpreter: str
    folder: str
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that is kept. Read with `load`, changed with `change`."""

    approver: str = ""
    agents: Mapping[str, RegisteredAgent] = field(default_factory=dict)
    busy_seconds: float = BUSY_SECONDS  # how long a write waits for another program's
    stale_approval_minutes: float = STALE_APPROVAL_MINUTES  # then an approval asks for a fresh press (4.8); 0: never
    decline_limit: int = DECLINE_LIMIT  # after so many declines of one call the run stops; 0: never
    check_seconds: float = CHECK_SECONDS  # how long an author's check of a call may take
    notify: Notify = Notify.QUIET
    sound: bool = False  # with a notification

    def by(self) -> str:
        """The name answers are given under: the approver's, else the account's."""
        if self.approver:
            return self.approver
        try:
            return getpass.getuser()
        except (KeyError, OSError):
            return f"uid {os.getuid()}"

    def stale_approval_ms(self) -> int | None:
        """How long an approval may wait for a runner, in milliseconds; None: for ever."""
        return round(self.stale_approval_minutes * 60_000) or None


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_folder() / "settings.json"


def load() -> Settings:
    """The settings, or the defaults where there are none. Raises UsageError where the file cannot be understood."""
    return _read()[1]


def change(edit: Callable[[Settings], Settings]) -> Settings:
    """Give the settings as they are now to `edit`, keep what it returns, and return that.

    What this version does not know stays in the file. Raises UsageError `settings-unreadable` for a file that cannot be
    understood, which is left as it is, `settings-value` for what cannot be kept, and EnvironmentFault
    `settings-not-saved`.
    """
    with _alone():
        raw, known = _read()
        changed = edit(known)
        _check(changed, known)
        _write({**raw, **_kept(changed)})
    return changed


def _read() -> tuple[dict[str, Any], Settings]:
    try:
        raw: dict[str, Any] = json.loads(settings_file().read_text(encoding="utf-8"))
        agents = {name: RegisteredAgent(name=name, **agent) for name, agent in raw.get("agents", {}).items()}
        return raw, Settings(
            approver=str(raw.get("approver", "")),
            agents=agents,
            busy_seconds=_seconds(raw.get("busy_seconds", BUSY_SECONDS)),
            stale_approval_minutes=_number(raw, "stale_approval_minutes", STALE_APPROVAL_MINUTES),
            decline_limit=round(_number(raw, "decline_limit", DECLINE_LIMIT)),
            check_seconds=_number(raw, "check_seconds", CHECK_SECONDS),
            notify=_notify(raw),
            sound=_switch(raw, "sound", default=False),
        )
    except FileNotFoundError:
        return {}, Settings()
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(
            "settings-unreadable",
            f"The settings file {settings_file()} cannot be read ({type(error).__name__}).",
            next_step="Mend it or move it away.",
        ) from error


def _seconds(value: object) -> float:
    seconds = float(value) if isinstance(value, int | float | str) else math.nan
    # A day: SQLite counts the milliseconds in 32 bits.
    if not 0 <= seconds <= 86_400:
        raise ValueError("no number of seconds from 0 to 86400")
    return seconds


def busy_seconds() -> float:
    """How long a write waits for another program's: PAUSEDESK_BUSY_SECONDS, else what the settings say.

    Raises UsageError `busy-seconds` or `settings-unreadable`.
    """
    named = os.environ.get("PAUSEDESK_BUSY_SECONDS")
    if named is None:
        return load().busy_seconds
    try:
        return _seconds(named)
    except ValueError as error:
        raise UsageError(
            "busy-seconds", f"PAUSEDESK_BUSY_SECONDS is {named!r}: {error}.", next_step="Write 15, say, or unset it."
        ) from error


def _number(raw: Mapping[str, Any], name: str, default: float) -> float:
    value = raw.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < MOST:
        raise _no_value(name, f"a number from 0 to {MOST:,}")
    return value


def _switch(raw: Mapping[str, Any], name: str, *, default: bool) -> bool:
    value = raw.get(name, default)
    if not isinstance(value, bool):
        raise _no_value(name, "true or false")
    return value


def _notify(raw: Mapping[str, Any]) -> Notify:
    value = raw.get("notify", Notify.QUIET)
    if value not in list(Notify):
        raise _no_value("notify", f"one of {', '.join(Notify)}")
    return Notify(value)


def _no_value(name: str, wanted: str) -> UsageError:
    return UsageError(
        "settings-unreadable",
        f"The setting {name} in {settings_file()} is not {wanted}.",
        next_step="Mend it or remove it.",
    )


def _check(settings: Settings, before: Settings) -> None:
    name = settings.approver
    # What was written into the file by hand stays until it is changed.
    if name != before.approver and (len(name) > LONGEST_NAME or not name.isprintable() or name != name.strip()):
        raise UsageError(
            "settings-value",
            "This cannot be an approver's name.",
            next_step=f"Write one line of at most {LONGEST_NAME} characters that can be seen.",
        )
    if not 0 <= settings.stale_approval_minutes < MOST:
        raise UsageError("settings-value", f"The setting stale_approval_minutes is a number from 0 to {MOST:,}.")


@contextmanager
def _alone() -> Iterator[None]:
    """Whoever changes the settings does so alone. The lock goes with its process."""
    try:
        lock = os.open(private_folder(config_folder()) / "settings.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _not_saved(error) from error
    try:
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _kept(settings: Settings) -> dict[str, Any]:
    kept = asdict(settings)
    for agent in kept["agents"].values():
        del agent["name"]
    return kept


def _write(kept: Mapping[str, Any]) -> None:
    """Write the settings, whole or not at all, readable by their owner only."""
    text = json.dumps(kept, indent=2, ensure_ascii=False)
    target = settings_file()
    draft = ""
    try:
        descriptor, draft = tempfile.mkstemp(dir=target.parent, prefix=".settings-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(target)
    except OSError as error:
        with suppress(OSError):
            Path(draft).unlink(missing_ok=True)
        raise _not_saved(error) from error


def _not_saved(error: OSError) -> EnvironmentFault:
    return EnvironmentFault(
        "settings-not-saved",
        f"The settings cannot be saved: {error.strerror}.",
        next_step="What was kept before stands; mend that and save again.",
    )


def environment_of(agent: str, spec: str) -> dict[str, str]:
    """The environment an agent is started with: this process's own, and over it what was registered for the agent."""
    known = load().agents.get(agent)
    return {**os.environ, **(known.environment if known is not None and known.spec == spec else {})}
