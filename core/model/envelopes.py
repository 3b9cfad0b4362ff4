"""Envelopes: the exchange form of a stored conversation or pause, its names on the wire and its validation.

Formats: conversation-v1, flowchart-v1 (a pause) and pausedesk-answered-v1 (a pause that was answered). Readers refuse
by name and never guess (answered-pause rules, section 2). Values only; an envelope's bytes are kept by the store and
never written again from these values, so unknown members are allowed and left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import CanonicalError, parse_strict

CONVERSATION_V1 = "conversation-v1"
FLOWCHART_V1 = "flowchart-v1"
ANSWERED_V1 = "pausedesk-answered-v1"
KNOWN_FORMATS = (CONVERSATION_V1, FLOWCHART_V1, ANSWERED_V1)

JsonObject: TypeAlias = dict[str, Any]


class EnvelopeError(UsageError):
    """An envelope is refused; the sentence names what and why.

    Codes: `not-an-envelope` (something is stored and is none: unreadable, which is not the same as absent),
    `unknown-format`, `other-format` (a known one, for another reader), `invalid-envelope`.
    """


@dataclass(frozen=True, slots=True)
class WireCall:
    """A tool call as an assistant entry holds it."""

    call_id: str
    tool: str
    args: Any


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One entry of a conversation. `tool_calls` stand on assistant entries, the last two on tool entries."""

    role: str
    content: str
    tool_calls: tuple[WireCall, ...] = ()
    tool_call_id: str | None = None
    tool_name: str | None = None


@dataclass(frozen=True, slots=True)
class Conversation:
    """The `data` of conversation-v1. Times are milliseconds since the Unix epoch, as stored."""

    run_id: str
    history: tuple[HistoryEntry, ...]
    last_completed_iteration: int | float
    original_message: str
    checkpointed_at: int | float
    identity: JsonObject | None = None

    @property
    def owner(self) -> str | None:
        """The principal of the identity inside the envelope: the only source of a session's owner."""
        principal = (self.identity or {}).get("principal")
        return principal if isinstance(principal, str) else None


@dataclass(frozen=True, slots=True)
class PendingRequest:
    """One consent request as a pause of ours names it: what an answer is bound to."""

    request_id: str
    call_id: str
    ledger: str
    incarnation: str
    call_digest: str
    tool_digest: str
    chain_digest: str
    expires_at: int | float | str | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    """The `data` of flowchart-v1 and of pausedesk-answered-v1.

    `is_consent` tells a consent gate (an object under checkIn or ask) from a plain question; `answered` is the mark as
    it stands there, and `is_answered` what it means. `requests` is empty where the gate recorded none.
    """

    conversation: Conversation
    paused_stage: str
    pending: JsonObject
    requests: tuple[PendingRequest, ...]
    is_consent: bool
    is_answered: bool
    answered: Any = None


@dataclass(frozen=True, slots=True)
class Envelope:
    """A validated envelope: its format, when it was saved (milliseconds, None if it does not say) and its data."""

    format: str
    saved_at: int | float | None
    data: Conversation | Pause


def envelope_value(envelope: object) -> object:
    """The JSON value of an envelope: bytes as stored are parsed strictly, anything else is the value already.

    Raises `EnvelopeError` `not-an-envelope` for bytes that are no JSON, or that two readers could read differently.
    """
    if not isinstance(envelope, bytes):
        return envelope
    try:
        return parse_strict(envelope)
    except CanonicalError as error:
        raise EnvelopeError("not-an-envelope", f"What is stored is no envelope: {error}") from error


def format_of(value: object) -> str:
    """The format an envelope claims, known or not. Raises `EnvelopeError` for what is not an envelope."""
    if not isinstance(value, dict):
        raise EnvelopeError("not-an-envelope", f"What is stored is no envelope but a JSON value of {_kind_of(value)}.")
    claimed = cast("dict[str, object]", value).get("format")
    if not isinstance(claimed, str):
        raise EnvelopeError("not-an-envelope", "What is stored is no envelope: it names no format.")
    return claimed


def read_envelope(value: object) -> Envelope:
    """Read an envelope of any known format. Raises `EnvelopeError`."""
    claimed = format_of(value)
    if claimed not in _DATA_READERS:
        raise EnvelopeError(
            "unknown-format", f"The format {claimed!r} is not known here; known are {', '.join(KNOWN_FORMATS)}."
        )
    members = cast("JsonObject", value)
    saved_at = members.get("savedAt")
    if saved_at is not None:
        saved_at = _number(saved_at, "savedAt")
    return Envelope(claimed, saved_at, _DATA_READERS[claimed](_object(members.get("data"), "data")))


def read_conversation(value: object) -> Conversation:
    """Read a conversation-v1 envelope and no other. Raises `EnvelopeError`."""
    _expect(value, (CONVERSATION_V1,), "read_conversation")
    return cast("Conversation", read_envelope(value).data)


def read_pause(value: object) -> Pause:
    """Read a flowchart-v1 envelope and no other; one that carries an answered mark included. Raises `EnvelopeError`."""
    _expect(value, (FLOWCHART_V1,), "read_pause")
    return cast("Pause", read_envelope(value).data)


def read_answered_pause(value: object) -> Pause:
    """Read a pausedesk-answered-v1 envelope and no other. Raises `EnvelopeError`."""
    _expect(value, (ANSWERED_V1,), "read_answered_pause")
    return cast("Pause", read_envelope(value).data)


_READER_OF = {
    CONVERSATION_V1: "read_conversation",
    FLOWCHART_V1: "read_pause",
    ANSWERED_V1: "read_answered_pause",
}


def _expect(value: object, formats: tuple[str, ...], reader: str) -> None:
    claimed = format_of(value)
    if claimed in _READER_OF and claimed not in formats:
        raise EnvelopeError(
            "other-format", f"This envelope is {claimed}, which {reader} does not read; {_READER_OF[claimed]} does."
        )


def _conversation(data: JsonObject) -> Conversation:
    version = data.get("version")
    if type(version) is not int or version != 1:
        shown = repr(version) if isinstance(version, int | float | str) else _kind_of(version)
        raise _invalid(f"its conversation has version {shown}, and only 1 is known")
    identity = data.get("identity")
    return Conversation(
        run_id=_text(data.get("runId"), "runId"),
        history=tuple(_entry(item, f"history[{n}]") for n, item in enumerate(_array(data.get("history"), "history"))),
        last_completed_iteration=_number(data.get("lastCompletedIteration"), "lastCompletedIteration"),
        original_message=_text(_object(data.get("originalInput"), "originalInput").get("message"), "the first message"),
        checkpointed_at=_number(data.get("checkpointedAt"), "checkpointedAt"),
        identity=None if identity is None else _object(identity, "identity"),
    )


def _entry(item: object, where: str) -> HistoryEntry:
    entry = _object(item, where)
    calls = entry.get("toolCalls")
    return HistoryEntry(
        role=_text(entry.get("role"), f"{where}.role"),
        content=_text(entry.get("content"), f"{where}.content"),
        tool_calls=() if calls is None else tuple(_calls(calls, f"{where}.toolCalls")),
        tool_call_id=_optional_text(entry.get("toolCallId"), f"{where}.toolCallId"),
        tool_name=_optional_text(entry.get("toolName"), f"{where}.toolName"),
    )


def _calls(value: object, where: str) -> list[WireCall]:
    calls: list[WireCall] = []
    for number, item in enumerate(_array(value, where)):
        call = _object(item, f"{where}[{number}]")
        calls.append(
            WireCall(
                call_id=_text(call.get("id"), f"{where}[{number}].id"),
                tool=_text(call.get("name"), f"{where}[{number}].name"),
                args=call.get("args"),
            )
        )
    return calls


def _pause(data: JsonObject) -> Pause:
    checkpoint = _object(data.get("checkpoint"), "checkpoint")
    _object(checkpoint.get("sharedState"), "checkpoint.sharedState")
    _array(checkpoint.get("subflowPath"), "checkpoint.subflowPath")
    pending = _object(data.get("pending"), "pending")
    pause_data = pending.get("pauseData")
    gates = ("checkIn", "ask")
    answered = data.get("answered")
    return Pause(
        conversation=_conversation(_object(data.get("conversation"), "conversation")),
        paused_stage=_text(checkpoint.get("pausedStageId"), "checkpoint.pausedStageId"),
        pending=pending,
        requests=_requests(pending.get("requests")),
        is_consent=isinstance(pause_data, dict) and any(isinstance(pause_data.get(gate), dict) for gate in gates),
        is_answered=_is_answered(answered),
        answered=answered,
    )


def _answered_pause(data: JsonObject) -> Pause:
    pause = _pause(data)
    mark = _object(data.get("answered"), "answered")
    for number, request in enumerate(_array(mark.get("requestIds"), "answered.requestIds")):
        _text(request, f"answered.requestIds[{number}]")
    if not isinstance(mark.get("at"), str):
        _number(mark.get("at"), "answered.at")
    _text(mark.get("outcome"), "answered.outcome")
    return pause


def _requests(value: object) -> tuple[PendingRequest, ...]:
    if value is None:
        return ()
    requests: list[PendingRequest] = []
    for number, item in enumerate(_array(value, "pending.requests")):
        where = f"pending.requests[{number}]"
        request = _object(item, where)
        expires = request.get("expiresAt")
        if expires is not None and not isinstance(expires, str):
            expires = _number(expires, f"{where}.expiresAt")
        requests.append(
            PendingRequest(
                request_id=_text(request.get("id"), f"{where}.id"),
                call_id=_text(request.get("callId"), f"{where}.callId"),
                ledger=_text(request.get("ledger"), f"{where}.ledger"),
                incarnation=_text(request.get("incarnation"), f"{where}.incarnation"),
                call_digest=_text(request.get("callDigest"), f"{where}.callDigest"),
                tool_digest=_text(request.get("toolDigest"), f"{where}.toolDigest"),
                chain_digest=_text(request.get("chainDigest"), f"{where}.chainDigest"),
                expires_at=expires,
            )
        )
    return tuple(requests)


def _is_answered(value: object) -> bool:
    # Any value but null, false, 0 and "" is a mark: an empty object or array is one too.
    return not (value is None or value is False or value == "" or (_is_number(value) and value == 0))


_DATA_READERS: dict[str, Callable[[JsonObject], Conversation | Pause]] = {
    CONVERSATION_V1: _conversation,
    FLOWCHART_V1: _pause,
    ANSWERED_V1: _answered_pause,
}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: object, where: str) -> int | float:
    if not _is_number(value):
        raise _invalid(f"{where} is no number but {_kind_of(value)}")
    return cast("int | float", value)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _invalid(f"{where} is no text but {_kind_of(value)}")
    return value


def _optional_text(value: object, where: str) -> str | None:
    return None if value is None else _text(value, where)


def _array(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise _invalid(f"{where} is no array but {_kind_of(value)}")
    return value


def _object(value: object, where: str) -> JsonObject:
    if not isinstance(value, dict):
        raise _invalid(f"{where} is no object but {_kind_of(value)}")
    return value


def _invalid(what: str) -> EnvelopeError:
    return EnvelopeError("invalid-envelope", f"The envelope cannot be used: {what}.")


def _kind_of(value: object) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "a truth value"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, list):
        return "an array"
    return "an object" if isinstance(value, dict) else f"type {type(value).__name__}"
