"""sources: the folders in which other programs keep sessions, looked at only where a person turned that on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core.cli.app import JsonOption, StoreOption, app, at, clock, emit, end, opened, say, shown, word
from pausedesk.core.errors import ExitCode, UsageError

if TYPE_CHECKING:
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
    from pausedesk.core.importers.sources import PROGRAMS
    from pausedesk.core.store.foreign_sessions import sources_on

    call = at(store, as_json)
    with opened(call, create=True) as desk:
        turned_on = {one.folder: one for one in sources_on(desk)}
    found: list[dict[str, Any]] = []
    for program in PROGRAMS:
        folder = str(program.folder())
        found.append(_json(program.format, folder, turned_on.pop(folder, None)))
    found += [_json(one.program, folder, one) for folder, one in turned_on.items()]
    emit({"sources": found})
    for one in found:
        there = "" if one["there"] else ", not there"
        say(f"{'on ' if one['on'] else 'off'}  {one['program'] or 'any':12}  {word(one['folder'])}{there}")
        if one["scanned_at"] is not None:
            last = one["last"]
            told = f"{last.get('files', 0):,} files, {last.get('unreadable', 0):,} unreadable"
            say(f"       looked at {clock(one['scanned_at'])}: {told}")


def _json(program: str, folder: str, source: Source | None) -> dict[str, Any]:
    return {
        "program": program,
        "folder": folder,
        "there": Path(folder).is_dir(),
        "on": source is not None,
        "scanned_at": source.scanned_at if source is not None else None,
        "last": source.summary if source is not None else {},
    }


@sources.command(name="on")
def sources_on_(name: NameArgument, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Let a folder be looked at, by `sources scan` and by the open window. Nothing is read before that."""
    from pausedesk.core.store.foreign_sessions import turn_on

    call = at(store, as_json)
    folders = _folders(name)
    for folder, _program in folders:
        if not Path(folder).is_dir() and len(folders) == 1:
            raise UsageError("no-such-folder", f"There is no folder {folder}.")
    there = [one for one in folders if Path(one[0]).is_dir()]
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
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look through the folders that are turned on, now. Only what changed is read; Ctrl-C stops, and loses nothing."""
    from pausedesk.core.cli.scanning import say_summary, telling
    from pausedesk.core.importers.scanning import scan
    from pausedesk.core.store.foreign_sessions import sources_on

    call = at(store, as_json)
    with opened(call) as desk, telling() as told:
        wanted = sources_on(desk)
        if not wanted:
            raise UsageError(
                "no-sources", "No folder is turned on.", next_step="`pausedesk sources list` names those there are."
            )
        found: list[dict[str, Any]] = []
        for source in wanted:
            if told.stopped:
                break
            say(f"{source.program or 'any'}  {word(source.folder)}")
            try:
                summary = scan(desk, Path(source.folder), told, format=source.program)
            except UsageError as error:
                found.append({"folder": source.folder, "code": error.code, "why": error.text()})
                say(f"!  {shown(error.text())}")
                continue
            found.append({"folder": source.folder, **summary.as_json()})
            say_summary(summary)
        emit({"sources": found, "stopped": told.stopped})
        if watch:
            from pausedesk.core.importers.watching import watched

            for summary in watched(desk, wanted, told, lambda: told.stopped):
                say_summary(summary)
    if told.stopped and not watch:
        end(ExitCode.FAILED)


def _folders(name: str) -> list[tuple[str, str]]:
    """The folders that a name means, each with the format that is looked for there."""
    from pausedesk.core.importers.sources import PROGRAMS
    from pausedesk.core.store.foreign import place_name

    known = [(str(one.folder()), one.format) for one in PROGRAMS if one.format == name]
    if known:
        return known
    folder = place_name(Path(name).absolute())
    return [next(((str(one.folder()), one.format) for one in PROGRAMS if str(one.folder()) == folder), (folder, ""))]
