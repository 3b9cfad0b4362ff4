"""Declines: what the model reads, a model that repeats a declined call, and that nothing else reaches that call."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import ModelResponse, ToolReturnPart
from pydantic_ai.models import ModelRequestContext
from pydantic_ai.toolsets import AbstractToolset, WrapperToolset
from tests.core.inside import Inside, appends
from tests.core.support import Bench, call, only

from pausedesk.core.rules.declines import closing_of, stops_at, told_before
from pausedesk.core.rules.notices import REPEATED_DECLINED, declined_notice


@pytest.mark.parametrize(
    ("before", "told"),
    [
        (0, ""),
        (1, "declined before, 2nd time"),
        (2, "declined before, 3rd time"),
        (3, "declined before, 4th time"),
        (10, "declined before, 11th time"),
        (20, "declined before, 21st time"),
        (111, "declined before, 112th time"),
    ],
)
def test_a_repeated_call_is_told_by_its_number(before: int, told: str) -> None:
    assert told_before(before) == told


@pytest.mark.parametrize(
    ("declined", "limit", "stops"),
    [([], 3, False), ([0, 2], 3, False), ([0, 3], 3, True), ([9], 0, False), ([1], 1, True), ([4], 3, True)],
)
def test_a_run_stops_where_one_of_its_calls_was_declined_as_often_as_the_limit(
    declined: list[int], limit: int, *, stops: bool
) -> None:
    assert (stops_at(declined, limit) is not None) is stops


def test_the_repeated_call_and_the_one_beside_it_are_closed_by_codes_of_their_own() -> None:
    assert closing_of(3, 3, "why") == ("decline-limit", "why")
    assert closing_of(2, 3, "why")[0] == "not-run"


def test_scenario_38_an_identical_call_is_recognised_and_a_limit_stops_the_run(inside: Inside) -> None:
    inside.run(*([appends("a", f"c{n}")] for n in range(5)), "the end")
    results = []
    for n in range(3):
        request = only(inside.card().requests)
        assert (request.declined_before, only(inside.asked()).declined_before) == (n, n)
        results.append(inside.answer("decline"))
    assert [result.code for result in results] == [None, None, "decline-limit"]
    assert (str(results[-1].outcome), "declined 3 times" in str(results[-1].why)) == ("failed", True)
    assert len(inside.read) == 4
    card = inside.card()
    assert (card.row.ending, card.row.stopped_by, card.row.waiting_count) == ("stopped", "process", 0)
    assert inside.rows("SELECT state, spent_code FROM requests WHERE declined_before = 3") == [
        ("closed", "decline-limit")
    ]
    assert inside.rows("SELECT outcome, code FROM runs ORDER BY fence DESC LIMIT 1") == [("failed", "decline-limit")]
    assert inside.rows("SELECT count(*) FROM leases") == [(0,)]
    assert card.can_resume
    inside.script[4] = "the end"
    assert inside.resume().output == "the end"
    assert only(inside.read[-1])["content"] == REPEATED_DECLINED
    assert inside.lines == []


@pytest.mark.parametrize(("limit", "asked"), [(1, 1), (2, 2), (0, 5)], ids=["after one", "after two", "never"])
def test_the_limit_is_a_setting(
    inside: Inside, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, limit: int, asked: int
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    from pausedesk.core import settings

    settings.change(lambda known: replace(known, decline_limit=limit))
    inside.run(*([appends("a", f"c{n}")] for n in range(5)), "the end")
    number = 0
    while inside.asked():
        inside.answer("decline")
        number += 1
    assert number == asked


@pytest.mark.parametrize("other", [appends("b", "c2"), appends("a", "c2", times=2), ["raises", {"text": "a"}, "c2"]])
def test_another_call_is_no_repetition(inside: Inside, other: list[Any]) -> None:
    inside.run([appends("a", "c1")], [other], "the end")
    inside.answer("decline")
    assert only(inside.asked()).declined_before == 0


def test_an_approved_call_that_is_repeated_was_not_declined(inside: Inside) -> None:
    inside.run([appends("a", "c1")], [appends("a", "c2")], "the end")
    inside.answer("approve")
    assert only(inside.asked()).declined_before == 0


def test_the_calls_beside_a_repeated_one_are_closed_and_read_that_they_did_not_run(inside: Inside) -> None:
    inside.run(*([appends("a", f"c{n}")] for n in range(3)), [appends("b", "d1"), appends("a", "d2")], "the end")
    assert [inside.answer("decline").code for _ in range(3)] == [None, None, "decline-limit"]
    inside.resume()
    first, second = (part["content"] for part in inside.read[-1])
    assert "did not run" in first
    assert first != second == REPEATED_DECLINED


def test_scenario_39_a_note_reaches_the_model_verbatim_and_none_leaves_the_fixed_text(inside: Inside) -> None:
    inside.run([appends("a", "c1")], [appends("b", "c2")], "the end")
    note = 'not "a"\n\u202e 100%'
    inside.answer("decline", by="Ada", note=note)
    told = only(inside.read[-1])
    assert (told["content"], told["outcome"]) == (declined_notice(note, "Ada"), "denied")
    assert told["content"].endswith(f"Note from Ada, in their own words:\n{note}")
    inside.answer("decline", by="Ada", note="  ")
    assert only(inside.read[-1])["content"] == declined_notice(None, "Ada")
    assert "Note" not in declined_notice(None, "Ada")


# -- nothing else reaches a declined call ------------------------------------------------------------------------------


@dataclass
class Again(AbstractCapability[Any]):
    """A middleware that runs a call again whose result says that it was declined, around all that asks."""

    toolset: list[AbstractToolset[Any]] = field(default_factory=list)
    approve: bool = False
    outer: bool = False

    def get_wrapper_toolset(self, toolset: AbstractToolset[Any]) -> AbstractToolset[Any]:
        self.toolset[:] = [toolset]
        return WrapperToolset(toolset)

    async def wrap_model_request(
        self, ctx: RunContext[Any], *, request_context: ModelRequestContext, handler: Any
    ) -> ModelResponse:
        for part in request_context.messages[-1].parts:
            if isinstance(part, ToolReturnPart) and part.outcome == "denied":
                for _ in range(2):
                    tools = await self.toolset[0].get_tools(ctx)
                    again = RunContext(
                        deps=ctx.deps,
                        model=ctx.model,
                        usage=ctx.usage,
                        tool_call_id=part.tool_call_id,
                        tool_name=part.tool_name,
                        tool_call_approved=self.approve,
                    )
                    await self.toolset[0].call_tool(part.tool_name, {"text": "a"}, again, tools[part.tool_name])
        return await handler(request_context)  # type: ignore[no-any-return]


@pytest.mark.parametrize("approve", [False, True])
@pytest.mark.parametrize("tool", ["append", "asks"])
def test_scenario_26_a_middleware_that_runs_a_declined_call_again_is_stopped_before_it_starts(
    inside: Inside, tool: str, *, approve: bool
) -> None:
    inside.capabilities = [Again(approve=approve)]
    inside.run([[tool, {"text": "a"}, "c1"]], "the end")
    before = list(inside.lines)
    result = inside.answer("decline")
    assert str(result.outcome) in ("failed", "kept")
    assert inside.lines == before
    assert inside.rows("SELECT state FROM executions WHERE state NOT IN ('asked')") == []
    inside.capabilities = []
    assert inside.resume().output == "the end"


def test_scenario_40_decline_and_stop_ends_the_run_and_decline_alone_goes_on(inside: Inside) -> None:
    inside.run([appends("a", "c1")], [appends("b", "c2")], "the end")
    assert (str(inside.answer("decline").outcome), len(inside.read)) == ("paused", 2)
    result = inside.answer("decline", stop=True)
    assert (str(result.outcome), result.code, len(inside.read)) == ("done", "stopped", 2)
    assert inside.card().row.ending == "stopped"


def test_by_the_command_line(bench: Bench) -> None:
    ran = bench.paused(*([call("append", "a", f"c{n}")] for n in range(1, 5)), "the end").json
    first = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--decline")
    assert (first.code, only(first.json["waiting"])["declined_before"]) == (3, 1)
    assert only(only(bench.cli("list").json["sessions"])["waiting"])["declined_before"] == 1
    assert only(bench.cli("show", ran["session"]).json["requests"])["declined_before"] == 1
    for words in (("list",), ("show", ran["session"])):
        assert "declined before, 2nd time" in bench.cli(*words, json_output=False).out
    assert json.loads(bench.lines("read.jsonl")[-1])[0]["call"] == "c1"
    for code in (3, 9):
        asked = only(only(bench.cli("list").json["sessions"])["waiting"])["request"]
        said = bench.cli("answer", ran["session"], "--request", asked, "--decline")
        assert said.code == code
    assert (said.json["outcome"], said.json["code"], said.call["state"]) == ("failed", "decline-limit", "declined")
    stopped = only(bench.cli("list", "--filter", "interrupted").json["sessions"])
    assert (stopped["ending"], stopped["waiting"], bench.lines()) == ("stopped", [], [])
