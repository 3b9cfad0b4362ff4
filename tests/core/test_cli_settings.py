"""`pausedesk settings`: the same settings as the window's, by the same rules."""

from __future__ import annotations

import json

import pytest

from pausedesk.core import settings
from pausedesk.core.cli import main
from pausedesk.core.settings import SETTINGS, Settings


@pytest.fixture(autouse=True)
def file_of_one_s_own(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}/config")


def test_they_are_listed_changed_and_given_back(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["settings", "set", "approver", "Ada", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"name": "approver", "value": "Ada"}
    assert main(["settings", "set", "decline_limit", "7"]) == 0
    assert capsys.readouterr().out == "decline_limit = 7\n"
    assert main(["settings", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert listed["file"] == str(settings.settings_file())
    assert {one["name"]: one["value"] for one in listed["settings"] if one["value"] != one["default"]} == {
        "approver": "Ada",
        "decline_limit": 7,
    }
    assert main(["settings", "reset", "decline_limit"]) == 0
    assert settings.load() == Settings(approver="Ada")
    capsys.readouterr()
    assert main(["settings", "list"]) == 0
    shown = capsys.readouterr().out
    assert [name for name in SETTINGS if f"{name} = " not in shown] == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["set", "weather", "sun"], "no-such-setting"),
        (["reset", "agents"], "no-such-setting"),
        (["set", "sound", "loud"], "settings-value"),
        (["set", "approver", "A\u202eB"], "settings-value"),
        (["set", "decline_limit", "--", "-1"], "settings-value"),
    ],
)
def test_what_is_no_setting_changes_nothing(words: list[str], code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", "settings", *words]) == 2
    told = capsys.readouterr()
    assert (json.loads(told.out)["code"], told.err.count("\n")) == (code, 1)
    assert not settings.settings_file().exists()


def test_a_file_that_cannot_be_read_stays_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    settings.settings_file().parent.mkdir(parents=True)
    settings.settings_file().write_text("{", encoding="utf-8")
    for words in (["list"], ["set", "sound", "on"], ["reset", "sound"]):
        assert main(["--json", "settings", *words]) == 2
        assert json.loads(capsys.readouterr().out)["code"] == "settings-unreadable"
    assert settings.settings_file().read_text(encoding="utf-8") == "{"
