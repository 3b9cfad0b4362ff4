"""Which calls in doubt belong together, and which of them a person's word settles. Pure.

Source: answered-pause rules, section 8, and the desk page, "Interrupted sessions": all calls of one dead runner are
looked at and settled together; nothing is settled while an owner lives, and nothing that was not looked at.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from pausedesk.core.model.incidents import Settlement
from pausedesk.core.model.owners import Owner

ENDS = ("ran", "did-not-run", "unknown")


def runner_of(door: Owner | None, door_alive: bool | None, owner: Owner) -> Owner:
    """Whose death a call in doubt belongs to.

    `door` is the process that ran the session when the call was started (None: that is not known), `owner` the child
    that ran the call. A runner that died took its children with it or left them to die; of one that lives, the child
    alone died.
    """
    return owner if door is None or door_alive is True else door


def runner_id(runner: Owner) -> str:
    """A name for a runner that can be typed; whether somebody says that it is gone makes no other of it."""
    return hashlib.sha256(replace(runner, gone="").to_json().encode()).hexdigest()[:12]


class LeftOut(StrEnum):
    """Why settling together leaves a call out, the first that holds in this order."""

    LIVES = "lives"  # its owner lives
    UNSURE = "unsure"  # nobody can tell from here whether its owner lives
    NOT_SEEN = "not-seen"
    KEPT_BACK = "kept-back"  # the person wants it left as it is
    NOTHING_FOUND = "nothing-found"  # "it ran" needs what they found


@dataclass(frozen=True, slots=True)
class CallInDoubt:
    """One call as a person has it before them. `own_end` is the end it is given by itself (None: the one of all), ""
    where it is to be left as it is; `found` what they found for it alone."""

    session: str
    execution: str
    owner_alive: bool | None
    seen: bool = False
    own_end: str | None = None
    found: str = ""


@dataclass(frozen=True, slots=True)
class Together:
    """What settling together does: the settlements in the order of the calls, and what is left out with the reason."""

    settled: tuple[Settlement, ...]
    left: tuple[tuple[str, LeftOut], ...]  # execution, why


def settle_together(calls: Iterable[CallInDoubt], end: str, found: str = "") -> Together:
    """What becomes of each call where a person says `end` of all of them (ran: with what they `found`)."""
    settled: list[Settlement] = []
    left: list[tuple[str, LeftOut]] = []
    for call in calls:
        mine, words = (end, found) if call.own_end is None else (call.own_end, call.found)
        why = _left_out(call, mine, words)
        if why is not None:
            left.append((call.execution, why))
        else:
            settled.append(Settlement(call.session, call.execution, mine, words if mine == "ran" else ""))
    return Together(tuple(settled), tuple(left))


def _left_out(call: CallInDoubt, end: str, found: str) -> LeftOut | None:
    if call.owner_alive is not False:
        return LeftOut.LIVES if call.owner_alive else LeftOut.UNSURE
    if not call.seen:
        return LeftOut.NOT_SEEN
    if end not in ENDS:
        return LeftOut.KEPT_BACK
    return LeftOut.NOTHING_FOUND if end == "ran" and not found.strip() else None
