"""A tree of JSON shows the whole value: every part by its key, in its order, and whatever is folded is counted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hostile import HOSTILE, hidden_in

from pausedesk.core.rules.json_tree import LONGEST_ROW, Folded, JsonTree
from pausedesk.core.rules.visible import visible

VALUE = {"to": "A", "lines": [{"sku": "x", "n": 1}, {}], "a key": None, "0": 1.5, "deep": [[True]]}


def texts(tree: JsonTree) -> list[str]:
    return ["  " * tree.depths[row] + tree.row(row).text for row in range(len(tree))]


def test_every_part_has_a_row_below_what_holds_it() -> None:
    assert texts(JsonTree(VALUE)) == [
        'to: "A"',
        "lines: […] 2",
        "  0: {…} 2",
        '    sku: "x"',
        "    n: 1",
        "  1: {}",
        '"a key": null',
        '"0": 1.5',
        "deep: […] 1",
        "  0: […] 1",
        "    0: true",
    ]


def test_a_row_knows_what_is_inside_of_it_and_what_it_is_in() -> None:
    tree = JsonTree(VALUE)
    assert [row for row in range(len(tree)) if tree.holds(row)] == [1, 2, 8, 9]
    assert list(tree.parents) == [-1, -1, 1, 2, 2, 1, -1, -1, -1, 8, 9]
    assert [tree.ends[row] for row in (0, 1, 2, 8)] == [1, 6, 5, 11]


def test_a_long_text_takes_a_row_for_each_of_its_lines() -> None:
    tree = JsonTree({"body": "Dear A,\nall is well.\n", "path": "C:\\new" + "x" * 30})
    assert [(tree.row(row).text, tree.row(row).added) for row in range(len(tree))] == [
        ('body: "Dear A,\\n', False),
        ('all is well.\\n"', True),
        ('path: "C:\\\\new' + "x" * 30 + '"', False),
    ]
    rows = JsonTree(["x" * 3 * LONGEST_ROW])
    assert all(len(rows.row(row).text) <= LONGEST_ROW for row in range(len(rows)))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=60),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=40), inside, max_size=4),
    max_leaves=20,
)
CONTAINER = st.lists(JSON, max_size=5) | st.dictionaries(st.text(max_size=40), JSON, max_size=5)


def flat(value: Any) -> list[str]:
    """What must stand in the rows, by a way of its own."""
    members = value.items() if isinstance(value, dict) else enumerate(value)
    found = []
    for _, part in members:
        if isinstance(part, dict | list):
            found += flat(part)
        else:
            found.append(visible(json.dumps(part, ensure_ascii=False)).text)
    return found


@given(CONTAINER)
def test_no_leaf_is_left_out_or_moved(value: Any) -> None:
    tree = JsonTree(value, hide=False)
    shown = "".join(tree.row(row).text for row in range(len(tree)))
    at = 0
    for leaf in flat(value):
        at = shown.index(leaf, at) + len(leaf)
    for row in range(len(tree)):
        one = tree.row(row)
        assert all(mark.length > 0 and mark.start + mark.length <= len(one.text) for mark in one.marks)


@given(CONTAINER, st.data())
def test_folding_leaves_out_what_is_inside_and_nothing_else(value: Any, data: st.DataObject) -> None:
    tree = JsonTree(value)
    holders = [row for row in range(len(tree)) if tree.holds(row)]
    chosen = data.draw(st.sets(st.sampled_from(holders))) if holders else set()
    inside = {row for one in chosen for row in range(one + 1, tree.ends[one])}
    left = [row for row in range(len(tree)) if row not in inside]
    folded = Folded(tree, chosen)
    assert [folded.row_at(place) for place in range(len(folded))] == left
    assert folded.left_out == len(inside)
    for place, row in enumerate(left):
        assert folded.place_of(row) == place
    for row in inside:
        assert folded.row_at(folded.place_of(row)) in chosen


@pytest.mark.parametrize("name", HOSTILE)
def test_keys_and_values_hide_nothing(name: str) -> None:
    tree = JsonTree({HOSTILE[name]: [HOSTILE[name]]})
    assert [hidden_in(tree.row(row).text, lines=False) for row in range(len(tree))] == [""] * len(tree)


def test_a_secret_in_a_row_is_masked() -> None:
    tree = JsonTree({"header": "Authorization: Bearer abcdef1234567890", "password": "hunter2x"})
    shown = "".join(tree.row(row).text for row in range(len(tree)))
    assert "abcdef" not in shown
    assert "hunter2x" not in shown
    assert "hunter2x" in JsonTree({"password": "hunter2x"}, hide=False).row(0).text


def test_a_tree_of_five_hundred_levels_has_no_end_of_its_own() -> None:
    value: Any = 1
    for _ in range(500):
        value = [value]
    tree = JsonTree(value)
    assert (len(tree), tree.depths[-1]) == (500, 499)
