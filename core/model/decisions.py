"""What a person decided on one consent question, and the codes by which an answer can be refused.

Values only; the shape is checked here so that no door accepts anything but a decision (answered-pause rules, section
4.7).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import cast

from pausedesk.core.errors import ResumeDecisionError


class RefusalCode(StrEnum):
    """Why an answer or a message was refused. Programs branch on these, never on a sentence (section 4)."""

    ALREADY_ANSWERED = "already-answered"
    OTHER_REQUEST = "other-request"
    REQUEST_NOT_RECORDED = "request-not-recorded"
    CALL_CHANGED = "call-changed"
    CHAIN_CHANGED = "chain-changed"
    LEDGER_CHANGED = "ledger-changed"
    TOOL_CHANGED = "tool-changed"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    DECISION_REQUIRED = "decision-required"
    ANSWER_REQUIRED = "answer-required"
    STALE_EVIDENCE = "stale-evidence"
    NOT_PERMITTED = "not-permitted"
    NOTHING_WAITING = "nothing-waiting"
    WAITING = "waiting"
    RUNNING = "running"
    HELD = "held"
    DECLINE_LIMIT = "decline-limit"
    NO_SESSION = "no-session"


@dataclass(frozen=True, slots=True)
class Decision:
    """A person's answer to a consent question.

    `by` names the approver, `note` is theirs verbatim, `at` is the time of the press (ISO 8601 with an offset), `stop`
    says that a decline also ends the run.
    """

    approved: bool
    by: str
    note: str | None
    at: str
    stop: bool = False


_REQUIRED = frozenset({"approved", "by", "note", "at"})
_ALLOWED = _REQUIRED | {"stop"}


def parse_decision(value: object) -> Decision:
    """Read a decision, exactly shaped: approved (a bool), by, note (text or null), at and optionally stop.

    Raises `ResumeDecisionError` with the code decision-required for anything else: None, "yes", 1, a missing or an
    unknown field, an empty approver, a time without an offset, a stop beside an approval. The sentence names types
    and field names only, never a value that arrived.
    """
    if isinstance(value, Decision):
        fields: Mapping[object, object] = {
            "approved": value.approved,
            "by": value.by,
            "note": value.note,
            "at": value.at,
            "stop": value.stop,
        }
    elif isinstance(value, Mapping):
        fields = cast("Mapping[object, object]", value)
    else:
        raise _refused(f"a value of type {type(value).__name__} arrived")
    missing = sorted(_REQUIRED - fields.keys())
    if missing:
        raise _refused(f"a {type(value).__name__} without the field {missing[0]!r} arrived")
    if fields.keys() - _ALLOWED:
        raise _refused(f"a {type(value).__name__} with a field that no decision has arrived")
    approved, by, note, at, stop = (fields.get(name) for name in ("approved", "by", "note", "at", "stop"))
    if not isinstance(approved, bool):
        raise _wrong_field("approved", approved)
    if not isinstance(by, str) or not by.strip() or not _is_storable(by):
        raise _wrong_field("by", by)
    if note is not None and not (isinstance(note, str) and _is_storable(note)):
        raise _wrong_field("note", note)
    if not isinstance(at, str) or not _is_time_with_offset(at):
        raise _wrong_field("at", at)
    if "stop" not in fields:
        stop = False
    if not isinstance(stop, bool) or (stop and approved):
        raise _wrong_field("stop", stop)
    return Decision(approved=approved, by=by, note=note, at=at, stop=stop)


def _is_storable(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _is_time_with_offset(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).utcoffset() is not None
    except ValueError:
        return False


def _wrong_field(name: str, value: object) -> ResumeDecisionError:
    return _refused(f"its field {name!r} cannot be used, a {type(value).__name__} arrived there")


def _refused(what: str) -> ResumeDecisionError:
    return ResumeDecisionError(
        RefusalCode.DECISION_REQUIRED,
        f"A consent question takes a decision (approved true or false, by, note, at); {what}.",
    )
