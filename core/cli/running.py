"""run, answer, resume, settle, worker: the commands that act, each the same door as the worker, in the foreground."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core import paths, settings
from pausedesk.core.cli.app import (
    ByOption,
    JsonOption,
    StoreOption,
    app,
    at,
    emit,
    end,
    exact,
    opened,
    say,
    shown,
    value_text,
)
from pausedesk.core.errors import ExitCode, ResumeDecisionError, UsageError
from pausedesk.core.model.states import Outcome

if TYPE_CHECKING:
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
DepsOption = Annotated[
    str | None,
    typer.Option(
        "--deps",
        metavar="MODULE:CALLABLE",
        help="What makes the agent's dependencies: a value, or a callable without arguments, async or not.",
    ),
]


@app.command()
def run(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="module:attribute, or a registered name.")],
    prompt: Annotated[str, typer.Argument(metavar="PROMPT")],
    session: Annotated[str | None, typer.Option("--session", metavar="ID", help="Go on with this session.")] = None,
    deps: DepsOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run an agent until it ends or pauses on a call that needs an answer (exit 3)."""
    from pausedesk.core.run.ahead import FreshChild, start_child
    from pausedesk.core.run.door import Door
    from pausedesk.core.store.sessions import agent_of, create_session

    call = at(store, as_json)
    if not prompt.strip():
        raise UsageError("prompt-empty", "The prompt is empty.")
    ref = _agent_ref(agent, deps)
    with opened(call, create=True) as desk:
        # Loaded before a session is made for it: an agent that cannot be loaded leaves nothing behind.
        child = start_child(ref)
        try:
            if session is not None:
                with desk.read() as connection:
                    if agent_of(connection, session).spec != ref.spec:
                        raise UsageError("other-agent", f"The session {session} belongs to another agent.")
            name = session or create_session(desk, ref, title=prompt)
            door = Door(desk, lambda _: FreshChild(child), by_spec=True)
            result = door.run(name, prompt)
        finally:
            child.finish()
        _finish(desk, result)


@app.command()
def answer(
    session: SessionArgument,
    approve: Annotated[bool, typer.Option("--approve", help="Let the call run, once.")] = False,
    decline: Annotated[bool, typer.Option("--decline", help="Do not let it run; the model reads your note.")] = False,
    withdraw: Annotated[bool, typer.Option("--withdraw", help="Take an answer back that nothing has used.")] = False,
    request: Annotated[list[str] | None, typer.Option("--request", metavar="ID", help="Which question.")] = None,
    call_id: Annotated[str | None, typer.Option("--call", metavar="ID", help="Which call.")] = None,
    every: Annotated[bool, typer.Option("--all", help="Every question of the turn that waits.")] = False,
    digest: Annotated[str | None, typer.Option("--digest", metavar="D", help="The digest you saw.")] = None,
    note: Annotated[
        str | None, typer.Option("--note", metavar="TEXT", help="With a decline: your words to the model.")
    ] = None,
    by: ByOption = None,
    stop: Annotated[bool, typer.Option("--stop", help="With --decline: end the run as well.")] = False,
    submit_id: Annotated[str | None, typer.Option("--submit-id", metavar="ID", help="Makes a retry safe.")] = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Answer what a session waits on, and run it on in the foreground."""
    from pausedesk.core.run.ahead import Ahead
    from pausedesk.core.run.door import Door
    from pausedesk.core.run.owners import LIVENESS, this_process
    from pausedesk.core.store import answering
    from pausedesk.core.store.answering import NewAnswer
    from pausedesk.core.store.engine import new_id

    call = at(store, as_json)
    if [approve, decline, withdraw].count(True) != 1:
        raise UsageError("answer-unclear", "Say exactly one of --approve, --decline and --withdraw.")
    if stop and not decline:
        raise UsageError("answer-unclear", "--stop goes with --decline.")
    name = by if by is not None else settings.load().by()
    with opened(call) as desk:
        answering.note_dead_owners(desk, LIVENESS)
        if withdraw:
            chosen = _answered(desk, session, request or [], call_id)
            for one in chosen:
                answering.withdraw_answer(desk, session, one.request, by=name)
            _finish(desk, _as_it_stands(desk, session, [one.request for one in chosen]))
            return
        chosen = _chosen(desk, session, request or [], call_id, every, submit_id, require_named=call.as_json)
        _print_asked(chosen)
        new = [
            NewAnswer(one.request, digest or one.digest, "approve" if approve else "decline", note, stop)
            for one in chosen
        ]
        if stop:
            # Stopping ends the turn: what else of it is undecided is declined with it.
            new += [
                NewAnswer(one.request, one.digest, "decline", note, stop)
                for one in _waiting(desk, session)
                if not one.answered and one.request not in {other.request for other in chosen}
            ]
        door = Door(desk, Ahead(desk, 0).take, by_spec=True)
        repeated = submit_id is not None and _submitted_before(desk, session, submit_id)
        answering.submit_answers(
            desk, session, new, by=name, submit_id=submit_id or new_id(), reserved_for=this_process()
        )
        mine = [one.request for one in new]
        result: DoorResult | None = None
        if not repeated:
            try:
                result = door.answer(session)
            except ResumeDecisionError as refusal:
                # It is stored: whoever runs the session now, or a worker, takes it up.
                result = replace(_as_it_stands(desk, session, mine), code=refusal.code, why=refusal.sentence)
        _finish(desk, result or _as_it_stands(desk, session, mine))


@app.command()
def resume(session: SessionArgument, store: StoreOption = None, as_json: JsonOption = False) -> None:
    """Go on with an interrupted session. Says what it will do, then does it; nothing that ran is run again."""
    from pausedesk.core.run.ahead import Ahead
    from pausedesk.core.run.door import Door
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store import answering
    from pausedesk.core.store.cards import read_card
    from pausedesk.core.store.sessions import no_session

    call = at(store, as_json)
    with opened(call) as desk:
        answering.note_dead_owners(desk, LIVENESS)
        with desk.read() as connection:
            card = read_card(connection, session, LIVENESS)
        if card is None:
            raise no_session(session)
        if card.can_resume:
            say(shown(card.resume_sentence))
        _finish(desk, Door(desk, Ahead(desk, 0).take, by_spec=True).resume(session))


@app.command()
def settle(
    session: SessionArgument,
    call_id: Annotated[str, typer.Option("--call", metavar="ID", help="The call that may have run.")],
    ran: Annotated[str | None, typer.Option("--ran", metavar="TEXT", help="It ran; what you found.")] = None,
    did_not_run: Annotated[bool, typer.Option("--did-not-run", help="It did not run, on your word.")] = False,
    unknown: Annotated[bool, typer.Option("--unknown", help="Leave it unknown and go on.")] = False,
    by: ByOption = None,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what became of a call that may have run."""
    from pausedesk.core.run.owners import LIVENESS
    from pausedesk.core.store import answering
    from pausedesk.core.store.cards import read_card
    from pausedesk.core.store.sessions import no_session

    call = at(store, as_json)
    if [ran is not None, did_not_run, unknown].count(True) != 1:
        raise UsageError("settle-unclear", "Say exactly one of --ran TEXT, --did-not-run and --unknown.")
    state = "ran" if ran is not None else "did-not-run" if did_not_run else "unknown"
    with opened(call) as desk:
        answering.note_dead_owners(desk, LIVENESS)
        with desk.read() as connection:
            card = read_card(connection, session, LIVENESS)
        if card is None:
            raise no_session(session)
        open_ones = [one for one in card.unknown if one.call == call_id]
        if not open_ones:
            raise ResumeDecisionError("nothing-waiting", f"No call {call_id} of this session may have run.")
        name = by if by is not None else settings.load().by()
        answering.settle_call(desk, session, open_ones[-1].execution, state, ran or "", by=name, alive=LIVENESS)
        requests = [one.request for one in open_ones[-1:] if one.request is not None]
        say(f"settled: {call_id} {state}, according to {name}.")
        if waiting := [one for one in _waiting(desk, session) if not one.answered]:
            _say_next(desk, session, waiting)
        else:
            say(f"Go on with: {_command(desk)} resume {session}")
        emit(_json(replace(_as_it_stands(desk, session, requests), outcome=Outcome.DONE)))


@app.command()
def worker(
    once: Annotated[bool, typer.Option("--once", help="Serve what is submitted now, then end.")] = False,
    idle: Annotated[
        float | None, typer.Option("--idle", metavar="SECONDS", min=0, help="End after so long idle. Default: never.")
    ] = None,
    ahead: Annotated[int, typer.Option("--ahead", metavar="N", min=0, help="Agents started ahead.")] = 1,
    store: StoreOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take up submitted answers and resumes, until stopped or, with --idle or --once, until there is nothing to do."""
    from pausedesk.core.run.worker import Worker, stop_on_signals

    call = at(store, as_json)
    with opened(call, create=True) as desk:
        serving = Worker(
            desk, idle_seconds=idle, ahead=0 if once else ahead, said=lambda text: print(shown(text), file=sys.stderr)
        )
        stop_on_signals(serving)
        until = "served what is there" if once else "stopped" if idle is None else f"idle for {idle:g} s"
        say(f"worker on {desk.path}: takes up answers until {until}")
        serving.run(once=once)
        emit({"outcome": "done"})


# -- choosing ----------------------------------------------------------------------------------------------------------


def _waiting(desk: Store, session: str) -> list[AskedCall]:
    from pausedesk.core.store.calls import asked_calls
    from pausedesk.core.store.sessions import agent_of

    with desk.read() as connection:
        agent_of(connection, session)
        return asked_calls(connection, session)


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
    """The requests an answer is for. One that is not named is only ever the one question of a session that has asked
    nothing else before: a retry must never approve the next question unseen."""
    from pausedesk.core.store.calls import request_call, submitted_requests, was_answered

    waiting = _waiting(desk, session)
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
    if earlier or require_named or (len(open_ones) > 1 and not every and call_id is None):
        why = (
            "This session has asked before: name the question, so that a retry never approves the next one."
            if earlier
            else "Name the question with --request."
            if require_named
            else f"{len(open_ones)} calls wait and none is named."
        )
        raise UsageError("request-not-named", why, next_step=_listing(waiting))
    return picked


def _answered(desk: Store, session: str, named: list[str], call_id: str | None) -> list[AskedCall]:
    """The requests whose answers are to be taken back: those that are named, else all that wait for a runner."""
    if named or call_id is not None:
        return _chosen(desk, session, named, call_id, False, None, require_named=False)
    found = [one for one in _waiting(desk, session) if one.answered]
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


# -- printing ----------------------------------------------------------------------------------------------------------


def _print_asked(chosen: list[AskedCall]) -> None:
    for one in chosen:
        say(f"{shown(one.question)}\n  {shown(one.tool)} {exact(one.arguments)}\n  request {one.request}  {one.digest}")


def _as_it_stands(desk: Store, session: str, requests: list[str]) -> DoorResult:
    """The session's state as the outcome of a call that drove nothing itself."""
    from pausedesk.core.run.door import DoorResult
    from pausedesk.core.store.calls import call_reports, outcome_now

    with desk.read() as connection:
        reports = call_reports(connection, session, requests)
        outcome, code, why = outcome_now(connection, session)
    return DoorResult(session, outcome, code=code, why=why, calls=tuple(reports))


def _json(result: DoorResult) -> dict[str, Any]:
    return {
        "session": result.session,
        "outcome": str(result.outcome),
        "code": result.code,
        "why": result.why,
        "first": None,
        "output": result.output,
        "calls": [asdict(call) for call in result.calls],
    }


def _finish(desk: Store, result: DoorResult) -> None:
    body = _json(result)
    waiting = _waiting(desk, result.session)
    if result.outcome is Outcome.PAUSED:
        body["waiting"] = [
            {
                "request": one.request,
                "call": one.call,
                "tool": one.tool,
                "arguments": json.loads(one.arguments),
                "question": one.question,
                "digest": one.digest,
            }
            for one in waiting
        ]
    emit(body)
    say(f"{result.session}  {_WORDS.get(result.outcome, str(result.outcome))}")
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
            state = " (answered, waits for the rest of its turn)" if one.answered else ""
            say(f"  {shown(one.question)}{state}\n    {shown(one.tool)} {exact(one.arguments)}")
            say(f"    request {one.request}")
        _say_next(desk, result.session, [one for one in waiting if not one.answered])
    if result.error is not None:
        print(f"pausedesk: {shown(result.error.text())}", file=sys.stderr)
        end(result.error.exit_code)
    end(_EXITS[result.outcome])


def _say_next(desk: Store, session: str, waiting: list[AskedCall]) -> None:
    if waiting:
        named = f"--request {waiting[0].request}" if len(waiting) == 1 else "--all"
        say(f"Answer with: {_command(desk)} answer {session} {named} --approve (or --decline --note TEXT)")


def _command(desk: Store) -> str:
    """The command as it was called, for a next step that can be copied."""
    if desk.path == paths.default_store().absolute():
        return "pausedesk"
    return f"pausedesk --store {shlex.quote(str(desk.path))}"


def _agent_ref(agent: str, deps: str | None) -> Any:
    from pausedesk.core.store.sessions import AgentRef

    if ":" in agent:
        return AgentRef(agent.partition(":")[2], agent, sys.executable, str(Path.cwd()), deps or "")
    known = settings.load().agents.get(agent)
    if known is None:
        raise UsageError(
            "no-such-agent",
            f"There is no agent named {agent!r}.",
            next_step="Write module:attribute, or register it with `pausedesk agents add`.",
        )
    return AgentRef(known.name, known.spec, known.interpreter, known.folder, deps or "")
