"""The beginning of a long value is what the whole begins with, masked and escaped, and costs no more than it shows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from tests.core.test_rules_json_tree import JSON
from tests.hostile import HOSTILE, SECRETS, hidden_in

from pausedesk.core.model.canonical import JsonValue
from pausedesk.core.rules.beginnings import CUT_AWAY, SHOWN, beginning
from pausedesk.core.rules.redaction import mask
from pausedesk.core.rules.shown import shown_value

SECRET = "hunter2x"
LONG: dict[str, Any] = {
    "a text": "line of a text\n" * 10_000,
    "one line": "x" * 100_000,
    "keys": {f"key {number}": number for number in range(20_000)},
    "rows": [{"order": number, "pwd": SECRET, "of": [{}, []]} for number in range(4_000)],
    "a long leaf": {"first": 1, "body": 'a "quoted" part\n' * 10_000, "last": 2},
    "deep": [[[[[{"a": ["x" * 50] * 2_000}]]]]],
    "not plain": ["第一行 и дальше \u202e"] * 10_000,
}


@pytest.mark.parametrize("kind", LONG)
def test_a_long_value_begins_with_its_beginning(kind: str) -> None:
    begins = beginning("value", LONG[kind])
    assert shown_value("value", LONG[kind]).text.startswith(begins)
    assert SHOWN / 2 < len(begins) < 4 * SHOWN
    assert SECRET not in begins


@given(JSON)
def test_a_short_value_is_its_own_beginning(value: Any) -> None:
    assert beginning("value", value) == shown_value("value", value).text


@pytest.mark.parametrize("kind", SECRETS)
def test_a_secret_that_is_cut_is_not_shown(kind: str) -> None:
    template, secret = SECRETS[kind]
    text = template.format(secret)
    for room in range(1, len(text)):
        begins = beginning("value", "x" * (SHOWN - room) + " " + text + "\n" + "y" * 2 * CUT_AWAY)
        assert secret not in begins
        assert secret[: len(secret) // 2] not in begins


def test_a_value_whose_name_tells_a_secret_is_masked_as_the_whole() -> None:
    assert beginning("password", "x" * 100_000) == mask("x" * 100_000)
    many: dict[str, JsonValue] = {"who": [SECRET for _ in range(20_000)]}
    assert SECRET not in beginning("credentials", many)


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_hides_is_escaped_in_a_beginning(kind: str) -> None:
    assert hidden_in(beginning("value", HOSTILE[kind] + "\n" + "y" * 100_000)) == ""
    assert hidden_in(beginning("value", [HOSTILE[kind], "y" * 100_000])) == ""
