"""What a door hands to the program that drives an agent, and gets back: plain values, in one process or over a pipe."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class NewRequest:
    """A gated call as the engine met it, to be minted as a consent request; or a plain question (`answer_schema`)."""

    call_id: str
    ordinal: int
    tool: str
    arguments: str  # canonical bytes, as text
    raw_arguments: str  # what the model sent
    given: list[str]  # the arguments that the model gave; the rest the tool's defaults filled in
    digest: str
    tool_digest: str
    code_tag_kind: str
    chain: list[str]
    chain_digest: str
    question: str
    question_source: str
    entered: bool = False
    author: dict[str, Any] = field(default_factory=dict)
    files: dict[str, list[list[str]]] = field(default_factory=dict)  # path arguments, see `named_files`
    schema_digest: str = ""  # of the tool's argument schema; empty where the runner did not say
    expires_after: int | None = None  # the life that the tool's author gives the question, in ms; None: no end
    answer_schema: str = ""  # JSON: what answers a plain question; empty where it takes a decision


@dataclass(frozen=True, slots=True)
class ApprovedCall:
    """An approved request that a runner is to spend and run, bound as it was asked."""

    request: str
    call_id: str
    ordinal: int
    tool: str
    digest: str
    tool_digest: str
    chain_digest: str
    override: str | None = None  # the JSON that a person wrote in place of the model's arguments
    edited_by: str | None = None  # who wrote it
    files: dict[str, list[list[str]]] = field(default_factory=dict)
    schema_digest: str = ""


@dataclass(frozen=True, slots=True)
class HandOver:
    """Everything a runner gets for one drive of a session.

    `messages` is the composed history in Pydantic AI's JSON form; `response_seq` is the number of its last response in
    the store (None where there is none); with `prompt` None the run goes on from the history.
    """

    session: str
    run: str
    messages: list[dict[str, Any]]
    response_seq: int | None
    prompt: str | None = None
    approved: list[ApprovedCall] = field(default_factory=list)
    stop_after_calls: bool = False  # a person declined and stopped: run what is approved, then do not call the model


@dataclass(frozen=True, slots=True)
class CallSite:
    """The key of a call: which response made it, under which id, and which of equal ids it is."""

    response_seq: int
    call_id: str
    ordinal: int = 0


@dataclass(frozen=True, slots=True)
class Spend:
    """What a runner brings to the ledger when it is about to start an approved call."""

    request: str
    digest: str
    tool_digest: str
    chain_digest: str
    arguments: str
    repeatable: bool = False  # the tool's author says that repeating it is harmless


@dataclass(frozen=True, slots=True)
class EngineEnd:
    """How a drive ended, as the engine knows it: paused | finished | stopped | refused | failed."""

    outcome: str
    output: Any = None  # the agent's output as a JSON value
    code: str | None = None
    why: str | None = None
    refusals: list[tuple[str, str, str]] = field(default_factory=list)  # (request, code, why) met before any spend
