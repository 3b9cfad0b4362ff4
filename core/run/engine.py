"""The Pydantic AI engine: drives one agent from a hand-over to its pause or its end, with a gate around every call.

The gate is a capability of the run, so any agent works as it is. It sits directly around the tools themselves: what it
compares at the spend is what the tool gets, after every hook. Runs in the child, or in a program that runs its agent
itself; knows nothing of stores and pipes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from pydantic_ai import (
    Agent,
    DeferredToolRequests,
    DeferredToolResults,
    UserError,
)
from pydantic_ai.exceptions import (
    AgentRunError,
    ContentFilterError,
    ModelContextWindowExceededError,
    OutputTokenLimitExceeded,
    UsageLimitExceeded,
)
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelResponse,
)
from pydantic_ai.run import AgentRun
from pydantic_graph import End

from pausedesk.core.errors import PausedeskError
from pausedesk.core.model import kept_words
from pausedesk.core.model.canonical import CanonicalError
from pausedesk.core.model.handover import EngineEnd, HandOver
from pausedesk.core.model.states import RunCode
from pausedesk.core.run.agents import missing_key
from pausedesk.core.run.arguments import jsonable_result
from pausedesk.core.run.gate import AskedElsewhere, AtTheTools, Gate, Host, SpendRefused, approved_with
from pausedesk.core.run.tools import AUTHOR_KEY


async def drive(
    agent: Agent[Any, Any], hand: HandOver, host: Host, *, deps: Any = None, known: Sequence[Any] = ()
) -> EngineEnd:
    """Run the agent from the hand-over until it pauses, ends, is refused or fails. Never raises for what the agent,
    its tools or its provider do; raises what the host raises when the door is gone.

    `known` holds (call id, ordinal, CallResult) of calls of an unasked open turn whose results are known: they are
    given to the model as they are, and not run. An approved call finds its request, which a tool can use as its
    idempotency key, in `RunContext.tool_call_metadata["pausedesk"]["request"]`.
    """
    gate = Gate(host, hand, {(call, ordinal): result for call, ordinal, result in known})
    history = ModelMessagesTypeAdapter.validate_python(hand.messages)
    results = None
    if hand.approved:
        results = DeferredToolResults(
            approvals={call.call_id: approved_with(call.override) for call in hand.approved},
            # For the restore of a whole machine, which nothing here can see (section 1).
            metadata={call.call_id: {AUTHOR_KEY: {"request": call.request}} for call in hand.approved},
        )
    try:
        with agent.parallel_tool_call_execution_mode("sequential"):
            async with agent.iter(
                hand.prompt,
                message_history=history or None,
                deferred_tool_results=results,
                output_type=cast("Any", [agent.output_type, DeferredToolRequests]),
                capabilities=[gate, AtTheTools(gate)],
                deps=deps,
            ) as run:
                gate.run = run
                return await _advance(run, gate, hand)
    except SpendRefused as refused:
        code = refused.refusals[0][1]
        return EngineEnd("refused", code=code, why=str(refused), refusals=[r for r in refused.refusals if r[0]])
    except CanonicalError as error:
        return EngineEnd("failed", code="arguments", why=f"A call's arguments have no exact form: {error}")
    except UserError as error:
        missing = missing_key(error)
        if missing is not None:
            return EngineEnd("failed", code=missing.code, why=missing.text())
        return EngineEnd("failed", code="agent", why=str(error))
    except AgentRunError as error:
        return EngineEnd("failed", code=_code_of(error), why=f"{type(error).__name__}: {error}")
    except PausedeskError as error:
        return EngineEnd("failed", code=error.code, why=error.sentence)
    except Exception as error:  # noqa: BLE001 - whatever an agent does ends its run, not its runner
        return EngineEnd("failed", code="agent", why=f"{type(error).__name__}: {error}")


async def _advance(run: AgentRun[Any, Any], gate: Gate, hand: HandOver) -> EngineEnd:
    node: Any = run.next_node
    tools_ran = False
    while not isinstance(node, End):
        if hand.stop_after_calls and tools_ran and Agent.is_model_request_node(node):
            return EngineEnd("stopped")
        if Agent.is_model_request_node(node):
            gate.tell_edits(node.request)
        tools_ran = Agent.is_call_tools_node(node)
        gate.flush()
        node = await run.next(node)
    output = node.data.output
    if not isinstance(output, DeferredToolRequests):
        gate.flush()
        return _finished(run.new_messages(), jsonable_result(output))
    try:
        asked = gate.mint(output)
    except AskedElsewhere as left:
        gate.flush()
        why = kept_words.ASKED_ELSEWHERE(what=str(left))
        return EngineEnd("failed", code="agent", why=why)
    new = gate.unsent()
    asking = None if any(message["kind"] == "response" for message in new) else gate.response_seq
    gate.host.pause(new, asked, asking)
    return EngineEnd("paused")


def _code_of(error: AgentRunError) -> str:
    """Why the model's side ended a run: the session's ending is known by it."""
    if isinstance(error, ModelContextWindowExceededError):
        return RunCode.CONTEXT_FULL
    if isinstance(error, OutputTokenLimitExceeded):
        return RunCode.OUTPUT_LIMIT
    if isinstance(error, UsageLimitExceeded):
        return RunCode.USAGE_LIMIT
    return RunCode.MODEL_REFUSED if isinstance(error, ContentFilterError) else RunCode.PROVIDER


def _finished(messages: Sequence[ModelMessage], output: Any) -> EngineEnd:
    """The end of a run with an output; one that is a text which lacks its end, or a refusal, is no end."""
    last = next((one for one in reversed(messages) if isinstance(one, ModelResponse)), None)
    if last is not None and not last.tool_calls:
        if last.finish_reason == "length":
            why = kept_words.OUTPUT_LIMIT()
            return EngineEnd("failed", output=output, code=RunCode.OUTPUT_LIMIT, why=why)
        if last.finish_reason == "content_filter":
            why = kept_words.MODEL_REFUSED()
            return EngineEnd("failed", output=output, code=RunCode.MODEL_REFUSED, why=why)
    return EngineEnd("finished", output=output)
