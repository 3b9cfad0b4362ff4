"""The one way of a text to a surface: masked, escaped, and what is said of it quotes nothing from under a mask."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pausedesk.core.model.canonical import JsonValue
from pausedesk.core.rules.lines import call_line
from pausedesk.core.rules.redaction import mask
from pausedesk.core.rules.shown import json_text, safe, safe_line, shown, shown_json, shown_question, shown_value

SECRET = "hunter2\u0430b"  # with a Cyrillic letter


def test_a_text_is_shown_masked_and_escaped_and_revealed_only_escaped() -> None:
    one = shown("password=hunter2 \u202ex")
    assert one.text == f"password={mask('hunter2')} \\u202ex"
    assert one.revealed == "password=hunter2 \\u202ex"
    assert one.hides
    assert not shown("plain \u202e").hides


def test_a_warning_quotes_no_word_from_under_a_mask() -> None:
    for one in (shown(f"password={SECRET}"), shown_value("password", SECRET)):
        assert not any("hunter2" in warning for warning in one.warnings)
        assert any("masked part" in warning for warning in one.warnings)
    assert not any("pаy" in warning for warning in shown("password=pаy\u200bx").warnings)
    assert any("pаypal" in warning for warning in shown("password=x pаypal").warnings)


def test_what_hides_under_a_mask_is_warned_of() -> None:
    assert any("reading order" in warning for warning in shown("password=ab\u202ecd").warnings)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("password", "hunter2", mask("hunter2")),
        ("amount", 49.5, "49.5"),
        ("headers", {"token": "abc"}, f'{{\n  "token": "{mask("abc")}"\n}}'),
        ("pwd", ["a", None], f'[\n  "{mask("a")}",\n  null\n]'),
    ],
)
def test_a_value_is_shown_by_its_name_and_whole(name: str, value: JsonValue, text: str) -> None:
    assert shown_value(name, value).text == text


def test_a_number_of_more_digits_than_the_interpreter_writes_is_shown_too() -> None:
    assert shown_value("n", 10**5000).text == "1" + "0" * 5000
    assert shown_value("n", [10**5000]).text == "[1" + "0" * 5000 + "]"
    assert shown_value("password", 10**5000).text == "[masked: 5,001 characters]"


@given(st.text(st.characters()), st.integers(1, 60))
def test_the_line_and_the_text_are_safe_twice_as_they_are_once(text: str, limit: int) -> None:
    assert safe(safe(text)) == safe(text)
    assert len(safe_line(text, limit)) <= limit


@pytest.mark.parametrize("limit", [12, 20, 30, 60, 160])
def test_the_line_of_a_call_holds_no_secret_and_no_part_of_one(limit: int) -> None:
    arguments = '{"body":{"token":"abcdefgh"},"key":"sk-0123456789abcdefghij","password":"hunter2x","user":"ada"}'
    line = call_line(arguments, ["password", "user", "body", "key"], limit)
    for secret in ("hunter2x", "abcdefgh", "sk-0123456789abcdefghij"):
        assert not any(secret[:size] in line for size in range(4, len(secret)))


def test_a_json_text_is_masked_by_the_names_of_what_holds_its_values() -> None:
    text = '{"token":{"new":"ab","old":[12]},"user":"ada"}'
    assert shown_json(text).text == f'{{"token":{{"new":"{mask("ab")}","old":["{mask("12")}"]}},"user":"ada"}}'
    assert shown_json(text).revealed == text
    assert shown_json("no JSON, password=x").text == f"no JSON, password={mask('x')}"


def test_a_question_repeats_no_secret_of_its_arguments() -> None:
    one = shown_question("Log in as ada with hunter2x?", '{"password":"hunter2x","user":"ada"}')
    assert one.text == f"Log in as ada with {mask('hunter2x')}?"
    assert one.revealed == "Log in as ada with hunter2x?"


@given(
    st.recursive(
        st.text(st.characters()) | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
    )
)
def test_json_for_a_terminal_is_the_same_value_and_hides_nothing(value: JsonValue) -> None:
    text = json_text(value)
    assert json.loads(text) == value
    assert safe_line(text, len(text) + 1) == text or "[masked" in safe_line(text, len(text) + 1)


def test_json_for_a_terminal_keeps_ordinary_text_readable_and_escapes_as_json_does() -> None:
    assert json_text({"a": "退款 é"}) == '{"a": "退款 é"}'
    assert json_text("\u202e\x9b\x7f\U000e0041\ud800\u00a0 \u00a0") == (
        '"\\u202e\\u009b\\u007f\\udb40\\udc41\\ud800\\u00a0 \\u00a0"'
    )
    assert json_text([10**5000]) == "[1" + "0" * 5000 + "]"
