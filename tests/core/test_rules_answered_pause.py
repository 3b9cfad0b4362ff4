"""The watch, and marked, closed or kept (answered-pause rules, sections 3 to 6)."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.states import RequestState
from pausedesk.core.rules.answered_pause import (
    NOT_USED,
    AnswerKind,
    DecisionUseWatch,
    MessageVerdict,
    PausedRequest,
    StoreRead,
    UnanswerableReason,
    WatchVerdict,
    after_failed_answer,
    answered_refusal,
    message_verdict,
    unanswerable_pause,
)

CLOSING = ["request-not-recorded", "call-changed", "chain-changed", "ledger-changed", "tool-changed"]
NOT_CLOSING = [None, *(code.value for code in RefusalCode if code.value not in (*CLOSING, "expired"))]


@pytest.fixture
def watch() -> Iterator[DecisionUseWatch]:
    with DecisionUseWatch() as opened:
        yield opened


Facts = Callable[[DecisionUseWatch], object]


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ([], WatchVerdict.NO_WATCH),
        ([lambda w: w.handed_over("r")], WatchVerdict.NEVER_TAKEN_UP),
        (
            [lambda w: w.handed_over("r"), lambda w: w.taken_up("r")],
            WatchVerdict.TAKEN_UP_ABORTED_BEFORE_SPEND,
        ),
        (
            [lambda w: w.taken_up("r"), lambda w: w.spend_refused("r", "chain-changed")],
            WatchVerdict.TAKEN_UP_REFUSED_BEFORE_SPEND,
        ),
        (
            [lambda w: w.spend_pending("r"), lambda w: w.spend_refused("r", "tool-changed")],
            WatchVerdict.TAKEN_UP_REFUSED_BEFORE_SPEND,
        ),
        (
            [lambda w: w.spend_pending("r"), lambda w: w.spend_refused("r", "already-answered")],
            WatchVerdict.REFUSED_AS_ALREADY_SPENT,
        ),
        ([lambda w: w.refused_as_spent_already("r")], WatchVerdict.REFUSED_AS_ALREADY_SPENT),
        ([lambda w: w.taken_up("r"), lambda w: w.spend_pending("r")], WatchVerdict.SPEND_PENDING),
        ([lambda w: w.spent("r", AnswerKind.APPROVE)], WatchVerdict.SPENT_APPROVE),
        ([lambda w: w.spent("r", AnswerKind.DECLINE)], WatchVerdict.SPENT_DECLINE),
        ([lambda w: w.spend_failed("r", None)], WatchVerdict.SPEND_FAILED_UNKNOWN),
        ([lambda w: w.spend_failed("r", False)], WatchVerdict.SPEND_FAILED_NEVER_LANDED),
        ([lambda w: w.spend_failed("r", True)], WatchVerdict.SPENT_APPROVE),
        ([lambda w: w.spend_failed("r", True, AnswerKind.DECLINE)], WatchVerdict.SPENT_DECLINE),
        ([lambda w: w.spend_failed("r", False), lambda w: w.spend_pending("r")], WatchVerdict.SPEND_PENDING),
        ([lambda w: w.spend_pending("r"), lambda w: w.fenced_off("r")], WatchVerdict.SPEND_FAILED_NEVER_LANDED),
        ([lambda w: w.handed_over("r"), lambda w: w.fenced_off("r")], WatchVerdict.SPEND_FAILED_NEVER_LANDED),
        ([lambda w: w.spend_pending("r"), lambda w: w.taken_up("r")], WatchVerdict.SPEND_PENDING),
        (
            [lambda w: w.spend_failed("r", None), lambda w: w.spend_refused("r", "chain-changed")],
            WatchVerdict.SPEND_FAILED_UNKNOWN,
        ),
        (
            [
                lambda w: w.spend_failed("r", None),
                lambda w: w.spend_pending("r"),
                lambda w: w.spend_refused("r", "chain-changed"),
            ],
            WatchVerdict.SPEND_FAILED_UNKNOWN,
        ),
        ([lambda w: w.spent("other", AnswerKind.APPROVE)], WatchVerdict.NO_WATCH),
    ],
)
def test_the_watch_knows_what_it_was_told(watch: DecisionUseWatch, facts: list[Facts], verdict: WatchVerdict) -> None:
    for fact in facts:
        fact(watch)
    assert watch.verdict("r") is verdict


@pytest.mark.parametrize(
    ("verdict", "used"),
    [
        (WatchVerdict.NEVER_TAKEN_UP, True),
        (WatchVerdict.TAKEN_UP_ABORTED_BEFORE_SPEND, False),
        (WatchVerdict.TAKEN_UP_REFUSED_BEFORE_SPEND, False),
        (WatchVerdict.SPEND_PENDING, True),
        (WatchVerdict.SPEND_FAILED_UNKNOWN, True),
        (WatchVerdict.SPEND_FAILED_NEVER_LANDED, False),
        (WatchVerdict.SPENT_APPROVE, True),
        (WatchVerdict.SPENT_DECLINE, True),
        (WatchVerdict.REFUSED_AS_ALREADY_SPENT, True),
        (WatchVerdict.NO_WATCH, None),
    ],
)
def test_a_decision_may_have_been_used_unless_proved_unused(
    watch: DecisionUseWatch, verdict: WatchVerdict, used: bool | None
) -> None:
    tell: dict[WatchVerdict, Facts] = {
        WatchVerdict.NEVER_TAKEN_UP: lambda w: w.handed_over("r"),
        WatchVerdict.TAKEN_UP_ABORTED_BEFORE_SPEND: lambda w: w.taken_up("r"),
        WatchVerdict.TAKEN_UP_REFUSED_BEFORE_SPEND: lambda w: w.spend_refused("r", "call-changed"),
        WatchVerdict.SPEND_PENDING: lambda w: w.spend_pending("r"),
        WatchVerdict.SPEND_FAILED_UNKNOWN: lambda w: w.spend_failed("r", None),
        WatchVerdict.SPEND_FAILED_NEVER_LANDED: lambda w: w.spend_failed("r", False),
        WatchVerdict.SPENT_APPROVE: lambda w: w.spent("r", AnswerKind.APPROVE),
        WatchVerdict.SPENT_DECLINE: lambda w: w.spent("r", AnswerKind.DECLINE),
        WatchVerdict.REFUSED_AS_ALREADY_SPENT: lambda w: w.refused_as_spent_already("r"),
        WatchVerdict.NO_WATCH: lambda _: None,
    }
    tell[verdict](watch)
    assert watch.may_have_been_used("r") is used
    assert watch.spent_as_decline("r") is (verdict is WatchVerdict.SPENT_DECLINE)


any_fact: st.SearchStrategy[Facts] = st.sampled_from(
    [
        lambda w: w.handed_over("r"),
        lambda w: w.taken_up("r"),
        lambda w: w.spend_pending("r"),
        lambda w: w.spent("r", AnswerKind.APPROVE),
        lambda w: w.spent("r", AnswerKind.DECLINE),
        lambda w: w.spend_refused("r", "tool-changed"),
        lambda w: w.spend_refused("r", "already-answered"),
        lambda w: w.spend_failed("r", None),
        lambda w: w.spend_failed("r", False),
        lambda w: w.refused_as_spent_already("r"),
        lambda w: w.fenced_off("r"),
    ]
)


@given(st.lists(any_fact), st.sampled_from(list(AnswerKind)), st.lists(any_fact))
def test_nothing_takes_a_spend_back(before: list[Facts], decision: AnswerKind, after: list[Facts]) -> None:
    with DecisionUseWatch() as watch:
        for fact in before:
            fact(watch)
        watch.spent("r", decision)
        known = watch.verdict("r")
        for fact in after:
            fact(watch)
        assert watch.verdict("r") is known
        assert watch.may_have_been_used("r")


def test_a_watch_left_open_is_seen() -> None:
    def leave_open() -> None:
        DecisionUseWatch().handed_over("r")
        gc.collect()

    with pytest.warns(ResourceWarning, match="left open"):
        leave_open()


def test_a_released_watch_can_be_asked_but_takes_no_facts() -> None:
    watch = DecisionUseWatch()
    watch.taken_up("r")
    states = [watch.open]
    watch.release()
    states.append(watch.open)
    assert states == [True, False]
    assert watch.may_have_been_used("r") is False
    with pytest.raises(RuntimeError, match="released"):
        watch.spend_pending("r")
    assert watch.may_have_been_used("r") is False


def decide(
    verdict: WatchVerdict,
    read: StoreRead,
    code: str | None = None,
    answer: AnswerKind = AnswerKind.APPROVE,
    names_request: bool = True,
) -> tuple[str, str, str]:
    found = after_failed_answer(watch=verdict, store_read=read, code=code, answer=answer, names_request=names_request)
    return (found.outcome.value, found.conversation.value, found.notices.value)


KEPT = ("kept", "unchanged", "none")
CLOSED = ("closed", "as_of_pause", "all_not_run_if_proved_else_may_have_run")
USED = [verdict for verdict in WatchVerdict if verdict not in NOT_USED and verdict is not WatchVerdict.NO_WATCH]
UNUSED = sorted(NOT_USED)


@pytest.mark.parametrize("verdict", USED)
@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (StoreRead.SAME_PAUSE, ("marked", "as_of_pause")),
        (StoreRead.MARK_OF_THIS_SPEND, ("marked", "as_of_pause")),
        (StoreRead.OWN_CONVERSATION_PROGRESSED, ("marked", "progressed")),
        (StoreRead.NEWER_PAUSE, ("kept", "unchanged")),
        (StoreRead.ALREADY_MARKED, ("kept", "unchanged")),
        (StoreRead.EMPTY, ("kept", "unchanged")),
        (StoreRead.READ_FAILED, ("marked", "as_of_pause")),
        (StoreRead.NOT_AN_ENVELOPE, ("marked", "as_of_pause")),
        (StoreRead.UNKNOWN_FORMAT, ("marked", "as_of_pause")),
    ],
)
@pytest.mark.parametrize("code", [None, "tool-changed", "request-not-recorded"])
def test_a_decision_that_may_have_been_used_marks_whatever_the_error_says(
    verdict: WatchVerdict, read: StoreRead, expected: tuple[str, str], code: str | None
) -> None:
    assert decide(verdict, read, code)[:2] == expected
    if expected[0] == "marked":
        assert decide(verdict, read, code)[2] == "all_may_have_run"


@pytest.mark.parametrize("verdict", USED)
def test_only_a_decline_that_the_ledger_spent_as_one_reads_as_declined(verdict: WatchVerdict) -> None:
    notices = decide(verdict, StoreRead.SAME_PAUSE, answer=AnswerKind.DECLINE)[2]
    assert (notices == "paused_declined_others_may_have_run") is (verdict is WatchVerdict.SPENT_DECLINE)


@pytest.mark.parametrize("read", list(StoreRead))
def test_unreadable_bytes_are_moved_aside_before_a_mark_replaces_them(read: StoreRead) -> None:
    found = after_failed_answer(
        watch=WatchVerdict.SPEND_PENDING, store_read=read, code=None, answer=AnswerKind.APPROVE, names_request=True
    )
    unreadable = read in (StoreRead.READ_FAILED, StoreRead.NOT_AN_ENVELOPE, StoreRead.UNKNOWN_FORMAT)
    assert found.moves_bytes_aside is unreadable


@pytest.mark.parametrize("verdict", UNUSED)
@pytest.mark.parametrize("answer", list(AnswerKind))
@pytest.mark.parametrize("code", CLOSING)
def test_an_unused_decision_closes_a_pause_that_its_refusal_made_unanswerable(
    verdict: WatchVerdict, answer: AnswerKind, code: str
) -> None:
    assert decide(verdict, StoreRead.SAME_PAUSE, code, answer) == CLOSED
    assert decide(verdict, StoreRead.SAME_PAUSE, code, answer, names_request=False) == KEPT
    for read in StoreRead:
        if read is not StoreRead.SAME_PAUSE:
            assert decide(verdict, read, code, answer) == KEPT


@pytest.mark.parametrize("verdict", UNUSED)
def test_an_approve_after_expiry_closes_and_a_decline_after_expiry_does_not(verdict: WatchVerdict) -> None:
    assert decide(verdict, StoreRead.SAME_PAUSE, "expired", AnswerKind.APPROVE) == CLOSED
    assert decide(verdict, StoreRead.SAME_PAUSE, "expired", AnswerKind.DECLINE) == KEPT


@pytest.mark.parametrize("verdict", UNUSED)
@pytest.mark.parametrize("code", NOT_CLOSING)
def test_any_other_failure_of_an_unused_decision_keeps_the_pause_answerable(
    verdict: WatchVerdict, code: str | None
) -> None:
    assert decide(verdict, StoreRead.SAME_PAUSE, code) == KEPT


@pytest.mark.parametrize("read", list(StoreRead))
@pytest.mark.parametrize("code", [None, *CLOSING])
def test_without_a_watch_everything_is_kept(read: StoreRead, code: str | None) -> None:
    assert decide(WatchVerdict.NO_WATCH, read, code) == KEPT


FIRST = {"decision": "approve", "by": "Ada", "outcome": "done"}


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (RequestState.APPROVED, RefusalCode.ALREADY_ANSWERED),
        (RequestState.DECLINED, RefusalCode.ALREADY_ANSWERED),
        (RequestState.CLOSED, RefusalCode.ALREADY_ANSWERED),
        (RequestState.EXPIRED, RefusalCode.EXPIRED),
        (RequestState.SUPERSEDED, RefusalCode.SUPERSEDED),
        (RequestState.WAITING, RefusalCode.ALREADY_ANSWERED),
    ],
)
def test_an_answer_that_comes_second_is_refused_with_the_first(state: RequestState, code: RefusalCode) -> None:
    refused = answered_refusal(state, first=FIRST)
    assert refused is not None
    assert (refused.code, refused.first) == (code, FIRST)


def test_an_answer_to_a_superseded_request_is_told_the_new_one() -> None:
    refused = answered_refusal(RequestState.SUPERSEDED, superseded_by="r2")
    assert refused is not None
    assert refused.new_request == "r2"


@pytest.mark.parametrize(
    ("others_wait", "code"), [(False, RefusalCode.NOTHING_WAITING), (True, RefusalCode.OTHER_REQUEST)]
)
def test_an_answer_to_no_request_of_the_session_is_refused(others_wait: bool, code: RefusalCode) -> None:
    refused = answered_refusal(None, others_wait=others_wait)
    assert refused is not None
    assert refused.code == code


@pytest.mark.parametrize(
    ("asked", "seen", "code"),
    [("d1", "d1", None), ("d1", None, None), ("d1", "d2", "call-changed"), (None, "d2", "call-changed")],
)
def test_a_waiting_request_takes_an_answer_made_on_its_own_bytes(
    asked: str | None, seen: str | None, code: str | None
) -> None:
    refused = answered_refusal(RequestState.WAITING, digest_asked=asked, digest_seen=seen)
    assert (refused and refused.code) == code


@pytest.mark.parametrize(
    ("requests", "reason"),
    [
        ([], UnanswerableReason.REQUEST_NOT_RECORDED),
        ([("L", "1", RequestState.WAITING)], None),
        ([("L", "1", None)], UnanswerableReason.REQUEST_NOT_RECORDED),
        ([("M", "1", RequestState.WAITING)], UnanswerableReason.LEDGER_CHANGED),
        ([("L", "2", RequestState.WAITING)], UnanswerableReason.LEDGER_CHANGED),
        ([("M", "1", None)], UnanswerableReason.LEDGER_CHANGED),
        ([("L", "1", RequestState.APPROVED)], UnanswerableReason.SPENT),
        ([("L", "1", RequestState.DECLINED)], UnanswerableReason.SPENT),
        ([("L", "1", RequestState.CLOSED)], UnanswerableReason.CLOSED),
        ([("L", "1", RequestState.EXPIRED)], UnanswerableReason.EXPIRED),
        ([("L", "1", RequestState.SUPERSEDED)], UnanswerableReason.SUPERSEDED),
        ([("L", "1", RequestState.APPROVED), ("L", "1", RequestState.WAITING)], None),
        ([("L", "1", RequestState.CLOSED), ("M", "1", RequestState.WAITING)], UnanswerableReason.CLOSED),
    ],
)
def test_a_pause_is_answerable_while_one_of_its_requests_is(
    requests: list[tuple[str, str, RequestState | None]], reason: UnanswerableReason | None
) -> None:
    named = [PausedRequest(ledger, incarnation, state) for ledger, incarnation, state in requests]
    assert unanswerable_pause(named, ledger="L", incarnation="1") is reason


def test_a_message_is_run_refused_or_closes_first_as_the_pause_stands() -> None:
    verdicts = {
        (pause, dead): message_verdict(pause=pause, owner_proved_dead=dead)
        for pause in ("none", "answerable", "unanswerable", "answered")
        for dead in (True, False)
    }
    assert {verdict for (_, dead), verdict in verdicts.items() if not dead} == {MessageVerdict.REFUSE_RUNNING}
    assert {pause: verdict for (pause, dead), verdict in verdicts.items() if dead} == {
        "none": MessageVerdict.RUN,
        "answerable": MessageVerdict.REFUSE_WAITING,
        "unanswerable": MessageVerdict.CLOSE_THEN_RUN,
        "answered": MessageVerdict.CONTINUE_FROM_MARK,
    }
