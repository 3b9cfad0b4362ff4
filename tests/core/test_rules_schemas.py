"""Fields that a schema does not know: found wherever they stand, and only where nothing lets them in."""

from __future__ import annotations

from typing import Any

import pytest

from pausedesk.core.rules.schemas import unknown_field

ORDER: dict[str, Any] = {"type": "object", "properties": {"id": {"type": "integer"}}}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "text": {"type": "string"},
        "order": {"$ref": "#/$defs/Order"},
        "maybe": {"anyOf": [{"$ref": "#/$defs/Order"}, {"type": "null"}]},
        "either": {"oneOf": [ORDER, {"type": "object", "properties": {"to": {}}}, {"type": ["string", "null"]}]},
        "many": {"type": "array", "items": {"$ref": "#/$defs/Order"}},
        "free": {"type": "object", "additionalProperties": True},
        "named": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Order"}},
        "open": {**ORDER, "additionalProperties": True},
        "patterns": {**ORDER, "patternProperties": {"^x": {}}},
        "node": {"$ref": "#/$defs/Node"},
    },
    "$defs": {
        "Order": ORDER,
        "Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}, "loop": {"$ref": "#/$defs/Loop"}}},
        "Loop": {"$ref": "#/$defs/Loop"},
    },
}


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({}, None),
        ({"text": "a", "order": {"id": 1}}, None),
        ({"txt": "a"}, "txt"),
        ({"order": {"id": 1, "to": "x"}}, "order.to"),
        ({"maybe": None}, None),
        ({"maybe": {"id": 1}}, None),
        ({"maybe": {"to": 1}}, "maybe.to"),
        ({"either": {"to": 1}}, None),
        ({"either": {"by": 1}}, "either.by"),
        ({"either": "text"}, None),
        ({"many": [{"id": 1}, {"id": 2, "to": "x"}]}, "many[1].to"),
        ({"free": {"anything": {"at": "all"}}}, None),
        ({"named": {"a": {"id": 1}, "b": {"to": 1}}}, "named.b.to"),
        ({"open": {"id": 1, "more": 2}}, None),
        ({"patterns": {"x1": 1}}, None),
        ({"node": {"next": {"next": {"nest": {}}}}}, "node.next.next.nest"),
        ({"node": {"loop": {"x": 1}}}, None),
        ({"text": {"x": 1}}, None),  # that it is no text is for the validation to say
    ],
)
def test_the_first_field_that_nothing_knows_is_found_by_its_path(value: dict[str, Any], found: str | None) -> None:
    assert unknown_field(SCHEMA, value) == found


@pytest.mark.parametrize("schema", [None, True, [], {}, {"$ref": "#/nowhere"}, {"anyOf": []}, {"properties": []}])
def test_a_schema_that_describes_nothing_knows_everything(schema: Any) -> None:
    assert unknown_field(schema, {"a": [{"b": 1}]}) is None
