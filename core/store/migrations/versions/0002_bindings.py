"""What a request binds beside its call, and what a call's author says of it: seal, files, expiry, edits, repeats."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns with the values that the rows of the first version mean, and two tables."""
    for column in (
        sa.Column("expires_boot", sa.Text(), nullable=False, server_default=""),
        sa.Column("expires_boot_ms", sa.BigInteger(), nullable=True),
        sa.Column("replaces", sa.String(), nullable=True),
        sa.Column("edited_by", sa.Text(), nullable=True),
        sa.Column("files", sa.Text(), nullable=False, server_default="{}"),
        sa.Column("declined_before", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("seal", sa.Text(), nullable=False, server_default=""),
    ):
        op.add_column("requests", column)
    for column in (
        sa.Column("repeatable", sa.Boolean(), nullable=False, server_default="0"),
        sa.Column("attempts", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("checked", sa.Text(), nullable=True),
    ):
        op.add_column("executions", column)
    op.create_table(
        "manifests",
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("checked_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("agent"),
    )
    op.create_table(
        "set_aside",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_set_aside_session", "set_aside", ["session_id"], unique=False)
