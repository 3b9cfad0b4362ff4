"""The form of the answer to a plain question, as the JSON schema that its author declares lets it be given. Pure.

A form can be made of text, numbers, yes or no, a choice, and lists and objects of these, each with its bounds. A schema
of other words is refused by name when the agent is loaded: a form that leaves a rule out would ask for what is refused
afterwards. Source: the desk page, "Answering".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import CanonicalError, JsonValue, canonical_bytes, parse_strict
from pausedesk.core.model.wording import Worded, counted, joined, worded

ANY_TEXT: JsonValue = {"type": "string"}
"""The answer to a question whose author declares none."""

MOST_DEPTH = 8
"""Objects and lists within each other: a form that is deeper cannot be overseen."""


class FieldKind(StrEnum):
    """What a person gives in one place of a form."""

    TEXT = "text"
    NUMBER = "number"
    INTEGER = "integer"
    BOOLEAN = "boolean"
    CHOICE = "choice"
    LIST = "list"
    OBJECT = "object"
    JSON = "json"  # any JSON value: the author says nothing of it


@dataclass(frozen=True, slots=True)
class AnswerField:
    """One place of a form. `name` is its key in the object around it; "" for the whole answer and for a list's items.

    `required`: the object around it must hold it; `nullable`: null is an answer too. `choices` are JSON values. Bounds
    are None where there is none; `least` and `most` count characters of a text, or items of a list.
    """

    kind: FieldKind
    name: str = ""
    title: str = ""
    description: str = ""
    required: bool = True
    nullable: bool = False
    default: JsonValue = None
    has_default: bool = False
    choices: tuple[JsonValue, ...] = ()
    minimum: int | float | None = None
    maximum: int | float | None = None
    above: int | float | None = None
    below: int | float | None = None
    multiple_of: int | float | None = None
    least: int | None = None
    most: int | None = None
    pattern: str | None = None
    format: str = ""  # what kind of text its author means: said, not checked
    unique: bool = False
    item: AnswerField | None = None
    fields: tuple[AnswerField, ...] = ()
    open: bool = False  # fields that are not named may stand in it too

    @property
    def label(self) -> str:
        """What stands beside it: its author's title, else its name."""
        return self.title or self.name


def answer_form(schema: JsonValue) -> AnswerField:
    """The form of an answer's JSON schema. Raises UsageError `answer-schema` for one that no form can keep to."""
    return _field(schema, schema, "", True, (), 0)


def form_of(schema: str) -> AnswerField:
    """The form of a stored schema (JSON). Raises UsageError `answer-schema` where no form can be made of it."""
    try:
        return answer_form(parse_strict(schema))
    except CanonicalError as error:
        raise _unfit(str(error)) from error


def any_answer() -> AnswerField:
    """The form of an answer of which nothing is known."""
    return AnswerField(FieldKind.JSON, nullable=True)


_SAID = frozenset(
    {"title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$schema", "$id", "$comment"}
)
_ALLOWED: Mapping[str, frozenset[str]] = {
    "string": frozenset({"minLength", "maxLength", "pattern", "format"}),
    "number": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "integer": frozenset({"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}),
    "boolean": frozenset(),
    "array": frozenset({"items", "minItems", "maxItems", "uniqueItems"}),
    "object": frozenset({"properties", "required", "additionalProperties"}),
}
_KINDS = {
    "string": FieldKind.TEXT,
    "number": FieldKind.NUMBER,
    "integer": FieldKind.INTEGER,
    "boolean": FieldKind.BOOLEAN,
    "array": FieldKind.LIST,
    "object": FieldKind.OBJECT,
}


def _field(
    schema: Any, root: Any, name: str, required: bool, seen: tuple[str, ...], depth: int, nullable: bool = False
) -> AnswerField:
    where = f"the field {name!r}" if name else "the answer"
    if depth > MOST_DEPTH:
        raise _unfit(f"{where} lies deeper than {MOST_DEPTH} levels")
    if schema is True:
        schema = {}
    if not isinstance(schema, dict):
        raise _unfit(f"the schema of {where} is no object")
    schema = cast("dict[str, Any]", schema)
    if "$ref" in schema:
        return _referred(schema, root, name, required, seen, depth, nullable)
    words = {word: value for word, value in schema.items() if word not in ("$defs", "definitions")}
    if "anyOf" in words:
        return _or_null(words, root, name, required, seen, depth)
    said: dict[str, Any] = {
        "name": name,
        "title": _text(words, "title", where),
        "description": _text(words, "description", where),
        "required": required,
        "default": words.get("default"),
        "has_default": "default" in words,
    }
    if "enum" in words or "const" in words:
        return _choice(words, where, said, nullable)
    kind = words.pop("type", None)
    if isinstance(kind, list) and "null" in kind and len(kind) == 2:
        nullable, kind = True, next(one for one in kind if one != "null")
    if kind is None and not (words.keys() - _SAID):
        return AnswerField(FieldKind.JSON, nullable=True, **said)
    if kind is None:
        _only(words, frozenset(), where)
    if not isinstance(kind, str) or kind not in _KINDS:
        raise _unfit(f"{where} has the type {kind!r}")
    _only(words, _ALLOWED[kind], where)
    return _typed(kind, words, root, where, seen, depth, {**said, "nullable": nullable})


def _referred(
    schema: dict[str, Any], root: Any, name: str, required: bool, seen: tuple[str, ...], depth: int, nullable: bool
) -> AnswerField:
    reference = schema["$ref"]
    if not isinstance(reference, str) or not reference.startswith("#/"):
        raise _unfit(f"it refers to {reference!r}, outside itself")
    if reference in seen:
        raise _unfit(f"{reference} refers to itself")
    found = root
    for step in reference.removeprefix("#/").split("/"):
        found = found.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(found, dict) else None
    if not isinstance(found, dict):
        raise _unfit(f"it refers to {reference}, which is not there")
    # What stands beside a reference is said of this use of it.
    beside = {word: value for word, value in schema.items() if word != "$ref"}
    return _field({**found, **beside}, root, name, required, (*seen, reference), depth, nullable)


def _or_null(
    words: dict[str, Any], root: Any, name: str, required: bool, seen: tuple[str, ...], depth: int
) -> AnswerField:
    options = words.pop("anyOf")
    others = [one for one in options if one != {"type": "null"}] if isinstance(options, list) else []
    if len(others) != 1 or len(options) != 2 or not isinstance(others[0], dict):
        raise _unfit(f"{f'the field {name!r}' if name else 'the answer'} is one of several types")
    return _field({**others[0], **words}, root, name, required, seen, depth, nullable=True)


def _choice(words: dict[str, Any], where: str, said: dict[str, Any], nullable: bool) -> AnswerField:
    choices = words.pop("enum", None) if "enum" in words else [words.pop("const", None)]
    words.pop("type", None)
    _only(words, frozenset(), where)
    if not isinstance(choices, list) or not choices:
        raise _unfit(f"{where} offers no choice")
    try:
        kept = {canonical_bytes(choice): choice for choice in choices}
    except CanonicalError as error:
        raise _unfit(f"a choice of {where} has no exact form: {error}") from error
    return AnswerField(
        FieldKind.CHOICE,
        choices=tuple(one for one in kept.values() if one is not None),
        nullable=nullable or None in choices,
        **said,
    )


def _typed(
    kind: str, words: dict[str, Any], root: Any, where: str, seen: tuple[str, ...], depth: int, said: dict[str, Any]
) -> AnswerField:
    if kind == "string":
        pattern = words.get("pattern")
        if pattern is not None:
            try:
                re.compile(pattern)
            except (re.error, TypeError) as error:
                raise _unfit(f"the pattern of {where} cannot be read: {error}") from error
        return AnswerField(
            FieldKind.TEXT,
            least=_count(words, "minLength", where),
            most=_count(words, "maxLength", where),
            pattern=pattern,
            format=_text(words, "format", where),
            **said,
        )
    if kind in ("number", "integer"):
        step = _number(words, "multipleOf", where)
        if step is not None and step <= 0:
            raise _unfit(f"multipleOf of {where} is not above 0")
        return AnswerField(
            _KINDS[kind],
            minimum=_number(words, "minimum", where),
            maximum=_number(words, "maximum", where),
            above=_number(words, "exclusiveMinimum", where),
            below=_number(words, "exclusiveMaximum", where),
            multiple_of=step,
            **said,
        )
    if kind == "array":
        return AnswerField(
            FieldKind.LIST,
            least=_count(words, "minItems", where),
            most=_count(words, "maxItems", where),
            unique=words.get("uniqueItems") is True,
            item=_field(words.get("items", True), root, "", True, seen, depth + 1),
            **said,
        )
    if kind == "object":
        return _object(words, root, where, seen, depth, said)
    return AnswerField(FieldKind.BOOLEAN, **said)


def _object(
    words: dict[str, Any], root: Any, where: str, seen: tuple[str, ...], depth: int, said: dict[str, Any]
) -> AnswerField:
    properties, required = words.get("properties", {}), words.get("required", [])
    more = words.get("additionalProperties", False)
    if not isinstance(properties, dict) or not isinstance(required, list) or not isinstance(more, bool):
        raise _unfit(f"{where} names its fields in a way that no form can show")
    if missing := [name for name in required if name not in properties]:
        raise _unfit(f"{where} requires {missing[0]!r}, which it does not describe")
    fields = tuple(
        _field(one, root, name, name in required, seen, depth + 1)
        for name, one in cast("dict[str, Any]", properties).items()
    )
    return AnswerField(FieldKind.OBJECT, fields=fields, open=more or not fields, **said)


def _only(words: Mapping[str, Any], allowed: frozenset[str], where: str) -> None:
    if unknown := sorted(words.keys() - allowed - _SAID):
        raise _unfit(f"{where} says {unknown[0]!r}, which no form here can keep to")


def _text(words: Mapping[str, Any], word: str, where: str) -> str:
    value = words.get(word, "")
    if not isinstance(value, str):
        raise _unfit(f"the {word} of {where} is no text")
    return value


def _count(words: Mapping[str, Any], word: str, where: str) -> int | None:
    value = words.get(word)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
        raise _unfit(f"{word} of {where} is no count")
    return value


def _number(words: Mapping[str, Any], word: str, where: str) -> int | float | None:
    value = words.get(word)
    if value is not None and (not isinstance(value, int | float) or isinstance(value, bool)):
        raise _unfit(f"{word} of {where} is no number")
    return value


def _unfit(why: str) -> UsageError:
    return UsageError("answer-schema", f"The schema of an answer cannot be used: {why}.")


def choice_text(value: JsonValue) -> str:
    """A choice as a person reads it: a text as it is, everything else as JSON."""
    return value if isinstance(value, str) else canonical_bytes(value).decode()


def wanted(field: AnswerField) -> Worded:
    """What a person gives in one place, with its bounds: the words beside it."""
    said: list[str] = [_kind_words(field)]
    if field.minimum is not None:
        said.append(worded("{bound} or more", bound=field.minimum))
    if field.above is not None:
        said.append(worded("more than {bound}", bound=field.above))
    if field.maximum is not None:
        said.append(worded("{bound} or less", bound=field.maximum))
    if field.below is not None:
        said.append(worded("less than {bound}", bound=field.below))
    if field.multiple_of is not None:
        said.append(worded("a multiple of {bound}", bound=field.multiple_of))
    if field.pattern is not None:
        said.append(worded("of the form {pattern}", pattern=field.pattern))
    if field.format:
        said.append(field.format)
    listed = field.kind is FieldKind.LIST
    if field.least:
        said.append(
            counted("at least 1 item", "at least {n} items", field.least)
            if listed
            else counted("at least 1 character", "at least {n} characters", field.least)
        )
    if field.most is not None:
        said.append(
            counted("1 item at most", "{n} items at most", field.most)
            if listed
            else counted("1 character at most", "{n} characters at most", field.most)
        )
    if not field.required or field.nullable:
        said.append(worded("may be left out"))
    return joined(", ", said)


def _kind_words(field: AnswerField) -> Worded:
    match field.kind:
        case FieldKind.TEXT:
            return worded("a text")
        case FieldKind.NUMBER:
            return worded("a number")
        case FieldKind.INTEGER:
            return worded("a whole number")
        case FieldKind.BOOLEAN:
            return worded("true or false")
        case FieldKind.CHOICE:
            return worded("one of: {choices}", choices=", ".join(map(choice_text, field.choices)))
        case FieldKind.LIST:
            return worded("a list")
        case FieldKind.OBJECT:
            return worded("an object")
        case FieldKind.JSON:
            return worded("any JSON value")
