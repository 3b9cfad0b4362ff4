"""Bad input and a bad environment: one sentence, the right exit code, nothing lost, no traceback."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest
from tests.core.support import Bench, Said, call, only

from pausedesk.core.errors import StoreError
from pausedesk.core.store import dialect, engine

KEYRING = """
import json, os, pathlib
import keyring.backend, keyring.errors

class Keyring(keyring.backend.KeyringBackend):
    priority = 1
    path = pathlib.Path(os.environ["BENCH_KEYS"])

    def _all(self):
        return json.loads(self.path.read_text()) if self.path.exists() else {}

    def get_password(self, service, username):
        return self._all().get(username)

    def set_password(self, service, username, password):
        self.path.write_text(json.dumps({**self._all(), username: password}))

    def delete_password(self, service, username):
        kept = self._all()
        if kept.pop(username, None) is None:
            raise keyring.errors.PasswordDeleteError("no such password")
        self.path.write_text(json.dumps(kept))
"""


def one_sentence(said: Said, exit_code: int, code: str, *words: str) -> None:
    """One line on stderr, one JSON object on stdout, the exit code and the code of the contract."""
    assert (said.code, said.json["code"]) == (exit_code, code), said
    lines = [line for line in said.err.splitlines() if line.strip()]
    assert len(lines) == 1, said.err
    assert lines[0].startswith("pausedesk: ")
    for word in words:
        assert word in lines[0]


@pytest.fixture
def waiting(bench: Bench) -> Iterator[tuple[Bench, str, str]]:
    """A bench with one question that waits; what is there before the test is there after it."""
    ran = bench.paused([call("append", "x")], "the end").json
    yield bench, ran["session"], only(ran["waiting"])["request"]
    listed = bench.cli("list").json
    assert only(only(listed["sessions"])["waiting"])["arguments"] == {"text": "x", "times": 1}
    assert bench.lines() == []


# -- agents ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "spec", "code", "word"),
    [
        (None, "nowhere:agent", "no-such-module", "nowhere"),
        (None, "bench:nothing", "no-such-attribute", "nothing"),
        (None, "bench:HERE", "not-an-agent", "HERE"),
        (None, "bench", "no-such-agent", "bench"),
        (None, "bench:", "agent-spec", "bench:"),
        (None, "..:agent", "agent-spec", "module:attribute"),
        (None, "bench:agent; import os", "agent-spec", "module:attribute"),
        ("raise RuntimeError('the book is\\nlost')", "bad:agent", "agent-import", "RuntimeError: the book is"),
        ("import sys\nsys.exit('no')", "bad:agent", "agent-import", "SystemExit"),
        ("import os\nprint('bye', flush=True)\nos._exit(3)", "bad:agent", "agent-died", "bye"),
        ("import nosuchlibrary", "bad:agent", "agent-import", "nosuchlibrary"),
        ("def f(:\n", "bad:agent", "agent-import", "SyntaxError"),
        ("raise KeyboardInterrupt", "bad:agent", "agent-died", "KeyboardInterrupt"),
    ],
)  # fmt: skip
def test_an_agent_that_cannot_be_loaded_is_said_in_one_sentence_and_leaves_no_session(
    bench: Bench, source: str | None, spec: str, code: str, word: str
) -> None:
    if source is not None:
        (bench.folder / "bad.py").write_text(source, encoding="utf-8")
    one_sentence(bench.cli("run", spec, "go"), 2, code, word)
    assert bench.cli("list").json == {"sessions": [], "total": 0, "next": None, "holds": []}


@pytest.mark.parametrize("prompt", ["", "  \n"])
def test_an_empty_prompt_is_refused(bench: Bench, prompt: str) -> None:
    one_sentence(bench.cli("run", "bench:agent", prompt), 2, "prompt-empty")


@pytest.mark.parametrize("made", ["'openai:gpt-5'", "'anthropic:claude-sonnet-4-5'"])
def test_a_provider_whose_library_is_missing_is_said_with_the_extra_to_install(bench: Bench, made: str) -> None:
    name = made.strip("'").partition(":")[0]
    (bench.folder / "bad.py").write_text(
        f"from pydantic_ai import Agent\nagent = Agent({made}, defer_model_check=True)\n", encoding="utf-8"
    )
    said = bench.cli("run", "bad:agent", "go")
    one_sentence(said, 2, "provider-not-installed", name, f"pausedesk[{name}]")


@pytest.mark.parametrize("lazy", [True, False])
def test_a_provider_without_its_key_is_said_by_the_key_s_name(bench: Bench, lazy: bool) -> None:
    make = "raise UserError('Set the `ACME_API_KEY` environment variable or pass it via `AcmeProvider(api_key=...)`')"
    if lazy:
        source = f"""
from pydantic_ai import Agent, UserError
from pydantic_ai.models.function import FunctionModel
def model(messages, info):
    {make}
agent = Agent(FunctionModel(model))
"""
    else:
        source = f"from pydantic_ai import UserError\n{make}\n"
    (bench.folder / "bad.py").write_text(source, encoding="utf-8")
    said = bench.cli("run", "bad:agent", "go")
    assert said.json["code"] == "provider-key-missing"
    assert said.code == (9 if lazy else 8)
    text = said.json["why"] + said.err
    assert "ACME_API_KEY" in text
    assert "pausedesk secrets set ACME_API_KEY" in text


# -- sessions and answers ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    "command", [["list"], ["--json", "list"], ["--json", "show", "nosuch"], ["export", "SESSION", "--as", "envelope"]]
)
def test_an_output_that_is_full_is_told_in_one_sentence(waiting: tuple[Bench, str, str], command: list[str]) -> None:
    bench, session, _ = waiting
    arguments = [session if word == "SESSION" else word for word in command]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pausedesk.core.cli", "--store", str(bench.store), *arguments],
            env=bench.environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 8, done.stderr
    told = done.stderr.splitlines()
    assert all(line.startswith("pausedesk: ") for line in told), told
    assert "output cannot be written" in told[-1]


@pytest.mark.parametrize("kind", ["folder", "pipe", "nowhere", "no-folder"])
def test_what_stands_in_the_place_of_the_witness_lets_nothing_run_and_is_found_by_doctor(
    bench: Bench, kind: str
) -> None:
    bench.paused([call("append", "x")], "the end")
    folder = bench.home / ".local" / "state" / "pausedesk" / "witness"
    path = only(one for one in folder.iterdir() if one.suffix != ".unsealed")
    path.unlink()
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "nowhere":
            path.symlink_to("/nowhere/at/all")
        case _:
            shutil.rmtree(path.parent)
            path.parent.write_bytes(b"")
    for _ in range(2):  # as the store is found, and as it was left then
        (said,) = [one for one in bench.cli("doctor").json["checks"] if one["check"] == "witness"]
        assert not said["ok"], said
        bench.cli("list")
    ran = bench.cli("run", "bench:agent", "go").json
    answered = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
    assert (answered.code, answered.json["code"]) == (6, "witness-not-written")
    assert bench.lines() == []


@pytest.mark.parametrize("source", ["@/dev/zero", "-"])
def test_an_edit_without_an_end_is_refused(waiting: tuple[Bench, str, str], source: str) -> None:
    bench, session, request = waiting
    given = "" if source != "-" else " " * (16 * 1024 * 1024 + 1)
    said = bench.cli("answer", session, "--request", request, "--edit", source, given=given)
    one_sentence(said, 2, "edit-unreadable", "longer than")


def test_unknown_sessions_calls_and_questions_are_refused(waiting: tuple[Bench, str, str]) -> None:
    bench, session, _ = waiting
    for command in (
        ("show", "nosuch"),
        ("answer", "nosuch", "--approve"),
        ("resume", "nosuch"),
        ("settle", "nosuch", "--call", "c1", "--unknown"),
        ("run", "bench:agent", "go", "--session", "nosuch"),
    ):
        one_sentence(bench.cli(*command), 4, "no-session", "nosuch")
    one_sentence(bench.cli("answer", session, "--request", "nosuch", "--approve"), 4, "request-not-recorded", "nosuch")
    one_sentence(bench.cli("settle", session, "--call", "c1", "--unknown"), 4, "nothing-waiting", "c1")


def test_a_malformed_answer_is_refused(waiting: tuple[Bench, str, str]) -> None:
    bench, session, request = waiting
    named = ("answer", session, "--request", request)
    for flags in ((), ("--approve", "--decline"), ("--approve", "--stop"), ("--withdraw", "--approve")):
        one_sentence(bench.cli(*named, *flags), 2, "answer-unclear")
    one_sentence(bench.cli("answer", session, "--approve"), 2, "request-not-named", request)
    one_sentence(bench.cli(*named, "--approve", "--by", "  "), 4, "decision-required")
    one_sentence(bench.cli(*named, "--approve", "--no-such-flag"), 2, "usage", "--no-such-flag")
    one_sentence(bench.cli("list", "--filter", "nosuch"), 2, "usage", "nosuch")
    one_sentence(bench.cli("nosuch"), 2, "usage", "nosuch")
    one_sentence(bench.cli("settle", session, "--call", "c1"), 2, "settle-unclear")
    assert bench.rows("SELECT count(*) FROM answers") == [(0,)]


# -- the store ---------------------------------------------------------------------------------------------------------

COMMANDS = (("list",), ("show", "s"), ("answer", "s", "--approve", "--request", "r"), ("run", "bench:agent", "go"))


@pytest.mark.parametrize("kind", ["text", "foreign", "folder"])
def test_a_store_that_is_none_is_refused_and_left_as_it_is(bench: Bench, kind: str) -> None:
    bench.script("the end")
    bench.store.parent.mkdir()
    if kind == "folder":
        bench.store.mkdir()
    elif kind == "text":
        bench.store.write_text("just a text, quite a bit longer than a header\n" * 40, encoding="utf-8")
    else:
        with closing(sqlite3.connect(bench.store)) as other:
            other.execute("CREATE TABLE mine (a)")
            other.commit()
    before = bench.store.read_bytes() if kind != "folder" else b""
    for command in COMMANDS:
        said = bench.cli(*command)
        one_sentence(said, 8, "not-a-store", str(bench.store))
    if kind == "foreign":
        with closing(sqlite3.connect(bench.store)) as other:
            assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("mine",)]
            assert other.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    elif kind == "text":
        assert bench.store.read_bytes() == before


def test_a_store_of_a_newer_version_is_refused_by_name(waiting: tuple[Bench, str, str]) -> None:
    bench, session, request = waiting
    newer = engine.SCHEMA_VERSION + 1
    with closing(sqlite3.connect(bench.store)) as other:
        other.execute(f"PRAGMA user_version = {newer}")
    for command in (("list",), ("show", session), ("answer", session, "--request", request, "--approve")):
        one_sentence(bench.cli(*command), 8, "store-newer", str(newer), "Update")
    doctor = bench.cli("doctor")
    assert (doctor.code, doctor.json["ok"]) == (8, False)
    with closing(sqlite3.connect(bench.store)) as other:
        other.execute(f"PRAGMA user_version = {engine.SCHEMA_VERSION}")


def test_a_store_that_another_program_holds_is_said_to_be_locked_and_can_be_read(
    waiting: tuple[Bench, str, str],
) -> None:
    bench, session, request = waiting
    with closing(sqlite3.connect(bench.store, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        reading = bench.start("list")
        answering = bench.start("answer", session, "--request", request, "--approve")
        assert only(reading.end().json["sessions"])["session"] == session
        one_sentence(answering.end(), 8, "store-locked", "Nothing was lost")
        other.execute("ROLLBACK")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system of its own that holds 1 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("no file system can be mounted here")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


# In the tests below the disk is asked for first, so that it is still there when `waiting` looks again.


def _moved(bench: Bench, disk: Path) -> None:
    for path in bench.store.parent.iterdir():
        shutil.move(path, disk / path.name)
    bench.store.parent.rmdir()
    bench.store.parent.symlink_to(disk)


def test_a_full_disk_is_said_and_loses_nothing(small_disk: Path, waiting: tuple[Bench, str, str]) -> None:
    bench, session, request = waiting
    _moved(bench, small_disk)
    filler = small_disk / "filler"
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while file.write(b"x" * 4096):
            pass
    said = bench.cli("answer", session, "--request", request, "--approve")
    one_sentence(said, 8, "disk-full", "full")
    assert bench.cli("list").code in (0, 8)
    filler.unlink()


def test_a_store_that_cannot_be_written_can_be_read(small_disk: Path, waiting: tuple[Bench, str, str]) -> None:
    bench, session, request = waiting
    _moved(bench, small_disk)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert only(bench.cli("list").json["sessions"])["session"] == session
    assert only(bench.cli("show", session).json["requests"])["request"] == request
    assert bench.cli("doctor").code == 0
    said = bench.cli("answer", session, "--request", request, "--approve")
    one_sentence(said, 8, "store-read-only", "its file system is read-only")
    subprocess.run(["mount", "-o", "remount,rw", str(small_disk)], check=True)


def test_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.read_text

    def mounts(path: Path, *rest: str, **named: str) -> str:
        if str(path) != "/proc/mounts":
            return real(path, *rest, **named)
        return f"/dev/sda1 / ext4 rw 0 0\nhost:/export {str(tmp_path).replace(' ', chr(92) + '040')} nfs4 rw 0 0\n"

    monkeypatch.setattr(Path, "read_text", mounts)
    assert dialect.network_file_system(tmp_path) == "nfs4"
    assert dialect.network_file_system(Path("/usr")) is None
    with pytest.raises(StoreError) as refused:
        engine.open_store(tmp_path / "store.db")
    assert refused.value.code == "network-file-system"
    assert not (tmp_path / "store.db").exists()


def test_a_store_that_is_absent_is_made_by_run_alone(bench: Bench) -> None:
    bench.script("the end")
    assert bench.cli("list").json == {"sessions": [], "total": 0, "next": None, "holds": []}
    for command in (("show", "s"), ("answer", "s", "--approve"), ("resume", "s")):
        one_sentence(bench.cli(*command), 8, "no-store", str(bench.store))
    assert not bench.store.parent.exists()
    assert bench.cli("run", "bench:agent", "go").code == 0


# -- keyring and display -----------------------------------------------------------------------------------------------


def test_without_a_keyring_secrets_say_so_and_agents_run(bench: Bench) -> None:
    bench.script("the end")
    for command in (("secrets", "set", "OPENAI_API_KEY"), ("secrets", "list"), ("secrets", "remove", "OPENAI_API_KEY")):
        said = bench.cli(*command, given="sk-geheim\n")
        one_sentence(said, 8, "no-keyring", "keyring")
        assert "sk-geheim" not in said.out + said.err
    assert bench.cli("run", "bench:agent", "go").code == 0
    assert bench.cli("doctor").code == 0


def test_a_secret_is_kept_in_the_keyring_and_nowhere_else(bench: Bench) -> None:
    parts = bench.root / "parts"
    parts.mkdir()
    (parts / "bench_keyring.py").write_text(KEYRING, encoding="utf-8")
    with_keyring = {
        "PYTHON_KEYRING_BACKEND": "bench_keyring.Keyring",
        "BENCH_KEYS": str(bench.root / "keys.json"),
    }
    value = "sk-live-0123456789abcdef"
    for json_output in (True, False):
        said = bench.cli(
            "secrets", "set", "ACME_API_KEY", given=f"{value}\n", environment=with_keyring, json_output=json_output
        )
        assert said.code == 0
        assert value not in said.out + said.err
    assert bench.cli("secrets", "list", environment=with_keyring).json == {"secrets": ["ACME_API_KEY"]}
    bench.agent_file.write_text(
        "import os\nfrom pathlib import Path\nfrom pydantic_ai import Agent\n"
        "from pydantic_ai.models.test import TestModel\n"
        "seen = os.environ.get('ACME_API_KEY', '')\n"
        "def later():\n    return str(os.environ.get('ACME_API_KEY')) + str(len(seen))\n"
        "agent = Agent(TestModel(call_tools=[]))\n"
        "agent.instructions(lambda: Path('seen.txt').write_text(later()) and 'x')\n",
        encoding="utf-8",
    )
    assert bench.cli("run", "bench:agent", "go", environment=with_keyring).code == 0
    assert bench.lines("seen.txt") == [f"None{len(value)}"]
    for path in [*bench.home.rglob("*"), *bench.store.parent.rglob("*"), *bench.folder.rglob("*")]:
        assert not path.is_file() or value.encode() not in path.read_bytes(), path
    one_sentence(bench.cli("secrets", "set", "1 bad", given="x\n", environment=with_keyring), 2, "secret-name")
    one_sentence(bench.cli("secrets", "set", "EMPTY_KEY", given="\n", environment=with_keyring), 2, "secret-empty")
    one_sentence(bench.cli("secrets", "remove", "NONE", environment=with_keyring), 2, "no-such-secret")


def test_without_a_display_the_window_says_so(bench: Bench) -> None:
    said = bench.cli("desk", environment={"QT_QPA_PLATFORM": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""})
    assert said.code == 8
    lines = [line for line in said.err.splitlines() if line.startswith("pausedesk: ")]
    assert len(lines) == 1, said.err
    assert "display" in lines[0].lower()
