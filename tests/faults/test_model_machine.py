"""No order of doors, people, deaths and clocks breaks a pause: the state machine of `machine`, played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.faults.cast import NamedRunner
from tests.faults.machine import AnsweredPause
from tests.faults.playing import play, said

EXAMPLES, SHARDS = 1500, 6
ENGINE_EXAMPLES = 80
SWEPT_EXAMPLES = 50_000


class AnsweredPauseOfTheEngine(AnsweredPause):
    """The same with the engine in place of the script."""

    runner = NamedRunner


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_no_order_of_doors_people_and_deaths_breaks_a_pause(
    shard: int, template: Path, told: Callable[[str], None]
) -> None:
    tally = play(AnsweredPause, template, EXAMPLES // SHARDS, chance=shard)
    told(f"state machine, {EXAMPLES // SHARDS} examples: {said(tally)}")
    assert min(tally[what] for what in ("deaths", "stops", "answers", "ends", "edits", "late results")) >= 5


@pytest.mark.slow
def test_nor_with_the_engine_itself(template: Path, told: Callable[[str], None]) -> None:
    tally = play(AnsweredPauseOfTheEngine, template, ENGINE_EXAMPLES, chance=0)
    told(f"state machine with the engine, {ENGINE_EXAMPLES} examples: {said(tally)}")
    assert min(tally["deaths"], tally["stops"], tally["answers"], tally["ends"]) >= 5


@pytest.mark.sweep
def test_nor_at_length(template: Path, told: Callable[[str], None]) -> None:
    told(
        f"state machine, {SWEPT_EXAMPLES} examples: {said(play(AnsweredPause, template, SWEPT_EXAMPLES, chance=None))}"
    )
