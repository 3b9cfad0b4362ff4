"""What is stored in place of a pause: the pause with its mark, or the conversation that it is closed to.

For stores of envelopes (answered-pause rules, sections 2, 6 and 7); in the store of our own the mark is a state and the
notices are rows. Pure: the bytes of an envelope in, the bytes of another out. What is not replaced is written as it was
read, members that are not known here included.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.canonical import canonical_bytes
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.envelopes import (
    ANSWERED_V1,
    CONVERSATION_V1,
    EnvelopeError,
    HistoryEntry,
    JsonObject,
    Pause,
    envelope_value,
    read_envelope,
)
from pausedesk.core.rules.envelope_calls import EntryCallKey, OpenEntryCall, open_tool_calls, settle_open_calls
from pausedesk.core.rules.notices import NoticeOrigin, notice_for


@dataclass(frozen=True, slots=True)
class DeclinedCall:
    """A call that the ledger spent as declined, and as nothing else (section 7).

    `note` is the person's, verbatim; `entered` says that the call's body ran up to the point where it asked, so that
    nothing says that it did not run. `ordinal` tells calls of one turn apart that share an id (from 0).
    """

    call_id: str
    note: str | None
    by: str
    entered: bool = False
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class NeverRan:
    """The ledger's word that a call never ran and cannot start any more: it spent the request itself, now.

    Only `prove_never_ran` makes one. `expired` says that nobody answered in time; else the question was closed.
    """

    request_id: str
    call_id: str
    ordinal: int = 0
    expired: bool = False


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A call whose end the ledger holds: `content` is what the model reads, a result or a notice that was frozen."""

    call_id: str
    content: str
    ordinal: int = 0


def mark_answered(envelope: object, *, request_ids: Sequence[str], at: int, outcome: str) -> bytes:
    """The pause as answered, its outcome as it is known: the bytes of a pausedesk-answered-v1 envelope.

    `envelope` is a pause as stored (bytes, or the JSON value), marked before or not: then the requests of both marks
    stand in the new one. `request_ids` are the requests that were spent, none for a pause that names none; `at` is in
    milliseconds since the Unix epoch; `outcome` is a word of `Outcome`. A reader that knows only the two older formats
    refuses the result, so it can never take the pause for one that waits (section 2).

    Raises `EnvelopeError` for what is no pause, and ResumeDecisionError `other-request` for a request that the pause
    does not name.
    """
    value, pause = _pause(envelope)
    named = [request.request_id for request in pause.requests]
    if other := [request for request in request_ids if request not in named]:
        raise ResumeDecisionError(RefusalCode.OTHER_REQUEST, f"The pause names no request {other[0]!r}.")
    mark = pause.answered if isinstance(pause.answered, dict) else {}
    before = [one for one in mark.get("requestIds", []) if isinstance(one, str)]
    requests = list(dict.fromkeys([*before, *request_ids]))
    data = {**value["data"], "answered": {**mark, "requestIds": requests, "at": at, "outcome": outcome}}
    return envelope_bytes({**value, "format": ANSWERED_V1, "savedAt": at, "data": data})


def closed_conversation(
    envelope: object,
    *,
    at: int,
    declined: Iterable[DeclinedCall] = (),
    never_ran: Iterable[NeverRan] = (),
    recorded: Iterable[RecordedCall] = (),
) -> bytes:
    """The conversation that can go on from a pause: the bytes of a conversation-v1 envelope, each call with one result.

    `envelope` is a pause, marked or not, or a conversation with open calls (bytes, or the JSON value); `at` is in
    milliseconds since the Unix epoch. An open call of the last turn that asked reads what is `recorded` of it; else
    that it was declined, that it did not run, or that it expired, where `declined` or `never_ran` proves it. Every
    other open call reads that it may have run: a false "may have run" is safe, a false "did not run" is not (section
    7). A call that is both declined and proved reads that it may have run.

    Raises `EnvelopeError` for what is no envelope.
    """
    value = cast("JsonObject", envelope_value(envelope))
    read = read_envelope(value)
    conversation = value["data"]
    history = read.data.conversation.history if isinstance(read.data, Pause) else read.data.history
    if isinstance(read.data, Pause):
        conversation = conversation["conversation"]
    known = {(one.call_id, one.ordinal): one.content for one in recorded}
    notices = _notices(open_tool_calls(history), list(declined), list(never_ran), known)
    # By identity: what was there is written as it was read, members that are not known here included.
    raw = {id(entry): item for entry, item in zip(history, conversation["history"], strict=True)}
    settled = [raw.get(id(entry)) or _wire(entry) for entry in settle_open_calls(history, notices)]
    kept = {name: member for name, member in value.items() if name not in ("format", "savedAt", "data")}
    data = {**conversation, "history": settled}
    return envelope_bytes({"format": CONVERSATION_V1, "savedAt": at, **kept, "data": data})


def _notices(
    open_calls: Sequence[OpenEntryCall],
    declined: Sequence[DeclinedCall],
    never_ran: Sequence[NeverRan],
    known: Mapping[tuple[str, int], str],
) -> dict[EntryCallKey, str]:
    proved = {(one.call_id, one.ordinal): one for one in never_ran}
    said_no = {(one.call_id, one.ordinal): one for one in declined}
    newest = max((call.entry for call in open_calls), default=-1)
    notices: dict[EntryCallKey, str] = {}
    for call in open_calls:
        # An older turn may have used the same id for another call.
        site = (call.call_id, call.ordinal) if call.entry == newest else None
        no, proof = said_no.get(site) if site else None, proved.get(site) if site else None
        if site is not None and site in known:
            text = known[site]
        elif no is not None and proof is None:
            text = notice_for(NoticeOrigin.DECLINED, by=no.by, note=no.note, entered=no.entered)
        elif proof is not None and no is None:
            text = notice_for(NoticeOrigin.EXPIRED if proof.expired else NoticeOrigin.NOT_ENTERED)
        else:
            text = notice_for(NoticeOrigin.OUTCOME_UNKNOWN)
        notices[call.key] = text
    return notices


def _pause(envelope: object) -> tuple[JsonObject, Pause]:
    value = cast("JsonObject", envelope_value(envelope))
    data = read_envelope(value).data
    if not isinstance(data, Pause):
        raise EnvelopeError("other-format", f"A {CONVERSATION_V1} envelope is no pause and cannot be marked answered.")
    return value, data


def _wire(entry: HistoryEntry) -> JsonObject:
    # Only results are made here, by settle_open_calls.
    made = {"role": entry.role, "content": entry.content, "toolCallId": entry.tool_call_id}
    return made if entry.tool_name is None else {**made, "toolName": entry.tool_name}


def envelope_bytes(value: JsonObject) -> bytes:
    """An envelope as it is stored: UTF-8, its members in their order, every number exact."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except ValueError:
        # Numbers of more digits than the interpreter writes; the canonical writer does, and sorts the members.
        return canonical_bytes(cast("Any", value))
