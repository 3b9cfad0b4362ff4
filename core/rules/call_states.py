"""The state of a call, as doors show it, from the three rows that know of it. Pure."""

from __future__ import annotations

from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.states import AnswerState, CallState, ExecutionState, RequestState

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
    RequestState.EXPIRED: CallState.EXPIRED,
    RequestState.CLOSED: CallState.CLOSED,
    RequestState.SUPERSEDED: CallState.CLOSED,
}


def call_state_of(
    request: str | None, execution: str | None, answer: str | None, closed_by: str | None = None
) -> CallState:
    """The state, from the stored states of its request, its execution and its active answer (None: there is none), and
    the code under which the request was closed.

    What was started comes first; a body that only asked from inside has not started the call itself. A request that was
    closed because the store was restored or copied may have been answered in the other copy.
    """
    if execution is not None and (started := _STARTED.get(ExecutionState(execution))) is not None:
        return started
    if request == RequestState.CLOSED and closed_by == RefusalCode.LEDGER_CHANGED:
        return CallState.MAY_HAVE_RUN
    if request is not None and (used := _USED_UP.get(RequestState(request))) is not None:
        return used
    if answer in (AnswerState.SUBMITTED, AnswerState.TAKEN_UP):
        return CallState.SUBMITTED
    return CallState.NOT_STARTED
