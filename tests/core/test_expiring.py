"""Questions that their author lets expire: spent by whoever meets them, never early, never over a decline."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from tests.core.inside import SESSION, Inside, appends, refusal
from tests.core.support import Bench, call, only, until

from pausedesk.core.model.moments import Moment
from pausedesk.core.model.states import CallState, ListFilter
from pausedesk.core.rules.expiry import EXPIRED_BEFORE_ANSWER, EXPIRED_BEFORE_USE, EXPIRED_UNANSWERED
from pausedesk.core.rules.notices import EXPIRED
from pausedesk.core.run.worker import Worker
from pausedesk.core.store import expiring, holds
from pausedesk.core.store.clock import this_moment
from pausedesk.core.store.reads import page_rows
from pausedesk.core.store.unsealed import list_path

LIFE_S = 3600


@dataclass
class Clock:
    """A clock that a test sets."""

    moment: Moment

    def __call__(self) -> Moment:
        return self.moment

    def pass_by(self, seconds: float) -> None:
        """Let time pass, by both clocks."""
        ms = round(seconds * 1000)
        assert self.moment.boot_ms is not None
        self.moment = replace(self.moment, wall=self.moment.wall + ms, boot_ms=self.moment.boot_ms + ms)

    def set_wall(self, seconds: float) -> None:
        """Set the wall clock, by hand or by a change of its zone."""
        self.moment = replace(self.moment, wall=self.moment.wall + round(seconds * 1000))


@pytest.fixture
def clock(inside: Inside) -> Clock:
    """The clock of `inside`, whose questions live for an hour."""
    inside.author = {"expires_after": LIFE_S}
    inside.store.moment = clock = Clock(Moment(this_moment().wall, "boot-a", 5_000_000))
    return clock


def test_scenario_43_a_question_has_no_end_where_its_author_gave_it_none(inside: Inside) -> None:
    inside.run([appends("a")], "the end")
    assert inside.rows("SELECT expires_at, expires_boot, expires_boot_ms FROM requests") == [(None, "", None)]
    inside.store.moment = lambda: Moment(10**14, "another", 10**14)
    assert expiring.spend_expired(inside.store) == 0
    inside.answer()
    assert inside.lines == ["a"]


def test_the_end_is_stored_by_both_clocks_and_told_with_a_warning_when_it_runs_out(
    inside: Inside, clock: Clock
) -> None:
    inside.run([appends("a")], "the end")
    start = clock.moment
    assert inside.rows("SELECT expires_at, expires_boot, expires_boot_ms FROM requests") == [
        (start.wall + LIFE_S * 1000, "boot-a", 5_000_000 + LIFE_S * 1000)
    ]
    request = only(inside.card().requests)
    assert (request.deadline, request.expires_at) == (only(inside.asked()).deadline, start.wall + LIFE_S * 1000)
    with inside.store.read() as connection:
        assert only(page_rows(connection, ListFilter.ALL, "", 9)).deadline == request.deadline


def test_scenario_41_an_approval_after_the_end_is_not_run_and_recorded_as_too_late(
    inside: Inside, clock: Clock
) -> None:
    inside.run([appends("a")], "the end")
    clock.pass_by(LIFE_S)
    request = only(inside.asked()).request
    inside.submit(by="Bob")
    assert inside.take_up() is None
    late = inside.door().closed_at_once(SESSION, [request])
    assert late is not None
    assert (str(late.outcome), late.code, [one.state for one in late.calls]) == ("closed", "expired", ["expired"])
    assert inside.rows("SELECT state, spent_code FROM requests") == [("expired", "expired")]
    assert inside.rows('SELECT state, "by", last_code, last_error FROM answers') == [
        ("refused", "Bob", "expired", EXPIRED_BEFORE_ANSWER)
    ]
    assert inside.rows("SELECT state, code FROM pauses") == [("closed", "expired")]
    assert inside.card().row.ending == "expired"
    assert (inside.lines, len(inside.read)) == ([], 1)


@pytest.mark.parametrize("by", [-2 * LIFE_S, 2 * LIFE_S])
def test_a_wall_clock_that_was_set_is_no_finding_of_the_judges(inside: Inside, clock: Clock, by: int) -> None:
    clock.set_wall(-by)
    inside.run([appends("a")], "the end")
    clock.set_wall(by)
    clock.pass_by(60)
    inside.answer()
    assert inside.lines == ["a"]
    assert inside.faults() == []


def test_scenario_41_a_decline_after_the_end_that_lands_first_is_a_decline(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a")], "the end")
    clock.pass_by(2 * LIFE_S)
    inside.submit("decline", note="no")
    assert expiring.spend_expired(inside.store) == 0
    result = inside.take_up()
    assert result is not None
    assert (str(result.outcome), only(result.calls).state) == ("done", CallState.DECLINED)
    assert inside.rows("SELECT state FROM requests") == [("declined",)]
    assert inside.lines == []


def test_scenario_41_nobody_answers_and_the_run_closes_so_that_resume_goes_on(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a")], "the end")
    clock.pass_by(LIFE_S - 0.001)
    assert expiring.spend_expired(inside.store) == 0
    clock.pass_by(0.001)
    assert expiring.spend_expired(inside.store) == 1
    assert expiring.spend_expired(inside.store) == 0
    card = inside.card()
    assert (card.row.ending, card.row.waiting_count, card.can_resume) == ("expired", 0, True)
    told = [json.loads(data)["why"] for (data,) in inside.rows("SELECT data FROM audit WHERE event = 'expired'")]
    assert told == [EXPIRED_UNANSWERED]
    asked = only(card.requests)
    for decision in ("approve", "decline"):
        assert refusal(partial(_answer, inside, asked.request, asked.digest, decision)).code == "expired"
    result = inside.resume()
    assert (str(result.outcome), result.output) == ("done", "the end")
    assert only(inside.read[-1])["content"] == EXPIRED
    assert inside.card().row.ending == "finished"


def _answer(inside: Inside, request: str, digest: str, decision: str) -> None:
    from pausedesk.core.store.answering import NewAnswer, submit_answers

    submit_answers(inside.store, SESSION, [NewAnswer(request, digest, decision)], by="Eve", submit_id=f"s-{decision}")


def test_a_message_after_the_end_runs_and_the_model_reads_that_nobody_answered(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a")], "the end")
    assert refusal(lambda: inside.run(prompt="more")).code == "waiting"
    clock.pass_by(LIFE_S)
    result = inside.run(prompt="more")
    assert str(result.outcome) == "done"
    assert [part["content"] for part in inside.read[-1]] == [EXPIRED, "more"]


def test_an_approval_in_time_that_nobody_took_up_in_time_is_not_run(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a")], "the end")
    request = inside.submit()
    clock.pass_by(LIFE_S)
    assert inside.take_up() is None
    assert inside.rows("SELECT state, last_error FROM answers") == [("refused", EXPIRED_BEFORE_USE)]
    assert inside.door().closed_at_once(SESSION, [request]) is not None
    assert inside.lines == []


def test_the_spend_judges_again_after_the_take_up(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a", "c1"), appends("b", "c2")], "the end")
    inside.submit()
    inside.submit()

    def end_before_the_second(name: str) -> None:
        if name == "before-spend" and inside.lines:
            clock.pass_by(LIFE_S)

    inside.store.failpoint = end_before_the_second
    result = inside.take_up()
    assert result is not None
    assert (str(result.outcome), result.code, inside.lines) == ("closed", "expired", ["a"])
    assert inside.rows("SELECT state FROM requests ORDER BY position") == [("approved",), ("expired",)]
    done = inside.resume()
    assert str(done.outcome) == "done"
    assert [part["content"] for part in inside.read[-1]] == ["appended a", EXPIRED]


def test_of_a_turn_the_expired_question_is_closed_and_the_rest_goes_on(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a", "c1"), appends("b", "c2")], "the end")
    inside.submit("decline", note="not a")
    clock.pass_by(LIFE_S)
    result = inside.take_up()
    assert result is not None
    assert str(result.outcome) == "done"
    first, second = (part["content"] for part in inside.read[-1])
    assert first.endswith("\nnot a")
    assert second == EXPIRED


@pytest.mark.parametrize("by", [365 * 86_400, -365 * 86_400, LIFE_S, -LIFE_S, 7_200])
def test_scenario_43_no_setting_of_the_wall_clock_ends_a_question_early(inside: Inside, clock: Clock, by: int) -> None:
    inside.run([appends("a")], "the end")
    clock.set_wall(by)
    assert expiring.spend_expired(inside.store) == 0
    clock.pass_by(LIFE_S - 1)
    assert expiring.spend_expired(inside.store) == 0
    inside.submit()
    result = inside.take_up()
    assert result is not None
    assert inside.lines == ["a"]


def test_after_a_restart_the_later_of_both_clocks_counts(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a")], "the end")
    clock.moment = Moment(clock.moment.wall + 2 * LIFE_S * 1000, "boot-b", 60_000)
    assert expiring.spend_expired(inside.store) == 0
    clock.pass_by(LIFE_S)
    assert expiring.spend_expired(inside.store) == 1


def test_scenario_43_no_local_time_is_in_a_deadline(
    inside: Inside, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    inside.run([appends("a")], "the end")
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert expiring.spend_expired(inside.store) == 0
    monkeypatch.undo()
    time.tzset()


def test_what_is_held_does_not_expire_until_it_is_released(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a")], "the end")
    holds.hold(inside.store, None, by="Eve")
    clock.pass_by(LIFE_S)
    assert expiring.spend_expired(inside.store) == 0
    holds.release(inside.store, None, by="Eve")
    assert expiring.spend_expired(inside.store) == 1


def test_a_worker_looks_for_what_is_over(inside: Inside, clock: Clock) -> None:
    inside.run([appends("a")], "the end")
    clock.pass_by(LIFE_S)
    Worker(inside.store, ahead=0).run(once=True)
    assert inside.rows("SELECT state FROM requests") == [("expired",)]


@pytest.mark.parametrize("value", ["60", -1, 0, True, float("nan"), 1e300, [60]], ids=str)
def test_a_lifetime_that_is_none_is_said_before_anything_runs(inside: Inside, value: object) -> None:
    inside.author = {"expires_after": value}
    result = inside.run([["note", {"text": "n"}, "c1"]], "the end")
    assert (str(result.outcome), result.code, inside.lines, inside.read) == ("failed", "expires-after", [], [])
    assert "expires_after" in str(result.why)


def test_by_the_command_line(bench: Bench, tmp_path: Path) -> None:
    bench.change_agent(
        "@agent.tool_plain(requires_approval=True)\ndef append(",
        '@agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"expires_after": 3600}})\ndef append(',
    )
    first = bench.paused([call("append", "a")], "the end").json
    second = bench.paused([call("append", "b")], "the end").json
    asked = only(first["waiting"])
    assert 3_500_000 < asked["expires_in"] <= 3_600_000
    assert not asked["runs_out"]
    store = bench.opened()
    with store.write() as connection:
        connection.exec_driver_sql("UPDATE requests SET expires_at = created_at + 1, expires_boot = ''")
    # No keyring can be used here: without its list the store is taken as it stands.
    list_path(store.facts()).unlink()
    store.close()
    listed = bench.cli("list", json_output=False)
    assert "expired" in listed.out
    late = bench.cli("answer", first["session"], "--request", asked["request"], "--approve", "--by", "Bob")
    assert (late.code, late.json["code"], late.call["state"]) == (7, "expired", "expired")
    again = bench.cli("answer", first["session"], "--request", asked["request"], "--approve", "--by", "Bob")
    assert (again.code, again.json["code"]) == (7, "expired")
    declined = bench.cli("answer", first["session"], "--request", asked["request"], "--decline")
    assert (declined.code, declined.json["code"]) == (4, "expired")
    worker = bench.start("worker", "--idle", "30", "--ahead", "0")
    until(lambda: bench.rows("SELECT DISTINCT ending FROM sessions") == [("expired",)], "the worker meets the other")
    worker.kill()
    assert [row["session"] for row in bench.cli("list", "--filter", "interrupted").json["sessions"]] == [
        second["session"],
        first["session"],
    ]
    assert bench.cli("resume", first["session"]).code == 0
    assert bench.lines() == []
