#!/usr/bin/env python3
"""Set Pausedesk up in this clone and start it, or check it: `up.py desk`, `up.py test`.

Needs Python 3.11 with venv and nothing else. The environment is `.venv` in the clone; a stamp in it remembers what was
installed from which pyproject.toml, so that the next run skips what is done. On Debian and its relatives, as root, the
shared libraries that Qt needs are installed too; elsewhere what is missing is named.

Exit codes: 0 done, 1 a check failed, 2 usage, 8 the machine lacks something, 130 stopped by Ctrl-C; `desk` passes
on the exit code of the program that it starts.
"""

import argparse
import contextlib
import hashlib
import importlib.util
import json
import os
import platform
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import venv
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036  # run by whatever python3 is there, which may be older
    sys.exit(f"Pausedesk needs Python 3.11 or newer; this is {platform.python_version()} ({sys.executable}).")

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

ROOT = Path(__file__).resolve().parents[1]
ENVIRONMENT = ROOT / ".venv"
STAMP = "pausedesk-up.json"
LINKS = ROOT / "packaging" / "dev" / "pausedesk"

EXIT_FAILED_CHECK = 1
EXIT_USAGE = 2
EXIT_ENVIRONMENT = 8
EXIT_STOPPED = 130
EXIT_UNREAD = 141

# What Qt's libraries need on a bare Debian 12: to run at all, and to open a window on X11 and links in it.
QT_PACKAGES = ("libgl1", "libegl1", "libxkbcommon0", "libdbus-1-3", "libfontconfig1", "libglib2.0-0")
X11_PACKAGES = (
    *("libxcb-cursor0", "libxcb-icccm4", "libxcb-image0", "libxcb-keysyms1"),
    *("libxcb-render-util0", "libxcb-shape0", "libxcb-xkb1", "libxkbcommon-x11-0", "xdg-utils"),
)
# Without these a test that needs one is skipped.
TEST_PACKAGES = ("dbus", "fonts-noto-cjk", "fonts-noto-color-emoji", "gnome-keyring", "strace", "xauth", "xvfb")

# pip ends such a run by saying that it found no version.
NO_CONNECTION = re.compile(
    "NewConnectionError|NameResolutionError|ConnectTimeoutError|Temporary failure in name resolution"
)

FEDORA_PACKAGES = (
    "mesa-libGL mesa-libEGL libxkbcommon libxkbcommon-x11 dbus-libs fontconfig glib2 "
    "xcb-util-cursor xcb-util-image xcb-util-keysyms xcb-util-renderutil xcb-util-wm"
)


class UpError(Exception):
    """One sentence for the person, and the exit code of this program."""

    def __init__(self, sentence: str, code: int = EXIT_ENVIRONMENT) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True)
class Part:
    """What pip installs into the environment: its name in the stamp, pip's arguments, a title for people."""

    name: str
    arguments: tuple[str, ...]
    title: str


DESK = Part("desk", ("--editable", ".[desk]"), "Pausedesk with its desk")
TEST = Part("test", ("--editable", ".[desk]", "--group", "dev"), "Pausedesk with its desk and the development tools")
# An environment that holds the key serves those who want the values too.
SERVES = {DESK.name: {DESK.name}, TEST.name: {DESK.name, TEST.name}}

# The checks of `up.py test` in their order: the name for `--only`, and the command. Tests of a file share its set-up.
CHECKS = {
    "ruff": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "mypy": ("mypy",),
    "pyright": ("pyright",),
    "imports": ("lint-imports",),
    "pytest": ("pytest", "--numprocesses", "auto", "--dist", "loadfile", "--no-loadscope-reorder"),
}


@dataclass
class Clock:
    """Prints what is being done, with the seconds since the step before."""

    started: float = field(default_factory=time.monotonic)

    def say(self, text: str) -> None:
        print(text, flush=True)

    def done(self, text: str) -> None:
        now = time.monotonic()
        print(f"{text} ({now - self.started:.1f} s)", flush=True)
        self.started = now


# --- what there is ---------------------------------------------------------------------------------------------------


def has_display(system: str, variables: Mapping[str, str]) -> bool:
    """Whether a window can be shown: on Linux an X11 or Wayland display is named; elsewhere there always is one."""
    return system != "Linux" or bool(variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"))


def display_answers(python: Path, variables: Mapping[str, str]) -> bool:
    """Whether the display that is named can be opened: a shell may keep the name of one that is gone."""
    asking = "from pausedesk.gui.app import require_display; require_display()"
    asked = subprocess.run([python, "-P", "-c", asking], env=variables, stderr=subprocess.DEVNULL, check=False)
    return asked.returncode == 0


def fingerprint(pyproject: bytes, python: str, place: str) -> str:
    """What the installed environment depends on; it changes when pip has to run again."""
    return hashlib.sha256(pyproject + f"\0{python}\0{place}".encode()).hexdigest()


def installed_parts(stamp_text: str | None, wanted_fingerprint: str) -> set[str]:
    """The parts that the stamp vouches for; none where it is absent, damaged or of another fingerprint."""
    try:
        stamp = json.loads(stamp_text or "")
        return SERVES.get(stamp["part"], set()) if stamp["fingerprint"] == wanted_fingerprint else set()
    except (ValueError, KeyError, TypeError):
        return set()


def child_variables(variables: Mapping[str, str], environment: Path) -> dict[str, str]:
    """The variables for programs of the environment: it comes first on PATH, and nothing else feeds its imports."""
    dropped = {"PYTHONHOME", "PYTHONPATH", "PYTHONSTARTUP"}
    kept = {name: value for name, value in variables.items() if name not in dropped and (name, value) != ("HOME", "")}
    return kept | {
        "VIRTUAL_ENV": str(environment),
        "PATH": os.pathsep.join((str(environment / "bin"), variables.get("PATH") or os.defpath)),
        # Pyright asks on each run whether there is a newer one.
        "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1",
    }


def missing_packages(wanted: Sequence[str], status_lines: str) -> list[str]:
    """Which of the Debian packages `wanted` are not installed, by dpkg-query's lines of "status name".

    Since their change to 64-bit times Debian 13 and Ubuntu 24.04 carry some of them under a name that ends in t64.
    """
    installed = {
        name for status, _, name in (line.partition(" ") for line in status_lines.splitlines()) if status == "installed"
    }
    return [package for package in wanted if not installed & {package, package + "t64"}]


def selected_checks(only: Sequence[str]) -> list[str]:
    """The names of the checks to run, in their order: those asked for, or all."""
    return [name for name in CHECKS if not only or name in only]


def last_complaint(output: str) -> str:
    """The line of a failed program's output that says why: the first that begins with an error mark, else the last."""
    if NO_CONNECTION.search(output):
        return "the package index could not be reached"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    marked = [line for line in lines if line.startswith(("ERROR:", "E: ", "error:"))]
    return (marked or lines[-1:] or ["it said nothing"])[0]


def capture(command: Sequence[str | Path], variables: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Run a program in the clone to its end, without input; its exit code and all it said."""
    run = subprocess.run(
        command,
        cwd=ROOT,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    return run.returncode, run.stdout


# --- the machine -----------------------------------------------------------------------------------------------------


def is_root() -> bool:
    return os.geteuid() == 0


def has_apt() -> bool:
    return bool(shutil.which("apt-get") and shutil.which("dpkg-query"))


def debian_missing(wanted: Sequence[str]) -> list[str]:
    names = [name for package in wanted for name in (package, package + "t64")]
    return missing_packages(wanted, capture(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\n", *names])[1])


def apt_install(packages: Sequence[str], clock: Clock) -> str | None:
    """Install Debian packages as root; the reason where that failed."""
    clock.say(f"installing by apt: {' '.join(packages)}")
    variables = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    # dpkg refuses to work where ldconfig is not on PATH.
    variables["PATH"] = os.pathsep.join((variables.get("PATH") or os.defpath, "/usr/sbin", "/sbin"))
    wait = ("-o", "DPkg::Lock::Timeout=300")
    for arguments in (
        ("apt-get", "-qq", *wait, "update"),
        ("apt-get", "-qq", "-y", *wait, "install", "--no-install-recommends", *packages),
    ):
        code, output = capture(arguments, variables)
        if code:
            return last_complaint(output)
    clock.done("installed them")
    return None


def provide_packages(packages: Sequence[str], why: str, clock: Clock) -> None:
    """On Debian install what is missing (as root) or name it; elsewhere do nothing: `probe_qt` tells."""
    if platform.system() != "Linux" or not has_apt():
        return
    missing = debian_missing(packages)
    if not missing:
        clock.say(f"skipped the Debian packages {why}: all {len(packages)} are there")
    elif is_root():
        reason = apt_install(missing, clock)
        if reason:
            clock.say(f"apt could not install {' '.join(missing)} {why}: {reason}")
    else:
        clock.say(f"missing {why}: sudo apt-get install {' '.join(missing)}")


def provide_venv(clock: Clock) -> None:
    """Make sure that this Python can make an environment with pip in it: Debian keeps that in a package of its own."""
    if importlib.util.find_spec("ensurepip") is not None:
        return
    package = f"python3.{sys.version_info.minor}-venv"
    if has_apt() and is_root() and sys.prefix == "/usr":
        reason = apt_install([package], clock)
        importlib.invalidate_caches()
        if importlib.util.find_spec("ensurepip") is not None:
            return
        raise UpError(
            f"This Python cannot make environments, and apt could not install {package}: {reason or 'it has another'}."
        )
    raise UpError(
        f"This Python cannot make environments: install Debian's package python3-venv ({package}), or its like."
    )


def probe_qt(python: Path, variables: Mapping[str, str]) -> str | None:
    """Start a Qt application offscreen; the reason where it cannot."""
    start = "from PySide6.QtWidgets import QApplication; QApplication([])"
    code, output = capture([python, "-P", "-c", start], {**variables, "QT_QPA_PLATFORM": "offscreen"})
    return last_complaint(output) if code else None


def require_qt(python: Path, variables: Mapping[str, str]) -> None:
    reason = probe_qt(python, variables)
    if not reason:
        return
    if platform.system() != "Linux":
        advice = "nothing on macOS 13 or newer but what was installed"
    elif has_apt():
        advice = f"install: {' '.join(QT_PACKAGES + X11_PACKAGES)}"
    else:
        advice = f"on Fedora: sudo dnf install {FEDORA_PACKAGES}; elsewhere the packages of these libraries"
    raise UpError(f"Qt does not start here: {reason}. What it needs: {advice}.")


def check_machine() -> None:
    if platform.system() == "Windows":
        raise UpError(
            "Pausedesk does not run on Windows yet, for its runner needs POSIX process groups: use Debian under WSL."
        )
    broken = [name for name in ("core", "gui", "resources") if not (LINKS / name).is_dir()]
    if broken:
        raise UpError(
            f"The links {', '.join(broken)} in packaging/dev/pausedesk lead nowhere: "
            "clone again with git -c core.symlinks=true, on a file system that has links."
        )


# --- the environment -------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def only_one_setup(clock: Clock) -> Iterator[None]:
    """One set-up at a time in this clone: two would install into the same folder."""
    import fcntl  # absent on Windows, which is refused before

    with (ROOT / "pyproject.toml").open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            clock.say("waiting for another up.py that sets up this clone")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def program(name: str) -> Path:
    return ENVIRONMENT / "bin" / name


def make_environment(clock: Clock) -> None:
    empty = not ENVIRONMENT.exists() or (ENVIRONMENT.is_dir() and not any(ENVIRONMENT.iterdir()))
    if not empty and not (ENVIRONMENT / "pyvenv.cfg").is_file():
        raise UpError(f"{ENVIRONMENT} is there and is not a Python environment: move it away.")
    provide_venv(clock)
    builder = venv.EnvBuilder(clear=ENVIRONMENT.exists(), symlinks=True, with_pip=False)
    builder.create(ENVIRONMENT)
    run_quietly([program("python"), "-P", "-m", "ensurepip", "--upgrade"], "pip could not be put into the environment")
    clock.done(f"made the environment {ENVIRONMENT}")


def environment_works() -> bool:
    """Whether the environment is there, starts, has pip and is of this Python's version."""
    if not (ENVIRONMENT / "pyvenv.cfg").is_file() or not program("python").exists():
        return False
    question = "import importlib.util, sys; print(*sys.version_info[:2], importlib.util.find_spec('pip') is not None)"
    answer = capture([program("python"), "-I", "-c", question])[1]
    return answer.split() == [*map(str, sys.version_info[:2]), "True"]


def run_quietly(command: Sequence[str | Path], failure: str) -> None:
    code, output = capture(command, child_variables(os.environ, ENVIRONMENT))
    if code:
        raise UpError(f"{failure}: {last_complaint(output).rstrip('.')}.")


def provide_environment(part: Part, clock: Clock) -> bool:
    """Make `.venv` hold `part`; whether anything had to be installed."""
    stamp = ENVIRONMENT / STAMP
    python_version = ".".join(map(str, sys.version_info[:2]))
    wanted = fingerprint((ROOT / "pyproject.toml").read_bytes(), python_version, str(ROOT))
    with only_one_setup(clock):
        works = environment_works()
        stamp_text = stamp.read_text() if stamp.is_file() else None
        if works and part.name in installed_parts(stamp_text, wanted):
            clock.say(f"skipped the installation: {ENVIRONMENT} is up to date")
            return False
        # Whatever stops the installation half-way, the next run starts it again.
        stamp.unlink(missing_ok=True)
        if not works:
            make_environment(clock)
        pip: list[str | Path] = [program("python"), "-P", "-m", "pip", "install", "--quiet", "--no-input"]
        # Dependency groups came with pip 25.1; Debian 12 brings 23.
        run_quietly([*pip, "--upgrade", "pip>=25.1"], "pip could not be brought up to date")
        clock.say(f"installing {part.title}; the first time takes some minutes")
        log = ENVIRONMENT / "pip.log"
        log.unlink(missing_ok=True)
        run_quietly([*pip, "--log", log, *part.arguments], f"pip could not install {part.title} (see {log})")
        stamp.write_text(json.dumps({"fingerprint": wanted, "part": part.name}) + "\n")
        clock.done(f"installed {part.title}")
    return True


# --- the two commands ------------------------------------------------------------------------------------------------


def run_desk(arguments: argparse.Namespace, clock: Clock) -> int:
    visible = has_display(platform.system(), os.environ) and not arguments.offscreen
    provide_packages(QT_PACKAGES + (X11_PACKAGES if visible else ()), "that Qt needs", clock)
    installed = provide_environment(DESK, clock)
    variables = child_variables(os.environ, ENVIRONMENT)
    # The demo has a place of its own: a store that the person uses is left alone.
    variables.pop("PAUSEDESK_STORE", None)
    python = program("python")
    if installed:
        require_qt(python, variables)

    command: list[str | Path] = [python, "-P", "-m", "pausedesk.core.cli"]
    filled = subprocess.run(
        [*command, "--json", "demo", "--no-window"], env=variables, stdout=subprocess.PIPE, text=True, check=False
    )
    if filled.returncode:
        return filled.returncode
    try:
        store = Path(json.loads(filled.stdout)["store"])
    except (ValueError, KeyError, TypeError):
        raise UpError("The demo did not say where its store is.", EXIT_FAILED_CHECK) from None
    clock.done(f"demo store: {store}")

    if visible and not (visible := display_answers(python, variables)):
        clock.done("the display does not answer: the same job is done without one")
    if visible:
        clock.say("opening the window")
        return subprocess.run([*command, "--store", store, "desk"], env=variables, check=False).returncode
    screenshot = arguments.screenshot or store.parent / "desk.png"
    clock.say("no display: the window opens offscreen, answers two waiting calls and leaves a screenshot")
    tour = [python, "-P", "-m", "pausedesk.gui.tour", "--store", store, "--screenshot", screenshot.absolute()]
    variables["QT_QPA_PLATFORM"] = "offscreen"
    return subprocess.run(tour, env=variables, check=False).returncode


def run_test(arguments: argparse.Namespace, clock: Clock) -> int:
    checks = selected_checks(arguments.only)
    if "pytest" in checks:
        provide_packages(QT_PACKAGES, "that Qt needs", clock)
        provide_packages(X11_PACKAGES + TEST_PACKAGES, "that some tests need", clock)
    installed = provide_environment(TEST, clock)
    variables = child_variables(os.environ, ENVIRONMENT)
    variables["QT_QPA_PLATFORM"] = "offscreen"
    if installed:
        require_qt(program("python"), variables)

    results: list[tuple[str, int, float]] = []
    for name in checks:
        command = [*CHECKS[name], *(arguments.pytest_arguments if name == "pytest" else ())]
        clock.say(f"\n== {name}: {shlex.join(command)}")
        started = time.monotonic()
        command[0] = str(program(command[0]))
        code = subprocess.run(command, cwd=ROOT, env=variables, check=False).returncode
        results.append((name, code, time.monotonic() - started))

    clock.say("\n== summary")
    for name, code, seconds in results:
        clock.say(f"{name:8} {'ok' if code == 0 else f'FAILED (exit {code})'} ({seconds:.1f} s)")
    return EXIT_FAILED_CHECK if any(code for _, code, _ in results) else 0


# --- the door --------------------------------------------------------------------------------------------------------


class Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UpError(f"{message[:1].upper()}{message[1:]} (see up.py --help).", EXIT_USAGE)


def parse(words: Sequence[str]) -> argparse.Namespace:
    """The command and its options; what follows `--` goes to pytest. UpError with code 2 where they make no sense."""
    cut = words.index("--") if "--" in words else len(words)
    words, pytest_arguments = words[:cut], list(words[cut + 1 :])
    parser = Parser(prog="up.py", description="Set Pausedesk up in this clone (.venv), then start it or check it.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="desk | test", parser_class=Parser)
    desk = commands.add_parser(
        "desk",
        help="install, fill a demo store, open the window (without a display: answer two calls offscreen)",
        description="Install Pausedesk into .venv, fill a demo store and open the window on it. Without a display the "
        "real window opens offscreen, approves one waiting call, declines another, and leaves a screenshot.",
    )
    desk.add_argument("--offscreen", action="store_true", help="do so even where there is a display")
    picture = "where the offscreen window's picture goes (a .png)"
    desk.add_argument("--screenshot", type=Path, metavar="PATH", help=picture)
    test = commands.add_parser(
        "test",
        help="install with the development tools, run every check and test",
        description=f"Install Pausedesk and the development tools into .venv and run: {', '.join(CHECKS)}. "
        "What follows -- goes to pytest: up.py test --only pytest -- tests/core -x",
    )
    only = "run this check only (may be repeated)"
    test.add_argument("--only", action="append", default=[], choices=list(CHECKS), help=only)
    arguments = parser.parse_args(words)
    if pytest_arguments and arguments.command != "test":
        raise UpError("Only `test` passes arguments on (see up.py --help).", EXIT_USAGE)
    arguments.pytest_arguments = pytest_arguments
    return arguments


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; the exit code. Errors are one sentence on stderr."""
    try:
        arguments = parse(sys.argv[1:] if words is None else words)
        check_machine()
        clock = Clock()
        code = run_desk(arguments, clock) if arguments.command == "desk" else run_test(arguments, clock)
    except UpError as error:
        print(error, file=sys.stderr)
        return error.code
    except BrokenPipeError:
        # Whoever read the output has gone; Python would complain once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_UNREAD
    except OSError as error:
        print(f"{error.strerror or error}: {error.filename or 'this machine'}.", file=sys.stderr)
        return EXIT_ENVIRONMENT
    except KeyboardInterrupt:
        # A second Ctrl-C while Python ends must not print a traceback.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        print("\nstopped", file=sys.stderr)
        return EXIT_STOPPED
    # A child ended by a signal: the shell's way of saying so.
    return 128 - code if code < 0 else code


if __name__ == "__main__":
    sys.exit(main())
