"""The settings file: what is kept in it, and what no program should guess at."""

from __future__ import annotations

import pytest
from tests.core.inside import Inside, appends

from pausedesk.core import settings
from pausedesk.core.errors import UsageError
from pausedesk.core.settings import Settings


@pytest.fixture(autouse=True)
def file_of_one_s_own(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}/config")


def _write(text: str) -> None:
    file = settings.settings_file()
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")


def test_what_is_saved_is_loaded() -> None:
    assert settings.load() == Settings()
    changed = Settings(approver="Ada", stale_approval_minutes=0.5)
    settings.save(changed)
    assert settings.load() == changed


@pytest.mark.parametrize("value", ["true", '"15"', "-1", "null", "NaN", "1e9", "[]"])
def test_a_limit_that_is_none_is_refused_by_its_name(value: str) -> None:
    _write(f'{{"stale_approval_minutes": {value}}}')
    with pytest.raises(UsageError) as refused:
        settings.load()
    assert (refused.value.code, "stale_approval_minutes" in refused.value.sentence) == ("settings-unreadable", True)


@pytest.mark.parametrize(("minutes", "waited_minutes", "runs"), [(15, 14, 1), (15, 16, 0), (60, 59, 1), (0, 9999, 1)])
def test_an_approval_may_wait_as_long_as_the_setting_says(
    inside: Inside, minutes: int, waited_minutes: int, runs: int
) -> None:
    _write(f'{{"stale_approval_minutes": {minutes}}}')
    inside.run([appends("a")], "the end")
    inside.submit()
    inside.change(f"UPDATE answers SET at = at - {waited_minutes * 60_000}")
    inside.take_up()
    assert len(inside.lines) == runs
