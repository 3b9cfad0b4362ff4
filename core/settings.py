"""Settings of this person on this machine: registered agents, the approver's name. Secrets live in the keyring."""

from __future__ import annotations

import getpass
import json
import math
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
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
    """Everything that is kept. Read with `load`, changed by saving a changed copy."""

    approver: str = ""
    agents: Mapping[str, RegisteredAgent] = field(default_factory=dict)
    busy_seconds: float = BUSY_SECONDS  # how long a write waits for another program's
    stale_approval_minutes: float = STALE_APPROVAL_MINUTES  # then an approval asks for a fresh press (4.8); 0: never
    decline_limit: int = DECLINE_LIMIT  # after so many declines of one call the run stops; 0: never
    check_seconds: float = CHECK_SECONDS  # how long an author's check of a call may take

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
    try:
        raw = json.loads(settings_file().read_text(encoding="utf-8"))
        agents = {name: RegisteredAgent(name=name, **agent) for name, agent in raw.get("agents", {}).items()}
        return Settings(
            approver=str(raw.get("approver", "")),
            agents=agents,
            busy_seconds=_seconds(raw.get("busy_seconds", BUSY_SECONDS)),
            stale_approval_minutes=_number(raw, "stale_approval_minutes", STALE_APPROVAL_MINUTES),
            decline_limit=round(_number(raw, "decline_limit", DECLINE_LIMIT)),
            check_seconds=_number(raw, "check_seconds", CHECK_SECONDS),
        )
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, TypeError, AttributeError) as error:
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
        raise UsageError(
            "settings-unreadable",
            f"The setting {name} in {settings_file()} is not a number from 0 to {MOST:,}.",
            next_step="Mend it or remove it.",
        )
    return value


def save(settings: Settings) -> None:
    """Write the settings, whole or not at all, readable by their owner only."""
    agents: dict[str, Any] = {}
    for name, agent in settings.agents.items():
        agents[name] = {key: value for key, value in asdict(agent).items() if key != "name"}
    kept = {
        "approver": settings.approver,
        "agents": agents,
        "busy_seconds": settings.busy_seconds,
        "stale_approval_minutes": settings.stale_approval_minutes,
        "decline_limit": settings.decline_limit,
        "check_seconds": settings.check_seconds,
    }
    text = json.dumps(kept, indent=2, ensure_ascii=False)
    target = settings_file()
    try:
        private_folder(target.parent)
        descriptor, draft = tempfile.mkstemp(dir=target.parent, prefix=".settings-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(target)
    except OSError as error:
        raise EnvironmentFault("settings-not-saved", f"The settings cannot be saved: {error.strerror}.") from error


def environment_of(agent: str, spec: str) -> dict[str, str]:
    """The environment an agent is started with: this process's own, and over it what was registered for the agent."""
    known = load().agents.get(agent)
    return {**os.environ, **(known.environment if known is not None and known.spec == spec else {})}
