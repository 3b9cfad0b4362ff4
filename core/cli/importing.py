"""import: sessions of other stores, kept byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from pausedesk.core.cli.app import JsonOption, StoreOption, app, at, emit, end, opened, safe, say, shown
from pausedesk.core.errors import ExitCode, PausedeskError, ResumeDecisionError, UsageError


@app.command(name="import")
def import_files(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Envelopes, databases of envelopes, or folders of both.")
    ],
    source: Annotated[
        str, typer.Option("--source", metavar="NAME", help="The program they come from, as the list shows it.")
    ] = "imported",
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Keep sessions of other stores, byte for byte. Importing the same again changes nothing; nothing is run.

    What cannot be read becomes a session with the reason. What was imported before and has changed since is left as it
    is, and said (exit 2).
    """
    from pausedesk.core.store.foreign import foreign_files, place_name, read_foreign
    from pausedesk.core.store.imported import import_foreign

    call = at(store, as_json)
    if not source.strip() or source == "pausedesk":
        raise UsageError("source-name", f"{source!r} cannot be the name of another program.")
    imported: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []

    def refuse(place: str, error: PausedeskError) -> None:
        refused.append({"place": place, "code": error.code, "why": safe(error.text())})
        say(f"!  {shown(place)}: {shown(error.text())}")

    with opened(call, create=True) as desk:
        for named in files:
            try:
                # The same file is the same place, wherever the command is called from.
                found = foreign_files(named.absolute())
            except UsageError as error:
                refuse(place_name(named), error)
                continue
            for file in found:
                try:
                    for one in read_foreign(file):
                        try:
                            made = import_foreign(desk, one, source=source)
                        except (UsageError, ResumeDecisionError) as error:
                            refuse(one.place, error)
                            continue
                        imported.append({"place": one.place, **_json(made)})
                        say(_line(made))
                except UsageError as error:
                    refuse(place_name(file), error)
    new = sum(one["new"] for one in imported)
    emit({"imported": imported, "refused": refused})
    say(f"{new} imported, {len(imported) - new} here before, {len(refused)} refused")
    end(ExitCode.USAGE if refused else ExitCode.DONE)


def _json(made: Any) -> dict[str, Any]:
    return {
        "session": made.session,
        "listed_format": made.listed_format,
        "ending": str(made.ending),
        "unreadable": made.unreadable,
        "new": made.new,
    }


def _line(made: Any) -> str:
    why = f"  {shown(made.unreadable)}" if made.unreadable else ""
    return f"{'+' if made.new else '='}  {made.session}  {made.ending}  {shown(made.listed_format)}{why}"
