"""A session's trail: the audit's events and the facts of the rows they tell of, as values to compare and to export.

Times are integer milliseconds since the Unix epoch, UTC; texts are the real ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pausedesk.core.model.handover import CallSite


@dataclass(frozen=True, slots=True)
class EventFact:
    """One event of the audit. `moved` names what it changed: (kind, id, the state it is in now)."""

    at: int
    event: str
    who: str
    request: str | None = None
    moved: Sequence[tuple[str, str, str]] = ()
    told: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RequestFact:
    """One consent request. `by_rule`: the tool itself requires approval; else its body asked from inside."""

    request: str
    run: str  # the drive that asked
    site: CallSite
    position: int
    tool: str
    arguments: str  # canonical
    digest: str
    state: str
    by_rule: bool = True
    entered: bool = False
    created_at: int = 0
    expires_at: int | None = None
    expires_boot: str = ""  # the same instant by the clock that counts suspend, in ms since this boot
    expires_boot_ms: int | None = None
    spent_at: int | None = None
    spent_by: str | None = None
    spent_answer: str | None = None
    spent_code: str | None = None
    replaces: str | None = None
    plain: bool = False  # a plain question: it takes an answer, and nothing of it runs


@dataclass(frozen=True, slots=True)
class AnswerFact:
    """One answer, with the digest of what the person saw."""

    answer: str
    request: str
    digest: str
    decision: str  # approve | decline | answer | skip
    by: str
    state: str
    at: int = 0
    note: str | None = None
    stop: bool = False
    taken_at: int | None = None
    spent_at: int | None = None
    value: str | None = None  # the answer to a plain question, as JSON


@dataclass(frozen=True, slots=True)
class ExecutionFact:
    """One call that was started; `request` is the approval it was started on, None where none was needed."""

    execution: str
    run: str  # the drive that started it
    site: CallSite
    request: str | None
    tool: str
    arguments: str  # canonical
    state: str
    started_at: int = 0
    ended_at: int | None = None
    settled_by: str | None = None
    settled_text: str | None = None
    late_result: str | None = None


@dataclass(frozen=True, slots=True)
class NoticeFact:
    """What the model reads in place of a call's result."""

    site: CallSite
    origin: str
    text: str


@dataclass(frozen=True, slots=True)
class Trail:
    """Everything a session left behind it. `states` are those of its rows now, by kind and id."""

    session: str
    imported: bool  # an envelope of another store that nothing here has gone on with
    ending: str
    events: Sequence[EventFact] = ()
    requests: Sequence[RequestFact] = ()
    answers: Sequence[AnswerFact] = ()
    executions: Sequence[ExecutionFact] = ()
    notices: Sequence[NoticeFact] = ()
    states: Mapping[tuple[str, str], str] = field(default_factory=dict)


def needs_approval(trail: Trail) -> frozenset[str]:
    """The executions whose call may not start without an approval: the question about it was the tool's own rule, or
    the same drive asked by that rule about another call of the tool. An agent may change its rules between drives."""
    asked = [one for one in trail.requests if one.by_rule]
    sites, tools = {one.site for one in asked}, {(one.run, one.tool) for one in asked}
    return frozenset(one.execution for one in trail.executions if one.site in sites or (one.run, one.tool) in tools)
