"""Done-when 3 of the window: what hides is visible and what is secret is masked on every surface, and bytes stay."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot
from tests.gui.conftest import OpenDesk, Opened
from tests.gui.fakes import FakeStore, make_card, make_execution, make_request, make_row
from tests.gui.pictures import a_picture, encoded
from tests.gui.surfaces import filled, guesses_markup, texts_of, widget_classes
from tests.hostile import HOSTILE, SECRETS, WARNED_OF, hidden_in

from pausedesk.core.errors import StoreError
from pausedesk.core.model.foreign import ForeignCall, ForeignSession, ForeignView, OwnCommand, Reading
from pausedesk.core.model.incidents import Incident, IncidentCall, Seen
from pausedesk.core.model.states import AnswerState, Ending, ExecutionState, ListFilter
from pausedesk.core.model.views import (
    AnswerView,
    CheckView,
    EventView,
    HistoryItem,
    Hold,
    ResumedCall,
    ResumeView,
    SessionCard,
    TrackStep,
)
from pausedesk.core.rules.resume_words import Told
from pausedesk.core.rules.value_views import LONGEST_CELL
from pausedesk.core.rules.visible import visible
from pausedesk.gui.card.long_box import LongBox
from pausedesk.gui.card.rows import LONG
from pausedesk.gui.crash import CrashDialog, report_of
from pausedesk.gui.inbox.saved_filters import LONGEST_NAME, Chosen
from pausedesk.gui.plain import tip
from pausedesk.gui.ports import SourceRow


def full_card(session: str, text: str) -> SessionCard:
    """A card on which every part stands, each of its texts being `text`."""
    answer = AnswerView(
        "a", "r", AnswerState.REFUSED, "approve", False, "", "", 1, 2, "", "",
        tuple(TrackStep(name, True, 1, "") for name in ("handed_over", "stored", "refused")),
    )  # fmt: skip
    asked = make_request(f"{session}-r", value="")
    asked = replace(asked, earlier=("",), chain=("", ""), answers=(answer,), edited_by="", before_edit="", changed="")
    other = make_request(f"{session}-q", value="")
    check = CheckView(1, "", "unknown", "", "")
    settled = make_execution("x2", state=ExecutionState.SETTLED_RAN)
    reading = Reading(Ending.STOPPED, "probable", "person", "")
    card = make_card(
        make_row(session, unknown_count=1),
        asked,
        other,
        unknown=(make_execution("x1", checked=check), settled),
        siblings=(make_execution("x3"),),
        history=tuple(HistoryItem(1, kind, "") for kind in ("user", "assistant", "call", "result", "notice")),
        events=(EventView(1, "", "", ""),),
        hold=Hold(session, "", "", 1),
        foreign=ForeignView("", "", "", (), 1, "", ForeignSession("", "", "", "", "", 1, 1, reading, faults=("",))),
        own_command=OwnCommand(("",), "", "", False, ""),
        resume=ResumeView(
            "",
            calls=tuple(ResumedCall("", "", "unanswered", "ask_again", False, told) for told in Told),
            not_run_again=("",),
        ),
        extra={"": ""},
        can_resume=True,
    )
    card = filled(card, text)
    call = ForeignCall(text, text, {text: text}, text)
    assert card.foreign is not None
    foreign = replace(card.foreign.session, waiting=(), open_calls=(call,))
    plain = not any(0xD800 <= ord(char) <= 0xDFFF for char in text)
    canonical = json.dumps({"value": text}, ensure_ascii=not plain)
    asked = replace(card.requests[0], canonical=canonical, raw=canonical + text)
    return replace(card, foreign=replace(card.foreign, session=foreign), requests=(asked, *card.requests[1:]))


def in_doubt(execution: str) -> IncidentCall:
    view = make_execution(execution, last_output="", late_result="", checked=CheckView(1, "", "ran", "", ""))
    return IncidentCall("s", "", "", view, "", "", (Seen("", 1, "approve", "", ""),), (), 1)


def bare_card(session: str, text: str) -> SessionCard:
    """A card without a question, whose session cannot be read."""
    row = filled(make_row(session, waiting_count=0, ending=Ending.STOPPED), text)
    return filled(make_card(row, history=(HistoryItem(1, "user", ""),), last_error="", running=""), text)


def open_all(store: FakeStore, open_desk: OpenDesk) -> Opened:
    desk = open_desk(store)
    desk.window.show_sources()
    for text in [card.row.title for card in store.cards.values()][:60]:
        desk.window.filters.row.keep(text.strip()[:LONGEST_NAME] or "empty", Chosen(agent=text, search=text))
    desk.window.filters.toggle_row()
    desk.window.show_settings()
    desk.window.incident.show_incident()
    dialog = desk.window.incident.dialog
    assert dialog is not None
    desk.until(lambda: len(dialog.rows) == len(store.incidents[0].calls))
    dialog.ask("ran")
    # Its texts are read all the same, and to paint it again and again takes long.
    dialog.hide()
    desk.window.show_filter(ListFilter.ALL)
    desk.until(lambda: desk.window.inbox.model.loaded and desk.window.inbox.model.total == len(store.cards))
    return desk


def walk(desk: Opened, session: str, *, rows: bool = True) -> Iterator[tuple[str, str]]:
    """Every text of the window while the session's card is shown, and what each Copy puts on the clipboard.

    `rows`: those of the list too, which are the same for every card.
    """
    assert desk.window.inbox.select_session(session)
    desk.until_card(session)
    card = desk.window.card
    desk.until(lambda: not any(call.request.pending for call in card.body.calls.values()))
    card.toggle_exact()
    for request in card.body.steps.buttons:
        card.look_at(request)
    for root in QGuiApplication.topLevelWindows():
        yield "title of a window", root.title()
    # Those are the same for every card, like the rows.
    incident = desk.window.incident.dialog if rows else None
    dialogs = [one for one in (desk.window._sources, desk.window._settings, incident) if one is not None]
    for widget in (desk.window, *dialogs):
        yield from texts_of(widget, rows=rows)
    for button in desk.window.findChildren(QAbstractButton):
        if button.text() == "Copy":
            button.click()
            yield "clipboard", QGuiApplication.clipboard().text()


def fill(store: FakeStore, texts: dict[str, str]) -> None:
    for number, text in enumerate(texts.values()):
        store.put(full_card(f"s{number}", text))
    store.put(bare_card("bare", "\n".join(texts.values())))
    every = list(texts.values())
    # Several texts in each: a row for each of them would take longer than the rest of the walk.
    several = ["\n".join(every[first : first + 8]) for first in range(0, len(every), 8)]
    calls = [filled(in_doubt(f"x{number}"), text) for number, text in enumerate(several)]
    store.incidents = (
        Incident("all", "\n".join(texts.values()), False, 1, tuple(calls)),
        *(Incident(f"i{number}", text, None, 1, (calls[0],)) for number, text in enumerate(texts.values())),
    )
    store.sources = tuple(SourceRow(text, text, True, True, 1, 1, 1) for text in list(texts.values())[:5])


def fill_long(store: FakeStore, texts: dict[str, str]) -> None:
    """A call whose value is so long that it is laid out row by row, by another widget."""
    text = "\n".join([*texts.values(), *["a line"] * (LONG // 6)])
    store.put(make_card(make_row("long"), make_request("long-r", text=text)))


def fill_set_out(store: FakeStore, texts: dict[str, str]) -> None:
    """A call of which each value is set out: a command, SQL, a table and the text of one."""
    # Without the signs that keep a text from being set out.
    text = re.sub(r"""[`'"\n#<\\]""", " ", " ".join(texts.values()))
    short = [one.replace("\n", "") for one in texts.values() if len(one) < LONGEST_CELL]
    fields = ["a", *[one.replace(",", "") for one in short[:6]], "b"]
    values: dict[str, object] = {
        "command": f"echo '{text}' | wc",
        "sql": f"SELECT '{text}' FROM t",
        "rows": [{"a": one, "b": 1} for one in (*short, "")],
        "csv": "\n".join(f"{one},{one}" for one in fields),
        "tree": {one: {"in": [one], one: 1} for one in texts.values()},
    }
    values["picture"] = encoded(a_picture())
    request = make_request("set-out-r", "run", **values)
    request = replace(request, arguments=tuple(replace(one, view="") for one in request.arguments))
    store.put(make_card(make_row("set-out"), request))


def fill_question(store: FakeStore, texts: dict[str, str]) -> None:
    """A plain question, of whose schema each text is one."""
    found = list(texts.values())
    whole = "\n".join(found)
    fields: dict[str, Any] = {
        one: {"type": "string", "title": one, "description": one, "default": one, "format": one, "pattern": "x{9}"}
        for one in (whole, *found[:3])
    }
    fields["choice"] = {"enum": found, "description": whole}
    fields["list"] = {"type": "array", "items": {"type": "string", "title": whole}, "default": found[:3]}
    schema = {"type": "object", "description": whole, "properties": fields, "required": ["choice"]}
    request = replace(make_request("question-r", "ask_person"), answer_schema=json.dumps(schema))
    store.put(make_card(make_row("question"), request))


def test_nothing_hides_on_any_surface_and_bytes_stay(store: FakeStore, open_desk: OpenDesk) -> None:
    fill(store, HOSTILE)
    fill_long(store, HOSTILE)
    fill_set_out(store, HOSTILE)
    fill_question(store, HOSTILE)
    desk = open_all(store, open_desk)
    desk.window._on_unavailable(StoreError("x", HOSTILE["escape"], next_step=HOSTILE["override"]))
    found, surfaces = [], set()
    for number, (name, text) in enumerate([*HOSTILE.items(), ("all", "")]):
        session = f"s{number}" if text else "bare"
        for where, shown in walk(desk, session, rows=number == 0):
            surfaces.add(where)
            if hidden := hidden_in(shown):
                found.append((name, where, hidden[:60]))
            if guesses_markup(where, shown):
                found.append((name, where, "markup"))
        if session == "bare":
            break
        call = desk.window.card.body.calls.get(f"s{number}-r")
        assert call is None or visible(text).text in [value.argument.value.revealed for value in call.values]
        kept = store.cards[f"s{number}"].requests[0].arguments[0].value
        assert kept == text
    for session in ("long", "set-out", "question"):
        if session == "question":
            assert desk.window.inbox.select_session(session)
            desk.until_card(session)
            desk.window.card.decide("answer")  # each fault is said
        for where, shown in walk(desk, session, rows=False):
            surfaces.add(where)
            if hidden_in(shown) or guesses_markup(where, shown):
                found.append((session, where, shown[:60]))
    assert {"LongBox.row", "SetOutBox.row", "TreeBox.row"} <= surfaces
    assert found == [], "\n".join(sorted({repr(one)[:200] for one in found}))
    parts = {where.rpartition(".")[2] for where in surfaces}
    assert {"clipboard", "title of a window", "row ToolTipRole", "row AccessibleTextRole", "painted what"} <= parts


def test_the_beginning_of_a_long_value_hides_nothing(
    store: FakeStore, open_desk: OpenDesk, held: threading.Event
) -> None:
    fill_long(store, HOSTILE)
    desk = open_desk(store)
    desk.until_card("long")
    begun = desk.window.card.body.calls["long-r"].beginnings
    desk.until(lambda: len(begun) == 1 and bool(begun[0].box.in_sight()))
    found = list(texts_of(begun[0]))
    held.set()
    assert visible(HOSTILE["override"]).text in "".join(text for _, text in found)
    assert [(where, text[:60]) for where, text in found if hidden_in(text) or guesses_markup(where, text)] == []


@pytest.mark.parametrize("name", ["no-break", "cyrillic", "override", "blanks"])
def test_the_card_warns_with_a_line_beside_the_question(store: FakeStore, open_desk: OpenDesk, name: str) -> None:
    assert name in WARNED_OF or hidden_in(HOSTILE[name])
    store.put(make_card(make_row("s1"), make_request("r1", text=HOSTILE[name])))
    desk = open_desk(store)
    desk.until_card("s1")
    assert desk.window.card.body.calls["r1"].warnings.isVisible()


def test_no_secret_is_on_any_surface_until_the_person_asks(store: FakeStore, open_desk: OpenDesk) -> None:
    texts = {name: template.format(secret) for name, (template, secret) in SECRETS.items()}
    fill(store, texts)
    desk = open_all(store, open_desk)
    found = []
    for number, session in enumerate(store.cards):
        for where, shown in walk(desk, session, rows=number == 0):
            found += [(name, where) for name, (_, secret) in SECRETS.items() if secret[:10].lower() in shown.lower()]
    assert found == [], "\n".join(sorted({repr(one)[:200] for one in found}))


def test_a_secret_by_the_name_of_its_field_is_on_no_surface(store: FakeStore, open_desk: OpenDesk) -> None:
    request = replace(make_request("r1", password="hunter2x", user="ada"), question="Log in as ada with hunter2x?")
    store.put(make_card(make_row("s1"), request))
    desk = open_desk(store)
    desk.window.show_filter(ListFilter.ALL)
    desk.until_card("s1")
    assert [(where, text) for where, text in walk(desk, "s1") if "hunter2x" in text] == []
    desk.key(desk.window, "v")
    revealed = desk.window.card.body.calls["r1"]
    assert "hunter2x" in revealed.question.whole()
    assert "hunter2x" in [value.box.whole() for value in revealed.values]
    # It is asked for on each card anew.
    store.put(
        make_card(make_row("s2", unknown_count=1), unknown=(make_execution("x1", arguments='{"pwd":"hunter2x"}'),))
    )
    desk.until(lambda: desk.window.inbox.model.row_of("s2") is not None)
    assert [(where, text) for where, text in walk(desk, "s2") if "hunter2x" in text] == []
    desk.key(desk.window, "v")
    assert "hunter2x" in desk.window.card.body.unknown["x1"].arguments.whole()
    desk.key(desk.window, "v")
    assert "hunter2x" not in desk.window.card.body.unknown["x1"].arguments.whole()


def test_the_editor_hides_nothing_of_what_it_begins_with(store: FakeStore, open_desk: OpenDesk) -> None:
    texts = {f"a{number}": text for number, text in enumerate(HOSTILE.values())}
    store.put(make_card(make_row("s1"), make_request("r1", **texts)))
    desk = open_desk(store)
    desk.until_card("s1")
    desk.window.card.edits.begin()
    assert desk.window.card.body.calls["r1"].editor is not None
    hidden = [(where, hidden_in(shown)[:60]) for where, shown in texts_of(desk.window) if hidden_in(shown)]
    assert hidden == []


def test_every_class_of_widget_is_walked(
    store: FakeStore, open_desk: OpenDesk, qtbot: QtBot, held: threading.Event
) -> None:
    fill(store, {"x": "x"})
    fill_long(store, {"x": "x"})
    fill_set_out(store, {"x": "x"})
    fill_question(store, {"x": "x"})
    desk = open_all(store, open_desk)
    assert desk.window.inbox.select_session("long")
    desk.until_card("long")
    met = {type(one).__qualname__ for one in desk.window.card.body.findChildren(QWidget)}
    held.set()
    list(walk(desk, "long"))
    met |= {type(one).__qualname__ for one in desk.window.card.body.findChildren(LongBox)}
    list(walk(desk, "set-out"))
    # The other cards have a call that changed, which is not edited.
    desk.window.card.edits.begin()
    met |= {type(one).__qualname__ for one in desk.window.card.body.findChildren(QWidget)}
    list(walk(desk, "question"))
    met |= {type(one).__qualname__ for one in desk.window.card.body.findChildren(QWidget)}
    list(walk(desk, "s0"))
    dialog = CrashDialog("x")
    qtbot.addWidget(dialog)
    sources, chosen = desk.window._sources, desk.window._settings
    incident = desk.window.incident.dialog
    assert sources is not None
    assert chosen is not None
    assert incident is not None
    for root in (desk.window, dialog, sources, chosen, incident):
        list(texts_of(root))
        met |= {one.__qualname__ for widget in (root, *root.findChildren(QWidget)) for one in type(widget).__mro__}
    # A widget that no walk meets is a surface that nobody has looked at: open it in `walk`.
    assert widget_classes() - met == set()


def test_a_fault_s_report_and_tips_hide_nothing(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    for name, text in HOSTILE.items():
        report = report_of(RuntimeError(text))
        dialog = CrashDialog(report)
        qtbot.addWidget(dialog)
        tip(widget, text)
        for where, shown in (*texts_of(dialog), *texts_of(widget), ("report", report)):
            assert hidden_in(shown) == "", (name, where)
            assert not guesses_markup(where, shown), (name, where)
