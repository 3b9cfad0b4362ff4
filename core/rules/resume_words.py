"""What a person reads beside the Resume button, and what the model reads of an answer that did not come to its end.

Short sentences by code, in English and Chinese. Nothing parses them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from pausedesk.core.model.histories import StopInfo
from pausedesk.core.rules.visible import one_line

_LONGEST_NAME = 40
_NAMES_SHOWN = 3
_LONGEST_STOP = 120


class ResumeCause(StrEnum):
    """What a history that can be picked up ends in. Two of them are the `notice` of the message that is added."""

    UNANSWERED = "unanswered"
    RESULTS_IN = "results_in"
    OPEN_CALLS = "open_calls"
    CUT_OFF = "cut_off"
    OUTPUT_LIMIT = "output_limit"
    PROVIDER_PAUSED = "provider_paused"


class ResumeReason(StrEnum):
    """Why a history cannot be picked up (resume rules, "Verdicts")."""

    EMPTY = "empty"
    MALFORMED = "malformed"
    COMPLETED = "completed"
    REFUSED = "refused"
    CONTEXT_FULL = "context_full"
    UNKNOWN_STOP = "unknown_stop"


MODEL_READS: Mapping[ResumeCause, str] = MappingProxyType(
    {
        ResumeCause.CUT_OFF: (
            "Your last answer was cut off before it was complete. Start that answer again from its beginning."
        ),
        ResumeCause.OUTPUT_LIMIT: (
            "Your last answer reached the limit of its length. Continue exactly where it stopped, and repeat nothing."
        ),
    }
)
"""What the model reads after an answer that is to be started again or continued."""

_POINTS = {
    ResumeCause.UNANSWERED: (
        "The last message was not answered; the model answers it.",
        "最后一条消息未得到回答，由模型回答。",
    ),
    ResumeCause.RESULTS_IN: ("All tool results are there; the model goes on.", "工具结果已齐全，模型继续。"),
    ResumeCause.CUT_OFF: (
        "The last answer was cut off; the model starts it again.",
        "最后的回答被中断，由模型重新开始。",
    ),
    ResumeCause.OUTPUT_LIMIT: (
        "The last answer reached the output limit; the model continues it.",
        "最后的回答达到输出长度上限，由模型接着写。",
    ),
    ResumeCause.PROVIDER_PAUSED: (
        "The provider paused the last answer; the model goes on with it.",
        "服务方暂停了最后的回答，由模型继续。",
    ),
}
_ONE_OPEN = ("One tool call has no result: {names}.", "1 个工具调用没有结果：{names}。")
_OPEN = ("{count} tool calls have no result: {names}.", "{count} 个工具调用没有结果：{names}。")
_MORE = ("{names} and {more} more", "{names} 等 {count} 个")

_REFUSALS = {
    ResumeReason.EMPTY: (
        "This session has no messages: there is nothing to resume.",
        "此会话没有消息，无可继续。",
    ),
    ResumeReason.MALFORMED: (
        "The end of this session's history cannot be read as a call and its results.",
        "此会话历史的末尾无法读作工具调用及其结果。",
    ),
    ResumeReason.COMPLETED: (
        "This session is finished: there is nothing to resume.",
        "此会话已完成，无可继续。",
    ),
    ResumeReason.REFUSED: ("The model declined to answer.", "模型拒绝回答。"),
    ResumeReason.CONTEXT_FULL: ("The context is full.", "上下文已满。"),
    ResumeReason.UNKNOWN_STOP: (
        "The last answer stopped for a reason that is not known here.",
        "最后的回答因未知原因停止。",
    ),
}
_NEXT_STEPS = {
    ResumeReason.REFUSED: "A new message can be sent in its place.",
    ResumeReason.CONTEXT_FULL: "A new session with a shorter history can be started.",
}


def point(cause: ResumeCause, tools: Sequence[str], language: str = "en") -> str:
    """The sentence of a place where a history can be picked up; `tools` are the names of the calls without a result."""
    chosen = _index(language)
    if cause is not ResumeCause.OPEN_CALLS:
        return _POINTS[cause][chosen]
    names = ("、" if chosen else ", ").join(one_line(name, _LONGEST_NAME) for name in tools[:_NAMES_SHOWN])
    more = len(tools) - _NAMES_SHOWN
    if more > 0:
        names = _MORE[chosen].format(names=names, more=more, count=len(tools))
    return (_ONE_OPEN if len(tools) == 1 else _OPEN)[chosen].format(names=names, count=len(tools))


def refusal(reason: ResumeReason, stop: StopInfo | None = None, language: str = "en") -> str:
    """The sentence of a history that cannot be picked up; with its stop, which says more, where there is one."""
    if stop is None:
        return _REFUSALS[reason][_index(language)]
    return one_line(stop.describe(language), _LONGEST_STOP)


def next_step(reason: ResumeReason) -> str | None:
    """What can be done instead, or None."""
    return _NEXT_STEPS.get(reason)


def _index(language: str) -> int:
    return 1 if language == "zh" else 0
