"""Playing the state machine: the stores that its examples begin with, and a number of examples."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from tests.faults.cast import NamedRunner, ScriptedRunner
from tests.faults.judging import SESSION
from tests.faults.machine import AnsweredPause
from tests.faults.played import REPEATED_TURNS, Played
from tests.faults.rig import AGENT, TURNS

from pausedesk.core.run import owners
from pausedesk.core.run.door import Door
from pausedesk.core.store.sessions import AgentRef, create_session

STEPS = 10


def made_template(folder: Path) -> Path:
    """The benches that examples begin with, to be copied: migrating a store takes longer than an example. What the
    script asks, the engine would refuse as of another tool: each has its own."""
    for runner in (ScriptedRunner, NamedRunner):
        for kind, turns in (("plain", TURNS), ("repeated", REPEATED_TURNS)):
            place = folder / runner.__name__ / kind
            (place / "new").mkdir(parents=True)
            bench = Played(place / "new", turns=turns)
            create_session(bench.store, AGENT, session=SESSION, title="go")
            for name, work in (("asked", Played.begin), ("ran", Played.answer)):
                bench = bench.copy_to(place / name)
                bench._door = Door(bench.store, partial(_runner, runner, bench))
                work(bench)
            bench.close()
    return folder


def _runner(kind: type[ScriptedRunner | NamedRunner], bench: Played, agent: AgentRef) -> ScriptedRunner | NamedRunner:
    return kind(bench, owners.this_process())


def play(machine: type[AnsweredPause], template: Path, examples: int, *, chance: int | None) -> Counter[str]:
    """Play a number of examples, of the chosen seed or at random; returns what happened in them."""

    class Played(machine):  # type: ignore[misc, valid-type]
        pass

    tally: Counter[str] = Counter()
    Played.template, Played.tally = template, tally
    if chance is not None:
        seed(chance)(Played)
    run_state_machine_as_test(
        Played,
        settings=settings(
            max_examples=examples,
            stateful_step_count=STEPS,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
            database=None,
            # The steps that are printed are short enough; shrinking them takes minutes.
            phases=[Phase.generate],
            print_blob=True,
        ),
    )
    return tally


def said(tally: Counter[str]) -> str:
    """What happened, the most frequent first."""
    return ", ".join(f"{number} {name}" for name, number in tally.most_common())
