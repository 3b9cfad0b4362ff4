"""Where the programs whose sessions are read here keep them, and which files of a folder are looked at.

Places: session-files, "Formats". Nothing is looked at that a person has not turned on.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pausedesk.core.store.foreign import place_name

ANY_FILE = re.compile(r".+\.(json|jsonl|sqlite|sqlite3|db)", re.IGNORECASE)
# What belongs to a database: read with it, and no place of its own.
_BESIDE = ("-wal", "-shm", "-journal")


@dataclass(frozen=True, slots=True)
class Program:
    """A program that keeps its sessions in a folder known beforehand.

    `variable` names the environment variable that moves its folder, `home` the folder below the person's own, `inside`
    what is below either. `files` are the names of session files; a folder of them is read as the importers know it.
    """

    format: str
    program: str
    variable: str
    home: str
    inside: str
    files: re.Pattern[str] = ANY_FILE

    def folder(self) -> Path:
        """Its folder on this machine, there or not."""
        moved = os.environ.get(self.variable) if self.variable else None
        return (Path(moved) if moved else Path.home() / self.home) / self.inside


PROGRAMS: tuple[Program, ...] = (
    Program("claude-code", "Claude Code", "CLAUDE_CONFIG_DIR", ".claude", "projects", re.compile(r".+\.jsonl")),
    Program("codex", "Codex", "CODEX_HOME", ".codex", "sessions", re.compile(r"rollout-.+\.jsonl")),
    Program("codex", "Codex, archived", "CODEX_HOME", ".codex", "archived_sessions", re.compile(r".+\.jsonl")),
    Program("gemini-cli", "Gemini CLI", "", ".gemini", "tmp", re.compile(r"session-.+\.jsonl?")),
    Program("opencode", "opencode", "XDG_DATA_HOME", ".local/share", "opencode", re.compile(r"opencode\.db")),
    Program("cline", "Cline", "", ".cline", "data/tasks"),
    Program("openhands", "OpenHands", "", ".openhands", "conversations"),
)


def program_of(format: str) -> Program | None:
    """The program of a format; None where its sessions lie wherever their developer put them."""
    return next((one for one in PROGRAMS if one.format == format), None)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file, or a folder that is read as one, as it lies there now; times in milliseconds since the Unix epoch."""

    path: Path
    stamp: str
    size: int
    changed_at: int

    @property
    def place(self) -> str:
        """Its path as a text that every store takes."""
        return place_name(self.path)


def candidates(
    folder: Path, files: re.Pattern[str], is_place: Callable[[Path], bool], told: Callable[[str], None]
) -> Iterator[Candidate]:
    """The files of a folder, and of those in it, that may hold sessions, each with how to know that it changed.

    `is_place` says whether a folder is itself what an importer reads; it is not gone into then. What the system does
    not let be looked at is `told`. Links to folders are not followed: they could lead in a circle.
    """
    waiting = [folder]
    while waiting:
        at = waiting.pop()
        if is_place(at):
            yield _folder(at)
            continue
        try:
            with os.scandir(at) as entries:
                inside = list(entries)
        except OSError as error:
            told(f"{place_name(at)} cannot be looked at: {error.strerror or error}.")
            continue
        names = {entry.name for entry in inside}
        for entry in inside:
            try:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(Path(entry.path))
                elif files.fullmatch(entry.name) and entry.is_file() and not is_part(at, entry.name, names):
                    yield _file(Path(entry.path), entry.stat(), names)
            except OSError as error:
                told(f"{place_name(Path(entry.path))} cannot be looked at: {error.strerror or error}.")


def candidate(path: Path) -> Candidate:
    """One file or folder. Raises OSError."""
    return _folder(path) if path.is_dir() else _file(path, path.stat(), None)


def is_part(folder: Path, name: str, beside: set[str]) -> bool:
    """Whether a file belongs to the session of another file: a sub-agent's, where that session is there.

    Claude Code keeps them in SESSION/subagents, older ones beside the session; what it starts for itself (warm-ups,
    compaction) it names as below.
    """
    if name.startswith(("agent-aprompt_suggestion-", "agent-acompact-", "agent-aside_question-")):
        return True
    if folder.name == "subagents":
        return folder.parent.with_suffix(".jsonl").exists()
    return name.startswith("agent-") and any(other != name and not other.startswith("agent-") for other in beside)


def _file(path: Path, stat: os.stat_result, beside: set[str] | None) -> Candidate:
    stamps = [_stamp(stat)]
    size = stat.st_size
    changed = stat.st_mtime_ns
    for end in _BESIDE:
        if beside is not None and path.name + end not in beside:
            continue
        try:
            other = path.with_name(path.name + end).stat()
        except OSError:
            continue
        if end != "-shm":  # changes with every reader
            stamps.append(_stamp(other))
            size += other.st_size
            changed = max(changed, other.st_mtime_ns)
    return Candidate(path, "|".join(stamps), size, changed // 1_000_000)


def _folder(path: Path) -> Candidate:
    found = hashlib.sha256()
    size, changed = 0, 0
    for at, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            try:
                stat = Path(at, name).stat()
            except OSError:
                continue
            found.update(f"{at}/{name}\0{_stamp(stat)}\0".encode("utf-8", "surrogateescape"))
            size += stat.st_size
            changed = max(changed, stat.st_mtime_ns)
    return Candidate(path, f"folder:{found.hexdigest()}", size, changed // 1_000_000)


def _stamp(stat: os.stat_result) -> str:
    # The change of the inode tells of rights that were given meanwhile as well.
    return f"{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ctime_ns}:{stat.st_ino}"
