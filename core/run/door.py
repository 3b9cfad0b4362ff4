"""The door: takes a session, hands it to a runner, and decides by the rules what became of it.

Every way to run something goes through here - the worker, `pausedesk run`, `answer` and `resume`, a program of its own
- so no door has rules of its own. A runner is what drives an agent: a child process, or the engine in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pausedesk.core import settings
from pausedesk.core.errors import AgentLoadError, KeyringError, PausedeskError, StoreError
from pausedesk.core.model import kept_words
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.handover import CallSite, EngineEnd, HandOver
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import AnswerState, CallState, ExecutionState, Outcome
from pausedesk.core.rules.answered_pause import (
    AnswerKind,
    StoreRead,
    WatchVerdict,
    after_failed_answer,
    watch_answer,
)
from pausedesk.core.rules.history import CallResult
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.children import ChildDied
from pausedesk.core.run.drives import Drive, take_drive
from pausedesk.core.run.host import StoreHost
from pausedesk.core.run.owners import this_process
from pausedesk.core.settings import Settings
from pausedesk.core.store import closing, executions, expiring, ledger, sessions, settling, sight, taking
from pausedesk.core.store.calls import CallReport, call_reports, closing_refusal
from pausedesk.core.store.closing import ClosingDoor
from pausedesk.core.store.engine import Store
from pausedesk.core.store.holds import refuse_held
from pausedesk.core.store.listing import refresh_listing
from pausedesk.core.store.sessions import AgentRef, FenceLost
from pausedesk.core.store.sight import Sight


class Runner(Protocol):
    """Drives the agent of one session once. A child, or the engine in this process."""

    owner: Owner

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Drive from a hand-over to the end; raises ChildDied where the runner ended without saying how."""
        ...

    def alive(self) -> bool | None:
        """Whether the runner or anything it started lives."""
        ...

    def last_output(self) -> str:
        """The last of what the agent printed."""
        ...

    def stop_answering(self, host: StoreHost) -> None:
        """End an answer of the model that is under way, and keep what was said; a call that runs is not interrupted."""
        ...

    def finish(self) -> None:
        """Wait a while for the end of a runner that has nothing more to run."""
        ...

    def drop_output(self) -> None:
        """Remove what the agent printed: it is kept in the store, or nobody needs it."""
        ...


# Makes a runner for an agent, loaded and ready; raises AgentLoadError or KeyringError where it cannot be.
RunnerFactory = Callable[[AgentRef], Runner]


@dataclass(frozen=True, slots=True)
class DoorResult:
    """What became of one drive: the JSON of `run`, `answer` and `resume`."""

    session: str
    outcome: Outcome
    code: str | None = None
    why: str | None = None
    output: Any = None
    calls: tuple[CallReport, ...] = ()
    error: PausedeskError | None = None  # where an error of the environment or of the agent's loading ended it


class Door:
    """One door onto one store. Its methods may be called from several threads, a session at a time each."""

    def __init__(
        self, store: Store, make_runner: RunnerFactory, *, holder: Owner | None = None, by_spec: bool = False
    ) -> None:
        """`by_spec`: the runners load an agent by its spec, so a session of a program's own agent is refused."""
        self.store = store
        self.by_spec = by_spec
        self.make_runner = make_runner
        self.holder = holder or this_process()
        # By session: the fence of a drive that is over and may not have been able to write so.
        self._unwritten: dict[str, int] = {}

    def run(self, session: str, prompt: str, *, agent: AgentRef | None = None) -> DoorResult:
        """Run a session with a new message. Refused with `waiting` or `running` (section 4.1).

        `agent` is who goes on with a session that was imported and has no agent here; else the session's own does.
        """
        kept, seen = self._prepared(session, answers=False)
        if seen.repeats:
            # What their author calls repeatable is told with its result: the message comes after it.
            repeated = self._go(session, "resume", None, *self._prepared(session), before_message=True)
            if repeated.outcome is not Outcome.DONE:
                return repeated
            kept, seen = self._prepared(session, answers=False)
        return self._go(session, "run", prompt, kept, seen, agent)

    def answer(self, session: str) -> DoorResult | None:
        """Take the session's submitted answers up and spend them; None where no complete turn is submitted."""
        result: DoorResult | None = None
        closed: tuple[CallReport, ...] = ()
        kept, seen = self._prepared(session)
        while seen.ready:
            driven = self._go(session, "answer", None, kept, seen)
            result = replace(driven, calls=(*closed, *driven.calls))
            closed = tuple(call for call in result.calls if call.state in (CallState.CLOSED, CallState.EXPIRED))
            # Each closed request is one less: what else of the turn was approved goes on without it.
            if result.outcome is not Outcome.CLOSED:
                break
            kept, seen = self._prepared(session)
        return result

    def closed_at_once(self, session: str, requests: Sequence[str]) -> DoorResult | None:
        """The result of approvals one of which the store closed as it took it, for it came after the question's end or
        after a change of what was asked about; None where it closed none."""
        with self.store.read() as connection:
            closed = closing_refusal(connection, requests)
            reports = call_reports(connection, requests) if closed is not None else []
        if closed is None:
            return None
        return DoorResult(session, Outcome.CLOSED, code=closed[0], why=closed[1], calls=tuple(reports))

    def resume(self, session: str) -> DoorResult:
        """Go on with an interrupted session from what is recorded; nothing that ran is run again."""
        return self._go(session, "resume", None, *self._prepared(session))

    def _prepared(self, session: str, *, answers: bool = True) -> tuple[Settings, Sight]:
        """Write down what the dead left and what is over; where `answers` are to be taken up, refuse what is held and
        put back what waited too long. Returns the settings, and how the session stands then."""
        kept = settings.load()
        limit = kept.stale_approval_ms()
        self.give_back()
        seen = sight.look(self.store, session, limit)
        if look_after(self.store, left=seen.left)[0]:
            seen = sight.look(self.store, session, limit)
        if answers and seen.held:
            with self.store.read() as connection:
                refuse_held(connection, session)
        changes = expiring.spend_expired(self.store, session) if seen.over else 0
        if answers and seen.stale:
            changes += taking.keep_stale_approvals(self.store, session, limit_ms=limit)
        return kept, sight.look(self.store, session, limit) if changes else seen

    # -- one drive -----------------------------------------------------------------------------------------------------

    def give_back(self) -> None:
        """Give back each session whose drive is over and whose end the store did not take; raises StoreError."""
        for session, fence in list(self._unwritten.items()):
            settling.give_back(self.store, session, fence)
            self._unwritten.pop(session, None)

    def _go(
        self,
        session: str,
        kind: str,
        prompt: str | None,
        kept: Settings,
        seen: Sight,
        adopter: AgentRef | None = None,
        *,
        before_message: bool = False,
    ) -> DoorResult:
        drive = take_drive(
            self.store,
            self.holder,
            session,
            kind,
            seen.past,
            prompt,
            adopter,
            by_spec=self.by_spec,
            before_message=before_message,
        )
        try:
            drive.compose()
            return self._driven(drive, kept.decline_limit)
        except BaseException:
            # Its end may not be written, and nobody takes a session over from a process that lives.
            self._unwritten[session] = drive.fence
            raise

    def _driven(self, drive: Drive, decline_limit: int) -> DoorResult:
        if drive.hand.stop_after_calls and not drive.approved and not drive.before_message:
            return self._stopped(drive)
        try:
            runner = self.make_runner(drive.agent)
        except (AgentLoadError, KeyringError) as error:
            return self._not_handed_over(drive, error)
        with watch_answer(drive.approved) as drive.watch:
            return self._handed_over(drive, runner, decline_limit)

    def _handed_over(self, drive: Drive, runner: Runner, decline_limit: int) -> DoorResult:
        host = StoreHost(
            self.store, drive.session, drive.run, drive.fence, runner.owner, drive.watch, decline_limit=decline_limit
        )
        try:
            self.store.failpoint("handed-over")
            end = runner.drive(drive.hand, drive.known, host)
        except ChildDied as died:
            return self._died(drive, runner, host, died)
        except (AgentLoadError, KeyringError) as error:
            # A child started ahead was stale, and the agent as it is now cannot be loaded.
            return self._not_handed_over(drive, error)
        except BaseException as error:
            # Ctrl-C, or a fault of ours: the runner stops before its next call, and what it holds is settled by the
            # ledger's word alone.
            by_person = isinstance(error, KeyboardInterrupt)
            with suppress(Exception):
                if by_person:
                    runner.stop_answering(host)
                runner.finish()
            printed = runner.last_output()
            why = kept_words.DOOR_STOPPED() if by_person else kept_words.FAULT(kind=type(error).__name__)
            self._settle_failure(drive, runner, host, printed, why)
            _drop_output(runner, host)
            self._end(drive, Outcome.FAILED, code="stopped" if by_person else "fault", why=why)
            raise
        try:
            return self._ended(drive, end, runner, host)
        finally:
            # After the end is written: taking an interpreter down takes longer than anything a person waits for here.
            runner.finish()
            _drop_output(runner, host)

    def _ended(self, drive: Drive, end: EngineEnd, runner: Runner, host: StoreHost) -> DoorResult:
        if host.executions:
            # Something was started whose end could not be written down.
            printed = runner.last_output()
            runner.finish()
            why = end.why or kept_words.END_NOT_RECORDED()
            outcome = self._settle_failure(drive, runner, host, printed, why)
            return self._end(drive, outcome, code=_CODES.get(outcome), why=why)
        if end.outcome in ("refused", "failed") and (lost := self._overtaken(drive)) is not None:
            return lost
        if host.unwitnessed:
            self._leftovers(drive, end.code, end.why or "", again=True)
            return self._end(drive, Outcome.MARKED, code=_CODES[Outcome.MARKED], why=end.why)
        match end.outcome:
            case "paused":
                return self._result(drive, Outcome.PAUSED)
            case "finished":
                return self._end(drive, Outcome.DONE, output=end.output)
            case "stopped":
                return self._stopped(drive)
            case "refused":
                return self._refused(drive, end)
            case _:
                why = end.why or kept_words.RUN_FAILED()
                unused = self._leftovers(drive, None, why)
                outcome = _kept_or_failed(drive, unused)
                return self._end(drive, outcome, code=end.code, why=why, output=end.output)

    def _stopped(self, drive: Drive) -> DoorResult:
        if drive.before_message:
            return self._end(drive, Outcome.DONE, code="repeated", why=kept_words.RAN_AGAIN())
        return self._end(drive, Outcome.DONE, code="stopped", why=kept_words.STOPPED_BY_PERSON())

    def _refused(self, drive: Drive, end: EngineEnd) -> DoorResult:
        """The runner or the ledger refused a spend: close what no answer can reach, keep or submit again the rest."""
        codes = {request: (code, why) for request, code, why in end.refusals}
        for request, (code, _) in codes.items():
            if drive.watch.verdict(request) is not WatchVerdict.REFUSED_AS_ALREADY_SPENT:
                drive.watch.spend_refused(request, code)
        unreachable = [
            (request, *codes[request])
            for request in drive.approved
            if request in codes
            and request not in drive.again
            and self._fate(drive, request, codes[request][0]) is Outcome.CLOSED
        ]
        # A store that was found to be a copy has closed everything by now.
        outcome = Outcome.CLOSED if unreachable or end.code == RefusalCode.LEDGER_CHANGED else Outcome.KEPT
        if end.code != RefusalCode.HELD and self._give_up_repeating(drive, drive.again & codes.keys()):
            outcome = Outcome.MARKED
        if unreachable:
            closing.prove_never_ran(ClosingDoor(self.store, drive.session, drive.fence), unreachable)
        if end.code == RefusalCode.HELD:
            # The approval stands; a person stopped the hand-over, and lets it go on.
            outcome = Outcome.PAUSED
        self._leftovers(drive, end.code, end.why or "")
        return self._end(drive, outcome, code=end.code, why=end.why)

    def _give_up_repeating(self, drive: Drive, requests: Collection[str]) -> bool:
        """Write of interrupted calls that what was approved is not what would run now: they may have run, once."""
        calls = [call for call in drive.hand.approved if call.request in requests]
        if calls:
            with self.store.write(durable=True) as connection:
                for call in calls:
                    site = CallSite(drive.hand.response_seq or 0, call.call_id, call.ordinal)
                    executions.give_up_repeating(connection, drive.session, site)
                refresh_listing(connection, drive.session)
        return bool(calls)

    def _died(self, drive: Drive, runner: Runner, host: StoreHost, died: ChildDied) -> DoorResult:
        if not host.executions and (lost := self._overtaken(drive)) is not None:
            runner.finish()
            runner.drop_output()
            return lost
        outcome = self._settle_failure(drive, runner, host, died.last_output, str(died))
        runner.finish()
        _drop_output(runner, host)
        return self._end(drive, outcome, code=_CODES.get(outcome, "agent-died"), why=str(died))

    def _overtaken(self, drive: Drive) -> DoorResult | None:
        """The end of a drive whose session another door has taken over meanwhile; None where it is still this one's.

        That door took this one for dead, and what this one still had in hand never landed (section 9).
        """
        try:
            with self.store.read() as connection:
                sessions.check_fence(connection, drive.session, drive.fence)
        except FenceLost:
            why = kept_words.TAKEN_OVER()
            return self._end(drive, Outcome.REFUSED, code=RefusalCode.RUNNING, why=why)
        return None

    def _settle_failure(
        self, drive: Drive, runner: Runner, host: StoreHost, last_output: str | None, why: str
    ) -> Outcome:
        """Say of each started call what its owner's death means; put back what was not used."""
        marked = bool(host.executions)
        if marked:
            dead = runner.alive() is False
            ended: set[ExecutionState | None] = set()
            with self.store.write(durable=True) as connection:
                for execution in host.executions:
                    if last_output:
                        executions.keep_output(connection, execution, last_output)
                    if dead:
                        ended.add(executions.mark_ended(connection, drive.session, execution))
                # Their bodies are over, whoever lives.
                executions.mark_unasked(connection, drive.session)
                refresh_listing(connection, drive.session)
            # What its author calls repeatable runs again; nothing has to be found out about it.
            marked = ended != {ExecutionState.INTERRUPTED}
        # No old spend of this runner can land any more: the door that would write it is this one.
        for request in drive.approved:
            if not ledger.is_spent(self.store, request):
                drive.watch.fenced_off(request)
        unused = self._leftovers(drive, None, why, again=bool(host.executions))
        if marked:
            return Outcome.MARKED
        return _kept_or_failed(drive, unused)

    def _leftovers(self, drive: Drive, code: str | None, why: str, *, again: bool = True) -> list[str]:
        """What was approved and not spent: kept for the person, or - where another call of the turn was used - left
        submitted, since its approval still stands; so too where a hold came between. Returns those requests."""
        left = [
            request
            for request in drive.approved
            if not ledger.is_spent(self.store, request) and self._fate(drive, request, None) is Outcome.KEPT
        ]
        if left:
            used = len(left) < len(drive.approved)
            state = AnswerState.SUBMITTED if (again and used) or code == RefusalCode.HELD else AnswerState.KEPT
            with suppress(FenceLost):
                ledger.keep_answers(self.store, drive.session, drive.fence, state, code or "not-used", why)
        return left

    def _fate(self, drive: Drive, request: str, code: str | None) -> Outcome:
        """What becomes of one request whose answer failed, by the rules, over what the store holds of it now."""
        try:
            with self.store.read() as connection:
                found = closing.read_back(connection, ClosingDoor(self.store, drive.session, drive.fence), request)
        except StoreError:
            found = StoreRead.READ_FAILED
        return after_failed_answer(
            watch=drive.watch.verdict(request),
            store_read=found,
            code=code,
            answer=AnswerKind.APPROVE,
            names_request=True,
        ).outcome

    def _not_handed_over(self, drive: Drive, error: PausedeskError) -> DoorResult:
        """The agent could not be loaded: nothing was handed over, so nothing was used."""
        ledger.keep_answers(self.store, drive.session, drive.fence, AnswerState.KEPT, error.code, error.sentence)
        outcome = Outcome.FAILED if drive.again.issuperset(drive.approved) else Outcome.KEPT
        return self._end(drive, outcome, code=error.code, why=error.sentence, error=error)

    def _end(
        self,
        drive: Drive,
        outcome: Outcome,
        *,
        code: str | None = None,
        why: str | None = None,
        output: Any = None,
        error: PausedeskError | None = None,
    ) -> DoorResult:
        sessions.end_run(self.store, drive.session, drive.run, drive.fence, outcome, code=code, why=why)
        return self._result(drive, outcome, code=code, why=why, output=output, error=error)

    def _result(self, drive: Drive, outcome: Outcome, **fields: Any) -> DoorResult:
        with suppress(StoreError):
            reports: Sequence[CallReport] = ()
            if drive.decided:
                with self.store.read() as connection:
                    reports = call_reports(connection, drive.decided)
            return DoorResult(drive.session, outcome, calls=tuple(reports), **fields)
        return DoorResult(drive.session, outcome, **fields)


def _drop_output(runner: Runner, host: StoreHost) -> None:
    """Remove what a runner printed, unless a call of it may still be running: then whoever sees its end keeps it."""
    if not host.executions or runner.alive() is False:
        runner.drop_output()


def _kept_or_failed(drive: Drive, unused: Sequence[str]) -> Outcome:
    """Kept only where nothing of what was approved was used: else something ran, and is recorded."""
    return Outcome.KEPT if unused and len(unused) == len(drive.approved) else Outcome.FAILED


_CODES = {Outcome.MARKED: "may-have-run", Outcome.KEPT: "agent-died", Outcome.FAILED: "agent-died"}
