"""How a history ends where its file says nothing of an end: by the role of its last message. And what is kept of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pausedesk.core.importers.values import title
from pausedesk.core.model.foreign import ForeignCall, Reading
from pausedesk.core.model.histories import Message, Role
from pausedesk.core.model.states import Ending


def end_by_role(messages: Sequence[Message], open_calls: Sequence[object], what: str = "message") -> Reading:
    """The ending of messages in neutral form; `what` is the word that the format has for one.

    An answer without words is none, and what is not understood is never an end; before an end it makes that a guess.
    """
    if not messages:
        return Reading(Ending.EMPTY, "certain", "", f"It has no {what}s.")
    if messages[-1].role is Role.UNKNOWN:
        return Reading(Ending.UNREADABLE, "certain", "", f"Its last {what} cannot be understood.")
    if open_calls:
        return Reading(Ending.TOOLS_INTERRUPTED, "probable", "process", "A call of it has no result.")
    match messages[-1].role:
        case Role.USER:
            return Reading(Ending.USER_UNANSWERED, "certain", "process", f"Its last {what} has no answer.")
        case Role.TOOL:
            return Reading(Ending.RESPONSE_CUT_OFF, "probable", "process", "A call returned, and no answer followed.")
        case Role.ASSISTANT if messages[-1].content.strip():
            reading = Reading(Ending.FINISHED, "probable", "", f"Its last {what} is an answer.")
            return doubted(reading, any(message.role is Role.UNKNOWN for message in messages))
        case _:
            return Reading(Ending.RESPONSE_CUT_OFF, "guess", "unknown", f"Its last {what} holds no answer.")


def doubted(reading: Reading, not_understood: object) -> Reading:
    """The reading where something before the end was not understood, which may have been an open call: finished is then
    a guess."""
    doubt = bool(not_understood) and reading.ending is Ending.FINISHED
    return replace(reading, confidence="guess") if doubt else reading


def without_result(messages: Sequence[Message]) -> tuple[ForeignCall, ...]:
    """The calls of a history that no result names."""
    done = {message.tool_call_id for message in messages if message.role is Role.TOOL}
    made = [call for message in messages for call in message.tool_calls]
    return tuple(ForeignCall(call.id, call.name, call.arguments) for call in made if call.id not in done)


def last_batch(messages: Sequence[Message]) -> tuple[Message, ...]:
    """The end of a history, from its last answer on."""
    places = [at for at, message in enumerate(messages) if message.role is Role.ASSISTANT]
    return tuple(messages[places[-1] if places else 0 :])


def first_prompt(messages: Sequence[Message]) -> str:
    """The first line of the first words of a person: the title of a session that has none of its own."""
    return title(next((message.content for message in messages if message.role is Role.USER and message.content), ""))
