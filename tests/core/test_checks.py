"""The check that a tool's author gives: asked in a child for a while only, kept as evidence, settling nothing."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel
from pydantic_ai.toolsets import FunctionToolset
from tests.core.started import DEAD, ELSEWHERE, Started
from tests.core.support import PACKAGES, only

from pausedesk.core import settings
from pausedesk.core.model.checks import CallToCheck, CheckAnswer, CheckWord, not_ran, ran, unknown
from pausedesk.core.model.owners import Owner
from pausedesk.core.run.author_check import check_call
from pausedesk.core.run.owners import this_process
from pausedesk.core.settings import Settings
from pausedesk.core.store import checked
from pausedesk.core.store.checked import Said
from pausedesk.core.store.engine import Store
from pausedesk.core.store.sessions import AgentRef

CALL = CallToCheck("s", "x1", "c1", "r1", "pay", {"to": "Ada"}, 1000)


def _asked(check: Any, **more: Any) -> dict[str, Any]:
    """What the child says where `pay` has this check."""
    agent = Agent(TestModel())

    @agent.tool_plain(metadata={"pausedesk": {"check": check, **more}})
    def pay(to: str) -> str:
        raise AssertionError("a check runs no call")

    return asyncio.run(check_call(agent, None, CALL))


async def _later(call: CallToCheck) -> CheckAnswer:
    return ran({"to": call.arguments["to"], "under": call.request})


def _leaves(call: CallToCheck) -> CheckAnswer:
    raise SystemExit(3)


def _raises(call: CallToCheck) -> CheckAnswer:
    raise ValueError("no book\nsecond line")


class Unreadable:
    """Has no text."""

    def __str__(self) -> str:
        raise RuntimeError


def named(call: CallToCheck) -> CheckAnswer:
    """A check that is named as module:callable."""
    return not_ran


ANSWERS: dict[str, tuple[Any, str, Any, str | None]] = {
    "it ran": (lambda call: ran("refunded 50"), "ran", "refunded 50", None),
    "it ran, and no more": (lambda call: ran(), "ran", None, None),
    "later": (_later, "ran", {"to": "Ada", "under": "r1"}, None),
    "it did not": (lambda call: not_ran, "not_ran", None, None),
    "in a word": (lambda call: "not_ran", "not_ran", None, None),
    "it cannot tell": (lambda call: unknown, "unknown", None, None),
    "by its name": (f"{__name__}:named", "not_ran", None, None),
    "what JSON cannot hold": (lambda call: ran(b"\xff"), "ran", "_w==", None),
    "what has no text": (lambda call: ran(Unreadable()), "ran", "a value of type Unreadable, whose text", None),
    "ran without a result": (lambda call: "ran", "unknown", None, "type str"),
    "true": (lambda call: True, "unknown", None, "type bool"),
    "nothing": (lambda call: None, "unknown", None, "type NoneType"),
    "another word": (lambda call: CheckAnswer("perhaps"), "unknown", None, "a word that no check has"),  # type: ignore[arg-type]
    "the answer's maker": (lambda call: ran, "unknown", None, "type function"),
    "raises": (_raises, "unknown", None, "The check raised ValueError: no book."),
    "leaves": (_leaves, "unknown", None, "The check raised SystemExit: 3."),
    "takes nothing": (lambda: ran(), "unknown", None, "The check raised TypeError"),
}


@pytest.mark.parametrize("case", ANSWERS)
def test_what_a_check_says_is_taken_as_it_is_and_anything_else_is_unknown(case: str) -> None:
    check, said, result, why = ANSWERS[case]
    told = _asked(check)
    assert (told["op"], told["said"]) == ("check-said", said)
    assert str(told["result"]).startswith(str(result))
    assert (why or "") in (told["why"] or "")
    assert (told["why"] is None) == (why is None)
    assert "\n" not in (told["why"] or "")
    json.dumps(told)


@pytest.mark.parametrize(
    ("check", "code"),
    [(None, "no-check"), (7, "no-check"), ("nowhere", "agent-spec"), ("nowhere_at_all:check", "no-such-module")],
)
def test_where_there_is_no_check_that_is_said(check: Any, code: str) -> None:
    told = _asked(check)
    assert (told["op"], told["code"]) == ("no-check", code)


def test_the_check_of_a_tool_that_is_gone_cannot_be_asked() -> None:
    told = asyncio.run(check_call(Agent(TestModel()), None, CALL))
    assert (told["op"], told["code"], "no tool pay" in told["sentence"]) == ("no-check", "no-check", True)


def test_a_toolset_that_fails_leaves_it_unknown() -> None:
    class Broken(FunctionToolset[Any]):
        async def get_tools(self, ctx: Any) -> Any:
            raise ConnectionError("no server")

    told = asyncio.run(check_call(Agent(TestModel(), toolsets=[Broken()]), None, CALL))
    assert (told["said"], "ConnectionError: no server" in told["why"]) == ("unknown", True)


# -- in a child --------------------------------------------------------------------------------------------------------

AGENT = """
import os, signal, time
from pydantic_ai import Agent
from pydantic_ai.models.test import TestModel
from pausedesk.core.model.checks import not_ran, ran, unknown

agent = Agent(TestModel())

def check(call):
    print("looking", flush=True)
    BODY

@agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"check": check}})
def pay(to: str) -> str:
    raise AssertionError
"""


@pytest.fixture
def started(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Started]:
    """Makes a session with a call of `pay` that may have run, and an agent whose check has the given body."""
    monkeypatch.setenv("PYTHONPATH", str(PACKAGES))

    def make(body: str = "return unknown", owner: Owner = DEAD) -> Started:
        (tmp_path / "shop.py").write_text(AGENT.replace("BODY", body))
        return Started(store, [owner], agent=AgentRef("shop", "shop:agent", sys.executable, str(tmp_path)))

    return make


def test_a_check_is_kept_beside_the_call_and_a_person_settles(started: Callable[..., Started]) -> None:
    made = started('return ran(f"{call.arguments}, {call.tool}, {call.call}")')
    said = made.cli("check", made.session, "--call", "c1", "--by", "Bob")
    assert (said.code, said.json["outcome"], made.states()) == (0, "done", ["may_have_run"])
    found = only(said.json["checks"])
    assert (found["said"], found["result"], found["by"], found["why"]) == ("ran", "{'to': 'Ada'}, pay, c1", "Bob", None)
    shown = made.cli("show", made.session, json_output=False).out
    assert "the author's check says it ran: {'to': 'Ada'}, pay, c1 (asked by Bob)" in shown
    assert only(made.cli("show", made.session).json["unknown"])["checked"]["said"] == "ran"
    assert made.rows("SELECT who FROM audit WHERE event = 'call-checked'") == [("Bob",)]
    assert made.cli("settle", made.session, "--call", "c1", "--ran", "the check found it").code == 0


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("os.kill(os.getpid(), signal.SIGKILL)", "ended its process"),
        ("os.kill(os.getpid(), signal.SIGSTOP)", "took more than 0.2 seconds"),
        ("[os.write(number, b'junk\\n') for number in range(3, 20) if os.path.exists(f'/proc/self/fd/{number}')]", ""),
    ],
)
def test_a_check_that_dies_hangs_or_speaks_in_its_door_s_place_says_unknown(
    started: Callable[..., Started], body: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "load", lambda: Settings(check_seconds=0.2 if "STOP" in body else 60))
    made = started(f"{body}\n    return unknown")
    said = made.cli("check", made.session, "--all")
    found = only(said.json["checks"])
    assert (said.code, found["said"], found["result"]) == (0, "unknown", None)
    assert why in found["why"]
    assert made.states() == ["may_have_run"]


@pytest.mark.parametrize("owner", [this_process(), ELSEWHERE])
def test_while_the_owner_is_not_proved_dead_nothing_is_checked(started: Callable[..., Started], owner: Owner) -> None:
    made = started(owner=owner)
    refused = made.cli("check", made.session, "--call", "c1")
    assert (refused.code, refused.json["code"]) == (4, "running")


def test_a_call_that_is_settled_is_checked_no_more(started: Callable[..., Started]) -> None:
    made = started()
    made.cli("settle", made.session, "--all", "--unknown")
    for words in (("--call", "c1"), ("--all",)):
        refused = made.cli("check", made.session, *words)
        assert (refused.code, refused.json["code"]) == (4, "nothing-waiting")
    assert made.cli("check", made.session).code == 2


def test_a_result_that_nobody_could_read_is_not_kept(started: Callable[..., Started]) -> None:
    made = started()
    checked.keep(made.store, _call(made), Said(CheckWord.RAN, "x" * 200_000), by="Ada")
    found = only(made.cli("show", made.session).json["unknown"])["checked"]
    assert (found["said"], found["result"], "too long" in found["why"]) == ("ran", None, True)


def _call(made: Started) -> CallToCheck:
    return CallToCheck(made.session, made.executions[0], "c1", None, "pay", {}, 0)
