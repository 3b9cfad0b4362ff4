"""The bench of the state machine: no call that its model asks for is one of before, and some of them can be repeated.

A text is what the call is for and a number of its own (`one~3`), so that a line tells which call it is of: in a store
and its copy, and where the model asks anew, the same text is the same question.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from pydantic_ai import Agent
from sqlalchemy import Connection
from tests.faults.rig import TURNS, Bench, base_of, calls_wanted

from pausedesk.core.errors import ResumeDecisionError

# `peek` needs no approval and only reads; `put` needs one, and can be repeated.
REPEATED_TURNS = (("peek", "put", "one"), ("three",))
REPEATABLE = ("peek", "put")
UNGATED = ("look", "peek")


@dataclass
class Played(Bench):
    """A bench whose agent asks for calls of `turns`, numbered through."""

    turns: Sequence[Sequence[str]] = TURNS
    numbers: Iterator[int] = field(default_factory=count)  # one for all benches of an example
    copied: bool = False  # copies of its store leave lines in the same place

    @property
    def acknowledged(self) -> Path:
        """Of each store its own."""
        return self.store.path.with_suffix(".acknowledged")

    def wants(self, messages: Sequence[dict[str, Any]]) -> list[str]:
        """What the model asks for next, by what it reads."""
        told = {base_of(text): newest for text, newest in self.judge_messages(messages).items()}
        return [self.another(base) for base in calls_wanted(told, messages, self.turns)]

    def another(self, text: str) -> str:
        """A new text for the same."""
        return f"{base_of(text)}~{next(self.numbers)}"

    def most_lines(self, line: str) -> int:
        """A call that can be repeated leaves as many lines as it was started; of a copy, nothing keeps it, nor a call
        that nobody was asked about."""
        if base_of(line) not in REPEATABLE and not (self.copied and base_of(line) in UNGATED):
            return 1
        if self.copied:
            return sys.maxsize
        with self.store.read() as connection:
            started = "SELECT max(attempts) FROM executions WHERE arguments = ?"
            return connection.exec_driver_sql(started, (f'{{"text":"{line}"}}',)).scalar_one() or 0

    def own_lines(self, connection: Connection, lines: Sequence[str]) -> Sequence[str]:
        """The lines of calls that this store started, where a copy of it leaves lines as well."""
        if not self.copied:
            return lines
        started = connection.exec_driver_sql("SELECT arguments FROM executions").scalars()
        mine = {json.loads(arguments)["text"] for arguments in started}
        return [line for line in lines if line in mine]

    def _next_step(self, settle: str, decisions: dict[str, str] | None) -> str | None:
        try:
            return super()._next_step(settle, decisions)
        except ResumeDecisionError as refusal:
            if refusal.code != "ledger-changed":
                raise
            # Found out at this step; the next one finds its questions closed.
            return refusal.code

    def agent(self) -> Agent[None, str]:
        agent, bench = super().agent(), self

        @agent.tool_plain(metadata={"pausedesk": {"read_only": True}})
        async def peek(text: str) -> str:
            return bench.act(text)

        @agent.tool_plain(requires_approval=True, metadata={"pausedesk": {"version": self.version, "repeatable": True}})
        async def put(text: str) -> str:
            return bench.act(text)

        return agent
