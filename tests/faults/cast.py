"""Who acts in the state machine: processes that can be stopped and killed at any point, and a runner by a script.

A process is one in name only: a thread whose death is an exception at a point, after which nothing of it reaches the
store or the world. It stops only at points where it holds no lock, so that others can act meanwhile.
"""

from __future__ import annotations

import copy
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, cast

import pytest
from tests.faults.judging import arguments_of
from tests.faults.played import REPEATABLE, UNGATED, Played
from tests.faults.rig import Points, base_of, call_id_of, tool_of

from pausedesk.core.errors import PausedeskError, ResumeDecisionError
from pausedesk.core.model.canonical import call_digest, canonical_bytes
from pausedesk.core.model.handover import CallSite, EngineEnd, HandOver, NewRequest, Spend
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.rules.fingerprints import chain_digest
from pausedesk.core.rules.history import CallResult, OpenCall, open_calls_at_end
from pausedesk.core.rules.notices import edited_notice, raised_notice
from pausedesk.core.run import late
from pausedesk.core.run.host import StoreHost
from pausedesk.core.run.local import LocalRunner
from pausedesk.core.run.owners import this_process
from pausedesk.core.store.engine import Store
from pausedesk.core.store.witness import WitnessHold

WAIT_S = 60
# The lives that their tool's author gives some questions.
LIVES_MS = {"two": 3_600_000, "more-0": 3_600_000}
IN_A_CALL = ("before-line", "after-line")


class Death(BaseException):
    """The process ends here."""


_acting: ContextVar[Process | None] = ContextVar("_acting", default=None)


@contextmanager
def commits_seen(store: Store) -> Iterator[None]:
    """Make both sides of each commit that changes something a point of the process that commits."""
    dialect, commit = store._engine.dialect, store._engine.dialect.do_commit
    seen: dict[int, int] = {}

    def do_commit(connection: Any) -> None:
        process = _acting.get()
        driver = connection.driver_connection
        changed = driver.total_changes != seen.get(id(driver), 0)
        seen[id(driver)] = driver.total_changes
        if process is None or not changed:
            commit(connection)
            return
        process.reached("before-commit", locked=True)
        commit(connection)
        process.reached("after-commit")

    hold, release = WitnessHold.__init__, WitnessHold.release

    def held(self: WitnessHold, *given: Any) -> None:
        hold(self, *given)
        _note_witness(1)

    def released(self: WitnessHold) -> None:
        release(self)
        _note_witness(-1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WitnessHold, "__init__", held)
        patch.setattr(WitnessHold, "release", released)
        dialect.do_commit = do_commit  # type: ignore[method-assign, assignment]
        try:
            yield
        finally:
            del dialect.do_commit


def _note_witness(change: int) -> None:
    process = _acting.get()
    if process is not None:
        process.witnesses += change


@dataclass
class Process:
    """A process that does one work, and stops or dies at the chosen point if it gets there (0: at none).

    Every second one runs its agent in a child, which can outlive it: see `lose_door`.
    """

    BASE: ClassVar[int] = 10_000_000
    CHILDREN: ClassVar[int] = 20_000_000

    number: int
    bench: Played
    stop_at: int = 0
    stop_on: str = ""  # or where it comes to a point of this name
    die_at: int = 0
    points: list[str] = field(default_factory=list)
    witnesses: int = 0  # held: another that spends would wait for it
    dead: bool = False
    died: bool = False
    orphaned: bool = False  # the door is dead, and its child has not seen that yet
    left: tuple[str, str] | None = None  # the execution whose end the child left in a file, and that end
    result: object = None
    error: BaseException | None = None

    def __post_init__(self) -> None:
        self.owner: Owner = replace(this_process(), pid=self.BASE + self.number, pgid=self.BASE + self.number)
        self.runs: Owner = self.owner
        if self.number % 2 == 0:
            self.runs = replace(self.owner, pid=self.CHILDREN + self.number, pgid=self.CHILDREN + self.number)
        self._shown = threading.Semaphore(0)
        self._go_on = threading.Semaphore(0)
        self._thread: threading.Thread | None = None
        store = copy.copy(self.bench.store)
        store.failpoint = self.reached
        self.bench = replace(self.bench, points=cast("Points", self), _store=store, _door=None)

    @property
    def stopped(self) -> bool:
        """Whether it waits at its point."""
        return self._thread is not None and not self.dead

    def reached(self, name: str, *, locked: bool = False) -> None:
        """A point of the work; `locked` where others would wait for what this process holds."""
        if self.dead or (self.orphaned and name not in IN_A_CALL):
            raise Death(name)
        self.points.append(name)
        if self.die_at and len(self.points) >= self.die_at:
            self.dead = True
            raise Death(name)
        reached = (self.stop_at and len(self.points) >= self.stop_at) or self.stop_on == name
        if reached and not locked and not self.witnesses:
            self.stop_at, self.stop_on = 0, ""
            self._shown.release()
            assert self._go_on.acquire(timeout=WAIT_S)
            if self.dead:
                raise Death(name)

    def act(self, work: Callable[[Process], object]) -> None:
        """Do the work: to its end, its death, or the point at which it stops."""
        if not self.stop_at and not self.stop_on:
            copy_context().run(self._work, work)
            return
        context = copy_context()
        self._thread = threading.Thread(target=context.run, args=(self._work, work), name=f"process {self.number}")
        self._thread.start()
        assert self._shown.acquire(timeout=WAIT_S)
        if self.stop_at or self.stop_on:
            self._end()

    @property
    def in_a_child(self) -> bool:
        """Whether it stands in a call that a child of it runs."""
        return self.stopped and self.runs != self.owner and self.points[-1] in IN_A_CALL

    def lose_door(self) -> None:
        """SIGKILL of the door alone: the child lets the call come to its end, keeps that in a file, and stops."""
        self.orphaned = True

    def alive(self, owner: Owner) -> bool:
        """Whether the door or the child of this process, as `owner` names it, lives."""
        return not self.dead and not (self.orphaned and owner.pid == self.owner.pid)

    def with_late_results(self, host: StoreHost) -> StoreHost:
        """The host of the child: it tells its door how a call ended, while there is one."""
        told = host.outcome

        def outcome(execution: str, kind: ExecutionState, result: Any = None, error: str | None = None) -> None:
            if not self.orphaned:
                return told(execution, kind, result, error)
            assert late.write(host.late_folder, execution, kind, result, error)
            text = f"It raised {error}" if result is None else json.dumps(result, separators=(",", ":"))
            self.left = (execution, text)
            self.dead = True
            raise Death("the end of its call is kept")

        host.outcome = outcome  # type: ignore[method-assign]
        return host

    def go_on(self, *, die_at: int = 0) -> None:
        """Let it go on from its point to its end, or to its death some points further."""
        self.die_at = len(self.points) + die_at if die_at else 0
        self._go_on.release()
        assert self._shown.acquire(timeout=WAIT_S)
        self._end()

    def kill(self) -> None:
        """SIGKILL where it stands."""
        self.dead = True
        self.go_on()

    def _end(self) -> None:
        assert self._thread is not None
        self._thread.join(WAIT_S)
        self._thread = None

    def _work(self, work: Callable[[Process], object]) -> None:
        _acting.set(self)
        try:
            self.result = work(self)
        except Death:
            self.died = True
        except BaseException as error:  # noqa: BLE001 - told by whoever let it act
            self.error = error
        finally:
            # A command ends after its work, whatever became of it.
            self.dead = True
            self._shown.release()


class SpendRefused(Exception):
    """The ledger refused a spend."""

    def __init__(self, request: str, refusal: ResumeDecisionError) -> None:
        super().__init__(refusal.sentence)
        self.request, self.code = request, refusal.code


class ScriptedRunner(LocalRunner):
    """Does what the engine does with the rig's agent, without the library: several times quicker.

    What the engine decides itself is here too: a tool that changed is refused before anything is spent, a gated call
    without an approval is asked about, one that has a known result is not run.
    """

    def __init__(self, bench: Played, owner: Owner, of: Process | None = None) -> None:
        """`of`: the process that it is in, or whose child."""
        self._bench, self._of = bench, of
        self.owner = owner

    def check(self, hand: HandOver, author: dict[str, Any]) -> NewRequest:
        """What the tool makes of a person's arguments."""
        (approval,) = hand.approved
        assert approval.override is not None
        call = open_calls_at_end(hand.messages)[0]
        if approval.tool_digest != tool_digest_of(call.tool, self._bench.version):
            raise ResumeDecisionError("tool-changed", "The tool changed.")
        return asked(replace(call, args=json.loads(approval.override)), self._bench.version)

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Drive once."""
        for call in hand.approved:
            host.watch.taken_up(call.request)
        changed = [
            (call.request, "tool-changed", "The tool changed.")
            for call in hand.approved
            if call.tool_digest != tool_digest_of(call.tool, self._bench.version)
        ]
        if changed:
            return EngineEnd("refused", code="tool-changed", why="The tool changed.", refusals=changed)
        host = host if self._of is None else self._of.with_late_results(host)
        try:
            return _Script(self._bench, hand, {(call, n): result for call, n, result in known}, host).play()
        except SpendRefused as refused:
            refusals = [(refused.request, refused.code, str(refused))]
            return EngineEnd("refused", code=refused.code, why=str(refused), refusals=refusals)
        except PausedeskError as error:
            return EngineEnd("failed", code=error.code, why=error.sentence)
        except Exception as error:  # noqa: BLE001 - as in the engine
            return EngineEnd("failed", code="agent", why=f"{type(error).__name__}: {error}")


class NamedRunner(LocalRunner):
    """The engine itself, in a process of another name."""

    def __init__(self, bench: Played, owner: Owner, of: Process | None = None) -> None:
        super().__init__(bench.agent())
        self.owner, self._of = owner, of

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Drive once, as the process that it is in, or whose child."""
        return super().drive(hand, known, host if self._of is None else self._of.with_late_results(host))


def tool_digest_of(tool: str, version: str) -> str:
    """The identity of a tool in a version of its code."""
    return f"sha256:{tool}-{version}"


class _Script:
    def __init__(
        self, bench: Played, hand: HandOver, known: dict[tuple[str, int], CallResult], host: StoreHost
    ) -> None:
        self.bench, self.hand, self.known, self.host = bench, hand, known, host
        self.messages = list(hand.messages)
        self.seq = hand.response_seq
        self.unsent: list[dict[str, Any]] = []

    def play(self) -> EngineEnd:
        ended = None
        if self.hand.prompt is not None:
            self._say({"kind": "request", "parts": [{"part_kind": "user-prompt", "content": self.hand.prompt}]})
        else:
            ended = self._calls(open_calls_at_end(self.messages))
            if ended is None and self.hand.stop_after_calls:
                return EngineEnd("stopped")
        while ended is None:
            wanted = self.bench.wants(self.messages)
            self._store()
            parts: list[dict[str, Any]] = [_call_part(text) for text in wanted]
            response = {"kind": "response", "parts": parts or [{"part_kind": "text", "content": "end"}]}
            self._say(response)
            self.seq = self._store()
            if not wanted:
                return EngineEnd("finished", output="end")
            ended = self._calls(open_calls_at_end(self.messages))
        return ended

    def _say(self, message: dict[str, Any]) -> None:
        self.messages.append(message)
        self.unsent.append(message)

    def _store(self) -> int:
        """Store what is not stored yet; returns the number of the last message."""
        if not self.unsent:
            return self.seq or 0
        last = self.host.store(self.unsent, "script") + len(self.unsent) - 1
        self.unsent = []
        return last

    def _calls(self, calls: Sequence[OpenCall]) -> EngineEnd | None:
        """Run what may run of a turn, and pause on the rest."""
        approved = {(call.call_id, call.ordinal): call for call in self.hand.approved}
        mine = self.seq == self.hand.response_seq
        parts, left, told = [], [], []
        for call in calls:
            key = (call.call_id, call.ordinal)
            approval = approved.get(key) if mine else None
            if mine and key in self.known:
                parts.append(_result_part(call, self.known[key].content))
            elif approval is not None:
                runs = call
                if approval.override is not None:
                    runs = replace(call, args=json.loads(approval.override))
                    told.append(edited_notice(str(approval.edited_by), call.tool, call.call_id, canonical(runs)))
                parts.append(_result_part(call, self._act(self._spend(approval.request, runs), runs)))
            elif call.tool not in UNGATED:
                left.append(call)
            else:
                assert self.seq is not None
                site, again = CallSite(self.seq, *key), call.tool in REPEATABLE
                execution = self.host.begin(site, call.tool, canonical(call), repeatable=again)
                parts.append(_result_part(call, self._act(execution, call)))
        if left:
            self.host.pause([], [asked(call, self.bench.version) for call in left], self.seq)
            return EngineEnd("paused")
        if parts:
            said = [{"part_kind": "user-prompt", "content": one} for one in told]
            self._say({"kind": "request", "parts": [*parts, *said]})
        return None

    def _spend(self, request: str, call: OpenCall) -> str:
        spend = Spend(
            request=request,
            digest=call_digest(call.tool, arguments_of({"args": call.args})),
            tool_digest=tool_digest_of(call.tool, self.bench.version),
            chain_digest=_CHAIN_DIGEST,
            arguments=canonical(call),
            repeatable=call.tool in REPEATABLE,
        )
        try:
            return self.host.spend(spend)
        except ResumeDecisionError as refusal:
            raise SpendRefused(request, refusal) from refusal

    def _act(self, execution: str, call: OpenCall) -> str:
        text = arguments_of({"args": call.args})["text"]
        result = self.bench.act(text)
        if base_of(text) == "three":
            self.host.outcome(execution, ExecutionState.RAISED, None, "ValueError: after the line")
            return raised_notice("ValueError", "after the line")
        self.host.outcome(execution, ExecutionState.DONE, {"content": result, "outcome": "success"})
        return result


def asked(call: OpenCall, version: str) -> NewRequest:
    """A call as the engine asks about it, under a version of its tool."""
    arguments = arguments_of({"args": call.args})
    return NewRequest(
        call_id=call.call_id,
        ordinal=call.ordinal,
        tool=call.tool,
        arguments=canonical(call),
        raw_arguments=canonical(call),
        given=["text"],
        digest=call_digest(call.tool, arguments),
        tool_digest=tool_digest_of(call.tool, version),
        code_tag_kind="version",
        chain=list(_CHAIN),
        chain_digest=_CHAIN_DIGEST,
        question=f"Run {call.tool}?",
        question_source="rule",
        expires_after=LIVES_MS.get(base_of(arguments["text"])),
    )


_CHAIN = ("requires_approval",)
_CHAIN_DIGEST = chain_digest(_CHAIN)


def canonical(call: OpenCall) -> str:
    """The arguments of a call, as they are digested and shown."""
    return canonical_bytes(arguments_of({"args": call.args})).decode()


def _call_part(text: str) -> dict[str, Any]:
    return {
        "part_kind": "tool-call",
        "tool_name": tool_of(text),
        "args": {"text": text},
        "tool_call_id": call_id_of(text),
    }


def _result_part(call: OpenCall, content: object) -> dict[str, Any]:
    return {"part_kind": "tool-return", "tool_name": call.tool, "content": content, "tool_call_id": call.call_id}
