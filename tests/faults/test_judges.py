"""Two judges of what was approved and what ran, each shown a fault that it must see: agentack, and our own checks.

Faults are planted in what a real session left behind: in its trace, where only agentack looks, and in its rows and
events, from which the trace is written and which our own checks read.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any, cast

import pytest
from tests.faults.judging import SESSION
from tests.faults.rig import Bench
from tests.judges import findings, fired, judged

from pausedesk.core.model.trails import AnswerFact, EventFact, ExecutionFact, NoticeFact, RequestFact, Trail
from pausedesk.core.rules.agentack import agentack_trace
from pausedesk.core.rules.notices import NoticeOrigin
from pausedesk.core.rules.trail_checks import Flaw, trail_flaws
from pausedesk.core.store.trails import read_trail

Events = list[dict[str, Any]]


@pytest.fixture(scope="module")
def trail(tmp_path_factory: pytest.TempPathFactory) -> Trail:
    """What a session left in which one call ran, one was declined with a note, and one ran and raised."""
    bench = Bench(tmp_path_factory.mktemp("judged"))
    bench.bring_to_end()
    with bench.store.read() as connection:
        found = read_trail(connection, SESSION)
    bench.close()
    assert found is not None
    return found


@pytest.fixture
def trace(trail: Trail) -> Events:
    """Its trace."""
    return deepcopy(agentack_trace(trail))


def test_what_a_real_session_left_is_right_to_both(trail: Trail, trace: Events) -> None:
    assert judged(trace).status == "PASS", findings(trace)
    assert trail_flaws(trail) == []
    assert [one["type"] for one in trace].count("action_executed") == 3
    assert [one["type"] for one in trace].count("action_blocked") == 1


# -- faults in a trace -------------------------------------------------------------------------------------------------


def _places(events: Events, kind: str, text: str | None = None) -> list[int]:
    sites = {
        one["action_id"]: one["action"]["parameters"]["arguments"]["text"]
        for one in events
        if one["type"] == "action_proposed"
    }
    return [
        n for n, one in enumerate(events) if one["type"] == kind and text in (None, sites.get(one.get("action_id", "")))
    ]


def _place(events: Events, kind: str, text: str | None = None) -> int:
    (place,) = _places(events, kind, text)
    return place


def _swap_what_ran(events: Events) -> None:
    events[_place(events, "action_executed", "one")]["action"]["parameters"]["arguments"]["text"] = "other"


def _swap_masked_bytes(events: Events) -> None:
    events[_place(events, "action_executed", "one")]["action"]["parameters"]["digest"] = "sha256:other"


def _swap_what_was_shown(events: Events) -> None:
    events[_place(events, "approval_requested", "one")]["action"]["parameters"]["arguments"]["text"] = "other"


def _run_after_decline(events: Events) -> None:
    blocked = events[_place(events, "action_blocked", "two")]
    proposed = events[_place(events, "action_proposed", "two")]
    del blocked["reason"]
    blocked.update(type="action_executed", action=proposed["action"])


def _run_after_it_was_blocked(events: Events) -> None:
    place = _place(events, "action_blocked", "two")
    again = {
        **events[place],
        "type": "action_executed",
        "action": events[_place(events, "action_proposed", "two")]["action"],
    }
    del again["reason"]
    events.insert(place + 1, again)


def _run_twice(events: Events) -> None:
    place = _place(events, "action_executed", "one")
    events.insert(place + 1, deepcopy(events[place]))


def _run_without_consent(events: Events) -> None:
    del events[_place(events, "action_executed", "one")]["approval_id"]


def _run_on_another_approval(events: Events) -> None:
    other = events[_place(events, "approval_requested", "three")]["approval_id"]
    events[_place(events, "action_executed", "one")]["approval_id"] = other


def _run_before_the_answer(events: Events) -> None:
    ran = events.pop(_place(events, "action_executed", "one"))
    events.insert(_place(events, "approval_decision", "one"), ran)


def _run_after_expiry(events: Events) -> None:
    asked = events[_place(events, "approval_requested", "one")]["timestamp"]
    events[_place(events, "approval_decision", "one")]["expires_at"] = asked


def _run_after_stop(events: Events) -> None:
    place = _place(events, "action_executed", "three")
    stop = {name: events[place][name] for name in ("schema_version", "timestamp", "session_id")}
    events.insert(place, {**stop, "type": "interrupt", "reason": "stopped"})


def _run_by_another_route(events: Events) -> None:
    declined = events[_place(events, "action_proposed", "two")]
    route = {**declined, "action_id": "9/c/0", "action": {**declined["action"], "operation": "call"}}
    place = _place(events, "session_end")
    events[place:place] = [route, {**route, "type": "action_executed"}]


def _run_after_the_end(events: Events) -> None:
    events.insert(_place(events, "action_executed", "three"), events.pop(_place(events, "session_end")))


def _lose_the_decision(events: Events) -> None:
    del events[_place(events, "approval_decision", "one")]


def _lose_the_question(events: Events) -> None:
    del events[_place(events, "approval_requested", "one")]


def _lose_the_end(events: Events) -> None:
    del events[_place(events, "session_end")]


def _lose_what_became_of_it(events: Events) -> None:
    del events[_place(events, "action_blocked", "two")]


IN_A_TRACE = [
    (_swap_what_ran, "ACK003"),
    (_swap_masked_bytes, "ACK003"),
    (_swap_what_was_shown, "ACK003"),
    (_run_after_decline, "ACK002"),
    (_run_after_it_was_blocked, "ACK006"),
    (_run_twice, "ACK004"),
    (_run_without_consent, "ACK001"),
    (_run_on_another_approval, "ACK003"),
    (_run_before_the_answer, "ACK006"),
    (_run_after_expiry, "ACK005"),
    (_run_after_stop, "ACK008"),
    (_run_by_another_route, "ACK007"),
    (_run_after_the_end, "ACK006"),
    (_lose_the_decision, "ACK009"),
    (_lose_the_question, "ACK009"),
    (_lose_the_end, "ACK009"),
    (_lose_what_became_of_it, "ACK009"),
]


@pytest.mark.parametrize(("plant", "rule"), IN_A_TRACE)
def test_agentack_sees_a_fault_that_is_planted_in_a_trace(
    plant: Callable[[Events], None], rule: str, trace: Events
) -> None:
    plant(trace)
    assert rule in fired(trace)


def test_each_of_agentack_s_rules_is_set_off_by_a_planted_fault() -> None:
    from agentack.findings import RULES

    assert {rule for _, rule in IN_A_TRACE} == set(RULES)


# -- faults in what a store kept ---------------------------------------------------------------------------------------


def _with(trail: Trail, fact: Any, **changes: Any) -> Trail:
    """The trail with one of its facts changed."""
    for name in ("requests", "answers", "executions", "notices", "events"):
        facts = getattr(trail, name)
        if fact in facts:
            changed = [replace(one, **changes) if one is fact else one for one in facts]
            return replace(trail, **cast("dict[str, Any]", {name: changed}))
    raise AssertionError(f"no such fact: {fact}")


def _request(trail: Trail, text: str) -> RequestFact:
    return next(one for one in trail.requests if f'"{text}"' in one.arguments)


def _answer(trail: Trail, text: str) -> AnswerFact:
    return next(one for one in trail.answers if one.request == _request(trail, text).request)


def _execution(trail: Trail, text: str) -> ExecutionFact:
    return next(one for one in trail.executions if f'"{text}"' in one.arguments)


def _event_of(trail: Trail, kind: str, identity: str, state: str) -> int:
    return next(n for n, one in enumerate(trail.events) if (kind, identity, state) in one.moved)


def _started(trail: Trail, execution: ExecutionFact) -> Trail:
    """The trail with one more call that was started, as the last thing that happened."""
    moved = [("execution", execution.execution, "running")]
    event = EventFact(trail.events[-1].at, "call-started", "runner", moved=moved)
    states = {**trail.states, ("execution", execution.execution): "running"}
    return replace(trail, events=[*trail.events, event], executions=[*trail.executions, execution], states=states)


def _other_bytes_started(trail: Trail) -> Trail:
    return _with(trail, _execution(trail, "one"), arguments='{"text":"other"}')


def _question_rewritten(trail: Trail) -> Trail:
    """By SQL, call and question alike: all but the digest that was shown agrees."""
    changed = _with(trail, _execution(trail, "one"), arguments='{"text":"other"}')
    return _with(changed, _request(changed, "one"), arguments='{"text":"other"}')


def _seen_otherwise(trail: Trail) -> Trail:
    return _with(trail, _answer(trail, "one"), digest="sha256:other")


def _shown_otherwise(trail: Trail) -> Trail:
    place = _event_of(trail, "answer", _answer(trail, "one").answer, "submitted")
    event = trail.events[place]
    return _with(trail, event, told={**event.told, "digest": "sha256:other"})


def _started_after_decline(trail: Trail) -> Trail:
    declined = _request(trail, "two")
    return _started(
        trail, ExecutionFact("x", "run", declined.site, declined.request, declined.tool, declined.arguments, "running")
    )


def _started_twice(trail: Trail) -> Trail:
    return _started(trail, replace(_execution(trail, "one"), execution="x", state="running"))


def _started_without_consent(trail: Trail) -> Trail:
    return _with(trail, _execution(trail, "one"), request=None)


def _started_unasked_beside_others(trail: Trail) -> Trail:
    """A call of a tool that asks, in the same drive, about which nobody was asked."""
    asked = _request(trail, "one")
    site = replace(asked.site, call_id="unasked")
    return _started(trail, ExecutionFact("x", asked.run, site, None, asked.tool, '{"text":"x"}', "running"))


def _started_on_another_call_s_approval(trail: Trail) -> Trail:
    return _with(trail, _execution(trail, "one"), site=_execution(trail, "three").site)


def _started_on_an_approval_that_was_never_asked(trail: Trail) -> Trail:
    return _with(trail, _execution(trail, "one"), request="another")


def _started_after_expiry(trail: Trail) -> Trail:
    asked = _request(trail, "one")
    return _with(trail, asked, expires_at=asked.created_at - 1)


def _started_after_expiry_with_the_wall_clock_put_back(trail: Trail) -> Trail:
    asked = _request(trail, "one")
    ends = {"expires_at": asked.created_at + 1000, "expires_boot": "b", "expires_boot_ms": 2000}
    place = _event_of(trail, "execution", _execution(trail, "one").execution, "running")
    event = trail.events[place]
    clock = {"wall": asked.created_at, "boot": "b", "boot_ms": 2001}
    put_back = replace(event, at=asked.created_at, told={**event.told, "clock": clock})
    events = [*trail.events[:place], put_back, *trail.events[place + 1 :]]
    return replace(_with(trail, asked, **ends), events=events)


def _started_after_stop(trail: Trail) -> Trail:
    place = _event_of(trail, "execution", _execution(trail, "three").execution, "running")
    runs = [one for event in trail.events for kind, one, state in event.moved if (kind, state) == ("run", "began")]
    stop = EventFact(trail.events[place].at, "run-ended", "runner", told={"run": runs[-1], "code": "stopped"})
    return replace(trail, events=[*trail.events[:place], stop, *trail.events[place:]])


def _one_call_under_two_approvals(trail: Trail) -> Trail:
    asked, answer = _request(trail, "one"), _answer(trail, "one")
    second = replace(asked, request="r2", spent_answer="a2")
    again = replace(answer, answer="a2", request="r2")
    ran = replace(_execution(trail, "one"), execution="x", request="r2")
    states = {**trail.states, ("request", "r2"): "approved", ("answer", "a2"): "spent", ("execution", "x"): ran.state}
    moves = [("request", "r2", "waiting"), ("answer", "a2", "submitted"), ("answer", "a2", "taken_up")]
    moves += [("request", "r2", "approved"), ("answer", "a2", "spent"), ("execution", "x", "running")]
    moves += [("execution", "x", ran.state)]
    at = trail.events[-1].at
    return replace(
        trail,
        events=[*trail.events, *(EventFact(at, "planted", "x", moved=[move]) for move in moves)],
        requests=[*trail.requests, second],
        answers=[*trail.answers, again],
        executions=[*trail.executions, ran],
        states=states,
    )


def _opposite_answers(trail: Trail) -> Trail:
    answer = _answer(trail, "one")
    return replace(trail, answers=[*trail.answers, replace(answer, answer="a2", decision="decline", by="Bob")])


def _answer_against_its_question(trail: Trail) -> Trail:
    return _with(trail, _answer(trail, "one"), decision="decline")


def _approval_from_nobody(trail: Trail) -> Trail:
    return replace(trail, answers=[one for one in trail.answers if one is not _answer(trail, "one")])


def _note_changed(trail: Trail) -> Trail:
    notice = next(one for one in trail.notices if one.origin == NoticeOrigin.DECLINED)
    return _with(trail, notice, text=notice.text.replace("note on two", "note on one"))


def _note_never_told(trail: Trail) -> Trail:
    return replace(trail, notices=[one for one in trail.notices if one.origin != NoticeOrigin.DECLINED])


def _said_not_to_have_run(trail: Trail) -> Trail:
    told = NoticeFact(_execution(trail, "one").site, NoticeOrigin.NOT_ENTERED, "it did not run")
    return replace(trail, notices=[*trail.notices, told])


def _entered_and_said_not_to_have_run(trail: Trail) -> Trail:
    declined = _request(trail, "two")
    told = NoticeFact(replace(declined.site, call_id="c9"), NoticeOrigin.EXPIRED, "it did not run")
    asked = replace(declined, request="r9", site=told.site, entered=True, state="expired", spent_answer=None)
    return replace(trail, requests=[*trail.requests, asked], notices=[*trail.notices, told])


def _settled_against_its_result(trail: Trail) -> Trail:
    return _with(trail, _execution(trail, "one"), state="settled-not-run", settled_by="Ann", late_result="{}")


def _event_lost(trail: Trail) -> Trail:
    place = _event_of(trail, "answer", _answer(trail, "two").answer, "taken_up")
    return replace(trail, events=[*trail.events[:place], *trail.events[place + 1 :]])


def _row_changed(trail: Trail) -> Trail:
    return replace(trail, states={**trail.states, ("request", _request(trail, "two").request): "waiting"})


def _start_lost(trail: Trail) -> Trail:
    return replace(trail, executions=[one for one in trail.executions if one is not _execution(trail, "one")])


# What is planted, what agentack says of the trace that is written from it, what our own checks say.
IN_A_STORE: list[tuple[Callable[[Trail], Trail], set[str], set[Flaw]]] = [
    (_other_bytes_started, {"ACK003"}, {Flaw.OTHER_BYTES}),
    (_question_rewritten, set(), {Flaw.OTHER_BYTES}),
    (_seen_otherwise, set(), {Flaw.NOT_SEEN}),
    (_shown_otherwise, set(), {Flaw.NOT_SEEN}),
    (_started_after_decline, {"ACK002"}, {Flaw.NO_CONSENT}),
    (_started_twice, {"ACK004"}, {Flaw.TWICE}),
    (_started_without_consent, {"ACK001"}, {Flaw.NO_CONSENT}),
    (_started_unasked_beside_others, {"ACK001"}, {Flaw.NO_CONSENT}),
    (_started_on_another_call_s_approval, {"ACK003"}, {Flaw.NO_CONSENT}),
    (_started_on_an_approval_that_was_never_asked, {"ACK001"}, {Flaw.NO_CONSENT}),
    (_started_after_expiry, {"ACK005"}, set()),
    (_started_after_expiry_with_the_wall_clock_put_back, {"ACK005"}, set()),
    (_started_after_stop, {"ACK008"}, set()),
    (_one_call_under_two_approvals, set(), {Flaw.TWO_APPROVALS}),
    (_opposite_answers, set(), {Flaw.OPPOSITE_ANSWERS}),
    (_answer_against_its_question, {"ACK002"}, {Flaw.OPPOSITE_ANSWERS}),
    (_approval_from_nobody, {"ACK009"}, {Flaw.OPPOSITE_ANSWERS}),
    (_note_changed, set(), {Flaw.NOTE_LOST}),
    (_note_never_told, set(), {Flaw.NOTE_LOST}),
    (_said_not_to_have_run, set(), {Flaw.SAID_NOT_RUN}),
    (_entered_and_said_not_to_have_run, set(), {Flaw.SAID_NOT_RUN}),
    (_settled_against_its_result, set(), {Flaw.WORD_AGAINST_RESULT}),
    (_event_lost, set(), {Flaw.AUDIT_DIFFERS}),
    (_row_changed, set(), {Flaw.AUDIT_DIFFERS}),
    (_start_lost, {"ACK009"}, {Flaw.AUDIT_DIFFERS}),
]


@pytest.mark.parametrize(("plant", "rules", "flaws"), IN_A_STORE)
def test_a_fault_that_is_planted_in_a_store_is_seen(
    plant: Callable[[Trail], Trail], rules: set[str], flaws: set[Flaw], trail: Trail
) -> None:
    planted = plant(trail)
    assert rules <= fired(agentack_trace(planted))
    assert flaws <= {one.flaw for one in trail_flaws(planted)}
    assert rules | {str(flaw) for flaw in flaws}, "a fault that nobody sees"


def test_every_flaw_is_set_off_by_a_planted_fault() -> None:
    assert {flaw for _, _, flaws in IN_A_STORE for flaw in flaws} == set(Flaw)
