"""Long texts are read in steps, and what is found, escaped and masked is what one reading of the whole finds."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hostile import HOSTILE, SECRETS

from pausedesk.core.rules import long_texts, redaction, visible
from pausedesk.core.rules.long_texts import each, lines_of, size_of, words_in

SECRET_TEXTS = [template.format(secret) for template, secret in SECRETS.values()]
PARTS = st.sampled_from(
    [
        *SECRET_TEXTS,
        *(text[:40] for text in HOSTILE.values()),
        *('token="', '"', "\\", "\n", " ", "password: ", "Bearer ", "--api-key ", "eyJ", ".", "x" * 30, "A1b2" * 8),
        *("://u:", "@", "\u00a0", "\u00a0 ", "\u0301", "e", "cookie: a=", ";", "-----BEGIN PRIVATE KEY-----", "-u "),
        *("=", "'"),
    ]
)


@pytest.fixture(autouse=True)
def _short_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_texts, "LONG", 10)
    monkeypatch.setattr(long_texts, "STEP", 7)
    monkeypatch.setattr(long_texts, "REACH", 20)
    monkeypatch.setattr(each, "__kwdefaults__", {"step": 7, "reach": 400})


@given(st.lists(PARTS, max_size=20).map("".join))
def test_each_pattern_finds_in_steps_what_it_finds_at_once(text: str) -> None:
    for pattern, head in redaction._HEADS.items():
        found = [match.span() for match in each(pattern, head, text)]
        assert found == [match.span() for match in pattern.finditer(text)], pattern.pattern
    found = [match.span() for match in each(visible._ANY, visible._BEGINS, text)]
    assert found == [match.span() for match in visible._ANY.finditer(text)]


def test_a_match_of_any_length_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(each, "__kwdefaults__", {"step": 7, "reach": 200})
    for text in (
        'password="' + "x y" * 5000 + '" and more',
        "Bearer a1" + "b" * 5000,
        "eyJ" + "a" * 5000 + "." + "b" * 5000 + ".c",
        "ls" + "\u00a0 " * 5000,
        "-----BEGIN PRIVATE KEY-----" + "x\n" * 5000 + "-----END PRIVATE KEY-----",
    ):
        for pattern, head in [*redaction._HEADS.items(), (visible._ANY, visible._BEGINS)]:
            at_once = [match.span() for match in pattern.finditer(text)]
            assert [match.span() for match in each(pattern, head, text)] == at_once


@given(st.text(alphabet="a\n", max_size=60))
def test_lines_are_cut_as_at_once(text: str) -> None:
    assert lines_of(text) == text.split("\n")


@given(st.lists(PARTS, max_size=20).map("".join))
def test_words_and_sizes_are_told_in_steps_as_at_once(text: str) -> None:
    assert words_in(redaction._ALL_HINTS, text) == {word for word in redaction._ALL_HINTS if word in text.lower()}
    assert size_of(text) == len(text.encode("utf-8", "surrogatepass"))


def test_no_step_looks_further_than_it_says() -> None:
    class Seen:
        reach = 0

        def search(self, text: str, at: int, end: int) -> None:
            self.reach = max(self.reach, end - at)

    seen = Seen()
    assert list(each(re.compile("x"), seen, "a" * 1000)) == []  # type: ignore[arg-type]
    assert seen.reach == 407
