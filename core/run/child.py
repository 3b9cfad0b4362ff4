"""The child: the process in which one session's agent lives. Started by a worker with the agent's own interpreter.

`python -m pausedesk.core.run.child IN OUT` with the numbers of two inherited pipes. It loads the agent when told to,
waits, and drives it once. It never speaks SQL: it asks to spend, reports outcomes and streams messages.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from pausedesk.core.errors import PausedeskError, ResumeDecisionError, StoreError
from pausedesk.core.model.checks import CallToCheck
from pausedesk.core.model.handover import CallSite, EngineEnd, HandOver, NewRequest, Spend
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.rules.history import CallResult
from pausedesk.core.run import late
from pausedesk.core.run.agents import import_fault, keys_at_hand, load_agent, load_dependencies, put_folder_first
from pausedesk.core.run.checking import check_arguments
from pausedesk.core.run.engine import drive
from pausedesk.core.run.manifests import look_at_tools
from pausedesk.core.run.protocol import DoorGone, hand_over_from_json, receive, send


class PipeHost:
    """The host at the other end of the pipe; raises DoorGone as soon as that end is closed."""

    def __init__(
        self, source: IO[bytes], sink: IO[bytes], late_folder: Path | None = None, *, partials: bool = False
    ) -> None:
        """`late_folder`: where the end of a call is left when nobody is there any more to be told; `partials`: the
        other end keeps answers under way, which an older one does not know."""
        self._partials = partials
        self._source = source
        self._sink = sink
        self._late_folder = late_folder
        self._asked = 0

    def _ask(self, op: str, **fields: Any) -> Any:
        self._asked += 1
        send(self._sink, {"id": self._asked, "op": op, **fields})
        answer = receive(self._source)
        error = answer.get("error")
        if error is None:
            return answer["ok"]
        if error["kind"] == "refused":
            raise ResumeDecisionError(error["code"], error["sentence"])
        if error["kind"] == "store":
            raise StoreError(error["code"], error["sentence"])
        raise DoorGone(error["sentence"])

    def store(self, messages: Sequence[dict[str, Any]], model: str) -> int:
        """Append messages; returns the number of the first."""
        return int(self._ask("store", messages=list(messages), model=model))

    def partial(self, message: dict[str, Any]) -> None:
        """Have what there is of an answer under way kept. Where the door is gone, the next that is asked says so."""
        if self._partials:
            with suppress(DoorGone):
                self._ask("partial", message=message)

    def begin(self, site: CallSite, tool: str, arguments: str, *, repeatable: bool = False) -> str:
        """Write that an ungated call starts; returns its execution."""
        return str(self._ask("begin", site=asdict(site), tool=tool, arguments=arguments, repeatable=repeatable))

    def spend(self, spend: Spend) -> str:
        """Use an approval up; returns the call's execution."""
        return str(self._ask("spend", spend=asdict(spend)))

    def outcome(
        self, execution: str, kind: ExecutionState, result: dict[str, Any] | None = None, error: str | None = None
    ) -> None:
        """Report how a started call ended; where the door is gone, leave it where the next one looks, and stop."""
        try:
            self._ask("outcome", execution=execution, kind=str(kind), result=result, error=error)
        except DoorGone:
            if self._late_folder is not None and kind is not ExecutionState.ASKED:
                late.write(self._late_folder, execution, kind, result, error)
            raise

    def pause(self, messages: Sequence[dict[str, Any]], asked: Sequence[NewRequest], response_seq: int | None) -> str:
        """Have the pause stored with its messages and requests, all in one."""
        return str(
            self._ask("pause", messages=list(messages), asked=[asdict(ask) for ask in asked], response_seq=response_seq)
        )


def _load(source: IO[bytes], sink: IO[bytes]) -> tuple[Any, Any, dict[str, float]]:
    order = receive(source)
    put_folder_first(str(Path.cwd()))
    try:
        with keys_at_hand(order["keys"]):
            agent = load_agent(order["spec"])
            deps = load_dependencies(order["deps"]) if order.get("deps") else None
    except PausedeskError as error:
        send(sink, {"op": "not-loaded", "code": error.code, "sentence": error.sentence, "next_step": error.next_step})
        raise DoorGone("the agent cannot be loaded") from error
    files = _loaded_files()
    seen = asyncio.run(look_at_tools(agent))
    send(sink, {"op": "loaded", "manifest": asdict(seen), "files": files})
    return agent, deps, files


def _loaded_files() -> dict[str, float]:
    """The modules of the agent's own folder with their times: a child started ahead must not run what has changed."""
    here = f"{Path.cwd()}{os.sep}"
    files: dict[str, float] = {}
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None)
        if isinstance(path, str) and path.startswith(here):
            with suppress(OSError):
                files[path] = Path(path).stat().st_mtime
    return files


def _serve(source: IO[bytes], sink: IO[bytes]) -> None:
    agent, deps, files = _load(source, sink)
    order = receive(source)
    if order["op"] == "ask-check":
        send(sink, asyncio.run(_ask_check(agent, deps, order["call"])))
        return
    if order["op"] not in ("drive", "check"):
        return
    if _loaded_files() != files:
        send(sink, {"op": "stale"})
        return
    if order["op"] == "check":
        send(sink, asyncio.run(_check(agent, deps, order)))
        return
    hand = hand_over_from_json(order["hand"])
    known = [(call, ordinal, CallResult(**result)) for call, ordinal, result in order["known"]]
    send(sink, {"op": "ready"})
    late_folder = Path(order["late"]) if order.get("late") else None
    host = PipeHost(source, sink, late_folder, partials=order.get("partials") is True)
    end = asyncio.run(_drive(agent, deps, hand, host, known))
    send(sink, {"op": "end", "end": asdict(end)})


async def _check(agent: Any, deps: Any, order: dict[str, Any]) -> dict[str, Any]:
    try:
        deps = await deps if inspect.isawaitable(deps) else deps
        hand = hand_over_from_json(order["hand"])
        ask = await check_arguments(agent, hand, author=order["author"], deps=deps)
    except PausedeskError as error:
        kind = "refused" if isinstance(error, ResumeDecisionError) else "usage"
        return {"op": "not-checked", "kind": kind, "code": error.code, "sentence": error.sentence}
    except Exception as error:  # noqa: BLE001 - whatever an agent's code does ends the check
        fault = import_fault("The dependencies", error)
        return {"op": "not-checked", "kind": "usage", "code": fault.code, "sentence": fault.sentence}
    return {"op": "checked", "ask": asdict(ask)}


async def _ask_check(agent: Any, deps: Any, call: dict[str, Any]) -> dict[str, Any]:
    from pausedesk.core.run.author_check import check_call

    if inspect.isawaitable(deps):
        try:
            deps = await deps
        except Exception as error:  # noqa: BLE001 - as in a run
            fault = import_fault("The dependencies", error)
            return {"op": "no-check", "code": fault.code, "sentence": fault.sentence}
    return await check_call(agent, deps, CallToCheck(**call))


async def _drive(agent: Any, deps: Any, hand: HandOver, host: PipeHost, known: Sequence[Any]) -> EngineEnd:
    if inspect.isawaitable(deps):
        # In the loop of the run: what it opens belongs to that loop.
        try:
            deps = await deps
        except Exception as error:  # noqa: BLE001 - whatever an agent's code does ends its run, not its runner
            return EngineEnd("failed", code="agent-import", why=import_fault("The dependencies", error).sentence)
    return await drive(agent, hand, host, deps=deps, known=known)


def _keep_from_processes_of_tools(pipes: Sequence[int]) -> None:
    # What a tool starts would hold the pipes open past this process's end, and the door would wait for it; a fork of
    # this process could even speak to the door in its place.
    for number in pipes:
        os.set_inheritable(number, False)

    def silence() -> None:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in pipes:
            os.dup2(nowhere, number, inheritable=False)
        os.close(nowhere)

    os.register_at_fork(after_in_child=silence)


def main() -> int:
    """Load, wait, drive once. The exit code says nothing; what counts went over the pipe."""
    numbers = [int(number) for number in sys.argv[1:3]]
    source, sink = os.fdopen(numbers[0], "rb"), os.fdopen(numbers[1], "wb")
    _keep_from_processes_of_tools(numbers)
    try:
        _serve(source, sink)
    except DoorGone as gone:
        print(f"pausedesk child: stopped: {gone}", file=sys.stderr)
    except KeyboardInterrupt:
        # Its door's way to say that a person stopped it.
        print("pausedesk child: stopped (KeyboardInterrupt)", file=sys.stderr)
    # Everything is said; collecting what the agent's libraries made would keep the door waiting for this process.
    gc.disable()
    gc.freeze()
    return 0


if __name__ == "__main__":
    sys.exit(main())
