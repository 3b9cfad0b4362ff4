"""Sessions that other programs keep: the files they are in, how far each was read, and the folders that are watched.

And of each request the digest of its tool's arguments, so that a person reads what of the tool changed; of each run
what there is of the answer that it is in the middle of.
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the tables, and the column by which a session of another program is known."""
    op.add_column("requests", sa.Column("schema_digest", sa.Text(), nullable=False, server_default=""))
    op.add_column("runs", sa.Column("partial", sa.Text(), nullable=True))
    op.add_column("sessions", sa.Column("foreign_file", sa.Text(), nullable=True))
    op.create_index("ix_sessions_source", "sessions", ["source", "updated_at"])
    op.create_table(
        "foreign_files",
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("read_at", sa.BigInteger(), nullable=False),
        sa.Column("fault", sa.Text(), nullable=True),
        sa.Column("pages", sa.Text(), nullable=False),
        sa.Column("kept", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("path"),
    )
    op.create_table(
        "foreign_sessions",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("reading", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["session_id"], ["sessions.id"]),
        sa.PrimaryKeyConstraint("session_id"),
    )
    op.create_index("ix_foreign_sessions_file", "foreign_sessions", ["file", "key"])
    op.create_table(
        "sources",
        sa.Column("folder", sa.Text(), nullable=False),
        sa.Column("program", sa.Text(), nullable=False),
        sa.Column("on_since", sa.BigInteger(), nullable=False),
        sa.Column("scanned_at", sa.BigInteger(), nullable=True),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("folder"),
    )
