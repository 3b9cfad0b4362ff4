"""What an audit event of a session says, in words. Pure; the values come out of a store and are made safe here.

The event's own name and its data stay in the audit and in every export: these sentences are for the eye.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pausedesk.core.model.kept_words import as_kept
from pausedesk.core.model.states import Outcome
from pausedesk.core.model.wording import Worded, worded
from pausedesk.core.rules.shown import safe_line

VALUE = 300
LONGEST_NAME = 80
# The ids of rows tell a person nothing, and their start is enough to find them.
_LONG_ID = re.compile(r"[0-9a-f]{16,}")


class _Told:
    """The data of one event: each value on one safe line, absent ones empty."""

    def __init__(self, data: Mapping[str, Any], tool: str) -> None:
        self._data = data
        self.tool = safe_line(tool, LONGEST_NAME) or worded("the call")

    def __getitem__(self, name: str) -> str:
        value = self._data.get(name)
        if isinstance(value, list):
            value = ", ".join(map(str, value))
        text = as_kept("" if value is None else str(value))
        return safe_line(text, VALUE) if isinstance(text, Worded) else _shortened(safe_line(text, VALUE))


def _shortened(text: str) -> str:
    return _LONG_ID.sub(lambda found: f"{found[0][:6]}…", text)


def _submitted(told: _Told) -> Worded:
    match told["decision"]:
        case "approve":
            return worded("Approved {tool}", tool=told.tool)
        case "answer":
            return worded("Answered {tool}", tool=told.tool)
        case "skip":
            return worded("Skipped {tool}", tool=told.tool)
        case _:
            return worded("Declined {tool}", tool=told.tool)


def _spent(told: _Told) -> Worded:
    match told["decision"]:
        case "approve":
            return worded("The approval of {tool} was spent: it may start, once", tool=told.tool)
        case "answer":
            return worded("The answer to {tool} was written down for the agent", tool=told.tool)
        case "skip":
            return worded("The skip of {tool} was written down for the agent", tool=told.tool)
        case _:
            return worded("The decline of {tool} was written down for the agent", tool=told.tool)


def _ended(told: _Told) -> Worded:
    why = told["why"]
    if told["outcome"] == "done":
        return worded("The run finished")
    if told["outcome"] == "paused":
        return worded("The run paused")
    outcome = _OUTCOMES.get(told["outcome"], told["outcome"])
    if why:
        return worded("The run ended ({outcome}): {why}", outcome=outcome, why=why)
    return worded("The run ended ({outcome})", outcome=outcome)


def _settled(told: _Told) -> Worded:
    if told["end"] == "ran":
        return worded("A person settled that {tool} ran", tool=told.tool)
    if told["end"] == "did-not-run":
        return worded("A person settled that {tool} did not run", tool=told.tool)
    return worded("A person settled that nobody knows whether {tool} ran", tool=told.tool)


def _claimed(told: _Told) -> Worded:
    if told["before"]:
        return worded(
            "{holder} takes care of the session, after {before}", holder=told["holder"], before=told["before"]
        )
    return worded("{holder} takes care of the session", holder=told["holder"])


def _held(told: _Told) -> Worded:
    return worded("Held the session: {why}", why=told["why"]) if told["why"] else worded("Held the session")


def _imported(told: _Told) -> Worded:
    return worded("Imported from {place} ({source})", place=told["place"], source=told["source"])


def _kept(told: _Told) -> Worded:
    why = told["why"] or told["code"]
    return worded("The answer about {tool} was kept and not handed over: {why}", tool=told.tool, why=why)


_OUTCOMES: Mapping[str, Worded] = {
    Outcome.REFUSED: worded("refused"),
    Outcome.MARKED: worded("marked"),
    Outcome.KEPT: worded("kept"),
    Outcome.CLOSED: worded("closed"),
    Outcome.FAILED: worded("failed"),
}

# By the event's name, as the store writes it.
EVENT_WORDS: Mapping[str, Callable[[_Told], Worded]] = {
    "answer-began": lambda _: worded("The agent goes on with what was answered"),
    "answer-refused": lambda told: worded("An answer was refused ({code})", code=told["code"]),
    "answer-submitted": _submitted,
    "answer-taken-up": lambda told: worded("The answer about {tool} was taken up", tool=told.tool),
    "answer-withdrawn": lambda told: worded("Took the answer about {tool} back", tool=told.tool),
    "call-asked": lambda told: worded("{tool} stopped inside and asked", tool=told["tool"]),
    "call-checked": lambda told: worded("Checked whether {tool} ran: {said}", tool=told.tool, said=told["said"]),
    "call-done": lambda told: worded("{tool} ran to its end", tool=told["tool"]),
    "call-raised": lambda told: worded("{tool} raised an error: {error}", tool=told["tool"], error=told["error"]),
    "call-repeated": lambda told: worded("{tool} was started again, attempt {n}", tool=told.tool, n=told["attempt"]),
    "call-settled": _settled,
    "call-started": lambda told: worded("{tool} started; no answer was needed", tool=told["tool"]),
    "claimed": _claimed,
    "close-began": lambda _: worded("Closing began"),
    "closed": lambda told: worded("The question about {tool} was closed ({code})", tool=told.tool, code=told["code"]),
    "decision-spent": _spent,
    "door-died": lambda told: worded("What ran the session is dead: {owner}", owner=told["door"]),
    "edited": lambda told: worded("Edited the arguments of {tool}: a new question took its place", tool=told.tool),
    "expired": lambda told: worded("The question about {tool} expired", tool=told.tool),
    "held": _held,
    "interrupted": lambda told: worded("{tool} was interrupted; it can be repeated", tool=told["tool"]),
    "kept": _kept,
    "late-result": lambda _: worded("A result came late and was kept beside"),
    "let-go": lambda _: worded("Nobody takes care of the session any more"),
    "mark-not-written": lambda told: worded("The mark could not be written: {why}", why=told["why"]),
    "may-have-run": lambda told: worded("{tool} may have run: nobody recorded its end", tool=told["tool"]),
    "owner-gone": lambda told: worded("Said that it is gone: {owner}", owner=told["owner"]),
    "paused": lambda told: worded("Stopped to ask: {tools}", tools=told["calls"]),
    "released": lambda told: worded("Let the session go on; it was held by {who}", who=told["held_by"]),
    "resume-began": lambda _: worded("Resuming began"),
    "resume-done": lambda _: worded("The resume was carried out"),
    "resume-refused": lambda told: worded("The resume was refused: {why}", why=told["why"]),
    "resume-submitted": lambda _: worded("Asked to resume"),
    "resume-taken-up": lambda _: worded("The resume was taken up"),
    "run-began": lambda _: worded("A run began"),
    "run-ended": _ended,
    "salvaged": lambda _: worded("Saved out of a damaged store"),
    "session-adopted": lambda told: worded("Taken over by {agent}", agent=told["agent"]),
    "session-created": lambda told: worded("The session began with {agent}", agent=told["agent"]),
    "session-forgotten": lambda _: worded("The session's text was deleted"),
    "session-imported": _imported,
    "submitted": lambda told: worded("The answer about {tool} waits for a runner again", tool=told.tool),
}


def event_words(event: str, data: Mapping[str, Any], tool: str = "") -> str:
    """What the event says, without its time and its author.

    `data` is what the store kept with it, `tool` the tool of the request it is about. An event of another version says
    its name and all its data.
    """
    words = EVENT_WORDS.get(event)
    if words is not None:
        return words(_Told(data, tool))
    name = safe_line(event, LONGEST_NAME).replace("_", " ").replace("-", " ")
    rest = ", ".join(f"{key} {value}" for key, value in data.items() if key != "moved" and value is not None)
    return f"{name}: {_shortened(safe_line(rest, VALUE))}" if rest else name
