"""hold and release: while a person holds, no door begins anything; nothing is lost; what runs goes on."""

from __future__ import annotations

from typing import Any

import pytest
from tests.core.inside import SESSION, Inside, appends, refusal
from tests.core.support import Bench, call, only, until

from pausedesk.core import settings
from pausedesk.core.errors import UsageError
from pausedesk.core.model.states import ListFilter
from pausedesk.core.run.aftermath import look_around
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import holds, resumes, taking
from pausedesk.core.store.reads import count_rows, page_rows
from pausedesk.core.store.sessions import AgentRef, create_session

BOTH = pytest.mark.parametrize("held", [SESSION, None], ids=["session", "everything"])


@BOTH
def test_while_held_no_door_takes_an_answer_up_and_release_lets_it_go(inside: Inside, held: str | None) -> None:
    inside.run([appends("a")], "the end")
    inside.submit()
    holds.hold(inside.store, held, by="Eve", why="the bank is closed")
    before = inside.everything()
    for work in (inside.take_up, inside.resume, lambda: inside.run(prompt="more")):
        refused = refusal(work)
        assert refused.code == "held"
        assert "Eve: the bank is closed" in refused.sentence
    with inside.store.read() as connection:
        assert taking.ready_sessions(connection, this_process(), LIVENESS) == []
        assert only(page_rows(connection, ListFilter.ALL, "", 9)).held
    assert inside.everything() == before
    card = inside.card()
    assert card.hold is not None
    assert (card.hold.by, card.can_resume, card.row.held) == ("Eve", False, True)
    stood, answers = holds.release(inside.store, held, by="Ada")
    assert stood is not None
    assert (stood.by, answers) == ("Eve", 1)
    result = inside.take_up()
    assert result is not None
    assert (str(result.outcome), inside.lines) == ("done", ["a"])


def test_a_hold_on_another_session_holds_nothing_here(inside: Inside) -> None:
    inside.run([appends("a")], "the end")
    other = inside.store
    create_session(other, AgentRef("desk", "", "", ""), session="s2")
    holds.hold(other, "s2", by="Eve")
    assert inside.card().hold is None
    inside.answer()
    assert inside.lines == ["a"]


@BOTH
def test_a_spend_under_a_hold_does_not_land_and_the_approval_stays_submitted(inside: Inside, held: str | None) -> None:
    inside.run([appends("a", "c1"), appends("b", "c2")], "the end")
    inside.submit()
    inside.submit()
    spends: list[str] = []

    def hold_before_the_second(name: str) -> None:
        spends.append(name)
        if spends.count("before-spend") == 2:
            inside.store.failpoint = lambda name: None
            holds.hold(inside.store, held, by="Eve")

    inside.store.failpoint = hold_before_the_second
    result = inside.take_up()
    assert result is not None
    assert (str(result.outcome), result.code, inside.lines) == ("paused", "held", ["a"])
    assert [one.state for one in result.calls] == ["done", "submitted"]
    assert inside.rows("SELECT state FROM answers ORDER BY at") == [("spent",), ("submitted",)]
    holds.release(inside.store, held, by="Eve")
    result = inside.take_up()
    assert result is not None
    assert (str(result.outcome), inside.lines) == ("done", ["a", "b"])


def test_a_call_that_runs_goes_on_and_the_next_question_is_stored(inside: Inside) -> None:
    inside.run([appends("a")], [appends("b", "c2")], "the end")
    inside.during = lambda: holds.hold(inside.store, None, by="Eve")
    result = inside.answer()
    assert (str(result.outcome), inside.lines) == ("paused", ["a"])
    assert [one.arguments for one in inside.asked()] == ['{"text":"b","times":1}']


def test_the_first_hold_stays_and_both_kinds_are_released_apart(inside: Inside) -> None:
    inside.run([appends("a")], "the end")
    first, new = holds.hold(inside.store, None, by="Eve", why="first")
    assert (first.by, new) == ("Eve", True)
    assert holds.hold(inside.store, None, by="Ada", why="second") == (first, False)
    holds.hold(inside.store, SESSION, by="Bob")
    assert [one.session for one in _standing(inside)] == [None, SESSION]
    holds.release(inside.store, None, by="Ada")
    assert [one.by for one in _standing(inside)] == ["Bob"]
    assert refusal(inside.resume).code == "held"
    assert holds.release(inside.store, None, by="Ada") == (None, 0)
    events = [row for row in inside.rows("SELECT event, who FROM audit ORDER BY id") if row[0] in ("held", "released")]
    assert events == [("held", "Eve"), ("held", "Bob"), ("released", "Ada")]


def _standing(inside: Inside) -> list[Any]:
    with inside.store.read() as connection:
        return holds.standing_holds(connection)


def test_a_hold_needs_a_name_and_a_session_that_is_there(inside: Inside) -> None:
    assert refusal(lambda: holds.hold(inside.store, None, by=" ")).code == "decision-required"
    assert refusal(lambda: holds.hold(inside.store, "nosuch", by="Eve")).code == "no-session"
    assert refusal(lambda: holds.release(inside.store, "nosuch", by="Eve")).code == "no-session"


def test_a_wish_to_resume_waits_for_the_release(inside: Inside) -> None:
    inside.run([appends("a")], {"fail": "overloaded"})
    inside.answer()
    resumes.submit_resume(inside.store, SESSION, by="Ada")
    holds.hold(inside.store, SESSION, by="Eve")
    assert resumes.take_resumes(inside.store) == []
    holds.release(inside.store, SESSION, by="Eve")
    assert resumes.take_resumes(inside.store) == [SESSION]


def test_an_approval_is_not_put_back_as_stale_while_it_is_held(inside: Inside) -> None:
    inside.run([appends("a")], "the end")
    inside.submit()
    inside.change(f"UPDATE answers SET at = at - {taking.STALE_APPROVAL_MS + 1}")
    holds.hold(inside.store, None, by="Eve")
    assert refusal(inside.take_up).code == "held"
    assert inside.rows("SELECT state FROM answers") == [("submitted",)]
    holds.release(inside.store, None, by="Eve")
    assert inside.take_up() is None
    assert inside.rows("SELECT state, last_code FROM answers") == [("kept", "stale-approval")]


def listed(inside: Inside, wanted: ListFilter) -> int:
    with inside.store.read() as connection:
        return count_rows(connection, wanted)


@pytest.mark.parametrize(
    ("given", "filters"),
    [
        # Answered, and no runner comes: nothing of it needs the person yet, and it is where its track is watched.
        ({"decision": "approve", "age": 0}, {ListFilter.ANSWERED}),
        # Too old to be acted on unseen: it needs the person again, whether or not a runner ever comes.
        ({"decision": "approve", "age": taking.STALE_APPROVAL_MS + 1}, {ListFilter.WAITING}),
        ({"decision": "decline", "age": taking.STALE_APPROVAL_MS + 1}, {ListFilter.ANSWERED}),
        ({"decision": "approve", "age": taking.STALE_APPROVAL_MS + 1, "held": True}, {ListFilter.ANSWERED}),
        ({"decision": "approve", "age": taking.STALE_APPROVAL_MS + 1, "never": True}, {ListFilter.ANSWERED}),
    ],
)
def test_an_answer_that_no_runner_takes_up_is_in_the_filter_of_who_must_act(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], filters: set[ListFilter]
) -> None:
    inside.run([appends("a")], "the end")
    assert (listed(inside, ListFilter.WAITING), listed(inside, ListFilter.ANSWERED)) == (1, 0)
    inside.submit(given["decision"])
    inside.change(f"UPDATE answers SET at = at - {given['age']}")
    if given.get("held"):
        holds.hold(inside.store, SESSION, by="Eve")
    monkeypatch.setattr(
        settings, "load", lambda: settings.Settings(stale_approval_minutes=0 if given.get("never") else 15)
    )
    look_around(inside.store)
    assert {one for one in (ListFilter.WAITING, ListFilter.ANSWERED) if listed(inside, one)} == filters
    if filters == {ListFilter.WAITING}:
        (kept,) = only(inside.card().requests).answers
        assert (kept.state, kept.last_error) == ("kept", "It waited too long for a runner; approve it afresh.")
        inside.answer()
        assert inside.lines == ["a"]


def test_settings_that_cannot_be_read_keep_nobody_from_looking(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable() -> settings.Settings:
        raise UsageError("settings-unreadable", "They cannot be read.")

    monkeypatch.setattr(settings, "load", unreadable)
    assert look_around(inside.store) == (0, [])


def test_hold_and_release_by_the_command_line_with_a_worker_that_runs(bench: Bench) -> None:
    ran = bench.paused([call("append", "a")], "the end").json
    worker = bench.start("worker", "--idle", "30", "--ahead", "0")
    held = bench.cli("hold", "--by", "Eve", "--why", "wait \x1b[2J")
    assert (held.code, held.json["hold"]["by"]) == (0, "Eve")
    said = bench.cli("answer", ran["session"], "--approve", "--request", only(ran["waiting"])["request"])
    assert (said.code, said.json["outcome"], said.json["code"], said.call["state"]) == (
        3,
        "paused",
        "held",
        "submitted",
    )
    listed = bench.cli("list").json
    assert (only(listed["sessions"])["held"], only(listed["holds"])["why"]) == (True, "wait \x1b[2J")
    for words in (("list",), ("show", ran["session"]), ("hold",)):
        text = bench.cli(*words, json_output=False).out
        assert "held by Eve" in text
        assert "\x1b" not in text
    fresh = bench.cli("run", "bench:agent", "go")
    assert (fresh.code, fresh.json["code"]) == (4, "held")
    assert bench.cli("list").json["total"] == 1
    assert bench.lines() == []
    let_go = bench.cli("release", "--by", "Ada")
    assert (let_go.code, let_go.json["answers"]) == (0, 1)
    until(lambda: bench.rows("SELECT ending FROM sessions") == [("finished",)], "the worker runs it")
    assert bench.lines() == ["a"]
    worker.kill()
