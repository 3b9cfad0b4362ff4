"""A question of another program as a card shows it: in full, and with no answer that could be given here."""

from __future__ import annotations

from typing import Any

from pausedesk.core.model.states import CallState, RequestState
from pausedesk.core.model.views import ArgumentView, RequestView
from pausedesk.core.model.wording import worded

BELONGS_ELSEWHERE = worded("It was imported: its own program takes the answer, and may have had it already.")


def asked_elsewhere(
    tool: str,
    arguments: Any,
    *,
    request: str,
    call: str,
    question: str,
    exact: str,
    asked_at: int,
    digest: str = "",
    because: str = BELONGS_ELSEWHERE,
) -> RequestView:
    """The question whether a call may run: `exact` are its arguments as text, `because` why nothing answers it here."""
    values = arguments if isinstance(arguments, dict) else {"arguments": arguments}
    return RequestView(
        request=request,
        pause="",
        call=call,
        tool=tool,
        question=question,
        question_source="rule",
        chain=(),
        arguments=tuple(ArgumentView(str(name), value, False, "") for name, value in values.items()),
        canonical=exact,
        raw=exact,
        digest=digest,
        tool_digest="",
        covers="schema",
        state=RequestState.WAITING,
        # Whether its own program went on meanwhile cannot be seen from here.
        call_state=CallState.MAY_HAVE_RUN,
        asked_at=asked_at,
        expires_at=None,
        changed=None,
        file=None,
        earlier=(),
        answers=(),
        answerable=False,
        not_answerable_because=because,
    )
