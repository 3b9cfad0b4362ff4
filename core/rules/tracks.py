"""The way of an answer in steps, from what the store keeps of it: right after a crash of either side. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from pausedesk.core.model.states import AnswerState, ExecutionState
from pausedesk.core.model.views import TrackStep
from pausedesk.core.model.wording import worded


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """What the store knows of one answer and of the call it was for. Times in milliseconds."""

    state: AnswerState
    decision: str
    at: int
    taken_at: int | None = None
    spent_at: int | None = None
    ended_at: int | None = None
    outcome: str | None = None
    code: str | None = None
    error: str | None = None
    execution: ExecutionState | None = None
    started_at: int | None = None
    finished_at: int | None = None
    call_error: str | None = None
    stop: bool = False
    entered: bool = False  # its body ran up to the point where it asked


_NOT_RUN_ENTERED = worded("what it did before it asked may stand")
_REPLIED = {
    "answer": worded("Answered: the model reads the answer and goes on."),
    "skip": worded("Skipped: the model reads that there is no answer, and goes on."),
}


def track_of(facts: AnswerFacts) -> tuple[TrackStep, ...]:
    """The steps: handed over, taken up, decision spent, running, result stored; or how it ended instead."""
    spent = facts.state is AnswerState.SPENT
    taken = spent or facts.state is AnswerState.TAKEN_UP
    steps = [
        TrackStep("handed_over", True, facts.at, worded("Handed over to the runner.")),
        TrackStep("taken_up", taken, facts.taken_at if taken else None, worded("Taken up by the runner.")),
        TrackStep("spent", spent, facts.spent_at, worded("The decision is spent: it can be used by nothing else.")),
    ]
    if facts.decision in _REPLIED:
        not_run = worded("nothing was run")
    else:
        not_run = _NOT_RUN_ENTERED if facts.entered else worded("the call was not run")
    match facts.state:
        case AnswerState.WITHDRAWN:
            return (
                steps[0],
                TrackStep("withdrawn", True, facts.ended_at, worded("Taken back before anything used it.")),
            )
        case AnswerState.REFUSED:
            why = facts.error or worded("No answer can reach this question any more.")
            return (
                *steps[:2],
                TrackStep("closed", True, facts.ended_at, worded("Closed, {not_run}: {why}", not_run=not_run, why=why)),
            )
        case AnswerState.KEPT:
            why = facts.error or worded("It was not used.")
            return (
                *steps[:2],
                TrackStep(
                    "kept",
                    True,
                    facts.ended_at,
                    worded("Kept, {not_run}; answer again: {why}", not_run=not_run, why=why),
                ),
            )
        case _:
            pass
    if facts.decision in _REPLIED:
        return (*steps, TrackStep("stored", spent, facts.spent_at, _REPLIED[facts.decision]))
    if facts.decision == "decline":
        what = worded("The model reads the decline and goes on.") if not facts.stop else worded("The run stops here.")
        return (
            *steps,
            TrackStep(
                "stored", spent, facts.spent_at, worded("Declined: {not_run}. {what}", not_run=not_run, what=what)
            ),
        )
    return (*steps, *_call_steps(facts))


def _call_steps(facts: AnswerFacts) -> tuple[TrackStep, ...]:
    running = TrackStep("running", facts.execution is not None, facts.started_at, worded("The call runs, once."))
    match facts.execution:
        case ExecutionState.DONE:
            end = TrackStep("stored", True, facts.finished_at, worded("The call ended; its result is stored."))
        case ExecutionState.RAISED:
            why = facts.call_error or worded("an error")
            end = TrackStep(
                "stored", True, facts.finished_at, worded("The call raised, and may have taken effect: {why}", why=why)
            )
        case ExecutionState.INTERRUPTED:
            said = worded(
                "The process that ran it died; its author says that it can be repeated, so Resume runs it again."
            )
            end = TrackStep("stored", False, None, said)
        case ExecutionState.MAY_HAVE_RUN:
            said = worded(
                "The process that ran it died: the call may have run. It is not run again; look, then settle it."
            )
            end = TrackStep("marked", True, facts.ended_at, said)
        case ExecutionState.SETTLED_RAN:
            end = TrackStep("marked", True, facts.finished_at, worded("It may have run; a person settled that it ran."))
        case ExecutionState.SETTLED_NOT_RUN:
            end = TrackStep(
                "marked", True, facts.finished_at, worded("It may have run; a person settled that it did not.")
            )
        case ExecutionState.SETTLED_UNKNOWN:
            end = TrackStep("marked", True, facts.finished_at, worded("It may have run; a person left it unknown."))
        case _:
            end = TrackStep("stored", False, None, worded("Its result is stored."))
    return running, end
