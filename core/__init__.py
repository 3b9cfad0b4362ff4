"""The store, the ledger, the rules and the headless runner of Pausedesk: everything but the window, free of Qt.

The names of the answered-pause rules can be imported from here; each is loaded when it is first asked for, so that
importing this package stays light.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pausedesk.core.errors import ResumeDecisionError
    from pausedesk.core.model.envelopes import EnvelopeError
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
    from pausedesk.core.rules.stored_sessions import (
        StoredSession,
        listed_format_of,
        listed_format_of_row,
        read_stored_session,
    )
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
    "AnswerKind": f"{_RULES}.answered_pause",
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
    "MessageVerdict": f"{_RULES}.answered_pause",
    "NeverRan": f"{_RULES}.marks",
    "PausedRequest": f"{_RULES}.answered_pause",
    "RecordedCall": f"{_RULES}.marks",
    "ResumeDecisionError": "pausedesk.core.errors",
    "StoreRead": f"{_RULES}.answered_pause",
    "StoredSession": f"{_RULES}.stored_sessions",
    "UnanswerableReason": f"{_RULES}.answered_pause",
    "WatchVerdict": f"{_RULES}.answered_pause",
    "after_failed_answer": f"{_RULES}.answered_pause",
    "answered_refusal": f"{_RULES}.answered_pause",
    "closed_conversation": f"{_RULES}.marks",
    "list_by_user": "pausedesk.core.store.reads",
    "listed_format_of": f"{_RULES}.stored_sessions",
    "listed_format_of_row": f"{_RULES}.stored_sessions",
    "mark_answered": f"{_RULES}.marks",
    "message_verdict": f"{_RULES}.answered_pause",
    "open_store": "pausedesk.core.store.engine",
    "open_tool_calls": f"{_RULES}.envelope_calls",
    "owner_of": "pausedesk.core.store.reads",
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
    "AnswerKind",
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
    "MessageVerdict",
    "NeverRan",
    "PausedRequest",
    "RecordedCall",
    "ResumeDecisionError",
    "StoreRead",
    "StoredSession",
    "UnanswerableReason",
    "WatchVerdict",
    "after_failed_answer",
    "answered_refusal",
    "closed_conversation",
    "list_by_user",
    "listed_format_of",
    "listed_format_of_row",
    "mark_answered",
    "message_verdict",
    "open_store",
    "open_tool_calls",
    "owner_of",
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
