"""What a tool's author says of a call that may have run, when asked: the answers of a *check*.

    from pausedesk.core.model.checks import CallToCheck, not_ran, ran, unknown

    def was_refunded(call: CallToCheck):
        found = book.find(key=call.request)
        return ran(found.amount) if found else not_ran

    @agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"check": was_refunded}})

A check looks and changes nothing. Its answer is evidence for the person who settles the call; it settles nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class CheckWord(StrEnum):
    """What a check can find."""

    RAN = "ran"
    NOT_RAN = "not_ran"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CallToCheck:
    """The call that a check is asked about.

    `arguments` are those it was started with, as JSON values; `started_at` is in milliseconds since the Unix epoch,
    UTC. `request` is the consent request under which it ran, which a tool can use as its idempotency key; None where
    the call needed no approval.
    """

    session: str
    execution: str
    call: str
    request: str | None
    tool: str
    arguments: Any
    started_at: int


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """What a check found: made by `ran(result)`, or one of `not_ran` and `unknown`."""

    said: CheckWord
    result: Any = None


def ran(result: Any = None) -> CheckAnswer:
    """The call ran; `result` is what it came to, where the check can tell."""
    return CheckAnswer(CheckWord.RAN, result)


not_ran = CheckAnswer(CheckWord.NOT_RAN)
unknown = CheckAnswer(CheckWord.UNKNOWN)
