"""What a turn costs in a session with a long past: persisting it costs what it costs in a new one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from tests.benchmarks.conftest import Rounds
from tests.benchmarks.counting import Counted, counted
from tests.benchmarks.filling import MESSAGES_OF_A_TURN, lengthen
from tests.benchmarks.hands import TurnRunner
from tests.benchmarks.measuring import Report

from pausedesk.core.model.states import Outcome
from pausedesk.core.run import drives
from pausedesk.core.run.door import Door
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import answering, sight
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.cards import read_card
from pausedesk.core.store.engine import Store, new_id, open_store
from pausedesk.core.store.past import Past
from pausedesk.core.store.sessions import AgentRef, create_session
from pausedesk.core.store.taking import ready_sessions

FEW, MANY = 10, 100_000
AGENT = AgentRef("bench", "bench:agent", "", "")
# Tables with a row or two in any store.
SMALL = {"leases", "meta", "CONSTANT"}


class Session:
    """One session of a store of its own, driven turn by turn."""

    def __init__(self, path: Path, messages: int) -> None:
        self.store: Store = open_store(path)
        self.runner = TurnRunner()
        self._door = Door(self.store, lambda ref: self.runner)
        self.id = create_session(self.store, AGENT, title="go")
        self.ask()
        self.answer()
        lengthen(self.store, self.id, messages - MESSAGES_OF_A_TURN)

    def ask(self) -> float:
        """One turn up to its pause; returns the seconds that storing it took."""
        assert self._door.run(self.id, "go").outcome is Outcome.PAUSED
        return self.runner.seconds

    def submit(self) -> str:
        """Approve what waits; returns the request."""
        with self.store.read() as connection:
            (asked,) = asked_calls(connection, self.id)
        answer = NewAnswer(asked.request, asked.digest, "approve")
        answering.submit_answers(self.store, self.id, [answer], by="bench", submit_id=new_id())
        return asked.request

    def answer(self) -> float:
        """Its answer; returns the seconds that the spend and the outcome took."""
        self.submit()
        result = self._door.answer(self.id)
        assert result is not None
        assert result.outcome is Outcome.DONE
        return self.runner.seconds

    def turn(self) -> Counted:
        """Both, counted."""
        with counted(self.store) as found:
            self.ask()
            self.answer()
        return found


@pytest.fixture(scope="module", autouse=True)
def past_is_not_read() -> Iterator[None]:
    """A drive reads the history once, for the model, which takes longer the longer it is: not measured here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sight, "read_past", lambda connection, session: Past(0, [], {}))
        patch.setattr(drives, "load_history", lambda connection, session, past: ([], {}))
        yield


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Session]]:
    """A session with a short past and one with a long one."""
    folder = tmp_path_factory.mktemp("long")
    opened = [Session(folder / f"{number}.db", number) for number in (FEW, MANY)]
    yield opened
    for one in opened:
        one.store.close()


def test_a_turn_is_persisted_at_the_same_cost_in_a_long_session(both: list[Session], report: Report) -> None:
    short, long = (one.turn() for one in both)
    few, many = short.steps_of, long.steps_of
    report.say(
        f"a turn and its answer, persisted in a session of {MANY:,} messages against one of {FEW}: "
        f"{many.total() / few.total():.2f} times the steps (aim 1), {long.queries} queries against {short.queries}"
    )
    assert long.queries == short.queries
    # An index with more entries is a step or two deeper, and nothing else is.
    grew = {words: (few[words], steps) for words, steps in many.items() if steps > 2 * few[words] + 60}
    assert grew == {}
    assert many.total() < 1.2 * few.total()


def test_a_turn_is_persisted_in_the_same_time_in_a_long_session(
    both: list[Session], report: Report, rounds: Rounds
) -> None:
    short, long = both

    def answered(session: Session) -> float:
        return session.ask() + session.answer()

    ratio = report.compare(
        f"a turn and its answer persisted, {MANY:,} messages against {FEW}",
        lambda: answered(long),
        lambda: answered(short),
        rounds(5, 40),
        aim=1,
    )
    assert ratio.times < 5


def test_no_statement_of_a_cycle_goes_through_a_table_that_grows(tmp_path: Path) -> None:
    """Not even by an index: what a decision costs must not follow from how much was ever decided in this store."""
    session = Session(tmp_path / "store.db", FEW)
    engine = session.store._engine
    sent: dict[str, Any] = {}

    @event.listens_for(engine, "before_cursor_execute")
    def note(_connection: Any, _cursor: Any, statement: str, given: Any, _context: Any, many: bool) -> None:
        sent[statement] = given[0] if many else given

    session.turn()
    session.ask()
    answering.withdraw_answer(session.store, session.id, session.submit(), by="bench")
    session.submit()
    with session.store.read() as connection:
        assert ready_sessions(connection, this_process(), LIVENESS) == [session.id]
        assert read_card(connection, session.id, LIVENESS) is not None
    event.remove(engine, "before_cursor_execute", note)
    found = []
    with session.store.read() as connection:
        for statement, given in sent.items():
            if statement.startswith(("SELECT", "UPDATE", "DELETE")):
                for *_, step in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given):
                    words = step.split()
                    whole = words[0] == "SCAN" and words[1] not in SMALL and not words[1].startswith(("anon", "("))
                    if whole or "AUTOMATIC" in words:
                        found.append(f"{step}: {statement}")
    session.store.close()
    assert found == []
    assert len(sent) > 40
