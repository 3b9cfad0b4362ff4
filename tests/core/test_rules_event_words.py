"""What an audit event says in words: each one the store writes has its own sentence, and none claims too much."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pausedesk.core
from pausedesk.core.model.wording import Worded
from pausedesk.core.rules.event_words import EVENT_WORDS, event_words

CORE = Path(pausedesk.core.__file__).parent
# The events whose name is made of a state or a kind, by what stands in the code.
MADE = {
    "str(_state_of(code))": {"closed", "expired"},
    "str(state)": {"kept", "submitted"},
    "f'call-{kind}'": {"call-done", "call-raised", "call-asked"},
    "f'{kind}-began'": {"run-began", "answer-began", "resume-began", "close-began"},
    "ROTATED": set(),  # of no session: never on a card
}


def written() -> Iterator[str]:
    """Every event that the code writes for a session."""
    for file in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "write_audit":
                session, event = node.args[1:3]
                if isinstance(session, ast.Constant) and session.value is None:
                    continue
                if isinstance(event, ast.Constant):
                    yield str(event.value)
                else:
                    yield from MADE[ast.unparse(event)]


def test_each_event_of_a_session_has_its_sentence_and_no_sentence_is_of_no_event() -> None:
    assert set(written()) == set(EVENT_WORDS)


@pytest.mark.parametrize(
    ("event", "data", "words"),
    [
        ("answer-submitted", {"decision": "approve", "digest": "d"}, "Approved refund"),
        ("answer-submitted", {"decision": "decline"}, "Declined refund"),
        ("decision-spent", {"decision": "approve"}, "The approval of refund was spent: it may start, once"),
        ("decision-spent", {"decision": "decline"}, "The decline of refund was written down for the agent"),
        ("answer-submitted", {"decision": "answer"}, "Answered refund"),
        ("answer-submitted", {"decision": "skip"}, "Skipped refund"),
        ("decision-spent", {"decision": "answer"}, "The answer to refund was written down for the agent"),
        ("decision-spent", {"decision": "skip"}, "The skip of refund was written down for the agent"),
        ("run-ended", {"outcome": "done"}, "The run finished"),
        ("run-ended", {"outcome": "paused"}, "The run paused"),
        ("run-ended", {"outcome": "failed", "why": "no model"}, "The run ended (failed): no model"),
        ("run-ended", {"outcome": "died"}, "The run ended (died)"),
        ("paused", {"calls": ["refund", "send"]}, "Stopped to ask: refund, send"),
        ("call-raised", {"tool": "refund", "error": "E: no"}, "refund raised an error: E: no"),
        ("may-have-run", {"tool": "refund"}, "refund may have run: nobody recorded its end"),
        ("call-settled", {"end": "ran"}, "A person settled that refund ran"),
        ("call-settled", {"end": "did-not-run"}, "A person settled that refund did not run"),
        ("call-settled", {"end": "unknown"}, "A person settled that nobody knows whether refund ran"),
        ("claimed", {"holder": "ada", "before": "bo"}, "ada takes care of the session, after bo"),
        ("claimed", {"holder": "ada", "before": None}, "ada takes care of the session"),
        ("held", {"why": None}, "Held the session"),
        ("held", {"why": "audit"}, "Held the session: audit"),
        ("kept", {"code": "stale-approval"}, "The answer about refund was kept and not handed over: stale-approval"),
        ("call-repeated", {"attempt": 2}, "refund was started again, attempt 2"),
        ("owner-gone", {"owner": "0123456789abcdef01"}, "Said that it is gone: 012345…"),
        ("some-new_event", {"a": 1, "moved": [], "b": None}, "some new event: a 1"),
        ("some-new_event", {}, "some new event"),
    ],
)
def test_the_words_of_an_event(event: str, data: dict[str, object], words: str) -> None:
    assert event_words(event, data, "refund") == words


@pytest.mark.parametrize("event", sorted({*EVENT_WORDS, "of another version"}))
def test_an_event_without_its_data_or_with_hostile_data_has_safe_words(event: str) -> None:
    assert event_words(event, {})
    hostile = "a\u202eb\nBearer abcdefghijklmnop0123456789"
    names = ("tool", "why", "error", "owner", "door", "agent", "place", "source", "holder", "before", "code", "end")
    words = event_words(event, dict.fromkeys(names, hostile), hostile)
    assert "\u202e" not in words
    assert "\n" not in words
    assert "abcdefghijklmnop" not in words


def test_what_the_window_says_is_a_text_it_can_say_in_another_language() -> None:
    assert all(isinstance(event_words(event, {}), Worded) for event in EVENT_WORDS)
