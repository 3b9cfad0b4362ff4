"""What resuming does with a session of our own: the ledger's split per call, and what is told before it is done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from pausedesk.core.model.histories import Message, Role, StopReason
from pausedesk.core.model.states import Ending
from pausedesk.core.model.views import ResumeView
from pausedesk.core.rules.endings import EndingVerdict
from pausedesk.core.rules.history import INTERNAL, CallKey
from pausedesk.core.rules.neutral import NOTICE, neutral_messages, stop_of
from pausedesk.core.rules.notices import NoticeOrigin
from pausedesk.core.rules.resume import AgentResumeError, LedgerSays, Recovery
from pausedesk.core.rules.resume_words import MODEL_READS, ResumeCause, RunStop
from pausedesk.core.rules.resuming import (
    ResumeFacts,
    ResumePlan,
    Standing,
    plan_resume,
    replaced,
    resume_offer,
    run_stop,
)

FREE = ResumeFacts(
    imported=False,
    embedded=False,
    running=None,
    held_by=None,
    answerable=False,
    owner_lives=False,
    approved=(),
    finished=False,
)


def request(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "request", "parts": list(parts), **more}


def response(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"kind": "response", "parts": list(parts), **more}


def prompt(text: str = "go") -> dict[str, Any]:
    return {"part_kind": "user-prompt", "content": text}


def said(text: str = "half") -> dict[str, Any]:
    return {"part_kind": "text", "content": text}


def tool_call(call: str = "c", tool: str = "pay") -> dict[str, Any]:
    return {"part_kind": "tool-call", "tool_name": tool, "args": '{"to": 1}', "tool_call_id": call}


def returned(call: str = "c", tool: str = "pay") -> dict[str, Any]:
    return {
        "part_kind": "tool-return",
        "tool_name": tool,
        "content": "ok",
        "tool_call_id": call,
        "outcome": "success",
    }


ASKED, TURN, CUT = request(prompt()), response(tool_call()), response(said(), state="interrupted")
AT: CallKey = (1, "c", 0)
NOTICE_OF_A_CUT = request(prompt("start again"), metadata={INTERNAL: True, NOTICE: "cut_off"})


def offer(
    stored: Sequence[dict[str, Any]], standings: Mapping[CallKey, Standing] | None = None, **facts: Any
) -> ResumeView:
    return resume_offer(replace(FREE, **facts), stored, standings or {})


def kind_of(plan: ResumePlan) -> str | None:
    return plan.point.kind if plan.point is not None else None


@pytest.mark.parametrize(
    ("standing", "approved", "recovery", "sentence"),
    [
        (None, False, "ask_again", "Never started: pay."),
        (Standing(LedgerSays.UNANSWERED), False, "ask_again", "Never started: pay."),
        (Standing(LedgerSays.APPROVED), True, "run_once", "it will run once: pay."),
        (Standing(LedgerSays.STARTED), False, "may_have_run", "The model is told that pay may have run"),
        (Standing(LedgerSays.REPEATABLE), False, "run_again", "pay runs again: its author says"),
        (Standing(LedgerSays.RECORDED), False, "put_in", "What is recorded of pay is put in"),
        (Standing(LedgerSays.RECORDED, NoticeOrigin.OUTCOME_UNKNOWN), False, "put_in", "pay may have run"),
        (Standing(LedgerSays.RECORDED, NoticeOrigin.DECLINED), False, "put_in", "pay was declined"),
        (Standing(LedgerSays.RECORDED, NoticeOrigin.EXPIRED), False, "put_in", "could no longer be answered"),
        (Standing(LedgerSays.RECORDED, NoticeOrigin.SETTLED_RAN), False, "put_in", "What is recorded of pay"),
        (Standing(LedgerSays.NO_LEDGER), False, "may_have_run", "pay may have run"),
    ],
)
def test_the_ledger_decides_per_call(standing: Standing | None, approved: bool, recovery: str, sentence: str) -> None:
    standings = {} if standing is None else {AT: standing}
    plan = plan_resume([ASKED, TURN], standings, approved=[AT] if approved else ())
    assert plan.recoveries == {AT: recovery}
    assert plan.unknown == ([AT] if recovery == "may_have_run" else [])
    assert plan.driven == (recovery in ("ask_again", "run_again"))
    view = offer([ASKED, TURN], standings, approved=[AT] if approved else ())
    assert (view.kind, view.refused, view.adds) == ("recover_tools", None, None)
    assert sentence in view.sentence
    assert [(one.call, one.does) for one in view.calls] == [("c", recovery)]
    assert view.not_run_again == (("c",) if recovery in ("may_have_run", "put_in") else ())


@pytest.mark.parametrize(
    "more",
    [
        {"prompt": "another thing"},
        {"approved": [(1, "other", 0)]},
    ],
)
def test_a_call_that_is_not_handed_over_reads_that_it_may_have_run(more: dict[str, Any]) -> None:
    for says in (None, LedgerSays.REPEATABLE, LedgerSays.UNANSWERED):
        standings = {} if says is None else {AT: Standing(says)}
        plan = plan_resume([ASKED, TURN], standings, resuming=False, **more)
        assert (plan.recoveries, plan.driven) == ({AT: Recovery.MAY_HAVE_RUN}, False)


def test_a_message_of_ours_after_the_turn_ends_it_as_any_message_does() -> None:
    after = request(prompt("it ran"), metadata={INTERNAL: True})
    plan = plan_resume([ASKED, TURN, after], {})
    assert (kind_of(plan), plan.recoveries, plan.driven) == ("call_model", {AT: Recovery.MAY_HAVE_RUN}, False)


def test_an_older_open_turn_is_told_and_settled_in_its_place() -> None:
    stored = [ASKED, response(tool_call("a"), tool_call("b")), request(prompt("and?")), response(tool_call("n"))]
    standings = {(1, "a", 0): Standing(LedgerSays.RECORDED)}
    plan = plan_resume(stored, standings)
    assert plan.recoveries == {(1, "a", 0): "put_in", (1, "b", 0): "may_have_run", (3, "n", 0): "ask_again"}
    assert plan.unknown == [(1, "b", 0)]
    view = offer(stored, standings)
    assert "pay of an older turn has no result" in view.sentence
    assert [(one.call, one.older) for one in view.calls] == [("b", True), ("n", False)]


def test_a_result_that_stands_after_the_next_turn_answers_nothing() -> None:
    stored = [ASKED, TURN, request(prompt()), response(said("hm")), request(returned())]
    plan = plan_resume([*stored, request(prompt())], {})
    assert plan.recoveries == {AT: Recovery.MAY_HAVE_RUN}


def test_what_is_told_is_numbered_as_the_store_numbers_it() -> None:
    standings = {(41, "c", 0): Standing(LedgerSays.RECORDED)}
    view = resume_offer(FREE, [ASKED, TURN], standings, first=40)
    assert [one.does for one in view.calls] == ["put_in"]


def test_an_answer_that_was_cut_off_is_started_again_with_one_message() -> None:
    plan = plan_resume([ASKED, CUT], {})
    assert plan.notice is not None
    assert plan.notice["metadata"] == {INTERNAL: True, NOTICE: "cut_off"}
    assert plan.notice["parts"][0]["content"] == MODEL_READS[ResumeCause.CUT_OFF]
    view = offer([ASKED, CUT])
    assert (view.kind, view.adds) == ("retry_response", MODEL_READS[ResumeCause.CUT_OFF])
    assert "The last answer was cut off; the model starts it again. One message is added" in view.sentence
    # A resume that died after it was added adds nothing more, and an answer that is cut off again replaces it.
    again = plan_resume([ASKED, CUT, NOTICE_OF_A_CUT], {})
    assert (kind_of(again), again.notice) == ("call_model", None)
    twice = [ASKED, CUT, NOTICE_OF_A_CUT, CUT, NOTICE_OF_A_CUT, CUT]
    assert plan_resume(twice, {}).notice is not None
    assert replaced(twice) == {2, 4}
    assert replaced([ASKED, CUT, NOTICE_OF_A_CUT]) == set()


@pytest.mark.parametrize(
    ("last", "kind", "adds"),
    [
        (response(said(), finish_reason="length"), "continue_response", True),
        (response(said(), state="suspended"), "call_model", False),
        (request(returned(), prompt("and this")), "call_model", False),
    ],
)
def test_other_ends_that_can_be_picked_up(last: dict[str, Any], kind: str, adds: bool) -> None:
    view = offer([ASKED, last])
    assert (view.kind, view.adds is not None) == (kind, adds)


def test_an_answer_that_was_paused_and_went_on_is_in_the_one_after_it() -> None:
    paused = response(said("first"), state="suspended")
    assert replaced([ASKED, paused, response(said("first and last"))]) == {1}
    assert replaced([ASKED, paused]) == set()


@pytest.mark.parametrize(
    ("stored", "finished", "code"),
    [
        ([], False, "empty"),
        ([ASKED, response(said(), finish_reason="stop")], False, "completed"),
        ([ASKED, response(said())], False, "completed"),
        ([ASKED, response(said(), finish_reason="content_filter")], False, "refused"),
        ([ASKED, response(said(), finish_reason="error")], False, "unknown_stop"),
        # The output of an agent may be a call's arguments.
        ([ASKED, TURN, request(returned())], True, "completed"),
    ],
)
def test_what_cannot_be_picked_up_is_refused_by_its_reason(
    stored: list[dict[str, Any]], finished: bool, code: str
) -> None:
    with pytest.raises(AgentResumeError) as refused:
        plan_resume(stored, {}, finished=finished)
    assert refused.value.code == code
    view = offer(stored, finished=finished)
    assert (view.refused, view.sentence) == (code, refused.value.text())


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"imported": True}, "other-agent"),
        ({"embedded": True}, "other-agent"),
        ({"running": "process 7"}, "running"),
        ({"held_by": "Ada"}, "held"),
        ({"answerable": True}, "waiting"),
        ({"owner_lives": True}, "running"),
        ({"unreadable": "Its message 3 is missing."}, "unreadable"),
    ],
)
def test_nothing_is_offered_while_somebody_else_has_it(facts: dict[str, Any], code: str) -> None:
    assert offer([ASKED, TURN], **facts).refused == code


@pytest.mark.parametrize(
    ("verdict", "declined_by", "code", "stop"),
    [
        (EndingVerdict(Ending.STOPPED, stopped_by="person"), "Ada", "stopped", RunStop.DECLINED),
        (EndingVerdict(Ending.STOPPED, stopped_by="person"), None, "stopped", RunStop.PERSON),
        (EndingVerdict(Ending.STOPPED, stopped_by="process"), None, "decline-limit", RunStop.DECLINE_LIMIT),
        (EndingVerdict(Ending.STOPPED, stopped_by="process"), "Ada", "decline-limit", RunStop.DECLINE_LIMIT),
        (EndingVerdict(Ending.STOPPED, stopped_by="process"), "Ada", "usage-limit", RunStop.USAGE_LIMIT),
        # Its agent raised: nobody stopped it.
        (EndingVerdict(Ending.STOPPED, "probable", "process"), None, "agent", None),
        (EndingVerdict(Ending.FINISHED), "Ada", None, None),
        (EndingVerdict(Ending.TOOLS_INTERRUPTED, stopped_by="process"), "Ada", "agent-died", None),
    ],
)
def test_who_stopped_a_run(
    verdict: EndingVerdict, declined_by: str | None, code: str | None, stop: RunStop | None
) -> None:
    assert run_stop(verdict, declined_by, code) is stop


@pytest.mark.parametrize("stored", [[ASKED], [ASKED, TURN], [ASKED, TURN, request(returned())], [ASKED, CUT]])
def test_a_context_that_was_full_is_not_sent_again_and_what_can_be_done_is_said(stored: list[dict[str, Any]]) -> None:
    with pytest.raises(AgentResumeError) as refused:
        plan_resume(stored, {}, context_full=True)
    assert refused.value.code == "context_full"
    view = offer(stored, context_full=True)
    assert (view.refused, view.sentence) == ("context_full", refused.value.text())
    assert "new session with a shorter history" in view.sentence
    # Whoever sends a message does not resume.
    assert plan_resume(stored, {}, resuming=False, prompt="go on", context_full=True).point is None


def test_who_stopped_it_is_said_first() -> None:
    said = offer([ASKED, TURN], stop=RunStop.DECLINED, stopped_by="Ada")
    assert said.sentence.startswith("Ada declined and stopped the run; resuming lets the agent go on all the same. ")
    assert said.stopped == "declined"


@pytest.mark.parametrize(
    ("standing", "does"),
    [
        # What is not recorded here may have been asked, approved or run in the other copy.
        (None, "may_have_run"),
        (Standing(LedgerSays.STARTED), "may_have_run"),
        (Standing(LedgerSays.REPEATABLE), "run_again"),
        (Standing(LedgerSays.RECORDED), "put_in"),
    ],
)
def test_of_a_copied_store_nothing_is_said_never_to_have_started(standing: Standing | None, does: str) -> None:
    view = offer([ASKED, TURN], {AT: standing} if standing is not None else {}, copied=True)
    assert [call.does for call in view.calls] == [does]
    assert view.sentence.startswith("The store was copied or put back since this ran, or lost its state folder")
    plan = plan_resume([ASKED, TURN], {AT: standing} if standing is not None else {}, copied=True)
    assert list(plan.recoveries.values()) == [does]
    assert (plan.unknown == [AT]) is (does == "may_have_run")


def test_hostile_names_stay_on_one_line() -> None:
    view = offer([ASKED, response(tool_call("c", "pay\n\x1b[2J\u202e" + "x" * 500))])
    assert "\n" not in view.sentence
    assert "\x1b" not in view.sentence
    assert "\u202e" not in view.sentence
    assert len(view.sentence) < 300


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, None),
        ({"finish_reason": "stop"}, StopReason.END_TURN),
        ({"finish_reason": "tool_call"}, StopReason.TOOL_USE),
        ({"finish_reason": "length"}, StopReason.MAX_OUTPUT),
        ({"finish_reason": "content_filter"}, StopReason.REFUSAL),
        ({"finish_reason": "error"}, StopReason.OTHER),
        ({"finish_reason": ["?"]}, StopReason.OTHER),
        ({"state": "complete"}, None),
        ({"state": "suspended", "finish_reason": "stop"}, StopReason.PAUSED),
        ({"state": "interrupted"}, StopReason.INTERRUPTED),
        ({"state": "incomplete"}, StopReason.INTERRUPTED),
        ({"state": "lost"}, StopReason.OTHER),
    ],
)
def test_how_a_response_stopped(fields: dict[str, Any], reason: StopReason | None) -> None:
    stop = stop_of(response(said(), **fields))
    assert (stop.reason if stop is not None else None) == reason


def test_the_parts_of_a_request_in_neutral_form() -> None:
    found = neutral_messages(
        request(
            {"part_kind": "system-prompt", "content": "rules"},
            returned(),
            {"part_kind": "retry-prompt", "content": "no", "tool_name": "pay", "tool_call_id": "d"},
            {"part_kind": "retry-prompt", "content": "say more", "tool_call_id": "made up"},
            prompt("and"),
            prompt("ours"),
            {"part_kind": "what?"},
            metadata={INTERNAL: [5]},
        )
    )
    assert [(one.role, one.content) for one in found] == [
        (Role.SYSTEM, "rules"),
        (Role.TOOL, "ok"),
        (Role.TOOL, "no"),
        (Role.USER, "say more"),
        (Role.USER, "and"),
        (Role.INTERNAL, "ours"),
        (Role.USER, ""),
    ]
    assert [(one.tool_call_id, one.success) for one in found[1:3]] == [("c", True), ("d", False)]
    assert neutral_messages(response(said("a" * 9)), 4) == [Message(Role.ASSISTANT, "aaaa")]
    assert neutral_messages(response(tool_call("c", "t")))[0].tool_calls[0].arguments == {"to": 1}
