"""A model that repeats a declined call: how people are told, and when the run stops instead of asking again. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.wording import Nth, worded


def told_before(declined_before: int) -> str:
    """What a card says of a call that was declined before, tool and arguments the same; nothing of a new one."""
    if not declined_before:
        return ""
    return worded("declined before, {number:th} time", number=Nth(declined_before + 1))


def stops_at(declined_before: Sequence[int], limit: int) -> str | None:
    """Why a run stops instead of asking: one of its calls was declined `limit` times (0: no limit). None: it asks."""
    most = max(declined_before, default=0)
    if not limit or most < limit:
        return None
    times = "once" if most == 1 else f"{most} times"
    return f"The model asked again for a call that was declined {times}; the run was stopped instead of asking."


def closing_of(declined_before: int, limit: int, why: str) -> tuple[str, str]:
    """The code and the reason with which one question of such a turn is closed: the repeated call, or one beside it."""
    if declined_before >= limit:
        return RefusalCode.DECLINE_LIMIT, why
    return "not-run", "The run was stopped over another call of the same turn."
