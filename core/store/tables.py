# pyright: reportAssignmentType=false
# SQLModel declares __tablename__ as a declared attribute, which pyright does not let a plain string override.
"""The tables, as SQLModel classes, on a metadata object of their own (an embedding program may use SQLModel itself).

Times are integer milliseconds since the Unix epoch, UTC; JSON is kept as text, envelopes as the bytes that came.
The schema itself is made by the migrations; a test compares the two.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlmodel import Field, SQLModel

from pausedesk.core.store.conditions import ANSWERED, EXPIRES, EXPIRY, INTERRUPTED, NARROWING, SINCE, UNKNOWN, WAITING


class Base(SQLModel):
    """Holds the metadata of every table of the store."""

    metadata = MetaData()


def _ms(**options: Any) -> Any:
    # 32 bits do not hold milliseconds; SQLModel's int would become INTEGER on a server.
    return Field(sa_type=BigInteger, **options)


def _later(*, default: Any, sa_type: Any = Text) -> Any:
    """A column that a later migration added to rows that were there."""
    server = str(int(default)) if isinstance(default, int) else default
    return Field(default=default, sa_type=sa_type, sa_column_kwargs={"server_default": server})


class MetaRow(Base, table=True):
    """Facts of the store itself: ledger id, incarnation, when it was made, how often it spent, where its witness is."""

    __tablename__ = "meta"

    key: str = Field(primary_key=True)
    value: str


def _page_index(name: str, condition: str, *first: str) -> Index:
    return Index(name, *first, "updated_at", "id", sqlite_where=text(condition), postgresql_where=text(condition))


class SessionRecord(Base, table=True):
    """A session and its listing columns, which are kept in the transaction of whatever they follow from.

    `version` counts every change; `fence` counts the takers of the session, so that a write of an earlier taker never
    lands. For an imported session `envelope` holds the bytes that came.
    """

    __tablename__ = "sessions"
    __table_args__ = (
        Index("ix_sessions_updated", "updated_at", "id"),
        # Those that began here have none, and write nothing into it.
        _page_index("ix_sessions_owner", "owner IS NOT NULL", "owner"),
        # What narrows the list sorts it too: what has the same value comes in the order of the list.
        *(Index(f"ix_sessions_{name}", name, "updated_at", "id") for name in NARROWING),
        # Of the other columns ties are by id.
        Index("ix_sessions_by_title", "title", "id"),
        Index("ix_sessions_by_since", text(SINCE), "id"),
        Index("ix_sessions_by_expiry", text(EXPIRY), "id"),
        # A page of a filter reads its own rows only, however many sessions there are.
        _page_index("ix_sessions_waiting", WAITING),
        _page_index("ix_sessions_unknown", UNKNOWN),
        _page_index("ix_sessions_answered", ANSWERED),
        _page_index("ix_sessions_interrupted", INTERRUPTED),
    )

    id: str = Field(primary_key=True, sa_type=Text)
    title: str = Field(sa_type=Text)
    agent: str = ""
    agent_spec: str = ""
    interpreter: str = ""
    folder: str = ""
    deps: str = ""
    model: str = ""
    source: str = "pausedesk"
    source_ref: str = ""
    prompt: str = Field(default="", sa_type=Text)
    created_at: int = _ms()
    updated_at: int = _ms()
    version: int = 0
    fence: int = 0
    ending: str = "empty"
    confidence: str = "certain"
    stopped_by: str = ""
    listed_format: str = "conversation-v1"
    waiting_count: int = 0
    submitted_count: int = 0
    unknown_count: int = 0
    answered_count: int = 0
    what_tool: str = ""
    what_line: str = Field(default="", sa_type=Text)
    waiting_since: int | None = _ms(default=None, nullable=True)
    expires_at: int | None = _ms(default=None, nullable=True)
    unreadable: str | None = Field(default=None, sa_type=Text)
    last_error: str | None = Field(default=None, sa_type=Text)
    envelope_format: str | None = None
    envelope: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    owner: str | None = Field(default=None, sa_type=Text)
    # How many messages it has: one that is lost at the end leaves no gap in their numbers.
    message_count: int = _later(default=0, sa_type=Integer)
    # The file or folder in which another program keeps it; what was read there is a row of `foreign_sessions`.
    foreign_file: str | None = Field(default=None, sa_type=Text)


class MessageRecord(Base, table=True):
    """One message as the engine wrote it. Appended, never rewritten."""

    __tablename__ = "messages"

    session_id: str = Field(primary_key=True, foreign_key="sessions.id")
    seq: int = Field(primary_key=True)
    kind: str  # request | response
    body: str = Field(sa_type=Text)
    at: int = _ms()
    run_id: str


class RunRecord(Base, table=True):
    """One drive of a session by a door: a first run, an answer, a resume."""

    __tablename__ = "runs"
    __table_args__ = (
        Index("ix_runs_session", "session_id", "started_at"),
        Index("ix_runs_fence", "session_id", "fence"),
    )

    id: str = Field(primary_key=True)
    session_id: str = Field(foreign_key="sessions.id")
    kind: str  # run | answer | resume
    fence: int
    prompt: str | None = Field(default=None, sa_type=Text)
    owner: str = Field(default="", sa_type=Text)
    started_at: int = _ms()
    ended_at: int | None = _ms(default=None, nullable=True)
    outcome: str | None = None
    code: str | None = None
    why: str | None = Field(default=None, sa_type=Text)
    # JSON: as a message, what there is of an answer under way; it becomes one where the run ends first.
    partial: str | None = Field(default=None, sa_type=Text)


class PauseRecord(Base, table=True):
    """A pause: the turn it belongs to and whether it waits, is answered (the mark) or closed."""

    __tablename__ = "pauses"
    __table_args__ = (Index("ix_pauses_session", "session_id", "response_seq"),)

    id: str = Field(primary_key=True)
    session_id: str = Field(foreign_key="sessions.id")
    response_seq: int
    run_id: str
    state: str = "waiting"
    created_at: int = _ms()
    answered_at: int | None = _ms(default=None, nullable=True)
    code: str | None = None  # why it was closed


class RequestRecord(Base, table=True):
    """A request: one gated call of a pause, bound to everything its approval is for (section 1), or a plain question,
    whose answer is the call's result."""

    __tablename__ = "requests"
    __table_args__ = (
        UniqueConstraint("session_id", "response_seq", "call_id", "ordinal", name="uq_requests_call"),
        Index("ix_requests_pause", "pause_id", "position"),
        Index("ix_requests_digest", "session_id", "digest"),
        Index(
            "ix_requests_expiring", "state", "expires_at", sqlite_where=text(EXPIRES), postgresql_where=text(EXPIRES)
        ),
        # What waits is found without going through what was answered.
        Index("ix_requests_state", "session_id", "state", "response_seq"),
    )

    id: str = Field(primary_key=True)
    pause_id: str = Field(foreign_key="pauses.id")
    session_id: str = Field(foreign_key="sessions.id")
    response_seq: int
    call_id: str
    ordinal: int = 0
    position: int
    tool: str
    arguments: str = Field(sa_type=Text)  # canonical: what is shown, hashed and compared
    raw_arguments: str = Field(sa_type=Text)
    given: str = Field(default="[]", sa_type=Text)  # names the model gave; the rest was filled in by the tool
    digest: str
    tool_digest: str
    code_tag_kind: str
    chain: str = Field(sa_type=Text)
    chain_digest: str
    author: str = Field(default="{}", sa_type=Text)  # what the tool's author declared: question, views, file
    question: str = Field(sa_type=Text)
    question_source: str
    ledger: str
    incarnation: str
    entered: bool = False  # its body ran up to the point where it asked
    state: str = "waiting"
    spent_at: int | None = _ms(default=None, nullable=True)
    spent_by: str | None = None
    spent_answer: str | None = None
    spent_code: str | None = None
    expires_at: int | None = _ms(default=None, nullable=True)
    # The same instant by the clock that counts suspend, good for the boot it names (section 9).
    expires_boot: str = _later(default="")
    expires_boot_ms: int | None = _ms(default=None, nullable=True)
    superseded_by: str | None = None
    replaces: str | None = None  # the request whose arguments a person edited
    edited_by: str | None = Field(default=None, sa_type=Text)
    files: str = _later(default="{}")  # JSON: what the paths in declared arguments led to when it was asked
    declined_before: int = _later(default=0, sa_type=Integer)  # how often this session's people declined the same call
    schema_digest: str = _later(default="")  # of the tool's argument schema, a part of `tool_digest`
    seal: str = _later(default="")  # HMAC over what the request binds; empty where there was no key
    answer_schema: str = _later(default="")  # JSON: what answers a plain question; empty where it takes a decision
    created_at: int = _ms()


class AnswerRecord(Base, table=True):
    """An answer to one request; at most one of a request is active (submitted, taken up or spent)."""

    __tablename__ = "answers"
    __table_args__ = (
        Index(
            "uq_answers_active",
            "request_id",
            unique=True,
            sqlite_where=text("state IN ('submitted', 'taken_up', 'spent')"),
            postgresql_where=text("state IN ('submitted', 'taken_up', 'spent')"),
        ),
        Index("ix_answers_request", "request_id", "state"),
        Index("ix_answers_session", "session_id", "state"),
        Index("ix_answers_state", "state", "session_id"),
        Index("ix_answers_submit", "submit_id", "request_id"),
    )

    id: str = Field(primary_key=True)
    request_id: str = Field(foreign_key="requests.id")
    session_id: str = Field(foreign_key="sessions.id")
    digest: str
    decision: str
    stop: bool = False
    note: str | None = Field(default=None, sa_type=Text)
    by: str
    at: int = _ms()
    submit_id: str
    state: str
    reserved_for: str | None = Field(default=None, sa_type=Text)  # the door it is reserved for, until that door is dead
    taken_at: int | None = _ms(default=None, nullable=True)
    spent_at: int | None = _ms(default=None, nullable=True)
    ended_at: int | None = _ms(default=None, nullable=True)
    fence: int | None = None
    attempts: int = 0
    outcome: str | None = None
    last_code: str | None = None
    last_error: str | None = Field(default=None, sa_type=Text)
    value: str | None = Field(default=None, sa_type=Text)  # canonical JSON: the answer to a plain question


class ExecutionRecord(Base, table=True):
    """A call that was started: written before it starts, its end in the next transaction."""

    __tablename__ = "executions"
    __table_args__ = (
        UniqueConstraint("session_id", "response_seq", "call_id", "ordinal", name="uq_executions_call"),
        Index("ix_executions_request", "request_id"),
        Index("ix_executions_state", "state", "session_id"),
    )

    id: str = Field(primary_key=True)
    session_id: str = Field(foreign_key="sessions.id")
    run_id: str
    response_seq: int
    call_id: str
    ordinal: int = 0
    request_id: str | None = Field(default=None, foreign_key="requests.id")
    tool: str
    arguments: str = Field(sa_type=Text)
    state: str = "running"
    owner: str = Field(sa_type=Text)
    started_at: int = _ms()
    ended_at: int | None = _ms(default=None, nullable=True)
    result: str | None = Field(
        default=None, sa_type=Text
    )  # JSON {"content": ..., "outcome": ...} as the model reads it
    error: str | None = Field(default=None, sa_type=Text)
    last_output: str = Field(default="", sa_type=Text)
    late_result: str | None = Field(default=None, sa_type=Text)
    repeatable: bool = _later(default=False, sa_type=Boolean)  # its author calls it read-only or repeatable
    attempts: int = _later(default=1, sa_type=Integer)
    checked: str | None = Field(default=None, sa_type=Text)  # JSON: the last answer of its author's check
    settled_at: int | None = _ms(default=None, nullable=True)
    settled_by: str | None = None
    settled_text: str | None = Field(default=None, sa_type=Text)


class NoticeRecord(Base, table=True):
    """What the model reads in place of a result, for one call of one turn. Frozen once written."""

    __tablename__ = "notices"

    session_id: str = Field(primary_key=True, foreign_key="sessions.id")
    response_seq: int = Field(primary_key=True)
    call_id: str = Field(primary_key=True)
    ordinal: int = Field(primary_key=True)
    origin: str
    text: str = Field(sa_type=Text)
    outcome: str
    at: int = _ms()


class ResumeRecord(Base, table=True):
    """A wish to resume a session, to be taken up by a worker."""

    __tablename__ = "resumes"
    __table_args__ = (
        Index(
            "uq_resumes_active",
            "session_id",
            unique=True,
            sqlite_where=text("state = 'submitted'"),
            postgresql_where=text("state = 'submitted'"),
        ),
    )

    id: str = Field(primary_key=True)
    session_id: str = Field(foreign_key="sessions.id")
    by: str
    at: int = _ms()
    state: str = "submitted"  # submitted | taken_up | done | refused
    last_error: str | None = Field(default=None, sa_type=Text)


class AuditRecord(Base, table=True):
    """One event, written in the transaction of the fact it tells."""

    __tablename__ = "audit"
    __table_args__ = (Index("ix_audit_session", "session_id", "id"),)

    id: int | None = Field(default=None, primary_key=True)
    at: int = _ms()
    session_id: str | None = Field(default=None, sa_type=Text)
    request_id: str | None = None
    event: str
    who: str
    data: str = Field(default="{}", sa_type=Text)


class ChangeRecord(Base, table=True):
    """The change feed, filled by triggers: which session was touched."""

    __tablename__ = "changes"

    seq: int | None = Field(default=None, primary_key=True)
    session_id: str = Field(sa_type=Text)
    what: str


class ManifestRecord(Base, table=True):
    """An agent's tools as a child of it last saw them, for saying "changed since asked" before anybody decides."""

    __tablename__ = "manifests"

    agent: str = Field(primary_key=True, sa_type=Text)  # interpreter, folder and spec
    body: str = Field(sa_type=Text)
    checked_at: int = _ms()


class AsideRecord(Base, table=True):
    """Bytes of a session that could not be read and were moved aside before something else was written there."""

    __tablename__ = "set_aside"
    __table_args__ = (Index("ix_set_aside_session", "session_id"),)

    id: str = Field(primary_key=True)
    session_id: str = Field(sa_type=Text)
    at: int = _ms()
    why: str = Field(sa_type=Text)
    body: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class ForgottenRecord(Base, table=True):
    """A session that was forgotten: who did it and when, and what its requests had become, so that an answer or a
    message that comes late is refused for what it is. No text of it is left."""

    __tablename__ = "forgotten"

    session_id: str = Field(primary_key=True, sa_type=Text)
    at: int = _ms()
    by: str = Field(sa_type=Text)
    requests: str = Field(sa_type=Text)  # JSON by request: {"state", "digest", "at"}


class LeaseRecord(Base, table=True):
    """Who holds a name: a process (`worker`, `session:ID`), or a person (`hold`, `hold:ID`, `claim:ID`), `note` why."""

    __tablename__ = "leases"

    name: str = Field(primary_key=True, sa_type=Text)
    holder: str = Field(sa_type=Text)
    fence: int = 0
    taken_at: int = _ms()
    note: str = ""


class LookRecord(Base, table=True):
    """A window, and the session it shows. Of no trigger: who looks changes no session."""

    __tablename__ = "looks"

    viewer: str = Field(primary_key=True, sa_type=Text)
    session_id: str = Field(sa_type=Text)
    by: str = Field(sa_type=Text)
    seen_at: int = _ms()


class ForeignFileRecord(Base, table=True):
    """A file, or a folder that is one, in which another program keeps sessions: as it was when it was read last.

    `stamp` tells whether it changed since. `kept` is what has to be known to read on where it stopped, None where it is
    read anew; `pages` the places, in bytes, at which parts of its timeline begin.
    """

    __tablename__ = "foreign_files"

    path: str = Field(primary_key=True, sa_type=Text)
    format: str = Field(sa_type=Text)  # "" where none is known
    stamp: str = Field(sa_type=Text)
    read_at: int = _ms()
    fault: str | None = Field(default=None, sa_type=Text)
    pages: str = Field(default="[]", sa_type=Text)
    kept: str | None = Field(default=None, sa_type=Text)


class ForeignSessionRecord(Base, table=True):
    """What was read of a session of another program; the session itself stays in its file."""

    __tablename__ = "foreign_sessions"
    __table_args__ = (Index("ix_foreign_sessions_file", "file", "key"),)

    session_id: str = Field(primary_key=True, foreign_key="sessions.id", sa_type=Text)
    file: str = Field(sa_type=Text)
    key: str = Field(sa_type=Text)  # its id there
    reading: str = Field(sa_type=Text)  # JSON (foreign_sessions.Kept)


class SourceRecord(Base, table=True):
    """A folder in which a person lets the desk look for sessions of other programs."""

    __tablename__ = "sources"

    folder: str = Field(primary_key=True, sa_type=Text)
    program: str = Field(sa_type=Text)  # the format that is looked for, "" for any
    on_since: int = _ms()
    scanned_at: int | None = _ms(default=None, nullable=True)
    summary: str = Field(default="{}", sa_type=Text)  # JSON: what the last look found


def _table(name: str) -> Table:
    return Base.metadata.tables[name]


meta = _table("meta")
sessions = _table("sessions")
messages = _table("messages")
runs = _table("runs")
pauses = _table("pauses")
requests = _table("requests")
answers = _table("answers")
executions = _table("executions")
notices = _table("notices")
resumes = _table("resumes")
audit = _table("audit")
changes = _table("changes")
leases = _table("leases")
looks = _table("looks")
manifests = _table("manifests")
set_aside = _table("set_aside")
forgotten = _table("forgotten")
foreign_files = _table("foreign_files")
foreign_sessions = _table("foreign_sessions")
sources = _table("sources")
