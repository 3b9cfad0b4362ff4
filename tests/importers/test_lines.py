"""Lines: what is read of each, and that reading on is the same as reading all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pausedesk.core.importers import lines
from pausedesk.core.importers.lines import parsed, read_lines
from pausedesk.core.model.foreign import DEEPEST, ForeignCall


def _on(_read: int, _all: int) -> bool:
    return True


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b'{"a": NaN, "b": -Infinity}', {"a": "NaN", "b": "-Infinity"}),
        (b'{"a": "\\ud800"}', {"a": "\ud800"}),
        (b'{"a": "\x01"}', {"a": "\x01"}),
        (b'{"a": "\xff"}', {"a": "\ufffd"}),
        ('{"a": "\ud800"}', {"a": "\ud800"}),
        (b'{"a": 1, "a": 2}', {"a": 2}),
        (b'{"a": 1}x', None),
        (b"[" * 100_000, None),
    ],
)
def test_a_value_is_read_as_far_as_nothing_has_to_be_guessed(text: bytes | str, value: Any) -> None:
    assert parsed(text) == value


def test_arguments_hold_nothing_that_json_does_not_take() -> None:
    deep = parsed("[" * 300 + "]" * 300)
    call = ForeignCall("1", "tool", {"large": parsed("1e999"), "deep": deep})
    assert call.arguments["large"] == "inf"
    inner, depth = call.arguments["deep"], 1
    while isinstance(inner, list):
        inner, depth = inner[0], depth + 1
    assert (inner, depth) == (f"[nested deeper than {DEEPEST}]", DEEPEST)


def test_reading_on_from_the_end_of_a_line_gives_the_lines_that_follow(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}\r\n\n{"b": "' + b"x" * 50 + b'"}\nno json\n{"c": 3}\n{"d"')
    lines = list(read_lines(file, _on))
    assert [line.fault for line in lines] == ["", "", "unreadable", "", "partial"]
    assert [line.whole for line in lines] == [True, True, True, True, False]
    for number, line in enumerate(lines[:-1], 1):
        assert list(read_lines(file, _on, offset=line.end, number=line.number)) == lines[number:]
        assert list(read_lines(file, _on, until=line.end)) == lines[:number]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_marks_are_found_to_the_end_of_a_line_that_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: bytes
) -> None:
    monkeypatch.setattr(lines, "LONGEST", 2000)
    file = tmp_path / "lines.jsonl"
    for size in range(1990, 5000, 37):
        file.write_bytes(b'{"id": "first", "x": "' + b"x" * size + b'", "id": "last"}' + end)
        (line,) = read_lines(file, _on, ("id",))
        assert (line.fault, line.marks, line.whole) == ("too-long", {"id": ["first", "last"]}, bool(end))
