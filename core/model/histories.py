"""Message histories in neutral form: the values that our own sessions and those of other programs are read into.

The form holds what telling an ending needs (resume rules), not what a model is sent. Values only; reading them from
JSON never fails: what is not understood is an unknown message or an `other` stop, with what arrived kept beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast


class Role(StrEnum):
    """Who a message is from. `internal`: words that a program put in for a user; `unknown`: of a kind not known here,
    shown as such and never taken for an end."""

    SYSTEM = "system"
    USER = "user"
    INTERNAL = "internal"
    ASSISTANT = "assistant"
    TOOL = "tool"
    UNKNOWN = "unknown"


class StopReason(StrEnum):
    """Why a response stopped; whatever a provider says beyond these reads as `other`."""

    END_TURN = "end_turn"
    TOOL_USE = "tool_use"
    MAX_OUTPUT = "max_output"
    CONTEXT_FULL = "context_full"
    REFUSAL = "refusal"
    PAUSED = "paused"
    INTERRUPTED = "interrupted"
    OTHER = "other"

    @classmethod
    def read(cls, value: object) -> StopReason:
        """The reason that a text names; `other` for any other text or value."""
        return cls(value) if isinstance(value, str) and value in _REASONS else cls.OTHER


_REASONS = frozenset(reason.value for reason in StopReason)
_SENTENCES = {
    StopReason.END_TURN: ("The answer is complete", "回答已完成"),
    StopReason.TOOL_USE: ("The answer ended to call tools", "回答结束，转为调用工具"),
    StopReason.MAX_OUTPUT: ("The answer reached the output limit", "回答达到输出长度上限"),
    StopReason.CONTEXT_FULL: ("The context is full", "上下文已满"),
    StopReason.REFUSAL: ("The model declined to answer", "模型拒绝回答"),
    StopReason.PAUSED: ("The provider paused the answer", "服务方暂停了回答"),
    StopReason.INTERRUPTED: ("The answer was cut off", "回答被中断"),
    StopReason.OTHER: ("The answer stopped for a reason that is not known here", "回答因未知原因停止"),
}


@dataclass(frozen=True, slots=True)
class StopInfo:
    """How a response stopped. `raw`, `category` and `message` are the provider's own words (hostile text), `detail`
    any JSON value of its."""

    reason: StopReason
    raw: str = ""
    category: str = ""
    message: str = ""
    detail: Any = None

    @property
    def ok(self) -> bool:
        """Whether the response came to its own end: nothing of it is missing."""
        return self.reason in (StopReason.END_TURN, StopReason.TOOL_USE)

    def describe(self, language: str = "en") -> str:
        """One sentence for a person ("en" or "zh"), the provider's own words after it as they are.

        Whoever shows it shows it as hostile text. Any other language reads English.
        """
        chinese = language == "zh"
        sentence = _SENTENCES[self.reason][chinese]
        # The provider's word tells something only where it is not ours.
        said = [word for word in (self.raw, self.category) if word and word != self.reason]
        open_, close, comma = ("（", "）", "、") if chinese else (" (", ")", ", ")
        told = f"{sentence}{open_}{comma.join(said)}{close}" if said else sentence
        end, colon = ("。", "：") if chinese else (".", ": ")
        return f"{told}{colon}{self.message}" if self.message else f"{told}{end}"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call that an assistant message holds. `arguments` is the JSON value, or the text where it is none."""

    id: str
    name: str
    arguments: Any = None


@dataclass(frozen=True, slots=True)
class Message:
    """One message. `tool_calls` and `stop` stand on assistant messages; `tool_call_id`, `name` and `success` on tool
    messages (the result of one call).

    `notice` is the code of a message that resuming added (see core/rules/resume.py), "" for any other; `raw` is what
    arrived where the role is `unknown`.
    """

    role: Role
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    name: str = ""
    success: bool | None = None
    stop: StopInfo | None = None
    notice: str = ""
    raw: Any = None


def read_message(value: object) -> Message:
    """The message of a JSON object in neutral form (role, content, tool_calls, tool_call_id, name, success, stop).

    Anything else, and a role that is not known, is an `unknown` message that keeps the value.
    """
    if isinstance(value, Message):
        return value
    if not isinstance(value, Mapping):
        return Message(Role.UNKNOWN, raw=value)
    fields = cast("Mapping[str, object]", value)
    role = fields.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        return Message(Role.UNKNOWN, raw=value)
    success = fields.get("success")
    calls = fields.get("tool_calls")
    return Message(
        Role(role),
        content=_text(fields.get("content")),
        tool_calls=tuple(_call(call) for call in calls) if isinstance(calls, list | tuple) else (),
        tool_call_id=_text(fields.get("tool_call_id")),
        name=_text(fields.get("name")),
        success=success if isinstance(success, bool) else None,
        stop=read_stop(fields.get("stop")),
        notice=_text(fields.get("notice")),
    )


_ROLES = frozenset(role.value for role in Role)


def read_stop(value: object) -> StopInfo | None:
    """The stop of a JSON object (reason, raw, category, message, detail); None where nothing is said of one."""
    if value is None or isinstance(value, StopInfo):
        return value
    if not isinstance(value, Mapping):
        if isinstance(value, str):
            return StopInfo(StopReason.read(value), raw=value)
        return StopInfo(StopReason.OTHER, detail=value)
    fields = cast("Mapping[str, object]", value)
    reason = StopReason.read(fields.get("reason"))
    raw = _text(fields.get("raw"))
    if reason is StopReason.OTHER and not raw:
        raw = _text(fields.get("reason"))
    return StopInfo(
        reason, raw, _text(fields.get("category")), _text(fields.get("message")), detail=fields.get("detail")
    )


def _call(value: object) -> ToolCall:
    if isinstance(value, ToolCall):
        return value
    # A call that cannot be read is still a call: dropping it would make its turn read as answered.
    fields = cast("Mapping[str, object]", value) if isinstance(value, Mapping) else {}
    return ToolCall(_text(fields.get("id")), _text(fields.get("name")), fields.get("arguments"))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
