"""For authors of agents: a tool by which the model asks a person a plain question."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from pydantic import PydanticInvalidForJsonSchema, PydanticSchemaGenerationError, TypeAdapter
from pydantic_ai import CallDeferred, Tool, ToolDefinition

from pausedesk.core.errors import UsageError
from pausedesk.core.model.canonical import JsonValue
from pausedesk.core.rules.answer_forms import answer_form
from pausedesk.core.rules.expiry import lifetime_ms
from pausedesk.core.run.tools import AUTHOR_KEY


def ask_person(
    answer: Any = str,
    *,
    name: str = "ask_person",
    description: str = "Ask the person a question and wait for their answer.",
    expires_after: float | None = None,
) -> Tool[Any]:
    """A tool with one argument, the question in the agent's own words; what the person answers is what it returns.

    `answer` is a type as Pydantic takes it (`int`, `Literal["red", "blue"]`, a model, ...) or a JSON schema as a dict;
    the person's answer is checked by it before it is stored, and the model reads it as a JSON value. `expires_after` is
    the life of a question in seconds (None: no end). Raises UsageError `answer-schema` for an answer that no form can
    ask for, and `expires-after`.

        agent = Agent("anthropic:...", tools=[ask_person(Literal["red", "blue"])])

    A tool with arguments of its own needs no help of this function: it is any external tool whose metadata declares the
    answer, `{"pausedesk": {"answer": SCHEMA, "question": TEMPLATE}}`.
    """
    schema = cast("JsonValue", answer) if isinstance(answer, dict) else _schema_of(answer)
    answer_form(schema)
    lifetime_ms(name, expires_after)

    def ask(question: str) -> Any:
        raise CallDeferred(kind="question")

    said = {"answer": schema, "asks_with": "question", "expires_after": expires_after}
    return _Question(ask, name=name, description=description, metadata={AUTHOR_KEY: said})


class _Question(Tool[Any]):
    """A tool whose arguments are checked as any function's are, and which is never entered: a person answers it."""

    @property
    def tool_def(self) -> ToolDefinition:
        """The tool as the run has it."""
        return replace(super().tool_def, kind="external")


def _schema_of(answer: Any) -> JsonValue:
    try:
        return cast("JsonValue", TypeAdapter(answer).json_schema())
    except (PydanticInvalidForJsonSchema, PydanticSchemaGenerationError, TypeError) as error:
        raise UsageError("answer-schema", f"The schema of an answer cannot be used: {error}") from error
