"""A session's trail as a trace in agentack's event types, for a judge that shares no line with this program.

Schema version 2 of agentack 0.6. What agentack has no word for is said in its own words as closely as they come:

- each answer is one presentation of its call and one decision, so that a question asked afresh is a new approval;
- a question that was closed, replaced or not answered in time was decided by the ledger: a `deny` with its reason;
- a call was executed from the moment it was let start, whether or not its end is known; one that its author calls
  repeatable and that was started again is one call all the same;
- a plain question is an action that its answer allows and that is executed by it; nothing runs;
- a stop is an `interrupt` until a person lets the session go on;
- a call whose question had an end was executed at the time by the clock that the ledger judged that end with (section
  9): the wall clock may have been set meanwhile.

The digest in each action is over the real bytes; texts are escaped and secrets masked as wherever they are shown.
Pure functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from pausedesk.core.model.canonical import CanonicalError, JsonValue, call_digest, parse_strict
from pausedesk.core.model.handover import CallSite
from pausedesk.core.model.moments import Deadline, Moment
from pausedesk.core.model.states import Ending, ExecutionState, RequestState
from pausedesk.core.model.trails import AnswerFact, EventFact, ExecutionFact, RequestFact, Trail, needs_approval
from pausedesk.core.rules.expiry import judged_at
from pausedesk.core.rules.redaction import masked, masked_value
from pausedesk.core.rules.shown import safe
from pausedesk.core.rules.transitions import BEGAN
from pausedesk.core.rules.visible import visible

SCHEMA = 2
GATED = "gated-call"
"""The operation of a call that needs an approval; agentack's policy for these traces requires it for `*:gated-call`."""

QUESTION = "question"
"""The operation of a plain question: a person's answer is its result, and nothing runs."""

UNGATED = "call"
NO_EXPIRY = "9999-12-31T23:59:59Z"
"""Approvals do not age by themselves here; agentack would let one lapse after five minutes where nothing is said."""

POLICY = """version = 1

[approval]
require_for = ["*:gated-call"]
"""
"""The policy under which agentack judges these traces, as a file for its `--policy`."""

# Agentack takes lines of a million bytes and values twenty levels deep.
_LONGEST_ARGUMENTS = 200_000
_DEEPEST = 16
_LONGEST_INTEGER_BITS = 8_000

OPEN = frozenset({Ending.RUNNING, Ending.WAITING_APPROVAL, Ending.APPROVED_NOT_STARTED, Ending.MAY_HAVE_RUN})
"""The endings of sessions that are not over: their traces have no end yet."""

_NOT_APPROVED = {
    RequestState.DECLINED: "declined by {by}",
    RequestState.SKIPPED: "skipped by {by}: there is no answer",
    RequestState.CLOSED: "closed ({code}): no answer can reach it",
    RequestState.EXPIRED: "expired before it was answered",
    RequestState.SUPERSEDED: "replaced: a person changed the arguments",
}


def agentack_trace(trail: Trail) -> list[dict[str, Any]]:
    """The events of the trace, in order: JSON objects of agentack's schema. A session that is not over has no end."""
    writer = _Writer(trail)
    events = [event for one in trail.events for event in writer.events(one)]
    if trail.ending not in OPEN:
        at = trail.events[-1].at if trail.events else 0
        events.append(writer.event("session_end", at, reason=trail.ending))
    return events


def trace_warnings(trail: Trail) -> list[str]:
    """What the escapes in a trace stand for, one sentence each, where something in the calls hides or imitates."""
    calls: list[RequestFact | ExecutionFact] = [*trail.requests, *trail.executions]
    texts = [text for one in calls for text in (one.tool, one.arguments)]
    return list(dict.fromkeys(warning for text in texts for warning in visible(text).warnings))


@dataclass
class _Writer:
    trail: Trail
    requests: Mapping[str, RequestFact] = field(init=False)
    answers: Mapping[str, AnswerFact] = field(init=False)
    executions: Mapping[str, ExecutionFact] = field(init=False)
    # How often a request was presented; the approval of an answer is the presentation it was given to.
    presented: Counter[str] = field(default_factory=Counter)
    approvals: dict[str, str] = field(default_factory=dict)
    undecided: dict[str, str] = field(default_factory=dict)
    started: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.requests = {one.request: one for one in self.trail.requests}
        self.answers = {one.answer: one for one in self.trail.answers}
        self.executions = {one.execution: one for one in self.trail.executions}
        self.gated = needs_approval(self.trail)
        # Identical calls of one turn are wishes of their own: declining one says nothing of the other.
        alike: Counter[tuple[int, str]] = Counter()
        self.intents: dict[CallSite, str] = {}
        for one in sorted(self.trail.requests, key=lambda request: request.position):
            digest, key = _digest(one), (one.site.response_seq, _digest(one))
            self.intents[one.site] = f"{digest}/{alike[key]}" if alike[key] else digest
            alike[key] += 1
        self.asked_at = {one.site for one in self.trail.requests}
        begun = [one for event in self.trail.events for kind, one, to in event.moved if (kind, to) == ("run", BEGAN)]
        self.last_run = begun[-1] if begun else None

    def events(self, event: EventFact) -> Iterator[dict[str, Any]]:
        for kind, identity, state in event.moved:
            if kind == "request" and identity in self.requests:
                yield from self._request(event, self.requests[identity], state)
            elif kind == "answer" and identity in self.answers:
                yield from self._answer(event, self.answers[identity], state)
            elif kind == "execution" and state == ExecutionState.RUNNING and identity in self.executions:
                yield from self._started(event, self.executions[identity])
        # Agentack knows no word for going on: a stop holds until the next run that a person lets begin.
        if event.told.get("code") == "stopped" and event.told.get("run") == self.last_run:
            yield self.event("interrupt", event.at, reason="a person stopped the run")

    def _request(self, event: EventFact, request: RequestFact, state: str) -> Iterator[dict[str, Any]]:
        if state == RequestState.WAITING:
            action = self._action(request.tool, request.arguments, _operation(request))
            yield self._of(request, "action_proposed", event.at, action=action)
            yield self._present(request, event.at)
            return
        if state == RequestState.ANSWERED:
            action = self._action(request.tool, request.arguments, QUESTION)
            approval = self._approval(request)
            yield self._of(request, "action_executed", event.at, action=action, approval_id=approval)
            return
        reason = _NOT_APPROVED.get(RequestState(state))
        if reason is None:
            return
        approval = self._approval(request)
        if request.request in self.undecided:
            yield self._decide(request, self.undecided.pop(request.request), "deny", event.at)
        said = reason.format(by=request.spent_by or event.who, code=request.spent_code or "not-run")
        yield self._of(request, "action_blocked", event.at, approval_id=approval, reason=safe(said))

    def _present(self, request: RequestFact, at: int) -> dict[str, Any]:
        self.presented[request.request] += 1
        number = self.presented[request.request]
        approval = request.request if number == 1 else f"{request.request}#{number}"
        self.undecided[request.request] = approval
        action = self._action(request.tool, request.arguments, _operation(request))
        return self._of(request, "approval_requested", at, approval_id=approval, action=action)

    def _approval(self, request: RequestFact) -> str:
        """The presentation that settled the request: the one its spent answer was given to, else the newest."""
        spent = self.approvals.get(request.spent_answer or "")
        number = self.presented[request.request]
        return spent or (request.request if number <= 1 else f"{request.request}#{number}")

    def _answer(self, event: EventFact, answer: AnswerFact, state: str) -> Iterator[dict[str, Any]]:
        request = self.requests.get(answer.request)
        if state != "submitted" or request is None or answer.answer in self.approvals:
            return
        if answer.request not in self.undecided:
            yield self._present(request, event.at)
        approval = self.approvals[answer.answer] = self.undecided.pop(answer.request)
        yield self._decide(request, approval, _SAYS.get(answer.decision, "deny"), event.at)

    def _decide(self, request: RequestFact, approval: str, decision: str, at: int) -> dict[str, Any]:
        expiry = NO_EXPIRY if request.expires_at is None else _time(request.expires_at)
        return self._of(request, "approval_decision", at, approval_id=approval, decision=decision, expires_at=expiry)

    def _started(self, event: EventFact, execution: ExecutionFact) -> Iterator[dict[str, Any]]:
        if execution.execution in self.started:
            return
        self.started.add(execution.execution)
        request = self.requests.get(execution.request or "")
        gated = request is not None or execution.execution in self.gated
        action = self._action(execution.tool, execution.arguments, GATED if gated else UNGATED)
        named = {"action_id": _action_id(execution.site, self._edits(request)), "intent_id": self._intent(execution)}
        if request is None:
            if execution.site in self.asked_at:
                # The part of a body before its question is another action than the call that was asked about.
                named["action_id"] += "/entered"
            yield self.event("action_proposed", event.at, action=action, **named)
            yield self.event("action_executed", event.at, action=action, **named)
            return
        approval, at = self._approval(request), _judged_at(request, event)
        yield self.event("action_executed", at, action=action, approval_id=approval, **named)

    def _of(self, request: RequestFact, kind: str, at: int, **fields: Any) -> dict[str, Any]:
        named = {"action_id": _action_id(request.site, self._edits(request)), "intent_id": self._intent(request)}
        return self.event(kind, at, **named, **fields)

    def _intent(self, call: RequestFact | ExecutionFact) -> str:
        return self.intents.get(call.site, _digest(call))

    def _edits(self, request: RequestFact | None) -> int:
        """How often a person changed the arguments before this request."""
        count = 0
        while request is not None and request.replaces is not None and count < len(self.requests):
            request = self.requests.get(request.replaces)
            count += 1
        return count

    def _action(self, tool: str, arguments: str, operation: str) -> dict[str, Any]:
        shown = {"arguments": _shown_arguments(arguments), "digest": _digest_of(tool, arguments)}
        return {"tool": safe(tool) or "-", "operation": operation, "parameters": shown}

    def event(self, kind: str, at: int, **fields: Any) -> dict[str, Any]:
        return {
            "schema_version": SCHEMA,
            "type": kind,
            "timestamp": _time(at),
            "session_id": safe(self.trail.session),
            **fields,
        }


_SAYS = {"approve": "allow", "answer": "allow"}


def _operation(request: RequestFact) -> str:
    return QUESTION if request.plain else GATED


def _judged_at(request: RequestFact, event: EventFact) -> int:
    if request.expires_at is None:
        return event.at
    match event.told.get("clock"):
        case {"wall": int(wall), "boot": str(boot), "boot_ms": int() | None as boot_ms}:
            lifetime = request.expires_at - request.created_at
            end = Deadline(request.expires_at, lifetime, request.expires_boot, request.expires_boot_ms)
            return judged_at(end, Moment(wall, boot, boot_ms))
        case _:
            return event.at  # begun under a version whose events told less


def _action_id(site: CallSite, edits: int) -> str:
    identity = f"{site.response_seq}/{safe(site.call_id)}/{site.ordinal}"
    return f"{identity}#{edits}" if edits else identity


def _digest(one: RequestFact | ExecutionFact) -> str:
    return _digest_of(one.tool, one.arguments)


def _digest_of(tool: str, arguments: str) -> str:
    try:
        return call_digest(tool, parse_strict(arguments))
    except CanonicalError:
        return "none: the stored arguments cannot be read"


def _shown_arguments(arguments: str) -> JsonValue:
    if len(arguments) > _LONGEST_ARGUMENTS:
        return f"left out: {len(arguments)} characters"
    try:
        return masked_value(_visible_value(parse_strict(arguments), 0))
    except CanonicalError:
        return safe(arguments)


def _visible_value(value: JsonValue, depth: int) -> JsonValue:
    if isinstance(value, str):
        return visible(value).text
    if isinstance(value, int) and value.bit_length() > _LONGEST_INTEGER_BITS:
        return f"left out: an integer of {value.bit_length()} bits"
    if isinstance(value, list | dict) and depth >= _DEEPEST:
        return f"left out: {len(value)} values, nested too deep"
    if isinstance(value, list):
        return [_visible_value(item, depth + 1) for item in value]
    if isinstance(value, dict):
        shown = {visible(key).text: _visible_value(item, depth + 1) for key, item in value.items()}
        if len({masked(key) for key in shown}) == len(value):
            return shown
        # Keys that differ only in what is escaped or masked: none may hide behind another.
        return [[visible(key).text, _visible_value(item, depth + 1)] for key, item in value.items()]
    return value


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
