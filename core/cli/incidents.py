"""incident: all calls in doubt of one dead runner, looked at, settled and taken as evidence together."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core import settings
from pausedesk.core.cli.app import (
    MASKED,
    ByOption,
    JsonOption,
    StoreOption,
    app,
    aside,
    asked_text,
    at,
    clock,
    emit,
    looked_after,
    opened,
    say,
    say_hidden,
    shown,
    word,
)
from pausedesk.core.cli.results import command_of
from pausedesk.core.cli.settling import LIVES, one_end, said_end, say_traces
from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.rules.shown import safe, shown_json

if TYPE_CHECKING:
    from pausedesk.core.model.incidents import Incident, IncidentCall
    from pausedesk.core.store.engine import Store

# By the codes of rules.incidents.LeftOut.
_LEFT = {
    "lives": "its process still lives",
    "unsure": "nobody can tell from here whether its process has ended",
}
# A person who waits for less than that needs no line.
_SAY_FROM = 1_000


@app.command()
def incident(
    runner: Annotated[
        str | None, typer.Argument(metavar="RUNNER", help="Which, as this command lists it without one.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="With an end: every call that is shown; needs --count.")] = False,
    call_ids: Annotated[
        list[str] | None, typer.Option("--call", metavar="ID", help="With an end: an execution. Can be repeated.")
    ] = None,
    count: Annotated[
        int | None, typer.Option("--count", metavar="N", help="With --all: how many calls you saw in doubt.")
    ] = None,
    ran: Annotated[str | None, typer.Option("--ran", metavar="TEXT", help="They ran; what you found.")] = None,
    did_not_run: Annotated[bool, typer.Option("--did-not-run", help="They did not run, on your word.")] = False,
    unknown: Annotated[bool, typer.Option("--unknown", help="Leave them unknown and go on.")] = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the evidence into a new file, as lines of JSON.")
    ] = None,
    secrets: Annotated[bool, typer.Option("--secrets", help="Show secrets, and write them into the file.")] = False,
    by: ByOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look at what a runner that died left in doubt, calls of all its sessions; settle them together, all or none."""
    call = at(store, as_json)
    end = said_end(ran, did_not_run=did_not_run, unknown=unknown)
    named = call_ids or []
    if end is None and (named or every or count is not None):
        raise one_end()
    if end is not None and (bool(named) == every or every != (count is not None)):
        raise UsageError(
            "settle-unclear", "Name the calls with --call, or say --all with --count, the number of calls you saw."
        )
    if runner is None and (end is not None or out is not None):
        raise UsageError("settle-unclear", "Name the runner.", next_step="`pausedesk incident` lists them.")
    if out is not None and end is not None:
        raise UsageError("settle-unclear", "Settle the calls and take the evidence in two commands.")
    name = by if by is not None else settings.load().by()
    with opened(call) as desk:
        looked_after(desk)
        if runner is None:
            _list(desk)
        elif out is not None:
            _export(desk, runner, out, by=name, secrets=secrets)
        elif end is not None:
            _settle(desk, runner, named, count, end, ran or "", by=name)
        else:
            _show(desk, _read(desk, runner), secrets=secrets)


def _list(desk: Store) -> None:
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store.incidents import incident_rows

    with desk.read() as connection:
        rows = incident_rows(connection, LIVENESS)
    emit({"incidents": [asdict(row) for row in rows]})
    for row in rows:
        calls = f"{row.calls} {'call' if row.calls == 1 else 'calls'}"
        sessions = f"{row.sessions} {'session' if row.sessions == 1 else 'sessions'}"
        say(f"{row.runner}  {calls} of {sessions}, the first started {clock(row.first_at)}")
        say(f"    {shown(row.owner)}, which {LIVES[row.alive]}")
    if rows:
        say(f"Look at one with: {command_of(desk)} incident {rows[0].runner}")
    else:
        say("No call is in doubt.")


def _read(desk: Store, runner: str) -> Incident:
    from pausedesk.core.run.incidents import no_incident
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store.incidents import read_incident

    with desk.read() as connection:
        found = read_incident(connection, runner, LIVENESS)
    if found is None:
        raise no_incident(runner)
    return found


def _show(desk: Store, found: Incident, *, secrets: bool) -> None:
    emit(_json(found))
    noticed = f", noticed {clock(found.noticed_at)}" if found.noticed_at is not None else ""
    say(f"{found.runner}  {shown(found.owner)}, which {LIVES[found.alive]}{noticed}")
    hidden = False
    for one in found.calls:
        view, arguments = one.view, shown_json(one.view.arguments)
        hidden = hidden or arguments.hides
        say(f"\n! {shown(view.tool)} ({shown(view.call)}) of {word(one.session)}  {shown(one.title)}")
        say(f"  {asked_text(arguments, secrets=secrets)}")
        say_hidden(view.tool, arguments)
        say(f"  started {clock(view.started_at)} by {shown(view.owner)}, which {LIVES[view.owner_alive]}")
        say_traces(view)
        if view.late_result:
            say(f"  a result came late: {shown(view.late_result)}")
        for seen in one.seen:
            where = f" ({seen.surface})" if seen.surface else ""
            say(f"  {shown(seen.by)} saw {seen.digest} at {clock(seen.at)}{where}: {seen.decision}")
        if not one.seen:
            say("  nobody was asked about it")
        say(f"  --call {view.execution}")
    if hidden and not secrets:
        say(f"\n{MASKED.format('SESSION')}")
    if found.more:
        say(f"\n{found.more} more calls of it are not shown: settle these first.")
    command = f"{command_of(desk)} incident {found.runner}"
    free = sum(one.settleable for one in found.calls)
    if free:
        say(f"\nSettle with: {command} --all --count {free} --ran TEXT (or --did-not-run, --unknown)")
    say(f"Take the evidence with: {command} --out FILE")


def _json(found: Incident) -> dict[str, Any]:
    """The incident as it is, except that secrets in what programs printed are masked."""
    body = asdict(found)
    for one in body["calls"]:
        one["view"]["last_output"] = safe(one["view"]["last_output"])
    return body


def _settle(desk: Store, runner: str, named: list[str], count: int | None, end: str, found: str, *, by: str) -> None:
    from pausedesk.core.rules.incidents import CallInDoubt, settle_together
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store import settling

    incident = _read(desk, runner)
    mine = {one.view.execution: one for one in incident.calls}
    chosen = _named(mine, named) if named else list(mine.values())
    # What is settled here was printed in full by the same command, or is named one by one.
    in_doubt = [CallInDoubt(one.session, one.view.execution, one.view.owner_alive, seen=True) for one in chosen]
    together = settle_together(in_doubt, end, found)
    if named and together.left:
        execution, why = together.left[0]
        raise ResumeDecisionError("running", f"The call {execution} cannot be settled: {_LEFT.get(why, why)}.")
    if count is not None and count != len(together.settled):
        raise ResumeDecisionError(
            "stale-evidence",
            f"{len(together.settled)} calls of it can be settled now, and you saw {count}: nothing was settled.",
            next_step="Look at it again.",
        )
    settling.settle_together(desk, together.settled, by=by, alive=LIVENESS)
    settled = [mine[one.execution] for one in together.settled]
    emit(
        {
            "runner": runner,
            "settled": [{**asdict(one), "call": mine[one.execution].view.call} for one in together.settled],
            "left": [{"execution": execution, "why": str(why)} for execution, why in together.left],
            "more": incident.more,
            "by": by,
        }
    )
    for one in settled:
        say(f"settled: {shown(one.view.tool)} ({shown(one.view.call)}) of {word(one.session)} {end}")
    for execution, why in together.left:
        say(f"left as it is: {execution}, for {_LEFT.get(why, why)}")
    for session in dict.fromkeys(one.session for one in settled):
        say(f"Go on with: {command_of(desk)} resume {word(session)}")


def _named(mine: dict[str, IncidentCall], named: list[str]) -> list[IncidentCall]:
    for one in named:
        if one not in mine:
            raise ResumeDecisionError("nothing-waiting", f"The call {one} is not one that this runner left in doubt.")
    return [mine[one] for one in dict.fromkeys(named)]


def _export(desk: Store, runner: str, out: Path, *, by: str, secrets: bool) -> None:
    from pausedesk.core.run.incidents import export_evidence

    def told(done: int, calls: int) -> bool:
        if calls >= _SAY_FROM and done % _SAY_FROM == 0:
            aside(f"writing: {done:,} of {calls:,} calls")
        return True

    written = export_evidence(desk, runner, out, by=by, secrets=secrets, told=told)
    told_json: dict[str, Any] = {"runner": runner, "out": str(out.absolute()), "secrets": secrets}
    emit({**told_json, "calls": written.calls, "bytes": written.size})
    say(f"The evidence of {written.calls} {'call' if written.calls == 1 else 'calls'} is in {shown(str(out))}")
    say("Secrets stand in it." if secrets else "Secrets are masked in it; its digests are over the real bytes.")
