"""Plain questions: of a request the schema of the answer that it takes, of an answer what a person gave."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; every request that is there takes a decision."""
    op.add_column("requests", sa.Column("answer_schema", sa.Text(), nullable=False, server_default=""))
    op.add_column("answers", sa.Column("value", sa.Text(), nullable=True))
