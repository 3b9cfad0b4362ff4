"""What can be the id of a session, and the id that a session of another store gets here. Pure.

Ids are compared as they are, character by character: two that look alike, differ in case or in their Unicode form are
two sessions.
"""

from __future__ import annotations

import hashlib
import re

from pausedesk.core.errors import UsageError

LONGEST_ID = 1_000

# What every door can take and show as it stands: nothing that a shell, a terminal or a file name reads as more.
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,99}", re.ASCII)


def checked_id(session: str) -> str:
    """The id, where it can be one; raises UsageError `session-id` for what cannot be stored or named again."""
    if not session.strip():
        raise _refused("it is empty")
    if len(session) > LONGEST_ID:
        raise _refused(f"it has {len(session):,} characters, and {LONGEST_ID:,} are the most")
    if "\0" in session:
        raise _refused("it holds the character NUL")
    try:
        session.encode()
    except UnicodeEncodeError:
        raise _refused("it holds half of a surrogate pair, which is not a character") from None
    return session


def imported_id(theirs: str | None, *, source: str, place: str, taken: int = 0) -> str:
    """The id of an imported session: its own where every door can take it as it stands, else one made from it.

    The same for the same session each time. `taken`: other sessions have the first one or two; then the place is part
    of the id, and after that nothing of it is to be read, so that no other session's is the same.
    """
    named = theirs if theirs is not None else place.rpartition("/")[2].partition(".")[0]
    made = named if _PLAIN.fullmatch(named) else f"imported-{_digest(source, named)}"
    match taken:
        case 0:
            return made
        case 1:
            return f"{made[:80]}-{_digest(source, place)[:8]}"
        case _:
            return f"imported-{_digest(source, place, named)}"


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:24]


def _refused(why: str) -> UsageError:
    return UsageError("session-id", f"This cannot be the id of a session: {why}.")
