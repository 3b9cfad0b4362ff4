"""The settings file: what is kept in it, and what no program should guess at."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import fields, replace
from pathlib import Path

import pytest
from tests.core.inside import Inside, appends

from pausedesk.core import settings
from pausedesk.core.errors import EnvironmentFault, UsageError
from pausedesk.core.settings import RegisteredAgent, Settings


@pytest.fixture(autouse=True)
def file_of_one_s_own(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}/config")


def _write(text: str) -> None:
    file = settings.settings_file()
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")


def test_what_is_kept_is_loaded() -> None:
    assert settings.load() == Settings()
    agents = {"shop": RegisteredAgent("shop", "shop:desk", "/usr/bin/python3", "/srv", {"REGION": "eu"})}
    wanted = Settings(
        approver="Ada",
        agents=agents,
        stale_approval_minutes=0.5,
        notify=settings.Notify.OFF,
        sound=True,
        language=settings.Language.CHINESE,
    )
    assert settings.change(lambda _known: wanted) == wanted
    assert settings.load() == wanted
    assert settings.settings_file().stat().st_mode & 0o777 == 0o600


def test_what_a_newer_version_keeps_stays() -> None:
    _write('{"approver": "Ada", "weather": {"sun": true}}')
    settings.change(lambda known: replace(known, approver="Mira"))
    kept = json.loads(settings.settings_file().read_text(encoding="utf-8"))
    assert (kept["approver"], kept["weather"]) == ("Mira", {"sun": True})


@pytest.mark.parametrize("text", ["", "{", "[]", '"x"', '{"agents": []}', '{"approver": "A"', "[" * 100_000, "\ud800"])
def test_a_file_that_cannot_be_understood_is_one_sentence_and_is_never_written_over(text: str) -> None:
    file = settings.settings_file()
    file.parent.mkdir(parents=True)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    for act in (settings.load, lambda: settings.change(lambda known: replace(known, approver="Mira"))):
        with pytest.raises(UsageError) as refused:
            act()
        assert (refused.value.code, refused.value.text().count("\n")) == ("settings-unreadable", 0)
    assert file.read_bytes() == text.encode("utf-8", "surrogatepass")


def _add_stores(number: int, folder: str) -> None:
    for turn in range(20):
        name = f"{number}-{turn}"
        agent = RegisteredAgent(name, "shop:desk", "python", folder)
        settings.change(lambda known, agent=agent: replace(known, agents={**known.agents, agent.name: agent}))  # type: ignore[misc]


def test_programs_that_change_them_at_once_lose_nothing_of_each_other(tmp_path: Path) -> None:
    processes = [
        multiprocessing.get_context("fork").Process(target=_add_stores, args=(number, str(tmp_path)))
        for number in range(3)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert sorted(settings.load().agents) == sorted(f"{number}-{turn}" for number in range(3) for turn in range(20))
    # No draft is left beside the file.
    assert {file.name for file in settings.settings_file().parent.iterdir()} == {"settings.json", "settings.lock"}


def test_a_disk_that_is_full_leaves_what_was_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    settings.change(lambda known: replace(known, approver="Ada"))

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        with pytest.raises(EnvironmentFault) as told:
            settings.change(lambda known: replace(known, approver="Mira"))
    assert (told.value.code, "No space left" in told.value.sentence) == ("settings-not-saved", True)
    assert settings.load().approver == "Ada"
    assert {file.name for file in settings.settings_file().parent.iterdir()} == {"settings.json", "settings.lock"}


@pytest.mark.parametrize("name", [" Ada", "A\nB", "A\u202eB", "A\ud800", "x" * 201])
def test_a_name_that_could_not_be_read_is_not_kept(name: str) -> None:
    with pytest.raises(UsageError) as refused:
        settings.change(lambda known: replace(known, approver=name))
    assert refused.value.code == "settings-value"
    assert settings.load() == Settings()


@pytest.mark.parametrize("value", ["true", '"15"', "-1", "null", "NaN", "1e9", "[]"])
def test_a_limit_that_is_none_is_refused_by_its_name(value: str) -> None:
    _write(f'{{"stale_approval_minutes": {value}}}')
    with pytest.raises(UsageError) as refused:
        settings.load()
    assert (refused.value.code, "stale_approval_minutes" in refused.value.sentence) == ("settings-unreadable", True)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(
            ("sound", 1),
            ("language", "zh"),
            ("sound", "true"),
            ("notify", "loud"),
            ("notify", None),
            ("notify", []),
            ("approver", 5),
        ),
        *(("decline_limit", 2.5), ("busy_seconds", 86_401), ("busy_seconds", "15")),
    ],
)
def test_no_setting_takes_a_value_that_is_none_of_it(name: str, value: object) -> None:
    _write(json.dumps({name: value}))
    with pytest.raises(UsageError) as unreadable:
        settings.load()
    assert (unreadable.value.code, name in unreadable.value.sentence) == ("settings-unreadable", True)
    settings.settings_file().unlink()
    with pytest.raises(UsageError) as refused:
        settings.change(lambda known: replace(known, **{name: value}))  # type: ignore[arg-type]
    assert (refused.value.code, name in refused.value.sentence) == ("settings-value", True)
    assert not settings.settings_file().exists()


def test_every_setting_but_the_agents_is_known_by_its_kind_and_takes_its_default() -> None:
    assert {*settings.SETTINGS, "agents"} == {one.name for one in fields(Settings)}
    for name, one in settings.SETTINGS.items():
        assert one.kind.checked(getattr(Settings(), name)) == getattr(Settings(), name)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        *(("sound", "on", True), ("sound", "FALSE", False), ("notify", "off", settings.Notify.OFF)),
        *(("decline_limit", "5", 5), ("decline_limit", "5.0", 5), ("check_seconds", "0.5", 0.5), ("approver", "", "")),
    ],
)
def test_a_value_is_read_as_a_person_types_it(name: str, text: str, value: object) -> None:
    assert settings.typed(name, text) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("sound", "maybe"), ("notify", "Off"), ("decline_limit", "x"), ("decline_limit", "2.5"), ("notify", "")),
        *(("check_seconds", "nan"), ("check_seconds", "inf"), ("check_seconds", "-1"), ("approver", " Ada")),
        *(("check_seconds", "1e999"), ("decline_limit", "9" * 400), ("decline_limit", "9" * 5000)),
    ],
)
def test_a_text_that_is_no_value_is_refused(name: str, text: str) -> None:
    with pytest.raises(UsageError) as refused:
        settings.typed(name, text)
    assert (refused.value.code, name in refused.value.sentence) == ("settings-value", True)


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
