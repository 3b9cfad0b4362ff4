"""Whether a session of our own can be resumed, and the sentence beside the button. Pure; the full verdicts over any
history come with the importers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.rules.history import open_calls_at_end

ITS_OWN_PROGRAM = "This session was imported; its own program resumes it."
ONLY_ITS_PROGRAM = "Only the program that started this session can run it on."


def refuse_ended(tail: Sequence[dict[str, Any]]) -> None:
    """Refuse to resume a history that is complete: nothing is left to do, and a model would answer itself.

    `tail` is the history, or its end from the last response on. Raises ResumeDecisionError `empty` or `completed`.
    """
    if not tail:
        raise ResumeDecisionError("empty", "This session has no messages: there is nothing to resume.")
    if tail[-1]["kind"] == "response" and not open_calls_at_end(tail):
        raise ResumeDecisionError("completed", "This session is finished: there is nothing to resume.")


@dataclass(frozen=True, slots=True)
class ResumeFacts:
    """What is known of a session when Resume is offered."""

    imported: bool
    embedded: bool  # its agent is an object of a program, which no other process can load
    running: str | None  # who runs it now
    held_by: str | None  # the person who holds it, or everything
    answerable: bool  # a question of it waits for a person
    unknown: Sequence[str]  # tools of calls that may have run and are not settled
    owner_lives: bool  # the owner of such a call lives, or cannot be proved dead
    approved: int  # approved calls not started yet
    repeated: Sequence[str]  # tools of interrupted calls that can be repeated, as their author says
    closed: bool  # its last question was closed
    tail: Sequence[dict[str, Any]]
    doubted: Sequence[str] = ()  # tools of closed questions whose calls another copy of the store may have run


def resume_offer(facts: ResumeFacts) -> tuple[bool, str]:
    """Whether Resume is offered, and why not, or what it adds and what it does not run again."""
    if facts.imported:
        return False, ITS_OWN_PROGRAM
    if facts.embedded:
        return False, ONLY_ITS_PROGRAM
    if facts.running is not None:
        return False, f"It is being run by {facts.running}."
    if facts.held_by is not None:
        return False, f"It is held by {facts.held_by}."
    if facts.answerable:
        return False, "It waits for an answer."
    if facts.owner_lives:
        return False, "A call of it may still be running."
    try:
        refuse_ended(facts.tail)
    except ResumeDecisionError as refusal:
        return False, refusal.sentence
    said = []
    if doubt := [*facts.unknown, *facts.doubted]:
        said.append(f"The model is told that {', '.join(doubt)} may have run; it is not run again.")
    if facts.repeated:
        said.append(f"{', '.join(facts.repeated)} runs again: its author says that repeating it is harmless.")
    if facts.approved:
        said.append(
            f"{facts.approved} approved {'call' if facts.approved == 1 else 'calls'} not started will run once."
        )
    if facts.closed:
        said.append("The model reads that its question could no longer be answered, and may ask anew.")
    said.append("Recorded results are kept; then the model goes on.")
    return True, " ".join(said)
