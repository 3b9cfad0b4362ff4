"""Opening a terminal in which a session's own program goes on with it, as the person asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from pausedesk.core.errors import EnvironmentFault
from pausedesk.core.model.foreign import OwnCommand
from pausedesk.core.model.wording import worded

# Each with what stands before the command. TERMINAL and Debian's own choice come first, then the common ones.
TERMINALS: tuple[tuple[str, ...], ...] = (
    ("x-terminal-emulator", "-e"),
    ("gnome-terminal", "--"),
    ("konsole", "-e"),
    ("xfce4-terminal", "-x"),
    ("kitty",),
    ("alacritty", "-e"),
    ("foot",),
    ("wezterm", "start", "--"),
    ("xterm", "-e"),
)
# The program may be one that ends at once, with a sentence that has to be read.
_STAY = 'cd "$1" || exit; shift; "$@"; printf "\\n[exit code %s; Enter closes this window] " "$?"; read -r _'


def open_terminal(command: OwnCommand) -> None:
    """Open a terminal in the session's folder and call its own program there; it outlives this process.

    Raises EnvironmentFault: `folder-missing`, `no-program` where the program is not installed, `no-terminal`.
    """
    folder = Path(command.folder) if command.folder else Path.home()
    try:
        there = folder.is_dir()
    except OSError as error:
        # A name longer than any, or a folder on the way that is closed to this person.
        raise EnvironmentFault(
            "folder-missing",
            worded("The folder {folder} cannot be gone into: {what}.", folder=folder, what=error.strerror or error),
            next_step=worded("Copy the command and call it elsewhere."),
        ) from error
    if not there:
        raise EnvironmentFault(
            "folder-missing",
            worded("The folder {folder} is not there any more.", folder=folder),
            next_step=worded("Restore it, or copy the command and call it elsewhere."),
        )
    program = _found(command.argv[0])
    if program is None:
        raise EnvironmentFault(
            "no-program",
            worded("{argv} is not installed here, or not on the PATH.", argv=command.argv[0]),
            next_step=worded("Copy the command, and call it where it is."),
        )
    try:
        process = subprocess.Popen(
            [*_terminal(), "/bin/sh", "-c", _STAY, "sh", str(folder), program, *command.argv[1:]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            cwd=folder,
        )
    except OSError as error:
        raise EnvironmentFault(
            "no-terminal", worded("No terminal could be opened: {what}.", what=error.strerror or error)
        ) from error
    # While both live, somebody has to take its end.
    threading.Thread(target=process.wait, name="terminal-end", daemon=True).start()


def _found(program: str) -> str | None:
    """Where a program is. Whole, for with a PATH like "." another one could lie in the folder that a file names."""
    found = shutil.which(program)
    return None if found is None else str(Path(found).absolute())


def _terminal() -> Sequence[str]:
    named = os.environ.get("TERMINAL", "")
    known = next((before for name, *before in TERMINALS if name == Path(named).name), ["-e"])
    own = [(named, *known)] if named else []
    for name, *before in (*own, *TERMINALS):
        found = _found(name)
        if found is not None:
            return [found, *before]
    where = " On this system copy the command into one." if sys.platform == "darwin" else ""
    raise EnvironmentFault("no-terminal", worded("There is no terminal that is known here.{where}", where=where))
