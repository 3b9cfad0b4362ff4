"""The list: windowed, live, and steady under the person's hand."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from tests.gui.conftest import OpenDesk
from tests.gui.fakes import FakeReader, FakeStore, make_card, make_request, make_row

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import Ending, ListFilter
from pausedesk.core.model.views import ANY, Narrowing, SessionRow, Total
from pausedesk.gui import bridge
from pausedesk.gui.inbox.shown_row import arguments_line
from pausedesk.gui.plain import PlainLabel
from pausedesk.gui.ports import ReaderPort


class BigReader(FakeReader):
    """A list of 100,000 rows of which none is held."""

    def total(self, filter: ListFilter, query: str = "", narrowed: Narrowing = ANY) -> Total:
        return Total(100_000)

    def page(
        self, filter: ListFilter, query: str, offset: int, limit: int, narrowed: Narrowing = ANY
    ) -> list[SessionRow]:
        self._store.note("page", filter, offset)
        return [make_row(f"b{number}", title=f"row {number}") for number in range(offset, offset + limit)]


class BigStore(FakeStore):
    def open_reader(self) -> ReaderPort:
        return BigReader(self)


def fill(store: FakeStore, count: int) -> None:
    for number in range(count):
        store.put(make_card(make_row(f"s{number}"), make_request(f"r{number}")))


def test_a_big_list_asks_for_the_pages_in_view_and_no_more(open_desk: OpenDesk) -> None:
    store = BigStore()
    desk = open_desk(store)
    model = desk.window.inbox.model
    desk.until(lambda: model.rowCount() == 100_000 and model.row_at(0) is not None)
    table = desk.window.inbox.table
    table.scrollToBottom()
    desk.until(lambda: (row := model.row_at(99_999)) is not None and row.session == "b99999")
    pages = [values[1] for name, _, values in store.log if name == "page"]
    assert len(pages) <= 6, pages


class _NarrowedReader(BigReader):
    """Of what is narrowed, a thousand rows are counted at once; the 5,000 that there are, by and by."""

    left = 3

    def total(self, filter: ListFilter, query: str = "", narrowed: Narrowing = ANY) -> Total:
        if narrowed.wide:
            return Total(100_000)
        return Total(1_000, more=True) if self.left else Total(5_000)

    def position(self, filter: ListFilter, query: str, session: str, narrowed: Narrowing = ANY) -> int | None:
        return int(session[1:])

    def prepare(self, seconds: float) -> bool:
        if not self._store.may_edit.is_set():
            return False
        self.left = max(0, self.left - 1)
        return self.left > 0


class _NarrowedStore(BigStore):
    def open_reader(self) -> ReaderPort:
        return _NarrowedReader(self)


def test_a_narrowed_list_shows_what_is_counted_and_grows_once_the_rest_is(open_desk: OpenDesk) -> None:
    store = _NarrowedStore()
    store.may_edit.clear()
    store.put(make_card(make_row("x"), make_request("r")))
    desk = open_desk(store)
    inbox = desk.window.inbox
    desk.until(lambda: inbox.model.total == 100_000)
    inbox.show_filter(ListFilter.ALL, Narrowing(agent="deploy"))
    desk.until(lambda: inbox.model.total == 1_000)
    desk.until(lambda: desk.window.total_label.text() == "1,000+ of 1 session")
    # A row that is chosen stands where it stands, counted or not.
    inbox.reveal("b2999")
    desk.until(lambda: inbox.model.total == 3_000 and inbox.table.currentIndex().row() == 2_999)
    value = inbox.table.verticalScrollBar().value()
    store.may_edit.set()
    desk.until(lambda: inbox.model.total == 5_000)
    assert desk.window.total_label.text() == "5,000 of 1 session"
    assert (inbox.table.currentIndex().row(), inbox.table.verticalScrollBar().value()) == (2_999, value)


def test_home_goes_to_the_first_row_and_ctrl_end_to_the_last(open_desk: OpenDesk) -> None:
    desk = open_desk(BigStore())
    inbox = desk.window.inbox
    desk.until(lambda: inbox.model.total == 100_000 and inbox.model.row_at(0) is not None)
    QTest.keyClick(inbox.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: inbox.session == "b99999")
    desk.key(inbox.table, Qt.Key.Key_Home)
    desk.until(lambda: inbox.session == "b0")
    assert inbox.table.verticalScrollBar().value() == 0


def test_nothing_of_the_store_runs_on_the_gui_thread(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 3)
    desk = open_desk(store)
    desk.until_card("s0")
    desk.until_seen()
    desk.key(desk.window, "a")
    desk.until(lambda: len(store.submits) == 1)
    desk.key(desk.window, "j")
    desk.until_card("s1")
    threads = {thread for name, thread, _ in store.log if name != "close"}
    assert threading.get_ident() not in threads
    writers = {thread for name, thread, _ in store.log if name in ("submit", "ensure_worker", "save_draft")}
    readers = {thread for name, thread, _ in store.log if name in ("card", "page", "total", "counts", "changes")}
    assert len(writers) == len(readers) == 1
    assert writers != readers


def test_what_is_scrolled_while_a_look_is_on_its_way_stays_scrolled(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 60)
    desk = open_desk(store)
    inbox = desk.window.inbox
    desk.until(lambda: inbox.model.rowCount() == 60)
    inbox.select_row(30)
    desk.until_card("s30")
    bar = inbox.table.verticalScrollBar()
    height = inbox.table.rowHeight(0)
    bar.setValue(15 * height + 3)
    store.put(make_card(make_row("new"), make_request("n")), on_top=True)
    applied: list[object] = []
    inbox.model.applied.connect(applied.append)
    inbox.look_again()
    bar.setValue(20 * height + 7)
    desk.until(lambda: inbox.model.rowCount() == 61 and bool(applied))
    assert bar.value() == 21 * height + 7
    assert inbox.strip.text() == "1 new ↑"


def test_live_rows_move_neither_the_selection_nor_the_view(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 60)
    desk = open_desk(store)
    inbox = desk.window.inbox
    desk.until(lambda: inbox.model.rowCount() == 60)
    inbox.select_row(30)
    desk.until_card("s30")
    bar = inbox.table.verticalScrollBar()
    bar.setValue(20 * inbox.table.rowHeight(0) + 7)
    reading = desk.window.card.prepared
    for number in range(3):
        store.put(make_card(make_row(f"new{number}"), make_request(f"n{number}")), on_top=True)
        desk.until(lambda number=number: inbox.model.rowCount() == 61 + number)  # type: ignore[misc]
    desk.until(lambda: inbox.strip.isVisible())
    assert inbox.strip.text() == "3 new ↑"
    assert inbox.table.currentIndex().row() == 33
    assert inbox.session == "s30"
    assert bar.value() == 23 * inbox.table.rowHeight(0) + 7
    assert desk.window.card.prepared is reading
    desk.click(inbox.strip)
    assert bar.value() == 0
    assert not inbox.strip.isVisible()


def test_an_answered_session_leaves_the_filter_and_its_card_stays(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 4)
    desk = open_desk(store)
    desk.until_card("s0")
    desk.key(desk.window, "j")
    desk.until_card("s1")
    row = replace(store.cards["s1"].row, waiting_count=0, ending=Ending.FINISHED)
    store.put(replace(store.cards["s1"], row=row))
    desk.until(lambda: desk.window.inbox.model.rowCount() == 3)
    assert desk.window.card.prepared is not None
    assert desk.window.card.prepared.card.row.session == "s1"
    desk.key(desk.window, "j")
    desk.until_card("s2")


def test_filters_show_their_counts_and_an_empty_one_says_what_to_do(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 2)
    desk = open_desk(store)
    desk.until_card("s0")
    buttons = desk.window.filters.buttons
    assert buttons[ListFilter.WAITING].text().endswith("2")
    desk.click(buttons[ListFilter.UNKNOWN])
    desk.until(lambda: desk.window.inbox.model.loaded)
    assert desk.window.inbox._empty.isVisible()
    assert "doubt" in desk.window.inbox._empty_title.text()
    desk.click(buttons[ListFilter.ALL])
    desk.until(lambda: desk.window.inbox.model.rowCount() == 2)


def test_enter_opens_the_card_and_escape_goes_back_to_the_list(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 2)
    desk = open_desk(store)
    desk.until_card("s0")
    window = desk.window
    desk.key(window.inbox.table, Qt.Key.Key_Return)
    assert window.focusWidget() is window.card.view
    desk.key(window, Qt.Key.Key_Escape)
    assert window.focusWidget() is window.inbox.table
    desk.key(window, "?")
    assert window.sheet.isVisible()
    desk.key(window, Qt.Key.Key_Escape)
    assert not window.sheet.isVisible()


@pytest.mark.parametrize("size", [(1360, 840), (900, 480)])
def test_the_sheet_of_keys_is_whole_within_the_window_and_gives_the_focus_back(
    store: FakeStore, open_desk: OpenDesk, size: tuple[int, int]
) -> None:
    fill(store, 1)
    desk = open_desk(store)
    desk.until_card("s0")
    window, sheet = desk.window, desk.window.sheet
    window.resize(*size)
    before = window.focusWidget()
    desk.key(window, "?")
    desk.until(lambda: sheet.view.hasFocus())
    assert window.rect().contains(QRect(sheet.mapTo(window, QPoint(0, 0)), sheet.size()))
    assert size == (900, 480) or sheet.view.verticalScrollBar().maximum() == 0
    for label in sheet.findChildren(PlainLabel):  # as where letters are so large that two columns have no room
        label.setMinimumSize(400, 40)
    window.resize(900, 481)
    desk.until(lambda: sheet.view.verticalScrollBar().maximum() > 0)
    at = sheet.view.verticalScrollBar().value()
    desk.key(sheet.view, Qt.Key.Key_Down)
    assert sheet.view.verticalScrollBar().value() > at
    desk.key(window, Qt.Key.Key_Escape)
    assert not sheet.isVisible()
    assert window.focusWidget() is before


def test_the_window_remembers_its_filter(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 1)
    desk = open_desk(store)
    desk.until_card("s0")
    desk.click(desk.window.filters.buttons[ListFilter.INTERRUPTED])
    desk.window.close()
    again = open_desk(store)
    assert again.window.filters.buttons[ListFilter.INTERRUPTED].isChecked()


def test_a_store_that_cannot_be_opened_is_a_sentence_with_a_next_step(open_desk: OpenDesk) -> None:
    class Broken(FakeStore):
        def open_reader(self) -> ReaderPort:
            raise StoreError("newer", "The store was written by a newer Pausedesk.", next_step="Update this one.")

    desk = open_desk(Broken())
    desk.until(lambda: desk.window.trouble.isVisible())
    assert desk.window.trouble.label.text() == "The store was written by a newer Pausedesk. Update this one."


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('{"amount":49.5,"order_id":"8812"}', "amount 49.5  order_id 8812"),
        (
            '{"new_text":"# How we refund and more than forty letters of it","path":"a.md"}',
            "path a.md  new_text # How we refund and more than forty letters of it",
        ),
        ('{"a":"cut in the mid…', "a cut in the mid…"),
        ("{}", "{}"),
        ("order 8812, 49.00", "order 8812, 49.00"),
    ],
)
def test_arguments_in_a_row_read_as_names_and_values(line: str, shown: str) -> None:
    assert arguments_line(line) == shown


def test_a_store_that_was_locked_is_opened_when_it_is_let_go(
    store: FakeStore, open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(make_card(make_row("s1"), make_request("r1")))
    locked = [StoreError("store-locked", "Another program holds the store.")] * 2

    class Locked(FakeStore):
        def open_reader(self) -> ReaderPort:
            if locked:
                raise locked.pop()
            return store.open_reader()

    monkeypatch.setattr(bridge, "REOPEN_MS", 10)
    desk = open_desk(Locked())
    desk.until(lambda: desk.window.inbox.model.rowCount() == 1)
    assert not locked
    desk.until(lambda: not desk.window.trouble.isVisible())


def test_the_filter_that_is_on_has_room_for_its_words(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 3)
    desk = open_desk(store)
    for button in desk.window.filters.buttons.values():
        desk.click(button)
        heavy = QFont(button.font())
        heavy.setWeight(QFont.Weight.DemiBold)
        assert QFontMetrics(heavy).horizontalAdvance(button.text()) + 2 * 13 <= button.width()


def test_typing_words_narrows_the_list_and_esc_widens_it_again(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, 3)
    store.put(make_card(replace(make_row("hit"), title="heliotrope 退款"), make_request("h")))
    desk = open_desk(store)
    model, search = desk.window.inbox.model, desk.window.filters.search
    desk.until(lambda: model.rowCount() == 4)
    desk.key(desk.window, Qt.Key.Key_Slash)
    assert search.hasFocus()
    search.insert("退款")
    desk.until(lambda: model.loaded and model.rowCount() == 1)
    search.insert(" nothing of that")
    desk.until(lambda: model.loaded and model.rowCount() == 0)
    desk.key(search, Qt.Key.Key_Escape)
    assert not search.text()
    desk.until(lambda: model.rowCount() == 4)
    assert desk.window.inbox.table.hasFocus()
