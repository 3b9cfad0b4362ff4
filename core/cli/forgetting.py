"""forget: sessions go for good, one by one or by age."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from pausedesk.core import settings
from pausedesk.core.cli.app import ByOption, JsonOption, StoreOption, app, at, emit, opened, say, shown, word
from pausedesk.core.errors import UsageError
from pausedesk.core.rules.shown import safe


@app.command()
def forget(
    sessions: Annotated[list[str] | None, typer.Argument(metavar="SESSION...", help="Which sessions.")] = None,
    older_than: Annotated[
        float | None,
        typer.Option("--older-than", metavar="DAYS", min=0, help="All that have not changed for so long; says which."),
    ] = None,
    really: Annotated[bool, typer.Option("--yes", help="With --older-than: forget them.")] = False,
    by: ByOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Delete sessions for good: their texts, calls, results and notes, in the file and beside it.

    Never one that waits here, runs or may have run. With --older-than it first only says which would go; --yes forgets
    them. Without a session it erases the bytes that an earlier one could not. What stays is that the session was
    forgotten, by whom, and what its questions had become, so that a late answer is refused for what it is.
    """
    from pausedesk.core.run.forgetting import forget as forget_sessions
    from pausedesk.core.run.forgetting import forget_older_than

    call = at(store, as_json)
    if sessions and older_than is not None:
        raise UsageError("forget-unclear", "Name sessions, or say --older-than, not both.")
    if really and older_than is None:
        raise UsageError("forget-unclear", "--yes goes with --older-than.")
    name = by if by is not None else settings.load().by()
    if not name.strip():
        raise UsageError("forget-unclear", "Forgetting needs the name of the person who does it.")
    dry = older_than is not None and not really
    with opened(call) as desk:
        if older_than is not None:
            gone = forget_older_than(desk, older_than, by=name, really=really)
        elif sessions:
            gone = forget_sessions(desk, sessions, by=name)
        else:
            desk.erase_deleted()
            emit({"forgotten": [], "kept": [], "dry_run": False})
            say("What was deleted is erased.")
            return
    kept: list[dict[str, Any]] = [
        {"session": session, "code": refusal.code, "why": safe(refusal.sentence)} for session, refusal in gone.kept
    ]
    emit({"forgotten": gone.sessions, "kept": kept, "dry_run": dry})
    for session in gone.sessions:
        say(f"{'would forget' if dry else 'forgotten'}  {word(session)}")
    for one in kept:
        say(f"kept  {shown(one['why'])}")
    if dry:
        count = len(gone.sessions)
        more = f"--yes forgets {'this one' if count == 1 else f'these {count}'}." if count else "None is that old."
        say(f"Nothing was deleted: this only says what would go. {more}")
