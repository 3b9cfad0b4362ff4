"""settle, check: what a person and a tool's author know of calls that may have run."""

from __future__ import annotations

import re
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated

import typer

from pausedesk.core import settings
from pausedesk.core.cli.app import (
    ByOption,
    JsonOption,
    StoreOption,
    app,
    at,
    clock,
    emit,
    looked_after,
    opened,
    say,
    shown,
    word,
)
from pausedesk.core.cli.results import (
    SessionArgument,
    as_it_stands,
    command_of,
    result_json,
    say_next,
    waiting_calls,
)
from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.model.states import Outcome
from pausedesk.core.rules.call_states import check_sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pausedesk.core.model.views import CheckView, ExecutionView
    from pausedesk.core.store.calls import StartedCall
    from pausedesk.core.store.engine import Store

LIVES = {True: "still lives", False: "is dead", None: "cannot be looked at from here"}
"""What is known of a process, in words."""


@app.command()
def settle(
    session: SessionArgument,
    call_ids: Annotated[
        list[str] | None, typer.Option("--call", metavar="ID", help="A call that may have run. Can be repeated.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every call of the session that may have run.")] = False,
    ran: Annotated[str | None, typer.Option("--ran", metavar="TEXT", help="It ran; what you found.")] = None,
    did_not_run: Annotated[bool, typer.Option("--did-not-run", help="It did not run, on your word.")] = False,
    unknown: Annotated[bool, typer.Option("--unknown", help="Leave it unknown and go on.")] = False,
    owner_gone: Annotated[
        bool,
        typer.Option("--owner-gone", help="On your word: a process that cannot be looked at from here has ended."),
    ] = False,
    by: ByOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what became of calls that may have run; all that are named, or none."""
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store import settling

    call = at(store, as_json)
    end = said_end(ran, did_not_run=did_not_run, unknown=unknown)
    named = call_ids or []
    if end is None and (named or every or not owner_gone):
        raise one_end()
    if end is not None and bool(named) == every:
        raise UsageError("settle-unclear", "Name the calls with --call, or say --all.")
    name = by if by is not None else settings.load().by()
    with opened(call) as desk:
        looked_after(desk)
        if end is None:
            marked = settling.state_owners_gone(desk, session, by=name, alive=LIVENESS)
            say(f"gone, according to {shown(name)}: {marked} {'call' if marked == 1 else 'calls'} may have run.")
            chosen: list[StartedCall] = []
        else:
            chosen = _chosen(desk, session, named)
            wanted = [one.execution for one in chosen]
            settling.settle_calls(desk, session, wanted, end, ran or "", by=name, alive=LIVENESS, owner_gone=owner_gone)
            for one in chosen:
                say(f"settled: {shown(one.tool)} ({shown(one.call)}) {end}, according to {shown(name)}.")
        _say_next(desk, session)
        result = as_it_stands(desk, session, [], executions=[one.execution for one in chosen])
        said = result_json(replace(result, outcome=Outcome.DONE, code=None, why=None))
        emit({**said, "settled": end, "by": name})


def said_end(ran: str | None, *, did_not_run: bool, unknown: bool) -> str | None:
    """The end that was said of calls; None where none was. Raises UsageError `settle-unclear` for several."""
    ends = {"ran": ran is not None, "did-not-run": did_not_run, "unknown": unknown}
    said = [end for end, given in ends.items() if given]
    if len(said) > 1:
        raise one_end()
    if ran is not None and not ran.strip():
        raise UsageError("settle-unclear", "Say with --ran what you found.")
    return said[0] if said else None


def one_end() -> UsageError:
    """The error where not just one end was said."""
    return UsageError("settle-unclear", "Say exactly one of --ran TEXT, --did-not-run and --unknown.")


def _chosen(desk: Store, session: str, named: Sequence[str]) -> list[StartedCall]:
    """The calls that are named, by call id or execution id; where none is, every open one."""
    from pausedesk.core.store.calls import started_calls

    waiting_calls(desk, session)  # refuses a session that is not there
    with desk.read() as connection:
        found = started_calls(connection, session)
    if not named:
        if open_ones := [one for one in found if one.open and not one.interrupted]:
            return open_ones
        raise ResumeDecisionError("nothing-waiting", "No call of this session may have run.")
    chosen: dict[str, StartedCall] = {}
    for name in named:
        mine = [one for one in found if name in (one.call, one.execution)]
        mine = [one for one in mine if one.open] or mine[-1:]
        if not mine:
            raise ResumeDecisionError("nothing-waiting", f"No call {name} of this session may have run.")
        if len(mine) > 1:
            listed = "; ".join(f"--call {one.execution}  {shown(one.tool)} {shown(one.arguments)}" for one in mine)
            raise UsageError(
                "settle-unclear", f"Several open calls have the id {name}.", next_step=f"Name one: {listed}"
            )
        chosen[mine[0].execution] = mine[0]
    return list(chosen.values())


def typeable(one: StartedCall) -> str:
    """How a command names the call: by its id where that can be typed as it stands, else by its execution's."""
    return one.call if re.fullmatch(r"[\w][\w.:-]*", one.call, re.ASCII) else one.execution


def _say_next(desk: Store, session: str) -> None:
    from pausedesk.core.store.calls import started_calls

    with desk.read() as connection:
        left = [one for one in started_calls(connection, session) if one.open and not one.interrupted]
    if left:
        which = f"--call {typeable(left[0])}" if len(left) == 1 else "--all"
        ends = "--ran TEXT (or --did-not-run, --unknown)"
        say(f"Settle with: {command_of(desk)} settle {word(session)} {which} {ends}")
    elif waiting := [one for one in waiting_calls(desk, session) if not one.answered]:
        say_next(desk, session, waiting)
    else:
        say(f"Go on with: {command_of(desk)} resume {word(session)}")


# -- checking ----------------------------------------------------------------------------------------------------------


@app.command()
def check(
    session: SessionArgument,
    call_ids: Annotated[
        list[str] | None, typer.Option("--call", metavar="ID", help="A call that may have run. Can be repeated.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every call of the session that may have run.")] = False,
    by: ByOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask the check that a tool's author gave whether a call ran. It settles nothing; you do, with `settle`."""
    from pausedesk.core.run.checks import check_calls

    call = at(store, as_json)
    named = call_ids or []
    if bool(named) == every:
        raise UsageError("settle-unclear", "Name the calls with --call, or say --all.")
    kept = settings.load()
    with opened(call) as desk:
        looked_after(desk)
        chosen = _chosen(desk, session, named)
        wanted = [one.execution for one in chosen]
        name = by if by is not None else kept.by()
        check_calls(desk, session, wanted, by=name, seconds=kept.check_seconds)
        said = _checks(desk, session, wanted)
        for view in said:
            say(f"{shown(view.tool)} ({shown(view.call)}) {check_line(view.checked)}" if view.checked else "")
        _say_next(desk, session)
        result = as_it_stands(desk, session, [], executions=wanted)
        checks = [
            {"call": view.call, "execution": view.execution, "tool": view.tool, **asdict(view.checked)}
            for view in said
            if view.checked is not None
        ]
        emit({**result_json(replace(result, outcome=Outcome.DONE, code=None, why=None)), "checks": checks})


def _checks(desk: Store, session: str, executions: Sequence[str]) -> list[ExecutionView]:
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store.cards import read_card

    with desk.read() as connection:
        card = read_card(connection, session, LIVENESS)
    return [view for view in (card.unknown if card is not None else ()) if view.execution in executions]


def check_line(checked: CheckView) -> str:
    """What a check said, as a line for a terminal."""
    return f"checked at {clock(checked.at)}: {shown(check_sentence(checked))}"


def say_traces(call: ExecutionView) -> None:
    """Print what a call in doubt left: its last output, and what its author's check said."""
    if call.last_output.strip():
        say(f"  last output: {shown(call.last_output.strip())}")
    if call.checked is not None:
        say(f"  {check_line(call.checked)}")
