"""Ctrl-C while the model answers: what it said is kept, nothing starts any more, and who stopped it is known."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
from tests.core.support import DEADLINE_S, Bench, only

# It says some words, tells that they were taken, and never comes to its end.
AGENT = """
import asyncio
from pydantic_ai import Agent
from pydantic_ai.models.function import DeltaToolCall, FunctionModel

async def stream(messages, info):
    yield "Once upon"
    {then}
    with open("said", "w") as said:
        said.write("x")
    await asyncio.Event().wait()

agent = Agent(FunctionModel(stream_function=stream))

@agent.tool_plain
def note(text: str) -> str:
    with open("lines.txt", "a") as lines:
        lines.write(text)
    return "noted"
"""
CALLS = "yield {1: DeltaToolCall('note', '{\"text\": \"x\"}', tool_call_id='c1')}"
# However this was started: a shell's background has Ctrl-C ignored.
COMMAND = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from pausedesk.core.cli import main
sys.exit(main())
"""


@pytest.mark.parametrize("then", ["", CALLS], ids=["words", "a call that is not whole"])
def test_ctrl_c_keeps_what_was_said_and_says_who_stopped_it(bench: Bench, then: str) -> None:
    (bench.folder / "slow.py").write_text(AGENT.replace("{then}", then))
    said = bench.pipe("said")
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, "run", "slow:agent", "go"],
        cwd=bench.folder,
        env=bench.environment({"PAUSEDESK_STORE": str(bench.store)}),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as command:
        try:
            assert said.read_text() == "x"
            command.send_signal(signal.SIGINT)
            out, err = command.communicate(timeout=DEADLINE_S)
        finally:
            command.kill()
    assert (command.returncode, out, err) == (130, "", "pausedesk: stopped\n")
    row = only(bench.cli("list").json["sessions"])
    assert (row["ending"], row["confidence"], row["stopped_by"]) == ("stopped", "certain", "person")
    shown = bench.cli("show", row["session"]).json
    history = shown["history"]
    assert shown["can_resume"]
    assert [(one["kind"], one["text"]) for one in history][:2] == [("user", "go"), ("assistant", "Once upon")]
    assert not any(one["kind"] == "call" for one in history)
    assert bench.lines() == []
