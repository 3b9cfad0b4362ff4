"""No command, card or notice says of a call that it did not run when it may have, or shows other bytes than run."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from types import SimpleNamespace
from typing import Any, cast

import psutil
import pytest
from tests.core.support import Bench, Said, call, only, until

from pausedesk.core.errors import StoreError
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.run import children, owners
from pausedesk.core.run.protocol import DoorGone
from pausedesk.core.store.answering import NewAnswer, submit_answers
from pausedesk.core.store.engine import open_store
from pausedesk.core.store.executions import record_outcome

APPEND = "def append(text: str, times: int = 1) -> str:"
JUNK = """
    for number in range(3, 64):
        try:
            os.write(number, b'junk\\n')
        except OSError:
            pass"""
WRAPPER = """def twice(function):
    @functools.wraps(function)
    def run(*args, **named):
        return function(*args, **named)
    return run


"""
INSIDE = "    from pydantic_ai import ApprovalRequired\n    _add('lines.txt', text)\n    raise ApprovalRequired"


def _answered(bench: Bench, asked: Said, decision: str, *more: str) -> Said:
    ran = asked.json
    return bench.cli("answer", ran["session"], "--request", only(ran["waiting"])["request"], decision, *more)


def _read(bench: Bench) -> str:
    return str(only(bench.read()[-1])["text"])


def test_a_decline_of_a_body_that_was_entered_does_not_say_that_it_did_not_run(bench: Bench) -> None:
    bench.change_agent("def note(text: str) -> str:", f"def note(text: str) -> str:\n{INSIDE}")
    asked = bench.paused([call("note", "half")], "the end")
    assert bench.lines() == ["half"]
    assert _answered(bench, asked, "--decline").code == 0
    assert "did not run" not in _read(bench)
    shown = bench.cli("show", asked.json["session"], json_output=False).out
    assert "did not run" not in shown
    assert "nothing ran" not in shown


def test_a_call_that_asks_again_after_its_approval_has_raised(bench: Bench) -> None:
    bench.change_agent(APPEND, f"{APPEND}\n{INSIDE}")
    done = _answered(bench, bench.paused([call("append", "once")], "the end"), "--approve")
    assert (done.code, done.call["state"], bench.lines()) == (0, "raised", ["once"])
    assert "may have taken effect" in _read(bench)


def test_a_body_that_asked_and_died_before_the_question_was_stored_is_not_entered_again(bench: Bench) -> None:
    inside = INSIDE.replace("raise ApprovalRequired", "if text == 'ask':\n        raise ApprovalRequired")
    dies = "    if text == 'die':\n        os.kill(os.getpid(), signal.SIGKILL)"
    bench.change_agent("def note(text: str) -> str:", f"def note(text: str) -> str:\n{inside}\n{dies}")
    bench.script([call("note", "ask", "c1"), call("note", "die", "c2")], "the end")
    ran = bench.cli("run", "bench:agent", "go")
    assert ran.code == 5
    assert only(bench.cli("list").json["sessions"])["unknown"] == ["c1", "c2"]
    assert bench.cli("resume", ran.json["session"]).code == 0
    assert bench.lines() == ["ask", "die"]


def test_what_the_model_sent_beyond_the_fields_is_shown_and_bound(bench: Bench) -> None:
    order = "class Order(BaseModel, extra='allow'):\n    id: int\n\n\n"
    bench.change_agent("agent = Agent(", f"{order}agent = Agent(")
    bench.change_agent("from pydantic_ai import Agent", "from pydantic import BaseModel\nfrom pydantic_ai import Agent")
    bench.change_agent(APPEND, APPEND.replace("times: int = 1", "order: Order"))
    asked = bench.paused([["append", {"text": "a", "order": {"id": 1, "to": "thief"}}, "c1"]], "the end")
    assert only(asked.json["waiting"])["arguments"]["order"] == {"id": 1, "to": "thief"}
    assert _answered(bench, asked, "--approve").call["state"] == "done"


def test_an_argument_that_looking_at_it_would_use_up_is_refused(bench: Bench) -> None:
    bench.change_agent(
        "from pydantic_ai import Agent", "from collections.abc import Iterable\nfrom pydantic_ai import Agent"
    )
    bench.change_agent(APPEND, APPEND.replace("times: int = 1", "more: Iterable[int] = ()"))
    bench.script([["append", {"text": "a", "more": [1, 2]}, "c1"]], "the end")
    ran = bench.cli("run", "bench:agent", "go")
    assert (ran.code, ran.json["code"], bench.lines()) == (9, "arguments", [])


@pytest.mark.parametrize(
    ("how", "state"),
    [
        ("raise ValueError('caf\\udce9')", "raised"),
        ("return 'caf\\udce9'", "done"),
        ("return 10**5000", "done"),
        ("raise type('Bad', (Exception,), {'__str__': lambda self: 1 / 0})", "raised"),
        ("return type('Bad', (), {'__str__': lambda self: 1 / 0})()", "done"),
    ],
)
def test_a_text_that_cannot_be_stored_hides_no_end(bench: Bench, how: str, state: str) -> None:
    bench.change_agent(APPEND, f"{APPEND}\n    _add('lines.txt', text)\n    {how}")
    done = _answered(bench, bench.paused([call("append", "a")], "the end"), "--approve")
    assert (done.call["state"], bench.lines()) == (state, ["a"])
    assert "fault" not in done.err


def test_what_the_model_says_in_halves_of_pairs_is_stored(bench: Bench) -> None:
    bench.script("placeholder")
    (bench.folder / "script.json").write_text(json.dumps(["caf\udce9"]), encoding="utf-8")
    ran = bench.cli("run", "bench:agent", "go")
    assert (ran.code, ran.json["output"]) == (0, "caf\\udce9")
    assert "caf\\udce9" in bench.cli("show", ran.json["session"], json_output=False).out


@pytest.mark.parametrize("words", [("run", "bench:agent", "p\udcff"), ("answer", "s", "--decline", "--note", "\udcff")])
def test_an_argument_that_is_no_text_is_refused_in_one_sentence(bench: Bench, words: tuple[str, ...]) -> None:
    said = bench.cli(*words)
    assert (said.code, said.json["code"]) == (2, "not-text")


def test_a_call_that_ran_out_of_time_may_have_taken_effect(bench: Bench) -> None:
    pipe = bench.pipe()
    bench.change_agent(
        "@agent.tool_plain(requires_approval=True)\ndef append_and_wait",
        "@agent.tool_plain(requires_approval=True, timeout=0.1)\ndef append_and_wait",
    )
    done = _answered(bench, bench.paused([call("append_and_wait", "a")], "the end"), "--approve")
    assert (done.call["state"], pipe.exists()) == ("raised", True)
    assert "may have taken effect" in _read(bench)


def test_junk_on_the_pipe_of_the_door_is_the_end_of_the_child(bench: Bench) -> None:
    bench.change_agent(APPEND, f"{APPEND}\n    {JUNK.strip()}")
    done = _answered(bench, bench.paused([call("append", "a")], "the end"), "--approve")
    assert (done.code, done.json["outcome"], bench.lines()) == (5, "marked", ["a"])


def test_a_store_with_a_second_name_is_refused(bench: Bench) -> None:
    bench.paused([call("append", "a")], "the end")
    os.link(bench.store, bench.store.with_name("second.db"))
    for path in (bench.store, bench.store.with_name("second.db")):
        with pytest.raises(StoreError) as refused:
            open_store(path)
        assert refused.value.code == "store-linked"


def test_a_change_of_the_clock_or_another_namespace_proves_nobody_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    me = owners.owner_of(os.getpid())
    assert owners.process_alive(me) is True
    real = psutil.Process.create_time
    monkeypatch.setattr(psutil.Process, "create_time", lambda self: real(self) + 5)
    assert owners.process_alive(me) is True
    monkeypatch.setattr(owners, "_space", lambda: "pid:[1]")
    assert owners.process_alive(me) is None
    assert owners.owner_alive(me) is None


def test_a_wrapper_that_changed_is_a_changed_tool(bench: Bench) -> None:
    bench.change_agent("agent = Agent(", f"{WRAPPER}agent = Agent(")
    bench.change_agent("import json\n", "import functools\nimport json\n")
    bench.change_agent(
        f"@agent.tool_plain(requires_approval=True)\n{APPEND}",
        f"@agent.tool_plain(requires_approval=True)\n@twice\n{APPEND}",
    )
    asked = bench.paused([call("append", "a")], "the end")
    bench.change_agent("return function(*args", "return function('other', *args[1:]) or function(*args")
    closed = _answered(bench, asked, "--approve")
    assert (closed.code, closed.json["code"], bench.lines()) == (7, "tool-changed", [])


def test_an_agent_with_an_output_validator_is_refused_before_it_runs(bench: Bench) -> None:
    validator = "@agent.output_validator\ndef checked(output: str) -> str:\n    return output\n\n\n"
    bench.agent_file.write_text(f"{bench.agent_file.read_text(encoding='utf-8')}\n\n{validator}", encoding="utf-8")
    bench.script("the end")
    ran = bench.cli("run", "bench:agent", "go")
    assert (ran.code, ran.json["code"], bench.read()) == (2, "output-validator", [])


def test_a_tool_s_name_cannot_command_the_terminal(bench: Bench) -> None:
    bench.change_agent(
        f"@agent.tool_plain(requires_approval=True)\n{APPEND}",
        f"@agent.tool_plain(requires_approval=True, name='act\\x1b[2J')\n{APPEND}",
    )
    bench.script([["act\x1b[2J", {"text": "a"}, "c\x1b[1m"]], "the end")
    said = [bench.cli("run", "bench:agent", "go", json_output=False)]
    session = said[0].out.partition(" ")[0]
    said += [
        bench.cli(*words, json_output=False)
        for words in (("show", session), ("list",), ("answer", session, "--approve"))
    ]
    assert "\x1b" not in "".join(one.out + one.err for one in said)


def test_what_a_mask_hides_is_approved_only_by_who_says_that_they_saw_it(bench: Bench) -> None:
    command = 'password="$(rm -rf ~)" ls'
    bench.script([call("append", command)], "the end")
    ran = bench.cli("run", "bench:agent", "go", json_output=False)
    session = ran.out.partition(" ")[0]
    refused = bench.cli("answer", session, "--approve", json_output=False)
    assert refused.code == 2
    assert "--secrets" in refused.err
    for said in (ran, refused, bench.cli("show", session, json_output=False), bench.cli("list", json_output=False)):
        assert "$(rm -rf ~)" not in said.out + said.err
    assert "$(rm -rf ~)" in bench.cli("show", session, "--secrets", json_output=False).out
    assert bench.lines() == []
    answered = bench.cli("answer", session, "--approve", "--secrets", json_output=False)
    assert answered.code == 0
    assert "$(rm -rf ~)" in answered.out
    assert bench.lines() == [command]


def test_resume_does_not_spend_an_old_approval(bench: Bench) -> None:
    asked = bench.paused([call("append", "a")], "the end").json
    _submit_only(bench, asked)
    with closing(sqlite3.connect(bench.store)) as connection, connection:
        connection.execute("UPDATE answers SET at = at - 3600000")
    assert bench.cli("resume", asked["session"]).code == 4
    assert bench.lines() == []


def _submit_only(bench: Bench, asked: dict[str, Any]) -> None:
    one = only(asked["waiting"])
    store = open_store(bench.store)
    try:
        submit_answers(
            store, asked["session"], [NewAnswer(one["request"], one["digest"], "approve")], by="Ada", submit_id="s"
        )
    finally:
        store.close()


def test_an_answer_to_a_new_question_is_taken_up_though_an_older_call_may_have_run(bench: Bench) -> None:
    asked = bench.paused([call("append_and_die", "a")], [call("append", "b", "c2")], "the end")
    assert _answered(bench, asked, "--approve").code == 5
    again = bench.cli("resume", asked.json["session"])
    assert again.code == 3
    _submit_only(bench, again.json)
    assert bench.cli("worker", "--once").code == 0
    assert bench.lines() == ["a", "b"]


def test_what_is_taken_back_is_what_was_answered(bench: Bench) -> None:
    bench.script([call("append", "a", "c1"), call("append", "b", "c2")], "the end")
    ran = bench.cli("run", "bench:agent", "go").json
    assert bench.cli("answer", ran["session"], "--withdraw").json["code"] == "nothing-waiting"
    _submit_only(bench, {**ran, "waiting": ran["waiting"][:1]})
    assert bench.cli("answer", ran["session"], "--withdraw").code == 3
    assert bench.rows("SELECT state FROM answers") == [("withdrawn",)]


def test_a_submit_id_of_another_session_is_refused(bench: Bench) -> None:
    first, second = (bench.paused([call("append", text)], "the end").json for text in "ab")
    for ran, code in ((first, 0), (second, 2)):
        one = only(ran["waiting"])["request"]
        said = bench.cli("answer", ran["session"], "--request", one, "--approve", "--submit-id", "s1")
        assert said.code == code, said
    assert bench.lines() == ["a"]


def test_a_second_settlement_is_told_who_was_first_and_a_late_result_is_shown(bench: Bench) -> None:
    asked = bench.paused([call("append_and_die", "a")], "the end")
    session = asked.json["session"]
    assert _answered(bench, asked, "--approve").code == 5
    assert bench.cli("settle", session, "--call", "c1", "--did-not-run", "--by", "Ada").code == 0
    again = bench.cli("settle", session, "--call", "c1", "--unknown", "--by", "Bob")
    assert (again.code, "Ada settled it before" in again.json["why"]) == (4, True)
    (execution,) = bench.rows("SELECT id FROM executions")[0]
    store = open_store(bench.store)
    try:
        late = record_outcome(store, session, execution, ExecutionState.DONE, result={"content": "appended late"})
    finally:
        store.close()
    assert late is False
    shown = bench.cli("show", session, json_output=False).out
    assert "although it was settled that it did not run" in shown
    assert "appended late" in shown


@pytest.mark.parametrize("raw", ['{"text": "a", "text": "b"}', '{"times": 1, "text": "a", "times": 2}'])
def test_a_key_that_the_model_named_twice_is_refused(bench: Bench, raw: str) -> None:
    bench.script([["append", raw, "c1"]], "the end")
    ran = bench.cli("run", "bench:agent", "go")
    assert (ran.code, ran.json["code"], bench.lines()) == (9, "arguments", [])


def test_a_closed_call_is_told_beside_those_that_went_on(bench: Bench) -> None:
    bench.script([call("append", "a", "c1"), call("append_and_raise", "b", "c2")], "the end")
    ran = bench.cli("run", "bench:agent", "go").json
    bench.change_agent(APPEND, APPEND.replace("= 1", "= 2"))
    named = [part for one in ran["waiting"] for part in ("--request", one["request"])]
    done = bench.cli("answer", ran["session"], *named, "--approve").json
    assert [(one["call"], one["state"]) for one in done["calls"]] == [("c1", "closed"), ("c2", "raised")]
    assert bench.lines() == ["b"]


def test_what_a_call_printed_is_kept_though_something_of_it_lives_on(bench: Bench) -> None:
    bench.pipe()
    bench.change_agent("    wait = f", "    print('17 of 40', flush=True)\n    wait = f")
    asked = bench.paused([call("append_and_leave", "a", how="popen")], "the end")
    assert _answered(bench, asked, "--approve").code == 5
    bench.let_go()
    until(lambda: bench.cli("list").json["sessions"][0]["unknown"] == ["c1"], "all of it is dead")
    assert "17 of 40" in bench.cli("show", asked.json["session"], json_output=False).out


def test_secrets_in_what_a_program_printed_are_masked_in_json_too(bench: Bench) -> None:
    secret = "sk-live-4f9c2b7e8d1a6035"
    bench.change_agent('print("about to die", flush=True)', f'print("api_key={secret}", flush=True)')
    asked = bench.paused([call("append_and_die", "a")], "the end")
    _answered(bench, asked, "--approve")
    shown = bench.cli("show", asked.json["session"])
    assert "api_key=" in shown.out
    assert secret not in shown.out


def test_the_one_who_is_late_is_not_told_that_an_entered_body_did_not_run(bench: Bench) -> None:
    bench.change_agent("def note(text: str) -> str:", f"def note(text: str) -> str:\n{INSIDE}")
    asked = bench.paused([call("note", "half")], "the end")
    assert "Its body ran up to this question" in bench.cli("show", asked.json["session"], json_output=False).out
    assert _answered(bench, asked, "--decline", "--by", "Ada").code == 0
    request = only(asked.json["waiting"])["request"]
    late = bench.cli("answer", asked.json["session"], "--request", request, "--approve", json_output=False)
    assert (late.code, "Ada declined it at " in late.err) == (4, True)
    assert "did not run" not in late.err


def test_what_a_class_keeps_for_itself_is_no_argument(bench: Bench) -> None:
    order = """@dataclass
class Order:
    id: int

    def __post_init__(self) -> None:
        self.lock = threading.Lock()


"""
    bench.change_agent("agent = Agent(", f"{order}agent = Agent(")
    bench.change_agent(
        "import subprocess\n", "import subprocess\nimport threading\nfrom dataclasses import dataclass\n"
    )
    bench.change_agent(APPEND, APPEND.replace("times: int = 1", "order: Order"))
    asked = bench.paused([["append", {"text": "a", "order": {"id": 1}}, "c1"]], "the end")
    assert only(asked.json["waiting"])["arguments"]["order"] == {"id": 1}
    assert _answered(bench, asked, "--approve").call["state"] == "done"


def test_an_author_s_own_retry_after_a_timeout_stays_a_retry(bench: Bench) -> None:
    retry = """    from pydantic_ai import ModelRetry
    try:
        raise TimeoutError
    except TimeoutError:
        raise ModelRetry('ask the other shop')"""
    bench.change_agent("def note(text: str) -> str:", f"def note(text: str) -> str:\n{retry}")
    bench.script([call("note", "a")], "the end")
    assert bench.cli("run", "bench:agent", "go").code == 0
    assert "ask the other shop" in _read(bench)
    assert "may have taken effect" not in _read(bench)


def test_a_fault_of_the_store_s_side_is_not_blamed_on_the_child() -> None:
    def broken(*_arguments: object) -> int:
        raise ValueError("a fault of ours")

    host = cast("Any", SimpleNamespace(**dict.fromkeys(("store", "begin", "spend", "outcome", "pause"), broken)))
    with pytest.raises(ValueError, match="a fault of ours"):
        children._answer(host, {"op": "store", "messages": [], "model": ""})
    for junk in (
        {},
        {"op": "nothing"},
        {"op": "spend"},
        {"op": "spend", "spend": {"x": 1}},
        {"op": "outcome", "kind": 7},
    ):
        with pytest.raises(DoorGone):
            children._answer(host, junk)
