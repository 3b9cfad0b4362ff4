"""Changed since asked, told before anybody decides: a process that loads the agent keeps what it saw of its tools."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import pytest
from tests.core.support import PACKAGES, Bench, call, only

from pausedesk.core.run.ahead import Ahead

TOOL = 'def append(text: str, times: int = 1) -> str:\n    """Append a line."""'
ASKS = f"@agent.tool_plain(requires_approval=True)\n{TOOL}"
ARGUMENTS = "The arguments of the tool append changed"
CODE = "The code of the tool append changed"
VERSION = 'metadata={"pausedesk": {"version": "1"}}'
VERSIONED = ASKS.replace("(requires_approval=True)", f"(requires_approval=True, {VERSION})")


@pytest.mark.parametrize(
    ("asked", "now", "part", "says"),
    [
        pytest.param(ASKS, ASKS.replace("times: int = 1", "times: int = 2"), "schema", ARGUMENTS, id="a default"),
        pytest.param(ASKS, f'{ASKS}\n    text = "x" + text', "code", CODE, id="its code"),
        pytest.param(VERSIONED, VERSIONED.replace('"1"', '"2"'), "code", CODE, id="its version"),
        pytest.param(ASKS, ASKS.replace("def append", "def add"), "name", "no tool append any more", id="its name"),
        pytest.param(VERSIONED, VERSIONED.replace("=True, ", "=False, "), "chain", "Another rule asks", id="who asks"),
    ],
)
def test_another_run_of_the_agent_tells_what_changed(bench: Bench, asked: str, now: str, part: str, says: str) -> None:
    if asked != ASKS:
        bench.change_agent(ASKS, asked)
    session = bench.paused([call("append", "x")], "the end").json["session"]
    bench.change_agent(asked, now)
    waiting = _waiting(bench)
    assert (waiting["changed"], waiting["tools_checked_at"]) == (None, None)  # nobody has looked
    _load(bench)
    waiting = _waiting(bench)
    assert (waiting["changed_part"], says in waiting["changed"]) == (part, True)
    request = only(bench.cli("show", session).json["requests"])
    assert (request["changed"], request["tools_checked_at"]) == (waiting["changed"], waiting["tools_checked_at"])
    assert request["changed_part"] == part
    assert request["tools_checked_at"] > request["asked_at"]
    for command in (("list",), ("show", session)):
        text = bench.cli(*command, json_output=False).out
        assert f"changed since asked: {waiting['changed']} (its tools were checked at " in text
    # What was told before is what refuses the approval.
    said = bench.cli("answer", session, "--request", request["request"], "--approve")
    assert said.json["code"] == ("chain-changed" if part == "chain" else "tool-changed")
    assert said.json["why"] == waiting["changed"]
    assert bench.lines() == []


def _waiting(bench: Bench) -> dict[str, Any]:
    (found,) = [one for row in bench.cli("list").json["sessions"] for one in row["waiting"]]
    assert isinstance(found, dict)
    return found


def _load(bench: Bench) -> None:
    """Have the agent loaded by a run of another session."""
    bench.script("the end")
    assert bench.cli("run", "bench:agent", "something else").code == 0


def test_an_agent_started_ahead_is_looked_at_again_when_it_is_edited(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.paused([call("append", "x")], "the end")
    monkeypatch.setenv("PYTHONPATH", str(PACKAGES))
    with closing(bench.opened()) as store, closing(Ahead(store, 1)) as ahead:

        def loaded() -> str | None:
            ahead._pool.submit(int).result()  # it has one thread: what was to be loaded is, once this has run
            said = _waiting(bench)["changed"]
            assert said is None or isinstance(said, str)
            return said

        ahead.refill()
        assert loaded() is None
        ahead.renew()
        assert len(ahead._ready) == 1
        bench.change_agent(ASKS, f"{ASKS}\n    (")
        ahead.renew()
        assert loaded() is None  # it cannot be loaded, and so nothing is known of its tools
        bench.change_agent(f"{ASKS}\n    (", f'{ASKS}\n    text = "x" + text')
        ahead.renew()
        assert CODE in (loaded() or "")


def test_a_person_has_an_agent_looked_at_and_reads_which_questions_that_concerns(bench: Bench) -> None:
    first = bench.paused([call("append", "x")], "the end").json["session"]
    said = bench.cli("agents", "check", "bench:agent")
    assert (said.code, said.json["agent"], said.json["whole"]) == (0, "bench:agent", True)
    assert "append" in said.json["tools"]
    (asked,) = said.json["waiting"]
    assert (asked["session"], asked["changed"]) == (first, None)
    assert "as it was asked" in bench.cli("agents", "check", "bench:agent", json_output=False).out
    bench.change_agent(ASKS, f'{ASKS}\n    text = "x" + text')
    (asked,) = bench.cli("agents", "check", "bench:agent").json["waiting"]
    assert (asked["changed_part"], CODE in asked["changed"]) == ("code", True)
    # Lists and cards tell it from then on, and nothing was run or answered.
    assert _waiting(bench)["changed"] == asked["changed"]
    assert bench.lines() == []
    assert CODE in bench.cli("agents", "check", "bench:agent", json_output=False).out
    bench.change_agent(ASKS, f"{ASKS}\n    (")
    assert bench.cli("agents", "check", "bench:agent").json["code"] == "agent-import"
    assert bench.cli("agents", "check", "nobody").code == 2
