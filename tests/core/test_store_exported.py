"""A session as an envelope: what came goes out as it came, ours as its rows stand, an answered pause apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.core.support import Bench, only
from tests.core.test_store_imported import CONSENT, encoded

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.envelopes import EnvelopeError, read_answered_pause, read_conversation, read_pause
from pausedesk.core.rules.envelope_calls import open_tool_calls
from pausedesk.core.rules.notices import OUTCOME_NOT_RECORDED
from pausedesk.core.rules.stored_sessions import listed_format_of, read_stored_session
from pausedesk.core.run.desk import Desk
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.exported import session_envelope
from pausedesk.core.store.imported import import_envelope


class Program:
    """A program on a store of its own; its model asks for `calls` in one turn, then says its end, or fails."""

    def __init__(self, path: Path) -> None:
        self.desk = Desk(path)
        self.calls = [("refund", "c1")]
        self.fails = False
        self.agent: Agent[None, str] = Agent(FunctionModel(self._model), name="shop")
        self.agent.tool_plain(requires_approval=True)(self.refund)
        self.agent.tool_plain(self.look)

    def refund(self, order: str) -> str:
        """Refund an order."""
        return f"refunded {order}"

    def look(self, order: str) -> str:
        """Look an order up."""
        return f"found {order}"

    def _model(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        if sum(message.kind == "response" for message in messages) == 0:
            parts = [ToolCallPart(tool, {"order": "A-1"}, tool_call_id=call) for tool, call in self.calls]
            return ModelResponse(parts=[TextPart("Let me."), *parts])
        if self.fails:
            raise RuntimeError("the provider is down")
        return ModelResponse(parts=[TextPart("The end.")])

    def paused(self) -> str:
        """Run until it pauses."""
        done = self.desk.run(self.agent, "Refund A-1")
        assert done.outcome == "paused"
        return done.session

    def requests(self, session: str) -> list[str]:
        """The requests that wait."""
        with self.desk.store.read() as connection:
            return [call.request for call in asked_calls(connection, session)]

    def envelope(self, session: str) -> Any:
        """What the session is exported as; the same each time."""
        with self.desk.store.read() as connection:
            body = session_envelope(connection, session)
            assert session_envelope(connection, session) == body
        return json.loads(body)


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path / "store.db")
    yield made
    made.desk.close()


def test_a_finished_session_is_a_conversation_with_the_members_that_are_known_there(program: Program) -> None:
    session = program.paused()
    program.desk.answer(program.agent, session, approve=True, by="Ada")
    envelope = program.envelope(session)
    read = read_conversation(envelope)
    assert [(entry.role, entry.content) for entry in read.history] == [
        ("user", "Refund A-1"),
        ("assistant", "Let me."),
        ("tool", "refunded A-1"),
        ("assistant", "The end."),
    ]
    assert (read.original_message, read.last_completed_iteration, read.owner) == ("Refund A-1", 2, None)
    assert set(envelope["data"]) == {
        *("version", "runId", "history", "lastCompletedIteration"),
        *("originalInput", "checkpointedAt", "identity", "agent"),
    }


def test_a_pause_that_waits_names_its_requests(program: Program) -> None:
    program.calls = [("look", "c0"), ("refund", "c1"), ("refund", "c2")]
    session = program.paused()
    envelope = program.envelope(session)
    pause = read_pause(envelope)
    assert [one.request_id for one in pause.requests] == program.requests(session)
    assert {one.ledger for one in pause.requests} == {program.desk.store.ledger_id}
    assert pause.is_consent
    assert not pause.is_answered
    assert [call.call_id for call in open_tool_calls(pause.conversation.history)] == ["c1", "c2"]
    assert listed_format_of(envelope) == "flowchart-v1"


def test_an_answered_pause_is_refused_by_the_readers_of_the_older_formats(program: Program) -> None:
    session = program.paused()
    (request,) = program.requests(session)
    program.fails = True
    failed = program.desk.answer(program.agent, session, approve=True, by="Ada")
    assert failed is not None
    assert failed.outcome == "failed"
    envelope = program.envelope(session)
    for reader in (read_pause, read_conversation):
        with pytest.raises(EnvelopeError):
            reader(envelope)
    pause = read_answered_pause(envelope)
    assert pause.answered["requestIds"] == [request]
    assert pause.answered["outcome"] == "done"
    assert pause.conversation.history[-1].content == "refunded A-1"
    assert read_stored_session(envelope).waiting is None


def test_a_turn_that_is_half_answered_is_answered_and_marks_what_was_used(program: Program) -> None:
    program.calls = [("refund", "c1"), ("refund", "c2")]
    session = program.paused()
    first, second = program.requests(session)
    with program.desk.store.write() as connection:
        connection.exec_driver_sql("UPDATE requests SET state = 'approved' WHERE id = ?", (first,))
        connection.exec_driver_sql("UPDATE pauses SET state = 'answered', answered_at = 5")
    pause = read_answered_pause(program.envelope(session))
    assert (pause.answered["requestIds"], pause.answered["at"]) == ([first], 5)
    assert [one.request_id for one in pause.requests] == [first, second]


@pytest.mark.parametrize("state", ["closed", "superseded", "expired"])
def test_what_waits_no_more_is_a_conversation_with_one_result_a_call(program: Program, state: str) -> None:
    session = program.paused()
    with program.desk.store.write() as connection:
        connection.exec_driver_sql("UPDATE requests SET state = ?", (state,))
    read = read_conversation(program.envelope(session))
    assert read.history[-1].content == OUTCOME_NOT_RECORDED
    assert open_tool_calls(read.history) == []


def test_what_was_imported_goes_out_as_it_came(program: Program) -> None:
    raw = json.dumps(CONSENT, indent=3).encode()
    for name, body in (("theirs", raw), ("broken", b"\xff{")):
        import_envelope(program.desk.store, body, source="other", source_ref="a", session=name, title="An import")
        with program.desk.store.read() as connection:
            assert session_envelope(connection, name) == body


def test_what_was_gone_on_with_is_ours_and_keeps_its_owner(program: Program) -> None:
    import_envelope(
        program.desk.store, encoded(CONSENT), source="other", source_ref="a", session="theirs", title="An import"
    )
    program.desk.run(program.agent, "And now?", session="theirs")
    read = read_conversation(program.envelope("theirs"))
    assert (read.owner, read.original_message) == ("dana@example.com", "Ship it")
    assert [entry.content for entry in read.history][2:] == [OUTCOME_NOT_RECORDED, "And now?", "The end."]
    again = json.dumps(program.envelope("theirs")).encode()
    copy = import_envelope(program.desk.store, again, source="other", source_ref="b", title="A copy")
    assert program.desk.run(program.agent, "Once more", session=copy).outcome == "done"


def test_a_copy_of_a_pause_never_runs_the_call_and_waits_for_the_one_answer(program: Program) -> None:
    session = program.paused()
    raw = json.dumps(program.envelope(session)).encode()
    copy = import_envelope(program.desk.store, raw, source="copy", source_ref="b", title="A copy")
    with pytest.raises(ResumeDecisionError) as refused:
        program.desk.run(program.agent, "Go on", session=copy)
    assert refused.value.code == "waiting"
    program.desk.answer(program.agent, session, approve=True, by="Ada")
    assert program.desk.run(program.agent, "Go on", session=copy).outcome == "done"
    read = read_conversation(program.envelope(copy))
    assert OUTCOME_NOT_RECORDED in [entry.content for entry in read.history]


def test_the_command_writes_the_envelope_to_a_file_of_its_owner_or_to_its_output(bench: Bench) -> None:
    session = bench.paused([["append", {"text": "a"}, "c1"]]).json["session"]
    said = bench.cli("export", session, "--as", "envelope")
    assert said.json["envelope"]["format"] == "flowchart-v1"
    plain = bench.cli("export", session, "--as", "envelope", "--out", "out.json", json_output=False)
    assert plain.code == 0
    assert json.loads((bench.folder / "out.json").read_bytes()) == said.json["envelope"]
    assert (bench.folder / "out.json").stat().st_mode & 0o777 == 0o600
    back = bench.cli("import", "out.json", "--source", "copy")
    assert only(back.json["imported"])["listed_format"] == "flowchart-v1"
