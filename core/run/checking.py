"""A person's arguments for a call, checked by the tool's own schema in place of the agent, without running anything.

The call goes the way that its approval will go - through the agent's own validation and hooks, up to the gate - and
stops there: what comes out is what would run. Runs in the child, or in a program that runs its agent itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NoReturn, cast

from pydantic import ValidationError
from pydantic_ai import Agent, DeferredToolResults, ModelRetry, RunContext, ToolDefinition
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.messages import ModelMessagesTypeAdapter, ModelResponse, ToolCallPart
from pydantic_ai.models import ModelRequestContext

from pausedesk.core.errors import PausedeskError, ResumeDecisionError, UsageError
from pausedesk.core.model.canonical import CanonicalError, parse_strict
from pausedesk.core.model.handover import HandOver, NewRequest
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.schemas import unknown_field
from pausedesk.core.run.arguments import jsonable_arguments, text_of
from pausedesk.core.run.gate import AtTheTools, Gate, SpendRefused, approved_with


class _Checked(BaseException):
    """The call came to the gate: these arguments would run."""

    def __init__(self, ask: NewRequest) -> None:
        super().__init__()
        self.ask = ask


class _Refused(BaseException):
    """The tool does not take the arguments."""


@dataclass
class _CheckingGate(Gate):
    """Stops the one call at the gate, and everything else before it."""

    author: dict[str, Any] = field(default_factory=dict)

    def flush(self) -> None:
        """Nothing of a check is stored."""

    async def wrap_model_request(
        self, ctx: RunContext[Any], *, request_context: ModelRequestContext, handler: Any
    ) -> ModelResponse:
        """No model is asked."""
        raise _Refused("The agent did not come to the call.")

    async def wrap_tool_validate(
        self, ctx: RunContext[Any], *, call: ToolCallPart, tool_def: ToolDefinition, args: Any, handler: Any
    ) -> Any:
        """Keep what validation says, in one sentence: the person reads it, not the model."""
        if (unknown := unknown_field(tool_def.parameters_json_schema, parse_strict(str(args)))) is not None:
            raise _Refused(f"The tool {tool_def.name} has no argument {unknown}.")
        try:
            return await super().wrap_tool_validate(ctx, call=call, tool_def=tool_def, args=args, handler=handler)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(str(step) for step in first["loc"]) or "the arguments"
            raise _Refused(f"The tool {tool_def.name} does not take {where}: {_line(first['msg'])}.") from error
        except (ModelRetry, ToolFailed) as error:
            raise _Refused(f"The tool {tool_def.name} does not take the arguments: {_line(text_of(error))}") from error

    def start(self, name: str, args: dict[str, Any], call_id: str) -> NoReturn:
        """The end of every check: nothing starts."""
        approval = self.approved(call_id)
        if approval is None or approval.override is None:
            raise _Refused("The agent came to another call.")
        arguments = jsonable_arguments(args)
        raise _Checked(
            self.request_for(call_id, approval.ordinal, name, arguments, approval.override, self.author, entered=False)
        )


async def check_arguments(
    agent: Agent[Any, Any], hand: HandOver, *, author: dict[str, Any], deps: Any = None
) -> NewRequest:
    """Check the one approved call of a hand-over with its `override`; returns the request that it would be.

    Raises UsageError `edit-refused` in one sentence where the tool does not take it, ResumeDecisionError `tool-changed`
    where the tool is not the one that was asked about, PausedeskError for what the agent does before the call.
    """
    gate = _CheckingGate(cast("Any", None), hand, author=author)
    history = ModelMessagesTypeAdapter.validate_python(hand.messages)
    approvals = {call.call_id: approved_with(call.override) for call in hand.approved}
    try:
        async with agent.iter(
            None,
            message_history=history,
            deferred_tool_results=DeferredToolResults(approvals=approvals),
            capabilities=[gate, AtTheTools(gate)],
            deps=deps,
        ) as run:
            async for _ in run:
                pass
    except _Checked as checked:
        return checked.ask
    except _Refused as refused:
        raise UsageError("edit-refused", str(refused)) from refused
    except SpendRefused as refused:
        raise ResumeDecisionError(refused.refusals[0][1], str(refused)) from refused
    except CanonicalError as error:
        raise UsageError("edit-refused", worded("The arguments have no exact form: {error}", error=error)) from error
    except PausedeskError:
        raise
    except Exception as error:
        raise UsageError(
            "edit-refused",
            worded("The agent failed over the call: {kind}: {error}", kind=type(error).__name__, error=error),
        ) from error
    raise UsageError("edit-refused", worded("The agent did not come to the call."))


def _line(text: str) -> str:
    """The first line of what an author's code says."""
    return text.strip().partition("\n")[0].rstrip(".")
