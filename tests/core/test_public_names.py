"""What `pausedesk.core` offers by name, and that importing it stays light."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from tests.core.support import PACKAGES

from pausedesk import core

_LIGHT = "import sys, pausedesk.core; sys.exit(bool({'sqlalchemy', 'pydantic', 'pydantic_ai'} & set(sys.modules)))"


@pytest.mark.parametrize("name", core.__all__)
def test_each_name_is_there_and_documented(name: str) -> None:
    value = getattr(core, name)
    assert isinstance(value, str) or (value.__doc__ or "").strip()


def test_a_name_that_is_not_offered_is_refused_by_name() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        core.__getattr__("no_such_name")


def test_importing_the_core_loads_neither_the_store_s_libraries_nor_the_engine_s() -> None:
    environment = {**os.environ, "PYTHONPATH": str(PACKAGES)}
    assert subprocess.run([sys.executable, "-c", _LIGHT], env=environment, check=False).returncode == 0
