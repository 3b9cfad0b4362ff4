"""Fixtures of the benchmarks.

Short by default, as a part of the suite; `--sweep` measures long enough for figures that are worth quoting.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.benchmarks.measuring import Report

# How many rounds to measure: (in short, with --sweep).
Rounds = Callable[[int, int], int]


@pytest.fixture
def report(told: Callable[[str], None]) -> Report:
    """Where a benchmark says what it found."""
    return Report(told)


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> Rounds:
    """Chooses the number of rounds."""
    sweep = bool(request.config.getoption("--sweep"))
    return lambda short, long: long if sweep else short
