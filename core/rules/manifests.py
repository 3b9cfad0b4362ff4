"""An agent's manifest: its tools as a process that loaded it last saw them, and which questions they contradict.

Source: answered-pause rules, section 1: a request binds its tool and the rules that asked. The manifest is for telling
a person before they decide; what refuses an approval is the tool itself, when the call is about to start.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from pausedesk.core.model.canonical import canonical_bytes
from pausedesk.core.model.decisions import RefusalCode


@dataclass(frozen=True, slots=True)
class ToolIdentity:
    """What a question binds of a tool, by digests: the tool as a whole, its argument schema, the rules that ask.

    `schema` is empty where it is not known.
    """

    digest: str
    schema: str
    chain: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The tools of an agent by name; `whole`: it has no others. A tool whose definition is made anew in each run is in
    no manifest."""

    tools: Mapping[str, ToolIdentity]
    whole: bool


def manifest_body(manifest: Manifest) -> str:
    """A manifest as the text that is stored; equal manifests give equal texts."""
    tools: Any = {name: asdict(tool) for name, tool in manifest.tools.items()}
    return canonical_bytes({"tools": tools, "whole": manifest.whole}).decode()


def manifest_of(body: str) -> Manifest:
    """The manifest that a stored text describes. Raises ValueError where it describes none."""
    return manifest_from_json(json.loads(body))


def manifest_from_json(value: Any) -> Manifest:
    """The manifest that a JSON value describes. Raises ValueError where it describes none."""
    tools = value.get("tools") if isinstance(value, dict) else None
    if not isinstance(tools, dict) or not isinstance(value.get("whole"), bool):
        raise ValueError("not a manifest")  # noqa: TRY004 - a text of the wrong form, whatever it holds
    return Manifest({name: _identity(tool) for name, tool in tools.items()}, value["whole"])


def _identity(value: Any) -> ToolIdentity:
    parts = value if isinstance(value, dict) else {}
    digest, schema, chain = (parts.get(name) for name in ("digest", "schema", "chain"))
    if not (isinstance(digest, str) and isinstance(schema, str) and isinstance(chain, str)):
        raise ValueError("not a tool of a manifest")  # noqa: TRY004
    return ToolIdentity(digest, schema, chain)


class ChangedPart(StrEnum):
    """What is not as it was asked. Programs branch on these, never on the sentence."""

    NAME = "name"  # the agent has no tool of that name any more
    SCHEMA = "schema"  # the tool's arguments; its code may have changed too
    CODE = "code"  # its code, or the version its author gives it
    TOOL = "tool"  # its arguments or its code: the question kept no digest that tells which
    CHAIN = "chain"  # the rules that ask
    FILE = "file"  # a file that the call names


@dataclass(frozen=True, slots=True)
class Change:
    """What changed since a question was asked, the code that refuses its approval, and a sentence for a person."""

    part: ChangedPart
    code: RefusalCode
    sentence: str


def changed_tool(name: str, asked: ToolIdentity, now: ToolIdentity | None) -> Change | None:
    """Why an approval of a call does not hold for the tool as it is now; None where it does.

    `now` is None where the agent has no such tool.
    """
    if now is None:
        return Change(ChangedPart.NAME, RefusalCode.TOOL_CHANGED, f"The agent has no tool {name} any more.")
    if now.digest != asked.digest:
        part = _part(asked, now)
        said = f"{_SUBJECT[part]} {name} changed since it was asked."
        return Change(part, RefusalCode.TOOL_CHANGED, said)
    if now.chain != asked.chain:
        said = f"Another rule asks about the tool {name} now than when it was asked."
        return Change(ChangedPart.CHAIN, RefusalCode.CHAIN_CHANGED, said)
    return None


_SUBJECT = {
    ChangedPart.TOOL: "The tool",
    ChangedPart.SCHEMA: "The arguments of the tool",
    ChangedPart.CODE: "The code of the tool",
}


def _part(asked: ToolIdentity, now: ToolIdentity) -> ChangedPart:
    if not asked.schema or not now.schema:
        return ChangedPart.TOOL
    return ChangedPart.SCHEMA if asked.schema != now.schema else ChangedPart.CODE


def looked_at(name: str, asked_at: int, seen: Manifest, checked_at: int) -> bool:
    """Whether a manifest says anything of a question about the tool `name`: it was looked at since it was asked.

    A look from before the question says nothing of what came after it, and neither does a manifest that leaves the tool
    out without being whole.
    """
    return checked_at >= asked_at and (name in seen.tools or seen.whole)


def changed_since(name: str, asked: ToolIdentity, asked_at: int, seen: Manifest, checked_at: int) -> Change | None:
    """What of a question's tool is not as it was asked; None where nothing is known to be."""
    return changed_tool(name, asked, seen.tools.get(name)) if looked_at(name, asked_at, seen, checked_at) else None
