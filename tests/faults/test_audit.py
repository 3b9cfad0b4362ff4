"""No change of a state lacks its event: what triggers on the tables saw, against what the audit tells of it."""

from __future__ import annotations

import os
import signal
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, Points, in_a_fork, lines_of

from pausedesk.core.rules.transitions import Move
from pausedesk.core.store import answering, resumes, taking
from pausedesk.core.store.engine import Store
from pausedesk.core.store.trails import read_trail

_STATES = {
    "pause": "pauses",
    "request": "requests",
    "answer": "answers",
    "execution": "executions",
    "resume": "resumes",
}
_LEASE = "name LIKE 'session:%'"
# When, under which condition, which thing it is, its id and its state.
_STEPS = [
    *((f"INSERT ON {table}", "new.state <> 'draft'", kind, "new.id", "new.state") for kind, table in _STATES.items()),
    *(
        (f"UPDATE OF state ON {table}", "new.state <> old.state", kind, "new.id", "new.state")
        for kind, table in _STATES.items()
    ),
    ("DELETE ON executions", "1", "execution", "old.id", "'gone'"),
    ("INSERT ON runs", "1", "run", "new.id", "'began'"),
    ("UPDATE OF outcome ON runs", "1", "run", "new.id", "new.outcome"),
    ("INSERT ON sessions", "1", "session", "new.id", "'free'"),
    ("INSERT ON leases", f"new.{_LEASE}", "session", "substr(new.name, 9)", "'held'"),
    ("DELETE ON leases", f"old.{_LEASE}", "session", "substr(old.name, 9)", "'free'"),
]


def watch(store: Store) -> None:
    """Write each change of a state down, by triggers of the database itself."""
    with store.write() as connection:
        connection.exec_driver_sql("CREATE TABLE walked (seq INTEGER PRIMARY KEY, kind TEXT, id TEXT, state TEXT)")
        for number, (when, condition, kind, identity, state) in enumerate(_STEPS):
            note = f"INSERT INTO walked (kind, id, state) VALUES ('{kind}', {identity}, {state})"
            connection.exec_driver_sql(
                f"CREATE TRIGGER walked_{number} AFTER {when} WHEN {condition} BEGIN {note}; END"
            )


def by_thing(moves: Iterable[Move]) -> dict[tuple[str, str], list[str]]:
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for kind, identity, state in moves:
        found[kind, identity].append(state)
    return dict(found)


def unlike(store: Store) -> list[str]:
    """One sentence for each thing that took other steps than its audit tells."""
    with store.read() as connection:
        trail = read_trail(connection, SESSION)
        assert trail is not None
        told = by_thing(move for event in trail.events for move in event.moved)
        walked = connection.exec_driver_sql("SELECT kind, id, state FROM walked ORDER BY seq").all()
        seen = by_thing((str(kind), str(identity), str(state)) for kind, identity, state in walked)
    return [
        f"{key}: took {seen.get(key)}, told {told.get(key)}"
        for key in sorted(seen.keys() | told.keys())
        if seen.get(key) != told.get(key)
    ]


# What a person and the machine do with one session, each way through the ledger once.


def _answered(bench: Bench) -> None:
    bench.bring_to_end()


def _withdrawn_and_stale(bench: Bench) -> None:
    bench.begin()
    (first, *_) = bench.open_calls()
    bench.submit({}, calls=[first])
    answering.withdraw_answer(bench.store, SESSION, first.request, by="Ann")
    bench.submit({})
    assert taking.keep_stale_approvals(bench.store, SESSION, limit_ms=-1) == 2
    bench.bring_to_end()


def _tool_changed(bench: Bench) -> None:
    bench.begin()
    bench.version, bench._door = "2", None
    bench.submit({})
    bench.door().answer(SESSION)
    bench.bring_to_end()


def _a_wish_to_resume(bench: Bench) -> None:
    bench.begin()
    resumes.submit_resume(bench.store, SESSION, by="Ann")
    assert resumes.take_resumes(bench.store) == [SESSION]
    resumes.end_resume(bench.store, SESSION, None)
    bench.bring_to_end()


def _killed(bench: Bench, where: str) -> None:
    """Its process is killed where it is named, and who looks next writes down what that means."""

    def work() -> None:
        def kill(name: str) -> None:
            if name == where:
                os.kill(os.getpid(), signal.SIGKILL)

        bench.store.failpoint = kill
        bench.points = Points(1, kill)
        bench.answer()

    bench.begin()
    bench.close()
    assert in_a_fork(work) == signal.SIGKILL
    bench.bring_to_end()


def _died_in_a_call(bench: Bench) -> None:
    _killed(bench, "before-line")


def _died_with_answers_in_hand(bench: Bench) -> None:
    _killed(bench, "handed-over")


WAYS = [
    _answered,
    _withdrawn_and_stale,
    _tool_changed,
    _a_wish_to_resume,
    _died_in_a_call,
    _died_with_answers_in_hand,
]


@pytest.mark.parametrize("way", WAYS)
def test_every_step_of_every_row_is_told_by_the_audit(tmp_path: Path, way: Callable[[Bench], None]) -> None:
    bench = Bench(tmp_path)
    watch(bench.store)
    way(bench)
    assert unlike(bench.store) == []
    bench.close()


@pytest.mark.parametrize("way", [_died_in_a_call, _died_with_answers_in_hand])
def test_scenario_34_after_a_death_a_strict_provider_takes_every_history(
    tmp_path: Path, way: Callable[[Bench], None]
) -> None:
    # The model of the bench writes down each history that it would refuse, and the bench judges those lines.
    bench = Bench(tmp_path)
    way(bench)
    assert lines_of(bench.faults) == []
    bench.close()
