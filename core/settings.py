"""Settings of this person on this machine: registered agents, the approver's name. Secrets live in the keyring."""

from __future__ import annotations

import getpass
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pausedesk.core.errors import EnvironmentFault, UsageError
from pausedesk.core.paths import config_folder, private_folder


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

    def by(self) -> str:
        """The name answers are given under: the approver's, else the account's."""
        if self.approver:
            return self.approver
        try:
            return getpass.getuser()
        except (KeyError, OSError):
            return f"uid {os.getuid()}"


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_folder() / "settings.json"


def load() -> Settings:
    """The settings, or the defaults where there are none. Raises UsageError where the file cannot be understood."""
    try:
        raw = json.loads(settings_file().read_text(encoding="utf-8"))
        agents = {name: RegisteredAgent(name=name, **agent) for name, agent in raw.get("agents", {}).items()}
        return Settings(approver=str(raw.get("approver", "")), agents=agents)
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise UsageError(
            "settings-unreadable",
            f"The settings file {settings_file()} cannot be read ({type(error).__name__}).",
            next_step="Mend it or move it away.",
        ) from error


def save(settings: Settings) -> None:
    """Write the settings, whole or not at all, readable by their owner only."""
    agents: dict[str, Any] = {}
    for name, agent in settings.agents.items():
        agents[name] = {key: value for key, value in asdict(agent).items() if key != "name"}
    text = json.dumps({"approver": settings.approver, "agents": agents}, indent=2, ensure_ascii=False)
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
