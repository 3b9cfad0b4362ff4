"""Links to a session, `pausedesk://session/ID`: what stands in a message or a ticket and opens the desk on it. Pure.

A link names a session and nothing else: no store, no file, no act. Whoever follows one sees a card, and decides there.
"""

from __future__ import annotations

import re

from pausedesk.core.errors import UsageError
from pausedesk.core.rules.session_ids import LONGEST_ID, checked_id

SCHEME = "pausedesk"
_START = re.compile(rf"{SCHEME}://session/", re.IGNORECASE | re.ASCII)
# One segment of a path as RFC 3986 has it (section 3.3): everything else stands as %XX.
_SEGMENT = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+", re.ASCII)
_PLAIN = re.compile(r"[A-Za-z0-9._~-]", re.ASCII)
# Of each character at most four bytes, of each byte three characters.
_LONGEST = len(f"{SCHEME}://session/") + 12 * LONGEST_ID


def link_of(session: str) -> str:
    """The link to a session: its id as UTF-8, every character but letters, digits and `_.-~` as %XX."""
    coded = "".join(chr(byte) if _PLAIN.match(chr(byte)) else f"%{byte:02X}" for byte in checked_id(session).encode())
    return f"{SCHEME}://session/{coded}"


def session_of_link(link: str) -> str:
    """The session that a link names, decoded once and exactly. Raises UsageError `bad-link` for everything else.

    The id is compared with ids in the store and never read as a path, whatever characters are in it.
    """
    start = _START.match(link) if len(link) <= _LONGEST else None
    coded = link[start.end() :] if start is not None else ""
    if not _SEGMENT.fullmatch(coded):
        raise _refused()
    data = re.sub(rb"%([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), coded.encode())
    try:
        return checked_id(data.decode())
    except (UnicodeDecodeError, UsageError):
        raise _refused() from None


def _refused() -> UsageError:
    return UsageError(
        "bad-link",
        "This is no link to a session.",
        next_step=f"A link reads {SCHEME}://session/ID, its id coded as in a URL.",
    )
