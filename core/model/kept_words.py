"""Sentences that a store keeps as text, found again: what was made from a template of ours is so once more.

Whoever writes one makes it here, so that a door can say it in another language however old it is. Pure.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pausedesk.core.model.wording import Source, Worded, filled

# A longer text is no sentence of ours, or its values would be searched for at a cost that an agent sets.
LONGEST = 1_000
_VALUE = re.compile(r"\\\{(\w+)\\\}")


@dataclass(frozen=True, slots=True)
class Kept:
    """Makes one such sentence, with the values for the names in braces of its template."""

    template: str
    pattern: re.Pattern[str]

    def __call__(self, **values: str | int) -> Worded:
        return Worded.made(filled(self.template, values), Source(self.template, values))


_KNOWN: list[Kept] = []


def kept(template: str) -> Kept:
    """What makes the sentences of a template, which is a literal. `as_kept` asks the first that was made first."""
    _KNOWN.append(Kept(template, re.compile(_VALUE.sub(r"(?P<\1>.*?)", re.escape(template)), re.DOTALL)))
    return _KNOWN[-1]


def as_kept(text: str) -> str:
    """The stored text, with its source where it is such a sentence; the values of one may be such sentences too."""
    for one in _KNOWN if len(text) <= LONGEST else ():
        found = one.pattern.fullmatch(text)
        if found is not None:
            return Worded.made(text, Source(one.template, found.groupdict()).mapped(as_kept))
    return text


LAST_OUTPUT = kept("{death} Its last output was: {line}")
OWNER_GONE = kept("process {pid} on {host}, started {at}, gone according to {by}")
OWNER = kept("process {pid} on {host}, started {at}")
STOPPED_ANSWERING = kept("The agent's process {pid} stopped answering.")
KILLED = kept("The agent's process was killed ({signal}).")
ENDED_BY_ITSELF = kept("The agent's process ended by itself (exit code {code}).")
DOOR_DIED = kept("The door that had taken it up ended before it was spent ({door}).")
WAITED_TOO_LONG = kept("It waited too long for a runner; approve it afresh.")
ASKED_ELSEWHERE = kept("The agent left {what} to an outside system, which cannot answer.")
OUTPUT_LIMIT = kept("The model's answer reached the limit of its length.")
MODEL_REFUSED = kept("The model or its provider declined to answer.")
RAN_AGAIN = kept("What was interrupted ran again.")
STOPPED_BY_PERSON = kept("A person declined and stopped the run.")
DOOR_STOPPED = kept("The door was stopped.")
FAULT = kept("A fault ended the door ({kind}).")
END_NOT_RECORDED = kept("The end of a call could not be recorded.")
RUN_FAILED = kept("The run failed.")
TAKEN_OVER = kept("Another door has taken this session over; nothing of this one landed after that.")
NEVER_ASKED = kept("This store never asked that question.")
SUPERSEDED = kept("A newer question took its place.")
OTHER_STORE = kept("The question was asked under another store.")
ANSWERED_ALREADY = kept("This question was answered already.")
CALL_CHANGED = kept("What would run is not what was asked.")
TOOL_CHANGED = kept("The tool {tool} changed since it was asked.")
CHAIN_CHANGED = kept("The rules that asked have changed.")
NO_APPROVAL = kept("No approval of this call is in this runner's hand.")
