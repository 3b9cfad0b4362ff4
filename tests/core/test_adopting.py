"""A message to a session of another store: refused where its pause can be answered, else closed and gone on with."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter, ModelResponse, TextPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.core.support import Bench, only
from tests.core.test_store_imported import ASK, CONSENT, HISTORY, QUESTION, conversation, encoded, pause

from pausedesk.core.errors import PausedeskError, ResumeDecisionError
from pausedesk.core.model.envelopes import EnvelopeError
from pausedesk.core.rules.history import judge_history
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED
from pausedesk.core.rules.stored_sessions import read_stored_session
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.imported import import_envelope, read_envelope

TABLES = ("sessions", "messages", "notices", "runs", "pauses", "requests", "answers", "set_aside", "audit")


class Program:
    """A program with an agent of its own on one store; `sent` is what its model was sent, one history a request."""

    def __init__(self, path: Path) -> None:
        self.desk = Desk(path)
        self.sent: list[list[dict[str, Any]]] = []
        self.agent = Agent(FunctionModel(self._model), name="goes-on")

    def _model(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.sent.append(json.loads(ModelMessagesTypeAdapter.dump_json(messages)))
        return ModelResponse(parts=[TextPart("the end")])

    def imports(self, envelope: Any, session: str = "theirs") -> str:
        """Import an envelope as a session."""
        raw = envelope if isinstance(envelope, bytes) else encoded(envelope)
        return import_envelope(
            self.desk.store, raw, source="other", source_ref="a.db", session=session, title="An import"
        )

    def rows(self) -> list[Any]:
        """Everything that going on may write."""
        with self.desk.store.read() as connection:
            return [
                [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {table} ORDER BY 1, 2")]
                for table in TABLES
            ]

    def one(self, sql: str) -> Any:
        """One value of the store."""
        with self.desk.store.read() as connection:
            return connection.exec_driver_sql(sql).scalar_one()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path / "store.db")
    yield made
    made.desk.close()


def named(program: Program, **changed: str) -> dict[str, Any]:
    """A consent pause whose one request names this program's own ledger, but for what is changed."""
    store = program.desk.store
    request = {
        "id": "q1",
        "callId": "c1",
        "ledger": store.ledger_id,
        "incarnation": store.facts().incarnation,
        "callDigest": "d",
        "toolDigest": "t",
        "chainDigest": "c",
    }
    made = pause({"toolCallId": "c1", "toolName": "deploy", "ask": ASK})
    made["data"]["pending"]["requests"] = [{**request, **changed}]
    return made


@pytest.mark.parametrize(
    "envelope", [CONSENT, conversation(), pause({"ask": ASK}, answered={"at": 1}), conversation(history=[])]
)
def test_what_no_answer_can_reach_is_closed_and_gone_on_with(program: Program, envelope: dict[str, Any]) -> None:
    session = program.imports(envelope)
    done = program.desk.run(program.agent, "And now?", session=session)
    assert (done.outcome, done.output) == ("done", "the end")
    sent = only(program.sent)
    judge_history(sent)
    assert sent[-1]["parts"][-1]["content"] == "And now?"
    data = envelope["data"]
    history = data.get("conversation", data)["history"]
    told = [part for message in sent for part in message["parts"] if part["part_kind"] == "tool-return"]
    assert [part["content"] for part in told] == ([OUTCOME_NOT_RECORDED] if history else [])
    assert program.one("SELECT body FROM set_aside") == encoded(envelope)
    assert read_envelope(program.desk.store, session) is None
    assert program.one("SELECT ending || ' ' || source || ' ' || owner FROM sessions") == (
        "finished other dana@example.com"
    )


def test_going_on_twice_moves_the_bytes_aside_once_and_says_the_same(program: Program) -> None:
    session = program.imports(CONSENT)
    for prompt in ("And now?", "And then?"):
        assert program.desk.run(program.agent, prompt, session=session).outcome == "done"
    assert program.one("SELECT count(*) FROM set_aside") == 1
    first, second = program.sent
    assert [one["parts"] for one in second[: len(first)]] == [one["parts"] for one in first]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("plain question", "waiting"),
        ("another ledger's", "waiting"),
        ("two ledgers'", "waiting"),
        ("unreadable", "not-an-envelope"),
        ("another format", "unknown-format"),
        ("no pending", "invalid-envelope"),
    ],
)
def test_what_waits_elsewhere_or_cannot_be_read_stays_as_it_is(program: Program, name: str, code: str) -> None:
    two = named(program)
    two["data"]["pending"]["requests"].append({**named(program, ledger="other")["data"]["pending"]["requests"][0]})
    envelope: Any = {
        "plain question": QUESTION,
        "another ledger's": named(program, ledger="other"),
        "two ledgers'": two,
        "unreadable": b"\x00\xff",
        "another format": {"format": "conversation-v9", "data": {}},
        "no pending": {"format": "flowchart-v1", "data": {}},
    }[name]
    session = program.imports(envelope)
    before = program.rows()
    with pytest.raises(PausedeskError) as refused:
        program.desk.run(program.agent, "And now?", session=session)
    assert refused.value.code == code
    assert isinstance(refused.value, ResumeDecisionError if code == "waiting" else EnvelopeError)
    assert program.rows() == before
    assert program.sent == []


@pytest.mark.parametrize("changed", [{}, {"incarnation": "older"}])
def test_a_pause_of_this_ledger_that_takes_no_answer_any_more_is_closed(
    program: Program, changed: dict[str, str]
) -> None:
    # Never asked here under this incarnation, or asked under an older one.
    session = program.imports(named(program, **changed))
    assert program.desk.run(program.agent, "And now?", session=session).outcome == "done"
    told = [part for part in program.sent[0][-1]["parts"] if part["part_kind"] == "tool-return"]
    assert [part["content"] for part in told] == [OUTCOME_NOT_RECORDED]


def test_an_imported_session_is_not_resumed(program: Program) -> None:
    session = program.imports(conversation(history=HISTORY[:1]))
    with pytest.raises(ResumeDecisionError) as refused:
        program.desk.resume(program.agent, session)
    assert refused.value.code == "other-agent"
    assert program.one("SELECT count(*) FROM runs") == 0


def test_two_programs_that_go_on_at_once_read_one_history(program: Program) -> None:
    session = program.imports(CONSENT)
    said: list[str] = []
    go = threading.Barrier(2)

    def goes_on() -> None:
        go.wait()
        try:
            said.append(program.desk.run(program.agent, "And now?", session=session).outcome)
        except ResumeDecisionError as refused:
            said.append(refused.code)

    threads = [threading.Thread(target=goes_on) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "done" in said
    assert set(said) <= {"done", "running"}
    assert program.one("SELECT count(*) FROM set_aside") == 1
    assert program.one("SELECT count(*) FROM messages WHERE body LIKE '%Ship it%'") == 1
    for sent in program.sent:
        judge_history(sent)


def test_the_command_line_goes_on_with_an_imported_session(bench: Bench) -> None:
    bench.script("the first turn was theirs", "gone on with")
    with Desk(bench.store) as desk:
        import_envelope(
            desk.store, encoded(CONSENT), source="other", source_ref="a", session="theirs", title="An import"
        )
        import_envelope(
            desk.store, encoded(QUESTION), source="other", source_ref="a", session="asks", title="An import"
        )
    done = bench.cli("run", "bench:agent", "And now?", "--session", "theirs")
    assert (done.code, done.json["output"]) == (0, "gone on with")
    assert OUTCOME_NOT_RECORDED in {part["text"] for part in bench.read()[0]}
    waits = bench.cli("run", "bench:agent", "And now?", "--session", "asks")
    assert (waits.code, waits.json["code"]) == (4, "waiting")
    resumed = bench.cli("resume", "asks")
    assert (resumed.code, resumed.json["code"]) == (4, "other-agent")


def test_real_sessions_of_another_library_go_on_with_each_call_answered_once(program: Program, cases: Path) -> None:
    gone_on: list[str] = []
    for file in sorted((cases / "agentfootprint").rglob("*.json")):
        program.sent.clear()
        session = program.imports(file.read_bytes(), session=file.stem)
        stored = None
        try:
            stored = read_stored_session(file.read_bytes())
            program.desk.run(program.agent, "And now?", session=session)
        except EnvelopeError:
            assert stored is None, file.name
            assert read_envelope(program.desk.store, session) == file.read_bytes()
            continue
        gone_on.append(file.name)
        sent = only(program.sent)
        judge_history(sent)
        made = [call for entry in stored.conversation.history for call in entry.tool_calls]
        told = [part for message in sent for part in message["parts"] if part["part_kind"] == "tool-return"]
        assert len(told) == len(made), file.name
        kept = {entry.content for entry in stored.conversation.history if entry.role == "tool"}
        assert {part["content"] for part in told} <= kept | {OUTCOME_NOT_RECORDED}, file.name
        assert not [part for part in told if "did not run" in part["content"] and part["content"] not in kept]
    assert "08-siblings-waiting.json" in gone_on
    assert "06-exit-after-failed-resume.json" in gone_on
