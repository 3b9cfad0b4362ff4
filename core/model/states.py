"""The words of the core: states, endings and filters, each with what it says. Stored and shown as they stand here."""

from __future__ import annotations

from enum import StrEnum


class CallState(StrEnum):
    """What is known of one call (the `state` of a call in the JSON of `answer` and `resume`)."""

    NOT_STARTED = "not_started"
    SUBMITTED = "submitted"
    RUNNING = "running"
    DONE = "done"
    RAISED = "raised"
    DECLINED = "declined"
    ANSWERED = "answered"
    SKIPPED = "skipped"
    EXPIRED = "expired"
    CLOSED = "closed"
    MAY_HAVE_RUN = "may_have_run"
    SETTLED = "settled"
    INTERRUPTED = "interrupted"


class AnswerState(StrEnum):
    """Where an answer stands (answered-pause rules, section 4). Submitted, taken_up and spent are *active*."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    TAKEN_UP = "taken_up"
    SPENT = "spent"
    KEPT = "kept"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"


# A request has at most one of these; a draft binds nobody and is not among them.
ACTIVE_ANSWERS = (AnswerState.SUBMITTED, AnswerState.TAKEN_UP, AnswerState.SPENT)


class RequestState(StrEnum):
    """Where a request stands: it waits, or the ledger has used it up. A consent question is approved or declined, a
    plain one answered, skipped or declined."""

    WAITING = "waiting"
    APPROVED = "approved"
    DECLINED = "declined"
    ANSWERED = "answered"
    SKIPPED = "skipped"
    CLOSED = "closed"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"


class ExecutionState(StrEnum):
    """Where a started call stands. `asked`: the body asked for approval from inside, so it was entered. `interrupted`:
    its owner died, and its author says that it can be repeated, so Resume runs it again."""

    RUNNING = "running"
    DONE = "done"
    RAISED = "raised"
    ASKED = "asked"
    INTERRUPTED = "interrupted"
    MAY_HAVE_RUN = "may_have_run"
    SETTLED_RAN = "settled-ran"
    SETTLED_NOT_RUN = "settled-not-run"
    SETTLED_UNKNOWN = "settled-unknown"


class PauseState(StrEnum):
    """A pause waits while one request can be answered; `answered` is the mark that the first spend sets."""

    WAITING = "waiting"
    ANSWERED = "answered"
    CLOSED = "closed"


class Outcome(StrEnum):
    """How a door's work on a session ended (the `outcome` of the JSON of `answer` and `resume`)."""

    DONE = "done"
    PAUSED = "paused"
    REFUSED = "refused"
    MARKED = "marked"
    KEPT = "kept"
    CLOSED = "closed"
    FAILED = "failed"


class RunCode(StrEnum):
    """Why the model's side ended a run (the `code` of a failed run): its session's ending follows from it."""

    PROVIDER = "provider"
    OUTPUT_LIMIT = "output-limit"
    CONTEXT_FULL = "context-full"
    MODEL_REFUSED = "model-refused"
    USAGE_LIMIT = "usage-limit"  # of its agent: so many requests, tokens or calls a run


class Ending(StrEnum):
    """How a session ended or stands (resume rules, "Endings"): one vocabulary for the list and its filters."""

    RUNNING = "running"
    WAITING_APPROVAL = "waiting_approval"
    APPROVED_NOT_STARTED = "approved_not_started"
    MAY_HAVE_RUN = "may_have_run"
    STOPPED = "stopped"
    EXPIRED = "expired"
    FINISHED = "finished"
    TOOLS_INTERRUPTED = "tools_interrupted"
    RESPONSE_CUT_OFF = "response_cut_off"
    OUTPUT_LIMIT = "output_limit"
    USER_UNANSWERED = "user_unanswered"
    REFUSED = "refused"
    CONTEXT_FULL = "context_full"
    API_ERROR = "api_error"
    EMPTY = "empty"
    UNREADABLE = "unreadable"


# What an analyst would want to pick up again: neither finished nor in a person's or a runner's hands.
INTERRUPTED_ENDINGS = (
    Ending.STOPPED,
    Ending.EXPIRED,
    Ending.TOOLS_INTERRUPTED,
    Ending.RESPONSE_CUT_OFF,
    Ending.OUTPUT_LIMIT,
    Ending.USER_UNANSWERED,
    Ending.REFUSED,
    Ending.CONTEXT_FULL,
    Ending.API_ERROR,
)


class ListFilter(StrEnum):
    """The filters of the list; `unknown` is what the window calls "May have run"."""

    WAITING = "waiting"
    UNKNOWN = "unknown"
    INTERRUPTED = "interrupted"
    ANSWERED = "answered"
    ALL = "all"
