"""Values of a running agent as JSON values: arguments exactly, results as well as they go."""

from __future__ import annotations

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
        return {name: _exact(getattr(value, name)) for name in type(value).model_fields}
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: _exact(getattr(value, item.name)) for item in fields(value)}
    if isinstance(value, dict):
        return {str(key): _exact(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_exact(item) for item in cast("list[Any]", value)]
    if isinstance(value, (set, frozenset)):
        # A set has no order, and another process would give it another one.
        return sorted((_exact(item) for item in cast("set[Any]", value)), key=canonical_bytes)
    if value is None or type(value) in (str, int, float, bool):
        return value
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
    except (PydanticSerializationError, ValueError, RecursionError):
        return str(result).encode("utf-8", "backslashreplace").decode()
    return value
