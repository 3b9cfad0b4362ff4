"""The demo: the offline agent acts on files, and the store that `pausedesk demo` fills holds every kind of session."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.copies import with_a_witness_of_its_own

from pausedesk.core.demo import fill as filling
from pausedesk.core.demo import place, scenes, shop
from pausedesk.core.demo.agent import agent
from pausedesk.core.demo.fill import _Filling, fill
from pausedesk.core.model.states import CallState, Ending, ExecutionState, ListFilter, Outcome
from pausedesk.core.model.views import SessionCard, SessionRow
from pausedesk.core.run.door import Door, DoorResult
from pausedesk.core.run.local import local_runners
from pausedesk.core.run.owners import LIVENESS
from pausedesk.core.store.answering import NewAnswer, submit_answers
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.engine import Store, new_id, open_store
from pausedesk.core.store.imported import read_envelope
from pausedesk.core.store.reads import Reader
from pausedesk.core.store.sessions import AgentRef, create_session

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Desk:
    """A store with the demo agent's files beside it."""

    store: Store
    folder: Path

    @property
    def door(self) -> Door:
        return Door(self.store, local_runners(agent))

    def rows(self, wanted: ListFilter = ListFilter.ALL) -> dict[str, SessionRow]:
        reader = Reader(self.store, LIVENESS)
        try:
            return {row.session: row for row in reader.page(wanted, "", 0, 1000)}
        finally:
            reader.close()

    def card(self, session: str) -> SessionCard:
        reader = Reader(self.store, LIVENESS)
        try:
            card = reader.card(session)
        finally:
            reader.close()
        assert card is not None
        return card

    def ask(self, prompt: str) -> tuple[str, DoorResult]:
        ref = AgentRef("refunds-desk", filling.AGENT_SPEC, sys.executable, str(self.folder))
        session = create_session(self.store, ref, title=prompt)
        with place.at(self.folder):
            return session, self.door.run(session, prompt)

    def answer(self, session: str, decision: str, note: str | None = None) -> DoorResult:
        with self.store.read() as connection:
            asked = asked_calls(connection, session)
        new = [NewAnswer(one.request, one.digest, decision, note) for one in asked]
        submit_answers(self.store, session, new, by="Mei Lin", submit_id=new_id())
        with place.at(self.folder):
            result = self.door.answer(session)
        assert result is not None
        return result


# -- the agent ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    store = open_store(tmp_path / "store.db")
    yield Desk(store, filling._files(store))
    store.close()


def test_an_approved_refund_is_booked_once_and_said_to_be_done(desk: Desk) -> None:
    session, asked = desk.ask("Greta Vogel writes about order 8812. Please refund it.")
    assert asked.outcome is Outcome.PAUSED
    assert shop.refunds_of(desk.folder, "8812") == []
    (request,) = desk.card(session).requests
    assert request.question == "Refund order 8812 for 49.00 EUR?"
    assert {one.name: one.filled_in for one in request.arguments}["currency"] is True

    done = desk.answer(session, "approve")

    assert done.outcome is Outcome.DONE
    assert done.output == "Done. Refunded 49.00 EUR to Greta Vogel for order 8812."
    (line,) = shop.refunds_of(desk.folder, "8812")
    assert (line["key"], line["amount"], line["currency"]) == (request.call, "49.00", "EUR")


def test_what_was_refunded_is_not_proposed_again(desk: Desk) -> None:
    session, _ = desk.ask("Please refund order 8812.")
    desk.answer(session, "approve")
    _, second = desk.ask("Please refund order 8812.")
    assert second.outcome is Outcome.DONE
    assert second.output == "Order 8812 was refunded already; I do not pay it again."


def test_a_declined_call_changes_nothing_and_the_note_is_replied_to(desk: Desk) -> None:
    session, _ = desk.ask("Please refund order 8826.")
    done = desk.answer(session, "decline", "Please replace the fork instead.")
    assert "“Please replace the fork instead.”\nI will offer a replacement" in (done.output or "")
    assert shop.refunds_of(desk.folder, "8826") == []


def test_a_note_that_asks_for_a_letter_leads_to_a_letter_that_asks_first(desk: Desk) -> None:
    session, _ = desk.ask("Please refund order 8826.")
    done = desk.answer(session, "decline", "Write a friendly letter first.")
    assert done.outcome is Outcome.PAUSED
    (request,) = desk.card(session).requests
    assert request.tool == "send_letter"


def test_a_sent_letter_is_a_file_in_the_language_of_the_customer(desk: Desk) -> None:
    session, _ = desk.ask("请给李娜写一封道歉信(订单 8821)。")
    before = set((desk.folder / "letters").iterdir())
    assert desk.answer(session, "approve").outcome is Outcome.DONE
    (letter,) = set((desk.folder / "letters").iterdir()) - before
    assert "尊敬的李娜" in letter.read_text(encoding="utf-8")


def test_the_statement_is_a_long_letter(desk: Desk) -> None:
    session, _ = desk.ask("Please write to her with a full statement about order 8824.")
    (request,) = desk.card(session).requests
    text = next(one.value for one in request.arguments if one.name == "text")
    assert len(text.splitlines()) >= 60
    assert "$" not in text


def test_an_edit_is_shown_as_a_file_and_changes_it(desk: Desk) -> None:
    session, _ = desk.ask("Customers have 30 days in place of 14. Please change the refund policy.")
    (request,) = desk.card(session).requests
    assert request.file == ("refund-policy.md", "new_text")
    policy = desk.folder / "refund-policy.md"
    before = policy.read_text(encoding="utf-8")
    desk.answer(session, "approve")
    assert policy.read_text(encoding="utf-8") == before.replace("14 days", "30 days") != before


def test_an_approved_command_runs_in_the_shop_s_folder(desk: Desk) -> None:
    session, _ = desk.ask("Please copy this month's letters into the archive.")
    (request,) = desk.card(session).requests
    assert {one.name: one.view for one in request.arguments}["command"] == "shell"
    done = desk.answer(session, "approve")
    assert "ended with exit code 0" in (done.output or "")
    assert len(list((desk.folder / "archive" / "letters").iterdir())) == 2


def test_three_calls_of_one_turn_are_asked_together_beside_one_that_has_run(desk: Desk) -> None:
    scene = next(one for one in scenes.SCENES if one.session == "larsen-parcels")
    session, _ = desk.ask(scene.prompt)
    card = desk.card(session)
    assert [one.tool for one in card.requests] == ["refund", "refund", "send_letter"]
    (sibling,) = card.siblings
    assert (sibling.tool, sibling.state) == ("look_up_order", ExecutionState.DONE)
    assert desk.answer(session, "approve").outcome is Outcome.DONE
    assert len(shop.refunds_of(desk.folder, "8815") + shop.refunds_of(desk.folder, "8816")) == 2


def test_more_than_an_order_cost_is_not_paid_back_and_the_error_is_told(desk: Desk) -> None:
    session, _ = desk.ask("Please refund 490.00 for order 8812.")
    done = desk.answer(session, "approve")
    assert done.outcome is Outcome.DONE
    assert "It did not work" in (done.output or "")
    assert "Order 8812 cost 49.00 EUR" in (done.output or "")
    assert shop.refunds_of(desk.folder, "8812") == []


@pytest.mark.parametrize("path", ["../outside.txt", "/etc/hostname", "", "letters/../../outside.txt"])
def test_a_path_out_of_the_shop_s_folder_is_refused(desk: Desk, path: str) -> None:
    with pytest.raises(ValueError, match="not in the shop's folder"):
        shop.inside(desk.folder, path)


@pytest.mark.parametrize("text", ["0", "-1.00", "1.001", "NaN", "Infinity", "ten", ""])
def test_what_is_no_amount_of_money_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no amount of money"):
        shop.money(text)


# -- the filled store --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def demo_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store that the command made, in a home of its own; the command's word for it."""
    home = tmp_path_factory.mktemp("demo-home")
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("XDG_")},
        "HOME": str(home),
        "PYTHONPATH": str(ROOT / "packaging" / "dev"),
    }
    made = subprocess.run(
        [sys.executable, "-m", "pausedesk.core.cli", "--json", "demo", "--no-window"],
        cwd=home,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert made.returncode == 0, made.stderr
    assert made.stderr == ""
    told = json.loads(made.stdout)
    assert set(told) == {"store", "made"}
    assert told["made"] == len(scenes.SCENES) + 1
    return Path(told["store"])


@pytest.fixture
def filled(demo_run: Path, tmp_path: Path) -> Iterator[Desk]:
    """A copy of the filled store, for one test to change."""
    shutil.copytree(demo_run.parent, tmp_path / "demo")
    with_a_witness_of_its_own(tmp_path / "demo" / demo_run.name)
    store = open_store(tmp_path / "demo" / demo_run.name, create=False)
    yield Desk(store, tmp_path / "demo" / "files")
    store.close()


def test_the_store_holds_every_kind_of_session(filled: Desk) -> None:
    rows = filled.rows()
    endings = {session: row.ending for session, row in rows.items()}
    assert endings["order-8801"] is Ending.FINISHED
    assert endings["refund-8813"] is Ending.FINISHED
    assert endings["refund-8826"] is Ending.FINISHED
    assert endings["clear-drafts"] is Ending.STOPPED
    assert endings["complaints-8803"] is Ending.API_ERROR
    assert endings["refund-8804"] is Ending.USER_UNANSWERED
    assert endings["refund-8840"] is Ending.MAY_HAVE_RUN
    assert sum(row.waiting_count == 1 for row in rows.values()) == 6
    assert [row.session for row in rows.values() if row.waiting_count == 3] == ["larsen-parcels"]
    assert next(iter(rows.values())).session == "refund-8812"


def test_the_killed_call_took_effect_once_and_its_process_is_dead(filled: Desk) -> None:
    (call,) = filled.card("refund-8840").unknown
    assert call.call_state is CallState.MAY_HAVE_RUN
    assert call.owner_alive in (False, None)
    assert "waiting for its receipt" in call.last_output
    (line,) = shop.refunds_of(filled.folder, "8840")
    assert line["key"] == call.call


def test_the_one_that_was_cut_off_can_be_resumed_and_goes_on(filled: Desk) -> None:
    card = filled.card("refund-8804")
    assert card.can_resume
    assert "SIGKILL" in (card.last_error or "")
    assert card.history[-1].kind == "result"

    with place.at(filled.folder):
        assert filled.door.resume("refund-8804").outcome is Outcome.PAUSED

    (request,) = filled.card("refund-8804").requests
    assert request.question == "Refund order 8804 for 42.00 EUR?"


def test_the_model_that_reads_of_a_call_in_doubt_does_not_make_it_again(filled: Desk) -> None:
    with place.at(filled.folder):
        done = filled.door.resume("refund-8840")
    assert done.outcome is Outcome.DONE
    assert "I cannot tell whether the refund of 77.00 EUR for order 8840 took effect" in (done.output or "")
    assert len(shop.refunds_of(filled.folder, "8840")) == 1


def test_hidden_characters_stand_in_an_argument_as_they_came(filled: Desk) -> None:
    (request,) = filled.card("refund-8819").requests
    assert "\u202e" in request.canonical


def test_the_imported_one_lists_as_a_conversation_and_no_answer_can_reach_it(filled: Desk, repository: Path) -> None:
    card = filled.card(filling.IMPORTED_SESSION)
    assert (card.row.listed_format, card.row.waiting_count, card.row.confidence) == ("conversation-v1", 0, "probable")
    assert card.row.ending is Ending.TOOLS_INTERRUPTED
    assert card.row.what_tool == "issue_refund"
    (request,) = card.requests
    assert not request.answerable
    assert (request.not_answerable_because or "").startswith("It recorded no request")
    assert not card.can_resume
    original = repository / "resources" / "demo" / "imported" / "support-desk.json"
    assert read_envelope(filled.store, filling.IMPORTED_SESSION) == original.read_bytes()


def test_filling_again_makes_nothing_and_keeps_what_a_person_changed(filled: Desk) -> None:
    policy = filled.folder / "refund-policy.md"
    policy.write_text("Ours now.\n", encoding="utf-8")
    assert fill(filled.store, said=print) == 0
    assert policy.read_text(encoding="utf-8") == "Ours now.\n"


def test_filling_again_puts_back_what_was_answered(filled: Desk) -> None:
    for session in filled.rows(ListFilter.WAITING):
        filled.answer(session, "decline")
    assert filled.rows(ListFilter.WAITING) == {}

    assert fill(filled.store, said=print) == scenes.SINGLE + scenes.SEVERAL

    waiting = [row.waiting_count for row in filled.rows(ListFilter.WAITING).values()]
    assert sorted(waiting) == [1, 1, 1, 3]
    assert fill(filled.store, said=print) == 0


def test_a_session_that_was_made_and_never_run_is_run_by_the_next_filling(desk: Desk) -> None:
    ref = AgentRef("refunds-desk", filling.AGENT_SPEC, sys.executable, str(desk.folder))
    create_session(desk.store, ref, session="order-8801", title="killed before it ran")
    several = _Filling(desk.store, desk.folder, print)
    assert "order-8801" not in several.known()
    several.play(scenes.SCENES[0], {})
    assert desk.rows()["order-8801"].ending is Ending.FINISHED


def test_another_installation_takes_the_sessions_over(filled: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/somewhere/else/python")
    fill(filled.store, said=print)
    assert filled.card("refund-8812").interpreter == "/somewhere/else/python"
