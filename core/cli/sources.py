"""sources: the folders in which other programs keep sessions, looked at only where a person turned that on."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core.cli.app import JsonOption, StoreOption, app, at, clock, emit, end, opened, say, word
from pausedesk.core.errors import ExitCode, UsageError
from pausedesk.core.model.wording import many

if TYPE_CHECKING:
    from pausedesk.core.cli.scanning import Telling
    from pausedesk.core.store.engine import Store
    from pausedesk.core.store.foreign_sessions import Source

sources = typer.Typer(
    help="Folders of other programs' sessions: off until they are turned on; nothing is written there."
)
app.add_typer(sources, name="sources")

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME|FOLDER", help="A program that `sources list` names, or a folder.")
]


@sources.command(name="list")
def sources_list(store: StoreOption = None, as_json: JsonOption = False) -> None:
    """List the folders of known programs and those that were turned on, with what the last look found."""
    from pausedesk.core.importers.sources import source_views

    with opened(at(store, as_json), create=True) as desk:
        found = source_views(desk)
    emit({"sources": [asdict(one) for one in found]})
    for one in found:
        there = "" if one.there else ", not there"
        say(f"{'on ' if one.on else 'off'}  {one.program or 'any':12}  {word(one.folder)}{there}")
        if one.scanned_at is not None:
            told = f"{many(one.last.get('files', 0), 'file')}, {one.last.get('unreadable', 0):,} unreadable"
            say(f"       looked at {clock(one.scanned_at)}: {told}")


@sources.command(name="on")
def sources_on_(name: NameArgument, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Let a folder be looked at, by `sources scan` and by the open window. Nothing is read before that."""
    from pausedesk.core.store.foreign import named_place
    from pausedesk.core.store.foreign_sessions import turn_on

    call = at(store, as_json)
    folders = _folders(name)
    there = [one for one in folders if named_place(one[0]).is_dir()]
    if not there and len(folders) == 1:
        raise UsageError("no-such-folder", f"There is no folder {folders[0][0]}.")
    if not there:
        raise UsageError("no-such-folder", f"None of its folders is there: {', '.join(one[0] for one in folders)}.")
    with opened(call, create=True) as desk:
        for folder, program in there:
            turn_on(desk, folder, program)
            say(f"on   {word(folder)}")
    emit({"on": [folder for folder, _ in there]})


@sources.command(name="off")
def sources_off(name: NameArgument, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Look at a folder no more. What was read stays listed; `forget` takes it out of the list."""
    from pausedesk.core.store.foreign_sessions import turn_off

    call = at(store, as_json)
    with opened(call) as desk:
        gone = [folder for folder, _program in _folders(name) if turn_off(desk, folder)]
    if not gone:
        raise UsageError("source-not-on", f"{name} is not turned on.", next_step="`pausedesk sources list` names them.")
    emit({"off": gone})
    for folder in gone:
        say(f"off  {word(folder)}")


@sources.command(name="scan")
def sources_scan(
    watch: Annotated[bool, typer.Option("--watch", help="Go on looking as files change, until stopped.")] = False,
    events: Annotated[
        bool, typer.Option("--events", help="For programs: a JSON object a line; ends when its input ends.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look through the folders that are turned on, now. Only what changed is read; Ctrl-C stops, and loses nothing."""
    from pausedesk.core.cli.scanning import telling
    from pausedesk.core.store.foreign_sessions import sources_on

    call = at(store, as_json)
    with opened(call) as desk, telling(events=events) as told:
        wanted = sources_on(desk)
        if not wanted:
            raise UsageError(
                "no-sources", "No folder is turned on.", next_step="`pausedesk sources list` names those there are."
            )
        found = [_looked(desk, source, told) for source in wanted if not told.stopped]
        if not events:
            emit({"sources": found, "stopped": told.stopped})
        if watch and not told.stopped:
            from pausedesk.core.importers.watching import watched

            for source, summary in watched(desk, wanted, told, lambda: told.stopped):
                told.found(source.folder, summary)
    if told.stopped and not watch:
        end(ExitCode.FAILED)


def _looked(desk: Store, source: Source, told: Telling) -> dict[str, Any]:
    from pausedesk.core.importers.scanning import scan
    from pausedesk.core.store.foreign import named_place

    told.begin(source.folder)
    try:
        summary = scan(desk, named_place(source.folder), told, format=source.program)
    except UsageError as error:
        told.fault(source.folder, error)
        return {"folder": source.folder, "code": error.code, "why": error.text()}
    told.found(source.folder, summary)
    return {"folder": source.folder, **summary.as_json()}


def _folders(name: str) -> list[tuple[str, str]]:
    """The folders that a name means, each with the format that is looked for there."""
    from pausedesk.core.importers.sources import PROGRAMS
    from pausedesk.core.store.foreign import place_name

    there = [(place_name(one.folder()), one.format) for one in PROGRAMS]
    if known := [one for one in there if one[1] == name]:
        return known
    folder = place_name(Path(name).absolute())
    return [next((one for one in there if one[0] == folder), (folder, ""))]
