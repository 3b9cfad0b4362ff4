"""The worker's side of a child: starting it, loading its agent, serving what it asks while it drives a session.

A child is the leader of a process group of its own, so that the group names everything that a call may have started.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import IO, Any

from pausedesk.core.errors import AgentLoadError, KeyringError, ResumeDecisionError, StoreError, UsageError
from pausedesk.core.model import kept_words
from pausedesk.core.model.checks import CallToCheck, CheckWord
from pausedesk.core.model.handover import CallSite, EngineEnd, HandOver, NewRequest, Spend
from pausedesk.core.model.owners import Owner
from pausedesk.core.model.states import ExecutionState
from pausedesk.core.model.wording import worded
from pausedesk.core.rules.history import CallResult
from pausedesk.core.rules.manifests import Manifest, manifest_from_json
from pausedesk.core.rules.soundness import message_of
from pausedesk.core.run import evidence
from pausedesk.core.run.host import StoreHost
from pausedesk.core.run.owners import owner_alive, owner_of
from pausedesk.core.run.protocol import DoorGone, end_from_json, hand_over_to_json, receive, send
from pausedesk.core.store.sessions import AgentRef, FenceLost

# How long a child whose pipe is closed may take to end by itself before the door stops waiting for it.
END_SECONDS = 10.0
# How long one that is asked to stop may take to say what there is of its answer.
STOP_SECONDS = 3.0
# What may still be said then: it starts nothing.
_KEPT = ("partial", "store", "outcome")
_NO_MORE = {"error": {"kind": "gone", "code": "stopped", "sentence": "a person stopped it"}}


# Nothing that could be used was said.
_UNCHECKED: dict[str, Any] = {"op": "check-said", "said": CheckWord.UNKNOWN, "result": None, "why": None}


class ChildDied(Exception):
    """The child ended, or its pipe did, without saying how the drive ended."""

    def __init__(self, sentence: str, last_output: str) -> None:
        super().__init__(sentence)
        self.last_output = last_output


class StaleChild(Exception):
    """A child started ahead loaded files that have changed since; it has run nothing."""


class Child:
    """One child process, used by one thread. `close` from another makes it stop before its next call."""

    def __init__(self, agent: AgentRef, *, environment: Mapping[str, str] | None = None) -> None:
        self.agent = agent
        down_read, down_write = os.pipe()
        up_read, up_write = os.pipe()
        # -P: the agent's folder must not hide the standard library while the child itself starts; it comes first on
        # the path when the agent is loaded.
        descriptor, log = evidence.open_log()
        try:
            self._process = subprocess.Popen(
                [
                    agent.interpreter or sys.executable,
                    "-P",
                    "-m",
                    "pausedesk.core.run.child",
                    str(down_read),
                    str(up_write),
                ],
                cwd=agent.folder or None,
                stdin=subprocess.DEVNULL,
                stdout=descriptor,
                stderr=descriptor,
                pass_fds=(down_read, up_write),
                start_new_session=True,
                env=dict(environment if environment is not None else os.environ),
            )
        except OSError as error:
            for number in (down_write, up_read):
                os.close(number)
            log.unlink(missing_ok=True)
            what = agent.folder if isinstance(error, (FileNotFoundError, NotADirectoryError)) else agent.interpreter
            if agent.folder and Path(agent.folder).is_dir():
                what = agent.interpreter
            raise AgentLoadError(
                "agent-not-started",
                worded(
                    "The agent {spec} cannot be started: {what}: {strerror}.",
                    spec=agent.spec,
                    what=what,
                    strerror=error.strerror,
                ),
            ) from error
        finally:
            for number in (down_read, up_write, descriptor):
                os.close(number)
        self._sink: IO[bytes] = os.fdopen(down_write, "wb")
        self._source: IO[bytes] = os.fdopen(up_read, "rb")
        self.owner: Owner = owner_of(self._process.pid)
        evidence.adopt_log(log, self.owner)
        self.manifest: Manifest | None = None
        self.files: dict[str, float] = {}

    def load(self, keys: Mapping[str, str]) -> None:
        """Have the agent imported; learn what is seen of its tools (`manifest`; None: nothing is said of them) and
        files it loaded, with their times (`files`). Raises AgentLoadError or KeyringError in the child's words."""
        try:
            send(self._sink, {"op": "load", "spec": self.agent.spec, "deps": self.agent.deps, "keys": dict(keys)})
            answer = receive(self._source)
        except DoorGone as gone:
            raise AgentLoadError(
                "agent-died",
                worded(
                    "The agent {spec} ended while it was loaded.{what}", spec=self.agent.spec, what=self._last_line()
                ),
            ) from gone
        if answer["op"] == "not-loaded":
            kind = KeyringError if answer["code"] == "provider-key-missing" else AgentLoadError
            raise kind(answer["code"], answer["sentence"], next_step=answer.get("next_step"))
        # An older Pausedesk beside the agent says neither, and what an agent printed into the pipe is no manifest.
        with suppress(ValueError):
            self.manifest = manifest_from_json(answer.get("manifest"))
        files = answer.get("files")
        if isinstance(files, dict) and all(isinstance(at, float) for at in files.values()):
            self.files = files

    def drive(self, hand: HandOver, known: Sequence[tuple[str, int, CallResult]], host: StoreHost) -> EngineEnd:
        """Hand a session over and serve the child until it says how that ended. Raises ChildDied or StaleChild."""
        try:
            wire = [(call, ordinal, asdict(result)) for call, ordinal, result in known]
            send(
                self._sink,
                {
                    "op": "drive",
                    "hand": hand_over_to_json(hand),
                    "known": wire,
                    "late": str(host.late_folder),
                    "partials": True,
                },
            )
            while True:
                message = receive(self._source)
                match message.get("op"):
                    case "ready":
                        for call in hand.approved:
                            host.watch.taken_up(call.request)
                    case "stale":
                        raise StaleChild
                    case "end":
                        with _no_message():
                            return end_from_json(message["end"])
                    case _:
                        send(self._sink, {"id": message.get("id"), **_answer(host, message)})
        except DoorGone as gone:
            self.wait()
            raise ChildDied(self.death_sentence(), self.last_output()) from gone

    def check(self, hand: HandOver, author: Mapping[str, Any]) -> NewRequest:
        """Have a person's arguments checked by the agent's tool; the child runs nothing and ends.

        Raises UsageError or ResumeDecisionError in the child's words, AgentLoadError where it died, StaleChild.
        """
        try:
            send(self._sink, {"op": "check", "hand": hand_over_to_json(hand), "author": dict(author)})
            answer = receive(self._source)
            if answer.get("op") == "stale":
                raise StaleChild
            with _no_message():
                if answer["op"] == "checked":
                    return NewRequest(**answer["ask"])
                kind = ResumeDecisionError if answer["kind"] == "refused" else UsageError
                refusal = kind(answer["code"], answer["sentence"])
        except DoorGone as gone:
            self.wait()
            raise AgentLoadError("agent-died", f"{self.death_sentence()}{self._last_line()}") from gone
        raise refusal

    def ask_check(self, call: CallToCheck, seconds: float) -> dict[str, Any]:
        """Have the author's check asked about a call, and return the child's message: `check-said` or `no-check`.

        A check that takes longer than `seconds` is ended with its process; what it leaves unsaid is `unknown`.
        """
        over = threading.Event()

        def end() -> None:
            over.set()
            self.kill()

        timer = threading.Timer(seconds, end)
        timer.start()
        try:
            send(self._sink, {"op": "ask-check", "call": asdict(call)})
            told = receive(self._source)
        except DoorGone:
            late = f"The check took more than {seconds:g} seconds and was ended."
            return {**_UNCHECKED, "why": late if over.is_set() else "The check ended its process."}
        finally:
            timer.cancel()
        words = {name: told.get(name) for name in ("said", "why", "code", "sentence")}
        as_it_must_be = all(isinstance(one, str | None) for one in words.values())
        if as_it_must_be and told.get("op") == "no-check" and words["code"] and words["sentence"]:
            return told
        if as_it_must_be and told.get("op") == "check-said" and words["said"] in set(CheckWord):
            return {
                "op": "check-said",
                "said": CheckWord(told["said"]),
                "result": told.get("result"),
                "why": words["why"],
            }
        return {**_UNCHECKED, "why": "The check's process said what is no answer."}

    def kill(self) -> None:
        """End a child that runs no call, with everything of its process group, at once."""
        if self.alive() is not False:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def stop_answering(self, host: StoreHost) -> None:
        """End an answer of the model that is under way, and keep what was said of it. Nothing starts any more.

        Where a call is running nothing is done: that is never interrupted.
        """
        if host.executions or self._process.poll() is not None:
            return
        with suppress(OSError):
            self._process.send_signal(signal.SIGINT)
        over = time.monotonic() + STOP_SECONDS
        with suppress(DoorGone, OSError, ValueError):
            while select.select([self._source], [], [], max(0.0, over - time.monotonic()))[0]:
                message = receive(self._source)
                answer = _answer(host, message) if message.get("op") in _KEPT else _NO_MORE
                send(self._sink, {"id": message.get("id"), **answer})

    def wait(self) -> None:
        """Close the pipes and wait a while for the process to end; a call that is running is never interrupted."""
        self.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(END_SECONDS)

    def close(self) -> None:
        """Close the pipe: the child stops before its next call."""
        for stream in (self._sink, self._source):
            with suppress(OSError, ValueError):
                stream.close()

    def discard(self) -> None:
        """End a child that has been given nothing to run."""
        self.close()
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGTERM)
        self.wait()
        self.drop_output()

    def alive(self) -> bool | None:
        """Whether the child or anything of its process group lives."""
        self._process.poll()  # a child that has ended and was not waited for would look alive
        return owner_alive(self.owner)

    def last_output(self) -> str:
        """The last of what the child printed."""
        return evidence.last_output(self.owner)

    def finish(self) -> None:
        """Wait a while for the end of a child that has nothing more to run."""
        self.wait()

    def drop_output(self) -> None:
        """Remove what the child printed: it is kept, or nobody needs it."""
        evidence.drop_log(self.owner)

    def death_sentence(self) -> str:
        """How the process ended, in words."""
        code = self._process.poll()
        if code is None:
            return kept_words.STOPPED_ANSWERING(pid=self.owner.pid)
        if code < 0:
            return kept_words.KILLED(signal=signal.Signals(-code).name)
        return kept_words.ENDED_BY_ITSELF(code=code)

    def _last_line(self) -> str:
        lines = [line for line in self.last_output().splitlines() if line.strip()]
        return f" Its last output was: {lines[-1].strip()}" if lines else ""


@contextmanager
def _no_message() -> Iterator[None]:
    """What is no message of the protocol is the end of the child: a tool may write to the pipe."""
    try:
        yield
    except (KeyError, TypeError, ValueError) as error:
        raise DoorGone("the other side said what is no message") from error


def _message(value: Any) -> dict[str, Any]:
    return message_of(json.dumps(value))


# What each message asks of the host, with what it says read; nothing is done before all of it could be read.
_SERVED: dict[str, Callable[[StoreHost, dict[str, Any]], Callable[[], Any]]] = {
    "store": lambda host, m: partial(host.store, m["messages"], m["model"]),
    "partial": lambda host, m: partial(host.partial, _message(m["message"])),
    "begin": lambda host, m: partial(
        host.begin, CallSite(**m["site"]), m["tool"], m["arguments"], repeatable=m.get("repeatable") is True
    ),
    "spend": lambda host, m: partial(host.spend, Spend(**m["spend"])),
    "outcome": lambda host, m: partial(
        host.outcome, m["execution"], ExecutionState(m["kind"]), m["result"], m["error"]
    ),
    "pause": lambda host, m: partial(
        host.pause, m["messages"], [NewRequest(**ask) for ask in m["asked"]], m["response_seq"]
    ),
}


def _answer(host: StoreHost, message: dict[str, Any]) -> dict[str, Any]:
    with _no_message():
        serve = _SERVED[message["op"]](host, message)
    try:
        return {"ok": serve()}
    except ResumeDecisionError as refusal:
        return {"error": {"kind": "refused", "code": refusal.code, "sentence": refusal.sentence}}
    except StoreError as error:
        return {"error": {"kind": "store", "code": error.code, "sentence": error.sentence}}
    except FenceLost:
        return {"error": {"kind": "gone", "code": "fence-lost", "sentence": "another door has taken the session"}}
