"""The row of filters: what it narrows, what is kept of it by name, and what is shown where nothing is left."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QComboBox
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import T0, FakeStore, make_card, make_request, make_row

from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.gui.inbox.narrow_row import HOUR_MS
from pausedesk.gui.inbox.saved_filters import KEY, Chosen, SavedFilters


@pytest.fixture
def desk(store: FakeStore, open_desk: OpenDesk) -> Opened:
    for number, (agent, tool) in enumerate([("refunds-desk", "refund"), ("deploy", "shell"), ("deploy", "refund")]):
        store.put(make_card(make_row(f"s{number}", agent=agent, what_tool=tool), make_request(f"r{number}")))
    opened = open_desk(store)
    opened.until_card("s0")
    return opened


def choose(desk: Opened, box: QComboBox, value: object) -> None:
    desk.until(lambda: box.findData(value) >= 0)
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())
    desk.until(lambda: desk.window.inbox.model.loaded)


def listed(desk: Opened) -> list[str]:
    model = desk.window.inbox.model
    return [row.session for place in range(model.total) if (row := model.row_at(place)) is not None]


def test_f_shows_the_row_whose_choices_narrow_the_list(desk: Opened) -> None:
    row = desk.window.filters.row
    desk.key(desk.window, "f")
    assert row.isVisible()
    assert row.agent.hasFocus()
    choose(desk, row.agent, "deploy")
    assert listed(desk) == ["s1", "s2"]
    choose(desk, row.tool, "refund")
    assert listed(desk) == ["s2"]
    assert desk.window.filters.narrow.text() == "Filter  2"
    desk.key(desk.window, "f")
    assert not row.isVisible()
    assert listed(desk) == ["s2"]


def test_a_session_that_the_new_filter_holds_not_is_closed(desk: Opened) -> None:
    row = desk.window.filters.row
    desk.key(desk.window, "f")
    choose(desk, row.agent, "deploy")
    desk.until_card("s1")
    choose(desk, row.ending, Ending.EXPIRED)
    desk.until(lambda: desk.window.card.prepared is None)
    assert desk.window.inbox.session is None
    desk.click(desk.window.inbox.widen)
    desk.until_card("s0")
    assert row.ending.currentData() is None
    assert len(listed(desk)) == 3


def test_a_session_that_the_new_filter_holds_too_stays_open(desk: Opened) -> None:
    desk.key(desk.window, "j")
    desk.until_card("s1")
    reading = desk.window.card.prepared
    desk.click(desk.window.filters.buttons[ListFilter.ALL])
    desk.until(lambda: desk.window.inbox.model.loaded)
    assert desk.window.inbox.session == "s1"
    assert desk.window.inbox.table.currentIndex().row() == 1
    assert desk.window.card.prepared is reading


def test_a_filter_is_saved_by_name_chosen_again_and_forgotten(
    desk: Opened, store: FakeStore, open_desk: OpenDesk
) -> None:
    filters = desk.window.filters
    desk.key(desk.window, "f")
    choose(desk, filters.row.agent, "deploy")
    filters.search.insert("about s2")
    desk.until(lambda: listed(desk) == ["s2"])
    desk.type(filters.row.name, "my deploys")
    desk.key(filters.row.name, Qt.Key.Key_Return)
    desk.window.close()

    again = open_desk(store)
    again.until_card("s0")
    again.click(again.window.filters.buttons[ListFilter.ALL])
    again.key(again.window, "f")
    row = again.window.filters.row
    choose(again, row.own, "my deploys")
    again.until(lambda: listed(again) == ["s2"])
    assert again.window.filters.search.text() == "about s2"
    assert again.window.inbox.model.filter is ListFilter.WAITING
    again.click(row.forget)
    assert row.own.count() == 1
    assert listed(again) == ["s2"]


@pytest.mark.parametrize(
    "kept",
    [
        "no json",
        "[]",
        "[" * 100_000,
        json.dumps({"a": 1, "b": {"filter": "tomorrow"}, "c": {"new": 1}, "d": {"ending": []}, "e": {"agent": 1}}),
        json.dumps({"f": {"within": True}, "x" * 61: {}, "": {}, "g": {"search": None}}),
    ],
)
def test_saved_filters_that_cannot_be_understood_are_left_out(kept: str, desk: Opened) -> None:
    settings = QSettings(desk.window._context.settings.fileName() + "2", QSettings.Format.IniFormat)
    settings.setValue(KEY, kept)
    filters = SavedFilters(settings)
    assert filters.all() == {}
    filters.save("mine", Chosen(tool="refund", ending=Ending.STOPPED))
    assert SavedFilters(settings).all() == {"mine": Chosen(tool="refund", ending=Ending.STOPPED)}


def test_a_saved_filter_of_a_newer_version_stays_where_it_is(desk: Opened) -> None:
    settings = QSettings(desk.window._context.settings.fileName() + "2", QSettings.Format.IniFormat)
    newer = {"theirs": {"filter": "all", "colour": "red"}}
    settings.setValue(KEY, json.dumps(newer))
    filters = SavedFilters(settings)
    filters.save("mine", Chosen(tool="refund"))
    filters.forget("mine")
    assert json.loads(str(settings.value(KEY))) == newer


def test_the_last_change_is_counted_back_from_now(desk: Opened) -> None:
    narrowing = replace(Chosen(), within=HOUR_MS, agent="deploy").narrowing(T0)
    assert narrowing.changed_after == T0 - HOUR_MS
    assert narrowing.agent == "deploy"
