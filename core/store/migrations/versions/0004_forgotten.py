"""Sessions that were forgotten: what must stay known of them so that a late answer is refused for what it is."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "forgotten",
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("requests", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("session_id"),
    )
