"""run, resume, worker: the commands that run agents, each the same door as the worker, in the foreground."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core import settings
from pausedesk.core.cli.app import (
    ByOption,
    JsonOption,
    StoreOption,
    app,
    at,
    emit,
    looked_after,
    opened,
    say,
    shown,
)
from pausedesk.core.cli.results import SessionArgument, finish
from pausedesk.core.errors import ResumeDecisionError, UsageError

if TYPE_CHECKING:
    from pausedesk.core.store.sessions import AgentRef

DepsOption = Annotated[
    str | None,
    typer.Option(
        "--deps",
        metavar="MODULE:CALLABLE",
        help="What makes the agent's dependencies: a value, or a callable without arguments, async or not.",
    ),
]


@app.command()
def run(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="module:attribute, or a registered name.")],
    prompt: Annotated[str, typer.Argument(metavar="PROMPT")],
    session: Annotated[str | None, typer.Option("--session", metavar="ID", help="Go on with this session.")] = None,
    deps: DepsOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run an agent until it ends or pauses on a call that needs an answer (exit 3)."""
    from pausedesk.core.run.ahead import FreshChild, start_child
    from pausedesk.core.run.door import Door
    from pausedesk.core.store.adopting import is_imported
    from pausedesk.core.store.holds import refuse_held
    from pausedesk.core.store.sessions import agent_of, create_session

    call = at(store, as_json)
    if not prompt.strip():
        raise UsageError("prompt-empty", "The prompt is empty.")
    ref = agent_ref(agent, deps)
    with opened(call, create=True) as desk:
        with desk.read() as connection:
            refuse_held(connection, session)
        # Loaded before a session is made for it: an agent that cannot be loaded leaves nothing behind.
        child = start_child(ref, desk)
        handed_over: list[FreshChild] = []

        def loaded(_: Any) -> FreshChild:
            handed_over.append(FreshChild(child, desk))
            return handed_over[0]

        try:
            if session is not None:
                with desk.read() as connection:
                    known = agent_of(connection, session)
                    if known.spec != ref.spec and not is_imported(connection, session):
                        raise UsageError("other-agent", f"The session {session} belongs to another agent.")
            name = session or create_session(desk, ref, title=prompt)
            door = Door(desk, loaded, by_spec=True)
            result = door.run(name, prompt, agent=ref)
        finally:
            if not handed_over:
                child.discard()
        finish(desk, result)


@app.command()
def resume(session: SessionArgument, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Go on with an interrupted session. Says what it will do, then does it; nothing that ran is run again."""
    from pausedesk.core.run.ahead import Ahead
    from pausedesk.core.run.door import Door
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store.cards import read_card
    from pausedesk.core.store.forgetting import missing_session

    call = at(store, as_json)
    with opened(call) as desk:
        looked_after(desk)
        with desk.read() as connection:
            card = read_card(connection, session, LIVENESS, whole=True)
            if card is None:
                raise missing_session(connection, session)
        if card.foreign is not None:
            from pausedesk.core.importers.cards import completed

            raise ResumeDecisionError("other-agent", completed(card).resume_sentence)
        if card.can_resume:
            say(shown(card.resume_sentence))
        result = Door(desk, Ahead(desk, 0).take, by_spec=True).resume(session)
        finish(desk, result, resume=asdict(card.resume) if card.resume is not None else None)


@app.command()
def worker(
    once: Annotated[bool, typer.Option("--once", help="Serve what is submitted now, then end.")] = False,
    idle: Annotated[
        float | None, typer.Option("--idle", metavar="SECONDS", min=0, help="End after so long idle. Default: never.")
    ] = None,
    ahead: Annotated[int, typer.Option("--ahead", metavar="N", min=0, help="Agents started ahead.")] = 1,
    owner_gone: Annotated[
        bool, typer.Option("--owner-gone", help="On your word: a worker that cannot be looked at from here has ended.")
    ] = False,
    by: ByOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take up submitted answers and resumes, until stopped or, with --idle or --once, until there is nothing to do."""
    from pausedesk.core.run.worker import Worker, stop_on_signals

    call = at(store, as_json)
    with opened(call, create=True) as desk:
        serving = Worker(
            desk, idle_seconds=idle, ahead=0 if once else ahead, said=lambda text: print(shown(text), file=sys.stderr)
        )
        stop_on_signals(serving)
        ends = "what is there now" if once else "until stopped" if idle is None else f"until idle for {idle:g} s"
        say(f"worker on {desk.path}: takes up answers, {ends}")
        serving.run(once=once, gone_by=(by or settings.load().by()) if owner_gone else "")
        emit({"outcome": "done"})


def agent_ref(agent: str, deps: str | None = None) -> AgentRef:
    """The agent that a person names: `module:attribute`, from here, or a registered name. Raises UsageError."""
    from pausedesk.core.store.sessions import AgentRef

    if ":" in agent:
        return AgentRef(agent.partition(":")[2], agent, sys.executable, str(Path.cwd()), deps or "")
    known = settings.load().agents.get(agent)
    if known is None:
        raise UsageError(
            "no-such-agent",
            f"There is no agent named {agent!r}.",
            next_step="Write module:attribute, or register it with `pausedesk agents add`.",
        )
    return AgentRef(known.name, known.spec, known.interpreter, known.folder, deps or "")
