"""The first schema: sessions, messages, the ledger, the audit and the change feed."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# The feed as it was in this version: a migration never calls code that may change later.
FEEDS = (
    ("sessions", "INSERT", "NEW.id", "session"),
    ("sessions", "UPDATE", "NEW.id", "session"),
    ("sessions", "DELETE", "OLD.id", "session"),
    ("answers", "INSERT", "NEW.session_id", "answer"),
    ("answers", "UPDATE", "NEW.session_id", "answer"),
    ("executions", "INSERT", "NEW.session_id", "execution"),
    ("executions", "UPDATE", "NEW.session_id", "execution"),
    ("resumes", "INSERT", "NEW.session_id", "resume"),
    ("leases", "INSERT", "''", "lease"),
    ("leases", "UPDATE", "''", "lease"),
    ("leases", "DELETE", "''", "lease"),
)


def _page_index(name: str, condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, "sessions", ["updated_at", "id"], sqlite_where=where, postgresql_where=where)


def upgrade() -> None:
    """Make every table, then the triggers of the change feed."""
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=True),
        sa.Column("request_id", sa.String(), nullable=True),
        sa.Column("event", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_audit_session", "audit", ["session_id", "id"], unique=False)
    op.create_table(
        "changes",
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("what", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("seq"),
    )
    op.create_table(
        "leases",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("taken_at", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "meta",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("agent", sa.String(), nullable=False),
        sa.Column("agent_spec", sa.String(), nullable=False),
        sa.Column("interpreter", sa.String(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("deps", sa.String(), nullable=False),
        sa.Column("model", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("source_ref", sa.String(), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("ending", sa.String(), nullable=False),
        sa.Column("confidence", sa.String(), nullable=False),
        sa.Column("stopped_by", sa.String(), nullable=False),
        sa.Column("listed_format", sa.String(), nullable=False),
        sa.Column("waiting_count", sa.Integer(), nullable=False),
        sa.Column("submitted_count", sa.Integer(), nullable=False),
        sa.Column("unknown_count", sa.Integer(), nullable=False),
        sa.Column("answered_count", sa.Integer(), nullable=False),
        sa.Column("what_tool", sa.String(), nullable=False),
        sa.Column("what_line", sa.Text(), nullable=False),
        sa.Column("waiting_since", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("unreadable", sa.Text(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("envelope_format", sa.String(), nullable=True),
        sa.Column("envelope", sa.LargeBinary(), nullable=True),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id"),
    )
    _page_index("ix_sessions_answered", "(answered_count > 0 OR submitted_count > 0)")
    op.create_index("ix_sessions_ending", "sessions", ["ending", "updated_at"], unique=False)
    _page_index("ix_sessions_unknown", "unknown_count > 0")
    op.create_index("ix_sessions_updated", "sessions", ["updated_at", "id"], unique=False)
    _page_index("ix_sessions_waiting", "waiting_count > 0")
    op.create_table(
        "messages",
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("run_id", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("session_id", "seq"),
    )
    op.create_table(
        "notices",
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("response_seq", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("session_id", "response_seq", "call_id", "ordinal"),
    )
    op.create_table(
        "pauses",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("response_seq", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("answered_at", sa.BigInteger(), nullable=True),
        sa.Column("code", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_pauses_session", "pauses", ["session_id", "response_seq"], unique=False)
    op.create_table(
        "resumes",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "uq_resumes_active",
        "resumes",
        ["session_id"],
        unique=True,
        sqlite_where=sa.text("state = 'submitted'"),
        postgresql_where=sa.text("state = 'submitted'"),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("fence", sa.Integer(), nullable=False),
        sa.Column("prompt", sa.Text(), nullable=True),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("code", sa.String(), nullable=True),
        sa.Column("why", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_runs_session", "runs", ["session_id", "started_at"], unique=False)
    op.create_table(
        "requests",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("pause_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("response_seq", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("tool", sa.String(), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("raw_arguments", sa.Text(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("tool_digest", sa.String(), nullable=False),
        sa.Column("code_tag_kind", sa.String(), nullable=False),
        sa.Column("chain", sa.Text(), nullable=False),
        sa.Column("chain_digest", sa.String(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("question_source", sa.String(), nullable=False),
        sa.Column("ledger", sa.String(), nullable=False),
        sa.Column("incarnation", sa.String(), nullable=False),
        sa.Column("entered", sa.Boolean(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("spent_at", sa.BigInteger(), nullable=True),
        sa.Column("spent_by", sa.String(), nullable=True),
        sa.Column("spent_answer", sa.String(), nullable=True),
        sa.Column("spent_code", sa.String(), nullable=True),
        sa.Column("expires_at", sa.BigInteger(), nullable=True),
        sa.Column("superseded_by", sa.String(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["pause_id"],
            ["pauses.id"],
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("session_id", "response_seq", "call_id", "ordinal", name="uq_requests_call"),
    )
    op.create_index("ix_requests_digest", "requests", ["session_id", "digest"], unique=False)
    op.create_index("ix_requests_pause", "requests", ["pause_id", "position"], unique=False)
    op.create_table(
        "answers",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("request_id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("decision", sa.String(), nullable=False),
        sa.Column("stop", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("submit_id", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("reserved_for", sa.Text(), nullable=True),
        sa.Column("taken_at", sa.BigInteger(), nullable=True),
        sa.Column("spent_at", sa.BigInteger(), nullable=True),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("fence", sa.Integer(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("last_code", sa.String(), nullable=True),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["requests.id"],
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_answers_session", "answers", ["session_id", "state"], unique=False)
    op.create_index("ix_answers_submit", "answers", ["submit_id", "request_id"], unique=False)
    op.create_index(
        "uq_answers_active",
        "answers",
        ["request_id"],
        unique=True,
        sqlite_where=sa.text("state IN ('submitted', 'taken_up', 'spent')"),
        postgresql_where=sa.text("state IN ('submitted', 'taken_up', 'spent')"),
    )
    op.create_table(
        "executions",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("session_id", sa.String(), nullable=False),
        sa.Column("run_id", sa.String(), nullable=False),
        sa.Column("response_seq", sa.Integer(), nullable=False),
        sa.Column("call_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("request_id", sa.String(), nullable=True),
        sa.Column("tool", sa.String(), nullable=False),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("last_output", sa.Text(), nullable=False),
        sa.Column("late_result", sa.Text(), nullable=True),
        sa.Column("settled_at", sa.BigInteger(), nullable=True),
        sa.Column("settled_by", sa.String(), nullable=True),
        sa.Column("settled_text", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["request_id"],
            ["requests.id"],
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("session_id", "response_seq", "call_id", "ordinal", name="uq_executions_call"),
    )
    op.create_index("ix_executions_state", "executions", ["state"], unique=False)
    for table, act, session, what in FEEDS:
        op.execute(
            f"CREATE TRIGGER feed_{table}_{act.lower()} AFTER {act} ON {table} BEGIN "  # noqa: S608 - constants above
            f"INSERT INTO changes (session_id, what) VALUES ({session}, '{what}'); END"
        )
