"""What the commands that act print: the outcome of a drive, the questions that wait, and what to type next."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core import paths
from pausedesk.core.cli.app import (
    MASKED,
    asked_text,
    clock,
    emit,
    end,
    say,
    say_hidden,
    shown,
    value_text,
    word,
)
from pausedesk.core.cli.questions import answer_lines, how_to_answer
from pausedesk.core.errors import ExitCode
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.moments import Deadline, Moment
from pausedesk.core.model.states import Outcome, RequestState
from pausedesk.core.rules.acts import acts_on
from pausedesk.core.rules.declines import told_before
from pausedesk.core.rules.expiry import left, runs_out, told
from pausedesk.core.rules.shown import shown_json, shown_question

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pausedesk.core.model.views import RequestView
    from pausedesk.core.run.door import DoorResult
    from pausedesk.core.store.calls import AskedCall
    from pausedesk.core.store.engine import Store

_EXITS = {
    Outcome.DONE: ExitCode.DONE,
    Outcome.PAUSED: ExitCode.PAUSED,
    Outcome.REFUSED: ExitCode.REFUSED,
    Outcome.MARKED: ExitCode.MARKED,
    Outcome.KEPT: ExitCode.KEPT,
    Outcome.CLOSED: ExitCode.CLOSED,
    Outcome.FAILED: ExitCode.FAILED,
}


_WORDS = {
    Outcome.DONE: "done",
    Outcome.PAUSED: "paused: waits for an answer",
    Outcome.MARKED: "MAY HAVE RUN: the call was started and its end was not recorded; it is not run again",
    Outcome.KEPT: "kept: the question still waits for an answer",
    Outcome.CLOSED: "closed: no answer can reach the question any more. `pausedesk resume` asks anew",
    Outcome.FAILED: "failed: what ran is recorded; `pausedesk resume` goes on from there",
}


SessionArgument = Annotated[str, typer.Argument(metavar="SESSION", help="The session's id, as `list` shows it.")]


def waiting_calls(desk: Store, session: str) -> list[AskedCall]:
    """The questions of the session that wait, answered or not, in call order; no such session is refused."""
    from pausedesk.core.store.calls import asked_calls
    from pausedesk.core.store.sessions import agent_of

    with desk.read() as connection:
        agent_of(connection, session)
        return asked_calls(connection, session)


def print_asked(session: str, chosen: list[AskedCall], now: Moment, *, secrets: bool = False) -> None:
    """Show each question in full with its request and digest; its `secrets` only where the person said so."""
    for one in chosen:
        question, arguments = shown_question(one.question, one.arguments), shown_json(one.arguments)
        told_question, told_arguments = (asked_text(text, secrets=secrets) for text in (question, arguments))
        say(f"{told_question}\n  {shown(one.tool)} {told_arguments}\n  request {one.request}  {one.digest}")
        if not secrets and (question.hides or arguments.hides):
            say(f"  {MASKED.format(word(session))}")
        say_hidden(question, one.tool, arguments)
        for line in answer_lines(one.answer_schema) if one.answer_schema else ():
            say(f"  {line}")
        if note := about(one, now):
            say(f"  {note}")


def asked_json(one: AskedCall, now: Moment) -> dict[str, Any]:
    """A question that waits, as JSON."""
    return {
        "request": one.request,
        "call": one.call,
        "tool": one.tool,
        "arguments": json.loads(one.arguments),
        "question": one.question,
        "digest": one.digest,
        "expires_at": one.deadline.wall if one.deadline is not None else None,
        **life_json(one.deadline, now),
        "declined_before": one.declined_before,
        "edited_by": one.edited_by,
        "answer_schema": json.loads(one.answer_schema) if one.answer_schema else None,
        "changed": one.changed,
        "changed_part": one.changed_part,
        "tools_checked_at": one.tools_checked_at,
        "can": ()
        if one.answered
        else acts_on(RequestState.WAITING, changed=one.changed is not None, plain=bool(one.answer_schema)),
    }


def life_json(end: Deadline | None, now: Moment) -> dict[str, Any]:
    """How long a question still has, in ms (None: it has no end), and whether a person should be warned."""
    return {
        "expires_in": left(end, now) if end is not None else None,
        "runs_out": end is not None and runs_out(end, now),
    }


def about(one: AskedCall | RequestView, now: Moment) -> str:
    """What a person should know beside a question: that it ends, that the same call was declined before."""
    edited = f"edited by {shown(one.edited_by)}" if one.edited_by is not None else ""
    ends = told(one.deadline, now) if one.deadline is not None else ""
    said = [edited, told_before(one.declined_before), ends]
    return "; ".join(part for part in said if part)


def changed_line(one: AskedCall | RequestView) -> str:
    """What changed since a question was asked, with the time of the last look at its tool."""
    seen = f" (its tools were checked at {clock(one.tools_checked_at)})" if one.tools_checked_at is not None else ""
    return f"changed since asked: {shown(one.changed or '')}{seen}"


def as_it_stands(desk: Store, session: str, requests: Sequence[str], *, executions: Sequence[str] = ()) -> DoorResult:
    """The session's state as the outcome of a call that drove nothing itself; with the calls of the requests, and the
    started calls of the executions."""
    from pausedesk.core.run.door import DoorResult
    from pausedesk.core.store.calls import call_reports, execution_reports, outcome_now

    with desk.read() as connection:
        reports = call_reports(connection, requests) if requests else []
        reports += execution_reports(connection, session, executions) if executions else []
        outcome, code, why = outcome_now(connection, session)
    return DoorResult(session, outcome, code=code, why=why, calls=tuple(reports))


def result_json(result: DoorResult) -> dict[str, Any]:
    """The JSON of a door's result."""
    return {
        "session": result.session,
        "outcome": str(result.outcome),
        "code": result.code,
        "why": result.why,
        "first": None,
        "output": result.output,
        "calls": [asdict(call) for call in result.calls],
    }


def finish(desk: Store, result: DoorResult, **more: Any) -> None:
    """Print what became of a drive and end with its exit code; `more` are further fields of its JSON."""
    body = {**result_json(result), **more}
    waiting = waiting_calls(desk, result.session)
    if result.outcome is Outcome.PAUSED:
        body["waiting"] = [asked_json(one, desk.moment()) for one in waiting]
    emit(body)
    say(f"{word(result.session)}  {_WORDS.get(result.outcome, str(result.outcome))}")
    if result.why:
        code = f"{result.code}: " if result.code else ""
        say(f"  {code}{shown(result.why)}")
    for call in result.calls:
        text = "" if call.result is None else f": {shown(value_text(call.result))}"
        say(f"  {shown(call.tool)} ({shown(call.call)}): {call.state}{text}")
    if result.output is not None:
        say(shown(value_text(result.output)))
    if result.outcome is Outcome.PAUSED:
        for one in waiting:
            answered = "held" if result.code == RefusalCode.HELD else "waits for the rest of its turn"
            state = f" (answered, {answered})" if one.answered else ""
            question, arguments = shown_question(one.question, one.arguments), shown_json(one.arguments)
            say(f"  {asked_text(question)}{state}\n    {shown(one.tool)} {asked_text(arguments)}")
            note = about(one, desk.moment())
            say(f"    request {one.request}" + (f"   ({note})" if note else ""))
            say_hidden(question, one.tool, arguments)
        say_next(desk, result.session, [one for one in waiting if not one.answered])
    if result.error is not None:
        print(f"pausedesk: {shown(result.error.text())}", file=sys.stderr)
        end(result.error.exit_code)
    end(_EXITS[result.outcome])


def say_next(desk: Store, session: str, waiting: list[AskedCall]) -> None:
    """Say how to answer what waits."""
    from pausedesk.core.store.calls import was_answered

    if not waiting:
        return
    with desk.read() as connection:
        by_name = len(waiting) == 1 or bool(was_answered(connection, session))
        # One answer is for one question.
        by_name = by_name or any(one.answer_schema for one in waiting)
    waiting = waiting[:1] if any(one.answer_schema for one in waiting) else waiting
    named = " ".join(f"--request {one.request}" for one in waiting) if by_name else "--all"
    ways = list(dict.fromkeys(how_to_answer(one.answer_schema) for one in waiting))
    how, rest = ways[0], "--skip, --decline --note TEXT" if ways[0] else "--decline --note TEXT"
    say(f"Answer with: {command_of(desk)} answer {word(session)} {named} {how or '--approve'} (or {rest})")


def command_of(desk: Store) -> str:
    """The command as it was called, for a next step that can be copied."""
    if desk.path == paths.default_store().absolute():
        return "pausedesk"
    return f"pausedesk --store {shlex.quote(str(desk.path))}"
