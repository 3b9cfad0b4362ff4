"""agents, secrets, demo, desk: what is set up once, and the window."""

from __future__ import annotations

import getpass
import importlib
import sys
from pathlib import Path
from typing import Annotated

import typer

from pausedesk.core import paths, settings
from pausedesk.core.cli.app import JsonOption, StoreOption, app, at, emit, end, opened, say, shown, word
from pausedesk.core.errors import EnvironmentFault, UsageError

agents = typer.Typer(help="Agents by name: how each is started, wherever a command is called from.")
secrets = typer.Typer(help="Provider keys in the system keyring. Values are never shown.")
app.add_typer(agents, name="agents")
app.add_typer(secrets, name="secrets")


@agents.command(name="add")
def agents_add(
    name: Annotated[str, typer.Argument(metavar="NAME")],
    spec: Annotated[str, typer.Argument(metavar="MODULE:ATTRIBUTE")],
    folder: Annotated[Path | None, typer.Option("--folder", help="Where the agent lives. Default: here.")] = None,
    interpreter: Annotated[str | None, typer.Option("--interpreter", help="Its Python. Default: this one.")] = None,
    environment: Annotated[list[str] | None, typer.Option("--env", metavar="NAME=VALUE")] = None,
    as_json: JsonOption = False,
) -> None:
    """Register an agent under a name. What was registered under it before is replaced, and said."""
    from pausedesk.core.run.registering import register_agent

    at(None, as_json)
    pairs = dict(_pair(text) for text in environment or [])
    agent, before = register_agent(name, spec, folder or Path.cwd(), interpreter=interpreter, environment=pairs)
    emit({"agent": name, "replaced": None if before is None else before.spec})
    say(f"{name}: {spec} in {agent.folder}")
    if before is not None:
        say(f"It replaces {before.spec} in {before.folder}.")


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError("agent-env", f"{text!r} is not NAME=VALUE.")
    return name, value


@agents.command(name="list")
def agents_list(as_json: JsonOption = False) -> None:
    """List the registered agents."""
    at(None, as_json)
    known = settings.load().agents.values()
    emit(
        {
            "agents": [
                {
                    "name": agent.name,
                    "agent": agent.spec,
                    "interpreter": agent.interpreter,
                    "folder": agent.folder,
                    "environment": sorted(agent.environment),
                }
                for agent in known
            ]
        }
    )
    for agent in known:
        say(f"{agent.name}  {agent.spec}  {agent.folder}")


@agents.command(name="remove")
def agents_remove(name: Annotated[str, typer.Argument(metavar="NAME")], as_json: JsonOption = False) -> None:
    """Forget a registered agent; its sessions stay."""
    from pausedesk.core.run.registering import forget_agent

    at(None, as_json)
    forget_agent(name)
    emit({"agent": name})
    say(f"removed {name}")


@agents.command(name="check")
def agents_check(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A registered name, or module:attribute.")],
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look at an agent's tools now, and say which questions that wait they are not those of any more. Runs nothing."""
    from pausedesk.core.cli.running import agent_ref
    from pausedesk.core.run.looking import look_at_agent
    from pausedesk.core.store.changed import looks_of_agent

    call = at(store, as_json)
    agent = agent_ref(name)
    with opened(call) as desk:
        seen = look_at_agent(desk, agent)
        with desk.read() as connection:
            looked = looks_of_agent(connection, agent)
    emit(
        {
            "agent": agent.spec,
            "tools": sorted(seen.tools) if seen is not None else None,
            "whole": seen is not None and seen.whole,
            "waiting": [
                {
                    "session": row.session_id,
                    "request": row.id,
                    "tool": row.tool,
                    "question": row.question,
                    "changed": look.changed,
                    "changed_part": look.part,
                    "tools_checked_at": look.tools_checked_at,
                }
                for row, look in looked
            ],
        }
    )
    if seen is None:
        say("The Pausedesk beside this agent is too old to say anything of its tools.")
    else:
        more = "" if seen.whole else ", and others that are made anew in each run"
        say(f"{shown(agent.spec)}: {len(seen.tools)} tools{more}")
    for row, look in looked:
        unseen = "" if look.tools_checked_at is not None else "its tool cannot be looked at"
        said = shown(look.changed) if look.changed is not None else unseen or "as it was asked"
        say(f"  {shown(row.question)}   session {word(row.session_id)}  request {row.id}\n    {said}")
    if not looked:
        say("No question of it waits.")


@secrets.command(name="set")
def secrets_set(name: Annotated[str, typer.Argument(metavar="NAME")], as_json: JsonOption = False) -> None:
    """Keep a secret in the system keyring: typed unseen, or read from standard input where that is no terminal."""
    from pausedesk.core.secrets import set_secret

    at(None, as_json)
    value = getpass.getpass(f"{name}: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\r\n")
    set_secret(name, value)
    emit({"secret": name})
    say(f"{name} is kept in the system keyring")


@secrets.command(name="list")
def secrets_list(as_json: JsonOption = False) -> None:
    """List the names of the secrets that are kept. Never their values."""
    from pausedesk.core.secrets import secret_names

    at(None, as_json)
    names = secret_names()
    emit({"secrets": names})
    for name in names:
        say(name)


@secrets.command(name="remove")
def secrets_remove(name: Annotated[str, typer.Argument(metavar="NAME")], as_json: JsonOption = False) -> None:
    """Remove a secret from the system keyring."""
    from pausedesk.core.secrets import remove_secret

    at(None, as_json)
    if not remove_secret(name):
        raise UsageError("no-such-secret", f"There is no secret named {name!r}.")
    emit({"secret": name})
    say(f"removed {name}")


@app.command()
def demo(
    no_window: Annotated[bool, typer.Option("--no-window", help="Only make the store.")] = False,
    store: Annotated[
        Path | None, typer.Option("--store", metavar="PATH", help="The store. Default: the demo's own.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make a store with real paused and interrupted runs of the offline demo agent, and open the window on it."""
    from pausedesk.core.demo.fill import fill

    call = at(store, as_json)
    call.store = call.store or paths.demo_folder() / "store.db"
    with opened(call, create=True) as desk:
        made = fill(desk, said=say)
    emit({"store": str(call.store.absolute()), "made": made})
    say(f"The demo store is {call.store.absolute()}")
    if not no_window and not call.as_json:
        desk_window(call.store)


@app.command()
def desk(
    store: StoreOption = None,
    link: Annotated[
        str | None, typer.Option("--open", metavar="LINK", help="Show this session: pausedesk://session/ID.")
    ] = None,
) -> None:
    """Open the window, or bring the one to the front that is open on this store."""
    from pausedesk.core.rules.links import session_of_link

    session = session_of_link(link) if link is not None else None
    desk_window(at(store, False).store or paths.default_store(), session)


def desk_window(store: Path, session: str | None = None) -> None:
    """Open the window on a store and end with its exit code."""
    try:
        # By name: the window is another part, installed by the extra `desk`, and the core never imports it.
        window = importlib.import_module("pausedesk.gui.app")
    except ImportError as error:
        raise EnvironmentFault(
            "no-desk",
            f"The window cannot be loaded ({error.name or error}).",
            next_step="pip install 'pausedesk[desk]'; `packaging/up.py desk` names missing libraries.",
        ) from error
    end(window.main(store.absolute(), session=session))
