"""hold, release: a person stops every hand-over of a session or of the whole store, and lets them go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core import settings
from pausedesk.core.cli.app import ByOption, JsonOption, StoreOption, app, at, clock, emit, opened, say, shown

if TYPE_CHECKING:
    from pausedesk.core.model.views import Hold

HeldArgument = Annotated[
    str | None, typer.Argument(metavar="[SESSION]", help="One session. Without it: everything in the store.")
]


@app.command()
def hold(
    session: HeldArgument = None,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="What others read beside the hold.")] = "",
    by: ByOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Stop all hand-overs: no answer is taken up, no call starts on an approval, no run begins. What runs goes on."""
    from pausedesk.core.store import holds

    with opened(at(store, as_json)) as desk:
        standing, new = holds.hold(desk, session, by=by if by is not None else settings.load().by(), why=why)
    emit({"outcome": "done", "hold": hold_json(standing), "new": new})
    kept = "" if new else " That hold stays as it is; yours adds nothing to it."
    named = "" if session is None else f" {shown(session)}"
    say(f"{hold_line(standing)}{kept} Release it with: pausedesk release{named}")


@app.command()
def release(
    session: HeldArgument = None, by: ByOption = None, store: StoreOption = None, as_json: JsonOption = False
) -> None:
    """Let what was held go on. Holds of single sessions are released one by one."""
    from pausedesk.core.store import holds

    with opened(at(store, as_json)) as desk:
        stood, answers = holds.release(desk, session, by=by if by is not None else settings.load().by())
    emit({"outcome": "done", "released": None if stood is None else hold_json(stood), "answers": answers})
    what = "everything" if session is None else shown(session)
    if stood is None:
        say(f"There was no hold on {what}.")
    else:
        free = "answer is" if answers == 1 else "answers are"
        say(f"Released: {what}. {answers} submitted {free} free to be taken up.")


def hold_json(standing: Hold) -> dict[str, Any]:
    """A hold as the JSON of hold, release, list and show has it."""
    return {"session": standing.session, "by": standing.by, "why": standing.why, "at": standing.at}


def hold_line(standing: Hold) -> str:
    """A hold in one sentence."""
    what = "Everything in this store" if standing.session is None else f"The session {shown(standing.session)}"
    why = f", because: {shown(standing.why.rstrip(' .'))}" if standing.why else ""
    return f"{what} is held by {shown(standing.by)} since {clock(standing.at)}{why}."
