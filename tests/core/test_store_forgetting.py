"""Forgetting: texts go for good, what waits or may have run never goes, and a late answer is told what became of it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.core.support import Bench, call
from tests.core.test_store_imported import CONSENT, QUESTION, conversation, encoded

from pausedesk.core.errors import PausedeskError, StoreError
from pausedesk.core.model.states import Ending
from pausedesk.core.rules.forgetting import ForgetFacts, facts_of_event, refuse_forgetting
from pausedesk.core.run.desk import Desk
from pausedesk.core.run.forgetting import forget_older_than
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store.answering import NewAnswer, submit_answers
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.engine import integrity, open_store
from pausedesk.core.store.forgetting import forget_older, forget_sessions
from pausedesk.core.store.imported import import_envelope
from pausedesk.core.store.reads import Reader
from pausedesk.core.store.resumes import submit_resume
from pausedesk.core.store.sessions import begin_run

SECRETS = ("marzipan", "quicksilver", "basilisk", "obsidian", "heliotrope")


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        (ForgetFacts(0, 0, 0, Ending.FINISHED), None),
        (ForgetFacts(0, 0, 0, Ending.UNREADABLE), None),
        (ForgetFacts(0, 0, 0, Ending.TOOLS_INTERRUPTED), None),
        (ForgetFacts(1, 0, 0, Ending.APPROVED_NOT_STARTED), "waiting"),
        (ForgetFacts(0, 0, 0, Ending.WAITING_APPROVAL), "waiting"),
        (ForgetFacts(0, 0, 1, Ending.FINISHED), "running"),
        (ForgetFacts(0, 1, 0, Ending.MAY_HAVE_RUN), "may-have-run"),
        (ForgetFacts(1, 1, 1, Ending.RUNNING), "may-have-run"),
    ],
)
def test_only_what_is_over_may_be_forgotten(facts: ForgetFacts, code: str | None) -> None:
    refusal = refuse_forgetting("s", facts)
    assert (refusal and refusal.code) == code


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        ('{"why": "marzipan", "code": "done", "moved": [["run", "r", "done"]]}', {"code": "done"}),
        ('{"decision": "approve", "digest": "sha256:d", "note": "x"}', {"decision": "approve", "digest": "sha256:d"}),
        ('{"code": ["marzipan"]}', {}),
        ('["marzipan"]', {}),
        ("marzipan", {}),
        ("{}", {}),
    ],
)
def test_an_event_keeps_its_facts_and_no_text(data: str, kept: dict[str, str]) -> None:
    assert json.loads(facts_of_event(data)) == kept


class Program:
    """A program whose sessions hold secrets wherever a session can hold a text."""

    def __init__(self, path: Path) -> None:
        self.desk = Desk(path)
        self.agent: Agent[None, str] = Agent(FunctionModel(self._model), name="keeper")
        self.agent.tool_plain(requires_approval=True)(self.act)

    def act(self, text: str) -> str:
        """Do something."""
        if text.startswith("raise"):
            raise ValueError(text)
        return f"quicksilver {text}"

    def _model(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        turn = sum(message.kind == "response" for message in messages)
        said = str(messages[0].parts[-1].content)  # type: ignore[union-attr]
        if turn < 2:
            return ModelResponse(parts=[ToolCallPart("act", {"text": said}, tool_call_id=f"c{turn}")])
        return ModelResponse(parts=[TextPart(f"obsidian {said}")])

    def requests(self, session: str) -> list[tuple[str, str]]:
        """The requests that wait, each with its digest."""
        with self.desk.store.read() as connection:
            return [(one.request, one.digest) for one in asked_calls(connection, session)]

    def finished(self, prompt: str) -> str:
        """A session that asked twice, was approved and declined, and ended."""
        session = self.desk.run(self.agent, prompt).session
        for approve in (True, False):
            ((request, _),) = self.requests(session)
            self.desk.answer(self.agent, session, approve=approve, request=request, note="heliotrope no", by="Ada")
        return session

    def on_disk(self) -> bytes:
        """Every byte of the store and of what stands beside it."""
        files = self.desk.store.path.parent.glob(f"{self.desk.store.path.name}*")
        return b"".join(file.read_bytes() for file in files if not file.name.endswith("-shm"))


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path / "store.db")
    yield made
    made.desk.close()


def refused(work: Callable[[], object]) -> PausedeskError:
    with pytest.raises(PausedeskError) as error:
        work()
    return error.value


def test_no_byte_of_what_was_forgotten_is_left_and_the_others_are_whole(program: Program) -> None:
    stays = [program.finished(f"raise or stay {number} " + "y" * 3_000) for number in range(3)]
    goes = [program.finished(f"{'marzipan' * 300} {number}") for number in range(3)]
    more = [program.finished(f"stay more {number}") for number in range(3)]
    store = program.desk.store
    import_envelope(store, encoded(conversation(runId="basilisk " * 500)), source="o", source_ref="r",
                    session="theirs", title="basilisk")  # fmt: skip
    program.desk.run(program.agent, "marzipan on", session="theirs")
    ((request, _),) = program.requests("theirs")
    program.desk.answer(program.agent, "theirs", approve=False, request=request, by="Ada")
    before = program.on_disk()
    assert [secret for secret in SECRETS if secret.encode() not in before] == []
    kept = [*stays, *more]
    cards = [_card(program, one) for one in kept]
    forget_sessions(store, [*goes, "theirs"], by="Ada")
    left = program.on_disk()
    assert b"heliotrope" in left  # in the notes of those that stay
    assert [secret for secret in ("marzipan", "basilisk") if secret.encode() in left] == []
    assert [_card(program, one) for one in kept] == cards
    assert integrity(store) == []
    forget_sessions(store, kept, by="Ada")
    assert [secret for secret in SECRETS if secret.encode() in program.on_disk()] == []
    assert integrity(store) == []


def _card(program: Program, session: str) -> Any:
    reader = Reader(program.desk.store)
    try:
        return reader.card(session)
    finally:
        reader.close()


def test_a_late_answer_to_a_forgotten_session_is_told_what_became_of_its_question(program: Program) -> None:
    session = program.desk.run(program.agent, "marzipan").session
    ((first, digest),) = program.requests(session)
    program.desk.answer(program.agent, session, approve=True, request=first, by="Ada")
    ((second, _),) = program.requests(session)
    program.desk.answer(program.agent, session, approve=False, request=second, by="Ada")
    store = program.desk.store
    forget_sessions(store, [session], by="Ada")
    for request, became in ((first, "approved"), (second, "declined"), ("never", "")):
        given = [NewAnswer(request, digest, "approve")]
        late = refused(partial(submit_answers, store, session, given, by="Bob", submit_id="s"))
        assert late.code == "forgotten"
        assert "by Ada" in late.sentence
        assert became in late.sentence
    assert refused(lambda: program.desk.run(program.agent, "again", session=session)).code == "forgotten"
    assert refused(lambda: program.desk.resume(program.agent, session)).code == "forgotten"
    assert refused(lambda: forget_sessions(store, [session], by="Ada")).code == "forgotten"
    assert refused(lambda: submit_resume(store, session, by="Ada")).code == "forgotten"
    with store.read() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM executions").scalar_one() == 0


@pytest.mark.parametrize("by_age", [False, True])
def test_an_imported_question_that_no_answer_reaches_here_is_forgotten(program: Program, by_age: bool) -> None:
    store = program.desk.store
    session = import_envelope(store, encoded(QUESTION), source="o", source_ref="r", title="t")
    if by_age:
        assert forget_older(store, 2**60, by="Ada", really=False).sessions == [session]
        assert _card(program, session) is not None
        gone = forget_older(store, 2**60, by="Ada", really=True)
    else:
        gone = forget_sessions(store, [session], by="Ada")
    assert (gone.sessions, gone.kept) == ([session], [])
    assert _card(program, session) is None


def test_what_was_imported_and_forgotten_does_not_come_back_by_itself(program: Program) -> None:
    store = program.desk.store
    import_envelope(store, encoded(CONSENT), source="o", source_ref="r", session="theirs", title="t")
    forget_sessions(store, ["theirs"], by="Ada")
    again = lambda: import_envelope(store, encoded(CONSENT), source="o", source_ref="r", session="theirs", title="t")  # noqa: E731
    assert refused(again).code == "forgotten"


STATES: dict[str, Callable[[Program, str], object]] = {
    "waiting": lambda program, session: None,
    "submitted": lambda program, session: submit_answers(
        program.desk.store, session, [NewAnswer(*program.requests(session)[0], "approve")], by="Ada", submit_id="s"
    ),
    "may have run": lambda program, session: _change(program, "UPDATE executions SET state = 'may_have_run'"),
    "running": lambda program, session: _change(program, "UPDATE executions SET state = 'running'"),
    "held by a door": lambda program, session: begin_run(program.desk.store, session, "run", this_process(), LIVENESS),
    "to be resumed": lambda program, session: submit_resume(program.desk.store, session, by="Ada"),
}


def _change(program: Program, sql: str) -> None:
    with program.desk.store.write() as connection:
        connection.exec_driver_sql(sql)


@pytest.mark.parametrize("state", STATES)
def test_what_is_not_over_is_never_forgotten_however_old(program: Program, state: str) -> None:
    store = program.desk.store
    over = program.finished("is over")
    if state in ("waiting", "submitted"):
        session = program.desk.run(program.agent, "waits").session
    else:
        session, over = over, program.finished("is over")
        _change(program, f"DELETE FROM executions WHERE session_id = '{over}'")
    STATES[state](program, session)
    before = _rows(program)
    code = refused(lambda: forget_sessions(store, [over, session], by="Ada")).code
    assert code in ("waiting", "running", "may-have-run")
    assert _rows(program) == before  # all or none
    dry = forget_older(store, 2**60, by="Ada", really=False)
    assert dry.sessions == [over]
    assert [(one, refusal.code) for one, refusal in dry.kept] == [(session, code)]
    assert _rows(program) == before
    real = forget_older(store, 2**60, by="Ada", really=True)
    assert real.sessions == [over]
    assert _card(program, session) is not None
    assert _card(program, over) is None


def _rows(program: Program) -> list[Any]:
    tables = ("sessions", "messages", "requests", "answers", "executions", "notices", "audit", "forgotten")
    with program.desk.store.read() as connection:
        return [connection.exec_driver_sql(f"SELECT * FROM {table}").all() for table in tables]


def test_only_what_is_older_goes(program: Program) -> None:
    sessions = [program.finished(f"n{number}") for number in range(3)]
    for number, session in enumerate(sessions):
        _change(program, f"UPDATE sessions SET updated_at = {1_000 + number} WHERE id = '{session}'")
    assert forget_older(program.desk.store, 1_001, by="Ada", really=True).sessions == sessions[:1]
    assert forget_older(program.desk.store, 1_001, by="Ada", really=True).sessions == []


def test_a_reader_that_needs_the_old_bytes_is_said_and_they_can_be_erased_later(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    program = Program(path)
    session = program.finished("marzipan")
    program.desk.close()
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM sessions").fetchone()
    store = open_store(path, busy_ms=50)
    with pytest.raises(StoreError) as locked:
        forget_sessions(store, [session], by="Ada")
    assert locked.value.code == "store-locked"
    with store.read() as connection:
        assert connection.exec_driver_sql("SELECT session_id FROM forgotten").scalar_one() == session
    reader.execute("ROLLBACK")
    reader.close()
    store.erase_deleted()
    assert b"marzipan" not in path.read_bytes() + path.with_name("store.db-wal").read_bytes()
    store.close()


@pytest.mark.parametrize("days", [1e15, 1e20, 1e308, float("inf")])
def test_more_days_than_the_clock_counts_are_older_than_anything(program: Program, days: float) -> None:
    gone = forget_older_than(program.desk.store, days, by="Ada", really=True)
    assert (gone.sessions, gone.kept) == ([], [])


def test_the_command_says_first_and_forgets_what_is_named(bench: Bench) -> None:
    bench.script([call("append", "marzipan")], "the end")
    paused = bench.cli("run", "bench:agent", "go").json
    waits = bench.cli("forget", paused["session"])
    assert (waits.code, waits.json["code"]) == (4, "waiting")
    done = bench.cli("answer", paused["session"], "--request", paused["waiting"][0]["request"], "--approve")
    assert done.code == 0
    dry = bench.cli("forget", "--older-than", "0")
    assert dry.json == {"forgotten": [paused["session"]], "kept": [], "dry_run": True}
    assert bench.cli("list").json["total"] == 1
    gone = bench.cli("forget", paused["session"], "--by", "Ada", json_output=False)
    assert (gone.code, "forgotten" in gone.out) == (0, True)
    assert bench.cli("list").json["total"] == 0
    late = bench.cli("answer", paused["session"], "--request", paused["waiting"][0]["request"], "--approve")
    assert (late.code, late.json["code"]) == (4, "forgotten")
    assert bench.cli("show", paused["session"]).json["code"] == "forgotten"
    assert bench.cli("forget").json["forgotten"] == []
    assert bench.cli("forget", "a", "--older-than", "1").json["code"] == "forget-unclear"
    assert bench.cli("forget", "--yes").json["code"] == "forget-unclear"
    left = b"".join(file.read_bytes() for file in bench.store.parent.iterdir() if file.is_file())
    assert b"marzipan" not in left
    assert bench.lines() == ["marzipan"]
