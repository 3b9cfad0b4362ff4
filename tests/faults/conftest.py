"""Long tests run here on purpose."""

from __future__ import annotations

import faulthandler

import pytest


@pytest.fixture(autouse=True)
def no_dump_of_a_long_test(request: pytest.FixtureRequest) -> None:
    """Keep the dump of hanging tests from those that are long: made while Python runs on, it can crash the process."""
    if request.node.get_closest_marker("slow") or request.node.get_closest_marker("sweep"):
        faulthandler.cancel_dump_traceback_later()
