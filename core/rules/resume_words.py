"""What a person reads beside the Resume button, and what the model reads of an answer that did not come to its end.

Short sentences by code, in English and Chinese. Nothing parses them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType

from pausedesk.core.model.histories import StopInfo
from pausedesk.core.model.wording import Source, Worded, filled, joined, worded
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
        worded("The last message was not answered; the model answers it."),
        "最后一条消息未得到回答，由模型回答。",
    ),
    ResumeCause.RESULTS_IN: (worded("All tool results are there; the model goes on."), "工具结果已齐全，模型继续。"),
    ResumeCause.CUT_OFF: (
        worded("The last answer was cut off; the model starts it again."),
        "最后的回答被中断，由模型重新开始。",
    ),
    ResumeCause.OUTPUT_LIMIT: (
        worded("The last answer reached the output limit; the model continues it."),
        "最后的回答达到输出长度上限，由模型接着写。",
    ),
    ResumeCause.PROVIDER_PAUSED: (
        worded("The provider paused the last answer; the model goes on with it."),
        "服务方暂停了最后的回答，由模型继续。",
    ),
}
_ONE_OPEN = (worded("One tool call has no result: {names}."), "1 个工具调用没有结果：{names}。")
_OPEN = (worded("{count} tool calls have no result: {names}."), "{count} 个工具调用没有结果：{names}。")
_MORE = (worded("{names} and {more} more"), "{names} 等 {count} 个")


class Told(StrEnum):
    """What is said of calls without a result before a session of our own is resumed, in the order of the sentences."""

    MAY_HAVE_RUN = "may_have_run"
    OLDER = "older"
    RECORDED = "recorded"
    DECLINED = "declined"
    ANSWERED = "answered"
    SKIPPED = "skipped"
    CLOSED = "closed"
    REPEATED = "repeated"
    APPROVED = "approved"
    NEVER_STARTED = "never_started"


_CALLS_TOLD = {
    Told.MAY_HAVE_RUN: (
        worded("The model is told that {names} may have run; that is not run again."),
        "告知模型 {names} 可能已运行，不再运行。",
    ),
    Told.OLDER: (
        worded(
            "{names} of an older turn has no result: the model is told there that it may have run; "
            "that is not run again."
        ),
        "较早一轮的 {names} 没有结果：在原处告知模型其可能已运行，不再运行。",
    ),
    Told.RECORDED: (
        worded("What is recorded of {names} is put in; that is not run again."),
        "填入已记录的 {names} 的结果，不再运行。",
    ),
    Told.DECLINED: (worded("The model is told that {names} was declined."), "告知模型 {names} 已被拒绝。"),
    Told.ANSWERED: (worded("The model reads the answer to {names}."), "模型读取对 {names} 的回答。"),
    Told.SKIPPED: (worded("The model is told that {names} was skipped."), "告知模型 {names} 已被跳过。"),
    Told.CLOSED: (
        worded("The model reads that the question about {names} could no longer be answered, and may ask anew."),
        "告知模型关于 {names} 的问题已无法回答，模型可重新提问。",
    ),
    Told.REPEATED: (
        worded("{names} runs again: its author says that repeating it is harmless."),
        "{names} 再次运行：作者声明重复运行无害。",
    ),
    Told.APPROVED: (
        worded("Approved and not started, it will run once: {names}."),
        "已批准但未开始，将运行一次：{names}。",
    ),
    Told.NEVER_STARTED: (
        worded("Never started: {names}. It is asked about, or runs where no approval is needed."),
        "从未开始：{names}。将征求批准，无需批准的则运行。",
    ),
}
_ONE_LISTED = (
    worded("One call has no result; what becomes of it is listed above."),
    "1 个工具调用没有结果，如何处理见上方列表。",
)
_LISTED = (
    worded("{count} calls have no result; what becomes of each is listed above."),
    "{count} 个工具调用没有结果，如何处理见上方列表。",
)
_THEN = {
    ResumeCause.UNANSWERED: (worded("Nothing is added."), "不添加任何内容。"),
    ResumeCause.RESULTS_IN: (worded("Nothing is added or run again."), "不添加任何内容，也不再次运行。"),
    ResumeCause.OPEN_CALLS: (worded("Then the model goes on."), "然后由模型继续。"),
    ResumeCause.CUT_OFF: (worded("One message is added that says so."), "添加一条说明此事的消息。"),
    ResumeCause.OUTPUT_LIMIT: (worded("One message is added that says so."), "添加一条说明此事的消息。"),
    ResumeCause.PROVIDER_PAUSED: (worded("Nothing is added."), "不添加任何内容。"),
}


class RunStop(StrEnum):
    """Who stopped a run that is over, where that is known."""

    DECLINED = "declined"  # a person, by a decline that ends the run
    PERSON = "person"
    DECLINE_LIMIT = "decline_limit"
    USAGE_LIMIT = "usage_limit"


_STOPS = {
    RunStop.DECLINED: (
        worded("{by} declined and stopped the run; resuming lets the agent go on all the same."),
        "{by} 拒绝并停止了运行；恢复后智能体仍会接着运行。",
    ),
    RunStop.PERSON: (
        worded("A person stopped the run; resuming lets the agent go on all the same."),
        "有人停止了运行；恢复后智能体仍会接着运行。",
    ),
    RunStop.DECLINE_LIMIT: (
        worded("The run was stopped because the model repeated a declined call; resuming lets it go on all the same."),
        "因模型重复已被拒绝的调用，运行被停止；恢复后模型仍会接着运行。",
    ),
    RunStop.USAGE_LIMIT: (
        worded(
            "The run reached the limit that its agent sets to requests, tokens or calls; resuming begins to count anew."
        ),
        "运行达到了智能体对请求、令牌或调用次数的上限；恢复后重新计数。",
    ),
}

_COPIED = (
    worded(
        "The store was copied or put back since this ran, or lost its state folder; what another copy did is "
        "unknown here."
    ),
    "此会话运行后，存储被复制或还原过，或其状态文件夹丢失；另一副本中的后续操作在此未知。",
)

_REFUSALS = {
    ResumeReason.EMPTY: (
        worded("This session has no messages: there is nothing to resume."),
        "此会话没有消息，没有可恢复的内容。",
    ),
    ResumeReason.MALFORMED: (
        worded("The end of this session's history cannot be read as a call and its results."),
        "此会话历史的末尾无法读作工具调用及其结果。",
    ),
    ResumeReason.COMPLETED: (
        worded("This session is finished: there is nothing to resume."),
        "此会话已完成，没有可恢复的内容。",
    ),
    ResumeReason.REFUSED: (worded("The model declined to answer."), "模型拒绝回答。"),
    ResumeReason.CONTEXT_FULL: (worded("The context is full."), "上下文已满。"),
    ResumeReason.UNKNOWN_STOP: (
        worded("The last answer stopped for a reason that is not known here."),
        "最后的回答因未知原因停止。",
    ),
}
_NEXT_STEPS = {
    ResumeReason.REFUSED: worded("A new message can be sent in its place."),
    ResumeReason.CONTEXT_FULL: worded(
        "Start a new session with a shorter history, or let the agent use a model with a larger context and send this "
        "session a message."
    ),
}


def point(cause: ResumeCause, tools: Sequence[str], language: str = "en") -> str:
    """The sentence of a place where a history can be picked up; `tools` are the names of the calls without a result."""
    chosen = _index(language)
    if cause is not ResumeCause.OPEN_CALLS:
        return _POINTS[cause][chosen]
    names = _names(tools, chosen)
    return _made(_ONE_OPEN if len(tools) == 1 else _OPEN, chosen, names=names, count=len(tools))


def offer(
    cause: ResumeCause,
    told: Mapping[Told, Sequence[str]],
    language: str = "en",
    *,
    stop: RunStop | None = None,
    by: str = "",
    copied: bool = False,
) -> str:
    """The sentences beside the Resume button of a session of our own: that another copy may have gone on, who stopped
    it, what is picked up, what is added, what runs and what does not run again. `told` has the names of the tools of
    the calls without a result."""
    chosen = _index(language)
    calls = [_made(_CALLS_TOLD[what], chosen, names=_names(told[what], chosen)) for what in Told if what in told]
    return _offered(cause, calls, chosen, stop, by, copied)


def brief(
    cause: ResumeCause,
    count: int,
    language: str = "en",
    *,
    stop: RunStop | None = None,
    by: str = "",
    copied: bool = False,
) -> str:
    """The same beside a list of the calls without a result, of which there are `count`."""
    chosen = _index(language)
    calls = [_made(_ONE_LISTED if count == 1 else _LISTED, chosen, count=count)] if count else []
    return _offered(cause, calls, chosen, stop, by, copied)


def _offered(cause: ResumeCause, calls: Sequence[str], chosen: int, stop: RunStop | None, by: str, copied: bool) -> str:
    said: list[str] = [_COPIED[chosen]] if copied else []
    said += [] if stop is None else [_made(_STOPS[stop], chosen, by=one_line(by, _LONGEST_NAME))]
    said += [] if cause is ResumeCause.OPEN_CALLS else [_POINTS[cause][chosen]]
    then = ResumeCause.OPEN_CALLS if calls and cause not in MODEL_READS else cause
    whole = [*said, *calls, _THEN[then][chosen]]
    return "".join(whole) if chosen else joined(" ", whole)


def _names(tools: Sequence[str], chosen: int) -> str:
    names = joined("、" if chosen else ", ", [one_line(name, _LONGEST_NAME) for name in tools[:_NAMES_SHOWN]])
    more = len(tools) - _NAMES_SHOWN
    return _made(_MORE, chosen, names=names, more=more, count=len(tools)) if more > 0 else names


def _made(pair: tuple[str, str], chosen: int, **values: object) -> str:
    """The sentence in a language; the English one knows its source."""
    made = filled(pair[chosen], values)
    used = {name: value for name, value in values.items() if f"{{{name}}}" in pair[0]}
    return made if chosen else Worded.made(made, Source(pair[0], used))


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
