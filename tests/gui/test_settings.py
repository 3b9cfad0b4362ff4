"""Settings in the window: kept as they are chosen, used at once; keys go into the keyring and never come back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import keyring
import keyring.backends.fail
import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from tests.conftest import MemoryKeyring
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore
from tests.gui.surfaces import texts_of

from pausedesk.core import settings
from pausedesk.core.run import windows
from pausedesk.core.settings import Language, Notify, Settings, ThemeChoice
from pausedesk.gui.settings.settings_dialog import SettingsDialog
from pausedesk.gui.settings.stores_section import RecentStores
from pausedesk.gui.theme import DARK, HIGH_DARK, HIGH_LIGHT, LIGHT, current_theme, use_choice


@pytest.fixture(autouse=True)
def file_of_one_s_own(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", f"{tmp_path}/config")


def opened(desk: Opened) -> SettingsDialog:
    desk.key(desk.window, Qt.Key.Key_Comma)
    desk.until(lambda: any(one.isVisible() for one in desk.window.findChildren(SettingsDialog)))
    (dialog,) = desk.window.findChildren(SettingsDialog)
    return dialog


def shown(store: FakeStore, open_desk: OpenDesk) -> tuple[Opened, SettingsDialog]:
    desk = open_desk(store)
    dialog = opened(desk)
    desk.until(dialog.form.isEnabled)
    return desk, dialog


def test_what_is_chosen_is_kept_and_used_at_once(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = shown(store, open_desk)
    told: list[Settings] = []
    desk.window.settings.changed.connect(told.append)
    desk.type(dialog.approver, "Ada")
    desk.key(dialog.approver, Qt.Key.Key_Return)
    desk.until(lambda: ("use_name", ("Ada",)) in [(one, values) for one, _, values in store.log])
    dialog.notify.setFocus()
    desk.key(dialog.notify, Qt.Key.Key_Down)
    dialog.sound.setFocus()
    desk.key(dialog.sound, Qt.Key.Key_Space)
    desk.until(lambda: settings.load() == Settings(approver="Ada", notify=Notify.CONTENT, sound=True))
    # What others keep meanwhile is not lost, and shown when the dialog is opened the next time.
    settings.change(lambda known: replace(known, decline_limit=9, stale_approval_minutes=60))
    desk.window.show_settings()
    desk.until(lambda: dialog.stale.text() == "60")
    assert told[-1].decline_limit == 9


def test_a_value_that_is_none_is_told_and_what_is_kept_is_shown(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = shown(store, open_desk)
    dialog.stale.selectAll()
    desk.type(dialog.stale, "soon")
    desk.key(dialog.stale, Qt.Key.Key_Return)
    desk.until(lambda: "stale_approval_minutes" in dialog.trouble.label.text())
    assert (dialog.stale.text(), settings.settings_file().exists()) == ("15", False)


def test_a_file_that_cannot_be_read_is_a_sentence_and_is_not_changed(store: FakeStore, open_desk: OpenDesk) -> None:
    settings.settings_file().parent.mkdir(parents=True)
    settings.settings_file().write_text("{", encoding="utf-8")
    desk = open_desk(store)
    dialog = opened(desk)
    desk.until(lambda: "cannot be read" in dialog.trouble.label.text())
    assert not dialog.form.isEnabled()
    assert settings.settings_file().read_text(encoding="utf-8") == "{"


def test_single_keys_are_turned_off_and_the_button_still_opens_the_settings(
    store: FakeStore, open_desk: OpenDesk
) -> None:
    settings.change(lambda known: replace(known, single_keys=False))
    desk = open_desk(store)
    desk.until(lambda: not desk.window.keys.single)
    desk.key(desk.window, "?")
    desk.key(desk.window, Qt.Key.Key_Comma)
    assert not desk.window.sheet.isVisible()
    assert desk.window.findChildren(SettingsDialog) == []
    desk.click(desk.window.settings_button)
    (dialog,) = desk.window.findChildren(SettingsDialog)
    desk.until(dialog.form.isEnabled)
    dialog.single.setFocus()
    desk.key(dialog.single, Qt.Key.Key_Space)
    desk.until(lambda: desk.window.keys.single)
    dialog.close()
    desk.window.activateWindow()
    desk.until(desk.window.isActiveWindow)
    desk.key(desk.window, "?")
    assert desk.window.sheet.isVisible()


def test_a_key_is_kept_and_never_shown_back(
    store: FakeStore, open_desk: OpenDesk, memory_keyring: MemoryKeyring
) -> None:
    desk, dialog = shown(store, open_desk)
    desk.type(dialog.key_name, "SHOP_API_KEY")
    desk.type(dialog.key_value, "hunter2x")
    assert dialog.key_value.displayText() != "hunter2x"
    desk.key(dialog.key_value, Qt.Key.Key_Return)
    desk.until(lambda: dialog.keys.itemData(0) == "SHOP_API_KEY")
    assert memory_keyring.get_password("pausedesk", "SHOP_API_KEY") == "hunter2x"
    assert [where for where, text in texts_of(dialog) if "hunter2x" in text] == []
    desk.click(dialog.remove)
    desk.until(lambda: dialog.keys.itemData(0) is None)
    assert memory_keyring.get_password("pausedesk", "SHOP_API_KEY") is None


def test_without_a_keyring_it_is_said_what_is_possible(store: FakeStore, open_desk: OpenDesk) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())  # type: ignore[no-untyped-call]
    desk, dialog = shown(store, open_desk)
    desk.until(lambda: "environment variable" in dialog.no_keyring.label.text())
    assert not dialog.remove.isEnabled()


@pytest.fixture
def app() -> Iterator[QApplication]:
    found = QApplication.instance()
    assert isinstance(found, QApplication)
    yield found
    use_choice(found, ThemeChoice.SYSTEM)


def test_the_window_starts_at_login_and_opens_links_where_that_is_chosen(
    store: FakeStore, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, dialog = shown(store, open_desk)
    monkeypatch.setenv("XDG_DATA_HOME", f"{tmp_path}/data")
    monkeypatch.setenv("PATH", f"{tmp_path}/none")
    desk.click(dialog.at_login)
    desk.until(lambda: settings.load().start_at_login)
    # What cannot be done is told, and the box says what is.
    desk.click(dialog.links)
    desk.until(lambda: "xdg-mime" in dialog.trouble.label.text())
    desk.until(lambda: not dialog.links.isChecked())
    assert dialog.at_login.isChecked()
    assert not settings.load().open_links


def test_the_language_is_chosen(store: FakeStore, open_desk: OpenDesk) -> None:
    desk, dialog = shown(store, open_desk)
    dialog.language.setFocus()
    desk.key(dialog.language, Qt.Key.Key_End)
    desk.until(lambda: settings.load().language is Language.CHINESE)


def test_an_agent_is_registered_changed_and_forgotten_by_keys(
    store: FakeStore, open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk, dialog = shown(store, open_desk)
    section = dialog.agents
    assert not section.remove.isEnabled()
    desk.type(section.name, "shop")
    desk.type(section.spec, "shop")
    desk.key(section.python, Qt.Key.Key_Return)
    desk.until(lambda: "folder" in dialog.trouble.label.text())
    desk.type(section.folder, str(tmp_path))
    desk.key(section.python, Qt.Key.Key_Return)
    desk.until(lambda: "does not name an agent" in dialog.trouble.label.text())
    # What was typed is still there, to be mended.
    desk.type(section.spec, ":desk")
    desk.type(section.python, sys.executable)
    desk.key(section.python, Qt.Key.Key_Return)
    desk.until(lambda: section.agents.currentData() == "shop")
    assert section.told.text() == f"shop:desk in {tmp_path}, by {sys.executable}"
    assert section.name.text() == ""
    # What a command set in its environment stays; its names are shown, what stands in them is not.
    kept = settings.load().agents["shop"]
    settings.change(lambda known: replace(known, agents={"shop": replace(kept, environment={"SHOP_TOKEN": "hunter2"})}))
    for field, text in ((section.name, "shop"), (section.spec, "shop:other"), (section.folder, str(tmp_path))):
        desk.type(field, text)
    desk.key(section.keep, Qt.Key.Key_Space)
    desk.until(lambda: section.told.text().startswith("shop:other"))
    assert section.told.text().endswith("with SHOP_TOKEN set")
    assert settings.load().agents["shop"].environment == {"SHOP_TOKEN": "hunter2"}
    desk.key(section.remove, Qt.Key.Key_Space)
    desk.until(lambda: not section.remove.isEnabled())
    assert settings.load().agents == {}


def test_another_store_is_opened_in_a_window_of_its_own(
    store: FakeStore, open_desk: OpenDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened_now: list[Path] = []
    monkeypatch.setattr(windows, "open_window", opened_now.append)
    kept = QSettings(str(tmp_path / "desk.ini"), QSettings.Format.IniFormat)
    for name in ("gone.db", "first.db", "second.db"):
        RecentStores(kept, tmp_path / name).note()
    for name in ("first.db", "second.db"):
        (tmp_path / name).touch()
    desk, dialog = shown(store, open_desk)
    section = dialog.stores
    found = [section.recent.itemData(place) for place in range(section.recent.count())]
    assert found == [str(tmp_path / "second.db"), str(tmp_path / "first.db")]
    section.recent.setFocus()
    desk.key(section.recent, Qt.Key.Key_Down)
    desk.key(section.open, Qt.Key.Key_Space)
    desk.until(lambda: opened_now == [tmp_path / "first.db"])
    # This window's own is remembered for the others.
    desk.until(lambda: RecentStores(kept, tmp_path / "x.db").others()[0] == tmp_path / "second.db")
    (tmp_path / "store.db").touch()
    desk.until(lambda: RecentStores(kept, tmp_path / "x.db").others()[0] == tmp_path / "store.db")


def test_stores_are_remembered_newest_first_and_not_for_ever(tmp_path: Path) -> None:
    kept = QSettings(str(tmp_path / "desk.ini"), QSettings.Format.IniFormat)
    for number in (*range(20), 15):
        path = tmp_path / f"{number}.db"
        path.touch()
        RecentStores(kept, path).note()
    kept.sync()
    again = QSettings(str(tmp_path / "desk.ini"), QSettings.Format.IniFormat)
    names = [path.name for path in RecentStores(again, tmp_path / "19.db").others()]
    assert names == [f"{number}.db" for number in (15, 18, 17, 16, 14, 13, 12, 11, 10, 9, 8)]


def test_colours_are_chosen(store: FakeStore, open_desk: OpenDesk, app: QApplication) -> None:
    desk = open_desk(store)
    for choice, themes in (
        (ThemeChoice.DARK, (DARK,)),
        (ThemeChoice.LIGHT, (LIGHT,)),
        (ThemeChoice.CONTRAST, (HIGH_DARK, HIGH_LIGHT)),
    ):
        use_choice(app, choice)
        assert current_theme(desk.window) in themes
