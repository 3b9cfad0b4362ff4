"""The history of a session is read before the write lock is held, and is the newest one all the same."""

from __future__ import annotations

import re

import pytest
from tests.benchmarks.counting import counted
from tests.core.inside import SESSION, Inside, appends

from pausedesk.core.store import sight
from pausedesk.core.store.engine import Store
from pausedesk.core.store.past import load_history, read_past
from pausedesk.core.store.sessions import standing_of
from pausedesk.core.store.sight import Sight


def test_no_history_is_read_while_the_write_lock_is_held(inside: Inside) -> None:
    inside.run([appends("a")], "the end", "more")
    with counted(inside.store) as found:
        inside.answer()
        inside.run(prompt="more")
    held, reads = False, []
    for statement in (re.sub(r"\s+", " ", one) for one in found.statements):
        held = statement.startswith("BEGIN IMMEDIATE") or (held and not statement.startswith("BEGIN"))
        if "messages.body" in statement and "LIMIT" not in statement:
            reads.append((held, statement))
    assert len(reads) == 2
    assert [statement for held, statement in reads if held] == []


def test_a_turn_that_comes_between_the_look_and_the_lock_is_handed_over(
    inside: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside.run("one", "two", "three")
    looks = 0

    def overtaken(store: Store, session: str, stale_ms: int | None) -> Sight:
        nonlocal looks
        looks += 1
        seen = look(store, session, stale_ms)
        if looks == 1:
            inside.run(prompt="between")
        return seen

    look = sight.look
    monkeypatch.setattr(sight, "look", overtaken)
    assert inside.run(prompt="last").output == "three"
    assert looks == 2
    with inside.store.read() as connection:
        stored, _ = load_history(connection, SESSION)
    assert [message["parts"][-1]["content"] for message in stored] == ["go", "one", "between", "two", "last", "three"]


def test_a_result_that_comes_between_the_look_and_the_lock_is_handed_over(inside: Inside) -> None:
    inside.run([appends("a")], "the end")
    with inside.store.read() as connection:
        past = read_past(connection, SESSION)
    assert past is not None
    inside.answer()
    with inside.store.read() as connection:
        newest = read_past(connection, SESSION)
        standing = standing_of(connection, SESSION)
    assert newest is not None
    assert past.version != standing.version == newest.version


def test_a_session_that_is_not_there_has_no_past(inside: Inside) -> None:
    with inside.store.read() as connection:
        assert read_past(connection, "nowhere") is None
