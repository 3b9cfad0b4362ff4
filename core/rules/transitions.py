"""The states that each thing of a store passes through, which may follow which, and what an audit says they are now.

The audit is written in the transaction of the change it tells, so replaying it leads to the states of the rows: where
it does not, a change lacks its event or an event its change. Pure functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from pausedesk.core.model.states import AnswerState, ExecutionState, Outcome, PauseState, RequestState

Move: TypeAlias = tuple[str, str, str]
"""What changed: the kind of thing, its id, the state it is in now."""

NEW = ""
"""The state of what is not there yet."""

GONE = "gone"
"""A body that asked from inside, whose row made room for the call itself."""

BEGAN = "began"
FREE = "free"
HELD = "held"

_ENDED = frozenset({*map(str, Outcome), "died"})


def _table(*rows: tuple[str, Iterable[str]]) -> Mapping[str, frozenset[str]]:
    return MappingProxyType({str(before): frozenset(map(str, after)) for before, after in rows})


TRANSITIONS: Mapping[str, Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "pause": _table((NEW, [PauseState.WAITING]), (PauseState.WAITING, [PauseState.ANSWERED, PauseState.CLOSED])),
        "request": _table(
            (NEW, [RequestState.WAITING]),
            (RequestState.WAITING, [state for state in RequestState if state is not RequestState.WAITING]),
        ),
        # A draft binds nobody, so it is no state of an answer here.
        "answer": _table(
            (NEW, [AnswerState.SUBMITTED]),
            (
                AnswerState.SUBMITTED,
                [AnswerState.TAKEN_UP, AnswerState.WITHDRAWN, AnswerState.KEPT, AnswerState.REFUSED],
            ),
            (
                AnswerState.TAKEN_UP,
                [AnswerState.SPENT, AnswerState.SUBMITTED, AnswerState.KEPT, AnswerState.REFUSED],
            ),
        ),
        "execution": _table(
            (NEW, [ExecutionState.RUNNING]),
            (
                ExecutionState.RUNNING,
                [
                    ExecutionState.DONE,
                    ExecutionState.RAISED,
                    ExecutionState.ASKED,
                    ExecutionState.INTERRUPTED,
                    ExecutionState.MAY_HAVE_RUN,
                ],
            ),
            (ExecutionState.ASKED, [ExecutionState.INTERRUPTED, ExecutionState.MAY_HAVE_RUN, GONE]),
            # A repeatable call runs again; where that cannot be any more, it may have run like any other.
            (ExecutionState.INTERRUPTED, [ExecutionState.RUNNING, ExecutionState.MAY_HAVE_RUN]),
            (
                ExecutionState.MAY_HAVE_RUN,
                [ExecutionState.SETTLED_RAN, ExecutionState.SETTLED_NOT_RUN, ExecutionState.SETTLED_UNKNOWN],
            ),
        ),
        "run": _table((NEW, [BEGAN]), (BEGAN, _ENDED)),
        "resume": _table((NEW, ["submitted"]), ("submitted", ["taken_up"]), ("taken_up", ["done", "refused"])),
        # Held by a door, by whose death another takes it over.
        "session": _table((NEW, [FREE]), (FREE, [HELD]), (HELD, [FREE, HELD])),
        "lease": _table((NEW, [HELD]), (FREE, [HELD]), (HELD, [FREE, HELD])),
    }
)
"""For each kind of thing, the states that may follow a state. What stands in no row is an end."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """What an audit says: the state of each thing by its kind and id, and one sentence for each step that cannot be."""

    states: dict[tuple[str, str], str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)


def replay(moves: Iterable[Move]) -> Replayed:
    """Follow the moves of an audit, in its order."""
    replayed = Replayed()
    for kind, identity, state in moves:
        before = replayed.states.get((kind, identity), NEW)
        known = TRANSITIONS.get(kind)
        if known is None:
            replayed.faults.append(f"The audit tells of a {kind}, which is nothing this program knows.")
        elif state not in known.get(before, frozenset()):
            since = f"was {before}" if before else "was not there"
            replayed.faults.append(f"The {kind} {identity} {since} and became {state}, which cannot be.")
        replayed.states[kind, identity] = state
    return replayed


def contradictions(replayed: Replayed, rows: Mapping[tuple[str, str], str]) -> Sequence[str]:
    """One sentence for each thing of which the audit and the rows say different states."""
    told = {key: state for key, state in replayed.states.items() if state != GONE}
    return [
        *replayed.faults,
        *(
            f"The {kind} {identity} is {rows.get((kind, identity)) or 'not there'}, "
            f"and the audit says {told.get((kind, identity)) or 'nothing of it'}."
            for kind, identity in sorted(told.keys() | rows.keys())
            if told.get((kind, identity)) != rows.get((kind, identity))
        ),
    ]
