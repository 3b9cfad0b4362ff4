"""How a session of our own is resumed: `classify_resume` and `prepare_resume` over its stored messages, with what the
ledger knows of each call; and what is said of it before anything is done (resume rules). Pure.

The door acts by the plan that the card and the commands tell: there is no other rule of what resuming does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.histories import Message as NeutralMessage
from pausedesk.core.model.histories import Role, StopReason
from pausedesk.core.model.states import Ending, RunCode
from pausedesk.core.model.views import ResumedCall, ResumeView
from pausedesk.core.model.wording import joined, worded
from pausedesk.core.rules import resume_words as words
from pausedesk.core.rules.endings import EndingVerdict
from pausedesk.core.rules.history import INTERNAL, CallKey, Message, OpenCall, open_calls_at_end, open_tool_calls
from pausedesk.core.rules.neutral import NOTICE, neutral_messages, stop_of
from pausedesk.core.rules.notices import NoticeOrigin
from pausedesk.core.rules.resume import (
    AgentResumeError,
    LedgerSays,
    Recovery,
    ResumePoint,
    prepare_resume,
    recovery_of,
    was_cut_off,
)
from pausedesk.core.rules.resume_words import RunStop, Told
from pausedesk.core.rules.shown import as_text

ITS_OWN_PROGRAM = worded("This session was imported; its own program resumes it.")
ONLY_ITS_PROGRAM = worded("Only the program that started this session can run it on.")


@dataclass(frozen=True, slots=True)
class Standing:
    """What the ledger's rows say of one call; `told` is where the notice that the model reads comes from, if any."""

    says: LedgerSays
    told: NoticeOrigin | None = None


@dataclass(frozen=True, slots=True)
class ResumePlan:
    """What is done to a history of stored messages before its model is called. Keys are places in the messages given.

    `point` is where it is picked up (None: it is taken for another reason than to resume it); `calls` are those without
    a result among the messages, in their order; `notice` is the message to append; `driven`: the last turn is handed
    over open, and the engine asks about its calls or starts them.
    """

    point: ResumePoint | None
    calls: tuple[OpenCall, ...]
    standings: Mapping[CallKey, Standing]
    last: int  # the place of the last response; -1: there is none
    notice: Message | None
    driven: bool

    @property
    def recoveries(self) -> dict[CallKey, Recovery]:
        """What is done about each of the calls."""
        return {key: recovery_of(standing.says) for key, standing in self.standings.items()}

    @property
    def unknown(self) -> list[CallKey]:
        """The calls of which the model is to read that they may have run, and of which no notice says so yet."""
        return [key for key, recovery in self.recoveries.items() if recovery is Recovery.MAY_HAVE_RUN]


def older_open_calls(stored: Sequence[Message]) -> list[OpenCall]:
    """The calls without a result of every turn but the last. Reads the list once; raises `HistoryFault`."""
    return [call for call in open_tool_calls(stored) if call.response_index != _last_response(stored)]


def plan_resume(
    stored: Sequence[Message],
    standings: Mapping[CallKey, Standing],
    *,
    approved: Collection[CallKey] = (),
    resuming: bool = True,
    finished: bool = False,
    context_full: bool = False,
    prompt: str | None = None,
    first: int = 0,
    older: Sequence[OpenCall] | None = None,
    copied: bool = False,
) -> ResumePlan:
    """What to do with a session's messages before its model is called.

    `stored` are its messages from number `first` on, at least from its last response on; `standings`, by the numbers
    of the store, what the ledger says of calls of the last response, and of every other call that it has a result or a
    notice of. A call of the last turn that `standings` does not name was never started; of an older one nothing is
    proved. `approved` are calls of the last turn that are handed over with their approvals; `finished`: its last run
    came to its end, so a turn whose results are all there gave the agent's output; `context_full`: its last run ended
    with a context that was full, so that the same would be refused again; `prompt`: a new message follows,
    which ends the turn before it; `older` is what `older_open_calls` finds, where that was looked for before: then what
    this costs does not grow with the history. `copied`: nothing of it was run here since the store was copied or put
    back, so that a call of which nothing is recorded may have run in the other copy.

    Raises `AgentResumeError` where it is `resuming` and nothing can be resumed, and `HistoryFault`.
    """
    last = _last_response(stored)
    tail = stored[max(last, 0) :]
    point, notice = _picked_up(tail, finished=finished, context_full=context_full) if resuming else (None, None)
    # Only a turn that is the end of the history can be handed over open; beside approvals the engine takes no call
    # that nobody was asked about.
    open_end = prompt is None and not approved and last == len(stored) - 1
    calls = [*(older_open_calls(stored) if older is None else older), *open_calls_at_end(stored)]
    known: dict[CallKey, Standing] = {}
    for call in calls:
        at = (first + call.response_index, call.call_id, call.ordinal)
        in_hand = at in approved or (open_end and call.response_index == last)
        known[call.key] = _standing(standings.get(at), in_hand=in_hand, copied=copied)
    to_drive = (Recovery.ASK_AGAIN, Recovery.RUN_AGAIN)
    driven = open_end and any(recovery_of(standing.says) in to_drive for standing in known.values())
    return ResumePlan(point, tuple(calls), known, last, notice, driven)


def _last_response(stored: Sequence[Message]) -> int:
    return next((at for at in range(len(stored) - 1, -1, -1) if stored[at]["kind"] == "response"), -1)


def _picked_up(tail: Sequence[Message], *, finished: bool, context_full: bool) -> tuple[ResumePoint, Message | None]:
    """Where a history that ends in these messages is picked up, and the message that is added for it."""
    neutral = [one for message in tail for one in neutral_messages(message)]
    if finished and neutral and neutral[-1].role is Role.TOOL:
        raise AgentResumeError(words.ResumeReason.COMPLETED)
    prepared = prepare_resume(neutral)
    if context_full:
        raise AgentResumeError(words.ResumeReason.CONTEXT_FULL)
    notice = next((message for message in prepared.added if message.notice), None)
    return prepared.point, _stored_notice(notice) if notice is not None else None


def replaced(stored: Sequence[Message]) -> set[int]:
    """The places of messages in whose stead the one after them stands, and which no model is sent.

    A notice whose answer was cut off as well; and an answer that a provider paused: the engine goes on with it, and
    what it then has holds all of it.
    """
    found = set()
    for at, (message, after) in enumerate(pairwise(stored)):
        if after["kind"] != "response":
            continue
        if message["kind"] == "response":
            stop = stop_of(message)
            if stop is not None and stop.reason is StopReason.PAUSED:
                found.add(at)
        elif (message.get("metadata") or {}).get(NOTICE) and was_cut_off(neutral_messages(after)[0]):
            found.add(at)
    return found


def _standing(told: Standing | None, *, in_hand: bool, copied: bool) -> Standing:
    """The standing of one call; `in_hand`: it is handed over, so that it can still be asked about or started, unless
    the other copy of the store may have done so."""
    if told is not None and (in_hand or told.says is LedgerSays.RECORDED):
        return told
    return Standing(LedgerSays.NEVER_ASKED if in_hand and not copied else LedgerSays.NO_LEDGER)


def _stored_notice(notice: NeutralMessage) -> Message:
    return {
        "kind": "request",
        "parts": [{"part_kind": "user-prompt", "content": notice.content}],
        "metadata": {INTERNAL: True, NOTICE: notice.notice},
    }


@dataclass(frozen=True, slots=True)
class ResumeFacts:
    """What is known of a session when Resume is offered."""

    imported: bool
    embedded: bool  # its agent is an object of a program, which no other process can load
    running: str | None  # who runs it now
    held_by: str | None  # the person who holds it, or everything
    answerable: bool  # a question of it waits for a person
    owner_lives: bool  # the owner of a call that may have run lives, or cannot be proved dead
    approved: Collection[CallKey]  # its calls that were approved and are handed over so
    finished: bool  # its last run came to its end
    context_full: bool = False  # its last run ended so
    unreadable: str | None = None  # why its messages cannot be read
    stop: RunStop | None = None  # who or what stopped its last run
    stopped_by: str = ""  # the person who declined and stopped it
    copied: bool = False  # nothing of it was run here since the store was copied or put back


def run_stop(verdict: EndingVerdict, declined_by: str | None, code: str | None) -> RunStop | None:
    """Who or what stopped a session of this ending; `declined_by`: whose decline of its newest pause ended the run;
    `code`: that of its last run."""
    if verdict.ending is not Ending.STOPPED or verdict.confidence != "certain":
        return None
    if verdict.stopped_by != "person":
        return RunStop.USAGE_LIMIT if code == RunCode.USAGE_LIMIT else RunStop.DECLINE_LIMIT
    return RunStop.DECLINED if declined_by is not None else RunStop.PERSON


def resume_offer(
    facts: ResumeFacts, stored: Sequence[Message], standings: Mapping[CallKey, Standing], first: int = 0
) -> ResumeView:
    """Whether Resume is offered, and why not; or what it adds, what it runs and what it does not run again.

    `stored`, `standings` and `first` as `plan_resume` takes them; nothing is read of them where the facts refuse.
    """
    if (refusal := _refused(facts)) is not None:
        return ResumeView(refused=refusal[0], sentence=refusal[1])
    try:
        plan = plan_resume(
            stored,
            standings,
            approved=facts.approved,
            finished=facts.finished,
            context_full=facts.context_full,
            first=first,
            copied=facts.copied,
        )
    except ResumeDecisionError as error:
        said = [error.sentence, error.next_step] if error.next_step else [error.sentence]
        return ResumeView(refused=error.code, sentence=joined(" ", said))
    return _view(plan, plan.point, facts) if plan.point is not None else ResumeView("")


def _refused(facts: ResumeFacts) -> tuple[str, str] | None:
    if facts.imported:
        return "other-agent", ITS_OWN_PROGRAM
    if facts.unreadable is not None:
        return "unreadable", facts.unreadable
    if facts.embedded:
        return "other-agent", ONLY_ITS_PROGRAM
    if facts.running is not None:
        return RefusalCode.RUNNING, worded("It is being run by {running}.", running=facts.running)
    if facts.held_by is not None:
        return RefusalCode.HELD, worded("It is held by {held_by}.", held_by=facts.held_by)
    if facts.answerable:
        return RefusalCode.WAITING, worded("It waits for an answer.")
    if facts.owner_lives:
        return RefusalCode.RUNNING, worded("A call of it may still be running.")
    return None


def _view(plan: ResumePlan, point: ResumePoint, facts: ResumeFacts) -> ResumeView:
    calls: list[ResumedCall] = []
    told: dict[Told, list[str]] = {}
    again: list[str] = []
    for call in plan.calls:
        standing = plan.standings[call.key]
        recovery = recovery_of(standing.says)
        older = call.response_index != plan.last
        # What an older turn's calls read was read before; only what is new of them is told.
        if older and recovery is Recovery.PUT_IN:
            continue
        what = Told.OLDER if older else _told(recovery, standing)
        arguments = as_text(call.args, indent=False)
        calls.append(ResumedCall(call.call_id, call.tool, standing.says, recovery, older, what, arguments))
        told.setdefault(what, []).append(call.tool)
        if recovery in (Recovery.MAY_HAVE_RUN, Recovery.PUT_IN):
            again.append(call.call_id)
    notice = str(plan.notice["parts"][0]["content"]) if plan.notice is not None else None
    return ResumeView(
        kind=point.kind,
        sentence=words.offer(point.cause, told, stop=facts.stop, by=facts.stopped_by, copied=facts.copied),
        description=point.description,
        calls=tuple(calls),
        adds=notice,
        not_run_again=tuple(again),
        stopped=facts.stop,
        brief=words.brief(point.cause, len(calls), stop=facts.stop, by=facts.stopped_by, copied=facts.copied),
    )


def _told(recovery: Recovery, standing: Standing) -> Told:
    if recovery is not Recovery.PUT_IN:
        return _TOLD[recovery]
    return _TOLD_BY_ORIGIN.get(standing.told, Told.RECORDED) if standing.told is not None else Told.RECORDED


_TOLD = {
    Recovery.ASK_AGAIN: Told.NEVER_STARTED,
    Recovery.RUN_ONCE: Told.APPROVED,
    Recovery.RUN_AGAIN: Told.REPEATED,
    Recovery.MAY_HAVE_RUN: Told.MAY_HAVE_RUN,
}
_TOLD_BY_ORIGIN = {
    NoticeOrigin.OUTCOME_UNKNOWN: Told.MAY_HAVE_RUN,
    NoticeOrigin.DECLINED: Told.DECLINED,
    NoticeOrigin.ANSWERED: Told.ANSWERED,
    NoticeOrigin.SKIPPED: Told.SKIPPED,
    NoticeOrigin.NOT_ENTERED: Told.CLOSED,
    NoticeOrigin.EXPIRED: Told.CLOSED,
    NoticeOrigin.REPEATED: Told.CLOSED,
}
