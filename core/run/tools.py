"""What the engine knows of an agent's tools: their identity, and the question that asks about a call of one."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from pydantic_ai.toolsets import ToolsetTool

from pausedesk.core.model.canonical import CanonicalError, object_without_duplicates
from pausedesk.core.model.handover import ApprovedCall
from pausedesk.core.rules.expiry import lifetime_ms
from pausedesk.core.rules.fingerprints import CodeTag, code_tag, schema_digest, tool_digest

# What a tool's author says of a tool, in the tool's own metadata: {"pausedesk": {"question": ..., "views": {...}}}.
AUTHOR_KEY = "pausedesk"


@dataclass(frozen=True, slots=True)
class KnownTool:
    """A tool as the agent has it now: what its identity is digested from, and what its author says of it."""

    digest: str
    tag: CodeTag
    gated: bool
    author: dict[str, Any]
    check: Any = None  # what says whether a call of it ran: a callable, or the name of one as module:callable

    @property
    def repeatable(self) -> bool:
        """Whether its author says that repeating a call does no harm: `"repeatable": true`, or `"read_only": true`."""
        return self.author.get("repeatable") is True or self.author.get("read_only") is True


def known_tool(tool: ToolsetTool[Any]) -> KnownTool:
    """A tool as its toolset has it: its digest, its code tag, whether it is gated, its author's words.

    Raises UsageError `expires-after` where the author's lifetime of a question is none.
    """
    definition = tool.tool_def
    author = (definition.metadata or {}).get(AUTHOR_KEY, {})
    author = author if isinstance(author, dict) else {}
    inner: Any = tool
    while (source := getattr(inner, "source_tool", None)) is not None:
        inner = source  # a combined toolset wraps the tools it is made of
    schema = getattr(getattr(inner, "call_func", None), "__self__", None)
    tag = _code_tag(getattr(schema, "function", None), author.get("version"))
    digest = tool_digest(definition.name, schema_digest(definition.parameters_json_schema), tag)
    lifetime_ms(definition.name, author.get("expires_after"))  # a slip is said before anything runs
    check = author.get("check")
    if check is not None and not isinstance(check, str):
        author = {**author, "check": getattr(check, "__qualname__", type(check).__name__)}  # what is stored is JSON
    return KnownTool(digest, tag, definition.kind == "unapproved", author, check)


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


def changed_sentence(call: ApprovedCall, tool: KnownTool | None) -> str:
    """Why an approved call of a tool that is not the one that was asked about does not run."""
    if tool is None:
        return f"The agent has no tool {call.tool} any more."
    return f"The tool {call.tool} changed since it was asked."


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


def question_of(tool: str, arguments: dict[str, Any], author: dict[str, Any]) -> tuple[str, str]:
    """The question of a call and whose words it is: the author\'s template filled in (`tool`), or ours (`rule`)."""
    template = author.get("question")
    if isinstance(template, str):
        try:
            return template.format_map({name: _plain(value) for name, value in arguments.items()}), "tool"
        except (KeyError, ValueError, IndexError, AttributeError):
            return template, "tool"
    return f"Run {tool}?", "rule"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
