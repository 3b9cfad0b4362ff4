"""Files that a call names: a change between the question and the call is seen, and nothing is ever waited for."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.core.support import Bench, only

from pausedesk.core import named_files as files
from pausedesk.core.model.states import CallState, Outcome
from pausedesk.core.model.views import RequestView
from pausedesk.core.named_files import named_files, what_is_there
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.cards import read_card


def test_what_is_there_is_told_for_every_kind_of_thing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"one")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(plain)
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    (tmp_path / "around").symlink_to(tmp_path / "around")
    with socket.socket(socket.AF_UNIX) as listening:
        monkeypatch.chdir(tmp_path)
        listening.bind("socket")
        found = {path.name: what_is_there(path) for path in tmp_path.iterdir()}
    one = "sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed"
    assert found == {
        "plain": one,
        "pipe": "no-file",
        "folder": "no-file",
        "link": one,
        "dangling": "missing",
        "around": "unreadable",
        "socket": "no-file",
    }
    assert what_is_there(Path("/dev/zero")) == "no-file"
    assert what_is_there(tmp_path / "nul\0") == "unreadable"
    assert what_is_there(plain / "below") == "missing"
    assert what_is_there(tmp_path / ("x" * 5000)) == "unreadable"
    monkeypatch.setattr(files, "MOST_BYTES", 2)
    before = what_is_there(plain)
    assert before.startswith("large:3:")
    plain.write_bytes(b"four")
    assert what_is_there(plain) != before


@pytest.mark.parametrize(
    ("names", "arguments", "expected"),
    [
        (["a"], {"a": "x"}, {"a": ["x"]}),
        (["a"], {"a": ["x", "y", 3]}, {"a": ["x", "y"]}),
        (["a"], {"a": 3}, {}),
        (["a"], {"a": None}, {}),
        (["a", "b"], {"b": "x"}, {"b": ["x"]}),
        ("a", {"a": "x"}, {}),
        ([["a"], 1], {"a": "x"}, {}),
        (None, {"a": "x"}, {}),
    ],
)
def test_only_texts_in_declared_arguments_name_files(
    names: object, arguments: dict[str, object], expected: dict[str, list[str]], tmp_path: Path
) -> None:
    found = named_files(names, arguments, tmp_path)
    assert {name: [path for path, _ in paths] for name, paths in found.items()} == {
        name: [str(tmp_path / one) for one in paths] for name, paths in expected.items()
    }


@dataclass
class Asked:
    """A desk with one question of an agent that runs a script."""

    desk: Desk
    agent: Agent[None, str]
    session: str
    script: Path
    ran: list[str]

    @property
    def view(self) -> RequestView:
        with self.desk.store.read() as connection:
            card = read_card(connection, self.session, None)
        assert card is not None
        return card.requests[-1]

    def approve(self) -> tuple[Outcome, str | None]:
        result = self.desk.answer(self.agent, self.session, approve=True, request=self.view.request, by="Ada")
        assert result is not None
        return result.outcome, result.code


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Asked]:
    ran: list[str] = []

    def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        told = [part for part in messages[-1].parts if part.part_kind == "tool-return"]
        if told and "could no longer be answered" not in str(told[-1].content):
            return ModelResponse(parts=[TextPart("the end")])
        return ModelResponse(parts=[ToolCallPart("sh", {"script": "a.sh"}, tool_call_id=f"c{len(messages)}")])

    agent = Agent(FunctionModel(model))

    @agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"paths": ["script"]}})
    def sh(script: str) -> str:
        ran.append(Path(script).read_text(encoding="utf-8"))
        return "ran"

    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sh").write_text("echo one", encoding="utf-8")
    with Desk(tmp_path / "store.db") as desk:
        yield Asked(desk, agent, desk.run(agent, "go").session, tmp_path / "a.sh", ran)


def _rewrite(script: Path) -> None:
    script.write_text("rm -rf /", encoding="utf-8")


def _same_size_and_time(script: Path) -> None:
    before = script.stat()
    script.write_text("echo two", encoding="utf-8")
    os.utime(script, ns=(before.st_atime_ns, before.st_mtime_ns))


def _link(script: Path) -> None:
    other = script.with_name("other.sh")
    other.write_text("rm -rf /", encoding="utf-8")
    script.unlink()
    script.symlink_to(other)


def _pipe(script: Path) -> None:
    script.unlink()
    os.mkfifo(script)


def test_a_file_that_is_as_it_was_runs(asked: Asked) -> None:
    assert asked.view.changed is None
    os.utime(asked.script)
    assert asked.view.changed is None
    assert asked.approve() == (Outcome.DONE, None)
    assert asked.ran == ["echo one"]


@pytest.mark.parametrize("change", [_rewrite, _same_size_and_time, _link, _pipe, Path.unlink])
def test_scenario_19_a_file_that_changed_while_it_waited_is_seen_closed_and_asked_anew(
    asked: Asked, change: Callable[[Path], object]
) -> None:
    """Scenario 19: the pause shows `sh script.sh`, and the file is rewritten."""
    change(asked.script)
    assert str(asked.script) in (asked.view.changed or "")
    assert asked.approve() == (Outcome.CLOSED, "call-changed")
    assert (asked.view.call_state, asked.ran) == (CallState.CLOSED, [])
    asked.script.unlink(missing_ok=True)
    asked.script.write_text("echo new", encoding="utf-8")
    assert asked.desk.resume(asked.agent, asked.session).outcome is Outcome.PAUSED
    assert asked.view.changed is None
    assert asked.approve() == (Outcome.DONE, None)
    assert asked.ran == ["echo new"]


def test_a_file_that_was_not_there_is_a_fact_too(asked: Asked) -> None:
    asked.script.unlink()
    asked.approve()
    asked.desk.resume(asked.agent, asked.session)
    asked.script.write_text("echo planted", encoding="utf-8")
    assert "was made" in (asked.view.changed or "")
    assert asked.approve() == (Outcome.CLOSED, "call-changed")
    assert asked.ran == []


def test_a_relative_path_that_would_lead_elsewhere_now_is_seen(
    asked: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / "a.sh").write_text("echo one", encoding="utf-8")
    assert asked.approve() == (Outcome.CLOSED, "call-changed")
    assert asked.ran == []


def test_the_command_line_tells_of_a_changed_file_before_anybody_decides(bench: Bench) -> None:
    bench.change_agent(
        "@agent.tool_plain(requires_approval=True)\ndef append(text",
        '@agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"paths": ["text"]}})\ndef append(text',
    )
    (bench.folder / "a.sh").write_text("echo one", encoding="utf-8")
    ran = bench.paused([["append", {"text": "a.sh"}, "c1"]], "the end").json
    assert only(only(bench.cli("list").json["sessions"])["waiting"])["changed"] is None
    (bench.folder / "a.sh").write_text("rm -rf /", encoding="utf-8")
    changed = only(only(bench.cli("list").json["sessions"])["waiting"])["changed"]
    assert changed.startswith(f"The file {bench.folder / 'a.sh'} changed")
    assert "changed since asked: The file" in bench.cli("show", ran["session"], json_output=False).out
    said = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
    assert (said.code, said.json["code"], bench.lines()) == (7, "call-changed", [])
