"""What the model reads for a call that has no result of its own: the only module that holds these words.

Nothing parses them. A notice that wrongly says "may have run" is safe, one that wrongly says "did not run" is how a
refund is issued twice: so each origin has one sentence, and everything that is not proved is outcome-unknown
(answered-pause rules, section 7). Pure functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from pausedesk.core.model.canonical import JsonValue, parse_strict

NOT_RUN_UNANSWERABLE = (
    "This call did not run: the question about it could no longer be answered. "
    "If it is still needed, ask for it again as a new call."
)
"""For a call known never to have been entered, whose own request was spent so that nothing can start it any more."""

REPEATED_DECLINED = (
    "This call did not run, and nobody was asked about it: the same call had been declined before. "
    "Do not make it again unless the person asks for it."
)
"""For a call that was declined so often before that the run was stopped instead of asking once more."""

EXPIRED = "This call did not run: nobody answered the question about it in time."

QUESTION_UNANSWERABLE = (
    "Nobody answered this question, and it can no longer be answered. "
    "If the answer is still needed, ask again as a new call."
)
"""For a plain question that was closed: nothing of it runs."""

QUESTION_EXPIRED = "Nobody answered this question in time."

OUTCOME_NOT_RECORDED = (
    "It is not known what became of this call. It may have run and taken effect; no result was kept. "
    "Do not run it again. Ask the person to check what happened, and go on from what they find."
)
"""For every open call of which nothing is proved; the same for all of them."""

OUTCOME_UNKNOWN_UNANSWERABLE = OUTCOME_NOT_RECORDED
"""For calls of a pause that was closed without proof: told apart in records, never in what the model reads."""


class NoticeOrigin(StrEnum):
    """Where a notice comes from; decides its words and the outcome its tool result carries."""

    DECLINED = "declined"
    ANSWERED = "answered"
    SKIPPED = "skipped"
    NOT_ENTERED = "not-entered"
    EXPIRED = "expired"
    REPEATED = "repeated"
    RAISED = "raised"
    SETTLED_RAN = "settled-ran"
    SETTLED_NOT_RUN = "settled-not-run"
    OUTCOME_UNKNOWN = "outcome-unknown"


NOTICE_OUTCOMES: Mapping[NoticeOrigin, str] = MappingProxyType(
    {
        NoticeOrigin.DECLINED: "denied",
        NoticeOrigin.ANSWERED: "success",
        NoticeOrigin.SKIPPED: "denied",
        NoticeOrigin.NOT_ENTERED: "interrupted",
        NoticeOrigin.EXPIRED: "denied",
        NoticeOrigin.REPEATED: "denied",
        NoticeOrigin.RAISED: "failed",
        NoticeOrigin.SETTLED_RAN: "success",
        NoticeOrigin.SETTLED_NOT_RUN: "interrupted",
        NoticeOrigin.OUTCOME_UNKNOWN: "interrupted",
    }
)
"""The `outcome` of the tool result for each origin, in Pydantic AI's words (`CallResult.outcome`)."""


def declined_notice(note: str | None, by: str, entered: bool = False) -> str:
    """A person declined; their note follows verbatim and is marked as their words.

    `entered`: the call's body ran up to the point where it asked, so nothing says that it did not run.
    """
    fact = (
        "It went no further than its question; what it did before it asked may stand" if entered else "It did not run"
    )
    said = f"{by} declined this call. {fact}; do not make the same call again unless they ask for it."
    return _with_note(said, note, by)


def question_declined_notice(note: str | None, by: str) -> str:
    """A person declined to answer a plain question; their note follows verbatim and is marked as their words."""
    said = f"{by} declined to answer this question. Do not ask it again unless they ask for it."
    return _with_note(said, note, by)


def skipped_notice(note: str | None, by: str) -> str:
    """A person left a plain question out: there is no answer, and the run goes on without one."""
    return _with_note(f"{by} skipped this question: there is no answer to it. Go on without one.", note, by)


def _with_note(said: str, note: str | None, by: str) -> str:
    return said if note is None or not note.strip() else f"{said} Note from {by}, in their own words:\n{note}"


def edited_notice(by: str, tool: str, call: str, arguments: str) -> str:
    """A person changed a call's arguments before it ran; `arguments` is what it ran with (canonical JSON)."""
    return (
        f"About the call {call} of {tool}: {by} changed its arguments before it was run, and its result above is of "
        f"the call as changed, not as it was asked for. It was run with:\n{arguments}\n"
        "Do not make the call as it was first asked for unless the person asks for it."
    )


def raised_notice(error_type: str, message: str) -> str:
    """The call raised; what it did before that may stand."""
    what = f"{error_type}: {message}" if message else error_type
    return f"This call ended with an error and may have taken effect before that. The error was:\n{what}"


def settled_ran_notice(by: str, at: str, found: str) -> str:
    """A person settled that the call ran; what they found follows verbatim."""
    said = f"According to {by} (at {at}) this call ran."
    return f"{said} What they found, in their own words:\n{found}" if found.strip() else said


def settled_not_run_notice(by: str, at: str) -> str:
    """A person settled, on their word, that the call did not run."""
    return f"According to {by} (at {at}) this call did not run."


def outcome_unknown_notice() -> str:
    """The notice of everything that is not proved."""
    return OUTCOME_NOT_RECORDED


def notice_for(
    origin: NoticeOrigin,
    *,
    by: str = "",
    at: str = "",
    note: str | None = None,
    found: str = "",
    error_type: str = "",
    message: str = "",
    entered: bool = False,
    plain: bool = False,
    value: str = "",
) -> str:
    """The text for one origin; of one that answers a question, the `value` as JSON, which the model reads as that
    value. `plain`: it is about a plain question. Fields that the origin does not use are ignored.

    Raises ValueError where the origin names a person and `by` is empty, or an error and `error_type` is empty: words
    are never put into the mouth of nobody.
    """
    if origin in _NAMES_A_PERSON and not by.strip():
        raise ValueError(f"A notice of origin {origin.value} names the person it comes from.")
    if origin is NoticeOrigin.RAISED and not error_type:
        raise ValueError("A notice of origin raised names the type of the error.")
    table = {
        NoticeOrigin.DECLINED: lambda: (
            question_declined_notice(note, by) if plain else declined_notice(note, by, entered)
        ),
        NoticeOrigin.ANSWERED: lambda: value,
        NoticeOrigin.SKIPPED: lambda: skipped_notice(note, by),
        NoticeOrigin.NOT_ENTERED: lambda: QUESTION_UNANSWERABLE if plain else NOT_RUN_UNANSWERABLE,
        NoticeOrigin.EXPIRED: lambda: QUESTION_EXPIRED if plain else EXPIRED,
        NoticeOrigin.REPEATED: lambda: REPEATED_DECLINED,
        NoticeOrigin.RAISED: lambda: raised_notice(error_type, message),
        NoticeOrigin.SETTLED_RAN: lambda: settled_ran_notice(by, at, found),
        NoticeOrigin.SETTLED_NOT_RUN: lambda: settled_not_run_notice(by, at),
        NoticeOrigin.OUTCOME_UNKNOWN: outcome_unknown_notice,
    }
    return table[origin]()


def notice_content(origin: str, text: str) -> JsonValue:
    """What the model reads of a notice as it is kept. Raises ValueError for an answer that cannot be read."""
    return parse_strict(text) if origin == NoticeOrigin.ANSWERED else text


_NAMES_A_PERSON = frozenset(
    {NoticeOrigin.DECLINED, NoticeOrigin.SKIPPED, NoticeOrigin.SETTLED_RAN, NoticeOrigin.SETTLED_NOT_RUN}
)
