"""answer: what a person decides of a question, through the same door as the worker."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pausedesk.core import settings
from pausedesk.core.cli.app import (
    ByOption,
    JsonOption,
    StoreOption,
    app,
    at,
    looked_after,
    opened,
    say,
    shown,
    word,
)
from pausedesk.core.cli.questions import text_answer
from pausedesk.core.errors import ResumeDecisionError, UsageError
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.states import CallState, Outcome
from pausedesk.core.rules.shown import shown_json

if TYPE_CHECKING:
    from pausedesk.core.run.door import DoorResult
    from pausedesk.core.store.calls import AskedCall
    from pausedesk.core.store.engine import Store
from pausedesk.core.cli.results import (
    SessionArgument,
    as_it_stands,
    finish,
    print_asked,
    waiting_calls,
)

_CLOSE = (RefusalCode.LEDGER_CHANGED, RefusalCode.CALL_CHANGED)
_CLOSED = (CallState.CLOSED, CallState.MAY_HAVE_RUN)


@app.command()
def answer(
    session: SessionArgument,
    approve: Annotated[bool, typer.Option("--approve", help="Let the call run, once.")] = False,
    decline: Annotated[bool, typer.Option("--decline", help="Do not let it run; the model reads your note.")] = False,
    value: Annotated[
        str | None,
        typer.Option("--value", metavar="JSON|@FILE|-", help="The answer to a plain question, as its schema takes it."),
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", metavar="TEXT", help="The same where the answer is a text, as it stands.")
    ] = None,
    skip: Annotated[
        bool, typer.Option("--skip", help="Leave a plain question out: the run goes on without an answer.")
    ] = False,
    close: Annotated[
        bool, typer.Option("--close", help="Close a question that changed since it was asked; resume asks anew.")
    ] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take an answer back that nothing has used.")] = False,
    edit: Annotated[
        str | None,
        typer.Option(
            "--edit",
            metavar="JSON|@FILE|-",
            help="Ask anew with arguments of your own, which the tool checks; the new question needs its own answer.",
        ),
    ] = None,
    request: Annotated[list[str] | None, typer.Option("--request", metavar="ID", help="Which question.")] = None,
    call_id: Annotated[
        str | None, typer.Option("--call", metavar="ID", help="Which call, by an id that no earlier call had.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every question that waits, in a session that asked nothing before.")
    ] = False,
    digest: Annotated[str | None, typer.Option("--digest", metavar="D", help="The digest you saw.")] = None,
    note: Annotated[
        str | None,
        typer.Option("--note", metavar="TEXT", help="With a decline: your words to the model; else only kept."),
    ] = None,
    by: ByOption = None,
    secrets: Annotated[
        bool, typer.Option("--secrets", help="You saw what is masked: show it here too, and let it be approved.")
    ] = False,
    stop: Annotated[bool, typer.Option("--stop", help="With --decline: end the run as well.")] = False,
    submit_id: Annotated[str | None, typer.Option("--submit-id", metavar="ID", help="Makes a retry safe.")] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer what a session waits on, and run it on in the foreground."""
    from pausedesk.core.run.ahead import Ahead
    from pausedesk.core.run.door import Door
    from pausedesk.core.run.owners import this_process
    from pausedesk.core.store import answering
    from pausedesk.core.store.answering import NewAnswer
    from pausedesk.core.store.engine import new_id

    call = at(store, as_json)
    answered = value is not None or text is not None
    if [approve, decline, value is not None, text is not None, skip, close, withdraw, edit is not None].count(
        True
    ) != 1:
        raise UsageError(
            "answer-unclear",
            "Say exactly one of --approve, --decline, --value, --text, --skip, --close, --edit and --withdraw.",
        )
    if stop and not decline:
        raise UsageError("answer-unclear", "--stop goes with --decline.")
    if [bool(request), call_id is not None, every].count(True) > 1:
        raise UsageError("answer-unclear", "Say at most one of --request, --call and --all.")
    if not (approve or decline or answered or skip) and (note is not None or submit_id is not None):
        raise UsageError(
            "answer-unclear", "--note and --submit-id go with an approval, a decline, an answer or a skip."
        )
    if withdraw and digest is not None:
        raise UsageError("answer-unclear", "--digest does not go with --withdraw.")
    name = by if by is not None else settings.load().by()
    with opened(call) as desk:
        looked_after(desk)
        if withdraw:
            chosen = _answered(desk, session, request or [], call_id)
            for one in chosen:
                answering.withdraw_answer(desk, session, one.request, by=name)
            finish(desk, as_it_stands(desk, session, [one.request for one in chosen]))
            return
        chosen = _chosen(desk, session, request or [], call_id, every, submit_id, require_named=call.as_json)
        if edit is not None:
            _edit(desk, session, chosen, edit, by=name, digest=digest)
            return
        if close:
            _close(desk, session, chosen, by=name, digest=digest)
            return
        # What was answered before is no question any more: the refusal says what became of it.
        unanswered = {one.request for one in waiting_calls(desk, session) if not one.answered}
        asked = [one for one in chosen if one.request in unanswered]
        # With --json the caller has the values as they are.
        if approve and not secrets and not call.as_json and any(shown_json(one.arguments).hides for one in asked):
            raise UsageError(
                "secrets-masked",
                "A part of what would run is masked, and what a mask hides runs as well.",
                next_step=f"See it with `pausedesk show {word(session)} --secrets`, then approve with --secrets.",
            )
        print_asked(session, asked, desk.moment(), secrets=secrets)
        surface = "json" if call.as_json else "terminal"
        given = _given(value, text) if answered else None
        if answered and len(chosen) > 1:
            raise UsageError("request-not-named", "Name the one question to answer with --request.")
        decision = "approve" if approve else "answer" if answered else "skip" if skip else "decline"
        new = [NewAnswer(one.request, digest or one.digest, decision, note, stop, surface, given) for one in chosen]
        if stop:
            # Stopping ends the turn: what else of it is undecided is declined with it.
            new += [
                NewAnswer(one.request, one.digest, "decline", note, stop, surface)
                for one in waiting_calls(desk, session)
                if not one.answered and one.request not in {other.request for other in chosen}
            ]
        door = Door(desk, Ahead(desk, 0).take, by_spec=True)
        repeated = submit_id is not None and _submitted_before(desk, session, submit_id)
        mine = [one.request for one in new]
        try:
            answering.submit_answers(
                desk, session, new, by=name, submit_id=submit_id or new_id(), reserved_for=this_process()
            )
        except ResumeDecisionError as refusal:
            stands = as_it_stands(desk, session, mine)
            over = (approve or answered) and refusal.code == RefusalCode.EXPIRED
            if not over and (refusal.code not in _CLOSE or any(one.state not in _CLOSED for one in stands.calls)):
                raise
            # The store closed the question - it was found to be a copy, or the question to be edited or expired: the
            # same outcome as of one that this answer finds so.
            finish(desk, replace(stands, outcome=Outcome.CLOSED, code=refusal.code, why=refusal.sentence))
        result: DoorResult | None = None
        if not repeated:
            try:
                result = door.answer(session)
            except ResumeDecisionError as refusal:
                # It is stored: whoever runs the session now, or a worker, takes it up.
                result = replace(as_it_stands(desk, session, mine), code=refusal.code, why=refusal.sentence)
        late = door.closed_at_once(session, mine) if approve or answered else None
        if result is not None and late is not None:
            # What else of the turn was answered went on without it.
            told = {call.request for call in result.calls}
            result = replace(result, calls=(*(call for call in late.calls if call.request not in told), *result.calls))
        finish(desk, result or late or as_it_stands(desk, session, mine))


def _close(desk: Store, session: str, chosen: list[AskedCall], *, by: str, digest: str | None) -> None:
    from pausedesk.core.run.ahead import Ahead
    from pausedesk.core.run.door import Door
    from pausedesk.core.store import answering

    wanted = [(one.request, digest or one.digest) for one in chosen]
    closed = answering.close_questions(desk, session, wanted, by=by)
    mine = [one.request for one in chosen]
    try:
        # What else of the turn was answered goes on without it.
        result = Door(desk, Ahead(desk, 0).take, by_spec=True).answer(session)
    except ResumeDecisionError as refusal:
        result = replace(as_it_stands(desk, session, mine), code=refusal.code, why=refusal.sentence)
    if result is None:
        result = as_it_stands(desk, session, mine)
        if result.outcome is Outcome.CLOSED:
            result = replace(result, code=closed[-1].code, why=closed[-1].changed)
    finish(desk, result)


def _edit(desk: Store, session: str, chosen: list[AskedCall], edit: str, *, by: str, digest: str | None) -> None:
    from pausedesk.core.run.ahead import Ahead
    from pausedesk.core.run.editing import edit_question

    if len(chosen) > 1:
        raise UsageError("request-not-named", "Name the one question to edit with --request.")
    if not chosen:
        raise ResumeDecisionError("nothing-waiting", "Nothing in this session waits for an answer.")
    (one,) = chosen
    text = _json_text(edit, "edit-unreadable", "arguments")
    new = edit_question(desk, Ahead(desk, 0).take, session, one.request, text, by=by, digest=digest or one.digest)
    say(f"edited: {shown(one.tool)} ({shown(one.call)}). The question as it was is replaced; nothing has run.")
    finish(desk, as_it_stands(desk, session, [new]))


def _given(value: str | None, text: str | None) -> str:
    """The answer to a plain question as JSON."""
    return _json_text(value, "answer-unreadable", "answer") if value is not None else text_answer(text or "")


_LONGEST = 16 * 1024 * 1024


def _json_text(given: str, code: str, what: str) -> str:
    """The JSON of --edit or --value: as it stands, from @FILE, or from standard input for -."""
    if given != "-" and not given.startswith("@"):
        return given
    try:
        # Never more than can be used: a device has no end.
        if given == "-":
            text = sys.stdin.read(_LONGEST + 1)
        else:
            with Path(given[1:]).open(encoding="utf-8") as file:
                text = file.read(_LONGEST + 1)
    except OSError as error:
        raise UsageError(code, f"{given[1:]!r} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(code, f"The {what} given is not UTF-8 text.") from error
    if len(text) > _LONGEST:
        raise UsageError(code, f"The {what} given is longer than {_LONGEST:,} characters.")
    return text


def _submitted_before(desk: Store, session: str, submit_id: str) -> bool:
    from pausedesk.core.store.calls import submitted_before

    with desk.read() as connection:
        return submitted_before(connection, session, submit_id)


def _chosen(
    desk: Store,
    session: str,
    named: list[str],
    call_id: str | None,
    every: bool,
    submit_id: str | None,
    *,
    require_named: bool,
) -> list[AskedCall]:
    """The requests an answer is for. One that is not named by its request is only ever of a session that has asked
    nothing before, or of no call of that id: a retry must never approve the next question unseen. A program names its
    question (`require_named`), or says that it means all."""
    from pausedesk.core.store.calls import request_call, submitted_requests, was_answered

    waiting = waiting_calls(desk, session)
    with desk.read() as connection:
        if named:
            found = [request_call(connection, one) for one in named]
            return [one for one in found if one is not None] if all(found) else _unknown_request(named, found)
        if submit_id is not None and (before := submitted_requests(connection, session, submit_id)):
            return before
        earlier = was_answered(connection, session)
    open_ones = [one for one in waiting if not one.answered]
    if not waiting or not open_ones:
        last = waiting or earlier[-1:]
        if call_id is not None:
            last = [one for one in [*earlier, *waiting] if one.call == call_id][-1:] or last
        if last:
            return last  # the ledger refuses it, with the first answer's outcome
        return []  # the ledger refuses it and says why
    picked = open_ones if every or call_id is None else [one for one in open_ones if one.call == call_id]
    if call_id is not None and not picked:
        before = [one for one in [*earlier, *waiting] if one.call == call_id]
        if before:
            return before[-1:]
        raise UsageError("no-such-call", f"No call {call_id} waits in this session.", next_step=_listing(waiting))
    # A call's id is its own within a turn; a later turn may use it again.
    again = any(one.call == call_id for one in earlier) if call_id is not None else bool(earlier)
    unnamed = not every and (len(picked) > 1 or (require_named and call_id is None))
    if again or unnamed:
        why = (
            "This session has asked before: name the question, so that a retry never approves the next one."
            if again
            else f"{len(picked)} calls wait and none is named."
            if len(picked) > 1
            else "Name the question with --request."
        )
        raise UsageError("request-not-named", why, next_step=_listing(waiting))
    return picked


def _answered(desk: Store, session: str, named: list[str], call_id: str | None) -> list[AskedCall]:
    """The requests whose answers are to be taken back: those that are named, else all that wait for a runner."""
    if named or call_id is not None:
        return _chosen(desk, session, named, call_id, False, None, require_named=False)
    found = [one for one in waiting_calls(desk, session) if one.answered]
    if not found:
        raise ResumeDecisionError("nothing-waiting", "There is no answer to take back.")
    return found


def _unknown_request(named: list[str], found: list[AskedCall | None]) -> list[AskedCall]:
    missing = [one for one, known in zip(named, found, strict=True) if known is None]
    raise ResumeDecisionError("request-not-recorded", f"This store never asked the question {missing[0]}.")


def _listing(waiting: list[AskedCall]) -> str:
    lines = [
        f"--request {one.request}  {shown(one.tool)} {shown(one.arguments)}" for one in waiting if not one.answered
    ]
    return "Waiting: " + "; ".join(lines)
