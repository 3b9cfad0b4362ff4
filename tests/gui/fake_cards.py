"""Rows, questions, calls and cards as the store in memory holds them."""

from __future__ import annotations

import json
from dataclasses import replace

from pausedesk.core.model.states import CallState, Ending, ExecutionState, PauseState, RequestState
from pausedesk.core.model.views import ArgumentView, ExecutionView, HistoryItem, RequestView, SessionCard, SessionRow

T0 = 1_800_000_000_000


def make_row(session: str, **changes: object) -> SessionRow:
    row = SessionRow(
        session=session,
        title=f"Customer asks about {session}",
        agent="refunds-desk",
        source="pausedesk",
        ending=Ending.WAITING_APPROVAL,
        confidence="certain",
        stopped_by="",
        listed_format="flowchart-v1",
        waiting_count=1,
        unknown_count=0,
        submitted_count=0,
        what_tool="refund",
        what_line="order 8812, 49.00",
        waiting_since=T0,
        expires_at=None,
        updated_at=T0,
        unreadable=None,
    )
    return replace(row, **changes)  # type: ignore[arg-type]


def make_request(request: str, tool: str = "refund", **values: object) -> RequestView:
    arguments = tuple(ArgumentView(name, value, name == "currency", "text") for name, value in values.items()) or (
        ArgumentView("order_id", "8812", False, "text"),
        ArgumentView("amount", 49.0, False, "text"),
    )
    canonical = json.dumps({"arguments": {one.name: one.value for one in arguments}, "tool": tool}, ensure_ascii=False)
    return RequestView(
        request=request,
        pause="pause-1",
        call=f"call-{request}",
        tool=tool,
        question=f"May I call {tool}?",
        question_source="tool",
        chain=("tool requires approval",),
        arguments=arguments,
        canonical=canonical,
        raw=canonical,
        digest="sha256:" + "3f9a5c" * 10 + "abcd",
        tool_digest="sha256:t",
        covers="source",
        state=RequestState.WAITING,
        call_state=CallState.NOT_STARTED,
        asked_at=T0,
        expires_at=None,
        changed=None,
        file=None,
        earlier=(),
        answers=(),
        answerable=True,
        not_answerable_because=None,
    )


def make_card(row: SessionRow, *requests: RequestView, **changes: object) -> SessionCard:
    card = SessionCard(
        row=row,
        agent_spec="shop.agents:refunds",
        interpreter="/usr/bin/python3",
        folder="",
        model="openai:gpt-5",
        prompt="Please look at order 8812.",
        pause="pause-1" if requests else None,
        pause_state=PauseState.WAITING if requests else None,
        asked_at=T0 if requests else None,
        requests=requests,
        siblings=(),
        unknown=(),
        history=(HistoryItem(T0 - 60_000, "user", "Please look at order 8812."),),
        history_left_out=0,
        events=(),
        last_error=None,
        can_resume=False,
        resume_sentence="",
        running=None,
        version=1,
    )
    return replace(card, **changes)  # type: ignore[arg-type]


def make_execution(execution: str, **changes: object) -> ExecutionView:
    view = ExecutionView(
        execution=execution,
        call="call-9",
        request="req-9",
        tool="refund",
        arguments='{"order_id":"8812"}',
        state=ExecutionState.MAY_HAVE_RUN,
        call_state=CallState.MAY_HAVE_RUN,
        started_at=T0,
        ended_at=None,
        owner="process 4711 on desk-1, started 14:02:11",
        owner_alive=False,
        last_output="",
        result=None,
        error=None,
        settled_by=None,
        settled_text=None,
    )
    return replace(view, **changes)  # type: ignore[arg-type]
