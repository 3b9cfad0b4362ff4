"""The fault table: what becomes of one approved call under each fault that other frameworks were put to, by threads and
by processes, printed as a row of effect lines.

a1 answered twice · a2 answered twice, the whole store put back in between · b answered by two at once · b2 answered
again while the call is in flight · c killed after the effect, answered again · c2 the same, just resumed · d killed
before the effect, answered again · e raised after its effect, answered again · f declined · g1 the tool renamed · g2
its code changed · g3 its schema changed · g4 the stored arguments edited, their digest too · h one approved,
one declined · h3 two approved, killed in the first, gone on with.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel
from tests.faults.judging import SESSION
from tests.faults.rig import Bench, Points, fork, in_a_fork, lines_of, reap

from pausedesk.core.errors import ResumeDecisionError
from pausedesk.core.model.canonical import call_digest
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.rules.notices import NOT_RUN_UNANSWERABLE
from pausedesk.core.run.aftermath import look_after
from pausedesk.core.run.gate import dump_messages
from pausedesk.core.store.calls import AskedCall


@dataclass
class Shop(Bench):
    """An agent that asks for each of `calls`, whose one gated tool comes in several forms."""

    calls: tuple[str, ...] = ("one",)
    form: str = ""
    raises: bool = False

    def agent(self) -> Agent[None, str]:
        shop = self
        tool = "append_line" if self.form == "renamed" else "append"

        async def model(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
            told = shop.judge_messages(dump_messages(messages))
            wanted = [text for text in shop.calls if told.get(text) in (None, NOT_RUN_UNANSWERABLE)]
            asking = [ToolCallPart(tool, {"text": text}, tool_call_id=f"c-{text}") for text in wanted]
            return ModelResponse(parts=[*asking] or [TextPart("end")])

        async def append(text: str) -> str:
            done = shop.act(text)
            if shop.raises:
                raise ValueError("after the line")
            return done

        async def append_otherwise(text: str) -> str:
            return shop.act(text).upper()

        async def append_times(text: str, times: int = 1) -> str:
            return shop.act(text) * times

        function: Callable[..., Any] = {"other code": append_otherwise, "other schema": append_times}.get(
            self.form, append
        )
        agent: Agent[None, str] = Agent(FunctionModel(model))
        agent.tool_plain(requires_approval=True, name=tool)(function)
        return agent


Work = Callable[[Shop], str]


@dataclass
class Fault:
    """One fault put to one store, by threads or by processes."""

    folder: Path
    processes: bool
    asked: list[AskedCall]

    def shop(self, **changes: Any) -> Shop:
        """The program again, as whoever comes next has it."""
        return Shop(self.folder, **{"calls": tuple(call.call.removeprefix("c-") for call in self.asked), **changes})

    def by(self, *works: Work, **changes: Any) -> list[str]:
        """What each says, all at once: each a thread, or a process."""
        if not self.processes:
            barrier = threading.Barrier(len(works))

            def act(work: Work) -> str:
                with closing(self.shop(**changes)) as shop:
                    shop.door()
                    barrier.wait(20)
                    return work(shop)

            with ThreadPoolExecutor(len(works)) as pool:
                return list(pool.map(act, works))
        said = [self.folder / f"said-{number}" for number in range(len(works))]

        def forked(number: int) -> None:
            said[number].write_text(works[number](self.shop(**changes)))

        pids = [fork(lambda number=number: forked(number)) for number in range(len(works))]  # type: ignore[misc]
        assert [reap(pid) for pid in pids] == [0] * len(works)
        return [path.read_text() for path in said]

    def killed(self, at: str, **changes: Any) -> None:
        """A process takes the approvals up and is killed in the first call."""

        def die() -> None:
            shop = self.shop(**changes)

            def reached(name: str) -> None:
                if name == at:
                    os.kill(os.getpid(), signal.SIGKILL)

            shop.points = _Points(reached)
            answer(self.asked)(shop)

        assert in_a_fork(die) == signal.SIGKILL

    @property
    def effects(self) -> str:
        """How many lines each call left."""
        lines = lines_of(self.folder / "effects")
        return " + ".join(str(lines.count(call.call.removeprefix("c-"))) for call in self.asked)


class _Points(Points):
    def __init__(self, act: Callable[[str], None]) -> None:
        super().__init__()
        self._reached = act

    def reached(self, name: str) -> None:
        """Say it."""
        self._reached(name)


def answer(asked: list[AskedCall], decisions: dict[str, str] | None = None) -> Work:
    """Answer what was seen, and run on, as `pausedesk answer` does; says the outcome, or the refusal."""

    def work(shop: Shop) -> str:
        try:
            shop.submit(decisions or {}, calls=asked)
            result = shop.door().answer(SESSION)
        except ResumeDecisionError as refusal:
            return refusal.code
        if result is None:
            return "nothing"
        return result.code or str(result.outcome)

    return work


def resume(shop: Shop) -> str:
    """Go on without an answer."""
    try:
        result = shop.door().resume(SESSION)
    except ResumeDecisionError as refusal:
        return refusal.code
    return str(result.outcome)


def unknown(shop: Shop) -> str:
    """How many calls may have run."""
    look_after(shop.store)
    with shop.store.read() as connection:
        state = ExecutionState.MAY_HAVE_RUN.value
        found = connection.exec_driver_sql("SELECT count(*) FROM executions WHERE state = ?", (state,)).scalar_one()
    return f"{found} may have run"


def a1(fault: Fault) -> list[str]:
    return [*fault.by(answer(fault.asked)), *fault.by(answer(fault.asked))]


def a2(fault: Fault) -> list[str]:
    copy = fault.folder / "copy.db"
    shutil.copyfile(fault.folder / "store.db", copy)
    said = fault.by(answer(fault.asked))
    for name in ("store.db-wal", "store.db-shm"):
        (fault.folder / name).unlink(missing_ok=True)
    shutil.copyfile(copy, fault.folder / "store.db")
    return [*said, *fault.by(answer(fault.asked))]


def b(fault: Fault) -> list[str]:
    return sorted(fault.by(answer(fault.asked), answer(fault.asked)))


def b2(fault: Fault) -> list[str]:
    """The second comes while the first is inside the call; it is told who runs it."""
    with _in_flight(fault):
        return fault.by(_second(fault.asked))


def _second(asked: list[AskedCall]) -> Work:
    def work(shop: Shop) -> str:
        said = answer(asked)(shop)
        try:
            shop.door().resume(SESSION)
        except ResumeDecisionError as refusal:
            return f"{said}, {refusal.code}, owned by {refusal.sentence.partition(' by ')[2].partition(',')[0]}"
        return said

    return work


@contextmanager
def _in_flight(fault: Fault) -> Iterator[None]:
    started, may_end = os.pipe(), os.pipe()

    def reached(name: str) -> None:
        if name == "before-line":
            os.write(started[1], b"s")
            os.read(may_end[0], 1)

    def first() -> None:
        shop = fault.shop()
        shop.points = _Points(reached)
        answer(fault.asked)(shop)
        shop.close()

    if fault.processes:
        pid = fork(first)
        os.read(started[0], 1)
        yield
        os.write(may_end[1], b"e")
        assert reap(pid) == 0
    else:
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(first)
            os.read(started[0], 1)
            yield
            os.write(may_end[1], b"e")
            running.result(20)
    for descriptor in (*started, *may_end):
        os.close(descriptor)


def c(fault: Fault) -> list[str]:
    fault.killed("after-line")
    return [*fault.by(answer(fault.asked)), *fault.by(unknown)]


def c2(fault: Fault) -> list[str]:
    fault.killed("after-line")
    return [*fault.by(resume), *fault.by(unknown)]


def d(fault: Fault) -> list[str]:
    fault.killed("before-line")
    return [*fault.by(answer(fault.asked)), *fault.by(unknown)]


def e(fault: Fault) -> list[str]:
    said = fault.by(answer(fault.asked), raises=True)
    return [*said, *fault.by(answer(fault.asked), raises=True)]


def f(fault: Fault) -> list[str]:
    return fault.by(answer(fault.asked, {"one": "decline"}))


def _changed(form: str) -> Callable[[Fault], list[str]]:
    def changed(fault: Fault) -> list[str]:
        said = fault.by(answer(fault.asked), form=form)
        return [*said, *_asked_anew(fault, form)]

    return changed


def _asked_anew(fault: Fault, form: str = "") -> list[str]:
    said = fault.by(resume, form=form)
    with closing(fault.shop(form=form)) as shop:
        asked = [call.request for call in shop.open_calls()]
    new = len(asked) == 1 and asked[0] != fault.asked[0].request
    return [*said, "asked anew" if new else f"asks {asked}"]


def g4(fault: Fault) -> list[str]:
    with closing(sqlite3.connect(fault.folder / "store.db")) as edited:
        digest = call_digest("append", {"text": "nine"})
        edited.execute("UPDATE requests SET arguments = ?, digest = ?", ('{"text":"nine"}', digest))
        edited.commit()
    with closing(fault.shop()) as shop:
        shown = shop.open_calls()
    said = fault.by(answer(shown))
    assert "nine" not in lines_of(fault.folder / "effects")
    return [*said, *_asked_anew(fault)]


def h(fault: Fault) -> list[str]:
    return fault.by(answer(fault.asked, {"two": "decline"}))


def h3(fault: Fault) -> list[str]:
    """Killed in the first of two; a person looks, settles it, and what else was approved runs."""
    fault.killed("after-line")
    with closing(fault.shop()) as shop:
        shop.bring_to_end()
    return fault.by(unknown)


TABLE: dict[str, tuple[Callable[[Fault], list[str]], str, list[str]]] = {
    "a1": (a1, "1", ["done", "already-answered"]),
    "a2": (a2, "1", ["done", "ledger-changed"]),
    "b": (b, "1", ["already-answered", "done"]),
    "b2": (b2, "1", ["already-answered, running, owned by process"]),
    "c": (c, "1", ["already-answered", "1 may have run"]),
    "c2": (c2, "1", ["done", "1 may have run"]),
    "d": (d, "0", ["already-answered", "1 may have run"]),
    "e": (e, "1", ["done", "already-answered"]),
    "f": (f, "0", ["done"]),
    "g1": (_changed("renamed"), "0", ["tool-changed", "paused", "asked anew"]),
    "g2": (_changed("other code"), "0", ["tool-changed", "paused", "asked anew"]),
    "g3": (_changed("other schema"), "0", ["tool-changed", "paused", "asked anew"]),
    "g4": (g4, "0", ["call-changed", "paused", "asked anew"]),
    "h": (h, "1 + 0", ["done"]),
    "h3": (h3, "1 + 1", ["0 may have run"]),
}


@pytest.fixture
def paused(tmp_path: Path) -> dict[int, tuple[Path, list[AskedCall]]]:
    """Sessions that wait on one call and on two."""
    made = {}
    for number, calls in ((1, ("one",)), (2, ("one", "two"))):
        folder = tmp_path / f"paused-{number}"
        folder.mkdir()
        with closing(Shop(folder, calls=calls)) as shop:
            shop.begin()
            made[number] = (folder, shop.open_calls())
    return made


@pytest.mark.slow
@pytest.mark.parametrize("processes", [False, True], ids=["threads", "processes"])
def test_the_row_of_this_engine_in_the_fault_table(
    processes: bool, paused: dict[int, tuple[Path, list[AskedCall]]], tmp_path: Path, told: Callable[[str], None]
) -> None:
    row, wrong = [], []
    for name, (put, effects, said) in TABLE.items():
        start, asked = paused[2 if name.startswith("h") else 1]
        with closing(Shop(start)) as shop:
            folder = shop.copy_to(tmp_path / f"{name}-{processes}").folder
        fault = Fault(folder, processes, asked)
        found = put(fault)
        row.append(f"{name} {fault.effects} ({', '.join(found)})")
        if fault.effects != effects or any(not one.startswith(want) for one, want in zip(found, said, strict=True)):
            wrong.append(f"{row[-1]}, and not {effects} ({', '.join(said)})")
        if faults := lines_of(folder / "faults"):
            wrong.append(f"{name}: {faults}")
    told(f"fault table, {'processes' if processes else 'threads'}: {' · '.join(row)}")
    assert wrong == []
