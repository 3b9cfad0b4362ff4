"""The door of a program that keeps its sessions as envelopes in a store of its own, and its decisions in our ledger.

The program says how one row of its store is read and replaced (`EnvelopeRows`). Everything else - what is asked, taken
up, spent, marked, closed or kept - goes through the same functions as at every other door. Its pauses appear on the
desk and the command line like any other, and are answered there. One thread at a time for each session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from pausedesk.core import settings
from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.canonical import call_digest, canonical_bytes
from pausedesk.core.model.decisions import RefusalCode
from pausedesk.core.model.envelopes import FLOWCHART_V1, EnvelopeError, envelope_value
from pausedesk.core.model.handover import ApprovedCall, NewRequest, Spend
from pausedesk.core.model.states import AnswerState, ExecutionState, Outcome
from pausedesk.core.rules.answered_pause import (
    AnswerKind,
    ConversationAfter,
    FailedAnswerOutcome,
    MessageVerdict,
    StoreRead,
    WatchVerdict,
    after_failed_answer,
    message_verdict,
    watch_answer,
)
from pausedesk.core.rules.envelope_calls import open_tool_calls
from pausedesk.core.rules.exchange import messages_of_entries
from pausedesk.core.rules.fingerprints import ASKED_BY_TOOL, chain_digest, code_tag, schema_digest, tool_digest
from pausedesk.core.rules.marks import DeclinedCall, closed_conversation, envelope_bytes, mark_answered
from pausedesk.core.rules.rereads import store_read_of
from pausedesk.core.rules.stored_sessions import read_stored_session
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.arguments import jsonable_result
from pausedesk.core.run.composing import approved_call
from pausedesk.core.run.host import StoreHost
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import closing, expiring, ledger, sessions, taking
from pausedesk.core.store.adopting import pause_reach
from pausedesk.core.store.closing import ClosingDoor
from pausedesk.core.store.engine import Store, new_id, now_ms
from pausedesk.core.store.forgetting import missing_session
from pausedesk.core.store.holds import refuse_held
from pausedesk.core.store.listing import refresh_listing, write_audit
from pausedesk.core.store.replies import spend_replies
from pausedesk.core.store.sessions import AgentRef


@dataclass(frozen=True, slots=True)
class EnvelopeRow:
    """One row of a store of envelopes as it was read: its id and its version there, and its bytes."""

    row: str
    version: int
    envelope: bytes


class EnvelopeRows(Protocol):
    """A store of envelopes, as this door uses it."""

    def read(self, session: str) -> EnvelopeRow | None:
        """The session's row, None where it was never written. Raises whatever it likes where it cannot be read."""
        ...

    def replace(self, session: str, row: EnvelopeRow, envelope: bytes) -> bool:
        """Compare-and-set: write the bytes where the row is still `row.row` in version `row.version`, and count the
        version up; else write nothing and return False. Durable when it returns."""
        ...


@dataclass(frozen=True, slots=True)
class GatedCall:
    """A call of the pause's last turn that needs a person: its validated arguments, and what its tool is.

    `function` is the tool's function and `version` its author's version, if any: what an approval is bound to beside
    the arguments. `schema` is the tool's argument schema as JSON.
    """

    call_id: str
    tool: str
    arguments: dict[str, Any]
    function: Callable[..., Any]
    version: str | None = None
    schema: Any = None
    question: str = ""
    ordinal: int = 0


@dataclass(slots=True)
class Hand:
    """What the program's runner has in its hand: the conversation as of the pause, and what a person decided."""

    envelope: bytes
    approved: list[ApprovedCall]
    declined: list[DeclinedCall]
    stop: bool  # a person declined and stopped: make the approved calls, then do not call the model
    _host: StoreHost = field(repr=False)

    def call(self, approved: ApprovedCall, arguments: dict[str, Any], function: Callable[..., Any], **tool: Any) -> Any:
        """Use an approval up and make its call: `function(**arguments)`, once.

        `tool` may hold `version` and `schema`, as the call was asked with. Its end is recorded before this returns or
        raises what the function raised. Raises ResumeDecisionError where the ledger refuses the spend, and nothing ran:
        let it end the run.
        """
        self._host.watch.taken_up(approved.request)
        spend = Spend(
            request=approved.request,
            digest=call_digest(approved.tool, arguments),
            tool_digest=_tool_digest(approved.tool, function, tool.get("version"), tool.get("schema")),
            chain_digest=chain_digest(ASKED_BY_TOOL),
            arguments=canonical_bytes(arguments).decode(),
        )
        execution = self._host.spend(spend)
        try:
            result = function(**arguments)
        except Exception as error:
            self._host.outcome(execution, ExecutionState.RAISED, None, f"{type(error).__name__}: {error}")
            raise
        content = result if isinstance(result, str) else jsonable_result(result)
        self._host.outcome(execution, ExecutionState.DONE, {"content": content, "outcome": "success"})
        return result


def _tool_digest(name: str, function: Callable[..., Any], version: str | None, schema: Any) -> str:
    return tool_digest(name, schema_digest(schema), code_tag(function, version))


class EnvelopeDoor:
    """One program's door: its rows, our store, and the name under which the desk shows its agent."""

    def __init__(self, store: Store, rows: EnvelopeRows, *, agent: str) -> None:
        self._store = store
        self._rows = rows
        self._agent = AgentRef(agent, "", "", "")

    # -- asking --------------------------------------------------------------------------------------------------------

    def ask(self, session: str, calls: Sequence[GatedCall]) -> None:
        """Ask for consent to calls of the pause that the program has stored: minted here, named in the envelope there.

        Raises `EnvelopeError` where no pause is stored that waits and names no request, and ResumeDecisionError
        `running` where the row was written meanwhile: then the questions are closed again.
        """
        row = self._read(session)
        stored = read_stored_session(row.envelope)
        if stored.waiting is None or stored.waiting.requests or stored.format != FLOWCHART_V1:
            raise EnvelopeError("other-format", "Only a pause that waits and names no request yet can be asked about.")
        sessions.create_session(self._store, self._agent, session=session, title=stored.conversation.original_message)
        run, fence = sessions.begin_run(self._store, session, "run", this_process(), LIVENESS)
        turn = [entry for entry in stored.conversation.history if entry.role in ("user", "assistant")]
        shown = messages_of_entries(turn[-2:], stored.conversation.checkpointed_at)
        asked = [_new_request(call) for call in calls]
        pause = ledger.store_pause(self._store, session, run, fence, None, shown, asked)
        with self._store.read() as connection:
            named = closing.named_requests(connection, session, pause)
        value: Any = envelope_value(row.envelope)
        value["data"]["pending"]["requests"] = [
            {
                "id": one.request_id,
                "callId": one.call_id,
                "ledger": one.ledger,
                "incarnation": one.incarnation,
                "callDigest": one.call_digest,
                "toolDigest": one.tool_digest,
                "chainDigest": one.chain_digest,
            }
            for one in named
        ]
        if not self._rows.replace(session, row, envelope_bytes(value)):
            why = "The pause was written meanwhile."
            with self._taken(session) as door:
                unreachable = [(one.request_id, str(RefusalCode.REQUEST_NOT_RECORDED), why) for one in named]
                closing.prove_never_ran(door, unreachable)
            raise _moved(session)

    # -- messages ------------------------------------------------------------------------------------------------------

    def message(self, session: str) -> bytes | None:
        """What a new message goes on from (section 4, points 1 to 3): a conversation with one result a call.

        None where the session was never written. A pause that can be answered is refused (`waiting`); one that no
        answer can reach is closed first, and an answered one goes on from its mark: the closed conversation is stored,
        then returned. Refused with `running` while a call's owner lives, or where the row is written meanwhile.
        """
        row = self._rows.read(session)
        if row is None:
            return None
        stored = read_stored_session(row.envelope)
        with self._store.read() as connection:
            known = closing.is_known(connection, session)
            reach = pause_reach(connection, self._store, stored)
        if message_verdict(pause=reach, owner_proved_dead=True) is MessageVerdict.REFUSE_WAITING:
            raise ResumeDecisionError(RefusalCode.WAITING, f"The session {session!r} waits for an answer.")
        if reach == "none" and not open_tool_calls(stored.conversation.history):
            return row.envelope
        if not known:
            body = closed_conversation(row.envelope, at=now_ms())
        else:
            look_after(self._store)
            with self._taken(session) as door:
                body = self._closed(door, row.envelope)
        if not self._rows.replace(session, row, body):
            raise _moved(session)
        return body

    # -- answers -------------------------------------------------------------------------------------------------------

    def answer(self, session: str, run: Callable[[Hand], bytes]) -> Outcome | None:
        """Take the answers to the session's pause up and hand them to the program's runner; None where none are ready.

        `run` makes the approved calls with `Hand.call` and returns the bytes of the session after it: a conversation,
        or a newer pause. They are stored over the pause. Whatever fails, storing them included, is decided by
        `after_failed_answer` over what the store holds then: marked, closed or kept; the run's own error is raised.
        """
        look_after(self._store)
        row = self._read(session)
        stored = read_stored_session(row.envelope)
        if stored.answered is not None:
            raise ResumeDecisionError(RefusalCode.ALREADY_ANSWERED, "This pause was answered before.")
        if stored.waiting is None or not stored.waiting.requests:
            raise ResumeDecisionError(RefusalCode.NOTHING_WAITING, "No question of this session names its request.")
        named = [request.request_id for request in stored.waiting.requests]
        expiring.spend_expired(self._store, session)
        taking.keep_stale_approvals(self._store, session, limit_ms=settings.load().stale_approval_ms())
        with self._store.read() as connection:
            if not taking.complete_turn(connection, session):
                return None
        identity = new_id()
        with self._store.write(durable=True) as connection:
            refuse_held(connection, session)
            fence = sessions.take_session(connection, session, this_process(), LIVENESS)
            taken = taking.take_up(connection, session, fence)
            if not taken:
                raise ResumeDecisionError(RefusalCode.ALREADY_ANSWERED, "Another door has taken the answer up.")
            spend_replies(connection, self._store, session, fence)
            sessions.insert_run(connection, identity, session, "answer", fence, this_process())
            refresh_listing(connection, session)
        door = ClosingDoor(self._store, session, fence)
        approved = [approved_call(one) for one in taken if one.decision == "approve"]
        with self._store.read() as connection:
            declined = closing.declined_calls(connection, session, named)
        with watch_answer(one.id for one in taken) as watch:
            for one in taken:
                if one.decision != "approve":
                    watch.spent(one.id, AnswerKind.DECLINE)
            host = StoreHost(self._store, session, identity, fence, this_process(), watch)
            hand = Hand(row.envelope, approved, declined, any(one.stop for one in taken), host)
            try:
                self._store_result(session, row, run(hand))
            except BaseException as error:
                decided = {one.id: AnswerKind(one.decision) for one in taken}
                outcome = self._failed(door, row, host, decided, error)
                self._end(door, identity, outcome, error)
                raise
        sessions.end_run(self._store, session, identity, fence, Outcome.DONE)
        return Outcome.DONE

    def _store_result(self, session: str, row: EnvelopeRow, body: bytes) -> None:
        read_stored_session(body)
        if not self._rows.replace(session, row, body):
            raise _moved(session)

    def _failed(
        self,
        door: ClosingDoor,
        at_pause: EnvelopeRow,
        host: StoreHost,
        decided: Mapping[str, AnswerKind],
        error: BaseException,
    ) -> Outcome:
        """Read, decide each request, write at most once, compare-and-set on row id and version (section 6)."""
        code = error.code if isinstance(error, ResumeDecisionError) else None
        watch = host.watch
        for request, answer in decided.items():
            if answer is AnswerKind.APPROVE and not ledger.is_spent(self._store, request):
                # No old spend can land any more: the door that would write it is this one.
                watch.fenced_off(request)
        row, unread = self._reread(door.session)
        reads: dict[str, StoreRead] = {}
        fates: dict[str, FailedAnswerOutcome] = {}
        for request, answer in decided.items():
            verdict = watch.verdict(request)
            found = row.envelope if row is not None else None
            reads[request] = unread or store_read_of(at_pause.envelope, found, request_id=request, verdict=verdict)
            fates[request] = after_failed_answer(
                watch=verdict, store_read=reads[request], code=code, answer=answer, names_request=True
            )
        unreachable = [request for request, fate in fates.items() if fate.outcome is Outcome.CLOSED]
        if unreachable:
            closing.prove_never_ran(door, [(request, str(code), _why(error)) for request in unreachable])
        used = [request for request, fate in fates.items() if fate.outcome is Outcome.MARKED]
        keep = AnswerState.SUBMITTED if used else AnswerState.KEPT
        ledger.keep_answers(self._store, door.session, door.fence, keep, code or "not-used", _why(error))
        if used:
            known = all(watch.verdict(request) in _SPENT for request in used) and not host.executions
            outcome = Outcome.FAILED if known and not host.unwitnessed else Outcome.MARKED
            self._mark(door, at_pause, row, fates[used[0]], outcome, error)
            return outcome
        if unreachable:
            with self._store.read() as connection:
                waiting = closing.waiting_requests(connection, door.session)
            if not waiting and row is not None:
                self._write(door, row, self._closed(door, row.envelope), error)
            return Outcome.CLOSED
        return Outcome.KEPT

    def _mark(
        self,
        door: ClosingDoor,
        at_pause: EnvelopeRow,
        row: EnvelopeRow | None,
        fate: FailedAnswerOutcome,
        outcome: Outcome,
        error: BaseException,
    ) -> None:
        if fate.conversation is ConversationAfter.PROGRESSED and row is not None:
            # The run's own conversation: its results are kept, and what it left open is settled.
            if open_tool_calls(read_stored_session(row.envelope).conversation.history):
                self._write(door, row, self._closed(door, row.envelope, at_pause.envelope), error)
            return
        with self._store.read() as connection:
            waiting = set(closing.waiting_requests(connection, door.session))
        spent = [request for request in _named(at_pause.envelope) if request not in waiting]
        target = row or at_pause
        # What cannot be read is replaced by the pause as it was read before the hand-over.
        base = at_pause.envelope if fate.moves_bytes_aside else target.envelope
        body = mark_answered(base, request_ids=spent, at=now_ms(), outcome=str(outcome))
        if fate.moves_bytes_aside:
            with self._store.write(durable=True) as connection:
                closing.move_aside(connection, door.session, target.envelope, "It was replaced by a mark.")
        self._write(door, target, body, error)

    def _write(self, door: ClosingDoor, row: EnvelopeRow, body: bytes, error: BaseException) -> None:
        """The one write. One that fails is told on the card and with the run's own error, which is raised all the same;
        a row that moved meanwhile is left alone."""
        if body == row.envelope:
            return
        try:
            self._rows.replace(door.session, row, body)
        except Exception as failed:  # noqa: BLE001 - whatever the program's store raised: the run's error is raised
            why = f"The pause could not be marked in its own store ({type(failed).__name__}: {failed})."
            error.add_note(why)
            with self._store.write() as connection:
                write_audit(connection, door.session, "mark-not-written", "door", why=why)

    def _reread(self, session: str) -> tuple[EnvelopeRow | None, StoreRead | None]:
        try:
            return self._rows.read(session), None
        except Exception:  # noqa: BLE001 - a store that cannot be read is a row of the table
            return None, StoreRead.READ_FAILED

    def _closed(self, door: ClosingDoor, envelope: bytes, pause: bytes | None = None) -> bytes:
        """The closed conversation of an envelope: what waits of its pause is closed, what is recorded is read.

        `pause` is the envelope whose requests are meant, where it is another one.
        """
        named = _named(pause or envelope)
        with self._store.write(durable=True) as connection:
            sessions.check_fence(connection, door.session, door.fence)
            waiting = [one for one in closing.waiting_requests(connection, door.session) if pause is None]
            why = "No answer can reach the pause any more."
            unreachable = [(one, RefusalCode.REQUEST_NOT_RECORDED, why) for one in waiting]
            closing.close_requests(connection, door, unreachable)
            recorded = closing.recorded_calls(connection, door.session, named)
        return closed_conversation(envelope, at=now_ms(), recorded=recorded)

    def _end(self, door: ClosingDoor, run: str, outcome: Outcome, error: BaseException) -> None:
        code = error.code if isinstance(error, ResumeDecisionError) else type(error).__name__
        sessions.end_run(self._store, door.session, run, door.fence, outcome, code=code, why=_why(error))

    def _read(self, session: str) -> EnvelopeRow:
        row = self._rows.read(session)
        if row is None:
            with self._store.read() as connection:
                raise missing_session(connection, session)
        return row

    @contextmanager
    def _taken(self, session: str) -> Iterator[ClosingDoor]:
        """The session taken for the time of the block; refused with `running` while somebody else has it."""
        run, fence = sessions.begin_run(self._store, session, "close", this_process(), LIVENESS)
        try:
            yield ClosingDoor(self._store, session, fence)
        finally:
            sessions.end_run(self._store, session, run, fence, Outcome.CLOSED)


_SPENT = frozenset({WatchVerdict.SPENT_APPROVE, WatchVerdict.SPENT_DECLINE})


def _named(envelope: bytes) -> list[str]:
    stored = read_stored_session(envelope)
    pause = stored.waiting or stored.answered
    return [request.request_id for request in pause.requests] if pause is not None else []


def _new_request(call: GatedCall) -> NewRequest:
    text = canonical_bytes(call.arguments).decode()
    return NewRequest(
        call_id=call.call_id,
        ordinal=call.ordinal,
        tool=call.tool,
        arguments=text,
        raw_arguments=text,
        given=list(call.arguments),
        digest=call_digest(call.tool, call.arguments),
        tool_digest=_tool_digest(call.tool, call.function, call.version, call.schema),
        schema_digest=schema_digest(call.schema),
        code_tag_kind=code_tag(call.function, call.version).kind,
        chain=list(ASKED_BY_TOOL),
        chain_digest=chain_digest(ASKED_BY_TOOL),
        question=call.question or f"Run {call.tool}?",
        question_source="tool" if call.question else "rule",
    )


def _moved(session: str) -> ResumeDecisionError:
    return ResumeDecisionError(RefusalCode.RUNNING, f"The session {session!r} was written meanwhile by somebody else.")


def _why(error: BaseException) -> str:
    return str(error) or type(error).__name__
