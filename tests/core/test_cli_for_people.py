"""What commands print for a person: no text of an agent passes for a line of ours, and a next step can be copied."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.core.inside import Inside
from tests.core.support import Bench, call, only

from pausedesk.core.cli import main

FORGED = "pay\n  times: 999\n  sha256:bd65\n  request 000\nAda approved it already."
DEPENDENCIES = {
    "value": "made = 'deps'\n",
    "made": "def made():\n    return 'deps'\n",
    "async": "async def made():\n    return 'deps'\n",
}


def test_a_text_of_several_lines_cannot_pass_for_a_line_of_the_card(bench: Bench) -> None:
    said = []
    bench.script([call("append_and_raise", FORGED)], FORGED)
    paused = bench.cli("run", "bench:agent", FORGED, json_output=False)
    said.append(paused.out)
    said.append(bench.cli("answer", paused.out.partition(" ")[0], "--approve", json_output=False).out)
    said.append(bench.cli("show", paused.out.partition(" ")[0], json_output=False).out)
    said.append(bench.cli("list", json_output=False).out)
    for out in said:
        assert FORGED.splitlines()[0] in out
        assert not {line.strip() for line in out.splitlines()} & {line.strip() for line in FORGED.splitlines()[1:]}, out


def test_the_loser_reads_who_won_and_what_became_of_the_call(bench: Bench) -> None:
    ran = bench.paused([call("append", "hello")], [call("append_and_die", "last")], "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    second = only(bench.cli("answer", session, "--request", request, "--approve", "--by", "Ada").json["waiting"])
    late = bench.cli("answer", session, "--request", request, "--decline", "--by", "Bob", json_output=False)
    assert (late.out, "Ada approved it at " in late.err) == ("", True)  # no question, as if it could be answered
    assert late.err.rstrip().endswith("the call ran: appended hello")
    bench.cli("answer", session, "--request", second["request"], "--approve", "--by", "Ada")
    late = bench.cli("answer", session, "--request", second["request"], "--approve", json_output=False)
    assert (late.code, "MAY HAVE RUN" in late.err) == (4, True)


def test_a_late_answer_to_a_closed_question_is_told_that_nothing_ran(bench: Bench) -> None:
    ran = bench.paused([call("append", "hello")], "the end").json
    session, request = ran["session"], only(ran["waiting"])["request"]
    bench.change_agent("text: str, times: int = 1", "text: str, times: int = 2")
    closed = bench.cli("answer", session, "--request", request, "--approve", "--by", "Ada", json_output=False)
    assert (closed.code, "tool-changed" in closed.out) == (7, True)
    late = bench.cli("answer", session, "--request", request, "--approve").json
    assert late["code"] == "already-answered"
    assert (late["first"]["by"], late["first"]["state"]) == ("Ada", "closed")


def test_the_next_step_can_be_copied(bench: Bench) -> None:
    bench.script([call("append", "a", "c1"), call("append", "b", "c2")], [call("append", "c", "c3")], "the end")
    said = bench.cli("run", "bench:agent", "go", json_output=False)
    for _ in range(2):
        step = said.out.splitlines()[-1].removeprefix("Answer with: pausedesk ").partition(" (or ")[0]
        said = bench.cli(*shlex.split(step)[2:], json_output=False)
    assert (said.code, bench.lines()) == (0, ["a", "b", "c"])


@pytest.mark.parametrize("how", DEPENDENCIES)
def test_dependencies_are_a_value_or_made_by_a_callable(bench: Bench, how: str) -> None:
    (bench.folder / "parts.py").write_text(DEPENDENCIES[how], encoding="utf-8")
    append = "def append(text: str, times: int = 1) -> str:"
    bench.change_agent(append, f"{append.replace('text', 'ctx, text')}\n    text = ctx.deps")
    bench.change_agent(
        f"@agent.tool_plain(requires_approval=True)\n{append.replace('text', 'ctx, text')}",
        f"@agent.tool(requires_approval=True)\n{append.replace('text', 'ctx, text')}",
    )
    bench.script([call("append", "hello")], "the end")
    ran = bench.cli("run", "bench:agent", "go", "--deps", "parts:made").json
    bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
    assert bench.lines() == ["deps"]


@pytest.mark.parametrize(
    ("source", "spec", "wanted"),
    [
        ("", "parts", "does not name what makes an agent's dependencies"),
        ("def made(one):\n    ...", "parts:made", "The dependencies parts:made cannot be loaded: TypeError"),
        ("def made():\n    raise SystemExit(3)", "parts:made", "The dependencies parts:made cannot be loaded"),
        ("", "parts:made", "has no made"),
    ],
)
def test_dependencies_that_cannot_be_made_are_named_before_anything_runs(
    bench: Bench, source: str, spec: str, wanted: str
) -> None:
    (bench.folder / "parts.py").write_text(source, encoding="utf-8")
    bench.script("the end")
    ran = bench.cli("run", "bench:agent", "go", "--deps", spec)
    assert (ran.code, wanted in ran.json["why"]) == (2, True), ran
    assert bench.read() == []


def test_dependencies_that_fail_in_the_loop_spend_nothing(bench: Bench) -> None:
    (bench.folder / "parts.py").write_text("async def made():\n    return 1\n", encoding="utf-8")
    bench.script([call("append", "hello")], "the end")
    ran = bench.cli("run", "bench:agent", "go", "--deps", "parts:made").json
    (bench.folder / "parts.py").write_text("async def made():\n    raise OSError('no network')\n", encoding="utf-8")
    kept = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
    assert (kept.code, kept.json["outcome"], "no network" in kept.json["why"]) == (6, "kept", True), kept
    assert bench.lines() == []


def test_results_and_outputs_are_json_values(bench: Bench) -> None:
    append = "def append(text: str, times: int = 1) -> str:"
    result = '    return {"rows": [1], "at": HERE, "raw": b"\\xff\\x00"}'
    bench.change_agent(append, f"{append.replace('str:', 'dict:')}\n{result}")
    ended = "output_type=ToolOutput(list[int], name='ended')"
    bench.change_agent("agent = Agent(FunctionModel(_model)", f"agent = Agent(FunctionModel(_model), {ended}")
    bench.change_agent("from pydantic_ai import Agent", "from pydantic_ai import Agent, ToolOutput")
    ran = bench.paused([call("append", "hello")], [["ended", {"response": [1, 2]}, "c9"]]).json
    done = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve").json
    assert done["calls"][0]["result"] == {"rows": [1], "at": str(bench.folder), "raw": "_wA="}
    assert json.dumps(done["output"]) == "[1, 2]"


def test_a_tool_that_ends_the_interpreter_has_raised(bench: Bench) -> None:
    bench.change_agent('raise ValueError("no paper left")', "raise SystemExit(4)")
    ran = bench.paused([call("append_and_raise", "hello")], "the end").json
    done = bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], "--approve")
    assert (done.code, done.call["state"], bench.lines()) == (0, "raised", ["hello"])


def _said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    out, err = capsys.readouterr()
    return code, out, err


def test_a_second_hold_is_told_that_the_first_one_stays(inside: Inside, capsys: pytest.CaptureFixture[str]) -> None:
    store = str(inside.store.path)
    for by, why, more in (("Eve", "the bank is closed", ""), ("Bob", "no", "yours adds nothing to it.")):
        code, out, _ = _said(capsys, "--store", store, "hold", "--by", by, "--why", why)
        assert code == 0
        assert "is held by Eve since" in out
        assert "because: the bank is closed." in out
        assert more in out
    _, out, _ = _said(capsys, "--store", store, "--json", "hold", "--by", "Bob")
    assert (json.loads(out)["new"], json.loads(out)["hold"]["by"]) == (False, "Eve")


def test_a_listed_format_that_is_none_is_no_empty_list(inside: Inside, capsys: pytest.CaptureFixture[str]) -> None:
    inside.run("the end")
    store = str(inside.store.path)
    code, _, err = _said(capsys, "--store", store, "list", "--format", "conversation")
    assert (code, err.count("\n")) == (2, 1)
    assert "No session here is listed as 'conversation'." in err
    assert "conversation-v1, flowchart-v1" in err
    assert _said(capsys, "--store", store, "list", "--format", "conversation-v1")[1].endswith("1 of 1\n")
    assert _said(capsys, "--store", store, "list", "--format", "flowchart-v1")[1].endswith("0 of 0\n")


def test_a_dry_run_of_forgetting_says_that_it_is_one(inside: Inside, capsys: pytest.CaptureFixture[str]) -> None:
    inside.run("the end")
    store = str(inside.store.path)
    _, out, _ = _said(capsys, "--store", store, "forget", "--older-than", "0")
    assert out.splitlines()[-1] == "Nothing was deleted: this only says what would go. --yes forgets this one."
    _, out, _ = _said(capsys, "--store", store, "forget", "--older-than", "9999")
    assert out == "Nothing was deleted: this only says what would go. None is that old.\n"
    _, out, _ = _said(capsys, "--store", store, "forget", "--older-than", "0", "--yes")
    assert out.startswith("forgotten ")


def test_an_agent_that_takes_the_place_of_another_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def add(spec: str) -> tuple[int, str, str]:
        return _said(capsys, "agents", "add", "desk", spec, "--folder", str(tmp_path))

    assert "replaces" not in add("shop:desk")[1]
    assert f"It replaces shop:desk in {tmp_path}." in add("bank:desk")[1]
    _, out, _ = _said(capsys, "--json", "agents", "add", "desk", "bank:till", "--folder", str(tmp_path))
    assert json.loads(out) == {"agent": "desk", "replaced": "bank:desk"}
    for spec in ("bank", "bank:", ":till", "bank till:x", "bank/till:x", "1bank:till"):
        assert add(spec)[0] == 2


def test_a_store_of_our_own_is_named_as_what_it_is_when_it_is_imported(
    inside: Inside, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    inside.run("the end")
    code, out, _ = _said(capsys, "--store", str(tmp_path / "other.db"), "import", str(inside.store.path))
    assert code == 2
    assert "is a store of Pausedesk itself. Open it with --store;" in " ".join(out.split())


STOPPED_AT = """
import sys

class Stop:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stop())
from pausedesk.core.cli import main
sys.exit(main(["list"]))
"""


@pytest.mark.parametrize("module", ["typer", "pausedesk.core.cli.setup"])
def test_ctrl_c_while_a_command_is_loaded_is_told_as_it_is_later(module: str) -> None:
    stopped = subprocess.run([sys.executable, "-c", STOPPED_AT, module], capture_output=True, text=True, check=False)
    assert (stopped.returncode, stopped.stdout, stopped.stderr) == (130, "", "pausedesk: stopped\n")
