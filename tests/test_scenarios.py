"""Each scenario of what went wrong elsewhere has a test that carries its number: `test_scenario_NN_words`."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest
from tests.conftest import REPOSITORY

TESTS = REPOSITORY / "tests"
NAME = re.compile(r"test_scenario_(\d\d)_[a-z]\w*\Z")

# What only a window can do: no test of the core can be one of these.
OF_THE_WINDOW = {48: "a card has a focus and keys only where there is a window"}


@pytest.fixture(scope="module")
def wanted(cases: Path) -> set[int]:
    """The numbers of the scenarios, as the design counts them."""
    file = cases.parent / "design" / "scenarios.md"
    if not file.is_file():
        pytest.skip(f"no scenarios at {file}")
    return {int(number) for number in re.findall(r"(?m)^(\d+)\. ", file.read_text(encoding="utf-8"))}


def named() -> dict[int, list[str]]:
    """The tests that carry a scenario's number, as `folder/file::test`."""
    found: dict[int, list[str]] = defaultdict(list)
    for file in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_scenario"):
                match = NAME.match(node.name)
                assert match, f"{node.name} names no scenario by its two digits"
                found[int(match[1])].append(f"{file.relative_to(TESTS).as_posix()}::{node.name}")
    return found


def test_each_scenario_is_a_named_test(wanted: set[int]) -> None:
    assert len(wanted) > 30
    missing = sorted(wanted - named().keys())
    assert missing == [], f"no test carries the number of: {missing}"


def test_what_touches_the_core_is_tested_without_a_window() -> None:
    windowed = [number for number, tests in named().items() if all(test.startswith("gui/") for test in tests)]
    assert set(windowed) == set(OF_THE_WINDOW)


def test_no_test_carries_a_number_that_no_scenario_has(wanted: set[int]) -> None:
    assert named().keys() <= wanted
