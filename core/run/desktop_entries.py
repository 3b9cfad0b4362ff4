"""What the desktop of this machine does with Pausedesk: whether it starts at login, and whether its links open here.

Both are desktop entries of this person (freedesktop.org, "Desktop Entry Specification" and "Desktop Application
Autostart Specification"), which a Linux desktop reads. Other systems have ways of their own, which are not used here:
what cannot be done is refused, and nothing is written.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from pausedesk.core.errors import EnvironmentFault
from pausedesk.core.model.wording import worded
from pausedesk.core.paths import private_folder
from pausedesk.core.rules.links import SCHEME

ICON = Path(__file__).parents[2] / "resources" / "icons" / "pausedesk.svg"
LINKS = f"x-scheme-handler/{SCHEME}"
# The value of `Exec`: a percent sign stands for itself twice, and inside quotes four characters take a backslash,
# which the entry's own reader takes one of first.
# What needs no quotes has none: xdg-open finds no program whose name stands in them.
_PLAIN = re.compile(r"%u|[A-Za-z0-9_./:=@+-]+", re.ASCII)
_IN_QUOTES = str.maketrans({one: f"\\\\{one}" for one in '"`$'} | {"\\": "\\\\\\\\", "%": "%%"})


# How desktops turn an entry off and keep it.
_TURNED_OFF = {"Hidden=true", "X-GNOME-Autostart-enabled=false"}


@dataclass(frozen=True, slots=True)
class Entry:
    """A desktop entry, there while the person wants it: its file, and its words and lines beside the common ones."""

    folder: Callable[[], Path]
    name: str
    words: Sequence[str]
    lines: Mapping[str, str]

    @property
    def file(self) -> Path:
        return self.folder() / self.name

    def text(self) -> str:
        """The whole file."""
        # -P: what lies in the folder that the desktop starts it in is never imported.
        program = [sys.executable, "-P", "-m", "pausedesk.core.cli", "desk", *self.words]
        lines = {
            "Type": "Application",
            "Version": "1.5",
            "Name": "Pausedesk",
            "Comment": "Review, approve and resume paused agent runs",
            "Exec": exec_line(program),
            "Icon": str(ICON) if ICON.exists() else "pausedesk",
            "Terminal": "false",
            **self.lines,
        }
        return "[Desktop Entry]\n" + "".join(f"{name}={value}\n" for name, value in lines.items())


# By the setting that each follows.
ENTRIES: Mapping[str, Entry] = {
    "start_at_login": Entry(
        lambda: Path(platformdirs.user_config_dir()) / "autostart", "pausedesk.desktop", (), {"StartupNotify": "false"}
    ),
    "open_links": Entry(
        lambda: Path(platformdirs.user_data_dir()) / "applications",
        "pausedesk-link.desktop",
        ("--open", "%u"),
        {"NoDisplay": "true", "StartupNotify": "true", "MimeType": f"{LINKS};"},
    ),
}


def exec_line(words: Sequence[str]) -> str:
    """A command as the `Exec` of a desktop entry; the field code `%u` stays one."""
    return " ".join(word if _PLAIN.fullmatch(word) else f'"{word.translate(_IN_QUOTES)}"' for word in words)


def follows(name: str) -> bool:
    """Whether the desktop does what this setting says."""
    try:
        lines = ENTRIES[name].file.read_text(encoding="utf-8", errors="replace").splitlines() if _here() else []
    except OSError:
        return False
    return bool(lines) and not _TURNED_OFF & {line.strip() for line in lines}


def follow(name: str, on: bool) -> None:
    """Let the desktop do what a setting says. Raises EnvironmentFault: `not-on-this-system`, `no-xdg-mime`,
    `desktop-not-told`."""
    entry = ENTRIES[name]
    if not on:
        # Where it is the chosen program for links, its name is passed over from now on, as the specification has it.
        with _told_as_fault(entry.file):
            entry.file.unlink(missing_ok=True)
        return
    if not _here():
        raise EnvironmentFault(
            "not-on-this-system",
            worded("That is done on Linux desktops only."),
            next_step=worded(
                "Add `pausedesk desk` to the system's own list of what starts at login; links open with "
                "`pausedesk desk --open LINK`."
            ),
        )
    choose = _chooser(entry) if name == "open_links" else None
    with _told_as_fault(entry.file):
        private_folder(entry.file.parent)
        entry.file.unlink(missing_ok=True)
        with os.fdopen(os.open(entry.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(entry.text())
    if choose is not None:
        try:
            choose()
        except EnvironmentFault:
            with suppress(OSError):
                entry.file.unlink()
            raise


def _here() -> bool:
    return sys.platform not in ("darwin", "win32")


def _chooser(entry: Entry) -> Callable[[], None]:
    program = shutil.which("xdg-mime")
    if program is None:
        raise EnvironmentFault(
            "no-xdg-mime",
            worded("Links cannot be opened here: the program xdg-mime is not installed."),
            next_step=worded("Install xdg-utils and turn it on again."),
        )

    def choose() -> None:
        done = subprocess.run(
            [program, "default", entry.name, LINKS], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        if done.returncode:
            raise _not_told(f"xdg-mime ended with {done.returncode}")

    return choose


@contextmanager
def _told_as_fault(file: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _not_told(f"{file}: {error.strerror or error}") from error


def _not_told(why: str) -> EnvironmentFault:
    return EnvironmentFault(
        "desktop-not-told",
        worded("The desktop could not be told ({why}).", why=why),
        next_step=worded("The setting is as it was; mend that and change it again."),
    )
