"""How a session of our own stands, from facts the store keeps. Pure; the store writes the verdict beside the facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.histories import StopReason
from pausedesk.core.model.states import Ending, Outcome, RunCode


@dataclass(frozen=True, slots=True)
class SessionFacts:
    """The facts an ending follows from.

    `tail`: what the history ends in (nothing, request, response, calls, unreadable); of a response without calls, how
    it stopped (`stop`; None: it said nothing of that).
    """

    unknown: int
    held: bool
    waiting: int
    submitted: int
    last_outcome: str | None
    last_code: str | None
    tail: str
    pause_code: str | None = None  # why its newest pause was closed
    stop: StopReason | None = None


@dataclass(frozen=True, slots=True)
class EndingVerdict:
    """An ending, how sure it is, and who stopped the session."""

    ending: Ending
    confidence: str = "certain"
    stopped_by: str = ""


def ending_of(facts: SessionFacts) -> EndingVerdict:
    """The ending of one of our own sessions (resume rules, "Endings").

    What may have run comes first: no other fact about the session is as urgent. What waits on a person comes before a
    run that is under way, because a session that waits is not run.
    """
    if facts.unknown:
        return EndingVerdict(Ending.MAY_HAVE_RUN, stopped_by="process")
    if facts.held:
        return EndingVerdict(Ending.RUNNING)
    if facts.waiting:
        return EndingVerdict(Ending.WAITING_APPROVAL)
    if facts.submitted:
        return EndingVerdict(Ending.APPROVED_NOT_STARTED)
    if RefusalCode.EXPIRED in (facts.last_code, facts.pause_code if facts.last_outcome == Outcome.PAUSED else None):
        return EndingVerdict(Ending.EXPIRED)
    if facts.last_code == RefusalCode.DECLINE_LIMIT:
        return EndingVerdict(Ending.STOPPED, stopped_by="process")
    if facts.last_outcome == Outcome.FAILED and facts.last_code == RunCode.USAGE_LIMIT:
        return EndingVerdict(Ending.STOPPED, stopped_by="process")
    if facts.last_code == "stopped":
        return EndingVerdict(Ending.STOPPED, stopped_by="person")
    if facts.last_outcome == Outcome.DONE:
        return EndingVerdict(Ending.FINISHED)
    if facts.last_outcome == Outcome.FAILED and facts.last_code in _BY_CODE:
        return EndingVerdict(_BY_CODE[facts.last_code], stopped_by="process")
    if facts.tail == "unreadable":
        return EndingVerdict(Ending.UNREADABLE)
    if facts.tail == "calls":
        return EndingVerdict(Ending.TOOLS_INTERRUPTED, stopped_by="process")
    if facts.tail == "request":
        return EndingVerdict(Ending.USER_UNANSWERED, stopped_by="process")
    if facts.tail == "response" and facts.stop in _BY_STOP:
        return EndingVerdict(_BY_STOP[facts.stop], stopped_by="process")
    if facts.tail == "response" and facts.last_outcome == Outcome.FAILED and facts.last_code == "agent":
        # The agent raised over the model's last answer, in an output function, say.
        return EndingVerdict(Ending.STOPPED, confidence="probable", stopped_by="process")
    if facts.tail == "response":
        # The run died between storing the answer and its own end: nothing is left to do.
        return EndingVerdict(Ending.FINISHED, confidence="probable")
    return EndingVerdict(Ending.EMPTY)


_BY_CODE: Mapping[str | None, Ending] = {
    RunCode.PROVIDER: Ending.API_ERROR,
    RunCode.OUTPUT_LIMIT: Ending.OUTPUT_LIMIT,
    RunCode.CONTEXT_FULL: Ending.CONTEXT_FULL,
    RunCode.MODEL_REFUSED: Ending.REFUSED,
}
_BY_STOP: Mapping[StopReason | None, Ending] = {
    StopReason.INTERRUPTED: Ending.RESPONSE_CUT_OFF,
    # It was paused, and the run ended before it went on.
    StopReason.PAUSED: Ending.RESPONSE_CUT_OFF,
    StopReason.MAX_OUTPUT: Ending.OUTPUT_LIMIT,
    StopReason.CONTEXT_FULL: Ending.CONTEXT_FULL,
    StopReason.REFUSAL: Ending.REFUSED,
}
