"""Where an interrupted run can be picked up, and the history that it is picked up with.

Nothing records that a run was cut off: the last message says what was happening (resume rules, "Verdicts"). Telling
and preparing are two halves of one rule, read by the Resume button, the headless runner and `inspect` alike. Works on
neutral messages; pure, and messages given are never changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import Any, TypeAlias

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.histories import Message, Role, StopInfo, StopReason, ToolCall, read_message
from pausedesk.core.rules import resume_words as words
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED
from pausedesk.core.rules.resume_words import ResumeCause, ResumeReason

Messages: TypeAlias = Sequence[Message] | Sequence[Mapping[str, Any]]
"""Neutral messages, or the JSON objects that `read_message` reads them from."""

MessageCallKey: TypeAlias = tuple[int, str, int]
"""Index of the assistant message, call id, and which of the calls with that id in that message (from 0)."""


class ResumeKind(StrEnum):
    """What resuming begins with."""

    CALL_MODEL = "call_model"
    RECOVER_TOOLS = "recover_tools"
    RETRY_RESPONSE = "retry_response"
    CONTINUE_RESPONSE = "continue_response"


class LedgerSays(StrEnum):
    """What the ledger holds of a call without a result (resume rules, "Preparing the resume").

    `no_ledger` is the case of every imported file; `repeatable` is a started call whose author says that running it
    again does no harm.
    """

    NEVER_ASKED = "never_asked"
    UNANSWERED = "unanswered"
    APPROVED = "approved"
    STARTED = "started"
    REPEATABLE = "repeatable"
    RECORDED = "recorded"
    NO_LEDGER = "no_ledger"


class Recovery(StrEnum):
    """What resuming does about one call without a result. A call is left open for the runner by the first three."""

    ASK_AGAIN = "ask_again"
    RUN_ONCE = "run_once"
    RUN_AGAIN = "run_again"
    MAY_HAVE_RUN = "may_have_run"
    PUT_IN = "put_in"


_RECOVERIES = MappingProxyType(
    {
        LedgerSays.NEVER_ASKED: Recovery.ASK_AGAIN,
        LedgerSays.UNANSWERED: Recovery.ASK_AGAIN,
        LedgerSays.APPROVED: Recovery.RUN_ONCE,
        LedgerSays.STARTED: Recovery.MAY_HAVE_RUN,
        LedgerSays.REPEATABLE: Recovery.RUN_AGAIN,
        LedgerSays.RECORDED: Recovery.PUT_IN,
        LedgerSays.NO_LEDGER: Recovery.MAY_HAVE_RUN,
    }
)


def recovery_of(says: LedgerSays) -> Recovery:
    """What resuming does about a call of which the ledger says this. Nothing but a proof lets a call run."""
    return _RECOVERIES[says]


class AgentResumeError(ResumeDecisionError):
    """A history cannot be picked up. Branch on `.reason` (which is its `code` too), never on the text."""

    def __init__(self, reason: ResumeReason, stop: StopInfo | None = None) -> None:
        super().__init__(reason, words.refusal(reason, stop), next_step=words.next_step(reason))
        self.reason = reason
        self.stop = stop

    def describe(self, language: str = "en") -> str:
        """The sentence beside the Resume button ("en" or "zh")."""
        return words.refusal(self.reason, self.stop, language)


@dataclass(frozen=True, slots=True)
class ResumePoint:
    """Where a history can be picked up: `unanswered` are the calls of its last batch without a result, in call order;
    `stop` is how its last response stopped, where that is what decides."""

    kind: ResumeKind
    cause: ResumeCause
    unanswered: tuple[ToolCall, ...] = ()
    stop: StopInfo | None = None

    @property
    def description(self) -> str:
        """One sentence for a person: the text beside the Resume button."""
        return self.describe()

    def describe(self, language: str = "en") -> str:
        """The description in English ("en") or Chinese ("zh"); what comes from agents is escaped in it."""
        return words.point(self.cause, [call.name for call in self.unanswered], language)


@dataclass(frozen=True, slots=True)
class CallRecord:
    """What the ledger says of one call; `result` is what the model reads where an outcome is recorded."""

    says: LedgerSays
    result: str = ""
    success: bool | None = None


@dataclass(frozen=True, slots=True)
class PreparedResume:
    """A history as it is picked up, and what was done to it.

    `added` are the messages put in, in their order; `recoveries` what is done about each call without a result (those
    left open for the runner have no message); `older` the keys of those that stand before the last batch; `left_out`
    the messages that no model takes or that were superseded: results that answer no call, and a notice about an answer
    that was cut off again. Keys name places in the history that was given.
    """

    point: ResumePoint
    messages: tuple[Message, ...]
    added: tuple[Message, ...]
    recoveries: Mapping[MessageCallKey, Recovery]
    older: tuple[MessageCallKey, ...]
    left_out: tuple[Message, ...]


def classify_resume(messages: Messages) -> ResumePoint:
    """The place where a history can be picked up (resume rules, "Verdicts").

    Reads from the end and no further back than the last batch of calls: what it costs does not grow with the history.
    Raises `AgentResumeError` where nothing can be picked up.
    """
    backwards = _backwards(messages)
    last = next(backwards, None)
    if last is None:
        raise AgentResumeError(ResumeReason.EMPTY)
    if last.role in (Role.USER, Role.INTERNAL):
        return ResumePoint(ResumeKind.CALL_MODEL, ResumeCause.UNANSWERED)
    if last.role is Role.TOOL:
        return _after_results(last, backwards)
    if last.role is not Role.ASSISTANT:
        raise AgentResumeError(ResumeReason.MALFORMED)
    if last.tool_calls:
        return ResumePoint(ResumeKind.RECOVER_TOOLS, ResumeCause.OPEN_CALLS, last.tool_calls, last.stop)
    return _after_answer(last.stop)


def _backwards(messages: Messages) -> Iterator[Message]:
    """The messages from the end on, without those of the system."""
    for at in range(len(messages) - 1, -1, -1):
        message = read_message(messages[at])
        if message.role is not Role.SYSTEM:
            yield message


def _after_results(last: Message, backwards: Iterator[Message]) -> ResumePoint:
    results: Counter[str] = Counter()
    message: Message | None = last
    while message is not None and message.role is Role.TOOL:
        results[message.tool_call_id] += 1
        message = next(backwards, None)
    if message is None or message.role is not Role.ASSISTANT or not message.tool_calls:
        raise AgentResumeError(ResumeReason.MALFORMED)
    unanswered: list[ToolCall] = []
    for call in message.tool_calls:
        # An id may stand on several calls: each result answers one of them.
        if results[call.id]:
            results[call.id] -= 1
        else:
            unanswered.append(call)
    if unanswered:
        return ResumePoint(ResumeKind.RECOVER_TOOLS, ResumeCause.OPEN_CALLS, tuple(unanswered), message.stop)
    return ResumePoint(ResumeKind.CALL_MODEL, ResumeCause.RESULTS_IN)


def _after_answer(stop: StopInfo | None) -> ResumePoint:
    if stop is None or stop.ok:
        raise AgentResumeError(ResumeReason.COMPLETED)
    if stop.reason in _GOES_ON:
        kind, cause = _GOES_ON[stop.reason]
        return ResumePoint(kind, cause, stop=stop)
    raise AgentResumeError(_GIVES_UP.get(stop.reason, ResumeReason.UNKNOWN_STOP), stop)


_GOES_ON = {
    StopReason.INTERRUPTED: (ResumeKind.RETRY_RESPONSE, ResumeCause.CUT_OFF),
    StopReason.MAX_OUTPUT: (ResumeKind.CONTINUE_RESPONSE, ResumeCause.OUTPUT_LIMIT),
    StopReason.PAUSED: (ResumeKind.CALL_MODEL, ResumeCause.PROVIDER_PAUSED),
}
_GIVES_UP = {
    StopReason.REFUSAL: ResumeReason.REFUSED,
    StopReason.CONTEXT_FULL: ResumeReason.CONTEXT_FULL,
}


def prepare_resume(messages: Messages, ledger: Mapping[MessageCallKey, CallRecord] | None = None) -> PreparedResume:
    """The history that a model is called with, its open calls settled in place (resume rules, "Preparing the resume").

    `ledger` says of open calls what is recorded; of every other one nothing is, so it reads that it may have run. Calls
    that the ledger lets run or ask again are left open. Preparing what was prepared changes nothing. Reads the whole
    history once. Raises `AgentResumeError` exactly where `classify_resume` does.
    """
    point = classify_resume(messages)
    records = ledger or {}
    read = [read_message(message) for message in messages]
    answers = _answers(read)
    dropped = _superseded(read)
    batch = max((at for at, message in enumerate(read) if message.tool_calls), default=-1)
    settled = point.kind is ResumeKind.RECOVER_TOOLS
    prepared: list[Message] = []
    added: list[Message] = []
    recoveries: dict[MessageCallKey, Recovery] = {}
    placed: set[int] = set()
    for at, message in enumerate(read):
        if message.role is Role.TOOL or at in dropped:
            continue
        prepared.append(message)
        for key, call in _keyed(at, message):
            if key in answers:
                placed.add(answers[key])
                prepared.append(read[answers[key]])
                continue
            record = records.get(key, _NO_LEDGER)
            recoveries[key] = recovery_of(record.says)
            if recoveries[key] in (Recovery.MAY_HAVE_RUN, Recovery.PUT_IN):
                added.append(_result(call, record))
                prepared.append(added[-1])
    if point.cause in _NOTICES:
        added.append(_NOTICES[point.cause])
        prepared.append(added[-1])
    return PreparedResume(
        point,
        tuple(prepared),
        tuple(added),
        recoveries,
        older=tuple(key for key in recoveries if not settled or key[0] != batch),
        left_out=tuple(
            message
            for at, message in enumerate(read)
            if at in dropped or (message.role is Role.TOOL and at not in placed)
        ),
    )


_NO_LEDGER = CallRecord(LedgerSays.NO_LEDGER)
_NOTICES = {
    cause: Message(Role.INTERNAL, words.MODEL_READS[cause], notice=cause)
    for cause in (ResumeCause.CUT_OFF, ResumeCause.OUTPUT_LIMIT)
}


def _result(call: ToolCall, record: CallRecord) -> Message:
    if recovery_of(record.says) is Recovery.PUT_IN:
        return Message(Role.TOOL, record.result, tool_call_id=call.id, name=call.name, success=record.success)
    return Message(Role.TOOL, OUTCOME_NOT_RECORDED, tool_call_id=call.id, name=call.name, success=False)


def _superseded(messages: Sequence[Message]) -> frozenset[int]:
    """The indices of the notices whose answer was cut off as well: the next notice says it again."""
    places = [at for at, message in enumerate(messages) if message.role is not Role.SYSTEM]
    return frozenset(at for at, after in pairwise(places) if messages[at].notice and was_cut_off(messages[after]))


def was_cut_off(message: Message) -> bool:
    """Whether a message is an answer that lacks its end: it is started again, or continued."""
    stop = message.stop
    cut = stop is not None and stop.reason in (StopReason.INTERRUPTED, StopReason.MAX_OUTPUT)
    return message.role is Role.ASSISTANT and cut and not message.tool_calls


def _keyed(at: int, message: Message) -> list[tuple[MessageCallKey, ToolCall]]:
    ordinals: Counter[str] = Counter()
    keyed: list[tuple[MessageCallKey, ToolCall]] = []
    for call in message.tool_calls:
        keyed.append(((at, call.id, ordinals[call.id]), call))
        ordinals[call.id] += 1
    return keyed


def _answers(messages: Sequence[Message]) -> dict[MessageCallKey, int]:
    """By call the index of the message that holds its result: the newest open call with the id before it takes it."""
    answers: dict[MessageCallKey, int] = {}
    waiting: dict[str, list[list[MessageCallKey]]] = {}
    for at, message in enumerate(messages):
        if message.role is Role.TOOL:
            turns = waiting.get(message.tool_call_id)
            if turns:
                answers[turns[-1].pop(0)] = at
                if not turns[-1]:
                    turns.pop()
            continue
        mine: dict[str, list[MessageCallKey]] = {}
        for key, call in _keyed(at, message):
            mine.setdefault(call.id, []).append(key)
        for call_id, keys in mine.items():
            waiting.setdefault(call_id, []).append(keys)
    return answers
