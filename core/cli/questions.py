"""A plain question on a terminal: what answers it, and the answer that a person types."""

from __future__ import annotations

import json

from pausedesk.core.cli.app import shown
from pausedesk.core.errors import UsageError
from pausedesk.core.rules.answer_forms import ANY_TEXT, AnswerField, any_answer, form_of, wanted


def answer_lines(schema: str) -> list[str]:
    """What answers a question with this schema (JSON), a line for each place of the form."""
    try:
        form = form_of(schema)
    except UsageError:
        form = any_answer()  # it is taken, or refused, where it is stored
    return [f"answer: {_line(form)}", *_fields(form, "  ")]


def _line(field: AnswerField) -> str:
    said = field.description or (field.title if field.title.lower() != field.name.lower() else "")
    return f"{shown(wanted(field))}{f' ({shown(said)})' if said else ''}"


def _fields(field: AnswerField, indent: str) -> list[str]:
    lines = [
        line
        for one in field.fields
        for line in (f"{indent}{shown(one.name)}: {_line(one)}", *_fields(one, f"{indent}  "))
    ]
    if field.item is not None:
        lines += [f"{indent}each: {_line(field.item)}", *_fields(field.item, f"{indent}  ")]
    return lines


def how_to_answer(schema: str) -> str:
    """The option by which `answer` takes an answer of this schema (JSON); empty: the question takes a decision."""
    if not schema:
        return ""
    return "--text TEXT" if json.loads(schema) == ANY_TEXT else "--value JSON"


def text_answer(text: str) -> str:
    """A text as the JSON of an answer."""
    return json.dumps(text, ensure_ascii=False)
