"""Who looks at a session and who takes care of it: told to all, gone with its window, in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.views import Attention
from pausedesk.core.store import attention as at_it
from pausedesk.core.store import holds
from pausedesk.core.store.attention import STALE_MS
from pausedesk.core.store.engine import Store, now_ms, open_store
from pausedesk.core.store.forgetting import forget_sessions
from pausedesk.core.store.reads import Reader
from pausedesk.core.store.sessions import AgentRef, create_session


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path / "store.db")
    for session in ("a", "b"):
        create_session(made, AgentRef("agent", "bench:agent", "python", "/"), session=session, title=session)
    yield made
    made.close()


def _at(store: Store, later: int = 0) -> Attention:
    with store.read() as connection:
        return at_it.attention(connection, now_ms() + later)


def test_a_window_is_where_it_said_last_until_it_leaves_or_says_nothing_more(store: Store) -> None:
    at_it.look_at(store, "w1", "a", by="ada")
    at_it.look_at(store, "w2", "a", by="mira")
    assert [(one.viewer, one.session, one.by) for one in _at(store).looks] == [("w1", "a", "ada"), ("w2", "a", "mira")]
    at_it.look_at(store, "w1", "b", by="ada")
    at_it.look_at(store, "w2", None, by="mira")
    assert [(one.viewer, one.session) for one in _at(store).looks] == [("w1", "b")]
    assert _at(store, STALE_MS - 5_000).looks
    # One whose process was killed says nothing; neither does one that spoke before the clock was put back.
    assert not _at(store, STALE_MS + 1_000).looks
    assert not _at(store, -STALE_MS - 1_000).looks


def test_who_looks_is_no_change_of_a_session(store: Store) -> None:
    with store.read():
        reader = Reader(store)
    before, version = reader.changes_since(0), reader.data_version()
    at_it.look_at(store, "w1", "a", by="ada")
    assert reader.changes_since(0) == before
    # And yet another window hears of it.
    assert reader.data_version() != version
    assert reader.attention().looks[0].by == "ada"
    reader.close()


def test_a_claim_is_handed_over_and_let_go_and_is_in_the_audit(store: Store) -> None:
    at_it.claim(store, "a", by="ada")
    at_it.claim(store, "a", by="ada", to=" mira ")
    (claim,) = _at(store).claims
    assert (claim.session, claim.by) == ("a", "mira")
    assert at_it.let_go(store, "a", by="ada")
    assert not at_it.let_go(store, "a", by="ada")
    assert _at(store).claims == ()


@pytest.mark.parametrize(
    ("session", "by", "to", "code"),
    [
        ("a", " ", None, "decision-required"),
        ("a", "ada", " ", "decision-required"),
        ("none", "ada", None, "no-session"),
    ],
)
def test_a_claim_that_cannot_be_is_refused(store: Store, session: str, by: str, to: str | None, code: str) -> None:
    with pytest.raises(ResumeDecisionError) as refused:
        at_it.claim(store, session, by=by, to=to)
    assert refused.value.code == code
    assert _at(store).claims == ()


def test_what_is_forgotten_is_nobodys(store: Store) -> None:
    at_it.claim(store, "a", by="ada")
    at_it.look_at(store, "w1", "a", by="ada")
    with store.write() as connection:
        connection.exec_driver_sql("UPDATE sessions SET ending = 'finished'")
    forget_sessions(store, ["a"], by="ada")
    assert _at(store) == Attention()


def test_a_hold_on_everything_is_told_and_one_on_a_session_is_not(store: Store) -> None:
    holds.hold(store, "a", by="ada")
    assert _at(store).hold is None
    holds.hold(store, None, by="ada", why="audit")
    standing = _at(store).hold
    assert standing is not None
    assert (standing.by, standing.why) == ("ada", "audit")
