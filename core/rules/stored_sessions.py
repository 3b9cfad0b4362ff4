"""What a stored session is read as, and what it is listed as (answered-pause rules, section 3).

Reading refuses by name; listing never raises and changes nothing. Pure functions over envelopes. Only a session that
was never written reads as nothing: that is the store's to know, and None given here is a stored null.
"""

from __future__ import annotations

from dataclasses import dataclass

from pausedesk.core.model.canonical import CanonicalError, parse_strict
from pausedesk.core.model.envelopes import (
    CONVERSATION_V1,
    FLOWCHART_V1,
    KNOWN_FORMATS,
    Conversation,
    EnvelopeError,
    Pause,
    envelope_value,
    format_of,
    read_envelope,
)

UNKNOWN = "unknown"
"""Listed for what is not an envelope."""


@dataclass(frozen=True, slots=True)
class StoredSession:
    """What a stored envelope is read as: exactly one of `prior` alone, `waiting`, or `answered` with `prior`.

    `prior` is the conversation that a message goes on from, `waiting` a pause that waits for an answer (a consent pause
    that recorded no request too: the door then asks `unanswerable_pause`), `answered` a pause whose answer was used.
    """

    format: str
    prior: Conversation | None = None
    waiting: Pause | None = None
    answered: Pause | None = None

    @property
    def conversation(self) -> Conversation:
        """The conversation as stored: the prior one, or the one as of the pause."""
        if self.prior is not None:
            return self.prior
        if self.waiting is None:
            raise ValueError("A stored session is a conversation or a pause.")
        return self.waiting.conversation

    @property
    def owner(self) -> str | None:
        """Whose session it is, from the identity inside the envelope and from nothing else."""
        return self.conversation.owner


def read_stored_session(value: object) -> StoredSession:
    """Read a stored envelope (its bytes, or the JSON value). Raises `EnvelopeError`, which names what is wrong."""
    envelope = read_envelope(envelope_value(value))
    data = envelope.data
    if isinstance(data, Conversation):
        return StoredSession(envelope.format, prior=data)
    if data.is_answered:
        return StoredSession(envelope.format, prior=data.conversation, answered=data)
    return StoredSession(envelope.format, waiting=data)


def listed_format_of(value: object) -> str:
    """What a stored envelope (its bytes, or the JSON value) is listed as. Never raises, whatever it is handed.

    flowchart-v1 stands for "waits for an answer" and for a pause that opening will refuse by name; a consent pause that
    no answer can reach lists as the conversation it will become.
    """
    try:
        value = envelope_value(value)
        stored = format_of(value)
    except EnvelopeError:
        return UNKNOWN
    except Exception:  # noqa: BLE001 - listing never raises: one strange value must not hide the other sessions
        return UNKNOWN
    if stored not in KNOWN_FORMATS or stored == CONVERSATION_V1:
        return stored
    try:
        waiting = read_stored_session(value).waiting
    except Exception:  # noqa: BLE001 - as above; opening it raises what is wrong
        return stored
    if waiting is None or (waiting.is_consent and not waiting.requests):
        return CONVERSATION_V1
    return FLOWCHART_V1


def listed_format_of_row(format: str | None, envelope: object) -> str:
    """What a row that keeps a format beside its envelope is listed as. Never raises.

    Any format but flowchart-v1 is returned as it stands, without looking at the envelope. flowchart-v1 is read again
    from the envelope (a JSON value, or its text or bytes), and text that cannot be read keeps what the row says.
    Without a format the envelope alone is asked.
    """
    if format is not None and format != FLOWCHART_V1:
        return format
    value = envelope
    if isinstance(envelope, str | bytes):
        try:
            value = parse_strict(envelope)
        except CanonicalError:
            return UNKNOWN if format is None else format
    elif envelope is None and format is not None:
        return format
    return listed_format_of(value)
