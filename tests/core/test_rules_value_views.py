"""Which view fits a value, and that a value set out in rows is the value: cut, and in nothing changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hostile import HOSTILE

from pausedesk.core.rules.set_out import LONGEST, Row, shell_rows, sql_rows
from pausedesk.core.rules.value_views import LONGEST_CELL, LONGEST_CSV, MOST_COLUMNS, absent, table_of, view_of

CSV = "order,amount\n8812,49.00\n8813,12.50"
ORDERS = [{"order": 8812, "paid": True}, {"order": 8813}]


def together(rows: Sequence[Row]) -> str:
    return "".join(("" if row.added or not place else "\n") + row.text for place, row in enumerate(rows))


@pytest.mark.parametrize(
    ("name", "value", "declared", "view"),
    [
        ("text", "hello", "", "text"),
        ("text", "", "", "text"),
        ("command", "ls | wc", "", "shell"),
        ("Command", "ls", "", "shell"),
        ("text", "ls | wc", "", "text"),
        ("text", "ls | wc", "shell", "shell"),
        ("command", "ls", "text", "text"),
        ("sql", "select a from t", "", "sql"),
        ("query", "select a from t", "", "sql"),
        ("query", "who sells shoes?", "", "text"),
        ("query", "update on my order", "", "text"),
        ("text", "SELECT a\nFROM t", "", "sql"),
        ("text", "DELETE FROM t WHERE a = 1", "", "sql"),
        ("text", "Select one from the list", "", "text"),
        ("text", "DROP TABLE users", "", "sql"),
        ("number", 1, "", "json"),
        ("none", None, "", "json"),
        ("data", {"a": 1}, "", "json"),
        ("data", [1, 2], "", "json"),
        ("data", [], "", "json"),
        ("orders", ORDERS, "", "table"),
        ("orders", ORDERS, "json", "json"),
        ("orders", ORDERS, "text", "text"),
        ("orders", ORDERS, "sql", "table"),
        ("orders", ORDERS[:1], "", "json"),
        ("csv", CSV, "", "table"),
        ("csv", CSV.replace(",", ";"), "", "table"),
        ("csv", CSV, "text", "text"),
        ("csv", CSV + "\n8814,1.00" * (LONGEST_CSV // 10), "table", "text"),
        ("text", "one, two\nthree", "table", "text"),
        ("path", "a", "file-path", "file-path"),
        ("text", "hello", "no such view", "text"),
        ("text", "hello", "json", "text"),
    ],
)
def test_the_author_s_view_wins_where_it_can_be_and_else_the_value_decides(
    name: str, value: Any, declared: str, view: str
) -> None:
    assert view_of(name, value, declared) == view


@pytest.mark.parametrize(
    "value",
    [
        [{"a": 1}, {"b": 2}, {"c": 3}],
        [{"a": 1}, 2],
        [{"a": {"b": 1}}, {"a": 1}],
        [{"a": "x" * (LONGEST_CELL + 1)}, {"a": ""}],
        [{"a": "two\nlines"}, {"a": ""}],
        [dict.fromkeys("abcdefghi", 1)] * 2,
        [{}, {}],
        "a,b\n1,2\n3",
        "a,b\n1,2\n3,4,5",
        'a,b\n1,"2\n3,4',
        "a,b\n1,2",
    ],
)
def test_what_a_table_would_not_show_whole_is_none(value: Any) -> None:
    assert len("abcdefghi") > MOST_COLUMNS
    assert table_of(value) is None


def test_an_absent_part_is_told_from_an_empty_one() -> None:
    table = table_of([{"a": 1, "b": None}, {"a": ""}])
    assert table is not None
    assert (table.head, table.rows) == (("a", "b"), [(1, None), ("", absent)])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("ls", ["ls"]),
        ("a && b || c", ["a ", "&& b ", "|| c"]),
        ("cat x | grep y |& wc -l", ["cat x ", "| grep y ", "|& wc -l"]),
        ("a; b & c", ["a; ", "b & ", "c"]),
        ("echo 'a && b; c | d'", ["echo 'a && b; c | d'"]),
        ('echo "a && $(b | c "d;e") f" | g', ['echo "a && $(b | c "d;e") f" ', "| g"]),
        ("(a; b) && c", ["(a; b) ", "&& c"]),
        ("a 2>&1 | b >| c &>> d", ["a 2>&1 ", "| b >| c &>> d"]),
        ("[[ a && b ]] && c", ["[[ a && b ]] ", "&& c"]),
        ("a \\; b \\| c", ["a \\; b \\| c"]),
        ("a # b | c\nd | e", ["a # b | c", "d ", "| e"]),
        ("a#b | c", ["a#b ", "| c"]),
        ("echo ${a:-x|y} $((1 | 2)) | b", ["echo ${a:-x|y} $((1 | 2)) ", "| b"]),
        ("diff <(a | b) <(c; d)", ["diff <(a | b) <(c; d)"]),
        ("echo $'it\\'s | x' | b", ["echo $'it\\'s | x' ", "| b"]),
        # What can be read in two ways is left as it is.
        ("echo 'a | b", ["echo 'a | b"]),
        ('echo "a | b', ['echo "a | b']),
        ("echo `a | b` | c", ["echo `a | b` | c"]),
        ("cat <<EOF | b\na | b\nEOF", ["cat <<EOF | b", "a | b", "EOF"]),
        ("case x in a|b) c;; esac", ["case x in a|b) c;; esac"]),
        ("a) | (b", ["a) | (b"]),
    ],
)
def test_a_command_has_a_row_for_each_part_and_none_within_quotes(text: str, rows: list[str]) -> None:
    assert [row.text for row in shell_rows(text)] == rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("select a from t where b = ';'", ["select a ", "from t ", "where b = ';'"]),
        ("DELETE FROM t; DROP TABLE t", ["DELETE FROM t; ", "DROP TABLE t"]),
        ("SELECT a FROM t LEFT OUTER JOIN u ON x", ["SELECT a ", "FROM t ", "LEFT OUTER JOIN u ON x"]),
        ("SELECT (SELECT a FROM t) FROM u", ["SELECT (SELECT a FROM t) ", "FROM u"]),
        ("SELECT 'it''s; from' -- from; x\nFROM t", ["SELECT 'it''s; from' -- from; x", "FROM t"]),
        ("a /* ; from */ ; b", ["a /* ; from */ ; ", "b"]),
        ("$x$ a; b $x$; c", ["$x$ a; b $x$; ", "c"]),
        # Dialects differ on these.
        ("SELECT 'a\\'; DROP TABLE t; --'", ["SELECT 'a\\'; DROP TABLE t; --'"]),
        ("SELECT 1--1; a", ["SELECT 1--1; a"]),
        ("a # b; c", ["a # b; c"]),
        ("a /*! ; b */; c", ["a /*! ; b */; c"]),
        ("a /* /* */ ; b */", ["a /* /* */ ; b */"]),
        ("SELECT 'a; b", ["SELECT 'a; b"]),
    ],
)
def test_sql_has_a_row_for_each_statement_and_clause_and_none_within_quotes(text: str, rows: list[str]) -> None:
    assert [row.text for row in sql_rows(text)] == rows
    if len(rows) == 1:
        assert sql_rows(text)[0].marks == ()


PARTS = st.lists(st.sampled_from([*"'\"`\\|&;()[]{}<>$#-/* \na", "[[ ", " ]]", "$(", "FROM ", "/*", "*/", "--", "$$"]))


@given(PARTS.map("".join))
def test_rows_put_together_are_the_text(text: str) -> None:
    for rows in (shell_rows(text), sql_rows(text)):
        assert together(rows) == text
        for row in rows:
            assert all(mark.start >= 0 and mark.start + mark.length <= len(row.text) for mark in row.marks)
            assert all(mark.length > 0 for mark in row.marks)


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_of_a_hostile_text_is_lost_or_moved(name: str) -> None:
    text = f"{HOSTILE[name]} | SELECT a FROM b; {HOSTILE[name]}"
    assert together(shell_rows(text)) == together(sql_rows(text)) == text


def test_a_text_beyond_all_reading_is_left_as_it_is() -> None:
    text = "a | b;" * LONGEST
    assert [row.text for row in shell_rows(text)] == [row.text for row in sql_rows(text)] == [text]
