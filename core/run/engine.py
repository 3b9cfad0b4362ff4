"""The Pydantic AI engine: drives one agent from a hand-over to its pause or its end, with a gate around every call.

The gate is a capability of the run, so any agent works as it is. It sits directly around the tools themselves: what it
compares at the spend is what the tool gets, after every hook. Runs in the child, or in a program that runs its agent
itself; knows nothing of stores and pipes.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast
from weakref import WeakKeyDictionary

from pydantic_ai import (
    Agent,
    ApprovalRequired,
    CallDeferred,
    DeferredToolRequests,
    DeferredToolResults,
    ModelRetry,
    RunContext,
    ToolDefinition,
    UserError,
)
from pydantic_ai.capabilities import AbstractCapability, CapabilityOrdering
from pydantic_ai.exceptions import AgentRunError, ToolFailed
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelResponse,
    ToolCallPart,
    ToolReturn,
)
from pydantic_ai.models import ModelRequestContext
from pydantic_ai.run import AgentRun
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool, WrapperToolset
from pydantic_graph import End

from pausedesk.core.errors import PausedeskError, ResumeDecisionError
from pausedesk.core.model.canonical import CanonicalError, call_digest, canonical_bytes, object_without_duplicates
from pausedesk.core.model.handover import ApprovedCall, CallSite, EngineEnd, HandOver, NewRequest, Spend
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.rules.fingerprints import CodeTag, chain_digest, code_tag, schema_digest, tool_digest
from pausedesk.core.rules.history import CallResult, open_calls_at_end
from pausedesk.core.rules.notices import raised_notice
from pausedesk.core.run.agents import missing_key
from pausedesk.core.run.arguments import jsonable_arguments, jsonable_result, text_of

# What a tool's author says of a tool, in the tool's own metadata: {"pausedesk": {"question": ..., "views": {...}}}.
AUTHOR_KEY = "pausedesk"
ASKED_BY_TOOL: tuple[str, ...] = ("requires_approval",)
ASKED_FROM_INSIDE: tuple[str, ...] = ("asked-from-inside",)


class Host(Protocol):
    """What an engine tells the door that handed a session to it, and what it asks.

    One interface, two forms: `host.StoreHost` speaks to the store in the same process; the child's `PipeHost` says the
    same over a pipe to a worker, which answers with a `StoreHost`. Each call returns when the fact is stored.
    """

    def store(self, messages: Sequence[dict[str, Any]], model: str) -> int:
        """Append messages; returns the number of the first."""
        ...

    def begin(self, site: CallSite, tool: str, arguments: str) -> str:
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
        """Store the pause with its messages and requests, all in one; returns its id."""
        ...


class SpendRefused(BaseException):
    """The ledger refused a spend: the run stops here, nothing of the call has started."""

    def __init__(self, refusals: Sequence[tuple[str, str, str]]) -> None:
        super().__init__(refusals[0][2])
        self.refusals = list(refusals)


@dataclass(frozen=True, slots=True)
class KnownTool:
    """A tool as the agent has it now: what its identity is digested from, and what its author says of it."""

    digest: str
    tag: CodeTag
    gated: bool
    author: dict[str, Any]


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

    def __post_init__(self) -> None:
        self.response_seq = self.hand.response_seq

    def get_ordering(self) -> CapabilityOrdering | None:
        """Outermost: what it sees of a call's validation is what every other capability made of it."""
        return CapabilityOrdering(position="outermost")

    def get_wrapper_toolset(self, toolset: AbstractToolset[Any]) -> AbstractToolset[Any]:
        """Put the gate around the tools themselves."""
        return GatedToolset(toolset, self)

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

    # -- tools ---------------------------------------------------------------------------------------------------------

    def note_tools(self, tools: dict[str, ToolsetTool[Any]]) -> None:
        """Learn the agent's tools, and refuse what was approved of a tool that is not the one that was asked about."""
        self.tools = {name: _known_tool(tool) for name, tool in tools.items()}
        if self.checked:
            return
        self.checked = True
        refusals = [
            (call.request, "tool-changed", _changed_sentence(call, self.tools.get(call.tool)))
            for call in self.hand.approved
            if (tool := self.tools.get(call.tool)) is None or tool.digest != call.tool_digest
        ]
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
            return self.host.begin(self.site(call_id), name, text)
        chain = ASKED_BY_TOOL if tool.gated else ASKED_FROM_INSIDE
        spend = Spend(
            request=approval.request,
            digest=call_digest(name, arguments),
            tool_digest=tool.digest,
            chain_digest=chain_digest(chain),
            arguments=text,
        )
        try:
            return self.host.spend(spend)
        except ResumeDecisionError as refusal:
            raise SpendRefused([(approval.request, refusal.code, refusal.sentence)]) from refusal

    def raised(self, execution: str, kind: str, message: str) -> ToolFailed:
        """Record that a started call ended with an error; returns what tells the model so."""
        self.host.outcome(execution, ExecutionState.RAISED, None, f"{kind}: {message}")
        return ToolFailed(raised_notice(kind, message))

    def mint(self, deferred: DeferredToolRequests) -> list[NewRequest]:
        """The gated calls of a pause as requests, with what was validated and what the tool's author says."""
        seen: Counter[str] = Counter()
        asked = []
        for call in deferred.approvals:
            tool = self.tools[call.tool_name]
            arguments = jsonable_arguments(self.validated.get(call.tool_call_id, call.args_as_dict()))
            raw = text_of(call.args if isinstance(call.args, str) else json.dumps(call.args or {}, ensure_ascii=False))
            given = _names(raw)
            author = {**tool.author, **(deferred.metadata.get(call.tool_call_id) or {}).get(AUTHOR_KEY, {})}
            question, source = _question(call.tool_name, arguments, author)
            chain = list(ASKED_BY_TOOL if tool.gated else ASKED_FROM_INSIDE)
            asked.append(
                NewRequest(
                    call_id=call.tool_call_id,
                    ordinal=seen[call.tool_call_id],
                    tool=call.tool_name,
                    arguments=canonical_bytes(arguments).decode(),
                    raw_arguments=raw,
                    given=given,
                    digest=call_digest(call.tool_name, arguments),
                    tool_digest=tool.digest,
                    code_tag_kind=tool.tag.kind,
                    chain=chain,
                    chain_digest=chain_digest(chain),
                    question=question,
                    question_source=source,
                    entered=call.tool_call_id in self.entered,
                    author=author,
                )
            )
            seen[call.tool_call_id] += 1
        return asked


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


async def drive(
    agent: Agent[Any, Any], hand: HandOver, host: Host, *, deps: Any = None, known: Sequence[Any] = ()
) -> EngineEnd:
    """Run the agent from the hand-over until it pauses, ends, is refused or fails. Never raises for what the agent,
    its tools or its provider do; raises what the host raises when the door is gone.

    `known` holds (call id, ordinal, CallResult) of calls of an unasked open turn whose results are known: they are
    given to the model as they are, and not run.
    """
    gate = Gate(host, hand, {(call, ordinal): result for call, ordinal, result in known})
    history = ModelMessagesTypeAdapter.validate_python(hand.messages)
    results = None
    if hand.approved:
        results = DeferredToolResults(approvals={call.call_id: True for call in hand.approved})
    try:
        with agent.parallel_tool_call_execution_mode("sequential"):
            async with agent.iter(
                hand.prompt,
                message_history=history or None,
                deferred_tool_results=results,
                output_type=cast("Any", [agent.output_type, DeferredToolRequests]),
                capabilities=[gate],
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
        return EngineEnd("failed", code="provider", why=f"{type(error).__name__}: {error}")
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
        tools_ran = Agent.is_call_tools_node(node)
        gate.flush()
        node = await run.next(node)
    output = node.data.output
    if not isinstance(output, DeferredToolRequests):
        gate.flush()
        return EngineEnd("finished", output=jsonable_result(output))
    if output.calls:
        names = ", ".join(sorted({call.tool_name for call in output.calls}))
        gate.flush()
        return EngineEnd(
            "failed", code="agent", why=f"The agent left {names} to an outside system, which cannot answer."
        )
    asked = gate.mint(output)
    new = gate.unsent()
    asking = None if any(message["kind"] == "response" for message in new) else gate.response_seq
    gate.host.pause(new, asked, asking)
    return EngineEnd("paused")


def dump_messages(messages: Sequence[ModelMessage]) -> list[dict[str, Any]]:
    """Messages as JSON values, in Pydantic AI's own form."""
    return cast("list[dict[str, Any]]", ModelMessagesTypeAdapter.dump_python(list(messages), mode="json"))


def needs_known(messages: Sequence[dict[str, Any]]) -> bool:
    """Whether a history ends in a turn with open calls."""
    return bool(open_calls_at_end(messages))


def _recorded(result: CallResult) -> Any:
    if result.outcome == "success":
        return ToolReturn(return_value=result.content)
    if result.outcome == "retried":
        raise ModelRetry(str(result.content))
    raise ToolFailed(str(result.content))


def _known_tool(tool: ToolsetTool[Any]) -> KnownTool:
    definition = tool.tool_def
    author = (definition.metadata or {}).get(AUTHOR_KEY, {})
    author = author if isinstance(author, dict) else {}
    inner: Any = tool
    while (source := getattr(inner, "source_tool", None)) is not None:
        inner = source  # a combined toolset wraps the tools it is made of
    schema = getattr(getattr(inner, "call_func", None), "__self__", None)
    tag = _code_tag(getattr(schema, "function", None), author.get("version"))
    digest = tool_digest(definition.name, schema_digest(definition.parameters_json_schema), tag)
    return KnownTool(digest, tag, definition.kind == "unapproved", author)


def _code_tag(function: Any, version: Any) -> CodeTag:
    """The code tag of a function, tokenized once a process: what it loaded stays what it runs."""
    if function is None or version is not None:
        return code_tag(function, version)
    try:
        if function not in _TAGS:
            _TAGS[function] = code_tag(function, None)
        return _TAGS[function]
    except TypeError:  # a callable that cannot be hashed or referred to weakly
        return code_tag(function, None)


_TAGS: WeakKeyDictionary[Any, CodeTag] = WeakKeyDictionary()


def _changed_sentence(call: ApprovedCall, tool: KnownTool | None) -> str:
    if tool is None:
        return f"The agent has no tool {call.tool} any more."
    return f"The tool {call.tool} changed since it was asked."


def _names(raw: str) -> list[str]:
    """The arguments that the model named. Raises CanonicalError where it named a key twice: which of the two it meant,
    nobody can say."""
    try:
        value = json.loads(raw or "{}", object_pairs_hook=object_without_duplicates)
    except CanonicalError:
        raise
    except (ValueError, RecursionError):
        return []
    return list(value) if isinstance(value, dict) else []


def _question(tool: str, arguments: dict[str, Any], author: dict[str, Any]) -> tuple[str, str]:
    template = author.get("question")
    if isinstance(template, str):
        try:
            return template.format_map({name: _plain(value) for name, value in arguments.items()}), "tool"
        except (KeyError, ValueError, IndexError, AttributeError):
            return template, "tool"
    return f"Run {tool}?", "rule"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _model_of(messages: Sequence[dict[str, Any]]) -> str:
    return next((m["model_name"] for m in reversed(messages) if m["kind"] == "response" and m.get("model_name")), "")
