"""Calls in doubt by the runner that died over them, read with their evidence. Nothing is written here."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, select

from pausedesk.core.model.incidents import Incident, IncidentCall, IncidentRow, Seen
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.model.trails import EventFact
from pausedesk.core.rules.incidents import runner_id, runner_of
from pausedesk.core.store.cards import execution_view
from pausedesk.core.store.sessions import Liveness
from pausedesk.core.store.tables import audit, executions, requests, runs, sessions

MOST_CALLS = 200
"""So many calls of one incident are read together: a person must be able to look through them."""

NOBODY = Liveness(door=lambda _owner: None, owner=lambda _owner: None)
"""Of a reader that can look at no process."""

_OPEN = (ExecutionState.MAY_HAVE_RUN, ExecutionState.RUNNING)
_SETTLED = (ExecutionState.SETTLED_RAN, ExecutionState.SETTLED_NOT_RUN, ExecutionState.SETTLED_UNKNOWN)
# As many names as every build of SQLite takes in one statement.
_AT_ONCE = 500


def incident_rows(connection: Connection, alive: Liveness) -> list[IncidentRow]:
    """The incidents with a call in doubt, the newest first."""
    found: dict[str, list[_Light]] = defaultdict(list)
    for one in _light(connection, _remembering(alive), _OPEN):
        found[one.runner].append(one)
    rows = [
        IncidentRow(
            runner,
            calls[0].owner.sentence(),
            alive.door(calls[0].owner),
            len(calls),
            len({one.session for one in calls}),
            min(one.started_at for one in calls),
        )
        for runner, calls in found.items()
    ]
    return sorted(rows, key=lambda row: (-row.first_at, row.runner))


def find_incident(
    connection: Connection, runner: str, alive: Liveness, *, settled: bool = False
) -> tuple[Incident, list[str]] | None:
    """What one runner, by its id, left in doubt, without its calls, and their executions in the order of their start;
    None where that is nothing. `settled`: also what a person settled since."""
    alive = _remembering(alive)
    states = (*_OPEN, *_SETTLED) if settled else _OPEN
    mine = [one for one in _light(connection, alive, states, runner) if one.runner == runner]
    if not mine:
        return None
    owner = mine[0].owner
    noticed = _noticed_at(connection, {one.session for one in mine}, {one.execution for one in mine})
    found = Incident(runner, owner.sentence(), alive.door(owner), noticed, (), len(mine))
    return found, [one.execution for one in mine]


def read_incident(
    connection: Connection, runner: str, alive: Liveness, *, most: int | None = MOST_CALLS
) -> Incident | None:
    """What one runner, by its id, left in doubt and nobody has settled, with its first calls; None where that is
    nothing."""
    alive = _remembering(alive)
    found = find_incident(connection, runner, alive)
    if found is None:
        return None
    incident, mine = found
    calls = tuple(calls_of(connection, mine[:most], alive))
    return replace(incident, calls=calls, more=len(mine) - len(calls))


def runner_of_call(connection: Connection, execution: str, alive: Liveness) -> str | None:
    """The id of the runner that left a call in doubt; None where the call is in none."""
    light = _light(connection, _remembering(alive), _OPEN)
    return next((one.runner for one in light if one.execution == execution), None)


def calls_of(connection: Connection, wanted: Sequence[str], alive: Liveness) -> list[IncidentCall]:
    """The calls of these executions with their evidence, in the order of their start."""
    return list(_calls(connection, wanted, _remembering(alive)))


def _noticed_at(connection: Connection, wanted: Iterable[str], calls: set[str]) -> int | None:
    """When it was first written of one of the calls that it may have run."""
    first: list[int] = []
    for part in _parts(sorted(wanted)):
        rows = connection.execute(
            select(audit.c.at, audit.c.data)
            .where(audit.c.session_id.in_(part), audit.c.event == "may-have-run")
            .order_by(audit.c.id)
        )
        for row in rows:
            if any(identity in calls for _, identity, _ in json.loads(row.data).get("moved", ())):
                first.append(int(row.at))
                break
    return min(first, default=None)


class _Light:
    """A call in doubt as far as it must be known to tell whose it is."""

    __slots__ = ("execution", "owner", "runner", "session", "started_at")

    def __init__(self, row: Any, owner: Owner) -> None:
        self.execution: str = row.id
        self.session: str = row.session_id
        self.started_at: int = row.started_at
        self.owner = owner
        self.runner = runner_id(owner)


def _light(
    connection: Connection, alive: Liveness, states: Sequence[str], runner: str | None = None
) -> Iterator[_Light]:
    """The calls of these states in the order of their start; a call that surely still runs is in no doubt.

    With the id of a `runner`, of a child of a runner that lives too: it keeps its name when that one dies.
    """
    rows = connection.execute(
        select(
            executions.c.id,
            executions.c.session_id,
            executions.c.started_at,
            executions.c.state,
            executions.c.owner,
            runs.c.owner.label("door"),
        )
        .join(runs, runs.c.id == executions.c.run_id, isouter=True)
        .where(executions.c.state.in_(list(states)))
        .order_by(executions.c.started_at, executions.c.id)
    ).all()
    for row in rows:
        owner = Owner.from_json(row.owner)
        if row.state == ExecutionState.RUNNING and alive.owner(owner):
            continue
        door = Owner.from_json(row.door) if row.door else None
        died = runner_of(door, None if door is None else alive.door(door), owner)
        if runner is not None and runner == runner_id(owner):
            died = owner
        yield _Light(row, died)


def _remembering(alive: Liveness) -> Liveness:
    """Each owner looked at once: a look may go through every process of the machine."""
    return replace(alive, door=cache(alive.door), owner=cache(alive.owner))


def _calls(connection: Connection, wanted: Sequence[str], alive: Liveness) -> Iterator[IncidentCall]:
    for part in _parts(wanted):
        rows = connection.execute(
            select(
                executions,
                sessions.c.title,
                sessions.c.agent.label("agent_name"),
                requests.c.digest,
                requests.c.question,
            )
            .join(sessions, sessions.c.id == executions.c.session_id)
            .join(requests, requests.c.id == executions.c.request_id, isouter=True)
            .where(executions.c.id.in_(part))
            .order_by(executions.c.started_at, executions.c.id)
        ).all()
        told = _events(connection, {row.session_id for row in rows})
        for row in rows:
            mine = tuple(event for event in told.get(row.session_id, ()) if _is_about(event, row))
            doubted = (event.at for event in mine if event.event == "may-have-run")
            yield IncidentCall(
                session=row.session_id,
                title=row.title,
                agent=row.agent_name,
                view=execution_view(row, alive),
                question=row.question or "",
                digest=row.digest,
                seen=tuple(_seen(event) for event in mine if event.event == "answer-submitted"),
                events=mine,
                doubted_at=next(doubted, None),
            )


def _events(connection: Connection, wanted: Iterable[str]) -> dict[str, list[EventFact]]:
    found: dict[str, list[EventFact]] = defaultdict(list)
    rows = connection.execute(select(audit).where(audit.c.session_id.in_(sorted(wanted))).order_by(audit.c.id))
    for row in rows:
        told = json.loads(row.data)
        moved = tuple((str(kind), str(identity), str(state)) for kind, identity, state in told.pop("moved", ()))
        found[row.session_id].append(EventFact(row.at, row.event, row.who, row.request_id, moved, told))
    return found


def _is_about(event: EventFact, row: Any) -> bool:
    if event.request is not None:
        return bool(event.request == row.request_id)
    return event.told.get("execution") == row.id or any(
        (kind, identity) == ("execution", row.id) for kind, identity, _ in event.moved
    )


def _seen(event: EventFact) -> Seen:
    told = event.told
    return Seen(
        by=event.who,
        at=event.at,
        decision=str(told.get("decision") or ""),
        digest=str(told.get("digest") or ""),
        surface=str(told.get("surface") or ""),
    )


def _parts(wanted: Sequence[str]) -> Iterator[Sequence[str]]:
    for first in range(0, len(wanted), _AT_ONCE):
        yield wanted[first : first + _AT_ONCE]
