"""import: sessions of other stores, kept byte for byte, and those of other programs, listed where they lie."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core.cli.app import JsonOption, StoreOption, app, at, emit, end, opened, say, shown, word
from pausedesk.core.cli.scanning import Telling, say_summary, telling
from pausedesk.core.errors import ExitCode, PausedeskError, ResumeDecisionError, UsageError
from pausedesk.core.rules.shown import safe

if TYPE_CHECKING:
    from pausedesk.core.store.engine import Store
    from pausedesk.core.store.foreign_sessions import Listed
    from pausedesk.core.store.imported import Imported


@app.command(name="import")
def import_files(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Session files, envelopes, databases of either, or folders of them."),
    ],
    source: Annotated[
        str,
        typer.Option("--source", metavar="NAME", help="The program that envelopes come from, as the list shows it."),
    ] = "imported",
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take sessions of other programs into the list. Nothing is run, and nothing is written where they come from.

    Envelopes are kept byte for byte; what was imported before and has changed since is left as it is, and said (exit
    2). Sessions of programs that `inspect` knows stay in their files, and are read again when those have changed. What
    cannot be read becomes a session with the reason.
    """
    call = at(store, as_json)
    if not source.strip() or source == "pausedesk":
        raise UsageError("source-name", f"{source!r} cannot be the name of another program.")
    with opened(call, create=True) as desk, telling() as told:
        work = _Import(desk, source, told)
        for named in files:
            # The same file is the same place, wherever the command is called from.
            work.take(named.absolute())
    new = sum(one["new"] for one in work.imported)
    emit({"imported": work.imported, "refused": work.refused, "scans": work.scans, "stopped": told.stopped})
    say(f"{new} imported, {len(work.imported) - new} here before, {len(work.refused)} refused")
    end(ExitCode.USAGE if work.refused else ExitCode.FAILED if told.stopped else ExitCode.DONE)


class _Import:
    """What one command takes into the list, and what it does not."""

    def __init__(self, desk: Store, source: str, told: Telling) -> None:
        self._desk = desk
        self._source = source
        self._told = told
        self.imported: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self.scans: list[dict[str, Any]] = []

    def take(self, named: Path) -> None:
        """A file, or what a folder holds: sessions of known programs where they lie, the others as envelopes."""
        from pausedesk.core.importers import place_of, sniffed
        from pausedesk.core.store.foreign import foreign_files, place_name
        from pausedesk.core.store.foreign_sessions import known_files

        try:
            place = place_of(named)
            if named.is_dir():
                self._scan(named)
                known = known_files(self._desk, place_name(named))
                inside = foreign_files(named, lambda _folder: not self._told.stopped)
                found = [file for file in inside if not _is_known(known, file)]
            elif sniffed(place) is not None:
                self._scan(named)
                return
            else:
                found = [named]
        except UsageError as error:
            self._refuse(place_name(named), error)
            return
        for file in found:
            if self._told.stopped:
                return
            self._envelopes(file)

    def _scan(self, place: Path) -> None:
        from pausedesk.core.importers.scanning import scan

        summary = scan(self._desk, place, self._told, listed=self._listed)
        self.scans.append({"place": str(place), **summary.as_json()})
        say_summary(summary)

    def _listed(self, one: Listed) -> None:
        self.imported.append(
            {
                "place": one.place,
                "session": one.session,
                "listed_format": one.format,
                "ending": str(one.ending),
                "unreadable": None if one.unreadable is None else safe(one.unreadable),
                "new": one.new,
            }
        )
        why = f"  {shown(one.unreadable)}" if one.unreadable else ""
        say(f"{'+' if one.new else '='}  {word(one.session)}  {one.ending}  {one.format}{why}")

    def _envelopes(self, file: Path) -> None:
        from pausedesk.core.store.foreign import place_name, read_foreign
        from pausedesk.core.store.imported import import_foreign

        try:
            for one in read_foreign(file):
                try:
                    made = import_foreign(self._desk, one, source=self._source)
                except (UsageError, ResumeDecisionError) as error:
                    self._refuse(one.place, error)
                    continue
                self.imported.append({"place": one.place, **_json(made)})
                say(_line(made))
        except UsageError as error:
            self._refuse(place_name(file), error)

    def _refuse(self, place: str, error: PausedeskError) -> None:
        self.refused.append({"place": place, "code": error.code, "why": safe(error.text())})
        say(f"!  {shown(place)}: {shown(error.text())}")


def _is_known(known: dict[str, tuple[str, str]], file: Path) -> bool:
    """Whether a file was read as one of a known program, itself or in a folder that is one."""
    from pausedesk.core.store.foreign import place_name

    return any(known[place][1] for place in map(place_name, (file, *file.parents)) if place in known)


def _json(made: Imported) -> dict[str, Any]:
    return {
        "session": made.session,
        "listed_format": made.listed_format,
        "ending": str(made.ending),
        "unreadable": made.unreadable,
        "new": made.new,
    }


def _line(made: Imported) -> str:
    why = f"  {shown(made.unreadable)}" if made.unreadable else ""
    return f"{'+' if made.new else '='}  {made.session}  {made.ending}  {shown(made.listed_format)}{why}"
