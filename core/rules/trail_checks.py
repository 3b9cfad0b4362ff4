"""What a session's trail contradicts in itself: the ledger's promises, looked at afterwards.

Beside agentack, which judges the order of approvals and calls, these see what it cannot: one call under two approvals,
answers that say opposite things, other bytes than were displayed, a note that never reached the model, a claim that a
call did not run of one that was started (answered-pause rules, sections 1, 4 and 7). Pure functions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pausedesk.core.model.canonical import CanonicalError, call_digest, parse_strict
from pausedesk.core.model.states import AnswerState, ExecutionState, RequestState
from pausedesk.core.model.trails import AnswerFact, ExecutionFact, RequestFact, Trail, needs_approval
from pausedesk.core.rules.notices import NoticeOrigin
from pausedesk.core.rules.transitions import contradictions, replay


class Flaw(StrEnum):
    """What is wrong. Programs branch on these, never on the sentence."""

    AUDIT_DIFFERS = "audit-differs"
    OTHER_BYTES = "other-bytes"
    NOT_SEEN = "not-seen"
    NO_CONSENT = "no-consent"
    TWICE = "twice"
    TWO_APPROVALS = "two-approvals"
    OPPOSITE_ANSWERS = "opposite-answers"
    NOTE_LOST = "note-lost"
    SAID_NOT_RUN = "said-not-run"
    WORD_AGAINST_RESULT = "word-against-result"


BY_PEOPLE = frozenset({Flaw.WORD_AGAINST_RESULT})
"""What a person's word may lead to; everything else is a fault of a program, or of whoever wrote into the file."""

_REPLIES = {
    "decline": NoticeOrigin.DECLINED,
    "answer": NoticeOrigin.ANSWERED,
    "skip": NoticeOrigin.SKIPPED,
}
_NOT_RUN = frozenset({NoticeOrigin.DECLINED, NoticeOrigin.NOT_ENTERED, NoticeOrigin.EXPIRED})
_ACTIVE = frozenset({AnswerState.SUBMITTED, AnswerState.TAKEN_UP, AnswerState.SPENT})
_DECIDES = {
    "approve": RequestState.APPROVED,
    "decline": RequestState.DECLINED,
    "answer": RequestState.ANSWERED,
    "skip": RequestState.SKIPPED,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One contradiction: what it is and a sentence that names the session and what is concerned."""

    flaw: Flaw
    session: str
    sentence: str


def trail_flaws(trail: Trail) -> list[Finding]:
    """Every contradiction of a session of our own, in a fixed order; nothing where all of it agrees."""
    if trail.imported:
        return []
    found = [
        *_audit(trail),
        *_bytes(trail),
        *_consent(trail),
        *_answers(trail),
        *_notes(trail),
        *_claims(trail),
    ]
    return [Finding(flaw, trail.session, sentence) for flaw, sentence in found]


def _audit(trail: Trail) -> Iterator[tuple[Flaw, str]]:
    if trail.events and not trail.events[0].moved:
        return  # begun under a version whose events told less
    moves = [move for event in trail.events for move in event.moved]
    for sentence in contradictions(replay(moves), trail.states):
        yield Flaw.AUDIT_DIFFERS, sentence


def _bytes(trail: Trail) -> Iterator[tuple[Flaw, str]]:
    """What was asked is what was seen, and what was seen is what was started."""
    requests = {one.request: one for one in trail.requests}
    for request in trail.requests:
        if _digest_of(request) != request.digest:
            yield Flaw.OTHER_BYTES, f"The arguments of {_asked(request)} are not those of its digest."
    shown = {
        identity: event.told.get("digest")
        for event in trail.events
        for kind, identity, state in event.moved
        if (kind, state) == ("answer", AnswerState.SUBMITTED) and "digest" in event.told
    }
    for answer in trail.answers:
        asked = requests.get(answer.request)
        if answer.state == AnswerState.DRAFT or asked is None:
            continue
        if answer.digest != asked.digest or shown.get(answer.answer, asked.digest) != asked.digest:
            yield Flaw.NOT_SEEN, f"{answer.by} answered {_asked(asked)} on other bytes than it asks about."
    for execution in trail.executions:
        asked = requests.get(execution.request or "")
        if asked is not None and (execution.tool, execution.arguments) != (asked.tool, asked.arguments):
            yield Flaw.OTHER_BYTES, f"What was started on {_asked(asked)} is not what it asks about."


def _consent(trail: Trail) -> Iterator[tuple[Flaw, str]]:
    """Nothing gated was started without its own approval, and no approval started two calls."""
    requests = {one.request: one for one in trail.requests}
    gated = needs_approval(trail)
    for execution in trail.executions:
        asked = requests.get(execution.request or "")
        if asked is None and (execution.request is not None or execution.execution in gated):
            yield Flaw.NO_CONSENT, f"{_started(execution)} was started without an approval."
        elif asked is not None and asked.state != RequestState.APPROVED:
            yield Flaw.NO_CONSENT, f"{_started(execution)} was started, and {_asked(asked)} is {asked.state}."
        elif asked is not None and asked.site != execution.site:
            yield Flaw.NO_CONSENT, f"{_started(execution)} was started on the approval of another call."
    used = Counter(one.request for one in trail.executions if one.request is not None)
    for identity, count in used.items():
        if count > 1:
            yield Flaw.TWICE, f"One approval started {count} calls (request {identity})."
    started = {one.request for one in trail.executions}
    approved = [one for one in trail.requests if one.state == RequestState.APPROVED]
    for request in approved:
        if request.request not in started:
            yield Flaw.AUDIT_DIFFERS, f"{_asked(request)} is approved, and no start of its call is recorded."
    for site, count in Counter(one.site for one in approved).items():
        if count > 1:
            yield Flaw.TWO_APPROVALS, f"The call {site.call_id} of response {site.response_seq} has {count} approvals."


def _answers(trail: Trail) -> Iterator[tuple[Flaw, str]]:
    """A request is used up by exactly one answer, and says what that answer said."""
    for request in trail.requests:
        mine = [one for one in trail.answers if one.request == request.request]
        spent = [one for one in mine if one.state == AnswerState.SPENT]
        if len([one for one in mine if one.state in _ACTIVE]) > 1:
            yield Flaw.OPPOSITE_ANSWERS, f"{_asked(request)} has more than one answer that counts."
        wanted = [one for one in spent if _DECIDES.get(one.decision) == request.state]
        decided = request.state in _DECIDES.values()
        if len(spent) != len(wanted) or (decided and [one.answer for one in wanted] != [request.spent_answer]):
            said = ", ".join(f"{one.by} said {one.decision}" for one in spent) or "nobody answered"
            yield Flaw.OPPOSITE_ANSWERS, f"{_asked(request)} is {request.state}, and {said}."


def _notes(trail: Trail) -> Iterator[tuple[Flaw, str]]:
    """What a person said in place of a call is what the model reads."""
    told = {one.site: one for one in trail.notices}
    requests = {one.request: one for one in trail.requests}
    for answer in trail.answers:
        request = requests.get(answer.request)
        origin = _REPLIES.get(answer.decision)
        if request is None or answer.state != AnswerState.SPENT or origin is None:
            continue
        notice = told.get(request.site)
        if notice is None or notice.origin != origin or not _holds(notice.text, answer):
            yield Flaw.NOTE_LOST, f"The model does not read what {answer.by} said of {_asked(request)}."


def _holds(text: str, answer: AnswerFact) -> bool:
    if answer.decision == "answer":
        return text == answer.value
    note = answer.note if answer.note is not None and answer.note.strip() else ""
    return answer.by in text and note in text


def _claims(trail: Trail) -> Iterator[tuple[Flaw, str]]:
    """Of no call that was started, or whose body was entered, is it said that it did not run."""
    started = {one.site: one for one in trail.executions if one.state != ExecutionState.ASKED}
    entered = {one.site for one in trail.requests if one.entered}
    for notice in trail.notices:
        execution = started.get(notice.site)
        if execution is not None and notice.origin in _NOT_RUN:
            yield Flaw.SAID_NOT_RUN, f"{_started(execution)} was started, and the model reads that it was not."
        elif notice.site in entered and notice.origin in (NoticeOrigin.NOT_ENTERED, NoticeOrigin.EXPIRED):
            yield Flaw.SAID_NOT_RUN, f"The body of {notice.site.call_id} was entered, and the model reads otherwise."
    for execution in trail.executions:
        if execution.state == ExecutionState.SETTLED_NOT_RUN and execution.late_result is not None:
            by = execution.settled_by or "somebody"
            yield Flaw.WORD_AGAINST_RESULT, f"{by} settled that {_started(execution)} did not run, and a result came."


def _digest_of(request: RequestFact) -> str | None:
    try:
        return call_digest(request.tool, parse_strict(request.arguments))
    except CanonicalError:
        return None


def _asked(request: RequestFact) -> str:
    return f"the question about {request.tool} (request {request.request})"


def _started(execution: ExecutionFact) -> str:
    return f"The call {execution.site.call_id} of {execution.tool}"
