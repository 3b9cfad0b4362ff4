"""No order of doors, people and deaths breaks a pause in a store and its copies: the machine of copies, played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.faults.machine_of_copies import AnsweredPauseOfCopies
from tests.faults.playing import play, said

EXAMPLES, SHARDS = 500, 4
SWEPT_EXAMPLES = 10_000


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_no_order_of_copies_breaks_a_pause(shard: int, template: Path, told: Callable[[str], None]) -> None:
    tally = play(AnsweredPauseOfCopies, template, EXAMPLES // SHARDS, chance=shard)
    told(f"state machine of copies, {EXAMPLES // SHARDS} examples: {said(tally)}")
    assert min(tally[what] for what in ("put back", "used beside", "found out", "deaths", "ends")) > 15


@pytest.mark.sweep
def test_nor_at_length(template: Path, told: Callable[[str], None]) -> None:
    tally = play(AnsweredPauseOfCopies, template, SWEPT_EXAMPLES, chance=None)
    told(f"state machine of copies, {SWEPT_EXAMPLES} examples: {said(tally)}")
