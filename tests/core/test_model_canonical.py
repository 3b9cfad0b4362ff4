"""The canonical byte form: what is shown, hashed and compared at the spend."""

from __future__ import annotations

import hashlib
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json

from pausedesk.core.model.canonical import (
    MAX_DEPTH,
    MAX_INTEGER_DIGITS,
    CanonicalError,
    JsonValue,
    call_digest,
    canonical_bytes,
    digest_of,
    parse_strict,
)

texts = st.text(st.characters(codec="utf-8"))
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5),
    max_leaves=25,
)


def typed(value: object) -> object:
    """A form in which 1, 1.0, True and -0.0 differ, which == does not tell apart."""
    if isinstance(value, dict):
        return {key: typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [typed(item) for item in value]
    return (type(value).__name__, repr(value))


@given(json_values)
def test_what_is_written_reads_back_as_the_same_value(value: JsonValue) -> None:
    assert typed(parse_strict(canonical_bytes(value))) == typed(value)


@given(json_values)
def test_reading_any_spelling_of_a_value_leads_to_the_same_bytes(value: JsonValue) -> None:
    spelled = json.dumps(value, indent=3, ensure_ascii=True)
    assert canonical_bytes(parse_strict(spelled)) == canonical_bytes(value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, b"null"),
        (True, b"true"),
        (False, b"false"),
        (1, b"1"),
        (1.0, b"1.0"),
        (-0.0, b"-0.0"),
        (0.1, b"0.1"),
        (1e22, b"1e+22"),
        (2**70 + 1, b"1180591620717411303425"),
        ("", b'""'),
        ('\x00\x1f\b\t\n\f\r"\\/\x7f', b'"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\x7f"'),
        ("é€😀", '"é€😀"'.encode()),
        ([], b"[]"),
        ({}, b"{}"),
        ({"b": [1, {"d": 2, "c": 3}], "a": None}, b'{"a":null,"b":[1,{"c":3,"d":2}]}'),
    ],
)
def test_each_kind_of_value_has_one_form(value: object, expected: bytes) -> None:
    assert canonical_bytes(value) == expected


def test_keys_are_sorted_by_utf16_code_units_as_rfc_8785_shows() -> None:
    # The example of RFC 8785, section 3.2.3: an emoji sorts before U+FB33 because its first unit is a surrogate.
    keys = ["€", "\r", "\ufb33", "1", "😀", "\x80", "ö"]
    written = json.loads(canonical_bytes(dict.fromkeys(keys, 0)), object_pairs_hook=lambda pairs: [k for k, _ in pairs])
    assert written == ["\r", "1", "\x80", "ö", "€", "😀", "\ufb33"]


@pytest.mark.parametrize(
    "value",
    [
        math.nan,
        math.inf,
        -math.inf,
        {1: "a"},
        {None: "a"},
        "\ud800",
        {"\udfff": 1},
        {"a": 1, "\ud800": 1},
        (1, 2),
        b"bytes",
        {1, 2},
        object(),
    ],
)
def test_values_without_a_json_form_are_refused(value: object) -> None:
    with pytest.raises(CanonicalError):
        canonical_bytes(value)


@pytest.mark.parametrize(
    "raw",
    [
        '{"a":1,"a":1}',
        '{"x":[{"a":1,"\\u0061":2}]}',
        "NaN",
        "Infinity",
        "[-Infinity]",
        "1e400",
        "-1e400",
        "0.1000000000000000055",
        "1e-400",
        "1.00000000000000001",
        '"\\ud800"',
        '{"\\udc00":1}',
        "\ud800",
        b'"\xff"',
        b"\xef\xbb\xbf1",
        "",
        "1 2",
        "[1,]",
        "{'a':1}",
        '"a\nb"',
        "01",
    ],
)
def test_texts_that_readers_could_take_differently_are_refused(raw: str | bytes) -> None:
    with pytest.raises(CanonicalError) as refused:
        parse_strict(raw)
    assert str(refused.value).endswith(".")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("0.1", 0.1),
        ("1.50", 1.5),
        ("1E2", 100.0),
        ("0.0e999999999999999999999", 0.0),
        ("-0.0", -0.0),
        ("5e-324", 5e-324),
    ],
)
def test_numbers_that_a_float_shows_identically_are_taken(raw: str, value: float) -> None:
    assert typed(parse_strict(raw)) == typed(value)


@pytest.mark.parametrize("digits", [4_299, 4_301, 20_011, MAX_INTEGER_DIGITS])
@pytest.mark.parametrize("sign", ["", "-"])
def test_integers_of_any_length_stay_exact(digits: int, sign: str) -> None:
    text = sign + ("9070000000000000000000000000000000000000000000001" * (digits // 49 + 1))[:digits]
    value = parse_strict(text)
    assert isinstance(value, int)
    assert value % 9973 == residue(text, 9973)
    assert canonical_bytes(value).decode() == text


def residue(text: str, modulus: int) -> int:
    """The remainder of a decimal text, digit by digit, independent of the interpreter's conversion."""
    result = 0
    for digit in text.removeprefix("-"):
        result = (result * 10 + int(digit)) % modulus
    return -result % modulus if text.startswith("-") else result


def test_integers_beyond_the_stated_length_are_refused_both_ways() -> None:
    with pytest.raises(CanonicalError):
        parse_strict("1" * (MAX_INTEGER_DIGITS + 1))
    with pytest.raises(CanonicalError):
        canonical_bytes(10**MAX_INTEGER_DIGITS)


def test_the_deepest_nesting_that_is_read_is_the_deepest_that_is_written() -> None:
    deepest = "[" * MAX_DEPTH + "1" + "]" * MAX_DEPTH
    assert canonical_bytes(parse_strict(deepest)).decode() == deepest
    too_deep: object = parse_strict(deepest)
    with pytest.raises(CanonicalError):
        canonical_bytes([too_deep])


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 100_000])
def test_deeper_nesting_is_refused(depth: int) -> None:
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        with pytest.raises(CanonicalError, match="deeper"):
            parse_strict(opening * depth + "1" + closing * depth)


def test_a_digest_names_its_algorithm() -> None:
    assert digest_of(b"abc") == "sha256:" + hashlib.sha256(b"abc").hexdigest()


def test_a_call_digest_binds_the_tool_and_every_argument() -> None:
    base = call_digest("refund", {"order": "o1", "amount": 50})
    assert base == digest_of(b'{"arguments":{"amount":50,"order":"o1"},"tool":"refund"}')
    others = {
        call_digest("refunds", {"order": "o1", "amount": 50}),
        call_digest("refund", {"order": "o1", "amount": 50.0}),
        call_digest("refund", {"order": "o1"}),
        call_digest("refund", {"order": "o1", "amount": "50"}),
    }
    assert len(others | {base}) == 5


def test_the_engine_reads_no_arguments_that_are_much_deeper_than_ours() -> None:
    assert from_json("[" * MAX_DEPTH + "]" * MAX_DEPTH) == parse_strict("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    with pytest.raises(ValueError, match="recursion limit"):
        from_json("[" * (MAX_DEPTH + 10) + "]" * (MAX_DEPTH + 10))
