"""One canonical byte form for JSON values: what is shown, hashed and compared at the spend is the same bytes.

The form follows RFC 8785 (keys sorted by UTF-16 code units, no white space, minimal escapes, UTF-8) except for numbers:
integers are written exactly at any size and other numbers by the shortest text that reads back as the same float, so
that 1, 1.0 and -0.0 stay three different values. Pure functions; no thread of their own.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable
from decimal import Decimal
from typing import TypeAlias, cast

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"
"""What JSON can say, with exact integers."""

MAX_DEPTH = 200
"""Arrays and objects nested deeper than this are refused, by reader and writer alike. The engine's own reader of what a
model sends stops at about the same depth, so no call of ours is lost by it."""

MAX_INTEGER_DIGITS = 100_000
"""Integers with more digits are refused: their conversion takes time that grows faster than their length."""

# int() and str() of the interpreter refuse texts over 4,300 digits by default; pieces of this size always pass.
_PIECE_DIGITS = 4_000

_quoted = json.JSONEncoder(ensure_ascii=False).encode


class CanonicalError(ValueError):
    """A value or a text has no canonical form; `str(error)` is one sentence that says why."""


def parse_strict(raw: str | bytes) -> JsonValue:
    """Read one JSON text, refusing everything that two readers could understand differently.

    Refused with `CanonicalError`: anything that is not JSON, bytes that are not UTF-8, an object that names a key
    twice, NaN and Infinity, lone surrogates, nesting deeper than `MAX_DEPTH`, and numbers with a fraction or an
    exponent that no float can show as the same decimal number (1e400, 0.1000000000000000055). Integers are exact.
    """
    if isinstance(raw, bytes):
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise CanonicalError(f"The bytes are not UTF-8 (at byte {error.start}).") from None
    else:
        text = raw
    try:
        value = cast(
            "JsonValue",
            json.loads(
                text,
                object_pairs_hook=object_without_duplicates,
                parse_float=_exact_float,
                parse_int=_exact_integer,
                parse_constant=_refuse_constant,
            ),
        )
    except json.JSONDecodeError as error:
        raise CanonicalError(
            f"The text is not JSON: {error.msg} (line {error.lineno}, column {error.colno})."
        ) from None
    except RecursionError:
        raise _too_deep() from None
    _check_read(value)
    return value


def canonical_bytes(value: object) -> bytes:
    """The canonical UTF-8 bytes of a JSON value.

    Accepts None, bool, int, float, str, list and dict with str keys, these types exactly. Anything else (subclasses and
    tuples included), NaN, infinities, lone surrogates and nesting deeper than `MAX_DEPTH` raise `CanonicalError`.
    `parse_strict(canonical_bytes(value)) == value`, types included.
    """
    pieces: list[str] = []
    _write(value, pieces.append, 0)
    try:
        return "".join(pieces).encode("utf-8")
    except UnicodeEncodeError:
        raise _lone_surrogate() from None


def digest_of(data: bytes) -> str:
    """The SHA-256 of some bytes as "sha256:" and 64 lower-case hex digits."""
    return "sha256:" + hashlib.sha256(data).hexdigest()


def call_digest(tool: str, arguments: JsonValue) -> str:
    """The digest a consent request binds and a spend compares: the tool's name with its validated arguments.

    Source: answered-pause rules, section 1 ("what the person saw is what runs"). Raises `CanonicalError`.
    """
    return digest_of(canonical_bytes({"arguments": arguments, "tool": tool}))


def object_without_duplicates(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    """An object for the `object_pairs_hook` of a JSON reader. Raises `CanonicalError` for a key that stands twice."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise CanonicalError("An object names the same key twice.")
    return result


def _exact_integer(text: str) -> int:
    if len(text) <= _PIECE_DIGITS:
        return int(text)
    negative = text.startswith("-")
    digits = text[1:] if negative else text
    if len(digits) > MAX_INTEGER_DIGITS:
        raise _too_many_digits()
    value = _integer_of_digits(digits)
    return -value if negative else value


def _integer_of_digits(digits: str) -> int:
    if len(digits) <= _PIECE_DIGITS:
        return int(digits)
    low = len(digits) // 2
    shift: int = 10**low
    return _integer_of_digits(digits[:-low]) * shift + _integer_of_digits(digits[-low:])


def _integer_text(value: int) -> str:
    # 3.3219 bits a digit: below this many bits str() never meets the interpreter's limit.
    if value.bit_length() <= _PIECE_DIGITS * 3:
        return str(value)
    if value.bit_length() > MAX_INTEGER_DIGITS * 3.33:
        raise _too_many_digits()
    text = _digits_of_integer(abs(value)).lstrip("0")
    if len(text) > MAX_INTEGER_DIGITS:
        raise _too_many_digits()
    return "-" + text if value < 0 else text


def _digits_of_integer(value: int) -> str:
    if value.bit_length() <= _PIECE_DIGITS * 3:
        return str(value)
    low = int(value.bit_length() * 0.30103) // 2
    high, rest = divmod(value, 10**low)
    return _digits_of_integer(high) + _digits_of_integer(rest).rjust(low, "0")


def _exact_float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise CanonicalError("A number is too large to be held exactly.")
    if value == 0.0:
        # Told by the digits: Decimal refuses exponents that float reads as zero.
        same = not any(digit in "123456789" for digit in text.lower().partition("e")[0])
    else:
        same = Decimal(repr(value)) == Decimal(text)
    if not same:
        raise CanonicalError("A number has more digits than can be held exactly.")
    return value


def _refuse_constant(name: str) -> float:
    raise CanonicalError(f"{name} is not a JSON number.")


def _check_read(value: JsonValue) -> None:
    """Refuse lone surrogates and deep nesting, without recursion."""
    level: list[JsonValue] = [value]
    depth = 0
    while level:
        following: list[JsonValue] = []
        for item in level:
            if isinstance(item, str):
                _check_text(item)
            elif isinstance(item, list):
                following.extend(item)
            elif isinstance(item, dict):
                for key in item:
                    _check_text(key)
                following.extend(item.values())
        # A scalar inside depth arrays is at level depth; only containers count.
        if depth >= MAX_DEPTH and any(isinstance(item, list | dict) for item in level):
            raise _too_deep()
        level = following
        depth += 1


def _check_text(text: str) -> None:
    if text.isascii():
        return
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise _lone_surrogate() from None


def _write(value: object, put: Callable[[str], None], depth: int) -> None:
    kind = type(value)
    if value is None:
        put("null")
    elif kind is bool:
        put("true" if value else "false")
    elif kind is str:
        put(_quoted(value))
    elif kind is int:
        put(_integer_text(cast("int", value)))
    elif kind is float:
        number = cast("float", value)
        if not math.isfinite(number):
            raise CanonicalError("NaN and infinities have no JSON form.")
        put(repr(number))
    elif kind is list:
        _write_list(cast("list[object]", value), put, depth)
    elif kind is dict:
        _write_object(cast("dict[object, object]", value), put, depth)
    else:
        raise CanonicalError(f"A value of type {kind.__name__} has no JSON form.")


def _write_list(items: list[object], put: Callable[[str], None], depth: int) -> None:
    if depth >= MAX_DEPTH:
        raise _too_deep()
    put("[")
    for index, item in enumerate(items):
        if index:
            put(",")
        _write(item, put, depth + 1)
    put("]")


def _write_object(members: dict[object, object], put: Callable[[str], None], depth: int) -> None:
    if depth >= MAX_DEPTH:
        raise _too_deep()
    keys: list[str] = []
    for key in members:
        if type(key) is not str:
            raise CanonicalError(f"A key of type {type(key).__name__} has no JSON form.")
        keys.append(key)
    put("{")
    # Of ASCII alone the order of code points is the order of UTF-16 units.
    ordered = sorted(keys) if all(map(str.isascii, keys)) else sorted(keys, key=_utf16_units)
    for index, key in enumerate(ordered):
        if index:
            put(",")
        put(_quoted(key))
        put(":")
        _write(members[key], put, depth + 1)
    put("}")


def _utf16_units(key: str) -> bytes:
    try:
        return key.encode("utf-16-be")
    except UnicodeEncodeError:
        raise _lone_surrogate() from None


def _too_deep() -> CanonicalError:
    return CanonicalError(f"The value is nested deeper than {MAX_DEPTH} levels.")


def _lone_surrogate() -> CanonicalError:
    return CanonicalError("A text contains half of a surrogate pair, which is not a character.")


def _too_many_digits() -> CanonicalError:
    return CanonicalError(f"A number has more than {MAX_INTEGER_DIGITS} digits.")
