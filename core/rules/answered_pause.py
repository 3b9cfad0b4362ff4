"""What becomes of an answered pause: the watch over a handed-over decision, and marked, closed or kept after a failure.

The rules of the answered-pause page, sections 3 to 6, as functions over values. Every door asks here and none has rules
of its own. No I/O; the functions are pure, and one watch may be told facts from several threads.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Any, Literal, Self, TypeAlias

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.states import Outcome, RequestState
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.witness import CLOSED_BY_ROTATION


class AnswerKind(StrEnum):
    """What an answer to a consent question says."""

    APPROVE = "approve"
    DECLINE = "decline"


class WatchVerdict(StrEnum):
    """What a watch knows of one request's decision after the hand-over."""

    NO_WATCH = "no_watch"
    NEVER_TAKEN_UP = "never_taken_up"
    TAKEN_UP_REFUSED_BEFORE_SPEND = "taken_up_refused_before_spend"
    TAKEN_UP_ABORTED_BEFORE_SPEND = "taken_up_aborted_before_spend"
    SPEND_PENDING = "spend_pending"
    SPEND_FAILED_UNKNOWN = "spend_failed_unknown"
    SPEND_FAILED_NEVER_LANDED = "spend_failed_never_landed"
    SPENT_APPROVE = "spent_approve"
    SPENT_DECLINE = "spent_decline"
    REFUSED_AS_ALREADY_SPENT = "refused_as_already_spent"


NOT_USED = frozenset(
    {
        WatchVerdict.TAKEN_UP_REFUSED_BEFORE_SPEND,
        WatchVerdict.TAKEN_UP_ABORTED_BEFORE_SPEND,
        WatchVerdict.SPEND_FAILED_NEVER_LANDED,
    }
)
"""The verdicts that prove a decision unused; all others but NO_WATCH mean that it may have been used (section 5)."""

# Facts that no later fact takes back: the ledger has used the request up.
_FINAL = frozenset({WatchVerdict.SPENT_APPROVE, WatchVerdict.SPENT_DECLINE, WatchVerdict.REFUSED_AS_ALREADY_SPENT})

_NOT_KNOWN = frozenset({WatchVerdict.SPEND_FAILED_UNKNOWN})
_AT_THE_LEDGER = _NOT_KNOWN | {WatchVerdict.SPEND_PENDING}


class DecisionUseWatch:
    """Watches what happens to decisions between their hand-over and the end of the run (section 5).

    Opened as the last thing before the hand-over, told facts by the runner, asked after a failure, then released. It is
    keyed by the request's id, never by the answer. The class or text of an error proves nothing and is never told. A
    watch that is collected while still open warns (ResourceWarning), which a test run sees as a failure. Recording on a
    released watch raises RuntimeError: a runner that still acts then must not go on to the call.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._verdicts: dict[str, WatchVerdict] = {}
        self._open = True

    @property
    def open(self) -> bool:
        """Whether the watch still takes facts."""
        return self._open

    def release(self) -> None:
        """End the watch; it can still be asked. Releasing twice is allowed."""
        self._open = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    def __del__(self) -> None:
        # Absent where __init__ itself failed.
        if getattr(self, "_open", False):
            warnings.warn("A decision watch was left open.", ResourceWarning, stacklevel=2, source=self)

    def handed_over(self, request_id: str) -> None:
        """The decision goes to the runner now; until it says more, it may have been used."""
        self._record(request_id, WatchVerdict.NEVER_TAKEN_UP)

    def taken_up(self, request_id: str) -> None:
        """The runner has the decision and has not gone to the ledger with it. Told late, it proves nothing."""
        self._record(request_id, WatchVerdict.TAKEN_UP_ABORTED_BEFORE_SPEND, unless=_AT_THE_LEDGER)

    def spend_pending(self, request_id: str) -> None:
        """The runner goes to the ledger now. An earlier try whose end is not known stays not known."""
        self._record(request_id, WatchVerdict.SPEND_PENDING, unless=_NOT_KNOWN)

    def spent(self, request_id: str, decision: AnswerKind) -> None:
        """The ledger committed the spend."""
        declined = decision is AnswerKind.DECLINE
        self._record(request_id, WatchVerdict.SPENT_DECLINE if declined else WatchVerdict.SPENT_APPROVE)

    def spend_refused(self, request_id: str, code: str) -> None:
        """The runner or the ledger refused before anything was spent; already-answered means that it is spent.

        The refusal of a later try proves nothing of an earlier one whose end is not known.
        """
        if code == RefusalCode.ALREADY_ANSWERED:
            self.refused_as_spent_already(request_id)
        else:
            self._record(request_id, WatchVerdict.TAKEN_UP_REFUSED_BEFORE_SPEND, unless=_NOT_KNOWN)

    def spend_failed(self, request_id: str, landed: bool | None, decision: AnswerKind | None = None) -> None:
        """The spend raised. `landed` is what the ledger says when asked afterwards; None where it cannot be asked.

        A landed spend of an unknown decision counts as an approve, the case in which the call may have run.
        """
        if landed is None:
            self._record(request_id, WatchVerdict.SPEND_FAILED_UNKNOWN)
        elif landed:
            self.spent(request_id, decision or AnswerKind.APPROVE)
        else:
            self._record(request_id, WatchVerdict.SPEND_FAILED_NEVER_LANDED)

    def refused_as_spent_already(self, request_id: str) -> None:
        """The ledger says that the request was used up before, by this decision or by another."""
        self._record(request_id, WatchVerdict.REFUSED_AS_ALREADY_SPENT)

    def fenced_off(self, request_id: str) -> None:
        """Proof of not used: a takeover bumped the fence while the request was waiting, so no old spend can land.

        A spend that the watch knows of stays spent.
        """
        self._record(request_id, WatchVerdict.SPEND_FAILED_NEVER_LANDED)

    def verdict(self, request_id: str) -> WatchVerdict:
        """What is known of one request; NO_WATCH for a request that was never handed over under this watch."""
        with self._lock:
            return self._verdicts.get(request_id, WatchVerdict.NO_WATCH)

    def may_have_been_used(self, request_id: str) -> bool | None:
        """Whether the decision may have been used; None where none was handed over (a pause that takes no decision)."""
        verdict = self.verdict(request_id)
        return None if verdict is WatchVerdict.NO_WATCH else verdict not in NOT_USED

    def spent_as_decline(self, request_id: str) -> bool:
        """Whether the ledger committed this request as declined under this watch."""
        return self.verdict(request_id) is WatchVerdict.SPENT_DECLINE

    def _record(self, request_id: str, verdict: WatchVerdict, *, unless: frozenset[WatchVerdict] = frozenset()) -> None:
        with self._lock:
            if not self._open:
                raise RuntimeError("This decision watch was released; nothing may act under it any more.")
            if self._verdicts.get(request_id) not in _FINAL | unless:
                self._verdicts[request_id] = verdict


def watch_answer(request_ids: Iterable[str]) -> DecisionUseWatch:
    """Open the watch over the decisions that go to a runner now; the last thing before the hand-over (section 4.4).

    `request_ids` are the approved requests in hand; none for a pause that takes no decision, of which the watch then
    knows nothing. Use it as a context manager, which releases it.
    """
    watch = DecisionUseWatch()
    for request in request_ids:
        watch.handed_over(request)
    return watch


class StoreRead(StrEnum):
    """What is found when the session is read after a failed answer, as against the pause that was answered.

    MARK_OF_THIS_SPEND is the mark that the spend itself made; ALREADY_MARKED is another's. The last three: the store
    cannot be read, or holds what this program cannot read.
    """

    SAME_PAUSE = "same_pause"
    NEWER_PAUSE = "newer_pause"
    MARK_OF_THIS_SPEND = "mark_of_this_spend"
    ALREADY_MARKED = "already_marked"
    OWN_CONVERSATION_PROGRESSED = "own_conversation_progressed"
    EMPTY = "empty"
    READ_FAILED = "read_failed"
    NOT_AN_ENVELOPE = "not_an_envelope"
    UNKNOWN_FORMAT = "unknown_format"


class ConversationAfter(StrEnum):
    """Which conversation the session goes on from."""

    UNCHANGED = "unchanged"
    AS_OF_PAUSE = "as_of_pause"
    PROGRESSED = "progressed"


class NoticesAfter(StrEnum):
    """What the calls that the failed answer leaves open read."""

    NONE = "none"
    ALL_MAY_HAVE_RUN = "all_may_have_run"
    PAUSED_DECLINED_OTHERS_MAY_HAVE_RUN = "paused_declined_others_may_have_run"
    ALL_NOT_RUN_IF_PROVED_ELSE_MAY_HAVE_RUN = "all_not_run_if_proved_else_may_have_run"


_UNREADABLE = frozenset({StoreRead.READ_FAILED, StoreRead.NOT_AN_ENVELOPE, StoreRead.UNKNOWN_FORMAT})
_CLOSING_CODES = frozenset(
    {
        RefusalCode.REQUEST_NOT_RECORDED,
        RefusalCode.CALL_CHANGED,
        RefusalCode.CHAIN_CHANGED,
        RefusalCode.LEDGER_CHANGED,
        RefusalCode.TOOL_CHANGED,
    }
)


@dataclass(frozen=True, slots=True)
class FailedAnswerOutcome:
    """What to do with the stored pause after a failed answer. `outcome` is MARKED, CLOSED or KEPT.

    `moves_bytes_aside`: what is stored cannot be read and is moved aside before the mark is written, never lost.
    """

    outcome: Literal[Outcome.MARKED, Outcome.CLOSED, Outcome.KEPT]
    conversation: ConversationAfter
    notices: NoticesAfter
    moves_bytes_aside: bool = False


KEPT = FailedAnswerOutcome(Outcome.KEPT, ConversationAfter.UNCHANGED, NoticesAfter.NONE)


def after_failed_answer(
    *,
    watch: WatchVerdict,
    store_read: StoreRead,
    code: str | None,
    answer: AnswerKind,
    names_request: bool,
) -> FailedAnswerOutcome:
    """Decide what becomes of the pause of an answer that failed, storing its result included (section 6).

    `code` is the refusal's code, or None for any other error (whose class and text prove nothing); `names_request` says
    whether the question recorded its request. The caller reads once, writes at most once, compare-and-set on row and
    version, and leaves alone a row that moved meanwhile.
    """
    if watch is WatchVerdict.NO_WATCH:
        return KEPT
    if watch in NOT_USED:
        closes = code in _CLOSING_CODES or (code == RefusalCode.EXPIRED and answer is AnswerKind.APPROVE)
        if closes and names_request and store_read is StoreRead.SAME_PAUSE:
            return FailedAnswerOutcome(
                Outcome.CLOSED,
                ConversationAfter.AS_OF_PAUSE,
                NoticesAfter.ALL_NOT_RUN_IF_PROVED_ELSE_MAY_HAVE_RUN,
            )
        return KEPT
    if store_read in (StoreRead.NEWER_PAUSE, StoreRead.ALREADY_MARKED, StoreRead.EMPTY):
        return KEPT
    # The ledger's word and the answer's must agree before anything says that a call did not run.
    declined = watch is WatchVerdict.SPENT_DECLINE and answer is AnswerKind.DECLINE
    progressed = store_read is StoreRead.OWN_CONVERSATION_PROGRESSED
    return FailedAnswerOutcome(
        Outcome.MARKED,
        ConversationAfter.PROGRESSED if progressed else ConversationAfter.AS_OF_PAUSE,
        NoticesAfter.PAUSED_DECLINED_OTHERS_MAY_HAVE_RUN if declined else NoticesAfter.ALL_MAY_HAVE_RUN,
        moves_bytes_aside=store_read in _UNREADABLE,
    )


def answered_refusal(
    state: RequestState | None,
    *,
    first: Mapping[str, Any] | None = None,
    superseded_by: str | None = None,
    others_wait: bool = False,
    digest_asked: str | None = None,
    digest_seen: str | None = None,
    closed_by: str | None = None,
) -> ResumeDecisionError | None:
    """Whether an answer to a request in this state is refused, before any runner is called (section 4, points 5 and 6).

    `state` is None where the ledger has no such request in the session; `others_wait` then tells other-request from
    nothing-waiting. `first` is the outcome of the answer that spent the request, or that is active while it waits.
    `closed_by` is the code under which a closed request was closed.
    `digest_asked` is the request's digest, `digest_seen` what the answering person was shown (None: not compared).
    Returns the error to raise, or None where the answer may be taken.
    """
    match state:
        case None if others_wait:
            return _refusal(RefusalCode.OTHER_REQUEST, "This answer names another request than the session waits on.")
        case None:
            return _refusal(RefusalCode.NOTHING_WAITING, "Nothing in this session waits for an answer.")
        case RequestState.SUPERSEDED:
            return ResumeDecisionError(
                RefusalCode.SUPERSEDED,
                worded("This request was replaced by a new one; the new one asks for its own answer."),
                first=first,
                new_request=superseded_by,
            )
        case RequestState.EXPIRED:
            return _refusal(RefusalCode.EXPIRED, "Nobody answered this request in time; it has expired.", first)
        case RequestState.APPROVED | RequestState.DECLINED | RequestState.ANSWERED | RequestState.SKIPPED:
            return _refusal(RefusalCode.ALREADY_ANSWERED, f"This request was answered before: {state.value}.", first)
        case RequestState.CLOSED if closed_by == RefusalCode.LEDGER_CHANGED:
            return _refusal(RefusalCode.LEDGER_CHANGED, CLOSED_BY_ROTATION, first)
        case RequestState.CLOSED:
            return _refusal(
                RefusalCode.ALREADY_ANSWERED, "This request was closed and can no longer be answered.", first
            )
        case RequestState.WAITING if first is not None:
            return _refusal(
                RefusalCode.ALREADY_ANSWERED, "Another answer to this request came first and is being used.", first
            )
        case RequestState.WAITING if digest_seen is not None and digest_seen != digest_asked:
            return _refusal(
                RefusalCode.CALL_CHANGED, "The call that was shown is not the call this request asks about."
            )
        case RequestState.WAITING:
            return None


def _refusal(code: RefusalCode, sentence: str, first: Mapping[str, Any] | None = None) -> ResumeDecisionError:
    return ResumeDecisionError(code, sentence, first=first)


class UnanswerableReason(StrEnum):
    """Why no answer can reach a request, and so a pause."""

    REQUEST_NOT_RECORDED = "request-not-recorded"
    LEDGER_CHANGED = "ledger-changed"
    SUPERSEDED = "superseded"
    CLOSED = "closed"
    EXPIRED = "expired"
    SPENT = "spent"


@dataclass(frozen=True, slots=True)
class PausedRequest:
    """One request as the pause names it, with what this ledger says of it (`state` None: not recorded here)."""

    ledger: str
    incarnation: str
    state: RequestState | None


_UNANSWERABLE_STATES: Mapping[RequestState, UnanswerableReason | None] = {
    RequestState.WAITING: None,
    RequestState.APPROVED: UnanswerableReason.SPENT,
    RequestState.DECLINED: UnanswerableReason.SPENT,
    RequestState.ANSWERED: UnanswerableReason.SPENT,
    RequestState.SKIPPED: UnanswerableReason.SPENT,
    RequestState.CLOSED: UnanswerableReason.CLOSED,
    RequestState.EXPIRED: UnanswerableReason.EXPIRED,
    RequestState.SUPERSEDED: UnanswerableReason.SUPERSEDED,
}


def unanswerable_request(request: PausedRequest, *, ledger: str, incarnation: str) -> UnanswerableReason | None:
    """Why no answer can reach this request under the ledger in use, or None where one can.

    Ledger and incarnation come first: a ledger that did not mint the request knows nothing of it.
    """
    if (request.ledger, request.incarnation) != (ledger, incarnation):
        return UnanswerableReason.LEDGER_CHANGED
    if request.state is None:
        return UnanswerableReason.REQUEST_NOT_RECORDED
    return _UNANSWERABLE_STATES[request.state]


def unanswerable_pause(
    requests: Sequence[PausedRequest], *, ledger: str, incarnation: str
) -> UnanswerableReason | None:
    """Why no answer can reach a consent pause, or None while at least one of its requests can be answered.

    A pause without requests recorded none. Where several reasons meet, the first request's is given.
    """
    if not requests:
        return UnanswerableReason.REQUEST_NOT_RECORDED
    reasons = [unanswerable_request(request, ledger=ledger, incarnation=incarnation) for request in requests]
    return None if None in reasons else reasons[0]


class MessageVerdict(StrEnum):
    """What a new message to a session leads to (section 4, points 1 to 3)."""

    RUN = "run"
    CLOSE_THEN_RUN = "close-then-run"
    CONTINUE_FROM_MARK = "continue-from-mark"
    REFUSE_WAITING = "waiting"
    REFUSE_RUNNING = "running"


PauseReach: TypeAlias = Literal["none", "answerable", "unanswerable", "answered"]
"""Whether a session has a pause that an answer can reach: the `pause` of `message_verdict`."""


def message_verdict(*, pause: PauseReach, owner_proved_dead: bool) -> MessageVerdict:
    """Decide about a message. `owner_proved_dead` is True where no call was started, or its owner is proved dead."""
    if not owner_proved_dead:
        return MessageVerdict.REFUSE_RUNNING
    verdicts: Mapping[PauseReach, MessageVerdict] = {
        "none": MessageVerdict.RUN,
        "answerable": MessageVerdict.REFUSE_WAITING,
        "unanswerable": MessageVerdict.CLOSE_THEN_RUN,
        "answered": MessageVerdict.CONTINUE_FROM_MARK,
    }
    return verdicts[pause]
