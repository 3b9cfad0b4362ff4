"""Alembic's entry: runs the migrations on the connection that the engine hands over, inside its transaction."""

from alembic import context

from pausedesk.core.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the engine has opened one transaction around all of it
)
context.run_migrations()
