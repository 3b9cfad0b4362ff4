"""Runners that ask, spend and report by hand, without an engine: what they time is the store alone."""

from __future__ import annotations

import time
from collections.abc import Sequence

from pausedesk.core.model.handover import CallSite, EngineEnd, HandOver, NewRequest, Spend
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.rules.history import CallResult
from pausedesk.core.run.host import StoreHost
from pausedesk.core.run.owners import this_process

ARGUMENTS = '{"text":"hello","times":1}'
RESULT = {"content": "appended", "outcome": "success"}

_CALL = {"part_kind": "tool-call", "tool_name": "append", "args": {"text": "hello"}, "tool_call_id": "c1"}
_ASKED = NewRequest(
    call_id="c1",
    ordinal=0,
    tool="append",
    arguments=ARGUMENTS,
    raw_arguments='{"text":"hello"}',
    given=["text"],
    digest="digest",
    tool_digest="tool",
    code_tag_kind="none",
    chain=["requires_approval"],
    chain_digest="chain",
    question="Run append?",
    question_source="rule",
)


class HandRunner:
    """Pauses on one call when it is given a prompt; spends the approval and records an outcome when it is given one.

    `seconds` is what the spend and the outcome took, from the first to the return of the second commit.
    """

    def __init__(self) -> None:
        self.owner = this_process()
        self.seconds = 0.0

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Ask, or use the one approval."""
        if not hand.approved:
            host.pause([{"kind": "response", "parts": [_CALL]}], [_ASKED], None)
            return EngineEnd("paused")
        (call,) = hand.approved
        host.watch.taken_up(call.request)
        spend = Spend(call.request, call.digest, call.tool_digest, call.chain_digest, ARGUMENTS)
        began = time.perf_counter()
        execution = host.spend(spend)
        host.outcome(execution, ExecutionState.DONE, RESULT)
        self.seconds = time.perf_counter() - began
        return EngineEnd("finished", output="done")

    def alive(self) -> bool | None:
        """This process lives."""
        return True

    def last_output(self) -> str:
        """It prints nothing."""
        return ""

    def stop_answering(self, host: StoreHost) -> None:
        """It has no model."""

    def finish(self) -> None:
        """Nothing to let go of."""

    def drop_output(self) -> None:
        """It prints nothing."""


_LOOK = {"part_kind": "tool-call", "tool_name": "look", "args": {}, "tool_call_id": "c0"}
_LOOKED = {"part_kind": "tool-return", "tool_name": "look", "content": "seen", "tool_call_id": "c0"}


class TurnRunner(HandRunner):
    """The same with a turn of messages: a prompt, a call that needs no approval, its result, and then the pause.

    `seconds` is what storing all of that took, and after an answer what the spend and the outcome took.
    """

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Store a turn, or use the one approval."""
        if hand.approved:
            return super().drive(hand, known, host)
        began = time.perf_counter()
        prompt = {"kind": "request", "parts": [{"part_kind": "user-prompt", "content": hand.prompt}]}
        first = host.store([prompt, {"kind": "response", "parts": [_LOOK]}], "")
        execution = host.begin(CallSite(first + 1, "c0"), "look", "{}")
        host.outcome(execution, ExecutionState.DONE, {"content": "seen", "outcome": "success"})
        asking = {"kind": "response", "parts": [_CALL]}
        host.pause([{"kind": "request", "parts": [_LOOKED]}, asking], [_ASKED], None)
        self.seconds = time.perf_counter() - began
        return EngineEnd("paused")
