"""Where the programs whose sessions are read here keep them, and which files of a folder are looked at.

Places: session-files, "Formats". Nothing is looked at that a person has not turned on.
"""

from __future__ import annotations

import glob
import hashlib
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import platformdirs

from pausedesk.core.store.engine import Store
from pausedesk.core.store.foreign import named_place, place_name
from pausedesk.core.store.foreign_sessions import sources_on
from pausedesk.core.store.mounts import system_folders

# Developers give their own stores any name, often one without an ending.
ANY_FILE = re.compile(r".+\.(json|jsonl|sqlite|sqlite3|db)|[^.]+", re.IGNORECASE | re.DOTALL)
# What belongs to a database: read with it, and no place of its own.
_BESIDE = ("-wal", "-journal")


@dataclass(frozen=True, slots=True)
class Program:
    """A program that keeps its sessions in a folder known beforehand.

    `variable` names the environment variable that moves its folder, `home` the folder below the person's own, `inside`
    what is below either; of an extension `editor` is the program whose settings hold it. `files` are the names of
    session files; a folder of them is read as the importers know it.
    """

    format: str
    program: str
    variable: str
    home: str
    inside: str
    files: re.Pattern[str] = ANY_FILE
    editor: str = ""

    def folder(self) -> Path:
        """Its folder on this machine, there or not."""
        if self.editor:
            return platformdirs.user_config_path(self.editor, appauthor=False, roaming=True) / self.inside
        moved = os.environ.get(self.variable) if self.variable else None
        return (Path(moved) if moved else Path.home() / self.home) / self.inside


_EXTENSIONS = "User/globalStorage"
_ROLLOUT = re.compile(r"rollout-.+\.jsonl")
PROGRAMS: tuple[Program, ...] = (
    Program(
        "claude-code", "Claude Code", "CLAUDE_CONFIG_DIR", ".claude", "projects", re.compile(r".+\.jsonl", re.DOTALL)
    ),
    Program("codex", "Codex", "CODEX_HOME", ".codex", "sessions", _ROLLOUT),
    Program("codex", "Codex, archived", "CODEX_HOME", ".codex", "archived_sessions", _ROLLOUT),
    Program("gemini-cli", "Gemini CLI", "", ".gemini", "tmp", re.compile(r"session-.+\.jsonl?")),
    Program("opencode", "opencode", "XDG_DATA_HOME", ".local/share", "opencode", re.compile(r"opencode\.db")),
    Program("cline", "Cline", "", ".cline", "data/tasks"),
    Program("cline", "Cline", "", "", f"{_EXTENSIONS}/saoudrizwan.claude-dev/tasks", editor="Code"),
    Program("cline", "Roo Code", "", "", f"{_EXTENSIONS}/rooveterinaryinc.roo-cline/tasks", editor="Code"),
    Program("openhands", "OpenHands", "", ".openhands", "conversations"),
)


def program_of(format: str) -> Program | None:
    """The program of a format; None where its sessions lie wherever their developer put them."""
    return next((one for one in PROGRAMS if one.format == format), None)


@dataclass(frozen=True, slots=True)
class SourceView:
    """A folder in which sessions may be: of a program that is known, or turned on by a person, or both.

    `program` is the format that is looked for, "" for any; `last` what the last look found (`ScanSummary`).
    """

    program: str
    folder: str
    there: bool
    on: bool
    scanned_at: int | None
    last: dict[str, Any]


def source_views(store: Store) -> list[SourceView]:
    """The folders of the programs that are known here, then the others that were turned on."""
    turned_on = {one.folder: one for one in sources_on(store)}
    wanted = {place_name(one.folder()): one.format for one in PROGRAMS}
    wanted |= {folder: one.program for folder, one in turned_on.items()}
    found = []
    for folder, program in wanted.items():
        source = turned_on.get(folder)
        scanned_at, last = (source.scanned_at, source.summary) if source is not None else (None, {})
        found.append(SourceView(program, folder, named_place(folder).is_dir(), source is not None, scanned_at, last))
    return found


class Candidate(NamedTuple):
    """A file, or a folder that is read as one, as it lies there now; times in milliseconds since the Unix epoch.

    `name` is its path as the system has it, `place` as a text that every store takes. A tuple: a folder has thousands,
    and most of them did not change.
    """

    name: str
    place: str
    stamp: str
    size: int
    changed_at: int

    @property
    def path(self) -> Path:
        """Its path."""
        return Path(self.name)


def candidates(
    folder: Path, files: re.Pattern[str], is_place: Callable[[Path], bool], told: Callable[[str], None]
) -> Iterator[Candidate]:
    """The files of a folder, and of those in it, that may hold sessions, each with how to know that it changed.

    `is_place` says whether a folder is itself what an importer reads; it is not gone into then. What the system does
    not let be looked at is `told`. Links are not followed: they could lead in a circle, or out of the folder. Folders
    whose files the system makes are not gone into.
    """
    waiting = [str(folder)]
    while waiting:
        at = waiting.pop()
        if at in system_folders():
            told(f"{_place(at)} is not gone into: its files are made by the system.")
            continue
        if is_place(Path(at)):
            yield _folder(Path(at))
            continue
        try:
            with os.scandir(at) as entries:
                inside = list(entries)
        except OSError as error:
            told(f"{_place(at)} cannot be looked at: {error.strerror or error}.")
            continue
        names = {entry.name for entry in inside}
        belong = Path(at).name == "subagents" and Path(at).parent.with_suffix(".jsonl").exists()
        for entry in inside:
            try:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif not files.fullmatch(entry.name) or belong or _is_part(entry.name, names):
                    continue
                elif entry.is_symlink():
                    told(f"{_place(entry.path)} is a link, which is not followed; name what it leads to.")
                elif entry.is_file(follow_symlinks=False):
                    yield _file(entry.path, entry.stat(), names)
            except OSError as error:
                told(f"{_place(entry.path)} cannot be looked at: {error.strerror or error}.")


def candidate(path: Path) -> Candidate:
    """One file or folder. Raises OSError."""
    if path.is_dir():
        return _folder(path)
    return _file(str(path), path.stat(), {each.name for each in path.parent.glob(glob.escape(path.name) + "-*")})


def _is_part(name: str, beside: set[str]) -> bool:
    """Whether a file beside others belongs to the session of one of them.

    Claude Code kept its sub-agents' there (now in SESSION/subagents); what it starts for itself (warm-ups, compaction)
    it names as below.
    """
    if not name.startswith("agent-"):
        return False
    if name.startswith(("agent-aprompt_suggestion-", "agent-acompact-", "agent-aside_question-")):
        return True
    return any(not other.startswith("agent-") and other.endswith(".jsonl") for other in beside)


def _file(name: str, stat: os.stat_result, beside: set[str]) -> Candidate:
    stamp, size, changed = _stamp(stat), stat.st_size, stat.st_mtime_ns
    for end in _BESIDE:
        if name[name.rfind("/") + 1 :] + end in beside:
            with suppress(OSError):
                other = Path(name + end).stat()
                stamp += f"|{_stamp(other)}"
                size += other.st_size
                changed = max(changed, other.st_mtime_ns)
    return Candidate(name, _place(name), stamp, size, changed // 1_000_000)


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
    return Candidate(str(path), place_name(path), f"folder:{found.hexdigest()}", size, changed // 1_000_000)


def _place(name: str) -> str:
    return name if name.isascii() and "\\" not in name else place_name(Path(name))


def _stamp(stat: os.stat_result) -> str:
    # The change of the inode tells of rights that were given meanwhile as well.
    return f"{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ctime_ns}:{stat.st_ino}"
