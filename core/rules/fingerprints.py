"""Digests of what a request binds beside its call: the tool (name, schema, code) and the chain of rules that asked.

Source: answered-pause rules, section 1. The one module of the rules that looks outside its arguments: `code_tag` reads
the source of a function through `inspect`. A source digest covers the function's own text and neither what it calls,
nor its closure, nor its configuration; the surfaces that show a tag say so.
"""

from __future__ import annotations

import functools
import inspect
import io
import token
import tokenize
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from pausedesk.core.model.canonical import JsonValue, canonical_bytes, digest_of


@dataclass(frozen=True, slots=True)
class CodeTag:
    """What stands for a tool's code: the author's `version`, a digest of its `source`, or nothing but its `schema`."""

    kind: Literal["version", "source", "schema"]
    value: str


SCHEMA_ONLY = CodeTag("schema", "")

ASKED_BY_TOOL: tuple[str, ...] = ("requires_approval",)
"""The chain of a call whose tool requires approval: it may not start without one."""

ASKED_FROM_INSIDE: tuple[str, ...] = ("asked-from-inside",)
"""The chain of a call whose body ran up to the point where it asked."""


ASKED_A_PERSON: tuple[str, ...] = ("question",)
"""The chain of a plain question, which its tool only puts to a person."""


def schema_digest(schema: JsonValue) -> str:
    """The digest of a tool's argument schema. Raises `CanonicalError` for what has no JSON form."""
    return digest_of(canonical_bytes(schema))


def tool_digest(name: str, schema_digest: str, code_tag: CodeTag) -> str:
    """The digest of a tool's identity: its name, the digest of its schema, its code tag."""
    code: JsonValue = {"kind": code_tag.kind, "value": code_tag.value}
    return digest_of(canonical_bytes({"code": code, "name": name, "schema": schema_digest}))


def chain_digest(chain: Sequence[str]) -> str:
    """The digest of the rules that asked, in their order."""
    return digest_of(canonical_bytes(list(chain)))


def code_tag(function: object, version: object = None) -> CodeTag:
    """The tag of a tool's code. Never raises.

    The author's version if one is given (a text that is not empty, or a number); else a digest of the tokens of the
    function's source, which comments, blank lines, line breaks inside brackets and the depth of indentation do not
    change; else, where there is no source to read, the schema alone. Looks through decorators that name what they wrap,
    partials, bound methods and callable objects; a wrapper that names what it wraps counts with its own source too.
    The source is the file's as it is now.
    """
    try:
        if isinstance(version, str) and version.strip():
            return CodeTag("version", version)
        if isinstance(version, int | float) and not isinstance(version, bool):
            return CodeTag("version", str(version))
        source = inspect.getsource(_function_of(function))
        tokens = [*_wrapper_tokens(function), *_tokens(source)]
        return CodeTag("source", digest_of(canonical_bytes(tokens)))
    except Exception:  # noqa: BLE001 - an object of any shape may be a tool; without its source the schema stands
        return SCHEMA_ONLY


def _wrapper_tokens(function: Any) -> list[str]:
    """The tokens of the wrappers around a function, the outermost first, as far as their source can be read."""
    found: list[str] = []
    while isinstance(function, functools.partial):
        function = function.func
    while (inner := getattr(function, "__wrapped__", None)) is not None:
        with suppress(AttributeError, OSError, TypeError, SyntaxError, tokenize.TokenError):
            # By its code: asked for the function itself, inspect would give what it wraps.
            found += _tokens(inspect.getsource(function.__code__))
        function = inner
    return found


def _function_of(function: Any) -> Any:
    while isinstance(function, functools.partial):
        function = function.func
    function = inspect.unwrap(function)
    if inspect.ismethod(function):
        return inspect.unwrap(function.__func__)
    if inspect.isfunction(function) or inspect.isclass(function) or inspect.isbuiltin(function):
        return function
    return inspect.unwrap(type(function).__call__)


def _tokens(source: str) -> list[str]:
    """The tokens that make up a snippet's meaning; raises what `tokenize` raises."""
    kept = list(_meaningful(source))
    # The ends of a snippet, and the indentation in front, differ with its place in the file.
    while kept and kept[0][0] in _STRUCTURE:
        del kept[0]
    while kept and kept[-1][0] in _STRUCTURE:
        del kept[-1]
    kept.append((token.NEWLINE, _STRUCTURE[token.NEWLINE]))
    texts = [text for _, text in kept]
    for before, at in enumerate(range(1, len(kept) - 1)):
        alone = kept[before][0] in _STRUCTURE and kept[at + 1][0] == token.NEWLINE
        if alone and kept[at][0] == token.STRING:
            # A docstring: its lines are indented with the function.
            texts[at] = "\n".join(line.strip() for line in texts[at].splitlines())
    return texts


def _meaningful(source: str) -> Iterator[tuple[int, str]]:
    lines = source.splitlines(keepends=True)
    depth = 0
    start = (0, 0)
    for found in tokenize.generate_tokens(io.StringIO(source).readline):
        # Python 3.12 and later take f-strings apart; put together, they read the same as before.
        if found.type in _FORMATTED_START:
            start = start if depth else found.start
            depth += 1
        elif found.type in _FORMATTED_END:
            depth -= 1
            if not depth:
                yield token.STRING, _between(lines, start, found.end)
        elif not depth and found.type not in _SKIPPED:
            yield found.type, _STRUCTURE.get(found.type, found.string)


def _between(lines: list[str], start: tuple[int, int], end: tuple[int, int]) -> str:
    if start[0] == end[0]:
        return lines[start[0] - 1][start[1] : end[1]]
    middle = lines[start[0] : end[0] - 1]
    return "".join([lines[start[0] - 1][start[1] :], *middle, lines[end[0] - 1][: end[1]]])


_SKIPPED = frozenset({tokenize.COMMENT, tokenize.NL, token.ENDMARKER})
_STRUCTURE = {token.NEWLINE: "<newline>", token.INDENT: "<indent>", token.DEDENT: "<dedent>"}


def _types(*names: str) -> frozenset[int]:
    return frozenset(value for name in names if isinstance(value := getattr(token, name, None), int))


_FORMATTED_START = _types("FSTRING_START", "TSTRING_START")
_FORMATTED_END = _types("FSTRING_END", "TSTRING_END")
