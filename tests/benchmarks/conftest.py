"""Fixtures of the benchmarks, and their lines at the end of every run.

Short by default, as a part of the suite; `--sweep` measures long enough for figures that are worth quoting.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.benchmarks.measuring import Report

_REPORT = pytest.StashKey[Report]()

# How many rounds to measure: (in short, with --sweep).
Rounds = Callable[[int, int], int]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    report = config.stash.get(_REPORT, None)
    if report is not None and report.lines:
        terminalreporter.section("benchmarks")
        for line in report.lines:
            terminalreporter.write_line(line)


@pytest.fixture
def report(request: pytest.FixtureRequest) -> Report:
    """Where a benchmark says what it found."""
    return request.config.stash.setdefault(_REPORT, Report())


@pytest.fixture
def rounds(request: pytest.FixtureRequest) -> Rounds:
    """Chooses the number of rounds."""
    sweep = bool(request.config.getoption("--sweep"))
    return lambda short, long: long if sweep else short
