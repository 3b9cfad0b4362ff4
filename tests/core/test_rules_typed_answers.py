"""Typed answers, row by row: which schemas a form can keep to, and what of an answer is wrong where."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pausedesk.core.errors import UsageError
from pausedesk.core.rules.answer_forms import FieldKind, answer_form, wanted
from pausedesk.core.rules.typed_answers import answer_faults, faults_sentence, path_text, read_answer

POINT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 2, "maxLength": 4, "title": "Name"},
        "size": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}], "default": None},
        "tags": {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True, "maxItems": 2},
    },
    "required": ["name"],
}
NESTED: dict[str, Any] = {"$defs": {"P": POINT}, "type": "array", "items": {"$ref": "#/$defs/P"}, "minItems": 1}


@pytest.mark.parametrize(
    ("schema", "value", "wrong"),
    [
        ({"type": "string"}, "", []),
        ({"type": "string"}, 1, [("", "a text")]),
        ({"type": "string", "minLength": 2}, "é", [("", "at least 2 characters")]),
        ({"type": "string", "minLength": 1}, "", [("", "at least 1 character long")]),
        ({"type": "string", "maxLength": 1}, "é", []),
        ({"type": "string", "maxLength": 2}, "abc", [("", "2 characters long at most")]),
        ({"type": "string", "pattern": "^[a-z]+$"}, "Abc", [("", "^[a-z]+$")]),
        ({"type": "string", "pattern": "b"}, "abc", []),
        ({"type": "integer"}, 10**30, []),
        ({"type": "integer"}, 5.0, [("", "a whole number")]),
        ({"type": "integer"}, True, [("", "a whole number")]),
        ({"type": "integer", "minimum": 1, "maximum": 3}, 0, [("", "1 or more")]),
        ({"type": "integer", "minimum": 1, "maximum": 3}, 4, [("", "3 or less")]),
        ({"type": "integer", "maximum": 2**53}, 2**53 + 1, [("", "or less")]),
        ({"type": "number"}, False, [("", "a number")]),
        ({"type": "number"}, "1", [("", "a number")]),
        ({"type": "number", "exclusiveMinimum": 0}, 0, [("", "more than 0")]),
        ({"type": "number", "exclusiveMaximum": 1}, 1.0, [("", "less than 1")]),
        ({"type": "number", "multipleOf": 0.1}, 0.3, []),
        ({"type": "number", "multipleOf": 0.1}, 0.35, [("", "a multiple of 0.1")]),
        ({"type": "integer", "multipleOf": 3}, 10**40, [("", "a multiple of 3")]),
        ({"type": "boolean"}, False, []),
        ({"type": "boolean"}, 0, [("", "true or false")]),
        ({"type": "boolean"}, None, [("", "true or false")]),
        ({"enum": ["a", 1, None]}, None, []),
        ({"enum": ["a", 1]}, "1", [("", "one of: a, 1")]),
        ({"enum": ["a", 1]}, True, [("", "one of: a, 1")]),
        ({"const": "yes"}, "yes", []),
        ({"type": ["string", "null"]}, None, []),
        ({"type": "string"}, None, [("", "a text")]),
        ({"type": "array", "items": {"type": "integer"}}, [1, "2", 3, None], [("[2]", "whole"), ("[4]", "whole")]),
        ({"type": "array", "minItems": 1}, [], [("", "at least 1 item.")]),
        ({"type": "array", "maxItems": 2}, [1, 2, 3], [("", "2 items at most")]),
        ({"type": "array", "uniqueItems": True}, [1, 2, 1], [("", "twice")]),
        ({"type": "array"}, {}, [("", "a list")]),
        ({"type": "object"}, {"anything": 1}, []),
        ({"type": "object"}, [], [("", "an object")]),
        (POINT, {"name": "ab"}, []),
        (POINT, {"name": "ab", "size": None, "tags": ["a"]}, []),
        (POINT, {"size": 0, "more": 1}, [("name", "filled in"), ("size", "1 or more"), ("more", "no such field")]),
        ({**POINT, "additionalProperties": True}, {"name": "ab", "more": 1}, []),
        (NESTED, [{"name": "ab"}, {"name": "a", "tags": ["c"]}], [("[2].name", "2 char"), ("[2].tags[1]", "one of")]),
        ({}, {"a": [1, None]}, []),
        (True, 1, []),
    ],
)
def test_what_is_wrong_with_an_answer_is_said_by_its_place(
    schema: Any, value: Any, wrong: list[tuple[str, str]]
) -> None:
    found = answer_faults(answer_form(schema), value)
    assert [path_text(fault.path) for fault in found] == [place for place, _ in wrong]
    for fault, (_, said) in zip(found, wrong, strict=True):
        assert said in fault.sentence


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (None, "no object"),
        ("string", "no object"),
        (False, "no object"),
        ({"type": "null"}, "the type 'null'"),
        ({"type": ["string", "integer"]}, "the type"),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, "several types"),
        ({"oneOf": [{"type": "string"}]}, "'oneOf'"),
        ({"type": "string", "contentEncoding": "base64"}, "'contentEncoding'"),
        ({"type": "string", "minLength": -1}, "no count"),
        ({"type": "string", "pattern": "("}, "cannot be read"),
        ({"type": "string", "pattern": 1}, "cannot be read"),
        ({"type": "integer", "minimum": "1"}, "no number"),
        ({"type": "number", "multipleOf": 0}, "not above 0"),
        ({"enum": []}, "no choice"),
        ({"enum": [float("nan")]}, "no exact form"),
        ({"type": "object", "properties": [], "required": []}, "no form"),
        ({"type": "object", "required": ["a"]}, "'a', which it does not describe"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "no form"),
        ({"$ref": "https://example.org/a"}, "outside itself"),
        ({"$ref": "#/$defs/none"}, "not there"),
        ({"$defs": {"A": {"type": "array", "items": {"$ref": "#/$defs/A"}}}, "$ref": "#/$defs/A"}, "refers to itself"),
        ({"type": "string", "title": 1}, "title"),
    ],
)
def test_a_schema_that_no_form_can_keep_to_is_refused_by_name(schema: Any, why: str) -> None:
    with pytest.raises(UsageError) as refused:
        answer_form(schema)
    assert (refused.value.code, why in refused.value.sentence) == ("answer-schema", True), refused.value.sentence


def test_a_schema_within_itself_ends() -> None:
    deep: Any = {"type": "string"}
    for _ in range(9):
        deep = {"type": "array", "items": deep}
    with pytest.raises(UsageError, match="8 levels"):
        answer_form(deep)


def test_a_form_has_its_author_s_words_and_order() -> None:
    form = answer_form(POINT)
    assert [(one.name, one.label, one.kind, one.required, one.nullable) for one in form.fields] == [
        ("name", "Name", FieldKind.TEXT, True, False),
        ("size", "size", FieldKind.INTEGER, False, True),
        ("tags", "tags", FieldKind.LIST, False, False),
    ]
    assert [str(wanted(one)) for one in form.fields] == [
        "a text, at least 2 characters, 4 characters at most",
        "a whole number, 1 or more, may be left out",
        "a list, 2 items at most, may be left out",
    ]
    assert (form.fields[1].has_default, form.fields[1].default) == (True, None)


def test_an_answer_is_kept_in_its_exact_form() -> None:
    assert read_answer(json.dumps(POINT), ' {"size": 1, "name":"ab"} ') == '{"name":"ab","size":1}'


@pytest.mark.parametrize("text", ["", "red", "{'a': 1}", '{"a": 1, "a": 2}', "NaN", "1e400", '"\\ud800"'])
def test_what_is_no_exact_json_is_no_answer(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        read_answer("{}", text)
    assert refused.value.code == "answer-refused"


def test_the_faults_of_an_answer_are_one_sentence_each_with_its_field() -> None:
    found = answer_faults(answer_form(POINT), {"size": 0})
    assert faults_sentence(found) == "name: This has to be filled in.  size: This has to be 1 or more."
