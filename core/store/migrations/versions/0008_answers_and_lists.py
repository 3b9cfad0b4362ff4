"""Plain questions: of a request the schema of the answer that it takes, of an answer what a person gave.

And what a list of a million sessions asks for: how many there are of each filter, kept beside them; for each column
that narrows the list one index in the order of the page, which also sorts by that column. A count goes through every
row that it counts, so the numbers are kept by triggers: one row of `list_counts`, changed in the transaction of the
session, and only where a session comes into a filter or leaves it.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

NARROWING = ("agent", "what_tool", "ending", "source", "listed_format")
INTERRUPTED = (
    "ending IN ('stopped', 'expired', 'tools_interrupted', 'response_cut_off', 'output_limit', 'user_unanswered', "
    "'refused', 'context_full', 'api_error')"
)
FILTERS = {
    "waiting": "({0}.waiting_count > 0)",
    "unknown": "({0}.unknown_count > 0)",
    "interrupted": f"({{0}}.{INTERRUPTED})",
    "answered": "({0}.answered_count > 0 OR {0}.submitted_count > 0)",
    "everything": "1",
}
COUNTED = "waiting_count, unknown_count, answered_count, submitted_count, ending"


def _sums(sign: str, row: str) -> str:
    return ", ".join(f"{name} = {name} {sign} {one.format(row)}" for name, one in FILTERS.items())


def upgrade() -> None:
    """Add the columns; every request that is there takes a decision. Make the lists ready."""
    op.add_column("requests", sa.Column("answer_schema", sa.Text(), nullable=False, server_default=""))
    op.add_column("answers", sa.Column("value", sa.Text(), nullable=True))
    _make_lists_ready()


def _make_lists_ready() -> None:
    """Make the indexes anew, count what is there, and go on counting."""
    for name in ("agent", "what_tool", "ending", "source"):
        op.drop_index(f"ix_sessions_by_{name}", "sessions")
    for name in ("ending", "source"):
        op.drop_index(f"ix_sessions_{name}", "sessions")
    # Sessions that began here have no owner, and write nothing into it.
    op.drop_index("ix_sessions_owner", "sessions")
    op.create_index(
        "ix_sessions_owner", "sessions", ["owner", "updated_at", "id"], sqlite_where=sa.text("owner IS NOT NULL")
    )
    for name in NARROWING:
        op.create_index(f"ix_sessions_{name}", "sessions", [name, "updated_at", "id"])
    op.create_table(
        "list_counts", *(sa.Column(name, sa.Integer(), nullable=False, server_default="0") for name in FILTERS)
    )
    counted = ", ".join(f"coalesce(sum({one.format('sessions')}), 0)" for one in FILTERS.values())
    op.execute(f"INSERT INTO list_counts ({', '.join(FILTERS)}) SELECT {counted} FROM sessions")  # noqa: S608 - as above
    moved = " OR ".join(f"{one.format('NEW')} <> {one.format('OLD')}" for one in FILTERS.values())
    changed = ", ".join(f"{name} = {name} + {one.format('NEW')} - {one.format('OLD')}" for name, one in FILTERS.items())
    for act, condition, sums in (
        ("INSERT", "", _sums("+", "NEW")),
        ("DELETE", "", _sums("-", "OLD")),
        (f"UPDATE OF {COUNTED}", f"WHEN {moved} ", changed),
    ):
        op.execute(
            f"CREATE TRIGGER list_counts_{act[:6].lower()} AFTER {act} ON sessions {condition}BEGIN "  # noqa: S608
            f"UPDATE list_counts SET {sums}; END"
        )
