"""A program with a store of envelopes of its own: its answers go by the same rules, over what its store holds."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pausedesk.core import EnvelopeDoor, EnvelopeRow, GatedCall, closed_conversation, open_store
from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.envelopes import EnvelopeError, read_conversation
from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE, OUTCOME_NOT_RECORDED
from pausedesk.core.rules.stored_sessions import read_stored_session
from pausedesk.core.rules.transitions import contradictions, replay
from pausedesk.core.run.desk_door import Answer, DeskDoor
from pausedesk.core.run.envelope_door import Hand
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.trails import audit_moves, states_now

ORDER = {"order": "A-1"}


class Rows:
    """A program's store: a dictionary, with what tests let go wrong."""

    def __init__(self) -> None:
        self.kept: dict[str, EnvelopeRow] = {}
        self.unreadable = False
        self.unwritable = False
        self.before_write: Callable[[], None] = lambda: None

    def read(self, session: str) -> EnvelopeRow | None:
        if self.unreadable:
            raise OSError("the disk says no")
        return self.kept.get(session)

    def replace(self, session: str, row: EnvelopeRow, envelope: bytes) -> bool:
        self.before_write()
        if self.unwritable:
            raise OSError("the disk is full")
        now = self.kept.get(session)
        if now is None or (now.row, now.version) != (row.row, row.version):
            return False
        self.put(session, envelope)
        return True

    def put(self, session: str, envelope: Any) -> None:
        """Write as its own program does."""
        body = envelope if isinstance(envelope, bytes) else json.dumps(envelope).encode()
        before = self.kept.get(session)
        self.kept[session] = EnvelopeRow(f"row of {session}", before.version + 1 if before else 1, body)

    def value(self, session: str = "s") -> Any:
        return json.loads(self.kept[session].envelope)


def conversation(*more: dict[str, Any], calls: int = 1) -> dict[str, Any]:
    asks = [{"id": f"c{number}", "name": "refund", "args": ORDER} for number in range(1, calls + 1)]
    return {
        "version": 1,
        "runId": "r1",
        "history": [
            {"role": "user", "content": "Refund A-1"},
            {"role": "assistant", "content": "", "toolCalls": asks},
            *more,
        ],
        "lastCompletedIteration": 1,
        "originalInput": {"message": "Refund A-1"},
        "checkpointedAt": 1,
    }


def stored(data: dict[str, Any]) -> dict[str, Any]:
    return {"format": "conversation-v1", "savedAt": 1, "data": data}


def pause(calls: int = 1, **pending: Any) -> dict[str, Any]:
    return {
        "format": "flowchart-v1",
        "savedAt": 1,
        "data": {
            "checkpoint": {"pausedStageId": "tools", "sharedState": {}, "subflowPath": []},
            "conversation": conversation(calls=calls),
            "pending": {"pauseData": {"ask": {"question": "Refund?"}}, **pending},
        },
    }


class Program:
    """A program with one session `s` at a pause."""

    def __init__(self, path: Path) -> None:
        self.store = open_store(path)
        self.rows = Rows()
        self.door = EnvelopeDoor(self.store, self.rows, agent="shop")
        self.ran: list[str] = []

    def refund(self, order: str) -> str:
        self.ran.append(order)
        return f"refunded {order}"

    def asks(self, calls: int = 1) -> None:
        """Store a pause and ask about its calls."""
        self.rows.put("s", pause(calls))
        gated = [GatedCall(f"c{number}", "refund", ORDER, self.refund) for number in range(1, calls + 1)]
        self.door.ask("s", gated)

    def waiting(self) -> list[Any]:
        with self.store.read() as connection:
            return asked_calls(connection, "s")

    def decides(self, *decisions: str, note: str | None = None) -> None:
        """Answer what waits, as the desk does."""
        answers = [
            Answer(call.request, call.digest, decision, note)
            for call, decision in zip(self.waiting(), decisions, strict=True)
        ]
        DeskDoor(self.store, by="Ada").submit("s", answers, "-".join(call.request for call in self.waiting()))

    def runs(self, hand: Hand) -> bytes:
        """Make what was approved and go on to the end."""
        results = [
            {"role": "tool", "toolCallId": call.call_id, "content": hand.call(call, ORDER, self.refund)}
            for call in hand.approved
        ]
        told = json.loads(closed_conversation(hand.envelope, at=1, declined=hand.declined))
        history = told["data"]["history"]
        names = {result["toolCallId"] for result in results}
        kept = [entry for entry in history if entry.get("toolCallId") not in names]
        end = {"role": "assistant", "content": "Done."}
        return json.dumps(stored({**told["data"], "history": [*kept[:2], *results, *kept[2:], end]})).encode()

    def one(self, sql: str) -> Any:
        with self.store.read() as connection:
            return connection.exec_driver_sql(sql).scalar()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path / "store.db")
    yield made
    with made.store.read() as connection:
        told, now = replay(audit_moves(connection, "s")), states_now(connection, "s")
    made.store.close()
    assert contradictions(told, now) == []


def results(envelope: bytes | None) -> list[str]:
    assert envelope is not None
    history = read_conversation(json.loads(envelope)).history
    return [entry.content for entry in history if entry.role == "tool"]


# -- the whole way -----------------------------------------------------------------------------------------------------


def test_an_approved_call_runs_once_and_its_conversation_takes_the_pause_s_place(program: Program) -> None:
    program.asks()
    assert [one["id"] for one in program.rows.value()["data"]["pending"]["requests"]] == [
        call.request for call in program.waiting()
    ]
    with pytest.raises(ResumeDecisionError) as waits:
        program.door.message("s")
    assert waits.value.code == "waiting"
    assert program.door.answer("s", program.runs) is None  # nobody has answered
    program.decides("approve")
    assert program.door.answer("s", program.runs) == "done"
    assert program.ran == ["A-1"]
    assert results(program.door.message("s")) == ["refunded A-1"]
    assert program.one("SELECT ending FROM sessions") == "finished"
    with pytest.raises(ResumeDecisionError) as again:
        program.door.answer("s", program.runs)
    assert again.value.code == "nothing-waiting"


def test_of_two_calls_the_declined_one_reads_the_note(program: Program) -> None:
    program.asks(2)
    program.decides("approve", "decline", note="Ask for the receipt.")
    assert program.door.answer("s", program.runs) == "done"
    assert program.ran == ["A-1"]
    ran, declined = results(program.door.message("s"))
    assert ran == "refunded A-1"
    assert "Ask for the receipt." in declined


def test_two_doors_take_an_answer_up_once(program: Program) -> None:
    program.asks()
    program.decides("approve")
    said: list[str] = []
    go = threading.Barrier(2)

    def takes() -> None:
        go.wait()
        try:
            said.append(str(program.door.answer("s", program.runs)))
        except ResumeDecisionError as refused:
            said.append(refused.code)

    threads = [threading.Thread(target=takes) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert program.ran == ["A-1"]
    assert "done" in said
    assert set(said) <= {"done", "running", "None", "already-answered", "nothing-waiting"}


# -- after a failure ---------------------------------------------------------------------------------------------------

NEWER = pause(requests=[{**dict.fromkeys(("ledger", "incarnation", "callDigest", "toolDigest", "chainDigest"), "x"),
                         "id": "newer", "callId": "c9"}])  # fmt: skip
PROGRESSED = stored(conversation({"role": "tool", "toolCallId": "c1", "content": "its own result"}))


def fails_after_the_call(program: Program, then: Callable[[], None]) -> Callable[[Hand], bytes]:
    def run(hand: Hand) -> bytes:
        hand.call(hand.approved[0], ORDER, program.refund)
        then()
        raise ConnectionError("the provider is down")

    return run


def _failed(program: Program, run: Callable[[Hand], bytes], error: type[BaseException] = ConnectionError) -> None:
    program.asks()
    program.decides("approve")
    with pytest.raises(error):
        program.door.answer("s", run)
    program.rows.unreadable = program.rows.unwritable = False
    program.rows.before_write = lambda: None
    assert program.one("SELECT count(*) FROM leases WHERE name = 'session:s'") == 0


def test_after_a_used_answer_the_pause_is_marked_and_goes_on_from_the_recorded_result(program: Program) -> None:
    _failed(program, fails_after_the_call(program, lambda: None))
    read = read_stored_session(program.rows.kept["s"].envelope)
    assert read.answered is not None
    assert read.answered.answered["outcome"] == "failed"
    assert program.one("SELECT outcome FROM runs ORDER BY fence DESC LIMIT 1") == "failed"
    with pytest.raises(ResumeDecisionError) as again:
        program.door.answer("s", program.runs)
    assert again.value.code == "already-answered"
    assert results(program.door.message("s")) == ["refunded A-1"]
    assert program.ran == ["A-1"]


@pytest.mark.parametrize("found", [NEWER, stored(conversation() | {"history": []})])
def test_after_a_used_answer_what_is_newer_is_left_alone(program: Program, found: dict[str, Any]) -> None:
    _failed(program, fails_after_the_call(program, lambda: program.rows.put("s", found)))
    assert program.rows.value() == found


def test_after_a_used_answer_a_session_that_is_gone_stays_gone(program: Program) -> None:
    _failed(program, fails_after_the_call(program, program.rows.kept.clear))
    assert program.rows.kept == {}


def test_after_a_used_answer_the_run_s_own_conversation_keeps_its_results(program: Program) -> None:
    _failed(program, fails_after_the_call(program, lambda: program.rows.put("s", PROGRESSED)))
    assert program.rows.value() == PROGRESSED
    assert results(program.door.message("s")) == ["its own result"]


def test_what_the_run_s_own_conversation_left_open_is_settled_from_the_record(program: Program) -> None:
    _failed(program, fails_after_the_call(program, lambda: program.rows.put("s", stored(conversation()))))
    assert results(program.rows.kept["s"].envelope) == ["refunded A-1"]


@pytest.mark.parametrize("found", [b"\xff{", b'{"format": "conversation-v9", "data": {}}'])
def test_unreadable_bytes_are_moved_aside_before_the_mark(program: Program, found: bytes) -> None:
    _failed(program, fails_after_the_call(program, lambda: program.rows.put("s", found)))
    assert read_stored_session(program.rows.kept["s"].envelope).answered is not None
    assert program.one("SELECT body FROM set_aside") == found


def test_a_store_that_cannot_be_read_is_marked_by_the_version_that_was_handed_over(program: Program) -> None:
    _failed(program, fails_after_the_call(program, lambda: setattr(program.rows, "unreadable", True)))
    assert read_stored_session(program.rows.kept["s"].envelope).answered is not None


def test_a_row_that_moved_while_it_could_not_be_read_is_left_alone(program: Program) -> None:
    def moves() -> None:
        program.rows.put("s", NEWER)
        program.rows.unreadable = True

    _failed(program, fails_after_the_call(program, moves))
    assert program.rows.value() == NEWER


def test_a_row_that_moves_between_the_reading_and_the_mark_is_left_alone(program: Program) -> None:
    def fails() -> None:
        program.rows.before_write = lambda: program.rows.put("s", NEWER)

    _failed(program, fails_after_the_call(program, fails))
    assert program.rows.value() == NEWER


def test_a_mark_that_cannot_be_written_is_told_with_the_run_s_own_error(program: Program) -> None:
    program.asks()
    program.decides("approve")
    run = fails_after_the_call(program, lambda: setattr(program.rows, "unwritable", True))
    with pytest.raises(ConnectionError, match="provider") as failed:
        program.door.answer("s", run)
    assert "could not be marked" in failed.value.__notes__[0]
    assert program.one("SELECT count(*) FROM audit WHERE event = 'mark-not-written'") == 1
    # What the ledger knows is enough: nothing runs a second time, and a message goes on from the record.
    program.rows.unwritable = False
    assert program.door.answer("s", program.runs) is None
    assert results(program.door.message("s")) == ["refunded A-1"]
    assert program.ran == ["A-1"]


def test_an_answer_that_was_not_used_is_kept_and_can_be_given_again(program: Program) -> None:
    def run(hand: Hand) -> bytes:
        raise ConnectionError("before anything ran")

    _failed(program, run)
    assert read_stored_session(program.rows.kept["s"].envelope).waiting is not None
    assert program.one("SELECT state FROM answers") == "kept"
    program.rows.before_write = lambda: None
    (again,) = program.waiting()
    DeskDoor(program.store, by="Ada").submit("s", [Answer(again.request, again.digest, "approve")], "again")
    assert program.door.answer("s", program.runs) == "done"
    assert program.ran == ["A-1"]


def test_a_changed_tool_closes_the_pause_with_the_proof_that_nothing_ran(program: Program) -> None:
    def other(order: str) -> str:
        raise AssertionError(order)

    _failed(program, lambda hand: hand.call(hand.approved[0], ORDER, other), ResumeDecisionError)
    assert program.one("SELECT spent_code FROM requests") == "tool-changed"
    assert results(program.rows.kept["s"].envelope) == [NOT_RUN_UNANSWERABLE]
    assert program.ran == []


def test_changed_arguments_close_it_too(program: Program) -> None:
    changed = {"order": "A-2"}
    _failed(program, lambda hand: hand.call(hand.approved[0], changed, program.refund), ResumeDecisionError)
    assert results(program.rows.kept["s"].envelope) == [NOT_RUN_UNANSWERABLE]
    assert program.ran == []


def test_a_call_that_raises_is_recorded_before_the_run_hears_of_it(program: Program) -> None:
    def run(hand: Hand) -> bytes:
        return hand.call(hand.approved[0], {"order": None}, program.refund)  # type: ignore[no-any-return]

    def raises(order: str) -> str:
        program.ran.append(order)
        raise ValueError("no such order")

    program.refund = raises  # type: ignore[method-assign]
    _failed(program, lambda hand: hand.call(hand.approved[0], ORDER, raises), ValueError)
    (told,) = results(program.door.message("s"))
    assert "ValueError: no such order" in told
    assert "may have taken effect" in told


def test_a_result_that_cannot_be_stored_is_a_failed_answer(program: Program) -> None:
    def run(hand: Hand) -> bytes:
        body = program.runs(hand)
        program.rows.put("s", NEWER)
        return body

    _failed(program, run, ResumeDecisionError)
    assert program.rows.value() == NEWER
    assert program.ran == ["A-1"]


@pytest.mark.parametrize("body", [b"", b"{}", b'{"format": "flowchart-v1", "data": {}}'])
def test_a_result_that_is_no_session_is_never_stored(program: Program, body: bytes) -> None:
    def run(hand: Hand) -> bytes:
        program.runs(hand)
        return body

    _failed(program, run, EnvelopeError)
    assert read_stored_session(program.rows.kept["s"].envelope).answered is not None


# -- messages ----------------------------------------------------------------------------------------------------------


def test_a_session_that_was_never_written_goes_on_from_nothing(program: Program) -> None:
    assert program.door.message("s") is None
    with pytest.raises(ResumeDecisionError) as absent:
        program.door.answer("s", program.runs)
    assert absent.value.code == "no-session"


def test_an_unreadable_session_is_not_an_absent_one(program: Program) -> None:
    program.rows.put("s", b"{")
    for work in (lambda: program.door.message("s"), lambda: program.door.answer("s", program.runs)):
        with pytest.raises(EnvelopeError):
            work()
    assert program.rows.kept["s"].envelope == b"{"


def test_a_conversation_goes_on_as_it_is_and_an_open_call_is_settled_first(program: Program) -> None:
    program.rows.put("s", PROGRESSED)
    before = program.rows.kept["s"]
    assert program.door.message("s") == before.envelope
    assert program.rows.kept["s"] == before
    program.rows.put("s", stored(conversation()))
    body = program.door.message("s")
    assert results(body) == [OUTCOME_NOT_RECORDED]
    assert program.rows.kept["s"].envelope == body


def test_a_pause_that_recorded_no_request_is_closed_with_what_was_asked_of_it(program: Program) -> None:
    program.asks()
    program.rows.put("s", pause())  # as a crash between the minting and the naming leaves it
    assert results(program.door.message("s")) == [OUTCOME_NOT_RECORDED]
    assert program.waiting() == []


def test_a_pause_is_asked_about_once(program: Program) -> None:
    program.asks()
    for envelope in (program.rows.kept["s"].envelope, stored(conversation())):
        program.rows.put("s", envelope)
        with pytest.raises(EnvelopeError):
            program.door.ask("s", [GatedCall("c1", "refund", ORDER, program.refund)])
    assert len(program.waiting()) == 1


def test_a_pause_that_is_written_while_it_is_asked_about_takes_its_questions_back(program: Program) -> None:
    program.rows.put("s", pause())
    program.rows.before_write = lambda: program.rows.put("s", PROGRESSED)
    with pytest.raises(ResumeDecisionError) as moved:
        program.door.ask("s", [GatedCall("c1", "refund", ORDER, program.refund)])
    assert moved.value.code == "running"
    assert program.waiting() == []
    assert program.rows.value() == PROGRESSED


# -- the README --------------------------------------------------------------------------------------------------------


def test_the_example_of_the_readme_runs(repository: Path, tmp_path: Path) -> None:
    text = (repository / "README.md").read_text(encoding="utf-8")
    section = text.partition("## Using the core")[2].partition("\n## ")[0]
    example = "\n".join(line[4:] for line in section.splitlines() if line.startswith("    ") or not line)
    before, asked, after = example.partition('door.answer("chat-1", run)')
    assert asked

    def go_on(envelope: bytes, told: dict[str, str], declined: list[Any]) -> bytes:
        value = json.loads(closed_conversation(envelope, at=1, declined=declined))
        for entry in value["data"]["history"]:
            if entry.get("toolCallId") in told:
                entry["content"] = told[entry["toolCallId"]]
        return json.dumps(value).encode()

    envelope = json.dumps(pause()).replace('"c1"', '"call_1"').encode()
    names: dict[str, Any] = {"path": tmp_path / "ledger.db", "pause": envelope, "go_on": go_on}
    exec(compile(before, "README.md", "exec"), names)  # the example is ours
    ledger = names["ledger"]
    with ledger.read() as connection:
        (call,) = asked_calls(connection, "chat-1")
    DeskDoor(ledger, by="Ada").submit("chat-1", [Answer(call.request, call.digest, "approve")], "s")
    exec(compile(asked + after, "README.md", "exec"), names)
    assert results(names["kept"]["chat-1"].envelope) == ["refunded A-1"]
    ledger.close()
