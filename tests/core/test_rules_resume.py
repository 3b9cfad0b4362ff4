"""Where a history can be picked up, and with what (resume rules, "Verdicts" and "Preparing the resume")."""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.errors import ExitCode
from pausedesk.core.model.histories import Message, Role, StopInfo, StopReason, ToolCall
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED
from pausedesk.core.rules.resume import (
    AgentResumeError,
    CallRecord,
    LedgerSays,
    Recovery,
    ResumeKind,
    ResumePoint,
    classify_resume,
    prepare_resume,
    recovery_of,
)
from pausedesk.core.rules.resume_words import ResumeCause, ResumeReason

SYSTEM, USER = Message(Role.SYSTEM, "rules"), Message(Role.USER, "do it")
INTERNAL, ODD = Message(Role.INTERNAL, "go on"), Message(Role.UNKNOWN, raw={"role": "narrator"})


def asks(*ids: str, stop: StopReason | None = None) -> Message:
    calls = tuple(ToolCall(call, f"tool_{call}") for call in ids)
    return Message(Role.ASSISTANT, tool_calls=calls, stop=None if stop is None else StopInfo(stop))


def says(stop: StopReason | None = None) -> Message:
    return Message(Role.ASSISTANT, "answer", stop=None if stop is None else StopInfo(stop))


def result(call: str, content: str = "ok") -> Message:
    return Message(Role.TOOL, content, tool_call_id=call, success=True)


def unknown(call: str) -> Message:
    return Message(Role.TOOL, OUTCOME_NOT_RECORDED, tool_call_id=call, name=f"tool_{call}", success=False)


def verdict(messages: Sequence[Any]) -> tuple[str, list[str]]:
    """The kind and the ids of the unanswered calls, or the reason of the refusal and nothing."""
    try:
        point = classify_resume(messages)
    except AgentResumeError as error:
        return str(error.reason), []
    return str(point.kind), [call.id for call in point.unanswered]


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([], ("empty", [])),
        ([SYSTEM, SYSTEM], ("empty", [])),
        ([USER], ("call_model", [])),
        ([USER, SYSTEM], ("call_model", [])),
        ([INTERNAL], ("call_model", [])),
        ([asks("a"), INTERNAL], ("call_model", [])),
        ([USER, ODD], ("malformed", [])),
        ([result("a")], ("malformed", [])),
        ([USER, result("a")], ("malformed", [])),
        ([says(), result("a")], ("malformed", [])),
        ([asks("a"), INTERNAL, result("a")], ("malformed", [])),
        ([asks("a"), ODD, result("a")], ("malformed", [])),
        ([USER, asks("a", "b")], ("recover_tools", ["a", "b"])),
        ([asks("a", "b"), result("b")], ("recover_tools", ["a"])),
        ([asks("a", "b"), result("b"), result("a")], ("call_model", [])),
        ([asks("a", "b"), SYSTEM, result("a"), SYSTEM], ("recover_tools", ["b"])),
        # Ids used twice are counted.
        ([asks("a", "a"), result("a")], ("recover_tools", ["a"])),
        ([asks("a", "b", "a"), result("a")], ("recover_tools", ["b", "a"])),
        ([asks("", ""), result("")], ("recover_tools", [""])),
        ([asks("a"), result("a"), asks("a")], ("recover_tools", ["a"])),
        # A result of no call, or a second one, takes nothing away from the others.
        ([asks("a", "b"), result("x"), result("a"), result("a")], ("recover_tools", ["b"])),
        ([asks("a"), result("a"), result("x")], ("call_model", [])),
        # An older open batch decides nothing about the end.
        ([asks("a"), says(), USER, asks("b"), result("b")], ("call_model", [])),
        *(([asks("a", stop=stop)], ("recover_tools", ["a"])) for stop in StopReason),
        ([says()], ("completed", [])),
        ([says(StopReason.END_TURN)], ("completed", [])),
        ([says(StopReason.TOOL_USE)], ("completed", [])),
        ([says(StopReason.INTERRUPTED)], ("retry_response", [])),
        ([says(StopReason.MAX_OUTPUT), SYSTEM], ("continue_response", [])),
        ([says(StopReason.PAUSED)], ("call_model", [])),
        ([says(StopReason.REFUSAL)], ("refused", [])),
        ([says(StopReason.CONTEXT_FULL)], ("context_full", [])),
        ([says(StopReason.OTHER)], ("unknown_stop", [])),
    ],
)
def test_each_row_of_the_table(messages: list[Message], expected: tuple[str, list[str]]) -> None:
    assert verdict(messages) == expected


def test_the_stop_is_told_where_it_decides() -> None:
    stop = StopInfo(StopReason.MAX_OUTPUT, raw="length")
    assert classify_resume([Message(Role.ASSISTANT, "half", stop=stop)]).stop is stop
    refused = StopInfo(StopReason.REFUSAL, message="Not this.")
    with pytest.raises(AgentResumeError, match=r"The model declined to answer: Not this\.") as error:
        classify_resume([Message(Role.ASSISTANT, stop=refused)])
    assert (error.value.reason, error.value.code, error.value.stop) == ("refused", "refused", refused)
    assert error.value.exit_code is ExitCode.REFUSED


def test_histories_of_the_test_input(cases: Path) -> None:
    lines = (cases / "resume" / "histories.jsonl").read_text(encoding="utf-8").splitlines()
    wrong = []
    for case in map(json.loads, lines):
        want = case["want"]
        expected = (want["error"], []) if "error" in want else (want["kind"], want["unanswered"])
        if verdict(case["messages"]) != expected:
            wrong.append(case["id"])
    assert (len(lines), wrong) == (320, [])


class Touched(Sequence[Message]):
    """A history that counts which of its messages are read: `tail` at the end of `length` user messages."""

    def __init__(self, length: int, tail: Sequence[Message]) -> None:
        self._length, self._tail = length, tail
        self.touched = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        assert isinstance(index, int)
        assert 0 <= index < self._length
        self.touched += 1
        from_end = index - (self._length - len(self._tail))
        return self._tail[from_end] if from_end >= 0 else USER


@pytest.mark.parametrize(
    "tail",
    [[USER], [says()], [says(StopReason.INTERRUPTED)], [asks("a", "b"), result("a"), SYSTEM], [USER, result("a")]],
)
def test_a_million_messages_are_read_no_further_than_ten(tail: list[Message]) -> None:
    counts = []
    for length in (10, 1_000_000):
        history = Touched(length, tail)
        verdict(history)
        counts.append(history.touched)
    assert counts[0] == counts[1] <= len(tail)


@pytest.mark.parametrize(
    ("says_", "expected"),
    [
        (LedgerSays.NEVER_ASKED, Recovery.ASK_AGAIN),
        (LedgerSays.UNANSWERED, Recovery.ASK_AGAIN),
        (LedgerSays.APPROVED, Recovery.RUN_ONCE),
        (LedgerSays.STARTED, Recovery.MAY_HAVE_RUN),
        (LedgerSays.REPEATABLE, Recovery.RUN_AGAIN),
        (LedgerSays.RECORDED, Recovery.PUT_IN),
        (LedgerSays.NO_LEDGER, Recovery.MAY_HAVE_RUN),
    ],
)
def test_what_becomes_of_a_call_follows_from_the_ledger(says_: LedgerSays, expected: Recovery) -> None:
    assert recovery_of(says_) is expected


CUT, LIMIT = StopReason.INTERRUPTED, StopReason.MAX_OUTPUT


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([USER], [USER]),
        ([asks("a"), result("a")], [asks("a"), result("a")]),
        ([USER, asks("a", "b"), result("b")], [USER, asks("a", "b"), unknown("a"), result("b")]),
        ([asks("a", "a"), result("a", "first")], [asks("a", "a"), result("a", "first"), unknown("a")]),
        # A system message after a batch stops nothing.
        ([asks("a"), SYSTEM], [asks("a"), unknown("a"), SYSTEM]),
        ([asks("a", "b"), SYSTEM, result("b")], [asks("a", "b"), unknown("a"), result("b"), SYSTEM]),
        # The results of tools that ran stay, whatever stands beside them.
        ([asks("a", "b"), result("x"), result("a"), result("a")], [asks("a", "b"), result("a"), unknown("b")]),
        # An older open batch is settled where it stands, and a late result put where it belongs.
        ([asks("a"), USER], [asks("a"), unknown("a"), USER]),
        ([asks("a"), INTERNAL, result("a"), USER], [asks("a"), result("a"), INTERNAL, USER]),
        ([asks("a"), asks("b"), result("a")], [asks("a"), result("a"), asks("b"), unknown("b")]),
        ([asks("a"), asks("a"), result("a")], [asks("a"), unknown("a"), asks("a"), result("a")]),
        ([says(StopReason.PAUSED)], [says(StopReason.PAUSED)]),
    ],
)
def test_a_prepared_history_has_one_result_a_call_in_place(messages: list[Message], expected: list[Message]) -> None:
    assert list(prepare_resume(messages).messages) == expected


def test_what_was_done_is_told() -> None:
    messages = [asks("old"), USER, asks("a", "b"), result("x"), result("a")]
    prepared = prepare_resume(messages)
    assert prepared.point == ResumePoint(ResumeKind.RECOVER_TOOLS, ResumeCause.OPEN_CALLS, (ToolCall("b", "tool_b"),))
    assert prepared.added == (unknown("old"), unknown("b"))
    assert prepared.recoveries == {(0, "old", 0): Recovery.MAY_HAVE_RUN, (2, "b", 0): Recovery.MAY_HAVE_RUN}
    assert prepared.older == ((0, "old", 0),)
    assert prepared.left_out == (result("x"),)


def test_the_ledger_says_what_is_put_in_and_what_is_left_to_the_runner() -> None:
    batch = asks("a", "b", "c", "d", "a")
    ledger = {
        (1, "a", 0): CallRecord(LedgerSays.NEVER_ASKED),
        (1, "b", 0): CallRecord(LedgerSays.RECORDED, "refunded", success=True),
        (1, "c", 0): CallRecord(LedgerSays.APPROVED),
        (1, "d", 0): CallRecord(LedgerSays.STARTED),
        (1, "a", 1): CallRecord(LedgerSays.RECORDED, "second", success=True),
    }
    prepared = prepare_resume([USER, batch], ledger)
    recorded = Message(Role.TOOL, "refunded", tool_call_id="b", name="tool_b", success=True)
    second = Message(Role.TOOL, "second", tool_call_id="a", name="tool_a", success=True)
    assert prepared.messages == (USER, batch, recorded, unknown("d"), second)
    assert list(prepared.recoveries.values()) == [
        Recovery.ASK_AGAIN,
        Recovery.PUT_IN,
        Recovery.RUN_ONCE,
        Recovery.MAY_HAVE_RUN,
        Recovery.PUT_IN,
    ]


@pytest.mark.parametrize(("stop", "cause"), [(CUT, ResumeCause.CUT_OFF), (LIMIT, ResumeCause.OUTPUT_LIMIT)])
def test_a_notice_is_added_once_and_replaced_when_the_answer_is_cut_off_again(
    stop: StopReason, cause: ResumeCause
) -> None:
    first = prepare_resume([USER, says(stop)])
    (notice,) = first.added
    assert (notice.role, notice.notice) == (Role.INTERNAL, cause)
    assert first.messages == (USER, says(stop), notice)
    # A resume that dies after adding adds nothing more.
    assert prepare_resume(first.messages).messages == first.messages
    again = prepare_resume([*first.messages, says(stop)])
    assert again.messages == (USER, says(stop), says(stop), notice)
    assert again.left_out == (notice,)


def test_an_answer_that_came_to_its_end_keeps_the_notice_before_it() -> None:
    (notice,) = prepare_resume([says(CUT)]).added
    messages = (says(CUT), notice, says(), USER)
    assert prepare_resume(messages).messages == messages


@pytest.mark.parametrize(
    ("messages", "english", "chinese"),
    [
        ([USER], "The last message was not answered; the model answers it.", "最后一条消息未得到回答，由模型回答。"),
        ([asks("a"), result("a")], "All tool results are there; the model goes on.", "工具结果已齐全，模型继续。"),
        ([asks("a")], "One tool call has no result: tool_a.", "1 个工具调用没有结果：tool_a。"),
        (
            [asks(*"abcde")],
            "5 tool calls have no result: tool_a, tool_b, tool_c and 2 more.",
            "5 个工具调用没有结果：tool_a、tool_b、tool_c 等 5 个。",
        ),
        (
            [Message(Role.ASSISTANT, tool_calls=(ToolCall("a", "pay\u202e\n" + "x" * 60),))],
            f"One tool call has no result: pay\\u202e⏎{'x' * 29}….",
            f"1 个工具调用没有结果：pay\\u202e⏎{'x' * 29}…。",
        ),
        ([says(CUT)], "The last answer was cut off; the model starts it again.", "最后的回答被中断，由模型重新开始。"),
        (
            [says(LIMIT)],
            "The last answer reached the output limit; the model continues it.",
            "最后的回答达到输出长度上限，由模型接着写。",
        ),
        (
            [says(StopReason.PAUSED)],
            "The provider paused the last answer; the model goes on with it.",
            "服务方暂停了最后的回答，由模型继续。",
        ),
    ],
)
def test_the_sentence_beside_the_button(messages: list[Message], english: str, chinese: str) -> None:
    point = classify_resume(messages)
    assert (point.description, point.describe("zh")) == (english, chinese)


@pytest.mark.parametrize("reason", list(ResumeReason))
def test_each_refusal_has_a_sentence_in_both_languages(reason: ResumeReason) -> None:
    error = AgentResumeError(reason)
    assert error.describe() == error.sentence
    assert error.sentence.endswith(".")
    assert error.describe("zh").endswith("。")


def _can_be_picked_up(messages: Sequence[Message]) -> bool:
    return verdict(messages)[0] in list(ResumeKind)


_IDS = st.sampled_from(["a", "b", ""])
_HISTORIES = st.lists(
    st.one_of(
        st.sampled_from([SYSTEM, USER, INTERNAL, ODD]),
        st.builds(says, st.none() | st.sampled_from(list(StopReason))),
        st.lists(_IDS, min_size=1, max_size=3).map(lambda ids: asks(*ids)),
        st.builds(result, _IDS),
    ),
    max_size=12,
)


@given(_HISTORIES)
def test_classifying_and_preparing_never_disagree(messages: list[Message]) -> None:
    given_ = copy.deepcopy(messages)
    before = verdict(messages)
    if not _can_be_picked_up(messages):
        with pytest.raises(AgentResumeError) as error:
            prepare_resume(messages)
        assert before == (str(error.value.reason), [])
        return
    prepared = prepare_resume(messages)
    assert messages == given_
    assert before == (str(prepared.point.kind), [call.id for call in prepared.point.unanswered])
    assert verdict(prepared.messages) == ("call_model", [])
    again = prepare_resume(prepared.messages)
    assert (again.messages, again.added, again.left_out) == (prepared.messages, (), ())
    _one_result_a_call(prepared.messages)
    kept = Counter(id(message) for message in prepared.messages)
    lost = [message for message in messages if not kept[id(message)]]
    assert all(any(message is left for left in prepared.left_out) for message in lost)


def _one_result_a_call(messages: Sequence[Message]) -> None:
    at = 0
    while at < len(messages):
        calls = [call.id for call in messages[at].tool_calls]
        results = messages[at + 1 : at + 1 + len(calls)]
        assert [message.tool_call_id for message in results] == calls
        assert all(message.role is Role.TOOL for message in results)
        at += 1 + len(calls)
        assert at == len(messages) or messages[at].role is not Role.TOOL
