"""Sessions of other programs, known by their content and read where they are; nothing is written there.

Each importer is a module that is loaded when a place is first tried, so that a command that reads none loads none.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from pausedesk.core.errors import UsageError
from pausedesk.core.importers.base import HEAD, Importer, Place
from pausedesk.core.store.foreign import place_name
from pausedesk.core.store.mounts import in_system_folder

IMPORTERS: tuple[str, ...] = (
    "zett:Zett",
    "adk:ADK",
    "langgraph:LangGraph",
    "holdpoint:Holdpoint",
    "openai_agents:SQLiteSession",
    "openai_agents:RunState",
    "agent_framework:AgentFramework",
    "pydantic_ai:PydanticAI",
    "pydantic_ai:PydanticAIRuns",
    "openhands:OpenHands",
    "cline:Cline",
    "opencode:OpenCode",
    "opencode:OpenCodeFiles",
    "strands:Strands",
    "gemini_cli:GeminiCLI",
    "claude_code:ClaudeCode",
    "codex:Codex",
)
"""module:class of each importer, in the order in which they are tried: what is the hardest to mistake comes first."""


def importers() -> list[Importer]:
    """Every importer, in the order in which they are tried."""
    found: list[Importer] = []
    for name in IMPORTERS:
        module, _, made = name.partition(":")
        found.append(getattr(import_module(f"{__name__}.{module}"), made)())
    return found


def place_of(path: Path) -> Place:
    """The file or folder that a path names, with the head that importers are shown.

    Raises UsageError `no-such-file`, `not-a-file` for what is neither a file nor a folder (a pipe would wait) or is
    made by the system, and `file-unreadable` for what the system does not let be read.
    """
    if in_system_folder(path):
        raise UsageError("not-a-file", f"{place_name(path)} is made by the system, and holds no session.")
    try:
        if path.is_dir():
            return Place(path)
        if not path.exists():
            raise UsageError("no-such-file", f"There is no file {place_name(path)}.")
        if not path.is_file():
            raise UsageError("not-a-file", f"{place_name(path)} is neither a file nor a folder.")
        with path.open("rb") as opened:
            return Place(path, opened.read(HEAD))
    except OSError as error:
        raise UsageError("file-unreadable", f"{place_name(path)} cannot be read: {error.strerror or error}.") from error


def sniffed(place: Place) -> Importer | None:
    """The first importer that knows the content of a place; None where none does."""
    return next((importer for importer in importers() if importer.sniff(place)), None)


def inspected(place: Place) -> Importer | None:
    """The importer that says most of a place: one that knows it, or the reader of envelopes, which `import` keeps."""
    found = sniffed(place)
    if found is None:
        from pausedesk.core.importers.envelopes import Envelopes

        envelopes = Envelopes()
        return envelopes if envelopes.sniff(place) else None
    return found
