"""What looks like a secret is masked where it is shown; what is none stays readable."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.model.canonical import JsonValue
from pausedesk.core.rules.redaction import MASK, masked, masked_value

# Joined at run time, so that no scanner takes this file for a leak.
KEY = "sk-" + "proj-abcDEF123456789012345"
SECRET_TEXTS = [
    (f"use {KEY} please", f"use {MASK} please"),
    ("ghp_" + "a1B2" * 9, MASK),
    ("AKIA" + "ABCDEFGHIJKLMNOP", MASK),
    ("xoxb-" + "123456789012-abcdef", MASK),
    ("eyJ" + "hbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl", MASK),
    ("Bearer abc.def-123456", f"Bearer {MASK}"),
    ("Authorization: Basic dXNlcjpwYXNz", f"Authorization: Basic {MASK}"),
    ('{"authorization": "Bearer abcdef"}', f'{{"authorization": "Bearer {MASK}"}}'),
    ("postgres://ada:hunter2@db/x", f"postgres://ada:{MASK}@db/x"),
    ("https://ada:p@ss:word@host/p", f"https://ada:{MASK}@host/p"),
    ('{"api_key": "abc", "n": 1}', f'{{"api_key": "{MASK}", "n": 1}}'),
    ('{"apiKey":"a\\"b","x":"y"}', f'{{"apiKey":"{MASK}","x":"y"}}'),
    ('{"password": 1234}', f'{{"password": {MASK}}}'),
    ("{'client_secret': 'abc def'}", f"{{'client_secret': '{MASK}'}}"),
    ('"{\\"token\\": \\"abc\\"}"', f'"{{\\"token\\": \\"{MASK}\\"}}"'),
    ("PASSWORD=hunter2&user=ada", f"PASSWORD={MASK}&user=ada"),
    ("AWS_SECRET_ACCESS_KEY=abc/def", f"AWS_SECRET_ACCESS_KEY={MASK}"),
    ("access_token: abc, next", f"access_token: {MASK}, next"),
    ("tool --api-key abc --verbose", f"tool --api-key {MASK} --verbose"),
    ("tool --password 'a b' x", f"tool --password {MASK} x"),
    (
        "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nafter",
        f"-----BEGIN RSA PRIVATE KEY-----{MASK}-----END RSA PRIVATE KEY-----\nafter",
    ),
    ("-----BEGIN PRIVATE KEY-----\nMIIE cut off", f"-----BEGIN PRIVATE KEY-----{MASK}"),
]


@pytest.mark.parametrize(("text", "shown"), SECRET_TEXTS)
def test_a_secret_is_masked_and_the_text_around_it_stays(text: str, shown: str) -> None:
    assert masked(text) == shown


@given(st.lists(st.sampled_from([text for text, _ in SECRET_TEXTS]) | st.text(max_size=8), max_size=6))
def test_masking_twice_is_masking_once(pieces: list[str]) -> None:
    once = masked("\n".join(pieces))
    assert masked(once) == once


@pytest.mark.parametrize(
    "text",
    [
        "",
        "refund order o1, amount 50",
        '{"max_tokens": 4096, "total_tokens": 12, "token_count": 3, "tokenizer": "x"}',
        "tokens: 12",
        "the bearer of this letter, a bearer instrument",
        "basic understanding",
        "http://localhost:8080/path and mailto:ada@example.com",
        '{"token": null, "secret": false, "password": ""}',
        "monkey: banana, keyboard=qwerty",
        "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
        "sk-short",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    ],
)
def test_what_is_no_secret_stays_readable(text: str) -> None:
    assert masked(text) == text


def test_a_value_is_masked_by_field_name_and_by_form() -> None:
    value: JsonValue = {
        "url": "https://ada:hunter2@host",
        "headers": {"Authorization": "Basic abc", "Accept": "*/*"},
        "db_password": 1234,
        "apiKey": {"current": "abc", "old": ["def", None, True]},
        "max_tokens": 5,
        "note": f"with {KEY}",
        "list": [{"token": "abc", "id": 7}],
    }
    before = json.dumps(value)
    assert masked_value(value) == {
        "url": f"https://ada:{MASK}@host",
        "headers": {"Authorization": MASK, "Accept": "*/*"},
        "db_password": MASK,
        "apiKey": {"current": MASK, "old": [MASK, None, True]},
        "max_tokens": 5,
        "note": f"with {MASK}",
        "list": [{"token": MASK, "id": 7}],
    }
    assert json.dumps(value) == before


@pytest.mark.parametrize(
    "piece", ["a", "secret ", "://a:", "token", '"', "\\", "-----BEGIN PRIVATE KEY-----", "bearer ", "--secret", "eyJ"]
)
def test_masking_stays_linear_on_awkward_text(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    start = time.process_time()
    masked(text)
    assert time.process_time() - start < 10
