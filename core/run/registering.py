"""Registering agents under names: what a name may be, and that what it names could be one. Nothing is loaded."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pausedesk.core import settings
from pausedesk.core.errors import UsageError
from pausedesk.core.model.wording import worded
from pausedesk.core.run.agents import split_spec
from pausedesk.core.settings import RegisteredAgent, Settings


def register_agent(
    name: str,
    spec: str,
    folder: Path,
    *,
    interpreter: str | None = None,
    environment: Mapping[str, str] | None = None,
) -> tuple[RegisteredAgent, RegisteredAgent | None]:
    """Keep an agent under a name; returns it, and what was kept under the name before.

    Raises UsageError `agent-name`, `no-such-folder`, or as `split_spec` and `settings.change`.
    """
    split_spec(spec)
    if ":" in name or not name.strip() or not name.isprintable():
        raise UsageError(
            "agent-name",
            worded("{name} is no name for an agent.", name=repr(name)),
            next_step=worded("Use a name without a colon."),
        )
    home = folder.absolute()
    if not home.is_dir():
        raise UsageError("no-such-folder", worded("There is no folder {home}.", home=home))
    python = interpreter or sys.executable
    agent = RegisteredAgent(name, spec, python, str(home), dict(environment or {}))
    before: list[RegisteredAgent | None] = []

    def add(known: Settings) -> Settings:
        before.append(known.agents.get(name))
        return replace(known, agents={**known.agents, name: agent})

    settings.change(add)
    return agent, before[0]


def forget_agent(name: str) -> None:
    """Forget a name; sessions of the agent stay. Raises UsageError `no-such-agent`."""

    def drop(known: Settings) -> Settings:
        if name not in known.agents:
            raise UsageError("no-such-agent", worded("There is no agent named {name}.", name=repr(name)))
        return replace(known, agents={key: agent for key, agent in known.agents.items() if key != name})

    settings.change(drop)
