"""What the store hands to a door to show: plain frozen values, read in one go, safe to pass between threads.

Times are integer milliseconds since the Unix epoch, UTC. Texts are the real ones; escaping and masking for display is
the surface's work (rules.visible, rules.redaction).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from pausedesk.core.model.foreign import ForeignView, OwnCommand
from pausedesk.core.model.moments import Deadline
from pausedesk.core.model.states import (
    AnswerState,
    CallState,
    Ending,
    ExecutionState,
    PauseState,
    RequestState,
)


@dataclass(frozen=True, slots=True)
class Hold:
    """Who holds a session (None: everything), why and since when: until it is released nothing is handed over."""

    session: str | None
    by: str
    why: str
    at: int


@dataclass(frozen=True, slots=True)
class Look:
    """A window that shows a session now, whose it is, and when it said so last."""

    viewer: str
    session: str
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class Claim:
    """Who takes care of a session, and since when. It tells others so, and keeps nobody from answering."""

    session: str
    by: str
    at: int


@dataclass(frozen=True, slots=True)
class Attention:
    """Who has an eye on the store: what holds everything, which windows show what, who takes care of which session."""

    hold: Hold | None = None
    looks: tuple[Look, ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One row of the list. Read from listing columns only; no message is read for it."""

    session: str
    title: str
    agent: str
    source: str  # "pausedesk" for our own runs, else the tool the session was imported from
    ending: Ending
    confidence: str  # certain | probable | guess
    stopped_by: str  # person | process | unknown | ""
    listed_format: str
    waiting_count: int
    unknown_count: int
    submitted_count: int
    what_tool: str  # the tool that waits (or may have run), "" where none does
    what_line: str  # one line of its arguments, cut; for the list only
    waiting_since: int | None
    expires_at: int | None
    updated_at: int
    unreadable: str | None  # why it cannot be read, where it cannot
    held: bool = False  # a person holds it, or everything: no door takes an answer of it up
    deadline: Deadline | None = None  # of the question that ends first


class SortColumn(StrEnum):
    """What the list is ordered by."""

    CHANGED = "changed"
    WHAT = "what"  # the tool that waits
    TITLE = "title"
    AGENT = "agent"
    SINCE = "since"  # when what waits was asked; after it what does not wait
    EXPIRES = "expires"
    ENDING = "ending"
    SOURCE = "source"


@dataclass(frozen=True, slots=True)
class Order:
    """By which column, and whether the last comes first; ties are by id, in the same direction."""

    column: SortColumn = SortColumn.CHANGED
    descending: bool = True


NEWEST = Order()


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which rows of a filter are wanted, and in which order. None is any.

    `source` "pausedesk" are those that began here; `changed_after` in milliseconds since the Unix epoch. `search` holds
    words: the newest thousand rows are wanted in which each of them stands (`store.searching`).
    """

    ending: Ending | None = None
    source: str | None = None
    agent: str | None = None
    tool: str | None = None
    listed: str | None = None
    changed_after: int | None = None
    search: str = ""
    order: Order = NEWEST

    @property
    def wide(self) -> bool:
        """Whether every row of the filter is wanted."""
        return replace(self, order=NEWEST) == ANY


ANY = Narrowing()


@dataclass(frozen=True, slots=True)
class Choices:
    """The agents and the tools that a list can be narrowed to, by name; of each the first so many."""

    agents: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Total:
    """How many rows a list has: so many, or where there is `more`, at least so many."""

    rows: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """How many sessions each filter holds."""

    waiting: int = 0
    unknown: int = 0
    interrupted: int = 0
    answered: int = 0
    all: int = 0


@dataclass(frozen=True, slots=True)
class ArgumentView:
    """One argument of a call: the JSON value, and whether the tool's default filled it in."""

    name: str
    value: Any
    filled_in: bool
    view: str  # what the tool's author declared, or "": `rules.value_views` says which view fits


@dataclass(frozen=True, slots=True)
class TrackStep:
    """One step of an answer's way: handed over, taken up, spent, running, stored; or how it failed."""

    name: str  # handed_over | taken_up | spent | running | stored | marked | closed | kept | withdrawn | refused
    reached: bool
    at: int | None
    text: str


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One answer to a request, with its way so far."""

    answer: str
    request: str
    state: AnswerState
    decision: str  # approve | decline | answer | skip
    stop: bool
    by: str
    note: str | None
    at: int
    attempts: int
    last_code: str | None
    last_error: str | None
    track: tuple[TrackStep, ...]
    value: str | None = None  # the answer to a plain question, as JSON


@dataclass(frozen=True, slots=True)
class RequestView:
    """One request: the call exactly as it will run, or a plain question, and what became of it."""

    request: str
    pause: str
    call: str
    tool: str
    question: str
    question_source: str  # tool: the tool author's words; rule: the rule that asked; agent: its own words
    chain: tuple[str, ...]
    arguments: tuple[ArgumentView, ...]
    canonical: str  # the exact bytes that are hashed and compared, as text
    raw: str  # what the model sent, where it differs from `canonical`; else the same
    digest: str
    tool_digest: str
    covers: str  # what the tool's digest covers: version | source | schema
    state: RequestState
    call_state: CallState
    asked_at: int
    expires_at: int | None
    changed: str | None  # one sentence where its tool, who asks or a file it names changed since it was asked
    file: tuple[str, str] | None  # (path argument's value, text argument's name) of a file edit the author declared
    earlier: tuple[str, ...]  # earlier answers to the same call, one sentence each
    answers: tuple[AnswerView, ...]
    answerable: bool
    not_answerable_because: str | None
    deadline: Deadline | None = None  # the end of its life by both clocks; None: it has none
    declined_before: int = 0  # how often the session's people declined this very call before it was asked
    entered: bool = False  # its body ran up to the point where it asked
    edited_by: str | None = None  # who put these arguments in the place of the model's
    before_edit: str | None = None  # the canonical arguments of the question that it replaces
    sealed: bool = False  # whether an edit of the store would be seen
    answer_schema: str = ""  # JSON: what answers a plain question; empty where it takes a decision
    changed_part: str | None = None  # what `changed` is about: name, schema, code, tool, chain or file
    tools_checked_at: int | None = None  # when its tool was looked at last; None: not since it was asked


@dataclass(frozen=True, slots=True)
class CheckView:
    """What the check of a tool's author said of a call: evidence, which settles nothing."""

    at: int
    by: str  # who asked
    said: str  # ran | not_ran | unknown
    result: Any
    why: str | None  # why it could not say more


@dataclass(frozen=True, slots=True)
class ExecutionView:
    """A call that was started: who ran it, and what is known of its end."""

    execution: str
    call: str
    request: str | None
    tool: str
    arguments: str
    state: ExecutionState
    call_state: CallState
    started_at: int
    ended_at: int | None
    owner: str  # "process 4711 on HOST, started 14:02:11"
    owner_alive: bool | None  # None: cannot be told from this machine
    last_output: str
    result: str | None
    error: str | None
    settled_by: str | None
    settled_text: str | None
    repeatable: bool = False  # its author says that repeating it is harmless
    attempts: int = 1
    checked: CheckView | None = None  # the last answer of its author's check
    late_result: str | None = None  # what came after its end was written down: kept, and starts nothing


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """One line of the timeline, oldest first."""

    at: int | None
    kind: str  # system | user | assistant | thinking | call | result | notice | compaction | declined | raw
    text: str
    tool: str = ""
    call: str = ""
    branch: str = ""  # of what does not lead to the session's end: the branch that was left
    agent: str = ""  # of what a sub-agent did: which one


@dataclass(frozen=True, slots=True)
class TimelinePage:
    """A part of a timeline, oldest first. `left_out` messages (lines, of a file) come before it; `before` is where the
    page before this one ends, to be handed back for it."""

    items: tuple[HistoryItem, ...]
    before: int
    left_out: int


@dataclass(frozen=True, slots=True)
class EventView:
    """One audit event of the session; `text` says it in words."""

    at: int
    event: str
    who: str
    text: str


@dataclass(frozen=True, slots=True)
class ResumedCall:
    """A call without a result in the history: what the ledger says of it, and what resuming does about it."""

    call: str
    tool: str
    ledger: str  # never_asked | unanswered | approved | started | repeatable | recorded | no_ledger
    does: str  # ask_again | run_once | run_again | may_have_run | put_in
    older: bool  # it is of a turn before the last one, and is settled there
    told: str = ""  # may_have_run | older | recorded | declined | closed | repeated | approved | never_started
    arguments: str = ""  # as the model wrote them, JSON on one line


@dataclass(frozen=True, slots=True)
class ResumeView:
    """What resuming would do, or why it is refused; told before anything is done.

    `sentence` is the text beside the Resume button, `brief` the same beside a list of the `calls`, and `description`
    that of the place where the history is picked up.
    """

    sentence: str
    refused: str | None = None  # the code, where it is refused
    kind: str | None = None  # call_model | recover_tools | retry_response | continue_response
    description: str = ""
    calls: tuple[ResumedCall, ...] = ()
    adds: str | None = None  # the message that is added for the model beside the results, as it reads it
    not_run_again: tuple[str, ...] = ()  # ids of calls that get a result or a notice, and are not run
    stopped: str | None = None  # declined (a decline that ended the run) | person | decline_limit | usage_limit
    brief: str = ""


@dataclass(frozen=True, slots=True)
class SessionCard:
    """Everything the card, the track and the history column show of one session."""

    row: SessionRow
    agent_spec: str
    interpreter: str
    folder: str
    model: str
    prompt: str
    pause: str | None
    pause_state: PauseState | None
    asked_at: int | None
    requests: tuple[RequestView, ...]  # of the newest pause, in call order
    siblings: tuple[ExecutionView, ...]  # ungated calls of the same turn, which have run or may have
    unknown: tuple[ExecutionView, ...]  # calls that may have run, of any turn
    history: tuple[HistoryItem, ...]
    history_left_out: int  # how many older messages are not in `history`
    events: tuple[EventView, ...]
    last_error: str | None
    can_resume: bool
    resume_sentence: str  # the sentence beside the Resume button: what will be added, what will not be run again
    running: str | None  # who runs it at this moment, where someone does
    version: int  # the row's version: two cards of one version are equal
    hold: Hold | None = None  # a person holds it, or everything
    foreign: ForeignView | None = None  # where its own program keeps it, for a session that was read there
    own_command: OwnCommand | None = None  # how its own program goes on with it
    resume: ResumeView | None = None  # the same in full
    history_before: int = 0  # where the page before `history` ends (`TimelinePage`)
    extra: dict[str, str] = field(default_factory=dict)
