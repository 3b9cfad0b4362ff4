"""What the desk asks for: any column as the list's order, the sessions of an owner, words to search; and what it keeps
for the people at it: which window shows which session.

The index of words is filled by whoever searches (`store.searching`), so that no turn pays for it. SQLite's FTS5 keeps
it over `search_docs`; what is deleted there leaves it by a trigger.
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

NEVER = 9007199254740991
INTERRUPTED = (
    "+ending IN ('stopped', 'expired', 'tools_interrupted', 'response_cut_off', 'output_limit', 'user_unanswered', "
    "'refused', 'context_full', 'api_error')"
)


def upgrade() -> None:
    """Add the table of windows, the indexes and the index of words."""
    op.create_table(
        "looks",
        sa.Column("viewer", sa.Text(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("viewer"),
    )
    op.create_index("ix_sessions_owner", "sessions", ["owner", "updated_at", "id"])
    for name in ("title", "agent", "source", "ending", "what_tool"):
        op.create_index(f"ix_sessions_by_{name}", "sessions", [name, "id"])
    op.create_index("ix_sessions_by_since", "sessions", [sa.text(f"coalesce(waiting_since, {NEVER})"), "id"])
    op.create_index("ix_sessions_by_expiry", "sessions", [sa.text(f"coalesce(expires_at, {NEVER})"), "id"])
    op.create_index("ix_sessions_interrupted", "sessions", ["updated_at", "id"], sqlite_where=sa.text(INTERRUPTED))
    op.create_table(
        "search_docs",
        # When the session changed last, so that the newest are found first without sorting.
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("session_id", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("place"),
        sa.UniqueConstraint("session_id", name="uq_search_docs_session"),
    )
    # The words are cut by `rules.search_terms`, which also knows Chinese; the tokenizer only parts them at spaces.
    op.execute(
        "CREATE VIRTUAL TABLE session_search USING fts5(terms, content='search_docs', content_rowid='place', "
        "tokenize='ascii', detail='none', columnsize=0, prefix='1 2 3 4 5 6 7 8')"
    )
    op.execute(
        "CREATE TRIGGER search_docs_insert AFTER INSERT ON search_docs BEGIN "
        "INSERT INTO session_search (rowid, terms) VALUES (new.place, new.terms); END"
    )
    op.execute(
        "CREATE TRIGGER search_docs_delete AFTER DELETE ON search_docs BEGIN "
        "INSERT INTO session_search (session_search, rowid, terms) VALUES ('delete', old.place, old.terms); END"
    )
