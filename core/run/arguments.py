"""Values of a running agent as JSON values: arguments exactly, results as well as they go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, cast

from pydantic import BaseModel
from pydantic_ai.messages import ToolReturn
from pydantic_core import PydanticSerializationError, to_jsonable_python

from pausedesk.core.model.canonical import CanonicalError, canonical_bytes


def jsonable_arguments(arguments: dict[str, Any]) -> dict[str, Any]:
    """Validated arguments as JSON values, alike in every process. Raises CanonicalError for what has no such form."""
    return {name: _exact(value) for name, value in arguments.items()}


def _exact(value: Any) -> Any:
    if isinstance(value, BaseModel):
        # What the model sent beyond the fields reaches the tool too, where the author lets it.
        more = value.__pydantic_extra__ or {}
        return {name: _exact(getattr(value, name)) for name in [*type(value).model_fields, *more]}
    if is_dataclass(value) and not isinstance(value, type):
        names = dict.fromkeys(item.name for item in fields(value))
        if getattr(type(value), "__pydantic_config__", {}).get("extra") == "allow":
            names.update(dict.fromkeys(vars(value)))
        return {name: _exact(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {str(key): _exact(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exact(item) for item in cast("list[Any]", value)]
    if isinstance(value, (set, frozenset)):
        # A set has no order, and another process would give it another one.
        return sorted((_exact(item) for item in cast("set[Any]", value)), key=canonical_bytes)
    if value is None or type(value) in (str, int, float, bool):
        return value
    if isinstance(value, Iterator):
        raise CanonicalError(f"a value of type {type(value).__name__} would be used up by being looked at")
    try:
        return to_jsonable_python(value, inf_nan_mode="constants")
    except (PydanticSerializationError, ValueError) as error:
        raise CanonicalError(f"a value of type {type(value).__name__} has no JSON form") from error


def jsonable_result(result: Any) -> Any:
    """A call's result as a JSON value; what JSON cannot hold is kept by its text, so that it never spoils a save."""
    if isinstance(result, ToolReturn):
        result = cast("Any", result).return_value
    try:
        value = to_jsonable_python(result, inf_nan_mode="strings", bytes_mode="base64", fallback=str)
        canonical_bytes(value)
        json.dumps(value)  # which refuses numbers of some thousand digits that have an exact form
    except Exception:  # noqa: BLE001 - a result of any shape must not hide that its call has ended
        return text_of(result)
    return value


def text_of(value: object) -> str:
    """A value's own text, storable in UTF-8; its type where it has none. Never raises."""
    try:
        return str(value).encode("utf-8", "backslashreplace").decode()
    except Exception as error:  # noqa: BLE001 - as above
        return f"a value of type {type(value).__name__}, whose text cannot be had ({type(error).__name__})"
