"""What tests of the command line and of the store stand on: a bench with a home, a store and an agent of its own."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from tests.judges import trail_faults

from pausedesk.core.errors import StoreError
from pausedesk.core.store.engine import Store, open_store
from pausedesk.core.store.trails import read_trail

AGENT = Path(__file__).parent / "agents" / "bench.py"
PACKAGES = Path(__file__).resolve().parents[2] / "packaging" / "dev"
DEADLINE_S = 20.0


# Commands are forked from a server that has imported what they need: each is a process of its own, a second cheaper.
_SERVER = multiprocessing.get_context("forkserver")
_SERVER.set_forkserver_preload(
    [
        "tests.core.support",
        "alembic.command",
        "alembic.autogenerate",
        "pausedesk.core.cli.reading",
        "pausedesk.core.cli.answering",
        "pausedesk.core.cli.exporting",
        "pausedesk.core.cli.running",
        "pausedesk.core.cli.settling",
        "pausedesk.core.cli.setup",
        "pausedesk.core.run.ahead",
        "pausedesk.core.run.door",
        "pausedesk.core.run.worker",
        "pausedesk.core.store.cards",
    ]
)


def _command(arguments: Sequence[str], environment: Mapping[str, str], folder: str, streams: Sequence[str]) -> None:
    from pausedesk.core.cli import main

    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path[:0] = environment["PYTHONPATH"].split(os.pathsep)
    for number, path in enumerate(streams):
        descriptor = os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY)
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.stdin, sys.stdout, sys.stderr = (
        os.fdopen(number, mode, 1, encoding="utf-8", closefd=False) for number, mode in enumerate("rww")
    )
    sys.exit(main(arguments))


class Command:
    """A command that was started: a process of its own."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], folder: Path, streams: Path, given: str
    ) -> None:
        streams.mkdir(parents=True)
        self._streams = [streams / name for name in ("in", "out", "err")]
        for path in self._streams:
            path.write_text(given if path.name == "in" else "", encoding="utf-8")
        self._process = _SERVER.Process(
            target=_command,
            args=(list(arguments), dict(environment), str(folder), [str(path) for path in self._streams]),
        )
        self._process.start()

    @property
    def pid(self) -> int:
        """The process's number."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._process.is_alive()

    def kill(self) -> None:
        """SIGKILL."""
        self._process.kill()
        self._process.join(DEADLINE_S)

    def end(self, seconds: float = DEADLINE_S) -> Said:
        """Wait for its end."""
        self._process.join(seconds)
        out, err = (path.read_text(encoding="utf-8", errors="replace") for path in self._streams[1:])
        code = self._process.exitcode
        assert code is not None, f"still running: {out} {err}"
        assert "Traceback" not in err + out, err + out
        return Said(code, out, err)


def until(condition: Callable[[], object], what: str, seconds: float = DEADLINE_S) -> None:
    """Wait for what another process does and no event tells of; fails naming `what`."""
    tick = threading.Event()
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds:.0f} s: {what}")
        tick.wait(0.02)


@dataclass(frozen=True, slots=True)
class Said:
    """What one command said: its exit code, its streams, and its JSON object where there is one."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on stdout; fails where stdout holds anything else."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        assert self.out.count("\n") == 1
        return cast("dict[str, Any]", value)

    @property
    def call(self) -> dict[str, Any]:
        """The only call in the JSON of `answer`."""
        (call,) = self.json["calls"]
        return cast("dict[str, Any]", call)


@dataclass
class Bench:
    """A home, a store and a folder with an agent, each of one test. Commands are real processes."""

    root: Path
    started: list[Command] = field(default_factory=list)
    # Set by tests that write into the store by themselves: what they leave behind contradicts itself.
    tampered: bool = False

    def __post_init__(self) -> None:
        self.folder.mkdir()
        self.home.mkdir()
        shutil.copy(AGENT, self.agent_file)

    @property
    def folder(self) -> Path:
        """Where the agent lives and its tools write."""
        return self.root / "agent"

    @property
    def home(self) -> Path:
        """The home folder of every process."""
        return self.root / "home"

    @property
    def store(self) -> Path:
        """The store that every command is told."""
        return self.root / "desk" / "store.db"

    @property
    def agent_file(self) -> Path:
        """The agent's source, for tests that change it."""
        return self.folder / "bench.py"

    # -- the agent -----------------------------------------------------------------------------------------------------

    def script(self, *turns: Any) -> None:
        """Set what the model answers, turn by turn."""
        (self.folder / "script.json").write_text(json.dumps(turns), encoding="utf-8")

    def lines(self, name: str = "lines.txt") -> list[str]:
        """The lines that tools wrote."""
        path = self.folder / name
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def read(self) -> list[list[dict[str, str]]]:
        """What the model read, one list of parts a request."""
        return [json.loads(line) for line in self.lines("read.jsonl")]

    def change_agent(self, old: str, new: str) -> None:
        """Edit the agent's source; fails where `old` does not stand in it exactly once."""
        text = self.agent_file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        self.agent_file.write_text(text.replace(old, new), encoding="utf-8")

    def pipe(self, name: str = "go") -> Path:
        """Make the named pipe that a blocking tool waits at."""
        path = self.folder / name
        os.mkfifo(path)
        return path

    def let_go(self, name: str = "go") -> None:
        """Let what waits at the named pipe go on."""
        until(lambda: _opened_for_writing(self.folder / name), "somebody waits at the pipe")

    # -- commands ------------------------------------------------------------------------------------------------------

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of every process: this one's, with a home of its own."""
        places = {
            "HOME": self.home,
            "XDG_CACHE_HOME": self.home / ".cache",
            "XDG_CONFIG_HOME": self.home / ".config",
            "XDG_DATA_HOME": self.home / ".local" / "share",
            "XDG_STATE_HOME": self.home / ".local" / "state",
        }
        kept = {**os.environ, **{name: str(folder) for name, folder in places.items()}, **(more or {})}
        # The folder of this test comes first, for modules that stand in for a part of the system.
        return {**kept, "PYTHONPATH": os.pathsep.join([str(self.root / "parts"), str(PACKAGES)])}

    def start(
        self,
        *arguments: str,
        json_output: bool = True,
        given: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> Command:
        """Start a command and return it; its `end` waits for it."""
        options = ["--json"] if json_output else []
        command = Command(
            ["--store", str(self.store), *options, *arguments],
            self.environment(environment),
            self.folder,
            self.root / "streams" / str(len(self.started)),
            given,
        )
        self.started.append(command)
        return command

    def cli(
        self,
        *arguments: str,
        json_output: bool = True,
        given: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> Said:
        """Run one command to its end."""
        return self.start(*arguments, json_output=json_output, given=given, environment=environment).end()

    def typed(self, *arguments: str) -> Said:
        """Run one command as a person's shell does, with an interpreter of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "pausedesk.core.cli", *arguments],
            cwd=self.folder,
            env=self.environment({"PAUSEDESK_STORE": str(self.store)}),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=DEADLINE_S,
        )
        assert "Traceback" not in done.stderr + done.stdout, done.stderr
        return Said(done.returncode, done.stdout, done.stderr)

    def paused(self, *turns: Any) -> Said:
        """Run the agent with a script until it pauses."""
        self.script(*turns)
        said = self.cli("run", "bench:agent", "go")
        assert said.code == 3, said
        return said

    def close(self) -> None:
        """End what is still running."""
        for command in self.started:
            if command.running:
                command.kill()
        for path in self.folder.iterdir():
            if path.is_fifo():
                _opened_for_writing(path)

    # -- the store -----------------------------------------------------------------------------------------------------

    def opened(self) -> Store:
        """The store, opened in this process; the caller closes it."""
        return open_store(self.store, create=False)

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Rows of the store, read by themselves."""
        store = self.opened()
        try:
            with store.read() as connection:
                return [tuple(row) for row in connection.exec_driver_sql(sql, tuple(values))]
        finally:
            store.close()

    def faults(self) -> list[str]:
        """What both judges find in the sessions of the store (see tests.judges); nothing where there is no store."""
        if not self.store.exists():
            return []
        try:
            store = self.opened()
        except StoreError:
            return []
        try:
            with store.read() as connection:
                known = connection.exec_driver_sql("SELECT id FROM sessions WHERE envelope IS NULL").scalars()
                trails = [read_trail(connection, session) for session in known.all()]
        finally:
            store.close()
        return [fault for trail in trails if trail is not None for fault in trail_faults(trail)]


def _opened_for_writing(pipe: Path) -> bool:
    # Opened without waiting: a test must not hang where nobody reads.
    try:
        os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
    except OSError:
        return False
    return True


def call(tool: str, text: str, identity: str = "c1", **more: Any) -> list[Any]:
    """One call of a script's turn."""
    return [tool, {"text": text, **more}, identity]


def only(values: Iterable[Any]) -> Any:
    """The one value of several; fails where there are none or more."""
    (value,) = values
    return value
