"""A SIGKILL around the spend of an answer to a plain question: it is given once, as it was, and nothing reads "ran"."""

from __future__ import annotations

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest
from tests.core.inside import SESSION, Inside, appends, question, refusal
from tests.faults.rig import in_a_fork, without_seals

from pausedesk.core.run.aftermath import look_around
from pausedesk.core.store.answering import withdraw_answer
from pausedesk.core.store.engine import open_store


def _killed(path: Path, script: list[object], point: str) -> None:
    with closing(open_store(path)) as store:
        store.failpoint = lambda reached: os.kill(os.getpid(), signal.SIGKILL) if reached == point else None
        Inside(store, script=script).take_up()


def _asked(path: Path, *turns: object) -> list[object]:
    without_seals()
    script = [*turns, "the end"]
    with closing(open_store(path)) as store:
        Inside(store).run(*script)
    return script


@pytest.mark.parametrize("point", ["witnessed", "spent", "handed-over"])
def test_a_door_that_is_killed_over_an_answer_gives_it_once(tmp_path: Path, point: str) -> None:
    path = tmp_path / "store.db"
    script = _asked(path, [question()])
    with closing(open_store(path)) as store:
        Inside(store).submit("answer", value='"red"')
    assert in_a_fork(lambda: _killed(path, script, point)) == signal.SIGKILL
    with closing(open_store(path)) as store:
        assert store.mistrusted is None
        look_around(store)
        inside = Inside(store, script=script)
        # Before its spend is committed the answer waits as it was given; after it, the history has it.
        result = inside.take_up() or inside.resume()
        assert (str(result.outcome), result.output) == ("done", "the end")
        assert [part["content"] for part in inside.read[-1]] == ["red"]
        assert inside.rows("SELECT state, value FROM answers") == [("spent", '"red"')]
        assert inside.card().unknown == ()
        assert inside.faults() == []


def test_an_answer_that_was_begun_is_not_given_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    script = _asked(path, [question()])
    with closing(open_store(path)) as store:
        request = Inside(store).submit("answer", value='"red"')
    assert in_a_fork(lambda: _killed(path, script, "witnessed")) == signal.SIGKILL
    with closing(open_store(path)) as store:
        look_around(store)
        inside = Inside(store, script=script)
        withdraw_answer(store, SESSION, request, by="Ada")
        inside.submit("answer", value='"blue"')
        assert refusal(inside.take_up).code == "ledger-changed"
        assert inside.read == []
        assert [state for (state,) in inside.rows("SELECT state FROM requests")] == ["closed"]
        assert inside.card().row.unknown_count == 0


def test_an_answer_and_an_approval_of_one_turn_are_each_used_once_over_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    script = _asked(path, [question(call="q1"), appends("a", "c1")])
    with closing(open_store(path)) as store:
        inside = Inside(store)
        inside.submit("answer", value='"red"')
        inside.submit("approve")
    assert in_a_fork(lambda: _killed(path, script, "handed-over")) == signal.SIGKILL
    with closing(open_store(path)) as store:
        look_around(store)
        inside = Inside(store, script=script)
        result = inside.take_up()
        assert result is not None
        assert (str(result.outcome), inside.lines) == ("done", ["a"])
        read = {part["tool_call_id"]: part["content"] for part in inside.read[-1] if "tool_call_id" in part}
        assert read == {"q1": "red", "c1": "appended a"}
        assert inside.rows("SELECT count(*) FROM answers WHERE state = 'spent'") == [(2,)]
