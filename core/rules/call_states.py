"""The state of a call, as doors show it, from the three rows that know of it. Pure."""

from __future__ import annotations

import json

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.states import AnswerState, CallState, ExecutionState, RequestState
from pausedesk.core.model.views import CheckView
from pausedesk.core.model.wording import worded

_STARTED = {
    ExecutionState.RUNNING: CallState.RUNNING,
    ExecutionState.DONE: CallState.DONE,
    ExecutionState.RAISED: CallState.RAISED,
    ExecutionState.INTERRUPTED: CallState.INTERRUPTED,
    ExecutionState.MAY_HAVE_RUN: CallState.MAY_HAVE_RUN,
    ExecutionState.SETTLED_RAN: CallState.SETTLED,
    ExecutionState.SETTLED_NOT_RUN: CallState.SETTLED,
    ExecutionState.SETTLED_UNKNOWN: CallState.SETTLED,
}
_USED_UP = {
    RequestState.DECLINED: CallState.DECLINED,
    RequestState.ANSWERED: CallState.ANSWERED,
    RequestState.SKIPPED: CallState.SKIPPED,
    RequestState.EXPIRED: CallState.EXPIRED,
    RequestState.CLOSED: CallState.CLOSED,
    RequestState.SUPERSEDED: CallState.CLOSED,
}


# Beside a question that a call's own body asked.
BODY_ENTERED = worded("Its body ran up to this question: what it did before it asked may stand.")


def call_state_of(
    request: str | None,
    execution: str | None,
    answer: str | None,
    closed_by: str | None = None,
    *,
    plain: bool = False,
) -> CallState:
    """The state, from the stored states of its request, its execution and its active answer (None: there is none), and
    the code under which the request was closed.

    What was started comes first; a body that only asked from inside has not started the call itself. A request that was
    closed because the store was restored or copied may have been answered in the other copy; of a `plain` question
    nothing runs there either.
    """
    if execution is not None and (started := _STARTED.get(ExecutionState(execution))) is not None:
        return started
    if request == RequestState.CLOSED and closed_by == RefusalCode.LEDGER_CHANGED and not plain:
        return CallState.MAY_HAVE_RUN
    if request is not None and (used := _USED_UP.get(RequestState(request))) is not None:
        return used
    if answer in (AnswerState.SUBMITTED, AnswerState.TAKEN_UP):
        return CallState.SUBMITTED
    return CallState.NOT_STARTED


_FOUND = {"ran": worded("it ran"), "not_ran": worded("it did not run"), "unknown": worded("it cannot tell")}


def check_sentence(checked: CheckView) -> str:
    """What the check of a tool's author said, and who asked; whose words they are stands before them."""
    result = checked.result if isinstance(checked.result, str | None) else json.dumps(checked.result)
    more = "".join(f": {text}" for text in (result, checked.why) if text)
    said = _FOUND.get(checked.said, checked.said)
    return worded("the author's check says {said}{more} (asked by {by})", said=said, more=more, by=checked.by)
