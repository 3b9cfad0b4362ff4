"""What looks like a secret is masked where it is shown; what is none stays readable."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.model.canonical import JsonValue
from pausedesk.core.rules.redaction import mask, masked, masked_value, named_secrets

# Joined at run time, so that no scanner takes this file for a leak. § stands for the secret.
KEY = "sk-" + "proj-abcDEF123456789012345"
SECRETS = [
    ("use § please", KEY),
    ("§", "sk-" + "ant-api03-0123456789abcdefghij"),
    ("§", "ghp_" + "a1B2" * 9),
    ("https://§@github.com/x", "github_pat_" + "11ABCDEFG0" * 3),
    ("§", "AKIA" + "ABCDEFGHIJKLMNOP"),
    ("§", "xoxb-" + "123456789012-abcdef"),
    ("§", "eyJ" + "hbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl"),
    ("§", "gsk_" + "0123456789abcdefABCDEF0123456789abcd"),
    ("https://api.telegram.org/bot§/send", "1234567890:AA" + "Hh" * 16 + "x"),
    ("Bearer §", "abc.def-123456"),
    ("Authorization: Basic §", "dXNlcjpwYXNz"),
    ('{"authorization": "Bearer §"}', "abcdef"),
    ("Cookie: §", "session=0a1b2c; csrf=9"),
    ("curl -H 'Set-Cookie: §' u", "sid=0a1b2c; Path=/x"),
    ("postgres://ada:§@db/x", "hunter2"),
    ("https://ada:§@host/p", "p@ss:word"),
    ("https://s3.example/o?X-Amz-Signature=§&x=1", "0123456789abcdef0123"),
    ("curl -u ada:§ https://x", "hunter2"),
    ('{"api_key": "§", "n": 1}', "abc"),
    ('{"apiKey":"§","x":"y"}', 'a\\"b'),
    ("X-Api-Key: §", "abc"),
    ('{"password": §}', "1234"),
    ("{'client_secret': '§'}", "abc def"),
    ('"{\\"token\\": \\"§\\"}"', "abc"),
    ("PASSWORD=§&user=ada", "hunter2"),
    ("AWS_SECRET_ACCESS_KEY=§", "abc/def"),
    ("AccountName=x;AccountKey=§;y", "abc/def=="),
    ("access_token: §, next", "abc"),
    ("tool --api-key § --verbose", "abc"),
    ("tool --password '§' x", "a b"),
    ("-----BEGIN RSA PRIVATE KEY-----§-----END RSA PRIVATE KEY-----\nafter", "\nMIIE\nabc\n"),
    ("-----BEGIN PRIVATE KEY-----§", "\nMIIE cut off"),
]
SECRET_TEXTS = [(text.replace("§", secret), text.replace("§", mask(secret))) for text, secret in SECRETS]


@pytest.mark.parametrize(("text", "shown"), SECRET_TEXTS)
def test_a_secret_is_masked_and_the_text_around_it_stays(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize("before", ["\n", "\r\n", "\t", "\b", "\f", "x\n"])
@pytest.mark.parametrize(
    "secret",
    [
        "Cookie: session=0a1b2c3d4e",
        "Set-Cookie: session=0a1b2c3d4e",
        "Authorization: Basic 0a1b2c3d4e",
        "Bearer 0a1b2c3d4e",
        "ghp_" + "0a1b2c3d4e" * 3,
    ],
)
def test_a_secret_after_an_escape_of_json_is_masked(before: str, secret: str) -> None:
    exact = json.dumps({"text": f"{before}{secret}"})
    assert "0a1b2c3d4e" not in masked(exact)


def test_a_mask_says_that_it_is_one_and_how_long_what_it_hides_is() -> None:
    assert masked("password=x") == "password=[masked: 1 character]"
    assert masked("Bearer " + "a1" * 600) == "Bearer [masked: 1,200 characters]"


def test_what_is_known_to_be_a_secret_is_masked_where_no_name_stands_beside_it() -> None:
    known = named_secrets({"login": {"password": "hunter2x", "user": "ada"}, "token": ["abcdefg", 7], "pwd": "ada"})
    assert known == ("hunter2x", "abcdefg")
    said = masked("Log in as ada with hunter2x or abcdefg?", known)
    assert said == f"Log in as ada with {mask('hunter2x')} or {mask('abcdefg')}?"


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
        "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "3f2504e0-4f89-11d3-9a0c-0305e82c3301",
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk",
        "order 8812-2024-000417, invoice INV-2024-00012345, IBAN DE89 3704 0044 0532 0130 00",
        "commit 1d16168c0ffee1d16168c0ffee1d16168c0ffee1, tracking 1Z999AA10123456784",
        "cookie: chocolate chip; the secretary has the key to the door",
        "ls -u file:name and user:group",
        "https://example.com/search?q=key&sig=short&page=2",
        '{"keyboard": "qwerty", "primary_key": 12, "sort_key": "date", "key": "value", "author": "Ada"}',
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
        "url": f"https://ada:{mask('hunter2')}@host",
        "headers": {"Authorization": mask("Basic abc"), "Accept": "*/*"},
        "db_password": mask("1234"),
        "apiKey": {"current": mask("abc"), "old": [mask("def"), None, True]},
        "max_tokens": 5,
        "note": f"with {mask(KEY)}",
        "list": [{"token": mask("abc"), "id": 7}],
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


def test_a_value_of_any_depth_is_masked() -> None:
    value: Any = {"password": "hunter2x"}
    for _ in range(5_000):
        value = [value]
    hidden: Any = masked_value(value)
    while isinstance(hidden, list):
        hidden = hidden[0]
    assert hidden == {"password": "[masked: 8 characters]"}
