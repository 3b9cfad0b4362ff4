"""How the program that keeps a session goes on with it, from what its file says, which is not to be trusted. Pure."""

from __future__ import annotations

import re
import shlex

from pausedesk.core.model.foreign import ForeignSession, OwnCommand
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.visible import visible

# What a program takes for the id of a session, and nothing that it could take for an option.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}", re.ASCII)


def own_command(session: ForeignSession, *, folder_there: bool) -> OwnCommand | None:
    """The command, and whether it can be called; None where its program has none for that.

    None as well where the id in the file is no id: it would be an option, or more than one word, of that program. A
    folder that is no plain path is not gone into.
    """
    if not session.command or not all(_ID.fullmatch(word) for word in session.command if not word.startswith("--")):
        return None
    options = [word for word in session.command if word.startswith("--")]
    if any(option not in _OPTIONS for option in options):
        return None
    folder = session.folder if _is_plain(session.folder) else ""
    call = shlex.join(session.command)
    line = f"cd {shlex.quote(folder)} && {call}" if folder else call
    if not folder:
        said = worded(
            "Its own program goes on with it: {call}. The folder that it was called in is not known.", call=call
        )
    elif folder_there:
        said = worded("Its own program goes on with it: {call}, in {folder}.", call=call, folder=folder)
    else:
        said = worded(
            "Its own program goes on with it: {call}, in {folder} - but that folder is not there any more.",
            call=call,
            folder=folder,
        )
    return OwnCommand(session.command, folder, line, bool(folder) and not folder_there, said)


# The options that importers themselves put there.
_OPTIONS = frozenset({"--resume", "--session"})


def _is_plain(folder: str) -> bool:
    """Whether a path is absolute and shows itself as it is."""
    return folder.startswith("/") and visible(folder).text == folder and "\n" not in folder
