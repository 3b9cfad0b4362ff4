"""Indexes by which a decision finds its own rows: what it costs no longer follows from how much was decided before."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the indexes; the one on the state of a call gets its session as well."""
    op.create_index("ix_runs_fence", "runs", ["session_id", "fence"])
    op.create_index("ix_requests_state", "requests", ["session_id", "state", "response_seq"])
    op.create_index("ix_answers_request", "answers", ["request_id", "state"])
    op.create_index("ix_answers_state", "answers", ["state", "session_id"])
    op.create_index("ix_executions_request", "executions", ["request_id"])
    op.drop_index("ix_executions_state", "executions")
    op.create_index("ix_executions_state", "executions", ["state", "session_id"])
    expires = sa.text("state = 'waiting' AND expires_at IS NOT NULL")
    op.create_index("ix_requests_expiring", "requests", ["expires_at"], sqlite_where=expires, postgresql_where=expires)
