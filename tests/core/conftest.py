"""Fixtures of the tests of the core."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.core.support import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A home, a store and an agent of this test's own."""
    made = Bench(tmp_path)
    yield made
    made.close()
