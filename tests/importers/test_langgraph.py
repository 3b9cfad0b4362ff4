"""Threads of LangGraph's SqliteSaver: what waits in them, and checkpoints that cannot be read."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.importers.files import cuts, flips, read_all
from tests.importers.packing import packed

from pausedesk.core.cli import main
from pausedesk.core.importers import place_of, sniffed
from pausedesk.core.importers.langgraph import LangGraph
from pausedesk.core.importers.msgpack import Extension, Malformed, unpacked
from pausedesk.core.rules.resume import ResumeKind, classify_resume

TASK, ZERO = "t1", "00000000-0000-0000-0000-000000000000"


def _object(module: str, name: str, **members: Any) -> Extension:
    return Extension(5, [module, name, members, "model_validate_json"])


HUMAN = _object("langchain_core.messages.human", "HumanMessage", content="refund o1", type="human")
CALL = {"name": "refund", "args": {"order": "o1"}, "id": "c1", "type": "tool_call"}
MADE = _object("langchain_core.messages.ai", "AIMessage", content="", type="ai", tool_calls=[CALL])
RAN = _object("langchain_core.messages.tool", "ToolMessage", content="ok", type="tool", tool_call_id="c1")
DONE = _object("langchain_core.messages.ai", "AIMessage", content="Refunded.", type="ai", tool_calls=[])
BATCH = {"action_requests": [{"name": "refund", "args": {"order": "o1"}, "description": "Refund?"}]}
SINGLE = {"type": "tool_approval", "tool_call_id": "c1", "name": "refund", "args": {"order": "o1"}}


def _interrupt(value: Any) -> list[Extension]:
    return [_object("langgraph.types", "Interrupt", value=value, id="i1")]


def _saver(
    path: Path, messages: Sequence[Any], writes: Sequence[tuple[str, str, Any]] = (), body: Any = None, **channels: Any
) -> Path:
    """A saver with an old checkpoint that holds an answered interrupt, and a new one."""
    state = {"ts": "2026-11-30T10:00:00+00:00", "channel_values": {"messages": list(messages), **channels}}
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE checkpoints (thread_id, checkpoint_ns, checkpoint_id, type, checkpoint)")
        database.execute(
            "CREATE TABLE writes (thread_id, checkpoint_id, task_id, task_path, idx, channel, type, value)"
        )
        for number, content in (("1", packed(state)), ("2", packed(state) if body is None else body)):
            row = (number, "msgpack", content)
            database.execute("INSERT INTO checkpoints VALUES ('t', '', ?, ?, ?)", row)
        old = ("1", "t0", "__interrupt__", _interrupt("old?"))
        for at, (number, task, channel, value) in enumerate([old, *(("2", *one) for one in writes)]):
            write = (number, task, at, channel, "msgpack", packed(value))
            database.execute("INSERT INTO writes VALUES ('t', ?, ?, '', ?, ?, ?, ?)", write)
    return path


@pytest.mark.parametrize(
    ("messages", "writes", "channels", "ending", "waiting"),
    [
        ([HUMAN, MADE], [(TASK, "__interrupt__", _interrupt(BATCH))], {}, "waiting_approval", ["c1"]),
        ([HUMAN, MADE], [(TASK, "__interrupt__", _interrupt(SINGLE))], {}, "waiting_approval", ["c1"]),
        (
            [HUMAN, MADE],
            [(TASK, "__interrupt__", _interrupt(SINGLE)), (TASK, "__resume__", [True])],
            {},
            "tools_interrupted",
            [],
        ),
        (
            [HUMAN, MADE],
            [(TASK, "__interrupt__", _interrupt(SINGLE)), (ZERO, "__resume__", True)],
            {},
            "waiting_approval",
            ["c1"],
        ),
        ([HUMAN], [(TASK, "__error__", "boom")], {}, "api_error", []),
        ([HUMAN], [], {"branch:to:model": None}, "response_cut_off", []),
        ([HUMAN], [], {}, "user_unanswered", []),
        ([HUMAN, MADE], [], {}, "tools_interrupted", []),
        ([HUMAN, MADE, RAN, DONE], [], {}, "finished", []),
        ([HUMAN, "?"], [], {}, "unreadable", []),
    ],
)
def test_how_a_thread_ended(
    tmp_path: Path, messages: Any, writes: Any, channels: Any, ending: str, waiting: list[str]
) -> None:
    file = _saver(tmp_path / "saver.db", messages, writes, **channels)
    assert isinstance(sniffed(place_of(file)), LangGraph)
    (thread,) = read_all(LangGraph(), file)
    assert (thread.key, str(thread.reading.ending)) == ("t", ending)
    assert [call.call for call in thread.waiting] == waiting
    assert all((call.tool, call.arguments) == ("refund", {"order": "o1"}) for call in thread.waiting)
    assert thread.updated_at == 1_796_032_800_000


def test_an_interrupt_of_the_author_s_own_is_a_question_with_its_words(tmp_path: Path) -> None:
    file = _saver(tmp_path / "saver.db", [HUMAN], [(TASK, "__interrupt__", _interrupt("Which account?"))])
    (thread,) = read_all(LangGraph(), file)
    assert [(call.tool, call.question) for call in thread.waiting] == [("", "Which account?")]


@pytest.mark.parametrize("body", [b"", b"\x80\x04pickle", b"\xc1", b"\xdd\xff\xff\xff\xff", b"\x91" * 10_000])
def test_a_checkpoint_that_cannot_be_read_is_told(tmp_path: Path, body: bytes) -> None:
    (thread,) = read_all(LangGraph(), _saver(tmp_path / "saver.db", [HUMAN, DONE], body=body))
    assert str(thread.reading.ending) in ("unreadable", "empty")
    items, _ = LangGraph().items(place_of(tmp_path / "saver.db"), "t", 0, 10)
    assert [item.kind for item in items] == ["raw"]


def test_no_damage_makes_a_waiting_thread_finished(tmp_path: Path) -> None:
    state = {"channel_values": {"messages": [HUMAN, MADE]}}
    content = packed(state)
    chance = random.Random(4)
    wrong = []
    for at, body in enumerate([*cuts(content), *flips(content, chance, 300)][::3]):
        writes = [(TASK, "__interrupt__", _interrupt(SINGLE))]
        file = _saver(tmp_path / f"{at}.db", [], writes, body=body)
        (thread,) = read_all(LangGraph(), file)
        wrong += [body] if thread.reading.ending == "finished" else []
        file.unlink()
    assert wrong == []


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(VALUES)
def test_what_is_packed_is_read_back(value: Any) -> None:
    assert unpacked(packed(value)) == value


@given(st.binary(max_size=200))
def test_any_bytes_are_a_value_or_malformed(data: bytes) -> None:
    with suppress(Malformed):
        unpacked(data)


def test_values_that_json_has_not_are_shown_as_what_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"raw": b"\xff", b"\x01": 1, "at": Extension(7, 5), "deep": [[b"x"]]}
    shown = {"raw": {"$bytes": "ff"}, "b'\\x01'": 1, "at": {"$extension": 7, "value": 5}, "deep": [[{"$bytes": "78"}]]}
    call = {"name": "refund", "args": given, "id": "c1", "type": "tool_call"}
    made = _object("langchain_core.messages.ai", "AIMessage", content="", type="ai", tool_calls=[call])
    batch = {"action_requests": [{"name": "refund", "args": given, "description": "Refund?"}]}
    for number, value in enumerate((batch, {**SINGLE, "args": given})):
        file = _saver(tmp_path / f"{number}.db", [HUMAN, made], [(TASK, "__interrupt__", _interrupt(value))])
        (thread,) = read_all(LangGraph(), file)
        assert [(one.call, one.arguments) for one in thread.waiting] == [("c1", shown)]
        for more in ((), ("--json",)):
            assert main([*more, "inspect", str(file)]) == 0
            assert "fault" not in capsys.readouterr().err


@pytest.mark.parametrize("body", [b"\x80\x04pickle", 5, "text", 1.5])
def test_a_question_beside_a_checkpoint_that_cannot_be_read_still_waits(tmp_path: Path, body: Any) -> None:
    file = _saver(tmp_path / "saver.db", [HUMAN], [(TASK, "__interrupt__", _interrupt(SINGLE))], body=body)
    (thread,) = read_all(LangGraph(), file)
    assert (str(thread.reading.ending), thread.reading.confidence) == ("waiting_approval", "probable")
    assert [call.call for call in thread.waiting] == ["c1"]


def test_what_was_answered_is_said_to_be(tmp_path: Path) -> None:
    asked = (TASK, "__interrupt__", _interrupt(SINGLE))
    (thread,) = read_all(LangGraph(), _saver(tmp_path / "a.db", [HUMAN, MADE], [asked, (TASK, "__resume__", [True])]))
    assert (thread.answered, thread.waiting) == (True, ())
    (thread,) = read_all(LangGraph(), _saver(tmp_path / "b.db", [HUMAN, MADE], [asked, (ZERO, "__resume__", True)]))
    assert (thread.answered, thread.reading.confidence) == (None, "probable")


def _nest(
    file: Path, namespace: str, number: str, messages: Sequence[Any], writes: Sequence[Any], parent: str = "2"
) -> None:
    """A checkpoint of a graph inside a node, as it belongs to one of the thread."""
    with closing(sqlite3.connect(file)) as database, database:
        if not database.execute("SELECT 1 FROM pragma_table_info('checkpoints') WHERE name = 'metadata'").fetchone():
            database.execute("ALTER TABLE checkpoints ADD COLUMN metadata")
        body = packed({"channel_values": {"messages": list(messages)}})
        about = json.dumps({"parents": {"": parent}}).encode()
        row = (namespace, number, body, about)
        database.execute("INSERT INTO checkpoints VALUES ('t', ?, ?, 'msgpack', ?, ?)", row)
        for at, (task, channel, value) in enumerate(writes):
            write = (number, task, at, channel, packed(value))
            database.execute("INSERT INTO writes VALUES ('t', ?, ?, '', ?, ?, 'msgpack', ?)", write)


def test_a_graph_inside_a_node_has_the_calls_that_wait(tmp_path: Path) -> None:
    asked = _interrupt(SINGLE)
    file = _saver(tmp_path / "saver.db", [HUMAN], [(TASK, "__interrupt__", asked)])
    _nest(file, "old:t0", "4", [HUMAN, MADE], [], parent="1")
    _nest(file, "agent:t1", "3", [HUMAN, MADE], [("t2", "__interrupt__", asked)])
    (thread,) = read_all(LangGraph(), file)
    assert (str(thread.reading.ending), thread.reading.confidence) == ("waiting_approval", "certain")
    assert [(call.call, call.tool) for call in thread.waiting] == [("c1", "refund")]
    assert classify_resume(thread.tail).kind is ResumeKind.RECOVER_TOOLS
    items, total = LangGraph().items(place_of(file), "t", 0, 10)
    assert [(item.kind, item.agent) for item in items] == [("user", ""), ("call", "agent")]
    assert total == 2


def test_an_answer_stands_at_the_inner_graph(tmp_path: Path) -> None:
    asked = _interrupt(SINGLE)
    outer = [(TASK, "__interrupt__", asked), (ZERO, "__resume__", True)]
    file = _saver(tmp_path / "saver.db", [HUMAN], outer)
    _nest(file, "agent:t1", "3", [HUMAN, MADE], [("t2", "__interrupt__", asked), ("t2", "__resume__", [True])])
    (thread,) = read_all(LangGraph(), file)
    assert (str(thread.reading.ending), thread.answered, thread.waiting) == ("tools_interrupted", True, ())


def test_a_graph_that_was_killed_inside_a_node_is_not_finished(tmp_path: Path) -> None:
    file = _saver(tmp_path / "saver.db", [HUMAN])
    _nest(file, "agent:t1", "3", [HUMAN, MADE], [("t2", "__interrupt__", _interrupt(SINGLE))])
    (thread,) = read_all(LangGraph(), file)
    assert [call.call for call in thread.waiting] == ["c1"]
    (tmp_path / "saver.db").unlink()
    file = _saver(tmp_path / "saver.db", [HUMAN])
    _nest(file, "agent:t1", "3", [HUMAN, MADE, RAN, DONE], [])
    (thread,) = read_all(LangGraph(), file)
    assert str(thread.reading.ending) == "response_cut_off"
