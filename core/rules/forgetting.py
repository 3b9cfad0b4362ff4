"""Whether a session may be forgotten, and what of its events stays: facts, no text. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.states import Ending

# What an event of a forgotten session still says beside its time, its name and who did it.
_FACTS = ("code", "decision", "digest")


@dataclass(frozen=True, slots=True)
class ForgetFacts:
    """What is known of a session that somebody wants to forget; the numbers are of its rows."""

    waiting: int  # requests that wait, answered or not
    unknown: int  # calls that may have run, and those that run
    held: int  # doors that hold it, wishes to resume it
    ending: str


def refuse_forgetting(session: str, facts: ForgetFacts) -> ResumeDecisionError | None:
    """Why the session must not be forgotten, or None.

    What may have run comes first: only this store knows of it. Then what runs, and what waits for a person or a runner,
    here or in the store that the session came from.
    """
    if facts.unknown:
        return _refused("may-have-run", session, "a call of it runs or may have run; settle it first")
    if facts.held:
        return _refused(RefusalCode.RUNNING, session, "it is being run, or is about to be")
    if facts.waiting or facts.ending == Ending.WAITING_APPROVAL:
        return _refused(RefusalCode.WAITING, session, "a question of it waits")
    return None


def _refused(code: str, session: str, why: str) -> ResumeDecisionError:
    return ResumeDecisionError(code, f"The session {session!r} cannot be forgotten: {why}.")


def forgotten_refusal(session: str, by: str, at: str, state: str | None = None) -> ResumeDecisionError:
    """The refusal of everything that comes to a session that was forgotten; `state` is that of the request it names."""
    became = f" The question was {state} before that." if state is not None else ""
    return ResumeDecisionError(
        "forgotten", f"The session {session!r} was forgotten by {by} ({at}): nothing of it can be run.{became}"
    )


def facts_of_event(data: str) -> str:
    """The data of an event (JSON) without its texts."""
    try:
        told = json.loads(data)
    except ValueError:
        return "{}"
    kept = {name: told[name] for name in _FACTS if isinstance(told, dict) and isinstance(told.get(name), str)}
    return json.dumps(kept, separators=(",", ":"))
