"""Sessions: made, taken by one door at a time, their messages appended, their runs begun and ended."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, case, delete, exists, func, insert, select, update

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import Ending, ExecutionState
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.resuming import ITS_OWN_PROGRAM
from pausedesk.core.rules.session_ids import checked_id
from pausedesk.core.rules.soundness import message_of
from pausedesk.core.rules.transitions import BEGAN, FREE, HELD, Move
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.forgetting import missing_session, refuse_forgotten
from pausedesk.core.store.holds import refuse_held
from pausedesk.core.store.listing import refresh_listing, session_lease, write_audit
from pausedesk.core.store.overtaken import close_overtaken
from pausedesk.core.store.statements import on_hold
from pausedesk.core.store.stored import damaged
from pausedesk.core.store.tables import (
    executions,
    leases,
    messages,
    runs,
    sessions,
)


@dataclass(frozen=True, slots=True)
class Liveness:
    """Whether somebody lives: True, False (proved dead), None (cannot be told from here); and what the dead left.

    A door is a process; the owner of a started call is a process and its whole group. `last_output` is the last of what
    an owner printed; `let_go` is told once that is kept in the store.
    """

    door: Callable[[Owner], bool | None]
    owner: Callable[[Owner], bool | None]
    last_output: Callable[[Owner], str] = lambda owner: ""
    let_go: Callable[[Owner], None] = lambda owner: None


TITLE_LENGTH = 120
# What can be done about an owner that cannot be looked at from here; never by itself.
OWNER_GONE_STEP = (
    "It cannot be looked at from here. If you know that it is gone, say so: pausedesk settle --owner-gone."
)

# Statements on the way of every call are built once: building one costs several times what running it does.
_SESSION: BindParameter[str] = bindparam("session")
_NAME: BindParameter[str] = bindparam("name")
_RUN: BindParameter[str] = bindparam("run")
_FENCE: BindParameter[int] = bindparam("fence_held")
AGENT_COLUMNS = (
    sessions.c.agent,
    sessions.c.agent_spec,
    sessions.c.interpreter,
    sessions.c.folder,
    sessions.c.deps,
)
_FENCE_OF = select(sessions.c.fence).where(sessions.c.id == _SESSION)
_IMPORTED = sessions.c.envelope.is_not(None)
_STANDING = select(
    *AGENT_COLUMNS,
    sessions.c.foreign_file,
    _IMPORTED.label("imported"),
    sessions.c.version,
    sessions.c.ending,
    sessions.c.fence,
    select(leases.c.holder).where(leases.c.name == "session:" + _SESSION).scalar_subquery().label("holder"),
    exists().where(executions.c.session_id == _SESSION, executions.c.state == ExecutionState.RUNNING).label("started"),
    on_hold(_SESSION).label("held"),
    # Of an imported session it is the envelope that cannot be read; going on moves that aside.
    case((~_IMPORTED, sessions.c.unreadable)).label("unreadable"),
).where(sessions.c.id == _SESSION)
_RUNNING_OWNERS = select(executions.c.owner).where(
    executions.c.session_id == _SESSION, executions.c.state == ExecutionState.RUNNING
)
_SET_FENCE = update(sessions).where(sessions.c.id == _SESSION).values(fence=bindparam("new_fence"), last_error=None)
_DROP_LEASE = delete(leases).where(leases.c.name == _NAME)
_TAKE_LEASE = insert(leases)
_GIVE_BACK = delete(leases).where(leases.c.name == _NAME, leases.c.fence == _FENCE)
_CREATE = insert(sessions)
_BEGIN_RUN = insert(runs)
_SET_PROMPT = update(sessions).where(sessions.c.id == _SESSION).values(prompt=bindparam("new_prompt"))
_END_RUN = (
    update(runs)
    .where(runs.c.id == _RUN, runs.c.ended_at.is_(None))
    .values(
        ended_at=bindparam("new_ended_at"),
        outcome=bindparam("new_outcome"),
        code=bindparam("new_code"),
        why=bindparam("new_why"),
    )
    .returning(runs.c.partial)
)
_KEEP_PARTIAL = update(runs).where(runs.c.id == _RUN).values(partial=bindparam("new_partial"))
_SET_ERROR = (
    update(sessions)
    .where(sessions.c.id == _SESSION, sessions.c.fence == _FENCE)
    .values(last_error=bindparam("new_error"))
)
_APPEND = insert(messages)
_COUNT_ON = (
    update(sessions)
    .where(sessions.c.id == _SESSION)
    .values(
        updated_at=bindparam("new_updated_at"),
        version=sessions.c.version + 1,
        model=func.coalesce(func.nullif(bindparam("new_model"), ""), sessions.c.model),
        message_count=sessions.c.message_count + bindparam("more"),
    )
    .returning(sessions.c.fence, sessions.c.message_count)
)


class FenceLost(Exception):
    """Another taker holds the session: what this one wanted to write must not land."""


@dataclass(frozen=True, slots=True)
class AgentRef:
    """How a session's agent is started again: as it was started the first time."""

    name: str
    spec: str  # module:attribute
    interpreter: str
    folder: str
    deps: str = ""


def create_session(
    store: Store, agent: AgentRef, *, session: str | None = None, title: str = "", to_run: bool = False
) -> str:
    """Make a session of our own and return its id; an id that is taken already is left as it is.

    `to_run`: a run follows at once, so none is made while a hold would refuse that run (ResumeDecisionError `held`).
    Raises UsageError `session-id` for a text that cannot be an id, and ResumeDecisionError `forgotten` for the id of a
    session that was forgotten.
    """
    named = None if session is None else checked_id(session)
    session = named or new_id()
    at = now_ms()
    with store.write() as connection:
        if to_run:
            refuse_held(connection, named)
        if named is None or connection.execute(_FENCE_OF, {"session": session}).first() is None:
            if named is not None:
                refuse_forgotten(connection, session)
            connection.execute(
                _CREATE,
                {
                    "id": session,
                    "title": title.strip().partition("\n")[0][:TITLE_LENGTH],
                    "agent": agent.name,
                    "agent_spec": agent.spec,
                    "interpreter": agent.interpreter,
                    "folder": agent.folder,
                    "deps": agent.deps,
                    "created_at": at,
                    "updated_at": at,
                },
            )
            moved = [("session", session, FREE)]
            write_audit(connection, session, "session-created", "runner", agent=agent.spec, moved=moved)
    return session


@dataclass(frozen=True, slots=True)
class SessionStanding:
    """What a door has to know of a session before it takes it."""

    agent: AgentRef
    imported: bool  # from another store, and nothing here has gone on with it
    version: int
    ending: Ending
    fence: int
    unreadable: str | None
    holder: str | None  # who has taken it, as `Owner.to_json`
    started: bool  # a call of it reads as running
    held: bool  # by a person, it or everything


def standing_of(connection: Connection, session: str) -> SessionStanding:
    """How a session stands; raises ResumeDecisionError `no-session`, or `forgotten`, where there is none.

    A session that another program keeps is run by nothing here: `other-agent`.
    """
    row = connection.execute(_STANDING, {"session": session}).first()
    if row is None:
        raise missing_session(connection, session)
    if row.foreign_file is not None:
        raise ResumeDecisionError("other-agent", ITS_OWN_PROGRAM)
    agent = AgentRef(row.agent, row.agent_spec, row.interpreter, row.folder, row.deps)
    return SessionStanding(
        agent,
        row.imported,
        row.version,
        Ending(row.ending),
        row.fence,
        row.unreadable,
        row.holder,
        bool(row.started),
        bool(row.held),
    )


def agent_of(connection: Connection, session: str) -> AgentRef:
    """The agent of a session; raises as `standing_of`."""
    return standing_of(connection, session).agent


def take_session(
    connection: Connection, session: str, holder: Owner, alive: Liveness, standing: SessionStanding | None = None
) -> int:
    """Take the session for one door and return the new fence. `standing`: as it was read in this transaction.

    Refused with `running` while a living door (or one that cannot be proved dead) holds it, or while the owner of a
    started call lives; another door of the same process is another door. Taking over from a dead door bumps the fence:
    whatever it still had in hand can never land. A session of which rows were lost is never run on: StoreError
    `store-damaged`.
    """
    standing = standing or standing_of(connection, session)
    if standing.unreadable is not None:
        raise damaged(f"the session {session} cannot be run on. {standing.unreadable}")
    name = session_lease(session)
    lease = standing.holder
    owners = connection.execute(_RUNNING_OWNERS, {"session": session}).scalars().all() if standing.started else ()
    found = [(owner, alive.owner(owner)) for owner in map(Owner.from_json, owners)]
    if lease is not None:
        found.append((door := Owner.from_json(lease), alive.door(door)))
    for owner, lives in found:
        if lives is not False:
            raise ResumeDecisionError(
                "running",
                worded("This session is being run by {what}.", what=owner.sentence()),
                next_step=(worded("Wait for it to end.") if lives else OWNER_GONE_STEP),
            )
    fence = standing.fence + 1
    connection.execute(_SET_FENCE, {"session": session, "new_fence": fence})
    if lease is not None:
        connection.execute(_DROP_LEASE, {"name": name})
    connection.execute(
        _TAKE_LEASE, {"name": name, "holder": holder.to_json(), "fence": fence, "taken_at": now_ms(), "note": ""}
    )
    return fence


def release_session(connection: Connection, session: str, fence: int) -> list[Move]:
    """Give the session back, and say so; does nothing where another taker holds it already."""
    given = connection.execute(_GIVE_BACK, {"name": session_lease(session), "fence_held": fence})
    return [("session", session, FREE)] if given.rowcount else []


def check_fence(connection: Connection, session: str, fence: int) -> None:
    """Raise FenceLost unless `fence` is the session's newest."""
    if connection.execute(_FENCE_OF, {"session": session}).scalar() != fence:
        raise FenceLost(session)


def begin_run(
    store: Store, session: str, kind: str, holder: Owner, alive: Liveness, *, prompt: str | None = None
) -> tuple[str, int]:
    """Take the session and begin a run of it; returns the run's id and the fence."""
    run = new_id()
    with store.write() as connection:
        fence = take_session(connection, session, holder, alive)
        insert_run(connection, run, session, kind, fence, holder, prompt=prompt)
        refresh_listing(connection, session)
    return run, fence


def insert_run(
    connection: Connection, run: str, session: str, kind: str, fence: int, holder: Owner, *, prompt: str | None = None
) -> None:
    """Write that a run begins, in the caller's transaction."""
    connection.execute(
        _BEGIN_RUN,
        {
            "id": run,
            "session_id": session,
            "kind": kind,
            "fence": fence,
            "prompt": prompt,
            "owner": holder.to_json(),
            "started_at": now_ms(),
        },
    )
    if prompt is not None:
        connection.execute(_SET_PROMPT, {"session": session, "new_prompt": prompt})
    moved = [("run", run, BEGAN), ("session", session, HELD)]
    write_audit(connection, session, f"{kind}-began", "runner", run=run, moved=moved)


def end_run(
    store: Store, session: str, run: str, fence: int, outcome: str, *, code: str | None = None, why: str | None = None
) -> None:
    """Write how a run ended and give the session back. Where another door has taken the session meanwhile, only the
    run's own row is written."""
    with store.write() as connection:
        moved, partial = _closed_run(connection, run, outcome, code, why)
        failed = outcome not in ("done", "paused")
        told = {"session": session, "fence_held": fence, "new_error": why if failed else None}
        mine = connection.execute(_SET_ERROR, told).rowcount == 1
        if mine:
            insert_partial(connection, session, run, partial)
            if outcome == "done":
                close_overtaken(connection, session)
            moved += release_session(connection, session, fence)
        if moved:
            ended = {"run": run, "outcome": outcome, "code": code, "why": why}
            write_audit(connection, session, "run-ended", "runner", moved=moved, **ended)
        if mine:
            refresh_listing(connection, session)


def close_run(
    connection: Connection, run: str, outcome: str, code: str | None = None, why: str | None = None
) -> list[Move]:
    """Write how a run ended, in the caller's transaction, and say so; a run that has ended stays as it is."""
    return _closed_run(connection, run, outcome, code, why)[0]


def _closed_run(
    connection: Connection, run: str, outcome: str, code: str | None, why: str | None
) -> tuple[list[Move], str | None]:
    values = {"new_ended_at": now_ms(), "new_outcome": outcome, "new_code": code, "new_why": why}
    ended = connection.execute(_END_RUN, {"run": run, **values}).first()
    return ([("run", run, str(outcome))], ended.partial) if ended is not None else ([], None)


def append_messages(
    store: Store,
    session: str,
    run: str,
    fence: int,
    new: Sequence[dict[str, Any]],
    *,
    model: str = "",
    instead: bool = False,
) -> int:
    """Append messages and return the number of the first. Raises FenceLost where another taker holds the session.

    `instead`: what was kept of an answer under way is dropped, for the whole of it is among them.
    """
    with store.write() as connection:
        if instead:
            connection.execute(_KEEP_PARTIAL, {"run": run, "new_partial": None})
        return insert_messages(connection, session, run, new, fence=fence, model=model)


def keep_partial(store: Store, session: str, run: str, fence: int, message: dict[str, Any]) -> None:
    """Keep what there is of an answer under way, in the place of what was kept of it before: where the run ends before
    the answer does, it becomes a message. Raises FenceLost where another taker holds the session."""
    with store.write() as connection:
        check_fence(connection, session, fence)
        connection.execute(_KEEP_PARTIAL, {"run": run, "new_partial": _message_text(message)})


def insert_partial(connection: Connection, session: str, run: str, partial: str | None) -> None:
    """Append what was kept of an answer that a run ended in the middle of; None: there is none."""
    if partial is not None:
        insert_messages(connection, session, run, [message_of(partial)])
        connection.execute(_KEEP_PARTIAL, {"run": run, "new_partial": None})


def _message_text(message: dict[str, Any]) -> str:
    """A message as the JSON text that is stored; half a surrogate pair, which no file can hold, by its name."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return text if text.isascii() else _HALF_PAIR.sub(lambda half: f"\\\\u{ord(half[0]):04x}", text)


_HALF_PAIR = re.compile("[\ud800-\udfff]")


def insert_messages(
    connection: Connection,
    session: str,
    run: str,
    new: Sequence[dict[str, Any]],
    *,
    fence: int | None = None,
    model: str = "",
) -> int:
    """Append messages in the caller's transaction and return the number of the first; counts as a change of the
    session. Raises FenceLost unless `fence`, where one is given, is the session's newest."""
    at = now_ms()
    row = connection.execute(
        _COUNT_ON, {"session": session, "new_updated_at": at, "new_model": model, "more": len(new)}
    ).one()
    if fence is not None and row.fence != fence:
        raise FenceLost(session)
    first = int(row.message_count) - len(new)
    if new:
        connection.execute(
            _APPEND,
            [
                {
                    "session_id": session,
                    "seq": first + index,
                    "kind": message["kind"],
                    "body": _message_text(message),
                    "at": at,
                    "run_id": run,
                }
                for index, message in enumerate(new)
            ],
        )
    return first
