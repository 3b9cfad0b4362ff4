"""Settings of this person on this machine: registered agents, the approver's name, how the window behaves.

Secrets live in the keyring. The file is read whole and written whole; whoever changes it holds a lock while it reads,
changes and writes, so that a command and two windows lose nothing of each other, nor what a newer version keeps in it.
"""

from __future__ import annotations

import fcntl
import getpass
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from pausedesk.core.errors import EnvironmentFault, UsageError
from pausedesk.core.model.wording import worded
from pausedesk.core.paths import config_folder, private_folder
from pausedesk.core.rules.setting_kinds import Choice, Kind, Line, Number, Switch

BUSY_SECONDS = 15.0
# What no setting needs: as minutes it is two years.
MOST = 1_000_000
STALE_APPROVAL_MINUTES = 15
DECLINE_LIMIT = 3
CHECK_SECONDS = 30
RETENTION_DAYS = 90
LONGEST_NAME = 200


class Notify(StrEnum):
    """What a notification of the desktop says of a question that waits."""

    OFF = "off"
    QUIET = "quiet"  # that something waits, and nothing of it
    CONTENT = "content"


class Language(StrEnum):
    """The language of the window; the command line speaks English."""

    SYSTEM = "system"
    ENGLISH = "en"
    CHINESE = "zh_CN"


class ThemeChoice(StrEnum):
    """The colours of the window."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "high-contrast"  # black on white, or white on black where the system is dark


@dataclass(frozen=True, slots=True)
class RegisteredAgent:
    """An agent by name: how it is started, wherever a command is called from."""

    name: str
    spec: str
    interpreter: str
    folder: str
    environment: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that is kept. Read with `load`, changed with `change`."""

    approver: str = ""
    agents: Mapping[str, RegisteredAgent] = field(default_factory=dict)
    busy_seconds: float = BUSY_SECONDS  # how long a write waits for another program's
    stale_approval_minutes: float = STALE_APPROVAL_MINUTES  # then an approval asks for a fresh press (4.8); 0: never
    decline_limit: int = DECLINE_LIMIT  # after so many declines of one call the run stops; 0: never
    check_seconds: float = CHECK_SECONDS  # how long an author's check of a call may take
    notify: Notify = Notify.QUIET
    sound: bool = False  # with a notification
    language: Language = Language.ENGLISH
    single_keys: bool = True  # whether letters and signs without Ctrl or Alt act in the window
    theme: ThemeChoice = ThemeChoice.SYSTEM
    retention_days: float = RETENTION_DAYS  # what the window offers to forget; nothing is forgotten by itself
    start_at_login: bool = False  # this and the next are done by the desktop (core/run/desktop_entries.py)
    open_links: bool = False

    def by(self) -> str:
        """The name answers are given under: the approver's, else the account's."""
        if self.approver:
            return self.approver
        try:
            return getpass.getuser()
        except (KeyError, OSError):
            return f"uid {os.getuid()}"

    def stale_approval_ms(self) -> int | None:
        """How long an approval may wait for a runner, in milliseconds; None: for ever."""
        return round(self.stale_approval_minutes * 60_000) or None


def settings_file() -> Path:
    """Where the settings are kept."""
    return config_folder() / "settings.json"


@dataclass(frozen=True, slots=True)
class Setting:
    """What is known of one setting beside its value: its kind, and in words what it does."""

    kind: Kind
    about: str


# Everything but the agents, which have commands of their own. SQLite counts a wait's milliseconds in 32 bits: a day.
SETTINGS: Mapping[str, Setting] = {
    "approver": Setting(Line(LONGEST_NAME), "the name answers are given under; empty: that of the account"),
    "busy_seconds": Setting(Number(0, 86_400), "how long a write waits for another program's write of the store"),
    "stale_approval_minutes": Setting(
        Number(0, MOST), "after so long without a runner an approval asks for a fresh press; 0: never"
    ),
    "decline_limit": Setting(Number(0, MOST, whole=True), "a run stops after so many declines of one call; 0: never"),
    "check_seconds": Setting(Number(0, MOST), "how long an author's check of a call may take"),
    "notify": Setting(Choice(Notify), "what a notification says of a question: nothing, that it waits, its content"),
    "sound": Setting(Switch(), "a sound with each notification"),
    "language": Setting(Choice(Language), "the language of the window: the system's, English or 简体中文"),
    "single_keys": Setting(Switch(), "whether single keys (a, d, j, ...) act in the window"),
    "theme": Setting(Choice(ThemeChoice), "the colours of the window"),
    "retention_days": Setting(
        Number(0, MOST),
        "after so many days without a change the window offers to delete a session; none goes by itself",
    ),
    "start_at_login": Setting(Switch(), "whether the window opens when this person logs in (Linux desktops)"),
    "open_links": Setting(Switch(), "whether links pausedesk://session/ID open the window (Linux desktops)"),
}


def load() -> Settings:
    """The settings, or the defaults where there are none. Raises UsageError where the file cannot be understood."""
    return _read()[1]


def change(edit: Callable[[Settings], Settings]) -> Settings:
    """Give the settings as they are now to `edit`, keep what it returns, and return that.

    What this version does not know stays in the file. Raises UsageError `settings-unreadable` for a file that cannot be
    understood, which is left as it is, `settings-value` for what cannot be kept, and EnvironmentFault
    `settings-not-saved`.
    """
    with _alone():
        raw, known = _read()
        changed = edit(known)
        _check(changed, known)
        _write({**raw, **_kept(changed)})
    return changed


def typed(name: str, text: str) -> Any:
    """The value that a person typed for a setting. Raises UsageError `no-such-setting` or `settings-value`."""
    kind = known_setting(name).kind
    try:
        return kind.checked(kind.typed(text))
    except (ValueError, OverflowError):
        raise _refused(name) from None


def known_setting(name: str) -> Setting:
    """What is known of a setting. Raises UsageError `no-such-setting`."""
    if name not in SETTINGS:
        raise UsageError(
            "no-such-setting",
            worded("There is no setting {name}.", name=repr(name)),
            next_step=worded("`pausedesk settings list` names them."),
        )
    return SETTINGS[name]


def _read() -> tuple[dict[str, Any], Settings]:
    try:
        raw: dict[str, Any] = json.loads(settings_file().read_text(encoding="utf-8"))
        agents = {name: RegisteredAgent(name=name, **agent) for name, agent in raw.get("agents", {}).items()}
        return raw, replace(
            Settings(agents=agents), **{name: _value(raw[name], name) for name in SETTINGS if name in raw}
        )
    except FileNotFoundError:
        return {}, Settings()
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise UsageError(
            "settings-unreadable",
            worded(
                "The settings file {what} cannot be read ({kind}).", what=settings_file(), kind=type(error).__name__
            ),
            next_step=worded("Mend it or move it away."),
        ) from error


def _value(value: object, name: str) -> Any:
    if isinstance(SETTINGS[name].kind, Line) and isinstance(value, str):
        return value  # what was written by hand stays until it is changed
    try:
        return SETTINGS[name].kind.checked(value)
    except ValueError:
        raise UsageError(
            "settings-unreadable",
            worded(
                "The setting {name} in {what} is not {wanted}.",
                name=name,
                what=settings_file(),
                wanted=SETTINGS[name].kind.wanted,
            ),
            next_step=worded("Mend it or remove it."),
        ) from None


def busy_seconds() -> float:
    """How long a write waits for another program's: PAUSEDESK_BUSY_SECONDS, else what the settings say.

    Raises UsageError `busy-seconds` or `settings-unreadable`.
    """
    named = os.environ.get("PAUSEDESK_BUSY_SECONDS")
    if named is None:
        return load().busy_seconds
    kind = SETTINGS["busy_seconds"].kind
    try:
        return float(kind.checked(kind.typed(named)))
    except (ValueError, OverflowError):
        raise UsageError(
            "busy-seconds",
            worded("PAUSEDESK_BUSY_SECONDS is {named}, which is not {wanted}.", named=repr(named), wanted=kind.wanted),
            next_step=worded("Write 15, say, or unset it."),
        ) from None


def _check(settings: Settings, before: Settings) -> None:
    for name, setting in SETTINGS.items():
        value = getattr(settings, name)
        if value != getattr(before, name):
            try:
                setting.kind.checked(value)
            except ValueError:
                raise _refused(name) from None


def _refused(name: str) -> UsageError:
    return UsageError(
        "settings-value", worded("The setting {name} is {wanted}.", name=name, wanted=SETTINGS[name].kind.wanted)
    )


@contextmanager
def _alone() -> Iterator[None]:
    """Whoever changes the settings does so alone. The lock goes with its process."""
    try:
        lock = os.open(private_folder(config_folder()) / "settings.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _not_saved(error) from error
    try:
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _kept(settings: Settings) -> dict[str, Any]:
    kept = asdict(settings)
    for agent in kept["agents"].values():
        del agent["name"]
    return kept


def _write(kept: Mapping[str, Any]) -> None:
    """Write the settings, whole or not at all, readable by their owner only."""
    text = json.dumps(kept, indent=2, ensure_ascii=False)
    target = settings_file()
    draft = ""
    try:
        descriptor, draft = tempfile.mkstemp(dir=target.parent, prefix=".settings-")
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(target)
    except OSError as error:
        with suppress(OSError):
            Path(draft).unlink(missing_ok=True)
        raise _not_saved(error) from error


def _not_saved(error: OSError) -> EnvironmentFault:
    return EnvironmentFault(
        "settings-not-saved",
        worded("The settings cannot be saved: {strerror}.", strerror=error.strerror),
        next_step=worded("What was kept before stands; mend that and save again."),
    )


def environment_of(agent: str, spec: str) -> dict[str, str]:
    """The environment an agent is started with: this process's own, and over it what was registered for the agent."""
    known = load().agents.get(agent)
    return {**os.environ, **(known.environment if known is not None and known.spec == spec else {})}
