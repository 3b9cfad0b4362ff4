"""Which fields of a JSON value a JSON schema does not know. Pure.

A tool's own validation often drops what it does not know without a word; what a person typed must not be dropped so.
"""

from __future__ import annotations

from typing import Any, cast


def unknown_field(schema: Any, value: Any, *, root: Any = None, at: str = "") -> str | None:
    """The path of the first field that no part of the schema knows, or None.

    Fields are known where an object's `properties` name them, or where it lets others in by `additionalProperties` or
    `patternProperties`. Of alternatives one that knows every field is enough. What a schema does not describe is known.
    """
    root = schema if root is None else root
    schema = _resolved(schema, root)
    if not isinstance(schema, dict):
        return None
    for word in ("anyOf", "oneOf"):
        if isinstance(options := schema.get(word), list) and options:
            fitting = [option for option in options if _fits(_resolved(option, root), value)]
            alternatives = [unknown_field(option, value, root=root, at=at) for option in fitting]
            return None if None in alternatives or not alternatives else alternatives[0]
    if isinstance(value, dict):
        return _unknown_in(schema, cast("dict[str, Any]", value), root, at)
    if isinstance(value, list) and isinstance(items := schema.get("items"), dict):
        for number, item in enumerate(value):
            if (found := unknown_field(items, item, root=root, at=f"{at}[{number}]")) is not None:
                return found
    return None


def _fits(schema: Any, value: Any) -> bool:
    """Whether an alternative may be the one that describes a value: an object or a list is no text and no null."""
    wanted = schema.get("type") if isinstance(schema, dict) else None
    kind = "object" if isinstance(value, dict) else "array" if isinstance(value, list) else None
    return wanted is None or kind is None or wanted == kind or (isinstance(wanted, list) and kind in wanted)


def _unknown_in(schema: dict[str, Any], value: dict[str, Any], root: Any, at: str) -> str | None:
    known = schema.get("properties")
    more = schema.get("additionalProperties")
    if not isinstance(known, dict) and more is not False:
        known, more = {}, more if isinstance(more, dict) else True
    known = known if isinstance(known, dict) else {}
    for name, item in value.items():
        path = f"{at}.{name}" if at else name
        if name in known:
            found = unknown_field(known[name], item, root=root, at=path)
        elif more is True or "patternProperties" in schema:
            found = None
        elif isinstance(more, dict):
            found = unknown_field(more, item, root=root, at=path)
        else:
            found = path
        if found is not None:
            return found
    return None


def _resolved(schema: Any, root: Any) -> Any:
    seen: set[str] = set()
    while isinstance(schema, dict) and isinstance(name := schema.get("$ref"), str) and name not in seen:
        seen.add(name)
        schema = root
        for step in name.removeprefix("#/").split("/"):
            schema = schema.get(step) if isinstance(schema, dict) else None
    return cast("Any", schema)
