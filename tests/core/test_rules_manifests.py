"""What an agent's manifest says of a question: the comparison row by row, and its stored form."""

from __future__ import annotations

import json

import pytest

from pausedesk.core.rules.manifests import (
    Manifest,
    ToolIdentity,
    changed_since,
    changed_tool,
    looked_at,
    manifest_body,
    manifest_of,
)

ASKED = ToolIdentity("tool", "schema", "chain")
OTHER = ToolIdentity("other", "other", "other")


@pytest.mark.parametrize(
    ("asked", "now", "part", "code", "says"),
    [
        pytest.param(ASKED, ASKED, None, None, None, id="as it was"),
        pytest.param(ASKED, None, "name", "tool-changed", "The agent has no tool pay any more.", id="gone"),
        pytest.param(
            ASKED,
            ToolIdentity("other", "wider", "chain"),
            "schema",
            "tool-changed",
            "The arguments of the tool pay changed since it was asked.",
            id="its schema",
        ),
        pytest.param(
            ASKED,
            ToolIdentity("other", "schema", "chain"),
            "code",
            "tool-changed",
            "The code of the tool pay changed since it was asked.",
            id="its code",
        ),
        pytest.param(
            ToolIdentity("tool", "", "chain"),
            ToolIdentity("other", "wider", "chain"),
            "tool",
            "tool-changed",
            "The tool pay changed since it was asked.",
            id="its schema was not kept",
        ),
        pytest.param(
            ASKED,
            ToolIdentity("tool", "schema", "stricter"),
            "chain",
            "chain-changed",
            "Another rule asks about the tool pay now than when it was asked.",
            id="who asks",
        ),
        pytest.param(
            ASKED,
            OTHER,
            "schema",
            "tool-changed",
            "The arguments of the tool pay changed since it was asked.",
            id="all of it: the tool comes first",
        ),
    ],
)
def test_a_tool_is_compared_with_what_was_asked(
    asked: ToolIdentity, now: ToolIdentity | None, part: str | None, code: str | None, says: str | None
) -> None:
    found = changed_tool("pay", asked, now)
    assert ((found.part, found.code, found.sentence) if found is not None else (None, None, None)) == (part, code, says)


@pytest.mark.parametrize(
    ("seen", "checked_at", "looked", "changed"),
    [
        pytest.param(Manifest({"pay": ASKED}, whole=True), 10, True, False, id="unchanged"),
        pytest.param(Manifest({"pay": OTHER}, whole=True), 10, True, True, id="changed"),
        pytest.param(Manifest({"pay": OTHER}, whole=False), 11, True, True, id="changed; there may be others"),
        pytest.param(Manifest({"pay": OTHER}, whole=True), 9, False, False, id="looked at before it was asked"),
        pytest.param(Manifest({}, whole=True), 10, True, True, id="gone"),
        pytest.param(Manifest({}, whole=True), 9, False, False, id="not there yet when it was looked at"),
        pytest.param(Manifest({"refund": ASKED}, whole=False), 10, False, False, id="left out of the look"),
    ],
)
def test_a_manifest_speaks_of_what_was_asked_before_it_and_of_what_it_saw(
    seen: Manifest, checked_at: int, looked: bool, changed: bool
) -> None:
    assert looked_at("pay", 10, seen, checked_at) is looked
    assert (changed_since("pay", ASKED, 10, seen, checked_at) is not None) is changed


def test_equal_manifests_are_stored_as_equal_texts_and_read_back() -> None:
    one = Manifest({"a": ASKED, "b": OTHER}, whole=True)
    assert manifest_body(one) == manifest_body(Manifest({"b": OTHER, "a": ASKED}, whole=True))
    assert manifest_of(manifest_body(one)) == one


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"tools": []},
        {"tools": {}, "whole": 1},
        {"tools": {"a": None}, "whole": True},
        {"tools": {"a": {"digest": "d", "schema": "s", "chain": None}}, "whole": True},
    ],
)
def test_what_is_no_manifest_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="not a"):
        manifest_of(json.dumps(value))
