"""export: a session as a file of another program's format."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core.cli.app import JsonOption, StoreOption, app, at, emit, end, printing, say, shown, word
from pausedesk.core.cli.reading import readable
from pausedesk.core.cli.results import SessionArgument
from pausedesk.core.errors import ExitCode, UsageError
from pausedesk.core.new_files import write_new
from pausedesk.core.rules.shown import safe

if TYPE_CHECKING:
    from pausedesk.core.store.engine import Store


class ExportFormat(StrEnum):
    """What a session can be written as."""

    AGENTACK = "agentack"
    ENVELOPE = "envelope"


@dataclass(frozen=True, slots=True)
class Exported:
    """A session in a format: the bytes of the file, what the JSON of the command says of it, what a person is told."""

    body: bytes
    told: Mapping[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    code: ExitCode = ExitCode.DONE


@app.command()
def export(
    session: SessionArgument,
    form: Annotated[ExportFormat, typer.Option("--as", help="The format.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="A new file. Default: standard output.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a session in another program's format: the trace of its approvals for agentack, or its envelope.

    Where the session contradicts itself, that is said, and the exit code is 8; the file is written all the same.
    """
    call = at(store, as_json)
    with readable(call) as desk:
        made = _FORMATS[form](desk, session)
    for warning in made.warnings:
        print(f"pausedesk: {shown(warning)}", file=sys.stderr)
    told = {"session": session, "as": str(form), **made.told}
    if out is not None:
        write_new(out, [made.body])
        emit({**told, "out": str(out.absolute())})
        say(f"{word(session)} is in {shown(str(out))}")
    elif call.as_json:
        emit({**told, "out": None})
    else:
        with printing():
            sys.stdout.flush()
            sys.stdout.buffer.write(made.body)
            sys.stdout.buffer.flush()
    end(made.code)


def _agentack(desk: Store, session: str) -> Exported:
    from pausedesk.core.rules.agentack import agentack_trace, trace_warnings
    from pausedesk.core.rules.trail_checks import BY_PEOPLE, trail_flaws
    from pausedesk.core.store.forgetting import missing_session
    from pausedesk.core.store.trails import read_trail

    with desk.read() as connection:
        trail = read_trail(connection, session)
        if trail is None:
            raise missing_session(connection, session)
    if trail.imported:
        raise UsageError(
            "no-trace",
            "This session was imported: its calls were not run here, so there is no trace of them.",
        )
    events = agentack_trace(trail)
    flaws = trail_flaws(trail)
    lines = [json.dumps(event, ensure_ascii=False, separators=(",", ":")) for event in events]
    return Exported(
        "".join(f"{line}\n" for line in lines).encode(),
        {"events": events, "findings": [{"flaw": one.flaw, "text": safe(one.sentence)} for one in flaws]},
        (*trace_warnings(trail), *(one.sentence for one in flaws)),
        ExitCode.ENVIRONMENT if any(one.flaw not in BY_PEOPLE for one in flaws) else ExitCode.DONE,
    )


def _envelope(desk: Store, session: str) -> Exported:
    from pausedesk.core.store.exported import session_envelope

    with desk.read() as connection:
        body = session_envelope(connection, session)
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        value = None  # it was imported, and could not be read then either
    return Exported(body, {"envelope": value})


_FORMATS: Mapping[ExportFormat, Callable[[Store, str], Exported]] = {
    ExportFormat.AGENTACK: _agentack,
    ExportFormat.ENVELOPE: _envelope,
}
