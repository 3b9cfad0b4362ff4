"""One line of a call for a list."""

import pytest

from pausedesk.core.rules.lines import PARSED_AT_MOST, call_line


@pytest.mark.parametrize(
    ("arguments", "given", "line"),
    [
        ('{"amount":"49.00","currency":"EUR","order_id":"8812"}', ["order_id", "amount"], "8812, 49.00"),
        ('{"command":"ls -l"}', ["command"], "ls -l"),
        ('{"a":1,"b":[true,null]}', [], "1, [true,null]"),
        ('{"text":"two\\nlines"}', ["text"], "two⏎lines"),
        ('{"text":"\\u202eevil"}', ["text"], "\\u202eevil"),
        ("[1,2]", [], "[1,2]"),
        ("not json", ["x"], "not json"),
        ('{"a":"x"}', ["gone"], "x"),
    ],
)
def test_a_call_is_recognised_by_its_values(arguments: str, given: list[str], line: str) -> None:
    assert call_line(arguments, given, 160) == line


def test_a_line_is_cut_and_says_so() -> None:
    assert call_line('{"text":"' + "x" * 500 + '"}', ["text"], 40).endswith("…")


def test_a_huge_call_is_not_parsed_for_a_line() -> None:
    huge = '{"text":"' + "x" * PARSED_AT_MOST + '"}'
    assert call_line(huge, ["text"], 40).startswith('{"text":"xxx')
