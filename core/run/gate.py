"""The gate around every call of a run: records, spends, refuses.

It sits directly around the tools themselves: what it compares at the spend is what the tool gets, after every hook.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, cast

from pydantic_ai import (
    ApprovalRequired,
    CallDeferred,
    DeferredToolRequests,
    ModelRetry,
    RunContext,
    ToolApproved,
    ToolDefinition,
)
from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering
from pydantic_ai.exceptions import ToolFailed
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    ToolCallPart,
    ToolReturn,
    UserPromptPart,
)
from pydantic_ai.models import Model, ModelRequestContext
from pydantic_ai.run import AgentRun
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool, WrapperToolset

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.canonical import call_digest, canonical_bytes
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.handover import ApprovedCall, CallSite, HandOver, NewRequest, Spend
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.named_files import changed_file, named_files
from pausedesk.core.rules.answer_forms import ANY_TEXT
from pausedesk.core.rules.expiry import lifetime_ms
from pausedesk.core.rules.fingerprints import chain_digest
from pausedesk.core.rules.history import INTERNAL, CallResult
from pausedesk.core.rules.notices import edited_notice, raised_notice
from pausedesk.core.run.arguments import jsonable_arguments, jsonable_result, text_of
from pausedesk.core.run.streaming import Followed
from pausedesk.core.run.tools import (
    AUTHOR_KEY,
    KnownTool,
    changed_since_approved,
    declared_answer,
    entered_with,
    known_tool,
    names_given,
    question_of,
)


class Host(Protocol):
    """What an engine tells the door that handed a session to it, and what it asks.

    One interface, two forms: `host.StoreHost` speaks to the store in the same process; the child's `PipeHost` says the
    same over a pipe to a worker, which answers with a `StoreHost`. Each call returns when the fact is stored.
    """

    def store(self, messages: Sequence[dict[str, Any]], model: str) -> int:
        """Append messages; returns the number of the first."""
        ...

    def partial(self, message: dict[str, Any]) -> None:
        """Keep what there is of an answer under way, which becomes a message where the run ends before the answer
        does. What cannot be kept now is kept the next time."""
        ...

    def begin(self, site: CallSite, tool: str, arguments: str, *, repeatable: bool = False) -> str:
        """Write that an ungated call starts; returns its execution."""
        ...

    def spend(self, spend: Spend) -> str:
        """Use an approval up; returns the call's execution, or raises ResumeDecisionError and nothing may run."""
        ...

    def outcome(
        self, execution: str, kind: ExecutionState, result: dict[str, Any] | None = None, error: str | None = None
    ) -> None:
        """Write how a started call ended."""
        ...

    def pause(self, messages: Sequence[dict[str, Any]], asked: Sequence[NewRequest], response_seq: int | None) -> str:
        """Store the pause with its messages and requests, all in one; returns its id. ResumeDecisionError
        `decline-limit`: the model repeats a declined call, the questions are stored closed, and the run ends."""
        ...


class AskedElsewhere(Exception):
    """A call's result is to come from outside the run, and no answer is declared that a person could give."""


class SpendRefused(BaseException):
    """The ledger refused a spend: the run stops here, nothing of the call has started."""

    def __init__(self, refusals: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(refusals[0][2])
        self.refusals = list(refusals)


@dataclass
class Gate(AbstractCapability[Any]):
    """Stands around every tool of a run: records, spends, refuses. One object a run."""

    host: Host
    hand: HandOver
    known: dict[tuple[str, int], CallResult] = field(default_factory=dict)
    run: AgentRun[Any, Any] | None = None
    tools: dict[str, KnownTool] = field(default_factory=dict)
    validated: dict[str, dict[str, Any]] = field(default_factory=dict)
    entered: set[str] = field(default_factory=set)
    response_seq: int | None = None
    stored: int = 0
    started: Counter[tuple[int, str]] = field(default_factory=Counter)
    checked: bool = False
    edits: list[str] = field(default_factory=list)  # what the model is told of calls that a person changed

    def __post_init__(self) -> None:
        self.response_seq = self.hand.response_seq

    def get_ordering(self) -> CapabilityOrdering | None:
        """Outermost: what it sees of a call's validation is what every other capability made of it."""
        return CapabilityOrdering(position="outermost")

    async def wrap_tool_validate(
        self, ctx: RunContext[Any], *, call: ToolCallPart, tool_def: ToolDefinition, args: Any, handler: Any
    ) -> Any:
        """Keep the validated arguments, defaults filled in: they are what is asked about."""
        result = await handler(args)
        self.validated[call.tool_call_id] = result
        return result

    async def wrap_model_request(
        self, ctx: RunContext[Any], *, request_context: ModelRequestContext, handler: Any
    ) -> ModelResponse:
        """Store what is about to be sent before it is sent."""
        self.flush()
        return cast("ModelResponse", await handler(request_context))

    # -- messages ------------------------------------------------------------------------------------------------------

    def unsent(self) -> list[dict[str, Any]]:
        """The run's new messages that are not stored yet, as JSON values."""
        if self.run is None:
            return []
        return dump_messages(self.run.new_messages()[self.stored :])

    def flush(self) -> None:
        """Store the run's new messages. Called before each model request and before any tool of a response starts."""
        new = self.unsent()
        if not new:
            return
        first = self.host.store(new, _model_of(new))
        self.took(new, first)

    def took(self, new: Sequence[dict[str, Any]], first: int) -> None:
        """Note that messages are stored from number `first` on."""
        self.stored += len(new)
        for index, message in enumerate(new):
            if message["kind"] == "response":
                self.response_seq = first + index
                self.validated.clear()

    def tell_edits(self, request: ModelRequest) -> None:
        """Tell the model, after the results, which of their calls a person changed. The results stay as they are."""
        if not self.edits:
            return
        parts = [*request.parts, *(UserPromptPart(content=text) for text in self.edits)]
        told = list(range(len(request.parts), len(parts)))
        request.parts = parts
        request.metadata = {**(request.metadata or {}), INTERNAL: told}
        self.edits.clear()

    # -- tools ---------------------------------------------------------------------------------------------------------

    def note_tools(self, tools: dict[str, ToolsetTool[Any]]) -> None:
        """Learn the agent's tools, and refuse what was approved of a tool that is not the one that was asked about."""
        self.tools = {name: known_tool(tool) for name, tool in tools.items()}
        if self.checked:
            return
        self.checked = True
        found = ((call, changed_since_approved(call, self.tools.get(call.tool))) for call in self.hand.approved)
        refusals = [(call.request, *changed) for call, changed in found if changed is not None]
        if refusals:
            raise SpendRefused(refusals)

    def approved(self, call_id: str) -> ApprovedCall | None:
        """The approval in hand for a call of the turn that the hand-over ends in."""
        if self.response_seq != self.hand.response_seq:
            return None  # the same call id in a later turn is another call
        return next((call for call in self.hand.approved if call.call_id == call_id), None)

    def site(self, call_id: str) -> CallSite:
        """The key of the call that starts now."""
        if self.response_seq is None:
            raise RuntimeError("a tool was called before a response was stored")
        key = (self.response_seq, call_id)
        ordinal = self.started[key]
        self.started[key] += 1
        return CallSite(self.response_seq, call_id, ordinal)

    def start(self, name: str, args: dict[str, Any], call_id: str) -> str:
        """Let one call start, or raise: spend its approval, or write that an ungated call begins."""
        tool = self.tools[name]
        arguments = jsonable_arguments(args)
        text = canonical_bytes(arguments).decode()
        approval = self.approved(call_id)
        if approval is None:
            if tool.gated:
                raise SpendRefused([("", "decision-required", f"No approval of this call of {name} is in hand.")])
            return self.host.begin(self.site(call_id), name, text, repeatable=tool.repeatable)
        changed = changed_file(approval.files, named_files(list(approval.files), arguments, Path.cwd()))
        if changed is not None:
            raise SpendRefused([(approval.request, RefusalCode.CALL_CHANGED, changed)])
        spend = Spend(
            request=approval.request,
            digest=call_digest(name, arguments),
            tool_digest=tool.digest,
            chain_digest=chain_digest(tool.chain),
            arguments=text,
            repeatable=tool.repeatable,
        )
        try:
            execution = self.host.spend(spend)
        except ResumeDecisionError as refusal:
            raise SpendRefused([(approval.request, refusal.code, refusal.sentence)]) from refusal
        if approval.edited_by is not None:
            self.edits.append(edited_notice(approval.edited_by, name, call_id, text))
        return execution

    def raised(self, execution: str, kind: str, message: str) -> ToolFailed:
        """Record that a started call ended with an error; returns what tells the model so."""
        self.host.outcome(execution, ExecutionState.RAISED, None, f"{kind}: {message}")
        return ToolFailed(raised_notice(kind, message))

    def mint(self, deferred: DeferredToolRequests) -> list[NewRequest]:
        """The gated calls of a pause, and its plain questions, as requests in the order in which the model made them:
        with what was validated and what the tool's author says.

        Raises AskedElsewhere for a call whose result is to come from outside, and of which nobody declares an answer.
        """
        seen: Counter[str] = Counter()
        asked = []
        plain = {call.tool_call_id for call in deferred.calls}
        for call in self._in_order([*deferred.approvals, *deferred.calls]):
            tool = self.tools[call.tool_name]
            arguments = jsonable_arguments(self.validated.get(call.tool_call_id, call.args_as_dict()))
            raw = text_of(call.args if isinstance(call.args, str) else json.dumps(call.args or {}, ensure_ascii=False))
            said = {**tool.author, **(deferred.metadata.get(call.tool_call_id) or {}).get(AUTHOR_KEY, {})}
            answer, author = declared_answer(said)
            schema = ""
            if call.tool_call_id in plain:
                answer = answer if answer is not None else tool.answer
                if answer is None and deferred.kind(call.tool_call_id) == "question":
                    answer = ANY_TEXT
                if answer is None:
                    raise AskedElsewhere(call.tool_name)
                # In the order in which its author names the fields, which is the form's.
                schema = json.dumps(answer, ensure_ascii=False, allow_nan=False)
            ordinal, entered = seen[call.tool_call_id], call.tool_call_id in self.entered
            asked.append(
                self.request_for(
                    call.tool_call_id,
                    ordinal,
                    call.tool_name,
                    arguments,
                    raw,
                    author,
                    entered=entered,
                    answer_schema=schema,
                )
            )
            seen[call.tool_call_id] += 1
        return asked

    def _in_order(self, calls: Sequence[ToolCallPart]) -> list[ToolCallPart]:
        """The calls in the order in which the model made them."""
        messages = self.run.all_messages() if self.run is not None else []
        last = next((one for one in reversed(messages) if isinstance(one, ModelResponse)), None)
        made = [call.tool_call_id for call in last.tool_calls] if last is not None else []
        return sorted(calls, key=lambda call: made.index(call.tool_call_id) if call.tool_call_id in made else len(made))

    def request_for(
        self,
        call_id: str,
        ordinal: int,
        name: str,
        arguments: dict[str, Any],
        raw: str,
        author: dict[str, Any],
        *,
        entered: bool,
        answer_schema: str = "",
    ) -> NewRequest:
        """The request of one call: validated `arguments`, the text they were made of, and what the author says."""
        tool = self.tools[name]
        question, source = question_of(name, arguments, author, plain=bool(answer_schema))
        chain = list(tool.chain)
        return NewRequest(
            call_id=call_id,
            ordinal=ordinal,
            tool=name,
            arguments=canonical_bytes(arguments).decode(),
            raw_arguments=raw,
            given=names_given(raw),
            digest=call_digest(name, arguments),
            tool_digest=tool.digest,
            schema_digest=tool.schema,
            code_tag_kind=tool.tag.kind,
            chain=chain,
            chain_digest=chain_digest(chain),
            question=question,
            question_source=source,
            entered=entered,
            author=author,
            files=named_files(author.get("paths"), arguments, Path.cwd()),
            expires_after=lifetime_ms(name, author.get("expires_after")),
            answer_schema=answer_schema,
        )


@dataclass
class AtTheTools(AbstractCapability[Any]):
    """Puts the gate directly around the tools, inside whatever other capabilities wrap around them."""

    gate: Gate

    def get_ordering(self) -> CapabilityOrdering | None:
        """Innermost: a call that another capability changes, or makes itself, comes through the gate."""
        return CapabilityOrdering(position="innermost")

    def get_wrapper_toolset(self, toolset: AbstractToolset[Any]) -> AbstractToolset[Any]:
        """Put the gate around the tools themselves."""
        return GatedToolset(toolset, self.gate)

    def get_wrapper_model(self, model: Model) -> Model | None:
        """Follow the model's answers, inside whatever else wraps it."""
        return Followed(model, self.gate.host.partial)


@dataclass
class GatedToolset(WrapperToolset[Any]):
    """The agent's tools behind the gate."""

    gate: Gate

    async def get_tools(self, ctx: RunContext[Any]) -> dict[str, ToolsetTool[Any]]:
        """The tools as they are; the gate learns them."""
        tools = await self.wrapped.get_tools(ctx)
        self.gate.note_tools(tools)
        return tools

    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Any:
        """Run one call behind the gate: recorded before it starts, its end recorded after, never started twice."""
        call_id = ctx.tool_call_id or ""
        gate = self.gate
        before = gate.known.get((call_id, gate.started[(gate.response_seq or 0, call_id)]))
        if before is not None and gate.response_seq == gate.hand.response_seq:
            gate.site(call_id)
            return _recorded(before)
        execution = gate.start(name, tool_args, call_id)
        try:
            with entered_with(tool, tool_args) if gate.approved(call_id) is not None else nullcontext():
                result = await self.wrapped.call_tool(name, tool_args, ctx, tool)
        except (ApprovalRequired, CallDeferred) as asking:
            if gate.approved(call_id) is not None:
                # Its approval is spent: asking again from inside ends the call as an error does.
                raise gate.raised(
                    execution, "ApprovalRequired", "the call asked again after it was approved"
                ) from asking
            gate.entered.add(call_id)
            gate.host.outcome(execution, ExecutionState.ASKED)
            raise
        except (ModelRetry, ToolFailed) as signal:
            # As the library tells a tool's own timeout; an author's retry after one of theirs stays a retry.
            if isinstance(signal.__context__, TimeoutError) and text_of(signal).startswith("Timed out after "):
                # Nobody waits for it any more; a thread goes on all the same.
                raise gate.raised(execution, "TimeoutError", f"{text_of(signal)} It may still be running.") from signal
            outcome = "retried" if isinstance(signal, ModelRetry) else "failed"
            kept = {"content": text_of(signal), "outcome": outcome}
            gate.host.outcome(execution, ExecutionState.DONE, kept)
            raise
        except (Exception, SystemExit) as error:
            # The call is over and its end is known: it raised. The model reads that, and the run goes on.
            raise gate.raised(execution, type(error).__name__, text_of(error)) from error
        gate.host.outcome(execution, ExecutionState.DONE, {"content": jsonable_result(result), "outcome": "success"})
        return result


def approved_with(override: str | None) -> Any:
    """An approval for the engine, with the arguments that a person wrote in place of the model's (their JSON)."""
    # As text: it is read by the tool's validation just as the model's own arguments are.
    return True if override is None else ToolApproved(override_args=cast("Any", override))


def dump_messages(messages: Sequence[ModelMessage]) -> list[dict[str, Any]]:
    """Messages as JSON values, in Pydantic AI's own form."""
    return cast("list[dict[str, Any]]", ModelMessagesTypeAdapter.dump_python(list(messages), mode="json"))


def _recorded(result: CallResult) -> Any:
    if result.outcome == "success":
        return ToolReturn(return_value=result.content)
    if result.outcome == "retried":
        raise ModelRetry(str(result.content))
    raise ToolFailed(str(result.content))


def _model_of(messages: Sequence[dict[str, Any]]) -> str:
    return next((m["model_name"] for m in reversed(messages) if m["kind"] == "response" and m.get("model_name")), "")
