"""The fields in which arguments are edited: what nobody changed stays as it is, what was typed is what is sent."""

from __future__ import annotations

from typing import Any

import pytest

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import canonical_bytes, parse_strict
from pausedesk.core.rules.edit_fields import edit_field, edited_arguments, refilled, whole_text
from pausedesk.core.rules.visible import visible

VALUES: list[Any] = [
    "order 8812",
    "two\nlines\n",
    "",
    " spaces around ",
    "8812",
    "null",
    "发货 ü",
    "a\u202eb",
    "a\u00a0b",
    "c\r\nd",
    "e\u2028f\u2029g",
    "\x1b[2K",
    49.0,
    -0.0,
    9007199254740993,
    10**5000,
    True,
    None,
    [],
    {},
    [1, [2, {"a": "b\u200b"}]],
    {"data": {"arguments": "x"}},
    {"k\u202e": 1},
]


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_nothing_hides_in_a_field_and_what_it_holds_is_the_value(value: Any) -> None:
    field = edit_field("x", value)
    assert visible(field.text).text == field.text
    for typed in (None, field.text):
        text = edited_arguments([(field, typed)])
        assert canonical_bytes(parse_strict(text)) == canonical_bytes({"x": value})
    # Changed and changed back by hand, so that the text is read and not the value that is known.
    read = field.text if field.is_text else parse_strict(field.text)
    assert canonical_bytes(read) == canonical_bytes(value)


def test_what_was_typed_is_taken_literally_for_a_text_and_as_json_for_the_rest() -> None:
    fields = [edit_field("text", "a"), edit_field("amount", 49.0), edit_field('na"me', "b")]
    text = edited_arguments(list(zip(fields, ['say "null"\n', "9007199254740993", None], strict=True)))
    assert parse_strict(text) == {"text": 'say "null"\n', "amount": 9007199254740993, 'na"me': "b"}


def test_what_the_tool_filled_in_is_left_to_it_unless_it_was_changed() -> None:
    fields = [edit_field("text", "a"), edit_field("times", 1, filled_in=True)]
    assert parse_strict(edited_arguments([(fields[0], "b"), (fields[1], "1")])) == {"text": "b"}
    assert parse_strict(edited_arguments([(fields[0], None), (fields[1], "2")])) == {"text": "a", "times": 2}


NO_JSON = ["", "hello", "{", "1 2", "01", "[" * 5000, "1e400", "NaN", '{"a":1,"a":2}', '"\\ud800"']


@pytest.mark.parametrize("typed", NO_JSON, ids=range(len(NO_JSON)))
def test_what_is_no_exact_json_is_refused_with_the_name_of_its_field(typed: str) -> None:
    with pytest.raises(UsageError, match=r"“am\\u202eount”") as refused:
        edited_arguments([(edit_field("am\u202eount", 49.0), typed)])
    assert refused.value.code == "edit-refused"


def test_arguments_edited_as_a_whole_become_fields_again() -> None:
    fields = [edit_field("text", "a"), edit_field("times", 1, filled_in=True)]
    text = whole_text(edited_arguments([(fields[0], "b"), (fields[1], None)]))
    again = refilled(fields, text)
    assert [(one.name, one.value) for one in again] == [("text", "b")]
    again = refilled(fields, '{"times": 1, "text": "b", "more": [1]}')
    assert [(one.name, one.is_text, one.filled_in) for one in again] == [
        ("times", False, True),
        ("text", True, False),
        ("more", False, False),
    ]
    for text in ("[]", "nothing", '{"a": 1, "a": 2}'):
        with pytest.raises(UsageError):
            refilled(fields, text)


def test_a_value_too_long_for_a_field_stays_as_it_is() -> None:
    field = edit_field("text", "x" * 300_000)
    assert field.too_long
    assert parse_strict(edited_arguments([(field, None)])) == {"text": "x" * 300_000}
