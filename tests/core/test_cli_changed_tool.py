"""The tool changed between the question and the answer: what was approved is what runs, or nothing does."""

from __future__ import annotations

import pytest
from tests.core.support import Bench, call, only

HEAD = 'def append(text: str, times: int = 1) -> str:\n    """Append a line."""'
GATED = f"@agent.tool_plain(requires_approval=True)\n{HEAD}"
FREE = f"@agent.tool_plain\n{HEAD}"
BODY = '    """Append a line."""\n    _add("lines.txt", text)\n    return'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("def append(text: str, times: int = 1)", "def append(text: str, times: int = 2)", id="a default"),
        pytest.param("def append(text: str, times: int = 1)", "def append(text: int, times: int = 1)", id="a type"),
        pytest.param(BODY, BODY.replace("text)", "text.strip())"), id="the source alone"),
        pytest.param("def append(text: str, times", "def add(text: str, times", id="the name"),
    ],
)
def test_a_changed_tool_is_not_run_on_an_old_approval_and_resume_asks_anew(bench: Bench, old: str, new: str) -> None:
    ran = bench.paused([call("append", "old")], [call("add" if "def add(" in new else "append", "7")], "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    bench.change_agent(old, new)
    if "text: int" in new:
        bench.script([call("append", "old")], [["append", {"text": 7}, "c1"]], "the end")
    said = bench.cli("answer", session, "--request", request, "--approve")
    assert (said.code, said.json["outcome"], said.json["code"]) == (7, "closed", "tool-changed")
    assert said.call["state"] == "closed"
    assert bench.lines() == []
    again = bench.cli("answer", session, "--request", request, "--approve")
    assert again.code == 4
    assert bench.lines() == []
    resumed = bench.cli("resume", session)
    assert (resumed.code, resumed.json["outcome"]) == (3, "paused")
    assert "This call did not run" in only(bench.read()[-1])["text"]
    anew = only(resumed.json["waiting"])["request"]
    assert anew != request
    assert bench.lines() == []
    assert bench.cli("answer", session, "--request", request, "--approve").code == 4
    assert bench.lines() == []
    if "text: int" not in new:
        assert bench.cli("answer", session, "--request", anew, "--approve").code == 0
        assert bench.lines() == ["7"]


def test_a_comment_in_the_tool_changes_nothing(bench: Bench) -> None:
    ran = bench.paused([call("append", "x")], "the end").json
    bench.change_agent('    """Append a line."""\n', '    """Append a line."""\n\n    # the book is beside the agent\n')
    said = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
    assert (said.code, bench.lines()) == (0, ["x"])


def test_a_tool_that_needs_no_approval_any_more_is_not_run_on_the_old_one(bench: Bench) -> None:
    ran = bench.paused([call("append", "x")], "the end").json
    bench.change_agent(GATED, FREE)
    said = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
    assert (said.code, said.json["outcome"]) == (7, "closed")
    assert said.json["code"] in ("chain-changed", "tool-changed")
    assert bench.lines() == []


def test_an_agent_that_is_gone_leaves_the_question_answerable(bench: Bench) -> None:
    ran = bench.paused([call("append", "x")], "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    source = bench.agent_file.read_text(encoding="utf-8")
    bench.agent_file.unlink()
    said = bench.cli("answer", session, "--request", request, "--approve")
    assert said.code in (2, 6)
    assert said.json["outcome"] == "kept"
    assert only(bench.cli("list").json["sessions"])["ending"] == "waiting_approval"
    bench.agent_file.write_text(source, encoding="utf-8")
    assert bench.cli("answer", session, "--request", request, "--approve").code == 0
    assert bench.lines() == ["x"]
