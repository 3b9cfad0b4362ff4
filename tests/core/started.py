"""Sessions whose calls were started, made by the store's own functions: no agent, no process, a store in a moment."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field, replace
from typing import Any

from tests.core.support import Said

from pausedesk.core.cli import main
from pausedesk.core.model.handover import NewRequest, Spend
from pausedesk.core.model.owners import Owner
from pausedesk.core.run.owners import LIVENESS, this_process
from pausedesk.core.store import answering, ledger, sessions, settling, taking
from pausedesk.core.store.answering import NewAnswer
from pausedesk.core.store.calls import asked_calls
from pausedesk.core.store.engine import Store, new_id
from pausedesk.core.store.sessions import AgentRef

AGENT = AgentRef("agent", "bench:agent", "python", "/")
ELSEWHERE = Owner(pid=7, pgid=7, boot="another", start=1000.0, host="elsewhere")
# Of this machine before it was started anew: proved dead.
DEAD = replace(this_process(), boot="before", ticks=None)
DIGESTS: dict[str, Any] = {"digest": "sha256:call", "tool_digest": "sha256:tool", "chain_digest": "sha256:chain"}


def _asked(call: str) -> NewRequest:
    return NewRequest(
        call_id=call,
        ordinal=0,
        tool="pay",
        arguments='{"to":"Ada"}',
        raw_arguments='{"to":"Ada"}',
        given=["to"],
        code_tag_kind="schema",
        chain=["requires_approval"],
        question="Run pay?",
        question_source="rule",
        **DIGESTS,
    )


@dataclass
class Started:
    """A session with approved calls, each started by an owner; its door is gone unless `door` holds it."""

    store: Store
    owners: Sequence[Owner]
    door: Owner | None = None
    session: str = ""
    run: str = "r2"
    agent: AgentRef = AGENT
    fence: int = 0
    executions: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        calls = [f"c{number}" for number in range(1, len(self.owners) + 1)]
        self.session = sessions.create_session(self.store, self.agent)
        run, fence = sessions.begin_run(self.store, self.session, "run", this_process(), LIVENESS, prompt="go")
        parts = [{"part_kind": "tool-call", "tool_name": "pay", "args": "{}", "tool_call_id": one} for one in calls]
        messages: list[dict[str, Any]] = [{"kind": "request", "parts": []}, {"kind": "response", "parts": parts}]
        ledger.store_pause(self.store, self.session, run, fence, None, messages, [_asked(one) for one in calls])
        with self.store.read() as connection:
            asked = asked_calls(connection, self.session)
        new = [NewAnswer(one.request, one.digest, "approve") for one in asked]
        answering.submit_answers(self.store, self.session, new, by="Ada", submit_id=new_id())
        with self.store.write() as connection:
            self.fence = sessions.take_session(connection, self.session, self.door or this_process(), LIVENESS)
            taking.take_up(connection, self.session, self.fence)
            sessions.insert_run(connection, self.run, self.session, "answer", self.fence, self.door or DEAD)
        for one, owner in zip(asked, self.owners, strict=True):
            spend = Spend(one.request, arguments='{"to":"Ada"}', **DIGESTS)
            self.executions.append(ledger.spend_decision(self.store, self.session, self.run, self.fence, spend, owner))
        if self.door is None:
            sessions.end_run(self.store, self.session, self.run, self.fence, "marked")
        settling.note_dead_owners(self.store, LIVENESS)

    def cli(self, *arguments: str, json_output: bool = True) -> Said:
        """One command on the store, in this process."""
        options = ["--json"] if json_output else []
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main(["--store", str(self.store.path), *options, *arguments])
        return Said(code, out.getvalue(), err.getvalue())

    def rows(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of the store."""
        with self.store.read() as connection:
            return [tuple(row) for row in connection.exec_driver_sql(sql)]

    def states(self) -> list[str]:
        """The states of the calls, in their order."""
        return [row[0] for row in self.rows("SELECT state FROM executions ORDER BY call_id")]
