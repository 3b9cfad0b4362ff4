"""Which tool calls of a message history are open, and the history in which every given one has its result.

Works on Pydantic AI messages as JSON (what its ModelMessagesTypeAdapter dumps): requests hold tool results, responses
hold tool calls. Matching is order-aware: a result answers a call of the response before it and of no other, so a call
id that a later turn uses again opens again (answered-pause rules, section 7). Calls that a provider runs itself
("builtin-tool-call") are never open. Pure functions; messages given are never changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pausedesk.core.model.canonical import JsonValue

Message: TypeAlias = dict[str, Any]

INTERNAL = "internal"
"""In a message's metadata: true, or the places of those parts, that are the desk's own words and not a user's."""

CallKey: TypeAlias = tuple[int, str, int]
"""Index of the response in the given list, call id, and which of the calls with that id in that response (from 0)."""


class HistoryFault(ValueError):
    """A history that a strict provider refuses; `str(error)` says where and why in one sentence."""


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call without a result. `args` is as the model wrote it: a JSON value, or a text that should hold one."""

    response_index: int
    call_id: str
    ordinal: int
    tool: str
    args: JsonValue

    @property
    def key(self) -> CallKey:
        """The key under which `compose_history` takes this call's result."""
        return (self.response_index, self.call_id, self.ordinal)


@dataclass(frozen=True, slots=True)
class CallResult:
    """What the model is to read for a call.

    `outcome` is Pydantic AI's word: success, failed, denied, interrupted or retried.
    """

    content: JsonValue
    outcome: str
    said: str = ""  # what the model is told of the call beside its result, after all results


@dataclass(slots=True)
class _Turn:
    """One response with the requests that follow it, up to the next response (`end`, not included)."""

    response: int
    end: int
    calls: list[OpenCall]
    answered: Counter[str]

    def open_calls(self) -> list[OpenCall]:
        # Results that share an id answer the calls with that id in their order.
        return [call for call in self.calls if call.ordinal >= self.answered[call.call_id]]


def open_tool_calls(messages: Sequence[Message]) -> list[OpenCall]:
    """Every call without a result, in order. Reads the list once.

    Raises `HistoryFault` for a message that has no shape of Pydantic AI's.
    """
    return [call for turn in _turns(messages, 0) for call in turn.open_calls()]


def open_calls_at_end(messages: Sequence[Message]) -> list[OpenCall]:
    """The open calls of the last response only, reading no further back than it: a turn's cost, not a session's."""
    start = len(messages) - 1
    while start >= 0 and _kind(messages, start) != "response":
        start -= 1
    if start < 0:
        return []
    return [call for turn in _turns(messages, start) for call in turn.open_calls()]


def compose_history(messages: Sequence[Message], results: Mapping[CallKey, CallResult]) -> list[Message]:
    """A new list in which each open call named by `results` has exactly one tool-return part.

    The part stands in the request directly after the call's own response, after the results already there and before
    everything else, so that results always come first; where no request follows, one is added. Calls that have a result
    are left as they are, and so are keys that name no call: composing what was composed changes nothing. Messages that
    need no change are the same objects as in `messages`. Where a request had to be added between two responses, the
    responses after it have moved, and their keys with them.

    Raises `HistoryFault` where calls of one response share an id and a result is given for a later one only: the
    written form could not tell it from the earlier one's.
    """
    composed: list[Message] = []
    done = 0
    for turn in _turns(messages, 0):
        parts, said = _parts_for(turn, messages, results)
        if not parts:
            continue
        composed.extend(messages[done : turn.response + 1])
        following = turn.response + 1
        if following < turn.end:
            request = messages[following]
            old = list(request["parts"])
            at = max((n + 1 for n, part in enumerate(old) if _is_result(part)), default=0)
            whole = {**request, "parts": [*old[:at], *parts, *said, *old[at:]]}
            composed.append(_with_internal(whole, at + len(parts), said))
            done = following + 1
        else:
            composed.append(_with_internal({"kind": "request", "parts": [*parts, *said]}, len(parts), said))
            done = following
    composed.extend(messages[done:])
    return composed


def only_call(messages: Sequence[Message], call_id: str, ordinal: int) -> list[Message]:
    """The last response of a history with none of its calls but one, and the request before it."""
    at = max(index for index, message in enumerate(messages) if message["kind"] == "response")
    seen = -1
    kept = []
    for part in messages[at]["parts"]:
        if part.get("part_kind") == "tool-call":
            seen += part.get("tool_call_id") == call_id
            if part.get("tool_call_id") != call_id or seen != ordinal:
                continue
        kept.append(part)
    return [*messages[max(0, at - 1) : at], {**messages[at], "parts": kept}]


def judge_history(messages: Sequence[Message], *, allow_open_tail: bool = False) -> None:
    """Refuse, as a strict provider would, what a model must never be sent.

    Raises `HistoryFault` for a call that the next response or the end finds without a result, for a result without a
    call in the response before it, and for a second result of one call. With `allow_open_tail` calls of the last
    response may be open.
    """
    waiting: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for index in range(len(messages)):
        if _kind(messages, index) == "response":
            _refuse_unanswered(waiting, f"before the response at {index}")
            waiting = Counter(call.call_id for call in _calls_of(messages, index))
            seen = Counter()
            continue
        for call_id in _results_of(messages, index):
            if waiting[call_id]:
                waiting[call_id] -= 1
                seen[call_id] += 1
            elif seen[call_id]:
                raise HistoryFault(f"Message {index} holds a second result for the call {call_id!r}.")
            else:
                raise HistoryFault(f"Message {index} holds a result for {call_id!r}, which no call before it asks for.")
    if not allow_open_tail:
        _refuse_unanswered(waiting, "at the end")


def _refuse_unanswered(waiting: Counter[str], where: str) -> None:
    for call_id, count in waiting.items():
        if count:
            raise HistoryFault(f"The call {call_id!r} has no result {where}.")


def _turns(messages: Sequence[Message], start: int) -> Iterable[_Turn]:
    turn: _Turn | None = None
    for index in range(start, len(messages)):
        if _kind(messages, index) == "response":
            if turn is not None:
                turn.end = index
                yield turn
            turn = _Turn(index, len(messages), _calls_of(messages, index), Counter())
        elif turn is not None:
            turn.answered.update(_results_of(messages, index))
    if turn is not None:
        yield turn


def _with_internal(request: Message, first: int, said: Sequence[Message]) -> Message:
    if not said:
        return request
    metadata = request.get("metadata") or {}
    return {**request, "metadata": {**metadata, INTERNAL: list(range(first, first + len(said)))}}


def _parts_for(
    turn: _Turn, messages: Sequence[Message], results: Mapping[CallKey, CallResult]
) -> tuple[list[Message], list[Message]]:
    parts: list[Message] = []
    said: list[Message] = []
    skipped: set[str] = set()
    for call in turn.open_calls():
        result = results.get(call.key)
        if result is None:
            skipped.add(call.call_id)
        elif call.call_id in skipped:
            raise HistoryFault(
                f"Calls of message {turn.response} share the id {call.call_id!r}: their results are given in order."
            )
        else:
            timestamp = messages[turn.response].get("timestamp")
            parts.append(_result_part(call, result, timestamp))
            if result.said:
                said.append(_dated({"part_kind": "user-prompt", "content": result.said}, timestamp))
    return parts, said


def _result_part(call: OpenCall, result: CallResult, timestamp: object) -> Message:
    part: Message = {
        "part_kind": "tool-return",
        "tool_name": call.tool,
        "content": result.content,
        "tool_call_id": call.call_id,
        "outcome": result.outcome,
    }
    return _dated(part, timestamp)


def _dated(part: Message, timestamp: object) -> Message:
    # Without one the reader would put in the time of reading, and the same history would differ each time.
    return {**part, "timestamp": timestamp} if isinstance(timestamp, str) else part


def _kind(messages: Sequence[Message], index: int) -> str:
    message = messages[index]
    kind = message.get("kind")
    if kind not in ("request", "response") or not isinstance(message.get("parts"), list):
        raise HistoryFault(f"Message {index} is neither a request nor a response with parts.")
    return str(kind)


def _calls_of(messages: Sequence[Message], index: int) -> list[OpenCall]:
    calls: list[OpenCall] = []
    ordinals: Counter[str] = Counter()
    for part in messages[index]["parts"]:
        if part.get("part_kind") != "tool-call":
            continue
        call_id, tool = part.get("tool_call_id"), part.get("tool_name")
        if not isinstance(call_id, str) or not isinstance(tool, str):
            raise HistoryFault(f"Message {index} holds a call without an id or without a tool's name.")
        calls.append(OpenCall(index, call_id, ordinals[call_id], tool, part.get("args")))
        ordinals[call_id] += 1
    return calls


def _results_of(messages: Sequence[Message], index: int) -> list[str]:
    return [str(part.get("tool_call_id")) for part in messages[index]["parts"] if _is_result(part)]


def _is_result(part: Mapping[str, Any]) -> bool:
    kind = part.get("part_kind")
    # A retry prompt without a tool's name answers the response as a whole, not a call.
    return kind == "tool-return" or (kind == "retry-prompt" and part.get("tool_name") is not None)
