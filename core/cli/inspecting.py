"""inspect: what a file of another program's sessions says. Reads, and writes nothing anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core.cli.app import JsonOption, app, asked_text, at, emit, say, shown, value_text, word
from pausedesk.core.errors import UsageError
from pausedesk.core.rules.shown import safe, shown_json

if TYPE_CHECKING:
    from pausedesk.core.model.foreign import ForeignCall, ForeignSession


@app.command(name="inspect")
def inspect_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file or database of another program's sessions.")],
    as_json: JsonOption = False,
) -> None:
    """Say what format a file has, how each session in it ended, what waits in it and where it can be picked up.

    The format is known by the content. Nothing is written, into the file or beside it, and nothing is run.
    """
    from pausedesk.core.importers import inspected, place_of
    from pausedesk.core.store.foreign import place_name

    at(None, as_json)
    place = place_of(file)
    importer = inspected(place)
    if importer is None:
        raise UsageError("unknown-content", f"{place_name(file)} holds sessions of no program that is known here.")
    found: list[dict[str, Any]] = []
    say(f"{importer.program} ({importer.format})")
    for session in importer.read(place, lambda _read, _all: True):
        resume, sentence = _resume(session)
        found.append(
            {
                "session": safe(session.key),
                "title": safe(session.title),
                "ending": session.reading.ending,
                "confidence": session.reading.confidence,
                "stopped_by": session.reading.stopped_by,
                "why": safe(session.reading.why),
                "answered": session.answered,
                "resume": resume,
                "waiting": [_call_json(call) for call in session.waiting],
                "folder": session.folder,
                "command": _command(session),
                "messages": session.messages,
                "faults": [safe(fault) for fault in session.faults],
            }
        )
        _print(session, sentence)
    emit({"format": importer.format, "sessions": found})


def _resume(session: ForeignSession) -> tuple[dict[str, Any], str]:
    """Where the session could be picked up, or why it cannot: as JSON, and as a sentence."""
    from pausedesk.core.model.states import Ending
    from pausedesk.core.rules.resume import AgentResumeError, classify_resume

    if session.reading.ending is Ending.UNREADABLE:
        return {"refused": "unreadable"}, "It cannot be picked up: its end cannot be read."
    try:
        point = classify_resume(session.tail)
    except AgentResumeError as refusal:
        return {"refused": refusal.reason}, refusal.sentence
    unanswered = [{"call": call.id, "tool": call.name} for call in point.unanswered]
    return {"kind": point.kind, "description": point.description, "unanswered": unanswered}, point.description


def _command(session: ForeignSession) -> list[str]:
    """How its own program goes on with it, as words; none where what the file says is no id."""
    from pausedesk.core.rules.own_command import own_command

    found = own_command(session, folder_there=True)
    return [] if found is None else list(found.argv)


def _call_json(call: ForeignCall) -> dict[str, Any]:
    return {"call": call.call, "tool": call.tool, "arguments": call.arguments, "question": call.question}


def _print(session: ForeignSession, sentence: str) -> None:
    reading = session.reading
    stopped = f", stopped by: {reading.stopped_by}" if reading.stopped_by else ""
    say(f"{word(session.key)}  {reading.ending} ({reading.confidence}{stopped})  {shown(session.title)}")
    say(f"    {shown(reading.why)}")
    for call in session.waiting:
        say(f"    waits: {shown(call.tool)}  {asked_text(shown_json(value_text(call.arguments)))}")
    if session.waiting:
        say("    It may already have been answered: its own program takes the answer.")
    say(f"    {shown(sentence)}")
    for fault in session.faults:
        say(f"    !  {shown(fault)}")
