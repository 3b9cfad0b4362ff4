"""The answer to a plain question: what of it its form does not take, said by field. Pure.

Numbers are compared exactly, as the model reads them. Source: answered-pause rules, section 4.7, and the desk page,
"Answering".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, cast

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import CanonicalError, JsonValue, canonical_bytes, parse_strict
from pausedesk.core.model.wording import Worded, counted, joined, worded
from pausedesk.core.rules.answer_forms import AnswerField, FieldKind, choice_text, form_of

Path: TypeAlias = tuple[str | int, ...]
"""Where in an answer: names of fields and places in lists (from 0), from the outside in; () is the whole of it."""


@dataclass(frozen=True, slots=True)
class AnswerFault:
    """What is wrong in one place of an answer, as a sentence of its own."""

    path: Path
    sentence: Worded


def answer_faults(form: AnswerField, value: JsonValue) -> list[AnswerFault]:
    """Everything that is wrong with an answer, in the order of the form; nothing where it can be given."""
    return list(_faults(form, value, ()))


def read_answer(schema: str, text: str) -> str:
    """The canonical JSON of an answer that a person gives as JSON `text`, where the `schema` (JSON) takes it.

    Raises UsageError `answer-refused`, naming the fields, where it is no JSON or the schema does not take it.
    """
    try:
        value = parse_strict(text)
        exact = canonical_bytes(value).decode()
    except CanonicalError as error:
        raise UsageError("answer-refused", f"The answer is no exact JSON value: {error}") from error
    if faults := answer_faults(form_of(schema), value):
        raise UsageError("answer-refused", faults_sentence(faults))
    return exact


def faults_sentence(faults: list[AnswerFault]) -> Worded:
    """What is wrong with an answer, by field, on one line."""
    return joined(
        "  ", [_at(fault.path, fault.sentence) if fault.path else fault.sentence for fault in faults[:_MOST_SAID]]
    )


_MOST_SAID = 12


def path_text(path: Path) -> str:
    """A place in an answer as a person reads it: `address.lines[2]`, counted from 1."""
    said = ""
    for step in path:
        said += f"[{step + 1}]" if isinstance(step, int) else f".{step}" if said else step
    return said


def _at(path: Path, sentence: Worded) -> Worded:
    return worded("{field}: {sentence}", field=path_text(path), sentence=sentence)


def _faults(field: AnswerField, value: JsonValue, path: Path) -> Iterator[AnswerFault]:
    if value is None and field.nullable:
        return
    wrong = _CHECKS[field.kind](field, value)
    found = next(wrong, None)
    if found is not None:
        yield AnswerFault(path, found)
        return
    if field.kind is FieldKind.LIST and field.item is not None:
        for place, item in enumerate(cast("list[JsonValue]", value)):
            yield from _faults(field.item, item, (*path, place))
    if field.kind is FieldKind.OBJECT:
        given = cast("dict[str, JsonValue]", value)
        for one in field.fields:
            if one.name in given:
                yield from _faults(one, given[one.name], (*path, one.name))
            elif one.required:
                yield AnswerFault((*path, one.name), worded("This has to be filled in."))
        if not field.open:
            known = {one.name for one in field.fields}
            for name in given:
                if name not in known:
                    yield AnswerFault((*path, name), worded("The question has no such field."))


def _text_faults(field: AnswerField, value: JsonValue) -> Iterator[Worded]:
    if not isinstance(value, str):
        yield worded("This has to be a text.")
        return
    if field.least is not None and len(value) < field.least:
        yield counted(
            "This has to be at least 1 character long.",
            "This has to be at least {n} characters long.",
            field.least,
        )
    if field.most is not None and len(value) > field.most:
        yield counted(
            "This may be 1 character long at most.",
            "This may be {n} characters long at most.",
            field.most,
        )
    if field.pattern is not None and re.search(field.pattern, value) is None:
        yield worded("This does not have the form {pattern}.", pattern=field.pattern)


def _number_faults(field: AnswerField, value: JsonValue) -> Iterator[Worded]:
    whole = field.kind is FieldKind.INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        yield worded("This has to be a whole number.") if whole else worded("This has to be a number.")
        return
    number = value
    if field.minimum is not None and number < field.minimum:
        yield worded("This has to be {bound} or more.", bound=field.minimum)
    if field.maximum is not None and number > field.maximum:
        yield worded("This has to be {bound} or less.", bound=field.maximum)
    if field.above is not None and number <= field.above:
        yield worded("This has to be more than {bound}.", bound=field.above)
    if field.below is not None and number >= field.below:
        yield worded("This has to be less than {bound}.", bound=field.below)
    if field.multiple_of is not None and _fraction(number) % _fraction(field.multiple_of):
        yield worded("This has to be a multiple of {bound}.", bound=field.multiple_of)


def _fraction(number: float) -> Fraction:
    # Of a float the shortest decimal that it is written as: 0.3 is a multiple of 0.1.
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def _boolean_faults(_field: AnswerField, value: JsonValue) -> Iterator[Worded]:
    if not isinstance(value, bool):
        yield worded("This has to be true or false.")


def _choice_faults(field: AnswerField, value: JsonValue) -> Iterator[Worded]:
    if canonical_bytes(value) not in {canonical_bytes(choice) for choice in field.choices}:
        yield worded("This has to be one of: {choices}.", choices=", ".join(map(choice_text, field.choices)))


def _list_faults(field: AnswerField, value: JsonValue) -> Iterator[Worded]:
    if not isinstance(value, list):
        yield worded("This has to be a list.")
        return
    if field.least is not None and len(value) < field.least:
        yield counted("This needs at least 1 item.", "This needs at least {n} items.", field.least)
    if field.most is not None and len(value) > field.most:
        yield counted("This takes 1 item at most.", "This takes {n} items at most.", field.most)
    if field.unique and len({canonical_bytes(item) for item in value}) < len(value):
        yield worded("No item may stand here twice.")


def _object_faults(_field: AnswerField, value: JsonValue) -> Iterator[Worded]:
    if not isinstance(value, dict):
        yield worded("This has to be an object.")


def _json_faults(_field: AnswerField, _value: JsonValue) -> Iterator[Worded]:
    return iter(())


_CHECKS = {
    FieldKind.TEXT: _text_faults,
    FieldKind.NUMBER: _number_faults,
    FieldKind.INTEGER: _number_faults,
    FieldKind.BOOLEAN: _boolean_faults,
    FieldKind.CHOICE: _choice_faults,
    FieldKind.LIST: _list_faults,
    FieldKind.OBJECT: _object_faults,
    FieldKind.JSON: _json_faults,
}
