"""Sessions count their messages: one that is lost at the end of a history leaves no gap in the numbers. And no partial
index compares a state with a value: each statement that asks for a state was prepared anew at each run."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the count, as the numbers of the messages tell it; make the index of what expires anew."""
    op.add_column("sessions", sa.Column("message_count", sa.Integer(), nullable=False, server_default="0"))
    op.execute(
        "UPDATE sessions SET message_count = "
        "(SELECT coalesce(max(seq) + 1, 0) FROM messages WHERE messages.session_id = sessions.id)"
    )
    op.drop_index("ix_requests_expiring", "requests")
    ends = sa.text("expires_at IS NOT NULL")
    op.create_index(
        "ix_requests_expiring", "requests", ["state", "expires_at"], sqlite_where=ends, postgresql_where=ends
    )
