"""Long tests run here on purpose."""

from __future__ import annotations

import faulthandler
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.faults.playing import made_template
from tests.faults.shop import Shops, made_shops


@pytest.fixture(autouse=True)
def no_dump_of_a_long_test(request: pytest.FixtureRequest) -> None:
    """Keep the dump of hanging tests from those that are long: made while Python runs on, it can crash the process."""
    if request.node.get_closest_marker("slow") or request.node.get_closest_marker("sweep"):
        faulthandler.cancel_dump_traceback_later()


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benches that examples of the state machine begin with."""
    return made_template(tmp_path_factory.mktemp("template"))


@pytest.fixture(scope="module")
def shops(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shops]:
    """A shop as each phase of its life finds it, to be copied."""
    with made_shops(tmp_path_factory.mktemp("shops")) as made:
        yield made
