"""An agent's manifest: its tools as a process that loaded it last saw them, and which questions they contradict.

Source: answered-pause rules, section 1: a request binds its tool and the rules that asked. The manifest is for telling
a person before they decide; what refuses an approval is the tool itself, when the call is about to start.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
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


def changed_tool(name: str, asked: ToolIdentity, now: ToolIdentity | None) -> tuple[RefusalCode, str] | None:
    """Why an approval of a call does not hold for the tool as it is now (code, sentence); None where it does.

    `now` is None where the agent has no such tool.
    """
    if now is None:
        return RefusalCode.TOOL_CHANGED, f"The agent has no tool {name} any more."
    if now.digest != asked.digest:
        return RefusalCode.TOOL_CHANGED, f"{_what_changed(asked, now)} {name} changed since it was asked."
    if now.chain != asked.chain:
        return RefusalCode.CHAIN_CHANGED, f"Another rule asks about the tool {name} now than when it was asked."
    return None


def _what_changed(asked: ToolIdentity, now: ToolIdentity) -> str:
    if not asked.schema or not now.schema:
        return "The tool"
    return "The arguments of the tool" if asked.schema != now.schema else "The code of the tool"


def looked_at(name: str, asked_at: int, seen: Manifest, checked_at: int) -> bool:
    """Whether a manifest says anything of a question about the tool `name`: it was looked at since it was asked.

    A look from before the question says nothing of what came after it, and neither does a manifest that leaves the tool
    out without being whole.
    """
    return checked_at >= asked_at and (name in seen.tools or seen.whole)


def changed_since(name: str, asked: ToolIdentity, asked_at: int, seen: Manifest, checked_at: int) -> str | None:
    """What of a question's tool is not as it was asked, in a sentence; None where nothing is known to be."""
    if not looked_at(name, asked_at, seen, checked_at):
        return None
    changed = changed_tool(name, asked, seen.tools.get(name))
    return None if changed is None else changed[1]
