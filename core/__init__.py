"""The store, the ledger, the rules and the headless runner of Pausedesk: everything but the window, free of Qt.

The names of the answered-pause and the resume rules can be imported from here; each is loaded when it is first asked
for, so that importing this package stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pausedesk.core.errors import ResumeDecisionError
    from pausedesk.core.model.envelopes import EnvelopeError
    from pausedesk.core.model.histories import Message, Role, StopInfo, StopReason, ToolCall
    from pausedesk.core.rules.answered_pause import (
        AnswerKind,
        DecisionUseWatch,
        FailedAnswerOutcome,
        MessageVerdict,
        PausedRequest,
        StoreRead,
        UnanswerableReason,
        WatchVerdict,
        after_failed_answer,
        answered_refusal,
        message_verdict,
        unanswerable_pause,
        watch_answer,
    )
    from pausedesk.core.rules.envelope_calls import open_tool_calls, settle_open_calls
    from pausedesk.core.rules.marks import DeclinedCall, NeverRan, RecordedCall, closed_conversation, mark_answered
    from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE, OUTCOME_NOT_RECORDED, OUTCOME_UNKNOWN_UNANSWERABLE
    from pausedesk.core.rules.rereads import store_read_of
    from pausedesk.core.rules.resume import (
        AgentResumeError,
        CallRecord,
        LedgerSays,
        PreparedResume,
        Recovery,
        ResumeKind,
        ResumePoint,
        classify_resume,
        prepare_resume,
    )
    from pausedesk.core.rules.stored_sessions import (
        StoredSession,
        listed_format_of,
        listed_format_of_row,
        read_stored_session,
    )
    from pausedesk.core.run.asking import ask_person
    from pausedesk.core.run.envelope_door import EnvelopeDoor, EnvelopeRow, EnvelopeRows, GatedCall, Hand
    from pausedesk.core.store.closing import ClosingDoor, prove_never_ran
    from pausedesk.core.store.engine import open_store
    from pausedesk.core.store.ledger import spend_decision
    from pausedesk.core.store.reads import list_by_user, owner_of

__version__ = "0.1.0"

_RULES = "pausedesk.core.rules"
_HOMES = {
    "NOT_RUN_UNANSWERABLE": f"{_RULES}.notices",
    "OUTCOME_NOT_RECORDED": f"{_RULES}.notices",
    "OUTCOME_UNKNOWN_UNANSWERABLE": f"{_RULES}.notices",
    "AgentResumeError": f"{_RULES}.resume",
    "AnswerKind": f"{_RULES}.answered_pause",
    "CallRecord": f"{_RULES}.resume",
    "ClosingDoor": "pausedesk.core.store.closing",
    "DecisionUseWatch": f"{_RULES}.answered_pause",
    "DeclinedCall": f"{_RULES}.marks",
    "EnvelopeDoor": "pausedesk.core.run.envelope_door",
    "EnvelopeError": "pausedesk.core.model.envelopes",
    "EnvelopeRow": "pausedesk.core.run.envelope_door",
    "EnvelopeRows": "pausedesk.core.run.envelope_door",
    "FailedAnswerOutcome": f"{_RULES}.answered_pause",
    "GatedCall": "pausedesk.core.run.envelope_door",
    "Hand": "pausedesk.core.run.envelope_door",
    "LedgerSays": f"{_RULES}.resume",
    "Message": "pausedesk.core.model.histories",
    "MessageVerdict": f"{_RULES}.answered_pause",
    "NeverRan": f"{_RULES}.marks",
    "PausedRequest": f"{_RULES}.answered_pause",
    "PreparedResume": f"{_RULES}.resume",
    "RecordedCall": f"{_RULES}.marks",
    "Recovery": f"{_RULES}.resume",
    "ResumeDecisionError": "pausedesk.core.errors",
    "ResumeKind": f"{_RULES}.resume",
    "ResumePoint": f"{_RULES}.resume",
    "Role": "pausedesk.core.model.histories",
    "StopInfo": "pausedesk.core.model.histories",
    "StopReason": "pausedesk.core.model.histories",
    "StoreRead": f"{_RULES}.answered_pause",
    "StoredSession": f"{_RULES}.stored_sessions",
    "ToolCall": "pausedesk.core.model.histories",
    "UnanswerableReason": f"{_RULES}.answered_pause",
    "WatchVerdict": f"{_RULES}.answered_pause",
    "after_failed_answer": f"{_RULES}.answered_pause",
    "ask_person": "pausedesk.core.run.asking",
    "answered_refusal": f"{_RULES}.answered_pause",
    "classify_resume": f"{_RULES}.resume",
    "closed_conversation": f"{_RULES}.marks",
    "list_by_user": "pausedesk.core.store.reads",
    "listed_format_of": f"{_RULES}.stored_sessions",
    "listed_format_of_row": f"{_RULES}.stored_sessions",
    "mark_answered": f"{_RULES}.marks",
    "message_verdict": f"{_RULES}.answered_pause",
    "open_store": "pausedesk.core.store.engine",
    "open_tool_calls": f"{_RULES}.envelope_calls",
    "owner_of": "pausedesk.core.store.reads",
    "prepare_resume": f"{_RULES}.resume",
    "prove_never_ran": "pausedesk.core.store.closing",
    "read_stored_session": f"{_RULES}.stored_sessions",
    "settle_open_calls": f"{_RULES}.envelope_calls",
    "spend_decision": "pausedesk.core.store.ledger",
    "store_read_of": f"{_RULES}.rereads",
    "unanswerable_pause": f"{_RULES}.answered_pause",
    "watch_answer": f"{_RULES}.answered_pause",
}

__all__ = [
    "NOT_RUN_UNANSWERABLE",
    "OUTCOME_NOT_RECORDED",
    "OUTCOME_UNKNOWN_UNANSWERABLE",
    "AgentResumeError",
    "AnswerKind",
    "CallRecord",
    "ClosingDoor",
    "DecisionUseWatch",
    "DeclinedCall",
    "EnvelopeDoor",
    "EnvelopeError",
    "EnvelopeRow",
    "EnvelopeRows",
    "FailedAnswerOutcome",
    "GatedCall",
    "Hand",
    "LedgerSays",
    "Message",
    "MessageVerdict",
    "NeverRan",
    "PausedRequest",
    "PreparedResume",
    "RecordedCall",
    "Recovery",
    "ResumeDecisionError",
    "ResumeKind",
    "ResumePoint",
    "Role",
    "StopInfo",
    "StopReason",
    "StoreRead",
    "StoredSession",
    "ToolCall",
    "UnanswerableReason",
    "WatchVerdict",
    "after_failed_answer",
    "answered_refusal",
    "ask_person",
    "classify_resume",
    "closed_conversation",
    "list_by_user",
    "listed_format_of",
    "listed_format_of_row",
    "mark_answered",
    "message_verdict",
    "open_store",
    "open_tool_calls",
    "owner_of",
    "prepare_resume",
    "prove_never_ran",
    "read_stored_session",
    "settle_open_calls",
    "spend_decision",
    "store_read_of",
    "unanswerable_pause",
    "watch_answer",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
