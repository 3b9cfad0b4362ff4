"""The arguments of a call as fields that a person edits, and what they typed as the arguments again. Pure.

A text is edited as it is only where nothing in it hides: an editor would drop or change what it cannot show. Every
other value is edited as JSON, in which such characters stand as escapes. A field that nobody changed gives back the
very value that it was made of. Source: answered-pause rules, section 4, "Edits".
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import CanonicalError, JsonValue, canonical_bytes, parse_strict
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.shown import as_text
from pausedesk.core.rules.visible import visible

LONGEST_FIELD = 200_000
"""A value of more characters is not edited in a field: it stays as it is."""


@dataclass(frozen=True, slots=True)
class EditField:
    """One argument in an editor: `text` is what stands in the field at first, `is_text` whether it is taken literally
    or read as JSON. `filled_in`: the tool gave the value by itself, and does so again where it is left as it is."""

    name: str
    value: Any
    text: str
    is_text: bool
    filled_in: bool = False

    @property
    def too_long(self) -> bool:
        """Whether the value is too long for a field."""
        return len(self.text) > LONGEST_FIELD


def edit_field(name: str, value: Any, *, filled_in: bool = False) -> EditField:
    """The field of one argument."""
    if isinstance(value, str) and _stays(value):
        return EditField(name, value, value, is_text=True, filled_in=filled_in)
    return EditField(name, value, _json(value), is_text=False, filled_in=filled_in)


def edited_arguments(fields: Sequence[tuple[EditField, str | None]]) -> str:
    """The arguments as one JSON text, of each field with what stands in it now (None: it was not changed).

    Raises UsageError `edit-refused`, naming the field, where one that is read as JSON is none.
    """
    parts = []
    for field, typed in fields:
        changed = typed is not None and typed != field.text
        if changed or not field.filled_in:
            value = _typed(field, typed) if changed and typed is not None else _exactly(field.value)
            parts.append(f"{json.dumps(field.name)}: {value}")
    return "{" + ", ".join(parts) + "}"


def whole_text(arguments: str) -> str:
    """The same arguments as an indented JSON text to be edited as a whole."""
    return _json(parse_strict(arguments))


def written_arguments(text: str) -> dict[str, JsonValue]:
    """The arguments that a person wrote, not yet checked by the tool.

    Raises UsageError `edit-refused` where the text is no JSON object.
    """
    try:
        values = parse_strict(text)
    except CanonicalError as error:
        raise UsageError("edit-refused", worded("These are no arguments: {error}", error=error)) from error
    if not isinstance(values, dict):
        raise UsageError("edit-refused", worded("The arguments of a call are one JSON object."))
    return values


def refilled(fields: Sequence[EditField], arguments: str) -> list[EditField]:
    """The fields of arguments that were edited as a whole; what the tool filled in by itself stays so where it is as
    it was.

    Raises UsageError `edit-refused` where the text is no JSON object.
    """
    values = written_arguments(arguments)
    filled = {field.name: _exactly(field.value) for field in fields if field.filled_in}
    return [edit_field(name, value, filled_in=filled.get(name) == _exactly(value)) for name, value in values.items()]


def _typed(field: EditField, typed: str) -> str:
    if field.is_text:
        return json.dumps(typed)
    name = visible(field.name).text
    try:
        json.loads(typed, parse_int=str, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise UsageError(
            "edit-refused", worded("“{name}” holds no JSON value. A text stands in quotes.", name=name)
        ) from error
    try:
        parse_strict(typed)
    except CanonicalError as error:
        raise UsageError("edit-refused", worded("“{name}”: {error}", name=name, error=error)) from error
    return typed


def _stays(text: str) -> bool:
    """Whether a text is in an editor what it is: nothing in it hides, and nothing is made a blank or a line's end."""
    return visible(text).text == text and not _EDITORS_CHANGE.search(text)


def _json(value: Any) -> str:
    text = as_text(value) if not isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if _stays(text) else json.dumps(value, indent=2 if isinstance(value, dict | list) else None)


_EDITORS_CHANGE = re.compile("[\0\r\u00a0\u2028\u2029\ufdd0\ufdd1]")


def _exactly(value: Any) -> str:
    return canonical_bytes(value).decode()
