"""settings: what is kept of how this person works, read and changed as the window does it."""

from __future__ import annotations

import shlex
from typing import Annotated, Any

import typer

from pausedesk.core import settings
from pausedesk.core.cli.app import JsonOption, app, at, emit, say, shown
from pausedesk.core.settings import SETTINGS, Settings

preferences = typer.Typer(help="Settings of this person on this machine, those of the window too.")
app.add_typer(preferences, name="settings")

NameArgument = Annotated[str, typer.Argument(metavar="NAME")]


@preferences.command(name="list")
def settings_list(as_json: JsonOption = False) -> None:
    """List every setting: its value, what may stand there, and what it does."""
    from pausedesk.core.run.preferences import as_they_are

    at(None, as_json)
    kept = as_they_are()
    rows: list[dict[str, Any]] = [
        {
            "name": name,
            "value": getattr(kept, name),
            "default": getattr(Settings(), name),
            "allowed": one.kind.wanted,
            "about": one.about,
        }
        for name, one in SETTINGS.items()
    ]
    emit({"file": str(settings.settings_file()), "settings": rows})
    for row in rows:
        say(f"{row['name']} = {_word(row['value'])}\n    {row['about']} ({row['allowed']})")
    say(f"They are kept in {shown(str(settings.settings_file()))}")


@preferences.command(name="set")
def settings_set(
    name: NameArgument, value: Annotated[str, typer.Argument(metavar="VALUE")], as_json: JsonOption = False
) -> None:
    """Change one setting. A window that is open uses it from its next start; commands and workers at once."""
    at(None, as_json)
    _change(name, settings.typed(name, value))


@preferences.command(name="reset")
def settings_reset(name: NameArgument, as_json: JsonOption = False) -> None:
    """Give one setting the value back that it has by default."""
    at(None, as_json)
    settings.known_setting(name)
    _change(name, getattr(Settings(), name))


def _change(name: str, value: Any) -> None:
    from pausedesk.core.run.preferences import keep

    keep(name, value)
    emit({"name": name, "value": value})
    say(f"{name} = {_word(value)}")


def _word(value: object) -> str:
    """A value as a person would type it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return shlex.quote(shown(value)) if isinstance(value, str) else f"{value:.15g}"
