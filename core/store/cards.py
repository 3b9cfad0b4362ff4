"""Everything of one session, read in one go for a card: pause, calls, answers and their way, history, events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, select

from pausedesk.core.model.canonical import CanonicalError, parse_strict
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import (
    AnswerState,
    CallState,
    Ending,
    ExecutionState,
    PauseState,
    RequestState,
)
from pausedesk.core.model.views import (
    AnswerView,
    ArgumentView,
    CheckView,
    EventView,
    ExecutionView,
    RequestView,
    SessionCard,
    SessionRow,
    TimelinePage,
)
from pausedesk.core.model.wording import joined, worded
from pausedesk.core.rules.call_states import call_state_of
from pausedesk.core.rules.event_words import event_words
from pausedesk.core.rules.soundness import result_of
from pausedesk.core.rules.tracks import AnswerFacts, track_of
from pausedesk.core.rules.witness import CLOSED_BY_ROTATION
from pausedesk.core.store.changed import Look, look_at
from pausedesk.core.store.clock import deadline_of
from pausedesk.core.store.foreign_sessions import foreign_view, questions_of
from pausedesk.core.store.holds import hold_of
from pausedesk.core.store.imported import card_parts
from pausedesk.core.store.listing import session_lease
from pausedesk.core.store.manifests import newest_manifest
from pausedesk.core.store.offers import read_offer
from pausedesk.core.store.past import history_fault
from pausedesk.core.store.sessions import AgentRef, Liveness
from pausedesk.core.store.tables import (
    answers,
    audit,
    executions,
    leases,
    pauses,
    requests,
    sessions,
)
from pausedesk.core.store.timelines import PAGE_MESSAGES, timeline_page

EVENTS = 200
EARLIER = 20


def read_card(
    connection: Connection, session: str, alive: Liveness | None, *, whole: bool = False
) -> SessionCard | None:
    """The card of one session; None where there is none of that id.

    `whole`: what Resume does is told over the whole history, and not over its newest messages alone.
    """
    row = connection.execute(select(sessions).where(sessions.c.id == session)).first()
    if row is None:
        return None
    pause = connection.execute(
        select(pauses)
        .where(pauses.c.session_id == session)
        .order_by(pauses.c.response_seq.desc(), pauses.c.created_at.desc())
        .limit(1)
    ).first()
    started = connection.execute(
        select(executions).where(executions.c.session_id == session).order_by(executions.c.started_at)
    ).all()
    by_request = {one.request_id: one for one in started if one.request_id is not None}
    asked = [] if pause is None else _requests(connection, row, pause, by_request)
    turn = pause.response_seq if pause is not None else None
    views = {one.id: execution_view(one, alive) for one in started}
    page = timeline_page(connection, session)
    foreign = foreign_view(connection, session) if row.foreign_file is not None else None
    if row.envelope is not None:
        asked, items = card_parts(row)
        page = TimelinePage(tuple(items), 0, 0)
    elif foreign is not None:
        asked = questions_of(foreign, row.updated_at)
    holder = connection.execute(select(leases.c.holder).where(leases.c.name == session_lease(session))).scalar()
    running = Owner.from_json(holder).sentence() if holder is not None else None
    unknown = tuple(
        views[one.id]
        for one in started
        if one.state == ExecutionState.MAY_HAVE_RUN
        or (one.state == ExecutionState.RUNNING and holder is None)
        or one.state in _SETTLED
    )
    hold = hold_of(connection, session)
    unreadable = row.unreadable
    if unreadable is None and (fault := history_fault(connection, session)) is not None:
        unreadable = worded("Its {fault}.", fault=fault)
    offer = read_offer(
        connection,
        row,
        requests=asked,
        started=started,
        unknown=unknown,
        running=running,
        hold=hold,
        unreadable=unreadable,
        newest=None if whole else PAGE_MESSAGES,
    )
    return SessionCard(
        row=replace(_row(row, held=hold is not None), unreadable=unreadable),
        agent_spec=row.agent_spec,
        interpreter=row.interpreter,
        folder=row.folder,
        model=row.model,
        prompt=row.prompt,
        pause=pause.id if pause is not None else None,
        pause_state=PauseState(pause.state) if pause is not None else None,
        asked_at=pause.created_at if pause is not None else None,
        requests=tuple(asked),
        siblings=tuple(views[one.id] for one in started if one.request_id is None and one.response_seq == turn),
        unknown=unknown,
        history=page.items,
        history_left_out=page.left_out,
        history_before=page.before,
        events=_events(connection, session),
        last_error=row.last_error,
        can_resume=offer.refused is None,
        resume_sentence=offer.sentence,
        running=running,
        version=row.version,
        hold=hold,
        foreign=foreign,
        resume=offer,
    )


_SETTLED = (ExecutionState.SETTLED_RAN, ExecutionState.SETTLED_NOT_RUN, ExecutionState.SETTLED_UNKNOWN)


def _row(row: Any, *, held: bool) -> SessionRow:
    return SessionRow(
        session=row.id,
        title=row.title,
        agent=row.agent,
        source=row.source,
        ending=Ending(row.ending),
        confidence=row.confidence,
        stopped_by=row.stopped_by,
        listed_format=row.listed_format,
        waiting_count=row.waiting_count,
        unknown_count=row.unknown_count,
        submitted_count=row.submitted_count,
        what_tool=row.what_tool,
        what_line=row.what_line,
        waiting_since=row.waiting_since,
        expires_at=row.expires_at,
        updated_at=row.updated_at,
        unreadable=row.unreadable,
        held=held,
    )


def _requests(connection: Connection, session: Any, pause: Any, by_request: dict[str, Any]) -> list[RequestView]:
    rows = connection.execute(
        select(requests).where(requests.c.pause_id == pause.id).order_by(requests.c.position)
    ).all()
    replaced = {row.id: row.arguments for row in rows if row.superseded_by is not None}
    # A question that was edited is shown as its successor, beside what it was.
    rows = [row for row in rows if row.id not in replaced]
    given = connection.execute(
        select(answers)
        .where(answers.c.request_id.in_([row.id for row in rows]), answers.c.state != AnswerState.DRAFT)
        .order_by(answers.c.at)
    ).all()
    waits = any(row.state == RequestState.WAITING for row in rows)
    agent = AgentRef(session.agent, session.agent_spec, session.interpreter, session.folder)
    body, checked_at = (newest_manifest(connection, agent) if waits else None) or (None, None)
    return [
        _request_view(
            connection,
            row,
            by_request.get(row.id),
            [answer for answer in given if answer.request_id == row.id],
            replaced.get(row.replaces),
            look_at(row, body, checked_at) if row.state == RequestState.WAITING else Look(),
        )
        for row in rows
    ]


def _request_view(
    connection: Connection, row: Any, execution: Any, given: Sequence[Any], before: str | None, look: Look
) -> RequestView:
    active = next((one for one in reversed(given) if one.state in ("submitted", "taken_up", "spent")), None)
    state = call_state_of(
        row.state,
        execution.state if execution else None,
        active.state if active else None,
        row.spent_code,
        plain=bool(row.answer_schema),
    )
    author = json.loads(row.author)
    file = author.get("file") if isinstance(author.get("file"), dict) else None
    arguments = _arguments(row, author, file)
    values = {argument.name: argument.value for argument in arguments}
    shown = None
    if file is not None and isinstance(values.get(str(file.get("path"))), str):
        shown = (str(values[str(file["path"])]), str(file.get("text", "")))
    waiting = row.state == RequestState.WAITING
    return RequestView(
        request=row.id,
        pause=row.pause_id,
        call=row.call_id,
        tool=row.tool,
        question=row.question,
        question_source=row.question_source,
        chain=tuple(json.loads(row.chain)),
        arguments=arguments,
        canonical=row.arguments,
        raw=row.raw_arguments,
        digest=row.digest,
        tool_digest=row.tool_digest,
        covers=row.code_tag_kind,
        state=RequestState(row.state),
        call_state=CallState(state),
        asked_at=row.created_at,
        expires_at=row.expires_at,
        changed=look.changed,
        changed_part=look.part,
        tools_checked_at=look.tools_checked_at,
        file=shown,
        earlier=_earlier(connection, row),
        answers=tuple(_answer_view(one, row, execution) for one in given),
        answerable=waiting and active is None,
        not_answerable_because=None if waiting and active is None else _why_not(row, active),
        deadline=deadline_of(row),
        entered=bool(row.entered),
        edited_by=row.edited_by,
        before_edit=before,
        declined_before=row.declined_before,
        sealed=bool(row.seal),
        answer_schema=row.answer_schema,
    )


_DECLINED = worded("declined")
_DONE = {"approve": worded("approved"), "answer": worded("answered"), "skip": worded("skipped")}


def _why_not(row: Any, active: Any) -> str:
    if row.spent_code == RefusalCode.LEDGER_CHANGED:
        return joined(" ", [CLOSED_BY_ROTATION, worded("Resume tells the model so, and lets it ask anew.")])
    if row.state == RequestState.CLOSED:
        return worded("This question was closed: no answer can reach it any more. Resume lets the model ask anew.")
    if row.state == RequestState.EXPIRED:
        return worded("Nobody answered this question in time: it expired. Resume lets the model ask anew.")
    if active is not None:
        how = _DONE.get(active.decision, _DECLINED)
        return worded("{by} {how} it already.", by=active.by, how=how)
    return worded("This question is {state}.", state=row.state)


def _arguments(row: Any, author: dict[str, Any], file: dict[str, Any] | None) -> tuple[ArgumentView, ...]:
    try:
        values = parse_strict(row.arguments)
    except CanonicalError:
        values = {"arguments": row.arguments}
    if not isinstance(values, dict):
        values = {"arguments": values}
    given = set(json.loads(row.given))
    views = author.get("views")
    views = views if isinstance(views, dict) else {}
    # The order of the bytes is alphabetic; a person reads the order in which the model wrote them, then the defaults.
    order = [name for name in json.loads(row.given) if name in values]
    order += [name for name in values if name not in given]
    found = []
    for name in order:
        value = values[name]
        view = str(views.get(name, ""))
        if file is not None and name == file.get("path"):
            view = "file-path"
        if file is not None and name == file.get("text"):
            view = "file-text"
        found.append(ArgumentView(name, value, name not in given, view))
    return tuple(found)


_DECIDED = (RequestState.APPROVED, RequestState.DECLINED, RequestState.ANSWERED, RequestState.SKIPPED)


def _earlier(connection: Connection, row: Any) -> tuple[str, ...]:
    """Earlier answers to the same call (same tool, same exact arguments) in this session, oldest first."""
    rows = connection.execute(
        select(requests.c.state, requests.c.spent_by, requests.c.spent_at, answers.c.note)
        .join(answers, answers.c.id == requests.c.spent_answer, isouter=True)
        .where(
            requests.c.session_id == row.session_id,
            requests.c.digest == row.digest,
            requests.c.id != row.id,
            requests.c.created_at <= row.created_at,
            requests.c.state.in_(_DECIDED),
        )
        .order_by(requests.c.created_at.desc())
        .limit(EARLIER)
    ).all()
    return tuple(f"{one.state} by {one.spent_by}" + (f": {one.note}" if one.note else "") for one in reversed(rows))


def _answer_view(row: Any, request: Any, execution: Any) -> AnswerView:
    mine = execution if row.state == AnswerState.SPENT else None
    facts = AnswerFacts(
        state=AnswerState(row.state),
        decision=row.decision,
        at=row.at,
        taken_at=row.taken_at,
        spent_at=row.spent_at,
        ended_at=row.ended_at,
        outcome=row.outcome,
        code=row.last_code,
        error=row.last_error,
        execution=ExecutionState(mine.state) if mine is not None else None,
        started_at=mine.started_at if mine is not None else None,
        finished_at=mine.ended_at if mine is not None else None,
        call_error=mine.error if mine is not None else None,
        stop=bool(row.stop),
        entered=bool(request.entered),
    )
    return AnswerView(
        answer=row.id,
        request=request.id,
        state=AnswerState(row.state),
        decision=row.decision,
        stop=bool(row.stop),
        by=row.by,
        note=row.note,
        at=row.at,
        attempts=row.attempts,
        last_code=row.last_code,
        last_error=row.last_error,
        track=track_of(facts),
        value=row.value,
    )


def execution_view(row: Any, alive: Liveness | None) -> ExecutionView:
    """A started call (its executions row) with what is known of its owner now."""
    owner = Owner.from_json(row.owner)
    try:
        kept = result_of(row.result)[0] if row.result else None
    except ValueError:
        kept = row.result  # shown as it is; no model gets it
    # While it runs, nobody has taken what it prints into the store.
    printed = alive.last_output(owner) if alive is not None and row.state == ExecutionState.RUNNING else ""
    return ExecutionView(
        execution=row.id,
        call=row.call_id,
        request=row.request_id,
        tool=row.tool,
        arguments=row.arguments,
        state=ExecutionState(row.state),
        call_state=call_state_of(None, row.state, None),
        started_at=row.started_at,
        ended_at=row.ended_at,
        owner=owner.sentence(),
        owner_alive=alive.owner(owner) if alive is not None and row.ended_at is None else None,
        last_output=row.last_output or printed,
        result=None if kept is None else kept if isinstance(kept, str) else json.dumps(kept, ensure_ascii=False),
        error=row.error,
        settled_by=row.settled_by,
        settled_text=row.settled_text,
        repeatable=bool(row.repeatable),
        attempts=row.attempts,
        checked=None if row.checked is None else CheckView(**json.loads(row.checked)),
        late_result=_late_text(row.late_result),
    )


def _late_text(stored: str | None) -> str | None:
    """A late result as a person reads it: the call's own value, where it is one."""
    try:
        value = json.loads(stored or "")
    except ValueError:
        return stored
    content = value["content"] if isinstance(value, dict) and "content" in value else value
    return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)


def _events(connection: Connection, session: str) -> tuple[EventView, ...]:
    asked = audit.outerjoin(requests, requests.c.id == audit.c.request_id)
    rows = connection.execute(
        select(audit, requests.c.tool)
        .select_from(asked)
        .where(audit.c.session_id == session)
        .order_by(audit.c.id.desc())
        .limit(EVENTS)
    ).all()
    return tuple(
        EventView(row.at, row.event, row.who, event_words(row.event, json.loads(row.data), row.tool or ""))
        for row in reversed(rows)
    )
