"""Questions that a run has gone past: closed, for nothing may start their calls any more."""

from __future__ import annotations

from sqlalchemy import BindParameter, Connection, bindparam, select, update

from pausedesk.core.model.states import AnswerState, PauseState, RequestState
from pausedesk.core.rules.transitions import Move
from pausedesk.core.store.engine import now_ms
from pausedesk.core.store.listing import write_audit
from pausedesk.core.store.tables import answers, pauses, requests

_SESSION: BindParameter[str] = bindparam("session")
_OVERTAKEN = select(requests.c.id, requests.c.pause_id).where(
    requests.c.session_id == _SESSION,
    requests.c.state == RequestState.WAITING,
    requests.c.response_seq < bindparam("before"),
)


def close_overtaken(connection: Connection, session: str, before: int = 2**31 - 1) -> None:
    """Close the waiting requests of turns that the run has gone past (`before`: of responses with a lower number).

    Their calls have a result in the history by now, so nothing may start them any more.
    """
    gone = connection.execute(_OVERTAKEN, {"session": session, "before": before}).all()
    if not gone:
        return
    ids = [row.id for row in gone]
    connection.execute(
        update(requests)
        .where(requests.c.id.in_(ids))
        .values(state=RequestState.CLOSED, spent_at=now_ms(), spent_by="door", spent_code="not-run")
    )
    refused = connection.execute(
        update(answers)
        .where(answers.c.request_id.in_(ids), answers.c.state.in_([AnswerState.SUBMITTED, AnswerState.TAKEN_UP]))
        .values(state=AnswerState.REFUSED, ended_at=now_ms(), outcome="closed", last_code="not-run")
        .returning(answers.c.request_id, answers.c.id)
    ).all()
    closed = connection.execute(
        update(pauses)
        .where(pauses.c.id.in_([row.pause_id for row in gone]), pauses.c.state == PauseState.WAITING)
        .values(state=PauseState.CLOSED, answered_at=now_ms(), code="not-run")
        .returning(pauses.c.id)
    ).scalars()
    moved: dict[str, list[Move]] = {request: [("request", request, RequestState.CLOSED)] for request in ids}
    for request, answer in refused:
        moved[request].append(("answer", answer, AnswerState.REFUSED))
    moved[ids[-1]] += [("pause", pause, PauseState.CLOSED) for pause in closed]
    for request in ids:
        write_audit(connection, session, "closed", "door", request=request, code="not-run", moved=moved[request])
