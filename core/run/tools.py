"""What the engine knows of an agent's tools: their identity, and the question that asks about a call of one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from pydantic_ai.toolsets import ToolsetTool

from pausedesk.core.model.canonical import CanonicalError, JsonValue, canonical_bytes, object_without_duplicates
from pausedesk.core.model.handover import ApprovedCall
from pausedesk.core.rules.answer_forms import answer_form
from pausedesk.core.rules.expiry import lifetime_ms
from pausedesk.core.rules.fingerprints import (
    ASKED_A_PERSON,
    ASKED_BY_TOOL,
    ASKED_FROM_INSIDE,
    CodeTag,
    chain_digest,
    code_tag,
    schema_digest,
    tool_digest,
)
from pausedesk.core.rules.manifests import ToolIdentity, changed_tool
from pausedesk.core.run.arguments import jsonable_arguments

# What a tool's author says of a tool, in the tool's own metadata: {"pausedesk": {"question": ..., "views": {...}}}.
AUTHOR_KEY = "pausedesk"


@dataclass(frozen=True, slots=True)
class KnownTool:
    """A tool as the agent has it now: what its identity is digested from, and what its author says of it."""

    digest: str
    tag: CodeTag
    gated: bool
    author: dict[str, Any]
    schema: str  # the digest of its argument schema
    check: Any = None  # what says whether a call of it ran: a callable, or the name of one as module:callable
    external: bool = False  # its result comes from outside the run
    answer: JsonValue = None  # what its author declares as the answer to a plain question: a JSON schema

    @property
    def chain(self) -> tuple[str, ...]:
        """The rules that ask about a call of it: the tool itself, or else its body from inside."""
        if self.external:
            return ASKED_A_PERSON
        return ASKED_BY_TOOL if self.gated else ASKED_FROM_INSIDE

    @property
    def identity(self) -> ToolIdentity:
        """What a question about a call of it binds."""
        return ToolIdentity(self.digest, self.schema, chain_digest(self.chain))

    @property
    def repeatable(self) -> bool:
        """Whether its author says that repeating a call does no harm: `"repeatable": true`, or `"read_only": true`."""
        return self.author.get("repeatable") is True or self.author.get("read_only") is True


def known_tool(tool: ToolsetTool[Any]) -> KnownTool:
    """A tool as its toolset has it: its digest, its code tag, whether it is gated, its author's words.

    Raises UsageError `expires-after` where the author's lifetime of a question is none, and `answer-schema` where what
    answers one is declared in a way that no form can keep to.
    """
    definition = tool.tool_def
    author = (definition.metadata or {}).get(AUTHOR_KEY, {})
    author = author if isinstance(author, dict) else {}
    schema = getattr(getattr(_innermost(tool), "call_func", None), "__self__", None)
    tag = _code_tag(getattr(schema, "function", None), author.get("version"))
    arguments = schema_digest(definition.parameters_json_schema)
    digest = tool_digest(definition.name, arguments, tag)
    lifetime_ms(definition.name, author.get("expires_after"))  # a slip is said before anything runs
    answer, author = declared_answer(author)
    check = author.get("check")
    if check is not None and not isinstance(check, str):
        author = {**author, "check": getattr(check, "__qualname__", type(check).__name__)}  # what is stored is JSON
    kind = definition.kind
    return KnownTool(digest, tag, kind == "unapproved", author, arguments, check, kind == "external", answer)


def declared_answer(author: Mapping[str, Any]) -> tuple[JsonValue, dict[str, Any]]:
    """What a tool's author declares as the answer to a plain question, a JSON schema that a form can keep to (None: no
    answer is declared), and the rest of their words. Raises UsageError `answer-schema`."""
    rest = {name: value for name, value in author.items() if name != "answer"}
    answer = author.get("answer")
    if answer is not None:
        answer_form(answer)
    return answer, rest


def _innermost(tool: ToolsetTool[Any]) -> Any:
    inner: Any = tool
    while (source := getattr(inner, "source_tool", None)) is not None:
        inner = source  # a combined toolset wraps the tools it is made of
    return inner


class ArgumentsChanged(Exception):
    """Something between the gate and a function changed what was approved; the function was not entered."""


@contextmanager
def entered_with(tool: ToolsetTool[Any], arguments: dict[str, Any]) -> Iterator[None]:
    """Let the function of a tool be entered with these arguments and no others, for the time of the block.

    A toolset that its author wrapped around the function may change them after the gate has spent the approval. What is
    no function of this process - a tool of a server, say - is handed what the gate saw, and cannot be looked at closer.
    """
    inner = _innermost(tool)
    function = getattr(inner, "call_func", None)
    if function is None:
        yield
        return
    approved = canonical_bytes(jsonable_arguments(arguments))

    async def enter(given: dict[str, Any], ctx: Any) -> Any:
        if canonical_bytes(jsonable_arguments(given)) != approved:
            raise ArgumentsChanged("its arguments were changed after they were approved, and it was not entered")
        return await function(given, ctx)

    inner.call_func = enter
    try:
        yield
    finally:
        inner.call_func = function


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


def changed_since_approved(call: ApprovedCall, tool: KnownTool | None) -> tuple[str, str] | None:
    """Why an approved call of a tool that is not the one that was asked about does not run (code, sentence); None where
    it is the one."""
    asked = ToolIdentity(call.tool_digest, call.schema_digest, call.chain_digest)
    changed = changed_tool(call.tool, asked, tool.identity if tool is not None else None)
    return None if changed is None else (changed.code, changed.sentence)


def names_given(raw: str) -> list[str]:
    """The arguments that the model named. Raises CanonicalError where it named a key twice: which of the two it meant,
    nobody can say."""
    try:
        value = json.loads(raw or "{}", object_pairs_hook=object_without_duplicates)
    except CanonicalError:
        raise
    except (ValueError, RecursionError):
        return []
    return list(value) if isinstance(value, dict) else []


def question_of(
    tool: str, arguments: dict[str, Any], author: dict[str, Any], *, plain: bool = False
) -> tuple[str, str]:
    """The question of a call and whose words it is: the author's template filled in (`tool`), the agent's own where
    the author takes an argument for it (`agent`), or ours (`rule`)."""
    template = author.get("question")
    words = arguments.get(str(author.get("asks_with")))
    if isinstance(words, str) and words.strip():
        return words, "agent"
    if isinstance(template, str):
        try:
            return template.format_map({name: _plain(value) for name, value in arguments.items()}), "tool"
        except (KeyError, ValueError, IndexError, AttributeError):
            return template, "tool"
    return f"{tool} asks for an answer." if plain else f"Run {tool}?", "rule"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
